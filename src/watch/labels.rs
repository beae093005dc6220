//! Enums whose variants are the values of metric labels. The value is the name of the variant in snake case.

use strum::{IntoStaticStr, VariantNames};

/// The kind of a Discord interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum InteractionKind {
    /// The interaction is a slash command.
    Command,
    /// The interaction is a button press or a selection in a select menu.
    Component,
    /// The interaction requests suggestions while a user types a command option.
    Autocomplete,
}

/// The outcome of a Discord interaction.
///
/// Variants are ordered by severity, with the most severe outcome last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum InteractionOutcome {
    /// The bot did not respond to the interaction.
    Unanswered,
    /// The bot answered the interaction in its first response.
    ///
    /// The rejection of an illegal action is also an answer.
    Answered,
    /// The bot deferred its response and sent the answer later.
    Deferred,
    /// The bot replied that it is restarting.
    Stopping,
    /// Discord rejected the bot's answer, or the request to Discord failed.
    Failed,
    /// The handler of the interaction panicked. The user received an error message.
    Panicked,
}

/// How a gateway session started: as a new session or by resuming an existing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum SessionStart {
    /// The shard began a new session.
    ///
    /// This happens at startup, and when the old session was lost.
    Begun,
    /// The shard resumed its existing session.
    Resumed,
}

/// The outcome of a request to render a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PictureOutcome {
    /// The picture was rendered, or it was found in the cache.
    Drawn,
    /// The picture was omitted, because the render queue was full or rendering took too long.
    ///
    /// The message was sent with text only.
    LeftOut,
}
