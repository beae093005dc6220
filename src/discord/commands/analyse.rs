//! Analyses a finished deal and shows the analysis to everyone in the channel.

use super::common::failure::Failure;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::store::DealRow;
use crate::table::{ServerId, TableId};
use ulti_ai::analysis::Analysis;
use ulti_rules::Record;

/// Replies with the analysis of a finished deal at the given table.
///
/// Only finished deals are stored, so the reply cannot reveal the hands of a deal in progress.
pub(in crate::discord) async fn analyse(
    user: &UserContext<'_>,
    table: TableId,
    deal: u32,
) -> Result<Reply, Failure> {
    let answer = user.read_table(table).await?;
    if answer.table_view.deal.as_ref().is_some_and(|current| current.number == deal && !current.is_over()) {
        return Err(Failure::Key("analysis-running"));
    }
    let preferences = &user.data.preferences;
    let record = preferences.record(table, deal).await.map_err(|error| {
        tracing::error!(%table, deal, %error, "failed to read deal record");
        Failure::Key("door-went-wrong")
    })?;
    let record = record.ok_or(Failure::Key("analysis-unavailable"))?;
    let players = match played(user, answer.table_view.server, table, deal).await? {
        Some(row) => row.seats.map(|seat| seat.name.unwrap_or_default()).0.to_vec(),
        None => record.players.clone(),
    };
    let analysis = analysis_of(user, record).await?;
    // The analysis is public once; later requests get a private copy.
    if !preferences.first_analysis(table, deal) {
        return Ok(Reply::Ephemeral(messages::analysis(deal, &players, &analysis, user.appearance).into()));
    }
    let appearance = preferences.table_appearance(&answer.table_view).await;
    Ok(Reply::Public(messages::analysis(deal, &players, &analysis, appearance)))
}

/// Returns deal `number` of a table, with names of the players that can be told apart.
async fn played(
    user: &UserContext<'_>,
    server: ServerId,
    table: TableId,
    number: u32,
) -> Result<Option<DealRow>, Failure> {
    match user.store().deal_id(table, number).await? {
        Some(deal) => Ok(user.store().deal(server, deal).await?),
        None => Ok(None),
    }
}

/// Analyses a recorded deal.
pub(super) async fn analysis_of(user: &UserContext<'_>, record: Record) -> Result<Analysis, Failure> {
    let analysis = user.data.registry.analyse(record).await.ok_or(Failure::Key("analysis-busy"))?;
    analysis.map_err(|why| Failure::Text(messages::not_analysed(why, user.appearance)))
}
