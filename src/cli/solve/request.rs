//! The JSON format of one input line of `ulti solve`.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::line_error::LineError;
use super::question::SolveQuestion;
use ulti_ai::solver::Position;
use ulti_rules::{BySeat, Card, CardSet, Seat, Suit, Trick, Trump};

/// Number of cards in each hand before the first trick.
pub(super) const WHOLE_HAND: u32 = 10;

/// The fields of an input line, as pairs of name and description. Error messages include the descriptions.
const FIELDS: [(&str, &str); 9] = [
    ("trump", "a suit's letter, A, L, H or B, or none"),
    ("hands", r#"three lists of cards, as in [["LA", "L7"], ["LX", "A8"], ["H9", "HA"]]"#),
    ("declarer", "a seat, 0, 1 or 2: the player who plays alone"),
    ("lead", "a seat, 0, 1 or 2: the player who leads, or led the current trick"),
    ("trick", r#"a list of the cards in the current trick, the led card first, as in ["LA"]"#),
    ("talon", r#"a list of the two discarded cards, as in ["B8", "L7"]"#),
    ("question", r#"a game or points, or several, as in "40-100+ulti""#),
    ("must_beat", "true or false"),
    ("seven_locked", "true or false"),
];

/// Maximum edit distance at which an unknown field name is reported as a typo.
///
/// Other unknown fields are ignored.
const NEARLY: usize = 2;

/// A position as read from an input line, before validation.
#[derive(Debug, Deserialize)]
struct PositionNote {
    trump: Option<String>,
    hands: Option<Vec<Vec<Card>>>,
    declarer: Option<Seat>,
    lead: Option<Seat>,
    #[serde(default)]
    trick: Vec<Card>,
    #[serde(default)]
    talon: Vec<Card>,
    question: Option<String>,
    #[serde(default = "default_must_beat")]
    must_beat: bool,
    #[serde(default)]
    seven_locked: bool,
}

const fn default_must_beat() -> bool {
    true
}

/// A validated position and the questions to answer about it.
#[derive(Debug)]
pub(super) struct SolveRequest {
    pub(super) position: Position,
    /// The two discarded cards. Empty if they are unknown.
    pub(super) talon: CardSet,
    pub(super) parts: Vec<SolveQuestion>,
}

impl SolveRequest {
    /// Parses and validates an input line.
    ///
    /// # Errors
    /// Returns an error if the line is not valid JSON, or if a field is missing or invalid.
    pub(super) fn read(line: &[u8]) -> Result<Self, LineError> {
        let value: Value = serde_json::from_slice(line).map_err(LineError::NotJson)?;
        check_names(value.as_object().ok_or(LineError::NotAnObject)?)?;
        let note: PositionNote =
            serde_path_to_error::deserialize(&value).map_err(|error| wrong_field(&error))?;
        let mut asked = Self {
            position: note.position()?,
            talon: note.talon()?,
            parts: SolveQuestion::read_all(required(note.question, "question")?.as_str())?,
        };
        if asked.dealt().values().all(|hand| hand.len() == WHOLE_HAND) {
            asked.talon = asked.dealt().values().fold(CardSet::DECK, |rest, hand| rest - *hand);
        }
        Ok(asked)
    }

    /// Returns each seat's hand, including any card that the seat has played to the current trick.
    pub(super) fn dealt(&self) -> BySeat<CardSet> {
        let mut hands = self.position.hands;
        for (seat, card) in self.position.trick.plays() {
            hands[seat] |= card.into();
        }
        hands
    }
}

impl PositionNote {
    fn position(&self) -> Result<Position, LineError> {
        let hands = required(self.hands.as_ref(), "hands")?;
        let [zero, one, two] = hands.as_slice() else {
            return Err(LineError::Hands(hands.len()));
        };
        if self.trick.len() > 2 {
            return Err(LineError::Trick(self.trick.len()));
        }
        let mut seen = CardSet::EMPTY;
        for card in hands.iter().flatten().chain(&self.trick).chain(&self.talon) {
            if seen.contains(*card) {
                return Err(LineError::Twice(*card));
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

    fn talon(&self) -> Result<CardSet, LineError> {
        match self.talon.len() {
            0 | 2 => Ok(self.talon.iter().copied().collect()),
            count => Err(LineError::Talon(count)),
        }
    }
}

fn trump(text: &str) -> Result<Trump, LineError> {
    let mut letters = text.chars();
    match (letters.next().and_then(Suit::from_letter), letters.next()) {
        (Some(suit), None) => Ok(Some(suit)),
        _ if text == "none" => Ok(None),
        _ => Err(LineError::UnknownTrump(text.to_owned())),
    }
}

fn required<T>(given: Option<T>, field: &'static str) -> Result<T, LineError> {
    given.ok_or(LineError::Missing { field, is: meaning(field).1 })
}

fn meaning(field: &str) -> (&'static str, &'static str) {
    FIELDS.into_iter().find(|(name, _)| *name == field).unwrap_or(("the field", "something else"))
}

fn check_names(object: &Map<String, Value>) -> Result<(), LineError> {
    for found in object.keys().filter(|key| !FIELDS.iter().any(|(name, _)| name == key)) {
        let near = |name: &&str| strsim::levenshtein(name, found) <= NEARLY;
        if let Some(nearest) = FIELDS.into_iter().map(|(name, _)| name).find(near) {
            return Err(LineError::UnknownField { found: found.clone(), nearest });
        }
    }
    Ok(())
}

fn wrong_field(error: &serde_path_to_error::Error<serde_json::Error>) -> LineError {
    let path = error.path().to_string();
    let (field, is) = meaning(path.split(['.', '[']).next().unwrap_or_default());
    LineError::Field { path, reason: error.inner().to_string(), field, is }
}
