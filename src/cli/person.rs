//! `ulti person`: what a person may ask of whoever looks after the bot.

use std::io::Write;

use super::keep::From;
use super::logging;
use crate::table::UserId;

/// Write out everything that is kept about a person, or forget it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti person export 175928847299117063 > anna.json
  ulti person export 175928847299117063 --records > anna-with-deals.json
  ulti person forget 175928847299117063")]
pub struct PersonCommand {
    /// What to do.
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Write everything that is kept about a person as one JSON document
    Export {
        /// The person's number at Discord.
        user: u64,
        /// Also the records of their deals, without the names of the others; some 2 KiB a deal.
        #[arg(long)]
        records: bool,
        #[command(flatten)]
        from: From,
    },
    /// Forget a person: name, numbers, ratings and settings go, seats become nameless, results stay
    Forget {
        /// The person's number at Discord.
        user: u64,
        #[command(flatten)]
        from: From,
    },
}

impl PersonCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        logging::runtime()?.block_on(async {
            match self.verb {
                Verb::Export { user, records, from } => {
                    let store = from.store().await?;
                    let document = store.export_person(UserId(user), records).await;
                    store.close().await;
                    serde_json::to_writer_pretty(&mut *out, &document?)?;
                    writeln!(out)?;
                }
                Verb::Forget { user, from } => {
                    let store = from.store().await?;
                    let forgotten = store.forget_person(UserId(user)).await;
                    store.close().await;
                    forgotten?;
                    writeln!(out, "{user} is forgotten. Backups of before still hold what was kept.")?;
                }
            }
            Ok(())
        })
    }
}
