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
mod codec;
mod confirmed_action;
mod history;
mod house_rules;
mod leaderboard;
mod privacy;
mod rules_page;
mod season;
mod settings;
mod stats;
mod table_panel;

use std::fmt;
use std::str::FromStr;

use crate::table::{Command, Moment, TableId};
use bid_draft::BidDraft;
use calculation::Calculation;
use codec::{ActionCode, CalculationCode, CardsCode, ContractCode, MomentCode};
pub use confirmed_action::ConfirmedAction;
pub use history::{HistoryId, ReplayStep};
pub use house_rules::HouseRulesId;
pub use leaderboard::{BoardId, BoardPart, metric_of, metric_word};
pub use privacy::PrivacyId;
pub use rules_page::{RulesMenu, RulesPage};
pub use season::SeasonsId;
pub use settings::PersonalSetting;
pub use stats::{StatsId, StatsPeriod};
pub use table_panel::TablePanel;

/// Maximum length of a custom id on Discord, in characters.
pub const MAX_LENGTH: usize = 100;

/// Old and current suffix of the custom id of the button that adds a robot.
///
/// The old suffix dates from a version in which robots had a single level.
const SINGLE_LEVEL_ROBOT: (&str, &str) = (":robot:plain", ":robot:easy");

/// Prefix of custom ids of old leaderboard buttons, from a version in which each server had a single
/// leaderboard.
const SINGLE_BOARD: &str = "u1:-:board:";

/// Prefix of every custom id that this program writes. The number in the prefix changes with the format.
const PREFIX: &str = "u1";

/// The request that a button or a menu option represents.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomId {
    /// Runs a command at a table.
    Ask {
        /// The table at which the command runs.
        table: TableId,
        /// The command to run.
        command: Command,
    },
    /// Shows a part of a table to the user who presses the button.
    Show {
        /// The table of which a part is shown.
        table: TableId,
        /// The part of the table to show.
        what: TablePanel,
    },
    /// Analyses a finished deal.
    Analyse {
        /// The table where the deal was played.
        table: TableId,
        /// The number of the deal at the table, counted from 1.
        deal: u32,
    },
    /// Opens the step-by-step replay of a finished deal.
    Replay {
        /// The table where the deal was played.
        table: TableId,
        /// The number of the deal at the table, counted from 1.
        deal: u32,
    },
    /// Continues a bid that the player has not submitted yet.
    Draft {
        /// The table at which the player bids.
        table: TableId,
        /// The point in the deal for which the bid is meant.
        at: Moment,
        /// The choices that the player has made so far.
        draft: BidDraft,
    },
    /// Asks for confirmation of an action that cannot be undone.
    Sure {
        /// The table at which the action is taken.
        table: TableId,
        /// The point in the deal for which the action is meant.
        at: Moment,
        /// The action to confirm.
        action: ConfirmedAction,
    },
    /// Shows a page of the rules that apply where the button is pressed.
    Page(RulesPage),
    /// Posts a page of the rules in the channel.
    Share(RulesPage),
    /// Shows the payments for a calculated deal.
    Score(Calculation),
    /// Posts the payments for a calculated deal in the channel.
    ShareScore(Calculation),
    /// A select menu. The value of the chosen option holds the request, not the custom id of the menu.
    Menu(RulesMenu),
    /// Shows a part of a leaderboard.
    Board(BoardId),
    /// Shows or changes a season, or shows an evening (a series of deals at one table).
    Seasons(SeasonsId),
    /// Changes a personal setting of the user who presses the button.
    Set(PersonalSetting),
    /// Shows or changes the server's house rules.
    House(HouseRulesId),
    /// Shows, exports, hides or deletes the stored data of the user who presses the button.
    Privacy(PrivacyId),
    /// Shows a player's statistics.
    Stats(StatsId),
    /// Shows finished deals of the server.
    Played(HistoryId),
}

/// Error returned if a text is not a custom id of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotACustomId {
    /// The text was written by another version of this program, or by another program.
    #[error("custom id of another version")]
    OtherVersion,
    /// The text has the right prefix, but its remainder is invalid.
    #[error("invalid custom id")]
    Unreadable,
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask { table, command } => {
                write!(f, "{PREFIX}:{table}:")?;
                write_command(f, command)
            }
            Self::Show { table, what } => write!(f, "{PREFIX}:{table}:show:{}", what.code()),
            Self::Analyse { table, deal } => write!(f, "{PREFIX}:{table}:analyse:{deal}"),
            Self::Replay { table, deal } => write!(f, "{PREFIX}:{table}:replay:{deal}"),
            Self::Draft { table, at, draft: BidDraft { page, contract, cards } } => {
                let (contract, cards) = (ContractCode(*contract), CardsCode(*cards));
                write!(f, "{PREFIX}:{table}:draft:{}:{page}:{contract}:{cards}", MomentCode(Some(*at)))
            }
            Self::Sure { table, at, action } => {
                write!(f, "{PREFIX}:{table}:sure:{}:{}", MomentCode(Some(*at)), action.code())
            }
            Self::Page(page) => {
                write!(f, "{PREFIX}:-:")?;
                write_page(f, page)
            }
            Self::Share(page) => {
                write!(f, "{PREFIX}:-:share:")?;
                write_page(f, page)
            }
            Self::Score(sum) => write!(f, "{PREFIX}:-:score:{}", CalculationCode(*sum)),
            Self::ShareScore(sum) => write!(f, "{PREFIX}:-:share:score:{}", CalculationCode(*sum)),
            Self::Menu(RulesMenu::Topics) => write!(f, "{PREFIX}:-:topic:menu"),
            Self::Menu(RulesMenu::Silent) => write!(f, "{PREFIX}:-:score:menu"),
            Self::Menu(RulesMenu::Metric) => write!(f, "{PREFIX}:-:board:menu"),
            Self::Menu(RulesMenu::Season) => write!(f, "{PREFIX}:-:season:menu"),
            Self::Board(board) => write!(f, "{PREFIX}:-:board:{board}"),
            Self::Seasons(seasons) => write!(f, "{PREFIX}:-:season:{seasons}"),
            Self::House(house) => write!(f, "{PREFIX}:-:house:{house}"),
            Self::Privacy(privacy) => write!(f, "{PREFIX}:-:privacy:{privacy}"),
            Self::Stats(stats) => write!(f, "{PREFIX}:-:stats:{stats}"),
            Self::Played(played) => write!(f, "{PREFIX}:-:played:{played}"),
            Self::Set(setting) => write!(f, "{PREFIX}:-:{setting}"),
        }
    }
}

/// Writes the custom id of a rules page. The page number is omitted if it is 0, except in the chapter that
/// lists all contracts.
fn write_page(f: &mut fmt::Formatter<'_>, RulesPage { topic, part }: &RulesPage) -> fmt::Result {
    match (topic.as_str(), part) {
        ("book", part) => write!(f, "book:{part}"),
        (topic, 0) => write!(f, "topic:{topic}"),
        (topic, part) => write!(f, "topic:{topic}:{part}"),
    }
}

fn write_command(f: &mut fmt::Formatter<'_>, command: &Command) -> fmt::Result {
    match command {
        Command::Look => f.write_str("look"),
        Command::Join => f.write_str("join"),
        Command::Leave { agreed: None } => f.write_str("leave"),
        Command::Leave { agreed: Some(cost) } => write!(f, "leave:{cost}"),
        Command::AddRobot(level) => write!(f, "robot:{}", codec::level(*level)),
        Command::RemoveRobot => f.write_str("robot"),
        Command::Start => f.write_str("start"),
        Command::NextDeal => f.write_str("next"),
        Command::Act { action, at } => ActionCode(*action).write(f, MomentCode(*at)),
        Command::PassOn { at } => write!(f, "pass-on:{}", MomentCode(*at)),
        Command::TakeBack => f.write_str("back"),
        Command::End => f.write_str("end"),
    }
}

impl FromStr for CustomId {
    type Err = NotACustomId;

    fn from_str(text: &str) -> Result<Self, NotACustomId> {
        if let Some(table) = text.strip_suffix(SINGLE_LEVEL_ROBOT.0) {
            return format!("{table}{}", SINGLE_LEVEL_ROBOT.1).parse();
        }
        if let Some(page) = text.strip_prefix(SINGLE_BOARD).and_then(BoardId::from_single_board) {
            return Ok(Self::Board(page));
        }
        let Some((PREFIX, rest)) = text.split_once(':') else { return Err(NotACustomId::OtherVersion) };
        let read = (text.len() <= MAX_LENGTH).then(|| read(rest)).flatten();
        // Each custom id has exactly one spelling: variants such as `+1` or `01` are rejected.
        read.filter(|id| id.to_string() == text).ok_or(NotACustomId::Unreadable)
    }
}

fn read(text: &str) -> Option<CustomId> {
    let mut words = text.split(':');
    let table = words.next()?;
    let words: Vec<&str> = words.collect();
    if table == "-" { read_global(&words) } else { read_at(TableId(table.parse().ok()?), &words) }
}

fn read_global(words: &[&str]) -> Option<CustomId> {
    Some(match words {
        ["topic", "menu"] => CustomId::Menu(RulesMenu::Topics),
        ["score", "menu"] => CustomId::Menu(RulesMenu::Silent),
        ["score", sum @ ..] => CustomId::Score(CalculationCode::read(sum)?.0),
        ["share", "score", sum @ ..] => CustomId::ShareScore(CalculationCode::read(sum)?.0),
        ["share", page @ ..] => CustomId::Share(read_page(page)?),
        ["topic" | "book", ..] => CustomId::Page(read_page(words)?),
        ["board", "menu"] => CustomId::Menu(RulesMenu::Metric),
        ["board", board @ ..] => CustomId::Board(BoardId::read(board)?),
        ["season", "menu"] => CustomId::Menu(RulesMenu::Season),
        ["season", words @ ..] => CustomId::Seasons(SeasonsId::read(words)?),
        ["played", words @ ..] => CustomId::Played(HistoryId::read(words)?),
        ["house", words @ ..] => CustomId::House(HouseRulesId::read(words)?),
        ["privacy", words @ ..] => CustomId::Privacy(PrivacyId::read(words)?),
        ["stats", words @ ..] => CustomId::Stats(StatsId::read(words)?),
        words => CustomId::Set(PersonalSetting::read(words)?),
    })
}

fn read_page(words: &[&str]) -> Option<RulesPage> {
    Some(match words {
        ["topic", topic] if is_key(topic) => RulesPage::first(*topic),
        ["topic", topic, part] if is_key(topic) => {
            RulesPage { topic: (*topic).to_owned(), part: part.parse().ok()? }
        }
        ["book", part] => RulesPage { topic: "book".to_owned(), part: part.parse().ok()? },
        _ => return None,
    })
}

/// Returns `true` if a word is not empty and consists only of lower-case ASCII letters and hyphens, so that
/// it is safe to use as a message key.
fn is_key(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

fn read_at(table: TableId, words: &[&str]) -> Option<CustomId> {
    Some(match words {
        ["show", what] => CustomId::Show { table, what: TablePanel::read(what)? },
        ["analyse", deal] => CustomId::Analyse { table, deal: deal.parse().ok()? },
        ["replay", deal] => CustomId::Replay { table, deal: deal.parse().ok()? },
        ["draft", at, page, contract, cards] => {
            let contract = ContractCode::read(contract)?.0;
            let draft = BidDraft { page: page.parse().ok()?, contract, cards: CardsCode::read(cards)?.0 };
            CustomId::Draft { table, at: MomentCode::read(at)?.0?, draft }
        }
        ["sure", at, action] => {
            CustomId::Sure { table, at: MomentCode::read(at)?.0?, action: ConfirmedAction::read(action)? }
        }
        words => CustomId::Ask { table, command: read_command(words)? },
    })
}

fn read_command(words: &[&str]) -> Option<Command> {
    Some(match words {
        ["look"] => Command::Look,
        ["join"] => Command::Join,
        ["leave"] => Command::Leave { agreed: None },
        ["leave", cost] => Command::Leave { agreed: Some(cost.parse().ok()?) },
        ["robot", level] => Command::AddRobot(codec::read_level(level)?),
        ["robot"] => Command::RemoveRobot,
        ["start"] => Command::Start,
        ["next"] => Command::NextDeal,
        ["pass-on", at] => Command::PassOn { at: MomentCode::read(at)?.0 },
        ["back"] => Command::TakeBack,
        ["end"] => Command::End,
        [verb, at, rest @ ..] => {
            Command::Act { action: ActionCode::read(verb, rest)?.0, at: MomentCode::read(at)?.0 }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
