//! A finished deal in plain English lines.

use crate::rules::{Deal, End, Item, Seat, Side, Stage};

/// The names at the seats, for sentences.
pub(super) struct Names<'a>(pub(super) &'a [String]);

impl Names<'_> {
    fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }
}

/// What was played, line by line what was won and lost, and who got what.
pub(super) fn lines(deal: &Deal, names: &Names) -> Vec<String> {
    let (Some(settlement), Stage::Over { end, .. }) = (deal.settlement(), deal.view(None).stage) else {
        return Vec::new();
    };
    let mut lines = vec![headline(deal, names, end)];
    lines.extend(settlement.items.iter().map(|item| format!("  {}", item_line(item, names))));
    let payments: Vec<String> =
        settlement.payments.iter().map(|(seat, points)| format!("{} {points:+}", names.of(seat))).collect();
    let window =
        if settlement.window == 0 { String::new() } else { format!("; the window {:+}", settlement.window) };
    lines.push(format!("  points: {}{window}", payments.join(", ")));
    lines
}

fn headline(deal: &Deal, names: &Names, end: End) -> String {
    let played = match deal.contract() {
        Some((declarer, contract)) => format!("{} plays {contract}", names.of(declarer)),
        None => "nothing was bid".to_owned(),
    };
    let trump = match deal.view(None).board().map(|board| board.trump) {
        Some(Some(suit)) => format!(", {suit} trumps"),
        Some(None) => ", no trumps".to_owned(),
        None => String::new(),
    };
    let end = match end {
        End::Played => String::new(),
        End::Claimed => ", claims the rest".to_owned(),
        End::Folded => ", folds".to_owned(),
        End::Left(seat) => format!("; {} leaves for good", names.of(seat)),
    };
    format!("{played}{trump}{end}")
}

fn item_line(item: &Item, names: &Names) -> String {
    let who = match (item.seat, item.side) {
        (Some(seat), _) => names.of(seat).to_owned(),
        (None, Side::Declarer) => "the declarer".to_owned(),
        (None, Side::Defence) => "the defence".to_owned(),
    };
    let made = if item.made { "made" } else { "lost" };
    let against: Vec<&str> = item.against.iter().map(|seat| names.of(*seat)).collect();
    let view = if item.seat.is_some() { who.as_str() } else { "the declarer" };
    format!(
        "{}: {made} by {who}, worth {} × {}: {view} {:+} from each of {}",
        item.game.name(),
        item.value,
        item.kontra,
        item.points,
        against.join(" and "),
    )
}
