//! A finished deal: who won what, and all hands as they were dealt.

use super::drawing::Drawing;
use super::felt::{Align, CREAM, GOLD, IN_ROW, LOST, MARGIN, PALE, ROW, Style, WIDTH, WON, felt, row};
use super::strip;
use super::told::{self, Told, of, say, with};
use super::xml::Element;
use crate::rules::{BySeat, Card, CardSet, End, Item, Scored, Seat, Settlement, Side, Stage};
use crate::table::DealScene;
use crate::text::{self, Look};

const ITEM: f32 = 42.0;
const TOP: f32 = 124.0;
/// A hand with its name.
const HAND: f32 = ROW + 50.0;

/// A finished deal and what it shows in words; `None` while it is played.
pub(super) fn result(deal: &DealScene, look: Look) -> Option<(Drawing, String)> {
    let Stage::Over { settlement, dealt, .. } = &deal.view.stage else { return None };
    let told = Told { look, deal, view: &deal.view };
    let items = f32::from(u8::try_from(settlement.items.len()).unwrap_or(u8::MAX));
    let lower = (items * ITEM).max(if talon(told).is_empty() { 0.0 } else { ROW + 40.0 });
    let hands = TOP + lower + 16.0;
    let end = hands + 44.0 + 3.0 * HAND;
    let mut drawing = felt(end + strip::height(&deal.standings) + 20.0);
    title(&mut drawing, told, settlement);
    for (item, y) in settlement.items.iter().zip((0_u8..).map(|line| TOP + f32::from(line) * ITEM)) {
        line(&mut drawing, told, item, y);
    }
    lay_talon(&mut drawing, told);
    let as_dealt = say(look, "picture-as-dealt");
    drawing.below(Style::plain(PALE).line(&as_dealt, MARGIN, hands + 30.0, WIDTH - 2.0 * MARGIN));
    lay_hands(&mut drawing, told, dealt, settlement, hands + 44.0);
    strip::strip(&mut drawing, look, &deal.standings, deal.window, end);
    Some((drawing, told::alt(sentences(told, settlement, dealt))))
}

/// Who won or lost what.
fn title(drawing: &mut Drawing, told: Told<'_>, settlement: &Settlement) {
    let room = WIDTH - 2.0 * MARGIN;
    let (who, points) = outcome(told, settlement);
    let points_style = Style::heavy(42.0, colour(points)).align(Align::Right);
    let shown = text::signed(points);
    drawing.below(points_style.line(&shown, WIDTH - MARGIN, 62.0, 200.0));
    let left = room - points_style.width(&shown) - 20.0;
    drawing.below(Style::heavy(42.0, colour(points)).line(&who, MARGIN, 62.0, left));
    let played: Vec<String> =
        [told.contract(), how_it_ended(told)].into_iter().filter(|said| !said.is_empty()).collect();
    drawing.below(Style::plain(CREAM).line(&played.join(" · "), MARGIN, 100.0, room));
}

/// How it ended, where not every card was played; `picture-gone` says it in the title where nobody had
/// bid.
fn how_it_ended(told: Told<'_>) -> String {
    let (Stage::Over { end, .. }, Some((declarer, _))) = (&told.view.stage, told.view.contract()) else {
        return String::new();
    };
    let look = told.look;
    let said = match end {
        End::Played => return String::new(),
        End::Claimed => say(look, "result-claimed"),
        End::Folded => of(look, "result-folded", &told.name(declarer)),
        End::Left(seat) => of(look, "picture-gone", &told.name(*seat)),
    };
    said.trim_end_matches('.').to_owned()
}

/// How the declarer did, in words and in points; where nobody had bid, who left.
fn outcome(told: Told<'_>, settlement: &Settlement) -> (String, i32) {
    let Some((declarer, _)) = told.view.contract() else {
        return match told.view.stage {
            Stage::Over { end: End::Left(seat), .. } => {
                (of(told.look, "picture-gone", &told.name(seat)), settlement.payments[seat])
            }
            _ => (told.title(None), 0),
        };
    };
    let points = settlement.payments[declarer];
    let key = match points {
        ..0 => "picture-lost",
        0 => "picture-even",
        1.. => "picture-won",
    };
    (of(told.look, key, &told.name(declarer)), points)
}

const fn colour(points: i32) -> &'static str {
    match points {
        ..0 => LOST,
        0 => CREAM,
        1.. => WON,
    }
}

/// A game, made or lost, with how its points come about.
fn line(drawing: &mut Drawing, told: Told<'_>, item: &Item, y: f32) {
    let (mark, ink) = if item.made { ("m2 12 8 9 16-20", WON) } else { ("m3 3 20 20m0-20-20 20", LOST) };
    let mark = Element::new("path")
        .with("d", format_args!("M{MARGIN} {}{mark}", y + 6.0))
        .with("fill", "none")
        .with("stroke", ink)
        .with("stroke-width", 5)
        .with("stroke-linecap", "round");
    drawing.below(mark);
    drawing.below(Style::plain(CREAM).line(&said(told, item), MARGIN + 42.0, y + 28.0, 470.0));
}

/// A game with how its points come about, and whose it was where it was not the declarer's.
fn said(told: Told<'_>, item: &Item) -> String {
    let game = text::scored(told.look.lang, item.game);
    let args = [("game", game.into()), ("made", item.made.into()), ("sum", text::sum(item).into())];
    let key = if item.game == Scored::Renonsz { "picture-renonsz" } else { "picture-item" };
    let said = text::capital(&with(told.look, key, &args));
    let declarer = told.view.contract().map(|(declarer, _)| declarer);
    match (item.seat, item.side) {
        (Some(seat), _) if Some(seat) != declarer => format!("{said} ({})", told.name(seat)),
        (None, Side::Defence) => format!("{said} ({})", text::side(told.look.lang, Side::Defence)),
        _ => said,
    }
}

fn talon(told: Told<'_>) -> Vec<Card> {
    let trump = told.view.board().and_then(|board| board.trump);
    told.view.talon.map(|cards| text::as_held(cards, trump)).unwrap_or_default()
}

/// The talon, to the right of what was won and lost.
fn lay_talon(drawing: &mut Drawing, told: Told<'_>) {
    let cards = talon(told);
    if cards.is_empty() {
        return;
    }
    let room = 2.0 * IN_ROW + 6.0;
    let x = WIDTH - MARGIN - room;
    drawing.below(Style::plain(PALE).line(&say(told.look, "picture-talon"), x, TOP + 26.0, room));
    row(drawing, told.look, &cards, x, TOP + 38.0, room);
}

fn lay_hands(
    drawing: &mut Drawing,
    told: Told<'_>,
    dealt: &BySeat<CardSet>,
    settlement: &Settlement,
    top: f32,
) {
    let mut y = top;
    let room = WIDTH - 2.0 * MARGIN;
    for seat in Seat::ALL {
        let is_declarer = told.view.contract().is_some_and(|(declarer, _)| declarer == seat);
        let name = Style::heavy(30.0, if is_declarer { GOLD } else { CREAM });
        let points = settlement.payments[seat];
        drawing.below(name.line(&told.name(seat), MARGIN, y + 32.0, room - 140.0));
        let sum = Style::heavy(30.0, colour(points)).align(Align::Right);
        drawing.below(sum.line(&text::signed(points), WIDTH - MARGIN, y + 32.0, 130.0));
        row(drawing, told.look, &as_held(told, dealt[seat]), MARGIN, y + 42.0, room);
        y += HAND;
    }
}

fn as_held(told: Told<'_>, cards: CardSet) -> Vec<Card> {
    text::as_held(cards, told.view.board().and_then(|board| board.trump))
}

fn sentences(told: Told<'_>, settlement: &Settlement, dealt: &BySeat<CardSet>) -> Vec<String> {
    let look = told.look;
    let (who, points) = outcome(told, settlement);
    let mut said = vec![
        told.title(None),
        told.contract(),
        how_it_ended(told),
        format!("{who}: {}", text::signed(points)),
    ];
    said.extend(settlement.items.iter().map(|item| self::said(told, item)));
    said.extend(
        settlement
            .payments
            .iter()
            .map(|(seat, points)| format!("{} {}", told.name(seat), text::signed(*points))),
    );
    let listed =
        |cards: &[Card]| cards.iter().map(|card| text::card(look, *card)).collect::<Vec<_>>().join(", ");
    said.push(say(look, "picture-as-dealt"));
    for seat in Seat::ALL {
        let args = [("name", told.name(seat).into()), ("cards", listed(&as_held(told, dealt[seat])).into())];
        said.push(with(look, "result-dealt", &args));
    }
    let talon = talon(told);
    if !talon.is_empty() {
        said.push(with(look, "result-talon", &[("cards", listed(&talon).into())]));
    }
    said.push(told::standings(look, &told.deal.standings, told.deal.window));
    said
}
