//! Snapshot assertions for messages.

use super::limits::{check, check_text_only};
use super::plain_text::draw;
use crate::discord::messages::Message;
use crate::discord::messages::fixtures::drawn;
use crate::text::{Appearance, Lang};

/// Compares a message with its snapshots in both languages.
///
/// Also checks Discord's limits for every deck, with application emoji, and in text-only mode.
pub(super) fn assert_snapshots(kind: &str, make: impl Fn(Appearance) -> Message) {
    for appearance in Appearance::ALL {
        check(&make(appearance));
        check(&make(appearance.with_signs(drawn())));
        check_text_only(&make(appearance.text_only()));
    }
    for lang in Lang::ALL {
        let message = make(lang.into());
        insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!(format!("{kind}.{lang}"), draw(&message));
        });
    }
}
