//! Custom ids of buttons.

use ulti::discord::custom_id::{CustomId, MAX_LENGTH};

/// Returns `true` if a custom id has a form from old messages that is no longer written.
fn is_old_form(text: &str) -> bool {
    text.ends_with(":robot:plain") || text.starts_with("u1:-:board:")
}

/// Checks a custom id.
///
/// A text must either be rejected, or be written back unchanged, fit Discord's limit and be parsed as an
/// equal value again.
pub fn check(text: &str) {
    let read: CustomId = match text.parse() {
        Ok(read) => read,
        Err(refused) => return assert!(!format!("{refused}").is_empty()),
    };
    let written = read.to_string();
    assert!(written == text || is_old_form(text), "{text:?} was written back as {written:?}");
    assert!(written.len() <= MAX_LENGTH, "{written:?} is too long");
    assert_eq!(written.parse(), Ok(read));
}
