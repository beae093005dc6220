//! Player ratings, updated after each deal.
//!
//! The method is Weng and Lin's Bayesian approximation (*A Bayesian Approximation Method for Online Ranking*,
//! 2011) as implemented by the crate `skillratings`. A deal is a match between the declarer and the two
//! defenders. Only the winning side matters, not the margin. The side that gained more points per player
//! wins. Equal gains are a draw, for example if all players paid into the window (the table's pot).
//!
//! The method takes the strength of a side to be the sum of its members' strengths, so a lone declarer would
//! always be the underdog. The declarer's side is therefore completed with a virtual partner. The partner's
//! strength is the average of the two defenders' strengths, without uncertainty, and the partner's new rating
//! is discarded. In effect, the declarer is measured against the average of the defenders.
//!
//! Ratings start at 25 with an uncertainty of 25/3, the defaults of the method.

use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};

/// Minimum number of ranked deals for an established rating. Below this number, a rating is provisional.
pub const ESTABLISHED: i64 = 20;

/// Maximum number of ranked deals per day for the same three players. The day is one of the season's time
/// zone.
///
/// Further deals count toward points but not toward ratings. The limit allows for a long session but prevents
/// players from arranging many ranked deals.
pub const DAILY_RANKED: i64 = 60;

/// An estimate of a player's strength, given as a mean and a standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Mean of the estimated strength. New players start at 25.
    pub value: f64,
    /// Standard deviation of the estimated strength. New players start at 25/3.
    pub uncertainty: f64,
}

/// The winning side of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The declarer won.
    Declarer,
    /// The two defenders won.
    Defenders,
    /// The deal is a draw: both sides gained the same number of points per player.
    Nobody,
}

impl Default for Rating {
    fn default() -> Self {
        Self { value: 25.0, uncertainty: 25.0 / 3.0 }
    }
}

impl Rating {
    /// Returns a conservative estimate of the player's strength: the mean minus three standard deviations.
    /// Rating leaderboards are sorted by this number.
    ///
    /// The estimate is 0 for a new player and rises as the uncertainty shrinks.
    pub fn at_least(self) -> f64 {
        self.value - 3.0 * self.uncertainty
    }
}

impl Winner {
    /// Determines the winner from the points gained by the declarer and each defender. The side with more
    /// points per player wins.
    pub const fn of(declarer: i64, defenders: [i64; 2]) -> Self {
        match 2 * declarer - defenders[0] - defenders[1] {
            1.. => Self::Declarer,
            0 => Self::Nobody,
            _ => Self::Defenders,
        }
    }
}

/// Returns the updated ratings of the declarer and both defenders after a deal.
pub fn after(declarer: Rating, defenders: [Rating; 2], winner: Winner) -> (Rating, [Rating; 2]) {
    let [one, other] = defenders.map(to_crate);
    let partner = WengLinRating { rating: f64::midpoint(one.rating, other.rating), uncertainty: 0.0 };
    let outcome = match winner {
        Winner::Declarer => Outcomes::WIN,
        Winner::Defenders => Outcomes::LOSS,
        Winner::Nobody => Outcomes::DRAW,
    };
    let alone = [to_crate(declarer), partner];
    let (alone, together) = weng_lin_two_teams(&alone, &[one, other], &outcome, &WengLinConfig::new());
    match (alone.as_slice(), together.as_slice()) {
        ([alone, _], [one, other]) => (from_crate(*alone), [from_crate(*one), from_crate(*other)]),
        // `skillratings` returns as many ratings as it was given.
        _ => (declarer, defenders),
    }
}

const fn to_crate(rating: Rating) -> WengLinRating {
    WengLinRating { rating: rating.value, uncertainty: rating.uncertainty }
}

const fn from_crate(rating: WengLinRating) -> Rating {
    Rating { value: rating.rating, uncertainty: rating.uncertainty }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_with_more_points_per_player_wins() {
        for (payments, winner) in [
            ((8, [-4, -4]), Winner::Declarer),
            ((-8, [4, 4]), Winner::Defenders),
            // An individual kontra: the declarer wins from one defender and loses to the other.
            ((0, [-2, 2]), Winner::Nobody),
            ((2, [-4, 2]), Winner::Declarer),
            // All three paid into the window.
            ((-1, [-1, -1]), Winner::Nobody),
        ] {
            assert_eq!(Winner::of(payments.0, payments.1), winner, "{payments:?}");
        }
    }

    #[test]
    fn equally_rated_players_gain_or_lose_the_same_amount() {
        let new = Rating::default();
        let (won, [loser, other]) = after(new, [new; 2], Winner::Declarer);
        let (lost, [winner, _]) = after(new, [new; 2], Winner::Defenders);
        assert!((won.value - 25.0 - (25.0 - lost.value)).abs() < 1e-9, "{won:?} {lost:?}");
        assert!(won.value > 25.0 && loser.value < 25.0 && winner.value > 25.0);
        assert_eq!(loser, other);
        let (drawn, [one, _]) = after(new, [new; 2], Winner::Nobody);
        assert!((drawn.value - 25.0).abs() < 1e-9 && (one.value - 25.0).abs() < 1e-9);
        assert!(drawn.uncertainty < new.uncertainty);
    }

    #[test]
    fn player_gains_more_rating_by_beating_stronger_players() {
        let (new, strong) = (Rating::default(), Rating { value: 35.0, uncertainty: 2.0 });
        let weak = Rating { value: 15.0, uncertainty: 2.0 };
        let gain = |others| after(new, others, Winner::Declarer).0.value;
        assert!(gain([strong; 2]) > gain([strong, weak]) && gain([strong, weak]) > gain([weak; 2]));
    }

    #[test]
    fn player_who_wins_more_often_gets_higher_rating() {
        let mut ratings = [Rating::default(); 3];
        for deal in 0..300_usize {
            let (alone, one, other) = (deal % 3, (deal + 1) % 3, (deal + 2) % 3);
            // The first player makes three contracts of four, the second two, the third one.
            let winner = if deal / 3 % 4 < 3 - alone { Winner::Declarer } else { Winner::Defenders };
            let (declarer, defenders) = after(ratings[alone], [ratings[one], ratings[other]], winner);
            (ratings[alone], ratings[one], ratings[other]) = (declarer, defenders[0], defenders[1]);
        }
        let [first, second, third] = ratings.map(Rating::at_least);
        assert!(first > second && second > third, "{ratings:?}");
        assert!(
            ratings.iter().all(|rating| rating.uncertainty < 2.5 && rating.value.is_finite()),
            "{ratings:?}"
        );
    }
}
