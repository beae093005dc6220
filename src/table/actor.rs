//! One task a table: commands in, answers out, one at a time.
//!
//! The order of every change: judge, append to the journal, apply, answer, announce. What was
//! acknowledged is on the disk; what is not on the disk did not happen.

mod deadlines;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::command::{Answer, Outcome, Refused, Request};
use super::evening::Evening;
use super::game_clock::GameClock;
use super::judge::Verdict;
use super::ports::{Announcer, Batch, FinishedDeal, Journal, JournalError, News, Notice};
use super::robots::{Mind, Robots, thought};
use super::traced::{self, By};
use super::waking::Woken;
use super::{
    Chance, Clock, Millis, Options, PlayerId, RequestId, Scene, TableEvent, TableId, Thinkers, UserId,
};
use crate::ai::Level;
use crate::rules::{Action, View};

/// How many interactions are remembered, so that one that comes twice counts once.
const REQUESTS_KEPT: usize = 128;

/// What all tables share.
pub(super) struct Shared {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) announcer: Arc<dyn Announcer>,
    pub(super) options: Options,
    pub(super) chance: Chance,
    /// The wall's.
    pub(super) clock: Clock,
    /// By which time runs out.
    pub(super) game_clock: GameClock,
    pub(super) robots: Robots,
    /// Who looks at finished deals.
    pub(super) analysts: Thinkers,
    pub(super) stop: CancellationToken,
}

/// Something for a table to do.
pub(super) enum Message {
    /// Answer a person.
    Ask(Box<Request>, oneshot::Sender<Result<Answer, Refused>>),
    /// Say again how things stand; after a restart nothing else would.
    Announce,
    /// The clock goes on after so long.
    ClockGoesOn(Duration),
    /// The channel is not there any more.
    Close(oneshot::Sender<Result<(), Refused>>),
}

impl Message {
    const fn by(&self) -> By {
        match self {
            Self::Ask(request, _) => By::Person(request.id),
            Self::Announce | Self::ClockGoesOn(_) | Self::Close(_) => By::Bot,
        }
    }
}

/// A table being played.
pub(super) struct Actor {
    id: TableId,
    shared: Arc<Shared>,
    mailbox: mpsc::Receiver<Message>,
    evening: Evening,
    scene: Arc<Scene>,
    /// When the table acts by itself, by the tables' clock: plays for whom it awaits, or ends an abandoned evening.
    deadline: Option<Millis>,
    requests: VecDeque<RequestId>,
    pinged: bool,
    /// Whether the last moves had to be taken back when it was woken, which is to be told.
    was_cut: bool,
    /// The robot that thinks about this turn; dropped, it stops.
    robot: Option<Mind>,
    /// How long after something failed it is tried again.
    patience: Duration,
    /// Not before this, whatever is asked meanwhile.
    not_before: Instant,
    /// Since when, by the tables' clock, the journal takes nothing, as far as this table knows.
    failing_since: Option<Millis>,
    /// How often a robot has failed at this turn: then simpler ones go on, so that no table stands
    /// still for a robot's sake.
    stumbles: u8,
    touched: Instant,
}

impl Actor {
    /// A table as it stands in the journal.
    pub(super) fn wake(
        id: TableId,
        woken: Woken,
        shared: Arc<Shared>,
        mailbox: mpsc::Receiver<Message>,
    ) -> Self {
        let Woken { evening, requests, deadline, was_cut } = woken;
        let scene = Arc::new(evening.scene(id, deadline.map(|at| shared.game_clock.on_the_wall(at))));
        Self {
            id,
            mailbox,
            evening,
            scene,
            deadline,
            requests: requests.into(),
            pinged: false,
            was_cut,
            robot: None,
            patience: Duration::ZERO,
            not_before: Instant::now(),
            failing_since: None,
            stumbles: 0,
            touched: Instant::now(),
            shared,
        }
    }

    /// Works until there is nothing left to do.
    ///
    /// What is worked on is in boxes: there are as many of these tasks as tables, and hardly any is at work.
    pub(super) async fn run(mut self: Box<Self>) {
        Box::pin(self.keep_deadline()).await;
        if std::mem::take(&mut self.was_cut) {
            self.shared.announcer.announce(self.news(Some(Notice::CutBack)));
        }
        loop {
            self.set_robot_thinking();
            let alarm = self.alarm();
            tokio::select! {
                biased;
                () = self.shared.stop.cancelled() => break,
                message = self.mailbox.recv() => match message {
                    Some(message) => self.does(message.by(), |table| table.receive(message)).await,
                    None => break,
                },
                done = thought(&mut self.robot) => self.does(By::Robot, |table| table.robot_acts(done)).await,
                () = at(alarm) => self.does(By::Clock, Self::ring).await,
                () = sleep_until(self.touched + self.shared.options.sleep_after), if self.may_sleep() => break,
            }
        }
        self.fall_asleep();
    }

    /// Since when the journal takes nothing is known here alone.
    const fn may_sleep(&self) -> bool {
        self.robot.is_none() && self.failing_since.is_none()
    }

    fn span(&self, by: By) -> Span {
        traced::action(self.id, self.evening.version, by)
    }

    /// Does something in its span, in a box of its own.
    fn does<'a, Doing>(&'a mut self, by: By, doing: impl FnOnce(&'a mut Self) -> Doing) -> BoxFuture<'a, ()>
    where
        Doing: Future<Output = ()> + Send + 'a,
    {
        let span = self.span(by);
        Box::pin(traced::within(span, doing(self)))
    }

    /// Whoever asks from now on finds the door closed and wakes the table again.
    fn fall_asleep(mut self) {
        self.mailbox.close();
        while let Ok(message) = self.mailbox.try_recv() {
            match message {
                Message::Ask(_, reply) => drop(reply.send(Err(Refused::Gone))),
                Message::Close(reply) => drop(reply.send(Err(Refused::Gone))),
                Message::Announce | Message::ClockGoesOn(_) => {}
            }
        }
        tracing::debug!(table = %self.id, "the table sleeps");
    }

    async fn receive(&mut self, message: Message) {
        self.touched = Instant::now();
        match message {
            Message::Ask(request, reply) => {
                let (answer, news) = match self.ask(&request).await {
                    Ok((answer, news)) => (Ok(answer), news),
                    Err(refused) => (Err(refused), None),
                };
                traced::answered(&answer);
                // The person may have gone; what was done stays done.
                let _ = reply.send(answer);
                if let Some(news) = news {
                    self.shared.announcer.announce(news);
                }
            }
            Message::Announce => {
                self.shared.announcer.announce(self.news(None));
            }
            Message::ClockGoesOn(stood) => self.clock_goes_on(stood),
            Message::Close(reply) => {
                let closed = self.close().await;
                // Whoever asked may have gone; the evening is over all the same.
                let _ = reply.send(closed);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Refused> {
        let events = self.evening.judge_without_channel();
        if !events.is_empty() {
            self.commit(events, None).await.map_err(asleep_on_conflict)?;
            self.shared.announcer.announce(self.news(None));
        }
        Ok(())
    }

    async fn ask(&mut self, request: &Request) -> Result<(Answer, Option<News>), Refused> {
        if request.id.is_some_and(|id| self.requests.contains(&id)) {
            return Ok((self.answer(request.user, Outcome::Repeated), None));
        }
        let shared = Arc::clone(&self.shared);
        let mut seeds = || {
            shared.chance.seed().map_err(|error| {
                tracing::error!(%error, "the operating system gives no randomness");
                Refused::NotKept(JournalError::Unavailable(error.to_string()))
            })
        };
        let verdict = self.evening.judge(request.user, &request.name, &request.command, &mut seeds)?;
        match verdict {
            Verdict::Stale => Ok((self.answer(request.user, Outcome::Stale), None)),
            Verdict::Events(events) if events.is_empty() => {
                Ok((self.answer(request.user, Outcome::Done), None))
            }
            Verdict::Events(events) => {
                self.commit(events, request.id).await.map_err(asleep_on_conflict)?;
                let news = self.news(None);
                Ok((self.answer(request.user, Outcome::Done), Some(news)))
            }
        }
    }

    fn answer(&self, user: UserId, outcome: Outcome) -> Answer {
        self.evening.answer(user, outcome, Arc::clone(&self.scene))
    }

    fn news(&self, notice: Option<Notice>) -> News {
        News { scene: Arc::clone(&self.scene), eyes: self.evening.eyes(), notice }
    }

    /// Writes the events down, then takes them in.
    async fn commit(&mut self, events: Vec<TableEvent>, request: Option<RequestId>) -> Result<(), Refused> {
        let mut next = self.evening.clone();
        for event in &events {
            next.apply(event)
                .map_err(|error| JournalError::Corrupt { table: self.id, reason: error.to_string() })?;
        }
        let moved = turn_key(&next) != turn_key(&self.evening);
        let deadline = self.next_deadline(&next, moved);
        let settled = self.evening.is_dealing() && !next.is_dealing();
        let finished = if settled { next.finished_deal() } else { None };
        self.append(events, request, deadline, finished).await?;
        self.evening = next;
        (self.patience, self.stumbles) = (Duration::ZERO, 0);
        if moved {
            self.pinged = false;
            self.robot = None;
        }
        if let Some(request) = request {
            self.remember(request);
        }
        self.set_deadline(deadline);
        Ok(())
    }

    async fn append(
        &mut self,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        deadline: Option<Millis>,
        finished: Option<FinishedDeal>,
    ) -> Result<(), JournalError> {
        let closed = events.iter().find_map(|event| match event {
            TableEvent::Ended { shares, .. } => Some(shares.clone()),
            _ => None,
        });
        let (table, first, at) = (self.id, self.evening.version, self.shared.clock.now());
        let batch = Batch { table, first, events, request, deadline, finished, closed, at };
        let written = self.shared.journal.append(batch).await;
        match &written {
            Ok(()) => (self.failing_since, self.not_before) = (None, Instant::now()),
            Err(error) => {
                if let JournalError::Unavailable(_) = error {
                    // Said once for all tables where the journal is watched.
                    tracing::debug!(table = %self.id, %error, "an action could not be written down");
                    self.failing_since.get_or_insert(self.shared.game_clock.now());
                } else {
                    tracing::error!(table = %self.id, %error, "an action could not be written down");
                }
                if let JournalError::Conflict { .. } = error {
                    self.mailbox.close(); // someone else holds this table: wake it anew from the journal
                }
            }
        }
        written
    }

    fn remember(&mut self, request: RequestId) {
        self.requests.push_back(request);
        while self.requests.len() > REQUESTS_KEPT {
            self.requests.pop_front();
        }
    }

    async fn robot_acts(&mut self, action: Option<Action>) {
        self.robot = None;
        let Some((_, _, player)) = self.evening.turn() else { return };
        // Whose seat no robot holds has let the hard limit run out.
        let missed = player.user().filter(|_| !self.evening.is_robots(player));
        let misses_allowed = missed.map(|_| self.shared.options.misses_allowed);
        let judged = action
            .ok_or(Refused::Gone)
            .and_then(|action| self.evening.judge_robot(player, action, misses_allowed));
        match judged {
            Ok(events) => {
                let holds = events.iter().any(|event| matches!(event, TableEvent::StoodIn { .. }));
                let notice = missed.map(|user| Notice::PlayedFor { user, holds });
                self.commit_by_itself(events, notice).await;
            }
            Err(error) => {
                let why = traced::without_cards(&error);
                tracing::error!(table = %self.id, why, "a robot's action was refused");
                self.stumbles = self.stumbles.saturating_add(1);
                self.lose_patience();
            }
        }
    }

    async fn commit_by_itself(&mut self, events: Vec<TableEvent>, notice: Option<Notice>) {
        if self.commit(events, None).await.is_ok() {
            traced::came("done");
            self.shared.announcer.announce(self.news(notice));
        } else {
            traced::came("failed"); // why is logged where it failed
            self.lose_patience();
        }
    }

    /// Has a robot think where it is a robot's turn.
    fn set_robot_thinking(&mut self) {
        if self.robot.is_some() {
            return;
        }
        let Some((current, seat, player)) = self.evening.turn() else { return };
        if self.evening.is_robots(player) {
            let own = current.seats[seat].level.unwrap_or(Level::USUAL);
            let pace = self.shared.options.robot_pace + self.patience;
            self.robot = Some(self.mind(current.deal.view(Some(seat)), own, pace));
        }
    }

    /// The hard limit ran out: a robot thinks about what the person might have done. Should they do
    /// something after all before it is ready, that counts.
    fn think_for_person(&mut self) {
        if let Some((current, seat, _)) = self.evening.turn() {
            self.robot = Some(self.mind(current.deal.view(Some(seat)), Level::USUAL, Duration::ZERO));
        }
    }

    fn mind(&self, view: View, level: Level, pace: Duration) -> Mind {
        let Shared { robots, chance, .. } = &*self.shared;
        let _while_it_is_made = self.span(By::Robot).entered();
        match self.stumbles {
            0 => robots.think(level, view, pace, chance),
            1 => Robots::answer_at_once(Level::Easy, view, pace, chance),
            _ => Robots::answer_at_once(Level::Random, view, pace, chance),
        }
    }
}

/// Someone else holds the table: whoever asks is to ask again, and finds it awake there.
fn asleep_on_conflict(refused: Refused) -> Refused {
    match refused {
        Refused::NotKept(JournalError::Conflict { .. }) => Refused::Gone,
        refused => refused,
    }
}

/// What has to change for the clock to start anew: the deal, who is awaited, and for which move.
fn turn_key(evening: &Evening) -> Option<(u32, u32, PlayerId, bool)> {
    let (current, _, player) = evening.turn()?;
    Some((current.number, current.deal.version(), player, evening.is_robots(player)))
}

async fn at(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => std::future::pending().await,
    }
}
