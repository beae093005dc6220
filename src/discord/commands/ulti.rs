//! `/ulti …`: the table itself.

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::data::{Error, Slash};
use super::super::permissions;
use super::super::respond::Say;
use super::super::typed;
use super::{answer, ask, outcome};
use crate::ai::Level;
use crate::rules::RuleSet;
use crate::table::{Command, Opening, Refused};
use crate::text::Lang;

/// The rules that are played unless others are asked for.
const USUAL_RULES: &str = "4m";
/// The robots that sit down unless others are asked for.
const USUAL_LEVEL: Level = Level::Plain;

/// The table of a channel. Only its subcommands can be invoked.
#[poise::command(slash_command, guild_only, subcommands("new", "join", "leave", "start", "robot", "end"))]
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
    #[autocomplete = "presets"] rules: Option<String>,
) -> Result<(), Error> {
    let wish = Wish { rules, robots: robots.unwrap_or(0).min(3), deals: deals.map(|deals| deals.clamp(1, 100)), level };
    answer(ctx, async |person| opened(person, wish).await).await
}

async fn opened(person: &Person<'_>, wish: Wish) -> Say {
    if let Some(missing) = permissions::missing(person.caller, person.lang) {
        return Say::aside(missing);
    }
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    let level = match wish.level.map_or(Ok(USUAL_LEVEL), |typed| typed::level(person.lang, &typed)) {
        Ok(level) => level,
        Err(sentence) => return Say::aside(sentence),
    };
    let rules = match typed::preset(person.lang, wish.rules.as_deref().unwrap_or(USUAL_RULES)) {
        Ok(rules) => rules,
        Err(sentence) => return Say::aside(sentence),
    };
    let channel = person.caller.channel;
    let opening = Opening { server, channel, rules, deals: wish.deals, robots: wish.robots, level };
    outcome(person, person.open(opening).await)
}

/// Sits down, or takes the own seat back from a robot.
#[poise::command(slash_command, guild_only)]
async fn join(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| match person.ask_here(Command::Join).await {
        // `AlreadySeated` is also what someone hears whose seat a robot holds; they want it back.
        Err(Refused::AlreadySeated) => match person.ask_here(Command::TakeBack).await {
            Err(Refused::SeatIsYours) => person.refused(&Refused::AlreadySeated),
            taken_back => outcome(person, taken_back),
        },
        joined => outcome(person, joined),
    })
    .await
}

/// Gets up; in the middle of a deal only after being asked back.
#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| match person.ask_here(Command::Leave { confirmed: false }).await {
        Err(Refused::LeavingCosts { cost }) => match person.look_here().await {
            Ok(now) => person.leaving_costs(now.scene.table, cost),
            Err(refused) => person.refused(&refused),
        },
        left => outcome(person, left),
    })
    .await
}

/// Begins the first deal, or the next.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        if let Some(missing) = permissions::missing(person.caller, person.lang) {
            return Say::aside(missing);
        }
        match person.ask_here(Command::Start).await {
            Err(Refused::AlreadyStarted) => outcome(person, person.ask_here(Command::NextDeal).await),
            started => outcome(person, started),
        }
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
            return outcome(person, person.ask_here(Command::RemoveRobot).await);
        }
        match level.map_or(Ok(USUAL_LEVEL), |typed| typed::level(person.lang, &typed)) {
            Ok(level) => outcome(person, person.ask_here(Command::AddRobot(level)).await),
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

async fn presets(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let names = |_: Lang| RuleSet::preset_names().map(|name| Choice::new(name, name)).collect();
    autocomplete::offer_fixed(ctx, typed, names).await
}
