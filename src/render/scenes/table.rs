//! Picture of a table: the three players, the contract, and the current trick.

use super::alt_text::{self, AltText, Sentence, label, of, with};
use super::standings_strip;
use super::style::{
    Align, CREAM, FELT, GOLD, LineStyle, MARGIN, ON_GOLD, PALE, ROW_HEIGHT, SMALL, WIDTH, background,
    caption, frame, plate, row,
};
use crate::render::cards::cache::CardSide;
use crate::render::cards::palette::paper;
use crate::render::cards::shapes;
use crate::render::svg::drawing::{Drawing, Placed};
use crate::render::svg::element::{Element, rect};
use crate::table::TableView;
use crate::text::{self, Appearance};
use ulti_rules::{Board, Seat, Stage, Trick};

/// Width of the rectangle behind each player's name, in pixels.
const PLATE_WIDTH: f32 = 276.0;
/// Height of the rectangle behind each player's name, in pixels.
const PLATE_HEIGHT: f32 = 92.0;
/// Width of each card in the trick, in pixels.
const CARD: f32 = 150.0;
/// Y coordinate of the bottom edge of the area that contains the players and the trick, in pixels.
///
/// Open hands and the players' points are drawn below this area.
const BODY: f32 = 640.0;
/// Y coordinate of the title's bottom edge, in pixels.
const TOP: f32 = 124.0;

/// Draws a table and returns the picture with its alt text.
///
/// Returns `None` if no deal is in progress.
pub(crate) fn table(table: &TableView, appearance: Appearance) -> Option<(Drawing, String)> {
    let deal = table.deal.as_deref().filter(|deal| !deal.is_over())?;
    let alt = AltText { appearance, deal, view: &deal.view };
    let open = open_hands(alt);
    let hands_end = BODY + open.iter().map(|_| ROW_HEIGHT + 52.0).sum::<f32>();
    let mut drawing = background(hands_end + standings_strip::height(&table.standings, table.window) + 20.0);
    title(&mut drawing, alt, table);
    for seat in Seat::ALL {
        place(&mut drawing, alt, seat);
    }
    if let Some(name) = alt.sits_out() {
        drawing.below(LineStyle::heavy(SMALL, CREAM).name(&name, MARGIN, BODY - 54.0, 200.0));
        let why = label(appearance, "picture-sits-out");
        drawing.below(LineStyle::plain(PALE).line(&why, MARGIN, BODY - 22.0, 226.0));
    }
    middle(&mut drawing, alt);
    let mut y = BODY;
    for (seat, cards) in open {
        let whose = of(appearance, "picture-open", &alt.name(seat));
        drawing.below(LineStyle::heavy(SMALL, GOLD).line(&whose, MARGIN, y + 30.0, WIDTH - 2.0 * MARGIN));
        row(&mut drawing, appearance, &cards, MARGIN, y + 42.0, WIDTH - 2.0 * MARGIN);
        y += ROW_HEIGHT + 52.0;
    }
    standings_strip::strip(&mut drawing, appearance, &table.standings, table.window, hands_end);
    Some((drawing, alt_text::alt(sentences(alt, table))))
}

pub(super) fn open_hands(alt: AltText<'_>) -> Vec<(Seat, Vec<ulti_rules::Card>)> {
    let Stage::Play(board) = &alt.view.stage else { return Vec::new() };
    Seat::ALL.into_iter().filter_map(|seat| Some((seat, alt.open_hand(board, seat)?))).collect()
}

/// Draws the contract, with a list of the doubled games below it.
///
/// If no game has been doubled, draws the title of the deal there instead.
fn title(drawing: &mut Drawing, alt: AltText<'_>, table: &TableView) {
    let room = WIDTH - 2.0 * MARGIN;
    drawing.below(LineStyle::heavy(42.0, CREAM).line(&alt.contract(), MARGIN, 62.0, room));
    let kontras = alt.kontras();
    let (line, colour) =
        if kontras.is_empty() { (alt.title(table.deals), PALE) } else { (kontras.join(" · "), GOLD) };
    drawing.below(LineStyle::plain(colour).line(&line, MARGIN, 100.0, room));
}

/// Returns the coordinates of the top left corner of the rectangle that contains a player's name.
///
/// The rectangle of seat 0 is below the trick. The other two are above it.
const fn corner(seat: Seat) -> (f32, f32) {
    match seat {
        Seat::Zero => ((WIDTH - PLATE_WIDTH) / 2.0, BODY - PLATE_HEIGHT - 16.0),
        Seat::One => (MARGIN, TOP),
        Seat::Two => (WIDTH - PLATE_WIDTH - MARGIN, TOP),
    }
}

/// Returns the coordinates of the top left corner of a player's card in the trick.
const fn spot(seat: Seat) -> (f32, f32) {
    match seat {
        Seat::Zero => ((WIDTH - CARD) / 2.0, 262.0),
        Seat::One => (WIDTH / 2.0 - 1.5 * CARD - 18.0, 228.0),
        Seat::Two => (WIDTH / 2.0 + 0.5 * CARD + 18.0, 228.0),
    }
}

/// Draws a rectangle with the name of the player at `seat`. The rectangle is golden if it is that player's
/// turn.
fn place(drawing: &mut Drawing, alt: AltText<'_>, seat: Seat) {
    let (x, y) = corner(seat);
    let is_turn = alt.view.turn() == Some(seat);
    let ground = plate(x, y, PLATE_WIDTH, PLATE_HEIGHT);
    let (ground, name, rest) =
        if is_turn { (ground.stroke(CREAM, 4), ON_GOLD, ON_GOLD) } else { (ground, CREAM, PALE) };
    drawing.below(ground);
    if is_turn {
        drawing.below(rect(x, y, PLATE_WIDTH, PLATE_HEIGHT, 16.0).with("fill", GOLD));
        let arrow = format!("M{} {}l16 10-16 10Z", x + 16.0, y + 20.0);
        drawing.below(Element::new("path").with("d", arrow).with("fill", ON_GOLD));
    }
    let shift = if is_turn { 24.0 } else { 0.0 };
    let room = PLATE_WIDTH - 32.0;
    let name = LineStyle::heavy(32.0, name);
    drawing.below(name.name(&alt.name(seat), x + 16.0 + shift, y + 42.0, room - shift));
    drawing.below(LineStyle::plain(rest).line(&about(alt, seat), x + 16.0, y + 76.0, room));
    if let Some(board) = alt.view.board() {
        marriages(drawing, alt.appearance, board, seat);
    }
}

/// Returns the line of text to draw below a player's name.
///
/// During the auction, it shows the player's last bid or pass. Later, it shows the player's role and number
/// of tricks.
fn about(alt: AltText<'_>, seat: Seat) -> String {
    let mut parts = Vec::new();
    match alt.view.board() {
        Some(board) => {
            if board.declarer == seat {
                parts.push(label(alt.appearance, "picture-declarer"));
            }
            parts.push(with(alt.appearance, "picture-tricks", &[("count", board.tricks_by(seat).into())]));
        }
        None => parts.extend(alt.last_call(seat)),
    }
    if parts.len() < 2 && alt.sits_out().is_none() && alt.view.dealer == seat {
        parts.push(label(alt.appearance, "picture-dealer"));
    }
    parts.join(" · ")
}

/// Draws the suit symbol and points of each marriage (king and over of a suit) announced by a player.
fn marriages(drawing: &mut Drawing, appearance: Appearance, board: &Board, seat: Seat) {
    let (x, y) = corner(seat);
    // One below another for the upper plates, side by side for the lower plate.
    let (x, y, right, down) = match seat {
        Seat::Zero => (x + PLATE_WIDTH + 12.0, y + 24.0, 98.0, 0.0),
        Seat::One => (x, y + PLATE_HEIGHT + 12.0, 0.0, 52.0),
        Seat::Two => (x + PLATE_WIDTH - 90.0, y + PLATE_HEIGHT + 12.0, 0.0, 52.0),
    };
    for (suit, place) in board.announced[seat].iter().zip(0_u8..) {
        let points = if board.trump == Some(suit) { "40" } else { "20" };
        // Two marriages fit beside the lower plate, and two more above these.
        let (column, line) = if right > 0.0 { (place % 2, -52.0 * f32::from(place / 2)) } else { (0, 0.0) };
        let (x, y) = (x + right * f32::from(column), y + line + down * f32::from(place));
        drawing.below(rect(x, y, 90.0, 44.0, 22.0).with("fill", paper(appearance.faces)));
        drawing.below(shapes::sign(appearance.faces, suit, x + 10.0, y + 7.0, 30.0));
        drawing.below(LineStyle::heavy(28.0, ON_GOLD).line(points, x + 46.0, y + 32.0, 40.0));
    }
}

/// Draws the centre of the table: the best bid during the auction, and the current trick during play.
///
/// A finished trick stays visible until the next card is played. The card that took it has a frame, and the
/// others are pale.
fn middle(drawing: &mut Drawing, alt: AltText<'_>) {
    match &alt.view.stage {
        Stage::Auction { best, holding, .. } => bidding(drawing, alt, *best, *holding),
        Stage::Play(board) if !board.current.is_empty() => {
            for (seat, card) in trick(drawing, alt.appearance, board.current) {
                if seat == board.current.leader() {
                    caption(drawing, &label(alt.appearance, "picture-led"), card, GOLD);
                }
            }
        }
        Stage::Play(Board { tricks, .. }) => {
            let Some((last, winner)) = tricks.last() else { return };
            for (seat, card) in trick(drawing, alt.appearance, *last) {
                if seat == *winner {
                    frame(drawing, card);
                    caption(drawing, &label(alt.appearance, "picture-took-trick"), card, GOLD);
                } else {
                    let pale = rect(card.x, card.y, CARD, Placed::height(CARD), 12.0).with("fill", FELT);
                    drawing.above(pale.with("fill-opacity", 0.6));
                    if seat == last.leader() {
                        caption(drawing, &label(alt.appearance, "picture-led"), card, PALE);
                    }
                }
            }
        }
        Stage::Naming { .. } | Stage::Over { .. } => {}
    }
}

/// Draws the cards of a trick. Returns the place of each player's card.
fn trick(drawing: &mut Drawing, appearance: Appearance, trick: Trick) -> Vec<(Seat, Placed)> {
    let place = |(seat, card)| {
        let (x, y) = spot(seat);
        (seat, Placed { side: CardSide::face(appearance, card), x, y, width: CARD })
    };
    let placed: Vec<(Seat, Placed)> = trick.plays().map(place).collect();
    for (_, card) in &placed {
        drawing.card(*card);
    }
    placed
}

/// Draws the talon, unless a player holds it, and the best bid.
fn bidding(
    drawing: &mut Drawing,
    alt: AltText<'_>,
    best: Option<(Seat, ulti_rules::Contract)>,
    is_talon_held: bool,
) {
    let backs = if is_talon_held { 0 } else { 2 };
    for x in [WIDTH / 2.0 - 74.0, WIDTH / 2.0 - 18.0].into_iter().take(backs) {
        drawing.card(Placed { side: CardSide::Back, x, y: 236.0, width: 92.0 });
    }
    let centred = |style: LineStyle| style.align(Align::Middle);
    let room = WIDTH - 4.0 * MARGIN;
    let Some((seat, bid)) = best else {
        let none = label(alt.appearance, "picture-no-bid");
        drawing.below(centred(LineStyle::plain(PALE)).line(&none, WIDTH / 2.0, 440.0, room));
        return;
    };
    let who = of(alt.appearance, "picture-best-bid", &alt.name(seat));
    drawing.below(centred(LineStyle::plain(PALE)).line(&who, WIDTH / 2.0, 434.0, room));
    let bid = text::capital(&text::contract(alt.appearance, &bid));
    drawing.below(centred(LineStyle::heavy(38.0, GOLD)).line(&bid, WIDTH / 2.0, 480.0, room));
}

/// Returns the sentences of the picture's alt text. The most important sentences come first.
fn sentences(alt: AltText<'_>, table: &TableView) -> Vec<Sentence> {
    let appearance = alt.appearance;
    let mut sentences: Vec<Sentence> = vec![alt.title(table.deals).into(), alt.contract().into()];
    if let Some((declarer, _)) = alt.view.contract() {
        sentences.push(of(appearance, "play-declarer", &alt.name(declarer)).into());
    }
    sentences.extend(alt.kontras().into_iter().map(Sentence::from));
    let turn = alt.view.turn().map(|seat| of(appearance, "picture-turn", &alt.name(seat)));
    sentences.extend(turn.map(Sentence::in_message));
    if let Stage::Play(board) = &alt.view.stage {
        sentences.extend(play(alt, board));
    } else {
        sentences.extend(alt.talon_holder().map(Sentence::from));
    }
    sentences.extend(auction(alt));
    let key = if alt.sits_out().is_some() { "table-sits-out" } else { "table-dealer" };
    sentences.push(Sentence::in_message(of(appearance, key, &alt_text::name(&alt.deal.dealer.name))));
    sentences.push(alt_text::standings(appearance, &table.standings, table.window).into());
    sentences
}

/// Returns the sentence that lists the latest bids and passes. After the auction, it is left out if the alt
/// text would be too long, because the button for the previous trick shows the auction too.
fn auction(alt: AltText<'_>) -> Option<Sentence> {
    let is_running = matches!(alt.view.stage, Stage::Auction { .. });
    let key = if is_running { "auction-calls" } else { "auction-title" };
    let sentence = format!("{}: {}", label(alt.appearance, key), alt.calls()?);
    Some(if is_running { sentence.into() } else { Sentence::in_message(sentence) })
}

/// Returns the sentences about the current or last trick, the tricks won, the marriages and the open hands.
pub(super) fn play(alt: AltText<'_>, board: &Board) -> Vec<Sentence> {
    let appearance = alt.appearance;
    let mut sentences: Vec<Sentence> = Vec::new();
    if !board.current.is_empty() {
        sentences.push(alt.plays(board.current).into());
        sentences.push(of(appearance, "picture-led-by", &alt.name(board.current.leader())).into());
    } else if let Some((last, winner)) = board.tricks.last() {
        let args = [("cards", alt.plays(*last).into()), ("name", alt.name(*winner).into())];
        sentences.push(Sentence::in_message(with(appearance, "play-last-trick", &args)));
    }
    sentences.push(alt.tricks(board).into());
    let marriages = Seat::ALL.into_iter().filter_map(|seat| alt.marriages(board, seat));
    sentences.extend(marriages.map(Sentence::from));
    for (seat, cards) in open_hands(alt) {
        sentences.push(alt_text::cards_of(appearance, "play-open", &alt.name(seat), &cards).into());
    }
    sentences
}
