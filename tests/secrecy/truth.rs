//! What is really the case at a table, read from the journal behind the bot's back.

use std::collections::BTreeSet;
use std::sync::Arc;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use ulti::rules::{Book, BySeat, Deal, Seat};
use ulti::table::{Moment, PlayerId, TableEvent, UserId};

/// The newest table, followed event by event.
pub(crate) struct Truth {
    eyes: SqlitePool,
    pub(crate) table: Option<Table>,
}

pub(crate) struct Table {
    pub(crate) id: i64,
    seen: i64,
    book: Arc<Book>,
    pub(crate) seated: Vec<PlayerId>,
    /// Whose seats robots hold until they come back.
    pub(crate) held: BTreeSet<PlayerId>,
    pub(crate) deal: Option<Running>,
    pub(crate) finished: usize,
    pub(crate) ended: bool,
}

/// The newest deal, which may be over.
pub(crate) struct Running {
    pub(crate) number: u32,
    pub(crate) deal: Deal,
    pub(crate) seats: BySeat<PlayerId>,
}

impl Running {
    pub(crate) fn turn(&self) -> Option<(Seat, PlayerId)> {
        self.deal.turn().map(|seat| (seat, self.seats[seat]))
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { deal: self.number, version: self.deal.version() }
    }
}

impl Truth {
    pub(crate) async fn of(file: &std::path::Path) -> Self {
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let eyes = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
        Self { eyes, table: None }
    }

    /// Reads on; whether anything has happened.
    pub(crate) async fn read_on(&mut self) -> bool {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT MAX(id) FROM tables").fetch_one(&self.eyes).await.unwrap();
        let Some(newest) = newest else { return false };
        let (id, seen) = match &self.table {
            Some(table) if table.id == newest => (newest, table.seen),
            _ => (newest, 0),
        };
        let rows: Vec<String> =
            sqlx::query_scalar("SELECT event FROM journal WHERE table_id = $1 AND seq >= $2 ORDER BY seq")
                .bind(id)
                .bind(seen)
                .fetch_all(&self.eyes)
                .await
                .unwrap();
        for row in &rows {
            self.take_in(id, serde_json::from_str(row).unwrap());
        }
        !rows.is_empty()
    }

    fn take_in(&mut self, id: i64, event: TableEvent) {
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
                table.deal = Some(Running { number, deal, seats });
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
        self.eyes.close().await;
    }
}

/// A person's number at Discord, where it is no robot.
pub(crate) fn user(player: PlayerId) -> Option<UserId> {
    player.user()
}
