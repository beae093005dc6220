//! Requests to a table and the replies to them.

use std::sync::Arc;

use super::{ChannelId, JournalError, Player, RequestId, TableId, TableView, TooManyTables, UserId};
use ulti_ai::Level;
use ulti_rules::{Action, IllegalAction, Seat, View};

/// A user's command to a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// User who sent the command.
    pub user: UserId,
    /// Display name of the user.
    pub name: String,
    /// Channel in which the user sent the command. A table accepts only requests from its own channel.
    pub channel: ChannelId,
    /// Interaction id, used to ignore duplicates of an interaction.
    pub id: Option<RequestId>,
    /// Command to execute.
    pub command: Command,
}

/// The state of a deal for which a button was created. Used to detect presses of outdated buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Number of the deal within the evening, counted from 1.
    pub deal: u32,
    /// Number of events in the deal when the button was created.
    pub version: u32,
}

/// A command that a user can send to a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Return the current state without changing anything.
    Look,
    /// Take a free seat.
    Join,
    /// Leave the table. Leaving during a deal is charged as a renonsz (`RULES §8`) and must be confirmed.
    Leave {
        /// Cost of leaving that the user has confirmed, in points paid to each of the two other players. If
        /// the actual cost differs, the command is refused with [`Refusal::LeavingCosts`].
        agreed: Option<i32>,
    },
    /// Add a robot of the given level.
    AddRobot(Level),
    /// Remove the most recently added robot that is not playing in the current deal.
    RemoveRobot,
    /// Start the first deal.
    Start,
    /// Start the next deal.
    NextDeal,
    /// Take an action in the current deal.
    Act {
        /// Action to take.
        action: Action,
        /// State of the deal for which the button was created; `None` for a typed command.
        at: Option<Moment>,
    },
    /// Pass now and for the rest of the auction.
    PassOn {
        /// State of the deal for which the button was created, if the command comes from a button.
        at: Option<Moment>,
    },
    /// Resume playing after being replaced by a stand-in robot.
    TakeBack,
    /// Agree to end the evening.
    End,
}

/// The reply to a request: its outcome and the state of the table, limited to what the sender may see.
#[derive(Debug, Clone)]
pub struct TableReply {
    /// Outcome of the request.
    pub outcome: CommandOutcome,
    /// Public state of the table.
    pub table_view: Arc<TableView>,
    /// Seat of the sender in the current deal; `None` if the sender does not play in it.
    pub seat: Option<Seat>,
    /// The sender's view of the current deal, or the public view if the sender does not play in it.
    pub player_view: Option<Arc<View>>,
}

/// The outcome of an accepted request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CommandOutcome {
    /// The command was executed.
    Done,
    /// The interaction had already been executed, so nothing was done.
    Repeated,
    /// The button was created for an earlier state of the deal, so nothing was done.
    Stale,
}

/// The reason why a request was refused. A refused request changes nothing.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The channel has no open table.
    #[error("no table in this channel")]
    NoTable,
    /// The request came from a channel other than the table's. Custom ids can be forged, so the table checks
    /// the channel.
    #[error("the table is in another channel")]
    OtherChannel,
    /// The channel already has an open table.
    #[error("the channel already has a table")]
    TableExists(TableId),
    /// The user or the server has reached its limit of open tables.
    #[error(transparent)]
    TooMany(TooManyTables),
    /// The user already has a seat at the table.
    #[error("the player is already seated")]
    AlreadySeated,
    /// All seats of the table are taken.
    #[error("all {seats} seats are taken")]
    Full {
        /// Number of seats.
        seats: usize,
    },
    /// The user has no seat at the table.
    #[error("the player is not seated")]
    NotSeated,
    /// The user is the dealer of a four-player table and does not play in the current deal.
    #[error("the dealer does not play in this deal")]
    SittingOut,
    /// The table has fewer than three players.
    #[error("too few players: {0} of at least three")]
    TooFew(usize),
    /// The command is not possible during a deal.
    #[error("a deal is being played")]
    DealRunning,
    /// The command is only possible during a deal.
    #[error("no deal is being played")]
    NoDeal,
    /// The command is only possible before the first deal.
    #[error("the first deal has already started")]
    AlreadyStarted,
    /// The command is only possible after the first deal has started.
    #[error("the first deal has not started")]
    NotStarted,
    /// The table has no robot to remove.
    #[error("no robot at the table")]
    NoRobot,
    /// The user has not been replaced by a stand-in robot.
    #[error("no robot holds the player's seat")]
    SeatIsYours,
    /// Leaving during the deal has a cost that the user has not confirmed.
    #[error("leaving costs {cost} points to each other player, and must be confirmed")]
    LeavingCosts {
        /// Cost of leaving, in points paid to each of the two other players.
        cost: i32,
    },
    /// The user has already agreed to end the evening.
    #[error("the player has already agreed to end the game")]
    AlreadyAgreed,
    /// The evening has ended, so the table accepts no more commands.
    #[error("the table is closed")]
    Ended,
    /// The rules of the game do not allow the action.
    #[error("{0}")]
    Illegal(#[from] Box<IllegalHere>),
    /// The command was not executed because its events could not be written to the journal.
    #[error("failed to save action: {0}")]
    NotKept(#[from] JournalError),
    /// The table was unloaded while the request was waiting. Sending the request again restores the table.
    #[error("the table was just unloaded from memory: send the request again")]
    Gone,
    /// The bot is shutting down and accepts no more requests.
    #[error("the bot is shutting down")]
    Stopping,
}

/// An illegal action, with the players whose names are needed to explain it.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct IllegalHere {
    /// Rule that the action breaks.
    pub reason: IllegalAction,
    /// Players at the seats of the deal.
    pub players: ulti_rules::BySeat<Player>,
}
