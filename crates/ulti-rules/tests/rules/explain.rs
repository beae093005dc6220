//! Comparison of the explanations of random deals with a recomputation from the played tricks.
//!
//! The environment variable `ULTI_EXPLAINED_DEALS` sets the number of deals per rule set, 400 by default.

mod facts;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use ulti_rules::{
    Book, Card, Deal, DealEnd, Decided, ExplainedGame, Explanation, Game, Rank, Reason, RuleSet, RulesSpec,
    ScoredGame, Seat, SeatAction, Seven, Side, Stage, View,
};

use crate::random::{Dice, PlayStyle, play_out, start};
use crate::reference::cards::PlainCard;
use crate::reference::deal::Deal as ReferenceDeal;
use crate::reference::moves::{self, Move};
use crate::reference::replay::BookCache;
use facts::Facts;

/// Number of deals per rule set if the environment variable is not set.
const DEALS: u64 = 400;

fn deals() -> u64 {
    std::env::var("ULTI_EXPLAINED_DEALS").map_or(DEALS, |text| text.parse().expect("number of deals"))
}

fn plain(card: Card) -> PlainCard {
    PlainCard { suit: card.suit().letter(), rank: card.rank().letter() }
}

/// Plays a random deal and returns its final view, with the deal of the reference implementation.
fn play(book: &Arc<Book>, cache: &mut BookCache, seed: u64) -> (View, ReferenceDeal) {
    let mut dice = Dice(seed);
    let deal = Deal::new(Arc::clone(book), start(&mut dice)).expect("valid deal");
    let style = match seed % 20 {
        // Proving claims is slow in debug builds.
        0 => PlayStyle::any(&mut dice),
        1 => PlayStyle { give_up: 4, ..PlayStyle::plain(&mut dice) },
        _ => PlayStyle::plain(&mut dice),
    };
    let note = serde_json::to_value(RulesSpec::of(book.rules()).expect("valid rules")).expect("valid JSON");
    let (rules, entries) = cache.get(&note).expect("valid rules");
    let hands = deal.start().hands.0.map(|hand| hand.iter().map(plain).collect());
    let (dealer, window) = (deal.start().dealer.index(), deal.start().window);
    let mut reference =
        ReferenceDeal::new(Rc::clone(&rules), entries, dealer, hands, window).expect("valid deal");
    let over = play_out(deal, style, &mut dice, |_, seat, action, _| {
        let json = SeatAction { seat, action }.to_string();
        let (seat, wanted) = moves::read(&serde_json::from_str(&json).expect("JSON")).expect("valid action");
        if wanted != Move::Claim {
            reference.act(seat, &wanted).expect("legal action");
        }
    });
    (over.view(None), reference)
}

/// Returns all presets, and each with the rule that a marriage counts only for a player who wins a trick.
fn rule_sets() -> impl Iterator<Item = (String, RuleSet)> {
    RuleSet::preset_names().flat_map(|name| {
        let preset = RuleSet::preset(name).expect("known preset");
        let with_trick = RuleSet { marriage_needs_trick: true, ..preset.clone() };
        [(name.to_owned(), preset), (format!("{name} with marriage_needs_trick"), with_trick)]
    })
}

#[test]
fn explanations_match_played_tricks() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (name, rules) in rule_sets() {
        let book = Arc::new(Book::new(rules));
        let mut cache = BookCache::default();
        for seed in 0..deals() {
            let (view, reference) = play(&book, &mut cache, 7_000_000 + seed);
            let explanation = Explanation::of(&view).expect("the deal is over");
            let what = format!("{name}, seed {seed}: {explanation:#?}");
            check_games(&view, &reference, &explanation, &what, &mut seen);
            check_payments(&view, &explanation, &what);
        }
    }
    println!("{} deals per rule set: {seen:#?}", deals());
    assert_covered(&seen);
}

/// Asserts that the reasons are those of the played tricks, and that every game of the settlement has one.
fn check_games(
    view: &View,
    reference: &ReferenceDeal,
    explanation: &Explanation,
    what: &str,
    seen: &mut BTreeMap<String, u32>,
) {
    let Stage::Over { settlement, end, .. } = &view.stage else { panic!("not over: {what}") };
    for item in &settlement.items {
        let explained =
            explanation.games.iter().filter(|game| (game.game, game.side) == (item.game, item.side));
        assert!(explained.clone().all(|game| game.made == item.made), "{what}");
        assert!(explained.count() >= 1, "{item:?} is not explained: {what}");
    }
    let facts = Facts::of(reference);
    for game in &explanation.games {
        let reason = format!("{:?}", game.reason);
        let reason = reason.split(['(', ' ']).next().unwrap_or_default();
        let made = if game.made { "made" } else { "lost" };
        *seen.entry(format!("{} {made}: {reason}", game.game.name())).or_default() += 1;
        match game.reason {
            Reason::Folded => assert_eq!(*end, DealEnd::Folded, "{what}"),
            Reason::Left(seat) => assert_eq!(*end, DealEnd::Left(seat), "{what}"),
            Reason::Claimed { tricks, points } => {
                assert_eq!((*end, usize::from(tricks)), (DealEnd::Claimed, facts.played()), "{what}");
                assert_eq!(points.is_some(), game.game == ScoredGame::Game(Game::Parti), "{what}");
                if let Some(points) = points {
                    let [declarer, _] = facts.points(facts.played_tricks());
                    let most = 90 + facts.most_marriages(false) + facts.most_marriages(true);
                    assert_eq!([points.declarer, points.total].map(i64::from), [declarer, most], "{what}");
                }
            }
            Reason::Conceded { .. } => assert_eq!(*end, DealEnd::Conceded, "{what}"),
            _ => check_game(&facts, game, what),
        }
        let by_play = !matches!(
            game.reason,
            Reason::Folded | Reason::Left(_) | Reason::Claimed { .. } | Reason::Conceded { .. }
        );
        assert_eq!(by_play, game.decided != Decided::WithoutPlay, "{what}");
    }
}

/// Asserts that a reason and its moment are those of the played tricks.
fn check_game(facts: &Facts<'_>, game: &ExplainedGame, what: &str) {
    let defends = game.side == Side::Defence;
    let number = match game.decided {
        Decided::BeforePlay => 0,
        Decided::Trick(number) => usize::from(number),
        Decided::WithoutPlay => panic!("not decided by play: {what}"),
    };
    match (game.game, game.reason) {
        (ScoredGame::Game(Game::Parti), Reason::Parti { .. }) => check_parti(facts, game, number, what),
        (ScoredGame::Game(hundred), Reason::Hundred { .. }) => {
            check_hundred(facts, game, hundred, number, what);
        }
        (_, Reason::SilentHundred { points, marriages }) => {
            assert_eq!(i64::from(points), facts.points(facts.tricks())[usize::from(defends)], "{what}");
            assert_eq!(i64::from(marriages), facts.marriages(defends, facts.tricks()), "{what}");
            let made = |tricks: &_| facts.points(tricks)[usize::from(defends)] >= 100;
            assert_eq!(facts.decided(made), (true, number), "{what}");
        }
        (scored, Reason::Seven(fate)) => check_seven(facts, game, scored, fate, number, what),
        (_, Reason::AllTricks) => {
            assert_eq!((number, facts.tricks_of(defends), game.made), (10, 10, true), "{what}");
        }
        (_, Reason::NoTrick) => {
            assert_eq!((number, facts.tricks_of(false), game.made), (10, 0, true), "{what}");
        }
        (_, Reason::Trick { winner, card }) => {
            assert_eq!((winner.index(), plain(card)), facts.trick(number), "{what}");
            check_deciding_trick(facts, game, number, what);
        }
        (_, Reason::AllFour(rank)) => {
            let seat = game.seat.expect("one seat").index();
            let made = |tricks: &_| Facts::has_all(tricks, seat, letter(rank));
            assert_eq!(facts.decided(made), (true, number), "{what}");
        }
        (_, Reason::MissedCard { card, winner }) => check_missed_card(facts, card, winner, number, what),
        other => panic!("{other:?} does not belong together: {what}"),
    }
}

fn check_parti(facts: &Facts<'_>, game: &ExplainedGame, number: usize, what: &str) {
    let Reason::Parti { declarer, defence, total, needed, empty } = game.reason else {
        panic!("not the reason of a parti: {what}")
    };
    let declared = |defends| facts.marriages(defends, facts.tricks());
    assert_eq!([declarer, defence].map(i64::from), facts.points(facts.tricks()), "{what}");
    assert_eq!(i64::from(total), 90 + declared(false) + declared(true), "{what}");
    assert!(needed.is_multiple_of(10) && (2 * needed - total) == 10, "{what}");
    let is_empty = |defends| facts.is_empty(defends, facts.tricks());
    assert_eq!(
        empty.map(|side| side == Side::Defence),
        [false, true].into_iter().find(|side| is_empty(*side))
    );
    let made = |tricks: &_| facts.points(tricks)[0] > facts.points(tricks)[1];
    assert_eq!(facts.decided(made), (game.made, number), "{what}");
}

fn check_hundred(facts: &Facts<'_>, game: &ExplainedGame, hundred: Game, number: usize, what: &str) {
    let Reason::Hundred { holds_marriage, points, needed } = game.reason else {
        panic!("not the reason of a {hundred}: {what}")
    };
    let wanted = if hundred == Game::FortyHundred { 60 } else { 80 };
    let holds = facts.holds_marriage(hundred == Game::FortyHundred);
    assert_eq!((holds_marriage, needed), (holds, wanted), "{what}");
    assert_eq!(i64::from(points), facts.in_tricks(false, facts.played_tricks()), "{what}");
    let made = |tricks: &_| holds && facts.in_tricks(false, tricks) >= i64::from(wanted);
    assert_eq!(facts.decided(made), (game.made, number), "{what}");
}

/// Asserts that a game was lost by the trick with the given number.
fn check_deciding_trick(facts: &Facts<'_>, game: &ExplainedGame, number: usize, what: &str) {
    let defends = game.side == Side::Defence;
    let made = |tricks: &_| match game.game {
        ScoredGame::Game(Game::Betli) => facts.count(tricks, false) == 0,
        ScoredGame::Game(Game::Durchmars) => facts.count(tricks, true) == 0,
        _ => facts.count(tricks, !defends) == 0,
    };
    assert!(!game.made, "{what}");
    assert_eq!(facts.decided(made), (false, number), "{what}");
}

/// Asserts that the declarer did not win all aces or all tens because of `card`, which `winner` took. `None`
/// stands for a card that the declarer laid down.
fn check_missed_card(facts: &Facts<'_>, card: Card, winner: Option<Seat>, number: usize, what: &str) {
    let made = |tricks: &_| Facts::has_all(tricks, facts.declarer(), letter(card.rank()));
    assert_eq!(facts.decided(made), (false, number), "{what}");
    match winner {
        Some(seat) => {
            let is_winner = facts.trick(number).0 == seat.index();
            assert!(facts.trick_has(number, plain(card)) && is_winner, "{what}");
        }
        None => assert!(number == 0 && facts.laid_down(plain(card)), "{what}"),
    }
}

fn letter(rank: Rank) -> char {
    rank.letter()
}

fn check_seven(
    facts: &Facts<'_>,
    game: &ExplainedGame,
    scored: ScoredGame,
    fate: Seven,
    number: usize,
    what: &str,
) {
    let (Seven::Won(seven) | Seven::Beaten { seven, .. } | Seven::PlayedEarly(seven) | Seven::NotHeld(seven)) =
        fate;
    assert_eq!(Some(plain(seven)), facts.seven(), "{what}");
    let played = facts.played_in(plain(seven));
    let seat = game.seat.expect("one seat").index();
    assert_eq!(game.made, matches!(fate, Seven::Won(_)), "{what}");
    match fate {
        Seven::Won(_) => {
            assert_eq!(
                (played, number, facts.trick(10)),
                (Some((10, seat)), 10, (seat, plain(seven))),
                "{what}"
            );
        }
        Seven::Beaten { by, winner, .. } => {
            assert_eq!((played, number), (Some((10, seat)), 10), "{what}");
            assert_eq!(facts.trick(10), (winner.index(), plain(by)), "{what}");
            assert_ne!(plain(by), plain(seven), "{what}");
        }
        Seven::PlayedEarly(_) => {
            assert_eq!(scored, ScoredGame::Game(Game::Ulti), "{what}");
            assert!(played == Some((number, facts.declarer())) && number < 10, "{what}");
        }
        Seven::NotHeld(_) => {
            assert_eq!((scored, number), (ScoredGame::Game(Game::Ulti), 0), "{what}");
            assert!(!facts.declarer_held(plain(seven)), "{what}");
        }
    }
}

/// Asserts that the explained payments and the window sum to the settlement, and that each calculation is
/// correct.
fn check_payments(view: &View, explanation: &Explanation, what: &str) {
    let Stage::Over { settlement, .. } = &view.stage else { panic!("not over: {what}") };
    let mut sums = [0; 3];
    for payment in &explanation.payments {
        assert!(payment.points >= 0, "{what}");
        assert_eq!(payment.terms.iter().map(|term| term.points).sum::<i32>(), payment.points, "{what}");
        for term in &payment.terms {
            assert_eq!(term.value * term.factor.times() + term.again, term.points.abs(), "{what}");
            assert!(term.again >= 0 && (term.again == 0 || !term.made), "{what}");
        }
        for (from, to) in payment.from.iter().flat_map(|from| payment.to.iter().map(move |to| (from, to))) {
            sums[from.index()] -= payment.points;
            sums[to.index()] += payment.points;
        }
    }
    let window = explanation.window;
    assert_eq!(3 * window.each_pays - window.declarer_takes, settlement.window, "{what}");
    assert!(window.each_pays >= 0 && window.declarer_takes >= 0, "{what}");
    for sum in &mut sums {
        *sum -= window.each_pays;
    }
    if let Some((declarer, _)) = view.contract() {
        sums[declarer.index()] += window.declarer_takes;
    }
    assert_eq!(sums, settlement.payments.0, "{what}");
}

/// Asserts that each expected kind of reason has occurred in the random deals.
fn assert_covered(seen: &BTreeMap<String, u32>) {
    let reasons = [
        "parti made: Parti",
        "parti lost: Parti",
        "40-100 lost: Hundred",
        "40-100 made: Hundred",
        "20-100 lost: Hundred",
        "ulti made: Seven",
        "ulti lost: Seven",
        "betli made: NoTrick",
        "betli lost: Trick",
        "durchmars made: AllTricks",
        "durchmars lost: Trick",
        "four-aces made: AllFour",
        "four-aces lost: MissedCard",
        "silent-100 made: SilentHundred",
        "silent-ulti made: Seven",
        "silent-ulti lost: Seven",
        "silent-durchmars made: AllTricks",
        "ulti lost: Folded",
        "renonsz lost: Left",
        "ulti lost: Claimed",
    ];
    for reason in reasons {
        assert!(seen.contains_key(reason), "reason never occurred: {reason} in {seen:#?}");
    }
}

#[test]
fn deal_without_end_has_no_explanation() {
    let deal = Deal::new(Arc::new(Book::preset("4m").expect("known preset")), start(&mut Dice(1)));
    assert_eq!(Explanation::of(&deal.expect("valid deal").view(Some(Seat::Zero))), None);
}
