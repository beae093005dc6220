//! Tests of all cards and emoji.

use resvg::tiny_skia::Pixmap;

use super::keep;
use crate::render::cards::cache::CardSide;
use crate::render::svg::drawing::{Drawing, Placed};
use crate::render::svg::element::{Element, rect, svg};
use crate::render::svg::raster::png;
use crate::render::{card_emoji_svg, emoji_pictures};
use crate::text::{Appearance, Lang};
use ulti_rules::Card;

/// Draws all cards of an appearance on one sheet, one suit per row.
fn sheet(appearance: Appearance) -> Drawing {
    let mut sheet = Drawing::new(1050.0, 810.0);
    sheet.below(rect(0.0, 0.0, 1050.0, 810.0, 0.0).with("fill", "#1d5a41"));
    for card in Card::deck() {
        let (row, column) = (f32::from(card.index() / 8), f32::from(card.index() % 8));
        let side = CardSide::face(appearance, card);
        sheet.card(Placed { side, x: column * 130.0 + 10.0, y: row * 200.0 + 10.0, width: 120.0 });
    }
    sheet
}

fn moved(x: f32, y: f32) -> Element {
    Element::new("g").with("transform", format_args!("translate({x} {y})"))
}

/// Draws the emoji of an appearance on the background colours of both Discord themes, at 64, 32 and 22
/// pixels.
fn emoji_sheet(appearance: Appearance) -> Element {
    let at = |size: f32, top: f32| {
        Card::deck().map(move |card| {
            let (row, column) = (f32::from(card.index() / 8), f32::from(card.index() % 8));
            let scale = format!("scale({})", size / 128.0);
            moved(10.0 + column * (size + 6.0), top + row * (size + 6.0))
                .and(Element::new("g").with("transform", scale).art(card_emoji_svg(appearance, card)))
        })
    };
    let all = |x: f32| moved(x, 0.0).all(at(64.0, 10.0)).all(at(32.0, 310.0)).all(at(22.0, 480.0));
    svg(1160.0, 610.0)
        .and(rect(0.0, 0.0, 580.0, 610.0, 0.0).with("fill", "#313338"))
        .and(rect(580.0, 0.0, 580.0, 610.0, 0.0).with("fill", "#ffffff"))
        .and(all(0.0))
        .and(all(580.0))
}

/// Returns the pixels of a card on a [`sheet`].
fn card_on(sheet: &Pixmap, card: Card) -> Vec<u8> {
    let scale = sheet.width() as usize / 1050;
    let (row, column) = (usize::from(card.index() / 8), usize::from(card.index() % 8));
    let (left, top) = (scale * (column * 130 + 10), scale * (row * 200 + 10));
    let line = |y: usize| {
        (y * sheet.width() as usize + left) * 4..(y * sheet.width() as usize + left + 120 * scale) * 4
    };
    (top..top + 180 * scale).flat_map(|y| &sheet.data()[line(y)]).copied().collect()
}

/// Each card covers most of its place on the sheet, and no two cards look the same.
#[test]
fn every_card_picture_can_be_drawn() {
    for appearance in Appearance::ALL {
        let name = format!("{}.{}", appearance.faces.code(), appearance.lang.code());
        let drawn = sheet(appearance).png().unwrap();
        keep(&format!("cards.{name}.png"), &drawn);
        let drawn = Pixmap::decode_png(&drawn).unwrap();
        let background = &drawn.data()[..4];
        let mut seen = std::collections::HashMap::new();
        for card in Card::deck() {
            let pixels = card_on(&drawn, card);
            let covered = pixels.chunks(4).filter(|pixel| *pixel != background).count();
            assert!(covered * 4 > pixels.len() / 4 * 3, "{name}: {card} covers {covered} pixels");
            if let Some(other) = seen.insert(pixels, card) {
                panic!("{name}: {card} looks like {other}");
            }
        }
        keep(&format!("emojis.{name}.png"), &png(&emoji_sheet(appearance).to_string()).unwrap());
    }
}

#[test]
fn card_emoji_are_distinct_and_fit_discord_limits() {
    let mut seen = std::collections::HashMap::new();
    for emoji in emoji_pictures() {
        let emoji = emoji.unwrap();
        assert!(emoji.png.len() <= 256 * 1024, "{}: {}", emoji.name, emoji.png.len());
        let pixels = Pixmap::decode_png(&emoji.png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (128, 128));
        if let Some(other) = seen.insert(pixels.data().to_vec(), emoji.name.clone()) {
            panic!("identical emoji: {}, {other}", emoji.name);
        }
    }
}

/// Scales an emoji to 32 pixels on a grey background, and returns the red, green and blue values of each
/// pixel.
fn at_32(png: &[u8], ground: u8) -> Vec<u8> {
    let pixels = Pixmap::decode_png(png).unwrap();
    let over = |x: usize, y: usize, channel: usize| {
        let at = (y * 128 + x) * 4;
        let (ink, alpha) = (u32::from(pixels.data()[at + channel]), u32::from(pixels.data()[at + 3]));
        ink + u32::from(ground) * (255 - alpha) / 255 // the ink is premultiplied by alpha
    };
    let mean = |x: usize, y: usize, channel: usize| {
        let sum: u32 = (0..16).map(|n| over(4 * x + n % 4, 4 * y + n / 4, channel)).sum();
        u8::try_from(sum / 16).unwrap()
    };
    (0..32 * 32 * 3).map(|n| mean(n / 3 % 32, n / 96, n % 3)).collect()
}

/// Returns the mean difference of two pictures, from 0 to 255.
fn difference(one: &[u8], other: &[u8]) -> f64 {
    let sum: u32 = one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum();
    f64::from(sum) / f64::from(u32::try_from(one.len()).unwrap())
}

/// The mean difference between the emoji of any two cards must be at least 1.8, on a scale from 0 to 255.
#[test]
fn card_emoji_differ_visibly_at_32_pixels() {
    for appearance in Appearance::ALL {
        let small = |ground: u8| -> Vec<(Card, Vec<u8>)> {
            let png_of = |card| png(&card_emoji_svg(appearance, card)).unwrap();
            Card::deck().map(|card| (card, at_32(&png_of(card), ground))).collect()
        };
        for emojis in [small(0x33), small(0xff)] {
            for (place, (card, pixels)) in emojis.iter().enumerate() {
                for (other, others) in &emojis[..place] {
                    let apart = difference(pixels, others);
                    assert!(apart >= 1.8, "emoji too similar: {card}, {other}: {apart:.1} in {appearance:?}");
                }
            }
        }
    }
}

#[test]
fn language_affects_only_pictures_of_overs_and_unders() {
    for card in Card::deck() {
        let [hu, en] = [Lang::Hu, Lang::En].map(|lang| crate::render::card_svg(lang.into(), card));
        let figure = matches!(card.rank(), ulti_rules::Rank::Under | ulti_rules::Rank::Over);
        assert_eq!(hu != en, figure, "{card}");
    }
}
