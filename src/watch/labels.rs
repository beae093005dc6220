//! Enums whose variants are the values of metric labels.

/// Kind of a Discord interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InteractionKind {
    /// A slash command.
    Command,
    /// A button press or a selection in a select menu.
    Component,
    /// A request for suggestions while a user types a command option.
    Autocomplete,
}

/// Outcome of a Discord interaction. Variants are ordered by severity, the most severe last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InteractionOutcome {
    /// The bot did not respond to the interaction.
    Unanswered,
    /// The bot answered in its first response. The rejection of an illegal action is also an answer.
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

/// Origin of a gateway session: new or resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SessionStart {
    /// The shard began a new session, either at startup or because the old session was lost.
    Begun,
    /// The shard resumed its existing session.
    Resumed,
}

/// Outcome of a request to render a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureOutcome {
    /// The picture was rendered or found in the cache.
    Done,
    /// The picture was omitted because the render queue was full or rendering took too long. The message was
    /// sent with text only.
    LeftOut,
}

impl InteractionKind {
    /// Returns the value of the metric label for this kind.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Component => "component",
            Self::Autocomplete => "autocomplete",
        }
    }
}

impl InteractionOutcome {
    /// Returns the value of the metric label for this outcome.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unanswered => "unanswered",
            Self::Answered => "answered",
            Self::Deferred => "deferred",
            Self::Stopping => "stopping",
            Self::Failed => "failed",
            Self::Panicked => "panicked",
        }
    }
}

impl PictureOutcome {
    /// Every outcome of a request for a picture.
    pub(super) const ALL: [Self; 2] = [Self::Done, Self::LeftOut];

    /// Returns the value of the metric label for this outcome.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Done => "drawn",
            Self::LeftOut => "left_out",
        }
    }
}

impl SessionStart {
    /// Every way to start a gateway session.
    pub(super) const ALL: [Self; 2] = [Self::Begun, Self::Resumed];

    /// Returns the value of the metric label for this session start.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Resumed => "resumed",
        }
    }
}
