//! What the pages of the rules say of a rule set, as arguments: every amount, and every way of
//! playing by its own name, so that no sentence holds a number or a choice of its own.

use crate::rules::{
    BidSuits, Book, Card, Contract, Entry, Game, Manner, Rank, RuleSet, RulesNote, Suit, SuitFactors, Value,
};

use super::{Arg, Lang, Look, article, card, suit_with_sign, words};

pub(super) type Figures = Vec<(&'static str, Arg<'static>)>;

/// The suits in the order in which their amounts stand beside each other.
const SUITS: [Suit; 4] = [Suit::Acorns, Suit::Leaves, Suit::Bells, Suit::Hearts];

/// Everything of these rules that a sentence may want to say.
pub(super) fn figures(look: Look, book: &Book) -> Figures {
    let mut figures = of_rules(look, book.rules());
    figures.extend(examples(book));
    figures
}

/// The same without the examples, which take a book.
pub(super) fn of_rules(look: Look, rules: &RuleSet) -> Figures {
    let mut figures = amounts(rules);
    figures.extend(yes_or_no(rules));
    figures.extend(ways(rules));
    figures.extend(names(look, rules));
    figures.extend(faces(look));
    figures
}

/// What a value comes to in the bids there are: `4/8` plain and in hearts; `4/8/12/16` in acorns,
/// leaves, bells and hearts where every suit is bid; one number where they are all alike.
pub(super) fn amount(rules: &RuleSet, value: Value) -> String {
    match rules.bid_suits {
        BidSuits::Hearts => beside(&[value.plain, value.hearts]),
        BidSuits::All => {
            beside(&SUITS.map(|suit| value.plain.saturating_mul(rules.suit_factors.of(Some(suit)))))
        }
    }
}

/// The same of what is bid in hearts nowhere.
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

fn amounts(rules: &RuleSet) -> Figures {
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
        ("betli", amount(rules, values.betli)),
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

/// The sums of the examples: an ulti and a parti of the plainest bid, as the book has them.
fn examples(book: &Book) -> Figures {
    let suit = (book.rules().bid_suits == BidSuits::All).then_some(Suit::Acorns);
    let of = |game: Game| -> Option<&Entry> {
        book.find(&Contract::new(game.into(), suit, false, Manner::Closed).ok()?)
    };
    let (Some(ulti), Some(parti)) = (of(Game::Ulti), of(Game::Parti)) else { return Figures::new() };
    let (stake, fold) = (ulti.stake(Game::Ulti), book.rules().fold);
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
    ]
    .map(|(name, number)| (name, number.into()))
    .into()
}

fn yes_or_no(rules: &RuleSet) -> Figures {
    [
        ("four-players", rules.four_players),
        ("four-aces", rules.four_aces),
        ("four-tens", rules.four_tens),
        ("must-beat", rules.must_beat),
        ("seven-locked", rules.ulti_seven_locked),
        ("claim", rules.claim),
        ("marriages-capped", rules.marriages_at_most < RuleSet::MARRIAGES),
        ("parti-needs-points", rules.parti_needs_points),
        ("has-kontra", rules.kontra_limit > 0),
        ("lost-ulti-again", rules.lost_ulti_again),
        ("window", rules.window),
        ("renonsz", rules.renonsz),
        ("renonsz-partner", rules.renonsz_partner),
        ("lost-silent-ulti-again", rules.lost_silent_ulti_again),
        ("spares-parti", rules.silent_ulti_spares_parti),
        ("silent-durchmars-lost", rules.silent_durchmars_lost),
        ("silent-four-aces", rules.silent_four_aces),
        ("has-table", !rules.silent_table.is_empty()),
        ("is-house", is_house(rules)),
    ]
    .map(|(name, yes)| (name, yes.into()))
    .into()
}

/// Whether anything differs from the preset.
pub(super) fn is_house(rules: &RuleSet) -> bool {
    !matches!(RulesNote::of(rules), Ok(RulesNote::Preset(_)))
}

/// How these rules do a thing, by its name in a rule set.
fn ways(rules: &RuleSet) -> Figures {
    [
        ("tie-break", rules.tie_break.name()),
        ("self-raise", rules.self_raise.name()),
        ("bid-suits", rules.bid_suits.name()),
        ("hearts-open", rules.hearts_open.name()),
        ("open-in-hearts", open_in_hearts(rules)),
        ("fours", fours(rules)),
        ("lone-durchmars-trump", rules.lone_durchmars_trump.name()),
        ("re-durchmars", rules.re_durchmars.name()),
        ("open-hands", rules.open_hands.name()),
        ("kontra-items", rules.kontra_items.name()),
        ("individual-kontra", rules.individual_kontra.name()),
        ("lost", rules.lost.name()),
        ("fold", rules.fold.name()),
        ("silent-hundred", rules.silent_hundred.name()),
        ("silent-ulti", rules.silent_ulti.name()),
        ("silent-durchmars", rules.silent_durchmars.name()),
        ("silent-kontra", rules.silent_kontra.name()),
    ]
    .map(|(name, way)| (name, way.into()))
    .into()
}

/// Whether four-aces, four-tens or both can be bid.
const fn fours(rules: &RuleSet) -> &'static str {
    match (rules.four_aces, rules.four_tens) {
        (false, false) => "none",
        (true, false) => "aces",
        (false, true) => "tens",
        (true, true) => "both",
    }
}

/// What open games in hearts are; "all" where hearts is a suit like the others.
const fn open_in_hearts(rules: &RuleSet) -> &'static str {
    match rules.bid_suits {
        BidSuits::Hearts => rules.hearts_open.name(),
        BidSuits::All => "all",
    }
}

fn names(look: Look, rules: &RuleSet) -> Figures {
    let levels: Vec<String> =
        (1..=rules.kontra_limit).map(|level| words::kontra_level(look.lang, rules, level)).collect();
    vec![
        ("kontra-limit", rules.kontra_limit.into()),
        ("kontra-names", levels.join(" · ").into()),
        ("marriages-at-most", rules.marriages_at_most.into()),
        ("factors", factors(look, rules.suit_factors).into()),
        ("rules", words::preset(look.lang, &rules.preset).into()),
        ("suits", words::list(look.lang, &SUITS.map(|suit| words::suit_of_bid(look, suit))).into()),
    ]
}

/// `acorns ×1, leaves ×2, bells ×3 and hearts ×4`.
fn factors(look: Look, factors: SuitFactors) -> String {
    let named = SUITS.map(|suit| format!("{} ×{}", words::suit_of_bid(look, suit), factors.of(Some(suit))));
    words::list(look.lang, &named)
}

/// How cards and suits are called.
fn faces(look: Look) -> Figures {
    let suit = |suit| Arg::from(suit_with_sign(look, suit));
    let rank = |rank| words::rank(look, rank);
    let numerals = [Rank::Seven, Rank::Eight, Rank::Nine].map(|rank| words::rank_short(look, rank));
    let under = rank(Rank::Under);
    let the_under = match look.lang {
        Lang::Hu => format!("{} {under}", article(&under)),
        Lang::En => format!("the {under}"),
    };
    vec![
        ("faces", if look.faces.is_french() { "french" } else { "hungarian" }.into()),
        ("acorns", suit(Suit::Acorns)),
        ("leaves", suit(Suit::Leaves)),
        ("hearts", suit(Suit::Hearts)),
        ("bells", suit(Suit::Bells)),
        ("numerals", numerals.join(", ").into()),
        ("seven", rank(Rank::Seven).into()),
        ("ten", words::rank_short(look, Rank::Ten).into()),
        ("under", under.into()),
        ("the-under", the_under.into()),
        ("over", rank(Rank::Over).into()),
        ("example", card(look, Card::new(Suit::Hearts, Rank::Seven)).into()),
    ]
}
