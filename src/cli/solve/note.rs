//! A line as it is written, and what it asks.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::part::Part;
use super::refused::Refused;
use crate::ai::solver::Position;
use crate::rules::{BySeat, Card, CardSet, Seat, Suit, Trick, Trump};

/// How many cards everyone plays with.
pub(super) const WHOLE_HAND: u32 = 10;

/// The fields, and what each of them is.
const FIELDS: [(&str, &str); 9] = [
    ("trump", "a suit's letter, A, L, H or B, or none"),
    ("hands", r#"three lists of cards, as in [["LA", "L7"], ["LX", "A8"], ["H9", "HA"]]"#),
    ("declarer", "a seat, 0, 1 or 2: who plays alone"),
    ("lead", "a seat, 0, 1 or 2: who leads, or led the cards that lie"),
    ("trick", r#"a list of the cards that lie, from the led one on, as in ["LA"]"#),
    ("talon", r#"a list of the two cards laid down, as in ["B8", "L7"]"#),
    ("question", r#"a game or points, or several, as in "40-100+ulti""#),
    ("must_beat", "true or false"),
    ("seven_locked", "true or false"),
];

/// A field that is nearly one of ours is meant to be one; others are the writer's own notes.
const NEARLY: usize = 2;

/// The line.
#[derive(Debug, Deserialize)]
struct Note {
    trump: Option<String>,
    hands: Option<Vec<Vec<Card>>>,
    declarer: Option<Seat>,
    lead: Option<Seat>,
    #[serde(default)]
    trick: Vec<Card>,
    #[serde(default)]
    talon: Vec<Card>,
    question: Option<String>,
    #[serde(default = "yes")]
    must_beat: bool,
    #[serde(default)]
    seven_locked: bool,
}

const fn yes() -> bool {
    true
}

/// A position with the questions about it.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) position: Position,
    /// Empty where it is not known.
    pub(super) talon: CardSet,
    pub(super) parts: Vec<Part>,
}

impl Asked {
    /// What a line asks.
    pub(super) fn read(line: &[u8]) -> Result<Self, Refused> {
        let value: Value = serde_json::from_slice(line).map_err(Refused::NotJson)?;
        check_names(value.as_object().ok_or(Refused::NotAnObject)?)?;
        let note: Note = serde_path_to_error::deserialize(&value).map_err(|error| wrong_field(&error))?;
        let mut asked = Self {
            position: note.position()?,
            talon: note.talon()?,
            parts: Part::read_all(required(note.question, "question")?.as_str())?,
        };
        if asked.dealt().values().all(|hand| hand.len() == WHOLE_HAND) {
            asked.talon = asked.dealt().values().fold(CardSet::DECK, |rest, hand| rest - *hand);
        }
        Ok(asked)
    }

    /// The hands with the cards that lie.
    pub(super) fn dealt(&self) -> BySeat<CardSet> {
        let mut hands = self.position.hands;
        for (seat, card) in self.position.trick.plays() {
            hands[seat] |= card.into();
        }
        hands
    }
}

impl Note {
    fn position(&self) -> Result<Position, Refused> {
        let hands = required(self.hands.as_ref(), "hands")?;
        let [zero, one, two] = hands.as_slice() else {
            return Err(Refused::Hands(hands.len()));
        };
        if self.trick.len() > 2 {
            return Err(Refused::Trick(self.trick.len()));
        }
        let mut seen = CardSet::EMPTY;
        for card in hands.iter().flatten().chain(&self.trick).chain(&self.talon) {
            if seen.contains(*card) {
                return Err(Refused::Twice(*card));
            }
            seen |= (*card).into();
        }
        let mut trick = Trick::new(required(self.lead, "lead")?);
        self.trick.iter().for_each(|card| trick.push(*card));
        let position = Position {
            trump: trump(required(self.trump.as_deref(), "trump")?)?,
            declarer: required(self.declarer, "declarer")?,
            hands: BySeat([zero, one, two]).map(|hand| hand.iter().copied().collect()),
            trick,
            must_beat: self.must_beat,
            seven_locked: self.seven_locked,
        };
        position.check()?;
        Ok(position)
    }

    fn talon(&self) -> Result<CardSet, Refused> {
        match self.talon.len() {
            0 | 2 => Ok(self.talon.iter().copied().collect()),
            count => Err(Refused::Talon(count)),
        }
    }
}

fn trump(text: &str) -> Result<Trump, Refused> {
    let mut letters = text.chars();
    match (letters.next().and_then(Suit::from_letter), letters.next()) {
        (Some(suit), None) => Ok(Some(suit)),
        _ if text == "none" => Ok(None),
        _ => Err(Refused::UnknownTrump(text.to_owned())),
    }
}

fn required<T>(given: Option<T>, field: &'static str) -> Result<T, Refused> {
    given.ok_or(Refused::Missing { field, is: meaning(field).1 })
}

fn meaning(field: &str) -> (&'static str, &'static str) {
    FIELDS.into_iter().find(|(name, _)| *name == field).unwrap_or(("the field", "something else"))
}

fn check_names(object: &Map<String, Value>) -> Result<(), Refused> {
    for found in object.keys().filter(|key| !FIELDS.iter().any(|(name, _)| name == key)) {
        let near = |name: &&str| strsim::levenshtein(name, found) <= NEARLY;
        if let Some(nearest) = FIELDS.into_iter().map(|(name, _)| name).find(near) {
            return Err(Refused::UnknownField { found: found.clone(), nearest });
        }
    }
    Ok(())
}

fn wrong_field(error: &serde_path_to_error::Error<serde_json::Error>) -> Refused {
    let path = error.path().to_string();
    let (field, is) = meaning(path.split(['.', '[']).next().unwrap_or_default());
    Refused::Field { path, reason: error.inner().to_string(), field, is }
}
