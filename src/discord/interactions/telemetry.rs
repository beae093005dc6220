//! Records tracing spans and metrics of interactions, and tracks running interactions for the shutdown.

use std::cell::Cell;
use std::collections::HashSet;
use std::time::Instant;

use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::{Instrument as _, Span};

use super::incoming::{Incoming, IncomingKind};
use crate::discord::caller::Caller;
use crate::discord::custom_id::CustomId;
use crate::discord::state::{BotState, Error};
use crate::table::Command;
use crate::watch::{InteractionKind, InteractionOutcome, Metrics};

/// Metric label for commands and buttons that are unknown to this version of the bot.
const UNKNOWN: &str = "unknown";

tokio::task_local! {
    /// Timer for the interaction that the current task is handling.
    static CURRENT: InteractionTimer;
}

/// Records an outcome for the interaction that the current task is handling. If several outcomes are
/// recorded, the worst one counts.
pub(crate) fn note(outcome: InteractionOutcome) {
    let _ = CURRENT.try_with(|timer| timer.note(outcome)); // no interaction in this task
}

/// Returns the time at which the interaction that the current task is handling was received from Discord.
pub(crate) fn received() -> tokio::time::Instant {
    CURRENT.try_with(|timer| timer.received).unwrap_or_else(|_| tokio::time::Instant::now())
}

/// Records the name, outcome and response time of each interaction in the metrics.
pub(crate) struct InteractionTelemetry {
    /// Names of all commands. Other names are counted as unknown, so that users cannot create arbitrary
    /// metric labels.
    commands: HashSet<String>,
    metrics: Metrics,
    running: TaskTracker,
}

impl InteractionTelemetry {
    /// Creates the telemetry for a bot with the given commands.
    ///
    /// `running` tracks interactions in progress so that shutdown can wait for them.
    pub(crate) fn new(
        commands: &[poise::Command<BotState, Error>],
        metrics: Metrics,
        running: TaskTracker,
    ) -> Self {
        let mut names = HashSet::new();
        full_names("", commands, &mut names);
        Self { commands: names, metrics, running }
    }

    /// Starts a timer for the interaction.
    ///
    /// `received` is the time at which the interaction was received from Discord.
    pub(crate) fn timer(
        &self,
        Incoming { caller, kind }: &Incoming,
        received: tokio::time::Instant,
    ) -> InteractionTimer {
        let known = |name: &String| {
            if self.commands.contains(name) { name.clone() } else { UNKNOWN.to_owned() }
        };
        let (kind, name) = match kind {
            IncomingKind::Command(name) => (InteractionKind::Command, known(name)),
            IncomingKind::Autocomplete(name) => (InteractionKind::Autocomplete, known(name)),
            IncomingKind::Button(id) | IncomingKind::MenuOption(id) => {
                (InteractionKind::Component, id.as_ref().map_or(UNKNOWN, label).to_owned())
            }
        };
        let span = span(kind, &name, caller);
        self.metrics.in_flight.inc();
        InteractionTimer {
            kind,
            name,
            span,
            came: Instant::now(),
            received,
            outcome: Cell::new(InteractionOutcome::Unanswered),
            metrics: self.metrics.clone(),
            _waited_for: self.running.token(),
        }
    }
}

/// Adds the full names of all commands and subcommands, such as `ulti new`, to `names`.
fn full_names(above: &str, commands: &[poise::Command<BotState, Error>], names: &mut HashSet<String>) {
    for command in commands {
        // Interactions of context menus contain the name of the entry.
        let name = format!("{above}{}", command.context_menu_name.as_ref().unwrap_or(&command.name));
        full_names(&format!("{name} "), &command.subcommands, names);
        names.insert(name);
    }
}

fn span(kind: InteractionKind, name: &str, caller: &Caller) -> Span {
    let (kind, server): (&'static str, _) = (kind.into(), caller.server.map(|server| server.0));
    let (id, user, channel) = (caller.id.0, caller.user.0, caller.channel.0);
    tracing::info_span!("interaction", id, kind, command = name, user, channel, server)
}

/// Returns the metric label for a button or menu option.
const fn label(id: &CustomId) -> &'static str {
    match id {
        CustomId::Ask { command, .. } => command_label(command),
        CustomId::Show { .. } | CustomId::DraftHint { .. } => "show",
        CustomId::Analyse { .. } => "analyse",
        CustomId::Replay { .. } | CustomId::Played(_) => "replay",
        CustomId::OwnDeal { .. } => "own deal",
        CustomId::Shuffle { .. } => "shuffle",
        CustomId::SameAgain { .. } => "same again",
        CustomId::Draft { .. } => "draft",
        CustomId::Sure { .. } => "sure",
        CustomId::Page(_) | CustomId::Share(_) => "rules page",
        CustomId::Score(_) | CustomId::ShareScore(_) => "rules score",
        CustomId::Menu(_) | CustomId::TableMenu(_) => "menu",
        CustomId::Board(_) => "leaderboard",
        CustomId::Seasons(_) => "season",
        CustomId::Set(_) => "settings",
        CustomId::House(_) => "ulti-admin rules",
        CustomId::Server(_) => "ulti-admin settings",
        CustomId::Panel(_) => "panel",
        CustomId::Privacy(_) => "privacy",
        CustomId::Stats(_) => "stats",
    }
}

const fn command_label(command: &Command) -> &'static str {
    match command {
        Command::Look => "look",
        Command::Join => "join",
        Command::Leave { .. } => "leave",
        Command::AddRobot(_) => "add robot",
        Command::RemoveRobot => "remove robot",
        Command::Invite(_) => "invite",
        Command::Set(_) => "table setting",
        Command::Start => "start",
        Command::NextDeal => "next deal",
        Command::Act { .. }
        | Command::ActAnyway { .. }
        | Command::TakeAnyway { .. }
        | Command::OpenHand { .. }
        | Command::EndEarly(_) => "act",
        Command::PassOn { .. } => "pass on",
        Command::StopPassing { .. } => "stop passing",
        Command::TakeBack => "take back",
        Command::End => "end",
        Command::Close { .. } => "close",
    }
}

/// Measures how long an interaction takes, starting when it arrives. When dropped, adds the interaction's
/// outcome to the metrics and the log.
pub(crate) struct InteractionTimer {
    kind: InteractionKind,
    name: String,
    span: Span,
    came: Instant,
    /// Time at which the interaction was received, on the bot's clock.
    received: tokio::time::Instant,
    outcome: Cell<InteractionOutcome>,
    metrics: Metrics,
    _waited_for: TaskTrackerToken,
}

impl InteractionTimer {
    /// Runs the future `handled` in the interaction's tracing span and measures its duration.
    pub(crate) async fn measure(self, handled: impl Future<Output = ()>) {
        let span = self.span.clone();
        let handled = async {
            handled.await;
            // poise answers autocomplete requests itself and does not report them.
            let _ = CURRENT.try_with(Self::note_typing);
        };
        CURRENT.scope(self, handled).instrument(span).await;
    }

    fn note(&self, outcome: InteractionOutcome) {
        let before = self.outcome.replace(self.outcome.get().max(outcome));
        if before == InteractionOutcome::Unanswered
            && matches!(outcome, InteractionOutcome::Answered | InteractionOutcome::Deferred)
        {
            self.metrics.answered(self.kind, self.came.elapsed());
        }
    }

    fn note_typing(&self) {
        if self.kind == InteractionKind::Autocomplete && self.outcome.get() == InteractionOutcome::Unanswered
        {
            self.note(InteractionOutcome::Answered);
        }
    }
}

impl Drop for InteractionTimer {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.note(InteractionOutcome::Panicked);
        }
        let outcome = self.outcome.get();
        self.metrics.in_flight.dec();
        self.metrics.interaction(self.kind, &self.name, outcome);
        let milliseconds = u64::try_from(self.came.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.span.in_scope(|| {
            tracing::debug!(outcome = <&str>::from(outcome), milliseconds, "interaction finished");
        });
    }
}
