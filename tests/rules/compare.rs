//! The engine against the second implementation of [`crate::reference`], on random deals.

use std::collections::BTreeMap;

use ulti::rules::{Action, BySeat, Card, CardSet, Deal, Event, Game, Seat, Settlement, Suit};

use crate::random::{BOOK, Dice, Habit, play_out, start};
use crate::reference::{Bid, Doubling, Paper, Sheet, best_place, playable};

const DEALS: u64 = 4000;

fn paper(card: Card) -> Paper {
    (card.suit().letter(), card.rank().letter())
}

fn papers(cards: CardSet) -> Vec<Paper> {
    cards.iter().map(paper).collect()
}

/// Follows a deal by its events, with nothing from the engine but what was said and played.
struct Follower {
    hands: [Vec<Paper>; 3],
    talon: Vec<Paper>,
    bid: Option<(usize, String)>,
    sheet: Option<Sheet>,
    trick: Vec<(usize, Paper)>,
    leader: usize,
    /// Whose raise is awaited, once the first trick lies.
    raising: Option<usize>,
    window: i32,
}

impl Follower {
    fn new(deal: &Deal) -> Self {
        let BySeat(hands) = deal.start().hands;
        Self {
            hands: hands.map(papers),
            talon: Vec::new(),
            bid: None,
            sheet: None,
            trick: Vec::new(),
            leader: 0,
            raising: None,
            window: deal.start().window,
        }
    }

    fn begin(&mut self, trump: Option<char>) {
        let (declarer, text) = self.bid.clone().expect("a bid");
        let bid = Bid::read(&text);
        let (held, talon) = (self.hands.clone(), self.talon.clone());
        let doubling = Doubling::new(declarer, &bid);
        self.leader = declarer;
        self.sheet = Some(Sheet {
            declarer,
            bid,
            trump,
            held,
            talon,
            tricks: Vec::new(),
            doubling,
            window: self.window,
        });
    }

    fn do_it(&mut self, seat: usize, action: Action) {
        match action {
            Action::Take => {
                let talon = std::mem::take(&mut self.talon);
                self.hands[seat].extend(talon);
            }
            Action::Bid { contract, discard } => {
                self.talon = papers(discard.expect("two cards"));
                self.hands[seat].retain(|card| !self.talon.contains(card));
                self.bid = Some((seat, contract.to_string()));
            }
            Action::Trump(trump) => self.begin(trump.map(Suit::letter)),
            Action::Kontra(games) => {
                let names: Vec<String> = games.iter().map(|game| game.name().to_owned()).collect();
                let first = self.raising.is_none();
                let doubling = &mut self.sheet.as_mut().expect("play").doubling;
                doubling.say(seat, &names, first);
                self.after_raise(seat);
            }
            Action::NoKontra => self.after_raise(seat),
            Action::Play(card) => self.play(seat, paper(card)),
            _ => {}
        }
    }

    fn after_raise(&mut self, seat: usize) {
        if self.raising.is_some() {
            let doubling = &mut self.sheet.as_mut().expect("play").doubling;
            doubling.let_go(seat, false);
            self.raising = doubling.next_offer(seat);
            self.take_trick();
        }
    }

    fn play(&mut self, seat: usize, card: Paper) {
        let sheet = self.sheet.as_mut().expect("play");
        if sheet.tricks.is_empty() && seat != sheet.declarer {
            sheet.doubling.let_go(seat, true);
        }
        self.hands[seat].retain(|own| *own != card);
        self.trick.push((seat, card));
        if self.trick.len() == 3 && sheet.tricks.is_empty() {
            // The declarer is the first to be asked, which is the one after the last defender.
            self.raising = sheet.doubling.next_offer(seat);
        }
        self.take_trick();
    }

    fn take_trick(&mut self) {
        let sheet = self.sheet.as_mut().expect("play");
        if self.trick.len() < 3 || self.raising.is_some() {
            return;
        }
        let trick = std::mem::take(&mut self.trick);
        let cards: Vec<Paper> = trick.iter().map(|(_, card)| *card).collect();
        self.leader = trick[best_place(&cards, sheet.trump)].0;
        sheet.tricks.push((self.leader, trick));
    }

    fn turn(&self) -> usize {
        self.raising.unwrap_or((self.leader + self.trick.len()) % 3)
    }

    /// The engine's idea of this state.
    fn compare(&self, deal: &Deal) {
        let Some(sheet) = &self.sheet else { return };
        if deal.turn().is_none() {
            return;
        }
        let turn = Seat::from_index(self.turn());
        assert_eq!(deal.turn(), turn, "whose turn");
        for seat in Seat::ALL {
            let legal = deal.legal(seat);
            assert_eq!(papers(legal.cards), self.cards_of(seat, sheet), "cards of {seat}");
            let games: Vec<&str> = legal.kontra.iter().map(Game::name).collect();
            assert_eq!(sorted(games), sorted(self.kontra_of(seat.index(), sheet)), "kontra of {seat}");
            assert_eq!(legal.no_kontra, self.raising == Some(seat.index()), "raise of {seat}");
        }
        self.compare_announced(deal, sheet);
    }

    fn cards_of(&self, seat: Seat, sheet: &Sheet) -> Vec<Paper> {
        if self.raising.is_some() || self.turn() != seat.index() {
            return Vec::new();
        }
        let lying: Vec<Paper> = self.trick.iter().map(|(_, card)| *card).collect();
        let listed = playable(&self.hands[seat.index()], &lying, sheet.trump);
        // In the engine's order.
        Card::deck().map(paper).filter(|card| listed.contains(card)).collect()
    }

    fn kontra_of(&self, seat: usize, sheet: &Sheet) -> Vec<String> {
        match self.raising {
            Some(asked) if asked == seat => sheet.doubling.open_to(seat, false),
            None if sheet.tricks.is_empty() && self.turn() == seat && seat != sheet.declarer => {
                sheet.doubling.open_to(seat, true)
            }
            _ => Vec::new(),
        }
    }

    fn compare_announced(&self, deal: &Deal, sheet: &Sheet) {
        let board = deal.view(None).board().cloned().expect("a board");
        for seat in Seat::ALL {
            let first = sheet.tricks.first().map_or(&self.trick, |(_, trick)| trick);
            let has_played = first.iter().any(|(player, _)| *player == seat.index());
            let parti = sheet.bid.games.iter().any(|game| game == "parti");
            let wanted = if has_played && parti { sheet.marriages(seat.index()) } else { Vec::new() };
            let found: Vec<char> = board.announced[seat].iter().map(Suit::letter).collect();
            assert_eq!(found, wanted, "marriages of {seat}");
        }
    }
}

fn sorted(items: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.sort();
    items
}

/// Plays one random deal on both sides; what it came to, and the sheet.
fn play_both(seed: u64) -> (Settlement, Sheet) {
    let mut dice = Dice(seed);
    let deal = Deal::new(BOOK.clone(), start(&mut dice)).expect("a deal");
    let habit = Habit::plain(&mut dice);
    let mut follower = Follower::new(&deal);
    let over = play_out(deal, habit, &mut dice, |deal, seat, action, events| {
        follower.compare(deal);
        follower.do_it(seat.index(), action);
        let mut next = deal.clone();
        for event in events {
            next.apply(event);
        }
        let without_naming = !events.iter().any(|event| matches!(event, Event::TrumpNamed { .. }));
        if let Some(board) = next.view(None).board()
            && follower.sheet.is_none()
        {
            assert!(without_naming);
            follower.begin(board.trump.map(Suit::letter));
        }
    });
    (over.settlement().expect("over").clone(), follower.sheet.expect("play"))
}

#[test]
fn the_engine_pays_what_the_second_implementation_pays() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..DEALS {
        let (settlement, sheet) = play_both(seed);
        let (payments, window) = sheet.settle();
        assert_eq!(settlement.payments.0, payments, "seed {seed}: {sheet:#?} {settlement:#?}");
        assert_eq!(settlement.window, window, "seed {seed}: {sheet:#?}");
        for item in &settlement.items {
            let made = if item.made { "made" } else { "lost" };
            *seen.entry(format!("{} {:?} {made}", item.game.name(), item.side)).or_default() += 1;
        }
        *seen.entry(format!("window {}", settlement.window.signum())).or_default() += 1;
    }
    println!("{seen:#?}");
    assert_covered(&seen);
}

/// The random deals reach what they are meant to compare.
fn assert_covered(seen: &BTreeMap<String, u32>) {
    let games = ["parti", "ulti", "40-100", "20-100", "betli", "durchmars"];
    let made = games.iter().flat_map(|game| ["made", "lost"].map(|how| format!("{game} Declarer {how}")));
    let silent = [
        "silent-100 Declarer made",
        "silent-100 Defence made",
        "silent-ulti Declarer made",
        "silent-ulti Declarer lost",
        "silent-ulti Defence made",
        "silent-ulti Defence lost",
        "silent-durchmars Declarer made",
        "silent-durchmars Defence made",
        "window -1",
        "window 1",
    ];
    for what in made.chain(silent.map(str::to_owned)) {
        assert!(seen.contains_key(&what), "never seen: {what} in {seen:#?}");
    }
}
