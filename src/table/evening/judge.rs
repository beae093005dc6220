//! Validation of commands: determines the events that a command causes, or the reason to refuse it.
//!
//! The state of the table is not modified. The events and the resulting state are returned as a [`Change`].

use super::change::Change;
use super::state::Evening;
use crate::table::command::{Command, ContractAction, ExpensiveTalon, Moment, Refusal, Unconfirmed};
use crate::table::early_end::{AgreedEnd, EarlyEnd, EarlyEndQuestion};
use crate::table::shuffle::Seed;
use crate::table::{Player, PlayerId, TableEvent, UnixMillis, UserId, WhyEnded};
use ulti_rules::Action;

/// The effect of an accepted command on the table.
#[derive(Debug)]
pub(crate) enum Judgement {
    /// The command is accepted and changes the table.
    Change(Box<Change>),
    /// The action must be confirmed first, for the reason in the refusal. If a robot held the player's seat,
    /// the change gives it back.
    Unconfirmed(Option<Box<Change>>, Refusal),
    /// The command is accepted and changes nothing, for example because it only requests the current state.
    Unchanged,
    /// The command came from a button that was created for an earlier state of the deal.
    Stale,
}

impl Judgement {
    fn of(change: Change) -> Self {
        if change.events.is_empty() { Self::Unchanged } else { Self::Change(Box::new(change)) }
    }
}

impl Change {
    /// Adds the events of a command about robots, invitations or settings.
    fn change_table(&mut self, me: PlayerId, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::AddRobot(level) => self.add_robot(*level),
            Command::RemoveRobot => self.remove_robot(),
            Command::Invite(invited) => self.invite(me, *invited),
            Command::Set(setting) => self.set(me, *setting),
            _ => Ok(()),
        }
    }

    /// Adds the events of a command about passing for the rest of the auction.
    fn pass_in_advance(&mut self, me: PlayerId, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::StopPassing { .. } => self.stop_passing(me),
            _ => self.pass_on(me),
        }
    }
}

impl Evening {
    /// Checks a user's command and returns the change that it makes to the table.
    ///
    /// `seeds` provides a new seed each time a deck is shuffled. `now` is the time on the game clock.
    ///
    /// # Errors
    /// Returns the reason if the command is refused.
    pub(crate) fn judge(
        &self,
        user: UserId,
        name: &str,
        command: &Command,
        seeds: &mut dyn FnMut() -> Result<Seed, Refusal>,
        now: UnixMillis,
    ) -> Result<Judgement, Refusal> {
        let me = PlayerId::User(user);
        if *command == Command::Look {
            return Ok(Judgement::Unchanged);
        }
        if self.ended.is_some() {
            return Err(Refusal::Ended);
        }
        let mut draft = Change::new(self, now);
        match command {
            Command::Look => {}
            Command::Join => draft.join(Player::person(user, name))?,
            Command::Close { agreed } => draft.close_as_manager(me, *agreed)?,
            _ if self.chair(me).is_none() => return Err(self.not_seated()),
            _ if self.is_stale_command(command) => return Ok(Judgement::Stale),
            Command::Leave { agreed } => draft.leave(me, *agreed)?,
            Command::AddRobot(_) | Command::RemoveRobot | Command::Invite(_) | Command::Set(_) => {
                draft.change_table(me, command)?;
            }
            Command::Start => draft.start(seeds)?,
            Command::NextDeal => self.judge_next_deal(&mut draft, me, seeds)?,
            Command::Act { action, .. } => {
                if let Some(unconfirmed) = self.judge_action(&mut draft, me, *action, now)? {
                    return Ok(unconfirmed);
                }
            }
            Command::EndEarly(agreed) => {
                let question = draft.end_early(me, agreed.action, Some(*agreed))?;
                if question.has_changed {
                    return self.unconfirmed_end(me, question, now);
                }
            }
            Command::ActAnyway { action, .. } => draft.act_as(me, action.action())?,
            Command::TakeAnyway { .. } => draft.act_as(me, Action::Take)?,
            Command::OpenHand { .. } => draft.act_as(me, Action::Open)?,
            Command::PassOn { .. } | Command::StopPassing { .. } => draft.pass_in_advance(me, command)?,
            Command::TakeBack => draft.return_to_seat(me)?,
            Command::End => draft.agree_to_end(me)?,
        }
        draft.follow_up()?;
        Ok(Judgement::of(draft))
    }

    /// Adds the next deal to a change. Only gives the seat back if another player has already begun the deal.
    fn judge_next_deal(
        &self,
        draft: &mut Change,
        me: PlayerId,
        seeds: &mut dyn FnMut() -> Result<Seed, Refusal>,
    ) -> Result<(), Refusal> {
        if self.current.is_none() {
            return Err(Refusal::NotStarted);
        }
        if self.is_dealing() && !self.is_stood_in(me) {
            return Err(Refusal::DealRunning);
        }
        draft.take_back(me)?;
        // Another player was faster; the presser is back nevertheless.
        if self.is_dealing() { Ok(()) } else { draft.next_deal(seeds) }
    }

    /// Adds a player's action in the deal to a change. Returns a judgement if the player must confirm the
    /// action first.
    fn judge_action(
        &self,
        draft: &mut Change,
        me: PlayerId,
        action: Action,
        now: UnixMillis,
    ) -> Result<Option<Judgement>, Refusal> {
        match action {
            Action::Leave => {
                draft.leave(me, None)?;
                Ok(None)
            }
            Action::Fold | Action::Claim => {
                let end = if action == Action::Fold { EarlyEnd::Fold } else { EarlyEnd::Claim };
                let question = draft.end_early(me, end, None)?;
                self.unconfirmed_end(me, question, now).map(Some)
            }
            _ => {
                draft.act_as(me, action)?;
                let Some(refusal) = self.unconfirmed(me, action) else { return Ok(None) };
                Ok(Some(Judgement::Unconfirmed(self.given_back(me, now)?, refusal)))
            }
        }
    }

    /// Returns the change that results if a robot performs `action` for `player`.
    ///
    /// `missed` is `None` unless the robot acts because a person missed the turn. Otherwise, it is the number
    /// of missed turns after which the robot takes over the person's seat. `now` is the time on the game
    /// clock.
    pub(crate) fn judge_robot(
        &self,
        player: PlayerId,
        action: Action,
        missed: Option<u8>,
        now: UnixMillis,
    ) -> Result<Change, Refusal> {
        let mut draft = Change::new(self, now);
        if let Some(misses_allowed) = missed {
            draft.add(TableEvent::Missed { player })?;
            if draft.evening.chair(player).is_some_and(|chair| chair.misses >= misses_allowed) {
                draft.add(TableEvent::StoodIn { player })?;
            }
        }
        draft.act(player, action)?;
        draft.follow_up()?;
        Ok(draft)
    }

    /// Returns the change that begins the next deal by itself, or ends the session if its time is up.
    pub(crate) fn judge_automatic_deal(
        &self,
        seeds: &mut dyn FnMut() -> Result<Seed, Refusal>,
        now: UnixMillis,
    ) -> Result<Change, Refusal> {
        let mut draft = Change::new(self, now);
        draft.next_deal(seeds)?;
        draft.follow_up()?;
        Ok(draft)
    }

    /// Returns the change that ends the session at an abandoned table.
    pub(crate) fn judge_abandoned(&self) -> Result<Change, Refusal> {
        Change::only(self, self.end_event(WhyEnded::Abandoned))
    }

    /// Returns the change that ends the session after the table's channel was deleted. Finished deals keep
    /// their results.
    ///
    /// Returns `None` if the session has already ended.
    pub(crate) fn judge_without_channel(&self) -> Option<Result<Change, Refusal>> {
        self.ended.is_none().then(|| Change::only(self, self.end_event(WhyEnded::NoChannel)))
    }

    /// Returns the question that a player must answer before an action, or `None` if there is none.
    ///
    /// A bid, a choice of trumps or a card requires a confirmation if it makes the contract impossible to
    /// win. Taking the talon requires one if only expensive bids are left, and laying the hand open always
    /// does.
    fn unconfirmed(&self, me: PlayerId, action: Action) -> Option<Refusal> {
        let current = self.dealing()?;
        let view = current.deal.view(Some(current.seat_of(me)?));
        let at = Moment { deal: current.number, version: current.deal.version() };
        if action == Action::Take {
            let commitment = view.talon_commitment().filter(|commitment| commitment.is_expensive)?;
            let raises_own = view.has_best_bid();
            return Some(Refusal::ExpensiveTalon(Box::new(ExpensiveTalon { at, raises_own, commitment })));
        }
        if action == Action::Open {
            return Some(Refusal::OpenHand { deal: current.number });
        }
        let (choice, why) = (ContractAction::of(action)?, view.unwinnable(action)?);
        Some(Refusal::Unconfirmed(Box::new(Unconfirmed { action: choice, at, why })))
    }

    fn unconfirmed_end(
        &self,
        me: PlayerId,
        question: EarlyEndQuestion,
        now: UnixMillis,
    ) -> Result<Judgement, Refusal> {
        let refusal = Refusal::EarlyEnd(Box::new(question));
        Ok(Judgement::Unconfirmed(self.given_back(me, now)?, refusal))
    }

    /// Returns the refusal for a user without a seat.
    pub(super) fn not_seated(&self) -> Refusal {
        let robot = self.chairs.iter().any(|chair| chair.player.is_robot());
        if self.is_full() {
            Refusal::NoSeatFree { seats: self.chairs.len(), robot }
        } else {
            Refusal::NotSeated
        }
    }

    /// Returns the change that gives a player the seat back, or `None` if no robot holds it.
    fn given_back(&self, me: PlayerId, now: UnixMillis) -> Result<Option<Box<Change>>, Refusal> {
        let mut draft = Change::new(self, now);
        draft.take_back(me)?;
        Ok((!draft.events.is_empty()).then(|| Box::new(draft)))
    }

    /// Returns `true` if the command came from a button that was created for an earlier state of the deal.
    fn is_stale_command(&self, command: &Command) -> bool {
        match command {
            Command::Act { at, .. } | Command::PassOn { at } => self.is_stale(*at),
            Command::ActAnyway { at, .. } | Command::TakeAnyway { at } => self.is_stale(Some(*at)),
            Command::EndEarly(AgreedEnd { deal, .. })
            | Command::OpenHand { deal }
            | Command::StopPassing { deal } => self.dealing().is_some_and(|current| current.number != *deal),
            _ => false,
        }
    }

    fn is_stale(&self, at: Option<Moment>) -> bool {
        let now = self
            .current
            .as_ref()
            .map(|current| Moment { deal: current.number, version: current.deal.version() });
        at.is_some() && at != now
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::lobby;
    use super::*;
    use ulti_ai::{Cancellation, Level};

    /// Applies `steps` changes to a table. In deals, robots choose random actions.
    ///
    /// After each change, calls `check` with all events so far and the state of the table.
    fn play(steps: u64, mut check: impl FnMut(&[TableEvent], &Evening)) {
        let mut events = lobby("4m");
        let mut evening = Evening::from_events(&events).unwrap();
        for step in 0..steps {
            let now = UnixMillis::default().after(std::time::Duration::from_secs(step));
            let change = if let Some((current, seat, player)) = evening.turn() {
                let view = current.deal.view(Some(seat));
                let action = ulti_ai::robot(Level::Random, step).act(&view, &Cancellation::new()).unwrap();
                // Some turns are missed, after which a robot holds the seat.
                let missed = (step % 7 == 0 && !evening.is_robots(player)).then_some(1);
                evening.judge_robot(player, action, missed, now).unwrap()
            } else {
                let command = if evening.current.is_none() { Command::Start } else { Command::NextDeal };
                let mut seeds = || Ok(Seed::from_bytes([u8::try_from(step % 251).unwrap(); 32]));
                match evening.judge(UserId(1), "P", &command, &mut seeds, now).unwrap() {
                    Judgement::Change(change) => *change,
                    other => panic!("{other:?}"),
                }
            };
            events.extend(change.events);
            evening = change.evening;
            check(&events, &evening);
        }
    }

    #[test]
    fn replaying_events_restores_same_game_table() {
        play(400, |events, evening| assert_eq!(Evening::from_events(events).unwrap(), *evening));
    }
}
