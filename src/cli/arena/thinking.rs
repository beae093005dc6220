//! Statistics of the time that robots take for their decisions, by level and by kind of decision.

use std::collections::BTreeMap;

use serde::Serialize;

use super::sample::float;
use super::thought::{DecisionKind, TimedDecision};
use ulti_ai::Level;

/// Durations of all decisions in milliseconds, grouped by robot level and kind of decision.
#[derive(Debug, Default)]
pub(super) struct DecisionTimes(BTreeMap<(Level, DecisionKind), Vec<f64>>);

impl DecisionTimes {
    pub(super) fn add(&mut self, thought: TimedDecision) {
        self.0.entry((thought.level, thought.kind)).or_default().push(thought.milliseconds);
    }

    /// Returns the mean, 99th percentile and maximum of the decision times for each robot level and kind of
    /// decision.
    pub(super) fn report(&self) -> Vec<DecisionTimesJson> {
        let statistics = |((level, kind), times): (&(Level, DecisionKind), &Vec<f64>)| {
            let mut times = times.clone();
            times.sort_by(f64::total_cmp);
            DecisionTimesJson {
                level: *level,
                kind: *kind,
                count: times.len(),
                mean: times.iter().sum::<f64>() / float(times.len() as u64),
                p99: percentile(&times, 99),
                max: times.last().copied().unwrap_or_default(),
            }
        };
        self.0.iter().map(statistics).collect()
    }
}

/// Returns a percentile of sorted numbers, using the nearest-rank method.
///
/// At least `percent` % of the numbers are less than or equal to the result.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// Mean, 99th percentile and maximum of decision times in milliseconds, as printed by `--json`.
#[derive(Debug, Serialize)]
pub(super) struct DecisionTimesJson {
    pub(super) level: Level,
    pub(super) kind: DecisionKind,
    pub(super) count: usize,
    pub(super) mean: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentile_uses_nearest_rank_method() {
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!((percentile(&hundred, 99) - 99.0).abs() < f64::EPSILON);
        assert!((percentile(&[7.0], 99) - 7.0).abs() < f64::EPSILON);
        assert!((percentile(&[1.0, 2.0, 3.0], 99) - 3.0).abs() < f64::EPSILON);
    }
}
