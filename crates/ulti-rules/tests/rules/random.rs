//! Random deals with random legal actions, generated from a seed.

use ulti_rules::{
    Action, BySeat, Card, CardSet, Contract, Deal, Event, Game, Games, KontraItems, Legal, Rank, Seat, Start,
    Suit,
};

/// A seeded random number generator (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.roll() % end as u64).expect("number fits")
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Returns two different random cards of a hand.
    pub(crate) fn two_of(&mut self, hand: CardSet) -> CardSet {
        let first = self.pick(&hand.iter().collect::<Vec<_>>());
        let rest: Vec<Card> = (hand - first.into()).iter().collect();
        CardSet::of(first) | self.pick(&rest).into()
    }
}

/// Returns a random deal.
///
/// In half of the deals, one seat has more cards of one suit and more high cards, so that every contract is
/// won and lost often enough.
pub(crate) fn start(dice: &mut Dice) -> Start {
    let dealer = dice.pick(&Seat::ALL);
    start_dealt_by(dealer, dice)
}

/// Returns a random deal with the given dealer.
pub(crate) fn start_dealt_by(dealer: Seat, dice: &mut Dice) -> Start {
    let (skewed, suit) = (dice.percent(50), dice.pick(&Suit::ALL));
    let mut deck: Vec<(usize, Card)> = Vec::new();
    for card in Card::deck() {
        let liked = if card.suit() == suit { 60 } else { 0 } + if card.rank() >= Rank::King { 40 } else { 0 };
        deck.push((dice.below(100) + if skewed { 100 - liked } else { 0 }, card));
    }
    deck.sort_by_key(|(key, _)| *key);
    let cards = |range: std::ops::Range<usize>| deck[range].iter().map(|(_, card)| *card).collect();
    let mut hands = BySeat::default();
    hands[dealer.next()] = cards(0..12);
    hands[dealer.next().next()] = cards(12..22);
    hands[dealer] = cards(22..32);
    Start { dealer, hands, window: i32::try_from(dice.below(3)).expect("number fits") * 6 }
}

/// The probabilities with which the seats of one deal take certain actions.
#[derive(Clone, Copy)]
pub(crate) struct PlayStyle {
    /// Probability in percent that a seat announces a possible kontra (doubling).
    pub(crate) kontra: usize,
    pub(crate) take: usize,
    pub(crate) claim: usize,
    pub(crate) give_up: usize,
    /// `true` if the seats usually play their highest legal card.
    pub(crate) high: bool,
    /// `true` if the seats play a seven only when they have no other legal card.
    pub(crate) keep_seven: bool,
}

impl PlayStyle {
    /// Returns random probabilities for a deal without claims, folding and leaving.
    pub(crate) fn plain(dice: &mut Dice) -> Self {
        Self {
            kontra: dice.pick(&[0, 20, 60]),
            take: dice.pick(&[5, 30]),
            claim: 0,
            give_up: 0,
            high: dice.percent(60),
            keep_seven: dice.percent(50),
        }
    }

    /// Returns random probabilities for a deal with claims, folding and leaving.
    pub(crate) fn any(dice: &mut Dice) -> Self {
        let claim = dice.pick(&[0, 0, 10]);
        let give_up = dice.pick(&[0, 0, 1]);
        Self { claim, give_up, ..Self::plain(dice) }
    }

    fn card(self, cards: CardSet, dice: &mut Dice) -> Card {
        let sevens: CardSet = cards.iter().filter(|card| card.rank() == Rank::Seven).collect();
        let cards = if self.keep_seven { (cards - sevens).or_else(cards) } else { cards };
        let listed: Vec<Card> = cards.iter().collect();
        let best = listed.iter().copied().max_by_key(|card| card.rank());
        if self.high && dice.percent(80) { best.expect("valid card") } else { dice.pick(&listed) }
    }

    fn bid(deal: &Deal, seat: Seat, legal: &Legal, dice: &mut Dice) -> Action {
        let hand = deal.view(Some(seat)).own_hand();
        let hundred = |bid: &&Contract| bid.has(Game::TwentyHundred) || bid.has(Game::FortyHundred);
        let hundreds: Vec<Contract> = legal.bids.iter().filter(hundred).copied().collect();
        let open = if dice.percent(70) { legal.bids.len().min(10) } else { legal.bids.len() };
        // Without this preference, random bids hardly ever include a 20-100 or 40-100 that can be made.
        let contract = if hand.points() >= 50 && !hundreds.is_empty() && dice.percent(15) {
            dice.pick(&hundreds)
        } else {
            legal.bids[dice.below(open)]
        };
        Action::Bid { contract, discard: legal.discard.then(|| dice.two_of(hand)) }
    }

    /// Chooses a random legal action for the seat to act.
    pub(crate) fn choose(self, deal: &Deal, seat: Seat, dice: &mut Dice) -> Action {
        let legal = deal.legal(seat);
        if dice.percent(self.give_up) {
            return if legal.fold { Action::Fold } else { Action::Leave };
        }
        if legal.claim && dice.percent(self.claim) {
            return if legal.open && dice.percent(30) { Action::Open } else { Action::Claim };
        }
        if !legal.kontra.is_empty() && dice.percent(self.kontra) {
            return Action::Kontra(some_items(deal, legal.kontra, dice));
        }
        if legal.take && dice.percent(self.take) {
            Action::Take
        } else if legal.pass {
            Action::Pass
        } else if !legal.bids.is_empty() {
            Self::bid(deal, seat, &legal, dice)
        } else if !legal.trumps.is_empty() {
            Action::Trump(dice.pick(&legal.trumps))
        } else if legal.no_kontra {
            Action::NoKontra
        } else {
            Action::Play(self.card(legal.cards, dice))
        }
    }
}

/// Splits games into groups. The games of a group can only be doubled together.
pub(crate) fn items(deal: &Deal, games: Games) -> Vec<Games> {
    let together = deal.book().rules().kontra_items == KontraItems::UltiAndRest;
    let (ulti, rest): (Vec<Game>, Vec<Game>) = games.iter().partition(|game| *game == Game::Ulti);
    let items: Vec<Games> = if together {
        vec![ulti.into_iter().collect(), rest.into_iter().collect()]
    } else {
        games.iter().map(|game| [game].into_iter().collect()).collect()
    };
    items.into_iter().filter(|item: &Games| !item.is_empty()).collect()
}

/// Returns the games of one or more randomly chosen groups that can be doubled.
fn some_items(deal: &Deal, games: Games, dice: &mut Dice) -> Games {
    let items = items(deal, games);
    let wanted: Vec<Games> = items.iter().copied().filter(|_| dice.percent(60)).collect();
    let chosen = if wanted.is_empty() { &items[..1] } else { &wanted };
    chosen.iter().fold(Games::new(), |all, item| all | *item)
}

/// Plays a deal to its end with random actions.
///
/// Before each action is applied, calls `see` with the deal, the seat, the action and its events.
///
/// # Panics
/// Panics if the deal is not over after 400 actions.
pub(crate) fn play_out(
    mut deal: Deal,
    style: PlayStyle,
    dice: &mut Dice,
    mut see: impl FnMut(&Deal, Seat, Action, &[Event]),
) -> Deal {
    for _ in 0..400 {
        let Some(seat) = deal.turn() else { return deal };
        let action = style.choose(&deal, seat, dice);
        let events = deal
            .judge(seat, action)
            .unwrap_or_else(|reason| panic!("legal action rejected: {seat} {action:?}: {reason:?}"));
        see(&deal, seat, action, &events);
        for event in &events {
            deal.apply(event);
        }
    }
    panic!("deal does not end")
}
