//! SVG elements. Attribute values and text are escaped.

use std::fmt::{self, Display, Write as _};

/// An SVG element with its attributes and contents.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    inside: Vec<Node>,
}

#[derive(Debug, Clone)]
enum Node {
    Element(Element),
    Text(String),
    /// Raw SVG code, which is written without escaping. It must never contain user-supplied text.
    Art(String),
}

impl Element {
    /// Creates an element with no attributes or contents.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), inside: Vec::new() }
    }

    /// Adds an attribute. The value is escaped when the element is written.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Sets the outline's colour and width.
    #[must_use]
    pub(crate) fn stroke(self, colour: &str, width: u8) -> Self {
        self.with("stroke", colour).with("stroke-width", width)
    }

    /// Adds text to the element. The text is escaped when the element is written.
    #[must_use]
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.inside.push(Node::Text(text.into()));
        self
    }

    /// Adds a child element.
    #[must_use]
    pub(crate) fn and(mut self, child: Self) -> Self {
        self.inside.push(Node::Element(child));
        self
    }

    /// Adds multiple child elements.
    #[must_use]
    pub(crate) fn all(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.inside.extend(children.into_iter().map(Node::Element));
        self
    }

    /// Adds raw SVG without escaping it.
    #[must_use]
    pub(crate) fn art(mut self, art: String) -> Self {
        self.inside.push(Node::Art(art));
        self
    }
}

/// Creates a root `svg` element with the given size in pixels.
pub(crate) fn svg(width: f32, height: f32) -> Element {
    Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("width", width)
        .with("height", height)
        .with("viewBox", format_args!("0 0 {width} {height}"))
}

/// Creates a rectangle. `round` is the radius of its corners.
pub(crate) fn rect(x: f32, y: f32, width: f32, height: f32, round: f32) -> Element {
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

/// Writes text with XML special characters escaped. Characters that are not allowed in XML are omitted.
fn escape(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for c in text.chars() {
        match c {
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '&' => f.write_str("&amp;")?,
            '"' => f.write_str("&quot;")?,
            '\t' | '\n' | '\r' => f.write_char(' ')?,
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {}
            _ => f.write_char(c)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped_in_svg_text() {
        let drawn =
            Element::new("text").with("id", "\"><x/>").text("</text>\u{0}&\u{1b}\u{ffff}<b>").to_string();
        assert_eq!(drawn, "<text id=\"&quot;&gt;&lt;x/&gt;\">&lt;/text&gt;&amp;&lt;b&gt;</text>");
    }
}
