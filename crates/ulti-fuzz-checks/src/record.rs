//! Records of deals.

use ulti_rules::Record;

/// Checks a game record.
///
/// A text must either be rejected, or give a record that is written back unchanged. If the record can be
/// replayed, its payments must sum to zero.
pub fn check(text: &str) {
    let Ok(record) = Record::from_json(text) else { return };
    let written = record.to_json().expect("failed to write parsed record");
    let again = Record::from_json(&written).expect("failed to parse written record");
    assert_eq!(again, record);
    let Ok(deal) = record.replay() else { return };
    let settlement = deal.settlement().expect("replayed deal is not over");
    assert_eq!(settlement.payments.values().sum::<i32>() + settlement.window, 0);
    assert_eq!(again.replay().expect("second replay failed"), deal);
}
