//! What a command leads to, or why it is refused. Decides and changes nothing.

use super::command::{Command, IllegalHere, Moment, Refused};
use super::evening::{Account, Current, Evening};
use super::ports::JournalError;
use super::shuffle::{self, Seed};
use super::{Player, PlayerId, TableEvent, UserId, WhyEnded, window};
use crate::ai::Level;
use crate::rules::{Action, BySeat, Card, Event, Illegal, Seat, Start};

/// What became of a command.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It leads to these events; none for a mere look.
    Events(Vec<TableEvent>),
    /// The button was made for an earlier moment.
    Stale,
}

/// A table about to change: the state ahead of the journal, and the events that led there.
struct Draft {
    evening: Evening,
    events: Vec<TableEvent>,
}

impl Draft {
    fn new(evening: &Evening) -> Self {
        Self { evening: evening.clone(), events: Vec::new() }
    }

    fn add(&mut self, event: TableEvent) -> Result<(), Refused> {
        self.evening.apply(&event).map_err(|error| {
            tracing::error!(%error, "an event just judged does not fit the table");
            Refused::NotKept(JournalError::Unavailable(error.to_string()))
        })?;
        self.events.push(event);
        Ok(())
    }
}

impl Evening {
    /// What a person's command leads to. `seeds` gives a fresh seed when cards are needed.
    pub(super) fn judge(
        &self,
        user: UserId,
        name: &str,
        command: &Command,
        seeds: &mut dyn FnMut() -> Result<Seed, Refused>,
    ) -> Result<Verdict, Refused> {
        let me = PlayerId::User(user);
        if *command == Command::Look {
            return Ok(Verdict::Events(Vec::new()));
        }
        if self.ended.is_some() {
            return Err(Refused::Ended);
        }
        let mut draft = Draft::new(self);
        match command {
            Command::Look => {}
            Command::Join => draft.join(Player::person(user, name))?,
            _ if self.chair(me).is_none() => return Err(Refused::NotSeated),
            Command::Leave { agreed } => draft.leave(me, *agreed)?,
            Command::AddRobot(level) => draft.add_robot(*level)?,
            Command::RemoveRobot => draft.remove_robot()?,
            Command::Start if self.current.is_some() => return Err(Refused::AlreadyStarted),
            Command::Start => draft.start(seeds)?,
            Command::NextDeal if self.current.is_none() => return Err(Refused::NotStarted),
            Command::NextDeal if self.is_dealing() => return Err(Refused::DealRunning),
            Command::NextDeal => draft.begin_deal(seeds()?)?,
            Command::Act { at, .. } | Command::PassOn { at } if self.is_stale(*at) => {
                return Ok(Verdict::Stale);
            }
            Command::Act { action: Action::Leave, .. } => draft.leave(me, None)?,
            Command::Act { action, .. } => draft.act_as(me, *action)?,
            Command::PassOn { .. } => draft.pass_on(me)?,
            Command::TakeBack if self.chair(me).is_some_and(|chair| chair.stood_in) => {
                draft.add(TableEvent::TookBack { player: me })?;
            }
            Command::TakeBack => return Err(Refused::SeatIsYours),
            Command::End => draft.agree_to_end(me)?,
        }
        draft.follow_up()?;
        Ok(Verdict::Events(draft.events))
    }

    /// What a robot's action leads to; `missed` where it plays a turn that a person let run out.
    pub(super) fn judge_robot(
        &self,
        player: PlayerId,
        action: Action,
        missed: Option<u8>,
    ) -> Result<Vec<TableEvent>, Refused> {
        let mut draft = Draft::new(self);
        if let Some(misses_allowed) = missed {
            draft.add(TableEvent::Missed { player })?;
            if draft.evening.chair(player).is_some_and(|chair| chair.misses >= misses_allowed) {
                draft.add(TableEvent::StoodIn { player })?;
            }
        }
        draft.act(player, action)?;
        draft.follow_up()?;
        Ok(draft.events)
    }

    /// The evening's end because nobody has touched the table for long.
    pub(super) fn judge_abandoned(&self) -> Vec<TableEvent> {
        vec![self.end_event(WhyEnded::Abandoned)]
    }

    /// The evening's end because its channel is not there any more: nobody could play on. What the deals
    /// before came to stands.
    pub(super) fn judge_without_channel(&self) -> Vec<TableEvent> {
        if self.ended.is_some() { Vec::new() } else { vec![self.end_event(WhyEnded::NoChannel)] }
    }

    fn is_stale(&self, at: Option<Moment>) -> bool {
        let now = self
            .current
            .as_ref()
            .map(|current| Moment { deal: current.number, version: current.deal.version() });
        at.is_some() && at != now
    }

    fn end_event(&self, why: WhyEnded) -> TableEvent {
        // Shared among those who have played and are still there; whoever got up has left it to them.
        let seated: Vec<&Account> =
            self.accounts.iter().filter(|account| self.chair(account.player.id).is_some()).collect();
        let sharing = if seated.is_empty() { self.accounts.iter().collect() } else { seated };
        let standings: Vec<i32> = sharing.iter().map(|account| account.points).collect();
        let players = sharing.into_iter().map(|account| account.player.id);
        let shares =
            players.zip(window::shares(self.window, &standings)).filter(|(_, share)| *share != 0).collect();
        TableEvent::Ended { why, shares }
    }

    /// Whether everyone who could still object agrees to end.
    fn all_agree_to_end(&self) -> bool {
        let mut awake = self.chairs.iter().filter(|chair| !chair.player.is_robot() && !chair.stood_in);
        awake.all(|chair| chair.agrees_to_end) && self.chairs.iter().any(|chair| chair.agrees_to_end)
    }
}

impl Draft {
    fn join(&mut self, player: Player) -> Result<(), Refused> {
        if self.evening.chair(player.id).is_some() {
            Err(Refused::AlreadySeated)
        } else if self.evening.is_full() {
            Err(Refused::Full { seats: self.evening.chairs.len() })
        } else {
            self.add(TableEvent::Joined { player })
        }
    }

    fn leave(&mut self, me: PlayerId, agreed: Option<i32>) -> Result<(), Refused> {
        if let Some(seat) = self.evening.dealing().and_then(|current| current.seat_of(me)) {
            let settled = judge_deal(self.evening.dealing(), seat, Action::Leave)?;
            let cost = settled.iter().find_map(|event| match event {
                Event::Settled { settlement } => Some(-settlement.payments[seat] / 2),
                _ => None,
            });
            let cost = cost.unwrap_or_default();
            if agreed != Some(cost) {
                return Err(Refused::LeavingCosts { cost });
            }
            for event in settled {
                self.add(TableEvent::InDeal { event })?;
            }
        }
        // The last person to go still has a share in the window: the end is reckoned before.
        let why = if self.evening.current.is_none() { WhyEnded::Closed } else { WhyEnded::Empty };
        let end = self.evening.end_event(why);
        self.add(TableEvent::GotUp { player: me })?;
        if self.evening.chairs.iter().all(|chair| chair.player.is_robot()) {
            self.add(end)?;
        }
        Ok(())
    }

    fn add_robot(&mut self, level: Level) -> Result<(), Refused> {
        if self.evening.is_full() {
            return Err(Refused::Full { seats: self.evening.chairs.len() });
        }
        self.add(TableEvent::Joined { player: self.evening.new_robot(level) })
    }

    fn remove_robot(&mut self) -> Result<(), Refused> {
        let plays = |robot| self.evening.dealing().is_some_and(|current| current.seat_of(robot).is_some());
        let robots = self.evening.chairs.iter().rev().filter(|chair| chair.player.is_robot());
        let robots: Vec<PlayerId> = robots.map(|chair| chair.player.id).collect();
        match robots.iter().find(|robot| !plays(**robot)) {
            Some(robot) => self.add(TableEvent::GotUp { player: *robot }),
            None if robots.is_empty() => Err(Refused::NoRobot),
            None => Err(Refused::DealRunning),
        }
    }

    /// Everyone draws; the lowest card deals, equal lowest ranks draw again (`RULES §2`).
    fn start(&mut self, seeds: &mut dyn FnMut() -> Result<Seed, Refused>) -> Result<(), Refused> {
        self.enough_players()?;
        let players: Vec<PlayerId> = self.evening.chairs.iter().map(|chair| chair.player.id).collect();
        let (draws, dealer) = draw_for_deal(&players, &shuffle::deck(&seeds()?));
        self.add(TableEvent::Drew { draws, dealer })?;
        self.begin_deal(seeds()?)
    }

    fn enough_players(&self) -> Result<(), Refused> {
        let players = self.evening.chairs.len();
        if players < 3 { Err(Refused::TooFew(players)) } else { Ok(()) }
    }

    fn begin_deal(&mut self, seed: Seed) -> Result<(), Refused> {
        self.enough_players()?;
        let chairs: Vec<PlayerId> = self.evening.chairs.iter().map(|chair| chair.player.id).collect();
        let place = self.evening.next_dealer % chairs.len();
        // Three keep their seats all evening; of four the three after the dealer play.
        let (seats, dealer) = match (chairs.as_slice(), Seat::from_index(place)) {
            ([zero, one, two], Some(dealer)) => (BySeat([*zero, *one, *two]), dealer),
            _ => (BySeat::from_fn(|seat| chairs[(place + 1 + seat.index()) % chairs.len()]), Seat::Two),
        };
        let number = self.evening.current.as_ref().map_or(1, |current| current.number + 1);
        let start = Start { dealer, hands: shuffle::deal(&seed, dealer), window: self.evening.window };
        let commitment = shuffle::commitment(&seed, number.into());
        self.add(TableEvent::DealBegan { number, dealer: chairs[place], seats, start, seed, commitment })
    }

    /// A person acts; whose seat a robot holds takes it back by acting.
    fn act_as(&mut self, me: PlayerId, action: Action) -> Result<(), Refused> {
        if self.evening.chair(me).is_some_and(|chair| chair.stood_in) {
            self.add(TableEvent::TookBack { player: me })?;
        }
        self.act(me, action)
    }

    fn act(&mut self, player: PlayerId, action: Action) -> Result<(), Refused> {
        let current = self.evening.dealing().ok_or(if self.evening.current.is_none() {
            Refused::NotStarted
        } else {
            Refused::NoDeal
        })?;
        let seat = current.seat_of(player).ok_or(Refused::SittingOut)?;
        for event in judge_deal(Some(current), seat, action)? {
            self.add(TableEvent::InDeal { event })?;
        }
        Ok(())
    }

    fn pass_on(&mut self, me: PlayerId) -> Result<(), Refused> {
        let current = self.evening.dealing().ok_or(Refused::NoDeal)?;
        let seat = current.seat_of(me).ok_or(Refused::SittingOut)?;
        // Not yet the own turn: that is what passing in advance is for.
        match judge_deal(Some(current), seat, Action::Pass) {
            Err(Refused::Illegal(here)) if !matches!(here.reason, Illegal::NotYourTurn { .. }) => {
                Err(Refused::Illegal(here))
            }
            _ => self.add(TableEvent::PassesOn { player: me }),
        }
    }

    fn agree_to_end(&mut self, me: PlayerId) -> Result<(), Refused> {
        if self.evening.current.is_none() {
            return self.add(self.evening.end_event(WhyEnded::Closed));
        }
        if self.evening.chair(me).is_some_and(|chair| chair.agrees_to_end) {
            return Err(Refused::AlreadyAgreed);
        }
        self.add(TableEvent::AgreedToEnd { player: me })
    }

    /// What follows by itself: passes said in advance, and the end of the evening.
    fn follow_up(&mut self) -> Result<(), Refused> {
        while let Some((current, seat, player)) = self.evening.turn()
            && self.evening.chair(player).is_some_and(|chair| chair.passes_on)
            && let Ok(events) = current.deal.judge(seat, Action::Pass)
        {
            for event in events {
                self.add(TableEvent::InDeal { event })?;
            }
        }
        if self.evening.ended.is_none() && !self.evening.is_dealing() && self.evening.current.is_some() {
            let number = self.evening.current.as_ref().map_or(0, |current| current.number);
            if self.evening.deals.is_some_and(|deals| number >= deals) {
                self.add(self.evening.end_event(WhyEnded::Played))?;
            } else if self.evening.all_agree_to_end() {
                self.add(self.evening.end_event(WhyEnded::Agreed))?;
            }
        }
        Ok(())
    }
}

impl Evening {
    /// A robot with a number that nobody at this table has played under.
    pub(super) fn new_robot(&self, level: Level) -> Player {
        const NAMES: [&str; 8] = ["Aladár", "Borka", "Cili", "Dezső", "Elemér", "Flóra", "Gizi", "Huba"];
        let known = |number| {
            let id = PlayerId::Robot(number);
            self.chair(id).is_some() || self.accounts.iter().any(|account| account.player.id == id)
        };
        let number = (1..=u8::MAX).find(|number| !known(*number)).unwrap_or(u8::MAX);
        let name = NAMES[usize::from(number - 1) % NAMES.len()];
        Player::robot(number, format!("Robot {name}"), level)
    }
}

fn judge_deal(current: Option<&Current>, seat: Seat, action: Action) -> Result<Vec<Event>, Refused> {
    let current = current.ok_or(Refused::NoDeal)?;
    current
        .deal
        .judge(seat, action)
        .map_err(|reason| Refused::Illegal(Box::new(IllegalHere { reason, players: current.seats.clone() })))
}

/// The cards drawn by each player from a shuffled deck, round by round, and who deals.
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
            // The deck gives out only when luck is absurd; the first of those still tied deals.
            [] => return (draws, drawing.first().copied().unwrap_or(PlayerId::Robot(0))),
            _ => drawing = tied,
        }
    }
}
