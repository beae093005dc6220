//! The bodies of requests with which an interaction is answered.

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{CreateAllowedMentions, CreateInteractionResponseFollowup};

use super::route::FirstResponse;
use crate::discord::messages::Message;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::request::ApiRequest;

/// Builds the first response to an interaction, whose message Discord returns.
pub(super) fn first_response(
    message: &Message,
    FirstResponse { interaction, token, kind }: &FirstResponse,
) -> Result<ApiRequest, ApiError> {
    let mut response = serde_json::to_value(kind.response(message))
        .map_err(|error| ApiError::new(ErrorKind::Wrong, error.to_string()))?;
    if message.keeps_files
        && let Some(data) = response.get_mut("data").and_then(Value::as_object_mut)
    {
        // serenity's builder always lists the attachments, which would remove the existing ones.
        data.shift_remove("attachments");
    }
    ApiRequest::respond((*interaction, token), &response, &message.files, true)
}

/// Builds a follow-up message of an interaction.
pub(super) fn follow_up(message: &Message) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(message.shown_text())
        .embeds(message.sent_embeds())
        .components(message.shown_rows())
        .files(message.files.clone())
        .allowed_mentions(CreateAllowedMentions::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follow_up_contains_the_same_text_as_first_response() {
        let beside_picture = Some("beside the picture".to_owned());
        for is_pictured in [true, false] {
            let complete = Message { beside_picture: beside_picture.clone(), ..Message::text("complete") };
            let message = Message { is_pictured, ..complete };
            let texts = [
                serde_json::to_value(follow_up(&message)).unwrap(),
                serde_json::to_value(message.respond(true)).unwrap(),
            ];
            let expected = if is_pictured { "beside the picture" } else { "complete" };
            assert_eq!(texts.map(|text| text["content"].clone()), [expected, expected]);
        }
    }
}
