//! Fuzzes records of deals.
//!
//! A text is either rejected, or gives a record that is written back unchanged. If the record can be
//! replayed, its payments sum to zero.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_rules::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::from_json(text) else { return };
    let written = record.to_json().expect("failed to write parsed record");
    let again = Record::from_json(&written).expect("failed to parse written record");
    assert_eq!(again, record);
    let Ok(deal) = record.replay() else { return };
    let settlement = deal.settlement().expect("replayed deal is not over");
    assert_eq!(settlement.payments.values().sum::<i32>() + settlement.window, 0);
    assert_eq!(again.replay().expect("second replay failed"), deal);
});
