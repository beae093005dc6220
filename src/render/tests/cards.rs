//! Every card and every emoji.

use resvg::tiny_skia::Pixmap;

use super::super::deck::Side;
use super::super::drawing::{Drawing, Placed};
use super::super::raster::png;
use super::super::xml::{Element, rect, svg};
use super::super::{card_emoji_svg, emoji_pictures};
use super::keep;
use crate::rules::Card;
use crate::text::{Lang, Look};

/// All cards of a look on a sheet, a suit a row.
fn sheet(look: Look) -> Drawing {
    let mut sheet = Drawing::new(1050.0, 810.0);
    sheet.below(rect(0.0, 0.0, 1050.0, 810.0, 0.0).with("fill", "#1d5a41"));
    for card in Card::deck() {
        let (row, column) = (f32::from(card.index() / 8), f32::from(card.index() % 8));
        let side = Side::face(look, card);
        sheet.card(Placed { side, x: column * 130.0 + 10.0, y: row * 200.0 + 10.0, width: 120.0 });
    }
    sheet
}

fn moved(x: f32, y: f32) -> Element {
    Element::new("g").with("transform", format_args!("translate({x} {y})"))
}

/// The emojis of a look on Discord's two grounds, at 64, 32 and 22 pixels.
fn emoji_sheet(look: Look) -> Element {
    let at = |size: f32, top: f32| {
        Card::deck().map(move |card| {
            let (row, column) = (f32::from(card.index() / 8), f32::from(card.index() % 8));
            let scale = format!("scale({})", size / 128.0);
            moved(10.0 + column * (size + 6.0), top + row * (size + 6.0))
                .and(Element::new("g").with("transform", scale).art(card_emoji_svg(look, card)))
        })
    };
    let all = |x: f32| moved(x, 0.0).all(at(64.0, 10.0)).all(at(32.0, 310.0)).all(at(22.0, 480.0));
    svg(1160.0, 610.0)
        .and(rect(0.0, 0.0, 580.0, 610.0, 0.0).with("fill", "#313338"))
        .and(rect(580.0, 0.0, 580.0, 610.0, 0.0).with("fill", "#ffffff"))
        .and(all(0.0))
        .and(all(580.0))
}

#[test]
fn every_card_is_drawn() {
    for look in Look::ALL {
        let name = format!("{}.{}", look.faces.code(), look.lang.code());
        keep(&format!("cards.{name}.png"), &sheet(look).png().unwrap());
        keep(&format!("emojis.{name}.png"), &png(&emoji_sheet(look).to_string()).unwrap());
    }
}

#[test]
fn every_emoji_fits_discord_and_differs_from_all_others() {
    let mut seen = std::collections::HashMap::new();
    for emoji in emoji_pictures() {
        let emoji = emoji.unwrap();
        assert!(emoji.png.len() <= 256 * 1024, "{}: {}", emoji.name, emoji.png.len());
        let pixels = Pixmap::decode_png(&emoji.png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (128, 128));
        if let Some(other) = seen.insert(pixels.data().to_vec(), emoji.name.clone()) {
            panic!("{} looks like {other}", emoji.name);
        }
    }
}

#[test]
fn a_card_is_the_same_in_both_languages_but_for_its_letters() {
    for card in Card::deck() {
        let [hu, en] = [Lang::Hu, Lang::En].map(|lang| super::super::card_svg(lang.into(), card));
        let figure = matches!(card.rank(), crate::rules::Rank::Under | crate::rules::Rank::Over);
        assert_eq!(hu != en, figure, "{card}");
    }
}
