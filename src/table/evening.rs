//! The state of a table, pure: what its events have made of it.
//!
//! Like a deal, an evening has two verbs: [`Evening::judge`](super::judge) decides what a command
//! leads to, [`Evening::apply`] takes an event in.

use std::sync::Arc;

use super::books;
use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Player, PlayerId, ServerId, TableEvent, UserId, WhyEnded};
use crate::rules::{
    Book, BySeat, Card, Deal, Event, NotADeal, Record, ReplayError, RuleSetError, Seat, Settlement, Step,
};

/// A table's state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Evening {
    pub(super) version: u32,
    pub(super) server: ServerId,
    pub(super) channel: ChannelId,
    pub(super) host: UserId,
    pub(super) book: Arc<Book>,
    pub(super) deals: Option<u32>,
    pub(super) chairs: Vec<Seated>,
    pub(super) accounts: Vec<Account>,
    pub(super) window: i32,
    pub(super) draws: Vec<(PlayerId, Card)>,
    /// Who deals next, by place among the chairs.
    pub(super) next_dealer: usize,
    pub(super) current: Option<Current>,
    pub(super) previous: Option<Current>,
    pub(super) ended: Option<WhyEnded>,
    /// For whom a robot is about to play a missed turn.
    missed: Option<PlayerId>,
}

/// A player on a chair.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seated {
    pub(super) player: Player,
    pub(super) stood_in: bool,
    /// Turns in a row that a robot had to play.
    pub(super) misses: u8,
    pub(super) agrees_to_end: bool,
    pub(super) passes_on: bool,
}

/// What someone who has played has won or lost this evening.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Account {
    pub(super) player: Player,
    pub(super) points: i32,
    pub(super) deals: u32,
}

/// The deal being played, or a finished one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Current {
    pub(super) number: u32,
    pub(super) dealer: Player,
    pub(super) seats: BySeat<Player>,
    pub(super) deal: Deal,
    pub(super) events: Vec<Event>,
    /// For which people's seats a robot has decided something.
    pub(super) helped: BySeat<bool>,
    /// Which people's seats a robot held when the cards were dealt.
    pub(super) away: BySeat<bool>,
    pub(super) seed: Seed,
    pub(super) commitment: Commitment,
    /// The accounts and the window when it was settled.
    pub(super) after: Option<(Vec<Account>, i32)>,
}

impl Current {
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.seats[*seat].id == player)
    }

    pub(super) fn is_over(&self) -> bool {
        self.deal.turn().is_none()
    }

    /// The finished deal in the open notation.
    pub(super) fn record(&self) -> Result<Record, ReplayError> {
        let names = self.seats.clone().map(|player| player.name).0;
        let mut record = Record::of(self.deal.book(), self.deal.start(), &self.events, names)?;
        record.shuffle = Some(super::shuffle::note(&self.seed, self.number.into()));
        Ok(record)
    }
}

/// Why a list of events is no table.
#[derive(Debug, thiserror::Error)]
pub enum NotATable {
    /// The first event does not set a table up.
    #[error("the first event does not set the table up")]
    NotSetUp,
    /// The table plays by rules that this program does not know.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// A deal whose cards are not the deck; which, nobody is told.
    #[error("the cards dealt are not the deck")]
    Cards(#[from] NotADeal),
    /// An event about someone who is not there.
    #[error("an event about {0:?}, who is not at the table")]
    NoSuchPlayer(PlayerId),
    /// An event of a deal where there is none.
    #[error("an event of a deal where there is none")]
    NoDeal,
    /// An event that can't follow: a card that nobody holds, a third seat for one player.
    #[error("an event that can't follow: {0}")]
    CannotFollow(&'static str),
}

/// What can't be is refused, in these words.
const fn only_if(possible: bool, otherwise: &'static str) -> Result<(), NotATable> {
    if possible { Ok(()) } else { Err(NotATable::CannotFollow(otherwise)) }
}

impl Evening {
    /// The table that these events make.
    pub(super) fn from_events(events: &[TableEvent]) -> Result<Self, NotATable> {
        let (evening, wrong) = Self::as_far_as_possible(events);
        match wrong {
            None => evening.ok_or(NotATable::NotSetUp),
            Some((_, error)) => Err(error),
        }
    }

    /// The table that the first of these events make, and which is the first that fits nowhere.
    pub(super) fn as_far_as_possible(events: &[TableEvent]) -> (Option<Self>, Option<(usize, NotATable)>) {
        let Some((first, rest)) = events.split_first() else { return (None, Some((0, NotATable::NotSetUp))) };
        let mut evening = match Self::set_up(first) {
            Ok(evening) => evening,
            Err(error) => return (None, Some((0, error))),
        };
        for (place, event) in (1..).zip(rest) {
            if let Err(error) = evening.apply(event) {
                // What is half taken in is thrown away.
                let (before, _) = Self::as_far_as_possible(&events[..place]);
                return (before, Some((place, error)));
            }
        }
        (Some(evening), None)
    }

    fn set_up(event: &TableEvent) -> Result<Self, NotATable> {
        let TableEvent::SetUp { server, channel, host, rules, deals } = event else {
            return Err(NotATable::NotSetUp);
        };
        Ok(Self {
            version: 1,
            server: *server,
            channel: *channel,
            host: *host,
            book: books::book(rules.rules()?),
            deals: *deals,
            chairs: Vec::new(),
            accounts: Vec::new(),
            window: 0,
            draws: Vec::new(),
            next_dealer: 0,
            current: None,
            previous: None,
            ended: None,
            missed: None,
        })
    }

    /// Whether nobody else can sit down.
    pub(super) fn is_full(&self) -> bool {
        self.chairs.len() >= self.book.rules().most_players()
    }

    /// Whether a deal is being played.
    pub(super) fn is_dealing(&self) -> bool {
        self.dealing().is_some()
    }

    /// Whether something follows by itself from what has happened in the deal, and has not happened.
    pub(super) fn breaks_off(&self) -> bool {
        self.dealing().is_some_and(|current| !current.deal.is_complete())
    }

    pub(super) fn chair(&self, player: PlayerId) -> Option<&Seated> {
        self.chairs.iter().find(|chair| chair.player.id == player)
    }

    fn chair_mut(&mut self, player: PlayerId) -> Result<&mut Seated, NotATable> {
        self.chairs.iter_mut().find(|chair| chair.player.id == player).ok_or(NotATable::NoSuchPlayer(player))
    }

    /// The deal being played.
    pub(super) fn dealing(&self) -> Option<&Current> {
        self.current.as_ref().filter(|current| !current.is_over() && self.ended.is_none())
    }

    /// The player whose turn it is.
    pub(super) fn turn(&self) -> Option<(&Current, Seat, PlayerId)> {
        let current = self.dealing()?;
        let seat = current.deal.turn()?;
        Some((current, seat, current.seats[seat].id))
    }

    /// Whether a robot plays for this player: because it is one, or holds the seat.
    pub(super) fn is_robots(&self, player: PlayerId) -> bool {
        self.chair(player).is_none_or(|chair| chair.player.is_robot() || chair.stood_in)
    }

    /// Takes an event in.
    pub(super) fn apply(&mut self, event: &TableEvent) -> Result<(), NotATable> {
        only_if(self.ended.is_none(), "the evening is over")?;
        self.version += 1;
        match event {
            TableEvent::SetUp { .. } => return Err(NotATable::NotSetUp),
            TableEvent::Joined { player } => self.sit_down(player.clone())?,
            TableEvent::GotUp { player } => self.get_up(*player)?,
            TableEvent::Drew { draws, dealer } => {
                self.draws.clone_from(draws);
                self.next_dealer = self.place_of(*dealer)?;
            }
            TableEvent::DealBegan { .. } => self.begin_deal(event)?,
            TableEvent::InDeal { event } => self.apply_in_deal(event)?,
            TableEvent::PassesOn { player } => self.chair_mut(*player)?.passes_on = true,
            TableEvent::Missed { player } => {
                self.missed = Some(*player);
                let misses = &mut self.chair_mut(*player)?.misses;
                *misses = misses.saturating_add(1);
            }
            TableEvent::StoodIn { player } => self.chair_mut(*player)?.stood_in = true,
            TableEvent::TookBack { player } => {
                let chair = self.chair_mut(*player)?;
                (chair.stood_in, chair.misses) = (false, 0);
            }
            TableEvent::AgreedToEnd { player } => self.chair_mut(*player)?.agrees_to_end = true,
            TableEvent::Ended { why, shares } => self.end(*why, shares)?,
        }
        Ok(())
    }

    fn place_of(&self, player: PlayerId) -> Result<usize, NotATable> {
        let place = self.chairs.iter().position(|chair| chair.player.id == player);
        place.ok_or(NotATable::NoSuchPlayer(player))
    }

    fn sit_down(&mut self, player: Player) -> Result<(), NotATable> {
        only_if(!self.is_full(), "more players than seats")?;
        only_if(self.chair(player.id).is_none(), "a player sits down twice")?;
        only_if(player.is_robot() == player.id.user().is_none(), "a robot that is a person")?;
        self.chairs.push(Seated {
            player,
            stood_in: false,
            misses: 0,
            agrees_to_end: false,
            passes_on: false,
        });
        Ok(())
    }

    fn get_up(&mut self, player: PlayerId) -> Result<(), NotATable> {
        let plays = self.dealing().is_some_and(|current| current.seat_of(player).is_some());
        only_if(!plays, "a player gets up in the middle of a deal")?;
        if let Some(place) = self.chairs.iter().position(|chair| chair.player.id == player) {
            self.chairs.remove(place);
            if place < self.next_dealer {
                self.next_dealer -= 1;
            }
        }
        Ok(())
    }

    fn begin_deal(&mut self, event: &TableEvent) -> Result<(), NotATable> {
        let TableEvent::DealBegan { number, dealer, seats, start, seed, commitment } = event else {
            return Ok(());
        };
        only_if(!self.is_dealing(), "a deal within a deal")?;
        let before = self.current.as_ref().map_or(0, |current| current.number);
        only_if(before.checked_add(1) == Some(*number), "a deal is missing")?;
        only_if(start.window == self.window, "a window of another deal")?;
        let [zero, one, two] = seats.0;
        only_if(zero != one && one != two && zero != two, "a player plays twice")?;
        let deal = Deal::new(Arc::clone(&self.book), start.clone())?;
        let player = |id: PlayerId| {
            self.chair(id).map(|chair| chair.player.clone()).ok_or(NotATable::NoSuchPlayer(id))
        };
        let away = seats.map(|id| self.chair(id).is_some_and(|chair| chair.stood_in));
        let begun = Current {
            number: *number,
            dealer: player(*dealer)?,
            seats: BySeat([player(zero)?, player(one)?, player(two)?]),
            deal,
            events: Vec::new(),
            helped: BySeat::default(),
            away,
            seed: *seed,
            commitment: *commitment,
            after: None,
        };
        self.next_dealer = self.place_of(*dealer)? + 1;
        for player in begun.seats.values() {
            if !self.accounts.iter().any(|account| account.player.id == player.id) {
                self.accounts.push(Account { player: player.clone(), points: 0, deals: 0 });
            }
        }
        self.previous = self.current.replace(begun);
        for chair in &mut self.chairs {
            (chair.agrees_to_end, chair.passes_on) = (false, false);
        }
        Ok(())
    }

    fn apply_in_deal(&mut self, event: &Event) -> Result<(), NotATable> {
        let current = self.current.as_mut().ok_or(NotATable::NoDeal)?;
        only_if(current.deal.fits(event), "not in this deal")?;
        // A hand that is laid open by itself was laid open by nobody.
        let seat = Step::of(event).filter(|_| !current.deal.follows(event)).map(|step| step.seat);
        let actor = seat.map(|seat| current.seats[seat].id);
        if let (Some(seat), Some(player)) = (seat, actor) {
            let held = self.chairs.iter().any(|chair| chair.player.id == player && chair.stood_in);
            current.helped[seat] |= held || self.missed == Some(player);
        }
        current.deal.apply(event);
        current.events.push(event.clone());
        if let Some(actor) = actor {
            self.has_acted(actor);
        }
        match event {
            Event::AuctionClosed { .. } => self.chairs.iter_mut().for_each(|chair| chair.passes_on = false),
            Event::Settled { settlement } => self.settle(settlement)?,
            _ => {}
        }
        Ok(())
    }

    /// Who acts without a robot's help starts counting misses afresh.
    fn has_acted(&mut self, player: PlayerId) {
        let by_robot = self.missed.take() == Some(player);
        if let Ok(chair) = self.chair_mut(player)
            && !by_robot
        {
            chair.misses = 0;
        }
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<(), NotATable> {
        const TOO_MUCH: NotATable = NotATable::CannotFollow("more points than can be counted");
        let Some(current) = &mut self.current else { return Ok(()) };
        for (seat, player) in current.seats.iter() {
            if let Some(account) = self.accounts.iter_mut().find(|account| account.player.id == player.id) {
                let points = account.points.checked_add(settlement.payments[seat]);
                account.points = points.ok_or(TOO_MUCH)?;
                account.deals += 1;
            }
        }
        self.window = self.window.checked_add(settlement.window).ok_or(TOO_MUCH)?;
        current.after = Some((self.accounts.clone(), self.window));
        Ok(())
    }

    fn end(&mut self, why: WhyEnded, shares: &[(PlayerId, i32)]) -> Result<(), NotATable> {
        for (player, share) in shares {
            if let Some(account) = self.accounts.iter_mut().find(|account| account.player.id == *player) {
                let sums = account.points.checked_add(*share).zip(self.window.checked_sub(*share));
                let too_much = NotATable::CannotFollow("a share of more than can be counted");
                (account.points, self.window) = sums.ok_or(too_much)?;
            }
        }
        self.ended = Some(why);
        Ok(())
    }
}
