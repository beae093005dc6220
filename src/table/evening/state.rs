//! The state of a table, built from its events.
//!
//! [`Evening::judge`](super::judge) decides which events a command causes, without changing the state.
//! [`Evening::apply`] applies an event to the state.

use std::sync::Arc;

use super::current_deal::CurrentDeal;
use super::seat_changes::SeatChanges;
use crate::table::book_cache;
use crate::table::{
    ChannelId, Player, PlayerId, ServerId, Standing, TableEvent, TableId, UnixMillis, UserId, WhyEnded,
};
use ulti_rules::{Book, BySeat, Card, Deal, Event, InvalidDeal, RuleSetError, Seat, SeatAction};

/// The state of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Evening {
    pub(crate) version: u32,
    pub(crate) server: ServerId,
    pub(crate) channel: ChannelId,
    pub(crate) host: UserId,
    pub(crate) book: Arc<Book>,
    /// Rules with which the table was opened.
    pub(crate) opened: Arc<Book>,
    pub(crate) deals: Option<u32>,
    /// Time in seconds after which the next deal begins by itself. `None` if a player begins it.
    pub(crate) pause: Option<u32>,
    /// Ended table whose players are invited to this one.
    pub(crate) follows: Option<TableId>,
    /// People who played at the table that this one follows. They are read from the journal of that table, so
    /// the list is empty unless [`recovery`](crate::table::actor::recovery) has set it.
    pub(crate) invited: Vec<Player>,
    /// People whom players have invited, each once.
    pub(crate) invitees: Vec<UserId>,
    pub(crate) chairs: Vec<SeatedPlayer>,
    /// Players who joined or left since the start of the newest deal. Empty before the first deal.
    pub(crate) seat_changes: SeatChanges,
    /// Current points of each player, including players who have left the table.
    pub(crate) standings: Vec<Standing>,
    pub(crate) window: i32,
    pub(crate) draws: Vec<(PlayerId, Card)>,
    /// Index of the next dealer in `chairs`. Must be taken modulo the number of chairs.
    pub(crate) next_dealer: usize,
    pub(crate) current: Option<CurrentDeal>,
    pub(crate) previous: Option<CurrentDeal>,
    pub(crate) ended: Option<WhyEnded>,
    /// Points that each player received from the window (the table's pot) at the end.
    pub(crate) shares: Vec<(PlayerId, i32)>,
    /// Game-clock time at which the first deal started. `None` if the rules have no time limit.
    pub(super) began: Option<UnixMillis>,
    /// Player who missed the current turn. A robot plays the turn instead. Reset to `None` once the turn has
    /// been played.
    missed: Option<PlayerId>,
}

/// A player at the table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeatedPlayer {
    pub(crate) player: Player,
    pub(crate) stood_in: bool,
    /// Number of consecutive turns that the player missed.
    pub(crate) misses: u8,
    pub(crate) agrees_to_end: bool,
    pub(crate) passes_on: bool,
}

/// Error returned if a list of events does not describe a valid table.
#[derive(Debug, thiserror::Error)]
pub enum NotATable {
    /// The first event does not create a table.
    #[error("the first event does not set up the table")]
    NotSetUp,
    /// The rules in the table's first event are invalid.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The dealt cards do not form a complete deck. The error message does not reveal any cards.
    #[error("the dealt cards are not a complete deck")]
    Cards(#[from] InvalidDeal),
    /// An event refers to a player who is not at the table.
    #[error("event refers to {0:?}, who is not at the table")]
    NoSuchPlayer(PlayerId),
    /// An event belongs to a deal, but no deal is in progress.
    #[error("event of a deal, but no deal is running")]
    NoDeal,
    /// The event is impossible in the table's current state, for the given reason. For example, a deal cannot
    /// start before the previous one has ended.
    #[error("event not possible in this state: {0}")]
    CannotFollow(&'static str),
}

/// Returns [`NotATable::CannotFollow`] with the reason `otherwise` if `possible` is `false`.
pub(super) const fn ensure(possible: bool, otherwise: &'static str) -> Result<(), NotATable> {
    if possible { Ok(()) } else { Err(NotATable::CannotFollow(otherwise)) }
}

impl Evening {
    /// Rebuilds the state of a table by applying all its events.
    pub(crate) fn from_events(events: &[TableEvent]) -> Result<Self, NotATable> {
        let (evening, wrong) = Self::as_far_as_possible(events);
        match wrong {
            None => evening.ok_or(NotATable::NotSetUp),
            Some((_, error)) => Err(error),
        }
    }

    /// Rebuilds the state of a table by applying its events up to the first invalid one.
    ///
    /// If an event is invalid, also returns its index and the error.
    pub(crate) fn as_far_as_possible(events: &[TableEvent]) -> (Option<Self>, Option<(usize, NotATable)>) {
        let Some((first, rest)) = events.split_first() else { return (None, Some((0, NotATable::NotSetUp))) };
        let mut evening = match Self::set_up(first) {
            Ok(evening) => evening,
            Err(error) => return (None, Some((0, error))),
        };
        for (place, event) in (1..).zip(rest) {
            if let Err(error) = evening.apply(event) {
                // A failed `apply` may leave a partial change, so the state is rebuilt from the events
                // before.
                let (before, _) = Self::as_far_as_possible(&events[..place]);
                return (before, Some((place, error)));
            }
        }
        (Some(evening), None)
    }

    pub(crate) fn set_up(event: &TableEvent) -> Result<Self, NotATable> {
        let TableEvent::SetUp { server, channel, host, rules, deals, follows } = event else {
            return Err(NotATable::NotSetUp);
        };
        let book = book_cache::book(rules.rules()?);
        Ok(Self {
            version: 1,
            server: *server,
            channel: *channel,
            host: *host,
            opened: Arc::clone(&book),
            book,
            deals: *deals,
            pause: None,
            follows: *follows,
            invited: Vec::new(),
            invitees: Vec::new(),
            chairs: Vec::new(),
            seat_changes: SeatChanges::default(),
            standings: Vec::new(),
            window: 0,
            draws: Vec::new(),
            next_dealer: 0,
            current: None,
            previous: None,
            ended: None,
            shares: Vec::new(),
            began: None,
            missed: None,
        })
    }

    /// Returns `true` if all seats are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.chairs.len() >= self.book.rules().most_players()
    }

    /// Returns `true` if there are at least three players, as many as play in a deal.
    pub(crate) fn has_enough_players(&self) -> bool {
        self.chairs.len() >= Seat::ALL.len()
    }

    /// Returns `true` if a player passes for the rest of the auction in progress.
    pub(crate) fn passes_on(&self, player: PlayerId) -> bool {
        // A deal that ends during the auction, because a player leaves, does not end the choice.
        self.is_dealing() && self.chair(player).is_some_and(|chair| chair.passes_on)
    }

    /// Returns `true` if a deal is in progress.
    pub(crate) fn is_dealing(&self) -> bool {
        self.dealing().is_some()
    }

    /// Returns `true` if the journal lacks an event that should have followed the last action automatically.
    /// This happens only if the journal is damaged.
    pub(crate) fn breaks_off(&self) -> bool {
        self.dealing().is_some_and(|current| !current.deal.is_complete())
    }

    pub(crate) fn chair(&self, player: PlayerId) -> Option<&SeatedPlayer> {
        self.chairs.iter().find(|chair| chair.player.id == player)
    }

    fn chair_mut(&mut self, player: PlayerId) -> Result<&mut SeatedPlayer, NotATable> {
        self.chairs.iter_mut().find(|chair| chair.player.id == player).ok_or(NotATable::NoSuchPlayer(player))
    }

    /// Returns the current deal if it is still in progress.
    pub(crate) fn dealing(&self) -> Option<&CurrentDeal> {
        self.current.as_ref().filter(|current| !current.is_over() && self.ended.is_none())
    }

    /// Returns the deal in progress, the seat whose turn it is, and the player at that seat.
    pub(crate) fn turn(&self) -> Option<(&CurrentDeal, Seat, PlayerId)> {
        let current = self.dealing()?;
        let seat = current.deal.turn()?;
        Some((current, seat, current.seats[seat].id))
    }

    /// Returns `true` if a robot plays for `player`: the player is a robot, has been replaced by a stand-in
    /// robot, or has left the table.
    pub(crate) fn is_robots(&self, player: PlayerId) -> bool {
        self.chair(player).is_none_or(|chair| chair.player.is_robot() || chair.stood_in)
    }

    /// Changes the state of the table as described by an event.
    ///
    /// # Errors
    /// Returns an error if the event is impossible in the current state. The state may then be partly
    /// changed.
    pub(crate) fn apply(&mut self, event: &TableEvent) -> Result<(), NotATable> {
        ensure(self.ended.is_none(), "the table is already closed")?;
        self.version += 1;
        match event {
            TableEvent::SetUp { .. } => return Err(NotATable::NotSetUp),
            TableEvent::RulesChanged { .. }
            | TableEvent::DealsChanged { .. }
            | TableEvent::RobotsChanged { .. }
            | TableEvent::PauseChanged { .. } => self.apply_setting(event)?,
            TableEvent::Joined { player } => self.sit_down(player.clone())?,
            TableEvent::Invited { player } => self.invitees.extend(player.user()),
            TableEvent::Renamed { player } => self.rename_seated(player)?,
            TableEvent::GotUp { player } => self.get_up(*player)?,
            TableEvent::Drew { draws, dealer } => {
                self.draws.clone_from(draws);
                self.next_dealer = self.place_of(*dealer)?;
            }
            TableEvent::DealBegan { .. } => self.begin_deal(event)?,
            TableEvent::InDeal { event } => self.apply_in_deal(event)?,
            TableEvent::PassesOn { player } => self.chair_mut(*player)?.passes_on = true,
            TableEvent::StopsPassing { player } => self.chair_mut(*player)?.passes_on = false,
            TableEvent::Missed { player } => {
                self.missed = Some(*player);
                let misses = &mut self.chair_mut(*player)?.misses;
                *misses = misses.saturating_add(1);
            }
            TableEvent::StoodIn { player } => self.chair_mut(*player)?.stood_in = true,
            TableEvent::TookBack { player } => {
                let chair = self.chair_mut(*player)?;
                (chair.stood_in, chair.misses) = (false, 0);
                self.person_has_returned();
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
        ensure(!self.is_full(), "more players than seats")?;
        ensure(self.chair(player.id).is_none(), "a player joins twice")?;
        ensure(player.is_robot() == player.id.user().is_none(), "a player is both robot and user")?;
        if self.current.is_some() {
            self.seat_changes.joined(&player);
        }
        self.rename(&player);
        let (stood_in, misses, agrees_to_end, passes_on) = (false, 0, false, false);
        self.chairs.push(SeatedPlayer { player, stood_in, misses, agrees_to_end, passes_on });
        Ok(())
    }

    fn get_up(&mut self, player: PlayerId) -> Result<(), NotATable> {
        let plays = self.dealing().is_some_and(|current| current.seat_of(player).is_some());
        ensure(!plays, "a player leaves the table during a deal")?;
        if let Ok(place) = self.place_of(player) {
            let left = self.chairs.remove(place).player;
            if self.current.is_some() {
                self.seat_changes.left(&left);
            }
            self.next_dealer -= usize::from(place < self.next_dealer);
        }
        Ok(())
    }

    fn begin_deal(&mut self, event: &TableEvent) -> Result<(), NotATable> {
        let TableEvent::DealBegan { number, dealer, seats, start, seed, commitment, at } = event else {
            return Ok(());
        };
        ensure(!self.is_dealing(), "a deal starts while another deal is running")?;
        let before = self.current.as_ref().map_or(0, |current| current.number);
        ensure(before.checked_add(1) == Some(*number), "the deal number is not consecutive")?;
        ensure(start.window == self.window, "the window differs from the end of the previous deal")?;
        let [zero, one, two] = seats.0;
        ensure(zero != one && one != two && zero != two, "a player has two seats in a deal")?;
        let deal = Deal::new(Arc::clone(&self.book), start.clone())?;
        let player = |id: PlayerId| {
            self.chair(id).map(|chair| chair.player.clone()).ok_or(NotATable::NoSuchPlayer(id))
        };
        let away = seats.map(|id| self.chair(id).is_some_and(|chair| chair.stood_in));
        let begun = CurrentDeal {
            number: *number,
            dealer: player(*dealer)?,
            seats: BySeat([player(zero)?, player(one)?, player(two)?]),
            deal,
            events: Vec::new(),
            helped: BySeat::default(),
            away,
            has_human_action: self.begins_with_human_action(self.current.as_ref(), seats),
            seed: *seed,
            commitment: *commitment,
            after: None,
        };
        self.began = self.began.or(*at);
        self.next_dealer = self.place_of(*dealer)? + 1;
        for player in begun.seats.values() {
            if !self.standings.iter().any(|standing| standing.player.id == player.id) {
                self.standings.push(Standing { player: player.clone(), points: 0, deals: 0 });
            }
        }
        self.previous = self.current.replace(begun);
        self.seat_changes = SeatChanges::default();
        for chair in &mut self.chairs {
            (chair.agrees_to_end, chair.passes_on) = (false, false);
        }
        Ok(())
    }

    fn apply_in_deal(&mut self, event: &Event) -> Result<(), NotATable> {
        let current = self.current.as_mut().ok_or(NotATable::NoDeal)?;
        ensure(current.deal.fits(event), "the event does not fit the state of the deal")?;
        // A hand that is laid open automatically is nobody's action.
        let seat = SeatAction::of(event).filter(|_| !current.deal.follows(event)).map(|step| step.seat);
        current.deal.apply(event);
        self.record_deal_event(event, seat)
    }

    /// Replaces the state of the current deal with `deal` and records `events`.
    ///
    /// `deal` and `events` must come from the same call to [`Deal::after`], for an action of the player at
    /// `seat`. The effect is the same as applying each event with [`apply`](Self::apply).
    pub(super) fn advance_deal(&mut self, seat: Seat, events: &[Event], deal: Deal) -> Result<(), NotATable> {
        self.current.as_mut().ok_or(NotATable::NoDeal)?.deal = deal;
        for (index, event) in events.iter().enumerate() {
            self.version += 1;
            self.record_deal_event(event, Some(seat).filter(|_| index == 0))?;
        }
        Ok(())
    }

    /// Adds an event to the deal's list of events and updates the players' missed turns. If the event settles
    /// the deal, also updates the standings. The event must already have been applied to the deal.
    ///
    /// `seat` is the seat of the player who acted, or `None` if the event followed automatically from the
    /// rules.
    fn record_deal_event(&mut self, event: &Event, seat: Option<Seat>) -> Result<(), NotATable> {
        let current = self.current.as_mut().ok_or(NotATable::NoDeal)?;
        let actor = seat.map(|seat| current.seats[seat].id);
        if let (Some(seat), Some(player)) = (seat, actor) {
            let held = self.chairs.iter().any(|chair| chair.player.id == player && chair.stood_in);
            let by_robot = held || self.missed == Some(player);
            current.helped[seat] |= by_robot;
            current.has_human_action |= !by_robot && player.user().is_some();
        }
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

    /// Resets a player's count of missed turns after an action.
    ///
    /// The count is kept if a robot took the action because the player missed the turn.
    fn has_acted(&mut self, player: PlayerId) {
        let by_robot = self.missed.take() == Some(player);
        if let Ok(chair) = self.chair_mut(player)
            && !by_robot
        {
            chair.misses = 0;
        }
    }
}
