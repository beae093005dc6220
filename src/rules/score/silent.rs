//! Silent games: made, or lost, without having been bid (`RULES §8`).

use crate::rules::outcome::Reached;
use crate::rules::rule_set::{SilentDurchmars, SilentKontra, SilentUlti};
use crate::rules::settlement::{Item, Scored, Side};
use crate::rules::{Game, Hundred, Suit, Value};

use super::Ended;

impl Ended<'_> {
    /// The silent games; `parti_paid` is what the parti pays before any kontra.
    pub(super) fn silent_items(&self, parti_paid: i32) -> impl Iterator<Item = Item> + use<> {
        let parti = Parti { paid: parti_paid, kontra: self.kontra.highest_multiplier(Game::Parti) };
        let durchmars = self.silent_durchmars(parti);
        let tripled = durchmars.is_some() && self.entry.silent_durchmars == SilentDurchmars::TriplesParti;
        let hundred = self.silent_hundred(parti, tripled);
        [hundred, self.silent_ulti(), durchmars, self.silent_four_aces()].into_iter().flatten()
    }

    /// What an amount comes to here: hearts counts where hearts are trumps.
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
        let Reached { side, one_twenty } = self.outcome.hundred?;
        let values = &self.rules.values;
        let (worth, kontra) = match self.entry.silent_hundred {
            Hundred::None => return None,
            Hundred::Item if one_twenty => (self.worth(values.silent_twenty_hundred), 1),
            Hundred::Item => (self.worth(values.silent_hundred), 1),
            Hundred::Multiplied => (self.worth(values.silent_hundred), self.kontra.highest_of_all()),
            Hundred::DoublesParti if tripled || parti.paid == 0 => return None,
            Hundred::DoublesParti => (parti.paid.abs(), parti.kontra),
        };
        Some(self.between_sides(Scored::SilentHundred, side, true, worth, kontra, 0))
    }

    /// Who played the trump VII to the tenth trick, and whether it won.
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
            return Some(self.between_sides(Scored::SilentUlti, side, made, worth, kontra, again));
        }
        // Where nothing multiplies, what is paid once more is part of the value.
        let value = if self.rules.silent_kontra == SilentKontra::Never { worth + again } else { worth };
        Some(Item {
            game: Scored::SilentUlti,
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
                Some(self.between_sides(Scored::SilentDurchmars, side, made, worth, kontra, 0))
            }
            SilentDurchmars::TriplesParti if !made || parti.paid == 0 => None,
            SilentDurchmars::TriplesParti => {
                let worth = 2 * parti.paid.abs();
                Some(self.between_sides(Scored::SilentDurchmars, side, true, worth, parti.kontra, 0))
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
        Some(self.between_sides(Scored::SilentFourAces, side, true, worth, self.multiplier(), 0))
    }

    /// An item between the declarer and both defenders.
    fn between_sides(
        &self,
        game: Scored,
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

/// The parti of the contract as it is paid before anything doubles or triples it.
#[derive(Clone, Copy)]
struct Parti {
    /// Before any kontra; 0 where there is none, or it is not paid.
    paid: i32,
    kontra: i32,
}
