//! The `ulti person` command, which exports or deletes the data of a user.

use std::io::Write;

use super::maintenance::From;
use crate::store::Store;
use crate::table::UserId;

/// Export or delete a user's data
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti person export 175928847299117063 > anna.json
  ulti person export 175928847299117063 --records > anna-with-deals.json
  ulti person forget 175928847299117063")]
pub struct PersonCommand {
    /// Subcommand to run.
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Export all of a user's data as a JSON document
    Export {
        /// Discord id of the user.
        user: u64,
        /// Include the records of the user's deals, without the names of other users. A record takes about 2
        /// KiB.
        #[arg(long)]
        records: bool,
        #[command(flatten)]
        from: From,
    },
    /// Delete a user's name, id, ratings and settings; deal results are kept, but the user's seat is
    /// anonymized
    Forget {
        /// Discord id of the user.
        user: u64,
        #[command(flatten)]
        from: From,
    },
}

impl PersonCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.verb {
            Verb::Export { user, records, from } => {
                let export = async |store: &Store| Ok(store.export_person(UserId(user), records).await?);
                writeln!(out, "{:#}", from.with_store(export)?)?;
            }
            Verb::Forget { user, from } => {
                from.with_store(async |store| Ok(store.forget_person(UserId(user)).await?))?;
                writeln!(out, "{user} is forgotten. Earlier backups still contain the data.")?;
            }
        }
        Ok(())
    }
}
