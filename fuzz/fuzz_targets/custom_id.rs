//! Any text as what is written on a button: refused, or it is what this program writes itself, short
//! enough for Discord, and means the same when it comes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti::discord::custom_id::{CustomId, MAX_LENGTH};

/// What old messages still carry, and is understood as something else that is written today.
fn is_of_old(text: &str) -> bool {
    text.ends_with(":robot:plain") || text.starts_with("u1:-:board:")
}

fuzz_target!(|text: &str| {
    let read: CustomId = match text.parse() {
        Ok(read) => read,
        Err(refused) => return assert!(!format!("{refused}").is_empty()),
    };
    let written = read.to_string();
    assert!(written == text || is_of_old(text), "{text:?} is written {written:?}");
    assert!(written.len() <= MAX_LENGTH, "{written:?} is too long");
    assert_eq!(written.parse(), Ok(read));
});
