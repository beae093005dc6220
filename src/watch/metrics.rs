//! Definition and registration of all Prometheus metrics.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry, Unit};

use strum::VariantNames as _;

use super::labels::{InteractionKind, InteractionOutcome, LeaseChange, PictureOutcome, SessionStart};
use super::process_metrics::Process;
use super::shards::Shards;
use crate::table::JournalError;
use ulti_ai::Level;

/// Histogram buckets for the time until the bot first responds to an interaction, in seconds. Discord allows
/// three seconds.
const ANSWERS: [f64; 11] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
/// Histogram buckets for the time that a journal commit takes, in seconds.
const COMMITS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// Histogram buckets for the time that a robot takes to choose an action, in seconds.
const THOUGHTS: [f64; 10] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0];

/// Label values for the status of a REST response. `none` means that no response was received.
const CLASSES: [&str; 7] = ["2xx", "3xx", "4xx", "429", "5xx", "other", "none"];

/// The label of a metric, as a name and a value.
type Label = [(&'static str, &'static str); 1];
type CounterFamily = Family<Label, Counter>;
type HistogramFamily = Family<Label, Histogram, fn() -> Histogram>;

/// The metrics that the bot exports: counters, gauges and histograms.
///
/// Clones share the same values.
#[derive(Clone)]
pub struct Metrics {
    registry: Arc<Registry>,
    interactions: Family<[(&'static str, String); 3], Counter>,
    answers: HistogramFamily,
    /// Number of interactions currently being handled.
    pub(crate) in_flight: Gauge,
    turned_away: CounterFamily,
    pictures: CounterFamily,
    rest: CounterFamily,
    invalid: Counter,
    limited: CounterFamily,
    rejected: CounterFamily,
    permits: CounterFamily,
    waiting: Gauge,
    sessions: CounterFamily,
    commits: Histogram,
    events: Counter,
    journal_failures: CounterFamily,
    pub(super) tables_opened: Counter,
    deals_begun: Counter,
    pub(super) deals_ended: Counter,
    thoughts: HistogramFamily,
    pub(super) panics: Counter,
    lines: CounterFamily,
    pub(super) lost_lines: Counter,
    pub(super) cuts: Counter,
    pub(super) database: Gauge,
    pub(super) tables_awake: Gauge,
    shards: Family<Label, Gauge>,
    shard_sessions: Family<[(&'static str, String); 2], Counter>,
    shard_up: Family<[(&'static str, String); 1], Gauge>,
    /// Empty if the process does not lease its shards.
    lease_left: Family<[(&'static str, &'static str); 0], Gauge<f64, AtomicU64>>,
    lease_changes: Family<Label, Counter>,
    session_starts_left: Gauge,
    pub(super) checks: Family<Label, Gauge>,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Default for Metrics {
    /// Creates all metrics and registers them.
    ///
    /// Their names get the prefix `ulti_`, except for the standard process metrics. The names of counters
    /// also get the suffix `_total`.
    #[expect(clippy::too_many_lines, reason = "one expression per metric")]
    fn default() -> Self {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(Process::now()));
        let all = registry.sub_registry_with_prefix("ulti");
        all.register("build", "Version of the program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        let answers = || Histogram::new(ANSWERS);
        let thoughts = || Histogram::new(THOUGHTS);
        Self {
            interactions: add(all, "interactions", "Completed interactions by outcome"),
            answers: add_seconds(
                all,
                "interaction_answer",
                "Time from the arrival of an interaction to the first response that Discord accepted",
                Family::new_with_constructor(answers),
            ),
            in_flight: add(all, "interactions_in_flight", "Interactions being handled"),
            turned_away: add(all, "interactions_turned_away", "Interactions rejected by a rate limit"),
            pictures: add(all, "pictures", "Requested pictures by outcome"),
            rest: add(all, "rest_requests", "Requests to Discord by status class of the response"),
            invalid: add(
                all,
                "rest_invalid_requests",
                "Responses with status 401, 403 or 429; Discord bans addresses that cause too many",
            ),
            limited: add(
                all,
                "rest_limit_waits",
                "Requests that waited for a rate limit before they were sent",
            ),
            permits: add(
                all,
                "rest_permits",
                "Requests sent, by the limit that they count towards: the global one or only their route's",
            ),
            rejected: add(
                all,
                "rest_limit_rejections",
                "Requests that Discord rejected with status 429, by the limit that they exceeded",
            ),
            waiting: add(all, "rest_waiting", "Requests that are waiting for a rate limit"),
            sessions: add(all, "gateway_sessions", "Gateway sessions that were begun or resumed"),
            shards: add(all, "gateway_shards", "Shards of this process by connection state"),
            shard_sessions: add(
                all,
                "gateway_shard_sessions",
                "Gateway sessions that were begun or resumed, by shard",
            ),
            shard_up: add(all, "gateway_shard_up", "1 if the shard is connected, else 0"),
            lease_left: add(all, "shard_lease_left_seconds", "Time until the leases of shards expire"),
            lease_changes: add(
                all,
                "shard_lease_changes",
                "Shards that this process got or gave up, by reason",
            ),
            session_starts_left: add(
                all,
                "gateway_session_starts_left",
                "Sessions that may still be started today, as far as this process knows",
            ),
            commits: add_seconds(
                all,
                "journal_commit",
                "Duration of a journal commit, including the wait in the queue",
                Histogram::new(COMMITS),
            ),
            events: add(all, "journal_events", "Events written to the journal"),
            journal_failures: add(all, "journal_failures", "Failed journal operations by reason"),
            cuts: add(
                all,
                "journal_cuts",
                "Damaged journals that were truncated to the last complete action",
            ),
            database: {
                let (help, size) = ("Size of the database file and its write-ahead log", Gauge::default());
                all.register_with_unit("database_size", help, Unit::Bytes, size.clone());
                size
            },
            tables_awake: add(all, "tables_awake", "Tables in memory"),
            tables_opened: add(all, "tables_opened", "Tables opened"),
            deals_begun: add(all, "deals_begun", "Deals begun"),
            deals_ended: add(all, "deals_ended", "Deals ended and settled"),
            thoughts: add_seconds(
                all,
                "robot_thinking",
                "Time that a robot needed for one turn, without the wait for a thread",
                Family::new_with_constructor(thoughts),
            ),
            panics: add(all, "panics", "Panics, all of them caught by the program"),
            lines: add(all, "log_lines", "Warnings and errors logged"),
            lost_lines: add(all, "log_lines_lost", "Log lines lost because nobody read the log"),
            checks: add(all, "check_up", "1 if a check of /readyz passes, else 0"),
            registry: Arc::new(registry),
        }
        .with_zero_counters()
    }
}

/// Creates a metric and registers it.
fn add<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// Registers a histogram whose unit is seconds.
fn add_seconds<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, histogram: M) -> M {
    registry.register_with_unit(name, help, Unit::Seconds, histogram.clone());
    histogram
}

impl Metrics {
    /// Creates every counter with the value 0 for each of its known label values, such as `429` for the
    /// status.
    ///
    /// Prometheus computes the increase of a counter from two samples. If a counter first appeared with the
    /// value 1, its first event would not be counted.
    fn with_zero_counters(self) -> Self {
        let all: [(_, _, &[&str]); 10] = [
            (&self.turned_away, "told", &["yes", "no"]),
            (&self.pictures, "outcome", PictureOutcome::VARIANTS),
            (&self.rest, "status", &CLASSES),
            (&self.limited, "scope", &["global", "route"]),
            (&self.rejected, "scope", &["global", "route"]),
            (&self.permits, "scope", &["global", "route"]),
            (&self.sessions, "kind", SessionStart::VARIANTS),
            (&self.lease_changes, "change", LeaseChange::VARIANTS),
            (&self.journal_failures, "reason", JournalError::VARIANTS),
            (&self.lines, "level", &["warn", "error"]),
        ];
        for (family, label, values) in all {
            for value in values {
                drop(family.get_or_create(&[(label, *value)]));
            }
        }
        self
    }

    /// Counts a completed interaction.
    ///
    /// `name` must be the name of a command or button that is defined in this program. Never pass user input,
    /// because each name creates a new time series.
    pub fn interaction(&self, kind: InteractionKind, name: &str, outcome: InteractionOutcome) {
        let (kind, outcome): (&str, &str) = (kind.into(), outcome.into());
        let labels = [("kind", kind), ("name", name), ("outcome", outcome)];
        self.interactions.get_or_create(&labels.map(|(label, value)| (label, value.to_owned()))).inc();
    }

    /// Records the time between the arrival of an interaction and the first response accepted by Discord.
    pub fn answered(&self, kind: InteractionKind, after: Duration) {
        self.answers.get_or_create(&[("kind", kind.into())]).observe(after.as_secs_f64());
    }

    /// Counts an interaction rejected by a rate limit.
    ///
    /// `told` is `true` if the user was told about the rejection.
    pub fn turned_away(&self, told: bool) {
        self.turned_away.get_or_create(&[("told", if told { "yes" } else { "no" })]).inc();
    }

    /// Counts a request for a picture that ended with the given outcome.
    pub fn picture(&self, drawn: PictureOutcome) {
        self.pictures.get_or_create(&[("outcome", drawn.into())]).inc();
    }

    /// Counts a REST request by the status of its response, or as `none` if no response was received.
    ///
    /// Responses with status 401, 403 or 429 are also counted as invalid requests.
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
        self.rest.get_or_create(&[("status", class)]).inc();
    }

    /// Counts a REST request delayed by a rate limit.
    ///
    /// `global` is `true` for Discord's global rate limit and `false` for the limit of a single route.
    pub fn limited(&self, global: bool) {
        let scope = if global { "global" } else { "route" };
        self.limited.get_or_create(&[("scope", scope)]).inc();
    }

    /// Counts a request that Discord rejected because of a rate limit.
    ///
    /// `global` is `true` for Discord's global rate limit and `false` for the limit of a single route.
    pub fn rejected(&self, global: bool) {
        let scope = if global { "global" } else { "route" };
        self.rejected.get_or_create(&[("scope", scope)]).inc();
    }

    /// Counts a request that was sent.
    ///
    /// `global` is `true` if it counts towards Discord's global rate limit, and `false` if only the limit of
    /// its route applies.
    pub fn permitted(&self, global: bool) {
        let scope = if global { "global" } else { "route" };
        self.permits.get_or_create(&[("scope", scope)]).inc();
    }

    /// Returns the number of interactions that are being handled.
    pub(crate) fn interactions_in_flight(&self) -> usize {
        usize::try_from(self.in_flight.get()).unwrap_or_default()
    }

    /// Records how many requests are waiting for a rate limit.
    pub fn rest_waiting(&self, requests: usize) {
        self.waiting.set(i64::try_from(requests).unwrap_or(i64::MAX));
    }

    /// Counts a new or resumed gateway session of the shard with the given number.
    pub fn session(&self, shard: u32, session: SessionStart) {
        let kind: &'static str = session.into();
        self.sessions.get_or_create(&[("kind", kind)]).inc();
        let labels = [("shard", shard.to_string()), ("kind", kind.to_owned())];
        self.shard_sessions.get_or_create(&labels).inc();
    }

    /// Records how many gateway sessions may still be started today.
    pub fn session_starts_left(&self, sessions: u64) {
        self.session_starts_left.set(i64::try_from(sessions).unwrap_or(i64::MAX));
    }

    /// Counts a shard that this process got or gave up.
    pub fn lease_changed(&self, change: LeaseChange) {
        self.lease_changes.get_or_create(&[("change", change.into())]).inc();
    }

    /// Records which of the shards with the given numbers are connected.
    pub(super) fn shard_states(&self, shards: &Shards) {
        let count = |shards: usize| i64::try_from(shards).unwrap_or(i64::MAX);
        let disconnected = shards.disconnected.len();
        self.shards.get_or_create(&[("state", "connected")]).set(count(shards.all.len() - disconnected));
        self.shards.get_or_create(&[("state", "disconnected")]).set(count(disconnected));
        if let Some(left) = shards.lease_left {
            self.lease_left.get_or_create(&[]).set(left.as_secs_f64());
        }
        self.shard_up.clear(); // a leased shard may have been handed over
        for shard in &shards.all {
            let is_up = !shards.disconnected.contains(shard);
            self.shard_up.get_or_create(&[("shard", shard.to_string())]).set(is_up.into());
        }
    }

    /// Counts a journal commit and records how long it took.
    ///
    /// `events` is the number of stored events. `deals` is the number of deals that began with one of these
    /// events.
    pub(super) fn committed(&self, (events, deals): (usize, usize), within: Duration) {
        self.commits.observe(within.as_secs_f64());
        self.events.inc_by(events as u64);
        self.deals_begun.inc_by(deals as u64);
    }

    pub(super) fn journal_failed(&self, error: &JournalError) {
        self.journal_failures.get_or_create(&[("reason", error.into())]).inc();
    }

    pub(super) fn thought(&self, level: Level, within: Duration) {
        self.thoughts.get_or_create(&[("level", level.name())]).observe(within.as_secs_f64());
    }

    pub(super) fn logged(&self, level: &'static str) {
        self.lines.get_or_create(&[("level", level)]).inc();
    }

    /// Encodes all metrics in the `OpenMetrics` text format.
    ///
    /// # Errors
    /// Returns an error if a metric cannot be encoded.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut written = String::new();
        text::encode(&mut written, &self.registry)?;
        Ok(written)
    }
}
