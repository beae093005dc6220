//! How a kind of message is looked at: as a person sees it, and as Discord does.

use super::check::{check, check_words};
use super::draw::draw;
use crate::discord::show::Message;
use crate::discord::show::fixtures::drawn;
use crate::text::{Lang, Look};

/// Compares a message in both languages with what was looked at before, and holds it to the limits in
/// every deck, with small pictures and in words alone.
pub(super) fn look_at(kind: &str, make: impl Fn(Look) -> Message) {
    for look in Look::ALL {
        check(&make(look));
        check(&make(look.with_signs(drawn())));
        check_words(&make(look.text_only()));
    }
    for lang in Lang::ALL {
        let message = make(lang.into());
        insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!(format!("{kind}.{lang}"), draw(&message));
        });
    }
}
