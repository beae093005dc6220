//! Records tracing spans and metrics of interactions, and tracks running interactions for the shutdown.

mod labels;

use std::cell::Cell;
use std::collections::HashSet;
use std::time::Instant;

use poise::serenity_prelude as serenity;
use serenity::{
    CommandData, CommandDataOptionValue, CommandInteraction, CommandType, ComponentInteraction, Context,
    FullEvent, Interaction,
};
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::{Instrument as _, Span};

use super::component_id;
use crate::discord::state::{BotState, Error};
use crate::watch::{InteractionKind, InteractionOutcome, Metrics, SessionStart};

/// Metric label of commands and buttons that this version of the bot does not know.
const UNKNOWN: &str = "unknown";

tokio::task_local! {
    /// Timer of the interaction that the current task handles.
    static CURRENT: InteractionTimer;
}

/// Records an outcome of the interaction that the current task handles. If several outcomes are recorded, the
/// worst one counts.
pub(crate) fn note(outcome: InteractionOutcome) {
    let _ = CURRENT.try_with(|timer| timer.note(outcome)); // no interaction in this task
}

/// A framework wrapper that records metrics of every interaction.
pub(crate) struct InteractionTelemetry {
    framework: poise::Framework<BotState, Error>,
    /// Names of all commands. Any other name is counted as unknown, so that metric labels cannot be forged.
    commands: HashSet<String>,
    metrics: Metrics,
    running: TaskTracker,
}

impl InteractionTelemetry {
    /// Wraps a framework. Running interactions are tracked in `running`, so that the shutdown can wait for
    /// them.
    pub(crate) fn new(
        framework: poise::Framework<BotState, Error>,
        metrics: Metrics,
        running: TaskTracker,
    ) -> Self {
        let mut commands = HashSet::new();
        full_names("", &framework.options().commands, &mut commands);
        Self { framework, commands, metrics, running }
    }

    /// Starts the timer of an interaction. Returns `None` if the event is not an interaction.
    fn timer(&self, event: &FullEvent) -> Option<InteractionTimer> {
        let FullEvent::InteractionCreate { interaction } = event else { return None };
        match interaction {
            Interaction::Command(typed) => Some(self.typed(InteractionKind::Command, typed)),
            Interaction::Autocomplete(typed) => Some(self.typed(InteractionKind::Autocomplete, typed)),
            Interaction::Component(pressed) => Some(self.pressed(pressed)),
            _ => None,
        }
    }

    fn typed(&self, kind: InteractionKind, typed: &CommandInteraction) -> InteractionTimer {
        let path = path(&typed.data);
        let name = if self.commands.contains(&path) { path } else { UNKNOWN.to_owned() };
        let span = span(kind, &name, typed.id.get(), typed.user.id.get(), typed.channel_id.get());
        record_server(&span, typed.guild_id);
        self.begin(kind, name, span)
    }

    fn pressed(&self, pressed: &ComponentInteraction) -> InteractionTimer {
        let name = component_id::parse(pressed).map_or(UNKNOWN, |id| labels::of(&id)).to_owned();
        let kind = InteractionKind::Component;
        let span = span(kind, &name, pressed.id.get(), pressed.user.id.get(), pressed.channel_id.get());
        record_server(&span, pressed.guild_id);
        self.begin(kind, name, span)
    }

    fn begin(&self, kind: InteractionKind, name: String, span: Span) -> InteractionTimer {
        self.metrics.visit_begins();
        InteractionTimer {
            kind,
            name,
            span,
            came: Instant::now(),
            outcome: Cell::new(InteractionOutcome::Unanswered),
            metrics: self.metrics.clone(),
            _waited_for: self.running.token(),
        }
    }
}

#[serenity::async_trait]
impl serenity::Framework for InteractionTelemetry {
    async fn init(&mut self, client: &serenity::Client) {
        self.framework.init(client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        match &event {
            FullEvent::Ready { .. } => self.metrics.session(SessionStart::Begun),
            FullEvent::Resume { .. } => self.metrics.session(SessionStart::Resumed),
            _ => {}
        }
        let event = with_known_kind(event);
        let Some(timer) = self.timer(&event) else { return self.framework.dispatch(context, event).await };
        let span = timer.span.clone();
        let dispatched = async {
            self.framework.dispatch(context, event).await;
            // poise answers autocomplete requests itself and does not report them.
            let _ = CURRENT.try_with(InteractionTimer::note_typing);
        };
        CURRENT.scope(timer, dispatched).instrument(span).await;
    }
}

/// Replaces a command of an unknown type by an unknown slash command, because poise panics on unknown types.
fn with_known_kind(mut event: FullEvent) -> FullEvent {
    if let FullEvent::InteractionCreate {
        interaction: Interaction::Command(typed) | Interaction::Autocomplete(typed),
    } = &mut event
        && !matches!(typed.data.kind, CommandType::ChatInput | CommandType::User | CommandType::Message)
    {
        typed.data.kind = CommandType::ChatInput;
        typed.data.name.clear();
    }
    event
}

/// Adds the full names of commands and subcommands to `names`, in the format that [`path`] returns.
fn full_names(above: &str, commands: &[poise::Command<BotState, Error>], names: &mut HashSet<String>) {
    for command in commands {
        let name = format!("{above}{}", command.name);
        full_names(&format!("{name} "), &command.subcommands, names);
        names.insert(name);
    }
}

fn span(kind: InteractionKind, name: &str, interaction: u64, user: u64, channel: u64) -> Span {
    let kind = kind.word();
    let server = tracing::field::Empty;
    tracing::info_span!("interaction", id = interaction, kind, command = name, user, channel, server)
}

fn record_server(span: &Span, server: Option<serenity::GuildId>) {
    if let Some(server) = server {
        span.record("server", server.get());
    }
}

/// Returns the full name of a command, such as `ulti new`.
fn path(data: &CommandData) -> String {
    let mut path = data.name.clone();
    let mut options = &data.options;
    loop {
        let inner = options.iter().find_map(|option| match &option.value {
            CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner) => {
                Some((&option.name, inner))
            }
            _ => None,
        });
        let Some((name, inner)) = inner else { return path };
        path.push(' ');
        path.push_str(name);
        options = inner;
    }
}

/// A timer that measures one interaction. Records the outcome when it is dropped.
struct InteractionTimer {
    kind: InteractionKind,
    name: String,
    span: Span,
    came: Instant,
    outcome: Cell<InteractionOutcome>,
    metrics: Metrics,
    _waited_for: TaskTrackerToken,
}

impl InteractionTimer {
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
        self.metrics.visit_ends();
        self.metrics.interaction(self.kind, &self.name, outcome);
        let milliseconds = u64::try_from(self.came.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.span.in_scope(|| {
            tracing::debug!(outcome = outcome.word(), milliseconds, "interaction finished");
        });
    }
}
