//! Requests to a table and the replies to them.

use std::sync::Arc;

use super::{
    AgreedCost, AgreedEnd, ChannelId, EarlyEndQuestion, JournalError, LeavingCosts, NextAction, Player,
    PlayerView, RequestId, TableId, TableSetting, TableView, TooManyTables, UserId,
};
use ulti_ai::Level;
use ulti_rules::{
    Action, BySeat, Card, CardSet, Contract, IllegalAction, Seat, TalonCommitment, Trump, Unwinnable,
};

/// A user's command to a table, together with its sender and channel.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// User who sent the command.
    pub user: UserId,
    /// Display name of the user.
    pub name: String,
    /// Channel in which the user sent the command. A table rejects requests from other channels.
    pub channel: ChannelId,
    /// Id of the Discord interaction, used to ignore duplicates.
    pub id: Option<RequestId>,
    /// Command to execute.
    pub command: Command,
}

/// Identifies the point in a deal at which a button was created. If the deal has moved on since then, a click
/// on the button is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Number of the deal at its table, starting at 1.
    pub deal: u32,
    /// Number of events in the deal when the button was created.
    pub version: u32,
}

/// An action that can make the contract impossible to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContractAction {
    /// A bid, with the two cards to lay in the talon unless the player left it.
    Bid {
        /// The contract to bid.
        contract: Contract,
        /// The cards to lay down.
        discard: Option<CardSet>,
    },
    /// A choice of trumps.
    Trump(Trump),
    /// A card to play.
    Play(Card),
}

impl ContractAction {
    /// Returns the bid, choice of trumps or card in an action, or `None` if the action is something else.
    pub const fn of(action: Action) -> Option<Self> {
        match action {
            Action::Bid { contract, discard } => Some(Self::Bid { contract, discard }),
            Action::Trump(trump) => Some(Self::Trump(trump)),
            Action::Play(card) => Some(Self::Play(card)),
            _ => None,
        }
    }

    /// Returns the action in the deal.
    pub const fn action(self) -> Action {
        match self {
            Self::Bid { contract, discard } => Action::Bid { contract, discard },
            Self::Trump(trump) => Action::Trump(trump),
            Self::Play(card) => Action::Play(card),
        }
    }
}

/// A command that a user can send to a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Return the current state of the table without changing it.
    Look,
    /// Take a free seat.
    Join,
    /// Leave the table.
    ///
    /// Leaving during a deal costs a renonsz penalty (`RULES §8`) and must be confirmed.
    Leave {
        /// The cost of leaving that the user agreed to.
        ///
        /// If the actual cost differs, or if another deal has begun, the command is refused with
        /// [`Refusal::LeavingCosts`].
        agreed: Option<AgreedCost>,
    },
    /// Add a robot of the given skill level. Refused with [`Refusal::EnoughPlayers`] while three or more
    /// players are seated.
    AddRobot(Level),
    /// Remove the most recently added robot that is not playing in the current deal.
    RemoveRobot,
    /// Invite a person to take a free seat. The person is pinged.
    Invite(UserId),
    /// Change a setting of the table.
    Set(TableSetting),
    /// Start the first deal.
    Start,
    /// Start the next deal.
    NextDeal,
    /// Take an action in the current deal. Some actions must be confirmed: leaving, folding, claims, laying
    /// the hand open, taking the talon if only expensive bids are left, and choices with which the contract
    /// cannot be won.
    Act {
        /// Action to take.
        action: Action,
        /// Point in the deal at which the button was created. `None` if the action was not chosen with a
        /// button.
        at: Option<Moment>,
    },
    /// Take an action in the current deal after which the contract cannot be won. The player has confirmed
    /// it.
    ActAnyway {
        /// Bid or choice of trumps to make.
        action: ContractAction,
        /// Point in the deal at which the player confirmed the action.
        at: Moment,
    },
    /// Take the talon, although only expensive bids are left. The player has confirmed it.
    TakeAnyway {
        /// Point in the deal at which the player confirmed the action.
        at: Moment,
    },
    /// Lay the user's hand open for everyone. The player has confirmed it.
    OpenHand {
        /// Number of the deal at its table, starting at 1.
        deal: u32,
    },
    /// End the deal early. If the result is not the agreed one, the user is asked again.
    EndEarly(AgreedEnd),
    /// Pass now and for the rest of the auction.
    PassOn {
        /// Point in the deal at which the button was created. `None` if the command did not come from a
        /// button.
        at: Option<Moment>,
    },
    /// Take back a pass for the rest of the auction, so that the player decides again at the next turn.
    StopPassing {
        /// Number of the deal at its table, starting at 1.
        deal: u32,
    },
    /// Resume playing after a robot has taken over the user's seat.
    TakeBack,
    /// Agree to end the session.
    End,
    /// Close the table on behalf of a server manager, who needs no seat. The sender has checked the
    /// permission.
    Close {
        /// Number of the deal in progress that the manager has agreed to discard, or zero. `None` if the
        /// manager has not confirmed anything yet.
        agreed: Option<u32>,
    },
}

/// The reply to a request, which includes only what the sender may see.
#[derive(Debug, Clone)]
pub struct TableReply {
    /// Outcome of the request.
    pub outcome: CommandOutcome,
    /// Public state of the table.
    pub table_view: Arc<TableView>,
    /// The sender's seat in the current deal, or `None` if the sender is not playing in it.
    pub seat: Option<Seat>,
    /// The sender's view of the current deal, or the public view if the sender is not playing in it. `None`
    /// before the first deal.
    pub player_view: Option<PlayerView>,
}

/// The outcome of an accepted request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CommandOutcome {
    /// The command was executed.
    Done,
    /// Nothing was done because the same interaction had already been handled.
    Repeated,
    /// Nothing was done because the request came from a button that was created for an earlier state of the
    /// deal.
    Stale,
}

/// The reason why a request was refused. A refused request has no effect.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The channel has no open table.
    #[error("no table in this channel")]
    NoTable,
    /// The request came from a channel other than the table's.
    ///
    /// The table checks this because the table id in a button's custom id can be forged.
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
    /// A robot cannot take a seat because there are enough players for a deal.
    #[error("there are enough players without another robot")]
    EnoughPlayers,
    /// The user has no seat at the table, and one is free.
    #[error("the player is not seated")]
    NotSeated,
    /// The user has no seat at the table, and all seats are taken.
    #[error("the player is not seated, and all {seats} seats are taken")]
    NoSeatFree {
        /// Number of seats.
        seats: usize,
        /// `true` if a robot sits at the table.
        robot: bool,
    },
    /// The user is the dealer at a four-player table and sits out the current deal.
    #[error("the dealer does not play in this deal")]
    SittingOut,
    /// The table has fewer than three players.
    #[error("too few players: {0} of at least three")]
    TooFew(usize),
    /// The command can't be used during a deal.
    #[error("a deal is being played")]
    DealRunning,
    /// The command can only be used during a deal.
    #[error("no deal is being played")]
    NoDeal,
    /// The command can only be used before the first deal.
    #[error("the first deal has already started")]
    AlreadyStarted,
    /// The command can only be used after the first deal has started.
    #[error("the first deal has not started")]
    NotStarted,
    /// There is no robot at the table to remove.
    #[error("no robot at the table")]
    NoRobot,
    /// The user tried to take back a seat that no stand-in robot is holding.
    #[error("no robot holds the player's seat")]
    SeatIsYours,
    /// The user tried to take back a pass for the rest of the auction, but is not passing.
    #[error("the player is not passing for the rest of the auction")]
    NotPassingOn,
    /// Leaving now costs points, and the user has not confirmed the current cost.
    #[error("leaving costs {} points, and must be confirmed", .0.cost().points)]
    LeavingCosts(Box<LeavingCosts>),
    /// The contract cannot be won after the action, and the user has not confirmed the action.
    #[error("the contract cannot be won with these cards, and the action must be confirmed")]
    Unconfirmed(Box<Unconfirmed>),
    /// Laying the hand open must be confirmed, because it cannot be undone.
    #[error("laying the hand open must be confirmed")]
    OpenHand {
        /// Number of the deal at its table, starting at 1.
        deal: u32,
    },
    /// Taking the talon commits the user to an expensive bid, and the user has not confirmed it.
    #[error("taking the talon commits the player to an expensive bid, and must be confirmed")]
    ExpensiveTalon(Box<ExpensiveTalon>),
    /// The action ends the deal early, and the user has not confirmed the current result.
    #[error("the action ends the deal early, and must be confirmed")]
    EarlyEnd(Box<EarlyEndQuestion>),
    /// Only the person who opened the table can close it before the first deal. The person still has a seat.
    #[error("only the host can close the table before the first deal")]
    OnlyHostCloses(Box<Player>),
    /// Only the person who opened the table can change its settings before the first deal. The person still
    /// has a seat.
    #[error("only the host can change the settings of the table")]
    OnlyHostSets(Box<Player>),
    /// The user to be invited already has a seat at the table.
    #[error("the invited user is already seated")]
    InvitedPlayer(UserId),
    /// The user has already been invited to the table.
    #[error("the user has already been invited")]
    InvitedAlready(UserId),
    /// The players of the table have invited as many people as they may.
    #[error("at most {most} people can be invited")]
    TooManyInvited {
        /// Maximum number of people.
        most: usize,
    },
    /// More players have seats than the new rules allow.
    #[error("the rules are for at most {seats} players")]
    TooManyForRules {
        /// Number of seats under the new rules.
        seats: usize,
    },
    /// A server manager has to confirm that the table is closed.
    #[error("closing the table must be confirmed")]
    CloseTable {
        /// Number of the deal in progress, which does not count then. Zero if there is none.
        deal: u32,
    },
    /// A server manager who plays in the current deal cannot close the table.
    #[error("a player of the deal in progress cannot close the table")]
    PlaysInDeal,
    /// The user has already agreed to end the session.
    #[error("the player has already agreed to end the game")]
    AlreadyAgreed,
    /// The session has ended, so the table no longer accepts commands.
    #[error("the table is closed")]
    Ended,
    /// The rules of the game do not allow the requested action.
    #[error("{0}")]
    Illegal(#[from] Box<IllegalHere>),
    /// The command had no effect because its events could not be written to the journal.
    #[error("failed to save action: {0}")]
    NotKept(#[from] JournalError),
    /// The search for the request could not be completed in time because too many searches are running.
    #[error("too many searches are running")]
    Busy,
    /// The table was unloaded from memory while the request was waiting. Retrying the request reloads the
    /// table.
    #[error("the table was just unloaded from memory: send the request again")]
    Gone,
    /// The bot is shutting down and no longer accepts requests.
    #[error("the bot is shutting down")]
    Stopping,
}

/// A legal action after which the contract cannot be won. The user has to confirm it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unconfirmed {
    /// The bid, choice of trumps or card.
    pub action: ContractAction,
    /// Point in the deal at which the action was requested.
    pub at: Moment,
    /// Reason why the contract cannot be won. It refers to the user's own cards.
    pub why: Unwinnable,
}

/// Taking the talon when only expensive bids are left. The user has to confirm it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpensiveTalon {
    /// Point in the deal at which the user requested the talon.
    pub at: Moment,
    /// `true` if the highest bid is the user's own.
    pub raises_own: bool,
    /// The bids that are left.
    pub commitment: TalonCommitment,
}

/// An illegal action at a table. Includes the players of the deal, because the error message may contain
/// their names.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct IllegalHere {
    /// Reason why the action is illegal.
    pub reason: IllegalAction,
    /// Player at each seat in the deal.
    pub players: BySeat<Player>,
    /// The user's next possible action.
    pub next: NextAction,
}
