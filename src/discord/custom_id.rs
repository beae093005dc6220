//! What is written on the back of a button.
//!
//! A custom id says everything that its button needs, so a button works days later and after a
//! restart: `u1:17:play:3.42:H7` plays the seven of hearts at table 17, if deal 3 still stands at
//! its 42nd event. The options of a menu carry custom ids as their values, and are read the same
//! way. Whatever comes back from Discord may be made up: reading refuses all that this program
//! would not have written itself.

mod board;
mod code;
mod house;
mod played;
mod privacy;
mod season;
mod stats;

use std::fmt;
use std::str::FromStr;

use super::draft::Draft;
use super::sum::Sum;
use crate::rules::Action;
use crate::table::{Command, Moment, TableId};
pub use board::{BoardId, Part, metric_of, metric_word};
use code::{ActionCode, CardsCode, ContractCode, MomentCode, SumCode};
pub use house::House;
pub use played::{Played, Turn};
pub use privacy::Privacy;
pub use season::SeasonsId;
pub use stats::{Span, StatsId};

/// The longest custom id that Discord takes.
pub const MAX_LENGTH: usize = 100;

/// The button for a robot as it was written while there was one level, and as it is written now.
const ONLY_ROBOT: (&str, &str) = (":robot:plain", ":robot:easy");

/// The buttons of a leaderboard as they were while there was one.
const OLD_BOARD: &str = "u1:-:board:";

/// The prefix that this program writes. Another meaning of what follows takes another number.
const PREFIX: &str = "u1";

/// What a button or the option of a menu asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomId {
    /// To be asked of a table as it is.
    Ask {
        /// Which.
        table: TableId,
        /// What.
        command: Command,
    },
    /// To be shown something of a table, to the presser only.
    Show {
        /// Which.
        table: TableId,
        /// What.
        what: Shown,
    },
    /// To look at a finished deal again.
    Analyse {
        /// At which table.
        table: TableId,
        /// Its number there.
        deal: u32,
    },
    /// To step through a finished deal.
    Replay {
        /// At which table.
        table: TableId,
        /// Its number there.
        deal: u32,
    },
    /// To go on with a bid.
    Draft {
        /// Where.
        table: TableId,
        /// The moment it is made for.
        at: Moment,
        /// What has been chosen.
        draft: Draft,
    },
    /// To be asked back before something that can't be undone.
    Sure {
        /// Where.
        table: TableId,
        /// The moment it is meant for.
        at: Moment,
        /// What.
        action: Grave,
    },
    /// A page of the rules, by the rules in force where the button is pressed.
    Page(Page),
    /// A page of the rules, for everybody to see.
    Share(Page),
    /// What a deal would pay.
    Score(Sum),
    /// What a deal would pay, for everybody to see.
    ShareScore(Sum),
    /// A menu, which itself says nothing: its options do.
    Menu(Menu),
    /// A part of a leaderboard.
    Board(BoardId),
    /// Something of the server's seasons and evenings.
    Seasons(SeasonsId),
    /// A setting of the presser's own.
    Set(Setting),
    /// A step in the choice of the server's rules.
    House(House),
    /// A step about the presser's own data.
    Privacy(Privacy),
    /// Somebody's numbers.
    Stats(StatsId),
    /// What was played on the server.
    Played(Played),
}

/// A page of the rules: a chapter, and the page in it, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The key of the chapter.
    pub topic: String,
    /// The page of it.
    pub part: u8,
}

impl Page {
    /// The first page of a chapter.
    pub fn first(topic: impl Into<String>) -> Self {
        Self { topic: topic.into(), part: 0 }
    }
}

/// The menus of the pages of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Menu {
    /// Of the chapters.
    Topics,
    /// Of what happened silently.
    Silent,
    /// Of what a leaderboard goes by.
    Metric,
    /// Of seasons.
    Season,
}

/// What can be shown of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The presser's hand.
    Hand,
    /// The last trick.
    LastTrick,
    /// What to do now.
    Help,
    /// What the strong robot would do in the presser's place.
    Hint,
    /// The rarer buttons.
    More,
}

/// An action that is asked back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grave {
    /// Giving the contract up.
    Fold,
    /// Laying the own hand open.
    Open,
    /// Laying it open and claiming the rest.
    Claim,
}

impl Grave {
    /// The action itself.
    pub const fn action(self) -> Action {
        match self {
            Self::Fold => Action::Fold,
            Self::Open => Action::Open,
            Self::Claim => Action::Claim,
        }
    }
}

/// A setting that its owner switches by a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Whether to be pinged.
    Pings(bool),
    /// Whether the own hand offers hints.
    Hints(bool),
    /// Whether there are no pictures and no emoji.
    TextOnly(bool),
    /// The language; `None` is that of Discord's own.
    Lang(Option<crate::text::Lang>),
    /// The faces of the cards; `None` are the server's.
    Faces(Option<crate::text::Faces>),
}

/// The text is not a custom id of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotACustomId {
    /// It was written by another version, or by somebody else.
    #[error("not a button of this version")]
    OtherVersion,
    /// It could not have been written by this program.
    #[error("not a custom id")]
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
            Self::Draft { table, at, draft: Draft { page, contract, cards } } => {
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
            Self::Score(sum) => write!(f, "{PREFIX}:-:score:{}", SumCode(*sum)),
            Self::ShareScore(sum) => write!(f, "{PREFIX}:-:share:score:{}", SumCode(*sum)),
            Self::Menu(Menu::Topics) => write!(f, "{PREFIX}:-:topic:menu"),
            Self::Menu(Menu::Silent) => write!(f, "{PREFIX}:-:score:menu"),
            Self::Menu(Menu::Metric) => write!(f, "{PREFIX}:-:board:menu"),
            Self::Menu(Menu::Season) => write!(f, "{PREFIX}:-:season:menu"),
            Self::Board(board) => write!(f, "{PREFIX}:-:board:{board}"),
            Self::Seasons(seasons) => write!(f, "{PREFIX}:-:season:{seasons}"),
            Self::House(house) => write!(f, "{PREFIX}:-:house:{house}"),
            Self::Privacy(privacy) => write!(f, "{PREFIX}:-:privacy:{privacy}"),
            Self::Stats(stats) => write!(f, "{PREFIX}:-:stats:{stats}"),
            Self::Played(played) => write!(f, "{PREFIX}:-:played:{played}"),
            Self::Set(Setting::Pings(on)) => write!(f, "{PREFIX}:-:pings:{}", if *on { "on" } else { "off" }),
            Self::Set(Setting::Hints(on)) => write!(f, "{PREFIX}:-:hints:{}", if *on { "on" } else { "off" }),
            Self::Set(Setting::TextOnly(on)) => {
                write!(f, "{PREFIX}:-:text:{}", if *on { "on" } else { "off" })
            }
            Self::Set(Setting::Lang(lang)) => {
                write!(f, "{PREFIX}:-:lang:{}", lang.map_or("-", crate::text::Lang::code))
            }
            Self::Set(Setting::Faces(faces)) => {
                write!(f, "{PREFIX}:-:faces:{}", faces.map_or("-", crate::text::Faces::code))
            }
        }
    }
}

/// The book of contracts always says which page, other chapters only from the second on.
fn write_page(f: &mut fmt::Formatter<'_>, Page { topic, part }: &Page) -> fmt::Result {
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
        Command::AddRobot(level) => write!(f, "robot:{}", code::level(*level)),
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
        if let Some(table) = text.strip_suffix(ONLY_ROBOT.0) {
            return format!("{table}{}", ONLY_ROBOT.1).parse();
        }
        if let Some(page) = text.strip_prefix(OLD_BOARD).and_then(BoardId::of_old) {
            return Ok(Self::Board(page));
        }
        let Some((PREFIX, rest)) = text.split_once(':') else { return Err(NotACustomId::OtherVersion) };
        let read = (text.len() <= MAX_LENGTH).then(|| read(rest)).flatten();
        // One custom id has one spelling: +1, 01 and the like are not ours.
        read.filter(|id| id.to_string() == text).ok_or(NotACustomId::Unreadable)
    }
}

fn read(text: &str) -> Option<CustomId> {
    let mut words = text.split(':');
    let table = words.next()?;
    let words: Vec<&str> = words.collect();
    if table == "-" { read_placeless(&words) } else { read_at(TableId(table.parse().ok()?), &words) }
}

fn read_placeless(words: &[&str]) -> Option<CustomId> {
    Some(match words {
        ["topic", "menu"] => CustomId::Menu(Menu::Topics),
        ["score", "menu"] => CustomId::Menu(Menu::Silent),
        ["score", sum @ ..] => CustomId::Score(SumCode::read(sum)?.0),
        ["share", "score", sum @ ..] => CustomId::ShareScore(SumCode::read(sum)?.0),
        ["share", page @ ..] => CustomId::Share(read_page(page)?),
        ["topic" | "book", ..] => CustomId::Page(read_page(words)?),
        ["board", "menu"] => CustomId::Menu(Menu::Metric),
        ["board", board @ ..] => CustomId::Board(BoardId::read(board)?),
        ["season", "menu"] => CustomId::Menu(Menu::Season),
        ["season", words @ ..] => CustomId::Seasons(SeasonsId::read(words)?),
        ["played", words @ ..] => CustomId::Played(Played::read(words)?),
        ["house", words @ ..] => CustomId::House(House::read(words)?),
        ["privacy", words @ ..] => CustomId::Privacy(Privacy::read(words)?),
        ["stats", words @ ..] => CustomId::Stats(StatsId::read(words)?),
        ["pings", on] => CustomId::Set(Setting::Pings(*on == "on")),
        ["hints", on] => CustomId::Set(Setting::Hints(*on == "on")),
        ["text", on] => CustomId::Set(Setting::TextOnly(*on == "on")),
        ["lang", "-"] => CustomId::Set(Setting::Lang(None)),
        ["lang", lang] => CustomId::Set(Setting::Lang(lang.parse().ok())),
        ["faces", "-"] => CustomId::Set(Setting::Faces(None)),
        ["faces", code] => CustomId::Set(Setting::Faces(Some(crate::text::Faces::from_code(code)?))),
        _ => return None,
    })
}

fn read_page(words: &[&str]) -> Option<Page> {
    Some(match words {
        ["topic", topic] if is_key(topic) => Page::first(*topic),
        ["topic", topic, part] if is_key(topic) => {
            Page { topic: (*topic).to_owned(), part: part.parse().ok()? }
        }
        ["book", part] => Page { topic: "book".to_owned(), part: part.parse().ok()? },
        _ => return None,
    })
}

/// Whether this may be the key of a topic: it ends up in a look-up of texts.
fn is_key(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

fn read_at(table: TableId, words: &[&str]) -> Option<CustomId> {
    Some(match words {
        ["show", what] => CustomId::Show { table, what: Shown::read(what)? },
        ["analyse", deal] => CustomId::Analyse { table, deal: deal.parse().ok()? },
        ["replay", deal] => CustomId::Replay { table, deal: deal.parse().ok()? },
        ["draft", at, page, contract, cards] => {
            let contract = ContractCode::read(contract)?.0;
            let draft = Draft { page: page.parse().ok()?, contract, cards: CardsCode::read(cards)?.0 };
            CustomId::Draft { table, at: MomentCode::read(at)?.0?, draft }
        }
        ["sure", at, action] => {
            CustomId::Sure { table, at: MomentCode::read(at)?.0?, action: Grave::read(action)? }
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
        ["robot", level] => Command::AddRobot(code::read_level(level)?),
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
