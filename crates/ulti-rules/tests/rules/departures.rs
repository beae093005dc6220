//! Comparison of the payments of players who leave (`RULES §8`) with the reference implementation, which
//! lists every layout of the hidden cards.
//!
//! `ULTI_DEPARTURES=30000` sets the number of deals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::Value;
use ulti_ai::{Cancellation, Level};
use ulti_rules::{Action, Book, Deal, Record, RuleSet, ScoredGame, Seat, Settlement};

use crate::claim_values::{number, rule_sets};
use crate::compare::{plain_cards, reference_move};
use crate::random::{Dice, PlayStyle, start};
use crate::reference::deal::Deal as ReferenceDeal;
use crate::reference::departure::{payments, penalty};
use crate::reference::replay::BookCache;

/// Number of deals without `ULTI_DEPARTURES`.
const DEALS: usize = 130;
/// Percentage of departures with many tricks left that are compared with the penalty. With `ULTI_DEPARTURES`,
/// all of them are.
const EARLY: usize = 3;
/// Number of random rule sets.
const HOUSES: u64 = 60;

/// Counts of the compared departures.
#[derive(Debug, Default)]
struct Compared {
    /// Departures compared with the reference implementation.
    departures: usize,
    /// Departures that cost more than the penalty.
    raised: usize,
    by_a_declarer: usize,
    out_of_window: usize,
    /// Games of the contract in departures that cost more than the penalty.
    games: BTreeMap<String, usize>,
    /// Departures for each number of tricks left.
    tricks_left: BTreeMap<usize, usize>,
}

fn left(deal: &Deal, seat: Seat) -> Settlement {
    let (_, left) = deal.after(seat, Action::Leave).expect("legal action");
    left.settlement().expect("deal is over").clone()
}

impl Compared {
    /// Compares the payments if the player at `seat` leaves now.
    ///
    /// With more than `most_tricks` tricks left, there are too many layouts for the reference implementation.
    fn compare(
        &mut self,
        (deal, reference): (&Deal, &ReferenceDeal),
        seat: Seat,
        most_tricks: usize,
        rules: &Value,
    ) {
        let tricks = 10 - reference.tricks.len();
        let settlement = left(deal, seat);
        *self.tricks_left.entry(tricks).or_default() += 1;
        if tricks > most_tricks {
            let penalty = penalty(reference, seat.index()).payments;
            let is_enough = |other: &Seat| settlement.payments[*other] >= penalty[other.index()];
            let enough = seat.others().iter().all(is_enough) && settlement.sums_to_zero();
            assert!(enough, "{settlement:?}, {penalty:?}, {rules}: {deal:#?}");
            return;
        }
        let found = (settlement.payments.0, settlement.window);
        let wanted = payments(reference, seat.index());
        assert_eq!(found, wanted, "seat {seat} under {rules}, {settlement:?}: {deal:#?}");
        self.departures += 1;
        self.out_of_window += usize::from(settlement.window != 0);
        if settlement.items.iter().any(|item| item.game == ScoredGame::RenonszSupplement) {
            self.raised += 1;
            let (declarer, contract) = deal.contract().expect("deal is in play");
            self.by_a_declarer += usize::from(declarer == seat);
            for game in contract.games() {
                *self.games.entry(game.name().to_owned()).or_default() += 1;
            }
        }
    }
}

/// Plays a random deal in both implementations, and compares the payments after each card.
///
/// `early` is the percentage of departures with many tricks left that are compared.
fn play(
    (rules, book): &(Value, Arc<Book>),
    cache: &mut BookCache,
    dice: &mut Dice,
    early: usize,
    compared: &mut Compared,
) {
    let mut deal = Deal::new(Arc::clone(book), start(dice)).expect("valid deal");
    let (read, entries) = cache.get(rules).expect("valid rules");
    let begin = deal.start();
    let hands = begin.hands.0.map(plain_cards);
    let mut reference =
        ReferenceDeal::new(read, entries, begin.dealer.index(), hands, begin.window).expect("valid deal");
    let style = PlayStyle::plain(dice);
    let most_tricks = if dice.percent(3) { 3 } else { 2 };
    while let Some(seat) = deal.turn() {
        let mut action = style.choose(&deal, seat, dice);
        if matches!(action, Action::Play(_)) {
            if 10 - reference.tricks.len() <= most_tricks || dice.percent(early) {
                let seat = dice.pick(&Seat::ALL);
                compared.compare((&deal, &reference), seat, most_tricks, rules);
            }
            if dice.percent(80) {
                let mut robot = ulti_ai::robot(Level::Easy, 1);
                action = robot.act(&deal.view(Some(seat)), &Cancellation::new()).unwrap_or(action);
            }
        }
        if matches!(action, Action::Fold | Action::Leave | Action::Claim) {
            return;
        }
        let (mover, wanted) = reference_move(seat, action);
        reference.act(mover, &wanted).expect("legal move");
        (_, deal) = deal.after(seat, action).expect("legal action");
    }
}

#[test]
fn leaving_payments_match_reference_implementation() {
    let wanted = number("ULTI_DEPARTURES", DEALS);
    let (mut compared, mut cache) = (Compared::default(), BookCache::default());
    let books = rule_sets(7_000_000, HOUSES, |rules| {
        rules.insert("revision".to_owned(), RuleSet::REVISION.into());
        rules.insert("renonsz".to_owned(), true.into());
        rules.insert("renonsz_certain".to_owned(), true.into());
    });
    let seeds = 0..u64::try_from(wanted).expect("number fits");
    let early = if wanted == DEALS { EARLY } else { 100 };
    for (seed, rules) in seeds.zip(books.iter().cycle()) {
        play(rules, &mut cache, &mut Dice(8_000_000 + seed), early, &mut compared);
    }
    println!("{wanted} deals: {compared:#?}");
    assert!(compared.raised > wanted / 5 && compared.departures > 3 * wanted, "{compared:#?}");
}

/// A deal under the rules of 4m, in which Bea, the declarer, has won no trick before the last card. She then
/// leaves.
const LEFT: &str = r#"{"format": "ulti-record/1", "rules": RULES, "players": ["Anna", "Bea", "Csaba"],
 "dealer": 0, "hands": [["AU", "AA", "H7", "H8", "H9", "HO", "B9", "BX", "BO", "BK"],
  ["A7", "A8", "AX", "AO", "AK", "L9", "LU", "LK", "LA", "HU", "B7", "B8"],
  ["A9", "L7", "L8", "LX", "LO", "HX", "HK", "HA", "BU", "BA"]],
 "actions": [{"seat": 1, "bid": "hearts parti", "discard": ["A8", "LK"]},
  {"seat": 2, "pass": true}, {"seat": 0, "pass": true}, {"seat": 1, "pass": true}PLAYS, {"seat": 1, "leave": true}],
 "result": {"payments": PAYMENTS, "window": 0, "items": [ITEMS]}}"#;

/// The cards of the deal without the last one, beginning with the declarer's.
const CARDS: &str = "AK A9 AA BX B8 BA LX H8 LU BO B7 BU B9 HU HX L7 H7 L9 BK A7 HA L8 H9 LA AU AX HK LO HO";
/// The seats that win the tricks of the deal.
const WINNERS: [usize; 9] = [0, 2, 0, 0, 2, 0, 2, 0, 2];

/// Replays the deal with the given rules and payments. The declarer pays each of the others 4 points, and
/// `certain` in addition.
fn left_record(rules: &str, payments: &str, certain: i32) -> Result<(), String> {
    let cards: Vec<&str> = CARDS.split(' ').collect();
    let mut leader = 1;
    let mut plays = String::new();
    for (trick, winner) in cards.chunks(3).zip(WINNERS.into_iter().chain([0])) {
        for (place, card) in trick.iter().enumerate() {
            let seat = (leader + place) % 3;
            write!(plays, r#", {{"seat": {seat}, "play": "{card}"}}"#).expect("write to string");
        }
        leader = winner;
    }
    let item = |game: &str, value: i32, points: i32| {
        format!(
            r#"{{"game": "{game}", "side": "declarer", "seat": 1, "made": false, "value": {value}, "kontra": 1,
             "against": [2, 0], "points": -{points}}}"#
        )
    };
    let mut items = item("renonsz", 2, 4);
    if certain > 0 {
        items = format!("{items}, {}", item("renonsz-supplement", certain, certain));
    }
    let record = LEFT.replace("RULES", rules).replace("PLAYS", &plays).replace("PAYMENTS", payments);
    let record = record.replace("ITEMS", &items);
    let record = Record::from_json(&record).map_err(|error| error.to_string())?;
    record.replay().map(|_| ()).map_err(|error| error.to_string())
}

/// Records without a revision keep the payments that they had when they were written.
#[test]
fn departures_in_old_records_cost_the_penalty() {
    let now = r#"{"preset": "4m", "revision": 2}"#;
    assert_eq!(left_record(r#""4m""#, "[4, -8, 4]", 0), Ok(()));
    assert_eq!(left_record(r#"{"preset": "4m", "four_tens": true}"#, "[4, -8, 4]", 0), Ok(()));
    assert_eq!(left_record(now, "[17, -34, 17]", 13), Ok(()));
    let wrong = left_record(now, "[4, -8, 4]", 0).expect_err("wrong payments");
    assert!(wrong.starts_with("wrong result: "), "{wrong}");
}

/// Departures with the payments of each seat, as records whose result has no items.
///
/// In each of them, a search that knows less about the hidden cards, or more, finds other payments.
#[test]
fn leaving_payments_follow_from_what_the_player_has_seen() {
    for line in include_str!("data/departures.jsonl").lines() {
        let record = Record::from_json(line).expect("valid record");
        let book = Arc::new(Book::new(record.rules.rules().expect("valid rules")));
        let mut deal = Deal::new(book, record.start()).expect("valid deal");
        for step in record.steps() {
            let step = step.expect("valid action");
            (_, deal) = deal.after(step.seat, step.action).expect("legal action");
        }
        let settlement = deal.settlement().expect("deal is over");
        assert_eq!(settlement.payments, record.result.payments, "{settlement:?}: {line}");
        for item in &settlement.items {
            let seats: BTreeSet<Seat> = item.against.iter().copied().collect();
            assert_eq!(seats.len(), item.against.len(), "a seat appears twice: {item:?}");
        }
    }
}
