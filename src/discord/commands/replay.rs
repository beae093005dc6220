//! `/replay`: a finished deal step by step, and what its buttons give. Only deals that are over are in
//! the store, so no hand that is still being played can be asked about.

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::custom_id::{Played, Turn};
use super::super::data::{Error, Slash};
use super::super::easel::Subject;
use super::super::past;
use super::super::respond::{Say, Sheet};
use super::super::show::{self, Message, Replayed};
use super::{answer, history, verify};
use crate::render::Still;
use crate::rules::{BySeat, Record, Seat};
use crate::store::{DealId, DealRow, Filter, LONGEST_HISTORY_PAGE, StoreError};
use crate::table::{ServerId, TableId};

/// Steps through a finished deal with all hands.
#[poise::command(slash_command, guild_only)]
pub(super) async fn replay(ctx: Slash<'_>, #[autocomplete = "deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |person| match number(&deal) {
        Some(deal) => {
            told(person, deal, async |person, found| stepped(person, found, Turn::First, Say::Show)).await
        }
        None => Say::aside(person.say("replay-which")),
    })
    .await
}

/// Does what a button or the option of a menu asks for.
pub(in super::super) async fn pressed(person: &Person<'_>, played: Played) -> Say {
    match played {
        Played::History { filter, before } => history::page(person, filter, before).await,
        Played::Menu => person.astray("notice-unknown-button").await,
        Played::Open(deal) => {
            told(person, deal, async |person, found| stepped(person, found, Turn::First, Say::Aside)).await
        }
        Played::Turn(deal, turn) => {
            told(person, deal, async |person, found| stepped(person, found, turn, Say::Show)).await
        }
        Played::Analyse(deal) => told(person, deal, analysed).await,
        Played::Export(deal) => told(person, deal, exported).await,
        Played::ExportEvening(deal) => told(person, deal, evening_exported).await,
        Played::Verify(deal) => told(person, deal, verify::checked).await,
    }
}

/// The deal of this number at a table, whose server has to be the one where the button is pressed.
pub(in super::super) async fn of_table(person: &Person<'_>, table: TableId, number: u32) -> Say {
    match person.data.memory.store().deal_id(table, number).await {
        Ok(Some(deal)) => {
            told(person, deal, async |person, found| stepped(person, found, Turn::First, Say::Aside)).await
        }
        Ok(None) => Say::aside(person.say("analysis-unavailable")),
        Err(error) => past::refused(person, &error),
    }
}

/// A deal of this server with its record.
pub(super) struct Found {
    pub(super) server: ServerId,
    pub(super) deal: DealRow,
    pub(super) record: Record,
}

/// What comes of a deal of this server; a sentence where it has none of this number.
pub(super) async fn told(
    person: &Person<'_>,
    deal: DealId,
    make: impl AsyncFnOnce(&Person<'_>, Found) -> Result<Say, StoreError>,
) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    let work = async {
        let found = find(person, server, deal).await?;
        make(person, found).await
    };
    work.await.unwrap_or_else(|error| past::refused(person, &error))
}

async fn find(person: &Person<'_>, server: ServerId, id: DealId) -> Result<Found, StoreError> {
    let store = person.data.memory.store();
    let deal = store.deal(server, id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    let record = store.record(id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    Ok(Found { server, deal, record })
}

/// A step of the deal with its picture.
#[allow(clippy::unnecessary_wraps)] // one of several that read
fn stepped(
    person: &Person<'_>,
    Found { deal, record, .. }: Found,
    turn: Turn,
    way: impl FnOnce(Sheet) -> Say,
) -> Result<Say, StoreError> {
    let frames = match record.frames() {
        Ok(frames) => frames,
        Err(error) => {
            tracing::error!(deal = %deal.id, %error, "the record of a deal does not hold");
            return Ok(Say::aside(person.say("replay-broken")));
        }
    };
    let name = |seat: Seat| record.players.get(seat.index()).cloned().unwrap_or_default();
    let replayed = Replayed { deal, names: BySeat::from_fn(name), frames };
    let step = replayed.step(turn);
    let message = show::replay(&replayed, step, person.look);
    let still = replayed.frames.get(usize::from(step)).map(|frame| Still {
        title: format!("#{} · {}", replayed.deal.id, show::step_name(frame, person.look.undrawn())),
        names: replayed.names.clone(),
        frame: frame.clone(),
    });
    Ok(way(Sheet { picture: still.map(|still| Subject::Replay(Arc::new(still))), ..message.into() }))
}

/// The analysis of the whole deal, for the presser alone.
async fn analysed(person: &Person<'_>, Found { deal, record, .. }: Found) -> Result<Say, StoreError> {
    let players = record.players.clone();
    Ok(match person.data.registry.analyse(record).await {
        Some(Ok(analysis)) => {
            Say::Aside(show::analysis(deal.number, &players, &analysis, person.look).into())
        }
        Some(Err(why)) => Say::aside(show::not_analysed(why, person.look)),
        None => Say::aside(person.say("analysis-busy")),
    })
}

async fn exported(person: &Person<'_>, Found { deal, record, .. }: Found) -> Result<Say, StoreError> {
    let said = person.look.text().with("export-deal", &[("deal", deal.id.to_string().into())]);
    Ok(file(person, said, &format!("ulti-deal-{}.jsonl", deal.id), &[record]))
}

/// More deals than an evening has, and as many as fit well into a file: some 2 KiB each.
const LONGEST_EVENING: usize = 1000;

/// All deals of the table at which this one was played.
async fn evening_exported(person: &Person<'_>, Found { deal, server, .. }: Found) -> Result<Say, StoreError> {
    let store = person.data.memory.store();
    let mut records = Vec::new();
    let deals = store.deals_of_table(deal.table).await?;
    if deals.len() > LONGEST_EVENING {
        return Ok(Say::aside(person.say("export-too-long")));
    }
    for deal in deals {
        records.extend(store.record_of(server, deal.id).await?);
    }
    let said = person.look.text().with("export-evening", &[("deals", records.len().into())]);
    Ok(file(person, said, &format!("ulti-evening-{}.jsonl", deal.table), &records))
}

/// Records as a file, a line each.
fn file(person: &Person<'_>, said: String, name: &str, records: &[Record]) -> Say {
    let lines: Result<String, _> =
        records.iter().map(|record| record.to_json().map(|line| line + "\n")).collect();
    match lines {
        Ok(lines) => {
            let otherwise = person.say("export-not-here");
            Say::Aside(Message::text(said).with_file(name, lines.into_bytes(), otherwise).into())
        }
        Err(error) => {
            tracing::error!(%error, "records can't be written");
            Say::aside(person.say("door-went-wrong"))
        }
    }
}

/// Offers the newest deals of this server, and the one whose number is typed.
pub(super) async fn deals(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &Person<'_>| {
        let server = person.caller.server?;
        let store = person.data.memory.store();
        let mut deals = store.history(server, &Filter::default(), None, LONGEST_HISTORY_PAGE).await.ok()?;
        if let Some(id) = number(typed).filter(|id| deals.iter().all(|deal| deal.id != *id)) {
            deals.extend(store.deal(server, id).await.ok()?);
        }
        Some(deals.iter().map(|deal| choice(person, deal)).collect())
    })
    .await
}

/// A deal as a choice, found by everyone who played in it.
pub(super) fn choice(person: &Person<'_>, deal: &DealRow) -> Choice {
    let names = deal.seats.values().filter_map(|seat| seat.name.clone());
    Choice::new(show::deal_in_a_word(deal, person.look), deal.id.to_string())
        .found_by(names.collect::<Vec<_>>())
}

/// The number of a deal as people write it: `12`, `#12`.
pub(super) fn number(typed: &str) -> Option<DealId> {
    typed.trim().trim_start_matches('#').parse().ok().filter(|number| *number > 0).map(DealId)
}
