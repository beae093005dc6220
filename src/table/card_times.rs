//! The times that players take for their cards, from which the delays of their forced cards are drawn.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::UserId;

/// Number of times that are kept for each player.
const KEPT_TIMES: usize = 20;
/// Minimum number of times from which delays are drawn. With fewer, the delays would be too alike.
const MIN_TIMES: usize = 3;
/// Maximum delay of a forced card.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// The times that the people at a table took for their cards.
#[derive(Debug, Default)]
pub(super) struct CardTimes(HashMap<UserId, PlayerTimes>);

#[derive(Debug, Default)]
struct PlayerTimes {
    /// Number of the last deal in which the person acted.
    deal: u32,
    /// Times for cards that the person chose among several, oldest first.
    chosen: VecDeque<Duration>,
}

impl CardTimes {
    /// Records an action of a person. `chosen_in` is the time that the person took to choose a card. It is
    /// `None` for other actions, and for a forced card.
    pub(super) fn record(&mut self, user: UserId, deal: u32, chosen_in: Option<Duration>) {
        let times = self.0.entry(user).or_default();
        times.deal = deal;
        times.chosen.extend(chosen_in);
        times.chosen.drain(..times.chosen.len().saturating_sub(KEPT_TIMES));
    }

    /// Draws the delay after which a forced card of a person is played: about one of the times that the
    /// person took before. The delays are distributed like these times, so that they do not reveal that a
    /// card is forced.
    ///
    /// Returns `None` if the person plays the card. This is the case if too few times are known, if the drawn
    /// time exceeds [`MAX_DELAY`], and if the person has not acted in the deal and may be away.
    pub(super) fn draw_delay(&self, user: UserId, deal: u32) -> Option<Duration> {
        let times =
            self.0.get(&user).filter(|times| times.deal == deal && times.chosen.len() >= MIN_TIMES)?;
        let mut random = rand::rng();
        let chosen: Vec<Duration> = times.chosen.iter().copied().collect();
        // Without the factor, equal delays would be recognizable.
        let delay = chosen.choose(&mut random)?.mul_f64(random.random_range(0.85..1.15));
        (delay <= MAX_DELAY).then_some(delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: UserId = UserId(1);

    fn record(times: &mut CardTimes, user: UserId, seconds: u64) {
        times.record(user, 1, Some(Duration::from_secs(seconds)));
    }

    /// Draws many delays. Returns for each time in seconds how many delays are close to it.
    fn drawn(times: &CardTimes, seconds: [u64; 3]) -> [usize; 3] {
        let delays: Vec<Duration> = (0..900).filter_map(|_| times.draw_delay(ANNA, 1)).collect();
        let counts = seconds.map(|second| {
            let is_close = |delay: &&Duration| {
                let ratio = delay.as_secs_f64() / Duration::from_secs(second).as_secs_f64();
                (0.849..1.151).contains(&ratio)
            };
            delays.iter().filter(is_close).count()
        });
        assert_eq!(counts.iter().sum::<usize>(), delays.len(), "{delays:?}");
        counts
    }

    #[test]
    fn delays_are_distributed_like_own_times() {
        let mut times = CardTimes::default();
        for second in [2, 4] {
            record(&mut times, ANNA, second);
            record(&mut times, UserId(2), 1);
        }
        times.record(ANNA, 1, None);
        assert_eq!(times.draw_delay(ANNA, 1), None, "too few times");
        record(&mut times, ANNA, 8);
        let counts = drawn(&times, [2, 4, 8]);
        assert!(counts.iter().all(|count| (200..400).contains(count)), "{counts:?}");
    }

    /// A player who usually thinks for a long time plays most forced cards.
    #[test]
    fn long_times_are_not_replaced_by_short_ones() {
        let mut times = CardTimes::default();
        for second in [40, 40, 40, 40, 40, 40, 40, 40, 3] {
            record(&mut times, ANNA, second);
        }
        let [short, ..] = drawn(&times, [3, 30, 40]);
        assert!((40..200).contains(&short), "{short}");
    }

    #[test]
    fn person_who_has_not_acted_in_the_deal_plays_the_card() {
        let mut times = CardTimes::default();
        for _ in 0..3 {
            record(&mut times, ANNA, 1);
        }
        assert!(times.draw_delay(ANNA, 1).is_some());
        assert_eq!(times.draw_delay(ANNA, 2), None);
        times.record(ANNA, 2, None);
        assert!(times.draw_delay(ANNA, 2).is_some());
    }

    #[test]
    fn only_newest_times_are_kept() {
        let mut times = CardTimes::default();
        for _ in 0..KEPT_TIMES {
            record(&mut times, ANNA, 1);
        }
        for _ in 0..KEPT_TIMES {
            record(&mut times, ANNA, 2);
        }
        assert_eq!(drawn(&times, [1, 2, 4])[0], 0);
    }
}
