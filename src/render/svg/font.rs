//! The bundled font: creates text elements, measures text, and replaces missing characters.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

use super::element::Element;
use crate::player_names::{self, REPLACEMENT};

/// Family name of the bundled font, which is stored in `assets/font`.
const FAMILY: &str = "Fira Sans";

/// A weight of the bundled font.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Font {
    weight: u16,
    file: &'static [u8],
}

/// The medium weight of the bundled font, used for body text.
pub(crate) const PLAIN: Font =
    Font { weight: 500, file: include_bytes!("../../../assets/font/FiraSans-Medium.ttf") };

/// The extra-bold weight of the bundled font, used for headings.
pub(crate) const HEAVY: Font =
    Font { weight: 800, file: include_bytes!("../../../assets/font/FiraSans-ExtraBold.ttf") };

/// Font database that contains only the two weights of the bundled font. System fonts are not loaded.
pub(crate) static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in [PLAIN, HEAVY] {
        fonts.load_font_data(font.file.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

impl Font {
    /// Creates a text element with the given font size. The caller has to set its position and colour.
    pub(crate) fn text(self, text: &str, size: f32) -> Element {
        Element::new("text")
            .with("font-family", FAMILY)
            .with("font-weight", self.weight)
            .with("font-size", size)
            .text(self.shown(text))
    }

    /// Returns the width of a text in pixels at the given font size, ignoring kerning.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let Ok(font) = FontRef::new(self.file) else { return 0.0 };
        let (charmap, metrics) =
            (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
        let width = |c: char| metrics.advance_width(charmap.map(c)?);
        self.shown(text).chars().filter_map(width).sum()
    }

    /// Truncates a text to the given width in pixels. If anything is cut off, the text ends with an ellipsis.
    pub(crate) fn fit(self, text: &str, size: f32, width: f32) -> String {
        let mut shown = self.shown(text);
        if self.width(&shown, size) <= width {
            return shown;
        }
        while shown.pop().is_some() && self.width(&shown, size) + self.width("…", size) > width {}
        shown.truncate(shown.trim_end().len());
        shown + "…"
    }

    /// Truncates a player's name to the given width in pixels. Keeps the last word if it needs at most half
    /// of the width, so that names that differ in it, such as `Anna` and `Anna (2)`, can be told apart.
    pub(crate) fn fit_name(self, name: &str, size: f32, width: f32) -> String {
        let is_short = |word: &str| self.width(word, size) <= width / 2.0;
        match name.rsplit_once(' ').filter(|(_, last)| self.width(name, size) > width && is_short(last)) {
            Some((first, last)) => {
                let room = width - self.width(&format!(" {last}"), size);
                format!("{} {}", self.fit(first, size, room), self.shown(last))
            }
            None => self.fit(name, size, width),
        }
    }

    /// Returns the text exactly as it will be drawn.
    ///
    /// Characters without a visible shape are removed, and characters that the font lacks are replaced by
    /// [`REPLACEMENT`].
    fn shown(self, text: &str) -> String {
        let Ok(font) = FontRef::new(self.file) else { return String::new() };
        let charmap = font.charmap();
        let has = |c: char| charmap.map(c).is_some_and(|glyph| glyph.to_u32() != 0);
        let replaced = |c: char| match c {
            _ if c.is_whitespace() => ' ',
            _ if has(c) => c,
            _ => REPLACEMENT,
        };
        text.chars()
            .filter(|c| c.is_whitespace() || !player_names::is_omitted_in_pictures(*c))
            .map(replaced)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_font_covers_european_letters() {
        for text in [
            "árvíztűrő tükörfúrógép ÁRVÍZTŰRŐ TÜKÖRFÚRÓGÉP",
            "Łódź Škoda Þór Ω Жуков",
            "−4 × 2 → „így” – 1/2 …•",
        ] {
            for font in [PLAIN, HEAVY] {
                assert_eq!(font.shown(text), text);
            }
        }
    }

    /// Names are compared as pictures show them, without access to the font.
    #[test]
    fn both_weights_have_characters_that_names_are_compared_by() {
        let drawn = (char::MIN..=char::MAX).filter(|sign| player_names::is_drawn(*sign));
        for sign in drawn.filter(|sign| !crate::visible_text::is_invisible(*sign) && !sign.is_whitespace()) {
            for font in [PLAIN, HEAVY] {
                assert_eq!(font.shown(&sign.to_string()), sign.to_string());
            }
        }
    }

    #[test]
    fn characters_missing_from_font_are_replaced() {
        assert_eq!(PLAIN.shown("Ünige 🦊"), "Ünige •");
        assert_eq!(PLAIN.shown("李雷"), "••");
        assert_eq!(PLAIN.shown("\u{202e}שלום\u{202c}"), "••••");
        assert_eq!(PLAIN.shown("a\u{0}\u{200d}\nb"), "a b");
        assert_eq!(PLAIN.shown("👍🏽"), "•");
    }

    #[test]
    fn long_name_is_truncated_in_picture() {
        let cut = HEAVY.fit(&"W".repeat(32), 30.0, 240.0);
        assert!(cut.ends_with('…') && HEAVY.width(&cut, 30.0) <= 240.0, "{cut}");
        assert!(HEAVY.width(&cut, 30.0) > 200.0, "{cut}");
        assert_eq!(HEAVY.fit("Anna", 30.0, 240.0), "Anna");
        assert_eq!(HEAVY.fit("WWW", 30.0, 1.0), "…");
    }

    #[test]
    fn end_of_long_name_is_kept_in_picture() {
        let numbered = format!("{} (2)", "W".repeat(28));
        let cut = HEAVY.fit_name(&numbered, 30.0, 240.0);
        assert!(cut.ends_with("W… (2)") && HEAVY.width(&cut, 30.0) <= 240.0, "{cut}");
        let [one, other] =
            ["Anna", "Bea"].map(|last| HEAVY.fit_name(&format!("Szentgyörgyi {last}"), 30.0, 180.0));
        assert!(one.ends_with("… Anna") && other.ends_with("… Bea"), "{one} {other}");
        let cut = HEAVY.fit_name(&format!("An {}", "W".repeat(29)), 30.0, 240.0);
        assert!(cut.starts_with("An WW") && cut.ends_with("W…"), "{cut}");
        assert_eq!(HEAVY.fit_name("Anna (2)", 30.0, 240.0), "Anna (2)");
    }
}
