//! Reasons why an action is illegal, with the data needed to explain what would be legal.

use crate::{Card, CardSet, Contract, Game, Games, Seat, Suit, Trump};

/// The reason why an action is illegal.
///
/// An illegal action does not change the deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum IllegalAction {
    /// The deal is already over.
    #[error("the deal is over")]
    DealOver,
    /// It is another seat's turn.
    #[error("it is seat {turn}'s turn")]
    NotYourTurn {
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The action is allowed only during the auction, which is over.
    #[error("this can only be done during the auction")]
    NotInAuction,
    /// The action is allowed only after the auction, and the auction is still in progress.
    #[error("play has not begun")]
    NotInPlay,
    /// The declarer has not named the trump suit yet.
    #[error("the declarer names the trumps first")]
    TrumpNotNamed,
    /// The seat must take the talon (the two cards laid aside) before it can bid.
    #[error("take the talon before bidding")]
    TakeFirst,
    /// The seat has already taken the talon (the two cards laid aside).
    #[error("the talon is already taken: bid and discard two cards")]
    AlreadyTaken,
    /// The seat cannot pass, because it has taken the talon (the two cards laid aside) and must bid.
    #[error("the seat that holds the talon must bid")]
    MustBid,
    /// The seat cannot take the talon (the two cards laid aside), because no contract overcalls the highest
    /// bid.
    #[error("no bid overcalls {best}")]
    NothingOvercalls {
        /// The highest bid so far.
        best: Contract,
    },
    /// The contract cannot be bid under the rules of the deal.
    #[error("contract {contract} does not exist in these rules: did you mean {nearest}?")]
    NotInBook {
        /// The contract that the seat tried to bid.
        contract: Contract,
        /// The most similar contract that can be bid.
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
    /// The seat did not discard exactly two cards with its bid.
    #[error("discard two cards, not {count}")]
    DiscardTwo {
        /// Number of cards that the seat tried to discard.
        count: u32,
    },
    /// The seat tried to discard cards without having taken the talon (the two cards laid aside).
    #[error("no cards are discarded if the talon is not taken")]
    NothingToDiscard,
    /// The seat does not hold all of the cards that it tried to discard or play.
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
    /// The contract cannot be played with the trump suit that the declarer named.
    #[error("the contract cannot be played with these trumps")]
    NotAChoice {
        /// The trump suits that the declarer may name.
        choices: Vec<Trump>,
    },
    /// The trump suit is fixed by the contract or has already been named.
    #[error("the trumps are already named")]
    TrumpSettled,
    /// The card does not follow suit, although the seat holds a card of the suit that was led.
    #[error("follow suit: {suit}")]
    MustFollow {
        /// The suit that was led.
        suit: Suit,
        /// The cards that the seat may play.
        instead: CardSet,
    },
    /// The card is not a trump, although the seat holds a trump and cannot follow suit.
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
    /// The declarer bid *ulti*, so the seven of trumps must be kept for the last trick.
    #[error("the trump seven must be kept for the last trick")]
    SevenLocked {
        /// The cards that the seat may play instead of the seven of trumps.
        instead: CardSet,
    },
    /// The seat cannot double these games now.
    #[error("cannot double {} now: {reason}", names(*games))]
    CannotKontra {
        /// The games that cannot be doubled for this reason. Other games that the seat tried to double are
        /// not included.
        games: Games,
        /// The reason why the games cannot be doubled.
        reason: KontraRefusal,
        /// The games that the seat may double now.
        open: Games,
    },
    /// The rules do not allow these games to be doubled without the other games of their group.
    #[error("the ulti is doubled separately, all other games together")]
    SplitsItem,
    /// The seat declined to double, but there was no kontra (doubling) to answer.
    #[error("there is no kontra to answer")]
    NothingOffered,
    /// No card can be played until the pending kontra (doubling) has been answered.
    #[error("seat {seat} must answer a kontra first")]
    RaiseOffered {
        /// The seat that must answer the kontra (doubling), either by doubling again or by declining.
        seat: Seat,
    },
    /// The declarer can no longer fold (give up the contract), because the first card has been led.
    #[error("folding is possible only before the first lead")]
    TooLateToFold,
    /// The declarer can concede only after the first trick.
    #[error("conceding is possible only after the first trick")]
    TooEarlyToConcede,
    /// The declarer cannot concede the last trick, in which everything is forced.
    #[error("the last trick cannot be conceded")]
    TooLateToConcede,
    /// The rules do not allow the declarer to fold (give up the contract).
    #[error("these rules do not allow folding")]
    NoFolding,
    /// The rules allow the declarer to fold (give up the contract) only in a lone *parti* that is not in
    /// hearts.
    #[error("only a lone parti that is not in hearts can be folded")]
    OnlyPlainPartiFolds,
    /// The rules do not allow claims.
    #[error("claims are not allowed: the hand can only be laid face up")]
    NoClaims,
    /// The declarer has already claimed during the current trick.
    #[error("only one claim per trick is allowed")]
    AlreadyClaimed,
    /// The seat's hand already lies face up.
    #[error("the hand already lies face up")]
    AlreadyOpen,
    /// A defender cannot lay the hand face up now. Some rules allow it once the declarer's hand lies face up.
    #[error("a defender cannot lay the hand face up now")]
    CannotOpen,
}

/// The reason why a seat cannot double a game (`RULES §7`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::EnumIter)]
#[strum(serialize_all = "kebab-case")]
pub enum KontraRefusal {
    /// The game is not part of the contract.
    #[error("not in the contract")]
    NotInContract,
    /// The seat is the declarer's, and the defenders have not doubled the game.
    #[error("not doubled by the defenders")]
    NotDoubled,
    /// The game has already been doubled as often as the rules allow.
    #[error("the rules allow no further doubling")]
    LimitReached,
    /// The seat's own side doubled the game last.
    #[error("already doubled by the same side")]
    AlreadyDoubled,
    /// The seat can double the game later in the first trick.
    #[error("not yet possible")]
    NotYet,
    /// The seat did not double the game when it was possible.
    #[error("no longer possible")]
    TooLate,
}

/// Joins the names of games with plus signs, as in the notation of contracts.
fn names(games: Games) -> String {
    games.iter().map(Game::name).collect::<Vec<_>>().join("+")
}
