//! Tests that pictures show only the cards that a reader may see, and that file names identify pictures.

use super::cards_named;
use super::deal::{answering, bidding, hand, open, over, taken, trick};
use crate::discord::messages::fixtures::TestTable;
use crate::render::{CachedPictures, NoPictures, Pictures as _, Subject};
use crate::text::{Appearance, DeckStyle, Lang};
use ulti_rules::{Card, CardSet, Seat, Stage, View};

/// Returns the cards that a picture shows. They are recognized by their names in the layout.
fn shown(subject: &Subject, appearance: Appearance) -> CardSet {
    let layout = subject.drawing(appearance).unwrap().0.layout();
    let face = |card: &Card| layout.contains(&format!("/{}/{card}\"", appearance.faces.code()));
    Card::deck().filter(face).collect()
}

fn tables() -> Vec<TestTable> {
    let played = (0..12).flat_map(|seed| {
        [4, 9, 17].map(|events| TestTable::shuffled(seed).until(move |deal| deal.version() >= events))
    });
    [bidding(), taken(), trick(), answering(), open()].into_iter().chain(played).collect()
}

/// Returns the cards that everyone may see during the play: the current trick, or the last one before the
/// lead, and the open hands.
fn public(view: &View) -> CardSet {
    let Stage::Play(board) = &view.stage else { return CardSet::EMPTY };
    let last = || board.tricks.last().map(|(last, _)| last.cards()).unwrap_or_default();
    let trick = if board.current.is_empty() { last() } else { board.current.cards() };
    let open = |seat: Seat| view.hands[seat].cards().filter(|_| board.open[seat]).unwrap_or_default();
    Seat::ALL.into_iter().fold(trick, |all, seat| all | open(seat))
}

#[test]
fn hand_picture_shows_only_own_and_public_cards() {
    let mut with_trick = 0;
    for table in tables() {
        for seat in Seat::ALL {
            let view = table.deal.view(Some(seat));
            if view.own_hand().is_empty() {
                continue;
            }
            let may = view.own_hand() | public(&view);
            assert_eq!(shown(&hand(&table, seat), Appearance::default()), may);
            // In this appearance, no card name is the beginning of another.
            let appearance = Appearance::new(Lang::En, DeckStyle::French);
            let (_, alt) = hand(&table, seat).drawing(appearance).unwrap();
            assert_eq!(cards_named(&alt, appearance), may, "{alt}");
            with_trick += usize::from(!public(&view).is_empty());
        }
        let nobody = Subject::Hand {
            view: table.deal.view(None).into(),
            deal: table.deal_view().into(),
            hint: None,
            marks: None,
        };
        assert!(nobody.drawing(Appearance::default()).is_none());
    }
    assert!(with_trick > 20, "too few tricks: {with_trick}");
}

#[test]
fn table_picture_shows_only_public_cards() {
    for table in tables() {
        let scene = table.table_view();
        let Some(deal) = scene.deal.as_deref().filter(|deal| !deal.is_over()) else { continue };
        let mut public = CardSet::EMPTY;
        if let Some(board) = deal.view.board() {
            public |= board.current.cards();
            if board.current.is_empty() {
                public = board.tricks.last().map_or(public, |(last, _)| public | last.cards());
            }
            for seat in Seat::ALL {
                public |= deal.view.hands[seat].cards().unwrap_or_default();
            }
        }
        assert_eq!(shown(&Subject::Table(scene.clone().into()), Appearance::default()), public);
        // The alternative text may also name the cards of the last trick, which the picture no longer shows.
        let appearance = Appearance::new(Lang::En, DeckStyle::French);
        let last = deal.view.board().and_then(|board| board.tricks.last()).map(|(last, _)| last.cards());
        let (_, alt) = Subject::Table(scene.clone().into()).drawing(appearance).unwrap();
        let named = cards_named(&alt, appearance);
        assert!(
            (named - public - last.unwrap_or_default()).is_empty(),
            "hidden cards named: {named:?} in {alt}"
        );
    }
}

#[test]
fn result_picture_shows_all_cards() {
    let all: CardSet = Card::deck().collect();
    assert_eq!(shown(&Subject::Result(over().deal_view().into()), Appearance::default()), all);
    assert!(Subject::Table(over().table_view().into()).drawing(Appearance::default()).is_none());
    assert!(Subject::Result(trick().deal_view().into()).drawing(Appearance::default()).is_none());
}

#[test]
fn identical_pictures_have_identical_file_names() {
    let (drawn, appearance) = (CachedPictures::default(), Appearance::default());
    let [one, again] =
        [(); 2].map(|()| drawn.draw(&Subject::Table(trick().table_view().into()), appearance).unwrap());
    assert_eq!(one, again);
    let other = drawn.draw(&Subject::Table(answering().table_view().into()), appearance).unwrap();
    assert_ne!(one.name, other.name);
    assert!(
        one.name.starts_with("table-") && one.name.strip_suffix(".png").is_some() && one.name.len() <= 40,
        "{}",
        one.name
    );
    let hand = drawn.draw(&hand(&answering(), Seat::One), appearance).unwrap();
    assert!(hand.bytes.starts_with(b"\x89PNG"));
    assert_eq!(NoPictures.draw(&Subject::Table(trick().table_view().into()), appearance), None);
}

/// Hostile or unusual names must not break the picture.
#[test]
fn unusual_player_names_do_not_break_pictures() {
    let wide = "W".repeat(32);
    let names = [
        "</text><image href=\"/etc/passwd\"/>",
        "&amp;\"'<![CDATA[",
        "🦊👍🏽🏳️‍🌈",
        "李雷韓梅梅",
        "\u{202e}שלום\u{202c}",
        "\u{0}\u{1b}[31m\r\n\u{ffff}",
        "Z̷̡̢a̸l̶g̷o̴",
        "",
        wide.as_str(),
        &"á".repeat(100_000),
    ];
    for name in names {
        let mut table = trick().with_four();
        for player in table.seats.0.iter_mut().chain(&mut table.sitting_out) {
            name.clone_into(&mut player.name);
        }
        let scene = table.table_view();
        let picture = CachedPictures::default()
            .draw(&Subject::Table(scene.clone().into()), Appearance::default())
            .unwrap();
        assert!(picture.alt.chars().count() <= 1024);
        assert!(!picture.alt.contains(['\u{202e}', '\u{0}', '\u{1b}']), "{:?}", picture.alt);
        let layout = Subject::Table(scene.clone().into()).drawing(Appearance::default()).unwrap().0.layout();
        assert!(!layout.contains("passwd\"") && layout.len() < 20_000);
    }
}
