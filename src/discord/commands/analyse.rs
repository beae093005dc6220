//! Analyses a finished deal and shows the analysis to everyone in the channel.

use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::table::{TableId, TableReply};

/// Replies with the analysis of a finished deal of the given table.
///
/// Only finished deals are stored, so the command cannot reveal the hands of a running deal.
pub(crate) async fn analyse(person: &UserContext<'_>, table: TableId, deal: u32) -> Reply {
    let answer = match person.look_at(table).await {
        Ok(answer) => answer,
        Err(say) => return say,
    };
    if is_running(&answer, deal) {
        return Reply::aside(person.say("analysis-running"));
    }
    let record = match person.data.preferences.record(table, deal).await {
        Ok(Some(record)) => record,
        Ok(None) => return Reply::aside(person.say("analysis-unavailable")),
        Err(error) => {
            tracing::error!(%table, deal, %error, "failed to read deal");
            return Reply::aside(person.say("door-went-wrong"));
        }
    };
    let players = record.players.clone();
    match person.data.registry.analyse(record).await {
        Some(Ok(analysis)) => {
            // The analysis is public once; later requests get a private copy.
            if !person.data.preferences.first_analysis(table, deal) {
                return Reply::Aside(messages::analysis(deal, &players, &analysis, person.look).into());
            }
            let look = person.data.preferences.public_look(answer.scene.server).await;
            Reply::Public(messages::analysis(deal, &players, &analysis, look))
        }
        Some(Err(why)) => Reply::aside(messages::not_analysed(why, person.look)),
        None => Reply::aside(person.say("analysis-busy")),
    }
}

fn is_running(answer: &TableReply, deal: u32) -> bool {
    answer.scene.deal.as_ref().is_some_and(|current| current.number == deal && !current.is_over())
}
