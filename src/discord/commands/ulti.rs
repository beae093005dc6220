//! The `/ulti` command, which opens and manages the channel's table.

mod invitations;
pub(in crate::discord) mod same_again;
pub(in crate::discord) mod table_settings;

use std::ops::RangeInclusive;

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::{answer, ask, execute, hand_with_note};
use super::settings::house_rules;
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::table::{Command, Opening, PlayerId, Refusal, TableReply, TableSetting, TableStage, UserId};
use ulti_ai::Level;
use ulti_rules::RuleSet;

/// Parent command for the `/ulti` subcommands. Users cannot run it directly.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("new", "join", "invite", "leave", "start", "robot", "settings", "end")
)]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn ulti(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Options of `/ulti new`, as typed by the user.
#[derive(Default)]
struct NewTable {
    rules: Option<String>,
    robots: u8,
    deals: Option<u32>,
    level: Option<String>,
    pause: Option<u32>,
}

/// Opens a table in the current channel.
#[poise::command(slash_command, guild_only)]
async fn new(
    ctx: Slash<'_>,
    #[min = 0]
    #[max = 3]
    robots: Option<u8>,
    #[min = 1]
    #[max = 100]
    deals: Option<u32>,
    #[autocomplete = "levels"] level: Option<String>,
    #[autocomplete = "offered_rules"] rules: Option<String>,
    #[min = 5]
    #[max = 300]
    pause: Option<u32>,
) -> Result<(), Error> {
    let within = |range: RangeInclusive<u32>| move |number: u32| number.clamp(*range.start(), *range.end());
    let wish = NewTable {
        rules,
        robots: robots.unwrap_or(0).min(3),
        deals: deals.map(within(TableSetting::DEALS)),
        level,
        pause: pause.map(within(TableSetting::PAUSES)),
    };
    answer(ctx, async |user| opened(user, wish).await).await
}

/// Opens a table for the players of the channel, as `/ulti new` without options does.
pub(super) async fn new_table(user: &UserContext<'_>) -> Result<Reply, Failure> {
    opened(user, NewTable::default()).await
}

/// Opens a table with two robots. The first deal begins at once, because the table is full.
pub(super) async fn against_robots(user: &UserContext<'_>) -> Result<Reply, Failure> {
    opened(user, NewTable { robots: 2, ..NewTable::default() }).await
}

async fn opened(user: &UserContext<'_>, wish: NewTable) -> Result<Reply, Failure> {
    let opening = opening(user, wish).await?;
    match user.open(opening).await {
        Ok(answer) => Ok(seated_at_new_table(user, &answer)),
        Err(refused) => not_opened(user, refused).await,
    }
}

/// Creates the reply to a user who has a seat at a new table: the lobby, or the hand if the first deal has
/// begun.
fn seated_at_new_table(user: &UserContext<'_>, answer: &TableReply) -> Reply {
    let note = (answer.table_view.stage == TableStage::Lobby)
        .then(|| messages::done(&Command::Join, &answer.table_view, user.appearance));
    hand_with_note(user, answer, note).below_table()
}

/// Checks the bot's permissions and the wishes for a new table.
async fn opening(user: &UserContext<'_>, wish: NewTable) -> Result<Opening, Failure> {
    user.require_bot_permissions()?;
    let server = user.server()?;
    let level = level_of(user, wish.level.as_deref())?;
    let rules = rules(user, wish.rules.as_deref().unwrap_or_default()).await?;
    let channel = user.caller.channel;
    let robots = vec![level; wish.robots.into()];
    let NewTable { deals, pause, .. } = wish;
    Ok(Opening { server, channel, rules, deals, pause, robots, follows: None })
}

/// Creates the reply to a refused request to open a table. If the channel already has a table, the reply
/// shows it.
async fn not_opened(user: &UserContext<'_>, refused: Refusal) -> Result<Reply, Failure> {
    if let Refusal::TableExists(_) = refused
        && let Ok(now) = user.read_here().await
    {
        let note = messages::refused(&refused, user.appearance);
        return Ok(user.hand(&now, Some(&note)));
    }
    Err(refused.into())
}

/// Parses the rules for the new table. If the input is empty, returns the server's default rules.
async fn rules(user: &UserContext<'_>, typed: &str) -> Result<RuleSet, Failure> {
    let default = house_rules::default_rules(user).await?;
    match default.broken {
        Some(why) if arguments::is_servers_rules(typed) => Err(house_rules::broken(user, &why).into()),
        _ => Ok(arguments::rules(user.appearance.lang, typed, &default.server.rules)?),
    }
}

/// Parses a robot level. If none is given, returns the default level.
fn level_of(user: &UserContext<'_>, typed: Option<&str>) -> Result<Level, Failure> {
    Ok(typed.map_or(Ok(Level::USUAL), |typed| arguments::level(user.appearance.lang, typed))?)
}

/// Joins the table. If a robot is playing in the user's place, the user takes the seat back.
#[poise::command(slash_command, guild_only)]
async fn join(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let held = user.read_here().await.is_ok_and(|now| {
            let chair = now.table_view.chair(PlayerId::User(user.caller.user));
            chair.is_some_and(|chair| chair.stood_in)
        });
        Ok(execute(user, if held { Command::TakeBack } else { Command::Join }).await)
    })
    .await
}

/// Invites a person to take a free seat at the table, and pings the person.
#[poise::command(slash_command, guild_only)]
async fn invite(ctx: Slash<'_>, person: serenity::User) -> Result<(), Error> {
    let member = ctx.interaction.data.resolved.members.get(&person.id);
    let obstacle = invitations::obstacle(&person, member);
    answer(ctx, async |user| {
        if let Some(key) = obstacle {
            return Err(Failure::Key(key));
        }
        user.require_bot_permissions()?;
        Ok(execute(user, Command::Invite(UserId(person.id.get()))).await)
    })
    .await
}

/// Leaves the table. During a deal, asks for confirmation first.
#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::Leave { agreed: None }).await
}

/// Starts the table's first or next deal.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        user.require_bot_permissions()?;
        let between = user.read_here().await.is_ok_and(|now| now.table_view.stage == TableStage::Between);
        Ok(execute(user, if between { Command::NextDeal } else { Command::Start }).await)
    })
    .await
}

/// Adds a robot to the table. If `remove` is `true`, removes the most recently added robot instead.
#[poise::command(slash_command, guild_only)]
async fn robot(
    ctx: Slash<'_>,
    #[autocomplete = "levels"] level: Option<String>,
    remove: Option<bool>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let command = match remove {
            Some(true) => Command::RemoveRobot,
            _ => Command::AddRobot(level_of(user, level.as_deref())?),
        };
        Ok(execute(user, command).await)
    })
    .await
}

/// Shows the settings of the table, with menus for changing them.
#[poise::command(slash_command, guild_only)]
async fn settings(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let answer = match user.read_here().await {
            Ok(answer) => answer,
            Err(refused) => return Ok(user.refused(&refused, None)),
        };
        let settings = messages::table_settings(&answer.table_view, user.caller.user, user.appearance);
        Ok(Reply::Ephemeral(settings.into()))
    })
    .await
}

/// Records that the user agrees to end the session at the table.
#[poise::command(slash_command, guild_only)]
async fn end(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::End).await
}

async fn levels(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, arguments::levels).await
}

async fn offered_rules(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| arguments::offered_rules(lang, typed)).await
}
