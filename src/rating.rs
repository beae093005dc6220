//! How strong someone plays: the rating of three people at a table, one deal at a time.
//!
//! The method is Weng and Lin's Bayesian approximation (*A Bayesian Approximation Method for Online
//! Ranking*, 2011) as the crate `skillratings` has it. A deal is a match of two sides: the declarer,
//! and the two defenders. What decides is the points of the deal, not how many: the side whose seats
//! gained more a head has won, and where all gained alike (all paid the window) it is a draw.
//!
//! The sides are uneven, and the method takes a side for as strong as its members together: alone
//! against two, a declarer could only win. So the declarer's side is filled up with a partner exactly
//! as strong as a defender on average and known for certain, who takes no part in what is won or
//! lost: then a declarer is measured against the defenders' average.
//!
//! The scale is the method's own: everyone begins at 25 with an uncertainty of 25/3.

use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};

/// How many ranked deals it takes until a rating says something: with fewer it is provisional.
pub const ESTABLISHED: i64 = 20;

/// How many ranked deals the same three people have a day (UTC). Further ones count in points, not
/// in rank: a long evening fits, a night of arranged deals does not.
pub const DAILY_RANKED: i64 = 60;

/// What is believed of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// How strong, on the scale that begins at 25.
    pub value: f64,
    /// The standard deviation of that.
    pub uncertainty: f64,
}

/// Who won a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The declarer.
    Declarer,
    /// The two others.
    Defenders,
    /// Nobody: all gained alike.
    Nobody,
}

impl Default for Rating {
    fn default() -> Self {
        Self { value: 25.0, uncertainty: 25.0 / 3.0 }
    }
}

impl Rating {
    /// What a leaderboard goes by: so strong at least, as good as certainly (the value less three
    /// times the uncertainty). It begins at 0 and rises as more is known.
    pub fn at_least(self) -> f64 {
        self.value - 3.0 * self.uncertainty
    }
}

impl Winner {
    /// Who won, by what the declarer and the two defenders gained.
    pub const fn of(declarer: i64, defenders: [i64; 2]) -> Self {
        match 2 * declarer - defenders[0] - defenders[1] {
            1.. => Self::Declarer,
            0 => Self::Nobody,
            _ => Self::Defenders,
        }
    }
}

/// The ratings after a deal, of the declarer and of the two defenders.
pub fn after(declarer: Rating, defenders: [Rating; 2], winner: Winner) -> (Rating, [Rating; 2]) {
    let [one, other] = defenders.map(known);
    let partner = WengLinRating { rating: f64::midpoint(one.rating, other.rating), uncertainty: 0.0 };
    let outcome = match winner {
        Winner::Declarer => Outcomes::WIN,
        Winner::Defenders => Outcomes::LOSS,
        Winner::Nobody => Outcomes::DRAW,
    };
    let alone = [known(declarer), partner];
    let (alone, together) = weng_lin_two_teams(&alone, &[one, other], &outcome, &WengLinConfig::new());
    match (alone.as_slice(), together.as_slice()) {
        ([alone, _], [one, other]) => (ours(*alone), [ours(*one), ours(*other)]),
        // The crate gives back as many as it was given.
        _ => (declarer, defenders),
    }
}

const fn known(rating: Rating) -> WengLinRating {
    WengLinRating { rating: rating.value, uncertainty: rating.uncertainty }
}

const fn ours(rating: WengLinRating) -> Rating {
    Rating { value: rating.rating, uncertainty: rating.uncertainty }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_gained_more_a_head_has_won() {
        for (payments, winner) in [
            ((8, [-4, -4]), Winner::Declarer),
            ((-8, [4, 4]), Winner::Defenders),
            // An individual kontra: won from one, lost to the other.
            ((0, [-2, 2]), Winner::Nobody),
            ((2, [-4, 2]), Winner::Declarer),
            // All paid into the window.
            ((-1, [-1, -1]), Winner::Nobody),
        ] {
            assert_eq!(Winner::of(payments.0, payments.1), winner, "{payments:?}");
        }
    }

    #[test]
    fn among_equals_a_win_lifts_the_declarer_as_a_loss_sinks() {
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
    fn beating_stronger_ones_counts_for_more() {
        let (new, strong) = (Rating::default(), Rating { value: 35.0, uncertainty: 2.0 });
        let weak = Rating { value: 15.0, uncertainty: 2.0 };
        let gain = |others| after(new, others, Winner::Declarer).0.value;
        assert!(gain([strong; 2]) > gain([strong, weak]) && gain([strong, weak]) > gain([weak; 2]));
    }

    #[test]
    fn whoever_is_stronger_comes_out_ahead_and_certain() {
        let mut ratings = [Rating::default(); 3];
        for deal in 0..300_usize {
            let (alone, one, other) = (deal % 3, (deal + 1) % 3, (deal + 2) % 3);
            // The first makes three of four, the second two, the third one.
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
