//! `/ulti …`: the table itself.

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete;
use super::super::data::{Error, Slash};
use super::super::permissions;
use super::super::respond::Say;
use super::super::{show, typed};
use super::{answer, ask, asked, house, told};
use crate::ai::Level;
use crate::rules::RuleSet;
use crate::table::{Command, Opening, PlayerId, Refused, SceneStage, ServerId};

/// The robots that sit down unless others are asked for.
const USUAL_LEVEL: Level = Level::USUAL;

/// The table of a channel. Only its subcommands can be invoked.
#[poise::command(slash_command, guild_only, subcommands("new", "join", "leave", "start", "robot", "end"))]
#[allow(clippy::unused_async)] // poise wants it so
pub(super) async fn ulti(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// What a new table is to be, as typed.
struct Wish {
    rules: Option<String>,
    robots: u8,
    deals: Option<u32>,
    level: Option<String>,
}

/// Opens a table.
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
    let wish = Wish {
        rules,
        robots: robots.unwrap_or(0).min(3),
        deals: deals.map(|deals| deals.clamp(1, 100)),
        level,
    };
    answer(ctx, async |person| opened(person, wish).await).await
}

async fn opened(person: &Person<'_>, wish: Wish) -> Say {
    if let Some(missing) = permissions::missing(person.caller, person.look.lang) {
        return Say::aside(missing);
    }
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    let level = match wish.level.map_or(Ok(USUAL_LEVEL), |typed| typed::level(person.look.lang, &typed)) {
        Ok(level) => level,
        Err(sentence) => return Say::aside(sentence),
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
            let note = (answer.scene.stage == SceneStage::Lobby)
                .then(|| show::done(&Command::Join, &answer.scene, person.look));
            told(person, &answer, note)
        }
        Err(refused @ Refused::TableExists(_)) => match person.look_here().await {
            Ok(now) => Say::Show(person.sheet(&now, Some(&show::refused(&refused, person.look)))),
            Err(_) => person.refused(&refused, None),
        },
        Err(refused) => person.refused(&refused, None),
    }
}

/// The rules that were typed; those of the server where nothing was.
async fn rules(person: &Person<'_>, server: ServerId, typed: &str) -> Result<RuleSet, Say> {
    let played = house::played(person, server).await?;
    match played.broken {
        Some(why) if typed::is_servers_rules(typed) => Err(Say::aside(house::broken(person, &why))),
        _ => typed::rules(person.look.lang, typed, &played.server.rules).map_err(Say::aside),
    }
}

/// Sits down, or takes the own seat back from a robot.
#[poise::command(slash_command, guild_only)]
async fn join(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        let held = person.look_here().await.is_ok_and(|now| {
            let chair = now.scene.chair(PlayerId::User(person.caller.user));
            chair.is_some_and(|chair| chair.stood_in)
        });
        asked(person, if held { Command::TakeBack } else { Command::Join }).await
    })
    .await
}

/// Gets up; in the middle of a deal only after being asked back.
#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::Leave { agreed: None }).await
}

/// Begins the first deal, or the next.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        if let Some(missing) = permissions::missing(person.caller, person.look.lang) {
            return Say::aside(missing);
        }
        let between = person.look_here().await.is_ok_and(|now| now.scene.stage == SceneStage::Between);
        asked(person, if between { Command::NextDeal } else { Command::Start }).await
    })
    .await
}

/// Seats a robot, or sends the last one away.
#[poise::command(slash_command, guild_only)]
async fn robot(
    ctx: Slash<'_>,
    #[autocomplete = "levels"] level: Option<String>,
    remove: Option<bool>,
) -> Result<(), Error> {
    answer(ctx, async |person| {
        if remove == Some(true) {
            return asked(person, Command::RemoveRobot).await;
        }
        match level.map_or(Ok(USUAL_LEVEL), |typed| typed::level(person.look.lang, &typed)) {
            Ok(level) => asked(person, Command::AddRobot(level)).await,
            Err(sentence) => Say::aside(sentence),
        }
    })
    .await
}

/// Agrees to end the evening.
#[poise::command(slash_command, guild_only)]
async fn end(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::End).await
}

async fn levels(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, typed::levels).await
}

async fn offered_rules(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| typed::offered_rules(lang, typed)).await
}
