//! How players fared who sat at all seats.

use serde::Serialize;

use super::finished::Finished;
use super::sample::{Estimate, Paired, float};
use crate::ai::Level;

/// The sums over all deals so far.
#[derive(Debug)]
pub(super) struct Players {
    levels: Vec<Level>,
    points: Paired,
    roles: Vec<[Role; 2]>,
}

/// How often a level was declarer, or a defender, and what that brought.
#[derive(Debug, Clone, Copy, Default)]
struct Role {
    times: u64,
    points: i64,
    made: u64,
}

impl Role {
    fn add(&mut self, points: i32, made: bool) {
        self.times += 1;
        self.points += i64::from(points);
        self.made += u64::from(made);
    }

    fn told(self) -> ToldRole {
        ToldRole { times: self.times, points: mean(self.points, self.times) }
    }
}

impl Players {
    pub(super) fn new(levels: Vec<Level>) -> Self {
        let points = Paired::new(levels.len());
        let roles = vec![<[Role; 2]>::default(); levels.len()];
        Self { levels, points, roles }
    }

    /// Takes a deal in: all the games that were played with its cards.
    pub(super) fn add(&mut self, games: &[Finished]) {
        let mut reached = Vec::with_capacity(self.levels.len());
        for (level, [declarer, defender]) in self.levels.iter().zip(&mut self.roles) {
            let (mut times, mut points) = (0, 0);
            for game in games {
                for (seat, _) in game.levels.iter().filter(|(_, seated)| *seated == level) {
                    let role = if seat == game.declarer { &mut *declarer } else { &mut *defender };
                    role.add(game.payments[seat], game.is_made());
                    times += 1;
                    points += i64::from(game.payments[seat]);
                }
            }
            reached.push(mean(points, times).unwrap_or_default());
        }
        self.points.add(&reached);
    }

    pub(super) fn tell(&self) -> ToldPlayers {
        let levels = self.levels.iter().zip(self.points.values()).zip(&self.roles);
        let level = |((level, points), [declarer, defender]): ((&Level, Estimate), &[Role; 2])| ToldLevel {
            level: *level,
            points,
            declarer: declarer.told(),
            made: share(declarer.made, declarer.times),
            defender: defender.told(),
        };
        ToldPlayers {
            levels: levels.map(level).collect(),
            pairs: self
                .points
                .differences()
                .map(|(one, other, points)| ToldPair {
                    level: self.levels[one],
                    against: self.levels[other],
                    points,
                })
                .collect(),
        }
    }
}

/// What `--json` says of players.
#[derive(Debug, Serialize)]
pub(super) struct ToldPlayers {
    pub(super) levels: Vec<ToldLevel>,
    pub(super) pairs: Vec<ToldPair>,
}

#[derive(Debug, Serialize)]
pub(super) struct ToldLevel {
    pub(super) level: Level,
    /// A deal, mean over its seatings.
    pub(super) points: Estimate,
    pub(super) declarer: ToldRole,
    /// How many of its contracts it made, of 1.
    pub(super) made: Option<f64>,
    pub(super) defender: ToldRole,
}

#[derive(Debug, Serialize)]
pub(super) struct ToldRole {
    pub(super) times: u64,
    /// A time in this role.
    pub(super) points: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct ToldPair {
    pub(super) level: Level,
    pub(super) against: Level,
    /// How many more points a deal the first has.
    pub(super) points: Estimate,
}

/// A mean of points.
#[allow(clippy::cast_precision_loss)] // nobody wins 2^52 points
pub(super) fn mean(sum: i64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / float(count))
}

/// A part of a whole, of 1.
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| float(part) / float(whole))
}
