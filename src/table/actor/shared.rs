//! Resources that all tables share: the journal, the clocks, the robots and the threads for searches.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::table::forced_card_users::ForcedCardUsers;
use crate::table::open_tables::OpenTables;
use crate::table::ports::{Announcer, Journal, JournalError};
use crate::table::robots::turns::RobotPlayers;
use crate::table::served_shards::ServedShards;
use crate::table::shuffle::Seed;
use crate::table::{Options, Refusal, SeedSource, ThinkingPool, WallClock};

/// Maximum time that a claim or a departure waits for its decision.
///
/// A search takes far less. The time passes only if many tables need one at the same moment.
pub(super) const SEARCH_TIME: Duration = Duration::from_secs(10);

/// Time limit for analysing a finished deal.
const ANALYSIS_TIME: Duration = Duration::from_secs(15);

/// Resources shared by all tables.
pub(in crate::table) struct Shared {
    pub(in crate::table) journal: Arc<dyn Journal>,
    pub(in crate::table) announcer: Arc<dyn Announcer>,
    pub(in crate::table) options: Options,
    pub(in crate::table) seeds: SeedSource,
    /// Wall clock used for timestamps.
    pub(in crate::table) clock: WallClock,
    /// The shards whose tables this process serves. Their game clocks are used for deadlines.
    pub(in crate::table) shards: ServedShards,
    pub(in crate::table) robots: RobotPlayers,
    /// Thread pool for the analysis of finished deals.
    pub(in crate::table) analysts: ThinkingPool,
    /// Thread pool for the searches that decide claims and the cost of leaving.
    pub(in crate::table) searches: ThinkingPool,
    pub(in crate::table) stop: CancellationToken,
    pub(in crate::table) forced_card_users: ForcedCardUsers,
    /// Index of the open tables in memory, by channel.
    pub(in crate::table) open_tables: OpenTables,
}

impl Shared {
    /// Creates the resources of a bot that is not sharded.
    pub(in crate::table) fn new(
        journal: Arc<dyn Journal>,
        announcer: Arc<dyn Announcer>,
        options: Options,
        seeds: SeedSource,
        clock: WallClock,
        robots: RobotPlayers,
    ) -> Self {
        Self {
            journal,
            announcer,
            options,
            seeds,
            shards: ServedShards::new(clock.clone()),
            clock,
            robots,
            analysts: ThinkingPool::new(1, ANALYSIS_TIME),
            searches: ThinkingPool::new(1, SEARCH_TIME),
            stop: CancellationToken::new(),
            forced_card_users: ForcedCardUsers::default(),
            open_tables: OpenTables::default(),
        }
    }

    /// Returns the seed of a new deck.
    pub(super) fn next_seed(&self) -> Result<Seed, Refusal> {
        self.seeds.seed().map_err(|error| {
            tracing::error!(%error, "failed to get random bytes from operating system");
            Refusal::NotKept(JournalError::Unavailable(error.to_string()))
        })
    }
}
