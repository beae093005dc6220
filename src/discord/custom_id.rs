//! Custom ids of buttons, menus and menu options.
//!
//! A custom id contains everything that is needed to handle its component. A button therefore still works
//! days later and after a restart. For example, `u1:17:play:3.42:H7` plays the seven of hearts at table 17,
//! provided that deal 3 is still at event 42. Options of select menus have custom ids as their values.
//!
//! Custom ids received from Discord are untrusted input. The parser rejects every text that this program
//! would not have written itself.

pub mod bid_draft;
pub mod calculation;
mod confirmed_action;
mod field_encoding;
mod history;
mod house_rules;
mod leaderboard;
mod panel;
mod privacy;
mod rules_page;
mod season;
mod server_choice;
mod settings;
mod stats;
mod table_panel;
mod table_setting;

use std::fmt;
use std::str::FromStr;

use crate::table::shuffle::Commitment;
use crate::table::{AgreedCost, AgreedEnd, Command, ContractAction, EarlyEnd, Moment, PointRange, TableId};
use bid_draft::BidDraft;
use calculation::Calculation;
pub use confirmed_action::ConfirmedAction;
use field_encoding::{Words, words};
pub use history::{HistoryId, ReplayStep};
pub use house_rules::HouseRulesId;
pub use leaderboard::{BoardId, BoardPart, metric_of, metric_word};
pub use panel::PanelId;
pub use privacy::PrivacyId;
pub use rules_page::{RulesMenu, RulesPage};
pub use season::SeasonsId;
pub use server_choice::ServerChoice;
pub use settings::PersonalSetting;
pub use stats::{StatsId, StatsPeriod};
pub use table_panel::TablePanel;
pub use table_setting::TableMenu;
use ulti_rules::Action;

/// Maximum length of a Discord custom id, in characters.
pub const MAX_LENGTH: usize = 100;

/// Old and new suffixes of the custom ids of buttons that add a robot.
///
/// The old suffix dates from a version with only one robot level.
const SINGLE_LEVEL_ROBOT: (&str, &str) = (":robot:plain", ":robot:easy");

/// Suffix of the custom ids of buttons that ask for the cost of leaving.
const LEAVE: &str = ":leave";

/// Prefix of leaderboard custom ids from older versions, which had only one leaderboard per server.
const SINGLE_BOARD: &str = "u1:-:board:";

/// Prefix of every custom id that this program creates. The number is the version of the format.
const PREFIX: &str = "u1";

/// A request that is triggered by a button or a menu option.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomId {
    /// Runs a table command.
    Ask {
        /// The table that receives the command.
        table: TableId,
        /// The command to run.
        command: Command,
    },
    /// Shows part of a table, such as the hand or the last trick, only to the user who pressed the button.
    Show {
        /// The table to show.
        table: TableId,
        /// Content to show, such as the user's hand.
        what: TablePanel,
    },
    /// Analyses a finished deal.
    Analyse {
        /// The table where the deal was played.
        table: TableId,
        /// Number of the deal at its table, starting at 1.
        deal: u32,
    },
    /// Opens the step-by-step replay of a finished deal.
    Replay {
        /// The table where the deal was played.
        table: TableId,
        /// The deal's number at the table, counted from 1.
        deal: u32,
    },
    /// Shows the user's own hand and tricks in a finished deal.
    OwnDeal {
        /// The table where the deal was played.
        table: TableId,
        /// The deal's number at the table, counted from 1.
        deal: u32,
    },
    /// Opens a table for the players of an evening that has ended, with the same settings.
    SameAgain {
        /// The table of the evening that has ended.
        table: TableId,
    },
    /// Shows the proof of the fair shuffle of a deal (`RULES §11`).
    ///
    /// The custom id publishes the commitment: it is part of the table message from the first bid on.
    Shuffle {
        /// The table of the deal.
        table: TableId,
        /// The commitment to the seed of the deal.
        commitment: Commitment,
    },
    /// Continues a bid that the player has not submitted yet.
    Draft {
        /// The table where the player is bidding.
        table: TableId,
        /// Deal number and event count when the button was created. If either has changed since then, the
        /// button is outdated.
        at: Moment,
        /// The choices that the player has made so far.
        draft: BidDraft,
    },
    /// Shows a hint beside the choices that the player has made so far for a bid.
    DraftHint {
        /// The table where the player is bidding.
        table: TableId,
        /// Deal number and event count when the button was created. If either has changed since then, the
        /// button is outdated.
        at: Moment,
        /// The choices that the player has made so far.
        draft: BidDraft,
    },
    /// Asks the user to confirm an action that cannot be undone.
    Sure {
        /// The table where the action takes place.
        table: TableId,
        /// Deal number and event count when the button was created. If either has changed since then, the
        /// button is outdated.
        at: Moment,
        /// The action to confirm.
        action: ConfirmedAction,
    },
    /// Shows a page of the rules for the channel's table. If there is no table, uses the server's default
    /// rules.
    Page(RulesPage),
    /// Posts a page of the rules in the channel.
    Share(RulesPage),
    /// Shows the payments for a hypothetical deal.
    Score(Calculation),
    /// Posts the payments for a hypothetical deal in the channel.
    ShareScore(Calculation),
    /// A select menu. The request is encoded in the value of the selected option, not in the menu's custom
    /// id.
    Menu(RulesMenu),
    /// A select menu for a setting of a table, like [`Menu`](Self::Menu).
    TableMenu(TableMenu),
    /// Shows a page of a leaderboard.
    Board(BoardId),
    /// Shows or changes a season, or shows an evening (a session of deals at one table).
    Seasons(SeasonsId),
    /// Changes a personal setting of the user who pressed the button.
    Set(PersonalSetting),
    /// Changes a setting of the server.
    Server(ServerChoice),
    /// Opens a message that belongs to no table, such as the user's settings, or a new table.
    Panel(PanelId),
    /// Shows or changes the server's house rules.
    House(HouseRulesId),
    /// Shows, exports, hides or deletes the stored data of the user who pressed the button.
    Privacy(PrivacyId),
    /// Shows a player's statistics.
    Stats(StatsId),
    /// Lists, replays, analyses, exports or verifies the server's finished deals.
    Played(HistoryId),
}

/// Error returned if a string is not a valid custom id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotACustomId {
    /// The custom id was created by another version of this program, or by another program.
    #[error("custom id of another version")]
    OtherVersion,
    /// The custom id has the right prefix, but the rest of it is invalid.
    #[error("invalid custom id")]
    Unreadable,
}

words! { CustomId {
    ["-", "topic", "menu"] => { Self::Menu(RulesMenu::Topics) }
    ["-", "score", "menu"] => { Self::Menu(RulesMenu::Silent) }
    ["-", "board", "menu"] => { Self::Menu(RulesMenu::Metric) }
    ["-", "season", "menu"] => { Self::Menu(RulesMenu::Season) }
    ["-", "table-menu", menu] => { Self::TableMenu(menu) }
    ["-", "score"; sum] => { Self::Score(sum) }
    ["-", "share", "score"; sum] => { Self::ShareScore(sum) }
    ["-", "share"; page] => { Self::Share(page) }
    ["-", "board"; board] => { Self::Board(board) }
    ["-", "season"; seasons] => { Self::Seasons(seasons) }
    ["-", "played"; played] => { Self::Played(played) }
    ["-", "server"; choice] => { Self::Server(choice) }
    ["-", "panel"; panel] => { Self::Panel(panel) }
    ["-", "house"; house] => { Self::House(house) }
    ["-", "privacy"; privacy] => { Self::Privacy(privacy) }
    ["-", "stats"; stats] => { Self::Stats(stats) }
    ["-"; page] => { Self::Page(page) }
    ["-"; setting] => { Self::Set(setting) }
    [table, "show", what] => { Self::Show { table, what } }
    [table, "analyse", deal] => { Self::Analyse { table, deal } }
    [table, "replay", deal] => { Self::Replay { table, deal } }
    [table, "own", deal] => { Self::OwnDeal { table, deal } }
    [table, "again"] => { Self::SameAgain { table } }
    [table, "shuffle", commitment] => { Self::Shuffle { table, commitment } }
    [table, "draft", at, page, contract, cards] => {
        Self::Draft { table, at, draft: BidDraft { page, contract, cards } }
    }
    [table, "draft-hint", at, page, contract, cards] => {
        Self::DraftHint { table, at, draft: BidDraft { page, contract, cards } }
    }
    [table, "sure", at, action] => { Self::Sure { table, at, action } }
    [table; command] => { Self::Ask { table, command } }
} }

words! { Command {
    ["look"] => { Self::Look }
    ["join"] => { Self::Join }
    ["leave"] => { Self::Leave { agreed: None } }
    ["end-early", action, deal] => { Self::EndEarly(AgreedEnd { action, deal, result: None }) }
    ["end-early", action, deal, least, most] => {
        Self::EndEarly(AgreedEnd { action, deal, result: Some(PointRange { least, most }) })
    }
    ["leave", points, deal] => { Self::Leave { agreed: Some(AgreedCost { points, deal }) } }
    ["robot", level] => { Self::AddRobot(level) }
    ["robot"] => { Self::RemoveRobot }
    ["invite", user] => { Self::Invite(user) }
    ["set"; setting] => { Self::Set(setting) }
    ["start"] => { Self::Start }
    ["next"] => { Self::NextDeal }
    ["pass-on", at] => { Self::PassOn { at } }
    ["stop-passing", deal] => { Self::StopPassing { deal } }
    ["back"] => { Self::TakeBack }
    ["end"] => { Self::End }
    ["close"] => { Self::Close { agreed: None } }
    ["close", deal] => { Self::Close { agreed: Some(deal) } }
    ["take", at] => { Self::Act { action: Action::Take, at } }
    ["bid", at, contract, discard] => { Self::Act { action: Action::Bid { contract, discard }, at } }
    ["anyway", "bid", at, contract, discard] => {
        Self::ActAnyway { action: ContractAction::Bid { contract, discard }, at }
    }
    ["open-hand", deal] => { Self::OpenHand { deal } }
    ["anyway", "take", at] => { Self::TakeAnyway { at } }
    ["anyway", "trump", at, trump] => { Self::ActAnyway { action: ContractAction::Trump(trump), at } }
    ["anyway", "play", at, card] => { Self::ActAnyway { action: ContractAction::Play(card), at } }
    ["pass", at] => { Self::Act { action: Action::Pass, at } }
    ["trump", at, trump] => { Self::Act { action: Action::Trump(trump), at } }
    ["kontra", at, games] => { Self::Act { action: Action::Kontra(games), at } }
    ["no-kontra", at] => { Self::Act { action: Action::NoKontra, at } }
    ["play", at, card] => { Self::Act { action: Action::Play(card), at } }
    ["fold", at] => { Self::Act { action: Action::Fold, at } }
    ["open", at] => { Self::Act { action: Action::Open, at } }
    ["claim", at] => { Self::Act { action: Action::Claim, at } }
    ["quit", at] => { Self::Act { action: Action::Leave, at } }
} }

words! { EarlyEnd {
    ["fold"] => { Self::Fold }
    ["claim"] => { Self::Claim }
} }

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}:")?;
        self.write(f)
    }
}

impl FromStr for CustomId {
    type Err = NotACustomId;

    fn from_str(text: &str) -> Result<Self, NotACustomId> {
        if let Some(table) = text.strip_suffix(SINGLE_LEVEL_ROBOT.0) {
            return format!("{table}{}", SINGLE_LEVEL_ROBOT.1).parse();
        }
        if let Some(table) = table_of_cost_without_deal(text) {
            return format!("{table}{LEAVE}").parse();
        }
        if let Some(page) = text.strip_prefix(SINGLE_BOARD).and_then(BoardId::from_single_board) {
            return Ok(Self::Board(page));
        }
        let Some((PREFIX, rest)) = text.split_once(':') else { return Err(NotACustomId::OtherVersion) };
        let words: Vec<&str> = rest.split(':').collect();
        let id = if text.len() <= MAX_LENGTH { Self::read(&words) } else { None };
        // Each custom id has exactly one spelling: variants such as `+1` or `01` are rejected.
        id.filter(|id| id.to_string() == text).ok_or(NotACustomId::Unreadable)
    }
}

/// Returns the prefix and the table of a button from an older version that agrees to a cost of leaving, but
/// does not name the deal.
fn table_of_cost_without_deal(text: &str) -> Option<&str> {
    let (rest, points) = text.rsplit_once(':')?;
    let points_of_id: i32 = points.parse().ok()?;
    rest.strip_suffix(LEAVE).filter(|_| points_of_id.to_string() == points)
}

#[cfg(test)]
mod tests;
