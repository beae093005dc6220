//! The outcome of a deal, which determines the payments.

use crate::settlement::Side;
use crate::{Games, Seat};

/// The outcome of a deal that was played to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The games of the contract that the declarer made.
    pub made: Games,
    /// The side that reached 100 points, or `None` if neither side did.
    pub hundred: Option<SilentHundredSide>,
    /// The seat that played the trump VII in the tenth trick. The flag is `true` if the VII won the trick.
    pub seven: Option<(Seat, bool)>,
    /// The side that won the first nine tricks. The flag is `true` if the side also won the tenth trick.
    pub tricks: Option<(Side, bool)>,
    /// The seat that won all four aces, or `None` if no single seat did.
    pub four_aces: Option<Seat>,
}

/// A side that reached 100 points in a deal, for which a silent hundred may be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SilentHundredSide {
    /// The side that reached 100 points.
    pub side: Side,
    /// `true` if the side's only marriage is worth 20 points.
    pub one_twenty: bool,
}
