//! Checks that every interaction is answered once.

use std::collections::BTreeMap;

use channel_messages::{Action, Answer, Failure, InteractionId, Reply, StepResult, Time};

use super::execution::Execution;
use super::history::History;
use super::targets::interaction_of;
use crate::discord::Discord;
use crate::tables::{SimBoard, What};

/// The history of an interaction.
#[derive(Debug)]
struct Seen {
    /// `true` if a request with the reply was executed.
    is_shown: bool,
    since: Time,
    /// `true` if the bot has received the interaction.
    is_delivered: bool,
    /// `true` if the reply is [`Reply::Nothing`].
    needs_no_reply: bool,
    answer: Option<Answer>,
    /// `true` if a request of the interaction failed, or its result was lost.
    has_failed: bool,
    /// `true` if the result of a first response was lost.
    is_uncertain: bool,
    /// `true` if the process ended before the interaction was answered.
    is_lost: bool,
}

/// The interactions of a schedule.
#[derive(Debug, Default)]
pub(super) struct Interactions(BTreeMap<InteractionId, Seen>);

impl Interactions {
    /// Adds an interaction with its time.
    pub(super) fn add(&mut self, id: InteractionId, since: Time) {
        let seen = Seen {
            is_shown: false,
            since,
            is_delivered: false,
            needs_no_reply: false,
            answer: None,
            has_failed: false,
            is_uncertain: false,
            is_lost: false,
        };
        self.0.insert(id, seen);
    }

    fn get_mut(&mut self, id: InteractionId) -> &mut Seen {
        self.0.get_mut(&id).unwrap()
    }

    /// Returns the time of an interaction.
    pub(super) fn since(&self, id: InteractionId) -> Time {
        self.0[&id].since
    }

    /// Returns how an interaction was answered, if it was.
    pub(super) fn answer(&self, id: InteractionId) -> Option<Answer> {
        self.0[&id].answer
    }

    /// Returns `true` if the response to an interaction may be executed after the bot has found out that it
    /// was not, and has given up.
    pub(super) fn may_respond_late(&self, id: InteractionId) -> bool {
        let seen = &self.0[&id];
        seen.is_uncertain && seen.answer == Some(Answer::Failed)
    }

    /// Records that the bot has received an interaction.
    pub(super) fn delivered(&mut self, id: InteractionId) {
        self.get_mut(id).is_delivered = true;
    }

    /// Returns `true` if the bot has received an interaction.
    pub(super) fn is_delivered(&self, id: InteractionId) -> bool {
        self.0[&id].is_delivered
    }

    /// Records that the reply to an interaction was passed to the bot.
    pub(super) fn replied(&mut self, id: InteractionId, reply: &Reply<SimBoard>) {
        self.get_mut(id).needs_no_reply = matches!(reply, Reply::Nothing);
    }

    /// Checks that an interaction is answered once.
    pub(super) fn answered(&mut self, id: InteractionId, answer: Answer) {
        let seen = self.get_mut(id);
        assert!(seen.answer.is_none(), "{id:?} was answered twice");
        seen.answer = Some(answer);
    }

    /// Records that the process ended before the pending interactions were answered.
    pub(super) fn lose_unanswered(&mut self) {
        for seen in self.0.values_mut().filter(|seen| seen.answer.is_none()) {
            seen.is_lost = true;
        }
    }

    /// Checks that an interaction gets one first response.
    pub(super) fn check_response(&self, action: &Action, discord: &Discord) {
        if let Action::Respond { token, .. } = action {
            let interaction = &token.interaction();
            let is_answered = discord.interactions[interaction].response.is_some();
            let seen = &self.0[interaction];
            assert!(
                !is_answered || seen.is_uncertain || seen.is_lost,
                "{interaction:?} gets a second first response"
            );
        }
    }

    /// Records the result of a request at Discord.
    pub(super) fn executed(&mut self, execution: &Execution<'_>) {
        let shows_reply = matches!(execution.what, Some(What::Hand(..) | What::Reply(_)));
        if let (true, Ok(_), Some(id)) = (shows_reply, execution.result, interaction_of(execution.action)) {
            self.get_mut(id).is_shown = true;
        }
    }

    /// Records the result that the bot gets.
    pub(super) fn result(&mut self, action: &Action, result: StepResult, history: &History) {
        if let (Some(id), Err(failure)) = (interaction_of(action), result) {
            let seen = self.get_mut(id);
            // The user may have dismissed the message.
            seen.has_failed |= history.plan.has_faults || failure == Failure::MessageGone;
            seen.is_uncertain |= matches!(action, Action::Respond { .. }) && failure == Failure::Unknown;
        }
    }

    /// Checks that every interaction was answered, and that its reply is shown once.
    pub(super) fn check(&self, discord: &Discord, has_faults: bool) {
        for (id, seen) in self.0.iter().filter(|(_, seen)| !seen.is_lost) {
            assert!(seen.answer.is_some(), "{id:?} was not answered: {seen:?}");
            if !seen.has_failed && !has_faults {
                assert_ne!(seen.answer, Some(Answer::Failed), "{id:?} failed: {seen:?}");
                assert!(discord.interactions[id].response.is_some(), "{id:?} got no response: {seen:?}");
                let is_shown = seen.is_shown || seen.needs_no_reply;
                assert!(is_shown, "the reply to {id:?} was not shown: {seen:?}");
            }
            let is_thinking = discord.messages.values().any(|message| {
                let is_own = message.created_by == Some(*id) && message.message.what == What::Thinking;
                is_own && !message.is_deleted
            });
            assert!(!is_thinking || has_faults, "{id:?} still shows \"thinking\": {seen:?}");
            let replies =
                discord.messages.values().filter(|message| message.message.what == What::Reply(id.0));
            assert!(replies.count() <= 1, "reply to {id:?} is shown twice");
        }
    }
}
