//! `/stats`: what someone has done on this server.

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::custom_id::{Span, StatsId};
use super::super::data::{Error, Slash};
use super::super::easel::Subject;
use super::super::past;
use super::super::respond::{Say, Sheet};
use super::super::show::{self, StatsOf};
use super::answer;
use crate::store::{Season, StoreError};
use crate::table::{ServerId, UserId};

/// Shows what someone has done here: whoever asks, in the season that runs, where nothing else is said.
#[poise::command(slash_command, guild_only)]
pub(super) async fn stats(
    ctx: Slash<'_>,
    person: Option<serenity::User>,
    #[autocomplete = "past::seasons_and_all"] season: Option<String>,
) -> Result<(), Error> {
    let asked = person.map(|user| UserId(user.id.get()));
    answer(ctx, async |person| {
        let Some(server) = person.caller.server else {
            return Say::aside(person.say("notice-direct-message"));
        };
        let user = asked.unwrap_or(person.caller.user);
        if season.as_deref().is_some_and(past::is_all) {
            return of(person, server, user, Asked::All).await;
        }
        match past::season(person, server, season.as_deref()).await {
            Ok(season) => of(person, server, user, Asked::One(season)).await,
            Err(say) => say,
        }
    })
    .await
}

/// The numbers that a button asks for.
pub(in super::super) async fn pressed(person: &Person<'_>, StatsId { user, span }: StatsId) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    let asked = match span {
        Span::All => Asked::All,
        Span::Now => match past::season(person, server, None).await {
            Ok(season) => Asked::One(season),
            Err(say) => return say,
        },
    };
    of(person, server, user, asked).await
}

/// What is asked for.
enum Asked {
    /// All seasons.
    All,
    /// This season; `None` before the first.
    One(Option<Season>),
}

async fn of(person: &Person<'_>, server: ServerId, user: UserId, asked: Asked) -> Say {
    match shown(person, server, user, asked).await {
        Ok(say) => say,
        Err(error) => past::refused(person, &error),
    }
}

async fn shown(person: &Person<'_>, server: ServerId, user: UserId, asked: Asked) -> Result<Say, StoreError> {
    let (store, look) = (person.data.memory.store(), person.look);
    let own = user == person.caller.user;
    // Asked for first: whether somebody stays out of lists concerns only those who have played with them.
    let ever = match &asked {
        Asked::One(None) => None,
        Asked::All | Asked::One(Some(_)) => store.stats(server, None, user).await?,
    };
    if !own && ever.is_some() && store.is_hidden(user).await? {
        return Ok(Say::aside(show::stats_hidden(user, look)));
    }
    let (found, season) = match asked {
        Asked::All => (ever, None),
        Asked::One(None) => (None, None),
        Asked::One(Some(season)) => (store.stats(server, Some(season.id), user).await?, Some(season)),
    };
    let Some(stats) = found else {
        let message = show::no_stats(user, own, season.as_ref(), look);
        return Ok(Say::Show(message.into()));
    };
    let name = store.name_of(user).await?.unwrap_or_default();
    let of = StatsOf { user, name, season, stats };
    let picture = (!of.stats.form.is_empty()).then(|| Subject::Form(show::form(&of, look)));
    Ok(Say::Show(Sheet { message: show::stats(&of, look), hand: None, picture, waits: false }))
}
