//! The `ulti records` command, which exports the deals of a server as records.

use std::io::Write;

use anyhow::Context;

use super::maintenance::From;
use crate::store::{Filter, LONGEST_HISTORY_PAGE, Store};
use crate::table::{ServerId, TableId, UserId};

/// Export a server's deals, newest first, with one record in the ulti-record/1 format per line
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti records 41771983423143937 > deals.jsonl && ulti replay deals.jsonl
  ulti records 41771983423143937 --season 2026-11 --person 175928847299117063
  ulti records 41771983423143937 --table 17         one evening")]
pub struct Records {
    /// Discord id of the server.
    server: u64,
    /// Export only deals from the season with this name.
    #[arg(long)]
    season: Option<String>,
    /// Export only deals played by the user with this Discord id.
    #[arg(long)]
    person: Option<u64>,
    /// Export only deals played at the table with this number (one evening).
    #[arg(long)]
    table: Option<i64>,
    /// Include deals that were declared void.
    #[arg(long)]
    void: bool,
    #[command(flatten)]
    from: From,
}

impl Records {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        self.from.with_readable_store(async |store| self.write(store, out).await)
    }

    async fn write(&self, store: &Store, out: &mut impl Write) -> anyhow::Result<()> {
        let server = ServerId(self.server);
        let season = match &self.season {
            Some(name) => {
                let season = store.season_named(server, name).await?;
                Some(season.with_context(|| format!("server {server} has no season called '{name}'"))?.id)
            }
            None => None,
        };
        let filter = Filter { person: self.person.map(UserId), contract: None, season };
        let mut before = None;
        loop {
            let deals = store.history(server, &filter, before, LONGEST_HISTORY_PAGE).await?;
            let Some(last) = deals.last() else { return Ok(()) };
            before = Some(last.id);
            for deal in deals {
                let elsewhere = self.table.is_some_and(|table| TableId(table) != deal.table);
                if elsewhere || (deal.void.is_some() && !self.void) {
                    continue;
                }
                if let Some(record) = store.record(deal.id).await? {
                    writeln!(out, "{}", record.to_json()?)?;
                }
            }
        }
    }
}
