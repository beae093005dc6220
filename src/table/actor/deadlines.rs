//! When a table acts by itself, and what it does then.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Actor;
use crate::table::evening::Evening;
use crate::table::ports::Notice;
use crate::table::{Millis, Options};

/// Where the clock stood still for less than this, deadlines are not shown anew for it.
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
        let on_the_wall = deadline.map(|deadline| self.shared.game_clock.on_the_wall(deadline));
        self.scene = Arc::new(self.evening.scene(self.id, on_the_wall));
    }

    /// The deadline, put off by the time that the journal has been taking nothing: whoever was to act may
    /// have tried.
    fn made_up(&self) -> Option<Millis> {
        let lost = self.failing_since.map(|since| self.shared.game_clock.now().since(since));
        self.deadline.map(|deadline| deadline.after(lost.unwrap_or_default()))
    }

    /// The deadline of what comes next: a new one where somebody else is awaited, or the same one for something
    /// else, and after every change between deals; otherwise it runs on.
    pub(super) fn next_deadline(&self, next: &Evening, moved: bool) -> Option<Millis> {
        if moved || !next.is_dealing() { self.new_deadline(next) } else { self.made_up() }
    }

    fn new_deadline(&self, evening: &Evening) -> Option<Millis> {
        let options = &self.shared.options;
        let now = self.shared.game_clock.now();
        match evening.turn() {
            _ if evening.ended.is_some() => None,
            // Due at once: should this table be put away at a robot's turn, the next sweep wakes it.
            Some((_, _, player)) if evening.is_robots(player) => Some(now),
            Some(_) => Some(now.after(options.hard_limit)),
            None => Some(now.after(options.abandon_after)),
        }
    }

    /// After so long; what is shown of the deadline has changed by that.
    pub(super) fn clock_goes_on(&mut self, stood: Duration) {
        self.set_deadline(self.deadline);
        if stood >= WORTH_TELLING {
            self.shared.announcer.announce(self.news(None));
        }
    }

    /// When to wake by oneself: to ping, or at the deadline.
    pub(super) fn alarm(&self) -> Option<Instant> {
        if self.robot.is_some() {
            return None; // it acts when it has thought
        }
        let at = self.shared.game_clock.instant(self.pings_at().or(self.deadline)?)?;
        Some(at.max(self.not_before))
    }

    /// When who is awaited is to be pinged, where they have not been.
    fn pings_at(&self) -> Option<Millis> {
        let Options { soft_limit, hard_limit, .. } = self.shared.options;
        let pings = self.evening.is_dealing() && !self.pinged && soft_limit < hard_limit;
        self.deadline.filter(|_| pings).map(|deadline| deadline.before(hard_limit.saturating_sub(soft_limit)))
    }

    /// The time has come: whoever is awaited is pinged, or played for, or the evening ends.
    pub(super) async fn ring(&mut self) {
        if self.shared.game_clock.stands_still() {
            return; // since a moment ago
        }
        let now = self.shared.game_clock.now();
        let has_come = |at: Option<Millis>| at.is_some_and(|at| at <= now);
        let due = has_come(self.deadline);
        if due && self.failing_since.is_some() {
            return self.make_up().await;
        }
        match self.evening.turn().and_then(|(_, _, player)| player.user()) {
            Some(_) if due => self.think_for_person(),
            Some(user) if has_come(self.pings_at()) => {
                self.pinged = true;
                self.shared.announcer.announce(self.news(Some(Notice::Awaited(user))));
            }
            None if due && self.evening.ended.is_none() && !self.evening.is_dealing() => {
                let events = self.evening.judge_abandoned();
                self.commit_by_itself(events, None).await;
            }
            None if due => self.set_deadline(None),
            // The wall's clock was set back meanwhile: the alarm is set again.
            _ => {}
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
