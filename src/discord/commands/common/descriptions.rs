//! Adds the localized descriptions to slash commands and their options.
//!
//! Command names are English in every language, so that players can tell each other which command to use.
//! Descriptions are shown in the language of the user's client.

use std::borrow::Cow;

use crate::discord::state::{BotState, Error};
use crate::text::{Lang, Text};

/// Options that use the description of another option. Each pair contains the locale key derived from the
/// option's name and the locale key to use instead.
const SHARED: [(&str, &str); 1] = [("cmd-kontra.option-games", "cmd-kontra.option-game")];
/// Commands and options whose descriptions do not use the locale key derived from their name. Each pair
/// contains the derived key and the key to use instead.
const EXCEPTIONS: [(&str, &str); 6] = [
    ("cmd-ulti-new.option-level", "door-new-level"),
    ("cmd-ulti-robot.option-remove", "door-robot-remove"),
    ("cmd-claim.option-only_open", "door-claim-only-open"),
    ("cmd-settings-server-language.description", "door-server-language"),
    ("cmd-settings-server-language.option-language", "door-server-language-language"),
    ("cmd-settings-rules.description", "house-command-rules"),
];

/// Sets the localized descriptions of all commands, subcommands and options.
pub(crate) fn describe(commands: &mut [poise::Command<BotState, Error>]) {
    for command in commands {
        describe_one(command, "cmd");
    }
}

fn describe_one(command: &mut poise::Command<BotState, Error>, above: &str) {
    let key = format!("{above}-{}", command.name);
    let description = described(&format!("{key}.description"));
    (command.description, command.description_localizations) = (Some(description.0), description.1);
    for option in &mut command.parameters {
        let description = described(&format!("{key}.option-{}", option.name));
        (option.description, option.description_localizations) = (Some(description.0), description.1);
    }
    for below in &mut command.subcommands {
        describe_one(below, &key);
    }
}

type Described = (Cow<'static, str>, Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>);

fn described(key: &str) -> Described {
    let key =
        SHARED.iter().chain(&EXCEPTIONS).find(|(wanted, _)| *wanted == key).map_or(key, |(_, text)| text);
    let in_each = |lang: Lang| {
        let said = Text::new(lang).text(key);
        lang.locales().iter().map(move |locale| (Cow::Borrowed(*locale), Cow::Owned(said.clone())))
    };
    let everywhere: Vec<_> = Lang::ALL.into_iter().flat_map(in_each).collect();
    (Text::new(Lang::default()).text(key).into(), everywhere.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::commands;

    fn each(commands: &[poise::Command<BotState, Error>], check: &mut impl FnMut(&str, &Described)) {
        for command in commands {
            let own = (command.description.clone().unwrap(), command.description_localizations.clone());
            check(&command.name, &own);
            for option in &command.parameters {
                let own = (option.description.clone().unwrap(), option.description_localizations.clone());
                check(&option.name, &own);
            }
            each(&command.subcommands, check);
        }
    }

    #[test]
    fn every_command_description_is_translated() {
        let mut seen = 0;
        each(&commands::all(), &mut |name, (usual, localized)| {
            seen += 1;
            assert_eq!(localized.len(), 3, "{name}");
            for said in localized.iter().map(|(_, said)| said).chain([usual]) {
                assert!((1..=100).contains(&said.chars().count()), "{name}: {said}");
                assert!(!said.contains('⟨'), "{name}: {said}");
            }
        });
        assert!(seen > 30);
    }

    #[test]
    fn every_command_is_available_only_in_servers() {
        for command in commands::all() {
            assert!(command.default_member_permissions.is_empty(), "{}", command.name);
            assert!(command.guild_only, "{}", command.name);
        }
    }
}
