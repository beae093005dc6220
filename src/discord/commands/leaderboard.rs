//! `/leaderboard`

use super::super::act::Person;
use super::super::data::{Error, Slash};
use super::super::easel::Subject;
use super::super::respond::{Say, Sheet};
use super::super::show::{self, Ranked};
use super::answer;
use crate::render::ChartRow;
use crate::store::{LeaderboardRow, StoreError};
use crate::table::ServerId;

/// How many people stand on a page.
const PAGE: u32 = 20;

/// Shows who has won how much on this server.
#[poise::command(slash_command, guild_only)]
pub(super) async fn leaderboard(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| page(person, 0).await).await
}

/// A page of the leaderboard, from 0.
pub(in super::super) async fn page(person: &Person<'_>, page: u16) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    match board(person, server, page).await {
        Ok(sheet) => Say::Show(sheet),
        Err(error) => {
            tracing::error!(%error, "the leaderboard can't be read");
            Say::aside(person.say("door-went-wrong"))
        }
    }
}

async fn board(person: &Person<'_>, server: ServerId, page: u16) -> Result<Sheet, StoreError> {
    let store = &person.data.memory;
    // One more than fits says whether there is a page after this one.
    let mut rows = store.leaderboard(server, PAGE + 1, u32::from(page) * PAGE).await?;
    let more = rows.len() > PAGE as usize;
    rows.truncate(PAGE as usize);
    let ranked: Vec<Ranked> = rows.into_iter().map(ranked).collect();
    let own = store.standing(server, person.caller.user).await?.map(self::ranked);
    let pages = page.saturating_add(1 + u16::from(more));
    let message = show::leaderboard(None, &ranked, own.as_ref(), page, pages, person.look);
    let picture =
        Some(Subject::Leaderboard(person.say("leaderboard-title"), ranked.iter().map(row).collect()));
    Ok(Sheet { message, hand: None, picture })
}

/// A row of the chart.
fn row(ranked: &Ranked) -> ChartRow {
    let points = i32::try_from(ranked.points).unwrap_or(if ranked.points < 0 { i32::MIN } else { i32::MAX });
    ChartRow { place: ranked.place, name: ranked.name.clone(), points }
}

fn ranked(row: LeaderboardRow) -> Ranked {
    Ranked { place: row.place, name: row.name, points: row.points, deals: row.deals }
}
