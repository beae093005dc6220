//! Personal settings of a user.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, PersonalSetting};
use crate::text::{self, DeckStyle, Lang, Text};

use super::buttons::button;
use super::{Appearance, Message};

/// A user's personal settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonalSettings {
    /// Language. `None` follows the user's Discord client.
    pub lang: Option<Lang>,
    /// Deck style. `None` follows the server.
    pub faces: Option<DeckStyle>,
    /// `true` if the user is pinged when it is their turn.
    pub pings: bool,
    /// `true` if the user's hand message has a hint button.
    pub hints: bool,
    /// `true` if messages contain no pictures and no emoji.
    pub text_only: bool,
    /// `true` if a setting was just changed. The message then confirms the change.
    pub saved: bool,
}

/// Creates the message with the current settings and a button for each alternative.
pub fn settings(settings: &PersonalSettings, look: Appearance) -> Message {
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

/// Returns the name of a language in that language.
fn own_name(lang: Lang) -> String {
    Text::new(lang).say("settings-language-name")
}

impl Appearance {
    fn languages(self, chosen: Option<Lang>) -> Vec<CreateButton> {
        let choice = |lang: Option<Lang>, label: &str| {
            button(&CustomId::Set(PersonalSetting::Lang(lang)), label).disabled(lang == chosen)
        };
        let named = Lang::ALL.into_iter().map(|lang| choice(Some(lang), &own_name(lang)));
        named.chain([choice(None, &self.say("show-language-auto"))]).collect()
    }

    fn decks(self, chosen: Option<DeckStyle>) -> Vec<CreateButton> {
        let choice = |faces: Option<DeckStyle>, label: &str| {
            button(&CustomId::Set(PersonalSetting::Faces(faces)), label).disabled(faces == chosen)
        };
        let named = DeckStyle::ALL.into_iter().map(|faces| choice(Some(faces), &text::faces_in(self, faces)));
        named.chain([choice(None, &self.say("show-faces-auto"))]).collect()
    }

    fn pings(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-pings-off" } else { "show-pings-on" });
        button(&CustomId::Set(PersonalSetting::Pings(!on)), &label)
    }

    fn text_switch(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-text-off" } else { "show-text-on" });
        button(&CustomId::Set(PersonalSetting::TextOnly(!on)), &label)
    }

    fn hints_switch(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-hints-off" } else { "show-hints-on" });
        button(&CustomId::Set(PersonalSetting::Hints(!on)), &label)
    }
}
