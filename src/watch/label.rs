//! The values of labels: each a word of a short list.

/// What someone did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Sent a slash command.
    Command,
    /// Pressed a button or chose in a menu.
    Component,
    /// Is typing an option of a command.
    Autocomplete,
}

/// What became of an interaction, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Nothing was ever said.
    Unanswered,
    /// The first response was the answer; that a move was refused is an answer, too.
    Answered,
    /// Time was asked for, and then it was answered.
    Deferred,
    /// The person heard that the bot restarts.
    Stopping,
    /// Discord did not take the answer.
    Failed,
    /// Answering it panicked; the person heard that something went wrong.
    Panicked,
}

/// How a shard came to the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Session {
    /// With a new session: at the start, or after the old one was lost.
    Begun,
    /// With the session it had.
    Resumed,
}

/// What became of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// It was drawn, or there already.
    Done,
    /// Too many waited to be drawn: its message went in words.
    LeftOut,
}

impl Kind {
    /// As a label's value.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Component => "component",
            Self::Autocomplete => "autocomplete",
        }
    }
}

impl Outcome {
    /// As a label's value.
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

impl Drawn {
    /// All of them.
    pub(super) const ALL: [Self; 2] = [Self::Done, Self::LeftOut];

    /// As a label's value.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Done => "drawn",
            Self::LeftOut => "left_out",
        }
    }
}

impl Session {
    /// All of them.
    pub(super) const ALL: [Self; 2] = [Self::Begun, Self::Resumed];

    /// As a label's value.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Resumed => "resumed",
        }
    }
}
