//! The `/replay` command, which steps through a finished deal and offers its analysis, export and
//! verification.
//!
//! Only finished deals are stored, so the command cannot reveal the hands of a running deal.

use std::sync::Arc;

use super::answer::answer;
use super::deal_lookup::{RecordedDeal, deal_id, deals, with_deal};
use super::season_lookup;
use super::{history, verify};
use crate::discord::custom_id::{HistoryId, ReplayStep};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::{PrivateReply, Reply};
use crate::discord::messages::{self, Message, ReplayPosition};
use crate::discord::state::{Error, Slash};
use crate::render::{ReplayStill, Subject};
use crate::store::StoreError;
use crate::table::TableId;
use ulti_rules::{BySeat, Record, Seat};

/// Shows a finished deal step by step, with all hands.
#[poise::command(slash_command, guild_only)]
pub(super) async fn replay(ctx: Slash<'_>, #[autocomplete = "deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |person| match deal_id(&deal) {
        Some(deal) => {
            with_deal(person, deal, async |person, found| {
                stepped(person, found, ReplayStep::First, Reply::Show)
            })
            .await
        }
        None => Reply::aside(person.say("replay-which")),
    })
    .await
}

/// Handles a button press or menu selection in the history or in a replay.
pub(in crate::discord) async fn pressed(person: &UserContext<'_>, played: HistoryId) -> Reply {
    match played {
        HistoryId::History { filter, before } => history::page(person, filter, before).await,
        HistoryId::Menu => person.astray("notice-unknown-button").await,
        HistoryId::Open(deal) => {
            with_deal(person, deal, async |person, found| {
                stepped(person, found, ReplayStep::First, Reply::Aside)
            })
            .await
        }
        HistoryId::Turn(deal, turn) => {
            with_deal(person, deal, async |person, found| stepped(person, found, turn, Reply::Show)).await
        }
        HistoryId::Analyse(deal) => with_deal(person, deal, analysed).await,
        HistoryId::Export(deal) => with_deal(person, deal, exported).await,
        HistoryId::ExportEvening(deal) => with_deal(person, deal, evening_exported).await,
        HistoryId::Verify(deal) => with_deal(person, deal, verify::checked).await,
    }
}

/// Opens the replay of a deal. `number` counts the deals of the table, which must belong to the user's
/// server.
pub(in crate::discord) async fn of_table(person: &UserContext<'_>, table: TableId, number: u32) -> Reply {
    match person.data.preferences.store().deal_id(table, number).await {
        Ok(Some(deal)) => {
            with_deal(person, deal, async |person, found| {
                stepped(person, found, ReplayStep::First, Reply::Aside)
            })
            .await
        }
        Ok(None) => Reply::aside(person.say("analysis-unavailable")),
        Err(error) => season_lookup::refused(person, &error),
    }
}

/// Creates a reply that shows one step of the deal with a picture.
#[allow(clippy::unnecessary_wraps)] // same signature as the other replies
fn stepped(
    person: &UserContext<'_>,
    RecordedDeal { deal, record, .. }: RecordedDeal,
    turn: ReplayStep,
    way: impl FnOnce(PrivateReply) -> Reply,
) -> Result<Reply, StoreError> {
    let frames = match record.frames() {
        Ok(frames) => frames,
        Err(error) => {
            tracing::error!(deal = %deal.id, %error, "failed to replay record");
            return Ok(Reply::aside(person.say("replay-broken")));
        }
    };
    let name = |seat: Seat| record.players.get(seat.index()).cloned().unwrap_or_default();
    let replayed = ReplayPosition { deal, names: BySeat::from_fn(name), frames };
    let step = replayed.step(turn);
    let message = messages::replay(&replayed, step, person.look);
    let still = replayed.frames.get(usize::from(step)).map(|frame| ReplayStill {
        title: format!("#{} · {}", replayed.deal.id, messages::step_name(frame, person.look.undrawn())),
        names: replayed.names.clone(),
        frame: frame.clone(),
    });
    Ok(way(PrivateReply { picture: still.map(|still| Subject::Replay(Arc::new(still))), ..message.into() }))
}

/// Replies with the analysis of the deal. Only the user sees the reply.
async fn analysed(
    person: &UserContext<'_>,
    RecordedDeal { deal, record, .. }: RecordedDeal,
) -> Result<Reply, StoreError> {
    let players = record.players.clone();
    Ok(match person.data.registry.analyse(record).await {
        Some(Ok(analysis)) => {
            Reply::Aside(messages::analysis(deal.number, &players, &analysis, person.look).into())
        }
        Some(Err(why)) => Reply::aside(messages::not_analysed(why, person.look)),
        None => Reply::aside(person.say("analysis-busy")),
    })
}

async fn exported(
    person: &UserContext<'_>,
    RecordedDeal { deal, record, .. }: RecordedDeal,
) -> Result<Reply, StoreError> {
    let said = person.look.text().with("export-deal", &[("deal", deal.id.to_string().into())]);
    Ok(file(person, said, &format!("ulti-deal-{}.jsonl", deal.id), &[record]))
}

/// Maximum number of deals in the export of an evening. A deal takes about 2 KiB, and real evenings are much
/// shorter.
const LONGEST_EVENING: usize = 1000;

/// Exports all deals of the evening in which the deal was played.
async fn evening_exported(
    person: &UserContext<'_>,
    RecordedDeal { deal, server, .. }: RecordedDeal,
) -> Result<Reply, StoreError> {
    let store = person.data.preferences.store();
    let mut records = Vec::new();
    let deals = store.deals_of_table(deal.table).await?;
    if deals.len() > LONGEST_EVENING {
        return Ok(Reply::aside(person.say("export-too-long")));
    }
    for deal in deals {
        records.extend(store.record_of(server, deal.id).await?);
    }
    let said = person.look.text().with("export-evening", &[("deals", records.len().into())]);
    Ok(file(person, said, &format!("ulti-evening-{}.jsonl", deal.table), &records))
}

/// Creates a reply with a file that contains one record per line.
fn file(person: &UserContext<'_>, said: String, name: &str, records: &[Record]) -> Reply {
    let lines: Result<String, _> =
        records.iter().map(|record| record.to_json().map(|line| line + "\n")).collect();
    match lines {
        Ok(lines) => {
            let otherwise = person.say("export-not-here");
            Reply::Aside(Message::text(said).with_file(name, lines.into_bytes(), otherwise).into())
        }
        Err(error) => {
            tracing::error!(%error, "failed to serialize records");
            Reply::aside(person.say("door-went-wrong"))
        }
    }
}
