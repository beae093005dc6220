//! Rendering of messages as plain text for snapshots.

use std::fmt::Write as _;

use serde_json::Value;

use super::limits::sent;
use crate::discord::messages::Message;

/// Renders a message as plain text: its content, its embeds and its components.
///
/// Buttons are shown as `[Green+]`, `[Blue*]`, `[Red!]`, `[Grey]` and `(disabled)`, menus as `{menu}`
/// with their options below, and emoji as `:name:` before the label. The text beside a picture comes last.
pub(super) fn draw(message: &Message) -> String {
    let sent = sent(message);
    let mut drawn = sent["content"].as_str().unwrap().to_owned();
    for embed in sent["embeds"].as_array().unwrap() {
        draw_embed(&mut drawn, embed);
    }
    drawn.push_str("\n\n");
    for row in sent["components"].as_array().unwrap() {
        let parts = row["components"].as_array().unwrap();
        let parts: Vec<String> = parts.iter().map(draw_part).collect();
        writeln!(drawn, "{}", parts.join(" ")).unwrap();
    }
    if let Some(text) = &message.beside_picture {
        write!(drawn, "\n--- with a picture:\n{text}\n").unwrap();
    }
    drawn
}

fn draw_embed(drawn: &mut String, embed: &Value) {
    for line in embed["description"].as_str().unwrap_or_default().lines() {
        write!(drawn, "\n| {line}").unwrap();
    }
    for field in embed["fields"].as_array().into_iter().flatten() {
        write!(drawn, "\n| **{}**", field["name"].as_str().unwrap()).unwrap();
        for line in field["value"].as_str().unwrap().lines() {
            write!(drawn, "\n| {line}").unwrap();
        }
    }
}

fn draw_part(part: &Value) -> String {
    if let Some(options) = part["options"].as_array() {
        let mut menu = format!("{{{}}}", part["placeholder"].as_str().unwrap());
        for option in options {
            let mark = if option["default"] == true { '>' } else { '-' };
            let about = option["description"].as_str().unwrap_or_default();
            write!(menu, "\n  {mark} {} / {about}", labelled(option)).unwrap();
        }
        return menu;
    }
    let label = labelled(part);
    if part["disabled"] == true {
        return format!("({label})");
    }
    let colour = match part["style"].as_u64() {
        Some(1) => "*",
        Some(3) => "+",
        Some(4) => "!",
        _ => "",
    };
    format!("[{label}{colour}]")
}

/// Returns the label of a button or an option, with its emoji before it.
fn labelled(part: &Value) -> String {
    let label = part["label"].as_str().unwrap();
    part["emoji"]["name"].as_str().map_or_else(|| label.to_owned(), |name| format!(":{name}: {label}"))
}
