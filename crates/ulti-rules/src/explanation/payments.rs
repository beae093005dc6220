//! The calculation of each payment between two seats.

use super::progress::declarer_of;
use crate::{DealEnd, Game, Item, ScoredGame, Seat, Settlement, Side, View};

/// A payment from each seat in `from` to each seat in `to`, with its calculation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedPayment {
    /// The seats that pay.
    pub from: Vec<Seat>,
    /// The seats that receive the payment.
    pub to: Vec<Seat>,
    /// Points that each payer pays to each receiver. Zero if the terms cancel each other.
    pub points: i32,
    /// The terms of the calculation. They sum to `points`.
    pub terms: Vec<PaymentTerm>,
}

/// One game or penalty in the calculation of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentTerm {
    /// The game or penalty.
    pub game: ScoredGame,
    /// The side that won or lost the game.
    pub side: Side,
    /// `true` if the game was won.
    pub made: bool,
    /// Points of the term. Negative if the game is paid in the other direction.
    pub points: i32,
    /// Value of the game before it is multiplied.
    pub value: i32,
    /// The factor of the value.
    pub factor: Factor,
    /// Points that a lost ulti costs in addition, which no kontra multiplies.
    pub again: i32,
}

/// The payments to and from the window (the table's pot).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WindowPayments {
    /// Points that each player pays into the window, because games were paid and all would end at zero.
    pub each_pays: i32,
    /// Points that the declarer takes out of the window for a hearts ulti that was made, or that was certain
    /// when a defender left.
    pub declarer_takes: i32,
    /// `true` if a player left the deal, so that no ulti was made.
    pub player_left: bool,
}

/// The factor by which the value of a game is multiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// The value is not multiplied.
    One,
    /// The game was doubled this many times, from 1.
    Kontra(u8),
    /// The declarer folded and pays twice the value.
    Fold,
    /// A player left and pays twice the value or cost, which was doubled this many times, from 0.
    Leave(u8),
}

impl Factor {
    fn of(item: &Item, end: DealEnd) -> Self {
        let level = u8::try_from(item.kontra.max(1).ilog2()).unwrap_or(u8::MAX);
        match (item.game, end) {
            (ScoredGame::Renonsz, _) => Self::Leave(level),
            (_, DealEnd::Folded) if level > 0 => Self::Fold,
            _ if level > 0 => Self::Kontra(level),
            _ => Self::One,
        }
    }

    /// Returns the factor as a number.
    pub const fn times(self) -> i32 {
        match self {
            Self::One => 1,
            Self::Kontra(level) => 1 << level,
            Self::Fold => 2,
            Self::Leave(level) => 2 << level,
        }
    }
}

/// Returns the payments between the seats, without those to and from the window (the table's pot).
///
/// Equal payments of two seats are combined. The declarer's payments come first.
pub(super) fn payments(view: &View, settlement: &Settlement, end: DealEnd) -> Vec<ExplainedPayment> {
    let declarer = declarer_of(view, settlement);
    // A hub is a seat whose payments with the two others may be combined.
    let by_hub = declarer.round().map(|hub| combined(settlement, declarer, hub, end));
    by_hub.into_iter().min_by_key(Vec::len).unwrap_or_default()
}

/// Returns the payments to and from the window (the table's pot).
pub(super) fn window(view: &View, settlement: &Settlement, end: DealEnd) -> WindowPayments {
    if matches!(end, DealEnd::Left(_)) {
        return WindowPayments { each_pays: 0, declarer_takes: -settlement.window, player_left: true };
    }
    let made = |item: &Item| item.game == ScoredGame::Game(Game::Ulti) && item.made;
    let in_hearts = view.contract().is_some_and(|(_, contract)| contract.is_hearts());
    let takes = view.book.rules().window && in_hearts && settlement.items.iter().any(made);
    let declarer_takes = if takes { view.window } else { 0 };
    WindowPayments { each_pays: (settlement.window + declarer_takes) / 3, declarer_takes, player_left: false }
}

fn combined(settlement: &Settlement, declarer: Seat, hub: Seat, end: DealEnd) -> Vec<ExplainedPayment> {
    let [one, other] = hub.others();
    let pair = |receiver, payer| between(settlement, declarer, receiver, payer, end);
    let rest = pair(one, other);
    let mut payments = match [pair(hub, one), pair(hub, other)] {
        [Some(first), Some(second)] if (first.points, &first.terms) == (second.points, &second.terms) => {
            let both = |a: &[Seat], b: &[Seat]| {
                let mut seats = [a, b].concat();
                seats.dedup();
                seats
            };
            vec![ExplainedPayment {
                from: both(&first.from, &second.from),
                to: both(&first.to, &second.to),
                ..first
            }]
        }
        pairs => pairs.into_iter().flatten().collect(),
    };
    payments.extend(rest);
    // What the defenders owe each other may cancel out.
    payments.retain(|payment| {
        payment.points != 0 || [&payment.from[..], &payment.to].concat().contains(&declarer)
    });
    payments
}

/// Returns the payment between two seats, or `None` if no game is paid between them.
fn between(
    settlement: &Settlement,
    declarer: Seat,
    receiver: Seat,
    payer: Seat,
    end: DealEnd,
) -> Option<ExplainedPayment> {
    let term = |item: &Item| {
        let gainer = item.receiver(declarer);
        let points = match (gainer == receiver, gainer == payer) {
            (true, _) if item.against.contains(&payer) => item.points,
            (_, true) if item.against.contains(&receiver) => -item.points,
            _ => 0,
        };
        let factor = Factor::of(item, end);
        let again = if item.made { 0 } else { item.points.abs() - item.value * factor.times() };
        let Item { game, side, made, value, .. } = *item;
        (points != 0).then_some(PaymentTerm { game, side, made, points, value, factor, again })
    };
    let mut terms: Vec<PaymentTerm> = settlement.items.iter().filter_map(term).collect();
    let points: i32 = terms.iter().map(|term| term.points).sum();
    if terms.is_empty() {
        return None;
    }
    let (from, to) = if points < 0 { (receiver, payer) } else { (payer, receiver) };
    if points < 0 {
        for term in &mut terms {
            term.points = -term.points;
        }
    }
    // Terms in the direction of the payment come first.
    terms.sort_by_key(|term| term.points < 0);
    Some(ExplainedPayment { from: vec![from], to: vec![to], points: points.abs(), terms })
}
