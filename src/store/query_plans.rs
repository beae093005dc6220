//! Tests that no query scans an entire table, except tables that always remain small.

use std::fs;
use std::path::Path;

use sqlx::AssertSqlSafe;

use super::Store;
use super::deals::{deal, evenings, history, import, ranked, record_results};
use super::journal::batch;
use super::people::{delete, export, names, removed_guilds, welcomed};
use super::seasons::leaderboard::RankBy;
use super::seasons::{collusion_review, leaderboard, ratings, season, stats, summary, tallies, totals};
use super::sql::Pool;

/// Name prefixes of the row sources that queries may scan in full.
///
/// These are tables that always stay small, and other sources such as `VALUES` lists.
const BOUNDED: [&str; 12] = [
    "own_tables",
    "page",
    "CONSTANT ROW",
    "8-ROW VALUES",
    "forgetting",
    "left_servers",
    "given",
    "meta",
    "processes",
    "shards",
    "sqlite_master",
    "sqlite_sequence",
];

/// Returns the steps of SQLite's query plan for a query.
async fn plan(store: &Store, query: &str) -> Vec<String> {
    let Pool::Sqlite(readers) = &store.readers else { panic!("not a SQLite file") };
    let steps: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}")))
            .fetch_all(readers)
            .await
            .unwrap_or_else(|error| panic!("failed to explain query {query}: {error}"));
    steps.into_iter().map(|(.., step)| step).collect()
}

async fn empty_store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
    (folder, store)
}

/// Returns the steps of a query plan that scan a whole table or index, except for those allowed by
/// [`BOUNDED`].
fn scans(plan: &[String]) -> Vec<&String> {
    let scan = |step: &&String| {
        step.strip_prefix("SCAN ")
            .is_some_and(|what| !BOUNDED.iter().any(|bounded| what.starts_with(bounded)))
    };
    plan.iter().filter(scan).collect()
}

/// Queries of the store that are defined as one constant each.
const SINGLE_QUERIES: [&str; 45] = [
    season::RUNNING,
    season::ONE,
    season::NAMED,
    season::LAST_AUTOMATIC_END,
    season::ARCHIVE,
    leaderboard::STANDING,
    summary::DEALS,
    summary::VOID,
    summary::PEOPLE,
    summary::BEST,
    summary::OVERDUE,
    summary::TO_TELL,
    evenings::COUNTED,
    evenings::OLDER,
    evenings::NEWER,
    stats::SUMS,
    stats::COUNTS,
    stats::DAYS,
    stats::PLAYED,
    stats::BEST,
    stats::WORST,
    history::ALL,
    history::OF_KIND,
    history::OF_SEASON,
    history::OF_SEASON_AND_KIND,
    history::OF_PERSON,
    deal::OF_TABLE,
    deal::OF_SERVER,
    deal::VOID_OF_TABLE,
    ratings::RANKED_SINCE,
    collusion_review::RANKED,
    delete::KNOWN,
    delete::OPEN_TABLES,
    delete::TABLES,
    delete::ANY_TABLE,
    delete::NAMES,
    delete::NAMING_EVENTS,
    delete::SERVERS,
    delete::REASONS,
    removed_guilds::DUE,
    welcomed::LATEST_SERVER,
    import::IMPORTED,
    removed_guilds::TABLES,
    removed_guilds::SITTERS,
    removed_guilds::PLAYERS,
];

/// Returns all queries of the store that are defined as constants.
fn queries() -> Vec<String> {
    let mut queries = SINGLE_QUERIES.to_vec();
    queries.extend(delete::OWN);
    queries.extend(removed_guilds::OF_TABLE);
    queries.extend(removed_guilds::OF_PERSON);
    queries.extend(removed_guilds::OF_SERVER);
    queries.extend(export::PARTS.map(|(.., query)| query));
    let mut queries: Vec<String> = queries.into_iter().map(str::to_owned).collect();
    for metric in RankBy::ALL {
        let all = metric.queries();
        queries.extend([all.page, all.people.to_owned(), all.ahead]);
    }
    queries
}

/// Returns two SQL statements for each bulk query: one for a single row and one for eight rows.
fn bulk_queries() -> impl Iterator<Item = String> {
    let queries = [
        record_results::KEEP_DEALS,
        record_results::KEEP_RESULTS,
        record_results::KEEP_SHARES,
        batch::ADVANCE,
        batch::FORGET_REQUESTS,
        batch::KEEP_LINES,
        batch::KEEP_REQUESTS,
        names::NAMED_AT,
        names::REMEMBER,
        ranked::DROP_OLDER,
        ranked::ONE_MORE,
        ratings::SET_BEFORE,
        season::RUNNING_OF,
        tallies::COUNT,
        totals::CHANGE,
        totals::CHANGE_DAY,
        totals::ENSURE,
        totals::RATINGS,
        totals::SET_RATINGS,
    ];
    queries.into_iter().flat_map(|query| [1, 8].map(|rows| query.text(rows)))
}

/// Returns all queries that are written as string literals in the source files of the store.
fn literals() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    // SQLite does not know the system tables of PostgreSQL.
    let of_postgres = root.join("postgres");
    let mut folders = vec![root];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path == of_postgres {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if !["tests.rs", "query_plans.rs"].iter().any(|tests| path.ends_with(tests)) {
                sources.push(fs::read_to_string(&path).unwrap());
            }
        }
    }
    let begins =
        |text: &&str| ["SELECT ", "UPDATE ", "DELETE ", "INSERT "].iter().any(|verb| text.starts_with(verb));
    let mut found = Vec::new();
    for source in &sources {
        let calls = ["sqlx::query", "query!(", "query_scalar!("];
        let calls = calls.into_iter().flat_map(|call| source.split(call).skip(1));
        let calls = calls.filter_map(|rest| rest.split('"').nth(1));
        found.extend(calls.filter(begins).map(str::to_owned));
    }
    assert!(found.len() > 50, "too few queries found: {}", found.len());
    found
}

#[tokio::test]
async fn no_database_query_scans_a_full_table() {
    let (_folder, store) = empty_store().await;
    let all = queries().into_iter().chain(bulk_queries()).chain(literals());
    for query in all {
        // The list of live tables is read once, at startup, and the list of migrations before the start.
        if query.contains("WHERE ended_at IS NULL ORDER BY id") || query.ends_with("FROM _sqlx_migrations") {
            continue;
        }
        let plan = plan(&store, &query).await;
        assert!(scans(&plan).is_empty(), "{query}\n{}", plan.join("\n"));
    }
}

#[tokio::test]
async fn leaderboard_query_uses_index_for_sorting() {
    let (_folder, store) = empty_store().await;
    for metric in RankBy::ALL {
        let plan = plan(&store, &metric.queries().page).await;
        assert!(plan[0].starts_with("SEARCH t USING INDEX totals_by_"), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{metric:?}: {plan:?}");
    }
}

#[tokio::test]
async fn history_queries_use_covering_index() {
    let (_folder, store) = empty_store().await;
    let pages =
        [history::ALL, history::OF_KIND, history::OF_SEASON, history::OF_SEASON_AND_KIND, history::OF_PERSON];
    for query in pages {
        // Only the subquery that lists the page; joining the seats may need a temporary B-tree.
        let listing = query.trim_start_matches("WITH page AS (").split(") SELECT d.id").next().unwrap();
        let plan = plan(&store, listing).await;
        assert!(plan[0].contains("COVERING INDEX"), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
    }
}

#[tokio::test]
async fn query_plan_check_detects_full_table_scan() {
    let (_folder, store) = empty_store().await;
    let plan = plan(&store, "SELECT * FROM results WHERE points = 3").await;
    assert_eq!(scans(&plan).len(), 1, "{plan:?}");
}
