//! How long each level takes for each kind of decision.

use std::collections::BTreeMap;

use serde::Serialize;

use super::sample::float;
use super::thought::{Kind, Thought};
use crate::ai::Level;

/// Every decision's time, by who decided what.
#[derive(Debug, Default)]
pub(super) struct Thinking(BTreeMap<(Level, Kind), Vec<f64>>);

impl Thinking {
    pub(super) fn add(&mut self, thought: Thought) {
        self.0.entry((thought.level, thought.kind)).or_default().push(thought.milliseconds);
    }

    pub(super) fn tell(&self) -> Vec<ToldThinking> {
        let told = |((level, kind), times): (&(Level, Kind), &Vec<f64>)| {
            let mut times = times.clone();
            times.sort_by(f64::total_cmp);
            ToldThinking {
                level: *level,
                kind: *kind,
                count: times.len(),
                mean: times.iter().sum::<f64>() / float(times.len() as u64),
                p99: percentile(&times, 99),
                max: times.last().copied().unwrap_or_default(),
            }
        };
        self.0.iter().map(told).collect()
    }
}

/// The least of these, sorted, that so many of a hundred do not exceed.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// What `--json` says of thinking, in milliseconds.
#[derive(Debug, Serialize)]
pub(super) struct ToldThinking {
    pub(super) level: Level,
    pub(super) kind: Kind,
    pub(super) count: usize,
    pub(super) mean: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_nine_of_a_hundred_do_not_exceed_the_99th_percentile() {
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!((percentile(&hundred, 99) - 99.0).abs() < f64::EPSILON);
        assert!((percentile(&[7.0], 99) - 7.0).abs() < f64::EPSILON);
        assert!((percentile(&[1.0, 2.0, 3.0], 99) - 3.0).abs() < f64::EPSILON);
    }
}
