//! Log lines about gateway events of an unexpected form.

use std::collections::BTreeSet;

use parking_lot::Mutex;

/// Maximum number of different lines.
const MAX_LINES: usize = 64;

/// Logs each kind of defect of each kind of event once.
#[derive(Debug, Default)]
pub(super) struct Report {
    logged: Mutex<BTreeSet<String>>,
}

/// A reason why serenity would have ignored an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Defect {
    /// A value that the bot does not use has an unexpected form.
    Harmless,
    /// A value that the bot needs is missing or has an unexpected form.
    Unreadable,
}

impl Report {
    /// Logs a defect of an event, unless it has been logged before with the same reason except for numbers.
    pub(super) fn add(&self, event: &str, defect: Defect, reason: &str) {
        let reason = without_values(reason);
        let without_numbers = reason.replace(|letter: char| letter.is_ascii_digit(), "");
        let is_new = {
            let mut logged = self.logged.lock();
            logged.len() < MAX_LINES && logged.insert(format!("{event} {without_numbers}"))
        };
        match defect {
            _ if !is_new => {}
            Defect::Harmless => {
                tracing::warn!(
                    event,
                    reason,
                    "event from Discord has an unexpected form; ignoring its unused parts"
                );
            }
            Defect::Unreadable => tracing::warn!(event, reason, "event from Discord cannot be read"),
        }
    }
}

/// Removes texts that may come from a message or a name from an error message: texts in quotation marks, and
/// the names of unknown fields and variants.
fn without_values(reason: &str) -> String {
    if let Some((_, after)) = reason.split_once("unknown ") {
        let kind = after.split(' ').next().unwrap_or_default();
        return format!("unknown {kind}");
    }
    match (reason.split_once('"'), reason.rsplit_once('"')) {
        (Some((before, _)), Some((_, after))) => format!("{before}…{after}"),
        _ => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_contain_no_texts_from_events() {
        let reason = r#"invalid type: string "Anna \" 5", expected u32"#;
        assert!(!without_values(reason).contains("Anna"), "{}", without_values(reason));
        assert_eq!(without_values("missing field `id`"), "missing field `id`");
        assert_eq!(without_values(r#"string "x", expected u32"#), "string …, expected u32");
        assert_eq!(without_values("a.b: unknown variant `Anna`, expected `x`"), "unknown variant");
    }

    #[test]
    fn each_reason_is_logged_once() {
        let report = Report::default();
        for number in 0..100 {
            report.add(
                "READY",
                Defect::Harmless,
                &format!("invalid value: integer `{number}`, expected u32"),
            );
        }
        assert_eq!(report.logged.lock().len(), 1);
        for number in 0..100 {
            report.add(&"X".repeat(number), Defect::Unreadable, "no name");
        }
        assert_eq!(report.logged.lock().len(), MAX_LINES);
    }
}
