//! The table as one sees it: three people, what is played, and the trick between them.

use super::deck::Side;
use super::drawing::{Drawing, Placed};
use super::felt::{
    Align, CREAM, FELT, GOLD, MARGIN, ON_GOLD, PALE, ROW, SMALL, Style, WIDTH, felt, plate, row, tag,
};
use super::palette::paper;
use super::told::{self, Told, of, say, with};
use super::xml::{Element, rect};
use super::{art, strip};
use crate::rules::{Board, Seat, Stage, Trick};
use crate::table::Scene;
use crate::text::{self, Look};

/// How large someone's plate is.
const PLATE_WIDTH: f32 = 276.0;
const PLATE_HEIGHT: f32 = 92.0;
/// How wide the cards of the trick are.
const CARD: f32 = 150.0;
/// Where everything but the open hands and the standings ends.
const BODY: f32 = 640.0;
/// A tag hangs on the lower edge of a card.
const TAG: f32 = Placed::height(CARD) - 24.0;
/// Below the title.
const TOP: f32 = 124.0;

/// The table and what it shows in words; `None` where no deal is being played.
pub(super) fn table(scene: &Scene, look: Look) -> Option<(Drawing, String)> {
    let deal = scene.deal.as_deref().filter(|deal| !deal.is_over())?;
    let told = Told { look, deal, view: &deal.view };
    let open = open_hands(told);
    let hands_end = BODY + open.iter().map(|_| ROW + 52.0).sum::<f32>();
    let mut drawing = felt(hands_end + strip::height(&scene.standings) + 20.0);
    title(&mut drawing, told, scene);
    for seat in Seat::ALL {
        place(&mut drawing, told, seat);
    }
    if let Some(name) = told.sits_out() {
        drawing.below(Style::heavy(SMALL, CREAM).line(&name, MARGIN, BODY - 54.0, 200.0));
        let why = say(look, "picture-sits-out");
        drawing.below(Style::plain(PALE).line(&why, MARGIN, BODY - 22.0, 226.0));
    }
    middle(&mut drawing, told);
    let mut y = BODY;
    for (seat, cards) in open {
        let whose = of(look, "picture-open", &told.name(seat));
        drawing.below(Style::heavy(SMALL, GOLD).line(&whose, MARGIN, y + 30.0, WIDTH - 2.0 * MARGIN));
        row(&mut drawing, look, &cards, MARGIN, y + 42.0, WIDTH - 2.0 * MARGIN);
        y += ROW + 52.0;
    }
    strip::strip(&mut drawing, look, &scene.standings, scene.window, hands_end);
    Some((drawing, told::alt(sentences(told, scene))))
}

fn open_hands(told: Told<'_>) -> Vec<(Seat, Vec<crate::rules::Card>)> {
    let Stage::Play(board) = &told.view.stage else { return Vec::new() };
    Seat::ALL.into_iter().filter_map(|seat| Some((seat, told.open_hand(board, seat)?))).collect()
}

/// What is played and with which kontra.
fn title(drawing: &mut Drawing, told: Told<'_>, scene: &Scene) {
    let room = WIDTH - 2.0 * MARGIN;
    drawing.below(Style::heavy(42.0, CREAM).line(&told.contract(), MARGIN, 62.0, room));
    let kontras = told.kontras();
    let (line, colour) =
        if kontras.is_empty() { (told.title(scene.deals), PALE) } else { (kontras.join(" · "), GOLD) };
    drawing.below(Style::plain(colour).line(&line, MARGIN, 100.0, room));
}

/// Where someone's plate is: two above, one below.
const fn corner(seat: Seat) -> (f32, f32) {
    match seat {
        Seat::Zero => ((WIDTH - PLATE_WIDTH) / 2.0, BODY - PLATE_HEIGHT - 16.0),
        Seat::One => (MARGIN, TOP),
        Seat::Two => (WIDTH - PLATE_WIDTH - MARGIN, TOP),
    }
}

/// Where someone's card lies.
const fn spot(seat: Seat) -> (f32, f32) {
    match seat {
        Seat::Zero => ((WIDTH - CARD) / 2.0, 276.0),
        Seat::One => (WIDTH / 2.0 - 1.5 * CARD - 18.0, 232.0),
        Seat::Two => (WIDTH / 2.0 + 0.5 * CARD + 18.0, 232.0),
    }
}

/// Someone's plate: golden when it is their turn.
fn place(drawing: &mut Drawing, told: Told<'_>, seat: Seat) {
    let (x, y) = corner(seat);
    let is_turn = told.view.turn() == Some(seat);
    let ground = plate(x, y, PLATE_WIDTH, PLATE_HEIGHT);
    let (ground, name, rest) = if is_turn {
        (ground.with("stroke", CREAM).with("stroke-width", 4), ON_GOLD, ON_GOLD)
    } else {
        (ground, CREAM, PALE)
    };
    drawing.below(ground);
    if is_turn {
        drawing.below(rect(x, y, PLATE_WIDTH, PLATE_HEIGHT, 16.0).with("fill", GOLD));
        let arrow = format!("M{} {}l16 10-16 10Z", x + 16.0, y + 20.0);
        drawing.below(Element::new("path").with("d", arrow).with("fill", ON_GOLD));
    }
    let shift = if is_turn { 24.0 } else { 0.0 };
    let room = PLATE_WIDTH - 32.0;
    drawing.below(Style::heavy(32.0, name).line(&told.name(seat), x + 16.0 + shift, y + 42.0, room - shift));
    drawing.below(Style::plain(rest).line(&about(told, seat), x + 16.0, y + 76.0, room));
    if let Some(board) = told.view.board() {
        marriages(drawing, told.look, board, seat);
    }
}

/// What there is to know of someone in a line: their last call, or tricks and part.
fn about(told: Told<'_>, seat: Seat) -> String {
    let mut parts = Vec::new();
    match told.view.board() {
        Some(board) => {
            if board.declarer == seat {
                parts.push(say(told.look, "picture-declarer"));
            }
            parts.push(with(told.look, "picture-tricks", &[("count", board.tricks_by(seat).into())]));
        }
        None => parts.extend(told.last_call(seat)),
    }
    if parts.len() < 2 && told.sits_out().is_none() && told.view.dealer == seat {
        parts.push(say(told.look, "picture-dealer"));
    }
    parts.join(" · ")
}

/// The marriages announced, below the plate: the suit's sign with a twenty or forty.
fn marriages(drawing: &mut Drawing, look: Look, board: &Board, seat: Seat) {
    let (x, y) = corner(seat);
    // Below the upper plates one under the other, beside the lower one.
    let (x, y, right, down) = match seat {
        Seat::Zero => (x + PLATE_WIDTH + 12.0, y + 24.0, 98.0, 0.0),
        Seat::One => (x, y + PLATE_HEIGHT + 12.0, 0.0, 52.0),
        Seat::Two => (x + PLATE_WIDTH - 90.0, y + PLATE_HEIGHT + 12.0, 0.0, 52.0),
    };
    for (suit, place) in board.announced[seat].iter().zip(0_u8..) {
        let points = if board.trump == Some(suit) { "40" } else { "20" };
        // Two fit beside the lower plate, two more above them.
        let (column, line) = if right > 0.0 { (place % 2, -52.0 * f32::from(place / 2)) } else { (0, 0.0) };
        let (x, y) = (x + right * f32::from(column), y + line + down * f32::from(place));
        drawing.below(rect(x, y, 90.0, 44.0, 22.0).with("fill", paper(look.faces)));
        drawing.below(art::sign(look.faces, suit, x + 10.0, y + 7.0, 30.0));
        drawing.below(Style::heavy(28.0, ON_GOLD).line(points, x + 46.0, y + 32.0, 40.0));
    }
}

/// The trick; the last one, pale, while nobody has led; the bid that stands during the auction.
fn middle(drawing: &mut Drawing, told: Told<'_>) {
    match &told.view.stage {
        Stage::Auction { best, .. } => bidding(drawing, told, *best),
        Stage::Play(board) if !board.current.is_empty() => {
            trick(drawing, told.look, board.current);
            let (x, y) = spot(board.current.leader());
            for part in tag(&say(told.look, "picture-led"), x + CARD / 2.0, y + TAG) {
                drawing.above(part);
            }
        }
        Stage::Play(Board { tricks, .. }) => {
            let Some((last, winner)) = tricks.last() else { return };
            trick(drawing, told.look, *last);
            for seat in Seat::ALL {
                let (x, y) = spot(seat);
                let pale = rect(x, y, CARD, Placed::height(CARD), 12.0).with("fill", FELT);
                drawing.above(pale.with("fill-opacity", 0.6));
            }
            let (x, y) = spot(*winner);
            let by = of(told.look, "picture-last-trick", &told.name(*winner));
            let middle = (x + CARD / 2.0).clamp(250.0, WIDTH - 250.0);
            for part in tag(&cut(&by), middle, y + TAG) {
                drawing.above(part);
            }
        }
        Stage::Naming { .. } | Stage::Over { .. } => {}
    }
}

/// A tag is at most half of the picture wide.
fn cut(said: &str) -> String {
    super::font::HEAVY.fit(said, SMALL, WIDTH / 2.0)
}

fn trick(drawing: &mut Drawing, look: Look, trick: Trick) {
    for (seat, card) in trick.plays() {
        let (x, y) = spot(seat);
        drawing.card(Placed { side: Side::face(look, card), x, y, width: CARD });
    }
}

fn bidding(drawing: &mut Drawing, told: Told<'_>, best: Option<(Seat, crate::rules::Contract)>) {
    for x in [WIDTH / 2.0 - 74.0, WIDTH / 2.0 - 18.0] {
        drawing.card(Placed { side: Side::Back, x, y: 236.0, width: 92.0 });
    }
    let centred = |style: Style| style.align(Align::Middle);
    let room = WIDTH - 4.0 * MARGIN;
    let Some((seat, bid)) = best else {
        let none = say(told.look, "picture-no-bid");
        drawing.below(centred(Style::plain(PALE)).line(&none, WIDTH / 2.0, 440.0, room));
        return;
    };
    let who = of(told.look, "picture-best-bid", &told.name(seat));
    drawing.below(centred(Style::plain(PALE)).line(&who, WIDTH / 2.0, 434.0, room));
    let bid = text::capital(&text::contract(told.look, &bid));
    drawing.below(centred(Style::heavy(38.0, GOLD)).line(&bid, WIDTH / 2.0, 480.0, room));
}

/// The same in words, what matters most first.
fn sentences(told: Told<'_>, scene: &Scene) -> Vec<String> {
    let look = told.look;
    let mut said = vec![told.title(scene.deals), told.contract()];
    if let Some((declarer, _)) = told.view.contract() {
        said.push(of(look, "play-declarer", &told.name(declarer)));
    }
    said.extend(told.kontras());
    said.extend(told.view.turn().map(|seat| of(look, "picture-turn", &told.name(seat))));
    match &told.view.stage {
        Stage::Play(board) => said.extend(play(told, board)),
        _ => said.extend(
            Seat::ALL
                .into_iter()
                .filter_map(|seat| Some(format!("{}: {}", told.name(seat), told.last_call(seat)?))),
        ),
    }
    let key = if told.sits_out().is_some() { "table-sits-out" } else { "table-dealer" };
    said.push(of(look, key, &told::name(&told.deal.dealer.name)));
    said.push(told::standings(look, &scene.standings, scene.window));
    said
}

fn play(told: Told<'_>, board: &Board) -> Vec<String> {
    let look = told.look;
    let mut said = Vec::new();
    if !board.current.is_empty() {
        said.push(told.plays(board.current));
        said.push(of(look, "picture-led-by", &told.name(board.current.leader())));
    } else if let Some((last, winner)) = board.tricks.last() {
        let args = [("cards", told.plays(*last).into()), ("name", told.name(*winner).into())];
        said.push(with(look, "play-last-trick", &args));
    }
    said.push(told.tricks(board));
    said.extend(Seat::ALL.into_iter().filter_map(|seat| told.marriages(board, seat)));
    for (seat, cards) in open_hands(told) {
        let cards: Vec<String> = cards.into_iter().map(|card| text::card(look, card)).collect();
        let args = [("name", told.name(seat).into()), ("cards", cards.join(", ").into())];
        said.push(with(look, "play-open", &args));
    }
    said
}
