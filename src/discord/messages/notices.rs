//! Short notices: pings, robot substitutions, outdated buttons and confirmations.

use crate::text::args;
use serenity::builder::CreateActionRow;

use crate::table::{Chair, Command, PlayerId, TableStage, TableView, UserId};

use super::{Appearance, Message, name};

/// Creates the ping for the player whose turn it is. No other message pings anyone.
pub fn awaited(scene: &TableView, user: UserId, look: Appearance) -> Message {
    let mention = format!("<@{user}>");
    let content = match scene.deadline.map(crate::table::UnixMillis::seconds) {
        Some(by) => {
            let until = format!("<t:{by}:t> (<t:{by}:R>)");
            look.with("clock-ping", args![mention, until])
        }
        None => look.with("show-ping", args![mention]),
    };
    let rows = vec![CreateActionRow::Buttons(vec![look.show_hand(scene)])];
    Message { ping: Some(user), ..Message::text(content).with_rows(rows) }
}

/// Creates the notice that the last moves were lost and that play continues from an earlier point.
pub fn cut_back(look: Appearance) -> Message {
    Message::text(look.say("notice-cut-back"))
}

/// Creates the notice that a robot played for a user whose time ran out.
///
/// If `holds` is `true`, the robot keeps the seat, and the message has a button to take it back.
pub fn played_for(scene: &TableView, user: UserId, holds: bool, look: Appearance) -> Message {
    let player = scene.chair(PlayerId::User(user)).map(|Chair { player, .. }| look.player(player));
    let player = player.unwrap_or_else(|| name(""));
    let named = |key| look.with(key, args![name = player.as_str()]);
    let mut lines = vec![named("clock-robot-played")];
    if !holds {
        return Message::text(lines.join("\n"));
    }
    lines.push(named("clock-robot-holds"));
    let rows = vec![CreateActionRow::Buttons(vec![look.take_back(scene)])];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// Returns the notice for an outdated button. The current table is shown below the notice.
pub fn stale(look: Appearance) -> String {
    look.say("notice-stale")
}

/// Returns the confirmation of a command for a user who is not shown a hand.
///
/// `scene` is the table after the command.
pub fn done(command: &Command, scene: &TableView, look: Appearance) -> String {
    look.say(match command {
        Command::Join => "lobby-you-joined",
        Command::Leave { .. } => "leave-done-you",
        Command::PassOn { .. } => "auction-passing-rest",
        Command::TakeBack => "clock-you-took-back",
        Command::End => match scene.stage {
            TableStage::Ended(_) => "notice-table-ended",
            TableStage::Dealing if lacks_agreement_to_end(scene) => "evening-voted",
            TableStage::Dealing => "evening-after-deal",
            TableStage::Between | TableStage::Lobby => "evening-voted",
        },
        _ => "notice-updated",
    })
}

/// Returns `true` if a player has not yet agreed to end the evening.
///
/// Robots, and players for whom a robot substitutes, are not counted.
fn lacks_agreement_to_end(scene: &TableView) -> bool {
    let is_present = |chair: &&Chair| !chair.player.is_robot() && !chair.stood_in;
    scene.chairs.iter().filter(is_present).any(|chair| !chair.agrees_to_end)
}
