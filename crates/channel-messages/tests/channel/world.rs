//! One schedule: players, tables, the executor of steps, and Discord, in simulated time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::time::Duration;

use channel_messages::{
    Accepted, Access, Action, Board as _, Cause, ChannelMessages, Confirmed, Content, Effect, Event, Extra,
    Failure, InteractionId, Load, MessageId, PictureId, PublicKey, Reply, Step, StepId, StepResult, TableId,
    Time, Timings, UserId,
};

use crate::checks::Checks;
use crate::discord::{Discord, Payload};
use crate::tables::{SimBoard, SimMessage, Stage, What};

/// The faults of a schedule.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// Requests fail, are lost or take long.
    pub(crate) has_faults: bool,
    /// The process ends and starts again.
    pub(crate) has_restarts: bool,
    /// The faults stop at a random moment. Otherwise, they stop with the last press.
    pub(crate) stops_early: bool,
    /// Everything that happens is printed.
    pub(crate) is_traced: bool,
}

/// Something that happens at a time.
#[derive(Debug)]
pub(crate) enum Occurrence {
    /// A user does something.
    Acts,
    /// An interaction arrives at the bot.
    Delivered(u32, InteractionId, Event<SimBoard>),
    /// The handler of an interaction has finished.
    Handled(u32, InteractionId, Reply<SimBoard>),
    /// A change of a table is announced, and the interaction that caused it.
    Announced(u32, TableId, Cause),
    /// A step is ready to be sent.
    Ready(u32, StepId),
    /// A request arrives at Discord or the database.
    Arrives(u32, StepId, Sending),
    /// The result of a request arrives at the bot.
    Answered(u32, StepId, StepResult),
    /// The channel has to be called. Ignored unless the number is the one of the newest wake-up.
    Wakes(u64),
    FaultsStop,
    /// The bot finds out that the channel accepts messages again.
    Opens,
    /// This process serves a table again.
    Returns(TableId),
    /// Every table changes once more, so that content that was refused is sent again.
    TablesChange,
}

/// A request on its way.
#[derive(Debug)]
pub(crate) struct Sending {
    pub(crate) action: Action,
    payload: Option<Payload>,
    attached: Option<PictureId>,
    lacks_picture: bool,
    fate: Fate,
}

/// The fate of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Executed,
    /// Discord is unavailable.
    NotExecuted,
    /// The request is lost.
    Lost,
    /// The request is executed, and its result is lost.
    ResultLost,
    /// The request arrives after the bot has stopped waiting for its result.
    Late,
    /// Discord refuses the content.
    Invalid,
}

/// A step that the bot performs.
#[derive(Debug)]
pub(crate) struct Performing {
    pub(crate) step: Step<SimMessage>,
    pub(crate) is_sent: bool,
}

/// One schedule.
pub(crate) struct World {
    pub(crate) rng: fastrand::Rng,
    pub(crate) plan: Plan,
    pub(crate) now: Time,
    queue: BinaryHeap<Reverse<(Time, u64)>>,
    pub(crate) occurrences: BTreeMap<u64, Occurrence>,
    last: u64,
    /// Number of restarts. Occurrences of an earlier process have no effect on the bot.
    pub(crate) process: u32,
    pub(crate) channel: ChannelMessages<SimBoard>,
    pub(crate) discord: Discord,
    pub(crate) tables: BTreeMap<TableId, SimBoard>,
    pub(crate) database: BTreeMap<(TableId, PublicKey), MessageId>,
    pub(crate) performing: BTreeMap<StepId, Performing>,
    pub(crate) styles: BTreeMap<UserId, u8>,
    pub(crate) presses_left: u32,
    pub(crate) has_faults: bool,
    pub(crate) notices: u64,
    /// Tables that another process serves.
    pub(crate) moved: BTreeSet<TableId>,
    /// `true` if pictures are not drawn, for example because the load is high.
    pub(crate) omits_pictures: bool,
    /// `true` if the process shuts down.
    pub(crate) is_shutting_down: bool,
    pub(crate) load: Load,
    /// Number of the newest wake-up.
    wake: u64,
    pub(crate) checks: Checks,
    steps: u64,
}

pub(crate) const USERS: [UserId; 4] = [UserId(1), UserId(2), UserId(3), UserId(4)];

pub(crate) fn millis(rng: &mut fastrand::Rng, longest: u64) -> Duration {
    Duration::from_millis(rng.u64(..longest.max(1)))
}

impl World {
    pub(crate) fn new(plan: Plan) -> Self {
        let mut rng = fastrand::Rng::with_seed(plan.seed);
        let tables = (1..=1 + i64::from(rng.u8(..4) == 0)).map(TableId);
        let tables = tables.map(|table| (table, SimBoard::new(table, USERS[..3].to_vec()))).collect();
        let presses_left = rng.u32(5..60);
        let mut world = Self {
            plan,
            now: Duration::from_secs(1),
            queue: BinaryHeap::new(),
            occurrences: BTreeMap::new(),
            last: 0,
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
            steps: 0,
            rng,
        };
        world.begin();
        world.pump();
        world.after(Duration::ZERO, Occurrence::Acts);
        if plan.stops_early {
            let time = millis(&mut world.rng, 60_000);
            world.after(time, Occurrence::FaultsStop);
        }
        world
    }

    /// Runs the schedule until nothing happens any more.
    pub(crate) fn run(mut self) -> Self {
        while let Some(Reverse((time, number))) = self.queue.pop() {
            (self.now, self.checks.now) = (time, time);
            let Some(occurrence) = self.occurrences.remove(&number) else { continue };
            if matches!(occurrence, Occurrence::Wakes(number) if number != self.wake) {
                continue;
            }
            self.trace(format_args!("{occurrence:?}"));
            self.occur(occurrence);
            self.pump();
            self.steps += 1;
            assert!(self.steps < 100_000, "the channel does not settle");
        }
        assert!(self.channel.is_idle(), "a step or an interaction is left: {:?}", self.channel);
        self.check_quiet();
        self
    }

    pub(crate) fn after(&mut self, delay: Duration, occurrence: Occurrence) {
        self.last += 1;
        self.occurrences.insert(self.last, occurrence);
        self.queue.push(Reverse((self.now + delay, self.last)));
    }

    /// Prints what happens if one schedule is repeated.
    fn trace(&self, what: std::fmt::Arguments<'_>) {
        if self.plan.is_traced {
            eprintln!("{:>10.3} {what}", self.now.as_secs_f64());
        }
    }

    pub(crate) fn handle(&mut self, event: Event<SimBoard>) {
        self.trace(format_args!("    > {event:?}"));
        self.channel.handle(event, self.now);
    }

    /// Performs the effects of the channel.
    pub(crate) fn pump(&mut self) {
        for _ in 0..1_000 {
            let effects = self.channel.next(self.now);
            if effects.is_empty() {
                self.wake += 1;
                if let Some(wake) = self.channel.wake() {
                    let delay = wake.saturating_sub(self.now).max(Duration::from_millis(1));
                    self.after(delay, Occurrence::Wakes(self.wake));
                }
                if self.is_shutting_down && self.channel.is_settled() {
                    self.check_closed();
                    self.restart();
                    continue;
                }
                return;
            }
            for effect in effects {
                self.perform(effect);
            }
        }
        panic!("the channel begins steps without end");
    }

    fn perform(&mut self, effect: Effect<SimMessage>) {
        self.trace(format_args!("    < {effect:?}"));
        match effect {
            Effect::Begin(step) => {
                let is_response = matches!(step.action, Action::Respond { .. });
                let longest = match self.rng.u8(..20) {
                    0 if !is_response => 5_000,
                    0 | 1 => 400,
                    _ => 5,
                };
                let delay = millis(&mut self.rng, longest);
                self.after(delay, Occurrence::Ready(self.process, step.id));
                self.performing.insert(step.id, Performing { step, is_sent: false });
            }
            Effect::Cancel(step) => {
                let cancelled = self.performing.remove(&step).expect("an unknown step was cancelled");
                assert!(!cancelled.is_sent, "a step was cancelled although it was sent");
            }
            Effect::Answered(interaction, answer) => {
                self.checks.answered(interaction, answer);
            }
            Effect::GaveUp(_) => assert!(self.plan.has_faults, "a message was given up"),
        }
    }

    fn occur(&mut self, occurrence: Occurrence) {
        match occurrence {
            Occurrence::Acts => self.act(),
            Occurrence::Handled(process, interaction, reply) if process == self.process => {
                let reply = self.restyled(interaction, reply);
                self.checks.replied(interaction, &reply);
                self.handle(Event::Reply { interaction, reply });
            }
            Occurrence::Delivered(process, id, event) if process == self.process => self.deliver(id, event),
            Occurrence::Announced(process, table, cause) if process == self.process => {
                self.changed(table, cause);
            }
            Occurrence::Ready(process, step) if process == self.process => self.send(step),
            Occurrence::Arrives(process, step, sending) => self.arrive(process, step, sending),
            Occurrence::Answered(process, step, result) if process == self.process => {
                let performed = self.performing.remove(&step).expect("a step was finished twice");
                self.checks.finished(&performed.step);
                self.handle(Event::Finished(step, result));
                if result == Err(Failure::Refused) {
                    self.handle(Event::Access(Access::Refused));
                    if !self.discord.refuses {
                        self.after(Duration::from_secs(2), Occurrence::Opens);
                    }
                }
            }
            Occurrence::Opens if !self.discord.refuses => self.handle(Event::Access(Access::Open)),
            Occurrence::FaultsStop => self.stop_faults(),
            Occurrence::TablesChange => {
                let tables = self.tables.keys().copied();
                for table in tables.filter(|table| self.channel.has_table(*table)).collect::<Vec<_>>() {
                    self.tables.get_mut(&table).unwrap().version += 1;
                    self.changed(table, Cause::Other);
                    if self.tables[&table].stage == Stage::Ended {
                        self.handle(Event::Ended(table));
                    }
                }
            }
            Occurrence::Returns(table) => {
                self.moved.remove(&table);
                self.changed(table, Cause::Resumed);
            }
            _ => {}
        }
    }

    /// Returns a reply with the current look and the style that the user has chosen meanwhile.
    fn restyled(&self, interaction: InteractionId, mut reply: Reply<SimBoard>) -> Reply<SimBoard> {
        let user = self.discord.interactions[&interaction].user;
        let newest = self.styles.get(&user).copied().unwrap_or_default();
        match &mut reply {
            Reply::Hand { board, hand, style, extra, .. }
                if *style != newest || board.look != self.tables[&board.table].look =>
            {
                board.look = self.tables[&board.table].look;
                (*style, *extra) = (newest, Extra::None);
                *hand = board.hand(user, style).unwrap();
            }
            _ => {}
        }
        reply
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

    pub(crate) fn set_load(&mut self, load: Load) {
        self.load = load;
        self.handle(Event::Load(load));
    }

    pub(crate) fn stop_faults(&mut self) {
        self.has_faults = false;
        if std::mem::take(&mut self.discord.refuses) {
            self.handle(Event::Access(Access::Open));
        }
        self.set_load(Load::Normal);
        // Requests that were sent before still fail, but not for longer than this.
        self.after(Duration::from_secs(30), Occurrence::TablesChange);
    }

    fn send(&mut self, id: StepId) {
        let Some(performing) = self.performing.get_mut(&id) else { return };
        // The picture is drawn again if the table has changed meanwhile.
        if let (Some(newest), true) = (self.channel.content_to_draw(id), self.rng.bool()) {
            performing.step.draw = Some(newest);
        }
        if self.has_faults && self.rng.u8(..60) == 0 {
            // No permit was granted in time.
            self.performing.remove(&id);
            let failure = [Failure::NotExecuted, Failure::Refused, Failure::Invalid][self.rng.usize(..3)];
            return self.handle(Event::Finished(id, Err(failure)));
        }
        let Some(confirmed) = self.channel.confirm(id, self.now) else {
            self.performing.remove(&id);
            return;
        };
        let (has_faults, rng) = (self.has_faults, &mut self.rng);
        let performing = self.performing.get_mut(&id).unwrap();
        performing.is_sent = true;
        let action = performing.step.action.clone();
        let drawn = performing.step.draw.as_ref().and_then(|content| content.picture);
        let is_drawn = rng.u8(..5) > 0 || matches!(action, Action::AddPicture(_));
        let (payload, lacks_picture) = match confirmed {
            Confirmed::Empty => (None, false),
            Confirmed::Content { content: Content { message, picture: Some(picture), .. }, attached }
                if attached == Some(picture)
                    || is_drawn && drawn == Some(picture) && !self.omits_pictures =>
            {
                let (picture, keeps_picture) = (Some(picture), attached == Some(picture));
                (Some(Payload { message, picture, keeps_picture }), false)
            }
            Confirmed::Content { content: Content { message, picture, .. }, attached } => {
                let lacks_picture = picture.is_some() && !self.omits_pictures;
                // The earlier picture may remain until the new one is drawn.
                let keeps_picture = lacks_picture && attached.is_some() && rng.bool();
                let picture = attached.filter(|_| keeps_picture);
                (Some(Payload { message, picture, keeps_picture }), lacks_picture)
            }
        };
        let attached = payload.as_ref().and_then(|payload| payload.picture);
        let fate = match rng.u8(..100) {
            0..5 if has_faults => Fate::NotExecuted,
            5..9 if has_faults => Fate::Lost,
            9..14 if has_faults => Fate::ResultLost,
            15 if has_faults && matches!(action, Action::Respond { .. }) => Fate::Late,
            14 if has_faults && !matches!(action, Action::ReadId(..) | Action::StoreId(..)) => Fate::Invalid,
            _ => Fate::Executed,
        };
        let longest = match rng.u8(..30) {
            0 if has_faults => 8_000,
            0..3 => 700,
            _ => 60,
        };
        // The network may delay a response, but not beyond Discord's limit.
        let is_response = matches!(action, Action::Respond { .. });
        let delay = millis(rng, if is_response && !has_faults { longest.min(300) } else { longest });
        let load = if self.is_shutting_down { None } else { Some(self.load) };
        self.checks.sent(&performing.step, load, &self.discord);
        if fate == Fate::Late {
            let result = Err(Failure::Unknown);
            self.checks.result(&action, false, result, &self.discord);
            self.after(delay, Occurrence::Answered(self.process, id, result));
            // The message may have another picture then.
            let payload = payload.map(|payload| Payload { keeps_picture: false, ..payload });
            let sending = Sending { action, payload, attached, lacks_picture, fate: Fate::ResultLost };
            let arrival = delay + millis(&mut self.rng, 1_500);
            self.after(arrival, Occurrence::Arrives(self.process, id, sending));
            return;
        }
        let sending = Sending { action, payload, attached, lacks_picture, fate };
        self.after(delay, Occurrence::Arrives(self.process, id, sending));
    }

    pub(crate) fn arrive(
        &mut self,
        process: u32,
        id: StepId,
        Sending { action, payload, attached, lacks_picture, fate }: Sending,
    ) {
        let is_mark = payload.as_ref().is_some_and(|payload| payload.message.what == What::Replaced);
        let mut executed = Err(Failure::Unknown);
        let result = match fate {
            Fate::NotExecuted => Err(Failure::NotExecuted),
            Fate::Lost => Err(Failure::Unknown),
            Fate::Late => unreachable!("handled when the request is sent"),
            Fate::Invalid => {
                let table = payload.as_ref().and_then(|payload| payload.message.what.table());
                let ended = table.filter(|table| self.tables[table].stage == Stage::Ended);
                self.checks.refuses_last_content(ended);
                Err(Failure::Invalid)
            }
            Fate::Executed | Fate::ResultLost => {
                let result = match &action {
                    Action::ReadId(table, key) => {
                        let message = self.database.get(&(*table, *key)).copied();
                        Ok(Accepted { message, ..Accepted::default() })
                    }
                    Action::StoreId(table, key, message) => {
                        self.database.insert((*table, *key), *message);
                        Ok(Accepted::default())
                    }
                    _ => {
                        self.checks.arrives(&action, payload.as_ref(), &self.discord);
                        let what = payload.as_ref().map(|payload| payload.message.what.clone());
                        let result = self.discord.execute(&action, payload, self.now);
                        let of_table = what.as_ref().and_then(What::table);
                        let is_moved = of_table.is_some_and(|table| self.moved.contains(&table));
                        let is_lost = process != self.process || is_moved;
                        let is_known = fate == Fate::Executed && !is_lost;
                        self.checks.executed(
                            &action,
                            what.as_ref(),
                            (result, is_known, is_lost),
                            &self.discord,
                        );
                        result
                    }
                };
                executed = result;
                if fate == Fate::ResultLost { Err(Failure::Unknown) } else { result }
            }
        };
        self.checks.result(&action, is_mark, result, &self.discord);
        let result = result.map(|accepted| Accepted { attached, lacks_picture, ..accepted });
        // The response to an interaction can contain its message, but Discord does not always send it.
        let hides_id = self.has_faults && matches!(action, Action::Respond { .. }) && self.rng.u8(..50) == 0;
        let result = if hides_id {
            self.checks.hides_id(result.ok().and_then(|accepted| accepted.message));
            result.map(|accepted| Accepted { message: None, ..accepted })
        } else {
            result
        };
        if !self.performing.contains_key(&id) {
            self.checks.created_late(&action, executed);
            return; // the bot does not wait for the result any more
        }
        let delay = millis(&mut self.rng, if fate == Fate::ResultLost { 5_000 } else { 60 });
        self.after(delay, Occurrence::Answered(process, id, result));
    }

    /// Checks what Discord shows before the process ends.
    fn check_closed(&self) {
        let is_announced = |occurrence: &Occurrence| matches!(occurrence, Occurrence::Announced(process, ..) if *process == self.process);
        if self.plan.has_faults || self.load > Load::High || self.occurrences.values().any(is_announced) {
            return;
        }
        let served = self.tables.values().filter(|board| self.channel.has_table(board.table));
        served.for_each(|board| self.checks.check_public(board, false, &self.discord, &self.database));
    }

    /// Checks what Discord shows after everything has settled.
    fn check_quiet(&self) {
        for (table, board) in &self.tables {
            let is_kept = board.stage != Stage::Ended;
            assert_eq!(
                self.channel.has_table(*table),
                is_kept,
                "{table:?} is not dropped at its end: {:?}",
                self.channel
            );
            if self.checks.has_refused(*table) {
                continue;
            }
            let needs_pictures = !self.checks.may_lack_pictures();
            self.checks.check_public(board, needs_pictures, &self.discord, &self.database);
            for user in &board.seats {
                let style = self.styles.get(user).copied().unwrap_or_default();
                self.checks.check_hands(board, (*user, style), &self.discord, self.now);
            }
            self.checks.check_notices(board, &self.discord);
        }
        self.checks.check_interactions(&self.discord);
    }
}
