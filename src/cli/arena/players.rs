//! Results of each player of an arena, which is a series of deals between robots. The players change seats
//! between deals.

use serde::Serialize;

use super::finished::Finished;
use super::sample::{Estimate, Paired, float};
use ulti_ai::Level;

/// Points and wins of each robot level, over all deals so far.
#[derive(Debug)]
pub(super) struct Players {
    levels: Vec<Level>,
    points: Paired,
    roles: Vec<[Role; 2]>,
}

/// Statistics for one robot level as declarer or as defender: the number of deals, the points won or lost,
/// and the number of contracts won by the declarer.
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

    fn report(self) -> RoleJson {
        RoleJson { times: self.times, points: mean(self.points, self.times) }
    }
}

impl Players {
    pub(super) fn new(levels: Vec<Level>) -> Self {
        let points = Paired::new(levels.len());
        let roles = vec![<[Role; 2]>::default(); levels.len()];
        Self { levels, points, roles }
    }

    /// Adds the results of one deal to the totals.
    ///
    /// `games` contains one result for each assignment of robots to seats.
    pub(super) fn add(&mut self, games: &[Finished]) {
        let mut results = Vec::with_capacity(self.levels.len());
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
            results.push(mean(points, times).unwrap_or_default());
        }
        self.points.add(&results);
    }

    /// Returns the average points of each robot level, and the differences between the levels.
    pub(super) fn report(&self) -> PlayersJson {
        let levels = self.levels.iter().zip(self.points.values()).zip(&self.roles);
        let level = |((level, points), [declarer, defender]): ((&Level, Estimate), &[Role; 2])| LevelJson {
            level: *level,
            points,
            declarer: declarer.report(),
            made: share(declarer.made, declarer.times),
            defender: defender.report(),
        };
        let pair = |(one, other, points)| {
            let (level, against) = (self.levels[one], self.levels[other]);
            PairJson { level, against, points }
        };
        PlayersJson {
            levels: levels.map(level).collect(),
            pairs: self.points.differences().map(pair).collect(),
        }
    }
}

/// Results of all players, as printed by `--json`.
#[derive(Debug, Serialize)]
pub(super) struct PlayersJson {
    pub(super) levels: Vec<LevelJson>,
    pub(super) pairs: Vec<PairJson>,
}

#[derive(Debug, Serialize)]
pub(super) struct LevelJson {
    pub(super) level: Level,
    /// Average points per deal.
    ///
    /// A deal that is played in several seatings counts once, with the average of the points from all
    /// seatings.
    pub(super) points: Estimate,
    pub(super) declarer: RoleJson,
    /// Fraction of contracts won as declarer, from 0 to 1. `None` if the player was never the declarer.
    pub(super) made: Option<f64>,
    pub(super) defender: RoleJson,
}

#[derive(Debug, Serialize)]
pub(super) struct RoleJson {
    pub(super) times: u64,
    /// Average points per deal in this role (declarer or defender). `None` if the player never had this role.
    pub(super) points: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct PairJson {
    pub(super) level: Level,
    pub(super) against: Level,
    /// Average points per deal for `level`, minus the average for `against`.
    pub(super) points: Estimate,
}

/// Returns `sum` divided by `count`, or `None` if `count` is zero.
#[allow(clippy::cast_precision_loss)] // sums stay far below 2^52
pub(super) fn mean(sum: i64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / float(count))
}

/// Returns `part` divided by `whole`, or `None` if `whole` is zero.
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| float(part) / float(whole))
}
