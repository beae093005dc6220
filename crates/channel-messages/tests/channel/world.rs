//! The state of a schedule: the channel, Discord, the tables, and the occurrences that are still to come.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use channel_messages::{
    Access, Cause, ChannelMessages, Event, Load, MessageId, PublicKey, StepId, TableId, Time, Timings, UserId,
};

use crate::checks::Checks;
use crate::discord::Discord;
use crate::occurrences::{Occurrence, Occurrences};
use crate::plan::Plan;
use crate::sending::Performing;
use crate::tables::{SimBoard, Stage};

/// The users of a schedule. The first three sit at the tables.
pub(crate) const USERS: [UserId; 4] = [UserId(1), UserId(2), UserId(3), UserId(4)];

/// The state of a schedule.
pub(crate) struct World {
    pub(crate) rng: fastrand::Rng,
    pub(crate) plan: Plan,
    pub(crate) now: Time,
    pub(crate) occurrences: Occurrences,
    /// Number of restarts. Occurrences of an earlier process have no effect on the bot.
    pub(crate) process: u32,
    pub(crate) channel: ChannelMessages<SimBoard>,
    pub(crate) discord: Discord,
    pub(crate) tables: BTreeMap<TableId, SimBoard>,
    /// The ids of public messages in the database.
    pub(crate) database: BTreeMap<(TableId, PublicKey), MessageId>,
    pub(crate) performing: BTreeMap<StepId, Performing>,
    pub(crate) styles: BTreeMap<UserId, u8>,
    /// Number of actions before the faults stop.
    pub(crate) presses_left: u32,
    pub(crate) has_faults: bool,
    /// Number of notices so far.
    pub(crate) notices: u64,
    /// Tables that another process serves.
    pub(crate) moved: BTreeSet<TableId>,
    /// `true` if pictures are not drawn, for example because the load is high.
    pub(crate) omits_pictures: bool,
    /// `true` if the process shuts down.
    pub(crate) is_shutting_down: bool,
    pub(crate) load: Load,
    /// Number of the newest wake-up.
    pub(crate) wake: u64,
    pub(crate) checks: Checks,
}

impl World {
    /// Creates one or two tables that have not been announced to the channel.
    pub(crate) fn new(plan: Plan) -> Self {
        let mut rng = fastrand::Rng::with_seed(plan.seed);
        let tables = (1..=1 + i64::from(rng.u8(..4) == 0)).map(TableId);
        let tables = tables.map(|table| (table, SimBoard::new(table, USERS[..3].to_vec()))).collect();
        let presses_left = rng.u32(5..60);
        Self {
            rng,
            plan,
            now: Duration::from_secs(1),
            occurrences: Occurrences::default(),
            process: 0,
            channel: ChannelMessages::new(Timings::default()),
            discord: Discord::default(),
            tables,
            database: BTreeMap::new(),
            performing: BTreeMap::new(),
            styles: BTreeMap::new(),
            presses_left,
            has_faults: plan.has_faults,
            notices: 0,
            moved: BTreeSet::new(),
            omits_pictures: false,
            is_shutting_down: false,
            load: Load::Normal,
            wake: 0,
            checks: Checks::new(plan),
        }
    }

    /// Adds an occurrence after a delay.
    pub(crate) fn after(&mut self, delay: Duration, occurrence: Occurrence) {
        self.occurrences.add(self.now + delay, occurrence);
    }

    /// Prints a line if the schedule is traced.
    pub(crate) fn trace(&self, what: std::fmt::Arguments<'_>) {
        if self.plan.is_traced {
            eprintln!("{:>10.3} {what}", self.now.as_secs_f64());
        }
    }

    /// Passes an event to the channel.
    pub(crate) fn handle(&mut self, event: Event<SimBoard>) {
        self.trace(format_args!("    > {event:?}"));
        self.channel.handle(event, self.now);
    }

    /// Passes the state of a table to the channel, if this process serves the table.
    pub(crate) fn changed(&mut self, table: TableId, cause: Cause) {
        if self.moved.contains(&table) {
            return;
        }
        let board = self.tables[&table].clone();
        let has_ended = board.stage == Stage::Ended;
        self.handle(Event::Changed { board, cause });
        if has_ended && self.rng.bool() {
            self.handle(Event::Ended(table));
        }
    }

    /// Changes the load.
    pub(crate) fn set_load(&mut self, load: Load) {
        self.load = load;
        self.handle(Event::Load(load));
    }

    /// Ends the faults, and lets every table change once more.
    pub(crate) fn stop_faults(&mut self) {
        self.has_faults = false;
        if std::mem::take(&mut self.discord.refuses) {
            self.handle(Event::Access(Access::Open));
        }
        self.set_load(Load::Normal);
        // Requests that were sent before may fail during this time.
        self.after(Duration::from_secs(30), Occurrence::TablesChange);
    }
}
