//! Tests of the reference implementation against the results in `RULES §9` and against the bid table.

use std::rc::Rc;

use super::bid::Bid;
use super::book::Book;
use super::cards::{PlainCard, playable, read_list};
use super::deal::{Deal, End, Stage, Taken};
use super::moves::Move;
use super::rules::{PRESETS, Rules};
use super::table::{CsvRow, csv};

fn book(preset: &str) -> Book {
    Book::new(&Rules::preset(preset))
}

fn points(preset: &str, text: &str) -> Option<i32> {
    book(preset).find(text).map(|entry| entry.points)
}

fn over(preset: &str, new: &str, old: &str) -> bool {
    let book = book(preset);
    book.stronger(book.find(new).expect("bid was made"), book.find(old).expect("bid was made"))
}

#[test]
fn reference_implementation_ranks_bids_correctly() {
    assert_eq!(points("4m", "hearts open-durchmars+ulti"), Some(36));
    assert!(over("4m", "betli", "ulti") && over("4m", "20-100", "40-100+ulti"));
    assert!(over("4m", "hearts 40-100", "40-100+ulti"));
    assert!(!over("4m", "20-100", "hearts 40-100") && !over("4m", "hearts 40-100", "20-100"));
    assert!(over("basic", "betli", "ulti") && !over("basic", "ulti", "betli"));
    assert!(!over("rablo", "20-100", "40-100+ulti"), "equal points, but the old bid has no parti");
    assert_eq!(points("pagat", "hearts open-durchmars"), Some(24), "synonym of the plain bid");
    assert_eq!(points("basic", "hearts open-durchmars+ulti"), None);
    assert_eq!(points("szinlicit", "hearts ulti"), Some(20));
    assert_eq!(points("szinlicit", "bells colourless open-durchmars"), Some(72));
    assert_eq!(points("szinlicit", "ulti"), None, "bids must name a suit");
}

#[test]
fn ten_ranks_higher_in_contracts_with_trumps() {
    let hand = read_list("A9UOKA LX").expect("valid cards");
    let beating = |trump| playable(&hand, &read_list("AX").expect("valid card"), trump, true);
    assert_eq!(beating(Some('H')), read_list("AA").expect("valid cards"));
    assert_eq!(beating(None), read_list("AUOKA").expect("valid cards"));
    let free = playable(&hand, &[PlainCard { suit: 'A', rank: 'X' }], Some('H'), false);
    assert_eq!(free.len(), 5, "must follow but need not beat");
}

/// Returns the row of the bid table as computed by the rules.
fn by_formula(row: &CsvRow, rules: &Rules, entry: &super::book::Entry) -> CsvRow {
    let trump = entry.trumps[0];
    let value = |name: &str, on: bool| on.then(|| rules.silent_value(name, &entry.bid, trump));
    let cells = rules.rows().find(&entry.bid, false).expect("row exists");
    let kind = match entry.trumps.as_slice() {
        [None] => "none",
        [Some('H')] => "hearts",
        _ => "plain",
    };
    CsvRow {
        bid: entry.text.clone(),
        won: entry.points,
        lost: entry.bid.all_games().iter().map(|game| rules_loss(rules, &entry.bid, game)).sum(),
        hundred: value("silent-100", cells.hundred != "none"),
        hundred_kontra: row.hundred_kontra.clone(),
        ulti: value("silent-ulti", cells.ulti),
        durchmars: value("silent-durchmars", cells.durchmars),
        trump: kind.to_owned(),
    }
}

/// Returns the cost of a lost game without kontra.
fn rules_loss(rules: &Rules, bid: &Bid, game: &str) -> i32 {
    super::pay::loss(rules, bid, game, 1)
}

#[test]
fn reference_implementation_matches_rablo_csv_table() {
    let (rules, rows) = (Rules::preset("rablo"), csv());
    let book = Book::new(&rules);
    for row in &rows {
        let entry = book.find(&row.bid).unwrap_or_else(|| panic!("unknown bid {}", row.bid));
        assert_eq!(&by_formula(row, &rules, entry), row);
    }
    assert_eq!(book.entries.len(), rows.len());
    assert_eq!(rows.len(), 54);
}

#[test]
fn preset_szinlicit_has_bids_in_every_suit() {
    let book = book("szinlicit");
    let rows: Vec<CsvRow> = csv().into_iter().filter(|row| !row.bid.starts_with("hearts ")).collect();
    assert_eq!(book.entries.len(), 4 * rows.len());
    for (suit, factor) in [("acorns", 1), ("leaves", 2), ("bells", 3), ("hearts", 4)] {
        for row in &rows {
            let entry = book.find(&format!("{suit} {}", row.bid)).expect("bid was made");
            assert_eq!(entry.points, factor * row.won, "{}", entry.text);
        }
    }
}

#[test]
fn rule_presets_have_expected_number_of_contracts() {
    let sizes: Vec<usize> = PRESETS.iter().map(|preset| book(preset).entries.len()).collect();
    assert_eq!(sizes, [38, 54, 38, 33, 116]);
}

/// Creates a finished deal with seat 0 as declarer.
///
/// Each trick consists of its winner and the cards of seats 0, 1 and 2.
fn finished(preset: &str, bid: &str, tricks: &[(usize, &str)]) -> Deal {
    let rules = Rules::preset(preset);
    let book = Book::new(&rules);
    let taken: Vec<Taken> = tricks
        .iter()
        .map(|(winner, cards)| {
            let cards = read_list(cards).expect("valid cards").into_iter().enumerate().collect();
            Taken { winner: *winner, cards }
        })
        .collect();
    let held = [0, 1, 2].map(|seat| taken.iter().map(|trick| trick.cards[seat].1).collect::<Vec<_>>());
    let mut hands = held.clone();
    hands[0].extend(read_list("A89").expect("valid cards"));
    let mut deal = Deal::new(Rc::new(rules), Rc::new(book), 2, hands, 0).expect("valid deal");
    let talon = read_list("A89").expect("valid cards");
    deal.act(0, &Move::Bid(bid.to_owned(), Some(talon))).expect("bid was made");
    for seat in [1, 2, 0] {
        deal.act(seat, &Move::Pass).expect("legal pass");
    }
    deal.act(0, &Move::Trump(Some('A'))).expect("valid trumps");
    (deal.tricks, deal.stage) = (taken, Stage::Over(End::Played));
    deal
}

fn kontra(deal: &mut Deal, game: &str) {
    deal.doubling.as_mut().expect("deal is in play").say(1, &[game.to_owned()], true);
}

#[test]
fn declarer_is_paid_for_both_ulti_and_parti() {
    let tricks = [
        (0, "AX AA AU"),
        (0, "LA LX L7"),
        (0, "HA HX H7"),
        (1, "BX BA B7"),
        (0, "AO LK L8"),
        (0, "L9 LO AK"),
        (0, "LU HK H8"),
        (0, "HU H9 HO"),
        (0, "BU BK B8"),
        (0, "A7 B9 BO"),
    ];
    assert_eq!(finished("basic", "ulti", &tricks).settle().payments, [10, -5, -5]);
}

#[test]
fn defenders_pay_for_silent_hundred_and_failed_ulti() {
    let tricks = [
        (0, "AX AA AU"),
        (0, "LA LX L7"),
        (0, "HA HX H7"),
        (0, "BX BA B7"),
        (1, "B9 LK L8"),
        (0, "AK LO L9"),
        (0, "LU HK H8"),
        (0, "HU H9 HO"),
        (0, "BU BK B8"),
        (0, "AO A7 BO"),
    ];
    assert_eq!(finished("basic", "parti", &tricks).settle().payments, [8, -4, -4]);
}

#[test]
fn kontra_doubles_only_the_announced_game() {
    let tricks = [
        (0, "AX AA AU"),
        (0, "LA LX L7"),
        (1, "HA HX H7"),
        (1, "BX BA B7"),
        (0, "AO LK L8"),
        (0, "AK LO L9"),
        (0, "LU HK H8"),
        (0, "HU H9 HO"),
        (0, "BU BK B8"),
        (0, "A7 B9 BO"),
    ];
    let mut deal = finished("basic", "40-100+ulti", &tricks);
    kontra(&mut deal, "40-100");
    assert_eq!(deal.settle().payments, [-8, 4, 4]);
}

#[test]
fn points_go_into_pot_when_all_three_players_pay() {
    let tricks = [
        (1, "AX AA AU"),
        (1, "LA LX L7"),
        (0, "HA HX H7"),
        (0, "BX BA B7"),
        (0, "LU AO L8"),
        (0, "L9 AK HK"),
        (0, "HU LK H8"),
        (0, "BU LO H9"),
        (0, "HO BK B8"),
        (0, "A7 B9 BO"),
    ];
    let mut deal = finished("4m", "ulti", &tricks);
    kontra(&mut deal, "parti");
    let outcome = deal.settle();
    assert_eq!((outcome.payments, outcome.window), ([-4; 3], 12));
}

#[test]
fn kontra_does_not_double_extra_penalty_for_lost_ulti() {
    let rules = Rules::preset("rablo");
    let ulti = |text: &str, factor| {
        super::pay::loss(&rules, &Bid::read(text).expect("bid was made"), "ulti", factor)
    };
    assert_eq!([ulti("ulti", 1), ulti("ulti", 2), ulti("ulti", 4)], [8, 12, 20]);
    assert_eq!([ulti("hearts ulti", 2), ulti("hearts ulti", 4)], [24, 40]);
}
