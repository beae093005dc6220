//! Picture of a finished deal, with its settlement and all hands as they were dealt.

use super::alt_text::{self, AltText, cards_of, label, of, with};
use super::standings_strip;
use super::style::{
    Align, CREAM, GOLD, LOST, LineStyle, MARGIN, PALE, ROW_CARD_WIDTH, ROW_HEIGHT, WIDTH, WON, background,
    colour, count, row,
};
use crate::render::svg::drawing::Drawing;
use crate::render::svg::element::Element;
use crate::table::DealView;
use crate::text::{self, Appearance};
use ulti_rules::{BySeat, Card, CardSet, DealEnd, Item, ScoredGame, Seat, Settlement, Side, Stage};

/// Height of the line for each payment, in pixels.
const ITEM: f32 = 42.0;
const TOP: f32 = 124.0;
/// Height of a hand together with the player's name, in pixels.
const HAND: f32 = ROW_HEIGHT + 50.0;

/// Draws the result of a finished deal and returns the picture with its alt text.
///
/// Returns `None` if the deal is still in progress.
pub(crate) fn result(deal: &DealView, appearance: Appearance) -> Option<(Drawing, String)> {
    let Stage::Over { settlement, dealt, .. } = &deal.view.stage else { return None };
    let alt = AltText { appearance, deal, view: &deal.view };
    let items = count(settlement.items.len());
    let lower = (items * ITEM).max(if talon(alt).is_empty() { 0.0 } else { ROW_HEIGHT + 40.0 });
    let hands = TOP + lower + 16.0;
    let end = hands + 44.0 + 3.0 * HAND;
    let mut drawing = background(end + standings_strip::height(&deal.standings) + 20.0);
    title(&mut drawing, alt, settlement);
    for (item, y) in settlement.items.iter().zip((0_u8..).map(|line| TOP + f32::from(line) * ITEM)) {
        line(&mut drawing, alt, item, y);
    }
    lay_talon(&mut drawing, alt);
    let as_dealt = label(appearance, "picture-as-dealt");
    drawing.below(LineStyle::plain(PALE).line(&as_dealt, MARGIN, hands + 30.0, WIDTH - 2.0 * MARGIN));
    lay_hands(&mut drawing, alt, dealt, settlement, hands + 44.0);
    standings_strip::strip(&mut drawing, appearance, &deal.standings, deal.window, end);
    Some((drawing, alt_text::alt(sentences(alt, settlement, dealt))))
}

/// Draws the title of the picture: the declarer's result, the contract, and how the deal ended.
fn title(drawing: &mut Drawing, alt: AltText<'_>, settlement: &Settlement) {
    let room = WIDTH - 2.0 * MARGIN;
    let (who, points) = outcome(alt, settlement);
    let points_style = LineStyle::heavy(42.0, colour(points)).align(Align::Right);
    let shown = text::signed(points);
    drawing.below(points_style.line(&shown, WIDTH - MARGIN, 62.0, 200.0));
    let left = room - points_style.width(&shown) - 20.0;
    drawing.below(LineStyle::heavy(42.0, colour(points)).line(&who, MARGIN, 62.0, left));
    let played: Vec<String> =
        [alt.contract(), how_it_ended(alt)].into_iter().filter(|phrase| !phrase.is_empty()).collect();
    drawing.below(LineStyle::plain(CREAM).line(&played.join(" · "), MARGIN, 100.0, room));
}

/// Returns a phrase that says how the deal ended, for example with a claim or a fold.
///
/// Returns an empty string if all cards were played or if nobody bid. If nobody bid, the picture's title
/// already says how the deal ended.
fn how_it_ended(alt: AltText<'_>) -> String {
    let (Stage::Over { end, .. }, Some((declarer, _))) = (&alt.view.stage, alt.view.contract()) else {
        return String::new();
    };
    let appearance = alt.appearance;
    let phrase = match end {
        DealEnd::Played => return String::new(),
        DealEnd::Claimed => label(appearance, "result-claimed"),
        DealEnd::Folded => of(appearance, "result-folded", &alt.name(declarer)),
        DealEnd::Conceded => of(appearance, "result-conceded", &alt.name(declarer)),
        DealEnd::Left(seat) => of(appearance, "picture-gone", &alt.name(*seat)),
    };
    phrase.trim_end_matches('.').to_owned()
}

/// Returns a phrase that says whether the declarer won or lost, together with the declarer's points.
///
/// If a player left before anyone bid, the phrase and the points are for that player instead.
fn outcome(alt: AltText<'_>, settlement: &Settlement) -> (String, i32) {
    let Some((declarer, _)) = alt.view.contract() else {
        return match alt.view.stage {
            Stage::Over { end: DealEnd::Left(seat), .. } => {
                (of(alt.appearance, "picture-gone", &alt.name(seat)), settlement.payments[seat])
            }
            _ => (alt.title(None), 0),
        };
    };
    let points = settlement.payments[declarer];
    (alt_text::outcome(alt.appearance, &alt.name(declarer), points), points)
}

/// Draws the line of text for a payment, with a tick if the game was won or a cross if it was lost.
fn line(drawing: &mut Drawing, alt: AltText<'_>, item: &Item, y: f32) {
    let (mark, ink) = if item.made { ("m2 12 8 9 16-20", WON) } else { ("m3 3 20 20m0-20-20 20", LOST) };
    let mark = Element::new("path")
        .with("d", format_args!("M{MARGIN} {}{mark}", y + 6.0))
        .with("fill", "none")
        .stroke(ink, 5)
        .with("stroke-linecap", "round");
    drawing.below(mark);
    drawing.below(LineStyle::plain(CREAM).line(&item_text(alt, item), MARGIN + 42.0, y + 28.0, 470.0));
}

/// Returns the line of text for a payment: the game, whether it was won, and the sum.
///
/// If the payment concerns a single defender, the text ends with that player's name in parentheses. If it
/// concerns both defenders, it ends with the name of their side instead.
fn item_text(alt: AltText<'_>, item: &Item) -> String {
    let game = text::scored(alt.appearance.lang, item.game);
    let args = [("game", game.into()), ("made", item.made.into()), ("sum", text::sum(item).into())];
    let key = if item.game == ScoredGame::Renonsz { "picture-renonsz" } else { "picture-item" };
    let text = text::capital(&with(alt.appearance, key, &args));
    let declarer = alt.view.contract().map(|(declarer, _)| declarer);
    match (item.seat, item.side) {
        (Some(seat), _) if Some(seat) != declarer => format!("{text} ({})", alt.name(seat)),
        (None, Side::Defence) => format!("{text} ({})", text::side(alt.appearance.lang, Side::Defence)),
        _ => text,
    }
}

fn talon(alt: AltText<'_>) -> Vec<Card> {
    let trump = alt.view.board().and_then(|board| board.trump);
    alt.view.talon.map(|cards| text::as_held(cards, trump)).unwrap_or_default()
}

/// Draws the talon (the two cards laid aside) to the right of the list of payments.
fn lay_talon(drawing: &mut Drawing, alt: AltText<'_>) {
    let cards = talon(alt);
    if cards.is_empty() {
        return;
    }
    let room = 2.0 * ROW_CARD_WIDTH + 6.0;
    let x = WIDTH - MARGIN - room;
    drawing.below(LineStyle::plain(PALE).line(&label(alt.appearance, "picture-talon"), x, TOP + 26.0, room));
    row(drawing, alt.appearance, &cards, x, TOP + 38.0, room);
}

fn lay_hands(
    drawing: &mut Drawing,
    alt: AltText<'_>,
    dealt: &BySeat<CardSet>,
    settlement: &Settlement,
    top: f32,
) {
    let mut y = top;
    let room = WIDTH - 2.0 * MARGIN;
    for seat in Seat::ALL {
        let is_declarer = alt.view.contract().is_some_and(|(declarer, _)| declarer == seat);
        let name = LineStyle::heavy(30.0, if is_declarer { GOLD } else { CREAM });
        let points = settlement.payments[seat];
        drawing.below(name.line(&alt.name(seat), MARGIN, y + 32.0, room - 140.0));
        let sum = LineStyle::heavy(30.0, colour(points)).align(Align::Right);
        drawing.below(sum.line(&text::signed(points), WIDTH - MARGIN, y + 32.0, 130.0));
        row(drawing, alt.appearance, &as_held(alt, dealt[seat]), MARGIN, y + 42.0, room);
        y += HAND;
    }
}

fn as_held(alt: AltText<'_>, cards: CardSet) -> Vec<Card> {
    text::as_held(cards, alt.view.board().and_then(|board| board.trump))
}

fn sentences(alt: AltText<'_>, settlement: &Settlement, dealt: &BySeat<CardSet>) -> Vec<String> {
    let appearance = alt.appearance;
    let (who, points) = outcome(alt, settlement);
    let mut sentences =
        vec![alt.title(None), alt.contract(), how_it_ended(alt), format!("{who}: {}", text::signed(points))];
    sentences.extend(settlement.items.iter().map(|item| item_text(alt, item)));
    let payment = |(seat, points): (Seat, &i32)| format!("{} {}", alt.name(seat), text::signed(*points));
    sentences.extend(settlement.payments.iter().map(payment));
    sentences.push(label(appearance, "picture-as-dealt"));
    for seat in Seat::ALL {
        let cards = as_held(alt, dealt[seat]);
        sentences.push(cards_of(appearance, "result-dealt", &alt.name(seat), &cards));
    }
    let talon = talon(alt);
    if !talon.is_empty() {
        let talon = text::cards_in_order(appearance, &talon);
        sentences.push(with(appearance, "result-talon", &[("cards", talon.into())]));
    }
    sentences.push(alt_text::standings(appearance, &alt.deal.standings, alt.deal.window));
    sentences
}
