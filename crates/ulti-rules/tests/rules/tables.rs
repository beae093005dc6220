//! Test cases that need no deal, such as cases about legal cards or the order of bids.

use serde::Deserialize;
use ulti_rules::{Book, Seat, Suit, Trick, TrumpRule};

use crate::notation::{Outcome, card_list, cards, contract, trump};
use crate::script::same;

const fn yes() -> bool {
    true
}

/// A test case that lists which cards of a hand may be played to a trick.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Duty {
    pub(crate) source: String,
    trump: String,
    trick: String,
    hand: String,
    playable: String,
    #[serde(default = "yes")]
    must_beat: bool,
}

impl Duty {
    pub(crate) fn check(&self) -> Outcome {
        let mut trick = Trick::new(Seat::One);
        card_list(&self.trick)?.into_iter().for_each(|card| trick.push(card));
        let (playable, _) = trick.playable(cards(&self.hand)?, trump(&self.trump)?, self.must_beat);
        same(playable, cards(&self.playable)?)
    }
}

/// A test case with pairs of a new and an old bid. Lists the overcalls that are allowed and those that are
/// not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Overcalls {
    pub(crate) source: String,
    #[serde(default)]
    allowed: Vec<[String; 2]>,
    #[serde(default)]
    refused: Vec<[String; 2]>,
}

impl Overcalls {
    pub(crate) fn check(&self, book: &Book) -> Outcome {
        let pairs = self.allowed.iter().map(|pair| (pair, true));
        for ([new, old], wanted) in pairs.chain(self.refused.iter().map(|pair| (pair, false))) {
            let found = book.overcalls(&contract(new)?, &contract(old)?);
            same(found, wanted).map_err(|wrong| format!("{new} over {old}: {wrong}"))?;
        }
        Ok(())
    }
}

/// A test case that lists all bids of a rule set.
///
/// Each bid is listed with its points and its trumps: `none`, a suit, or the letters of the possible choices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bids {
    pub(crate) source: String,
    book: Vec<(String, i32, String)>,
}

impl Bids {
    pub(crate) fn check(&self, book: &Book) -> Outcome {
        let mut found: Vec<(String, i32, String)> = book
            .entries()
            .iter()
            .map(|entry| (entry.contract.to_string(), entry.points, trump_word(entry.trump)))
            .collect();
        let mut wanted = self.book.clone();
        found.sort();
        wanted.sort();
        for (found, wanted) in found.iter().zip(&wanted) {
            same(found, wanted)?;
        }
        same(found.len(), wanted.len())
    }
}

fn trump_word(rule: TrumpRule) -> String {
    match rule {
        TrumpRule::Fixed(None) => "none".to_owned(),
        TrumpRule::Fixed(Some(suit)) => suit.word().to_owned(),
        TrumpRule::Named { .. } => {
            let letter = |trump: Option<Suit>| trump.map_or('-', Suit::letter);
            rule.choices().into_iter().map(letter).collect()
        }
    }
}

/// A test case that lists other spellings of bids and texts that must be rejected.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Games {
    pub(crate) source: String,
    /// Pairs of a text and the canonical name of the bid that it means.
    #[serde(default)]
    synonyms: Vec<[String; 2]>,
    /// Texts that do not name a contract of the tested rules.
    #[serde(default)]
    refused: Vec<String>,
}

impl Games {
    pub(crate) fn check(&self, book: &Book) -> Outcome {
        for [text, meant] in &self.synonyms {
            let found = book.find(&contract(text)?).map(|entry| entry.contract.to_string());
            same(found.as_ref(), Some(meant)).map_err(|wrong| format!("{text}: {wrong}"))?;
        }
        for text in &self.refused {
            let found = contract(text).ok().and_then(|contract| book.find(&contract));
            same(found.map(|entry| entry.points), None).map_err(|wrong| format!("{text}: {wrong}"))?;
        }
        Ok(())
    }
}

/// Names of the kontra levels, beginning with level 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Levels {
    pub(crate) source: String,
    names: Vec<String>,
}

impl Levels {
    pub(crate) fn check(&self, book: &Book) -> Outcome {
        same(usize::from(book.rules().kontra_limit), self.names.len())?;
        same(&book.rules().kontra_names, &self.names)
    }
}
