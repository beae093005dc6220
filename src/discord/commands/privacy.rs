//! `/privacy`: what is kept about a person, for them to have and to have deleted.

use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::super::act::Person;
use super::super::custom_id::Privacy;
use super::super::data::{Error, Slash};
use super::super::past;
use super::super::respond::Say;
use super::super::show::{self, Export};
use super::answer;
use crate::store::{Store, StoreError};
use crate::table::UserId;

/// Longer files are not given out: Discord takes 10 MiB with all that goes with them.
const LONGEST: usize = 10 * 1024 * 1024 - 64 * 1024;
/// About as long is a deal with its record; with more deals than fit it is not tried.
const A_DEAL: usize = 2048;
/// How often, and how long apart, the log is swept again after somebody was forgotten.
const SWEEPS: u32 = 60;
const BETWEEN: Duration = Duration::from_mins(1);

/// What is kept about a person. Only its subcommands can be invoked.
#[poise::command(slash_command, guild_only, subcommands("about", "export", "delete", "hide"))]
#[allow(clippy::unused_async)] // poise wants it so
pub(super) async fn privacy(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Says what is kept.
#[poise::command(slash_command, guild_only)]
async fn about(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| pressed(person, Privacy::About).await).await
}

/// Gives it out.
#[poise::command(slash_command, guild_only)]
async fn export(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| pressed(person, Privacy::Export).await).await
}

/// Asks back before it is deleted.
#[poise::command(slash_command, guild_only)]
async fn delete(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| pressed(person, Privacy::Delete).await).await
}

/// Chooses whether to stay out of lists.
#[poise::command(slash_command, guild_only)]
async fn hide(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| pressed(person, Privacy::Hide(on)).await).await
}

/// Does what a button about a person's own data asks for.
pub(in super::super) async fn pressed(person: &Person<'_>, privacy: Privacy) -> Say {
    let done = match privacy {
        Privacy::About => told(person).await,
        Privacy::Export => given(person).await,
        Privacy::Delete => asked(person).await,
        Privacy::Sure(user) if user == person.caller.user => return forgotten(person).await,
        Privacy::Sure(_) => return Say::aside(person.say("privacy-not-yours")),
        Privacy::Hide(hidden) => hidden_or_shown(person, hidden).await,
    };
    done.unwrap_or_else(|error| past::refused(person, &error))
}

async fn told(person: &Person<'_>) -> Result<Say, StoreError> {
    let hidden = person.data.memory.store().is_hidden(person.caller.user).await?;
    Ok(Say::Show(show::privacy(hidden, person.look).into()))
}

async fn hidden_or_shown(person: &Person<'_>, hidden: bool) -> Result<Say, StoreError> {
    person.data.memory.store().set_hidden(person.caller.user, hidden).await?;
    told(person).await
}

async fn given(person: &Person<'_>) -> Result<Say, StoreError> {
    // One after the other: each may be some ten megabytes of memory.
    let _alone = person.data.memory.exporting().await;
    let export = exported(person.data.memory.store(), person.caller.user).await?;
    Ok(Say::Aside(show::export(export, person.look).into()))
}

/// As much of what is kept as goes into a file.
async fn exported(store: &Store, user: UserId) -> Result<Export, StoreError> {
    let short = store.export_person(user, false).await?;
    let deals = short["deals"]["lines"].as_array().map_or(0, Vec::len);
    if deals.saturating_mul(A_DEAL) <= LONGEST
        && let Some(whole) = file(&store.export_person(user, true).await?)
    {
        return Ok(Export::Whole(whole));
    }
    Ok(file(&short).map_or(Export::TooLong, Export::WithoutRecords))
}

/// The document as a file, in lines where there is room for them; `None` where it is too long.
fn file(document: &Value) -> Option<Vec<u8>> {
    let fits = |bytes: Vec<u8>| (bytes.len() <= LONGEST).then_some(bytes);
    let in_lines = serde_json::to_vec_pretty(document).ok().and_then(fits);
    in_lines.or_else(|| serde_json::to_vec(document).ok().and_then(fits))
}

async fn asked(person: &Person<'_>) -> Result<Say, StoreError> {
    let user = person.caller.user;
    if !person.data.memory.store().is_known(user).await? {
        return Ok(Say::Show(show::Message::text(person.say("privacy-unknown")).into()));
    }
    Ok(Say::Show(show::forget_sure(user, person.look).into()))
}

/// Forgets the person, whoever pressed twice hears that there is nothing left.
async fn forgotten(person: &Person<'_>) -> Say {
    let (user, memory) = (person.caller.user, &person.data.memory);
    let store = memory.store();
    let shown = |key: &str| Say::Show(show::Message::text(person.say(key)).into());
    // One after the other: the second press waits for the first.
    let _alone = memory.forgetting().await;
    match store.is_known(user).await {
        Ok(true) => {}
        Ok(false) => return shown("privacy-unknown"),
        Err(error) => return past::refused(person, &error),
    }
    let done = store.forget_person(user).await;
    if !matches!(done, Err(StoreError::StillAtTables(_))) {
        person.data.tokens.forget_person(user);
        memory.forget_person(user);
    }
    match done {
        Ok(()) => shown("privacy-forgotten"),
        Err(StoreError::NotCleanYet) => {
            tokio::spawn(sweep(store.clone(), user, person.data.stopping.clone()));
            shown("privacy-not-clean")
        }
        Err(error) => past::refused(person, &error),
    }
}

/// Empties the database's log once nobody reads it any more.
async fn sweep(store: Store, user: UserId, stopping: CancellationToken) {
    for _ in 0..SWEEPS {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(BETWEEN) => {}
        }
        match store.sweep(user).await {
            Ok(()) => return,
            Err(StoreError::NotCleanYet) => {}
            Err(error) => {
                tracing::error!(%error, "the database could not be swept after somebody was forgotten");
                return;
            }
        }
    }
    tracing::error!("somebody reads the database all the time: what was forgotten is still in its log");
}
