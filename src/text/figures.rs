//! The figures of a rule set as arguments, so that no sentence holds a number of its own.

use crate::rules::{
    Card, Fold, IndividualKontra, KontraItems, OpenHands, Rank, RuleSet, SelfRaise, SilentDurchmars,
    SilentHundred, SilentUlti, Suit, TieBreak, Value,
};

use super::{Arg, Lang, Look, article, card, suit_with_sign, words};

type Figures = Vec<(&'static str, Arg<'static>)>;

const NOTHING: Value = Value { plain: 0, hearts: 0 };

/// Everything of these rules that a sentence may want to say.
pub(super) fn figures(look: Look, rules: &RuleSet) -> Figures {
    let mut figures = games(rules);
    figures.extend(silent(rules));
    figures.extend(ways(rules));
    figures.extend(faces(look));
    let levels: Vec<String> =
        (1..=rules.kontra_limit).map(|level| words::kontra_level(look.lang, rules, level)).collect();
    figures.push(("kontra-limit", rules.kontra_limit.into()));
    figures.push(("kontra-names", levels.join(" · ").into()));
    figures.push(("rules", words::preset(look.lang, &rules.preset).into()));
    figures
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
        ("faces", look.faces.code().into()),
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

fn games(rules: &RuleSet) -> Figures {
    let values = &rules.values;
    let mut figures = Vec::new();
    let mut both = |plain, hearts, value: Value| {
        figures.push((plain, value.plain.into()));
        figures.push((hearts, value.hearts.into()));
    };
    both("parti", "parti-hearts", values.parti);
    both("forty", "forty-hearts", values.forty_hundred);
    both("twenty", "twenty-hearts", values.twenty_hundred);
    both("ulti", "ulti-hearts", values.ulti);
    both("betli", "betli-hearts", values.betli);
    both("open-betli", "open-betli-hearts", values.open_betli);
    both("durchmars", "durchmars-hearts", values.durchmars);
    both("open-durchmars", "open-durchmars-hearts", values.open_durchmars);
    both("four-aces-points", "four-aces-points-hearts", values.four_aces);
    both("four-tens-points", "four-tens-points-hearts", values.four_tens);
    let lone_ulti = |hearts| values.ulti.of(hearts) + values.parti.of(hearts);
    both("lone-ulti", "lone-ulti-hearts", Value { plain: lone_ulti(false), hearts: lone_ulti(true) });
    figures
}

fn silent(rules: &RuleSet) -> Figures {
    let values = &rules.values;
    let (hundred, twenty) = match rules.silent_hundred {
        SilentHundred::None => (NOTHING, NOTHING),
        SilentHundred::Item => (values.silent_hundred, values.silent_twenty_hundred),
        SilentHundred::DoublesParti | SilentHundred::Table => (values.silent_hundred, values.silent_hundred),
    };
    let (made, lost) = match (rules.silent_ulti, rules.lost_silent_ulti_again) {
        (SilentUlti::None, _) => (NOTHING, NOTHING),
        (SilentUlti::Alone | SilentUlti::Sides, false) => (values.silent_ulti, values.silent_ulti),
        (SilentUlti::Alone | SilentUlti::Sides, true) => {
            let Value { plain, hearts } = values.silent_ulti;
            (values.silent_ulti, Value { plain: 2 * plain, hearts: 2 * hearts })
        }
    };
    let durchmars = match rules.silent_durchmars {
        SilentDurchmars::None => NOTHING,
        SilentDurchmars::Item | SilentDurchmars::TriplesParti => values.silent_durchmars,
    };
    vec![
        ("has-silent-hundred", (hundred != NOTHING).into()),
        ("silent-hundred", hundred.plain.into()),
        ("silent-hundred-hearts", hundred.hearts.into()),
        ("silent-twenty", twenty.plain.into()),
        ("silent-twenty-hearts", twenty.hearts.into()),
        ("has-silent-ulti", (made != NOTHING || lost != NOTHING).into()),
        ("silent-ulti", made.plain.into()),
        ("silent-ulti-hearts", made.hearts.into()),
        ("silent-ulti-lost", lost.plain.into()),
        ("silent-ulti-lost-hearts", lost.hearts.into()),
        ("has-silent-durchmars", (durchmars != NOTHING).into()),
        ("silent-durchmars", durchmars.plain.into()),
        ("silent-durchmars-hearts", durchmars.hearts.into()),
    ]
}

/// How these rules do a thing, as the name of a variant.
fn ways(rules: &RuleSet) -> Figures {
    let open_hands = match rules.open_hands {
        OpenHands::Declarer => "declarer",
        OpenHands::All => "all",
        OpenHands::DeclarerOthersMay => "others-may",
    };
    let individual = match rules.individual_kontra {
        IndividualKontra::BetliAndDurchmars => "betli-and-durchmars",
        IndividualKontra::NoTrumpGames => "no-trump-games",
        IndividualKontra::Never => "never",
    };
    vec![
        ("must-beat", rules.must_beat.into()),
        ("seven-locked", rules.ulti_seven_locked.into()),
        ("claim", rules.claim.into()),
        ("fold", (rules.fold != Fold::Never).into()),
        ("window", rules.window.into()),
        ("renonsz", rules.renonsz.into()),
        ("lost-ulti-again", rules.lost_ulti_again.into()),
        ("fewer-games", (rules.tie_break == TieBreak::FewerGames).into()),
        ("may-leave-talon", (rules.self_raise == SelfRaise::MayLeaveTalon).into()),
        ("each-game", (rules.kontra_items == KontraItems::EachGame).into()),
        ("four-aces", rules.four_aces.into()),
        ("four-tens", rules.four_tens.into()),
        ("open-hands", open_hands.into()),
        ("individual", individual.into()),
    ]
}
