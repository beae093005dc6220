//! Random deals for the benchmark. All measured operations play the same deals.

use std::sync::Arc;

use fastrand::Rng;
use ulti_rules::{
    Action, Book, BySeat, Card, CardSet, Contract, Deal, Game, Legal, Play, RankOrder, Seat, Start, Trump,
};

/// Number of random deals prepared before the benchmark starts.
const PREPARED: usize = 1024;

/// A deal after the auction, with a contract that always requires all ten tricks to be played.
#[derive(Clone)]
pub(crate) struct Table {
    deal: Deal,
    play: Play,
    declarer: Seat,
    trump: Trump,
    hands: BySeat<CardSet>,
}

/// Random deals that use the same rule preset and are ready for the first bid.
pub(crate) struct Preset {
    book: Arc<Book>,
    starts: Vec<Start>,
}

impl Preset {
    /// Creates shuffled deals for the rule preset with the given name.
    ///
    /// The number of deals is [`PREPARED`].
    pub(crate) fn new(name: &str, dice: &mut Rng) -> Self {
        let book = Arc::new(Book::preset(name).expect("known preset"));
        Self { book, starts: (0..PREPARED).map(|_| start(dice)).collect() }
    }

    /// Plays a complete deal, from the auction to the settlement, and returns the payments.
    pub(crate) fn whole_deal(&self, number: usize, dice: &mut Rng) -> BySeat<i32> {
        let mut deal = self.begun(number);
        while let Some(seat) = deal.turn() {
            act(&mut deal, seat, dice);
        }
        deal.settlement().expect("deal is over").payments
    }

    fn begun(&self, number: usize) -> Deal {
        let start = self.starts[number % self.starts.len()].clone();
        Deal::new(Arc::clone(&self.book), start).expect("valid deal")
    }
}

impl Table {
    /// Creates [`PREPARED`] deals with the rule preset `4m` by playing random auctions.
    ///
    /// Deals are skipped if their contract can be decided before the last trick.
    pub(crate) fn prepared(dice: &mut Rng) -> Vec<Self> {
        let preset = Preset::new("4m", dice);
        let mut tables = Vec::with_capacity(PREPARED);
        for number in 0.. {
            if tables.len() == PREPARED {
                break;
            }
            tables.extend(Self::after_auction(preset.begun(number), dice));
        }
        tables
    }

    fn after_auction(mut deal: Deal, dice: &mut Rng) -> Option<Self> {
        while deal.view(None).board().is_none() {
            let seat = deal.turn()?;
            act(&mut deal, seat, dice);
        }
        let view = deal.view(None);
        let board = view.board()?;
        let (declarer, contract, trump) = (board.declarer, board.contract, board.trump);
        if ends_early(contract) {
            return None;
        }
        let hands = BySeat::from_fn(|seat| deal.view(Some(seat)).own_hand());
        let talon = hands.values().fold(CardSet::DECK, |left, hand| left - *hand);
        let entry = deal.book().find(&contract)?;
        let play = Play::new(declarer, entry, trump, hands, talon, deal.book().rules());
        Some(Self { deal, play, declarer, trump, hands })
    }

    /// Plays ten tricks using only [`CardSet`] operations. Returns the number of tricks won by each seat.
    pub(crate) fn by_sets(&self, dice: &mut Rng) -> BySeat<u8> {
        let order = RankOrder::of(self.trump);
        let (mut hands, mut leader, mut tricks) = (self.hands, self.declarer, BySeat::default());
        for _ in 0..10 {
            let mut best = pick(hands[leader], dice);
            let (led, mut winner) = (best.suit(), leader);
            hands[leader] -= best.into();
            for seat in leader.others() {
                let hand = hands[seat];
                let trumps = self.trump.map_or(CardSet::EMPTY, |suit| hand.of_suit(suit));
                let bound = hand.of_suit(led).or_else(trumps);
                let above = CardSet::above(best, order);
                let card = pick((bound & above).or_else(bound).or_else(hand), dice);
                hands[seat] -= card.into();
                let trumped = self.trump == Some(card.suit()) && self.trump != Some(best.suit());
                if above.contains(card) || trumped {
                    (best, winner) = (card, seat);
                }
            }
            tricks[winner] += 1;
            leader = winner;
        }
        tricks
    }

    /// Plays ten tricks using [`Play::advance`]. Returns the number of tricks won by the declarer.
    pub(crate) fn by_play(&self, dice: &mut Rng) -> usize {
        let (mut play, rules) = (self.play, self.deal.book().rules());
        for _ in 0..30 {
            let (cards, _) = play.playable(rules);
            play.advance(pick(cards, dice));
        }
        play.tricks_by(self.declarer)
    }

    /// Plays ten tricks using [`Deal::legal`], [`Deal::judge`] and [`Deal::apply`]. Returns the payments.
    pub(crate) fn by_deal(&self, dice: &mut Rng) -> BySeat<i32> {
        let mut deal = self.deal.clone();
        while let Some(seat) = deal.turn() {
            let card = pick(deal.legal(seat).cards, dice);
            take(&mut deal, seat, Action::Play(card));
        }
        deal.settlement().expect("deal is over").payments
    }
}

fn ends_early(contract: Contract) -> bool {
    contract.is_lone(Game::Betli) || contract.is_lone(Game::Durchmars)
}

fn start(dice: &mut Rng) -> Start {
    let mut deck: Vec<Card> = Card::deck().collect();
    dice.shuffle(&mut deck);
    let cards = |range: std::ops::Range<usize>| deck[range].iter().copied().collect();
    let hands = BySeat([cards(22..32), cards(0..12), cards(12..22)]);
    Start { dealer: Seat::Zero, hands, window: 0 }
}

fn pick(cards: CardSet, dice: &mut Rng) -> Card {
    cards.iter().nth(dice.usize(..cards.len() as usize)).expect("valid card")
}

fn take(deal: &mut Deal, seat: Seat, action: Action) {
    for event in deal.judge(seat, action).expect("legal action") {
        deal.apply(&event);
    }
}

/// Takes a random legal action.
///
/// A seat that may take the talon (the two cards laid aside) does so with a probability of 1/3. A seat that
/// may announce a kontra (doubling) does so with a probability of 1/4.
fn act(deal: &mut Deal, seat: Seat, dice: &mut Rng) {
    let legal = deal.legal(seat);
    let action = if !legal.kontra.is_empty() && dice.u8(..4) == 0 {
        Action::Kontra(legal.kontra)
    } else if legal.no_kontra {
        Action::NoKontra
    } else if !legal.cards.is_empty() {
        Action::Play(pick(legal.cards, dice))
    } else if !legal.trumps.is_empty() {
        Action::Trump(*dice.choice(&legal.trumps).expect("non-empty trumps"))
    } else {
        call(deal, seat, &legal, dice)
    };
    take(deal, seat, action);
}

fn call(deal: &Deal, seat: Seat, legal: &Legal, dice: &mut Rng) -> Action {
    if legal.take && dice.u8(..3) == 0 {
        Action::Take
    } else if legal.pass {
        Action::Pass
    } else {
        let contract = legal.bids[dice.usize(..legal.bids.len().min(8))];
        let hand = deal.view(Some(seat)).own_hand();
        let one = pick(hand, dice);
        let other = pick(hand - one.into(), dice);
        let discard = legal.discard.then(|| CardSet::of(one) | CardSet::of(other));
        Action::Bid { contract, discard }
    }
}
