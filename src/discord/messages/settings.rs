//! Personal settings of a user.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, PersonalSetting};
use crate::text::{self, DeckStyle, Lang, Text, args};

use super::buttons::button;
use super::{Appearance, Message};

/// A user's personal settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonalSettings {
    /// Preferred language. `None` means the language of the user's Discord client.
    pub lang: Option<Lang>,
    /// Preferred deck style. `None` means the server's deck style.
    pub faces: Option<DeckStyle>,
    /// `true` if the user is pinged when it is their turn.
    pub pings: bool,
    /// `true` if the user's hand message has a hint button.
    pub hints: bool,
    /// `true` if messages are sent without pictures and emoji.
    pub text_only: bool,
    /// `true` if forced cards are played for the user.
    pub forced_cards: bool,
    /// Appearance of public messages on the server, which does not depend on these settings.
    pub public: Appearance,
    /// `true` if a setting was just changed. In that case, the message confirms the change.
    pub saved: bool,
}

/// Creates the message that shows the current settings, with buttons for changing them.
pub fn settings(settings: &PersonalSettings, appearance: Appearance) -> Message {
    let language = |key, lang| appearance.with(key, args![language = own_name(lang)]);
    let mut lines = vec![format!("### {}", appearance.text("settings-title"))];
    lines.push(match settings.lang {
        Some(lang) => language("settings-language", lang),
        None => language("settings-language-auto", appearance.lang),
    });
    let key = if settings.faces.is_some() { "settings-faces" } else { "settings-faces-auto" };
    lines.push(appearance.with(key, args![faces = text::faces_in(appearance, appearance.faces)]));
    lines.push(appearance.with("settings-pings", args![on = settings.pings]));
    lines.push(appearance.with("settings-hints", args![on = settings.hints]));
    lines.push(appearance.with("settings-text", args![on = settings.text_only]));
    lines.push(appearance.with("settings-forced", args![on = settings.forced_cards]));
    let public = [
        ("language", own_name(settings.public.lang).into()),
        ("faces", text::faces_in(appearance, settings.public.faces).into()),
    ];
    lines.push(appearance.with("settings-public", &public));
    if settings.saved {
        lines.push(appearance.text("settings-saved"));
    }
    let rows = vec![
        CreateActionRow::Buttons(appearance.languages(settings.lang)),
        CreateActionRow::Buttons(appearance.decks(settings.faces)),
        CreateActionRow::Buttons(vec![
            appearance.switch(settings.pings, ["show-pings-on", "show-pings-off"], PersonalSetting::Pings),
            appearance.switch(settings.hints, ["show-hints-on", "show-hints-off"], PersonalSetting::Hints),
            appearance.switch(
                settings.text_only,
                ["show-text-on", "show-text-off"],
                PersonalSetting::TextOnly,
            ),
            appearance.switch(
                settings.forced_cards,
                ["show-forced-on", "show-forced-off"],
                PersonalSetting::ForcedCards,
            ),
        ]),
    ];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// Returns the name of a language, written in that language.
pub(super) fn own_name(lang: Lang) -> String {
    Text::new(lang).text("settings-language-name")
}

impl Appearance {
    fn languages(self, chosen: Option<Lang>) -> Vec<CreateButton> {
        let named = Lang::ALL.map(|lang| (Some(lang), own_name(lang)));
        let choices = named.into_iter().chain([(None, self.text("show-language-auto"))]);
        choices.map(|(lang, label)| choice(PersonalSetting::Lang(lang), &label, lang == chosen)).collect()
    }

    fn decks(self, chosen: Option<DeckStyle>) -> Vec<CreateButton> {
        let named = DeckStyle::ALL.map(|faces| (Some(faces), text::faces_in(self, faces)));
        let choices = named.into_iter().chain([(None, self.text("show-faces-auto"))]);
        choices.map(|(faces, label)| choice(PersonalSetting::Faces(faces), &label, faces == chosen)).collect()
    }

    /// Creates a button that turns a setting on or off. `on` and `off` are the locale keys of its two labels.
    fn switch(
        self,
        is_on: bool,
        [on, off]: [&str; 2],
        setting: impl Fn(bool) -> PersonalSetting,
    ) -> CreateButton {
        button(&CustomId::Set(setting(!is_on)), &self.text(if is_on { off } else { on }))
    }
}

/// Creates a button that selects a value for a setting. The button for the current value is disabled.
fn choice(setting: PersonalSetting, label: &str, is_chosen: bool) -> CreateButton {
    button(&CustomId::Set(setting), label).disabled(is_chosen)
}
