//! What to do now, in a few sentences.

use serenity::builder::CreateActionRow;

use crate::rules::{Stage, View};
use crate::table::{Scene, SceneStage};
use crate::text;

use super::{Look, Message};

/// Help for the moment: what the table, or this player's hand, is waiting for.
pub fn help(scene: &Scene, view: Option<&View>, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut lines = vec![format!("### {}", look.say("help-title"))];
    lines.extend(sections(scene, view).into_iter().map(|key| text::by_the_rules(look, key, &scene.book)));
    lines.push(format!("-# {}", look.say("shuffle-explain")));
    let rows = vec![CreateActionRow::SelectMenu(look.topics(None))];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// The keys of what helps now.
fn sections(scene: &Scene, view: Option<&View>) -> Vec<&'static str> {
    let deal = scene.deal.as_deref();
    let Some(view) = view.or(deal.map(|deal| &deal.view)) else { return vec!["help-lobby"] };
    if scene.stage == SceneStage::Lobby {
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
