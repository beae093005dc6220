//! Deadline handling: forced cards, pings, turns that robots play for people, deals that begin by themselves,
//! and the end of abandoned evenings.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Actor;
use super::time_left::time_left;
use crate::table::evening::change::Change;
use crate::table::evening::state::Evening;
use crate::table::ports::Notice;
use crate::table::{Options, Refusal, UnixMillis};

/// Minimum length of a pause of the game clock after which all messages are updated immediately.
///
/// The updated messages show the new deadlines. After a shorter pause, messages show the old deadlines until
/// their next update.
const MIN_ANNOUNCED_PAUSE: Duration = Duration::from_secs(30);

impl Actor {
    /// Sets and stores a deadline if the table does not have one, for example because it is new.
    pub(super) async fn ensure_deadline(&mut self) {
        if self.deadline.is_none() {
            self.restart_deadline().await;
        }
    }

    /// Sets and stores a new deadline for the current state.
    pub(super) async fn restart_deadline(&mut self) {
        self.set_deadline(self.new_deadline(&self.evening));
        // The failure is logged by `append`; the deadline still holds in memory.
        let _ = self.append(Vec::new(), None, self.deadline, None).await;
    }

    pub(super) fn set_deadline(&mut self, deadline: Option<UnixMillis>) {
        self.deadline = deadline;
        let on_the_wall = deadline.map(|deadline| self.clock.on_the_wall(deadline));
        let time_left = time_left(&self.evening, &self.clock);
        let begins_deal = self.pause_before_next_deal(&self.evening).is_some();
        self.view = Arc::new(self.evening.table_view(self.id, on_the_wall, time_left, begins_deal));
    }

    /// Returns the time after which the next deal begins by itself. Returns `None` if a player begins it.
    pub(super) fn pause_before_next_deal(&self, evening: &Evening) -> Option<Duration> {
        evening.pause_before_next_deal().filter(|_| !self.awaits_return)
    }

    /// Returns the deadline, extended by the duration of the current journal outage.
    ///
    /// The time is added because the player may have tried to act during the outage.
    fn extended_deadline(&self) -> Option<UnixMillis> {
        let lost = self.failing_since.map(|since| self.clock.now().since(since));
        self.deadline.map(|deadline| deadline.after(lost.unwrap_or_default()))
    }

    /// Returns the table's deadline after a change to the state `next`. `moved` is `true` if the change
    /// starts a new turn.
    ///
    /// The time limit restarts if a new turn starts or if no deal is in progress. Otherwise, and during the
    /// pause before a deal that begins by itself, the current deadline is kept and only extended by the
    /// duration of a journal outage.
    pub(super) fn next_deadline(&self, next: &Evening, moved: bool) -> Option<UnixMillis> {
        let pause = self.pause_before_next_deal(&self.evening);
        let goes_on = next.is_dealing() || (pause.is_some() && pause == self.pause_before_next_deal(next));
        if moved || !goes_on { self.new_deadline(next) } else { self.extended_deadline() }
    }

    fn new_deadline(&self, evening: &Evening) -> Option<UnixMillis> {
        let options = &self.shared.options;
        let now = self.clock.now();
        match evening.turn() {
            _ if evening.ended.is_some() => None,
            // Due at once: if the table is unloaded during a robot's turn, the next sweep restores it.
            Some((_, _, player)) if evening.is_robots(player) => Some(now),
            Some(_) => Some(now.after(options.hard_limit)),
            None => Some(now.after(self.pause_before_next_deal(evening).unwrap_or(options.abandon_after))),
        }
    }

    /// Updates the deadline that is shown to players after the game clock was stopped for `paused_for`.
    ///
    /// Updates the table's messages only if the clock was stopped for at least [`MIN_ANNOUNCED_PAUSE`], or if
    /// the next deal begins by itself. If the clock was stopped for that long, a player has to begin the
    /// deal. Otherwise, the pause before the deal begins again.
    pub(super) fn clock_resumed(&mut self, paused_for: Duration) {
        let is_long = paused_for >= MIN_ANNOUNCED_PAUSE;
        let begins_deal = self.pause_before_next_deal(&self.evening).is_some();
        if begins_deal {
            self.awaits_return = is_long;
            self.deadline = self.new_deadline(&self.evening);
        }
        self.set_deadline(self.deadline);
        if is_long || begins_deal {
            self.announce(None);
        }
    }

    /// Returns the time of the next alarm.
    ///
    /// This is the time to play a forced card or to ping the player whose turn it is, or the deadline if
    /// neither is planned. Returns `None` while a robot is searching, while the game clock is stopped, or if
    /// there is no deadline.
    pub(super) fn alarm(&self) -> Option<Instant> {
        if self.robot.is_some() {
            return None; // the robot acts when its search is done
        }
        let next = self.ping_time().or(self.deadline);
        let next = next.into_iter().chain(self.forced_card_timer.play_at).min()?;
        let at = self.clock.instant(next)?;
        Some(at.max(self.not_before))
    }

    /// Returns the time at which to ping the player whose turn it is, or `None` if no ping is due in this
    /// turn. A player who plays with robots only is never pinged, because nobody waits.
    fn ping_time(&self) -> Option<UnixMillis> {
        let Options { soft_limit, hard_limit, .. } = self.shared.options;
        let is_awaited = self.evening.chairs.iter().filter(|chair| !chair.player.is_robot()).count() > 1;
        let pings = self.evening.is_dealing() && is_awaited && !self.pinged && soft_limit < hard_limit;
        self.deadline.filter(|_| pings).map(|deadline| deadline.before(hard_limit.saturating_sub(soft_limit)))
    }

    /// Handles an alarm: plays a forced card, pings the player whose turn it is, starts a robot for that
    /// player, begins the next deal, or closes an abandoned table.
    pub(super) async fn on_alarm(&mut self) {
        if self.clock.stands_still() {
            return; // stopped after the alarm was set
        }
        let now = self.clock.now();
        let has_come = |at: Option<UnixMillis>| at.is_some_and(|at| at <= now);
        if has_come(self.forced_card_timer.play_at) {
            return self.play_forced_card().await;
        }
        let due = has_come(self.deadline);
        if due && self.failing_since.is_some() {
            return self.resume_after_outage().await;
        }
        if due && self.postpone_if_rejected().await {
            return;
        }
        match self.evening.turn().and_then(|(_, _, player)| player.user()) {
            Some(_) if due => self.start_robot_for_person(),
            Some(user) if has_come(self.ping_time()) => {
                self.pinged = true;
                self.announce(Some(Notice::Awaited(user)));
            }
            None if due && self.evening.ended.is_none() && !self.evening.is_dealing() => {
                self.commit_judged(self.judge_idle()).await;
            }
            None if due => self.set_deadline(None),
            // The alarm was too early because the game clock changed; the loop sets it again.
            _ => {}
        }
    }

    /// Performs a change that is due, unless it is refused. Tries again later if this fails.
    pub(super) async fn commit_judged(&mut self, judged: Result<Change, Refusal>) {
        match judged {
            Ok(change) => self.commit_and_announce(change, None).await,
            Err(_) => self.back_off(), // logged where it occurred
        }
    }

    /// Returns the change that is due while no deal is in progress: the next deal, or the end of an abandoned
    /// session.
    fn judge_idle(&self) -> Result<Change, Refusal> {
        if self.pause_before_next_deal(&self.evening).is_none() {
            return self.evening.judge_abandoned();
        }
        let mut next_seed = || self.shared.next_seed();
        self.evening.judge_automatic_deal(&mut next_seed, self.clock.now_in_events())
    }

    /// Handles a deadline that passed during a journal outage.
    ///
    /// If the journal works again, extends the deadline by the duration of the outage, or begins the pause
    /// before the next deal again. Otherwise, tries again later.
    async fn resume_after_outage(&mut self) {
        let begins_deal = self.pause_before_next_deal(&self.evening).is_some();
        let deadline = if begins_deal { self.new_deadline(&self.evening) } else { self.extended_deadline() };
        if self.append(Vec::new(), None, deadline, None).await.is_ok() {
            self.set_deadline(deadline);
            self.announce(None);
        } else {
            self.back_off();
        }
    }

    /// Increases the back-off delay after a failure. The delay starts at 1 s and doubles up to 1 min.
    pub(super) fn back_off(&mut self) {
        self.retry_delay = (self.retry_delay * 2).clamp(Duration::from_secs(1), Duration::from_mins(1));
        self.not_before = Instant::now() + self.retry_delay;
    }
}
