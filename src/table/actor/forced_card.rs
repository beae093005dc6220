//! Plays forced cards for players who have enabled this.

use std::time::Duration;

use super::Actor;
use crate::table::{Command, PlayerId, Request, UserId};
use ulti_rules::{Action, Card};

/// An action of a player in the player's own turn.
pub(super) struct TimedAction {
    user: UserId,
    deal: u32,
    chosen_in: Option<Duration>,
}

impl Actor {
    /// Measures the time that a player takes for an action in their own turn. Returns `None` for other
    /// requests, and if the player's forced cards are not played automatically.
    pub(super) fn timed_action(&self, request: &Request) -> Option<TimedAction> {
        let (current, seat, player) = self.evening.turn()?;
        let user = player.user().filter(|user| *user == request.user)?;
        if self.evening.is_robots(player) || !self.shared.forced_card_users.contains(user) {
            return None;
        }
        let is_card = matches!(request.command, Command::Act { action: Action::Play(_), .. });
        // A lead takes longer than other cards, and the only forced lead is the last one.
        let is_lead = current.deal.view(None).board().is_none_or(|board| board.current.is_empty());
        let has_choice = is_card && !is_lead && current.deal.legal(seat).cards.len() > 1;
        let began = self.forced_card_timer.turn_began.filter(|_| has_choice);
        let chosen_in = began.map(|began| self.clock.now().since(began));
        Some(TimedAction { user, deal: current.number, chosen_in })
    }

    /// Records an action that was performed.
    pub(super) fn record_action(&mut self, TimedAction { user, deal, chosen_in }: &TimedAction) {
        self.forced_card_timer.times.record(*user, *deal, *chosen_in);
    }

    /// Determines when the forced card of a new turn is played, if there is one.
    pub(super) fn start_forced_card_timer(&mut self) {
        let now = self.clock.now();
        self.forced_card_timer.turn_began = Some(now);
        self.forced_card_timer.play_at = self.forced_card().and_then(|(user, _)| {
            let deal = self.evening.current.as_ref()?.number;
            self.forced_card_timer.times.draw_delay(user, deal).map(|delay| now.after(delay))
        });
    }

    /// Returns the forced card of the current turn, with its player. Returns `None` if there is a choice, if
    /// the player has not enabled this, or if a robot played the player's last turn.
    fn forced_card(&self) -> Option<(UserId, Card)> {
        let (current, seat, player) = self.evening.turn()?;
        let user = player.user().filter(|user| self.shared.forced_card_users.contains(*user))?;
        let is_present = !self.evening.is_robots(player) && self.evening.chair(player)?.misses == 0;
        let card = current.deal.legal(seat).forced_card().filter(|_| is_present)?;
        Some((user, card))
    }

    /// Plays the forced card. If this fails, the player plays it.
    pub(super) async fn play_forced_card(&mut self) {
        self.forced_card_timer.play_at = None;
        let Some((user, card)) = self.forced_card() else { return };
        let now = self.clock.now_in_events();
        if let Ok(change) = self.judge_robot(PlayerId::User(user), Action::Play(card), None, now).await {
            self.commit_and_announce(change, None).await;
        }
    }
}
