//! The deal of an evening that is in progress or has just finished.

use crate::table::shuffle::{Commitment, Seed};
use crate::table::{Player, PlayerId, Standing};
use ulti_rules::{BySeat, Deal, Event, Record, ReplayError, Seat};

/// A deal that is in progress or has just finished.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CurrentDeal {
    pub(crate) number: u32,
    pub(crate) dealer: Player,
    pub(crate) seats: BySeat<Player>,
    pub(crate) deal: Deal,
    pub(crate) events: Vec<Event>,
    /// For each seat, `true` if a robot made at least one decision for the person playing there.
    pub(crate) helped: BySeat<bool>,
    /// For each seat, `true` if a stand-in robot was playing for an absent person when the deal began.
    pub(crate) away: BySeat<bool>,
    /// `true` if a person has acted in the deal, or has returned or chosen a pause since its beginning. If
    /// only people who sit out are present, `true` if one has acted in the deal before.
    pub(crate) has_human_action: bool,
    pub(crate) seed: Seed,
    pub(crate) commitment: Commitment,
    /// Standings and points in the window (the table's pot) after the deal. `None` until the deal is settled.
    pub(crate) after: Option<(Vec<Standing>, i32)>,
}

impl CurrentDeal {
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.seats[*seat].id == player)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.deal.turn().is_none()
    }

    /// Creates the record of the deal, which must be finished.
    pub(crate) fn record(&self) -> Result<Record, ReplayError> {
        let names = self.seats.clone().map(|player| player.name).0;
        let mut record = Record::of(self.deal.book(), self.deal.start(), &self.events, names)?;
        record.shuffle = Some(crate::table::shuffle::note(&self.seed, self.number.into()));
        Ok(record)
    }
}
