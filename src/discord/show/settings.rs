//! A person's own settings.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, Setting};
use crate::text::{Lang, Text};

use super::buttons::button;
use super::{Look, Message};

/// What a person has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The language; `None` is that of the person's Discord.
    pub lang: Option<Lang>,
    /// Whether to be pinged when awaited.
    pub pings: bool,
    /// Whether one of them was just changed.
    pub saved: bool,
}

/// The settings, with a button for each of the other choices.
pub fn settings<'a>(settings: &Settings, look: impl Into<Look<'a>>) -> Message {
    let look = look.into();
    let language = |key, lang| look.with(key, &[("language", own_name(lang).into())]);
    let mut lines = vec![format!("### {}", look.say("settings-title"))];
    lines.push(match settings.lang {
        Some(lang) => language("settings-language", lang),
        None => language("settings-language-auto", look.lang),
    });
    lines.push(look.with("settings-pings", &[("on", settings.pings.into())]));
    if settings.saved {
        lines.push(look.say("settings-saved"));
    }
    let rows = vec![
        CreateActionRow::Buttons(look.languages(settings.lang)),
        CreateActionRow::Buttons(vec![look.pings(settings.pings)]),
    ];
    Message::text(lines.join("\n")).with_rows(rows)
}

/// A language in its own words.
fn own_name(lang: Lang) -> String {
    Text::new(lang).say("settings-language-name")
}

impl Look<'_> {
    fn languages(self, chosen: Option<Lang>) -> Vec<CreateButton> {
        let choice = |lang: Option<Lang>, label: &str| {
            button(&CustomId::Set(Setting::Lang(lang)), label).disabled(lang == chosen)
        };
        let named = Lang::ALL.into_iter().map(|lang| choice(Some(lang), &own_name(lang)));
        named.chain([choice(None, &self.say("show-language-auto"))]).collect()
    }

    fn pings(self, on: bool) -> CreateButton {
        let label = self.say(if on { "show-pings-off" } else { "show-pings-on" });
        button(&CustomId::Set(Setting::Pings(!on)), &label)
    }
}
