//! The user who triggered an interaction, and the place of the interaction.

use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serenity::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType, CommandInteraction,
    ComponentInteraction, GuildId, InteractionId, Permissions,
};

use crate::player_names::MAX_LENGTH;
use crate::table::{ChannelId, Command, Request, RequestId, ServerId, UserId};
use crate::visible_text::visible;

/// The user, server and channel of an interaction.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    /// Id of the user.
    pub(super) user: UserId,
    /// The user's display name, without Markdown escaping.
    pub(super) name: String,
    /// Locale of the user's Discord client.
    pub(super) locale: String,
    /// Preferred locale of the server.
    pub(super) server_locale: Option<String>,
    /// Server where the interaction took place. `None` in direct messages, and on servers that the bot has
    /// not joined, where only users who installed the bot for themselves can use it.
    pub(super) server: Option<ServerId>,
    /// Channel where the interaction took place.
    pub(super) channel: ChannelId,
    /// `true` if the channel is a thread. Posting in threads requires a different permission.
    pub(super) in_thread: bool,
    /// The bot's permissions in the channel, if Discord sent them.
    pub(super) bot_permissions: Option<Permissions>,
    /// `true` if the user is an administrator or has the *Manage Server* permission.
    pub(super) manages: bool,
    /// Id of the interaction. Tables use it to detect repeated requests.
    pub(super) id: RequestId,
    /// Token for responding to the interaction.
    pub(super) token: SecretString,
}

/// Builds a [`Caller`] from a command or component interaction and its guild member.
macro_rules! caller_of {
    ($interaction:expr, $member:expr) => {{
        let (interaction, member): (_, Option<&serenity::Member>) = ($interaction, $member);
        let rights = member.and_then(|member| member.permissions).unwrap_or_else(Permissions::empty);
        let nickname = member.and_then(|member| member.nick.as_deref());
        Caller {
            user: UserId(interaction.user.id.get()),
            name: display_name(nickname, &interaction.user).to_owned(),
            locale: interaction.locale.clone(),
            server_locale: interaction.guild_locale.clone(),
            server: server_of(interaction.guild_id, &interaction.authorizing_integration_owners),
            channel: ChannelId(interaction.channel_id.get()),
            in_thread: interaction.channel.as_ref().is_some_and(|channel| is_thread(channel.kind)),
            bot_permissions: interaction.app_permissions,
            manages: rights.manage_guild() || rights.administrator(),
            id: RequestId(interaction.id.get()),
            token: interaction.token.clone().into(),
        }
    }};
}

impl From<&CommandInteraction> for Caller {
    fn from(interaction: &CommandInteraction) -> Self {
        caller_of!(interaction, interaction.member.as_deref())
    }
}

impl From<&ComponentInteraction> for Caller {
    fn from(interaction: &ComponentInteraction) -> Self {
        caller_of!(interaction, interaction.member.as_ref())
    }
}

impl Caller {
    /// Creates a request that runs `command` at a table on behalf of the user.
    pub(super) fn request(&self, command: Command) -> Request {
        let (user, channel) = (self.user, self.channel);
        Request { user, name: self.name.clone(), channel, id: Some(self.id), command }
    }

    /// Returns the interaction id as serenity's [`InteractionId`].
    pub(super) fn interaction(&self) -> InteractionId {
        InteractionId::new(self.id.0.max(1))
    }

    /// Creates a request that only reads the user's current view of a table, such as their own hand.
    ///
    /// The request has no interaction id, so it can be sent more than once per interaction.
    pub(super) fn read_request(&self) -> Request {
        Request { id: None, ..self.request(Command::Look) }
    }
}

/// Returns the name by which Discord shows a user on a server: the nickname, the display name of the account,
/// or the username. Skips names without visible characters.
fn display_name<'a>(nickname: Option<&'a str>, user: &'a serenity::User) -> &'a str {
    let mut names = nickname.into_iter().chain(user.global_name.as_deref());
    names.find(|name| !visible(name, MAX_LENGTH).is_empty()).unwrap_or(&user.name)
}

/// Returns the server of an interaction, unless only the user has installed the bot.
fn server_of(guild: Option<GuildId>, owners: &AuthorizingIntegrationOwners) -> Option<ServerId> {
    let is_user =
        |one: &AuthorizingIntegrationOwner| matches!(one, AuthorizingIntegrationOwner::UserInstall(_));
    let is_guild =
        |one: &AuthorizingIntegrationOwner| matches!(one, AuthorizingIntegrationOwner::GuildInstall(_));
    let only_user = owners.0.iter().any(is_user) && !owners.0.iter().any(is_guild);
    guild.filter(|_| !only_user).map(|guild| ServerId(guild.get()))
}

const fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn first_visible_name_is_displayed() {
        let user = |global_name| -> serenity::User {
            let user = json!({ "id": "7", "username": "anna_k", "global_name": global_name, "avatar": null });
            serde_json::from_value(user).unwrap()
        };
        assert_eq!(display_name(Some("Nick"), &user(Some("Anna"))), "Nick");
        assert_eq!(display_name(None, &user(Some("Anna"))), "Anna");
        for invisible in ["\u{3164}", "\u{ffa0}", "\u{ad}", "\u{2800}", "\u{200b} \u{202e}"] {
            assert_eq!(display_name(Some(invisible), &user(Some("Anna"))), "Anna", "{invisible:?}");
            assert_eq!(display_name(Some(invisible), &user(Some(invisible))), "anna_k", "{invisible:?}");
            assert_eq!(display_name(None, &user(None)), "anna_k");
        }
    }
}
