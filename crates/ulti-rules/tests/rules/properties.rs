//! Properties that hold in every state of every deal.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use ulti_rules::{
    Action, Book, BySeat, Card, CardSet, Contract, Deal, Event, Game, Games, Legal, PlayManner, Record,
    RuleSet, RulesSpec, ScoredGame, Seat, Side, Stage, Start, Suit, View,
};

use crate::random::{Dice, PlayStyle, play_out, start, start_dealt_by};
use crate::reference::house::house;

/// The location of all cards, derived from the events alone.
struct Truth {
    hands: BySeat<CardSet>,
    talon: CardSet,
    laid_by: Option<Seat>,
    /// The cards that each seat has taken from the talon since the last bid.
    taken: BySeat<CardSet>,
    played: CardSet,
    open: BySeat<bool>,
}

impl Truth {
    fn of(start: &Start) -> Self {
        let (talon, played, taken) = (CardSet::EMPTY, CardSet::EMPTY, BySeat::default());
        Self { hands: start.hands, talon, laid_by: None, taken, played, open: BySeat::default() }
    }

    fn take_in(&mut self, event: &Event) {
        match event {
            Event::TalonTaken { seat } => {
                self.hands[*seat] |= self.talon;
                self.taken[*seat] = self.talon;
                self.talon = CardSet::EMPTY;
                self.laid_by = None;
            }
            Event::Bid { seat, discard: Some(cards), .. } => {
                self.taken = BySeat::default();
                self.hands[*seat] -= *cards;
                self.talon = *cards;
                self.laid_by = Some(*seat);
            }
            Event::Played { seat, card } => {
                self.hands[*seat] -= CardSet::of(*card);
                self.played |= CardSet::of(*card);
            }
            Event::Opened { seat } | Event::Claimed { seat } => self.open[*seat] = true,
            _ => {}
        }
    }

    /// Asserts that each card is in exactly one place and that each seat sees its own hand.
    fn check_cards(&self, deal: &Deal) {
        let parts = [self.hands.0.as_slice(), &[self.talon, self.played]].concat();
        let all = parts.iter().fold(CardSet::EMPTY, |all, part| all | *part);
        assert_eq!(all, CardSet::DECK);
        assert_eq!(parts.iter().map(|part| part.len()).sum::<u32>(), 32);
        assert_eq!(deal.view(None).from_talon, CardSet::EMPTY);
        for viewer in Seat::ALL {
            let view = deal.view(Some(viewer));
            assert_eq!(view.own_hand(), self.hands[viewer], "the hand of {viewer}");
            let taken = if deal.turn().is_some() { self.taken[viewer] } else { CardSet::EMPTY };
            assert_eq!(view.from_talon, taken, "the cards that {viewer} has taken");
            for seat in Seat::ALL {
                assert_eq!(view.hands[seat].len(), self.hands[seat].len(), "number of cards of {seat}");
            }
            if self.laid_by == Some(viewer) || deal.turn().is_none() {
                assert_eq!(view.talon.unwrap_or_default(), self.talon, "the talon for {viewer}");
            }
        }
    }

    /// Asserts that no view contains a card that is hidden from its viewer. Inspects the debug output.
    fn check_secrets(&self, deal: &Deal) {
        if deal.turn().is_none() {
            return;
        }
        let open = Seat::ALL.into_iter().filter(|seat| self.open[*seat]);
        let public = open.fold(self.played, |all, seat| all | self.hands[seat]);
        for viewer in [None, Some(Seat::Zero), Some(Seat::One), Some(Seat::Two)] {
            let own = viewer.map_or(CardSet::EMPTY, |seat| self.hands[seat]);
            let laid = if viewer.is_some() && viewer == self.laid_by { self.talon } else { CardSet::EMPTY };
            let named = cards_named(&text_of(deal.view(viewer)));
            let secret = named - public - own - laid;
            assert!(secret.is_empty(), "{viewer:?} sees {secret}");
        }
    }
}

/// Returns the debug output of a view without its list of legal contracts.
fn text_of(view: View) -> String {
    let View { seat: _, book: _, dealer, version, window, calls, hands, talon, from_talon, stage, legal } =
        view;
    format!("{dealer:?} {version} {window} {calls:?} {hands:?} {talon:?} {from_talon:?} {stage:?} {legal:?}")
}

/// Returns all cards that occur as words in a text.
fn cards_named(text: &str) -> CardSet {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter_map(|word| word.parse::<Card>().ok())
        .collect()
}

/// Every valid contract, including those that can't be bid under any rules.
static CONTRACTS: LazyLock<Vec<Contract>> = LazyLock::new(|| {
    let suits = [None].into_iter().chain(Suit::ALL.map(Some));
    let flags = |suit| [(suit, false, false), (suit, false, true), (suit, true, false), (suit, true, true)];
    let words: Vec<(Option<Suit>, bool, bool)> = suits.flat_map(flags).collect();
    let all = games_of(&Game::ALL).into_iter();
    all.flat_map(|games| {
        words.iter().map(move |(suit, bare, open)| {
            Contract::new(games, *suit, *bare, if *open { PlayManner::Open } else { PlayManner::Closed })
        })
    })
    .filter_map(Result::ok)
    .collect()
});

/// Returns every subset of these games.
fn games_of(games: &[Game]) -> Vec<Games> {
    (0..1_u32 << games.len())
        .map(|bits| {
            games.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1).map(|(_, game)| *game)
        })
        .map(Iterator::collect)
        .collect()
}

/// Returns `true` if the legal actions include this action.
fn is_listed(deal: &Deal, hand: CardSet, legal: &Legal, action: Action) -> bool {
    match action {
        Action::Take => legal.take,
        Action::Pass => legal.pass,
        Action::Bid { contract, discard } => {
            let meant = deal.book().find(&contract).map(|entry| entry.contract);
            let two = discard.is_some_and(|cards| cards.len() == 2 && hand.is_superset(cards));
            meant.is_some_and(|meant| legal.bids.contains(&meant))
                && if legal.discard { two } else { discard.is_none() }
        }
        Action::Trump(trump) => legal.trumps.contains(&trump),
        Action::Kontra(games) => {
            !games.is_empty() && games.is_subset(legal.kontra) && is_whole(deal, legal, games)
        }
        Action::NoKontra => legal.no_kontra,
        Action::Play(card) => legal.cards.contains(card),
        Action::Fold => legal.fold,
        Action::Open => legal.open,
        Action::Claim => legal.claim,
        Action::Leave => deal.turn().is_some(),
    }
}

/// Returns `true` if `games` contains each group of games completely or not at all.
///
/// The games of a group can only be doubled together.
fn is_whole(deal: &Deal, legal: &Legal, games: Games) -> bool {
    let view = deal.view(None);
    let board = view.board().expect("deal is in play");
    let mut items = board.kontra.items_of(legal.kontra);
    items.all(|item| games.is_superset(item) || games.is_disjoint(item))
}

/// Returns every action except bids, and a sample of legal and illegal bids.
fn every_action(deal: &Deal, hand: CardSet, dice: &mut Dice) -> Vec<Action> {
    let mut all = vec![Action::Take, Action::Pass, Action::NoKontra, Action::Fold, Action::Open];
    all.extend([Action::Claim, Action::Leave, Action::Trump(None)]);
    all.extend(Suit::ALL.map(|suit| Action::Trump(Some(suit))));
    all.extend(Card::deck().map(Action::Play));
    all.extend(games_of(&Game::ALL).into_iter().map(Action::Kontra));
    let others = CardSet::DECK - hand;
    let own: Vec<Card> = hand.iter().collect();
    let mut down = vec![None, Some(CardSet::EMPTY), Some(dice.two_of(others)), Some(hand)];
    down.extend(own.first().map(|card| Some(CardSet::of(*card))));
    let two = if own.len() > 1 { dice.two_of(hand) } else { CardSet::EMPTY };
    down.push(Some(two));
    let mut contracts: Vec<Contract> = deal.book().entries().iter().map(|entry| entry.contract).collect();
    contracts.extend((0..20).map(|_| dice.pick(&CONTRACTS)));
    for contract in contracts {
        all.push(Action::Bid { contract, discard: Some(two) });
        all.push(Action::Bid { contract, discard: dice.pick(&down) });
    }
    all
}

/// Asserts that the legal actions are exactly those that the deal accepts.
///
/// Also asserts that checking an action does not change the deal.
fn check_legal(deal: &Deal, dice: &mut Dice) {
    let before = deal.clone();
    for seat in Seat::ALL {
        let legal = deal.legal(seat);
        let hand = deal.view(Some(seat)).own_hand();
        assert_eq!(deal.turn() == Some(seat), legal.is_turn(), "turn of {seat}");
        for action in every_action(deal, hand, dice) {
            let judged = deal.judge(seat, action);
            let listed = is_listed(deal, hand, &legal, action);
            assert_eq!(judged.is_ok(), listed, "{seat} {action:?}: {judged:?} with {legal:?}");
        }
    }
    assert_eq!(&before, deal);
}

/// Returns the book (the list of legal contracts) of a random preset or of random house rules.
pub(crate) fn any_book(dice: &mut Dice) -> Arc<Book> {
    if dice.percent(40) {
        let names: Vec<&str> = RuleSet::preset_names().collect();
        return Arc::new(Book::preset(dice.pick(&names)).expect("known preset"));
    }
    let mut own = house(dice);
    if dice.percent(20) {
        own.insert("individual_kontra".to_owned(), "betli_and_durchmars".into());
    }
    Arc::new(Book::new(RulesSpec::House(own).rules().expect("valid house rules")))
}

pub(crate) fn fresh(seed: u64) -> (Deal, PlayStyle, Dice) {
    let mut dice = Dice(seed);
    let book = any_book(&mut dice);
    let mut begin = start(&mut dice);
    begin.window *= i32::from(book.rules().window);
    let deal = Deal::new(book, begin).expect("valid deal");
    let style = PlayStyle::any(&mut dice);
    (deal, style, dice)
}

/// Plays a random deal and returns it with its events.
pub(crate) fn played(seed: u64) -> (Deal, Vec<Event>) {
    let (deal, style, mut dice) = fresh(seed);
    let mut all = Vec::new();
    let over = play_out(deal, style, &mut dice, |_, _, _, events| all.extend_from_slice(events));
    (over, all)
}

pub(crate) fn record(deal: &Deal, events: &[Event]) -> Record {
    let players = ["Anna", "Bea", "Csaba"].map(str::to_owned);
    Record::of(deal.book(), deal.start(), events, players).expect("complete deal")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_never_reveal_hidden_cards(seed: u64) {
        let (deal, style, mut dice) = fresh(seed);
        let mut truth = Truth::of(deal.start());
        let mut now = deal.clone();
        play_out(deal, style, &mut dice, |_, _, _, events| {
            truth.check_cards(&now);
            truth.check_secrets(&now);
            for event in events {
                now.apply(event);
                truth.take_in(event);
            }
        });
        truth.check_cards(&now);
    }

    #[test]
    fn deal_can_be_restored_from_events(seed: u64) {
        let (over, events) = played(seed);
        let json = serde_json::to_string(&events).expect("serialized events");
        let read: Vec<Event> = serde_json::from_str(&json).expect("deserialized events");
        prop_assert_eq!(&read, &events);
        let mut again = Deal::new(Arc::clone(over.book()), over.start().clone()).expect("valid deal");
        for event in &read {
            again.apply(event);
        }
        prop_assert_eq!(again, over);
    }

    #[test]
    fn replaying_deal_record_reproduces_the_deal(seed: u64) {
        let (over, events) = played(seed);
        let json = record(&over, &events).to_json().expect("serialized record");
        let read = Record::from_json(&json).expect("deserialized record");
        prop_assert_eq!(read.to_json().expect("valid JSON"), json);
        prop_assert_eq!(read.replay().expect("valid record"), over);
    }

    #[test]
    fn deal_record_with_wrong_payments_is_rejected(seed: u64, seat in 0_usize..3) {
        let (over, events) = played(seed);
        let mut record = record(&over, &events);
        record.result.payments.0[seat] += 1;
        prop_assert!(record.replay().is_err());
    }

    /// Plays several deals in a row.
    ///
    /// After each deal, the points of the players and of the window (the table's pot) must sum to zero, and
    /// the window must not be negative.
    #[test]
    fn payments_and_pot_of_consecutive_deals_sum_to_zero(seed: u64) {
        let mut dice = Dice(seed);
        let book = any_book(&mut dice);
        let (mut standings, mut window) = (BySeat::<i32>::default(), 0);
        let mut dealer = dice.pick(&Seat::ALL);
        for _ in 0..4 {
            let mut start = start_dealt_by(dealer, &mut dice);
            start.window = window;
            let deal = Deal::new(Arc::clone(&book), start).expect("valid deal");
            let style = PlayStyle::any(&mut dice);
            let over = play_out(deal, style, &mut dice, |_, _, _, _| ());
            let settlement = over.settlement().expect("deal is over");
            for seat in Seat::ALL {
                standings[seat] += settlement.payments[seat];
            }
            window += settlement.window;
            prop_assert_eq!(standings.values().sum::<i32>() + window, 0);
            prop_assert!(window >= 0 && (book.rules().window || window == 0));
            dealer = dealer.next();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_legal_actions_are_accepted(seed: u64) {
        let (deal, style, mut dice) = fresh(seed);
        let mut tries = Dice(seed);
        let over = play_out(deal, style, &mut dice, |deal, _, _, _| {
            if tries.percent(12) {
                check_legal(deal, &mut tries);
            }
        });
        check_legal(&over, &mut tries);
    }
}

#[test]
fn random_deals_produce_every_type_of_game_event() {
    let ends: BTreeSet<String> = (0..1500)
        .flat_map(|seed| played(seed).1)
        .map(|event| format!("{event:?}").split([' ', '{']).next().unwrap_or_default().to_owned())
        .collect();
    for what in ["Claimed", "Opened", "Folded", "Left", "NoKontra", "Kontra", "Announced", "TalonTaken"] {
        assert!(ends.contains(what), "event never occurred: {what}");
    }
}

/// A game that is reported as impossible when play begins must be lost at the end.
#[test]
fn impossible_games_are_always_lost() {
    let (mut lost, mut made) = (Games::new(), Games::new());
    for (name, seed) in RuleSet::preset_names().flat_map(|name| (0..600).map(move |seed| (name, seed))) {
        let mut dice = Dice(seed);
        let book = Arc::new(Book::preset(name).expect("known preset"));
        let deal = Deal::new(book, start(&mut dice)).expect("valid deal");
        let (mut truth, mut out_of_reach) = (Truth::of(deal.start()), None);
        let style = PlayStyle::plain(&mut dice);
        let over = play_out(deal, style, &mut dice, |now, _, _, events| {
            if let (None, [Event::Played { .. }, ..], Stage::Play(board)) =
                (out_of_reach, events, now.view(None).stage)
            {
                let hand = truth.hands[board.declarer];
                out_of_reach = Some(board.contract.out_of_reach(hand, truth.talon, board.trump));
            }
            for event in events {
                truth.take_in(event);
            }
        });
        let Stage::Over { settlement, .. } = over.view(None).stage else { panic!("{name} {seed}: not over") };
        for item in settlement.items {
            let (ScoredGame::Game(game), Side::Declarer) = (item.game, item.side) else { continue };
            let hopeless = out_of_reach.is_some_and(|games| games.contains(game));
            assert!(!hopeless || !item.made, "{name}, {seed}: {game:?} was made out of reach");
            if hopeless {
                lost |= game;
            } else if item.made {
                made |= game;
            }
        }
    }
    let decided = Game::Ulti | Game::FortyHundred | Game::FourAces;
    assert!(
        lost.is_superset(decided | Game::TwentyHundred) && made.is_superset(decided),
        "{lost:?}, {made:?}"
    );
}
