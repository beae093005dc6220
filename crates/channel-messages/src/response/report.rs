//! The report that an interaction was answered.

use crate::event::{Answer, Effect};
use crate::ids::InteractionId;
use crate::steps::Steps;

/// The report that an interaction was answered. It is sent once.
#[derive(Debug)]
pub(crate) struct Report {
    /// The answer that is reported, unless the interaction fails.
    pub(crate) answer: Answer,
    is_sent: bool,
}

impl Report {
    pub(crate) const fn new() -> Self {
        Self { answer: Answer::Direct, is_sent: false }
    }

    /// Reports an answer, unless one was reported.
    pub(crate) fn send<M>(&mut self, interaction: InteractionId, answer: Answer, steps: &mut Steps<M>) {
        if !self.is_sent {
            self.is_sent = true;
            steps.push(Effect::Answered(interaction, answer));
        }
    }
}
