//! Silent games: made, or lost, without having been bid (`RULES §8`).

use crate::rules::rule_set::{SilentDurchmars, SilentKontra, SilentUlti};
use crate::rules::settlement::{Item, Scored, Side};
use crate::rules::{Entry, Game, Hundred, Play, Rank, RuleSet, Seat, Suit, Value};

/// The silent games of one deal that has been played out.
pub(super) struct Silent<'a> {
    pub(super) play: &'a Play,
    pub(super) entry: &'a Entry,
    pub(super) rules: &'a RuleSet,
}

impl Silent<'_> {
    pub(super) fn items(&self, parti_paid: i32) -> impl Iterator<Item = Item> + use<> {
        let parti = Parti { paid: parti_paid, kontra: self.play.kontra.highest_multiplier(Game::Parti) };
        let durchmars = self.durchmars(parti);
        let tripled = durchmars.is_some() && self.entry.silent_durchmars == SilentDurchmars::TriplesParti;
        let hundred = self.hundred(parti, tripled);
        [hundred, self.ulti(), durchmars, self.four_aces()].into_iter().flatten()
    }

    /// What an amount comes to here: hearts counts where hearts are trumps.
    fn worth(&self, value: Value) -> i32 {
        self.rules.amount(value, &self.entry.contract, self.play.trump == Some(Suit::Hearts))
    }

    fn multiplier(&self) -> i32 {
        match self.rules.silent_kontra {
            SilentKontra::Never => 1,
            SilentKontra::Highest => self.play.kontra.highest_of_all(),
        }
    }

    fn hundred(&self, parti: Parti, tripled: bool) -> Option<Item> {
        let (side, tally) = [Side::Declarer, Side::Defence]
            .map(|side| (side, self.play.tally(side, self.rules)))
            .into_iter()
            .find(|(_, tally)| tally.total >= 100)?;
        let values = &self.rules.values;
        let (worth, kontra) = match self.entry.silent_hundred {
            Hundred::None => return None,
            Hundred::Item if tally.one_twenty => (self.worth(values.silent_twenty_hundred), 1),
            Hundred::Item => (self.worth(values.silent_hundred), 1),
            Hundred::Multiplied => (self.worth(values.silent_hundred), self.play.kontra.highest_of_all()),
            Hundred::DoublesParti if tripled || parti.paid == 0 => return None,
            Hundred::DoublesParti => (parti.paid.abs(), parti.kontra),
        };
        Some(self.between_sides(Scored::SilentHundred, side, true, worth, kontra, 0))
    }

    /// Who played the trump VII to the tenth trick, and whether it won.
    fn ulti(&self) -> Option<Item> {
        if !self.entry.silent_ulti {
            return None;
        }
        let (player, made) = self.play.last_trick_seven()?;
        let (worth, kontra) = (self.worth(self.rules.values.silent_ulti), self.multiplier());
        let again = if !made && self.rules.lost_silent_ulti_again { worth } else { 0 };
        let declarer = player == self.play.declarer;
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

    fn durchmars(&self, parti: Parti) -> Option<Item> {
        let (side, made) = self.all_tricks()?;
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

    /// The side that took all ten tricks, or the first nine and lost the tenth where that counts.
    fn all_tricks(&self) -> Option<(Side, bool)> {
        let last = self.play.winners[9]? == self.play.declarer;
        match (self.play.tricks_by(self.play.declarer), last) {
            (10, _) => Some((Side::Declarer, true)),
            (0, _) => Some((Side::Defence, true)),
            (9, false) if self.rules.silent_durchmars_lost => Some((Side::Declarer, false)),
            (1, true) if self.rules.silent_durchmars_lost => Some((Side::Defence, false)),
            _ => None,
        }
    }

    fn four_aces(&self) -> Option<Item> {
        let contract = &self.entry.contract;
        if !self.rules.silent_four_aces || self.play.trump.is_none() || self.play.tricks_taken() < 10 {
            return None;
        }
        let winner = Seat::ALL.into_iter().find(|seat| self.play.took_all(Rank::Ace, *seat))?;
        let declarer = winner == self.play.declarer;
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
            against: self.play.declarer.others().to_vec(),
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
