//! Announces the ends of seasons in the servers' summary channels.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Http, Nonce};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::discord::clock;
use crate::discord::delivery::Delivery;
use crate::discord::messages;
use crate::discord::preferences::Preferences;
use crate::discord::rest::error::{ApiError, heard};
use crate::discord::rest::invalid_requests::{Degradation, InvalidRequestBudget};
use crate::store::{EndedSeason, SeasonId, StoreError};
use crate::table::ChannelId;
use crate::watch::Metrics;

/// Interval at which the bot checks for ended seasons.
const POLL_INTERVAL: Duration = Duration::from_mins(5);

/// Maximum time to wait until the servers' languages are known.
const SERVER_LANGUAGES_TIMEOUT: Duration = Duration::from_secs(10);

/// HTTP client that posts the summaries, and the metrics that count its requests.
type SummarySender<'a> = (&'a Http, &'a Metrics);

/// Announces ended seasons until the bot stops.
///
/// Waits for `servers_known` first, with a timeout, because the summaries use the servers' languages. `rung`
/// is notified when a member ends a season.
pub(crate) async fn keep(
    (http, metrics): (Arc<Http>, Metrics),
    preferences: Arc<Preferences>,
    budget: Arc<InvalidRequestBudget>,
    rung: Arc<Notify>,
    (servers_known, stopping): (CancellationToken, CancellationToken),
) {
    let _ = tokio::time::timeout(SERVER_LANGUAGES_TIMEOUT, servers_known.cancelled()).await;
    let mut posted = HashSet::new();
    loop {
        if let Err(error) = tell_all((&http, &metrics), &preferences, &budget, &mut posted).await {
            tracing::error!(%error, "failed to read ended seasons; retrying");
        }
        tokio::select! {
            () = stopping.cancelled() => return,
            () = rung.notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Announces all ended seasons that have not been announced. A failed announcement does not stop the others.
async fn tell_all(
    way: SummarySender<'_>,
    preferences: &Preferences,
    budget: &InvalidRequestBudget,
    posted: &mut HashSet<SeasonId>,
) -> Result<(), StoreError> {
    // Summaries are not urgent, so they wait until there are few invalid requests.
    while budget.stage() == Degradation::Calm {
        let ends = preferences.store().ends_to_tell(clock::now()).await?;
        let all = ends.len();
        let mut left = 0;
        for end in ends {
            let told = tell(way, (preferences, budget), &end, posted).await.unwrap_or_else(|error| {
                let (server, season) = (end.server, end.season);
                tracing::error!(%server, %season, %error, "failed to announce ended season");
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

/// Announces one ended season. Returns `false` if it has to be retried later.
async fn tell(
    way: SummarySender<'_>,
    (preferences, budget): (&Preferences, &InvalidRequestBudget),
    end: &EndedSeason,
    posted: &mut HashSet<SeasonId>,
) -> Result<bool, StoreError> {
    let EndedSeason { season, server, channel } = *end;
    // A summary that was posted but not recorded is only recorded now.
    if let Some(channel) = channel.filter(|_| !posted.contains(&season)) {
        let summary = preferences.store().summary(server, season).await?;
        let look = preferences.public_look(server).await;
        let delivery = Delivery::new(messages::season_over(&summary, look), look);
        match post(way, budget, (channel, season), delivery).await {
            Ok(()) => {
                posted.insert(season);
            }
            Err(error @ ApiError::Later(_)) => {
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

async fn post(
    (http, metrics): SummarySender<'_>,
    budget: &InvalidRequestBudget,
    (channel, season): (ChannelId, SeasonId),
    mut delivery: Delivery,
) -> Result<(), ApiError> {
    let channel = serenity::ChannelId::new(channel.0.max(1));
    // A fixed nonce prevents a second message after a crash between posting and recording.
    let nonce = Nonce::String(hex::encode(&Sha256::digest(format!("season/{season}"))[..12]));
    loop {
        let create = delivery.message().create().nonce(nonce.clone()).enforce_nonce(true);
        let posted = channel.send_message(http, create).await;
        match heard(metrics, delivery.upload(budget), posted) {
            Ok(_) => return Ok(()),
            Err(error) => delivery.lighten(ApiError::from(&error))?,
        }
    }
}
