//! Looks up finished deals of a server for commands and buttons.

use poise::serenity_prelude as serenity;

use super::season_lookup;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::Slash;
use crate::store::{DealId, DealRow, Filter, LONGEST_HISTORY_PAGE, StoreError};
use crate::table::ServerId;
use ulti_rules::Record;

/// A finished deal together with its record.
pub(super) struct RecordedDeal {
    pub(super) server: ServerId,
    pub(super) deal: DealRow,
    pub(super) record: Record,
}

/// Loads a deal of the user's server and returns the reply that `make` creates from the deal.
///
/// Returns an error message as the reply if the deal does not exist.
pub(super) async fn with_deal(
    person: &UserContext<'_>,
    deal: DealId,
    make: impl AsyncFnOnce(&UserContext<'_>, RecordedDeal) -> Result<Reply, StoreError>,
) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    let work = async {
        let found = find(person, server, deal).await?;
        make(person, found).await
    };
    work.await.unwrap_or_else(|error| season_lookup::refused(person, &error))
}

async fn find(person: &UserContext<'_>, server: ServerId, id: DealId) -> Result<RecordedDeal, StoreError> {
    let store = person.data.preferences.store();
    let deal = store.deal(server, id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    let record = store.record(id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    Ok(RecordedDeal { server, deal, record })
}

/// Suggests the server's newest deals. Also suggests the deal whose number the user has typed.
pub(super) async fn deals(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &UserContext<'_>| {
        let server = person.caller.server?;
        let store = person.data.preferences.store();
        let mut deals = store.history(server, &Filter::default(), None, LONGEST_HISTORY_PAGE).await.ok()?;
        if let Some(id) = deal_id(typed).filter(|id| deals.iter().all(|deal| deal.id != *id)) {
            deals.extend(store.deal(server, id).await.ok()?);
        }
        Some(deals.iter().map(|deal| choice(person, deal)).collect())
    })
    .await
}

/// Creates an autocomplete choice for a deal. Users can also find the choice by the names of the players.
pub(super) fn choice(person: &UserContext<'_>, deal: &DealRow) -> Choice {
    let names = deal.seats.values().filter_map(|seat| seat.name.clone());
    Choice::new(messages::deal_in_a_word(deal, person.look), deal.id.to_string())
        .found_by(names.collect::<Vec<_>>())
}

/// Parses the number of a deal, such as `12` or `#12`.
pub(super) fn deal_id(typed: &str) -> Option<DealId> {
    typed.trim().trim_start_matches('#').parse().ok().filter(|deal_id| *deal_id > 0).map(DealId)
}
