//! Draws one deal from the first bid to the end, in every deck style and language, and compares the layouts
//! of the pictures with snapshots.

use super::keep;
use crate::discord::messages::fixtures::TestTable;
use crate::render::svg::drawing::Drawing;
use crate::render::{BidMarks, ChartRow, FormCurve, ReplayStill, Subject, png_of_svg};
use crate::text::Appearance;
use resvg::tiny_skia::Pixmap;
use ulti_rules::{Action, CardSet, Contract, Deal, RankOrder, Seat, Suit};

const ANNA: Seat = Seat::Zero;
const BELA: Seat = Seat::One;
const ROBOT: Seat = Seat::Two;

fn bid(contract: &str, discard: [&str; 2]) -> Action {
    let discard: CardSet = discard.map(|card| card.parse().unwrap()).into_iter().collect();
    Action::Bid { contract: contract.parse().unwrap(), discard: Some(discard) }
}

fn play(card: &str) -> Action {
    Action::Play(card.parse().unwrap())
}

/// Returns a table where Anna holds twelve cards and has to bid.
pub(super) fn auction() -> TestTable {
    TestTable::written()
}

/// Returns a table where Anna has bid ulti and Béla has passed.
pub(super) fn bidding() -> TestTable {
    let mut table = auction();
    table.act(ANNA, bid("ulti", ["B8", "B9"]));
    table.act(BELA, Action::Pass);
    table
}

/// Returns a table where Béla has taken the talon with the two cards that Anna laid down.
pub(super) fn taken() -> TestTable {
    let mut table = auction();
    table.act(ANNA, bid("ulti", ["B8", "B9"]));
    table.act(BELA, Action::Take);
    table
}

/// Returns the picture of Béla's hand while he prepares a betli, which is played without trumps. One of the
/// two cards to lay down is from the talon.
fn draft() -> Subject {
    let chosen = ["B8", "HX"].map(|card| card.parse().unwrap()).into_iter().collect();
    hand(&taken(), BELA).with_marks(BidMarks { chosen, order: RankOrder::WithoutTrumps })
}

/// Returns a table with leaves as trumps, where Béla has said kontra and played to the first trick.
pub(super) fn trick() -> TestTable {
    let mut table = bidding();
    table.act(ROBOT, Action::Pass);
    table.act(ANNA, Action::Pass);
    table.act(ANNA, Action::Trump(Some(Suit::Leaves)));
    table.act(ANNA, play("LA"));
    table.act(BELA, Action::Kontra(Contract::games(&"ulti".parse().unwrap())));
    table.act(BELA, play("L8"));
    table
}

/// Returns a table where Béla has to beat the card that Anna led to the second trick.
pub(super) fn answering() -> TestTable {
    let mut table = trick();
    table.act(ROBOT, play("LU"));
    table.act(ANNA, Action::NoKontra);
    table.act(ANNA, play("H9"));
    table
}

/// Returns a table where Anna has won the first trick and has to lead to the second.
pub(super) fn between() -> TestTable {
    let mut table = trick();
    table.act(ROBOT, play("LU"));
    table.act(ANNA, Action::NoKontra);
    table
}

/// Returns a table where the deal is over.
pub(super) fn over() -> TestTable {
    answering().until(|deal: &Deal| deal.turn().is_none())
}

/// Returns a table with an open hand in one of the first tricks.
pub(super) fn open() -> TestTable {
    for seed in 0..400 {
        let table = TestTable::shuffled(seed).until(|deal| {
            deal.view(None).board().is_some_and(|board| {
                board.open.values().any(|open| *open) && board.current.len() == 1 && board.tricks.len() < 4
            })
        });
        if table.deal.turn().is_some() {
            return table;
        }
    }
    panic!("no hand was opened");
}

pub(super) fn people() -> Vec<ChartRow> {
    let names = [
        "Kovács Béla",
        "Őrült Űrhajós",
        "Anna",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        "李雷 🦊",
        "Cili",
        "<&\">",
        "Zoé",
        "D",
        "E",
        "F",
    ];
    let points = [212, 148, 96, 40, 12, 0, -8, -35, -120, -345, -400];
    (1..)
        .zip(names)
        .zip(points)
        .map(|((place, name), points)| ChartRow {
            place,
            name: name.into(),
            length: points.into(),
            label: crate::text::signed(points),
        })
        .collect()
}

/// Returns a form curve with gains and losses over a season.
pub(super) fn form() -> FormCurve {
    let points = [12, 31, -8, -40, -22, 9, 64, -16, 38];
    let days = (0_i64..).zip(points).map(|(week, points)| (20_733 + 7 * week + week % 3, points));
    FormCurve {
        name: "Kovács Béla".to_owned(),
        span: "Őszi szezon".to_owned(),
        before: 0,
        days: days.collect(),
    }
}

/// Returns the places 21 to 30 of a leaderboard of thirty people.
fn last_page() -> Vec<ChartRow> {
    let points = [-12, -15, -15, -22, -40, -64, -71, -120, -298, -411];
    let row = |((place, person), points): ((u32, ChartRow), i32)| ChartRow {
        place,
        length: points.into(),
        label: crate::text::signed(points),
        ..person
    };
    (21..).zip(people()).zip(points).map(row).collect()
}

/// If nobody has made a contract, all bars have the length zero.
#[test]
fn leaderboard_without_any_success_can_be_drawn() {
    let row = |place| ChartRow { place, name: format!("Anna {place}"), length: 0.0, label: "0 %".into() };
    let subject = Subject::Leaderboard("Contracts made".to_owned(), vec![row(1), row(1)]);
    let (drawing, _) = subject.drawing(Appearance::default()).unwrap();
    assert!(!drawing.svg().contains("NaN"));
}

#[test]
fn leaderboard_of_one_person_has_no_chart() {
    let mut rows = people();
    rows.truncate(1);
    assert!(Subject::Leaderboard("Points".to_owned(), rows).drawing(Appearance::default()).is_none());
}

/// Returns one step of the finished deal.
fn still(step: usize) -> ReplayStill {
    let over = over();
    let names = over.seats.clone().map(|player| player.name);
    ReplayStill {
        title: format!("#12 · {step}"),
        names,
        frame: over.record().frames().unwrap().swap_remove(step),
    }
}

/// Returns the subject of the picture of a hand.
pub(super) fn hand(table: &TestTable, seat: Seat) -> Subject {
    Subject::Hand {
        view: table.deal.view(Some(seat)).into(),
        deal: table.deal_view().into(),
        hint: None,
        marks: None,
    }
}

/// A hint that takes more than one line.
const HINT: &str = "The strong robot would bid ulti and discard nine of bells and eight of bells. It can only be won \
                    with acorns or leaves as trumps.";

/// Returns the pictures of the standings: the table's, pages of leaderboards, and a form curve.
fn charts(appearance: Appearance) -> [(&'static str, (Drawing, String)); 5] {
    let leaderboard =
        |title: &str, rows| Subject::Leaderboard(title.to_owned(), rows).drawing(appearance).unwrap();
    let standings = Subject::Standings(over().with_four().table_view().into());
    [
        ("standings", standings.drawing(appearance).unwrap()),
        ("leaderboard", leaderboard("Az összes osztás pontjai · 2026. november", people())),
        ("leaderboard_two", leaderboard("Points · November 2026", people().split_off(9))),
        ("leaderboard_last_page", leaderboard("Points · November 2026", last_page())),
        ("form", Subject::Form(form()).drawing(appearance).unwrap()),
    ]
}

/// Returns every picture of the deal with its alternative text.
pub(super) fn all(appearance: Appearance) -> Vec<(&'static str, Drawing, String)> {
    let of_table = |table: TestTable| Subject::Table(table.table_view().into()).drawing(appearance).unwrap();
    let of_hand = |table: TestTable, seat| hand(&table, seat).drawing(appearance).unwrap();
    let of_step = |step| Subject::Replay(still(step).into()).drawing(appearance).unwrap();
    let pictures = [
        ("auction", of_table(auction())),
        ("bidding", of_table(bidding().with_four())),
        ("trick", of_table(trick())),
        ("between", of_table(between().with_four())),
        ("open", of_table(open())),
        ("wild", of_table(trick().with_wild_names())),
        ("hand_12", of_hand(auction(), ANNA)),
        ("hand_10", of_hand(bidding(), ROBOT)),
        ("hand_taken", of_hand(taken(), BELA)),
        ("hand_draft", draft().drawing(appearance).unwrap()),
        ("hand_hint", hand(&bidding(), ROBOT).with_hint(HINT.into()).drawing(appearance).unwrap()),
        ("hand_9", of_hand(answering(), BELA)),
        ("hand_waiting", of_hand(answering(), ANNA)),
        ("hand_lead", of_hand(between(), between().deal.turn().unwrap())),
        ("hand_open", of_hand(open(), open().deal.turn().unwrap())),
        ("hand_wild", of_hand(trick().with_wild_names(), ROBOT)),
        ("replay_dealt", of_step(0)),
        ("replay_trick", of_step(1)),
        ("replay_end", of_step(11)),
        ("result", Subject::Result(over().deal_view().into()).drawing(appearance).unwrap()),
    ];
    pictures
        .into_iter()
        .chain(charts(appearance))
        .map(|(name, (drawing, alt))| (name, drawing, alt))
        .collect()
}

#[test]
fn deal_pictures_match_snapshots() {
    for appearance in Appearance::ALL {
        let suffix = format!("{}.{}", appearance.faces.code(), appearance.lang.code());
        for (name, drawing, alt) in all(appearance) {
            assert!((1..=1024).contains(&alt.chars().count()), "{name}: {alt}");
            let layout = drawing.layout().replace("><", ">\n<");
            insta::assert_snapshot!(format!("{name}.{suffix}"), format!("{alt}\n\n{layout}"));
            let png = drawing.png().unwrap();
            // The result has the most text, and is sent once per deal.
            let most = if name == "result" { 150_000 } else { 120_000 };
            assert!(png.len() <= most, "{name} {suffix} is too large: {} bytes", png.len());
            keep(&format!("{name}.{suffix}.png"), &png);
        }
    }
}

/// Compares complete SVGs with snapshots, so that any change to a card design shows up.
#[test]
fn svg_picture_of_deal_result_matches_snapshots() {
    for appearance in Appearance::ALL {
        let suffix = format!("{}.{}", appearance.faces.code(), appearance.lang.code());
        let (drawing, _) = Subject::Result(over().deal_view().into()).drawing(appearance).unwrap();
        insta::assert_snapshot!(format!("deal_svg.{suffix}"), drawing.svg().replace("><", ">\n<"));
    }
}

/// Compares the PNG, which has a limited palette and uses cached card drawings, with the SVG.
#[test]
fn png_with_limited_palette_looks_like_svg() {
    for (name, drawing, _) in
        all(Appearance::default()).into_iter().filter(|(name, ..)| ["open", "result"].contains(name))
    {
        let [exact, drawn] = [png_of_svg(&drawing.svg()).unwrap(), drawing.png().unwrap()]
            .map(|png| Pixmap::decode_png(&png).unwrap());
        let off = exact.data().iter().zip(drawn.data()).map(|(one, other)| u64::from(one.abs_diff(*other)));
        let (sum, far) = off.fold((0, 0), |(sum, far), off| (sum + off, far + u64::from(off > 24)));
        let all = u64::try_from(exact.data().len()).unwrap();
        assert!(sum * 2 < all, "{name}: total difference {sum} in {all} bytes");
        assert!(far * 200 < all, "{name}: {far} of {all} bytes differ visibly");
    }
}
