//! Enums for rules that have a fixed list of options. To support a new variation of a rule, add a variant to
//! its enum.

use std::fmt;
use std::str::FromStr;

use serde_with::{DeserializeFromStr, SerializeDisplay};

/// Error returned when a string is not one of the options of a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not one of {}: did you mean '{nearest}'?", names.join(", "))]
pub struct UnknownChoice {
    /// The string that is not an option of the rule.
    pub found: String,
    /// The names of all valid options of the rule.
    pub names: &'static [&'static str],
    /// The valid option that is most similar to the string.
    pub nearest: &'static str,
}

/// Maximum number of characters of a misspelled name that are compared with the known names.
const MAX_COMPARED: usize = 64;

/// Returns the name in `names` that is most similar to `found`.
pub(super) fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> &'a str {
    let found: String = found.chars().take(MAX_COMPARED).collect();
    names.into_iter().min_by_key(|name| strsim::levenshtein(name, &found)).unwrap_or_default()
}

macro_rules! ways {
    ($($(#[$doc:meta])* $name:ident: $rule:literal {
        $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+
    })+) => {
        /// Names of all rules with a fixed list of options, each with the names of its options.
        pub(super) const CHOICES: &[(&str, &[&str])] = &[$(($rule, $name::NAMES),)+];

        $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SerializeDisplay, DeserializeFromStr)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All variants of this enum.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The names of all variants of this enum, as written in a rule set.
            pub const NAMES: &'static [&'static str] = &[$($text,)+];

            /// Returns the name of the variant, as written in a rule set.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl FromStr for $name {
            type Err = UnknownChoice;

            fn from_str(text: &str) -> Result<Self, UnknownChoice> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err(UnknownChoice {
                        found: text.to_owned(),
                        names: Self::NAMES,
                        nearest: nearest(text, Self::NAMES.iter().copied()),
                    }),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    )+};
}

ways! {
    /// Configurable rule that decides which of two bids with equal points is stronger (`RULES §3`).
    TieBreak: "tie_break" {
        /// The bid with fewer games is stronger. An implied parti, as in a bid of ulti, is also counted.
        FewerGames = "fewer_games",
        /// A bid without a parti is stronger than a bid with one.
        OverParti = "over_parti",
    }

    /// Configurable rule that determines how players may raise their own bid after the others have passed
    /// (`RULES §3`).
    SelfRaise: "self_raise" {
        /// A player must take up the talon (the two cards laid aside) again to raise their own bid.
        TakeTalon = "take_talon",
        /// A player may raise their own bid with or without taking up the talon (the two cards laid aside)
        /// again.
        MayLeaveTalon = "may_leave_talon",
    }

    /// Configurable rule that determines which suits a bid can name (`RULES §3`).
    BidSuits: "bid_suits" {
        /// Hearts is the only suit that a bid can name. A bid in hearts has separate values.
        Hearts = "hearts",
        /// Bids can name every suit. The value of a bid is its plain value multiplied by the factor of the
        /// suit.
        All = "all",
    }

    /// Configurable rule for bidding a single *open game* (played with the hand face up) in hearts
    /// (`RULES §4`).
    HeartsOpen: "hearts_open" {
        /// An open game in hearts, bid alone, is the same bid as the open game without a suit.
        ///
        /// In combination with other games, it is a separate bid.
        Synonym = "synonym",
        /// An open game in hearts is a separate bid if it is played with trumps.
        Bid = "bid",
        /// Open games can't be bid in hearts, neither alone nor combined.
        Never = "never",
    }

    /// Configurable rule for the trump suit of a *durchmars* (win every trick) that is bid alone
    /// (`RULES §4`).
    LoneDurchmarsTrump: "lone_durchmars_trump" {
        /// A durchmars bid alone has no trumps, even if it is bid in hearts.
        None = "none",
        /// After the auction, the declarer chooses either a trump suit that fits the bid or play without
        /// trumps.
        Chosen = "chosen",
        /// A durchmars bid alone is played with trumps.
        ///
        /// Durchmars without trumps is a separate bid, called "colourless durchmars".
        Bid = "bid",
    }

    /// Configurable rule for the bid *re-durchmars*, a durchmars of higher value (`RULES §4`).
    ReDurchmars: "re_durchmars" {
        /// The contract *re-durchmars* can't be bid.
        None = "none",
        /// The bid *re-durchmars* is another name of the bid *open-durchmars*.
        Synonym = "synonym",
        /// The contract *re-durchmars* is a separate bid and is played without trumps.
        Bid = "bid",
    }

    /// Configurable rule that determines which hands are laid face up in an open game (`RULES §5`).
    OpenHands: "open_hands" {
        /// Only the declarer's hand is laid face up.
        Declarer = "declarer",
        /// The hands of all three players are laid face up.
        All = "all",
        /// The declarer's hand is laid face up. The defenders may then lay their hands face up as well.
        DeclarerOthersMay = "declarer_others_may",
    }

    /// Configurable rule that determines which games of a contract can be doubled separately (`RULES §7`).
    KontraItems: "kontra_items" {
        /// Each game of the contract can be doubled separately.
        EachGame = "each_game",
        /// The game *ulti* is doubled separately. All other games are doubled together.
        UltiAndRest = "ulti_and_rest",
    }

    /// Configurable rule that determines in which games a kontra (doubling) applies only to the defender who
    /// announces it (`RULES §7`).
    IndividualKontra: "individual_kontra" {
        /// In betli and durchmars, a kontra (doubling) applies only to the defender who announces it.
        BetliAndDurchmars = "betli_and_durchmars",
        /// In betli, and in durchmars without trumps, a kontra (doubling) applies only to the defender who
        /// announces it.
        NoTrumpGames = "no_trump_games",
        /// Every kontra (doubling) applies to both defenders.
        Never = "never",
    }

    /// Configurable rule for the cost of a lost game, before any kontra (doubling) (`RULES §8`).
    Lost: "lost" {
        /// A lost game costs its value in points.
        Value = "value",
        /// A lost game costs twice its value. Exceptions are betli, four-aces bid alone, and a parti combined
        /// with other games.
        Double = "double",
    }

    /// Configurable rule for the cost of giving up (folding) a contract before the first card is led
    /// (`RULES §8`).
    Fold: "fold" {
        /// Every game of a folded contract costs as much as a lost game that was doubled once. Folding a
        /// parti bid alone costs nothing.
        KontraLost = "kontra_lost",
        /// Every game of a folded contract costs twice its value.
        TwiceWon = "twice_won",
        /// The declarer can fold only a parti that was bid alone and not in hearts. Folding costs twice its
        /// value.
        PlainParti = "plain_parti",
        /// The declarer can't give up (fold) a contract.
        Never = "never",
    }

    /// Configurable rule for the payment of a *silent hundred*: 100 points reached without having bid them
    /// (`RULES §8`).
    SilentHundred: "silent_hundred" {
        /// A silent hundred (100 points reached without a bid) is not paid.
        None = "none",
        /// A silent hundred is paid as a separate amount that kontra (doubling) never multiplies.
        Item = "item",
        /// A silent hundred doubles the payment for the *parti* (win more points than the opponents).
        DoublesParti = "doubles_parti",
        /// The table `silent_table` determines for each bid how a silent hundred is paid.
        Table = "table",
    }

    /// Configurable rule for the payment of a *silent ulti*: the seven of trumps played to the last trick
    /// without having bid ulti (`RULES §8`).
    SilentUlti: "silent_ulti" {
        /// A silent ulti (an ulti that was not bid) is not paid.
        None = "none",
        /// A silent ulti is won or lost by the player of the trump seven alone.
        ///
        /// Both other players, including a partner, pay this player or are paid.
        Alone = "alone",
        /// A silent ulti (an ulti that was not bid) is paid between the declarer and each defender.
        Sides = "sides",
    }

    /// Configurable rule for the payment of a *silent durchmars*: all ten tricks won without having bid
    /// durchmars (`RULES §8`).
    SilentDurchmars: "silent_durchmars" {
        /// A silent durchmars (all tricks won without a bid) is not paid.
        None = "none",
        /// A silent durchmars (all tricks won without a bid) is paid as a separate amount.
        Item = "item",
        /// A silent durchmars triples the payment for the *parti* (win more points than the opponents).
        TriplesParti = "triples_parti",
    }

    /// Configurable rule that determines whether a kontra (doubling) multiplies payments for silent games,
    /// which are results paid without a bid (`RULES §8`).
    SilentKontra: "silent_kontra" {
        /// Payments for silent games (results paid without a bid) are never multiplied.
        Never = "never",
        /// Payments for silent games are multiplied by the highest kontra (doubling) in the contract.
        Highest = "highest",
    }

    /// How a row of `silent_table` pays a silent hundred (100 points reached without a bid).
    RowHundred: "silent_table.hundred" {
        /// A silent hundred (100 points reached without a bid) is not paid.
        None = "none",
        /// A silent hundred doubles the payment for the *parti* (win more points than the opponents).
        Parti = "parti",
        /// A silent hundred is paid as a separate amount, multiplied by the highest kontra (doubling).
        Max = "max",
    }
}

#[cfg(test)]
mod tests {
    use crate::rule_set::{RuleSet, RuleSetError};

    /// Tests a rule name of 10 MB. Comparing the whole name with all known names would take minutes.
    #[test]
    fn very_long_rule_name_is_rejected_quickly() {
        let own = [("é".repeat(5_000_000), serde_json::Value::Null)].into_iter().collect();
        let refused = RuleSet::preset("4m").unwrap().with(&own);
        assert!(matches!(refused, Err(RuleSetError::UnknownRule { .. })));
    }
}
