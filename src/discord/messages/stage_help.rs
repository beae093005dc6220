//! Help for the current stage of a table.

use crate::table::{TableStage, TableView};
use crate::text;
use ulti_rules::{Stage, View};

use super::{Appearance, Message};

/// Creates the help message for the current stage of a table.
///
/// If a player's `view` is given, the message explains what that player has to do next.
pub fn help(table_view: &TableView, view: Option<&View>, appearance: Appearance) -> Message {
    let mut lines = vec![format!("### {}", appearance.text("help-title"))];
    lines.extend(
        sections(table_view, view)
            .into_iter()
            .map(|key| text::by_the_rules(appearance, key, &table_view.book)),
    );
    lines.push(format!("-# {}", appearance.text("shuffle-explain")));
    Message::text(lines.join("\n")).with_rows(vec![appearance.topics(None)])
}

/// Returns the localisation keys of the help texts for the current stage of the game.
fn sections(table_view: &TableView, view: Option<&View>) -> Vec<&'static str> {
    let deal = table_view.deal.as_deref();
    let Some(view) = view.or(deal.map(|deal| &deal.view)) else { return vec!["help-lobby"] };
    if table_view.stage == TableStage::Lobby {
        return vec!["help-lobby"];
    }
    match &view.stage {
        Stage::Auction { .. } if view.legal.discard => vec!["help-discard"],
        Stage::Auction { .. } => vec!["help-auction"],
        Stage::Naming { .. } => vec!["help-naming"],
        Stage::Play(board) if board.tricks.is_empty() && view.book.rules().kontra_limit > 0 => {
            vec!["help-play", "help-kontra"]
        }
        Stage::Play(_) => vec!["help-play"],
        Stage::Over { .. } => vec!["help-over"],
    }
}
