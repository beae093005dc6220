//! Means with their standard errors, of single numbers and of numbers that belong together.

use serde::Serialize;

/// Numbers that are independent of each other, one a deal, added one by one (Welford's way, which
/// does not lose digits).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sample {
    count: u64,
    mean: f64,
    /// The sum of squared distances from the mean.
    scatter: f64,
}

/// A mean and how far off it may be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Estimate {
    /// How many independent deals it is a mean of.
    pub(super) deals: u64,
    pub(super) mean: f64,
    /// The standard error of the mean; none for fewer than two deals.
    pub(super) se: Option<f64>,
    /// The mean in standard errors; none where those are none or zero.
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

/// Several competitors on the same deals: each one's numbers, and the differences deal by deal.
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

    /// What each competitor reached in one deal.
    pub(super) fn add(&mut self, reached: &[f64]) {
        for (sample, number) in self.values.iter_mut().zip(reached) {
            sample.add(*number);
        }
        for (one, other, sample) in &mut self.differences {
            if let (Some(one), Some(other)) = (reached.get(*one), reached.get(*other)) {
                sample.add(one - other);
            }
        }
    }

    /// Each competitor's mean.
    pub(super) fn values(&self) -> impl Iterator<Item = Estimate> {
        self.values.iter().map(Sample::estimate)
    }

    /// For each two competitors by how much the first is ahead.
    pub(super) fn differences(&self) -> impl Iterator<Item = (usize, usize, Estimate)> {
        self.differences.iter().map(|(one, other, sample)| (*one, *other, sample.estimate()))
    }
}

/// A count as a number to divide by.
#[allow(clippy::cast_precision_loss)] // nobody plays 2^52 deals
pub(super) const fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} instead of {wanted}");
    }

    /// 2, 4, 9: mean 5; squares 9 + 1 + 16 = 26, variance 13, standard error √(13/3).
    #[test]
    fn mean_and_standard_error_as_by_hand() {
        let mut sample = Sample::default();
        for number in [2.0, 4.0, 9.0] {
            sample.add(number);
        }
        let Estimate { deals, mean, se, sigmas } = sample.estimate();
        assert_eq!(deals, 3);
        close(mean, 5.0);
        close(se.unwrap(), (13.0_f64 / 3.0).sqrt());
        close(sigmas.unwrap(), 5.0 / (13.0_f64 / 3.0).sqrt());
    }

    #[test]
    fn one_deal_has_no_standard_error_and_equal_ones_no_sigmas() {
        let mut sample = Sample::default();
        sample.add(3.0);
        assert_eq!(sample.estimate(), Estimate { deals: 1, mean: 3.0, se: None, sigmas: None });
        sample.add(3.0);
        assert_eq!(sample.estimate(), Estimate { deals: 2, mean: 3.0, se: Some(0.0), sigmas: None });
    }

    /// One is ahead by 1, 3 and 2: mean 2, variance 1, standard error √(1/3), though each by itself
    /// scatters far more.
    #[test]
    fn differences_are_taken_deal_by_deal() {
        let mut paired = Paired::new(3);
        for (one, other) in [(1.0, 0.0), (13.0, 10.0), (-18.0, -20.0)] {
            paired.add(&[one, other, 0.0]);
        }
        let differences: Vec<_> = paired.differences().collect();
        let places: Vec<_> = differences.iter().map(|(one, other, _)| (*one, *other)).collect();
        assert_eq!(places, [(0, 1), (0, 2), (1, 2)]);
        close(differences[0].2.mean, 2.0);
        close(differences[0].2.se.unwrap(), (1.0_f64 / 3.0).sqrt());
        close(paired.values().nth(1).unwrap().mean, -10.0 / 3.0);
    }
}
