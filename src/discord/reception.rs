//! Where interactions come in: each has a span and a clock, is counted, and is waited for when the
//! bot stops.

mod word;

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

use super::components::written;
use super::data::{Data, Error};
use crate::watch::{Kind, Meter, Outcome, Session};

/// What a figure calls a command or a button that this program does not know.
const UNKNOWN: &str = "unknown";

tokio::task_local! {
    /// The interaction that this task deals with.
    static VISIT: Visit;
}

/// Notes what became of the interaction that this task deals with. Of two notes the worse one stays.
pub(super) fn note(outcome: Outcome) {
    let _ = VISIT.try_with(|visit| visit.note(outcome)); // elsewhere there is nothing to note
}

/// The framework behind it, with every interaction looked after.
pub(super) struct Reception {
    framework: poise::Framework<Data, Error>,
    /// The names of all commands, so that no figure is called by what somebody made up.
    commands: HashSet<String>,
    meter: Meter,
    visits: TaskTracker,
}

impl Reception {
    /// `visits` are to be waited for when the bot stops.
    pub(super) fn new(framework: poise::Framework<Data, Error>, meter: Meter, visits: TaskTracker) -> Self {
        let mut commands = HashSet::new();
        whole_names("", &framework.options().commands, &mut commands);
        Self { framework, commands, meter, visits }
    }

    /// The visit that an event is; most are none.
    fn visit(&self, event: &FullEvent) -> Option<Visit> {
        let FullEvent::InteractionCreate { interaction } = event else { return None };
        match interaction {
            Interaction::Command(typed) => Some(self.typed(Kind::Command, typed)),
            Interaction::Autocomplete(typed) => Some(self.typed(Kind::Autocomplete, typed)),
            Interaction::Component(pressed) => Some(self.pressed(pressed)),
            _ => None,
        }
    }

    fn typed(&self, kind: Kind, typed: &CommandInteraction) -> Visit {
        let path = path(&typed.data);
        let name = if self.commands.contains(&path) { path } else { UNKNOWN.to_owned() };
        let span = span(kind, &name, typed.id.get(), typed.user.id.get(), typed.channel_id.get());
        told_server(&span, typed.guild_id);
        self.begin(kind, name, span)
    }

    fn pressed(&self, pressed: &ComponentInteraction) -> Visit {
        let name = written(pressed).parse().map_or(UNKNOWN, |id| word::of(&id)).to_owned();
        let kind = Kind::Component;
        let span = span(kind, &name, pressed.id.get(), pressed.user.id.get(), pressed.channel_id.get());
        told_server(&span, pressed.guild_id);
        self.begin(kind, name, span)
    }

    fn begin(&self, kind: Kind, name: String, span: Span) -> Visit {
        self.meter.visit_begins();
        Visit {
            kind,
            name,
            span,
            came: Instant::now(),
            outcome: Cell::new(Outcome::Unanswered),
            meter: self.meter.clone(),
            _waited_for: self.visits.token(),
        }
    }
}

#[serenity::async_trait]
impl serenity::Framework for Reception {
    async fn init(&mut self, client: &serenity::Client) {
        self.framework.init(client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        match &event {
            FullEvent::Ready { .. } => self.meter.session(Session::Begun),
            FullEvent::Resume { .. } => self.meter.session(Session::Resumed),
            _ => {}
        }
        let event = of_a_known_kind(event);
        let Some(visit) = self.visit(&event) else { return self.framework.dispatch(context, event).await };
        let span = visit.span.clone();
        let dealt_with = async {
            self.framework.dispatch(context, event).await;
            // poise answers whoever is typing, and says nothing of it.
            let _ = VISIT.try_with(Visit::note_typing);
        };
        VISIT.scope(visit, dealt_with).instrument(span).await;
    }
}

/// poise panics over a command that is neither typed nor of a context menu. Without a name it is one that is
/// not there.
fn of_a_known_kind(mut event: FullEvent) -> FullEvent {
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

/// The names of commands and of those below them, as [`path`] gives them.
fn whole_names(above: &str, commands: &[poise::Command<Data, Error>], names: &mut HashSet<String>) {
    for command in commands {
        let name = format!("{above}{}", command.name);
        whole_names(&format!("{name} "), &command.subcommands, names);
        names.insert(name);
    }
}

fn span(kind: Kind, name: &str, interaction: u64, user: u64, channel: u64) -> Span {
    let kind = kind.word();
    let server = tracing::field::Empty;
    tracing::info_span!("interaction", id = interaction, kind, command = name, user, channel, server)
}

fn told_server(span: &Span, server: Option<serenity::GuildId>) {
    if let Some(server) = server {
        span.record("server", server.get());
    }
}

/// The whole name of a command, such as `ulti new`.
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

/// An interaction while it is dealt with; at its end it is counted.
struct Visit {
    kind: Kind,
    name: String,
    span: Span,
    came: Instant,
    outcome: Cell<Outcome>,
    meter: Meter,
    _waited_for: TaskTrackerToken,
}

impl Visit {
    fn note(&self, outcome: Outcome) {
        let before = self.outcome.replace(self.outcome.get().max(outcome));
        if before == Outcome::Unanswered && matches!(outcome, Outcome::Answered | Outcome::Deferred) {
            self.meter.answered(self.kind, self.came.elapsed());
        }
    }

    fn note_typing(&self) {
        if self.kind == Kind::Autocomplete && self.outcome.get() == Outcome::Unanswered {
            self.note(Outcome::Answered);
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.note(Outcome::Panicked);
        }
        let outcome = self.outcome.get();
        self.meter.visit_ends();
        self.meter.interaction(self.kind, &self.name, outcome);
        let milliseconds = u64::try_from(self.came.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.span.in_scope(|| {
            tracing::debug!(outcome = outcome.word(), milliseconds, "an interaction is over");
        });
    }
}
