//! The `/stats` command, which shows a player's statistics on a server.

use poise::serenity_prelude as serenity;

use super::answer::answer;
use super::season_lookup;
use crate::discord::custom_id::{StatsId, StatsPeriod};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::{PrivateReply, Reply};
use crate::discord::messages::{self, StatsOf};
use crate::discord::state::{Error, Slash};
use crate::render::Subject;
use crate::store::{Season, StoreError};
use crate::table::{ServerId, UserId};

/// Shows a player's statistics. By default, shows the user's own statistics in the current season.
#[poise::command(slash_command, guild_only)]
pub(super) async fn stats(
    ctx: Slash<'_>,
    person: Option<serenity::User>,
    #[autocomplete = "season_lookup::seasons_and_all"] season: Option<String>,
) -> Result<(), Error> {
    let asked = person.map(|user| UserId(user.id.get()));
    answer(ctx, async |person| {
        let Some(server) = person.caller.server else {
            return Reply::aside(person.say("notice-direct-message"));
        };
        let user = asked.unwrap_or(person.caller.user);
        if season.as_deref().is_some_and(season_lookup::is_all) {
            return of(person, server, user, StatsRequest::All).await;
        }
        match season_lookup::season(person, server, season.as_deref()).await {
            Ok(season) => of(person, server, user, StatsRequest::One(season)).await,
            Err(say) => say,
        }
    })
    .await
}

/// Replies with the statistics that the pressed button selects.
pub(in crate::discord) async fn pressed(person: &UserContext<'_>, StatsId { user, span }: StatsId) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    let asked = match span {
        StatsPeriod::All => StatsRequest::All,
        StatsPeriod::Now => match season_lookup::season(person, server, None).await {
            Ok(season) => StatsRequest::One(season),
            Err(say) => return say,
        },
    };
    of(person, server, user, asked).await
}

/// The period for which statistics are requested.
enum StatsRequest {
    /// All seasons.
    All,
    /// One season, or `None` if the server has not had a season yet.
    One(Option<Season>),
}

async fn of(person: &UserContext<'_>, server: ServerId, user: UserId, asked: StatsRequest) -> Reply {
    match shown(person, server, user, asked).await {
        Ok(say) => say,
        Err(error) => season_lookup::refused(person, &error),
    }
}

async fn shown(
    person: &UserContext<'_>,
    server: ServerId,
    user: UserId,
    asked: StatsRequest,
) -> Result<Reply, StoreError> {
    let (store, look) = (person.data.preferences.store(), person.look);
    let own = user == person.caller.user;
    // Queried first, because only servers on which the player has played learn that the player is hidden.
    let ever = match &asked {
        StatsRequest::One(None) => None,
        StatsRequest::All | StatsRequest::One(Some(_)) => store.stats(server, None, user).await?,
    };
    if !own && ever.is_some() && store.is_hidden(user).await? {
        return Ok(Reply::aside(messages::stats_hidden(user, look)));
    }
    let (found, season) = match asked {
        StatsRequest::All => (ever, None),
        StatsRequest::One(None) => (None, None),
        StatsRequest::One(Some(season)) => (store.stats(server, Some(season.id), user).await?, Some(season)),
    };
    let Some(stats) = found else {
        let message = messages::no_stats(user, own, season.as_ref(), look);
        return Ok(Reply::Show(message.into()));
    };
    let name = store.name_of(user).await?.unwrap_or_default();
    let of = StatsOf { user, name, season, stats };
    let picture = (!of.stats.form.is_empty()).then(|| Subject::Form(messages::form(&of, look)));
    Ok(Reply::Show(PrivateReply { message: messages::stats(&of, look), hand: None, picture, waits: false }))
}
