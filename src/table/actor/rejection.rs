//! Deadlines of tables whose channel rejects messages.
//!
//! The players may not see whose turn it is. As during a lost connection, no robot plays for a person who has
//! not acted in time, and no deal begins by itself.

use super::Actor;

impl Actor {
    /// Postpones a deadline that has passed while the channel rejects messages. Returns `false` if the
    /// deadline has to be handled as usual.
    ///
    /// The time limit of a person begins again. It also begins again at the first deadline after the channel
    /// has accepted a message, so that the player has seen the turn before a robot plays. A table whose
    /// channel rejects messages for too long is closed as abandoned.
    pub(super) async fn postpone_if_rejected(&mut self) -> bool {
        let (server, channel) = (self.evening.server, self.evening.channel);
        let is_rejected = self.shared.announcer.rejects_messages(server, channel);
        let begins_deal = self.pause_before_next_deal(&self.evening).is_some();
        let is_of_person = self.evening.turn().is_some_and(|(_, _, player)| !self.evening.is_robots(player));
        if begins_deal && is_rejected {
            self.awaits_return = true;
        } else if !is_of_person || !(is_rejected || self.rejected_since.is_some()) {
            return false;
        } else if !is_rejected {
            self.rejected_since = None;
        } else if self.is_rejected_too_long() {
            self.commit_judged(self.evening.judge_abandoned()).await;
            return true;
        }
        // The player is pinged again, which also shows if the channel accepts messages.
        self.pinged = false;
        self.restart_deadline().await;
        self.announce(None);
        true
    }

    /// Returns `true` if the channel has rejected messages for too long. Records when the first deadline of
    /// the turn was postponed.
    fn is_rejected_too_long(&mut self) -> bool {
        let now = self.clock.now();
        if self.rejected_since.is_none() {
            tracing::info!(table = %self.id, "deadlines postponed while channel rejects messages");
        }
        now.since(*self.rejected_since.get_or_insert(now)) >= self.shared.options.abandon_after
    }
}
