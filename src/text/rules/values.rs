//! Message arguments that describe a rule set.
//!
//! They include all amounts and options of the rules, so that the message files do not hard-code any of them.

use serde_json::Value as Json;
use ulti_rules::{
    BidSuits, Book, BookEntry, Card, Contract, Game, PlayManner, Rank, RuleSet, Suit, SuitFactors, Value,
};

use crate::text::{Appearance, Arg, Lang, article, card, names, suit_with_sign};

/// Named arguments for a message.
pub(crate) type RuleValues = Vec<(&'static str, Arg<'static>)>;

/// Names of the message arguments for individual rules. The value of each argument is a boolean or one of
/// several options.
///
/// The fields of a rule set have the same names, but with `_` instead of `-`.
const RULES: &str = "\
    four-players tie-break self-raise bid-suits hearts-open lone-durchmars-trump re-durchmars four-aces \
    four-tens must-beat open-hands claim parti-needs-points kontra-items individual-kontra lost \
    lost-ulti-again fold window renonsz renonsz-partner renonsz-lost renonsz-certain silent-hundred \
    silent-ulti lost-silent-ulti-again silent-durchmars silent-durchmars-lost silent-four-aces \
    silent-kontra re-betli concede last-trick-hidden marriage-needs-trick hundred-announced";

/// Suits in the order in which messages list their values.
const SUITS: [Suit; 4] = [Suit::Acorns, Suit::Leaves, Suit::Bells, Suit::Hearts];

/// Returns all message arguments that describe the rules, including the amounts in payment examples.
pub(crate) fn figures(appearance: Appearance, book: &Book) -> RuleValues {
    let mut figures = of_rules(appearance, book.rules());
    figures.extend(examples(book));
    figures
}

/// Returns the arguments for translated messages about a rule set, except for the amounts in payment
/// examples.
pub(crate) fn of_rules(appearance: Appearance, rules: &RuleSet) -> RuleValues {
    let mut figures = amounts(rules);
    figures.extend(written(rules));
    figures.extend(derived(rules));
    figures.extend(names(appearance, rules));
    figures.extend(faces(appearance));
    figures
}

/// Formats the value of a game in points, with a slash between the values for different suits.
///
/// - If hearts is the only suit that bids can name, the result contains the plain value and the value in
///   hearts, such as `4/8`.
/// - If every suit can be bid, the result contains the values in acorns, leaves, bells and hearts, such as
///   `4/8/12/16`.
///
/// If all values are equal, the result is a single number.
pub(crate) fn amount(rules: &RuleSet, value: Value) -> String {
    match rules.bid_suits {
        BidSuits::Hearts => beside(&[value.plain, value.hearts]),
        BidSuits::All => {
            beside(&SUITS.map(|suit| value.plain.saturating_mul(rules.suit_factors.of(Some(suit)))))
        }
    }
}

/// Formats the value of a game that has no separate value in hearts.
fn amount_unhearted(rules: &RuleSet, value: Value) -> String {
    amount(rules, Value { hearts: value.plain, ..value })
}

fn beside(numbers: &[i32]) -> String {
    let alike = numbers.iter().all(|number| Some(number) == numbers.first());
    let shown = if alike { &numbers[..1] } else { numbers };
    shown.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
}

fn twice(value: Value) -> Value {
    Value { plain: 2 * value.plain, hearts: 2 * value.hearts }
}

fn amounts(rules: &RuleSet) -> RuleValues {
    let values = &rules.values;
    let lone_ulti = Value {
        plain: values.ulti.plain + values.parti.plain,
        hearts: values.ulti.hearts + values.parti.hearts,
    };
    let open_durchmars = match open_in_hearts(rules) {
        "never" => amount_unhearted(rules, values.open_durchmars),
        _ => amount(rules, values.open_durchmars),
    };
    let lost_silent_ulti =
        if rules.lost_silent_ulti_again { twice(values.silent_ulti) } else { values.silent_ulti };
    [
        ("parti", amount(rules, values.parti)),
        ("forty", amount(rules, values.forty_hundred)),
        ("twenty", amount(rules, values.twenty_hundred)),
        ("ulti", amount(rules, values.ulti)),
        ("lone-ulti", amount(rules, lone_ulti)),
        ("four-aces-worth", amount(rules, values.four_aces)),
        ("four-tens-worth", amount(rules, values.four_tens)),
        ("betli", if rules.re_betli { amount } else { amount_unhearted }(rules, values.betli)),
        ("durchmars", amount(rules, values.durchmars)),
        ("open-betli", amount_unhearted(rules, values.open_betli)),
        ("open-durchmars", open_durchmars),
        ("re-durchmars-worth", amount_unhearted(rules, values.re_durchmars)),
        ("colourless-durchmars", amount_unhearted(rules, values.colourless_durchmars)),
        ("colourless-open-durchmars", amount_unhearted(rules, values.colourless_open_durchmars)),
        ("silent-hundred-worth", amount(rules, values.silent_hundred)),
        ("silent-twenty-worth", amount(rules, values.silent_twenty_hundred)),
        ("silent-ulti-worth", amount(rules, values.silent_ulti)),
        ("silent-ulti-lost-worth", amount(rules, lost_silent_ulti)),
        ("silent-durchmars-worth", amount(rules, values.silent_durchmars)),
        ("silent-four-aces-worth", amount(rules, values.silent_four_aces)),
    ]
    .map(|(name, amount)| (name, amount.into()))
    .into()
}

/// Returns the amounts for the payment examples in the rules. The examples use the lowest bids for ulti and
/// parti.
fn examples(book: &Book) -> RuleValues {
    let suit = (book.rules().bid_suits == BidSuits::All).then_some(Suit::Acorns);
    let of = |game: Game| -> Option<&BookEntry> {
        book.find(&Contract::new(game.into(), suit, false, PlayManner::Closed).ok()?)
    };
    let in_hearts = |game: Game| -> Option<&BookEntry> {
        book.find(&Contract::new(game.into(), Some(Suit::Hearts), false, PlayManner::Closed).ok()?)
    };
    let (Some(ulti), Some(parti)) = (of(Game::Ulti), of(Game::Parti)) else { return RuleValues::new() };
    let (stake, fold) = (ulti.stake(Game::Ulti), book.rules().fold);
    let folded_in_hearts = |game| in_hearts(game).map_or(0, |entry| entry.folding_costs(fold));
    [
        ("ulti-plain", stake.won),
        ("ulti-twice", 2 * stake.won),
        ("ulti-four", 4 * stake.won),
        ("ulti-lost", stake.lost + stake.again),
        ("ulti-lost-kontra", 2 * stake.lost + stake.again),
        ("parti-plain", ulti.stake(Game::Parti).won),
        ("both-lost", ulti.lost()),
        ("ulti-folded", ulti.folding_costs(fold)),
        ("parti-folded", parti.folding_costs(fold)),
        ("ulti-folded-hearts", folded_in_hearts(Game::Ulti)),
        ("parti-folded-hearts", folded_in_hearts(Game::Parti)),
    ]
    .map(|(name, number)| (name, number.into()))
    .into()
}

/// Returns the values of all rules named in [`RULES`] as message arguments.
fn written(rules: &RuleSet) -> RuleValues {
    let fields = serde_json::to_value(rules).unwrap_or_default();
    let value = |name: &'static str| match &fields[name.replace('-', "_")] {
        Json::Bool(yes) => Some((name, Arg::from(*yes))),
        Json::String(option) => Some((name, Arg::from(option.clone()))),
        _ => None,
    };
    RULES.split(' ').filter_map(value).collect()
}

/// Returns message arguments that are computed from rules, or whose name differs from the name of their rule.
fn derived(rules: &RuleSet) -> RuleValues {
    vec![
        ("seven-locked", rules.ulti_seven_locked.into()),
        ("spares-parti", rules.silent_ulti_spares_parti.into()),
        ("marriages-capped", (rules.marriages_at_most < RuleSet::MARRIAGES).into()),
        ("has-kontra", (rules.kontra_limit > 0).into()),
        ("has-table", (!rules.silent_table.is_empty()).into()),
        ("is-house", is_house(rules).into()),
        ("open-in-hearts", open_in_hearts(rules).into()),
        ("fours", fours(rules).into()),
    ]
}

/// Returns `true` if a rule set differs from its preset.
pub(crate) fn is_house(rules: &RuleSet) -> bool {
    RuleSet::preset(&rules.preset).as_ref() != Ok(rules)
}

/// Returns which of the games four-aces and four-tens can be bid: `none`, `aces`, `tens` or `both`.
const fn fours(rules: &RuleSet) -> &'static str {
    match (rules.four_aces, rules.four_tens) {
        (false, false) => "none",
        (true, false) => "aces",
        (false, true) => "tens",
        (true, true) => "both",
    }
}

/// Returns the option selected for the rule `hearts_open`. Returns `all` instead if bids can name every suit.
fn open_in_hearts(rules: &RuleSet) -> &'static str {
    match rules.bid_suits {
        BidSuits::Hearts => rules.hearts_open.name(),
        BidSuits::All => "all",
    }
}

fn names(appearance: Appearance, rules: &RuleSet) -> RuleValues {
    // Without a limit, only the levels with a name are listed.
    let named = u8::try_from(rules.kontra_names.len()).unwrap_or(rules.kontra_limit).max(3);
    let listed = if rules.kontra_limit == RuleSet::KONTRA_LIMIT { named } else { rules.kontra_limit };
    let levels: Vec<String> =
        (1..=listed).map(|level| names::kontra_level(appearance.lang, rules, level)).collect();
    vec![
        ("kontra-limit", rules.kontra_limit.into()),
        ("kontra-names", levels.join(" · ").into()),
        ("marriages-at-most", rules.marriages_at_most.into()),
        ("score-limit", rules.score_limit.into()),
        ("time-limit", rules.time_limit.into()),
        ("factors", factors(appearance, rules.suit_factors).into()),
        ("rules", names::preset(appearance.lang, &rules.preset).into()),
        (
            "suits",
            names::list(appearance.lang, &SUITS.map(|suit| names::suit_of_bid(appearance, suit))).into(),
        ),
    ]
}

/// Formats the factors by which the suits multiply the value of a bid, such as `acorns ×1, leaves ×2, bells
/// ×3 and hearts ×4`.
fn factors(appearance: Appearance, factors: SuitFactors) -> String {
    let named =
        SUITS.map(|suit| format!("{} ×{}", names::suit_of_bid(appearance, suit), factors.of(Some(suit))));
    names::list(appearance.lang, &named)
}

/// Returns the arguments that insert names of cards and suits into translated messages.
fn faces(appearance: Appearance) -> RuleValues {
    let suit = |suit| Arg::from(suit_with_sign(appearance, suit));
    let rank = |rank| names::rank(appearance, rank);
    let numerals = [Rank::Seven, Rank::Eight, Rank::Nine].map(|rank| names::rank_short(appearance, rank));
    let under = rank(Rank::Under);
    let the_under = match appearance.lang {
        Lang::Hu => format!("{} {under}", article(&under)),
        Lang::En => format!("the {under}"),
    };
    vec![
        ("faces", if appearance.faces.is_french() { "french" } else { "hungarian" }.into()),
        ("acorns", suit(Suit::Acorns)),
        ("leaves", suit(Suit::Leaves)),
        ("hearts", suit(Suit::Hearts)),
        ("bells", suit(Suit::Bells)),
        ("numerals", numerals.join(", ").into()),
        ("seven", rank(Rank::Seven).into()),
        ("ten", names::rank_short(appearance, Rank::Ten).into()),
        ("under", under.into()),
        ("the-under", the_under.into()),
        ("over", rank(Rank::Over).into()),
        ("example", card(appearance, Card::new(Suit::Hearts, Rank::Seven)).into()),
    ]
}
