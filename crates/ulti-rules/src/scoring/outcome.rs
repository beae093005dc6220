//! The outcome of a deal, from which the payments are computed.

use crate::scoring::settlement::Side;
use crate::{Games, Seat};

/// The results of a finished deal: the games that the declarer won, and results that some rules pay without a
/// bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The games of the contract that the declarer won.
    pub made: Games,
    /// The side that reached 100 points, or `None` if neither side did.
    pub hundred: Option<SilentHundredSide>,
    /// The seat that played the seven of trumps to the last trick, or `None` if no seat did.
    ///
    /// The boolean is `true` if the seven won the trick.
    pub seven: Option<(Seat, bool)>,
    /// The side that won every one of the first nine tricks, or `None` if neither side did.
    ///
    /// The boolean is `true` if the side also won the tenth trick.
    pub tricks: Option<(Side, bool)>,
    /// The seat that won all four aces, or `None` if no single seat did.
    pub four_aces: Option<Seat>,
}

/// A side that reached 100 points in a deal. Some rules pay for this result even if it was not bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SilentHundredSide {
    /// The side that reached 100 points in the deal.
    pub side: Side,
    /// `true` if the side has only one marriage, worth 20 points. A marriage is the king and the over of one
    /// suit.
    pub one_twenty: bool,
}
