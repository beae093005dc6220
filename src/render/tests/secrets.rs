//! What a picture must not show, and what it shows only once.

use super::super::{Drawn, Motif, NoPictures, Pictures as _};
use super::deal::{answering, bidding, open, over, trick};
use crate::discord::show::fixtures::TestTable;
use crate::rules::{Card, CardSet, Seat};
use crate::text::{self, Faces, Lang, Look};

/// The cards in a layout, by the names of their faces.
fn shown(motif: Motif<'_>, look: Look) -> CardSet {
    let layout = motif.drawing(look).unwrap().0.layout();
    let face = |card: &Card| layout.contains(&format!("/{}/{card}\"", look.faces.code()));
    Card::deck().filter(face).collect()
}

fn tables() -> Vec<TestTable> {
    let played = (0..12).flat_map(|seed| {
        [4, 9, 17].map(|events| TestTable::shuffled(seed).until(move |deal| deal.version() >= events))
    });
    [bidding(), trick(), answering(), open()].into_iter().chain(played).collect()
}

#[test]
fn a_hand_is_drawn_from_a_view_and_shows_no_other_card() {
    for table in tables() {
        for seat in Seat::ALL {
            let view = table.deal.view(Some(seat));
            if !view.own_hand().is_empty() {
                assert_eq!(shown(Motif::Hand(&view), Look::default()), view.own_hand());
                // In words of which none is the beginning of another.
                let look = Look::new(Lang::En, Faces::French);
                let (_, alt) = Motif::Hand(&view).drawing(look).unwrap();
                let named = |card: &Card| alt.contains(&text::card(look, *card));
                assert_eq!(Card::deck().filter(named).collect::<CardSet>(), view.own_hand(), "{alt}");
            }
        }
        assert!(Motif::Hand(&table.deal.view(None)).drawing(Look::default()).is_none());
    }
}

#[test]
fn the_table_shows_what_the_public_sees_and_nothing_else() {
    for table in tables() {
        let scene = table.scene();
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
        assert_eq!(shown(Motif::Table(&scene), Look::default()), public);
        // In words: no card but these, and the last trick's, which is told after it has gone.
        let look = Look::new(Lang::En, Faces::French);
        let last = deal.view.board().and_then(|board| board.tricks.last()).map(|(last, _)| last.cards());
        let (_, alt) = Motif::Table(&scene).drawing(look).unwrap();
        let named: CardSet = Card::deck().filter(|card| alt.contains(&text::card(look, *card))).collect();
        assert!((named - public - last.unwrap_or_default()).is_empty(), "{named:?} is told of in {alt}");
    }
}

#[test]
fn a_finished_deal_shows_all_cards() {
    let all: CardSet = Card::deck().collect();
    assert_eq!(shown(Motif::Result(&over().deal_scene()), Look::default()), all);
    assert!(Motif::Table(&over().scene()).drawing(Look::default()).is_none());
    assert!(Motif::Result(&trick().deal_scene()).drawing(Look::default()).is_none());
}

#[test]
fn the_same_picture_has_the_same_name_and_another_has_another() {
    let (drawn, look) = (Drawn::default(), Look::default());
    let [one, again] = [(); 2].map(|()| drawn.table(&trick().scene(), look).unwrap());
    assert_eq!(one, again);
    let other = drawn.table(&answering().scene(), look).unwrap();
    assert_ne!(one.name, other.name);
    assert!(
        one.name.starts_with("table-") && one.name.strip_suffix(".png").is_some() && one.name.len() <= 40,
        "{}",
        one.name
    );
    let hand = drawn.hand(&answering().deal.view(Some(Seat::One)), look).unwrap();
    assert!(hand.bytes.starts_with(b"\x89PNG"));
    assert_eq!(NoPictures.table(&trick().scene(), look), None);
}

/// Whatever people call themselves, a picture comes of it.
#[test]
fn any_name_can_be_drawn() {
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
        let scene = table.scene();
        let picture = Drawn::default().table(&scene, Look::default()).unwrap();
        assert!(picture.alt.chars().count() <= 1024);
        assert!(!picture.alt.contains(['\u{202e}', '\u{0}', '\u{1b}']), "{:?}", picture.alt);
        let layout = Motif::Table(&scene).drawing(Look::default()).unwrap().0.layout();
        assert!(!layout.contains("passwd\"") && layout.len() < 20_000);
    }
}
