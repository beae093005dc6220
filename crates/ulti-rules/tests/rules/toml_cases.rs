//! Runs the cases of `cases/*/*.toml`, with a folder for each preset and one for house rules. Each case
//! names the line of `RULES` that it covers.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use ulti_rules::{Book, BySeat, Item, RulesSpec, Seat, Settlement, Side, Start};

use crate::notation::{Outcome, card_list, cards};
use crate::script::{Run, same};
use crate::tables::{Bids, Duty, Games, Levels, Overcalls};

/// A file of test cases. A case can use the deals of the same file and those of `data/deals.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Rules of the test cases: the name of a preset, or a table with a preset and changed fields.
    rules: RulesSpec,
    #[serde(default)]
    results: Vec<Results>,
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
    #[serde(default)]
    levels: Vec<Levels>,
}

/// A deal that test cases refer to by name, with its hands and the order in which the cards are played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedDeal {
    name: String,
    /// Twelve cards for seat 0, and ten for each of the others.
    hands: [String; 3],
    /// The two cards that seat 0 lays down when a script executes the command `plays`.
    #[serde(default)]
    talon: String,
    /// All cards in the order in which the script command `rest` plays them.
    #[serde(default)]
    tricks: String,
}

impl NamedDeal {
    /// Returns the deal with two suits exchanged.
    fn swapped(&self, suits: &str) -> Self {
        let other = |letter: char| match suits.find(letter) {
            Some(place) => suits.chars().nth(1 - place).unwrap_or(letter),
            None => letter,
        };
        let word = |word: &str| word.chars().take(1).map(other).chain(word.chars().skip(1)).collect();
        let all = |text: &str| text.split_whitespace().map(word).collect::<Vec<String>>().join(" ");
        let hands = self.hands.each_ref().map(|hand| all(hand));
        Self { name: self.name.clone(), hands, talon: all(&self.talon), tricks: all(&self.tricks) }
    }
}

/// A test case that plays a deal by a script and checks its settlement.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// The line of `RULES` that the case covers.
    source: String,
    /// Rules of this test case. If `None`, the rules of the file apply.
    rules: Option<RulesSpec>,
    /// Name of the deal to play. The deal is defined in the same file or in `data/deals.toml`.
    deal: String,
    /// Points in the window (the table's pot) before the deal.
    #[serde(default)]
    before: i32,
    script: String,
    /// Points that each seat receives.
    payments: Option<[i32; 3]>,
    /// Points that are added to the window (the table's pot).
    #[serde(default)]
    window: i32,
    /// All items of the expected settlement, formatted by `item_line`, in any order. Not checked if `None`.
    items: Option<Vec<String>>,
}

/// Test cases for one rule. Each case plays a deal to the end and checks its payments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    /// The line of `RULES` that the rows cover.
    source: String,
    /// Rules of these test cases. If `None`, the rules of the file apply.
    rules: Option<RulesSpec>,
    rows: Vec<Row>,
}

/// A test case that plays a deal to the end and checks its payments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    deal: String,
    /// Two suits to be exchanged in the deal, such as `LB`.
    swap: Option<String>,
    /// Contract and, if it has to be named, the trump suit, such as `ulti L`.
    plays: String,
    /// The games that are doubled, alternately by seat 1 and the declarer.
    #[serde(default)]
    kontra: Vec<String>,
    /// Points that the declarer receives from each defender, per game.
    pays: BTreeMap<String, i32>,
}

impl Row {
    fn check(&self, deals: &Deals, book: &Arc<Book>) -> Outcome {
        let deal = match &self.swap {
            Some(suits) => &deals.find(&self.deal)?.swapped(suits),
            None => deals.find(&self.deal)?,
        };
        let line = card_list(&deal.tricks)?;
        let mut run = Run::new(Arc::clone(book), start(deal, 0)?, cards(&deal.talon)?, &line)?;
        run.script(&format!("plays {}", self.plays))?;
        run.raises(&self.kontra)?;
        run.script("rest")?;
        let settlement = run.settlement().ok_or("the deal is not over")?;
        let mut found: BTreeMap<String, i32> = BTreeMap::new();
        for item in &settlement.items {
            if item.seat.is_some() || item.against.len() != 2 {
                return Err(format!("{} differs between the defenders, write a case", item_line(item)));
            }
            *found.entry(item.game.name().to_owned()).or_default() += item.points;
        }
        same(&found, &self.pays)?;
        let each: i32 = self.pays.values().sum();
        same(settlement.payments.0, [2 * each, -each, -each])?;
        same(settlement.window, 0).map_err(|wrong| format!("window: {wrong}"))
    }
}

impl Results {
    fn check(&self, deals: &Deals, book: &Arc<Book>) -> Outcome {
        sourced(&self.source)?;
        let own = self.rules.as_ref().map(|rules| rules.rules_of_setting().map(Book::new).map(Arc::new));
        let own = own.transpose().map_err(|reason| reason.to_string())?;
        let book = own.as_ref().unwrap_or(book);
        self.rows.iter().try_for_each(|row| {
            let doubled = row.kontra.join(", ");
            let place = |wrong| format!("{}, {}, kontra [{doubled}]: {wrong}", row.deal, row.plays);
            row.check(deals, book).map_err(place)
        })
    }
}

/// The deals that the test cases of a file can refer to by name.
struct Deals<'a> {
    own: &'a [NamedDeal],
    shared: &'a [NamedDeal],
}

impl Deals<'_> {
    /// Finds a deal by name. The file's own deals take precedence.
    fn find(&self, name: &str) -> Outcome<&NamedDeal> {
        let mut all = self.own.iter().chain(self.shared);
        all.find(|deal| deal.name == name).ok_or_else(|| format!("unknown deal '{name}'"))
    }
}

fn sourced(source: &str) -> Outcome {
    if source.starts_with("RULES §") { Ok(()) } else { Err("source must be a line of RULES".to_owned()) }
}

/// Formats a payment as `ulti declarer made 4 x2 8 vs 1,2`.
///
/// The parts are game, side or seat, result, value, factor of the kontra, points and the opposite seats.
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

/// Creates the start of a deal.
///
/// Seat 2 is the dealer in every case, so that seat 0 bids first.
fn start(deal: &NamedDeal, window: i32) -> Outcome<Start> {
    let [zero, one, two] = &deal.hands;
    let hands = BySeat([cards(zero)?, cards(one)?, cards(two)?]);
    Ok(Start { dealer: Seat::Two, hands, window })
}

fn check(case: &Case, deals: &Deals, book: &Arc<Book>) -> Outcome {
    sourced(&case.source)?;
    let own = case.rules.as_ref().map(|rules| rules.rules_of_setting().map(Book::new).map(Arc::new));
    let own = own.transpose().map_err(|reason| reason.to_string())?;
    let book = own.as_ref().unwrap_or(book);
    let deal = deals.find(&case.deal)?;
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

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

fn files() -> Vec<PathBuf> {
    let within = |folder: PathBuf| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = within(folder().join("cases")).flat_map(within).collect();
    paths.sort();
    paths
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    toml::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|reason| panic!("{}: {reason}", path.display()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SharedDeals {
    deal: Vec<NamedDeal>,
}

fn shared_deals() -> Vec<NamedDeal> {
    read::<SharedDeals>(&folder().join("data/deals.toml")).deal
}

/// Runs all cases of a file. Returns the number of cases and the failures.
fn run_file(path: &Path, shared: &[NamedDeal]) -> (usize, Vec<String>) {
    let file: File = read(path);
    let book = Arc::new(Book::new(file.rules.rules_of_setting().unwrap()));
    let deals = Deals { own: &file.deal, shared };
    let mut results: Vec<(&str, Outcome)> = Vec::new();
    results.extend(file.case.iter().map(|case| (case.name.as_str(), check(case, &deals, &book))));
    results.extend(file.results.iter().map(|rows| (rows.source.as_str(), rows.check(&deals, &book))));
    results.extend(file.duty.iter().map(|duty| (duty.source.as_str(), duty.check())));
    results.extend(file.overcalls.iter().map(|order| (order.source.as_str(), order.check(&book))));
    results.extend(file.bids.iter().map(|bids| (bids.source.as_str(), bids.check(&book))));
    results.extend(file.games.iter().map(|games| (games.source.as_str(), games.check(&book))));
    results.extend(file.levels.iter().map(|levels| (levels.source.as_str(), levels.check(&book))));
    let rows: usize = file.results.iter().map(|results| results.rows.len() - 1).sum();
    let place = path.strip_prefix(folder().join("cases")).unwrap().with_extension("");
    let wrong = |(name, outcome): &(&str, Outcome)| {
        outcome.as_ref().err().map(|wrong| format!("{}, {name}: {wrong}", place.display()))
    };
    (results.len() + rows, results.iter().filter_map(wrong).collect())
}

#[test]
fn rules_engine_passes_all_toml_test_cases() {
    let shared = shared_deals();
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files() {
        let (cases, failures) = run_file(&path, &shared);
        assert!(cases > 0, "no case in {}", path.display());
        count += cases;
        wrong.extend(failures);
    }
    assert!(wrong.is_empty(), "{} of {count} cases failed:\n{}", wrong.len(), wrong.join("\n"));
}

/// A rule, quoted from a line of `RULES`, and the presets for which test cases must cover it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    line: String,
    presets: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    line: Vec<Line>,
}

/// Returns the lines of `RULES` covered by the cases of each preset.
fn sources() -> HashMap<String, Vec<String>> {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for path in files() {
        let file: File = read(&path);
        let RulesSpec::Preset(preset) = file.rules else { continue };
        let of_file = found.entry(preset).or_default();
        of_file.extend(file.case.into_iter().filter(|case| case.rules.is_none()).map(|case| case.source));
        of_file.extend(file.results.into_iter().filter(|rows| rows.rules.is_none()).map(|rows| rows.source));
        of_file.extend(file.duty.into_iter().map(|duty| duty.source));
        of_file.extend(file.overcalls.into_iter().map(|overcalls| overcalls.source));
        of_file.extend(file.bids.into_iter().map(|bids| bids.source));
        of_file.extend(file.games.into_iter().map(|games| games.source));
        of_file.extend(file.levels.into_iter().map(|levels| levels.source));
    }
    found
}

/// Every rule has a case for each preset to which it applies.
///
/// The source of a case is a line of `RULES`, optionally followed by a colon or comma and details.
#[test]
fn every_rule_has_a_test_case_for_each_preset() {
    let sources = sources();
    let lines: Lines = read(&folder().join("data/lines.toml"));
    let mut missing = Vec::new();
    for Line { line, presets } in &lines.line {
        for preset in presets {
            let of_preset = sources.get(preset).map(Vec::as_slice).unwrap_or_default();
            let shown = |source: &String| {
                source.strip_prefix(line).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
            };
            if !of_preset.iter().any(shown) {
                missing.push(format!("{preset}: {line}"));
            }
        }
    }
    assert!(missing.is_empty(), "no case for\n{}", missing.join("\n"));
}
