//! Whole deals.

use std::sync::{Arc, LazyLock};

use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, Games, Record, RuleSet, Seat, Start};

static BOOKS: LazyLock<Vec<Arc<Book>>> = LazyLock::new(|| {
    RuleSet::preset_names().map(|name| Arc::new(Book::preset(name).expect("unknown preset"))).collect()
});

/// Checks a deal.
///
/// The bytes choose the rules, the cards and the legal actions. Every legal action must be accepted, the deal
/// must end, its payments must sum to zero, and its record must be valid.
pub fn check(bytes: &[u8]) {
    let mut choices = Choices(bytes.iter());
    let book = &BOOKS[choices.below(BOOKS.len())];
    let mut begin = start(&mut choices);
    begin.window *= i32::from(book.rules().window);
    let mut deal = Deal::new(Arc::clone(book), begin).expect("invalid deal");
    let mut events = Vec::new();
    // No deal takes more steps than this in auction, doubling and play.
    for _ in 0..600 {
        let Some(seat) = deal.turn() else { break };
        let action = choose(&deal, seat, &mut choices);
        let happened = deal.judge(seat, action).expect("listed action is illegal");
        for event in &happened {
            deal.apply(event);
        }
        events.extend(happened);
    }
    let settlement = deal.settlement().expect("deal is not over");
    assert_eq!(settlement.payments.values().sum::<i32>() + settlement.window, 0);
    let players = ["a", "b", "c"].map(str::to_owned);
    let record = Record::of(deal.book(), deal.start(), &events, players).expect("failed to create record");
    assert_eq!(record.replay().expect("failed to replay record"), deal);
}

/// The remaining bytes of the input, followed by zeros.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    /// Returns the next choice, which is a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end.max(1)
    }

    /// Chooses two different cards.
    fn two_of(&mut self, hand: CardSet) -> CardSet {
        let mut cards: Vec<Card> = hand.iter().collect();
        let first = cards.remove(self.below(cards.len()));
        [first, cards[self.below(cards.len())]].into_iter().collect()
    }
}

/// Chooses the dealer, the hands and the points in the window (the table's pot).
fn start(choices: &mut Choices<'_>) -> Start {
    let mut deck: Vec<Card> = Card::deck().collect();
    for last in (1..deck.len()).rev() {
        deck.swap(last, choices.below(last + 1));
    }
    let dealer = Seat::ALL[choices.below(3)];
    let mut hands = BySeat::default();
    hands[dealer.next()] = deck[..12].iter().copied().collect();
    hands[dealer.next().next()] = deck[12..22].iter().copied().collect();
    hands[dealer] = deck[22..].iter().copied().collect();
    Start { dealer, hands, window: 6 * i32::try_from(choices.below(4)).expect("window is too large") }
}

/// Chooses a legal action.
fn choose(deal: &Deal, seat: Seat, choices: &mut Choices<'_>) -> Action {
    let view = deal.view(Some(seat));
    let legal = &view.legal;
    let mut open: Vec<Action> = legal.cards.iter().map(Action::Play).collect();
    open.extend(legal.trumps.iter().copied().map(Action::Trump));
    open.extend(view.kontra_items().into_iter().map(Action::Kontra));
    let simple = [
        (legal.take, Action::Take),
        (legal.pass, Action::Pass),
        (legal.no_kontra, Action::NoKontra),
        (legal.fold, Action::Fold),
        (legal.open, Action::Open),
        (legal.claim, Action::Claim),
    ];
    open.extend(simple.into_iter().filter_map(|(may, action)| may.then_some(action)));
    if !legal.bids.is_empty() {
        let contract = legal.bids[choices.below(legal.bids.len())];
        let discard = legal.discard.then(|| choices.two_of(view.own_hand()));
        open.push(Action::Bid { contract, discard });
    }
    assert!(!open.is_empty() && !matches!(open[0], Action::Kontra(games) if games == Games::empty()));
    open[choices.below(open.len())]
}
