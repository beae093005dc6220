//! A person's own settings.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, Setting};
use crate::text::{self, Faces, Lang, Text};

use super::buttons::button;
use super::{Look, Message};

/// What a person has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The language; `None` is that of the person's Discord.
    pub lang: Option<Lang>,
    /// The faces of the cards; `None` are the server's.
    pub faces: Option<Faces>,
    /// Whether to be pinged when awaited.
    pub pings: bool,
    /// Whether the own hand offers hints.
    pub hints: bool,
    /// Whether there are no pictures and no emoji.
    pub text_only: bool,
    /// Whether one of them was just changed.
    pub saved: bool,
}

/// The settings, with a button for each of the other choices.
pub fn settings(settings: &Settings, look: impl Into<Look>) -> Message {
    let look = look.into();
    let language = |key, lang| look.with(key, &[("language", own_name(lang).into())]);
    let mut lines = vec![format!("### {}", look.say("settings-title"))];
    lines.push(match settings.lang {
        Some(lang) => language("settings-language", lang),
        None => language("settings-language-auto", look.lang),
    });
    let key = if settings.faces.is_some() { "settings-faces" } else { "settings-faces-auto" };
    lines.push(look.with(key, &[("faces", text::faces_in(look, look.faces).into())]));
    lines.push(look.with("settings-pings", &[("on", settings.pings.into())]));
    lines.push(look.with("settings-hints", &[("on", settings.hints.into())]));
    lines.push(look.with("settings-text", &[("on", settings.text_only.into())]));
    if settings.saved {
        lines.push(look.say("settings-saved"));
    }
    let rows = vec![
        CreateActionRow::Buttons(look.languages(settings.lang)),
        CreateActionRow::Buttons(look.decks(settings.faces)),
        CreateActionRow::Buttons(vec![
            look.pings(settings.pings),
            look.hints_switch(settings.hints),
            look.text_switch(settings.text_only),
        ]),
    ];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// A language in its own words.
fn own_name(lang: Lang) -> String {
    Text::new(lang).say("settings-language-name")
}

impl Look {
    fn languages(self, chosen: Option<Lang>) -> Vec<CreateButton> {
        let choice = |lang: Option<Lang>, label: &str| {
            button(&CustomId::Set(Setting::Lang(lang)), label).disabled(lang == chosen)
        };
        let named = Lang::ALL.into_iter().map(|lang| choice(Some(lang), &own_name(lang)));
        named.chain([choice(None, &self.say("show-language-auto"))]).collect()
    }

    fn decks(self, chosen: Option<Faces>) -> Vec<CreateButton> {
        let choice = |faces: Option<Faces>, label: &str| {
            button(&CustomId::Set(Setting::Faces(faces)), label).disabled(faces == chosen)
        };
        let named = Faces::ALL.into_iter().map(|faces| choice(Some(faces), &text::faces_in(self, faces)));
        named.chain([choice(None, &self.say("show-faces-auto"))]).collect()
    }

    fn pings(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-pings-off" } else { "show-pings-on" });
        button(&CustomId::Set(Setting::Pings(!on)), &label)
    }

    fn text_switch(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-text-off" } else { "show-text-on" });
        button(&CustomId::Set(Setting::TextOnly(!on)), &label)
    }

    fn hints_switch(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-hints-off" } else { "show-hints-on" });
        button(&CustomId::Set(Setting::Hints(!on)), &label)
    }
}
