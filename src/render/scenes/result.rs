//! Picture of a finished deal, with its settlement and all hands as they were dealt.

use super::alt_text::{self, AltText, Sentence, cards_of, label, of, with};
use super::standings_strip;
use super::style::{
    Align, CREAM, GOLD, LOST, LineStyle, MARGIN, PALE, ROW_CARD_WIDTH, ROW_HEIGHT, WIDTH, WON, background,
    colour, count, row,
};
use crate::render::svg::drawing::Drawing;
use crate::render::svg::element::Element;
use crate::table::DealView;
use crate::text::{self, Appearance, ExplanationText};
use ulti_rules::{BySeat, Card, CardSet, DealEnd, Explanation, Seat, Settlement, Stage};

/// Height of a line of text, in pixels.
const LINE: f32 = 36.0;
/// Height of the gap between two games, in pixels.
const GAP: f32 = 8.0;
/// Width of the mark before a game, in pixels.
const MARK: f32 = 42.0;
/// Width of the talon, in pixels.
const TALON: f32 = 2.0 * ROW_CARD_WIDTH + 6.0;
const TOP: f32 = 124.0;
/// Height of a hand together with the player's name, in pixels.
const HAND: f32 = ROW_HEIGHT + 50.0;

/// Draws the result of a finished deal and returns the picture with its alt text.
///
/// Returns `None` if the deal is still in progress.
pub(crate) fn result(deal: &DealView, appearance: Appearance) -> Option<(Drawing, String)> {
    let Stage::Over { settlement, dealt, .. } = &deal.view.stage else { return None };
    let alt = AltText { appearance, deal, view: &deal.view };
    let reasons = Reasons::of(alt);
    let hands = TOP + reasons.height(alt) + 16.0;
    let end = hands + 44.0 + 3.0 * HAND;
    let mut drawing = background(end + standings_strip::height(&deal.standings, deal.window) + 20.0);
    title(&mut drawing, alt, settlement);
    reasons.draw(&mut drawing, alt);
    lay_talon(&mut drawing, alt);
    let as_dealt = label(appearance, "picture-as-dealt");
    drawing.below(LineStyle::plain(PALE).line(&as_dealt, MARGIN, hands + 30.0, WIDTH - 2.0 * MARGIN));
    lay_hands(&mut drawing, alt, dealt, settlement, hands + 44.0);
    standings_strip::strip(&mut drawing, appearance, &deal.standings, deal.window, end);
    Some((drawing, alt_text::alt(sentences(alt, settlement, dealt, &reasons))))
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
/// Returns an empty string if all cards were played, if nobody bid or if a player left. In the last two
/// cases, the picture's title already says how the deal ended.
fn how_it_ended(alt: AltText<'_>) -> String {
    let (Stage::Over { end, .. }, Some((declarer, _))) = (&alt.view.stage, alt.view.contract()) else {
        return String::new();
    };
    let appearance = alt.appearance;
    let phrase = match end {
        DealEnd::Played | DealEnd::Left(_) => return String::new(),
        DealEnd::Claimed => of(appearance, "picture-claimed", &alt.name(declarer)),
        DealEnd::Folded => of(appearance, "result-folded", &alt.name(declarer)),
        DealEnd::Conceded => of(appearance, "picture-conceded", &alt.name(declarer)),
    };
    phrase.trim_end_matches('.').to_owned()
}

/// Returns a phrase that says whether the declarer won or lost, together with the declarer's points.
///
/// If a player left, the phrase and the points are for that player instead.
fn outcome(alt: AltText<'_>, settlement: &Settlement) -> (String, i32) {
    let Some((declarer, _)) = alt.view.contract() else {
        return match alt.view.stage {
            Stage::Over { end: DealEnd::Left(seat), .. } => {
                (of(alt.appearance, "picture-gone", &alt.name(seat)), settlement.payments[seat])
            }
            _ => (alt.title(None), 0),
        };
    };
    if let Stage::Over { end: DealEnd::Left(seat), .. } = alt.view.stage {
        return (of(alt.appearance, "picture-gone", &alt.name(seat)), settlement.payments[seat]);
    }
    let points = settlement.payments[declarer];
    (alt_text::outcome(alt.appearance, &alt.name(declarer), points), points)
}

/// The explanation of a result, as lines of text that fit the picture.
struct Reasons {
    /// For each game, `true` if it was won, and its sentence.
    games: Vec<(bool, String)>,
    /// One sentence per payment.
    payments: Vec<String>,
}

impl Reasons {
    fn of(alt: AltText<'_>) -> Self {
        let name = |seat| alt.name(seat);
        // Pictures contain no emoji.
        let text = ExplanationText::new(alt.appearance.text_only(), alt.view, &name);
        let Some(explanation) = Explanation::of(alt.view) else {
            return Self { games: Vec::new(), payments: Vec::new() };
        };
        let plain = |line: String| text::capital(&line.replace("**", ""));
        Self {
            games: explanation.games.iter().map(|game| (game.made, plain(text.game(game)))).collect(),
            payments: text.payments(&explanation).into_iter().map(plain).collect(),
        }
    }

    /// Returns the lines of each game. They leave room for the talon.
    fn game_lines(&self, alt: AltText<'_>) -> Vec<(bool, Vec<String>)> {
        let room = WIDTH - 2.0 * MARGIN - MARK - if talon(alt).is_empty() { 0.0 } else { TALON + 20.0 };
        let style = LineStyle::plain(CREAM);
        self.games.iter().map(|(made, text)| (*made, style.wrap(text, room))).collect()
    }

    /// Returns the lines of all payments.
    fn payment_lines(&self) -> Vec<String> {
        let room = WIDTH - 2.0 * MARGIN;
        self.payments.iter().flat_map(|text| LineStyle::plain(PALE).wrap(text, room)).collect()
    }

    /// Returns the height of the games, or of the talon beside them.
    fn games_height(&self, alt: AltText<'_>) -> f32 {
        let lines: f32 = self.game_lines(alt).iter().map(|(_, lines)| count(lines.len()) * LINE + GAP).sum();
        lines.max(if talon(alt).is_empty() { 0.0 } else { ROW_HEIGHT + 46.0 })
    }

    fn height(&self, alt: AltText<'_>) -> f32 {
        self.games_height(alt) + count(self.payment_lines().len()) * LINE + GAP
    }

    fn draw(&self, drawing: &mut Drawing, alt: AltText<'_>) {
        let mut y = TOP;
        for (made, lines) in self.game_lines(alt) {
            mark(drawing, made, y);
            for line in lines {
                drawing.below(LineStyle::plain(CREAM).line(&line, MARGIN + MARK, y + 28.0, WIDTH));
                y += LINE;
            }
            y += GAP;
        }
        y = TOP + self.games_height(alt);
        for line in self.payment_lines() {
            drawing.below(LineStyle::plain(PALE).line(&line, MARGIN, y + 28.0, WIDTH));
            y += LINE;
        }
    }
}

/// Draws a tick for a game that was won, or a cross for one that was lost.
fn mark(drawing: &mut Drawing, made: bool, y: f32) {
    let (mark, ink) = if made { ("m2 12 8 9 16-20", WON) } else { ("m3 3 20 20m0-20-20 20", LOST) };
    let mark = Element::new("path")
        .with("d", format_args!("M{MARGIN} {}{mark}", y + 6.0))
        .with("fill", "none")
        .stroke(ink, 5)
        .with("stroke-linecap", "round");
    drawing.below(mark);
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
    let (room, x) = (TALON, WIDTH - MARGIN - TALON);
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
        drawing.below(name.name(&alt.name(seat), MARGIN, y + 32.0, room - 140.0));
        let sum = LineStyle::heavy(30.0, colour(points)).align(Align::Right);
        drawing.below(sum.line(&text::signed(points), WIDTH - MARGIN, y + 32.0, 130.0));
        row(drawing, alt.appearance, &as_held(alt, dealt[seat]), MARGIN, y + 42.0, room);
        y += HAND;
    }
}

fn as_held(alt: AltText<'_>, cards: CardSet) -> Vec<Card> {
    text::as_held(cards, alt.view.board().and_then(|board| board.trump))
}

fn sentences(
    alt: AltText<'_>,
    settlement: &Settlement,
    dealt: &BySeat<CardSet>,
    reasons: &Reasons,
) -> Vec<Sentence> {
    let appearance = alt.appearance;
    let (who, points) = outcome(alt, settlement);
    let mut sentences: Vec<Sentence> =
        [alt.title(None), alt.contract(), how_it_ended(alt), format!("{who}: {}", text::signed(points))]
            .map(Sentence::from)
            .into();
    let games = reasons.games.iter().map(|(_, sentence)| sentence);
    sentences.extend(games.chain(&reasons.payments).cloned().map(Sentence::in_message));
    sentences.push(label(appearance, "picture-as-dealt").into());
    for seat in Seat::ALL {
        let cards = as_held(alt, dealt[seat]);
        sentences.push(cards_of(appearance, "result-dealt", &alt.name(seat), &cards).into());
    }
    let talon = talon(alt);
    if !talon.is_empty() {
        let talon = text::cards_by_suit(appearance, &talon);
        sentences.push(with(appearance, "result-talon", &[("cards", talon.into())]).into());
    }
    sentences.push(alt_text::standings(appearance, &alt.deal.standings, alt.deal.window).into());
    sentences
}
