//! Comparison of claims (`RULES §5`) with plain minimax, over all presets and random house rules, in
//! positions in which all hands lie open.
//!
//! With at most three tricks left, minimax uses no table. With more, it uses a table whose key is the whole
//! position. `ULTI_CLAIMS=20000` sets the number of claims.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};
use ulti_rules::{Action, Book, BySeat, CardSet, Deal, Event, RuleSet, RulesSpec, Seat, Settlement};

use crate::random::{Dice, PlayStyle, play_out, start};
use crate::reference::house::house;

/// Number of claims without `ULTI_CLAIMS`.
const CLAIMS: usize = 1_500;
/// Number of random rule sets.
const HOUSES: u64 = 100;
/// Largest number of tricks left for which minimax uses no table.
const TRICKS_WITHOUT_TABLE: usize = 3;
/// Largest number of tricks left.
const MOST_TRICKS: usize = 7;
/// Number of positions after which a claim is left out of the comparison.
const BUDGET: u32 = 60_000;

/// The payments of the seats, and the change of the window (the table's pot).
type Paid = ([i32; 3], i32);

fn paid(settlement: &Settlement) -> Paid {
    (settlement.payments.0, settlement.window)
}

/// A position of the play.
#[derive(Clone)]
struct Position {
    deal: Deal,
    hands: BySeat<CardSet>,
    /// The cards that each seat has won in finished tricks.
    won: BySeat<CardSet>,
    /// The cards of the current trick.
    trick: CardSet,
}

/// Everything that distinguishes two positions between two tricks of the same deal.
type Key = (BySeat<CardSet>, BySeat<CardSet>, Seat);

impl Position {
    fn of(deal: &Deal) -> Option<Self> {
        let view = deal.view(None);
        let board = view.board().filter(|_| deal.turn().is_some())?;
        let mut won = BySeat::<CardSet>::default();
        for (trick, winner) in &board.tricks {
            won[*winner] |= trick.cards();
        }
        let hands = BySeat::from_fn(|seat| deal.view(Some(seat)).own_hand());
        Some(Self { deal: deal.clone(), hands, won, trick: board.current.cards() })
    }

    fn tricks_left(&self) -> usize {
        self.hands.values().map(|hand| hand.iter().count()).max().unwrap_or(0)
    }

    fn after(&self, seat: Seat, card: ulti_rules::Card) -> Self {
        let (events, deal) = self.deal.after(seat, Action::Play(card)).expect("legal card");
        let mut next = Self { deal, ..self.clone() };
        next.hands[seat] -= card.into();
        next.trick |= card.into();
        if let Some(Event::TrickTaken { seat }) =
            events.iter().find(|event| matches!(event, Event::TrickTaken { .. }))
        {
            next.won[*seat] |= std::mem::take(&mut next.trick);
        }
        next
    }

    fn key(&self, turn: Seat) -> Key {
        (self.hands, self.won, turn)
    }
}

/// The value of a position.
#[derive(Clone)]
struct Worth {
    /// The declarer's points if both sides play perfectly.
    best: i32,
    /// All payments that the declarer can force.
    forced: Vec<Paid>,
}

/// Plain minimax without pruning.
struct Minimax {
    declarer: Seat,
    /// The values of the positions seen, or `None` if no table is used.
    table: Option<HashMap<Key, Worth>>,
    budget: u32,
}

impl Minimax {
    /// Returns the value of a position, or `None` if the budget is used up.
    fn worth(&mut self, position: &Position) -> Option<Worth> {
        let Some(turn) = position.deal.turn() else {
            let paid = paid(position.deal.settlement().expect("deal is over"));
            return Some(Worth { best: paid.0[self.declarer.index()], forced: vec![paid] });
        };
        let key = position.trick.is_empty().then(|| position.key(turn));
        if let (Some(key), Some(table)) = (&key, &self.table)
            && let Some(known) = table.get(key)
        {
            return Some(known.clone());
        }
        self.budget = self.budget.checked_sub(1)?;
        let mut found: Option<Worth> = None;
        for card in position.deal.legal(turn).cards {
            let next = self.worth(&position.after(turn, card))?;
            found = Some(match found {
                None => next,
                Some(so_far) if turn == self.declarer => so_far.or(next),
                Some(so_far) => so_far.and(&next),
            });
        }
        let found = found.expect("legal card");
        if let (Some(key), Some(table)) = (key, &mut self.table) {
            table.insert(key, found.clone());
        }
        Some(found)
    }
}

impl Worth {
    /// Combines the values of two cards between which the declarer chooses.
    fn or(mut self, other: Self) -> Self {
        let more: Vec<Paid> = other.forced.into_iter().filter(|paid| !self.forced.contains(paid)).collect();
        self.forced.extend(more);
        Self { best: self.best.max(other.best), ..self }
    }

    /// Combines the values of two cards between which a defender chooses.
    fn and(mut self, other: &Self) -> Self {
        self.forced.retain(|paid| other.forced.contains(paid));
        Self { best: self.best.min(other.best), ..self }
    }
}

/// Counts of the compared claims.
#[derive(Debug, Default)]
struct Compared {
    accepted: usize,
    refused: usize,
    /// Accepted claims whose declarer could receive more, but not the same amount against every defence.
    less_than_best: usize,
    too_large: usize,
    games: BTreeMap<String, usize>,
    tricks_left: BTreeMap<usize, usize>,
}

impl Compared {
    fn claims(&self) -> usize {
        self.accepted + self.refused
    }

    /// Makes a claim, and compares its outcome with the value of the position.
    fn compare(&mut self, position: &Position, rules: &Value) {
        let (declarer, contract) = position.deal.contract().expect("deal is in play");
        let left = position.tricks_left();
        let table = (left > TRICKS_WITHOUT_TABLE).then(HashMap::new);
        let Some(worth) = (Minimax { declarer, table, budget: BUDGET }).worth(position) else {
            self.too_large += 1;
            return;
        };
        let (_, claimed) =
            with_open_hands(&position.deal).after(declarer, Action::Claim).expect("legal claim");
        let best = worth.forced.iter().map(|paid| paid.0[declarer.index()]).max();
        let what = || format!("{contract} under {rules}: {:#?}", position.deal);
        let claimed = claimed.settlement().map(paid);
        let points = claimed.map(|paid| paid.0[declarer.index()]);
        assert_eq!(points, best, "{claimed:?} of {:?}: {}", worth.forced, what());
        if let Some(paid) = claimed {
            assert!(worth.forced.contains(&paid), "{paid:?} is not forced, {:?}: {}", worth.forced, what());
            self.accepted += 1;
            self.less_than_best += usize::from(points < Some(worth.best));
        } else {
            self.refused += 1;
        }
        for game in contract.games() {
            *self.games.entry(format!("{game:?}")).or_default() += 1;
        }
        *self.tricks_left.entry(left).or_default() += 1;
    }
}

/// Returns the deal after all players have laid their hands open.
fn with_open_hands(deal: &Deal) -> Deal {
    let (declarer, _) = deal.contract().expect("deal is in play");
    declarer.round().into_iter().fold(deal.clone(), |deal, seat| {
        let is_open = deal.view(None).board().is_some_and(|board| board.open[seat]);
        if is_open { deal } else { deal.after(seat, Action::Open).expect("hand can be laid open").1 }
    })
}

/// Returns all presets and `count` random rule sets, changed by `change`, with their books.
pub(crate) fn rule_sets(
    first_seed: u64,
    count: u64,
    change: impl Fn(&mut Map<String, Value>),
) -> Vec<(Value, Arc<Book>)> {
    let presets = RuleSet::preset_names().map(|name| Map::from_iter([("preset".to_owned(), name.into())]));
    let houses = (0..count).map(|number| house(&mut Dice(first_seed + number)));
    let with_book = |mut rules: Map<String, Value>| {
        change(&mut rules);
        let rules = Value::Object(rules);
        let read: RulesSpec = serde_json::from_value(rules.clone()).expect("valid rules");
        (rules, Arc::new(Book::new(read.rules().expect("valid rules"))))
    };
    presets.chain(houses).map(with_book).collect()
}

/// Returns the value of an environment variable that sets the number of compared claims, or `default`.
pub(crate) fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().map_or(default, |number| number.parse().expect("number"))
}

#[test]
fn claims_have_the_value_of_plain_minimax() {
    let wanted = number("ULTI_CLAIMS", CLAIMS);
    let mut compared = Compared::default();
    let books = rule_sets(3_000_000, HOUSES, |rules| {
        rules.insert("claim".to_owned(), true.into());
        rules.insert("open_hands".to_owned(), "declarer_others_may".into());
    });
    // About one deal in two has a claim that is small enough.
    let seeds = 0..20 * u64::try_from(wanted).expect("number fits");
    for (seed, (rules, book)) in seeds.zip(books.iter().cycle()) {
        if compared.claims() >= wanted {
            break;
        }
        let mut dice = Dice(4_000_000 + seed);
        let deal = Deal::new(Arc::clone(book), start(&mut dice)).expect("valid deal");
        let style = PlayStyle::plain(&mut dice);
        let left = 1 + dice.below(MOST_TRICKS);
        let mut claims = Vec::new();
        play_out(deal, style, &mut dice, |deal, _, action, _| {
            let Some((declarer, _)) = deal.contract().filter(|_| matches!(action, Action::Play(_))) else {
                return;
            };
            if deal.legal(declarer).claim
                && let Some(position) = Position::of(deal).filter(|position| position.tricks_left() == left)
            {
                claims.push(position);
            }
        });
        if !claims.is_empty() {
            compared.compare(&claims[dice.below(claims.len())], rules);
        }
    }
    println!("{} claims: {compared:#?}", compared.claims());
    assert_eq!(compared.claims(), wanted, "too few deals have a claim");
    assert!(compared.accepted > wanted / 10 && compared.refused > wanted / 20, "{compared:#?}");
    assert!(compared.games.len() >= 8, "{compared:#?}");
}
