//! Replaces application emoji in a finished message with plain symbols, in case Discord rejects the emoji.

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{
    Button, CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, Embed,
};

use crate::discord::messages::{Appearance, Message};
use crate::text::{self, Symbol, SymbolSet};

/// Maximum length of a button's label, in characters.
const LABEL: usize = 80;

/// The plain-text replacements for one application emoji.
struct Replacement {
    id: String,
    inline: String,
    /// Text that replaces the emoji in message text.
    text: String,
    /// Suit symbol that replaces the emoji on a button or menu option.
    sign: &'static str,
}

impl Message {
    /// Returns a copy of the message with application emoji replaced by plain symbols.
    ///
    /// Returns `None` if the message contains no application emoji.
    pub(crate) fn undrawn(&self, appearance: Appearance) -> Option<Self> {
        let replacements = replacements(appearance);
        let sent = serde_json::to_string(&self.create()).ok()?;
        if !replacements.iter().any(|replacement| sent.contains(&replacement.id)) {
            return None;
        }
        Some(Self {
            content: in_text(&self.content, &replacements),
            beside_picture: self.beside_picture.as_deref().map(|text| in_text(text, &replacements)),
            embeds: self.embeds.iter().map(|embed| in_embed(embed, &replacements)).collect(),
            unless_pictured: self
                .unless_pictured
                .iter()
                .map(|embed| in_embed(embed, &replacements))
                .collect(),
            rows: self.rows.iter().map(|row| in_row(row, &replacements)).collect(),
            ..self.clone()
        })
    }
}

/// Returns the plain-text replacements for the application emoji of all decks, in the language of
/// `appearance`.
fn replacements(appearance: Appearance) -> Vec<Replacement> {
    let SymbolSet::Drawn(emoji) = appearance.signs else { return Vec::new() };
    let of_lang = emoji.iter().filter(|(of, ..)| of.lang == appearance.lang);
    let replacements = of_lang.map(|(of, sign, emoji)| {
        let (text, suit) = match sign {
            Symbol::Card(card) => (text::card_short(of, card), card.suit()),
            Symbol::Suit(suit) => (of.faces.sign(suit).to_owned(), suit),
        };
        let (id, inline) = (emoji.id.to_string(), emoji.inline.clone());
        Replacement { id, inline, text, sign: of.faces.sign(suit) }
    });
    replacements.collect()
}

fn in_text(text: &str, replacements: &[Replacement]) -> String {
    if !text.contains("<:") {
        return text.to_owned();
    }
    replacements.iter().fold(text.to_owned(), |text, one| text.replace(&one.inline, &one.text))
}

fn in_embed(embed: &CreateEmbed, replacements: &[Replacement]) -> CreateEmbed {
    let mut json = serde_json::to_value(embed).unwrap_or_default();
    in_all_texts(&mut json, replacements);
    serde_json::from_value::<Embed>(json).map_or_else(|_| embed.clone(), CreateEmbed::from)
}

/// Replaces emoji in every string of a JSON value.
fn in_all_texts(json: &mut Value, replacements: &[Replacement]) {
    match json {
        Value::String(text) => *text = in_text(text, replacements),
        Value::Array(parts) => parts.iter_mut().for_each(|part| in_all_texts(part, replacements)),
        Value::Object(parts) => parts.values_mut().for_each(|part| in_all_texts(part, replacements)),
        _ => {}
    }
}

fn in_row(row: &CreateActionRow, replacements: &[Replacement]) -> CreateActionRow {
    match row {
        CreateActionRow::Buttons(buttons) => {
            CreateActionRow::Buttons(buttons.iter().map(|button| in_button(button, replacements)).collect())
        }
        CreateActionRow::SelectMenu(menu) => {
            CreateActionRow::SelectMenu(in_menu(menu, replacements).unwrap_or_else(|| menu.clone()))
        }
        CreateActionRow::InputText(_) => row.clone(),
    }
}

fn in_button(button: &CreateButton, replacements: &[Replacement]) -> CreateButton {
    let mut json = serde_json::to_value(button).unwrap_or_default();
    in_label(&mut json, replacements);
    serde_json::from_value::<Button>(json).map_or_else(|_| button.clone(), CreateButton::from)
}

/// Replaces the emoji of a button or menu option with a plain symbol at the start of its label.
fn in_label(json: &mut Value, replacements: &[Replacement]) {
    let id = json["emoji"]["id"].as_str().map(str::to_owned);
    let Some(found) = replacements.iter().find(|one| Some(&one.id) == id.as_ref()) else { return };
    let label = format!("{}\u{a0}{}", found.sign, json["label"].as_str().unwrap_or_default());
    json["label"] = label.chars().take(LABEL).collect::<String>().into();
    if let Some(object) = json.as_object_mut() {
        object.shift_remove("emoji");
    }
}

/// Rebuilds a string select menu with plain symbols in place of emoji.
///
/// The menu has to be rebuilt because serenity's builder does not expose the options.
fn in_menu(menu: &CreateSelectMenu, replacements: &[Replacement]) -> Option<CreateSelectMenu> {
    let mut json = serde_json::to_value(menu).ok()?;
    let options = json["options"].as_array_mut()?;
    for option in options.iter_mut() {
        in_label(option, replacements);
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
