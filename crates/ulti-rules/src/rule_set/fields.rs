//! The fields of a rule set, and the values of games derived from them.

use serde::{Deserialize, Serialize};

use super::choices::{
    BidSuits, Fold, HeartsOpen, IndividualKontra, KontraItems, LoneDurchmarsTrump, Lost, OpenHands,
    ReDurchmars, RowHundred, SelfRaise, SilentDurchmars, SilentHundred, SilentKontra, SilentUlti, TieBreak,
};
use super::limits;
use super::values::{SuitFactors, Value, Values};
use crate::{Contract, Game};

/// A row of `silent_table`, which sets the silent games (results paid without a bid) for a group of bids
/// (`RULES §8`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SilentRow {
    /// Bids to which the row applies. They are written without a suit if bids can name every suit.
    pub bids: Vec<Contract>,
    /// Payment rule for a silent hundred in these bids. It is used if `silent_hundred` is `table`.
    #[serde(default = "no_hundred")]
    pub hundred: RowHundred,
    /// `true` if a silent ulti is paid in these bids.
    #[serde(default)]
    pub ulti: bool,
    /// `true` if a silent durchmars is paid in these bids.
    #[serde(default)]
    pub durchmars: bool,
}

const fn no_hundred() -> RowHundred {
    RowHundred::None
}

/// The rules by which a table plays, with one field per rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// Name of the preset on which the rules are based.
    pub preset: String,
    /// `true` if four players can sit at the table. With four players, the dealer sits out.
    pub four_players: bool,
    /// Rule that ranks bids with equal points.
    pub tie_break: TieBreak,
    /// Rule for raising one's own bid.
    pub self_raise: SelfRaise,
    /// Suits that a bid can name.
    pub bid_suits: BidSuits,
    /// Rule for bids of a lone open game in hearts.
    pub hearts_open: HeartsOpen,
    /// Rule for the trumps of a lone durchmars.
    pub lone_durchmars_trump: LoneDurchmarsTrump,
    /// Rule for the bid "re-durchmars".
    pub re_durchmars: ReDurchmars,
    /// `true` if four-aces can be bid.
    pub four_aces: bool,
    /// `true` if four-tens can be bid.
    pub four_tens: bool,
    /// `true` if players must beat the best card of the trick if they can.
    pub must_beat: bool,
    /// `true` if a declarer who bid ulti must keep the trump VII for the last trick.
    pub ulti_seven_locked: bool,
    /// Hands that are laid face up in an open game.
    pub open_hands: OpenHands,
    /// `true` if a claim that is proven correct ends the deal immediately.
    pub claim: bool,
    /// Maximum number of points that a side can score for marriages.
    #[serde(deserialize_with = "limits::marriages")]
    pub marriages_at_most: u32,
    /// `true` if a side scores nothing unless it wins an ace, a ten or the last trick.
    pub parti_needs_points: bool,
    /// Rule for which games of a contract can be doubled separately.
    pub kontra_items: KontraItems,
    /// Games in which a kontra applies only to the defender who says it.
    pub individual_kontra: IndividualKontra,
    /// Highest kontra level of a game.
    #[serde(deserialize_with = "limits::kontra_limit")]
    pub kontra_limit: u8,
    /// Names of the kontra levels, beginning with level 1.
    pub kontra_names: Vec<String>,
    /// Cost of a lost game.
    pub lost: Lost,
    /// `true` if a lost ulti costs its value a second time. The second payment is not multiplied by kontra.
    pub lost_ulti_again: bool,
    /// Cost of folding a contract.
    pub fold: Fold,
    /// `true` if the table has a window, a common pot that collects points when all payments of a deal cancel
    /// out.
    pub window: bool,
    /// `true` if a player who leaves a deal pays the penalty for a revoke (renonsz).
    pub renonsz: bool,
    /// `true` if the partner of a defender who leaves a deal must pay the same penalty.
    pub renonsz_partner: bool,
    /// Payment rule for a silent hundred.
    pub silent_hundred: SilentHundred,
    /// Payment rule for a silent ulti.
    pub silent_ulti: SilentUlti,
    /// `true` if a lost silent ulti costs its value a second time. The second payment is not multiplied by
    /// kontra.
    pub lost_silent_ulti_again: bool,
    /// `true` if a doubled lone parti is not paid when a silent ulti is made.
    pub silent_ulti_spares_parti: bool,
    /// Payment rule for a silent durchmars.
    pub silent_durchmars: SilentDurchmars,
    /// `true` if a side that wins the first nine tricks and loses the tenth pays for a lost silent durchmars.
    pub silent_durchmars_lost: bool,
    /// `true` if winning all four aces is paid in contracts without four-aces.
    pub silent_four_aces: bool,
    /// Kontra multiplier of silent games.
    pub silent_kontra: SilentKontra,
    /// Factor of each suit. The values of a bid are multiplied by the factor of its suit.
    pub suit_factors: SuitFactors,
    /// Table that determines which silent games are paid in which bids. If the table is empty, all silent
    /// games apply to every bid.
    #[serde(default)]
    pub silent_table: Vec<SilentRow>,
    /// Values of all games.
    pub values: Values,
}

impl RuleSet {
    /// Highest kontra level that any rule set can allow.
    pub const KONTRA_LIMIT: u8 = limits::KONTRA_LIMIT;
    /// Allowed range for the value of a game.
    pub const WORTH: std::ops::RangeInclusive<i32> = limits::WORTH;
    /// Allowed range for the factor of a suit.
    pub const FACTOR: std::ops::RangeInclusive<i32> = limits::FACTOR;
    /// Total points of all four marriages: 40 in trumps and 20 in each of the other suits.
    pub const MARRIAGES: u32 = limits::MARRIAGES;

    /// Returns the maximum number of players at a table. With four players the dealer sits out.
    pub const fn most_players(&self) -> usize {
        if self.four_players { 4 } else { 3 }
    }

    /// Returns the value of a game in a contract, before kontra.
    ///
    /// The contract does not have to be one that the rules allow.
    pub fn value(&self, game: Game, contract: &Contract) -> i32 {
        self.amount(self.values.of(game, contract), *contract, contract.is_hearts())
    }

    /// Returns the amount of `value` that applies to a contract.
    ///
    /// If bids can name every suit, this is the plain amount multiplied by the factor of the contract's suit.
    /// Otherwise `hearts` selects the hearts amount or the plain amount.
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
    /// Four-tens is ignored in the lookup. The suit is also ignored if bids can name every suit.
    pub(crate) fn silent_row(&self, contract: Contract) -> Option<&SilentRow> {
        let suitless = if self.bid_suits == BidSuits::All { contract.without_suit() } else { contract };
        let named = suitless.without_four_tens();
        self.silent_table.iter().find(|row| row.bids.contains(&named))
    }
}
