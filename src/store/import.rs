//! Deals that were played elsewhere: they stand in the history and can be stepped through, and count
//! nowhere.

use std::collections::{BTreeMap, HashSet};

use futures::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use sqlx::SqliteConnection;

use super::endings::{self, Ended, Place};
use super::ids::to_sql;
use super::{DealId, Ranking, Store, StoreError, seasons};
use crate::rules::{BySeat, Contract, Record, ReplayError, Seat};
use crate::table::{FinishedDeal, Millis, PlayerId, ServerId, TableId};

/// A record that holds, as a deal to be imported.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    record: Record,
    declarer: Option<Seat>,
    contract: Option<Contract>,
}

/// Where imported deals are now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Their table, which is closed and of no channel.
    pub table: TableId,
    /// The deals, in the order of the records.
    pub deals: Vec<DealId>,
}

/// The most characters of a player's name in an imported record: the bot writes none as long itself.
pub const LONGEST_PLAYER: usize = 80;

/// Why a record is not imported.
#[derive(Debug, thiserror::Error)]
pub enum NoImport {
    /// The engine plays it otherwise, or not at all.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A player's name is too long.
    #[error("the name of player {player} is too long: names have at most {LONGEST_PLAYER} characters")]
    LongName {
        /// Whose, from 1.
        player: usize,
    },
}

impl Import {
    /// Takes a record that the engine can play from the first bid to the same payments.
    ///
    /// # Errors
    /// Where it can't, as [`Record::replay`] says, or a name in it is longer than [`LONGEST_PLAYER`].
    pub fn of(record: Record) -> Result<Self, NoImport> {
        let is_long = |name: &String| name.chars().count() > LONGEST_PLAYER;
        if let Some(place) = record.players.iter().position(is_long) {
            return Err(NoImport::LongName { player: place + 1 });
        }
        let played = record.replay()?.contract();
        let (declarer, contract) = played.unzip();
        Ok(Self { record, declarer, contract })
    }

    /// As the finished deal of this number of a table. Nobody of this server sat there: the names are
    /// those of the record, and no number of a person's stands beside them.
    fn finished(&self, server: ServerId, number: u32) -> FinishedDeal {
        let nobody = |seat: Seat| PlayerId::Robot(u8::from(seat) + 1);
        let name = |seat: Seat| self.record.players.get(seat.index()).cloned().unwrap_or_default();
        FinishedDeal {
            server,
            number,
            seats: BySeat::from_fn(nobody),
            names: BySeat::from_fn(name),
            helped: BySeat::default(),
            away: BySeat::default(),
            declarer: self.declarer,
            contract: self.contract,
            payments: self.record.result.payments,
            window: self.record.result.window,
            record: self.record.clone(),
        }
    }
}

impl Store {
    /// Puts deals into the history of a server, as one evening that is over; all of them or none. They
    /// stand in the season that runs, or in one that they begin, are dated now, and no points of theirs
    /// are counted.
    ///
    /// # Errors
    /// [`StoreError::ImportedAlready`] where the server has imported one of them before.
    pub async fn import(
        &self,
        server: ServerId,
        imports: &[Import],
        at: Millis,
    ) -> Result<Imported, StoreError> {
        self.import_if(server, imports, at, true).await
    }

    /// The same, also where the server has them already.
    pub async fn import_again(
        &self,
        server: ServerId,
        imports: &[Import],
        at: Millis,
    ) -> Result<Imported, StoreError> {
        self.import_if(server, imports, at, false).await
    }

    async fn import_if(
        &self,
        server: ServerId,
        imports: &[Import],
        at: Millis,
        new: bool,
    ) -> Result<Imported, StoreError> {
        let mut write = self.write().await?;
        if new {
            are_new(&mut write, server, imports).await?;
        }
        let season = seasons::current(&mut write, server, at).await?;
        // Channel 0 is none of Discord's; an evening that is over leaves it free.
        let table = sqlx::query_scalar(
            "INSERT INTO tables (server, channel, opened_at, ended_at) VALUES ($1, 0, $2, $2) RETURNING id",
        )
        .bind(to_sql(server.0))
        .bind(at.0)
        .fetch_one(&mut *write)
        .await
        .map(TableId)?;
        let finished = (1..).zip(imports).map(|(number, import)| import.finished(server, number));
        let ended =
            finished.map(|deal| Ended::of(table, deal, at)).collect::<Result<Vec<Ended>, StoreError>>()?;
        let place = |ended| Place { ended, season, ranking: Ranking::Imported };
        let places: Vec<Place> = ended.iter().map(place).collect();
        let kept = endings::keep_deals(&mut write, &places).await?;
        let deals = kept.ok_or_else(|| StoreError::Damaged(format!("table {table} is not new")))?;
        endings::keep_results(&mut write, &places, &deals, &BTreeMap::new()).await?;
        write.commit().await?;
        Ok(Imported { table, deals })
    }
}

/// The records that a server has imported. Channel 0 is theirs alone, so nothing that was played is
/// read.
pub(super) const IMPORTED: &str = "SELECT d.id, d.record FROM tables t JOIN deals d ON d.table_id = t.id
     WHERE t.channel = 0 AND t.server = $1 ORDER BY d.id";

/// Refuses records that the server has imported before, by what is written of them.
async fn are_new(
    connection: &mut SqliteConnection,
    server: ServerId,
    imports: &[Import],
) -> Result<(), StoreError> {
    let mut given = HashSet::with_capacity(imports.len());
    for import in imports {
        let json = import.record.to_json().map_err(|error| StoreError::Record(error.to_string()))?;
        given.insert(Sha256::digest(json));
    }
    let mut imported = sqlx::query_as::<_, (i64, String)>(IMPORTED).bind(to_sql(server.0)).fetch(connection);
    while let Some((id, record)) = imported.try_next().await? {
        if given.contains(&Sha256::digest(record)) {
            return Err(StoreError::ImportedAlready(DealId(id)));
        }
    }
    Ok(())
}
