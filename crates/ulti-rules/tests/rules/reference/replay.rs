//! Replay of records, including a check of their results (`RULES §10`).

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};

use super::book::Book;
use super::claim::{Claim, judge};
use super::deal::Deal;
use super::departure;
use super::moves::{self, Move};
use super::pay::Outcome;
use super::rules::Rules;

/// A cache of rule sets with their lists of bids, which are slow to create. The key is the text of the rules.
#[derive(Default)]
pub(crate) struct BookCache(BTreeMap<String, (Rc<Rules>, Rc<Book>)>);

/// Result of a replay.
#[derive(Debug)]
pub(crate) struct Replayed {
    pub(crate) outcome: Outcome,
    /// The decision about the claim that ended the deal, if any.
    pub(crate) claim: Option<Claim>,
}

impl BookCache {
    /// Returns the rules of a record and the list of all bids under these rules.
    pub(crate) fn get(&mut self, note: &Value) -> Result<(Rc<Rules>, Rc<Book>), String> {
        if let Some(known) = self.0.get(&note.to_string()) {
            return Ok(known.clone());
        }
        let rules = Rules::read(note)?;
        let both = (Rc::new(rules.clone()), Rc::new(Book::new(&rules)));
        self.0.insert(note.to_string(), both.clone());
        Ok(both)
    }

    /// Replays all actions of a record and compares the result with the recorded one.
    ///
    /// Compares the payments, the window (the table's pot) and the individual items.
    pub(crate) fn replay(&mut self, record: &Value) -> Result<Replayed, String> {
        let mut deal = self.beginning(record)?;
        let actions = record.get("actions").and_then(Value::as_array).ok_or("missing actions")?;
        for (number, action) in actions.iter().enumerate() {
            let (seat, mut wanted) = moves::read(action)?;
            if wanted == Move::Claim && !deal.rules.yes("claim") {
                if action.get("accepted") == Some(&Value::Bool(true)) {
                    return Err("no claim is accepted under these rules".to_owned());
                }
                wanted = Move::Open;
            }
            let place = format!("action {}, {action}", number + 1);
            if wanted == Move::Leave && deal.pays_what_is_certain() {
                return left(&deal, seat, record);
            }
            deal.act(seat, &wanted).map_err(|reason| format!("{place}: {reason}"))?;
            let rejected = action.get("accepted") == Some(&Value::Bool(false));
            if wanted == Move::Claim && number + 1 == actions.len() && !rejected {
                return claimed(&deal, record);
            }
        }
        if !deal.is_over() {
            return Err("the deal is not over".to_owned());
        }
        let outcome = deal.settle();
        compare(&outcome, record)?;
        Ok(Replayed { outcome, claim: None })
    }

    /// Returns the deal of a record before its first action.
    pub(crate) fn beginning(&mut self, record: &Value) -> Result<Deal, String> {
        if record["format"] != "ulti-record/1" {
            return Err(format!("unknown format {}", record["format"]));
        }
        let (rules, book) = self.get(&record["rules"])?;
        let hand = |seat: usize| moves::cards(&record["hands"][seat]);
        let dealer = number(&record["dealer"]).and_then(|seat| usize::try_from(seat).ok());
        let dealer = dealer.filter(|seat| *seat < 3).ok_or("invalid dealer")?;
        let window = number(&record["window"]).unwrap_or(0);
        Deal::new(rules, book, dealer, [hand(0)?, hand(1)?, hand(2)?], window)
    }
}

fn number(value: &Value) -> Option<i32> {
    i32::try_from(value.as_i64()?).ok()
}

/// Parses a list of three numbers.
fn three(value: &Value) -> Result<[i32; 3], String> {
    let wrong = || format!("expected three numbers: {value}");
    let list: Option<Vec<i32>> = value.as_array().ok_or_else(wrong)?.iter().map(number).collect();
    list.and_then(|list| list.try_into().ok()).ok_or_else(wrong)
}

/// Returns the recorded payments and the recorded change of the window (the table's pot).
pub(crate) fn recorded(record: &Value) -> Result<([i32; 3], i32), String> {
    let result = &record["result"];
    Ok((three(&result["payments"])?, number(&result["window"]).unwrap_or(0)))
}

fn compare(outcome: &Outcome, record: &Value) -> Result<(), String> {
    if (outcome.payments, outcome.window) != recorded(record)? {
        return Err(format!("computed {outcome:?}, recorded {}", record["result"]));
    }
    let Some(items) = record["result"]["items"].as_array().filter(|items| !items.is_empty()) else {
        return Ok(());
    };
    let declarer = outcome_declarer(record);
    let mut games: BTreeMap<String, [i32; 3]> = BTreeMap::new();
    for item in items {
        add_item(item, declarer, &mut games)?;
    }
    let moved = |games: &BTreeMap<String, [i32; 3]>| {
        games
            .iter()
            .filter(|(_, gains)| **gains != [0; 3])
            .map(|(game, gains)| (game.clone(), *gains))
            .collect()
    };
    let (own, theirs): (Vec<_>, Vec<_>) = (moved(&outcome.games), moved(&games));
    if own == theirs { Ok(()) } else { Err(format!("items sum to {theirs:?}, expected {own:?}")) }
}

/// Returns the declarer of a recorded deal, who made the last bid.
fn outcome_declarer(record: &Value) -> Option<usize> {
    let actions = record["actions"].as_array()?;
    let bid = actions.iter().rev().find(|action| action.get("bid").is_some())?;
    usize::try_from(bid["seat"].as_u64()?).ok()
}

fn add_item(
    item: &Value,
    declarer: Option<usize>,
    games: &mut BTreeMap<String, [i32; 3]>,
) -> Result<(), String> {
    let wrong = || format!("invalid item: {item}");
    let alone = number(&item["seat"]).and_then(|seat| usize::try_from(seat).ok());
    let gainer = alone.or(declarer).ok_or_else(wrong)?;
    let points = number(&item["points"]).ok_or_else(wrong)?;
    let gains = games.entry(item["game"].as_str().ok_or_else(wrong)?.to_owned()).or_default();
    for against in item["against"].as_array().ok_or_else(wrong)? {
        let payer = number(against).and_then(|seat| usize::try_from(seat).ok()).ok_or_else(wrong)?;
        gains[gainer] += points;
        gains[payer] -= points;
    }
    Ok(())
}

/// Replays a record that ends with the departure of a player after the first trick.
///
/// With many tricks left, the amounts above the penalty are not computed.
fn left(deal: &Deal, seat: usize, record: &Value) -> Result<Replayed, String> {
    let penalty = departure::penalty(deal, seat);
    let (payments, window) = recorded(record)?;
    let outcome = Outcome { payments, window, ..Outcome::default() };
    let items = record["result"]["items"].as_array().ok_or("missing items")?;
    let (raised, rest): (Vec<_>, Vec<_>) =
        items.iter().cloned().partition(|item| item["game"] == "renonsz-supplement");
    let mut without = record.clone();
    without["result"]["items"] = rest.into();
    without["result"]["payments"] = json!(penalty.payments);
    without["result"]["window"] = json!(0);
    compare(&penalty, &without)?;
    let mut added = BTreeMap::new();
    for item in &raised {
        add_item(item, deal.declarer(), &mut added)?;
    }
    let added = added.values().next().copied().unwrap_or_default();
    let declarer = deal.declarer().ok_or("no bid was made")?;
    for other in 0..3 {
        let from_window = if other == declarer { -window } else { 0 };
        let more = added[other] >= 0 || other == seat;
        if !more || payments[other] != penalty.payments[other] + added[other] + from_window {
            return Err(format!("recorded {}, penalty {penalty:?}", record["result"]));
        }
    }
    if deal.tricks.len() >= 8 && departure::payments(deal, seat) != (payments, window) {
        return Err(format!("{:?} is certain, recorded {payments:?}", departure::payments(deal, seat)));
    }
    Ok(Replayed { outcome, claim: None })
}

/// Replays a record that ends with a claim.
fn claimed(deal: &Deal, record: &Value) -> Result<Replayed, String> {
    let (payments, window) = recorded(record)?;
    let claim = judge(deal, (payments, window));
    if claim == Claim::Wrong {
        return Err(format!("claim does not force payments {payments:?} and window {window}"));
    }
    let outcome = Outcome { payments, window, ..Outcome::default() };
    Ok(Replayed { outcome, claim: Some(claim) })
}
