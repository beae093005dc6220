//! State of the newest table, read from the journal through a separate connection.

use std::collections::BTreeSet;
use std::sync::Arc;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use ulti::table::{Moment, PlayerId, TableEvent, UserId};
use ulti_rules::{Book, BySeat, Deal, Seat};

/// A reader that follows the journal of the newest table.
pub(crate) struct JournalReader {
    pool: SqlitePool,
    pub(crate) table: Option<Table>,
}

pub(crate) struct Table {
    pub(crate) id: i64,
    seen: i64,
    book: Arc<Book>,
    pub(crate) seated: Vec<PlayerId>,
    /// Players whose seats are held by robots.
    pub(crate) held: BTreeSet<PlayerId>,
    pub(crate) deal: Option<CurrentDeal>,
    pub(crate) finished: usize,
    pub(crate) ended: bool,
}

/// The newest deal, which may be over.
pub(crate) struct CurrentDeal {
    pub(crate) number: u32,
    pub(crate) deal: Deal,
    pub(crate) seats: BySeat<PlayerId>,
}

impl CurrentDeal {
    pub(crate) fn turn(&self) -> Option<(Seat, PlayerId)> {
        self.deal.turn().map(|seat| (seat, self.seats[seat]))
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { deal: self.number, version: self.deal.version() }
    }
}

impl JournalReader {
    pub(crate) async fn open(file: &std::path::Path) -> Self {
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
        Self { pool, table: None }
    }

    /// Applies new events, and returns `true` if there were any.
    pub(crate) async fn read_new_events(&mut self) -> bool {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT MAX(id) FROM tables").fetch_one(&self.pool).await.unwrap();
        let Some(newest) = newest else { return false };
        let (id, seen) = match &self.table {
            Some(table) if table.id == newest => (newest, table.seen),
            _ => (newest, 0),
        };
        let rows: Vec<String> =
            sqlx::query_scalar("SELECT event FROM journal WHERE table_id = $1 AND seq >= $2 ORDER BY seq")
                .bind(id)
                .bind(seen)
                .fetch_all(&self.pool)
                .await
                .unwrap();
        for row in &rows {
            self.apply(id, serde_json::from_str(row).unwrap());
        }
        !rows.is_empty()
    }

    fn apply(&mut self, id: i64, event: TableEvent) {
        if let TableEvent::SetUp { rules, .. } = &event {
            let book = Arc::new(Book::new(rules.rules().unwrap()));
            let (seated, held, deal) = (Vec::new(), BTreeSet::new(), None);
            self.table = Some(Table { id, seen: 1, book, seated, held, deal, finished: 0, ended: false });
            return;
        }
        let Some(table) = &mut self.table else { return };
        table.seen += 1;
        match event {
            TableEvent::Joined { player } => table.seated.push(player.id),
            TableEvent::GotUp { player } => {
                table.seated.retain(|seated| *seated != player);
                table.held.remove(&player);
            }
            TableEvent::StoodIn { player } => _ = table.held.insert(player),
            TableEvent::TookBack { player } => _ = table.held.remove(&player),
            TableEvent::DealBegan { number, seats, start, .. } => {
                let deal = Deal::new(Arc::clone(&table.book), start).unwrap();
                table.deal = Some(CurrentDeal { number, deal, seats });
            }
            TableEvent::InDeal { event } => {
                let running = table.deal.as_mut().unwrap();
                running.deal.apply(&event);
                table.finished += usize::from(running.deal.turn().is_none());
            }
            TableEvent::Ended { .. } => table.ended = true,
            _ => {}
        }
    }

    pub(crate) async fn close(self) {
        self.pool.close().await;
    }
}

/// Returns the user id of a player, or `None` for a robot.
pub(crate) fn user(player: PlayerId) -> Option<UserId> {
    player.user()
}
