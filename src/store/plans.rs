//! How `SQLite` means to run the queries: none reads through a table that grows.

use sqlx::AssertSqlSafe;

use super::leaderboard::Metric;
use super::*;

/// What a plan may read through: lines that it has just made, and tables that hold next to nothing.
const FINE: [&str; 7] =
    ["own_tables", "page", "CONSTANT ROW", "8-ROW VALUES", "forgetting", "left_servers", "given"];

/// What `SQLite` means to do for a query.
async fn plan(store: &Store, query: &str) -> Vec<String> {
    let steps: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}")))
            .fetch_all(&store.readers)
            .await
            .unwrap_or_else(|error| panic!("{query}: {error}"));
    steps.into_iter().map(|(.., step)| step).collect()
}

async fn empty() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
    (folder, store)
}

/// What is read through in a plan and grows.
fn scans(plan: &[String]) -> Vec<&String> {
    let scan = |step: &&String| {
        step.strip_prefix("SCAN ").is_some_and(|what| !FINE.iter().any(|fine| what.starts_with(fine)))
    };
    plan.iter().filter(scan).collect()
}

/// Every query that is held in a constant.
fn queries() -> Vec<&'static str> {
    let mut queries = vec![
        seasons::RUNNING,
        seasons::ONE,
        seasons::NAMED,
        seasons::ARCHIVE,
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
        deals::OF_TABLE,
        deals::OF_SERVER,
        ratings::RANKED_SINCE,
        review::RANKED,
        forget::KNOWN,
        forget::OPEN_TABLES,
        forget::TABLES,
        forget::ANY_TABLE,
        forget::NAMES,
        forget::SERVERS,
        forget::REASONS,
        departed::DUE,
        import::IMPORTED,
        departed::TABLES,
        departed::SITTERS,
        departed::PLAYERS,
    ];
    queries.extend(forget::OWN);
    queries.extend(departed::OF_TABLE);
    queries.extend(departed::OF_PERSON);
    queries.extend(departed::OF_SERVER);
    queries.extend(export::PARTS.map(|(.., query)| query));
    for metric in Metric::ALL {
        let all = metric.queries();
        queries.extend([all.page, all.people, all.ahead]);
    }
    queries
}

/// Every query of many rows, with some.
fn of_many_rows() -> impl Iterator<Item = String> {
    let queries = [
        endings::KEEP_DEALS,
        endings::KEEP_RESULTS,
        endings::KEEP_SHARES,
        entry::ADVANCE,
        entry::FORGET_REQUESTS,
        entry::KEEP_LINES,
        entry::KEEP_REQUESTS,
        people::NAMED_AT,
        people::REMEMBER,
        ranking::DROP_OLDER,
        ranking::ONE_MORE,
        seasons::RUNNING_OF,
        tallies::COUNT,
        totals::CHANGE,
        totals::CHANGE_DAY,
        totals::ENSURE,
        totals::RATINGS,
        totals::SET_RATINGS,
    ];
    queries.into_iter().flat_map(|query| [1, 8].map(|rows| query.text(rows)))
}

/// The literals of the sources that are queries, but for those that macros put together.
fn literals() -> Vec<String> {
    let sources = [
        include_str!("damage.rs"),
        include_str!("deals.rs"),
        include_str!("departed.rs"),
        include_str!("endings.rs"),
        include_str!("entry.rs"),
        include_str!("forget.rs"),
        include_str!("import.rs"),
        include_str!("journal.rs"),
        include_str!("messages.rs"),
        include_str!("people.rs"),
        include_str!("ranking.rs"),
        include_str!("ratings.rs"),
        include_str!("seasons.rs"),
        include_str!("settings.rs"),
        include_str!("tables.rs"),
        include_str!("tallies.rs"),
        include_str!("totals.rs"),
        include_str!("voids.rs"),
    ];
    let begins =
        |text: &&str| ["SELECT ", "UPDATE ", "DELETE ", "INSERT "].iter().any(|verb| text.starts_with(verb));
    let mut found = Vec::new();
    for source in sources {
        let calls = source.split("sqlx::query").skip(1).filter_map(|rest| rest.split('"').nth(1));
        found.extend(calls.filter(begins).map(str::to_owned));
    }
    assert!(found.len() > 50, "{}", found.len());
    found
}

#[tokio::test]
async fn no_query_reads_through_a_table_that_grows() {
    let (_folder, store) = empty().await;
    let all = queries().into_iter().map(str::to_owned).chain(of_many_rows()).chain(literals());
    for query in all {
        // What reads through the open tables at the start, once.
        if query.contains("WHERE ended_at IS NULL ORDER BY id") {
            continue;
        }
        let plan = plan(&store, &query).await;
        assert!(scans(&plan).is_empty(), "{query}\n{}", plan.join("\n"));
    }
}

#[tokio::test]
async fn leaderboards_are_read_in_their_order() {
    let (_folder, store) = empty().await;
    for metric in Metric::ALL {
        let plan = plan(&store, metric.queries().page).await;
        assert!(plan[0].starts_with("SEARCH t USING INDEX totals_by_"), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{metric:?}: {plan:?}");
    }
}

#[tokio::test]
async fn a_page_of_the_history_is_read_from_its_end() {
    let (_folder, store) = empty().await;
    let pages =
        [history::ALL, history::OF_KIND, history::OF_SEASON, history::OF_SEASON_AND_KIND, history::OF_PERSON];
    for query in pages {
        // The deals of the page; how they are put together with their seats follows.
        let listing = query.trim_start_matches("WITH page AS (").split(") SELECT d.id").next().unwrap();
        let plan = plan(&store, listing).await;
        assert!(plan[0].contains("COVERING INDEX"), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
    }
}

#[tokio::test]
async fn a_plan_that_reads_through_is_recognised() {
    let (_folder, store) = empty().await;
    let plan = plan(&store, "SELECT * FROM results WHERE points = 3").await;
    assert_eq!(scans(&plan).len(), 1, "{plan:?}");
}
