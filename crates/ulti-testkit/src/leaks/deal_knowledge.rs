//! The cards that each player may know at each point of a deal.

use ulti::table::{PlayerId, TableEvent, UserId};
use ulti_rules::{BySeat, Card, CardSet, Event};

use super::Journal;

/// Number of characters of the shuffle commitment (a hash) that the table message shows.
const COMMITMENT_LENGTH: usize = 16;

/// The cards that each seat may know after one event of a deal, and the cards that are public.
#[derive(Debug, Clone)]
pub(super) struct DealKnowledge {
    pub(super) at: u64,
    pub(super) table: i64,
    pub(super) number: u32,
    pub(super) seats: BySeat<PlayerId>,
    /// Cards that each seat holds at this point in the deal.
    pub(super) hands: BySeat<CardSet>,
    pub(super) talon: CardSet,
    /// All cards that each seat has held so far in the deal, including cards that it no longer holds.
    pub(super) known: BySeat<CardSet>,
    pub(super) public: CardSet,
    /// Cards that have been played.
    pub(super) played: CardSet,
    /// Cards of the newest trick, which may be complete.
    pub(super) trick: CardSet,
    pub(super) over: bool,
    pub(super) seed: String,
    pub(super) commitment: String,
}

impl DealKnowledge {
    /// Returns the cards that `reader` is allowed to know, or the public cards if `reader` is `None`.
    pub(super) fn may_know(&self, reader: Option<UserId>) -> CardSet {
        if self.over {
            return Card::deck().collect();
        }
        let own = self.seats.iter().find(|(_, player)| player.user() == reader && reader.is_some());
        self.public | own.map(|(seat, _)| self.known[seat]).unwrap_or_default()
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::TalonTaken { seat } => {
                self.known[*seat] |= self.talon;
                self.hands[*seat] |= self.talon;
                self.talon = CardSet::EMPTY;
            }
            Event::Bid { seat, discard: Some(cards), .. } => {
                self.hands[*seat] -= *cards;
                self.talon = *cards;
            }
            Event::Played { seat, card } => {
                self.hands[*seat] -= CardSet::of(*card);
                self.public |= CardSet::of(*card);
                self.played |= CardSet::of(*card);
                let before = if self.trick.len() == 3 { CardSet::EMPTY } else { self.trick };
                self.trick = before | CardSet::of(*card);
            }
            Event::Opened { seat } | Event::Claimed { seat } => self.public |= self.hands[*seat],
            Event::Settled { .. } => self.over = true,
            _ => {}
        }
    }
}

/// Returns which cards each player may know after each event of the deals in `journal`.
pub(super) fn deal_knowledge(journal: &Journal) -> Vec<DealKnowledge> {
    let mut history: Vec<DealKnowledge> = Vec::new();
    for (at, event) in &journal.events {
        match event {
            TableEvent::DealBegan { number, seats, start, seed, commitment, .. } => {
                history.push(DealKnowledge {
                    at: *at,
                    table: journal.table,
                    number: *number,
                    seats: *seats,
                    hands: start.hands,
                    talon: CardSet::EMPTY,
                    known: start.hands,
                    public: CardSet::EMPTY,
                    played: CardSet::EMPTY,
                    trick: CardSet::EMPTY,
                    over: false,
                    seed: seed.to_string(),
                    commitment: commitment.to_string()[..COMMITMENT_LENGTH].to_owned(),
                });
            }
            TableEvent::InDeal { event } => {
                let mut next = history.last().unwrap().clone();
                next.at = *at;
                next.apply(event);
                history.push(next);
            }
            _ => {}
        }
    }
    history
}
