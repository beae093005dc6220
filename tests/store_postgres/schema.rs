//! Compares the schemas of files and servers.

use std::collections::BTreeSet;

use ulti_testkit::store_fixture::Fixture;

/// Query for the columns of all tables of a file: table, column, type, and whether it is required.
const COLUMNS_OF_FILE: &str = "
    SELECT t.name, c.name, c.type, CASE WHEN c.\"notnull\" = 1 OR c.pk > 0 THEN 'required' ELSE '' END
    FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND t.name <> '_sqlx_migrations'";
/// Query for the columns of all tables on a server, with the same result as [`COLUMNS_OF_FILE`].
const COLUMNS_OF_SERVER: &str = "
    SELECT table_name::TEXT, column_name::TEXT, UPPER(data_type::TEXT),
           CASE WHEN is_nullable = 'NO' THEN 'required' ELSE '' END
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations'";
/// Query for the names of all indexes of a file that were created explicitly.
const INDEXES_OF_FILE: &str = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
/// Query for the names of all indexes on a server that were created explicitly. Names that end with `key`
/// belong to constraints.
const INDEXES_OF_SERVER: &str =
    "SELECT indexname::TEXT FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%key'";

type Column = (String, String, String, String);

#[tokio::test]
async fn schemas_of_files_and_servers_are_the_same() {
    let Some(server) = Fixture::postgres().await else { return };
    let file = Fixture::sqlite().await;
    let columns: Vec<Column> = file.rows(COLUMNS_OF_FILE).await;
    let of_file: BTreeSet<Column> = columns
        .into_iter()
        .map(|(table, column, of, required)| (table, column, of.replace("INTEGER", "BIGINT"), required))
        .collect();
    let of_server: BTreeSet<Column> = server.rows(COLUMNS_OF_SERVER).await.into_iter().collect();
    assert!(of_file.len() > 100, "{}", of_file.len());
    let difference: Vec<_> = of_file.symmetric_difference(&of_server).collect();
    assert!(difference.is_empty(), "{difference:#?}");

    let names = |rows: Vec<(String,)>| rows.into_iter().map(|(name,)| name).collect::<BTreeSet<_>>();
    let (of_file, of_server) =
        (names(file.rows(INDEXES_OF_FILE).await), names(server.rows(INDEXES_OF_SERVER).await));
    assert_eq!(of_file, of_server);
}
