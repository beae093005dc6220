//! Turns played by robots, including turns of absent players and of people who exceeded the time limit.

use std::time::Duration;

use super::Actor;
use super::shared::Shared;
use super::telemetry::{self, Initiator};
use crate::table::TableEvent;
use crate::table::command::Refusal;
use crate::table::ports::Notice;
use crate::table::robots::turns::{RobotPlayers, RobotTurn};
use ulti_ai::Level;
use ulti_rules::{Action, View};

impl Actor {
    /// Commits the action that a robot chose. If the search failed, schedules another attempt.
    pub(super) async fn robot_acts(&mut self, action: Option<Action>) {
        self.robot = None;
        let Some((_, _, player)) = self.evening.turn() else { return };
        // A person whose seat no robot holds has exceeded the hard limit.
        let missed = player.user().filter(|_| !self.evening.is_robots(player));
        let misses_allowed = missed.map(|_| self.shared.options.misses_allowed);
        let now = self.clock.now_in_events();
        let judged = match action {
            Some(action) => self.judge_robot(player, action, misses_allowed, now).await,
            None => Err(Refusal::Gone),
        };
        match judged {
            Ok(change) => {
                let holds = change.events.iter().any(|event| matches!(event, TableEvent::StoodIn { .. }));
                let notice = missed.map(|user| Notice::PlayedFor { user, holds });
                self.commit_and_announce(change, notice).await;
            }
            Err(error) => {
                if !matches!(error, Refusal::Busy) {
                    let why = telemetry::without_cards(&error);
                    tracing::error!(table = %self.id, why, "robot returned no legal action");
                }
                self.robot_failures = self.robot_failures.saturating_add(1);
                self.back_off();
            }
        }
    }

    /// Starts a robot search if it is a robot's turn.
    pub(super) fn start_due_robot(&mut self) {
        if self.robot.is_some() {
            return;
        }
        let Some((current, seat, player)) = self.evening.turn() else { return };
        if self.evening.is_robots(player) {
            let own = current.seats[seat].level.unwrap_or(Level::USUAL);
            let pace = self.shared.options.robot_pace + self.retry_delay;
            self.robot = Some(self.start_robot(current.deal.view(Some(seat)), own, pace));
        }
    }

    /// Starts a robot search for a person who exceeded the time limit for the turn.
    ///
    /// If the person acts before the search is finished, the person's action is used.
    pub(super) fn start_robot_for_person(&mut self) {
        if let Some((current, seat, _)) = self.evening.turn() {
            self.robot = Some(self.start_robot(current.deal.view(Some(seat)), Level::USUAL, Duration::ZERO));
        }
    }

    fn start_robot(&self, view: View, level: Level, pace: Duration) -> RobotTurn {
        let Shared { robots, seeds, .. } = &*self.shared;
        let _entered = self.span(Initiator::Robot).entered();
        match self.robot_failures {
            0 => robots.think(level, view, pace, seeds),
            1 => RobotPlayers::act_without_pool(Level::Easy, view, pace, seeds),
            _ => RobotPlayers::act_without_pool(Level::Random, view, pace, seeds),
        }
    }
}
