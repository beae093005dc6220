//! The task of a channel, which performs the steps that [`ChannelMessages`] decides.
//!
//! All events of a channel are handled by one task, so the order of events and decisions is always clear.
//! Steps are futures of this task: nothing happens between the confirmation of a step and the beginning of
//! its request.

mod changes;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use channel_messages::{Action, ChannelMessages, Effect, Event, ResponseKind, Step, StepId, Subject, Via};
use futures::future::BoxFuture;
use tokio::time::Instant;

use super::board::{TableBoard, id_of};
use super::conditions::{self, Conditions};
use super::inbox::{Inbox, Input, NewInteraction};
use super::log;
use super::outgoing::Outgoing;
use super::pending::PendingInteractions;
use super::performer::{Outcome, Performer, StepError};
use super::steps::{Prepared, StepEvent, Steps};
use super::tables::Tables;
use super::update::Resolved;
use super::void_deals::DecidedDeal;
use crate::discord::rest::channel_breaker::ChannelState;
use crate::discord::services::Services;
use crate::discord::timings::jitter;
use crate::store::StoreError;
use crate::table::{ChannelId, TableId};

/// Interval at which restrictions are checked that may end at any time.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Interval at which a task checks that this process still serves its tables, and that it is still needed.
const TABLE_CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// A request with the routes of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChannelRequest {
    Post,
    Edit,
}

/// The task of a channel.
pub(super) struct ChannelTask {
    services: Services,
    channel: ChannelId,
    inbox: Arc<Inbox>,
    /// The origin of the times that [`ChannelMessages`] sees.
    origin: Instant,
    uses_tokens: bool,
    messages: ChannelMessages<TableBoard>,
    steps: Steps,
    tables: Tables,
    pending: PendingInteractions,
    conditions: Conditions,
    /// Time at which the access to the channel has to be checked again.
    check_access_at: Option<Instant>,
    /// The request that the channel refused last, if none has been accepted since.
    refused: Option<ChannelRequest>,
    /// Decisions about void deals that have not been handled. The oldest comes first.
    decisions: VecDeque<DecidedDeal>,
    /// The update or the decision that is being handled.
    resolving: Option<BoxFuture<'static, Resolved>>,
    /// `true` if the process shuts down. The task then ends as soon as everything was sent.
    is_shutting_down: bool,
}

impl ChannelTask {
    /// Creates the task of a channel. Times are relative to `origin`.
    pub(super) fn new(performer: Performer, inbox: Arc<Inbox>, origin: Instant, uses_tokens: bool) -> Self {
        let (services, channel) = (performer.services.clone(), performer.channel);
        Self {
            messages: ChannelMessages::new(services.timings.of_channel(services.budget.slow_pace())),
            services,
            channel,
            inbox,
            origin,
            uses_tokens,
            steps: Steps::new(performer),
            tables: Tables::default(),
            pending: PendingInteractions::default(),
            conditions: Conditions::default(),
            check_access_at: None,
            refused: None,
            decisions: VecDeque::new(),
            resolving: None,
            is_shutting_down: false,
        }
    }

    /// Handles events until the channel has no work and no tables. `is_removed` removes the inbox of the
    /// task, unless something has arrived in the meantime, and returns `true` if it was removed.
    pub(super) async fn run(mut self, is_removed: impl Fn() -> bool) {
        loop {
            self.take_input();
            self.check_conditions();
            self.perform_effects();
            if self.is_unused() && is_removed() {
                return;
            }
            self.wait().await;
        }
    }

    /// Waits until something has to be handled, and handles it unless it is in the inbox.
    async fn wait(&mut self) {
        let inbox = Arc::clone(&self.inbox);
        let wake = self.wake();
        tokio::select! {
            biased;
            () = inbox.changed.notified() => {}
            event = self.steps.next() => match event {
                StepEvent::Prepared(step, prepared) => self.prepared(step, prepared),
                StepEvent::Performed(outcome) => self.performed(*outcome),
            },
            resolved = resolved(&mut self.resolving) => {
                self.resolving = None;
                match resolved {
                    Resolved::Update(update) => self.changed(*update),
                    Resolved::Decision(decision) => self.decided(decision),
                }
            }
            () = sleep_until(wake) => {}
        }
    }

    /// Returns the time at which the task has to continue if nothing happens before.
    fn wake(&self) -> Option<Instant> {
        // A time that has passed is due at the next tick of the clock.
        let soon = Instant::now() + Duration::from_millis(1);
        let decided = self.messages.wake().map(|wake| (self.origin + wake).max(soon));
        let check = self.conditions.are_restricted().then(|| Instant::now() + CHECK_INTERVAL);
        let tables = Instant::now() + TABLE_CHECK_INTERVAL;
        [decided, check, self.check_access_at, Some(tables)].into_iter().flatten().min()
    }

    fn handle(&mut self, event: Event<TableBoard>) {
        self.messages.handle(event, self.origin.elapsed());
    }

    /// Returns `true` if the task can end.
    fn is_unused(&self) -> bool {
        let has_nothing_to_do = self.is_shutting_down && self.messages.is_settled();
        self.resolving.is_none()
            && self.decisions.is_empty()
            && self.steps.is_idle()
            && self.pending.is_empty()
            && (has_nothing_to_do || self.messages.is_unused())
    }

    fn take_input(&mut self) {
        while let Some(input) = self.inbox.take_input() {
            match input {
                Input::Interaction(new) => self.interaction(*new),
                Input::Reply(interaction, reply) => {
                    self.pending.replied(interaction);
                    let (reply, style) = *reply;
                    self.handle(Event::Reply { interaction, reply, style });
                }
                Input::Repost(table) => self.handle(Event::Repost(id_of(table))),
                Input::Decided(decided) => self.decisions.push_back(decided),
                Input::Style(user, style) => {
                    self.handle(Event::Style(channel_messages::UserId(user.0), style));
                }
                Input::Forget(user) => self.handle(Event::Forget(channel_messages::UserId(user.0))),
                #[cfg(test)]
                Input::Panic => panic!("requested by a test"),
                Input::ShuttingDown => {
                    self.is_shutting_down = true;
                    self.handle(Event::ShuttingDown);
                }
            }
        }
        self.resolve_next();
    }

    fn interaction(&mut self, new: NewInteraction) {
        let NewInteraction { user, token, received, origin, attached, is_quiet, responded, answered } = new;
        if !self.pending.add(token.interaction(), responded, answered) {
            return;
        }
        let attached = attached.map(|name| self.steps.picture(&name));
        let user = channel_messages::UserId(user.0);
        self.handle(Event::Interaction { user, token, received, origin, attached, is_quiet });
    }

    /// Passes changes of the load, the access and the use of tokens on.
    fn check_conditions(&mut self) {
        let load = conditions::load(&self.services);
        if load != self.conditions.load {
            self.conditions.load = load;
            self.handle(Event::Load(load));
        }
        let tokens = conditions::tokens(&self.services, self.uses_tokens);
        if tokens != self.conditions.tokens {
            self.conditions.tokens = tokens;
            self.handle(Event::Tokens(tokens));
        }
        if self.check_access_at.is_some_and(|at| at <= Instant::now()) {
            self.check_access();
        }
        for table in self.tables.lost(&self.services.gateway) {
            self.drop_table(table);
        }
    }

    fn check_access(&mut self) {
        if let Some(server) = self.tables.server() {
            let state = self.services.breakers.state(server, self.channel);
            self.set_access(state);
        }
    }

    fn set_access(&mut self, state: ChannelState) {
        let (access, check_at) = conditions::access(state);
        self.check_access_at = check_at;
        if access != self.conditions.access {
            self.conditions.access = access;
            self.handle(Event::Access(access));
        }
        if matches!(state, ChannelState::Blocked | ChannelState::Away) {
            for table in self.tables.last() {
                self.drop_table(table);
            }
        }
    }

    fn perform_effects(&mut self) {
        loop {
            let effects = self.messages.next(self.origin.elapsed());
            if effects.is_empty() {
                break;
            }
            for effect in effects {
                self.perform_effect(effect);
            }
        }
        self.tables.retain(|table| self.messages.has_table(id_of(table)));
    }

    fn perform_effect(&mut self, effect: Effect<Outgoing>) {
        match effect {
            Effect::Begin(step) => self.steps.begin(step),
            Effect::Cancel(step) => self.steps.cancel(step),
            Effect::Answered(interaction, answer) => self.pending.answered(interaction, answer),
            Effect::GaveUp(subject) => log::gave_up(self.channel, subject),
        }
    }

    /// Continues with a step whose picture was drawn or whose permit was granted.
    fn prepared(&mut self, id: StepId, prepared: Prepared) {
        let result = match prepared {
            Prepared::Drawn(drawn) => self.steps.drawn(id, drawn, &self.messages),
            Prepared::NoPermit => self.steps.give_up(id),
            Prepared::Permit(_) if self.is_obsolete(id) => self.steps.give_up(id),
            Prepared::Permit(permit) => {
                let now = self.origin.elapsed();
                self.steps.confirm(id, permit, (&mut self.messages, now));
                None
            }
        };
        if let Some(result) = result {
            self.handle(Event::Finished(id, result));
        }
    }

    /// Checks before the confirmation of a step if the channel may still send it. Returns `true` if another
    /// process may have served the table of the step in the meantime. The update that follows then tells its
    /// state.
    fn is_obsolete(&mut self, id: StepId) -> bool {
        let subject = self.steps.subject(id);
        let Some(Subject::Public(table, _) | Subject::Hand(table, _) | Subject::Notice(table)) = subject
        else {
            return false;
        };
        self.check_conditions();
        self.check_access();
        self.tables.was_lost(TableId(table.0), &self.services.gateway)
    }

    /// Records the result of a step.
    fn performed(&mut self, outcome: Outcome) {
        let Outcome { step, result, error } = outcome;
        match &error {
            None => self.accepted(&step),
            Some(error) => self.failed(&step, error),
        }
        self.handle(Event::Finished(step.id, result));
    }

    fn accepted(&mut self, step: &Step<Outgoing>) {
        // A channel that refuses posts may still accept edits.
        let accepted = request_of_channel(&step.action);
        if accepted.is_some() && (accepted == self.refused || accepted == Some(ChannelRequest::Post)) {
            self.refused = None;
            self.services.breakers.forget(self.channel);
            self.check_access();
        }
        if let Action::Respond { token, kind } = &step.action {
            let creates_table_message = matches!(step.subject, Subject::Public(..));
            let kind = if creates_table_message { ResponseKind::Public } else { *kind };
            self.pending.responded(token.interaction(), kind);
        }
    }

    fn failed(&mut self, step: &Step<Outgoing>, error: &StepError) {
        log::failed(step, error);
        match (error, step.subject) {
            (StepError::Request(error), Subject::Reply(interaction)) => {
                self.pending.failed(interaction, error);
            }
            (StepError::Request(error), _)
                if request_of_channel(&step.action).is_some() && error.is_of_channel() =>
            {
                self.refused = request_of_channel(&step.action);
                let Some(server) = self.tables.server() else { return };
                let state = self.services.breakers.refused(server, self.channel, error, jitter());
                if !matches!(state, ChannelState::PausedUntil(_)) {
                    let channel = self.channel;
                    tracing::warn!(%channel, ?state, "stopped posting in channel that rejects messages");
                }
                self.set_access(state);
            }
            (
                StepError::Store(StoreError::NoSuchTable(_) | StoreError::NotLeased(_)),
                Subject::Public(table, _),
            ) => self.drop_table(TableId(table.0)),
            _ => {}
        }
    }
}

/// Returns the kind of the request if a step sends a message with the routes of the channel.
fn request_of_channel(action: &Action) -> Option<ChannelRequest> {
    match action {
        Action::Post(_) => Some(ChannelRequest::Post),
        Action::Edit(sent) if sent.via == Via::Channel => Some(ChannelRequest::Edit),
        _ => None,
    }
}

/// Waits for the update or the decision that is being handled. Never returns if there is none.
async fn resolved(resolving: &mut Option<BoxFuture<'static, Resolved>>) -> Resolved {
    match resolving {
        Some(resolving) => resolving.await,
        None => std::future::pending().await,
    }
}

/// Waits until a time. Never returns if there is none.
async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
