//! The tables of the database and their columns, for operations on all rows.

use sqlx::AssertSqlSafe;

use crate::store::Result;
use crate::store::sql::ColumnType::{self, Boolean, Integer, Real, Text};
use crate::store::sql::{Pool, query_scalar};

/// A database table.
#[derive(Debug)]
pub(crate) struct TableSchema {
    pub(crate) name: &'static str,
    /// Columns of the primary key.
    pub(crate) key: &'static [&'static str],
    /// All columns, those of the key first.
    pub(crate) columns: &'static [(&'static str, ColumnType)],
    /// `true` if the only column of the key is generated, so that the table has a sequence.
    pub(crate) has_sequence: bool,
}

impl TableSchema {
    /// Returns the names of all columns, separated by commas.
    pub(crate) fn column_list(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// Returns the types of the columns of the key.
    pub(crate) fn key_types(&self) -> impl Iterator<Item = ColumnType> {
        self.columns[..self.key.len()].iter().map(|(_, of)| *of)
    }

    /// Returns the number of rows.
    pub(crate) async fn count(&self, pool: &Pool) -> Result<u64> {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", self.name));
        let count: i64 = query_scalar!(count, []).fetch_one(pool).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }
}

/// The named numbers. A new database has some already.
pub(crate) const META: TableSchema = TableSchema {
    name: "meta",
    key: &["name"],
    columns: &[("name", Text), ("value", Integer)],
    has_sequence: false,
};

/// All other tables. Tables that others refer to come first.
pub(crate) const TABLES: [TableSchema; 22] = [
    TableSchema {
        name: "tables",
        key: &["id"],
        columns: &[
            ("id", Integer),
            ("server", Integer),
            ("channel", Integer),
            ("opened_at", Integer),
            ("ended_at", Integer),
            ("deadline", Integer),
            ("events", Integer),
            ("clock_lag", Integer),
        ],
        has_sequence: true,
    },
    TableSchema {
        name: "seasons",
        key: &["id"],
        columns: &[
            ("id", Integer),
            ("server", Integer),
            ("name", Text),
            ("started_at", Integer),
            ("ended_at", Integer),
            ("monthly", Boolean),
            ("summed_up_at", Integer),
            ("ends_at", Integer),
            ("time_zone", Text),
        ],
        has_sequence: true,
    },
    TableSchema {
        name: "journal",
        key: &["table_id", "seq"],
        columns: &[
            ("table_id", Integer),
            ("seq", Integer),
            ("event", Text),
            ("at", Integer),
            ("more", Integer),
            ("checksum", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "damaged",
        key: &["table_id", "cut_at", "seq"],
        columns: &[
            ("table_id", Integer),
            ("cut_at", Integer),
            ("seq", Integer),
            ("event", Text),
            ("more", Integer),
            ("checksum", Integer),
            ("at", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "requests",
        key: &["request_id"],
        columns: &[("request_id", Integer), ("table_id", Integer), ("seq", Integer)],
        has_sequence: false,
    },
    TableSchema {
        name: "messages",
        key: &["table_id", "deal", "kind"],
        columns: &[
            ("table_id", Integer),
            ("deal", Integer),
            ("kind", Text),
            ("channel", Integer),
            ("message", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "shards",
        key: &["shards_in_all", "shard"],
        columns: &[
            ("shards_in_all", Integer),
            ("shard", Integer),
            ("clock", Integer),
            ("owner", Integer),
            ("epoch", Integer),
            ("until", Integer),
            ("successor", Integer),
            ("is_ready", Integer),
            ("handled", Text),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "processes",
        key: &["id"],
        columns: &[
            ("id", Integer),
            ("host", Text),
            ("shards_in_all", Integer),
            ("until", Integer),
            ("is_stopping", Integer),
        ],
        has_sequence: true,
    },
    TableSchema {
        name: "session_starts",
        key: &["bucket"],
        columns: &[("bucket", Integer), ("free_at", Integer)],
        has_sequence: false,
    },
    TableSchema {
        name: "people",
        key: &["user_id"],
        columns: &[("user_id", Integer), ("name", Text)],
        has_sequence: false,
    },
    TableSchema {
        name: "deals",
        key: &["id"],
        columns: &[
            ("id", Integer),
            ("table_id", Integer),
            ("number", Integer),
            ("server", Integer),
            ("season_id", Integer),
            ("played_at", Integer),
            ("contract", Text),
            ("declarer", Integer),
            ("gained", Integer),
            ("record", Text),
            ("kind", Text),
            ("ranking", Text),
            ("voided_at", Integer),
            ("voided_by", Integer),
            ("void_reason", Text),
        ],
        has_sequence: true,
    },
    TableSchema {
        name: "results",
        key: &["id"],
        columns: &[
            ("id", Integer),
            ("season_id", Integer),
            ("table_id", Integer),
            ("deal_id", Integer),
            ("seat", Integer),
            ("user_id", Integer),
            ("name", Text),
            ("points", Integer),
            ("declared", Integer),
            ("made", Integer),
            ("server", Integer),
            ("kind", Text),
            ("counted", Integer),
            ("state", Integer),
            ("rating", Real),
            ("uncertainty", Real),
        ],
        has_sequence: true,
    },
    TableSchema {
        name: "totals",
        key: &["season_id", "user_id"],
        columns: &[
            ("season_id", Integer),
            ("user_id", Integer),
            ("points", Integer),
            ("deals", Integer),
            ("declared", Integer),
            ("made", Integer),
            ("ranked_points", Integer),
            ("ranked", Integer),
            ("ranked_declared", Integer),
            ("ranked_made", Integer),
            ("rating", Real),
            ("uncertainty", Real),
            ("at_least", Real),
            ("a_deal", Integer),
            ("win_rate", Integer),
            ("standing", Integer),
            ("hidden", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "tallies",
        key: &["user_id", "season_id", "what", "name"],
        columns: &[
            ("user_id", Integer),
            ("season_id", Integer),
            ("what", Text),
            ("name", Text),
            ("total", Integer),
            ("good", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "days",
        key: &["user_id", "season_id", "day"],
        columns: &[
            ("user_id", Integer),
            ("season_id", Integer),
            ("day", Integer),
            ("points", Integer),
            ("deals", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "trios",
        key: &["server", "day", "one", "two", "three"],
        columns: &[
            ("server", Integer),
            ("day", Integer),
            ("one", Integer),
            ("two", Integer),
            ("three", Integer),
            ("deals", Integer),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "sitters",
        key: &["user_id", "table_id"],
        columns: &[("user_id", Integer), ("table_id", Integer)],
        has_sequence: false,
    },
    TableSchema {
        name: "forgetting",
        key: &["user_id"],
        columns: &[("user_id", Integer)],
        has_sequence: false,
    },
    TableSchema {
        name: "user_settings",
        key: &["user_id"],
        columns: &[
            ("user_id", Integer),
            ("language", Text),
            ("pings", Boolean),
            ("text_only", Boolean),
            ("faces", Text),
            ("hints", Boolean),
            ("hidden", Boolean),
            ("forced_cards", Boolean),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "server_settings",
        key: &["server"],
        columns: &[
            ("server", Integer),
            ("language", Text),
            ("faces", Text),
            ("rules", Text),
            ("text_only", Boolean),
            ("monthly_seasons", Boolean),
            ("summary_channel", Integer),
            ("time_zone", Text),
        ],
        has_sequence: false,
    },
    TableSchema {
        name: "left_servers",
        key: &["server"],
        columns: &[("server", Integer), ("left_at", Integer)],
        has_sequence: false,
    },
    TableSchema {
        name: "welcomed",
        key: &["server"],
        columns: &[("server", Integer), ("at", Integer), ("posted", Integer)],
        has_sequence: false,
    },
];
