//! Silent games: results that are paid although they were not bid (`RULES §8`).

use crate::rule_set::{SilentDurchmars, SilentKontra, SilentUlti};
use crate::scoring::outcome::SilentHundredSide;
use crate::scoring::settlement::{Item, ScoredGame, Side};
use crate::{Game, SilentHundredPayment, Suit, Value};

use super::Ended;

impl Ended<'_> {
    /// Returns the payments for all silent games (results paid without a bid).
    ///
    /// `parti_paid` is the payment for the parti before any kontra (doubling). It is negative if the parti
    /// was lost.
    pub(super) fn silent_items(&self, parti_paid: i32) -> impl Iterator<Item = Item> + use<> {
        let parti = Parti { paid: parti_paid, kontra: self.kontra.highest_multiplier(Game::Parti) };
        let durchmars = self.silent_durchmars(parti);
        let tripled = durchmars.is_some() && self.entry.silent_durchmars == SilentDurchmars::TriplesParti;
        let hundred = self.silent_hundred(parti, tripled);
        [hundred, self.silent_ulti(), durchmars, self.silent_four_aces()].into_iter().flatten()
    }

    /// Returns the number of points that `value` is worth in this deal, given its contract and trump suit.
    fn worth(&self, value: Value) -> i32 {
        self.rules.amount(value, self.entry.contract, self.trump == Some(Suit::Hearts))
    }

    fn multiplier(&self) -> i32 {
        match self.rules.silent_kontra {
            SilentKontra::Never => 1,
            SilentKontra::Highest => self.kontra.highest_of_all(),
        }
    }

    fn silent_hundred(&self, parti: Parti, tripled: bool) -> Option<Item> {
        let SilentHundredSide { side, one_twenty } = self.outcome.hundred?;
        let values = &self.rules.values;
        let (worth, kontra) = match self.entry.silent_hundred {
            SilentHundredPayment::None => return None,
            SilentHundredPayment::Item if one_twenty => (self.worth(values.silent_twenty_hundred), 1),
            SilentHundredPayment::Item => (self.worth(values.silent_hundred), 1),
            SilentHundredPayment::Multiplied => {
                (self.worth(values.silent_hundred), self.kontra.highest_of_all())
            }
            SilentHundredPayment::DoublesParti if tripled || parti.paid == 0 => return None,
            SilentHundredPayment::DoublesParti => (parti.paid.abs(), parti.kontra),
        };
        Some(self.between_sides(ScoredGame::SilentHundred, side, true, worth, kontra, 0))
    }

    /// Returns the payment for a silent ulti (an ulti that was not bid).
    ///
    /// Returns `None` if the rules do not pay for it in this contract, or if the seven of trumps was not
    /// played to the last trick.
    fn silent_ulti(&self) -> Option<Item> {
        if !self.entry.silent_ulti {
            return None;
        }
        let (player, made) = self.outcome.seven?;
        let (worth, kontra) = (self.worth(self.rules.values.silent_ulti), self.multiplier());
        let again = if !made && self.rules.lost_silent_ulti_again { worth } else { 0 };
        let declarer = player == self.declarer;
        let side = if declarer { Side::Declarer } else { Side::Defence };
        if self.rules.silent_ulti == SilentUlti::Sides {
            return Some(self.between_sides(ScoredGame::SilentUlti, side, made, worth, kontra, again));
        }
        // If silent games are never multiplied, the second payment is part of the value.
        let value = if self.rules.silent_kontra == SilentKontra::Never { worth + again } else { worth };
        Some(Item {
            game: ScoredGame::SilentUlti,
            side,
            seat: (!declarer).then_some(player),
            made,
            value,
            kontra,
            against: player.others().to_vec(),
            points: if made { worth * kontra } else { -worth * kontra - again },
        })
    }

    fn silent_durchmars(&self, parti: Parti) -> Option<Item> {
        let (side, made) = self.outcome.tricks?;
        if !made && !self.rules.silent_durchmars_lost {
            return None;
        }
        match self.entry.silent_durchmars {
            SilentDurchmars::None => None,
            SilentDurchmars::Item => {
                let worth = self.worth(self.rules.values.silent_durchmars);
                let kontra = self.multiplier();
                Some(self.between_sides(ScoredGame::SilentDurchmars, side, made, worth, kontra, 0))
            }
            SilentDurchmars::TriplesParti if !made || parti.paid == 0 => None,
            SilentDurchmars::TriplesParti => {
                let worth = 2 * parti.paid.abs();
                Some(self.between_sides(ScoredGame::SilentDurchmars, side, true, worth, parti.kontra, 0))
            }
        }
    }

    fn silent_four_aces(&self) -> Option<Item> {
        let contract = &self.entry.contract;
        if !self.rules.silent_four_aces || self.trump.is_none() {
            return None;
        }
        let winner = self.outcome.four_aces?;
        let declarer = winner == self.declarer;
        if declarer && (contract.has(Game::FourAces) || contract.has(Game::Durchmars)) {
            return None;
        }
        let side = if declarer { Side::Declarer } else { Side::Defence };
        let worth = self.worth(self.rules.values.silent_four_aces);
        Some(self.between_sides(ScoredGame::SilentFourAces, side, true, worth, self.multiplier(), 0))
    }

    /// Creates a payment between the declarer and each of the two defenders.
    fn between_sides(
        &self,
        game: ScoredGame,
        side: Side,
        made: bool,
        value: i32,
        kontra: i32,
        again: i32,
    ) -> Item {
        let paid = value * kontra + if made { 0 } else { again };
        let declarer_gains = (side == Side::Declarer) == made;
        Item {
            game,
            side,
            seat: None,
            made,
            value,
            kontra,
            against: self.declarer.others().to_vec(),
            points: if declarer_gains { paid } else { -paid },
        }
    }
}

/// The payment for the *parti* (winning more points than the opponents). Silent games may double or triple
/// it.
#[derive(Clone, Copy)]
struct Parti {
    /// Amount of the payment before any kontra (doubling), negative if the parti was lost. Zero if the
    /// contract has no parti or if the parti is not paid.
    paid: i32,
    kontra: i32,
}
