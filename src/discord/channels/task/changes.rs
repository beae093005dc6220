//! Changes of tables.

use std::sync::Arc;

use channel_messages::{Cause, Event};

use super::ChannelTask;
use crate::discord::channels::board::{TableBoard, id_of};
use crate::discord::channels::hand::players;
use crate::discord::channels::update::{
    Resolved, ResolvedDecision, ResolvedUpdate, resolve, resolve_decision,
};
use crate::discord::rest::channel_breaker::ChannelState;
use crate::table::{TableId, TableView, UserId};

impl ChannelTask {
    /// Begins to look up what the next change of a table depends on, unless another one is being handled.
    pub(super) fn resolve_next(&mut self) {
        if self.resolving.is_some() {
            return;
        }
        let services = self.services.clone();
        if let Some(update) = self.inbox.take_update() {
            let known = self.board(update.newest.table_view.table);
            let reads_void = !known.is_some_and(|board| board.void_deals().are_read());
            let resolved = resolve(services, update, reads_void);
            self.resolving = Some(Box::pin(async { Resolved::Update(Box::new(resolved.await)) }));
        } else if let Some(decided) = self.decisions.pop_front() {
            let resolved = resolve_decision(services, decided);
            self.resolving = Some(Box::pin(async { Resolved::Decision(resolved.await) }));
        }
    }

    /// Returns the newest board of a table if this process keeps its messages up to date.
    fn board(&self, table: TableId) -> Option<&TableBoard> {
        let is_shown =
            self.messages.has_table(id_of(table)) && !self.tables.was_lost(table, &self.services.gateway);
        self.tables.board(table).filter(|_| is_shown)
    }

    /// Records a change of a table.
    pub(super) fn changed(&mut self, resolved: ResolvedUpdate) {
        let ResolvedUpdate { look, update, notices, void } = resolved;
        let known = self.board(update.newest.table_view.table);
        let is_known = known.is_some_and(|board| !board.has_only_results());
        let mut void_deals = known.map(|board| board.void_deals().clone()).unwrap_or_default();
        if let Some(void) = void {
            void_deals.set(void);
        }
        let without_hand = self.players_without_hand(&update.newest.table_view);
        let board = TableBoard::of_update(&update.newest, without_hand, void_deals, look);
        if !self.record(&board) {
            return;
        }
        for cause in update.causes_of_change(is_known) {
            self.handle(Event::Changed { board: board.clone(), cause });
        }
        for notice in notices {
            self.handle(notice);
        }
        self.drop_if_last(&board);
    }

    /// Records that a deal was declared void or restored.
    pub(super) fn decided(&mut self, resolved: ResolvedDecision) {
        let ResolvedDecision { look, decided, void } = resolved;
        let (table_view, is_planned) = (Arc::clone(&decided.table_view), decided.is_planned);
        let table = table_view.table;
        let known = self.board(table);
        let mut void_deals = known.map(|board| board.void_deals().clone()).unwrap_or_default();
        void_deals.add_decided(decided);
        if let Some(void) = void {
            void_deals.set(void);
        }
        let (board, cause) = match known {
            Some(board) => (board.with_void_deals(void_deals), Cause::Other),
            // The table has been announced. The update shows the result as it is now, with its buttons.
            None if is_planned => return,
            None => (TableBoard::of_results(table_view, void_deals, look), Cause::Resumed),
        };
        if cause == Cause::Resumed {
            self.drop_table(table);
        }
        if self.record(&board) {
            self.handle(Event::Changed { board: board.clone(), cause });
            self.drop_if_last(&board);
        }
    }

    /// Records the newest board of a table. Returns `false` if the table was dropped because its messages
    /// cannot be changed.
    fn record(&mut self, board: &TableBoard) -> bool {
        let (table, server) = (board.table_id(), board.server());
        if self.tables.was_lost(table, &self.services.gateway) {
            self.tables.remove(table);
        }
        self.tables.changed(board.clone());
        let state = self.services.breakers.state(server, self.channel);
        self.set_access(state);
        let is_closed = board.is_last() && matches!(state, ChannelState::Blocked | ChannelState::Away);
        let is_dropped = is_closed || self.tables.is_lost(table, &self.services.gateway);
        if is_dropped {
            self.drop_table(table);
        }
        !is_dropped
    }

    /// Lets a table be dropped once its messages are up to date, if they do not change any more.
    fn drop_if_last(&mut self, board: &TableBoard) {
        if board.is_last() {
            self.handle(Event::Ended(id_of(board.table_id())));
        }
    }

    /// Returns the players of the deal in progress to whom no hand can be sent.
    fn players_without_hand(&self, table_view: &TableView) -> Vec<UserId> {
        let now = self.origin.elapsed();
        let players = players(table_view).into_iter();
        players.filter(|user| !self.messages.reaches(channel_messages::UserId(user.0), now)).collect()
    }

    pub(super) fn drop_table(&mut self, table: TableId) {
        self.tables.remove(table);
        self.handle(Event::Dropped(id_of(table)));
    }
}
