//! The `ulti void` command, which excludes a finished deal from all statistics.

use std::io::Write;

use super::maintenance::From;
use crate::store::DealId;
use crate::table::{ServerId, WallClock};

/// Declare a finished deal void, or undo the declaration
///
/// A void deal stays in the history, marked with the reason. It does not count towards leaderboards,
/// statistics or ratings. This command does not mark the posted result of the deal. On Discord, server
/// managers can use /ulti-admin void, which marks it and shows who declared the deal void.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti void 41771983423143937 12 --reason 'somebody saw the talon'
  ulti void 41771983423143937 12 --undo")]
pub struct VoidCommand {
    /// Discord id of the server.
    server: u64,
    /// Number of the deal, as shown by `/history`.
    deal: i64,
    /// Reason for declaring the deal void. All members of the server can read it.
    #[arg(long, value_name = "TEXT", required_unless_present = "undo", conflicts_with = "undo")]
    reason: Option<String>,
    /// Reinstate a void deal, so that it counts again.
    #[arg(long)]
    undo: bool,
    #[command(flatten)]
    from: From,
}

impl VoidCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let (server, deal) = (ServerId(self.server), DealId(self.deal));
        self.from.with_store(async |store| {
            match &self.reason {
                Some(reason) => store.void(server, deal, None, reason, WallClock::wall().now()).await?,
                None => store.unvoid(server, deal).await?,
            }
            Ok(())
        })?;
        let state = if self.undo { "counts again" } else { "is void" };
        Ok(writeln!(out, "deal {} {state}", self.deal)?)
    }
}
