//! The fields of a rule set, and the values of games derived from them.

use serde::{Deserialize, Serialize};

use super::choices::{
    BidSuits, Fold, HeartsOpen, IndividualKontra, KontraItems, LoneDurchmarsTrump, Lost, OpenHands,
    ReDurchmars, RowHundred, SelfRaise, SilentDurchmars, SilentHundred, SilentKontra, SilentUlti, TieBreak,
};
use super::limits;
use super::values::{SuitFactors, Value, Values};
use crate::{Contract, Game};

/// A row of the rule `silent_table`.
///
/// The row determines how silent games (results paid without having been bid) are paid for a group of bids
/// (`RULES §8`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SilentRow {
    /// The bids to which the row applies. They are written without a suit if bids can name every suit.
    pub bids: Vec<Contract>,
    /// How this row pays a silent hundred (100 points reached without a bid).
    ///
    /// If the rule `silent_hundred` is not `table`, all values except `none` have the same effect.
    #[serde(default = "no_hundred")]
    pub hundred: RowHundred,
    /// `true` if this row pays a silent ulti (an ulti that was not bid).
    #[serde(default)]
    pub ulti: bool,
    /// `true` if this row pays a silent durchmars (all tricks won without a bid).
    #[serde(default)]
    pub durchmars: bool,
}

const fn no_hundred() -> RowHundred {
    RowHundred::None
}

/// The complete rules of a table, with one field per rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// Name of the preset on which the rules are based.
    pub preset: String,
    /// `true` if four players can sit at the table. With four players, the dealer sits out.
    pub four_players: bool,
    /// Rule that decides which of two bids with equal points is stronger.
    pub tie_break: TieBreak,
    /// Rule that determines how players may raise their own bid.
    pub self_raise: SelfRaise,
    /// Rule that determines which suits a bid can name.
    pub bid_suits: BidSuits,
    /// Rule for bidding a single open game (played with the hand face up) in hearts.
    pub hearts_open: HeartsOpen,
    /// Rule for the trump suit of a durchmars that is bid alone.
    pub lone_durchmars_trump: LoneDurchmarsTrump,
    /// Rule for the bid *re-durchmars* (a durchmars of higher value).
    pub re_durchmars: ReDurchmars,
    /// `true` if the game *four-aces* (win all four aces) can be bid.
    pub four_aces: bool,
    /// `true` if the game *four-tens* (win all four tens) can be bid.
    pub four_tens: bool,
    /// `true` if players must beat the best card of the trick when they can.
    pub must_beat: bool,
    /// `true` if a declarer who bid ulti must keep the seven of trumps for the last trick.
    pub ulti_seven_locked: bool,
    /// Rule that determines which hands are laid face up in an open game.
    pub open_hands: OpenHands,
    /// `true` if the deal ends as soon as the declarer's claim of the remaining tricks is proven.
    pub claim: bool,
    /// Maximum number of points that a side can score for marriages (king and over of a suit).
    #[serde(deserialize_with = "limits::marriages")]
    pub marriages_at_most: u32,
    /// `true` if a side must win an ace, a ten or the last trick to score any points.
    pub parti_needs_points: bool,
    /// Rule that determines which games of a contract can be doubled separately.
    pub kontra_items: KontraItems,
    /// Rule that determines in which games a kontra (doubling) applies only to the defender who announces it.
    pub individual_kontra: IndividualKontra,
    /// Maximum number of times that a game can be doubled.
    #[serde(deserialize_with = "limits::kontra_limit")]
    pub kontra_limit: u8,
    /// Names of the kontra (doubling) levels, beginning with level 1.
    pub kontra_names: Vec<String>,
    /// Rule for the cost of a lost game.
    pub lost: Lost,
    /// `true` if a lost ulti costs its value a second time. A kontra (doubling) does not multiply this second
    /// payment.
    pub lost_ulti_again: bool,
    /// Rule for the cost of giving up (folding) a contract.
    pub fold: Fold,
    /// `true` if the table has a window, a common pot.
    ///
    /// The pot collects points when all payments of a deal cancel out.
    pub window: bool,
    /// `true` if a player who leaves a deal pays a penalty. It equals the penalty for breaking the rules of
    /// play (renonsz).
    pub renonsz: bool,
    /// `true` if the partner of a defender who leaves a deal must pay the same penalty.
    pub renonsz_partner: bool,
    /// Rule for the payment of a silent hundred (100 points reached without a bid).
    pub silent_hundred: SilentHundred,
    /// Rule for the payment of a silent ulti (an ulti that was not bid).
    pub silent_ulti: SilentUlti,
    /// `true` if a lost silent ulti (an ulti that was not bid) costs its value a second time.
    ///
    /// A kontra (doubling) does not multiply this second payment.
    pub lost_silent_ulti_again: bool,
    /// `true` if a silent ulti (an ulti that was not bid) can cancel the payment for a parti.
    ///
    /// The payment is cancelled if the silent ulti is made and the parti was bid alone and doubled.
    pub silent_ulti_spares_parti: bool,
    /// Rule for the payment of a silent durchmars (all tricks won without a bid).
    pub silent_durchmars: SilentDurchmars,
    /// `true` if a side that wins the first nine tricks and loses the tenth must pay for it.
    pub silent_durchmars_lost: bool,
    /// `true` if winning all four aces is paid in contracts that don't include four-aces.
    pub silent_four_aces: bool,
    /// Rule that determines whether a kontra (doubling) multiplies payments for silent games (results paid
    /// without a bid).
    pub silent_kontra: SilentKontra,
    /// Value factor of each suit. The values of a bid are multiplied by the factor of its suit.
    pub suit_factors: SuitFactors,
    /// Table that determines which silent games (results paid without a bid) are paid in which bids.
    ///
    /// If the table is empty, all silent games apply to every bid.
    #[serde(default)]
    pub silent_table: Vec<SilentRow>,
    /// Values of all games in points.
    pub values: Values,
}

impl RuleSet {
    /// Highest kontra (doubling) level that any rule set can allow.
    pub const KONTRA_LIMIT: u8 = limits::KONTRA_LIMIT;
    /// Allowed range for the value of a game in points.
    pub const WORTH: std::ops::RangeInclusive<i32> = limits::WORTH;
    /// Allowed range for the factor by which a suit multiplies values.
    pub const FACTOR: std::ops::RangeInclusive<i32> = limits::FACTOR;
    /// Total points of all four marriages: 40 in trumps and 20 in each of the other suits.
    pub const MARRIAGES: u32 = limits::MARRIAGES;

    /// Returns the maximum number of players at a table. With four players, the dealer does not play.
    pub const fn most_players(&self) -> usize {
        if self.four_players { 4 } else { 3 }
    }

    /// Returns the value of a game in a contract, before any kontra (doubling).
    ///
    /// The rules do not have to allow the contract.
    pub fn value(&self, game: Game, contract: &Contract) -> i32 {
        self.amount(self.values.of(game, contract), *contract, contract.is_hearts())
    }

    /// Returns the amount in points that `value` has in a contract.
    ///
    /// If bids can name every suit, this is the plain value multiplied by the factor of the contract's suit.
    /// Otherwise, `hearts` selects between the hearts value and the plain value.
    pub(crate) const fn amount(&self, value: Value, contract: Contract, hearts: bool) -> i32 {
        match self.bid_suits {
            BidSuits::Hearts => value.of(hearts),
            BidSuits::All => value.plain * self.suit_factors.of(contract.suit()),
        }
    }

    /// Returns the sum of the values of the contract's games. The auction compares contracts by this sum.
    pub fn points(&self, contract: &Contract) -> i32 {
        contract.games().iter().map(|game| self.value(game, contract)).sum()
    }

    /// Returns the row of `silent_table` that applies to a contract.
    ///
    /// The game four-tens is ignored when contracts are compared. If bids can name every suit, suits are
    /// ignored as well.
    pub(crate) fn silent_row(&self, contract: Contract) -> Option<&SilentRow> {
        let suitless = if self.bid_suits == BidSuits::All { contract.without_suit() } else { contract };
        let named = suitless.without_four_tens();
        self.silent_table.iter().find(|row| row.bids.contains(&named))
    }
}
