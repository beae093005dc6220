//! Assignment of robots to seats.

use crate::cli::robot_deals::randomness::DealRandomness;
use ulti_ai::Level;
use ulti_rules::{BySeat, Seat};

/// A plan for assigning robots to seats in each deal. Each assignment is called a seating.
#[derive(Debug)]
pub(super) enum SeatingPlan {
    /// Plays each deal once.
    ///
    /// The seating changes every three deals, so that each seat bids first once per seating.
    Rotate(Vec<BySeat<Level>>),
    /// Plays each deal once with each seating (assignment of robot levels to seats).
    Duplicate(Vec<BySeat<Level>>),
    /// Plays each deal once for each level in `defenders`.
    ///
    /// Both defenders have that level, and the declarer's level stays the same.
    Defence { declarer: Level, defenders: Vec<Level> },
}

impl SeatingPlan {
    /// Returns the seatings to use for a deal. A seating assigns a robot level to each seat.
    ///
    /// `declarer` is the declarer's seat, or `None` if the auction is not over yet.
    pub(super) fn seatings(&self, source: &DealRandomness, declarer: Option<Seat>) -> Vec<BySeat<Level>> {
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

/// Returns all distinct ways to seat three players. Players of the same level are interchangeable.
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
    fn arena_skips_equivalent_seating_orders() {
        use Level::{Easy, Random, Strong};
        assert_eq!(distinct([Strong, Easy, Random]).len(), 6);
        let three = distinct([Easy, Easy, Random]);
        assert_eq!(three.len(), 3);
        for seat in Seat::ALL {
            assert_eq!(three.iter().filter(|seating| seating[seat] == Random).count(), 1);
        }
        assert_eq!(distinct([Easy; 3]).len(), 1);
    }

    /// Eighteen deals combine each of the six seatings with each of the three dealers once.
    #[test]
    fn arena_combines_every_seating_order_with_every_dealer() {
        let plan = SeatingPlan::Rotate(distinct([Level::Strong, Level::Easy, Level::Random]));
        let met = |number| {
            let source = DealRandomness::new(0, number);
            (source.start(0).dealer, plan.seatings(&source, None)[0].0)
        };
        let met: std::collections::HashSet<_> = (1..=18).map(met).collect();
        assert_eq!(met.len(), 18);
    }

    #[test]
    fn arena_declarer_plays_against_each_defender_level() {
        use Level::{Blind, Normal, Strong};
        let plan = SeatingPlan::Defence { declarer: Normal, defenders: vec![Strong, Blind] };
        let seatings = plan.seatings(&DealRandomness::new(0, 1), Some(Seat::One));
        assert_eq!(seatings, [BySeat([Strong, Normal, Strong]), BySeat([Blind, Normal, Blind])]);
    }
}
