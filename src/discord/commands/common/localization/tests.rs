use std::collections::{BTreeMap, BTreeSet};

use poise::serenity_prelude::{InstallationContext, InteractionContext, Permissions};

use super::*;
use crate::discord::commands;

type Command = poise::Command<BotState, Error>;

/// Calls `check` with the locale key and the command, for every command and subcommand.
fn each(commands: &[Command], above: &str, check: &mut impl FnMut(&str, &Command)) {
    for command in commands {
        let key = format!("{above}-{}", command.name);
        check(&key, command);
        each(&command.subcommands, &key, check);
    }
}

#[test]
fn every_command_description_is_translated() {
    let mut seen = 0;
    each(&commands::all(), PREFIX, &mut |key, command| {
        if command.context_menu_action.is_some() {
            return;
        }
        let own = (&command.description, &command.description_localizations);
        let options = command.parameters.iter().map(|one| (&one.description, &one.description_localizations));
        for (usual, localized) in options.chain([own]) {
            seen += 1;
            assert_eq!(localized.len(), 3, "{key}");
            for said in localized.iter().map(|(_, said)| said).chain(usual) {
                assert!((1..=100).contains(&said.chars().count()), "{key}: {said}");
                assert!(!said.contains('⟨'), "{key}: {said}");
            }
        }
    });
    assert!(seen > 30);
}

/// Discord's rule for the names of slash commands and options.
fn is_valid_name(name: &str) -> bool {
    let fits = |c: char| (c.is_alphanumeric() || "-_".contains(c)) && c.to_lowercase().eq([c]);
    (1..=32).contains(&name.chars().count()) && name.chars().all(fits)
}

#[test]
fn every_command_name_is_translated_and_valid() {
    each(&commands::all(), PREFIX, &mut |key, command| {
        let english = |attribute: &str| Text::new(Lang::En).text(&format!("{key}.{attribute}"));
        let is_menu = command.context_menu_action.is_some();
        let shown = command.context_menu_name.as_ref().unwrap_or(&command.name);
        assert_eq!(english("name"), **shown, "{key}");
        // The target of a context menu is a parameter in the code alone.
        let parameters = if is_menu { &[][..] } else { &command.parameters };
        let options = parameters.iter().map(|option| {
            assert_eq!(english(&format!("name-{}", option.name)), option.name, "{key}");
            &option.name_localizations
        });
        for names in options.chain([&command.name_localizations]) {
            assert_eq!(names.len(), 1, "{key}: {names:?}");
            let (locale, name) = &names[0];
            assert_eq!(locale, "hu", "{key}");
            assert!(is_valid_name(name) || is_menu && name.chars().count() <= 32, "{key}: {name}");
        }
    });
}

/// Asserts that no name, English or Hungarian, stands for two different things.
fn assert_distinct<'a>(key: &str, things: impl Iterator<Item = (&'a str, &'a Localized)>) {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    for (english, localized) in things {
        for name in localized.iter().map(|(_, name)| &**name).chain([english]) {
            let owner = owners.insert(name, english);
            assert!(
                owner.is_none_or(|owner| owner == english),
                "{key}: {name} is both {owner:?} and {english}"
            );
        }
    }
}

#[test]
fn command_names_do_not_clash_in_any_language() {
    let named = |command: &'static Command| (&*command.name, &command.name_localizations);
    let all: &'static [Command] = commands::all().leak();
    assert_distinct("/", all.iter().filter(|one| one.slash_action.is_some()).map(named));
    for command in all {
        each(std::slice::from_ref(command), PREFIX, &mut |key, command| {
            let below = command.subcommands.iter().map(|one| (&*one.name, &one.name_localizations));
            assert_distinct(key, below);
            assert_distinct(key, command.parameters.iter().map(|one| (&*one.name, &one.name_localizations)));
        });
    }
}

/// Commands that also work in direct messages and for users who installed the bot for themselves.
const EVERYWHERE: [&str; 3] = ["rules", "stats", "help"];

#[test]
fn only_personal_commands_are_available_outside_servers() {
    let mut everywhere = BTreeSet::new();
    for command in commands::all() {
        let installs = command.install_context.clone().unwrap();
        assert!(installs.contains(&InstallationContext::Guild), "{}", command.name);
        if command.guild_only {
            assert_eq!(installs, [InstallationContext::Guild], "{}", command.name);
            assert_eq!(command.interaction_context, None, "{}", command.name);
        } else {
            assert_eq!(installs.len(), 2, "{}", command.name);
            let contexts = command.interaction_context.clone().unwrap();
            assert!(contexts.contains(&InteractionContext::BotDm), "{}", command.name);
            everywhere.insert(command.name.clone().into_owned());
        }
    }
    assert_eq!(everywhere, EVERYWHERE.map(str::to_owned).into());
}

#[test]
fn only_admin_command_is_hidden_from_members() {
    for command in commands::all() {
        let required = command.default_member_permissions;
        let wanted =
            if command.name == "ulti-admin" { Permissions::MANAGE_GUILD } else { Permissions::empty() };
        assert_eq!(required, wanted, "{}", command.name);
    }
}

/// The full names of commands in a language, each with the names of its options.
type Paths = BTreeMap<String, BTreeSet<String>>;

fn collect_paths(commands: &[Command], (above, path): (&str, &str), text: Text, found: &mut Paths) {
    for command in commands.iter().filter(|one| one.slash_action.is_some()) {
        let key = format!("{above}-{}", command.name);
        let path = format!("{path} {}", text.text(&format!("{key}.name"))).trim().to_owned();
        let options = command.parameters.iter().map(|one| text.text(&format!("{key}.name-{}", one.name)));
        found.insert(path.clone(), options.collect());
        collect_paths(&command.subcommands, (&key, &path), text, found);
    }
}

/// Returns the commands in backticks in the texts of a language, such as `ulti new rules:`.
fn mentioned(lang: Lang) -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(lang.code());
    let files = std::fs::read_dir(folder).unwrap();
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let found = texts.flat_map(|text| {
        let commands = text.split('`').skip(1).step_by(2).filter_map(|code| code.strip_prefix('/'));
        commands.map(str::to_owned).collect::<Vec<_>>()
    });
    found.collect()
}

#[test]
fn commands_mentioned_in_texts_exist_in_that_language() {
    for lang in Lang::ALL {
        let mut paths = Paths::new();
        collect_paths(&commands::all(), (PREFIX, ""), Text::new(lang), &mut paths);
        let all = mentioned(lang);
        assert!(all.len() > 30, "{all:?}");
        for mention in all {
            let known = paths.iter().any(|(path, options)| {
                let Some(rest) = mention.strip_prefix(path.as_str()) else { return false };
                let option = rest.trim().split(':').next().unwrap_or_default();
                // The only option of a command needs no name, as in `/play h7`.
                rest.is_empty() || rest.starts_with(' ') && (options.contains(option) || options.len() == 1)
            });
            assert!(known, "{lang}: /{mention}");
        }
    }
}
