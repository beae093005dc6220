//! Announces the end of each season in the server's summary channel.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::discord::clock;
use crate::discord::delivery::{Route, nonce};
use crate::discord::gateway::status::Gateway;
use crate::discord::messages;
use crate::discord::rest::invalid_requests::Degradation;
use crate::discord::rest::limits::BACKGROUND;
use crate::discord::services::Services;
use crate::store::{EndedSeason, SeasonId, StoreError};
use crate::table::ShardRange;

/// Interval between checks for ended seasons.
const POLL_INTERVAL: Duration = Duration::from_mins(5);

/// Maximum time that season announcements wait for the servers' languages to become known.
const SERVER_LANGUAGES_TIMEOUT: Duration = Duration::from_secs(10);

/// Announces seasons as they end, until the bot stops.
///
/// First waits for `servers_known`, with a timeout, because the announcements use the servers' languages.
/// Then checks for ended seasons at regular intervals, and also whenever `season_ended` is notified.
pub(crate) async fn keep(
    services: Services,
    season_ended: Arc<Notify>,
    gateway: Gateway,
    (servers_known, stopping): (CancellationToken, CancellationToken),
) {
    let _ = tokio::time::timeout(SERVER_LANGUAGES_TIMEOUT, servers_known.cancelled()).await;
    let mut posted = HashSet::new();
    loop {
        if let Err(error) = tell_all(&services, &gateway, &mut posted).await {
            tracing::error!(%error, "failed to read list of finished seasons; retrying");
        }
        tokio::select! {
            () = stopping.cancelled() => return,
            () = season_ended.notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Announces every ended season that has not been announced yet. If one announcement fails, the others are
/// still sent.
async fn tell_all(
    services: &Services,
    gateway: &Gateway,
    posted: &mut HashSet<SeasonId>,
) -> Result<(), StoreError> {
    for shards in ShardRange::combined(&gateway.owned()) {
        tell_shards(services, shards, posted).await?;
    }
    Ok(())
}

async fn tell_shards(
    services: &Services,
    shards: ShardRange,
    posted: &mut HashSet<SeasonId>,
) -> Result<(), StoreError> {
    // Summaries are not urgent, so they wait until there are few invalid requests.
    while services.budget.stage() == Degradation::Calm {
        let ends = services.preferences.store().ends_to_tell(shards, clock::now()).await?;
        let all = ends.len();
        let mut left = 0;
        for end in ends {
            let told = tell(services, &end, posted).await.unwrap_or_else(|error| {
                let (server, season) = (end.server, end.season);
                tracing::error!(%server, %season, %error, "failed to announce end of season");
                false
            });
            left += usize::from(!told);
        }
        // The same failed summaries would be returned again.
        if all == 0 || left > 0 {
            return Ok(());
        }
    }
    Ok(())
}

/// Announces that a season has ended. Returns `false` if the announcement has to be retried later.
async fn tell(
    Services { sender, preferences, .. }: &Services,
    end: &EndedSeason,
    posted: &mut HashSet<SeasonId>,
) -> Result<bool, StoreError> {
    let EndedSeason { season, server, channel } = *end;
    // A summary that was posted but not recorded is only recorded now.
    if let Some(channel) = channel.filter(|_| !posted.contains(&season)) {
        let summary = preferences.store().summary(server, season).await?;
        let appearance = preferences.public_appearance(server).await;
        // A fixed nonce prevents a second message after a crash between posting and recording.
        let nonce = nonce(&format!("{channel}/season/{season}"));
        let message = messages::season_over(&summary, appearance);
        match sender.deliver(message, appearance, channel, &Route::Post { nonce, priority: BACKGROUND }).await
        {
            Ok(_) => {
                posted.insert(season);
            }
            Err(error) if error.is_temporary() => {
                tracing::warn!(%server, %season, %error, "failed to post season summary; retrying");
                return Ok(false);
            }
            Err(error) => tracing::warn!(%server, %season, %error, "failed to post season summary"),
        }
    }
    preferences.store().told_end(season, clock::now()).await?;
    posted.remove(&season);
    Ok(true)
}
