//! Import of deals that were played elsewhere. Imported deals appear in the history but affect neither points
//! nor ratings.

use std::collections::{BTreeMap, HashSet};

use futures::TryStreamExt as _;
use sha2::{Digest as _, Sha256};

use super::ended_deal::EndedDeal;
use super::record_results::{self, SeasonOfDeal};
use crate::store::seasons::season;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{DealId, Ranking, Result, Store, StoreError};
use crate::table::{FinishedDeal, PlayerId, ServerId, TableId, UnixMillis};
use ulti_rules::{BySeat, Contract, Record, ReplayError, Seat};

/// A deal record that has been validated for import.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    record: Record,
    declarer: Option<Seat>,
    contract: Option<Contract>,
}

/// The table and deals created by an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Id of the table that was created for the imported deals.
    ///
    /// The table is closed and has no Discord channel.
    pub table: TableId,
    /// Ids of the imported deals, in the same order as the imported records.
    pub deals: Vec<DealId>,
}

/// Maximum length of a player's name in an imported record, in characters.
///
/// The bot never writes longer names to its own records.
pub const LONGEST_PLAYER: usize = 80;

/// An error that prevents a deal record from being imported.
#[derive(Debug, thiserror::Error)]
pub enum NoImport {
    /// The record could not be replayed, or its payments do not match the replayed deal.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A player's name is longer than [`LONGEST_PLAYER`] characters.
    #[error("the name of player {player} is too long: names have at most {LONGEST_PLAYER} characters")]
    LongName {
        /// Position of the player in the record, counted from 1.
        player: usize,
    },
}

impl Import {
    /// Validates a deal record by replaying it from the first bid to the payments.
    ///
    /// # Errors
    /// Returns an error if [`Record::replay`] fails or a player's name is longer than [`LONGEST_PLAYER`].
    pub fn of(record: Record) -> Result<Self, NoImport> {
        let is_long = |name: &String| name.chars().count() > LONGEST_PLAYER;
        if let Some(place) = record.players.iter().position(is_long) {
            return Err(NoImport::LongName { player: place + 1 });
        }
        let played = record.replay()?.contract();
        let (declarer, contract) = played.unzip();
        Ok(Self { record, declarer, contract })
    }

    /// Converts the record to a finished deal with the given number.
    ///
    /// The players may not have accounts on this server, so each seat is stored as a robot with the player's
    /// name.
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
    /// Imports deals into a server's history as a new, closed table. If one deal cannot be imported, no deals
    /// are imported.
    ///
    /// The imported deals get the time `at` and belong to the current season. If there is no current season,
    /// a new one is started. Imported deals do not affect the players' points.
    ///
    /// # Errors
    /// Returns [`StoreError::ImportedAlready`] if the server has already imported one of the records.
    pub async fn import(&self, server: ServerId, imports: &[Import], at: UnixMillis) -> Result<Imported> {
        self.import_if(server, imports, at, true).await
    }

    /// Imports deals like [`Store::import`], but allows a deal to be imported more than once.
    pub async fn import_again(
        &self,
        server: ServerId,
        imports: &[Import],
        at: UnixMillis,
    ) -> Result<Imported> {
        self.import_if(server, imports, at, false).await
    }

    async fn import_if(
        &self,
        server: ServerId,
        imports: &[Import],
        at: UnixMillis,
        new: bool,
    ) -> Result<Imported> {
        let mut write = self.write().await?;
        if new {
            check_not_imported(&mut write, server, imports).await?;
        }
        let season = season::current(&mut write, server, at).await?;
        // Discord never uses channel id 0, and an ended table does not occupy its channel.
        let table = query_scalar!(
            "INSERT INTO tables (server, channel, opened_at, ended_at) VALUES ($1, 0, $2, $2) RETURNING id",
            [server, at]
        )
        .fetch_one(&mut write)
        .await?;
        let finished = (1..).zip(imports).map(|(number, import)| import.finished(server, number));
        let ended =
            finished.map(|deal| EndedDeal::of(table, deal, at)).collect::<Result<Vec<EndedDeal>>>()?;
        let (season, day) = (season.id, season.day_of(at));
        let place = |ended| SeasonOfDeal { ended, season, day, ranking: Ranking::Imported };
        let places: Vec<SeasonOfDeal> = ended.iter().map(place).collect();
        let kept = record_results::keep_deals(&mut write, &places).await?;
        let deals = kept.ok_or_else(|| StoreError::Damaged(format!("table {table} already has deals")))?;
        record_results::keep_results(&mut write, &places, &deals, &BTreeMap::new()).await?;
        write.commit().await?;
        Ok(Imported { table, deals })
    }
}

/// Query for the records of a server's imported deals.
///
/// Selects tables with channel id 0. Only tables of imported deals have this channel id.
pub(crate) const IMPORTED: &str = "SELECT d.id, d.record FROM tables t JOIN deals d ON d.table_id = t.id
     WHERE t.channel = 0 AND t.server = $1 ORDER BY d.id";

/// Returns an error if the server has already imported one of the deals.
///
/// Compares hashes of the deals' records.
async fn check_not_imported(db: &mut Connection, server: ServerId, imports: &[Import]) -> Result<()> {
    let mut given = HashSet::with_capacity(imports.len());
    for import in imports {
        let json = import.record.to_json().map_err(|error| StoreError::Record(error.to_string()))?;
        given.insert(Sha256::digest(json));
    }
    let mut imported = query!(IMPORTED, [server]).fetch::<(DealId, String)>(db)?;
    while let Some((id, record)) = imported.try_next().await? {
        if given.contains(&Sha256::digest(record)) {
            return Err(StoreError::ImportedAlready(id));
        }
    }
    Ok(())
}
