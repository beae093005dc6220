//! The font that comes with the program, and what of a text it can show.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

use super::xml::Element;

/// The family in the files of `assets/font`.
const FAMILY: &str = "Fira Sans";

/// Stands for each sign that the font lacks.
const LACKING: char = '•';

/// A weight of the font.
#[derive(Debug, Clone, Copy)]
pub(super) struct Font {
    weight: u16,
    file: &'static [u8],
}

/// For what is read.
pub(super) const PLAIN: Font =
    Font { weight: 500, file: include_bytes!("../../assets/font/FiraSans-Medium.ttf") };

/// For what is seen first.
pub(super) const HEAVY: Font =
    Font { weight: 800, file: include_bytes!("../../assets/font/FiraSans-ExtraBold.ttf") };

/// The two weights and nothing of the system's.
pub(super) static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in [PLAIN, HEAVY] {
        fonts.load_font_data(font.file.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

impl Font {
    /// A line of text of this size, to be placed and coloured.
    pub(super) fn text(self, said: &str, size: f32) -> Element {
        Element::new("text")
            .with("font-family", FAMILY)
            .with("font-weight", self.weight)
            .with("font-size", size)
            .text(self.shown(said))
    }

    /// How wide a text of this size is, kerning left out of account.
    pub(super) fn width(self, said: &str, size: f32) -> f32 {
        let Ok(font) = FontRef::new(self.file) else { return 0.0 };
        let (signs, metrics) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
        let width = |sign: char| metrics.advance_width(signs.map(sign)?);
        self.shown(said).chars().filter_map(width).sum()
    }

    /// The text, or as much of it as fits into this width, with an ellipsis for the rest.
    pub(super) fn fit(self, said: &str, size: f32, width: f32) -> String {
        let mut shown = self.shown(said);
        if self.width(&shown, size) <= width {
            return shown;
        }
        while shown.pop().is_some() && self.width(&shown, size) + self.width("…", size) > width {}
        shown.truncate(shown.trim_end().len());
        shown + "…"
    }

    /// The text in signs that the font has. What has no shape of its own is left out.
    fn shown(self, said: &str) -> String {
        let Ok(font) = FontRef::new(self.file) else { return String::new() };
        let signs = font.charmap();
        let has = |sign: char| signs.map(sign).is_some_and(|glyph| glyph.to_u32() != 0);
        let shown = |sign: char| match sign {
            _ if sign.is_whitespace() => ' ',
            _ if has(sign) => sign,
            _ => LACKING,
        };
        said.chars().filter(|sign| sign.is_whitespace() || !is_shapeless(*sign)).map(shown).collect()
    }
}

/// Control signs, marks of direction, joiners, variations and accents that stand by themselves.
pub(super) fn is_shapeless(sign: char) -> bool {
    sign.is_control()
        || matches!(sign,
            '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{61c}' | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}' | '\u{3164}' | '\u{ffa0}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hungarian_and_its_neighbours_are_in_the_font() {
        for said in [
            "árvíztűrő tükörfúrógép ÁRVÍZTŰRŐ TÜKÖRFÚRÓGÉP",
            "Łódź Škoda Þór Ω Жуков",
            "−4 × 2 → „így” – 1/2 …•",
        ] {
            for font in [PLAIN, HEAVY] {
                assert_eq!(font.shown(said), said);
            }
        }
    }

    #[test]
    fn what_the_font_lacks_is_seen_to_be_lacking() {
        assert_eq!(PLAIN.shown("Ünige 🦊"), "Ünige •");
        assert_eq!(PLAIN.shown("李雷"), "••");
        assert_eq!(PLAIN.shown("\u{202e}שלום\u{202c}"), "••••");
        assert_eq!(PLAIN.shown("a\u{0}\u{200d}\nb"), "a b");
        assert_eq!(PLAIN.shown("👍🏽"), "•");
    }

    #[test]
    fn a_long_name_is_cut_to_its_place() {
        let cut = HEAVY.fit(&"W".repeat(32), 30.0, 240.0);
        assert!(cut.ends_with('…') && HEAVY.width(&cut, 30.0) <= 240.0, "{cut}");
        assert!(HEAVY.width(&cut, 30.0) > 200.0, "{cut}");
        assert_eq!(HEAVY.fit("Anna", 30.0, 240.0), "Anna");
        assert_eq!(HEAVY.fit("WWW", 30.0, 1.0), "…");
    }
}
