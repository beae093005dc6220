//! Ends of seasons are told where a server wants it: at the end of the month, or when somebody ended one.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Http, Nonce};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::budget::{Budget, Stage};
use super::memory::Memory;
use super::past;
use super::sending::Sending;
use super::show;
use super::trouble::{Trouble, heard};
use crate::store::{Ended, SeasonId, StoreError};
use crate::table::ChannelId;
use crate::watch::Meter;

/// How often it is looked whether a season has ended by itself.
const EVERY: Duration = Duration::from_mins(5);

/// How long the languages of the servers are waited for.
const SERVERS_WITHIN: Duration = Duration::from_secs(10);

/// The way to Discord, and who counts what goes there.
type Way<'a> = (&'a Http, &'a Meter);

/// Tells the ends of seasons until the bot stops: from when the servers' languages are known, which a
/// summary is written in; `rung` says that a season was ended by hand.
pub(super) async fn keep(
    (http, meter): (Arc<Http>, Meter),
    memory: Arc<Memory>,
    budget: Arc<Budget>,
    rung: Arc<Notify>,
    (servers_known, stopping): (CancellationToken, CancellationToken),
) {
    let _ = tokio::time::timeout(SERVERS_WITHIN, servers_known.cancelled()).await;
    let mut posted = HashSet::new();
    loop {
        if let Err(error) = tell_all((&http, &meter), &memory, &budget, &mut posted).await {
            tracing::error!(%error, "the ends of seasons can't be told; they will be later");
        }
        tokio::select! {
            () = stopping.cancelled() => return,
            () = rung.notified() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

/// Tells what is to be told; one that goes wrong does not keep the others from it.
async fn tell_all(
    way: Way<'_>,
    memory: &Memory,
    budget: &Budget,
    posted: &mut HashSet<SeasonId>,
) -> Result<(), StoreError> {
    // What has waited for a month's end can wait for a better moment.
    while budget.stage() == Stage::Calm {
        let ends = memory.store().ends_to_tell(past::now()).await?;
        let all = ends.len();
        let mut left = 0;
        for end in ends {
            let told = tell(way, (memory, budget), &end, posted).await.unwrap_or_else(|error| {
                tracing::error!(server = %end.server, season = %end.season, %error, "the end of a season can't be told");
                false
            });
            left += usize::from(!told);
        }
        // What could not be told now would come again and again.
        if all == 0 || left > 0 {
            return Ok(());
        }
    }
    Ok(())
}

/// Tells one; `false` where it has to be tried again later.
async fn tell(
    way: Way<'_>,
    (memory, budget): (&Memory, &Budget),
    end: &Ended,
    posted: &mut HashSet<SeasonId>,
) -> Result<bool, StoreError> {
    let Ended { season, server, channel } = *end;
    // What was posted and could not be noted is noted now, and not posted again.
    if let Some(channel) = channel.filter(|_| !posted.contains(&season)) {
        let summary = memory.store().summary(server, season).await?;
        let look = memory.public_look(server).await;
        let sending = Sending::new(show::season_over(&summary, look), look);
        match post(way, budget, (channel, season), sending).await {
            Ok(()) => {
                posted.insert(season);
            }
            Err(trouble @ Trouble::Later(_)) => {
                tracing::warn!(%server, %season, %trouble, "the end of a season is told later");
                return Ok(false);
            }
            Err(trouble) => tracing::warn!(%server, %season, %trouble, "the end of a season is not told"),
        }
    }
    memory.store().told_end(season, past::now()).await?;
    posted.remove(&season);
    Ok(true)
}

async fn post(
    (http, meter): Way<'_>,
    budget: &Budget,
    (channel, season): (ChannelId, SeasonId),
    mut sending: Sending,
) -> Result<(), Trouble> {
    let channel = serenity::ChannelId::new(channel.0.max(1));
    // Posted but not noted before the bot was killed: the same nonce posts nothing twice.
    let nonce = Nonce::String(hex::encode(&Sha256::digest(format!("season/{season}"))[..12]));
    loop {
        let create = sending.message().create().nonce(nonce.clone()).enforce_nonce(true);
        let posted = channel.send_message(http, create).await;
        match heard(meter, sending.upload(budget), posted) {
            Ok(_) => return Ok(()),
            Err(error) => sending.lighten(Trouble::from(&error))?,
        }
    }
}
