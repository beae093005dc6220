//! The state of a deal, read from the journal through a separate connection.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use discord_sandbox::SimulatedUser;
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use ulti::table::{Moment, PlayerId, TableEvent, TableId, UserId};
use ulti_rules::{Action, Book, BySeat, Deal, IllegalAction, Seat, View};

/// The newest deal at a table, which may already be over.
pub struct CurrentDeal {
    /// Table at which the deal is played.
    pub table: TableId,
    /// Number of the deal at this table, starting at 1.
    pub number: u32,
    /// State of the deal after applying all events in the journal.
    pub deal: Deal,
    /// Player in each seat.
    pub seats: BySeat<PlayerId>,
}

impl CurrentDeal {
    /// Returns the seat of a user.
    pub fn seat(&self, user: &SimulatedUser) -> Seat {
        let player = PlayerId::User(UserId(user.id().0));
        self.seats.iter().find(|(_, at)| **at == player).map(|(seat, _)| seat).unwrap()
    }

    /// Returns a user's view of the deal.
    pub fn view(&self, user: &SimulatedUser) -> View {
        self.deal.view(Some(self.seat(user)))
    }

    /// Returns the user in the given seat.
    pub fn user_at<'a>(&self, seat: Seat, users: &'a [SimulatedUser]) -> &'a SimulatedUser {
        users.iter().find(|user| self.seat(user) == seat).unwrap()
    }

    /// Returns the user whose turn it is.
    pub fn turn<'a>(&self, users: &'a [SimulatedUser]) -> &'a SimulatedUser {
        self.user_at(self.deal.turn().unwrap(), users)
    }

    /// Returns a user other than the one whose turn it is.
    pub fn not_turn<'a>(&self, users: &'a [SimulatedUser]) -> &'a SimulatedUser {
        self.user_at(self.deal.turn().unwrap().next(), users)
    }

    /// Returns the player whose turn it is and the player's seat, or `None` if the deal is over.
    pub fn player_to_move(&self) -> Option<(Seat, PlayerId)> {
        self.deal.turn().map(|seat| (seat, self.seats[seat]))
    }

    /// Returns the deal number and the number of events so far (the version), which new buttons store in
    /// their custom ids.
    pub fn moment(&self) -> Moment {
        Moment { deal: self.number, version: self.deal.version() }
    }

    /// Returns the deal number and version as written in custom ids, such as `3.42` for deal 3 after 42
    /// events.
    pub fn moment_code(&self) -> String {
        format!("{}.{}", self.number, self.deal.version())
    }

    /// Returns the custom id of a button in the current deal. `verb` is the button's action, such as `play`.
    pub fn button(&self, verb: &str, argument: impl std::fmt::Display) -> String {
        format!("u1:{}:{verb}:{}:{argument}", self.table.0, self.moment_code())
    }

    /// Returns the reason why an action is illegal. Panics if the action is legal.
    pub fn illegal(&self, user: &SimulatedUser, action: Action) -> IllegalAction {
        self.deal.judge(self.seat(user), action).unwrap_err()
    }
}

/// A reader that follows the journal of the newest table.
pub struct JournalReader {
    pool: SqlitePool,
    /// The newest table, or `None` if no table has been read yet.
    pub table: Option<JournalTable>,
}

/// The state of a table according to its journal: its players, its newest deal and whether the session has
/// ended.
pub struct JournalTable {
    /// Id of the table.
    pub id: TableId,
    seen: i64,
    book: Arc<Book>,
    /// Players at the table, including robots.
    pub seated: Vec<PlayerId>,
    /// Players for whom a robot is currently playing.
    pub held: BTreeSet<PlayerId>,
    /// The newest deal, or `None` if no deal has begun.
    pub deal: Option<CurrentDeal>,
    /// Number of finished deals.
    pub finished: usize,
    /// `true` if the game session at the table has ended.
    pub ended: bool,
}

impl JournalReader {
    /// Opens a database file in read-only mode.
    pub async fn open(file: &Path) -> Self {
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        Self::new(SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap())
    }

    pub(crate) const fn new(pool: SqlitePool) -> Self {
        Self { pool, table: None }
    }

    /// Reads and applies new events. Returns `true` if there were any.
    pub async fn read_new_events(&mut self) -> bool {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT MAX(id) FROM tables").fetch_one(&self.pool).await.unwrap();
        let Some(newest) = newest else { return false };
        let seen = self.table.as_ref().filter(|table| table.id.0 == newest).map_or(0, |table| table.seen);
        let rows: Vec<String> =
            sqlx::query_scalar("SELECT event FROM journal WHERE table_id = $1 AND seq >= $2 ORDER BY seq")
                .bind(newest)
                .bind(seen)
                .fetch_all(&self.pool)
                .await
                .unwrap();
        for row in &rows {
            self.apply(TableId(newest), serde_json::from_str(row).unwrap());
        }
        !rows.is_empty()
    }

    fn apply(&mut self, id: TableId, event: TableEvent) {
        if let TableEvent::SetUp { rules, .. } = &event {
            let book = Arc::new(Book::new(rules.rules().unwrap()));
            let (seated, held, deal) = (Vec::new(), BTreeSet::new(), None);
            self.table =
                Some(JournalTable { id, seen: 1, book, seated, held, deal, finished: 0, ended: false });
            return;
        }
        if let Some(table) = &mut self.table {
            table.apply(event);
        }
    }

    /// Closes the connection.
    pub async fn close(self) {
        self.pool.close().await;
    }
}

impl JournalTable {
    fn apply(&mut self, event: TableEvent) {
        self.seen += 1;
        match event {
            TableEvent::RulesChanged { rules } => self.book = Arc::new(Book::new(rules.rules().unwrap())),
            TableEvent::Joined { player } => self.seated.push(player.id),
            TableEvent::GotUp { player } => {
                self.seated.retain(|seated| *seated != player);
                self.held.remove(&player);
            }
            TableEvent::StoodIn { player } => _ = self.held.insert(player),
            TableEvent::TookBack { player } => _ = self.held.remove(&player),
            TableEvent::DealBegan { number, seats, start, .. } => {
                let deal = Deal::new(Arc::clone(&self.book), start).unwrap();
                self.deal = Some(CurrentDeal { table: self.id, number, deal, seats });
            }
            TableEvent::InDeal { event } => {
                let running = self.deal.as_mut().unwrap();
                running.deal.apply(&event);
                self.finished += usize::from(running.deal.turn().is_none());
            }
            TableEvent::Ended { .. } => self.ended = true,
            _ => {}
        }
    }
}
