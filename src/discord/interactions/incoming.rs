//! Parsing of the interactions that Discord sends to the bot.

use poise::serenity_prelude as serenity;
use serenity::{
    CommandData, CommandDataOptionValue, ComponentInteraction, ComponentInteractionDataKind, Interaction,
};

use crate::discord::caller::Caller;
use crate::discord::custom_id::CustomId;

/// A parsed interaction, with the data needed for rate limiting, telemetry and dispatch.
#[derive(Debug)]
pub(crate) struct Incoming {
    /// The user who triggered the interaction, with their server and channel.
    pub(crate) caller: Caller,
    /// Type of the interaction, with its command name or custom id.
    pub(crate) kind: IncomingKind,
}

/// The type of an interaction, such as a slash command or a button press.
#[derive(Debug)]
pub(crate) enum IncomingKind {
    /// A slash command, with its full name, such as `privacy export`.
    Command(String),
    /// An autocomplete request, with the full name of the command.
    Autocomplete(String),
    /// A button press. `None` if the bot does not recognize the button's custom id.
    Button(Option<CustomId>),
    /// A menu selection. `None` if the bot does not recognize the custom id of the chosen option.
    MenuOption(Option<CustomId>),
}

impl Incoming {
    /// Parses an interaction from Discord. Returns `None` for Discord's pings and for modals, which the bot
    /// does not use.
    ///
    /// This is the only place that parses the custom id of an interaction.
    pub(crate) fn of(interaction: &Interaction) -> Option<Self> {
        let (caller, kind) = match interaction {
            Interaction::Command(typed) => (typed.into(), IncomingKind::Command(full_name(&typed.data))),
            Interaction::Autocomplete(typed) => {
                (typed.into(), IncomingKind::Autocomplete(full_name(&typed.data)))
            }
            Interaction::Component(pressed) => (pressed.into(), IncomingKind::of(pressed)),
            _ => return None,
        };
        Some(Self { caller, kind })
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
