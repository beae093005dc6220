//! When a table acts by itself, and what it does then.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use super::Actor;
use crate::table::Millis;
use crate::table::evening::Evening;
use crate::table::ports::Notice;

/// Times that are put off by less than this are not shown anew for it.
const WORTH_TELLING: Duration = Duration::from_secs(30);

impl Actor {
    /// A new table has no deadline yet: it is written down before anything else.
    pub(super) async fn keep_deadline(&mut self) {
        if self.deadline.is_none() {
            self.set_deadline(self.new_deadline(&self.evening));
            // Logged where it fails; the deadline holds in memory all the same.
            let _ = self.append(Vec::new(), None, self.deadline, None).await;
        }
    }

    pub(super) fn set_deadline(&mut self, deadline: Option<Millis>) {
        self.deadline = deadline;
        self.scene = Arc::new(self.evening.scene(self.id, self.deadline));
    }

    /// The deadline, put off by the time that the journal has been taking nothing: whoever was to act may
    /// have tried.
    fn made_up(&self) -> Option<Millis> {
        let lost = self.failing_since.map(|since| self.shared.clock.now().since(since));
        self.deadline.map(|deadline| deadline.after(lost.unwrap_or_default()))
    }

    /// The deadline of what comes next: a new one where somebody else is awaited, or the same one for something
    /// else; otherwise it runs on.
    pub(super) fn next_deadline(&self, next: &Evening, moved: bool) -> Option<Millis> {
        if moved || !next.is_dealing() { self.new_deadline(next) } else { self.made_up() }
    }

    fn new_deadline(&self, evening: &Evening) -> Option<Millis> {
        let options = &self.shared.options;
        let now = self.shared.clock.now();
        match evening.turn() {
            _ if evening.ended.is_some() => None,
            // Due at once: should this table be put away at a robot's turn, the next sweep wakes it.
            Some((_, _, player)) if evening.is_robots(player) => Some(now),
            Some(_) => Some(now.after(options.hard_limit)),
            None => Some(now.after(options.abandon_after)),
        }
    }

    /// Nobody could reach the bot for so long.
    pub(super) fn put_off(&mut self, by: Duration) {
        self.set_deadline(self.deadline.map(|deadline| deadline.after(by)));
        if by >= WORTH_TELLING {
            self.shared.announcer.announce(self.news(None));
        }
    }

    /// When to wake by oneself: to ping, or at the deadline.
    pub(super) fn alarm(&self) -> Option<Instant> {
        let deadline = self.deadline?;
        if self.robot.is_some() || self.shared.paused.load(Ordering::Relaxed) {
            return None; // it acts when it has thought; and who can't be reached is not awaited
        }
        let options = &self.shared.options;
        let soft = options.hard_limit.saturating_sub(options.soft_limit);
        let pings = self.evening.is_dealing() && !self.pinged && options.soft_limit < options.hard_limit;
        let at = self.shared.clock.instant(deadline);
        Some(if pings { at.checked_sub(soft).unwrap_or_else(Instant::now) } else { at }.max(self.not_before))
    }

    /// The time has come: whoever is awaited is pinged, or played for, or the evening ends.
    pub(super) async fn ring(&mut self) {
        if self.shared.paused.load(Ordering::Relaxed) {
            return; // only now
        }
        let now = self.shared.clock.now();
        let due = self.deadline.is_some_and(|deadline| deadline <= now);
        if due && self.failing_since.is_some() {
            return self.make_up().await;
        }
        let awaited = self.evening.turn().and_then(|(_, _, player)| player.user());
        match awaited {
            Some(_) if due => self.think_for_person(),
            Some(user) => {
                self.pinged = true;
                self.shared.announcer.announce(self.news(Some(Notice::Awaited(user))));
            }
            None if due && self.evening.ended.is_none() && !self.evening.is_dealing() => {
                let events = self.evening.judge_abandoned();
                self.commit_by_itself(events, None).await;
            }
            None => self.deadline = None,
        }
    }

    /// Time is up, and the journal took nothing meanwhile: if it does by now, the table goes on from there.
    async fn make_up(&mut self) {
        let deadline = self.made_up();
        if self.append(Vec::new(), None, deadline, None).await.is_ok() {
            self.set_deadline(deadline);
            self.shared.announcer.announce(self.news(None));
        } else {
            self.lose_patience();
        }
    }

    /// Something that should have worked did not: try again, ever more slowly.
    pub(super) fn lose_patience(&mut self) {
        self.patience = (self.patience * 2).clamp(Duration::from_secs(1), Duration::from_mins(1));
        self.not_before = Instant::now() + self.patience;
    }
}
