//! Explanations of results: the reason why each game of a finished deal was won or lost, and the calculation
//! of each payment (`RULES §6`, `§8`).

mod payments;
mod progress;
mod reasons;

use crate::{Card, Rank, ScoredGame, Seat, Side, Stage, View};
pub use payments::{ExplainedPayment, Factor, PaymentTerm, WindowPayments};

/// The explanation of a finished deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The games in the order of [`Settlement::items`](crate::Settlement::items). A game has one entry, even
    /// if an individual kontra gives it two items.
    pub games: Vec<ExplainedGame>,
    /// The payments between the seats.
    pub payments: Vec<ExplainedPayment>,
    /// The payments to and from the window (the table's pot). With `payments` they are the settlement.
    pub window: WindowPayments,
}

/// A game or penalty of a finished deal, with the reason for its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExplainedGame {
    /// The game or penalty.
    pub game: ScoredGame,
    /// The side that won or lost the game.
    pub side: Side,
    /// The seat that won or lost the game alone: the declarer, a player who leaves, or the defender with a
    /// silent ulti or silent four-aces. `None` if both defenders won or lost it together.
    pub seat: Option<Seat>,
    /// `true` if the game was won.
    pub made: bool,
    /// `true` if the rules pay for the game in this deal. A silent ulti can cancel the payment for a parti,
    /// and folding a parti may be free.
    pub paid: bool,
    /// The facts that decided the game.
    pub reason: Reason,
    /// The moment at which the result could no longer change.
    pub decided: Decided,
}

/// The moment at which the result of a game could no longer change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// Before the first trick, for example because the declarer did not hold the required cards.
    BeforePlay,
    /// In the trick with this number, counted from 1.
    Trick(u8),
    /// Not in a trick that was played: by a proven claim, conceding, folding or leaving.
    WithoutPlay,
}

/// The facts that decided a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Parti: the card points of both sides (`RULES §6`).
    Parti {
        /// Card points of the declarer.
        declarer: u32,
        /// Card points of the defenders.
        defence: u32,
        /// Card points in the deal: 90, and all announced marriages that count.
        total: u32,
        /// Card points with which a side has more than half of the total.
        needed: u32,
        /// The side that has no card points because it won no trick, or no points in tricks.
        empty: Option<Side>,
    },
    /// 40-100 or 20-100: the declarer's points in tricks.
    Hundred {
        /// `true` if the declarer held the required king and over.
        holds_marriage: bool,
        /// Points in tricks, including the last trick.
        points: u32,
        /// Points in tricks that the game requires: 60 or 80.
        needed: u32,
    },
    /// Silent hundred: the card points of a side that reached 100.
    SilentHundred {
        /// Card points of the side.
        points: u32,
        /// The part of the points that comes from marriages.
        marriages: u32,
    },
    /// Ulti or silent ulti: the fate of the seven of trumps.
    Seven(Seven),
    /// The side won every trick (durchmars, silent durchmars).
    AllTricks,
    /// The declarer won no trick (betli).
    NoTrick,
    /// The declarer won a trick (betli), or did not win one (durchmars).
    Trick {
        /// The seat that won the trick.
        winner: Seat,
        /// The card that won the trick.
        card: Card,
    },
    /// The seat won all four cards of a rank (four-aces, four-tens).
    AllFour(Rank),
    /// The declarer missed a card of four-aces or four-tens.
    MissedCard {
        /// The first card that the declarer missed.
        card: Card,
        /// The defender who won the card, or `None` if it was laid down as part of the talon.
        winner: Option<Seat>,
    },
    /// The declarer claimed the rest, and a search proved the result.
    Claimed {
        /// Number of complete tricks at the claim.
        tricks: u8,
        /// Card points at the claim. `None` unless the game is a parti.
        points: Option<ClaimedPoints>,
    },
    /// The declarer conceded, so the defenders won the remaining tricks.
    Conceded {
        /// Number of complete tricks before.
        tricks: u8,
    },
    /// The declarer folded.
    Folded,
    /// A player left the deal for good.
    Left(Seat),
}

/// Card points of the declarer in a parti that ended with a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedPoints {
    /// Card points of the declarer in the complete tricks, with the announced marriages.
    pub declarer: u32,
    /// Card points in the deal: 90, and all announced marriages that count or could still count.
    pub total: u32,
    /// Card points with which a side has more than half of the total.
    pub needed: u32,
}

/// The fate of the seven of trumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seven {
    /// The seven won the last trick.
    Won(Card),
    /// The seven was beaten in the last trick.
    Beaten {
        /// The seven of trumps.
        seven: Card,
        /// The card that won the trick.
        by: Card,
        /// The seat that won the trick.
        winner: Seat,
    },
    /// The declarer played the seven before the last trick.
    PlayedEarly(Card),
    /// The declarer did not hold the seven.
    NotHeld(Card),
}

impl Explanation {
    /// Explains the result of a finished deal. Returns `None` if the deal is not over.
    pub fn of(view: &View) -> Option<Self> {
        let Stage::Over { board, settlement, end, .. } = &view.stage else { return None };
        let games = reasons::games(view, board.as_ref(), settlement, *end);
        let payments = payments::payments(view, settlement, *end);
        Some(Self { games, payments, window: payments::window(view, settlement, *end) })
    }

    /// Returns the explanation of a game of one side, or `None` if the deal has no such game.
    pub fn game(&self, game: ScoredGame) -> Option<&ExplainedGame> {
        self.games.iter().find(|explained| explained.game == game)
    }
}
