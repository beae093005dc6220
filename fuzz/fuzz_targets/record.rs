//! Any text as a record: it is refused with a reason, or it is a whole deal that pays what it says
//! and is written back as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti::rules::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::from_json(text) else { return };
    let written = record.to_json().expect("what was read can be written");
    let again = Record::from_json(&written).expect("what was written can be read");
    assert_eq!(again, record);
    let Ok(deal) = record.replay() else { return };
    let settlement = deal.settlement().expect("a deal that replays is over");
    assert_eq!(settlement.payments.values().sum::<i32>() + settlement.window, 0);
    assert_eq!(again.replay().expect("it replayed once"), deal);
});
