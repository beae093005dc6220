//! The REST route that deletes several messages of a channel.
//!
//! See "Bulk Delete Messages" in Discord's documentation.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::Value;

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::Request;
use crate::state::snowflake::Snowflake;
use crate::validation::Form;

/// Age above which messages cannot be deleted in bulk.
const MAX_AGE: Duration = Duration::from_hours(14 * 24);

/// Deletes 2 to 100 messages of a channel. Unknown messages are ignored.
pub(super) fn handle(request: &Request, channel: Snowflake) -> Result<Reply, ApiError> {
    request.allow_query(&[]);
    if request.world().guild_of(channel).is_none() {
        return Err(error::direct_channel());
    }
    let form = Form::default();
    let fields = form.object("", &request.body, "messages").ok_or_else(error::not_json)?;
    let list = fields.get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut ids = HashSet::new();
    for (n, value) in list.iter().enumerate() {
        match Snowflake::of(value) {
            None => {
                fields.field_error(format!("messages.{n}"), "NUMBER_TYPE_COERCE", "Value is not snowflake.");
            }
            Some(id) if !ids.insert(id) => {
                let message = "The value already exists in the list";
                fields.field_error(format!("messages.{n}"), "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
            }
            Some(_) => {}
        }
    }
    request.require_valid(form.errors())?;
    if !(2..=100).contains(&ids.len()) {
        return Err(error::too_few_or_many_messages());
    }
    let age = |id: &Snowflake| request.shared.clock.unix_ms().saturating_sub(id.created_at());
    if ids.iter().any(|id| Duration::from_millis(age(id)) > MAX_AGE) {
        return Err(error::message_too_old());
    }
    let deletable = |id: &Snowflake| {
        let world = request.world();
        world.messages.get(id).is_some_and(|one| one.channel == channel && one.visible_to.is_none())
    };
    let mut ids: Vec<Snowflake> = ids.into_iter().filter(deletable).collect();
    ids.sort_unstable();
    request.shared.delete_messages(channel, &ids);
    Ok(Reply::empty())
}
