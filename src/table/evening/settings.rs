//! Changes of a table's settings by its players, and the pause between deals.

use std::time::Duration;

use super::change::Change;
use super::current_deal::CurrentDeal;
use super::state::{Evening, NotATable, ensure};
use crate::table::book_cache;
use crate::table::command::Refusal;
use crate::table::ports::JournalError;
use crate::table::{PlayerId, RulesChoice, TableEvent, TableSetting};
use ulti_ai::Level;
use ulti_rules::{BySeat, RuleSet, RuleSetError, RulesSpec};

impl Change {
    /// Changes a setting of the table. A setting that stays the same adds no event.
    pub(super) fn set(&mut self, me: PlayerId, setting: TableSetting) -> Result<(), Refusal> {
        match setting {
            TableSetting::Pause(seconds) => {
                self.take_back(me)?;
                let is_new = seconds != self.evening.pause;
                if is_new { self.add(TableEvent::PauseChanged { seconds }) } else { Ok(()) }
            }
            setting => self.set_in_lobby(me, setting),
        }
    }

    fn set_in_lobby(&mut self, me: PlayerId, setting: TableSetting) -> Result<(), Refusal> {
        if self.evening.current.is_some() {
            return Err(Refusal::AlreadyStarted);
        }
        if let Some(host) = self.evening.other_host(me) {
            return Err(Refusal::OnlyHostSets(Box::new(host)));
        }
        let now = self.evening.book.rules();
        match setting {
            TableSetting::Rules(choice) => {
                let rules =
                    self.evening.chosen_rules(choice).and_then(|rules| limited(&rules, now.time_limit));
                self.change_rules(&rules.map_err(invalid)?)
            }
            TableSetting::TimeLimit(minutes) => {
                let rules = limited(now, minutes).map_err(invalid)?;
                self.change_rules(&rules)
            }
            TableSetting::Deals(deals) if deals != self.evening.deals => {
                self.add(TableEvent::DealsChanged { deals })
            }
            TableSetting::Robots(level) if self.evening.has_robot_of_other_level(level) => {
                self.add(TableEvent::RobotsChanged { level })
            }
            TableSetting::Deals(_) | TableSetting::Robots(_) | TableSetting::Pause(_) => Ok(()),
        }
    }

    fn change_rules(&mut self, rules: &RuleSet) -> Result<(), Refusal> {
        let seats = rules.most_players();
        if self.evening.chairs.len() > seats {
            return Err(Refusal::TooManyForRules { seats });
        }
        if rules == self.evening.book.rules() {
            return Ok(());
        }
        self.add(TableEvent::RulesChanged { rules: RulesSpec::of(rules).map_err(invalid)? })
    }
}

impl Evening {
    /// Changes a setting as described by an event.
    pub(super) fn apply_setting(&mut self, event: &TableEvent) -> Result<(), NotATable> {
        if let TableEvent::PauseChanged { seconds } = event {
            self.pause = *seconds;
            self.person_has_returned();
            return Ok(());
        }
        ensure(self.current.is_none(), "a setting changes after the first deal")?;
        match event {
            TableEvent::RulesChanged { rules } => {
                let book = book_cache::book(rules.rules()?);
                ensure(self.chairs.len() <= book.rules().most_players(), "more players than seats")?;
                self.book = book;
            }
            TableEvent::DealsChanged { deals } => self.deals = *deals,
            TableEvent::RobotsChanged { level } => {
                let players = self.chairs.iter_mut().map(|chair| &mut chair.player);
                players.filter(|player| player.is_robot()).for_each(|robot| robot.level = Some(*level));
            }
            _ => {}
        }
        Ok(())
    }

    /// Lets the next deal begin by itself, although no person has acted in the finished deal.
    pub(super) fn person_has_returned(&mut self) {
        self.current.iter_mut().for_each(|current| current.has_human_action = true);
    }

    fn chosen_rules(&self, choice: RulesChoice) -> Result<RuleSet, RuleSetError> {
        match choice {
            RulesChoice::Preset(name) => RuleSet::preset(name),
            RulesChoice::Opened => Ok(self.opened.rules().clone()),
        }
    }

    fn has_robot_of_other_level(&self, level: Level) -> bool {
        let mut players = self.chairs.iter().map(|chair| &chair.player);
        players.any(|player| player.is_robot() && player.level != Some(level))
    }

    /// Returns the time after which the next deal begins by itself. Returns `None` if a player begins it.
    ///
    /// No deal begins by itself after a deal in which no person has acted, until one returns, while all
    /// people are replaced by robots, if a player has agreed to end the session, or if too few players are
    /// left.
    pub(crate) fn pause_before_next_deal(&self) -> Option<Duration> {
        let current = self.current.as_ref().filter(|current| current.is_over() && self.ended.is_none())?;
        let is_awake = self.chairs.iter().any(|chair| !self.is_robots(chair.player.id));
        let votes = self.chairs.iter().any(|chair| chair.agrees_to_end);
        let begins = current.has_human_action && is_awake && !votes && self.chairs.len() >= 3;
        self.pause.filter(|_| begins).map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// Returns `true` if a new deal counts as one in which a person has acted, before anybody has.
    ///
    /// This is so if the only people who are present sit out, and acted in the deal before.
    pub(super) fn begins_with_human_action(
        &self,
        before: Option<&CurrentDeal>,
        seats: &BySeat<PlayerId>,
    ) -> bool {
        let can_act = seats.values().any(|player| !self.is_robots(*player));
        !can_act && before.is_some_and(|before| before.has_human_action)
    }
}

/// Returns a copy of `rules` with a time limit in minutes.
fn limited(rules: &RuleSet, minutes: u32) -> Result<RuleSet, RuleSetError> {
    rules.with_rule("time_limit", minutes.into())
}

/// Logs an error in rules that are a combination of valid ones, and converts it to a refusal.
#[allow(clippy::needless_pass_by_value)] // for map_err
fn invalid(error: RuleSetError) -> Refusal {
    tracing::error!(%error, "failed to change rules of table");
    Refusal::NotKept(JournalError::Unavailable(error.to_string()))
}
