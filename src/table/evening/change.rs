//! Construction of a [`Change`]: each step of a command adds events and updates the state of the table.

use super::current_deal::CurrentDeal;
use super::state::{Evening, NotATable};
use super::window_shares;
use crate::table::command::{IllegalHere, Refusal};
use crate::table::early_end::{AgreedEnd, EarlyEnd, EarlyEndQuestion, PointRange};
use crate::table::ports::JournalError;
use crate::table::shuffle::{self, Seed};
use crate::table::{
    AgreedCost, LeavingCosts, NextAction, Player, PlayerId, Standing, TableEvent, UnixMillis, WhyEnded,
};
use ulti_ai::Level;
use ulti_rules::{Action, BySeat, Card, Deal, Event, IllegalAction, Seat, Start};

/// Events to be added to a table's journal, and the state of the table after them.
#[derive(Debug)]
pub(crate) struct Change {
    /// Events that make up the change, in order. Empty only while the change is being built.
    pub(crate) events: Vec<TableEvent>,
    /// State of the table after all events of the change have been applied.
    pub(crate) evening: Evening,
    /// Time of the change on the game clock.
    now: UnixMillis,
}

impl Change {
    pub(super) fn new(evening: &Evening, now: UnixMillis) -> Self {
        Self { evening: evening.clone(), events: Vec::new(), now }
    }

    /// Adds an event to this change and applies it to the table's state.
    pub(super) fn add(&mut self, event: TableEvent) -> Result<(), Refusal> {
        self.evening.apply(&event).map_err(impossible)?;
        self.events.push(event);
        Ok(())
    }

    /// Adds the events of a player's action in the current deal.
    ///
    /// `deal` is the state of the deal after these events.
    fn add_action(&mut self, seat: Seat, (events, deal): (Vec<Event>, Deal)) -> Result<(), Refusal> {
        self.evening.advance_deal(seat, &events, deal).map_err(impossible)?;
        self.events.extend(events.into_iter().map(|event| TableEvent::InDeal { event }));
        Ok(())
    }

    pub(super) fn only(evening: &Evening, event: TableEvent) -> Result<Self, Refusal> {
        let mut change = Self::new(evening, UnixMillis::default());
        change.add(event)?;
        Ok(change)
    }
}

/// Logs an event that could not be applied to the table and converts the error into a refusal.
#[allow(clippy::needless_pass_by_value)] // for map_err
fn impossible(error: NotATable) -> Refusal {
    tracing::error!(%error, "failed to apply event to table state");
    Refusal::NotKept(JournalError::Unavailable(error.to_string()))
}

impl Change {
    pub(super) fn join(&mut self, player: Player) -> Result<(), Refusal> {
        if self.evening.chair(player.id).is_some() {
            Err(Refusal::AlreadySeated)
        } else if self.evening.is_full() {
            Err(self.evening.not_seated())
        } else {
            self.add(TableEvent::Joined { player })
        }
    }

    pub(super) fn leave(&mut self, me: PlayerId, agreed: Option<AgreedCost>) -> Result<(), Refusal> {
        if let Some(current) = self.evening.dealing()
            && let Some(seat) = current.seat_of(me)
        {
            let settled = self.evening.judge_deal(current, seat, Action::Leave)?;
            let settlement = settled.1.settlement().cloned().unwrap_or_default();
            let (deal, players) = (current.number, self.evening.distinct_seats(current));
            let costs = LeavingCosts { deal, seat, settlement, players };
            if agreed != Some(costs.cost()) {
                return Err(Refusal::LeavingCosts(Box::new(costs)));
            }
            self.add_action(seat, settled)?;
        }
        // The last person to leave still has a share of the window, so the end is computed before.
        let why = if self.evening.current.is_none() { WhyEnded::Closed } else { WhyEnded::Empty };
        let end = self.evening.end_event(why);
        self.add(TableEvent::GotUp { player: me })?;
        if self.evening.chairs.iter().all(|chair| chair.player.is_robot()) {
            self.add(end)?;
        }
        Ok(())
    }

    pub(super) fn add_robot(&mut self, level: Level) -> Result<(), Refusal> {
        if self.evening.has_enough_players() {
            return Err(Refusal::EnoughPlayers);
        }
        self.add(TableEvent::Joined { player: self.evening.new_robot(level) })
    }

    pub(super) fn remove_robot(&mut self) -> Result<(), Refusal> {
        let plays = |robot| self.evening.dealing().is_some_and(|current| current.seat_of(robot).is_some());
        let chairs = self.evening.chairs.iter().rev();
        let mut robots =
            chairs.filter(|chair| chair.player.is_robot()).map(|chair| chair.player.id).peekable();
        robots.peek().ok_or(Refusal::NoRobot)?;
        let player = robots.find(|robot| !plays(*robot)).ok_or(Refusal::DealRunning)?;
        self.add(TableEvent::GotUp { player })
    }

    /// Starts the first deal.
    ///
    /// To choose the dealer, each player draws a card. The player with the lowest card deals. Players who tie
    /// for the lowest rank draw again (`RULES §2`).
    pub(super) fn start(&mut self, seeds: &mut dyn FnMut() -> Result<Seed, Refusal>) -> Result<(), Refusal> {
        if self.evening.current.is_some() {
            return Err(Refusal::AlreadyStarted);
        }
        self.enough_players()?;
        let players: Vec<PlayerId> = self.evening.chairs.iter().map(|chair| chair.player.id).collect();
        let (draws, dealer) = draw_for_deal(&players, &shuffle::deck(&seeds()?));
        self.add(TableEvent::Drew { draws, dealer })?;
        self.begin_deal(seeds()?)
    }

    fn enough_players(&self) -> Result<(), Refusal> {
        let evening = &self.evening;
        if evening.has_enough_players() { Ok(()) } else { Err(Refusal::TooFew(evening.chairs.len())) }
    }

    /// Starts the next deal, or ends the session if its time is up.
    pub(super) fn next_deal(
        &mut self,
        seeds: &mut dyn FnMut() -> Result<Seed, Refusal>,
    ) -> Result<(), Refusal> {
        if self.evening.is_time_up(self.now) {
            return self.add(self.evening.end_event(WhyEnded::Time));
        }
        self.begin_deal(seeds()?)
    }

    fn begin_deal(&mut self, seed: Seed) -> Result<(), Refusal> {
        self.enough_players()?;
        let chairs: Vec<PlayerId> = self.evening.chairs.iter().map(|chair| chair.player.id).collect();
        let place = self.evening.next_dealer % chairs.len();
        // Three players keep their seats all evening. Of four players the three after the dealer play.
        let (seats, dealer) = match (chairs.as_slice(), Seat::from_index(place)) {
            ([zero, one, two], Some(dealer)) => (BySeat([*zero, *one, *two]), dealer),
            _ => (BySeat::from_fn(|seat| chairs[(place + 1 + seat.index()) % chairs.len()]), Seat::Two),
        };
        let number = self.evening.current.as_ref().map_or(1, |current| current.number + 1);
        let start = Start { dealer, hands: shuffle::deal(&seed, dealer), window: self.evening.window };
        let commitment = shuffle::commitment(&seed, number.into());
        let at = (self.evening.book.rules().time_limit > 0).then_some(self.now);
        self.add(TableEvent::DealBegan { number, dealer: chairs[place], seats, start, seed, commitment, at })
    }

    /// Performs an action on behalf of a person. If a stand-in robot holds the person's seat, the person
    /// takes it back first.
    pub(super) fn act_as(&mut self, me: PlayerId, action: Action) -> Result<(), Refusal> {
        self.take_back(me)?;
        self.act(me, action)
    }

    /// Gives a person the seat back if a stand-in robot holds it. Does nothing otherwise.
    pub(super) fn take_back(&mut self, me: PlayerId) -> Result<(), Refusal> {
        if self.evening.is_stood_in(me) { self.add(TableEvent::TookBack { player: me }) } else { Ok(()) }
    }

    /// Gives a person the seat back. Refused if no stand-in robot holds it.
    pub(super) fn return_to_seat(&mut self, me: PlayerId) -> Result<(), Refusal> {
        if self.evening.is_stood_in(me) { self.take_back(me) } else { Err(Refusal::SeatIsYours) }
    }

    pub(super) fn act(&mut self, player: PlayerId, action: Action) -> Result<(), Refusal> {
        let is_started = self.evening.current.is_some();
        let missing = if is_started { Refusal::NoDeal } else { Refusal::NotStarted };
        let current = self.evening.dealing().ok_or(missing)?;
        let seat = current.seat_of(player).ok_or(Refusal::SittingOut)?;
        let acted = self.evening.judge_deal(current, seat, action)?;
        self.add_action(seat, acted)
    }

    /// Performs an action that ends the deal early, and returns the question that has to be confirmed before.
    /// `agreed` is the result that the player has confirmed.
    pub(super) fn end_early(
        &mut self,
        me: PlayerId,
        action: EarlyEnd,
        agreed: Option<AgreedEnd>,
    ) -> Result<EarlyEndQuestion, Refusal> {
        let before = self.evening.dealing().cloned();
        self.act_as(me, action.action())?;
        let Some((before, seat)) = before.and_then(|deal| deal.seat_of(me).map(|seat| (deal, seat))) else {
            return Err(Refusal::NoDeal);
        };
        let board = before.deal.view(Some(seat));
        let settled = match action {
            EarlyEnd::Fold => before.deal.possible_folds(seat).unwrap_or_default(),
            EarlyEnd::Claim => {
                let after = self.evening.current.as_ref().and_then(|current| current.deal.settlement());
                after.cloned().into_iter().collect()
            }
        };
        let points = || settled.iter().map(|settlement| settlement.payments[seat]);
        let result = points().min().zip(points().max()).map(|(least, most)| PointRange { least, most });
        let end = AgreedEnd { action, deal: before.number, result };
        Ok(EarlyEndQuestion {
            end,
            concedes: board.board().is_some_and(|board| !board.tricks.is_empty()),
            is_open: board.board().is_some_and(|board| board.open[seat]),
            has_changed: agreed.is_some_and(|agreed| agreed != end),
        })
    }

    /// Gives the seat back to a person for whom a robot stands in, and passes for the rest of the auction.
    pub(super) fn pass_on(&mut self, me: PlayerId) -> Result<(), Refusal> {
        self.take_back(me)?;
        let current = self.evening.dealing().ok_or(Refusal::NoDeal)?;
        let seat = current.seat_of(me).ok_or(Refusal::SittingOut)?;
        // Passing in advance is possible before the player's turn, so `NotYourTurn` is no obstacle.
        match self.evening.judge_deal(current, seat, Action::Pass) {
            Err(Refusal::Illegal(here)) if !matches!(here.reason, IllegalAction::NotYourTurn { .. }) => {
                Err(here.into())
            }
            _ => self.add(TableEvent::PassesOn { player: me }),
        }
    }

    /// Takes back the player's pass for the rest of the auction. Gives the seat back if a robot stands in.
    ///
    /// # Errors
    /// Returns [`Refusal::NotPassingOn`] if the player is not passing.
    pub(super) fn stop_passing(&mut self, me: PlayerId) -> Result<(), Refusal> {
        if !self.evening.passes_on(me) {
            return Err(Refusal::NotPassingOn);
        }
        self.take_back(me)?;
        self.add(TableEvent::StopsPassing { player: me })
    }

    /// Gives the seat back to a person for whom a robot stands in, and agrees to end the session.
    pub(super) fn agree_to_end(&mut self, me: PlayerId) -> Result<(), Refusal> {
        self.take_back(me)?;
        if self.evening.current.is_none() {
            if let Some(host) = self.evening.other_host(me) {
                return Err(Refusal::OnlyHostCloses(Box::new(host)));
            }
            return self.add(self.evening.end_event(WhyEnded::Closed));
        }
        if self.evening.chair(me).is_some_and(|chair| chair.agrees_to_end) {
            return Err(Refusal::AlreadyAgreed);
        }
        self.add(TableEvent::AgreedToEnd { player: me })
    }

    /// Ends the session on behalf of a server manager. The deal in progress is discarded.
    ///
    /// `agreed` is the number of the deal in progress when the manager confirmed, or zero. A manager who
    /// plays in the deal has to leave it first, which may cost points.
    pub(super) fn close_as_manager(&mut self, me: PlayerId, agreed: Option<u32>) -> Result<(), Refusal> {
        let dealing = self.evening.dealing();
        let plays = |deal: &CurrentDeal| deal.seat_of(me).is_some() && self.evening.chair(me).is_some();
        if dealing.is_some_and(plays) {
            return Err(Refusal::PlaysInDeal);
        }
        let deal = dealing.map_or(0, |current| current.number);
        if agreed != Some(deal) {
            return Err(Refusal::CloseTable { deal });
        }
        let why = if self.evening.current.is_none() { WhyEnded::Closed } else { WhyEnded::Manager };
        self.add(self.evening.end_event(why))
    }

    /// Adds the events that follow automatically, such as the passes of players who chose to pass for the
    /// rest of the auction, or the end of the session.
    pub(super) fn follow_up(&mut self) -> Result<(), Refusal> {
        while let Some((current, seat, player)) = self.evening.turn()
            && self.evening.chair(player).is_some_and(|chair| chair.passes_on)
            && let Ok(passed) = current.deal.after(seat, Action::Pass)
        {
            self.add_action(seat, passed)?;
        }
        if let Some(current) = &self.evening.current
            && self.evening.ended.is_none()
            && current.is_over()
        {
            if self.evening.deals.is_some_and(|deals| current.number >= deals) {
                self.add(self.evening.end_event(WhyEnded::Played))?;
            } else if self.evening.is_score_reached() {
                self.add(self.evening.end_event(WhyEnded::Score))?;
            } else if self.evening.is_time_up(self.now) {
                self.add(self.evening.end_event(WhyEnded::Time))?;
            } else if self.evening.all_agree_to_end() {
                self.add(self.evening.end_event(WhyEnded::Agreed))?;
            }
        }
        Ok(())
    }
}

impl Evening {
    /// Returns the event that ends the session and distributes the window (the table's pot) among the
    /// players.
    pub(super) fn end_event(&self, why: WhyEnded) -> TableEvent {
        // The window is shared by the players still seated; players who left get no share.
        let is_seated = |standing: &&Standing| self.chair(standing.player.id).is_some();
        let seated: Vec<&Standing> = self.standings.iter().filter(is_seated).collect();
        let sharing = if seated.is_empty() { self.standings.iter().collect() } else { seated };
        let points: Vec<i32> = sharing.iter().map(|standing| standing.points).collect();
        let players = sharing.into_iter().map(|standing| standing.player.id);
        let shares = players.zip(window_shares::shares(self.window, &points));
        TableEvent::Ended { why, shares: shares.filter(|(_, share)| *share != 0).collect() }
    }

    /// Returns `true` if everyone present has agreed to end the session.
    ///
    /// Robots and people who have been replaced by a stand-in robot do not count as present. If nobody is
    /// present, at least one of the replaced people must have agreed.
    fn all_agree_to_end(&self) -> bool {
        let mut awake = self.chairs.iter().filter(|chair| !chair.player.is_robot() && !chair.stood_in);
        awake.all(|chair| chair.agrees_to_end) && self.chairs.iter().any(|chair| chair.agrees_to_end)
    }

    /// Returns the person who opened the table if that is not `me` and the person still has a seat.
    pub(super) fn other_host(&self, me: PlayerId) -> Option<Player> {
        let host = PlayerId::User(self.host);
        let shown = self.with_distinct_names();
        shown.chair(host).filter(|_| host != me).map(|chair| chair.player.clone())
    }

    /// Returns `true` if a stand-in robot holds the player's seat.
    pub(super) fn is_stood_in(&self, player: PlayerId) -> bool {
        self.chair(player).is_some_and(|chair| chair.stood_in)
    }

    /// Creates a robot with a number that has not been used before in this session.
    pub(crate) fn new_robot(&self, level: Level) -> Player {
        const NAMES: [&str; 8] = ["Aladár", "Borka", "Cili", "Dezső", "Elemér", "Flóra", "Gizi", "Huba"];
        let known = |number| {
            let id = PlayerId::Robot(number);
            self.chair(id).is_some() || self.standings.iter().any(|standing| standing.player.id == id)
        };
        let number = (1..=u8::MAX).find(|number| !known(*number)).unwrap_or(u8::MAX);
        let name = NAMES[usize::from(number - 1) % NAMES.len()];
        Player::robot(number, format!("Robot {name}"), level)
    }

    /// Returns the events of a player's action in a deal, and the deal after them.
    fn judge_deal(
        &self,
        current: &CurrentDeal,
        seat: Seat,
        action: Action,
    ) -> Result<(Vec<Event>, Deal), Refusal> {
        let here = |reason| {
            let (players, next) = (self.distinct_seats(current), NextAction::of(&current.deal, seat));
            Refusal::Illegal(Box::new(IllegalHere { reason, players, next }))
        };
        current.deal.after(seat, action).map_err(here)
    }
}

/// Draws cards from a shuffled deck until one player has the lowest card. Returns all draws and that player,
/// who becomes the first dealer.
///
/// Players who tie for the lowest rank draw again.
fn draw_for_deal(players: &[PlayerId], deck: &[Card]) -> (Vec<(PlayerId, Card)>, PlayerId) {
    let mut cards = deck.iter().copied();
    let mut draws = Vec::new();
    let mut drawing = players.to_vec();
    loop {
        let round: Vec<(PlayerId, Card)> = drawing.iter().copied().zip(cards.by_ref()).collect();
        draws.extend_from_slice(&round);
        let lowest = round.iter().map(|(_, card)| card.rank()).min();
        let tied: Vec<PlayerId> =
            round.iter().filter(|(_, card)| Some(card.rank()) == lowest).map(|(player, _)| *player).collect();
        match tied.as_slice() {
            [dealer] => return (draws, *dealer),
            // The deck is exhausted only after extremely unlikely ties. Then the first of the tied players
            // deals.
            [] => return (draws, drawing.first().copied().unwrap_or(PlayerId::Robot(0))),
            _ => drawing = tied,
        }
    }
}
