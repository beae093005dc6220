//! The parts of a custom id: short, and with one spelling each.

use std::fmt;

use super::{Grave, Shown};
use crate::ai::Level;
use crate::discord::sum::{Happened, Sum};
use crate::rules::{Action, Card, CardSet, Contract, Game, Games, Manner, Outcome, RuleSet, Suit, Trump};
use crate::table::Moment;

/// `3.42`: deal 3, event 42; `-` for whenever.
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

/// `09_`, `a0Ho`: the games as bits in two hexadecimal digits, the suit of the bid or `_`, `c` for
/// colourless, `o` for open, `r` for re-; `-` for none. The contract's own text could fill a custom id alone.
pub(super) struct ContractCode(pub(super) Option<Contract>);

impl fmt::Display for ContractCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(contract) = self.0 else { return f.write_str("-") };
        let suit = contract.suit().map_or('_', Suit::letter);
        let colourless = if contract.is_colourless() { "c" } else { "" };
        let manner = match contract.manner() {
            Manner::Closed => "",
            Manner::Open => "o",
            Manner::Re => "r",
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
            "" => (false, Manner::Closed),
            "c" => (true, Manner::Closed),
            "o" => (false, Manner::Open),
            "co" => (true, Manner::Open),
            "r" => (false, Manner::Re),
            _ => return None,
        };
        Contract::new(games, suit, colourless, manner).ok().map(|contract| Self(Some(contract)))
    }
}

fn read_games(text: &str) -> Option<Games> {
    Games::try_from_u8(u8::from_str_radix(text, 16).ok()?)
}

/// `H7AA`: cards one after the other; `-` for none.
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
    /// Two cards at most: that is all a bid lays down.
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

/// An action: a word, the moment, and what it takes.
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

/// `09_:A:08:00010000:-b--`: a contract, its trumps, the games made, how often each was doubled by
/// its place, and what happened silently, a letter each.
pub(super) struct SumCode(pub(super) Sum);

/// What a silent thing is written as: its place, and the letter there.
const HAPPENED: [(usize, char); Happened::ALL.len()] = [
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

impl fmt::Display for SumCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sum { contract, trump, levels, outcome } = self.0;
        let trump = trump.map_or('-', Suit::letter);
        write!(f, "{}:{trump}:{:02x}:", ContractCode(Some(contract)), outcome.made.as_u8())?;
        levels.iter().try_for_each(|level| write!(f, "{level}"))?;
        let mut silent = ['-'; 4];
        for happened in self.0.happened() {
            let place = Happened::ALL.iter().position(|one| *one == happened);
            if let Some((at, letter)) = place.map(|place| HAPPENED[place]) {
                silent[at] = letter;
            }
        }
        write!(f, ":{}", silent.iter().collect::<String>())
    }
}

impl SumCode {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        let [contract, trump, made, levels, silent] = words else { return None };
        let contract = ContractCode::read(contract)?.0?;
        let made = read_games(made).filter(|made| contract.games().is_superset(*made))?;
        let mut sum = Sum {
            contract,
            trump: read_trump(trump)?,
            levels: read_levels(levels)?,
            outcome: Outcome { made, ..Outcome::default() },
        };
        if silent.chars().count() != 4 {
            return None;
        }
        for (at, letter) in silent.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            let place = HAPPENED.iter().position(|one| *one == (at, letter))?;
            sum = sum.with(Happened::ALL[place]);
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

/// A robot's level by the name under which it is stored.
pub(super) fn level(level: Level) -> String {
    match serde_json::to_value(level) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

pub(super) fn read_level(name: &str) -> Option<Level> {
    serde_json::from_value(name.into()).ok()
}

impl Shown {
    pub(super) const ALL: [Self; 5] = [Self::Hand, Self::LastTrick, Self::Help, Self::Hint, Self::More];

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::LastTrick => "last",
            Self::Help => "help",
            Self::Hint => "hint",
            Self::More => "more",
        }
    }

    pub(super) fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shown| shown.code() == code)
    }
}

impl Grave {
    pub(super) const ALL: [Self; 3] = [Self::Fold, Self::Open, Self::Claim];

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Open => "open",
            Self::Claim => "claim",
        }
    }

    pub(super) fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grave| grave.code() == code)
    }
}
