//! Enums for rules that have a fixed list of options. To support a new variation of a rule, add a variant to
//! its enum.

use serde_with::{DeserializeFromStr, SerializeDisplay};

use crate::json::Excerpt;
use crate::nearest::nearest;

/// Error returned when a string is not a valid option for a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not one of {}: did you mean '{nearest}'?", Excerpt(found), names.join(", "))]
pub struct UnknownChoice {
    /// The string that is not a valid option.
    pub found: String,
    /// The names of the rule's valid options.
    pub names: &'static [&'static str],
    /// The valid option that is most similar to `found`.
    pub nearest: &'static str,
}

macro_rules! ways {
    ($($(#[$doc:meta])* $name:ident: $rule:literal {
        $($(#[$variant_doc:meta])* $variant:ident,)+
    })+) => {
        /// All rules that have a fixed list of options. Each tuple contains a rule's name and the names of
        /// its options.
        pub(super) const CHOICES: &[(&str, &[&str])] = &[$(($rule, $name::NAMES),)+];

        $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SerializeDisplay, DeserializeFromStr)]
        #[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
        #[strum(serialize_all = "snake_case")]
        #[strum(parse_err_ty = UnknownChoice, parse_err_fn = $name::unknown)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All variants of this enum.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The names of all variants of this enum, as written in a rule set.
            pub const NAMES: &'static [&'static str] = <Self as strum::VariantNames>::VARIANTS;

            /// Returns the name of the variant, as written in a rule set.
            pub fn name(self) -> &'static str {
                self.into()
            }

            fn unknown(found: &str) -> UnknownChoice {
                let nearest = nearest(found, Self::NAMES.iter().copied());
                UnknownChoice { found: found.to_owned(), names: Self::NAMES, nearest }
            }
        }
    )+};
}

ways! {
    /// Rule for breaking ties between bids with equal points (`RULES §3`).
    TieBreak: "tie_break" {
        /// The bid with fewer games wins. Implied games count too, such as the parti in a bid of ulti.
        FewerGames,
        /// Of two tied bids, the one without the game *parti* wins.
        OverParti,
    }

    /// Rule for raising one's own bid after the other players have passed (`RULES §3`).
    SelfRaise: "self_raise" {
        /// To raise their own bid, a player must pick up the talon (the two discarded cards) again.
        TakeTalon,
        /// A player may raise their own bid with or without picking up the talon (the two discarded cards)
        /// again.
        MayLeaveTalon,
    }

    /// The suits that a bid can name (`RULES §3`).
    BidSuits: "bid_suits" {
        /// Hearts is the only suit that a bid can name. Each game has a separate value for hearts.
        Hearts,
        /// A bid can name any suit. The bid's plain value is multiplied by the suit's factor.
        All,
    }

    /// Rule for bidding *open games* (played with the hand face up) in hearts (`RULES §4`).
    HeartsOpen: "hearts_open" {
        /// If an open game is the only game of a bid, bidding it in hearts is the same as bidding it without
        /// a suit.
        ///
        /// When combined with other games, an open game in hearts is a separate bid.
        Synonym,
        /// Open games that are played with trumps can also be bid in hearts, as separate bids.
        Bid,
        /// Open games cannot be bid in hearts, either alone or combined with other games.
        Never,
    }

    /// Rule for the trump suit when *durchmars* (winning every trick) is bid alone (`RULES §4`).
    LoneDurchmarsTrump: "lone_durchmars_trump" {
        /// If durchmars is the only game of a bid, it is always played without trumps, even if the bid is in
        /// hearts.
        None,
        /// After the auction, the declarer chooses a trump suit that the bid allows, or chooses to play
        /// without trumps.
        Chosen,
        /// A bid of durchmars alone is always played with trumps.
        ///
        /// Durchmars without trumps is a separate bid, called "colourless durchmars".
        Bid,
    }

    /// Rule for the bid *re-durchmars*, a durchmars (winning every trick) with a higher value (`RULES §4`).
    ReDurchmars: "re_durchmars" {
        /// The bid *re-durchmars* is not available.
        None,
        /// The bid *re-durchmars* is another name for *open-durchmars*.
        Synonym,
        /// The bid *re-durchmars* is a separate contract that is played without trumps.
        Bid,
    }

    /// Rule that determines whose hands are laid face up in an open game (`RULES §5`).
    OpenHands: "open_hands" {
        /// Only the declarer's hand is laid face up.
        Declarer,
        /// The hands of all three players are laid face up.
        All,
        /// The declarer's hand is laid face up. Each defender may then choose to do the same.
        DeclarerOthersMay,
    }

    /// Rule that determines which games in a contract can be doubled separately (`RULES §7`).
    KontraItems: "kontra_items" {
        /// Each game in the contract can be doubled separately.
        EachGame,
        /// The game *ulti* is doubled separately. All other games are doubled together.
        UltiAndRest,
    }

    /// Rule that determines in which games a kontra (double) affects only the defender who announces it
    /// (`RULES §7`).
    IndividualKontra: "individual_kontra" {
        /// In betli and durchmars, a kontra (double) affects only the defender who announces it.
        BetliAndDurchmars,
        /// In betli, and in durchmars without trumps, a kontra (double) affects only the defender who
        /// announces it.
        NoTrumpGames,
        /// Every kontra (double) applies to both defenders.
        Never,
    }

    /// Rule for the cost of a lost game, before any doubling (`RULES §8`).
    Lost: "lost" {
        /// A lost game costs its value in points.
        Value,
        /// A lost game costs twice its value.
        ///
        /// There are three exceptions, which cost only their value: a betli, four aces as the only game of a
        /// bid, and a parti that is combined with other games.
        Double,
    }

    /// Rule for the cost of folding (giving up) a contract before the first card is led (`RULES §8`).
    Fold: "fold" {
        /// Each game in a folded contract costs as much as if it had been doubled once and lost. Folding a
        /// parti that was bid alone costs nothing.
        KontraLost,
        /// Folding a contract costs twice the value of each of its games.
        TwiceWon,
        /// Only a parti that was bid alone and not in hearts can be folded. Folding it costs twice its value.
        PlainParti,
        /// Contracts cannot be folded (given up).
        Never,
    }

    /// Payment rule for a *silent hundred* (`RULES §8`).
    ///
    /// A side makes a silent hundred by scoring at least 100 points without having bid it.
    SilentHundred: "silent_hundred" {
        /// A silent hundred (100 points scored without a bid) is not paid.
        None,
        /// A silent hundred is paid separately and is never multiplied by a kontra (double).
        Item,
        /// A silent hundred (100 points scored without a bid) doubles the payment for the *parti* (winning
        /// more points than the opponents).
        DoublesParti,
        /// The payment for a silent hundred depends on the bid and is looked up in `silent_table`.
        Table,
    }

    /// Payment rule for a *silent ulti* (`RULES §8`).
    ///
    /// In a silent ulti, a player plays the seven of trumps to the last trick although ulti was not bid.
    SilentUlti: "silent_ulti" {
        /// A silent ulti (an ulti that was not bid) is not paid.
        None,
        /// The player who plays the seven of trumps to the last trick settles the silent ulti with each of
        /// the other two players.
        ///
        /// This is true even if one of these two players is a fellow defender.
        Alone,
        /// A silent ulti (an ulti that was not bid) is paid between the declarer and each defender.
        Sides,
    }

    /// Payment rule for a *silent durchmars* (`RULES §8`).
    ///
    /// A side makes a silent durchmars by winning all ten tricks without having bid durchmars.
    SilentDurchmars: "silent_durchmars" {
        /// A silent durchmars (all tricks won without a bid) is not paid.
        None,
        /// A silent durchmars (all tricks won without a bid) is paid separately.
        Item,
        /// A silent durchmars triples the payment for the *parti* (winning more points than the opponents).
        TriplesParti,
    }

    /// Rule that determines whether a kontra (double) multiplies the payments for a silent ulti, a silent
    /// durchmars and silent four aces (`RULES §8`).
    ///
    /// Silent games are results that are paid although they were not bid. The rule does not change the silent
    /// hundred.
    SilentKontra: "silent_kontra" {
        /// No kontra (double) multiplies a silent ulti, a silent durchmars or silent four aces.
        Never,
        /// The highest kontra (doubling) factor in the contract multiplies a silent ulti, a silent durchmars
        /// and silent four aces.
        Highest,
    }

    /// Payment rule for a silent hundred (100 points scored without a bid) in a row of `silent_table`.
    RowHundred: "silent_table.hundred" {
        /// A silent hundred (100 points scored without a bid) is not paid.
        None,
        /// A silent hundred doubles the payment for the *parti* (winning more points than the opponents).
        Parti,
        /// A silent hundred is paid separately, multiplied by the highest kontra (doubling) factor in the
        /// contract.
        Max,
    }
}

#[cfg(test)]
mod tests {
    use crate::rule_set::{RuleSet, RuleSetError};

    /// Names are truncated before they are compared, because comparing 10 MB with every known name would take
    /// minutes.
    #[test]
    fn very_long_rule_name_is_rejected_quickly() {
        let own = [("é".repeat(5_000_000), serde_json::Value::Null)].into_iter().collect();
        let refused = RuleSet::preset("4m").unwrap().with(&own);
        assert!(matches!(refused, Err(RuleSetError::UnknownRule { .. })));
    }
}
