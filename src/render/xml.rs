//! Elements of an SVG, written so that no text from outside can be anything but text.

use std::fmt::{self, Display, Write as _};

/// An element with its attributes and what is in it.
#[derive(Debug, Clone)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    inside: Vec<Node>,
}

#[derive(Debug, Clone)]
enum Node {
    Element(Element),
    Text(String),
    /// Drawn by hand; never made from what came from outside.
    Art(String),
}

impl Element {
    /// An empty element.
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), inside: Vec::new() }
    }

    /// With an attribute.
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// With a text in it, whatever its signs.
    #[must_use]
    pub(super) fn text(mut self, text: impl Into<String>) -> Self {
        self.inside.push(Node::Text(text.into()));
        self
    }

    /// With an element in it.
    #[must_use]
    pub(super) fn and(mut self, child: Self) -> Self {
        self.inside.push(Node::Element(child));
        self
    }

    /// With elements in it.
    #[must_use]
    pub(super) fn all(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.inside.extend(children.into_iter().map(Node::Element));
        self
    }

    /// With a drawing in it, which has to be SVG already.
    #[must_use]
    pub(super) fn art(mut self, art: String) -> Self {
        self.inside.push(Node::Art(art));
        self
    }
}

/// A picture of this size, in units that are pixels where nothing else is asked for.
pub(super) fn svg(width: f32, height: f32) -> Element {
    Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("width", width)
        .with("height", height)
        .with("viewBox", format_args!("0 0 {width} {height}"))
}

/// A rectangle with round corners.
pub(super) fn rect(x: f32, y: f32, width: f32, height: f32, round: f32) -> Element {
    let rect = Element::new("rect").with("x", x).with("y", y).with("width", width).with("height", height);
    if round > 0.0 { rect.with("rx", round) } else { rect }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"")?;
            escape(f, value)?;
            f.write_char('"')?;
        }
        if self.inside.is_empty() {
            return f.write_str("/>");
        }
        f.write_char('>')?;
        for node in &self.inside {
            match node {
                Node::Element(element) => element.fmt(f)?,
                Node::Text(text) => escape(f, text)?,
                Node::Art(art) => f.write_str(art)?,
            }
        }
        write!(f, "</{}>", self.name)
    }
}

/// Writes text; signs that XML can't hold are left out.
fn escape(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for sign in text.chars() {
        match sign {
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '&' => f.write_str("&amp;")?,
            '"' => f.write_str("&quot;")?,
            '\t' | '\n' | '\r' => f.write_char(' ')?,
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {}
            _ => f.write_char(sign)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        let drawn =
            Element::new("text").with("id", "\"><x/>").text("</text>\u{0}&\u{1b}\u{ffff}<b>").to_string();
        assert_eq!(drawn, "<text id=\"&quot;&gt;&lt;x/&gt;\">&lt;/text&gt;&amp;&lt;b&gt;</text>");
    }
}
