//! Reasons why an action is illegal, with the data needed to explain what would be legal.

use crate::{Card, CardSet, Contract, Games, Seat, Suit, Trump};

/// Reason why an action is illegal. An illegal action does not change the deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The deal is over.
    #[error("the deal is over")]
    DealOver,
    /// It is another seat's turn.
    #[error("it is seat {turn}'s turn")]
    NotYourTurn {
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The action is only allowed during the auction, and the auction is over.
    #[error("this can only be done during the auction")]
    NotInAuction,
    /// The action is only allowed after the auction, and the auction is not over.
    #[error("play has not begun")]
    NotInPlay,
    /// The declarer has not named the trumps yet.
    #[error("the declarer names the trumps first")]
    TrumpNotNamed,
    /// The talon must be taken up before bidding.
    #[error("take the talon up before bidding")]
    TakeFirst,
    /// The seat has already taken up the talon.
    #[error("the talon is already taken: bid and lay down two cards")]
    AlreadyTaken,
    /// A seat that holds the talon can't pass.
    #[error("the seat that holds the talon must bid")]
    MustBid,
    /// No contract overcalls the highest bid, so the talon can't be taken up.
    #[error("nothing overcalls {best}")]
    NothingOvercalls {
        /// The highest bid.
        best: Contract,
    },
    /// The contract can't be bid under these rules.
    #[error("these rules have no {contract}: did you mean {nearest}?")]
    NotInBook {
        /// The contract that the seat tried to bid.
        contract: Contract,
        /// The contract most similar to the rejected one, of those that can be bid.
        nearest: Contract,
    },
    /// The contract does not overcall the highest bid.
    #[error("{contract} does not overcall {best}")]
    TooLow {
        /// The contract that the seat tried to bid.
        contract: Contract,
        /// The highest bid.
        best: Contract,
    },
    /// The seat did not lay down exactly two cards with its bid.
    #[error("lay down two cards, not {count}")]
    DiscardTwo {
        /// Number of cards that the seat tried to lay down.
        count: u32,
    },
    /// Cards were laid down with a bid that leaves the talon untouched.
    #[error("no cards are laid down when the talon is left untouched")]
    NothingToDiscard,
    /// The seat does not hold all cards that it tried to lay down or play.
    #[error("not in the hand: {cards}")]
    NotHeld {
        /// The cards that are not in the hand.
        cards: CardSet,
    },
    /// Only the declarer may take this action.
    #[error("only the declarer, seat {declarer}, can do this")]
    OnlyDeclarer {
        /// Seat of the declarer.
        declarer: Seat,
    },
    /// The contract can't be played with these trumps.
    #[error("the contract can't be played with these trumps")]
    NotAChoice {
        /// The trumps that can be named.
        choices: Vec<Trump>,
    },
    /// The contract has fixed trumps, or the trumps are already named.
    #[error("the trumps are already fixed")]
    TrumpSettled,
    /// The card does not follow suit, although the hand holds a card of the suit that was led.
    #[error("follow suit: {suit}")]
    MustFollow {
        /// The suit that was led.
        suit: Suit,
        /// The cards that may be played.
        instead: CardSet,
    },
    /// The hand holds no card of the suit that was led, so a trump must be played.
    #[error("play a trump: {trump}")]
    MustTrump {
        /// The trump suit.
        trump: Suit,
        /// The cards that may be played.
        instead: CardSet,
    },
    /// The seat must beat the best card of the trick.
    #[error("beat {best}")]
    MustBeat {
        /// The best card of the trick.
        best: Card,
        /// The cards that may be played.
        instead: CardSet,
    },
    /// The trump VII of a bid ulti must be kept for the last trick.
    #[error("the trump seven is kept for the last trick")]
    SevenLocked {
        /// The cards that may be played.
        instead: CardSet,
    },
    /// The seat can't double these games now.
    #[error("can't double {games:?} now")]
    CannotKontra {
        /// The games that the seat tried to double.
        games: Games,
        /// The games that the seat may double now.
        open: Games,
    },
    /// The games can only be doubled together with other games of the contract.
    #[error("the ulti is doubled separately, all other games together")]
    SplitsItem,
    /// The seat declined to raise a kontra, but no raise was offered.
    #[error("no raise is being offered")]
    NothingOffered,
    /// A card can't be played while a seat is deciding whether to raise a kontra.
    #[error("seat {seat} is offered a raise")]
    RaiseOffered {
        /// Seat that must raise the kontra or decline.
        seat: Seat,
    },
    /// The first card has been led, so the contract can no longer be folded.
    #[error("folding is possible only before the first lead")]
    TooLateToFold,
    /// These rules don't allow folding.
    #[error("these rules don't allow folding")]
    NoFolding,
    /// These rules allow folding only for a lone parti that is not in hearts.
    #[error("only a lone parti that is not in hearts can be folded")]
    OnlyPlainPartiFolds,
    /// The hand is already face up, or can't be laid face up now.
    #[error("the hand can't be laid face up now")]
    CannotOpen,
}
