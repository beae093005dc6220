//! Import of deals that were played elsewhere. Imported deals appear in the history but affect neither points
//! nor ratings.

use std::collections::{BTreeMap, HashSet};

use futures::TryStreamExt as _;
use sha2::{Digest as _, Sha256};

use super::ended_deal::EndedDeal;
use super::record_results::{self, SeasonOfDeal};
use crate::store::seasons::season;
use crate::store::sql::{Connection, query_scalar};
use crate::store::{DealId, Ranking, Result, Store, StoreError};
use crate::table::{FinishedDeal, PlayerId, ServerId, TableId, UnixMillis};
use ulti_rules::{BySeat, Contract, Record, ReplayError, Seat};

/// A validated record of a deal that can be imported.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    record: Record,
    declarer: Option<Seat>,
    contract: Option<Contract>,
}

/// The result of importing deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Id of the table that was created for the imported deals.
    ///
    /// The table is closed and belongs to no channel.
    pub table: TableId,
    /// Ids of the imported deals, in the order of the records.
    pub deals: Vec<DealId>,
}

/// Maximum length of a player's name in an imported record, in characters.
///
/// Names in records written by the bot are always shorter.
pub const LONGEST_PLAYER: usize = 80;

/// The reason why a record of a deal can't be imported.
#[derive(Debug, thiserror::Error)]
pub enum NoImport {
    /// The record could not be replayed, or its payments differ from those of the replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The name of a player has more than [`LONGEST_PLAYER`] characters.
    #[error("the name of player {player} is too long: names have at most {LONGEST_PLAYER} characters")]
    LongName {
        /// Position of the player in the record, starting at 1.
        player: usize,
    },
}

impl Import {
    /// Validates the record of a deal by replaying it from the first bid to the payments.
    ///
    /// # Errors
    /// Returns an error if [`Record::replay`] fails or a name is longer than [`LONGEST_PLAYER`].
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
    /// The players are not users of the server. Each seat is therefore stored as a robot with the player's
    /// name from the record.
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
    /// Imports deals into the history of a server as a new, closed table. Either all deals are imported or
    /// none.
    ///
    /// All deals are dated `at` and belong to the running season. If no season is running, a new one is
    /// started. The imported deals do not affect the players' points.
    ///
    /// # Errors
    /// Returns [`StoreError::ImportedAlready`] if the server has already imported one of the records.
    pub async fn import(&self, server: ServerId, imports: &[Import], at: UnixMillis) -> Result<Imported> {
        self.import_if(server, imports, at, true).await
    }

    /// Imports deals like [`Store::import`], but accepts deals that the server has already imported.
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
        .fetch_one(&mut *write)
        .await?;
        let finished = (1..).zip(imports).map(|(number, import)| import.finished(server, number));
        let ended =
            finished.map(|deal| EndedDeal::of(table, deal, at)).collect::<Result<Vec<EndedDeal>>>()?;
        let place = |ended| SeasonOfDeal { ended, season, ranking: Ranking::Imported };
        let places: Vec<SeasonOfDeal> = ended.iter().map(place).collect();
        let kept = record_results::keep_deals(&mut write, &places).await?;
        let deals = kept.ok_or_else(|| StoreError::Damaged(format!("table {table} already has deals")))?;
        record_results::keep_results(&mut write, &places, &deals, &BTreeMap::new()).await?;
        write.commit().await?;
        Ok(Imported { table, deals })
    }
}

/// Query for the records that a server has imported.
///
/// Only tables of imported deals have channel 0, so no other records are read.
pub(crate) const IMPORTED: &str = "SELECT d.id, d.record FROM tables t JOIN deals d ON d.table_id = t.id
     WHERE t.channel = 0 AND t.server = $1 ORDER BY d.id";

/// Returns an error if the server has already imported one of the records.
///
/// Records are compared by their hashes.
async fn check_not_imported(db: &mut Connection, server: ServerId, imports: &[Import]) -> Result<()> {
    let mut given = HashSet::with_capacity(imports.len());
    for import in imports {
        let json = import.record.to_json().map_err(|error| StoreError::Record(error.to_string()))?;
        given.insert(Sha256::digest(json));
    }
    let mut imported = sqlx::query_as::<_, (DealId, String)>(IMPORTED).bind(server).fetch(db);
    while let Some((id, record)) = imported.try_next().await? {
        if given.contains(&Sha256::digest(record)) {
            return Err(StoreError::ImportedAlready(id));
        }
    }
    Ok(())
}
