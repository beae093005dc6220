//! Short messages: a ping, a robot that helped out, a button that came too late.

use serenity::builder::CreateActionRow;

use crate::table::{Chair, Command, PlayerId, Scene, SceneStage, UserId};

use super::{Look, Message, name};

/// Pings the one person who is awaited; the only message that pings anybody.
pub fn awaited(scene: &Scene, user: UserId, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mention = format!("<@{user}>");
    let content = match scene.deadline.map(crate::table::Millis::seconds) {
        Some(by) => {
            let until = format!("<t:{by}:t> (<t:{by}:R>)");
            look.with("clock-ping", &[("mention", mention.into()), ("until", until.into())])
        }
        None => look.with("show-ping", &[("mention", mention.into())]),
    };
    let rows = vec![CreateActionRow::Buttons(vec![look.show_hand(scene)])];
    Message { ping: Some(user), ..Message::text(content).with_rows(rows) }
}

/// Says that the last moves were lost, and from where it goes on.
pub fn cut_back(look: impl Into<Look>) -> Message {
    Message::text(look.into().say("notice-cut-back"))
}

/// Says that a robot played for a person whose time ran out.
pub fn played_for(scene: &Scene, user: UserId, holds: bool, look: impl Into<Look>) -> Message {
    let look = look.into();
    let player = scene.chair(PlayerId::User(user)).map(|Chair { player, .. }| look.player(player));
    let player = player.unwrap_or_else(|| name(""));
    let named = |key| look.with(key, &[("name", player.as_str().into())]);
    let mut lines = vec![named("clock-robot-played")];
    if !holds {
        return Message::text(lines.join("\n"));
    }
    lines.push(named("clock-robot-holds"));
    let rows = vec![CreateActionRow::Buttons(vec![look.take_back(scene)])];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// The sentence for a button whose moment has passed; the table as it is now follows it.
pub fn stale(look: impl Into<Look>) -> String {
    look.into().say("notice-stale")
}

/// A word for a person whose command was done, where they see no hand that shows it; `scene` is the
/// table after it.
pub fn done(command: &Command, scene: &Scene, look: impl Into<Look>) -> String {
    let look = look.into();
    look.say(match command {
        Command::Join => "lobby-you-joined",
        Command::Leave { .. } => "leave-done-you",
        Command::PassOn { .. } => "auction-passing-rest",
        Command::TakeBack => "clock-you-took-back",
        Command::End => match scene.stage {
            SceneStage::Ended(_) => "notice-table-ended",
            SceneStage::Dealing if objects_to_end(scene) => "evening-voted",
            SceneStage::Dealing => "evening-after-deal",
            SceneStage::Between | SceneStage::Lobby => "evening-voted",
        },
        _ => "notice-updated",
    })
}

/// Whether somebody who is there has not agreed to end the evening.
fn objects_to_end(scene: &Scene) -> bool {
    let awake = |chair: &&Chair| !chair.player.is_robot() && !chair.stood_in;
    scene.chairs.iter().filter(awake).any(|chair| !chair.agrees_to_end)
}
