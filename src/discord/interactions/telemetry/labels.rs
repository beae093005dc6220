//! Metric labels of buttons and menu options. A label is one word and does not contain data of the custom id.

use crate::discord::custom_id::CustomId;
use crate::table::Command;

/// Returns the metric label of a button or menu option.
pub(super) const fn of(id: &CustomId) -> &'static str {
    match id {
        CustomId::Ask { command, .. } => asked(command),
        CustomId::Show { .. } => "show",
        CustomId::Analyse { .. } => "analyse",
        CustomId::Replay { .. } | CustomId::Played(_) => "replay",
        CustomId::Draft { .. } => "draft",
        CustomId::Sure { .. } => "sure",
        CustomId::Page(_) | CustomId::Share(_) => "rules page",
        CustomId::Score(_) | CustomId::ShareScore(_) => "rules score",
        CustomId::Menu(_) => "menu",
        CustomId::Board(_) => "leaderboard",
        CustomId::Seasons(_) => "season",
        CustomId::Set(_) => "settings",
        CustomId::House(_) => "settings rules",
        CustomId::Privacy(_) => "privacy",
        CustomId::Stats(_) => "stats",
    }
}

const fn asked(command: &Command) -> &'static str {
    match command {
        Command::Look => "look",
        Command::Join => "join",
        Command::Leave { .. } => "leave",
        Command::AddRobot(_) => "add robot",
        Command::RemoveRobot => "remove robot",
        Command::Start => "start",
        Command::NextDeal => "next deal",
        Command::Act { .. } => "act",
        Command::PassOn { .. } => "pass on",
        Command::TakeBack => "take back",
        Command::End => "end",
    }
}
