//! Names and descriptions of commands, from the texts into poise's tree.
//!
//! The names are English in every language, so that what one player tells another works for both;
//! the descriptions are in the language of each person's client.

use std::borrow::Cow;

use super::data::{Data, Error};
use crate::text::{Lang, Text};

/// Options that share a text with an option of another name.
const SAME: [(&str, &str); 1] = [("cmd-kontra.option-games", "cmd-kontra.option-game")];
/// Commands and options that the texts of commands do not know, with where their texts are.
const OWN: [(&str, &str); 6] = [
    ("cmd-ulti-new.option-level", "door-new-level"),
    ("cmd-ulti-robot.option-remove", "door-robot-remove"),
    ("cmd-claim.option-only_open", "door-claim-only-open"),
    ("cmd-settings-server-language.description", "door-server-language"),
    ("cmd-settings-server-language.option-language", "door-server-language-language"),
    ("cmd-settings-rules.description", "house-command-rules"),
];

/// Puts the texts into every command, subcommand and option.
pub(super) fn describe(commands: &mut [poise::Command<Data, Error>]) {
    for command in commands {
        describe_one(command, "cmd");
    }
}

fn describe_one(command: &mut poise::Command<Data, Error>, above: &str) {
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
    let key = SAME.iter().chain(&OWN).find(|(wanted, _)| *wanted == key).map_or(key, |(_, text)| text);
    let in_each = |lang: Lang| {
        let said = Text::new(lang).say(key);
        lang.locales().iter().map(move |locale| (Cow::Borrowed(*locale), Cow::Owned(said.clone())))
    };
    let everywhere: Vec<_> = Lang::ALL.into_iter().flat_map(in_each).collect();
    (Text::new(Lang::default()).say(key).into(), everywhere.into())
}

#[cfg(test)]
mod tests {
    use super::super::commands;
    use super::*;

    fn each(commands: &[poise::Command<Data, Error>], look: &mut impl FnMut(&str, &Described)) {
        for command in commands {
            let own = (command.description.clone().unwrap(), command.description_localizations.clone());
            look(&command.name, &own);
            for option in &command.parameters {
                let own = (option.description.clone().unwrap(), option.description_localizations.clone());
                look(&option.name, &own);
            }
            each(&command.subcommands, look);
        }
    }

    #[test]
    fn every_command_and_option_is_described_in_both_languages_within_discords_limits() {
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
    fn commands_are_for_servers_and_for_everybody_there() {
        for command in commands::all() {
            assert!(command.default_member_permissions.is_empty(), "{}", command.name);
            assert!(command.guild_only, "{}", command.name);
        }
    }
}
