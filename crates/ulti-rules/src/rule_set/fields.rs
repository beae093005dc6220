//! The fields of a rule set, and the values of games derived from them.

use serde::{Deserialize, Serialize};

use super::choices::{
    BidSuits, Fold, HeartsOpen, IndividualKontra, KontraItems, LoneDurchmarsTrump, Lost, OpenHands,
    ReDurchmars, RowHundred, SelfRaise, SilentDurchmars, SilentHundred, SilentKontra, SilentUlti, TieBreak,
};
use super::limits;
use super::values::{SuitFactors, Value, Values};
use crate::{Contract, Game};

/// A row in the table `silent_table`.
///
/// It lists bids and the silent games (results paid without a bid) that are paid if one of these bids is
/// played (`RULES §8`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a row of silent_table, which is a table with bids")]
pub struct SilentRow {
    /// The bids to which the row applies. If the rules allow bids in every suit, each bid is listed once,
    /// without a suit.
    pub bids: Vec<Contract>,
    /// Payment for a silent hundred (100 points scored without a bid).
    ///
    /// If the rule `silent_hundred` is set to `table`, this field determines the amount. Otherwise, it only
    /// determines whether a silent hundred is paid: `none` means no, and any other value means yes.
    #[serde(default = "no_hundred")]
    pub hundred: RowHundred,
    /// `true` if this row of `silent_table` pays for a silent ulti (an ulti that was not bid).
    #[serde(default)]
    pub ulti: bool,
    /// `true` if this row of `silent_table` pays for a silent durchmars (all tricks won without a bid).
    #[serde(default)]
    pub durchmars: bool,
}

const fn no_hundred() -> RowHundred {
    RowHundred::None
}

/// The complete rules for a table, with one field per rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// Name of the preset on which the rules are based.
    pub preset: String,
    /// `true` if four players can sit at the table. With four players, the dealer sits out.
    pub four_players: bool,
    /// Rule for breaking ties between bids with equal points.
    pub tie_break: TieBreak,
    /// Rule for raising one's own bid.
    pub self_raise: SelfRaise,
    /// The suits that a bid can name.
    pub bid_suits: BidSuits,
    /// Rule for bidding open games (played with the hand face up) in hearts.
    pub hearts_open: HeartsOpen,
    /// Rule for the trump suit when a durchmars is bid alone.
    pub lone_durchmars_trump: LoneDurchmarsTrump,
    /// Rule for the bid *re-durchmars* (a durchmars with a higher value).
    pub re_durchmars: ReDurchmars,
    /// `true` if a betli can be bid in hearts, which is also called *rebetli*.
    pub re_betli: bool,
    /// `true` if the game *four-aces* (winning all four aces) can be bid.
    pub four_aces: bool,
    /// `true` if the game *four-tens* (winning all four tens) can be bid.
    pub four_tens: bool,
    /// `true` if players must beat the best card in the trick when they can.
    pub must_beat: bool,
    /// `true` if a declarer who bid ulti must keep the seven of trumps for the last trick.
    pub ulti_seven_locked: bool,
    /// Rule that determines whose hands are laid face up in an open game.
    pub open_hands: OpenHands,
    /// `true` if the declarer can claim the remaining tricks. A proven claim ends the deal immediately.
    pub claim: bool,
    /// `true` if the declarer can concede after the first trick. The defenders then win all remaining tricks.
    pub concede: bool,
    /// `true` if the last trick may be seen only until the next lead.
    pub last_trick_hidden: bool,
    /// Maximum number of points that a side can score for marriages (king and over of a suit).
    #[serde(deserialize_with = "limits::marriages")]
    pub marriages_at_most: u32,
    /// `true` if a player's marriages score points only if that player wins a trick (`RULES §6`).
    #[serde(default)]
    pub marriage_needs_trick: bool,
    /// `true` if the declarer of a 40-100 or 20-100 announces the required marriage (`RULES §5`).
    #[serde(default)]
    pub hundred_announced: bool,
    /// `true` if a side must win an ace, a ten or the last trick to score any points.
    pub parti_needs_points: bool,
    /// Rule that determines which games in a contract can be doubled separately.
    pub kontra_items: KontraItems,
    /// Rule for the games in which a kontra (double) affects only the defender who announces it.
    pub individual_kontra: IndividualKontra,
    /// Maximum number of times that a game can be doubled.
    #[serde(deserialize_with = "limits::kontra_limit")]
    pub kontra_limit: u8,
    /// Names of the kontra (doubling) levels, starting with level 1.
    pub kontra_names: Vec<String>,
    /// Rule for the cost of a lost game.
    pub lost: Lost,
    /// `true` if the value of a lost ulti is paid a second time. The second payment is not multiplied by a
    /// kontra (double).
    pub lost_ulti_again: bool,
    /// Rule for the cost of folding (giving up) a contract.
    pub fold: Fold,
    /// `true` if the table has a window (a common pot).
    ///
    /// If games were paid in a deal but the payments cancel out, each player pays points into the pot.
    pub window: bool,
    /// `true` if a player who leaves a deal pays a penalty. The penalty is the same as for breaking the rules
    /// of play (renonsz).
    pub renonsz: bool,
    /// `true` if the partner of a defender who leaves a deal must pay the same penalty as that defender.
    pub renonsz_partner: bool,
    /// `true` if a declarer who leaves a deal pays twice what the lost contract costs. Otherwise, the
    /// declarer pays twice the contract's value.
    #[serde(default)]
    pub renonsz_lost: bool,
    /// `true` if a player who leaves a deal pays at least as much as was certain to be lost (`RULES §8`).
    #[serde(default)]
    pub renonsz_certain: bool,
    /// Rule for paying a silent hundred (100 points scored without a bid).
    pub silent_hundred: SilentHundred,
    /// Rule for paying a silent ulti (an ulti that was not bid).
    pub silent_ulti: SilentUlti,
    /// `true` if the value of a lost silent ulti (an ulti that was not bid) is paid a second time.
    ///
    /// The second payment is not multiplied by a kontra (double).
    pub lost_silent_ulti_again: bool,
    /// `true` if a silent ulti (an ulti that was not bid) can cancel the payment for a parti.
    ///
    /// This happens if the silent ulti is made and the parti was bid alone and doubled.
    pub silent_ulti_spares_parti: bool,
    /// Rule for paying a silent durchmars (all tricks won without a bid).
    pub silent_durchmars: SilentDurchmars,
    /// `true` if a side must pay for losing a silent durchmars.
    ///
    /// A side loses a silent durchmars if it wins the first nine tricks but not the tenth.
    pub silent_durchmars_lost: bool,
    /// `true` if winning all four aces is paid even if four-aces was not bid.
    pub silent_four_aces: bool,
    /// Rule that determines whether a kontra (double) multiplies the payments for a silent ulti, a silent
    /// durchmars and silent four aces.
    pub silent_kontra: SilentKontra,
    /// The factor by which each suit multiplies a bid's value. Used only if bids can name every suit.
    pub suit_factors: SuitFactors,
    /// The silent games (results paid although they were not bid) that can be paid in each contract.
    ///
    /// If the table is empty, silent games are not restricted to certain contracts.
    #[serde(default)]
    pub silent_table: Vec<SilentRow>,
    /// Number of points at which an evening ends, or 0 if there is no such number.
    ///
    /// The evening ends after the deal in which a player's standing reaches this number or its negative.
    #[serde(deserialize_with = "limits::score_limit")]
    pub score_limit: u32,
    /// Number of minutes of play after which an evening ends, or 0 if there is no time limit.
    #[serde(deserialize_with = "limits::time_limit")]
    pub time_limit: u32,
    /// The point values of all games.
    pub values: Values,
}

impl RuleSet {
    /// Highest kontra (doubling) level that any rule set can allow.
    pub const KONTRA_LIMIT: u8 = limits::KONTRA_LIMIT;
    /// Highest value of `score_limit`, in points.
    pub const SCORE_LIMIT: u32 = limits::SCORE_LIMIT;
    /// Highest value of `time_limit`, in minutes.
    pub const TIME_LIMIT: u32 = limits::TIME_LIMIT;
    /// Allowed range for the value of a game, in points.
    pub const WORTH: std::ops::RangeInclusive<i32> = limits::WORTH;
    /// Allowed range for the factor by which a suit multiplies a bid's value.
    pub const FACTOR: std::ops::RangeInclusive<i32> = limits::FACTOR;
    /// Total points for all four marriages: 40 in the trump suit and 20 in each of the other suits.
    pub const MARRIAGES: u32 = limits::MARRIAGES;

    /// Returns the maximum number of players at a table. With four players, the dealer sits out.
    pub const fn most_players(&self) -> usize {
        if self.four_players { 4 } else { 3 }
    }

    /// Returns the number of points that a game is worth in a contract, before any kontra (doubling).
    ///
    /// Also works for contracts that the rules do not allow.
    pub fn value(&self, game: Game, contract: &Contract) -> i32 {
        self.amount(self.values.of(game, contract), *contract, contract.is_hearts())
    }

    /// Returns the number of points that `value` is worth in a contract.
    ///
    /// If bids can name every suit, this is the plain value multiplied by the factor for the contract's suit.
    /// Otherwise, `hearts` determines whether the hearts value or the plain value is returned.
    pub(crate) const fn amount(&self, value: Value, contract: Contract, hearts: bool) -> i32 {
        match self.bid_suits {
            BidSuits::Hearts => value.of(hearts),
            BidSuits::All => value.plain * self.suit_factors.of(contract.suit()),
        }
    }

    /// Returns the sum of the values of the contract's games. The auction ranks contracts by this sum.
    pub fn points(&self, contract: &Contract) -> i32 {
        contract.games().iter().map(|game| self.value(game, contract)).sum()
    }

    /// Returns the row in `silent_table` that applies to a contract, or `None` if there is no such row.
    ///
    /// The lookup ignores the game four-tens. If bids can name every suit, the lookup also ignores suits.
    pub(crate) fn silent_row(&self, contract: Contract) -> Option<&SilentRow> {
        let suitless = if self.bid_suits == BidSuits::All { contract.without_suit() } else { contract };
        let named = suitless.without_four_tens();
        self.silent_table.iter().find(|row| row.bids.contains(&named))
    }
}
