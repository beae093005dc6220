//! The actor of a table: a task that handles requests one at a time.
//!
//! Each change takes five steps in this order:
//!
//! 1. Judge: [`Evening`] decides whether the command is allowed, which events it causes, and what the state
//!    of the table is after them.
//! 2. Journal: the events are appended to the [`Journal`](super::Journal) in one transaction.
//! 3. Apply: the new state replaces the old one.
//! 4. Reply: the sender of the request receives the new state.
//! 5. Announce: the [`Announcer`](super::Announcer) receives the new state and updates the public messages.
//!
//! A change is therefore acknowledged and shown only after it is on disk. If the journal fails, the state
//! does not change and the request is refused.

mod deadlines;
mod forced_card;
mod forced_card_timer;
mod journaling;
pub(super) mod message;
pub(crate) mod recovery;
mod rejection;
mod robots;
mod searches;
pub(super) mod shared;
pub(crate) mod telemetry;
mod time_left;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use super::clock::table::TableClock;
use super::command::{Command, CommandOutcome, Refusal, Request, TableReply};
use super::evening::change::Change;
use super::evening::judge::Judgement;
use super::evening::state::Evening;
use super::ports::{JournalError, Notice, TableUpdate, UpdateCause};
use super::robots::turns::{RobotTurn, robot_action};
use super::served_shards::ServedShard;
use super::{RequestId, TableEvent, TableId, TableView, UnixMillis, UserId};
use forced_card_timer::ForcedCardTimer;
use message::Message;
use recovery::RestoredTable;
use shared::Shared;
use telemetry::Initiator;
use time_left::time_left;

/// Number of recent interaction ids kept for each table to detect duplicates.
const REMEMBERED_REQUESTS: usize = 128;

/// The answer to a request, and the update to announce if the table has changed.
type Answer = (Result<TableReply, Refusal>, Option<TableUpdate>);

/// A task that owns the state of one table and processes its messages.
pub(super) struct Actor {
    id: TableId,
    shared: Arc<Shared>,
    mailbox: mpsc::Receiver<Message>,
    /// Cancelled when the table must be unloaded because this process no longer serves its shard.
    moved: CancellationToken,
    clock: TableClock,
    evening: Evening,
    view: Arc<TableView>,
    /// Deadline for the next action, on the game clock.
    ///
    /// When it passes, a robot plays for the player whose turn it is. If no deal is in progress, the next
    /// deal begins by itself, or the table is closed as abandoned. It is postponed if the channel rejects
    /// messages.
    deadline: Option<UnixMillis>,
    /// `true` if a player has to begin the next deal despite the pause between deals, because the players may
    /// be away. Set when the table is restored, and whenever the deal has not begun by itself.
    awaits_return: bool,
    requests: VecDeque<RequestId>,
    pinged: bool,
    /// `true` if unreadable events were removed when the table was restored and this has not been announced
    /// yet.
    was_truncated: bool,
    /// Robot search in progress for the current turn. Dropping it cancels the search.
    robot: Option<RobotTurn>,
    /// Delay before a failed action by a robot or timer is retried.
    retry_delay: Duration,
    /// Earliest time at which a failed action of a robot or a timer may be retried.
    not_before: Instant,
    /// Game-clock time at which writes to the journal started to fail. `None` if the last write succeeded.
    failing_since: Option<UnixMillis>,
    /// Game-clock time at which the time limit of the current turn has passed while the channel rejected
    /// messages. `None` if it has not, or if the channel accepts messages again.
    rejected_since: Option<UnixMillis>,
    /// Number of failed robot searches in the current turn.
    ///
    /// After a failure, a simpler robot plays so that the game can continue.
    robot_failures: u8,
    forced_card_timer: ForcedCardTimer,
    last_used: Instant,
}

impl Actor {
    /// Creates the actor for a table that was restored from the journal.
    pub(super) fn wake(
        id: TableId,
        restored: RestoredTable,
        shared: Arc<Shared>,
        shard: ServedShard,
        mailbox: mpsc::Receiver<Message>,
    ) -> Self {
        let RestoredTable { evening, requests, deadline, clock_lag, was_truncated } = restored;
        let clock = TableClock::new(shard.clock, clock_lag);
        // `ensure_deadline` sets another one.
        let deadline = deadline.filter(|_| evening.pause_before_next_deal().is_none());
        let on_the_wall = deadline.map(|at| clock.on_the_wall(at));
        let view = Arc::new(evening.table_view(id, on_the_wall, time_left(&evening, &clock), false));
        Self {
            id,
            mailbox,
            moved: shard.stop,
            clock,
            evening,
            view,
            deadline,
            awaits_return: true,
            requests: requests.into(),
            pinged: false,
            was_truncated,
            robot: None,
            retry_delay: Duration::ZERO,
            not_before: Instant::now(),
            failing_since: None,
            rejected_since: None,
            robot_failures: 0,
            forced_card_timer: ForcedCardTimer::default(),
            last_used: Instant::now(),
            shared,
        }
    }

    /// Handles messages, timers and robot actions until the table is unloaded or the bot stops.
    ///
    /// Each step runs in a boxed future to keep the task small, because every loaded table has a task and
    /// most are idle.
    pub(super) async fn run(mut self: Box<Self>) {
        Box::pin(self.ensure_deadline()).await;
        if std::mem::take(&mut self.was_truncated) {
            self.announce(Some(Notice::CutBack));
        }
        loop {
            self.start_due_robot();
            let alarm = self.alarm();
            let unload_at = self.last_used + self.shared.options.sleep_after;
            tokio::select! {
                biased;
                () = self.shared.stop.cancelled() => break,
                () = self.moved.cancelled() => break,
                message = self.mailbox.recv() => match message {
                    Some(message) => self.run_in_span(message.by(), |table| table.receive(message)).await,
                    None => break,
                },
                done = robot_action(&mut self.robot) => {
                    self.run_in_span(Initiator::Robot, |table| table.robot_acts(done)).await;
                }
                () = sleep_until_some(alarm) => self.run_in_span(Initiator::Clock, Self::on_alarm).await,
                () = sleep_until(unload_at), if self.may_unload() => break,
            }
        }
        self.close_mailbox();
    }

    /// Returns `true` if the table may be unloaded from memory.
    ///
    /// A table stays loaded while a robot is searching, and before a deal that begins by itself. It also
    /// stays loaded while the journal fails or the channel rejects messages, because the time at which this
    /// began is kept only in memory.
    fn may_unload(&self) -> bool {
        let begins_deal = self.view.next_deal.is_some();
        let has_failed = self.failing_since.is_some() || self.rejected_since.is_some();
        self.robot.is_none() && !has_failed && !begins_deal
    }

    fn span(&self, by: Initiator) -> Span {
        telemetry::action(self.id, self.evening.version, by)
    }

    /// Returns a boxed future that runs `work` inside a tracing span.
    fn run_in_span<'a, Work>(
        &'a mut self,
        by: Initiator,
        work: impl FnOnce(&'a mut Self) -> Work,
    ) -> BoxFuture<'a, ()>
    where
        Work: Future<Output = ()> + Send + 'a,
    {
        let span = self.span(by);
        Box::pin(work(self).instrument(span))
    }

    /// Closes the mailbox and rejects the remaining requests. Their senders then reload the table and retry.
    fn close_mailbox(mut self) {
        self.mailbox.close();
        while let Ok(message) = self.mailbox.try_recv() {
            match message {
                Message::Ask(_, _, reply) => drop(reply.send(Err(Refusal::Gone))),
                Message::Close(reply) => drop(reply.send(Err(Refusal::Gone))),
                Message::Announce(_) | Message::ClockResumed(_) => {}
            }
        }
        tracing::debug!(table = %self.id, "table unloaded from memory");
    }

    async fn receive(&mut self, message: Message) {
        self.last_used = Instant::now();
        match message {
            Message::Ask(request, cause, reply) => {
                let asked = self.ask(&request).await;
                let (answer, update) = asked.unwrap_or_else(|refused| (Err(refused), None));
                telemetry::record_reply(&answer);
                // The sender may have stopped waiting; the change remains.
                let _ = reply.send(answer);
                if let Some(update) = update {
                    self.shared.announcer.announce(TableUpdate { cause, ..update });
                }
            }
            Message::Announce(cause) => {
                self.shared.announcer.announce(TableUpdate { cause, ..self.update(None) });
            }
            Message::ClockResumed(paused_for) => self.clock_resumed(paused_for),
            Message::Close(reply) => {
                let closed = self.close().await;
                // The sender may have stopped waiting; the evening has ended all the same.
                let _ = reply.send(closed);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Refusal> {
        let Some(change) = self.evening.judge_without_channel() else { return Ok(()) };
        self.commit(change?, None).await.map_err(gone_on_conflict)?;
        self.announce(None);
        Ok(())
    }

    /// Executes a request. Returns the answer and, if the table has changed, the update to announce.
    async fn ask(&mut self, request: &Request) -> Result<Answer, Refusal> {
        if request.channel != self.evening.channel {
            return Err(Refusal::OtherChannel);
        }
        if request.id.is_some_and(|id| self.requests.contains(&id)) {
            return Ok((Ok(self.reply(request.user, CommandOutcome::Repeated)), None));
        }
        let version = self.evening.version;
        self.store_changed_name(request).await;
        let done = self.perform(request).await;
        let notice = match request.command {
            Command::Invite(user) if matches!(done, Ok(CommandOutcome::Done)) => {
                Some(Notice::Invited { user, by: request.user })
            }
            _ => None,
        };
        let update = (self.evening.version > version).then(|| self.update(notice));
        match done {
            Ok(outcome) => Ok((Ok(self.reply(request.user, outcome)), update)),
            Err(refused) => Ok((Err(refused), update)),
        }
    }

    /// Stores the display name of the sender if it has changed, unless the journal is known to be
    /// unavailable.
    async fn store_changed_name(&mut self, request: &Request) {
        if self.failing_since.is_none()
            && let Some(change) = self.evening.renamed(request.user, &request.name)
        {
            // If the journal fails, the previous name remains until the next request.
            let _ = self.commit(change, None).await;
        }
    }

    /// Performs the command of a request.
    async fn perform(&mut self, request: &Request) -> Result<CommandOutcome, Refusal> {
        match self.judge(request, self.clock.now_in_events()).await? {
            Judgement::Stale => Ok(CommandOutcome::Stale),
            Judgement::Unchanged => Ok(CommandOutcome::Done),
            Judgement::Change(change) => {
                let action = self.timed_action(request);
                self.commit(*change, request.id).await.map_err(gone_on_conflict)?;
                if let Some(action) = action {
                    self.record_action(&action);
                }
                Ok(CommandOutcome::Done)
            }
            Judgement::Unconfirmed(change, refusal) => {
                if let Some(change) = change {
                    self.commit(*change, None).await.map_err(gone_on_conflict)?;
                }
                Err(refusal)
            }
        }
    }

    fn reply(&self, user: UserId, outcome: CommandOutcome) -> TableReply {
        self.evening.reply(user, outcome, Arc::clone(&self.view))
    }

    fn announce(&self, notice: Option<Notice>) {
        self.shared.announcer.announce(self.update(notice));
    }

    fn update(&self, notice: Option<Notice>) -> TableUpdate {
        TableUpdate {
            table_view: Arc::clone(&self.view),
            player_views: self.evening.player_views(),
            notice,
            cause: UpdateCause::Other,
        }
    }

    /// Appends the events of `change` to the journal, then updates the table's state in memory.
    async fn commit(&mut self, change: Change, request: Option<RequestId>) -> Result<(), Refusal> {
        let Change { events, evening: next, .. } = change;
        let moved = next.turn_key() != self.evening.turn_key();
        let awaited_return = self.awaits_return;
        let is_return = |event: &TableEvent| {
            matches!(event, TableEvent::TookBack { .. } | TableEvent::PauseChanged { .. })
        };
        // Once a deal does not begin by itself, only a person who is back lets it begin.
        self.awaits_return |= self.pause_before_next_deal(&self.evening).is_none();
        self.awaits_return &= !moved && !events.iter().any(is_return);
        let deadline = self.next_deadline(&next, moved);
        let settled = self.evening.is_dealing() && !next.is_dealing();
        let finished = if settled { next.finished_deal() } else { None };
        if let Err(error) = self.append(events, request, deadline, finished).await {
            self.awaits_return = awaited_return;
            return Err(error.into());
        }
        self.evening = next;
        if self.evening.ended.is_some() {
            self.shared.open_tables.remove(self.evening.channel, self.id);
        }
        (self.retry_delay, self.robot_failures) = (Duration::ZERO, 0);
        if moved {
            (self.pinged, self.rejected_since) = (false, None);
            self.robot = None;
            self.start_forced_card_timer();
        }
        if let Some(request) = request {
            self.requests.push_back(request);
            self.requests.drain(..self.requests.len().saturating_sub(REMEMBERED_REQUESTS));
        }
        self.set_deadline(deadline);
        Ok(())
    }

    async fn commit_and_announce(&mut self, change: Change, notice: Option<Notice>) {
        if self.commit(change, None).await.is_ok() {
            telemetry::record_outcome("done");
            self.announce(notice);
        } else {
            telemetry::record_outcome("failed"); // the failing step has logged the reason
            self.back_off();
        }
    }
}

/// Converts a write conflict to [`Refusal::Gone`] and returns any other refusal unchanged.
///
/// A conflict means that another actor has written to the table's journal. The sender of the request must
/// reload the table and retry.
fn gone_on_conflict(refused: Refusal) -> Refusal {
    match refused {
        Refusal::NotKept(JournalError::Conflict { .. }) => Refusal::Gone,
        refused => refused,
    }
}

/// Waits until a time. Never returns if there is none.
async fn sleep_until_some(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => std::future::pending().await,
    }
}
