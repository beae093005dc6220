//! The reply to `/table`.

use crate::table::TableView;

use crate::discord::messages::{Appearance, Message, result, table};

/// Creates the reply to `/table` for one user: the table message, or the result if the deal is over.
///
/// The reply is self-contained, because the user might not see the other messages of the table.
pub fn table_alone(scene: &TableView, look: Appearance) -> Message {
    match scene.deal.as_deref().filter(|deal| deal.is_over()) {
        Some(deal) => result(scene, deal, look),
        None => table(scene, look),
    }
}
