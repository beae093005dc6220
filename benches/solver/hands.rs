//! Hands for the benchmark: deals bid by robots, with the declarer about to lead.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use ulti::table::shuffle::{self, Seed};
use ulti_ai::solver::{Position, Question};
use ulti_ai::{Cancellation, Level, Robot, robot};
use ulti_rules::{Action, Book, BySeat, CardSet, Contract, Deal, Game, Play, RuleSet, Seat, Start, Trick};

/// Maximum time for collecting hands. For rare contracts, fewer hands are used.
const TIMEOUT: Duration = Duration::from_mins(3);

/// A deal whose auction is over.
pub(crate) struct Hand {
    pub(crate) contract: Contract,
    pub(crate) position: Position,
    play: Play,
    book: Arc<Book>,
}

/// Deals cards and lets robots bid until every row has `wanted` hands or the time is up.
pub(crate) fn gather(seed: u64, level: Level, wanted: usize) -> Vec<Hand> {
    let book = Arc::new(Book::preset(RuleSet::USUAL).expect("unknown preset"));
    let (mut hands, began) = (Vec::new(), Instant::now());
    let mut missing = vec![wanted; Row::ALL.len()];
    for number in 0.. {
        if missing.iter().all(|missing| *missing == 0) || began.elapsed() > TIMEOUT {
            break;
        }
        let Some(hand) = Hand::bid(&book, seed, number, level) else { continue };
        let mut wanted = false;
        for (missing, row) in missing.iter_mut().zip(Row::ALL) {
            if *missing > 0 && row.question(hand.contract).is_some() {
                *missing -= 1;
                wanted = true;
            }
        }
        hands.extend(wanted.then_some(hand));
    }
    hands
}

impl Hand {
    fn bid(book: &Arc<Book>, seed: u64, number: u64, level: Level) -> Option<Self> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_be_bytes());
        bytes[8..16].copy_from_slice(&number.to_be_bytes());
        let dealer = Seat::Two;
        let start = Start { dealer, hands: shuffle::deal(&Seed::from_bytes(bytes), dealer), window: 0 };
        let mut rng = Rng::with_seed(seed ^ number.rotate_left(32));
        let mut robots: BySeat<Box<dyn Robot>> = BySeat::from_fn(|_| robot(level, rng.u64(..)));
        let mut deal = Deal::new(Arc::clone(book), start).expect("invalid deal");
        while deal.view(None).board().is_none() {
            let seat = deal.turn()?;
            let action = robots[seat].act(&deal.view(Some(seat)), &Cancellation::new())?;
            for event in deal.judge(seat, action).expect("illegal action") {
                deal.apply(&event);
            }
        }
        // Skip contracts that the declarer folds before the first lead.
        let declarer = deal.turn()?;
        let lead = robots[declarer].act(&deal.view(Some(declarer)), &Cancellation::new())?;
        (lead != Action::Fold).then(|| Self::before_the_lead(&deal, book))
    }

    fn before_the_lead(deal: &Deal, book: &Arc<Book>) -> Self {
        let view = deal.view(None);
        let board = view.board().expect("no play after the auction");
        let (declarer, contract, trump) = (board.declarer, board.contract, board.trump);
        let hands = BySeat::from_fn(|seat| deal.view(Some(seat)).own_hand());
        let talon = hands.values().fold(CardSet::DECK, |left, hand| left - *hand);
        let rules = book.rules();
        let entry = book.find(&contract).expect("contract is not in the book");
        let play = Play::new(declarer, entry, trump, hands, talon, rules);
        let position = Position {
            trump,
            declarer,
            hands,
            trick: Trick::new(declarer),
            must_beat: rules.must_beat,
            seven_locked: play.locks_seven(rules),
        };
        Self { contract, position, play, book: Arc::clone(book) }
    }

    /// Plays the deal to its end with random cards, using the rules engine. Returns the number of cards
    /// played.
    pub(crate) fn play_out(&self, rng: &mut Rng) -> u64 {
        let (mut play, rules) = (self.play, self.book.rules());
        for _ in 0..30 {
            let (cards, _) = play.playable(rules);
            let place = rng.usize(..cards.len() as usize);
            play.advance(cards.iter().nth(place).expect("no legal card"));
        }
        30
    }
}

/// A row of the benchmark's table: one question and the hands that it applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    Betli,
    Durchmars,
    Ulti,
    /// The exact number of points in tricks is computed.
    Points,
    /// The number of points that the contract requires is tested.
    Enough,
}

impl Row {
    pub(crate) const ALL: [Self; 5] = [Self::Betli, Self::Durchmars, Self::Ulti, Self::Points, Self::Enough];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Betli => "betli",
            Self::Durchmars => "durchmars",
            Self::Ulti => "ulti",
            Self::Points => "points",
            Self::Enough => "points enough",
        }
    }

    /// Returns the hands that this row applies to, with their questions.
    pub(crate) fn of(self, hands: &[Hand]) -> impl Iterator<Item = (&Hand, Question)> {
        hands.iter().filter_map(move |hand| Some((hand, self.question(hand.contract)?)))
    }

    fn question(self, contract: Contract) -> Option<Question> {
        let points = [(Game::Parti, 50), (Game::FortyHundred, 60), (Game::TwentyHundred, 80)];
        let needed = points.into_iter().find(|(game, _)| contract.has(*game)).map(|(_, needed)| needed);
        match self {
            Self::Betli => contract.has(Game::Betli).then_some(Question::Betli),
            Self::Durchmars => contract.has(Game::Durchmars).then_some(Question::Durchmars),
            Self::Ulti => contract.has(Game::Ulti).then_some(Question::Ulti),
            Self::Points => needed.map(|_| Question::Points),
            Self::Enough => needed.map(Question::AtLeast),
        }
    }
}
