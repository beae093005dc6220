//! What a person can ask of a table, and what comes back.

use std::sync::Arc;

use super::{JournalError, Player, RequestId, Scene, TableId, TooMany, UserId};
use crate::ai::Level;
use crate::rules::{Action, Illegal, Seat, View};

/// Who asks, and for what.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Who.
    pub user: UserId,
    /// The name to show for them.
    pub name: String,
    /// The interaction, so that the same one twice counts once.
    pub id: Option<RequestId>,
    /// What.
    pub command: Command,
}

/// The moment a button was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The deal's number in the evening.
    pub deal: u32,
    /// How many events the deal had.
    pub version: u32,
}

/// Something a person can ask for.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Only look.
    Look,
    /// Sit down.
    Join,
    /// Get up; in the middle of a deal it costs a renonsz and has to be meant.
    Leave {
        /// The points to each of the others that were agreed to; where it costs something else by
        /// now, it is asked again.
        agreed: Option<i32>,
    },
    /// Seat a robot.
    AddRobot(Level),
    /// Send the last robot away.
    RemoveRobot,
    /// Begin the first deal.
    Start,
    /// Begin the next deal.
    NextDeal,
    /// Act in the deal.
    Act {
        /// How.
        action: Action,
        /// What the button was made for; `None` for a typed command.
        at: Option<Moment>,
    },
    /// Pass now and for the rest of this auction.
    PassOn {
        /// What the button was made for.
        at: Option<Moment>,
    },
    /// Take the own seat back from the robot.
    TakeBack,
    /// Agree to end the evening.
    End,
}

/// What a person gets back: the table as it is now, through their eyes.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What became of the request.
    pub outcome: Outcome,
    /// The table.
    pub scene: Arc<Scene>,
    /// Where the person sits in the current deal.
    pub seat: Option<Seat>,
    /// The deal through the person's eyes, where there is one; the public's for one who does not play.
    pub view: Option<Arc<View>>,
}

/// What became of a request that was not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// It had been done before: the same interaction came twice.
    Repeated,
    /// The table has moved on since the button was made; nothing was done.
    Stale,
}

impl Outcome {
    /// For logs.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Repeated => "repeated",
            Self::Stale => "stale",
        }
    }
}

/// Why a request was refused. Nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is no open table in this channel.
    #[error("no table in this channel")]
    NoTable,
    /// There is one already.
    #[error("the channel has a table already")]
    TableExists(TableId),
    /// There are so many open tables that no more may be opened.
    #[error(transparent)]
    TooMany(TooMany),
    /// The person sits there already.
    #[error("seated already")]
    AlreadySeated,
    /// All chairs are taken.
    #[error("all {seats} seats are taken")]
    Full {
        /// How many there are.
        seats: usize,
    },
    /// The person does not sit there.
    #[error("not seated")]
    NotSeated,
    /// The person sits there and sits this deal out.
    #[error("the dealer sits this deal out")]
    SittingOut,
    /// Not enough players.
    #[error("{0} players: three are needed")]
    TooFew(usize),
    /// Only once the deal is over.
    #[error("a deal is being played")]
    DealRunning,
    /// Only while a deal is being played.
    #[error("no deal is being played")]
    NoDeal,
    /// Only before the first deal.
    #[error("the evening has begun")]
    AlreadyStarted,
    /// Only after the start.
    #[error("the evening has not begun")]
    NotStarted,
    /// No robot sits there.
    #[error("no robot at the table")]
    NoRobot,
    /// No robot holds the person's seat.
    #[error("the seat is yours")]
    SeatIsYours,
    /// Leaving would cost this much to each of the others; it has to be confirmed.
    #[error("leaving costs {cost} to each of the others")]
    LeavingCosts {
        /// Points to each of the two others.
        cost: i32,
    },
    /// The person has agreed to end already.
    #[error("already agreed")]
    AlreadyAgreed,
    /// The evening is over.
    #[error("the evening is over")]
    Ended,
    /// The rules are against it.
    #[error("{0}")]
    Illegal(#[from] Box<IllegalHere>),
    /// It could not be written down, so it was not done.
    #[error("not kept: {0}")]
    NotKept(#[from] JournalError),
    /// The table has been put away while being asked; asking again brings it back.
    #[error("the table was just put away")]
    Gone,
    /// The bot is about to stop, and nothing is begun any more.
    #[error("the bot is stopping")]
    Stopping,
}

/// Why the rules are against it, with who sits where.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct IllegalHere {
    /// Why.
    pub reason: Illegal,
    /// The names at the seats.
    pub players: crate::rules::BySeat<Player>,
}
