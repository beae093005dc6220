//! The `/fold` command.

use super::common::failure::Failure;
use super::common::table_command::{act_as, answer};
use crate::discord::custom_id::ConfirmedAction;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::table::{Moment, TableReply};
use ulti_rules::Action;

/// Gives up the user's contract: at once before the first lead, after a question later in the deal.
#[poise::command(slash_command, guild_only)]
pub(super) async fn fold(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| fold_for(user).await).await
}

async fn fold_for(user: &UserContext<'_>) -> Result<Reply, Failure> {
    if let Ok(now) = user.read_here().await
        && let Some(question) = concession_question(user, &now)
    {
        return Ok(question);
    }
    Ok(act_as(user, Action::Fold).await)
}

/// Returns the question before a concession, or `None` if the user cannot concede now.
fn concession_question(user: &UserContext<'_>, now: &TableReply) -> Option<Reply> {
    let (Some(view), Some(deal), Some(_)) = (&now.player_view, &now.table_view.deal, now.seat) else {
        return None;
    };
    let concedes = view.legal.fold && view.board().is_some_and(|board| !board.tricks.is_empty());
    let at = Moment { deal: deal.number, version: view.version };
    let ask = || messages::sure(&now.table_view, view, at, ConfirmedAction::Fold, user.appearance);
    concedes.then(|| Reply::Update(user.in_place_of_hand(now, ask())))
}
