//! Projections of a table's state: the public view, and each player's view of the deal.

use std::sync::Arc;

use super::current_deal::CurrentDeal;
use super::state::Evening;
use crate::table::command::{CommandOutcome, TableReply};
use crate::table::{
    Chair, DealView, FinishedDeal, PlayerId, PlayerView, Standing, TableId, TableStage, TableView, TimeLeft,
    UnixMillis, UserId,
};

impl Evening {
    /// Returns the public view of the table.
    ///
    /// `deadline` and `time_left` must contain wall-clock times, not game-clock times. `begins_deal` is
    /// `true` if the next deal begins by itself at the deadline.
    pub(crate) fn table_view(
        &self,
        table: TableId,
        deadline: Option<UnixMillis>,
        time_left: Option<TimeLeft>,
        begins_deal: bool,
    ) -> TableView {
        let shown = self.with_distinct_names();
        TableView {
            table,
            server: shown.server,
            channel: shown.channel,
            version: shown.version,
            host: shown.host,
            book: Arc::clone(&shown.book),
            opened: Arc::clone(&shown.opened),
            deals: shown.deals,
            pause: shown.pause,
            follows: shown.follows,
            invited: shown.invited_without_seat(),
            invitees: shown.invitees_without_seat(),
            chairs: shown
                .chairs
                .iter()
                .map(|seated| Chair {
                    player: seated.player.clone(),
                    stood_in: seated.stood_in,
                    agrees_to_end: seated.agrees_to_end,
                })
                .collect(),
            seat_changes: shown.seat_changes.to_vec(),
            standings: shown.standings_of_all(),
            window: shown.window,
            shares: shown.shares.clone(),
            draws: shown.draws.clone(),
            stage: match (shown.ended, &shown.current) {
                (Some(why), _) => TableStage::Ended(why),
                (None, None) => TableStage::Lobby,
                (None, Some(current)) if current.is_over() => TableStage::Between,
                (None, Some(_)) => TableStage::Dealing,
            },
            deal: shown.current.as_ref().map(|current| Arc::new(current.view())),
            previous: shown.previous.as_ref().map(|previous| Arc::new(previous.view())),
            time_left: time_left.filter(|_| shown.ended.is_none()),
            deadline: deadline.filter(|_| shown.awaits_a_person()),
            next_deal: deadline.filter(|_| begins_deal),
        }
    }

    /// Returns the standings with everyone who has a seat. A player who has not played a deal yet has no
    /// points. Empty before the first deal.
    fn standings_of_all(&self) -> Vec<Standing> {
        let mut standings = self.standings.clone();
        if standings.is_empty() {
            return standings;
        }
        for chair in &self.chairs {
            if !standings.iter().any(|standing| standing.player.id == chair.player.id) {
                standings.push(Standing { player: chair.player.clone(), points: 0, deals: 0 });
            }
        }
        standings
    }

    /// Returns a key that identifies the current turn, or `None` if no deal is in progress. The deadline
    /// restarts when the key changes.
    ///
    /// The key consists of the deal's number, the number of events in the deal, the player, and whether a
    /// robot plays for that player.
    pub(crate) fn turn_key(&self) -> Option<(u32, u32, PlayerId, bool)> {
        let (current, _, player) = self.turn()?;
        Some((current.number, current.deal.version(), player, self.is_robots(player)))
    }

    fn awaits_a_person(&self) -> bool {
        self.turn().is_some_and(|(_, _, player)| !self.is_robots(player))
    }

    /// Returns the current deal as the user may see it, or `None` before the first deal. Users who do not
    /// play in the deal get the public view.
    pub(crate) fn player_view(&self, user: UserId) -> Option<PlayerView> {
        let current = self.current.as_ref()?;
        let player = PlayerId::User(user);
        let deal = Arc::new(current.deal.view(current.seat_of(player)));
        Some(PlayerView { deal, passes_on: self.passes_on(player) })
    }

    /// Returns the user id and player view of each person in the current deal. Robots are omitted.
    pub(crate) fn player_views(&self) -> Vec<(UserId, PlayerView)> {
        let Some(current) = &self.current else { return Vec::new() };
        let people = current.seats.values().filter_map(|player| player.id.user());
        people.filter_map(|user| Some((user, self.player_view(user)?))).collect()
    }

    /// Builds the reply to a user's request, including the user's seat and view of the current deal.
    pub(crate) fn reply(&self, user: UserId, outcome: CommandOutcome, scene: Arc<TableView>) -> TableReply {
        let seat = self.current.as_ref().and_then(|current| current.seat_of(PlayerId::User(user)));
        TableReply { outcome, table_view: scene, seat, player_view: self.player_view(user) }
    }

    /// Returns the players, contract, points and record of the deal that has just ended, to be stored in the
    /// database.
    ///
    /// Returns `None` if no deal has ended or if its record cannot be created.
    pub(crate) fn finished_deal(&self) -> Option<FinishedDeal> {
        let current = self.current.as_ref().filter(|current| current.is_over())?;
        let settlement = current.deal.settlement()?;
        let record = current.record().inspect_err(|error| {
            tracing::error!(%error, deal = current.number, "failed to create record of finished deal");
        });
        Some(FinishedDeal {
            server: self.server,
            number: current.number,
            seats: current.seats.clone().map(|player| player.id),
            names: current.seats.clone().map(|player| player.name),
            helped: current.helped,
            away: current.away,
            declarer: current.deal.contract().map(|(seat, _)| seat),
            contract: current.deal.contract().map(|(_, contract)| contract),
            payments: settlement.payments,
            window: settlement.window,
            record: record.ok()?,
        })
    }
}

impl CurrentDeal {
    fn view(&self) -> DealView {
        let (standings, window) = self.after.clone().unwrap_or_default();
        DealView {
            number: self.number,
            dealer: self.dealer.clone(),
            seats: self.seats.clone(),
            view: self.deal.view(None),
            commitment: self.commitment,
            seed: self.is_over().then_some(self.seed),
            standings,
            window,
        }
    }
}
