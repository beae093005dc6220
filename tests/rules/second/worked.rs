//! The worked results of `RULES §9`, and the bid table, in the second program alone.

use std::rc::Rc;

use super::bid::Bid;
use super::book::Book;
use super::cards::{Paper, playable, read_list};
use super::deal::{Deal, End, Stage, Taken};
use super::moves::Move;
use super::rules::{PRESETS, Rules};
use super::table::{CsvRow, csv};

fn book(preset: &str) -> Book {
    Book::new(&Rules::preset(preset))
}

fn points(preset: &str, text: &str) -> Option<i32> {
    book(preset).find(text).map(|page| page.points)
}

fn over(preset: &str, new: &str, old: &str) -> bool {
    let book = book(preset);
    book.stronger(book.find(new).expect("a bid"), book.find(old).expect("a bid"))
}

#[test]
fn bids_and_their_order_are_those_of_the_sources() {
    assert_eq!(points("4m", "hearts open-durchmars+ulti"), Some(36));
    assert!(over("4m", "betli", "ulti") && over("4m", "20-100", "40-100+ulti"));
    assert!(over("4m", "hearts 40-100", "40-100+ulti"));
    assert!(!over("4m", "20-100", "hearts 40-100") && !over("4m", "hearts 40-100", "20-100"));
    assert!(over("basic", "betli", "ulti") && !over("basic", "ulti", "betli"));
    assert!(!over("rablo", "20-100", "40-100+ulti"), "equal, and no parti in the old one");
    assert_eq!(points("pagat", "hearts open-durchmars"), Some(24), "the plain one under another name");
    assert_eq!(points("basic", "hearts open-durchmars+ulti"), None);
    assert_eq!(points("szinlicit", "hearts ulti"), Some(20));
    assert_eq!(points("szinlicit", "bells colourless open-durchmars"), Some(72));
    assert_eq!(points("szinlicit", "ulti"), None, "every suit is named");
}

#[test]
fn the_order_of_the_cards_changes_with_trumps() {
    let hand = read_list("A9UOKA LX").expect("cards");
    let beating = |trump| playable(&hand, &read_list("AX").expect("a card"), trump, true);
    assert_eq!(beating(Some('H')), read_list("AA").expect("cards"));
    assert_eq!(beating(None), read_list("AUOKA").expect("cards"));
    let free = playable(&hand, &[Paper { suit: 'A', rank: 'X' }], Some('H'), false);
    assert_eq!(free.len(), 5, "no duty to beat, but to follow");
}

/// A row of the bid table as the formulas have it.
fn by_formula(row: &CsvRow, rules: &Rules, page: &super::book::Page) -> CsvRow {
    let trump = page.trumps[0];
    let value = |name: &str, on: bool| on.then(|| rules.silent_value(name, &page.bid, trump));
    let cells = rules.rows().find(&page.bid, false).expect("a row");
    let kind = match page.trumps.as_slice() {
        [None] => "none",
        [Some('H')] => "hearts",
        _ => "plain",
    };
    CsvRow {
        bid: page.text.clone(),
        won: page.points,
        lost: page.bid.all_games().iter().map(|game| rules_loss(rules, &page.bid, game)).sum(),
        hundred: value("silent-100", cells.hundred != "none"),
        hundred_kontra: row.hundred_kontra.clone(),
        ulti: value("silent-ulti", cells.ulti),
        durchmars: value("silent-durchmars", cells.durchmars),
        trump: kind.to_owned(),
    }
}

/// What a lost game costs without a kontra.
fn rules_loss(rules: &Rules, bid: &Bid, game: &str) -> i32 {
    super::pay::loss(rules, bid, game, 1)
}

#[test]
fn the_book_of_rablo_is_its_bid_table() {
    let (rules, rows) = (Rules::preset("rablo"), csv());
    let book = Book::new(&rules);
    for row in &rows {
        let page = book.find(&row.bid).unwrap_or_else(|| panic!("no bid {}", row.bid));
        assert_eq!(&by_formula(row, &rules, page), row);
    }
    assert_eq!(book.pages.len(), rows.len());
    assert_eq!(rows.len(), 54);
}

#[test]
fn the_suit_bids_are_the_rows_without_hearts_in_every_suit() {
    let book = book("szinlicit");
    let rows: Vec<CsvRow> = csv().into_iter().filter(|row| !row.bid.starts_with("hearts ")).collect();
    assert_eq!(book.pages.len(), 4 * rows.len());
    for (suit, factor) in [("acorns", 1), ("leaves", 2), ("bells", 3), ("hearts", 4)] {
        for row in &rows {
            let page = book.find(&format!("{suit} {}", row.bid)).expect("a bid");
            assert_eq!(page.points, factor * row.won, "{}", page.text);
        }
    }
}

#[test]
fn every_preset_has_a_book_of_its_own() {
    let sizes: Vec<usize> = PRESETS.iter().map(|preset| book(preset).pages.len()).collect();
    assert_eq!(sizes, [38, 54, 38, 33, 116]);
}

/// A played deal of seat 0: the winner of each trick, and the cards of seats 0, 1 and 2 in it.
fn finished(preset: &str, bid: &str, tricks: &[(usize, &str)]) -> Deal {
    let rules = Rules::preset(preset);
    let book = Book::new(&rules);
    let taken: Vec<Taken> = tricks
        .iter()
        .map(|(winner, cards)| {
            let cards = read_list(cards).expect("cards").into_iter().enumerate().collect();
            Taken { winner: *winner, cards }
        })
        .collect();
    let held = [0, 1, 2].map(|seat| taken.iter().map(|trick| trick.cards[seat].1).collect::<Vec<_>>());
    let mut hands = held.clone();
    hands[0].extend(read_list("A89").expect("the talon"));
    let mut deal = Deal::new(Rc::new(rules), Rc::new(book), 2, hands, 0).expect("a deal");
    let talon = read_list("A89").expect("the talon");
    deal.act(0, &Move::Bid(bid.to_owned(), Some(talon))).expect("a bid");
    for seat in [1, 2, 0] {
        deal.act(seat, &Move::Pass).expect("a pass");
    }
    deal.act(0, &Move::Trump(Some('A'))).expect("trumps");
    (deal.tricks, deal.stage) = (taken, Stage::Over(End::Played));
    deal
}

fn kontra(deal: &mut Deal, game: &str) {
    deal.doubling.as_mut().expect("play").say(1, &[game.to_owned()], true);
}

#[test]
fn an_ulti_and_its_parti() {
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
fn a_hundred_and_a_seven_lost_by_a_defender() {
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
fn a_kontra_on_one_of_two_games() {
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
fn nobody_gains_and_everyone_pays_into_the_window() {
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
fn a_lost_ulti_is_paid_once_more_without_the_kontra() {
    let rules = Rules::preset("rablo");
    let ulti =
        |text: &str, factor| super::pay::loss(&rules, &Bid::read(text).expect("a bid"), "ulti", factor);
    assert_eq!([ulti("ulti", 1), ulti("ulti", 2), ulti("ulti", 4)], [8, 12, 20]);
    assert_eq!([ulti("hearts ulti", 2), ulti("hearts ulti", 4)], [24, 40]);
}
