//! The `/ulti` command, which opens and manages the channel's table.

use poise::serenity_prelude as serenity;

use super::answer::{answer, ask, execute, hand_with_note};
use super::settings::house_rules;
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::permissions;
use crate::discord::state::{Error, Slash};
use crate::table::{Command, Opening, PlayerId, Refusal, ServerId, TableStage};
use ulti_ai::Level;
use ulti_rules::RuleSet;

/// Default level of the robots.
const USUAL_LEVEL: Level = Level::USUAL;

/// Parent of the `/ulti` subcommands. Users cannot invoke the parent itself.
#[poise::command(slash_command, guild_only, subcommands("new", "join", "leave", "start", "robot", "end"))]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn ulti(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Options of `/ulti new`, as typed by the user.
struct NewTable {
    rules: Option<String>,
    robots: u8,
    deals: Option<u32>,
    level: Option<String>,
}

/// Opens a table in the channel.
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
) -> Result<(), Error> {
    let wish = NewTable {
        rules,
        robots: robots.unwrap_or(0).min(3),
        deals: deals.map(|deals| deals.clamp(1, 100)),
        level,
    };
    answer(ctx, async |person| opened(person, wish).await).await
}

async fn opened(person: &UserContext<'_>, wish: NewTable) -> Reply {
    if let Some(missing) = permissions::missing(person.caller, person.look.lang) {
        return Reply::aside(missing);
    }
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    let level = match wish.level.map_or(Ok(USUAL_LEVEL), |typed| arguments::level(person.look.lang, &typed)) {
        Ok(level) => level,
        Err(sentence) => return Reply::aside(sentence),
    };
    let rules = match rules(person, server, wish.rules.as_deref().unwrap_or_default()).await {
        Ok(rules) => rules,
        Err(say) => return say,
    };
    let channel = person.caller.channel;
    let opening = Opening { server, channel, rules, deals: wish.deals, robots: wish.robots, level };
    match person.open(opening).await {
        Ok(answer) => {
            let answer = person.once_posted(answer).await;
            let note = (answer.scene.stage == TableStage::Lobby)
                .then(|| messages::done(&Command::Join, &answer.scene, person.look));
            hand_with_note(person, &answer, note)
        }
        Err(refused @ Refusal::TableExists(_)) => match person.look_here().await {
            Ok(now) => Reply::Show(person.sheet(&now, Some(&messages::refused(&refused, person.look)))),
            Err(_) => person.refused(&refused, None),
        },
        Err(refused) => person.refused(&refused, None),
    }
}

/// Parses the rules of the new table. If the input is empty, returns the server's rules.
async fn rules(person: &UserContext<'_>, server: ServerId, typed: &str) -> Result<RuleSet, Reply> {
    let played = house_rules::played(person, server).await?;
    match played.broken {
        Some(why) if arguments::is_servers_rules(typed) => {
            Err(Reply::aside(house_rules::broken(person, &why)))
        }
        _ => arguments::rules(person.look.lang, typed, &played.server.rules).map_err(Reply::aside),
    }
}

/// Joins the table. If a robot has taken over the user's seat, the user takes the seat back.
#[poise::command(slash_command, guild_only)]
async fn join(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        let held = person.look_here().await.is_ok_and(|now| {
            let chair = now.scene.chair(PlayerId::User(person.caller.user));
            chair.is_some_and(|chair| chair.stood_in)
        });
        execute(person, if held { Command::TakeBack } else { Command::Join }).await
    })
    .await
}

/// Leaves the table. During a deal, asks for confirmation first.
#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::Leave { agreed: None }).await
}

/// Starts the first or the next deal.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        if let Some(missing) = permissions::missing(person.caller, person.look.lang) {
            return Reply::aside(missing);
        }
        let between = person.look_here().await.is_ok_and(|now| now.scene.stage == TableStage::Between);
        execute(person, if between { Command::NextDeal } else { Command::Start }).await
    })
    .await
}

/// Adds a robot to the table, or removes the last robot.
#[poise::command(slash_command, guild_only)]
async fn robot(
    ctx: Slash<'_>,
    #[autocomplete = "levels"] level: Option<String>,
    remove: Option<bool>,
) -> Result<(), Error> {
    answer(ctx, async |person| {
        if remove == Some(true) {
            return execute(person, Command::RemoveRobot).await;
        }
        match level.map_or(Ok(USUAL_LEVEL), |typed| arguments::level(person.look.lang, &typed)) {
            Ok(level) => execute(person, Command::AddRobot(level)).await,
            Err(sentence) => Reply::aside(sentence),
        }
    })
    .await
}

/// Records that the user agrees to end the evening.
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
