//! Enums whose variants are the values of metric labels. The value is the name of the variant in snake case.

use strum::{IntoStaticStr, VariantNames};

/// The type of a Discord interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum InteractionKind {
    /// A slash command.
    Command,
    /// A button press or a selection in a select menu.
    Component,
    /// A request for suggestions while the user is typing a command option.
    Autocomplete,
}

/// Outcome of a Discord interaction: the kind of answer, or the reason why there was none.
///
/// If several outcomes are recorded for one interaction, the variant declared last takes precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum InteractionOutcome {
    /// The bot has not responded.
    Unanswered,
    /// The bot's first response contained the answer.
    ///
    /// Rejecting an illegal action also counts as an answer.
    Answered,
    /// The bot deferred its response and sent the answer afterwards.
    Deferred,
    /// The bot replied that it is restarting.
    Stopping,
    /// The bot's answer could not be delivered, because Discord rejected it or the request failed.
    Failed,
    /// The interaction handler panicked.
    Panicked,
}

/// The reason why a process that leases its shards got one or gave one up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum LeaseChange {
    /// The process leased a shard, which was free or was handed over to it.
    Leased,
    /// The process handed a shard over.
    HandedOver,
    /// The lease expired, and another process took the shard over.
    Lost,
}

/// Kind of gateway session that a shard started: new or resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum SessionStart {
    /// The shard started a new session, either at startup or because the old session was lost.
    Begun,
    /// The shard resumed an existing session.
    Resumed,
}

/// Outcome of a request for a picture: drawn, or omitted from the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PictureOutcome {
    /// The picture was rendered or found in the cache.
    Drawn,
    /// The picture was omitted because the render queue was full or rendering took too long.
    ///
    /// The message was sent without it.
    LeftOut,
}
