//! Adds the localized names and descriptions to commands and their options.
//!
//! The names in the code are English and are used for every locale except Hungarian. Discord shows the names
//! and descriptions in the language of the user's client, but always sends the English names in interactions.

use std::borrow::Cow;

use crate::discord::state::{BotState, Error};
use crate::text::{Lang, Text};

/// Key prefix of all names and descriptions of commands.
const PREFIX: &str = "cmd";

/// A text for each Discord locale.
type Localized = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// Sets the localized names and descriptions of all commands, subcommands and options.
pub(crate) fn localize(commands: &mut [poise::Command<BotState, Error>]) {
    for command in commands {
        localize_one(command, PREFIX);
    }
}

fn localize_one(command: &mut poise::Command<BotState, Error>, above: &str) {
    let key = format!("{above}-{}", command.name);
    command.name_localizations = names(&format!("{key}.name"));
    if command.context_menu_action.is_some() {
        return; // entries of context menus have no description
    }
    let description = format!("{key}.description");
    command.description = Some(default_text(&description));
    command.description_localizations = in_each_locale(&description);
    for option in &mut command.parameters {
        option.name_localizations = names(&format!("{key}.name-{}", option.name));
        let description = format!("{key}.option-{}", option.name);
        option.description = Some(default_text(&description));
        option.description_localizations = in_each_locale(&description);
    }
    for below in &mut command.subcommands {
        localize_one(below, &key);
    }
}

fn default_text(key: &str) -> Cow<'static, str> {
    Text::new(Lang::default()).text(key).into()
}

/// Returns the names in all languages except English, whose names are those in the code.
fn names(key: &str) -> Localized {
    translations(key, |lang| lang != Lang::En)
}

fn in_each_locale(key: &str) -> Localized {
    translations(key, |_| true)
}

fn translations(key: &str, wanted: impl Fn(Lang) -> bool) -> Localized {
    let in_each = |lang: Lang| {
        let text = Text::new(lang).text(key);
        lang.locales().iter().map(move |locale| (Cow::Borrowed(*locale), Cow::Owned(text.clone())))
    };
    Lang::ALL.into_iter().filter(|lang| wanted(*lang)).flat_map(in_each).collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests;
