//! Why an action is refused, with what is needed to tell the person what would work.

use super::{Card, CardSet, Contract, Games, Seat, Suit, Trump};

/// Why a seat may not do what it wants to do. The deal is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The deal is over.
    #[error("the deal is over")]
    DealOver,
    /// It is someone else's turn.
    #[error("it is seat {turn}'s turn")]
    NotYourTurn {
        /// Whose.
        turn: Seat,
    },
    /// Bidding is over, or has not come to this yet.
    #[error("this can only be done during the auction")]
    NotInAuction,
    /// The auction, or the naming of trumps, comes first.
    #[error("play has not begun")]
    NotInPlay,
    /// The trumps have to be named first.
    #[error("the declarer names the trumps first")]
    TrumpNotNamed,
    /// The talon has to be taken before a bid.
    #[error("take the talon up before bidding")]
    TakeFirst,
    /// The talon is in hand already.
    #[error("you have the talon already: bid, and lay two cards down")]
    AlreadyTaken,
    /// Whoever holds twelve cards bids.
    #[error("whoever holds the talon must bid")]
    MustBid,
    /// No contract overcalls this one.
    #[error("nothing overcalls {best}")]
    NothingOvercalls {
        /// The bid that stands.
        best: Contract,
    },
    /// These rules do not have the contract.
    #[error("these rules have no {contract}: did you mean {nearest}?")]
    NotInBook {
        /// What was bid.
        contract: Contract,
        /// The contract nearest to it that they have.
        nearest: Contract,
    },
    /// The bid does not overcall the one that stands.
    #[error("{contract} does not overcall {best}")]
    TooLow {
        /// What was bid.
        contract: Contract,
        /// The bid that stands.
        best: Contract,
    },
    /// Not two cards were laid down.
    #[error("lay down two cards, not {count}")]
    DiscardTwo {
        /// How many were.
        count: u32,
    },
    /// The talon was not touched, so nothing can be laid down.
    #[error("nothing is laid down when the talon is left alone")]
    NothingToDiscard,
    /// Cards that are not in the hand.
    #[error("not in the hand: {cards}")]
    NotHeld {
        /// Which.
        cards: CardSet,
    },
    /// Only the declarer may.
    #[error("only the declarer, seat {declarer}, can do this")]
    OnlyDeclarer {
        /// Who that is.
        declarer: Seat,
    },
    /// The contract does not leave this choice of trumps.
    #[error("these trumps are not a choice")]
    NotAChoice {
        /// What is.
        choices: Vec<Trump>,
    },
    /// The contract does not leave a choice of trumps, or they are named already.
    #[error("the trumps are settled")]
    TrumpSettled,
    /// The suit led has to be followed.
    #[error("follow suit: {suit}")]
    MustFollow {
        /// The suit that was led.
        suit: Suit,
        /// What may be played.
        instead: CardSet,
    },
    /// A trump has to be played.
    #[error("play a trump: {trump}")]
    MustTrump {
        /// The trumps.
        trump: Suit,
        /// What may be played.
        instead: CardSet,
    },
    /// The best card of the trick has to be beaten.
    #[error("beat {best}")]
    MustBeat {
        /// The best card.
        best: Card,
        /// What may be played.
        instead: CardSet,
    },
    /// The trump VII of a bid ulti is kept for the last trick.
    #[error("the trump seven is kept for the last trick")]
    SevenLocked {
        /// What may be played.
        instead: CardSet,
    },
    /// The chance to double is gone, or was never there.
    #[error("too late, or not yours, to double {games:?}")]
    CannotKontra {
        /// What was to be doubled.
        games: Games,
        /// What this seat may double now.
        open: Games,
    },
    /// These games can only be doubled together.
    #[error("the ulti is doubled by itself, all the rest together")]
    SplitsItem,
    /// Nothing was offered that could be declined.
    #[error("no raise is being offered")]
    NothingOffered,
    /// A raise is being offered, which is answered first.
    #[error("seat {seat} is offered a raise")]
    RaiseOffered {
        /// To whom.
        seat: Seat,
    },
    /// Folding is over with the first lead.
    #[error("folding is possible only before the first lead")]
    TooLateToFold,
    /// These rules know no folding.
    #[error("these rules know no folding")]
    NoFolding,
    /// These rules let nobody fold anything but a lone parti that is not in hearts.
    #[error("only a lone parti that is not in hearts can be folded")]
    OnlyPlainPartiFolds,
    /// The hand lies open already, or may not be laid open.
    #[error("this hand can't be laid open now")]
    CannotOpen,
}
