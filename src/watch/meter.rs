//! The figures, and how each is counted.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::label::{Drawn, Kind, Outcome, Session};
use super::process::Process;
use crate::ai::Level;
use crate::table::JournalError;

/// Seconds to the first response; Discord gives up after three.
const ANSWERS: [f64; 11] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
/// Seconds to the disk and back.
const COMMITS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// Seconds that a robot thinks.
const THOUGHTS: [f64; 10] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0];

/// Answers of Discord, by status.
const CLASSES: [&str; 7] = ["2xx", "3xx", "4xx", "429", "5xx", "other", "none"];
/// Why a journal takes nothing.
const REASONS: [&str; 6] =
    ["channel_taken", "too_many", "conflict", "no_such_table", "corrupt", "unavailable"];

/// Labels by name, with their values.
type Labels<const N: usize> = [(&'static str, String); N];
type Counters<const N: usize> = Family<Labels<N>, Counter>;
type Histograms = Family<Labels<1>, Histogram, fn() -> Histogram>;

/// Counts what the bot does. Clones count together.
#[derive(Clone)]
pub struct Meter {
    registry: Arc<Registry>,
    interactions: Counters<3>,
    answers: Histograms,
    in_flight: Gauge,
    turned_away: Counters<1>,
    pictures: Counters<1>,
    rest: Counters<1>,
    invalid: Counter,
    limited: Counters<1>,
    sessions: Counters<1>,
    commits: Histogram,
    events: Counter,
    journal_failures: Counters<1>,
    tables_opened: Counter,
    deals_begun: Counter,
    deals_ended: Counter,
    thoughts: Histograms,
    panics: Counter,
    lines: Counters<1>,
    cuts: Counter,
    pub(super) database: Gauge,
    pub(super) tables_awake: Gauge,
    pub(super) shards: Family<Labels<1>, Gauge>,
    pub(super) checks: Family<Labels<1>, Gauge>,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter").finish_non_exhaustive()
    }
}

fn by_answer() -> Histogram {
    Histogram::new(ANSWERS)
}

fn by_thought() -> Histogram {
    Histogram::new(THOUGHTS)
}

impl Default for Meter {
    fn default() -> Self {
        let mut meter = Self {
            registry: Arc::default(),
            interactions: Family::default(),
            answers: Family::new_with_constructor(by_answer),
            in_flight: Gauge::default(),
            turned_away: Family::default(),
            pictures: Family::default(),
            rest: Family::default(),
            invalid: Counter::default(),
            limited: Family::default(),
            sessions: Family::default(),
            commits: Histogram::new(COMMITS),
            events: Counter::default(),
            journal_failures: Family::default(),
            tables_opened: Counter::default(),
            deals_begun: Counter::default(),
            deals_ended: Counter::default(),
            thoughts: Family::new_with_constructor(by_thought),
            panics: Counter::default(),
            lines: Family::default(),
            cuts: Counter::default(),
            database: Gauge::default(),
            tables_awake: Gauge::default(),
            shards: Family::default(),
            checks: Family::default(),
        };
        meter.registry = Arc::new(meter.registered());
        meter.begin_at_nought();
        meter
    }
}

impl Meter {
    /// Shows what alerts look at before it happens for the first time: an increase is seen only between two
    /// figures.
    fn begin_at_nought(&self) {
        let all: [(&Counters<1>, &'static str, &[&str]); 7] = [
            (&self.turned_away, "told", &["yes", "no"]),
            (&self.pictures, "outcome", &Drawn::ALL.map(Drawn::word)),
            (&self.rest, "status", &CLASSES),
            (&self.limited, "scope", &["global", "route"]),
            (&self.sessions, "kind", &Session::ALL.map(Session::word)),
            (&self.journal_failures, "reason", &REASONS),
            (&self.lines, "level", &["warn", "error"]),
        ];
        for (family, label, values) in all {
            for value in values {
                drop(family.get_or_create(&[(label, (*value).to_owned())]));
            }
        }
    }

    /// A registry of all of it. The names get `ulti_` before them, counters `_total` behind.
    fn registered(&self) -> Registry {
        let mut all = Registry::default();
        all.register_collector(Box::new(Process::now()));
        let ulti = all.sub_registry_with_prefix("ulti");
        ulti.register("build", "What runs", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        self.register_discord(ulti);
        self.register_tables(ulti);
        ulti.register("panics", "Panics, all of them caught", self.panics.clone());
        ulti.register("log_lines", "Warnings and errors logged", self.lines.clone());
        ulti.register("check_up", "Whether a check of /readyz passes: 1, or 0", self.checks.clone());
        all
    }

    fn register_discord(&self, ulti: &mut Registry) {
        ulti.register(
            "interactions",
            "Interactions that are over, by what became of them",
            self.interactions.clone(),
        );
        let help = "Time from an interaction's arrival to the first response that Discord took";
        ulti.register_with_unit("interaction_answer", help, Unit::Seconds, self.answers.clone());
        ulti.register("interactions_in_flight", "Interactions being dealt with", self.in_flight.clone());
        let help = "Interactions that somebody asked for too many of, which came no further than the door";
        ulti.register("interactions_turned_away", help, self.turned_away.clone());
        ulti.register("pictures", "Pictures, by what became of them", self.pictures.clone());
        ulti.register(
            "rest_requests",
            "Requests to Discord, by the class of the answer's status",
            self.rest.clone(),
        );
        let help = "Requests answered by 401, 403 or 429: too many of them and Discord bans the address";
        ulti.register("rest_invalid_requests", help, self.invalid.clone());
        let help = "Requests held back by a rate limit, before or after Discord said so";
        ulti.register("rest_limit_waits", help, self.limited.clone());
        ulti.register(
            "gateway_sessions",
            "How often a shard came to the gateway, and how",
            self.sessions.clone(),
        );
        ulti.register(
            "gateway_shards",
            "Shards of this process, by whether they are connected",
            self.shards.clone(),
        );
    }

    fn register_tables(&self, ulti: &mut Registry) {
        let help = "Time that the journal took to write something down";
        ulti.register_with_unit("journal_commit", help, Unit::Seconds, self.commits.clone());
        ulti.register("journal_events", "Events written down", self.events.clone());
        ulti.register(
            "journal_failures",
            "Times that the journal took nothing, or could not be read",
            self.journal_failures.clone(),
        );
        let help = "Journals whose last lines were damaged and which were cut back to the last whole action";
        ulti.register("journal_cuts", help, self.cuts.clone());
        let help = "Size of the database, with the log of what is not yet in it";
        ulti.register_with_unit("database_size", help, Unit::Bytes, self.database.clone());
        ulti.register("tables_awake", "Tables in memory", self.tables_awake.clone());
        ulti.register("tables_opened", "Tables set up", self.tables_opened.clone());
        ulti.register("deals_begun", "Deals begun", self.deals_begun.clone());
        ulti.register("deals_ended", "Deals ended and settled", self.deals_ended.clone());
        let help = "Time that a robot thought about one turn, without the wait for a thread";
        ulti.register_with_unit("robot_thinking", help, Unit::Seconds, self.thoughts.clone());
    }

    /// An interaction has come in; every call has its [`visit_ends`](Self::visit_ends).
    pub fn visit_begins(&self) {
        self.in_flight.inc();
    }

    /// It is dealt with, however that went.
    pub fn visit_ends(&self) {
        self.in_flight.dec();
    }

    /// An interaction is over. `name` is one that this program gave to a command or a button, never
    /// one that somebody sent.
    pub fn interaction(&self, kind: Kind, name: &str, outcome: Outcome) {
        let labels = [
            ("kind", kind.word().to_owned()),
            ("name", name.to_owned()),
            ("outcome", outcome.word().to_owned()),
        ];
        self.interactions.get_or_create(&labels).inc();
    }

    /// Discord has taken the first response to an interaction that came so long ago.
    pub fn answered(&self, kind: Kind, after: Duration) {
        self.answers.get_or_create(&[("kind", kind.word().to_owned())]).observe(after.as_secs_f64());
    }

    /// Somebody who asked for too much was turned away, and told so or not.
    pub fn turned_away(&self, told: bool) {
        self.turned_away.get_or_create(&[("told", if told { "yes" } else { "no" }.to_owned())]).inc();
    }

    /// A picture was wanted.
    pub fn picture(&self, drawn: Drawn) {
        self.pictures.get_or_create(&[("outcome", drawn.word().to_owned())]).inc();
    }

    /// Discord has answered a request with this status; `None` where no answer came.
    pub fn rest(&self, status: Option<u16>) {
        if matches!(status, Some(401 | 403 | 429)) {
            self.invalid.inc();
        }
        let class = match status {
            Some(429) => "429",
            Some(200..300) => "2xx",
            Some(300..400) => "3xx",
            Some(400..500) => "4xx",
            Some(500..600) => "5xx",
            Some(_) => "other",
            None => "none",
        };
        self.rest.get_or_create(&[("status", class.to_owned())]).inc();
    }

    /// A request waits for a rate limit: one of all requests, or of some.
    pub fn limited(&self, global: bool) {
        let scope = if global { "global" } else { "route" };
        self.limited.get_or_create(&[("scope", scope.to_owned())]).inc();
    }

    /// A shard has come to the gateway.
    pub fn session(&self, session: Session) {
        self.sessions.get_or_create(&[("kind", session.word().to_owned())]).inc();
    }

    /// The journal has written so many events down, with which so many deals begin, in so long.
    pub(super) fn committed(&self, (events, deals): (usize, usize), within: Duration) {
        self.commits.observe(within.as_secs_f64());
        self.events.inc_by(events as u64);
        self.deals_begun.inc_by(deals as u64);
    }

    pub(super) fn journal_failed(&self, error: &JournalError) {
        let reason = match error {
            JournalError::ChannelTaken(_) => "channel_taken",
            JournalError::TooMany(_) => "too_many",
            JournalError::Conflict { .. } => "conflict",
            JournalError::NoSuchTable(_) => "no_such_table",
            JournalError::Corrupt { .. } => "corrupt",
            JournalError::Unavailable(_) => "unavailable",
        };
        self.journal_failures.get_or_create(&[("reason", reason.to_owned())]).inc();
    }

    pub(super) fn cut_back(&self) {
        self.cuts.inc();
    }

    pub(super) fn table_opened(&self) {
        self.tables_opened.inc();
    }

    pub(super) fn deal_ended(&self) {
        self.deals_ended.inc();
    }

    pub(super) fn thought(&self, level: Level, within: Duration) {
        self.thoughts.get_or_create(&[("level", level.name().to_owned())]).observe(within.as_secs_f64());
    }

    pub(super) fn panicked(&self) {
        self.panics.inc();
    }

    pub(super) fn logged(&self, level: &'static str) {
        self.lines.get_or_create(&[("level", level.to_owned())]).inc();
    }

    /// All of it in `OpenMetrics`' text format.
    ///
    /// # Errors
    /// None, but that the format is written by way of [`fmt::Write`].
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut written = String::new();
        text::encode(&mut written, &self.registry)?;
        Ok(written)
    }
}
