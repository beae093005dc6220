//! The `/stats` command, which shows a player's statistics on a server.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::season_lookup;
use super::common::table_command::answer;
use crate::discord::custom_id::{StatsId, StatsPeriod};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::{PrivateReply, Reply};
use crate::discord::messages::{self, StatsOf, StatsOfPeriod};
use crate::discord::state::{Error, Slash};
use crate::render::Subject;
use crate::store::{Season, TimeZone};
use crate::table::UserId;
use crate::text::Appearance;

/// Shows a player's statistics. Outside servers, shows the user's own statistics on all servers.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(super) async fn stats(
    ctx: Slash<'_>,
    person: Option<serenity::User>,
    #[autocomplete = "season_lookup::seasons_and_all"] season: Option<String>,
) -> Result<(), Error> {
    let player = person.map(|user| UserId(user.id.get()));
    answer(ctx, async |user| {
        let player = player.unwrap_or(user.caller.user);
        if user.caller.server.is_none() {
            return everywhere(user, player).await;
        }
        let period = if season.as_deref().is_some_and(season_lookup::is_all) {
            StatsRequest::All
        } else {
            StatsRequest::One(season_lookup::season(user, season.as_deref()).await?)
        };
        shown(user, player, period).await
    })
    .await
}

/// Replies with a player's statistics for the current season.
pub(super) async fn current(user: &UserContext<'_>, player: UserId) -> Result<Reply, Failure> {
    let season = season_lookup::season(user, None).await?;
    shown(user, player, StatsRequest::One(season)).await
}

/// Replies with the user's own statistics on all servers, with dates in the time zone of the server on which
/// the user played last. The statistics of other players are shown only on a server on which both play.
async fn everywhere(user: &UserContext<'_>, player: UserId) -> Result<Reply, Failure> {
    if player != user.caller.user {
        return Err(Failure::Key("stats-only-own"));
    }
    let (store, appearance) = (user.store(), user.appearance);
    let Some(stats) = store.stats_everywhere(player).await? else {
        return Ok(Reply::ephemeral(user.text("stats-none-anywhere")));
    };
    let name = store.name_of(player).await?.unwrap_or_else(|| user.caller.name.clone());
    let time_zone = match store.latest_server(player).await? {
        Some(server) => user.data.preferences.server_settings(server).await.time_zone,
        None => TimeZone::UTC,
    };
    let period = StatsOfPeriod::Everywhere;
    let of = StatsOf { user: player, name, period, time_zone, stats };
    Ok(Reply::InPlace(illustrated(&of, appearance)))
}

fn illustrated(of: &StatsOf, appearance: Appearance) -> PrivateReply {
    let picture = (of.stats.form.len() > 1).then(|| Subject::Form(messages::form(of, appearance)));
    PrivateReply { picture, ..messages::stats(of, appearance).into() }
}

/// Replies with the statistics that the user selected with a button.
pub(in crate::discord) async fn pressed(user: &UserContext<'_>, id: StatsId) -> Result<Reply, Failure> {
    if user.caller.server.is_none() {
        return everywhere(user, id.user).await;
    }
    match id.span {
        StatsPeriod::All => shown(user, id.user, StatsRequest::All).await,
        StatsPeriod::Now => current(user, id.user).await,
    }
}

/// The period covered by a statistics request.
enum StatsRequest {
    /// All seasons.
    All,
    /// A single season. `None` if the server has not had a season yet.
    One(Option<Season>),
}

async fn shown(user: &UserContext<'_>, player: UserId, period: StatsRequest) -> Result<Reply, Failure> {
    let (server, store, appearance) = (user.server()?, user.store(), user.appearance);
    let own = player == user.caller.user;
    // Queried first, because only servers on which the player has played learn that the player is hidden.
    let ever = match &period {
        StatsRequest::One(None) => None,
        StatsRequest::All | StatsRequest::One(Some(_)) => store.stats(server, None, player).await?,
    };
    if !own && ever.is_some() && store.is_hidden(player).await? {
        return Err(Failure::Text(messages::stats_hidden(player, appearance)));
    }
    let (found, season) = match period {
        StatsRequest::All | StatsRequest::One(None) => (ever, None),
        StatsRequest::One(Some(season)) => {
            (store.stats(server, Some(season.id), player).await?, Some(season))
        }
    };
    let Some(stats) = found else {
        return Ok(Reply::InPlace(messages::no_stats(player, own, season.as_ref(), appearance).into()));
    };
    let name = store.name_of(player).await?.unwrap_or_default();
    let time_zone = match &season {
        Some(season) => season.time_zone.clone(),
        None => user.data.preferences.server_settings(server).await.time_zone,
    };
    let period = season.map_or(StatsOfPeriod::AllSeasons, StatsOfPeriod::Season);
    Ok(Reply::InPlace(illustrated(&StatsOf { user: player, name, period, time_zone, stats }, appearance)))
}
