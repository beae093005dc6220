//! The `/privacy` command, with which users export, hide or delete their data.

use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::custom_id::PrivacyId;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages::{self, ExportedData};
use crate::discord::state::{Error, Slash};
use crate::store::{Store, StoreError};
use crate::table::UserId;

/// Maximum size of an export, in bytes. This is slightly less than Discord's upload limit of 10 MiB.
const LONGEST: usize = 10 * 1024 * 1024 - 64 * 1024;
/// Approximate size of a deal with its record, in bytes. Used to predict whether the records fit into an
/// export.
const DEAL_SIZE: usize = 2048;
/// Maximum number of attempts to clear deleted data from the write-ahead log.
const SWEEPS: u32 = 60;
/// Interval between attempts to clear deleted data from the write-ahead log.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);

/// Explains which data the bot stores, with buttons to export, hide and delete it.
#[poise::command(slash_command, guild_only)]
pub(super) async fn privacy(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| pressed(user, PrivacyId::About).await).await
}

/// Handles a request to show, export, delete or hide the user's data.
pub(in crate::discord) async fn pressed(
    user: &UserContext<'_>,
    privacy: PrivacyId,
) -> Result<Reply, Failure> {
    let (store, id) = (user.store(), user.caller.user);
    Ok(match privacy {
        PrivacyId::About => settings(user, store.is_hidden(id).await?),
        PrivacyId::Export => {
            // One export at a time, because each may take about 10 MB of memory.
            let _alone = user.data.preferences.exporting.lock().await;
            Reply::Ephemeral(messages::export(exported(store, id).await?, user.appearance).into())
        }
        PrivacyId::Delete if store.is_known(id).await? => {
            Reply::InPlace(messages::forget_sure(id, user.appearance).into())
        }
        PrivacyId::Delete => shown(user, "privacy-unknown"),
        PrivacyId::Sure(confirmed) if confirmed == id => deleted(user).await?,
        PrivacyId::Sure(_) => return Err(Failure::Key("privacy-not-yours")),
        PrivacyId::Hide(hidden) => {
            store.set_hidden(id, hidden).await?;
            settings(user, store.is_hidden(id).await?)
        }
    })
}

fn settings(user: &UserContext<'_>, hidden: bool) -> Reply {
    Reply::InPlace(messages::privacy(hidden, user.appearance).into())
}

fn shown(user: &UserContext<'_>, key: &str) -> Reply {
    Reply::InPlace(messages::Message::text(user.text(key)).into())
}

/// Exports the user's data, including the records of the user's deals if they fit into the file.
async fn exported(store: &Store, user: UserId) -> Result<ExportedData, StoreError> {
    let short = store.export_person(user, false).await?;
    let deals = short["deals"]["lines"].as_array().map_or(0, Vec::len);
    if deals.saturating_mul(DEAL_SIZE) <= LONGEST
        && let Some(whole) = file(&store.export_person(user, true).await?)
    {
        return Ok(ExportedData::Whole(whole));
    }
    Ok(file(&short).map_or(ExportedData::TooLong, ExportedData::WithoutRecords))
}

/// Serializes the document as JSON. The output is indented if it fits into an upload.
///
/// Returns `None` if the document does not fit even without indentation.
fn file(document: &Value) -> Option<Vec<u8>> {
    let fits = |bytes: Vec<u8>| (bytes.len() <= LONGEST).then_some(bytes);
    let in_lines = serde_json::to_vec_pretty(document).ok().and_then(fits);
    in_lines.or_else(|| serde_json::to_vec(document).ok().and_then(fits))
}

/// Deletes the user's data and returns a confirmation. If no data is stored, the reply says so.
async fn deleted(user: &UserContext<'_>) -> Result<Reply, Failure> {
    let (id, preferences, store) = (user.caller.user, &user.data.preferences, user.store());
    // One deletion at a time, so that a second press waits for the first.
    let _alone = preferences.forgetting.lock().await;
    if !store.is_known(id).await? {
        return Ok(shown(user, "privacy-unknown"));
    }
    let done = store.forget_person(id).await;
    if !matches!(done, Err(StoreError::StillAtTables(_))) {
        user.data.channels.forget(id);
        preferences.forget_user(id);
        user.data.registry.set_forced_cards(id, false);
    }
    match done {
        Err(StoreError::NotCleanYet) => {
            tokio::spawn(sweep(store.clone(), id, user.data.stopping.clone()));
            Ok(shown(user, "privacy-not-clean"))
        }
        done => Ok(done.map(|()| shown(user, "privacy-forgotten"))?),
    }
}

/// Clears a user's deleted data from the write-ahead log.
///
/// Makes up to [`SWEEPS`] attempts, because an attempt fails while other connections are reading from the
/// log.
async fn sweep(store: Store, user: UserId, stopping: CancellationToken) {
    for _ in 0..SWEEPS {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(SWEEP_INTERVAL) => {}
        }
        match store.sweep(user).await {
            Ok(()) => return,
            Err(StoreError::NotCleanYet) => {}
            Err(error) => {
                tracing::error!(%error, "failed to remove deleted data from write-ahead log");
                return;
            }
        }
    }
    tracing::error!("timed out removing deleted data from write-ahead log");
}
