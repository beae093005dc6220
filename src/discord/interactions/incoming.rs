//! Interactions as the bot receives them.

use poise::serenity_prelude as serenity;
use serenity::{
    CommandData, CommandDataOptionValue, ComponentInteraction, ComponentInteractionDataKind, Interaction,
    InteractionId,
};

use crate::discord::custom_id::CustomId;
use crate::table::{ChannelId, ServerId, UserId};

/// An interaction with the data that admission, telemetry and dispatch need.
#[derive(Debug)]
pub(crate) struct Incoming<'a> {
    /// Id of the interaction.
    pub(crate) id: InteractionId,
    /// Token that is needed to respond to the interaction.
    pub(crate) token: &'a str,
    /// User who triggered the interaction.
    pub(crate) user: UserId,
    /// Server of the interaction, or `None` in direct messages.
    pub(crate) server: Option<ServerId>,
    /// Channel of the interaction.
    pub(crate) channel: ChannelId,
    /// Locale of the user's Discord client.
    pub(crate) locale: &'a str,
    /// Kind of the interaction, with its command or custom id.
    pub(crate) kind: IncomingKind,
}

/// The kind of an interaction.
#[derive(Debug)]
pub(crate) enum IncomingKind {
    /// A slash command, with its full name, such as `privacy export`.
    Command(String),
    /// An autocomplete request, with the full name of its command.
    Autocomplete(String),
    /// A pressed button, or `None` if the bot does not recognize its custom id.
    Button(Option<CustomId>),
    /// A selected menu option, or `None` if the bot does not recognize its custom id.
    MenuOption(Option<CustomId>),
    /// A submitted form. The bot has none.
    Modal,
}

impl<'a> Incoming<'a> {
    /// Reads an interaction. Returns `None` for pings from Discord.
    ///
    /// This is the only place where the custom id of an interaction is parsed.
    pub(crate) fn of(interaction: &'a Interaction) -> Option<Self> {
        macro_rules! incoming {
            ($found:expr, $kind:expr) => {
                Some(Self {
                    id: $found.id,
                    token: &$found.token,
                    user: UserId($found.user.id.get()),
                    server: $found.guild_id.map(|guild| ServerId(guild.get())),
                    channel: ChannelId($found.channel_id.get()),
                    locale: &$found.locale,
                    kind: $kind,
                })
            };
        }
        match interaction {
            Interaction::Command(typed) => incoming!(typed, IncomingKind::Command(full_name(&typed.data))),
            Interaction::Autocomplete(typed) => {
                incoming!(typed, IncomingKind::Autocomplete(full_name(&typed.data)))
            }
            Interaction::Component(pressed) => incoming!(pressed, IncomingKind::of(pressed)),
            Interaction::Modal(sent) => incoming!(sent, IncomingKind::Modal),
            _ => None,
        }
    }
}

impl IncomingKind {
    fn of(pressed: &ComponentInteraction) -> Self {
        match &pressed.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                Self::MenuOption(values.first().and_then(|id| id.parse().ok()))
            }
            _ => Self::Button(pressed.data.custom_id.parse().ok()),
        }
    }
}

/// Returns the full name of a command, such as `ulti new`.
fn full_name(data: &CommandData) -> String {
    let mut name = data.name.clone();
    let mut options = &data.options;
    loop {
        let inner = options.iter().find_map(|option| match &option.value {
            CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner) => {
                Some((&option.name, inner))
            }
            _ => None,
        });
        let Some((subcommand, inner)) = inner else { return name };
        name.push(' ');
        name.push_str(subcommand);
        options = inner;
    }
}
