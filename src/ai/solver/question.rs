//! What can be asked about a position.

/// A question about what the declarer comes to from here on, everyone playing as well as can be
/// with all cards in sight. What has been played before is the asker's affair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// How many points in tricks: aces and tens, and ten for the last trick (`RULES §6`); 0 to 90.
    Points,
    /// Whether so many points in tricks, or more.
    AtLeast(u32),
    /// Whether no trick.
    Betli,
    /// Whether every trick.
    Durchmars,
    /// Whether the last trick with the VII of trumps.
    Ulti,
    /// Whether every ace that is still in play.
    FourAces,
    /// Whether every ten that is still in play.
    FourTens,
}
