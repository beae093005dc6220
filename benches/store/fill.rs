//! Creates databases of any size with bulk SQL.

use std::path::PathBuf;
use std::time::Instant;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use ulti::store::Store;

/// Number of deals and servers in a database.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) deals: u64,
    pub(crate) servers: u64,
}

/// Number of people on an ordinary server.
pub(crate) const PEOPLE: u64 = 8;
/// Number of people on the largest server.
pub(crate) const MANY: u64 = 200;
/// Number of seasons of each server.
pub(crate) const SEASONS: u64 = 6;

impl Size {
    pub(crate) fn path(self) -> PathBuf {
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{}.db", self.deals))
    }
}

/// Returns the id of a server's first person. The ids of the others follow.
pub(crate) const fn first_person(server: u64) -> u64 {
    server * 1_000
}

/// Opens the database of a size and creates it first if it is missing.
pub(crate) async fn database(size: Size) -> Store {
    let path = size.path();
    let began = Instant::now();
    if !path.is_file() {
        let part = path.with_extension("part");
        let _ = std::fs::remove_file(&part);
        Store::open(&part).await.unwrap().close().await;
        let options = SqliteConnectOptions::new().filename(&part).foreign_keys(false);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        fill(&mut connection, size).await;
        connection.close().await.unwrap();
        std::fs::rename(&part, &path).unwrap();
    }
    let bytes = std::fs::metadata(&path).unwrap().len();
    println!(
        "{} deals on {} servers: {} MiB, ready after {:.0?}",
        size.deals,
        size.servers,
        bytes >> 20,
        began.elapsed()
    );
    Store::open(&path).await.unwrap()
}

async fn run(connection: &mut SqliteConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.unwrap();
}

async fn fill(connection: &mut SqliteConnection, size: Size) {
    let Size { deals, servers } = size;
    run(
        connection,
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000".to_owned(),
    )
    .await;
    // Indexes are created after the inserts, which is many times faster.
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN ('deals', 'results', 'totals', 'tables')",
    )
    .fetch_all(&mut *connection)
    .await
    .unwrap();
    for (name, _) in &indexes {
        run(connection, format!("DROP INDEX {name}")).await;
    }
    run(connection, "BEGIN".to_owned()).await;
    run(connection, places(servers)).await;
    run(connection, played(deals, servers)).await;
    run(connection, SUMS.to_owned()).await;
    run(connection, "COMMIT".to_owned()).await;
    for (_, sql) in indexes {
        run(connection, sql).await;
    }
    run(connection, "PRAGMA journal_mode = WAL".to_owned()).await;
}

/// Returns SQL that creates one table and the seasons of each server.
fn places(servers: u64) -> String {
    format!(
        "CREATE TEMP TABLE number (n INTEGER PRIMARY KEY);
         INSERT INTO number WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {servers})
             SELECT n FROM c;
         INSERT INTO tables (id, server, channel, opened_at, ended_at) SELECT n, n, n, 0, 1 FROM number;
         INSERT INTO seasons (id, server, name, started_at, ended_at)
             SELECT (a.n - 1) * {SEASONS} + b.n, a.n, 'S' || b.n, b.n, CASE WHEN b.n < {SEASONS} THEN b.n + 1 END
             FROM number a JOIN number b ON b.n <= {SEASONS};"
    )
}

/// Returns SQL that creates the deals in chronological order.
///
/// Every twentieth deal is on the first server, and the players of a deal have consecutive ids.
fn played(deals: u64, servers: u64) -> String {
    format!(
        "INSERT INTO deals (id, table_id, number, server, season_id, played_at, contract, declarer, gained,
                            record, kind, ranking)
         WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {deals}),
              d AS (SELECT n, CASE WHEN n % 20 = 0 THEN 1 ELSE 2 + (n * 7919) % ({servers} - 1) END AS server FROM c)
         SELECT n, server, n, server, (server - 1) * {SEASONS} + 1 + (n - 1) * {SEASONS} / {deals},
                1780000000000 + n * 10000,
                'hearts ' || k.kind, n % 3, 0, hex(zeroblob(60)), k.kind, 'ranked'
         FROM d JOIN (SELECT 0 AS k, 'parti' AS kind UNION ALL SELECT 1, 'ulti' UNION ALL SELECT 2, 'betli'
                      UNION ALL SELECT 3, '40-100' UNION ALL SELECT 4, 'durchmars') k
              ON k.k = (n / 7) % 5;
         INSERT INTO results (season_id, table_id, deal_id, seat, user_id, name, points, declared, made, server,
                              kind, counted, state, rating, uncertainty)
         SELECT d.season_id, d.table_id, d.id, s.seat,
                d.server * 1000 + (d.id * 7 / 20 + s.seat) % CASE WHEN d.server = 1 THEN {MANY} ELSE {PEOPLE} END,
                'Somebody', CASE WHEN s.seat = d.id % 3 THEN 2 ELSE -1 END * (d.id % 37 - 15),
                s.seat = d.id % 3, s.seat = d.id % 3 AND d.id % 37 > 15, d.server, d.kind,
                CASE WHEN s.seat = d.id % 3 THEN 2 ELSE -1 END * (d.id % 37 - 15), 0, 25.0, 5.0
         FROM deals d JOIN (SELECT 0 AS seat UNION ALL SELECT 1 UNION ALL SELECT 2) s ORDER BY d.id, s.seat;"
    )
}

const SUMS: &str = "
    INSERT INTO people (user_id, name) SELECT DISTINCT user_id, 'Somebody' FROM results;
    INSERT INTO totals (season_id, user_id, points, deals, declared, made, ranked_points, ranked,
                        ranked_declared, ranked_made, rating, uncertainty, at_least, a_deal, win_rate, standing)
    SELECT season_id, user_id, SUM(points), COUNT(*), SUM(declared), SUM(made), SUM(points), COUNT(*),
           SUM(declared), SUM(made), 25.0 + SUM(points) / 100.0, 3.0, 16.0 + SUM(points) / 100.0,
           SUM(points) * 1000000 / COUNT(*), CASE WHEN SUM(declared) > 0 THEN SUM(made) * 1000000 / SUM(declared) ELSE -1 END,
           CASE WHEN COUNT(*) >= 20 THEN 0 ELSE 1 END
    FROM results GROUP BY season_id, user_id;
    INSERT INTO tallies (user_id, season_id, what, name, total, good)
    SELECT user_id, season_id, 'contract', kind, COUNT(*), SUM(made) FROM results WHERE declared = 1
    GROUP BY user_id, season_id, kind;
    INSERT INTO days (user_id, season_id, day, points, deals)
    SELECT r.user_id, r.season_id, d.played_at / 86400000, SUM(r.points), COUNT(*)
    FROM results r JOIN deals d ON d.id = r.deal_id
    GROUP BY r.user_id, r.season_id, d.played_at / 86400000;";
