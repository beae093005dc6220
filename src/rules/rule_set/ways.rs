//! The ways of doing a thing that the engine knows, one enum a question. A preset or a house that
//! needs another way adds a variant here.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A text that names no way of doing the thing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not one of {}: did you mean '{nearest}'?", names.join(", "))]
pub struct UnknownWay {
    /// What was written.
    pub found: String,
    /// What could have been written.
    pub names: &'static [&'static str],
    /// The one of them that is nearest to it.
    pub nearest: &'static str,
}

/// How much of what was written is compared: more than any name has.
const COMPARED: usize = 64;

/// The name nearest to what was written.
pub(super) fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> &'a str {
    let found: String = found.chars().take(COMPARED).collect();
    names.into_iter().min_by_key(|name| strsim::levenshtein(name, &found)).unwrap_or_default()
}

/// What can stand in a field, where that can be listed.
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
            /// Every way there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$($text,)+];

            /// Its name in a rule set.
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
            type Error = UnknownWay;

            fn try_from(text: String) -> Result<Self, UnknownWay> {
                text.parse()
            }
        }

        impl FromStr for $name {
            type Err = UnknownWay;

            fn from_str(text: &str) -> Result<Self, UnknownWay> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err(UnknownWay {
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
    /// What decides between two bids of equal points (`RULES §3`).
    TieBreak {
        /// The bid of fewer games is stronger; ulti with its parti is two.
        FewerGames = "fewer_games",
        /// A bid without a parti is stronger than one with it.
        OverParti = "over_parti",
    }

    /// How the bidder may raise the own bid when the others have passed (`RULES §3`).
    SelfRaise {
        /// Only by taking the talon up again.
        TakeTalon = "take_talon",
        /// Also without touching it.
        MayLeaveTalon = "may_leave_talon",
    }

    /// Which suits a bid names (`RULES §3`).
    BidSuits {
        /// Only hearts; its bids count the hearts values.
        Hearts = "hearts",
        /// Every suit; a bid counts the plain values times its suit's factor.
        All = "all",
    }

    /// What a lone open game in hearts is (`RULES §4`).
    HeartsOpen {
        /// Another word for the plain one. Combined with other games it is a bid of its own.
        Synonym = "synonym",
        /// A bid of its own where the game has trumps.
        Bid = "bid",
        /// No open game can be bid in hearts, neither alone nor combined.
        Never = "never",
    }

    /// Which trumps a lone durchmars has (`RULES §4`).
    LoneDurchmarsTrump {
        /// None, in hearts neither.
        None = "none",
        /// The declarer chooses after the auction: none, or a suit that fits the bid.
        Chosen = "chosen",
        /// A suit; "colourless" is a bid of its own.
        Bid = "bid",
    }

    /// What re-durchmars is (`RULES §4`).
    ReDurchmars {
        /// Unknown.
        None = "none",
        /// Another word for open-durchmars.
        Synonym = "synonym",
        /// A bid of its own, without trumps.
        Bid = "bid",
    }

    /// Whose hands lie open in an open game (`RULES §5`).
    OpenHands {
        /// The declarer's.
        Declarer = "declarer",
        /// Everybody's.
        All = "all",
        /// The declarer's, and a defender may lay the own hand open then.
        DeclarerOthersMay = "declarer_others_may",
    }

    /// What can be kontra'd by itself (`RULES §7`).
    KontraItems {
        /// Each game of the contract.
        EachGame = "each_game",
        /// The ulti, and all the rest together.
        UltiAndRest = "ulti_and_rest",
    }

    /// Which games' kontra binds only the defender who says it (`RULES §7`).
    IndividualKontra {
        /// Betli and durchmars.
        BetliAndDurchmars = "betli_and_durchmars",
        /// Betli, and durchmars played without trumps.
        NoTrumpGames = "no_trump_games",
        /// None.
        Never = "never",
    }

    /// What a lost game costs before any kontra (`RULES §8`).
    Lost {
        /// What it is worth.
        Value = "value",
        /// Twice that, but for betli, for a lone four-aces and for a parti that is not alone.
        Double = "double",
    }

    /// What folding before the first lead costs (`RULES §8`).
    Fold {
        /// Every game as lost kontra'd; a lone parti costs nothing.
        KontraLost = "kontra_lost",
        /// Twice what every game is worth when won.
        TwiceWon = "twice_won",
        /// Only a lone parti that is not in hearts can be folded, for twice its worth.
        PlainParti = "plain_parti",
        /// Nobody may fold.
        Never = "never",
    }

    /// A side that reached 100 points without having bid it (`RULES §8`).
    SilentHundred {
        /// Pays nothing.
        None = "none",
        /// Besides the parti, never multiplied.
        Item = "item",
        /// The parti pays twice.
        DoublesParti = "doubles_parti",
        /// As the bid's row of `silent_table` says.
        Table = "table",
    }

    /// The trump VII in the last trick, unbid (`RULES §8`).
    SilentUlti {
        /// Pays nothing.
        None = "none",
        /// Whoever played it gets from, or pays to, each of the two others, the partner included.
        Alone = "alone",
        /// Paid between the declarer and each defender.
        Sides = "sides",
    }

    /// All ten tricks without a durchmars bid (`RULES §8`).
    SilentDurchmars {
        /// Pays nothing.
        None = "none",
        /// Besides the rest.
        Item = "item",
        /// The parti pays three times.
        TriplesParti = "triples_parti",
    }

    /// What multiplies a silent game that is an item of its own (`RULES §8`).
    SilentKontra {
        /// Nothing.
        Never = "never",
        /// The highest kontra of the contract.
        Highest = "highest",
    }

    /// The silent hundred of a bid in a `silent_table`.
    RowHundred {
        /// There is none.
        None = "none",
        /// The parti pays twice.
        Parti = "parti",
        /// An item of its own, times the highest kontra.
        Max = "max",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RuleSet, RuleSetError};

    /// Compared as a whole this would take minutes.
    #[test]
    fn a_name_of_megabytes_is_answered_at_once() {
        let own = [("é".repeat(5_000_000), serde_json::Value::Null)].into_iter().collect();
        let refused = RuleSet::preset("4m").unwrap().with(&own);
        assert!(matches!(refused, Err(RuleSetError::UnknownRule { .. })));
    }
}
