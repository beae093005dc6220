//! Standings of an evening: the points of finished deals, the window, and the limits that end the evening.

use std::time::Duration;

use super::state::{Evening, NotATable};
use crate::table::{PlayerId, Standing, UnixMillis, WhyEnded};
use ulti_rules::Settlement;

/// Highest points of a standing or of the window with which another deal may begin.
///
/// The payments of one deal cannot exceed the rest of the 32 bits, so no deal ends with points that cannot be
/// counted.
pub(super) const HIGHEST_STANDING: u32 = 500_000_000;

impl Evening {
    /// Returns the game-clock time at which the time limit of the rules is reached. Returns `None` before the
    /// first deal, or if there is no time limit.
    pub(crate) fn time_limit(&self) -> Option<UnixMillis> {
        let limit = Duration::from_secs(60 * u64::from(self.book.rules().time_limit));
        self.began.filter(|_| !limit.is_zero()).map(|began| began.after(limit))
    }

    /// Returns `true` if the time limit of the rules has been reached. `now` is a time on the game clock.
    pub(super) fn is_time_up(&self, now: UnixMillis) -> bool {
        self.time_limit().is_some_and(|limit| now >= limit)
    }

    /// Returns `true` if the standing of a seated player has reached the score limit of the rules, or if
    /// further deals could exceed the range of the standings.
    pub(super) fn is_score_reached(&self) -> bool {
        let limit = self.book.rules().score_limit;
        let reached = |standing: &Standing| standing.points.unsigned_abs() >= limit;
        let mut seated = self.standings.iter().filter(|standing| self.chair(standing.player.id).is_some());
        let points = self.standings.iter().map(|standing| standing.points).chain([self.window]);
        let highest = points.map(i32::unsigned_abs).max().unwrap_or(0);
        highest >= HIGHEST_STANDING || (limit > 0 && seated.any(reached))
    }

    /// Adds the payments of the finished deal to the standings and the window.
    pub(super) fn settle(&mut self, settlement: &Settlement) -> Result<(), NotATable> {
        const OVERFLOW: NotATable = NotATable::CannotFollow("more points than can be counted");
        let Some(current) = &mut self.current else { return Ok(()) };
        for (seat, player) in current.seats.iter() {
            if let Some(standing) = standing_of(&mut self.standings, player.id) {
                standing.points = standing.points.checked_add(settlement.payments[seat]).ok_or(OVERFLOW)?;
                standing.deals += 1;
            }
        }
        self.window = self.window.checked_add(settlement.window).ok_or(OVERFLOW)?;
        current.after = Some((self.standings.clone(), self.window));
        Ok(())
    }

    /// Ends the session and adds the shares of the window to the standings.
    pub(super) fn end(&mut self, why: WhyEnded, shares: &[(PlayerId, i32)]) -> Result<(), NotATable> {
        for (player, share) in shares {
            if let Some(standing) = standing_of(&mut self.standings, *player) {
                let sums = standing.points.checked_add(*share).zip(self.window.checked_sub(*share));
                let overflow = NotATable::CannotFollow("a share of more than can be counted");
                (standing.points, self.window) = sums.ok_or(overflow)?;
            }
        }
        self.ended = Some(why);
        self.shares = shares.to_vec();
        Ok(())
    }
}

fn standing_of(standings: &mut [Standing], player: PlayerId) -> Option<&mut Standing> {
    standings.iter_mut().find(|standing| standing.player.id == player)
}
