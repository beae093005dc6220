//! Who sits where.

use super::super::source::Source;
use crate::ai::Level;
use crate::rules::{BySeat, Seat};

/// Which seatings a deal is played with.
#[derive(Debug)]
pub(super) enum Plan {
    /// One seating a deal, the next one every three deals, when each seat has been forehand.
    Rotate(Vec<BySeat<Level>>),
    /// Every seating.
    Duplicate(Vec<BySeat<Level>>),
    /// The declarer is always the same, and each of these levels defends in pairs.
    Defence { declarer: Level, defenders: Vec<Level> },
}

impl Plan {
    /// The seatings of a deal; `declarer` is known where the auction has been held before them.
    pub(super) fn seatings(&self, source: &Source, declarer: Option<Seat>) -> Vec<BySeat<Level>> {
        match self {
            Self::Rotate(all) => {
                let round = (source.number.saturating_sub(1) / 3).checked_rem(all.len() as u64);
                let place = round.and_then(|place| usize::try_from(place).ok()).unwrap_or_default();
                all.get(place).copied().into_iter().collect()
            }
            Self::Duplicate(all) => all.clone(),
            Self::Defence { declarer: level, defenders } => {
                let seats = |defender: Level| {
                    BySeat::from_fn(|seat| if declarer == Some(seat) { *level } else { defender })
                };
                defenders.iter().map(|defender| seats(*defender)).collect()
            }
        }
    }
}

/// The different ways to seat three players, those of one level being alike.
pub(super) fn distinct(players: [Level; 3]) -> Vec<BySeat<Level>> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let mut seatings: Vec<BySeat<Level>> = Vec::new();
    for seating in ORDERS.map(|order| BySeat(order.map(|place| players[place]))) {
        if !seatings.contains(&seating) {
            seatings.push(seating);
        }
    }
    seatings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_levels_sit_in_six_ways_two_in_three_and_one_in_one() {
        use Level::{Easy, Random, Strong};
        assert_eq!(distinct([Strong, Easy, Random]).len(), 6);
        let three = distinct([Easy, Easy, Random]);
        assert_eq!(three.len(), 3);
        for seat in Seat::ALL {
            assert_eq!(three.iter().filter(|seating| seating[seat] == Random).count(), 1);
        }
        assert_eq!(distinct([Easy; 3]).len(), 1);
    }

    /// In eighteen deals every seating meets every dealer once.
    #[test]
    fn seatings_and_dealers_rotate_apart() {
        let plan = Plan::Rotate(distinct([Level::Strong, Level::Easy, Level::Random]));
        let met = |number| {
            let source = Source::new(0, number);
            (source.start(0).dealer, plan.seatings(&source, None)[0].0)
        };
        let met: std::collections::HashSet<_> = (1..=18).map(met).collect();
        assert_eq!(met.len(), 18);
    }

    #[test]
    fn the_declarer_meets_each_pair_of_defenders() {
        use Level::{Blind, Normal, Strong};
        let plan = Plan::Defence { declarer: Normal, defenders: vec![Strong, Blind] };
        let seatings = plan.seatings(&Source::new(0, 1), Some(Seat::One));
        assert_eq!(seatings, [BySeat([Strong, Normal, Strong]), BySeat([Blind, Normal, Blind])]);
    }
}
