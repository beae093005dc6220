//! Looks up finished deals of a server for commands and buttons.

use poise::serenity_prelude as serenity;

use super::failure::Failure;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::{Choice, Suggestions};
use crate::discord::interactions::context::UserContext;
use crate::discord::messages;
use crate::discord::state::Slash;
use crate::store::{DealId, DealRow, Filter, LONGEST_HISTORY_PAGE, StoreError};
use crate::table::ServerId;
use ulti_rules::Record;

/// A finished deal: its server, its database row and its full record in JSON format.
pub(in crate::discord::commands) struct RecordedDeal {
    pub(in crate::discord::commands) server: ServerId,
    pub(in crate::discord::commands) deal: DealRow,
    pub(in crate::discord::commands) record: Record,
}

/// Loads a finished deal from the user's server.
pub(in crate::discord::commands) async fn recorded_deal(
    user: &UserContext<'_>,
    id: DealId,
) -> Result<RecordedDeal, Failure> {
    let (server, store) = (user.server()?, user.store());
    let deal = store.deal(server, id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    let record = store.record(id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    Ok(RecordedDeal { server, deal, record })
}

/// Suggests the server's newest deals and, if the user has typed a deal number, the deal with that number.
pub(in crate::discord::commands) async fn deals(
    ctx: Slash<'_>,
    typed: &str,
) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let (server, store) = (user.caller.server?, user.store());
        let mut deals = store.history(server, &Filter::default(), None, LONGEST_HISTORY_PAGE).await.ok()?;
        let meant = deal_id(typed).ok();
        let typed = meant.filter(|id| deals.iter().all(|deal| deal.id != *id));
        if let Some(id) = typed {
            deals.extend(store.deal(server, id).await.ok()?);
        }
        let choices: Suggestions = deals.iter().map(|deal| choice(user, deal)).collect();
        Some(choices.with_parsed(meant.map(|id| id.to_string())))
    })
    .await
}

/// Creates an autocomplete choice for a deal. Users can also search for the deal by player name.
pub(in crate::discord::commands) fn choice(user: &UserContext<'_>, deal: &DealRow) -> Choice {
    let names = deal.seats.values().filter_map(|seat| seat.name.clone());
    Choice::new(messages::deal_in_a_word(deal, user.appearance), deal.id.to_string())
        .found_by(names.collect::<Vec<_>>())
}

/// Parses a deal number, such as `12` or `#12`, or the label of a deal, such as `#12 · ulti · Anna +8`.
pub(in crate::discord::commands) fn deal_id(typed: &str) -> Result<DealId, Failure> {
    let number = typed.split_once('·').map_or(typed, |(number, _)| number);
    let number = number.trim().trim_start_matches('#').parse().ok().filter(|number| *number > 0);
    number.map(DealId).ok_or(Failure::Key("replay-which"))
}
