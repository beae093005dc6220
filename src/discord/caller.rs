//! Who did something, and where: what every interaction says of itself.

use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serenity::{ChannelType, CommandInteraction, ComponentInteraction, Permissions};

use crate::table::{ChannelId, Command, Request, RequestId, ServerId, UserId};

/// The person behind an interaction.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    /// Who.
    pub(super) user: UserId,
    /// The name to show for them, not escaped.
    pub(super) name: String,
    /// The language of their client.
    pub(super) locale: String,
    /// The language the server prefers.
    pub(super) server_locale: Option<String>,
    /// Where; `None` in direct messages.
    pub(super) server: Option<ServerId>,
    /// Where.
    pub(super) channel: ChannelId,
    /// Whether that is a thread, where writing takes another permission.
    pub(super) in_thread: bool,
    /// What the bot may do there.
    pub(super) bot_may: Option<Permissions>,
    /// Whether the person manages the server.
    pub(super) manages: bool,
    /// The interaction's number, so that the same one twice counts once.
    pub(super) id: RequestId,
    /// What the interaction is answered with.
    pub(super) token: SecretString,
}

/// What an interaction of either kind has.
macro_rules! caller_of {
    ($interaction:expr, $member:expr) => {{
        let (interaction, member): (_, Option<&serenity::Member>) = ($interaction, $member);
        let rights = member.and_then(|member| member.permissions).unwrap_or_else(Permissions::empty);
        let name = member.map_or_else(|| interaction.user.display_name(), serenity::Member::display_name);
        Caller {
            user: UserId(interaction.user.id.get()),
            name: name.to_owned(),
            locale: interaction.locale.clone(),
            server_locale: interaction.guild_locale.clone(),
            server: interaction.guild_id.map(|guild| ServerId(guild.get())),
            channel: ChannelId(interaction.channel_id.get()),
            in_thread: interaction.channel.as_ref().is_some_and(|channel| is_thread(channel.kind)),
            bot_may: interaction.app_permissions,
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
    /// What they ask of a table.
    pub(super) fn request(&self, command: Command) -> Request {
        Request { user: self.user, name: self.name.clone(), id: Some(self.id), command }
    }

    /// The same without the interaction's number: a second question of the same interaction.
    pub(super) fn look(&self) -> Request {
        Request { user: self.user, name: self.name.clone(), id: None, command: Command::Look }
    }
}

const fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}
