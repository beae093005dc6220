//! Means and standard errors of samples and of paired samples.

use serde::Serialize;

/// Running mean and variance of a sample with one number per deal.
///
/// Uses Welford's algorithm, which is numerically stable.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sample {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    scatter: f64,
}

/// A sample mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Estimate {
    /// Number of deals in the sample.
    pub(super) deals: u64,
    pub(super) mean: f64,
    /// Standard error of the mean. `None` if the sample contains fewer than two deals.
    pub(super) se: Option<f64>,
    /// Mean divided by the standard error. `None` if the standard error is zero or unknown.
    pub(super) sigmas: Option<f64>,
}

impl Sample {
    pub(super) fn add(&mut self, number: f64) {
        self.count += 1;
        let distance = number - self.mean;
        self.mean += distance / float(self.count);
        self.scatter += distance * (number - self.mean);
    }

    pub(super) fn estimate(&self) -> Estimate {
        let se = (self.count > 1).then(|| (self.scatter / float(self.count - 1) / float(self.count)).sqrt());
        let sigmas = se.filter(|se| *se > 0.0).map(|se| self.mean / se);
        Estimate { deals: self.count, mean: self.mean, se, sigmas }
    }
}

/// The results of several players in the same deals, and the differences between each pair of players.
#[derive(Debug, Clone)]
pub(super) struct Paired {
    values: Vec<Sample>,
    differences: Vec<(usize, usize, Sample)>,
}

impl Paired {
    pub(super) fn new(competitors: usize) -> Self {
        let pairs = (0..competitors).flat_map(|one| (one + 1..competitors).map(move |other| (one, other)));
        Self {
            values: vec![Sample::default(); competitors],
            differences: pairs.map(|(one, other)| (one, other, Sample::default())).collect(),
        }
    }

    /// Adds the results of one deal.
    ///
    /// `results` contains one number for each player.
    pub(super) fn add(&mut self, results: &[f64]) {
        for (sample, number) in self.values.iter_mut().zip(results) {
            sample.add(*number);
        }
        for (one, other, sample) in &mut self.differences {
            if let (Some(one), Some(other)) = (results.get(*one), results.get(*other)) {
                sample.add(one - other);
            }
        }
    }

    /// Returns an iterator over the mean result of each player.
    pub(super) fn values(&self) -> impl Iterator<Item = Estimate> {
        self.values.iter().map(Sample::estimate)
    }

    /// Returns an iterator over all pairs of players, with the mean difference between their results.
    ///
    /// Each item contains the indexes of the two players and the mean of the first player's result minus the
    /// second player's result.
    pub(super) fn differences(&self) -> impl Iterator<Item = (usize, usize, Estimate)> {
        self.differences.iter().map(|(one, other, sample)| (*one, *other, sample.estimate()))
    }
}

/// Converts a count to a floating-point number.
#[allow(clippy::cast_precision_loss)] // counts stay far below 2^52
pub(super) const fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-12, "{actual} instead of {expected}");
    }

    /// The sample 2, 4, 9 has a mean of 5.
    ///
    /// The squared deviations are 9 + 1 + 16 = 26, so the variance is 13 and the standard error is √(13/3).
    #[test]
    fn mean_and_standard_error_match_manual_calculation() {
        let mut sample = Sample::default();
        for number in [2.0, 4.0, 9.0] {
            sample.add(number);
        }
        let Estimate { deals, mean, se, sigmas } = sample.estimate();
        assert_eq!(deals, 3);
        assert_close(mean, 5.0);
        assert_close(se.unwrap(), (13.0_f64 / 3.0).sqrt());
        assert_close(sigmas.unwrap(), 5.0 / (13.0_f64 / 3.0).sqrt());
    }

    #[test]
    fn arena_omits_significance_if_all_results_are_equal() {
        let mut sample = Sample::default();
        sample.add(3.0);
        assert_eq!(sample.estimate(), Estimate { deals: 1, mean: 3.0, se: None, sigmas: None });
        sample.add(3.0);
        assert_eq!(sample.estimate(), Estimate { deals: 2, mean: 3.0, se: Some(0.0), sigmas: None });
    }

    /// The differences 1, 3 and 2 have a mean of 2, a variance of 1 and a standard error of √(1/3).
    ///
    /// They vary far less than the players' individual results.
    #[test]
    fn arena_compares_robot_scores_deal_by_deal() {
        let mut paired = Paired::new(3);
        for (one, other) in [(1.0, 0.0), (13.0, 10.0), (-18.0, -20.0)] {
            paired.add(&[one, other, 0.0]);
        }
        let differences: Vec<_> = paired.differences().collect();
        let places: Vec<_> = differences.iter().map(|(one, other, _)| (*one, *other)).collect();
        assert_eq!(places, [(0, 1), (0, 2), (1, 2)]);
        assert_close(differences[0].2.mean, 2.0);
        assert_close(differences[0].2.se.unwrap(), (1.0_f64 / 3.0).sqrt());
        assert_close(paired.values().nth(1).unwrap().mean, -10.0 / 3.0);
    }
}
