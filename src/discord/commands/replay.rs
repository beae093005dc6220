//! The `/replay` command, which steps through a finished deal and offers its analysis, export and
//! verification.
//!
//! Only finished deals are stored, so the command cannot reveal the hands of a running deal.

use crate::text::args;
use std::sync::Arc;

use super::analyse::analysis_of;
use super::common::deal_lookup::{RecordedDeal, deal_id, deals, recorded_deal};
use super::common::failure::Failure;
use super::common::table_command::answer;
use super::{history, verify};
use crate::discord::custom_id::{HistoryId, ReplayStep};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::{PrivateReply, Reply};
use crate::discord::messages::{self, Message, ReplayPosition};
use crate::discord::state::{Error, Slash};
use crate::render::{ReplayStill, Subject};
use crate::store::{DealId, DealRow};
use crate::table::TableId;
use ulti_rules::{BySeat, Record};

/// Shows a finished deal step by step, with all hands visible.
#[poise::command(slash_command, guild_only)]
pub(super) async fn replay(ctx: Slash<'_>, #[autocomplete = "deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let deal = recorded_deal(user, deal_id(&deal)?).await?;
        step_of(user, deal, ReplayStep::First).map(Reply::InPlace)
    })
    .await
}

/// Handles a button press or menu selection in the history or in a replay.
pub(in crate::discord) async fn pressed(user: &UserContext<'_>, id: HistoryId) -> Result<Reply, Failure> {
    match id {
        HistoryId::History { filter, before } => history::page(user, filter, before).await,
        HistoryId::Menu => Ok(user.stale_button("notice-unknown-button").await),
        HistoryId::Open(deal) => opened(user, deal).await,
        HistoryId::Turn(deal, step) => {
            step_of(user, recorded_deal(user, deal).await?, step).map(Reply::InPlace)
        }
        HistoryId::Analyse(deal) => {
            let RecordedDeal { deal, record, .. } = recorded_deal(user, deal).await?;
            let players = names(&deal).0;
            let analysis = analysis_of(user, record).await?;
            Ok(Reply::Ephemeral(messages::analysis(deal.number, &players, &analysis, user.appearance).into()))
        }
        HistoryId::Export(deal) => {
            let RecordedDeal { deal, record, .. } = recorded_deal(user, deal).await?;
            let text = user.appearance.formatter().with("export-deal", args![deal = deal.id.to_string()]);
            file(user, text, &format!("ulti-deal-{}.jsonl", deal.id), &[record])
        }
        HistoryId::ExportEvening(deal) => evening_exported(user, recorded_deal(user, deal).await?).await,
        HistoryId::Verify(deal) => verify::verified(user, deal).await,
    }
}

/// Opens the replay of deal `number` at the given table. The table must belong to the user's server.
pub(in crate::discord) async fn of_table(
    user: &UserContext<'_>,
    table: TableId,
    number: u32,
) -> Result<Reply, Failure> {
    let deal = user.store().deal_id(table, number).await?;
    opened(user, deal.ok_or(Failure::Key("analysis-unavailable"))?).await
}

async fn opened(user: &UserContext<'_>, deal: DealId) -> Result<Reply, Failure> {
    step_of(user, recorded_deal(user, deal).await?, ReplayStep::First).map(Reply::Ephemeral)
}

/// Splits a recorded deal into the steps of its replay.
pub(super) fn position(RecordedDeal { deal, record, .. }: RecordedDeal) -> Result<ReplayPosition, Failure> {
    let frames = record.frames().map_err(|error| {
        tracing::error!(deal = %deal.id, %error, "failed to replay deal record");
        Failure::Key("replay-broken")
    })?;
    let names = names(&deal);
    Ok(ReplayPosition { deal, names, frames })
}

/// Returns the names of the players of a deal. Unknown names are empty.
fn names(deal: &DealRow) -> BySeat<String> {
    deal.seats.clone().map(|seat| seat.name.unwrap_or_default())
}

/// Creates a reply with the text and picture for one step of a deal.
fn step_of(user: &UserContext<'_>, deal: RecordedDeal, step: ReplayStep) -> Result<PrivateReply, Failure> {
    let replayed = position(deal)?;
    let step = replayed.step(step);
    let message = messages::replay(&replayed, step, user.appearance);
    let still = replayed.frames.get(usize::from(step)).map(|frame| ReplayStill {
        title: format!("#{} · {}", replayed.deal.id, messages::step_name(frame, user.appearance.undrawn())),
        names: replayed.names.clone(),
        frame: frame.clone(),
    });
    Ok(PrivateReply { picture: still.map(|still| Subject::Replay(Arc::new(still))), ..message.into() })
}

/// Maximum number of deals in the export of an evening (a session of deals at one table).
///
/// A deal takes about 2 KiB. Real sessions have far fewer deals.
const LONGEST_EVENING: usize = 1000;

/// Exports all deals from the same evening as the given deal. An evening is a session of deals at one table.
async fn evening_exported(
    user: &UserContext<'_>,
    RecordedDeal { deal, server, .. }: RecordedDeal,
) -> Result<Reply, Failure> {
    let deals = user.store().deals_of_table(deal.table).await?;
    if deals.len() > LONGEST_EVENING {
        return Err(Failure::Key("export-too-long"));
    }
    let mut records = Vec::new();
    for deal in deals {
        records.extend(user.store().record_of(server, deal.id).await?);
    }
    let text = user.appearance.formatter().with("export-evening", args![deals = records.len()]);
    file(user, text, &format!("ulti-evening-{}.jsonl", deal.table), &records)
}

/// Creates a reply with an attached file that contains one record per line.
fn file(user: &UserContext<'_>, text: String, name: &str, records: &[Record]) -> Result<Reply, Failure> {
    let lines: Result<String, _> =
        records.iter().map(|record| record.to_json().map(|line| line + "\n")).collect();
    let lines = lines.map_err(|error| {
        tracing::error!(%error, "failed to serialize deal records");
        Failure::Key("door-went-wrong")
    })?;
    let message = Message::text(text).with_file(name, lines.into_bytes(), user.text("export-not-here"));
    Ok(Reply::Ephemeral(message.into()))
}
