//! Reasons why an action is illegal, with the data needed to explain what would be legal.

use crate::{Card, CardSet, Contract, Games, Seat, Suit, Trump};

/// Reason why an action is illegal.
///
/// An illegal action does not change the deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The action is illegal because the deal is over.
    #[error("the deal is over")]
    DealOver,
    /// The action is illegal because it is another seat's turn.
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
    /// The seat must take up the talon (the two cards laid aside) before it can bid.
    #[error("take the talon before bidding")]
    TakeFirst,
    /// The seat has already taken up the talon (the two cards laid aside).
    #[error("the talon is already taken: bid and discard two cards")]
    AlreadyTaken,
    /// The seat has taken up the talon (the two cards laid aside), so it must bid and can't pass.
    #[error("the seat that holds the talon must bid")]
    MustBid,
    /// No contract is higher than the highest bid, so the talon (the two cards laid aside) can't be taken up.
    #[error("no bid overcalls {best}")]
    NothingOvercalls {
        /// The highest bid so far.
        best: Contract,
    },
    /// The contract can't be bid under these rules.
    #[error("contract {contract} does not exist in these rules: did you mean {nearest}?")]
    NotInBook {
        /// The contract that the seat tried to bid.
        contract: Contract,
        /// The contract that can be bid and is most similar to the rejected contract.
        nearest: Contract,
    },
    /// The contract is not higher than the highest bid.
    #[error("{contract} does not overcall {best}")]
    TooLow {
        /// The contract that the seat tried to bid.
        contract: Contract,
        /// The highest bid so far.
        best: Contract,
    },
    /// The seat did not lay down exactly two cards with its bid.
    #[error("discard two cards, not {count}")]
    DiscardTwo {
        /// Number of cards that the seat tried to lay down.
        count: u32,
    },
    /// The seat laid down cards, although it bid without taking up the talon (the two cards laid aside).
    #[error("no cards are discarded if the talon is not taken")]
    NothingToDiscard,
    /// The seat does not hold all of the cards that it tried to lay down or play.
    #[error("cards not in the hand: {cards}")]
    NotHeld {
        /// The cards that are not in the seat's hand.
        cards: CardSet,
    },
    /// Only the declarer may take this action.
    #[error("only the declarer, seat {declarer}, can do this")]
    OnlyDeclarer {
        /// Seat of the declarer.
        declarer: Seat,
    },
    /// The contract can't be played with the named trump suit.
    #[error("the contract cannot be played with these trumps")]
    NotAChoice {
        /// The trump suits that the declarer can name.
        choices: Vec<Trump>,
    },
    /// The trump suit can't be named, because the contract determines it or because it has already been
    /// named.
    #[error("the trumps are already named")]
    TrumpSettled,
    /// The card does not follow suit, although the hand holds a card of the suit that was led.
    #[error("follow suit: {suit}")]
    MustFollow {
        /// The suit that was led.
        suit: Suit,
        /// The cards that the seat may play.
        instead: CardSet,
    },
    /// The card is not a trump, although the hand holds a trump and no card of the suit that was led.
    #[error("play a trump: {trump}")]
    MustTrump {
        /// The trump suit.
        trump: Suit,
        /// The cards that the seat may play.
        instead: CardSet,
    },
    /// The card does not beat the best card of the trick, although another legal card does.
    #[error("beat {best}")]
    MustBeat {
        /// The best card in the trick so far.
        best: Card,
        /// The cards that the seat may play.
        instead: CardSet,
    },
    /// The declarer bid *ulti* and must keep the seven of trumps for the last trick.
    #[error("the trump seven must be kept for the last trick")]
    SevenLocked {
        /// The cards that the seat may play.
        instead: CardSet,
    },
    /// The seat can't double these games now.
    #[error("cannot double {games:?} now")]
    CannotKontra {
        /// The games that the seat tried to double.
        games: Games,
        /// The games that the seat may double now.
        open: Games,
    },
    /// The games can only be doubled together with other games of the contract.
    #[error("the ulti is doubled separately, all other games together")]
    SplitsItem,
    /// The seat declined to double again, although there was no kontra (doubling) to answer.
    #[error("there is no kontra to answer")]
    NothingOffered,
    /// A card can't be played until the last kontra (doubling) has been answered.
    #[error("seat {seat} must answer a kontra first")]
    RaiseOffered {
        /// The seat that must answer the kontra (doubling) by doubling again or declining.
        seat: Seat,
    },
    /// The contract can no longer be given up (folded), because the first card has been led.
    #[error("folding is possible only before the first lead")]
    TooLateToFold,
    /// The rules don't allow the declarer to give up (fold) a contract.
    #[error("these rules do not allow folding")]
    NoFolding,
    /// Under these rules, the declarer can fold (give up) only a *parti* that was bid alone and not in
    /// hearts.
    #[error("only a lone parti that is not in hearts can be folded")]
    OnlyPlainPartiFolds,
    /// The hand can't be laid face up now, or it is already face up.
    #[error("the hand cannot be laid face up now")]
    CannotOpen,
}
