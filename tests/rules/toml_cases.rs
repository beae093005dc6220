//! The cases of `cases/*.toml`: deals written down, each with the place in `RULES` that it shows.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use ulti::rules::{Book, BySeat, Item, RulesNote, Seat, Settlement, Side, Start};

use crate::notation::{Outcome, card_list, cards};
use crate::script::{Run, same};
use crate::tables::{Bids, Duty, Games, Overcalls};

/// One file of cases. Its deals can be used by all its cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// A preset's name, or a table of a preset and what is different.
    rules: RulesNote,
    #[serde(default)]
    deal: Vec<NamedDeal>,
    #[serde(default)]
    case: Vec<Case>,
    #[serde(default)]
    duty: Vec<Duty>,
    #[serde(default)]
    overcalls: Vec<Overcalls>,
    #[serde(default)]
    bids: Vec<Bids>,
    #[serde(default)]
    games: Vec<Games>,
}

/// The cards, and a line of play for them that a case can follow.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedDeal {
    name: String,
    /// Twelve cards for seat 0 and ten for each of the others.
    hands: [String; 3],
    /// What seat 0 lays down where a case says `plays`.
    #[serde(default)]
    talon: String,
    /// The tricks, each in the order in which it was played, for `rest`.
    #[serde(default)]
    tricks: String,
}

/// A deal that is played by a script, and what it comes to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// The place in `RULES`.
    source: String,
    /// One of the file's deals.
    deal: String,
    /// What lies in the window before the deal.
    #[serde(default)]
    before: i32,
    script: String,
    /// What each seat gains, the window's share included.
    payments: Option<[i32; 3]>,
    /// What the window gains.
    #[serde(default)]
    window: i32,
    /// Every line of the settlement, as `item_line` writes it, in any order.
    items: Option<Vec<String>>,
}

/// `ulti declarer made 4 x2 8 vs 1,2`: what, the side or the one seat, how it went, the value, the
/// kontra's factor, what it gains from each, and the seats it is settled with.
fn item_line(item: &Item) -> String {
    let side = match (item.seat, item.side) {
        (Some(seat), _) => format!("seat-{seat}"),
        (None, Side::Declarer) => "declarer".to_owned(),
        (None, Side::Defence) => "defence".to_owned(),
    };
    let made = if item.made { "made" } else { "lost" };
    let against: Vec<String> = item.against.iter().map(ToString::to_string).collect();
    let (name, value, kontra, points) = (item.game.name(), item.value, item.kontra, item.points);
    format!("{name} {side} {made} {value} x{kontra} {points} vs {}", against.join(","))
}

/// Seat 2 deals in every case, so seat 0 is forehand.
fn start(deal: &NamedDeal, window: i32) -> Outcome<Start> {
    let [zero, one, two] = &deal.hands;
    let hands = BySeat([cards(zero)?, cards(one)?, cards(two)?]);
    Ok(Start { dealer: Seat::Two, hands, window })
}

fn check(case: &Case, deals: &HashMap<&str, &NamedDeal>, book: &Arc<Book>) -> Outcome {
    if !case.source.starts_with("RULES §") {
        return Err("the source is a paragraph of RULES".to_owned());
    }
    let deal = deals.get(case.deal.as_str()).ok_or_else(|| format!("no deal '{}'", case.deal))?;
    let line = card_list(&deal.tricks)?;
    let mut run = Run::new(Arc::clone(book), start(deal, case.before)?, cards(&deal.talon)?, &line)?;
    run.script(&case.script)?;
    check_settlement(case, run.settlement())
}

fn check_settlement(case: &Case, settlement: Option<&Settlement>) -> Outcome {
    if case.payments.is_none() && case.items.is_none() && case.window == 0 {
        return Ok(());
    }
    let settlement = settlement.ok_or("the deal is not over")?;
    if let Some(items) = &case.items {
        let mut found: Vec<String> = settlement.items.iter().map(item_line).collect();
        let mut wanted = items.clone();
        found.sort();
        wanted.sort();
        same(found, wanted)?;
    }
    if let Some(payments) = case.payments {
        same(settlement.payments.0, payments).map_err(|wrong| format!("payments: {wrong}"))?;
    }
    same(settlement.window, case.window).map_err(|wrong| format!("window: {wrong}"))
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/cases");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Every failure of a file, and how many cases there were.
fn run_file(path: &Path) -> (usize, Vec<String>) {
    let file: File = toml::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|reason| panic!("{}: {reason}", path.display()));
    let book = Arc::new(Book::new(file.rules.rules().unwrap()));
    let deals: HashMap<&str, &NamedDeal> = file.deal.iter().map(|deal| (deal.name.as_str(), deal)).collect();
    let mut results: Vec<(&str, Outcome)> = Vec::new();
    results.extend(file.case.iter().map(|case| (case.name.as_str(), check(case, &deals, &book))));
    results.extend(file.duty.iter().map(|duty| (duty.source.as_str(), duty.check())));
    results.extend(file.overcalls.iter().map(|order| (order.source.as_str(), order.check(&book))));
    results.extend(file.bids.iter().map(|bids| (bids.source.as_str(), bids.check(&book))));
    results.extend(file.games.iter().map(|games| (games.source.as_str(), games.check(&book))));
    let stem = path.file_stem().unwrap().to_string_lossy();
    let wrong = |(name, outcome): &(&str, Outcome)| {
        outcome.as_ref().err().map(|wrong| format!("{stem}, {name}: {wrong}"))
    };
    (results.len(), results.iter().filter_map(wrong).collect())
}

#[test]
fn every_case_comes_out_as_the_rules_say() {
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files() {
        let (cases, failures) = run_file(&path);
        assert!(cases > 0, "{} holds no case", path.display());
        count += cases;
        wrong.extend(failures);
    }
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
}
