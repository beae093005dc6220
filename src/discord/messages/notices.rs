//! Short notices: pings, robot substitutions, outdated buttons and confirmations.

use crate::text::args;
use serenity::builder::CreateActionRow;

use crate::table::{Chair, Command, PlayerId, TableStage, TableView, UserId, WhyEnded};

use super::buttons::button;
use super::{Appearance, Message, name};
use crate::discord::custom_id::{CustomId, PanelId};

/// Creates the message that pings a person whom a player has invited. The person is not pinged if `pings` is
/// `false`.
pub fn invitation(
    table_view: &TableView,
    user: UserId,
    by: UserId,
    pings: bool,
    appearance: Appearance,
) -> Message {
    let host = table_view.chair(PlayerId::User(by)).map(|chair| appearance.player(&chair.player));
    let (mention, host) = (format!("<@{user}>"), host.unwrap_or_else(|| name("")));
    let key = if table_view.stage == TableStage::Lobby { "invite-lobby" } else { "invite-evening" };
    let how = button(&CustomId::Panel(PanelId::HowItWorks), &appearance.text("help-button-how"));
    let rows = vec![CreateActionRow::Buttons(vec![appearance.sit_down(table_view), how])];
    let message = Message::text(appearance.with(key, args![mention, host])).with_rows(rows);
    Message { ping: Some(user).filter(|_| pings), ..message }
}

/// Creates the ping for the player whose turn it is.
pub fn awaited(table_view: &TableView, user: UserId, appearance: Appearance) -> Message {
    let mention = format!("<@{user}>");
    let content = match table_view.deadline.map(crate::table::UnixMillis::seconds) {
        Some(by) => {
            let until = format!("<t:{by}:t> (<t:{by}:R>)");
            appearance.with("clock-ping", args![mention, until])
        }
        None => appearance.with("show-ping", args![mention]),
    };
    let rows = vec![CreateActionRow::Buttons(vec![appearance.show_hand(table_view.table)])];
    Message { ping: Some(user), ..Message::text(content).with_rows(rows) }
}

/// Creates the notice that recent moves were lost and that play continues from an earlier point.
pub fn cut_back(appearance: Appearance) -> Message {
    Message::text(appearance.text("notice-cut-back"))
}

/// Creates the notice that a robot played for a user who ran out of time.
///
/// If `holds` is `true`, the robot keeps the seat, and the message has a button for taking the seat back.
pub fn played_for(table_view: &TableView, user: UserId, holds: bool, appearance: Appearance) -> Message {
    let player = table_view.chair(PlayerId::User(user)).map(|Chair { player, .. }| appearance.player(player));
    let player = player.unwrap_or_else(|| name(""));
    let named = |key| appearance.with(key, args![name = player.as_str()]);
    let mut lines = vec![named("clock-robot-played")];
    if !holds {
        return Message::text(lines.join("\n"));
    }
    lines.push(named("clock-robot-holds"));
    let rows = vec![CreateActionRow::Buttons(vec![appearance.take_back(table_view)])];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// Returns the notice for an outdated button. The reply shows the current table below the notice.
pub fn stale(appearance: Appearance) -> String {
    appearance.text("notice-stale")
}

/// Returns the text that confirms a command whose effect is not visible in the user's hand, such as joining
/// the table.
///
/// `table_view` is the public view of the table after the command.
pub fn done(command: &Command, table_view: &TableView, appearance: Appearance) -> String {
    appearance.text(match command {
        Command::Join if table_view.stage == TableStage::Lobby => "lobby-you-joined",
        Command::Join if table_view.next_deal.is_some() => "seats-you-joined-pause",
        Command::Join if table_view.stage == TableStage::Between => "seats-you-joined-between",
        Command::Join => "seats-you-joined",
        Command::AddRobot(_) if table_view.stage != TableStage::Lobby => "seats-robot-joined",
        Command::Leave { .. } => "leave-done-you",
        Command::PassOn { .. } => "auction-passing-rest",
        Command::StopPassing { .. } => "auction-stopped-passing",
        Command::TakeBack => "clock-you-took-back",
        Command::Close { .. } => "close-done",
        Command::Invite(_) => "invite-done",
        Command::Set(_) => "settings-saved",
        Command::End => match table_view.stage {
            TableStage::Ended(WhyEnded::Closed) => "close-done",
            TableStage::Ended(_) => "evening-voted-last",
            TableStage::Dealing if lacks_agreement_to_end(table_view) => "evening-voted-dealing",
            TableStage::Dealing if table_view.people().count() < 2 => "evening-after-deal-alone",
            TableStage::Dealing => "evening-after-deal",
            TableStage::Between | TableStage::Lobby => "evening-voted",
        },
        _ => "notice-updated",
    })
}

/// Creates the reply to a player who agrees to end the session.
pub fn agreed_to_end(table_view: &TableView, appearance: Appearance) -> Message {
    let message = Message::text(done(&Command::End, table_view, appearance));
    match table_view.stage {
        TableStage::Dealing => {
            message.with_rows(vec![CreateActionRow::Buttons(vec![appearance.show_hand(table_view.table)])])
        }
        _ => message,
    }
}

/// Returns `true` if at least one player has not yet agreed to end the session.
pub(super) fn lacks_agreement_to_end(table_view: &TableView) -> bool {
    let (votes, needed) = table_view.votes_to_end();
    votes < needed
}
