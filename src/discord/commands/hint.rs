//! The `/hint` command and the hint button.

use std::sync::Arc;

use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::interactions::context::{UserContext, hand_picture, noted};
use crate::discord::interactions::reply::{Draft, Origin, Reply};
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::table::TableReply;

/// Suggests an action for the user in an ephemeral message. The suggestion comes from a strong robot.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hint(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| match user.read_here().await {
        Ok(now) => hint_for(user, &now, Origin::Typed, None).await,
        Err(refused) => Ok(user.refused_here(&refused).await),
    })
    .await
}

/// Replies with a hint for the user's turn. If the deal changes before the hint is ready, replies with the
/// user's current hand instead.
///
/// If the user pressed the hint button on their hand message, the hint appears above the hand and in its
/// picture. The choices in `draft` remain; without them, a recommended bid is filled in.
pub(in crate::discord) async fn hint_for(
    user: &UserContext<'_>,
    now: &TableReply,
    origin: Origin,
    draft: Option<&BidDraft>,
) -> Result<Reply, Failure> {
    if let Some(why) = messages::no_hint(now, user.caller.user, user.appearance) {
        return Err(Reply::Ephemeral(why.into()).into());
    }
    let view = now.player_view.as_ref().ok_or(Failure::Key("hint-none"))?;
    let action =
        user.data.registry.hint(ulti_rules::View::clone(view)).await.ok_or(Failure::Key("hint-none"))?;
    let later = user.read_table(now.table_view.table).await?;
    if later.player_view.as_ref().is_none_or(|later| later.version != view.version) {
        return Ok(user.hand(&later, Some(&user.text("notice-stale"))));
    }
    let hint = messages::hint(view, action, user.appearance);
    let (Origin::Own, Some(view), Some(seat)) = (origin, &later.player_view, later.seat) else {
        return Ok(Reply::Ephemeral(hint.into()));
    };
    let shown = draft.copied().or_else(|| messages::draft_of(action));
    let hand = messages::hinted_hand(&later.table_view, view, seat, user.appearance, (action, shown));
    // Discord shows the text above the picture, outside the screen of a phone.
    let drawn: Arc<str> = messages::hint_in_picture(view, action, user.appearance).into();
    let marks = shown.map(|draft| messages::bid_marks(view, &draft));
    let picture =
        hand_picture(&later).map(|subject| subject.with_hint(drawn).with_marks(marks.unwrap_or_default()));
    let message = noted(hand, Some(&hint.content));
    Ok(user.draft(&later, Draft { message, picture, awaits_picture: true }))
}
