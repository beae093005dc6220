//! A finished message without the application's emoji, for when Discord does not take them.

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{
    Button, CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, Embed,
};

use super::show::{Look, Message};
use crate::text::{self, EmblemOf, Signs};

/// The longest label of a button.
const LABEL: usize = 80;

/// What an emoji is replaced by.
struct Plain {
    id: String,
    inline: String,
    /// Within a line.
    text: String,
    /// Before a label that the emoji stood beside.
    sign: &'static str,
}

impl Message {
    /// The same message in signs that every system has. `None` where no emoji is in it.
    pub(super) fn undrawn(&self, look: Look) -> Option<Self> {
        let plain = all_plain(look);
        let sent = serde_json::to_string(&self.create()).ok()?;
        if !plain.iter().any(|plain| sent.contains(&plain.id)) {
            return None;
        }
        Some(Self {
            content: in_text(&self.content, &plain),
            embeds: self.embeds.iter().map(|embed| in_embed(embed, &plain)).collect(),
            rows: self.rows.iter().map(|row| in_row(row, &plain)).collect(),
            ..self.clone()
        })
    }
}

/// The emoji of a look's language; what faces a message shows cards by does not matter.
fn all_plain(look: Look) -> Vec<Plain> {
    let Signs::Drawn(emblems) = look.signs else { return Vec::new() };
    let of_lang = emblems.iter().filter(|(of, ..)| of.lang == look.lang);
    let plain = of_lang.map(|(of, sign, emblem)| {
        let (text, suit) = match sign {
            EmblemOf::Card(card) => (text::card_short(of, card), card.suit()),
            EmblemOf::Suit(suit) => (of.faces.sign(suit).to_owned(), suit),
        };
        let (id, inline) = (emblem.id.to_string(), emblem.inline.clone());
        Plain { id, inline, text, sign: of.faces.sign(suit) }
    });
    plain.collect()
}

fn in_text(text: &str, plain: &[Plain]) -> String {
    if !text.contains("<:") {
        return text.to_owned();
    }
    plain.iter().fold(text.to_owned(), |text, plain| text.replace(&plain.inline, &plain.text))
}

fn in_embed(embed: &CreateEmbed, plain: &[Plain]) -> CreateEmbed {
    let mut json = serde_json::to_value(embed).unwrap_or_default();
    in_all_texts(&mut json, plain);
    serde_json::from_value::<Embed>(json).map_or_else(|_| embed.clone(), CreateEmbed::from)
}

fn in_all_texts(json: &mut Value, plain: &[Plain]) {
    match json {
        Value::String(text) => *text = in_text(text, plain),
        Value::Array(parts) => parts.iter_mut().for_each(|part| in_all_texts(part, plain)),
        Value::Object(parts) => parts.values_mut().for_each(|part| in_all_texts(part, plain)),
        _ => {}
    }
}

fn in_row(row: &CreateActionRow, plain: &[Plain]) -> CreateActionRow {
    match row {
        CreateActionRow::Buttons(buttons) => {
            CreateActionRow::Buttons(buttons.iter().map(|button| in_button(button, plain)).collect())
        }
        CreateActionRow::SelectMenu(menu) => {
            CreateActionRow::SelectMenu(in_menu(menu, plain).unwrap_or_else(|| menu.clone()))
        }
        CreateActionRow::InputText(_) => row.clone(),
    }
}

fn in_button(button: &CreateButton, plain: &[Plain]) -> CreateButton {
    let mut json = serde_json::to_value(button).unwrap_or_default();
    in_label(&mut json, plain);
    serde_json::from_value::<Button>(json).map_or_else(|_| button.clone(), CreateButton::from)
}

/// Takes the emoji of a button or an option away and puts its sign before the label.
fn in_label(json: &mut Value, plain: &[Plain]) {
    let id = json["emoji"]["id"].as_str().map(str::to_owned);
    let Some(plain) = plain.iter().find(|plain| Some(&plain.id) == id.as_ref()) else { return };
    let label = format!("{}\u{a0}{}", plain.sign, json["label"].as_str().unwrap_or_default());
    json["label"] = label.chars().take(LABEL).collect::<String>().into();
    if let Some(object) = json.as_object_mut() {
        object.shift_remove("emoji");
    }
}

/// A menu of texts built anew, because what is in one can't be changed.
fn in_menu(menu: &CreateSelectMenu, plain: &[Plain]) -> Option<CreateSelectMenu> {
    let mut json = serde_json::to_value(menu).ok()?;
    let options = json["options"].as_array_mut()?;
    for option in options.iter_mut() {
        in_label(option, plain);
    }
    let options = options.iter().map(option).collect::<Option<Vec<_>>>()?;
    let count = |key: &str| json[key].as_u64().and_then(|count| u8::try_from(count).ok());
    let mut rebuilt =
        CreateSelectMenu::new(json["custom_id"].as_str()?, CreateSelectMenuKind::String { options });
    if let Some(placeholder) = json["placeholder"].as_str() {
        rebuilt = rebuilt.placeholder(placeholder);
    }
    if let Some(least) = count("min_values") {
        rebuilt = rebuilt.min_values(least);
    }
    if let Some(most) = count("max_values") {
        rebuilt = rebuilt.max_values(most);
    }
    Some(rebuilt.disabled(json["disabled"].as_bool().unwrap_or_default()))
}

fn option(json: &Value) -> Option<CreateSelectMenuOption> {
    let option = CreateSelectMenuOption::new(json["label"].as_str()?, json["value"].as_str()?)
        .default_selection(json["default"].as_bool().unwrap_or_default());
    Some(match json["description"].as_str() {
        Some(description) => option.description(description),
        None => option,
    })
}
