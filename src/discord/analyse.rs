//! The analysis of a finished deal, for everybody in the channel.

use super::act::Person;
use super::respond::Say;
use super::show;
use crate::table::{Answer, TableId};

/// Looks at a deal of this table again. Only what is over is in the store, so no hand that is still
/// being played can be asked about.
pub(super) async fn told(person: &Person<'_>, table: TableId, deal: u32) -> Say {
    let answer = match person.look_at(table).await {
        Ok(answer) => answer,
        Err(say) => return say,
    };
    if is_running(&answer, deal) {
        return Say::aside(person.say("analysis-running"));
    }
    let record = match person.data.memory.record(table, deal).await {
        Ok(Some(record)) => record,
        Ok(None) => return Say::aside(person.say("analysis-unavailable")),
        Err(error) => {
            tracing::error!(%table, deal, %error, "a deal can't be read");
            return Say::aside(person.say("door-went-wrong"));
        }
    };
    let players = record.players.clone();
    match person.data.registry.analyse(record).await {
        Some(Ok(analysis)) => {
            // Everyone has it by then; who wants to read it again is told alone.
            if !person.data.memory.first_analysis(table, deal) {
                return Say::Aside(show::analysis(deal, &players, &analysis, person.look).into());
            }
            let look = person.data.memory.public_look(answer.scene.server).await;
            Say::Public(show::analysis(deal, &players, &analysis, look))
        }
        Some(Err(why)) => Say::aside(show::not_analysed(why, person.look)),
        None => Say::aside(person.say("analysis-busy")),
    }
}

fn is_running(answer: &Answer, deal: u32) -> bool {
    answer.scene.deal.as_ref().is_some_and(|current| current.number == deal && !current.is_over())
}
