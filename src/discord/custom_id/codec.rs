//! Text encodings for the parts of a custom id. Each encoding is short, and each value has exactly one
//! spelling.

use std::fmt;

use super::calculation::{Calculation, SilentResult};
use crate::table::Moment;
use ulti_ai::Level;
use ulti_rules::{Action, Card, CardSet, Contract, Game, Games, Outcome, PlayManner, RuleSet, Suit, Trump};

/// Encoding of a point in a deal, such as `3.42` for deal 3 at event 42. `-` means any point.
#[derive(Clone, Copy)]
pub(super) struct MomentCode(pub(super) Option<Moment>);

impl fmt::Display for MomentCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Moment { deal, version }) => write!(f, "{deal}.{version}"),
            None => f.write_str("-"),
        }
    }
}

impl MomentCode {
    pub(super) fn read(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self(None));
        }
        let (deal, version) = text.split_once('.')?;
        Some(Self(Some(Moment { deal: deal.parse().ok()?, version: version.parse().ok()? })))
    }
}

/// Encoding of a contract, such as `09_` or `a0Ho`. `-` means no contract.
///
/// The encoding consists of:
///
/// - the games, as bits in two hexadecimal digits
/// - the suit of the bid, or `_` if the bid names no suit
/// - `c` if the contract is colourless
/// - `o` for an open hand, or `r` for re-durchmars
///
/// The full name of a contract could exceed the maximum length of a custom id.
pub(super) struct ContractCode(pub(super) Option<Contract>);

impl fmt::Display for ContractCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(contract) = self.0 else { return f.write_str("-") };
        let suit = contract.suit().map_or('_', Suit::letter);
        let colourless = if contract.is_colourless() { "c" } else { "" };
        let manner = match contract.manner() {
            PlayManner::Closed => "",
            PlayManner::Open => "o",
            PlayManner::Re => "r",
        };
        write!(f, "{:02x}{suit}{colourless}{manner}", contract.games().as_u8())
    }
}

impl ContractCode {
    pub(super) fn read(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self(None));
        }
        let games = read_games(text.get(..2)?)?;
        let mut rest = text.get(2..)?.chars();
        let suit = match rest.next()? {
            '_' => None,
            letter => Some(Suit::from_letter(letter)?),
        };
        let (colourless, manner) = match rest.as_str() {
            "" => (false, PlayManner::Closed),
            "c" => (true, PlayManner::Closed),
            "o" => (false, PlayManner::Open),
            "co" => (true, PlayManner::Open),
            "r" => (false, PlayManner::Re),
            _ => return None,
        };
        Contract::new(games, suit, colourless, manner).ok().map(|contract| Self(Some(contract)))
    }
}

fn read_games(text: &str) -> Option<Games> {
    Games::try_from_u8(u8::from_str_radix(text, 16).ok()?)
}

/// Encoding of a set of cards, such as `H7AA`. `-` means no cards.
pub(super) struct CardsCode(pub(super) CardSet);

impl fmt::Display for CardsCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        self.0.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl CardsCode {
    /// Parses up to two cards, since a bid discards two. Returns `None` if the text is invalid.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self(CardSet::EMPTY));
        }
        if !text.is_ascii() || text.len() > 4 {
            return None;
        }
        let cards = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2)?.parse::<Card>().ok());
        cards.collect::<Option<CardSet>>().map(Self)
    }
}

/// Encoding of an action: its name, the point in the deal, and its arguments.
pub(super) struct ActionCode(pub(super) Action);

impl ActionCode {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, at: MomentCode) -> fmt::Result {
        match self.0 {
            Action::Take => write!(f, "take:{at}"),
            Action::Bid { contract, discard } => {
                let cards = CardsCode(discard.unwrap_or_default());
                write!(f, "bid:{at}:{}:{cards}", ContractCode(Some(contract)))
            }
            Action::Pass => write!(f, "pass:{at}"),
            Action::Trump(trump) => write!(f, "trump:{at}:{}", trump.map_or('-', Suit::letter)),
            Action::Kontra(games) => write!(f, "kontra:{at}:{:02x}", games.as_u8()),
            Action::NoKontra => write!(f, "no-kontra:{at}"),
            Action::Play(card) => write!(f, "play:{at}:{card}"),
            Action::Fold => write!(f, "fold:{at}"),
            Action::Open => write!(f, "open:{at}"),
            Action::Claim => write!(f, "claim:{at}"),
            Action::Leave => write!(f, "quit:{at}"),
        }
    }

    pub(super) fn read(verb: &str, rest: &[&str]) -> Option<Self> {
        Some(Self(match (verb, rest) {
            ("take", []) => Action::Take,
            ("bid", [contract, cards]) => {
                let cards = CardsCode::read(cards)?.0;
                let discard = (!cards.is_empty()).then_some(cards);
                Action::Bid { contract: ContractCode::read(contract)?.0?, discard }
            }
            ("pass", []) => Action::Pass,
            ("trump", [trump]) => Action::Trump(read_trump(trump)?),
            ("kontra", [games]) => Action::Kontra(read_games(games)?),
            ("no-kontra", []) => Action::NoKontra,
            ("play", [card]) => Action::Play(card.parse().ok()?),
            ("fold", []) => Action::Fold,
            ("open", []) => Action::Open,
            ("claim", []) => Action::Claim,
            ("quit", []) => Action::Leave,
            _ => return None,
        }))
    }
}

fn read_trump(text: &str) -> Option<Trump> {
    let mut letters = text.chars();
    match (letters.next()?, letters.next()) {
        ('-', None) => Some(None),
        (letter, None) => Suit::from_letter(letter).map(Some),
        _ => None,
    }
}

/// Encoding of a payment calculation, such as `09_:A:08:00010000:-b--`.
///
/// The parts are the contract, its trump suit, the games made, the kontra level of each game, and one letter
/// for the result of each silent game.
pub(super) struct CalculationCode(pub(super) Calculation);

/// Position and letter that encode each silent result, in the order of [`SilentResult::ALL`].
const SILENT_CODES: [(usize, char); SilentResult::ALL.len()] = [
    (0, 'a'),
    (0, 'b'),
    (0, 'c'),
    (0, 'd'),
    (1, 'a'),
    (1, 'b'),
    (1, 'c'),
    (1, 'd'),
    (2, 'a'),
    (2, 'b'),
    (2, 'c'),
    (2, 'd'),
    (3, 'a'),
    (3, 'b'),
];

impl fmt::Display for CalculationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calculation { contract, trump, levels, outcome } = self.0;
        let trump = trump.map_or('-', Suit::letter);
        write!(f, "{}:{trump}:{:02x}:", ContractCode(Some(contract)), outcome.made.as_u8())?;
        levels.iter().try_for_each(|level| write!(f, "{level}"))?;
        let mut silent = ['-'; 4];
        for happened in self.0.happened() {
            let place = SilentResult::ALL.iter().position(|one| *one == happened);
            if let Some((at, letter)) = place.map(|place| SILENT_CODES[place]) {
                silent[at] = letter;
            }
        }
        write!(f, ":{}", silent.iter().collect::<String>())
    }
}

impl CalculationCode {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        let [contract, trump, made, levels, silent] = words else { return None };
        let contract = ContractCode::read(contract)?.0?;
        let made = read_games(made).filter(|made| contract.games().is_superset(*made))?;
        let mut sum = Calculation {
            contract,
            trump: read_trump(trump)?,
            levels: read_levels(levels)?,
            outcome: Outcome { made, ..Outcome::default() },
        };
        if silent.chars().count() != 4 {
            return None;
        }
        for (at, letter) in silent.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            let place = SILENT_CODES.iter().position(|one| *one == (at, letter))?;
            sum = sum.with(SilentResult::ALL[place]);
        }
        Some(Self(sum))
    }
}

fn read_levels(text: &str) -> Option<[u8; Game::ALL.len()]> {
    let level = |digit: char| {
        let level = u8::try_from(digit.to_digit(10)?).ok()?;
        (level <= RuleSet::KONTRA_LIMIT).then_some(level)
    };
    text.chars().map(level).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

/// Returns the name that represents a robot's level in custom ids.
pub(super) fn level(level: Level) -> String {
    match serde_json::to_value(level) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// Parses the name that represents a robot's level in custom ids.
pub(super) fn read_level(name: &str) -> Option<Level> {
    serde_json::from_value(name.into()).ok()
}
