//! Messages for store errors that are caused by the user's request.

use crate::store::StoreError;
use crate::text::args;

use super::{Appearance, name};

/// Returns `true` if the error was caused by the user's request rather than by a database failure.
pub fn is_an_answer(error: &StoreError) -> bool {
    key(error).is_some()
}

fn key(error: &StoreError) -> Option<&'static str> {
    Some(match error {
        StoreError::NoSeasonRuns => "past-no-season-runs",
        StoreError::SeasonNameTaken(_) => "past-season-taken",
        StoreError::NoSeasonName { .. } => "past-season-name",
        StoreError::NoSuchSeason => "past-no-such-season",
        StoreError::NoSuchPage { .. } => "past-no-such-page",
        StoreError::NoSuchDeal(_) => "past-no-such-deal",
        StoreError::AlreadyVoid(_) => "past-already-void",
        StoreError::NotVoid(_) => "past-not-void",
        StoreError::CountsNowhere(_) => "past-counts-nowhere",
        StoreError::StillAtTables(_) => "past-still-at-tables",
        StoreError::ForgottenLater(_) => "past-forgotten-later",
        _ => return None,
    })
}

/// Returns the text shown to the user for a store error, with a suggestion of what to do instead.
pub fn not_there(error: &StoreError, appearance: Appearance) -> String {
    let Some(key) = key(error) else {
        // The texts fit reads and writes.
        return appearance.text(if error.is_damage() { "notice-damaged" } else { "notice-database" });
    };
    match error {
        StoreError::SeasonNameTaken(taken) => appearance.with(key, args![season = name(taken)]),
        StoreError::NoSeasonName { longest } => appearance.with(key, args![longest = *longest]),
        StoreError::NoSuchPage { pages, .. } => appearance.with(key, args![pages = *pages]),
        StoreError::NoSuchDeal(deal)
        | StoreError::AlreadyVoid(deal)
        | StoreError::NotVoid(deal)
        | StoreError::CountsNowhere(deal) => appearance.with(key, args![deal = deal.to_string()]),
        StoreError::StillAtTables(tables) | StoreError::ForgottenLater(tables) => {
            let channels: Vec<String> = tables.iter().map(|table| format!("<#{}>", table.channel)).collect();
            appearance.with(key, args![channels = channels.join(" · ")])
        }
        _ => appearance.text(key),
    }
}
