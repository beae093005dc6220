//! `ulti void`: a deal that is not to count, by whoever looks after the bot.

use std::io::Write;

use super::keep::From;
use super::logging;
use crate::store::{DealId, Store, StoreError};
use crate::table::{Clock, ServerId};

/// Declare a finished deal of a server void, or take that back
///
/// It stays in the history, marked with the reason, and counts nowhere. At Discord, `/void` does the
/// same and says who did.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti void 41771983423143937 12 --reason 'somebody saw the talon'
  ulti void 41771983423143937 12 --undo")]
pub struct Void {
    /// The server's number at Discord.
    server: u64,
    /// The deal's number, as `/history` lists it.
    deal: i64,
    /// Why; everybody on the server can read it.
    #[arg(long, value_name = "TEXT", required_unless_present = "undo", conflicts_with = "undo")]
    reason: Option<String>,
    /// Let it count again.
    #[arg(long)]
    undo: bool,
    #[command(flatten)]
    from: From,
}

impl Void {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        logging::runtime()?.block_on(async {
            let store = self.from.store().await?;
            let done = self.judge(&store).await;
            store.close().await;
            done?;
            writeln!(out, "deal {} {}", self.deal, if self.undo { "counts again" } else { "is void" })?;
            Ok(())
        })
    }

    async fn judge(&self, store: &Store) -> Result<(), StoreError> {
        let (server, deal) = (ServerId(self.server), DealId(self.deal));
        match &self.reason {
            Some(reason) if !self.undo => store.void(server, deal, None, reason, Clock::wall().now()).await,
            _ => store.unvoid(server, deal).await,
        }
    }
}
