//! Enums for rules with a fixed list of options. To support a new variation of a rule, add a variant here.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Error returned when a string is not one of the options of a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not one of {}: did you mean '{nearest}'?", names.join(", "))]
pub struct UnknownChoice {
    /// The string that could not be parsed.
    pub found: String,
    /// The names of all valid options.
    pub names: &'static [&'static str],
    /// The valid name that is most similar to the string.
    pub nearest: &'static str,
}

/// Maximum number of characters of the input that are compared with the known names.
const MAX_COMPARED: usize = 64;

/// Returns the name in `names` that is most similar to `found`.
pub(super) fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> &'a str {
    let found: String = found.chars().take(MAX_COMPARED).collect();
    names.into_iter().min_by_key(|name| strsim::levenshtein(name, &found)).unwrap_or_default()
}

/// Returns the names of a rule's possible values, or an empty slice if the values can't be listed.
pub(super) fn names_of(rule: &str) -> &'static [&'static str] {
    match rule {
        "tie_break" => TieBreak::NAMES,
        "self_raise" => SelfRaise::NAMES,
        "bid_suits" => BidSuits::NAMES,
        "hearts_open" => HeartsOpen::NAMES,
        "lone_durchmars_trump" => LoneDurchmarsTrump::NAMES,
        "re_durchmars" => ReDurchmars::NAMES,
        "open_hands" => OpenHands::NAMES,
        "kontra_items" => KontraItems::NAMES,
        "individual_kontra" => IndividualKontra::NAMES,
        "lost" => Lost::NAMES,
        "fold" => Fold::NAMES,
        "silent_hundred" => SilentHundred::NAMES,
        "silent_ulti" => SilentUlti::NAMES,
        "silent_durchmars" => SilentDurchmars::NAMES,
        "silent_kontra" => SilentKontra::NAMES,
        "four_players"
        | "four_aces"
        | "four_tens"
        | "must_beat"
        | "ulti_seven_locked"
        | "claim"
        | "parti_needs_points"
        | "lost_ulti_again"
        | "window"
        | "renonsz"
        | "renonsz_partner"
        | "lost_silent_ulti_again"
        | "silent_ulti_spares_parti"
        | "silent_durchmars_lost"
        | "silent_four_aces" => &["true", "false"],
        _ => &[],
    }
}

macro_rules! ways {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(into = "&'static str", try_from = "String")]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The names of all variants, as written in a rule set.
            pub const NAMES: &'static [&'static str] = &[$($text,)+];

            /// Returns the name of the variant, as written in a rule set.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl From<$name> for &'static str {
            fn from(way: $name) -> Self {
                way.name()
            }
        }

        impl TryFrom<String> for $name {
            type Error = UnknownChoice;

            fn try_from(text: String) -> Result<Self, UnknownChoice> {
                text.parse()
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
    /// Rule that decides which of two bids with equal points is stronger (`RULES §3`).
    TieBreak {
        /// The bid with fewer games is stronger. An ulti counts as two games if it includes a parti.
        FewerGames = "fewer_games",
        /// A bid without a parti is stronger than a bid with one.
        OverParti = "over_parti",
    }

    /// Rule for players who raise their own bid after the others have passed (`RULES §3`).
    SelfRaise {
        /// A player must take up the talon again to raise their own bid.
        TakeTalon = "take_talon",
        /// A player may raise their own bid with or without taking up the talon again.
        MayLeaveTalon = "may_leave_talon",
    }

    /// Suits that a bid can name (`RULES §3`).
    BidSuits {
        /// Hearts is the only suit that a bid can name. Games in such a bid count their hearts values.
        Hearts = "hearts",
        /// Bids can name every suit. The value of a bid is its plain value multiplied by the factor of the
        /// suit.
        All = "all",
    }

    /// Rule for bids of a lone open game in hearts (`RULES §4`).
    HeartsOpen {
        /// A lone open game in hearts is the same bid as the plain open game. In combination with other
        /// games, it is a separate bid.
        Synonym = "synonym",
        /// An open game in hearts is a separate bid if it is played with trumps.
        Bid = "bid",
        /// Open games can't be bid in hearts, neither alone nor combined.
        Never = "never",
    }

    /// Rule for the trumps of a lone durchmars (`RULES §4`).
    LoneDurchmarsTrump {
        /// A lone durchmars has no trumps, even if it is bid in hearts.
        None = "none",
        /// After the auction, the declarer chooses no trumps or a suit that fits the bid.
        Chosen = "chosen",
        /// A lone durchmars is played with trumps. Durchmars without trumps is a separate bid, "colourless
        /// durchmars".
        Bid = "bid",
    }

    /// Rule for the bid "re-durchmars" (`RULES §4`).
    ReDurchmars {
        /// Re-durchmars can't be bid.
        None = "none",
        /// Re-durchmars is a synonym of open-durchmars.
        Synonym = "synonym",
        /// Re-durchmars is a separate bid and is played without trumps.
        Bid = "bid",
    }

    /// Hands that are laid face up in an open game (`RULES §5`).
    OpenHands {
        /// Only the declarer's hand is laid face up.
        Declarer = "declarer",
        /// All three hands are laid face up.
        All = "all",
        /// The declarer's hand is laid face up. The defenders may then lay theirs face up, too.
        DeclarerOthersMay = "declarer_others_may",
    }

    /// Rule for which games of a contract can be doubled separately (`RULES §7`).
    KontraItems {
        /// Each game of the contract can be doubled separately.
        EachGame = "each_game",
        /// The ulti is doubled separately, all other games are doubled together.
        UltiAndRest = "ulti_and_rest",
    }

    /// Games in which a kontra applies only to the defender who says it (`RULES §7`).
    IndividualKontra {
        /// In betli and durchmars, a kontra applies only to the defender who says it.
        BetliAndDurchmars = "betli_and_durchmars",
        /// In betli, and in durchmars without trumps, a kontra applies only to the defender who says it.
        NoTrumpGames = "no_trump_games",
        /// Every kontra applies to both defenders.
        Never = "never",
    }

    /// Cost of a lost game before any kontra (`RULES §8`).
    Lost {
        /// A lost game costs its value.
        Value = "value",
        /// A lost game costs twice its value, except for betli, a lone four-aces and a parti combined with
        /// other games.
        Double = "double",
    }

    /// Cost of folding before the first lead (`RULES §8`).
    Fold {
        /// Folding counts every game as lost with kontra. Folding a lone parti costs nothing.
        KontraLost = "kontra_lost",
        /// Folding costs twice the value of every game.
        TwiceWon = "twice_won",
        /// Only a lone parti that is not in hearts can be folded, for twice its value.
        PlainParti = "plain_parti",
        /// Contracts can't be folded.
        Never = "never",
    }

    /// Payment rule for a silent hundred: 100 points reached without having bid them (`RULES §8`).
    SilentHundred {
        /// A silent hundred is not paid.
        None = "none",
        /// A silent hundred is paid as a separate item that is never multiplied.
        Item = "item",
        /// The silent hundred doubles the payment for the parti.
        DoublesParti = "doubles_parti",
        /// The bid's row in `silent_table` decides how a silent hundred is paid.
        Table = "table",
    }

    /// Payment rule for a silent ulti: the trump VII played to the last trick without having bid ulti (`RULES
    /// §8`).
    SilentUlti {
        /// A silent ulti is not paid.
        None = "none",
        /// A silent ulti is paid between the player of the trump VII and both other players, even if one of
        /// them is that player's partner.
        Alone = "alone",
        /// A silent ulti is paid between the declarer and each defender.
        Sides = "sides",
    }

    /// Payment rule for a silent durchmars: all ten tricks won without having bid durchmars (`RULES §8`).
    SilentDurchmars {
        /// A silent durchmars is not paid.
        None = "none",
        /// A silent durchmars is paid as a separate item.
        Item = "item",
        /// The silent durchmars triples the payment for the parti.
        TriplesParti = "triples_parti",
    }

    /// Kontra multiplier of silent games that are paid as separate items (`RULES §8`).
    SilentKontra {
        /// Silent games are never multiplied.
        Never = "never",
        /// Payments for silent games are multiplied by the highest kontra in the contract.
        Highest = "highest",
    }

    /// Payment rule for a silent hundred in one row of `silent_table`.
    RowHundred {
        /// A silent hundred is not paid.
        None = "none",
        /// The silent hundred doubles the payment for the parti.
        Parti = "parti",
        /// The silent hundred is paid as a separate item, multiplied by the highest kontra.
        Max = "max",
    }
}

#[cfg(test)]
mod tests {
    use crate::rule_set::{RuleSet, RuleSetError};

    /// Rejects a rule name of 10 MB. Searching for similar names with the whole string would take minutes.
    #[test]
    fn huge_name_is_rejected_quickly() {
        let own = [("é".repeat(5_000_000), serde_json::Value::Null)].into_iter().collect();
        let refused = RuleSet::preset("4m").unwrap().with(&own);
        assert!(matches!(refused, Err(RuleSetError::UnknownRule { .. })));
    }
}
