//! The registration of all commands with Discord.

use poise::serenity_prelude as serenity;
use serenity::{CreateCommand, InstallationContext, InteractionContext};

use crate::discord::state::{BotState, Error};

type Command = poise::Command<BotState, Error>;

/// Determines for whom the commands are registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::discord) enum Installs {
    /// Servers, and users who install the bot for themselves.
    ServersAndUsers,
    /// Servers only.
    Servers,
}

/// Builds the registrations of all commands and entries of context menus.
pub(in crate::discord) fn registrations(commands: &[Command], installs: Installs) -> Vec<CreateCommand> {
    let slash = commands.iter().filter_map(|one| Some((one, one.create_as_slash_command()?)));
    let menus = commands.iter().filter_map(|one| Some((one, menu_entry(one)?)));
    let limited = |(command, builder): (&Command, CreateCommand)| match installs {
        Installs::ServersAndUsers => builder,
        Installs::Servers => servers_only(command, builder),
    };
    slash.chain(menus).map(limited).collect()
}

/// Builds the registration of an entry of a context menu. poise 0.7 omits the localized names.
fn menu_entry(command: &Command) -> Option<CreateCommand> {
    let entry = command.create_as_context_menu_command()?;
    let names = command.name_localizations.iter();
    Some(names.fold(entry, |entry, (locale, name)| entry.name_localized(&**locale, &**name)))
}

fn servers_only(command: &Command, builder: CreateCommand) -> CreateCommand {
    let builder = builder.integration_types(vec![InstallationContext::Guild]);
    match &command.interaction_context {
        Some(_) => builder.contexts(vec![InteractionContext::Guild, InteractionContext::BotDm]),
        None => builder,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::discord::commands;

    fn named(installs: Installs, name: &str) -> Value {
        let all = serde_json::to_value(registrations(&commands::all(), installs)).unwrap();
        all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
    }

    #[test]
    fn context_menu_entries_keep_their_localized_names() {
        for (name, kind, hungarian) in
            [("Ulti stats", 2, "Ulti-statisztika"), ("Replay", 3, "Visszajátszás"), ("Analyse", 3, "Elemzés")]
        {
            let entry = named(Installs::ServersAndUsers, name);
            assert_eq!(entry["type"], kind, "{entry}");
            assert_eq!(entry["name_localizations"]["hu"], hungarian, "{entry}");
            assert_eq!(entry["contexts"], json!([0]), "{entry}");
        }
    }

    #[test]
    fn personal_commands_are_registered_for_users_unless_discord_refuses() {
        let stats = named(Installs::ServersAndUsers, "stats");
        assert_eq!((&stats["integration_types"], &stats["contexts"]), (&json!([0, 1]), &json!([0, 1, 2])));
        let stats = named(Installs::Servers, "stats");
        assert_eq!((&stats["integration_types"], &stats["contexts"]), (&json!([0]), &json!([0, 1])));
        for installs in [Installs::ServersAndUsers, Installs::Servers] {
            let hand = named(installs, "hand");
            assert_eq!((&hand["integration_types"], &hand["contexts"]), (&json!([0]), &json!([0])));
        }
    }
}
