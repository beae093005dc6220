//! A message before it is known how it will be sent.

use serenity::builder::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateEmbed, CreateInteractionResponseMessage,
    CreateMessage, EditAttachments, EditInteractionResponse, EditMessage,
};

use super::Look;
use super::buttons::cut;
use crate::table::UserId;

/// The longest text of a message.
pub(super) const CONTENT: usize = 2000;
/// The longest text of an embed.
pub(super) const DESCRIPTION: usize = 4096;
/// The longest value of an embed's field.
pub(super) const FIELD: usize = 1024;

/// A message: new, or in place of an older one.
///
/// Every way of sending closes mentions but for [`ping`](Self::ping), and every edit sets text,
/// embeds, components and files, the empty ones too, so that nothing old is left standing; but for
/// [`edit_pictures`](Self::edit_pictures).
#[derive(Debug, Clone, Default)]
pub struct Message {
    /// The text.
    pub content: String,
    /// The embeds.
    pub embeds: Vec<CreateEmbed>,
    /// The rows of buttons and menus.
    pub rows: Vec<CreateActionRow>,
    /// The one person who is pinged where the text mentions them.
    pub ping: Option<UserId>,
    /// The pictures.
    pub files: Vec<CreateAttachment>,
    /// What is said where the files can't be sent, if they are what was asked for and no ornament.
    pub without_files: Option<String>,
    /// Whether the pictures stay that the message shows in whose place this one comes.
    pub keeps_files: bool,
}

impl Message {
    /// A message of text alone.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// The same message with a file that was asked for. Where Discord does not take it, `otherwise` is
    /// said in place of the text.
    #[must_use]
    pub fn with_file(
        mut self,
        name: impl Into<String>,
        bytes: Vec<u8>,
        otherwise: impl Into<String>,
    ) -> Self {
        self.files.push(CreateAttachment::bytes(bytes, name.into()));
        self.without_files = Some(otherwise.into());
        self
    }

    /// The same message with a sentence above it.
    #[must_use]
    pub fn noted(mut self, note: &str) -> Self {
        self.content =
            if self.content.is_empty() { note.to_owned() } else { format!("{note}\n{}", self.content) };
        self
    }

    /// The same message with these rows under it.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows = rows;
        self
    }

    /// A message with small pictures in its text where it stays within Discord's limits with them, and
    /// with signs instead where it would not.
    pub(super) fn fitting(look: Look, make: impl Fn(Look) -> Self) -> Self {
        let message = make(look);
        if message.has_room() { message } else { make(look.undrawn()) }
    }

    /// The same message with room for so many more characters, and no emoji cut in two.
    pub(in crate::discord) fn with_room_for(mut self, more: usize) -> Self {
        let room = CONTENT.saturating_sub(more);
        if self.content.chars().count() > room {
            self.content = cut(&self.content, room);
            if let Some(open) = self.content.rfind('<')
                && !self.content[open..].contains('>')
            {
                self.content.truncate(open);
            }
        }
        self
    }

    /// Whether nothing of it is as long as it may be: what is, may have been cut.
    fn has_room(&self) -> bool {
        let length = |value: &serde_json::Value| value.as_str().map_or(0, |text| text.chars().count());
        let embed_has_room = |embed: &CreateEmbed| {
            let embed = serde_json::to_value(embed).unwrap_or_default();
            let fields = embed["fields"].as_array().into_iter().flatten();
            length(&embed["description"]) < DESCRIPTION
                && fields.into_iter().all(|field| length(&field["value"]) < FIELD)
        };
        self.content.chars().count() < CONTENT && self.embeds.iter().all(embed_has_room)
    }

    fn mentions(&self) -> CreateAllowedMentions {
        let pinged = self.ping.map(|UserId(id)| serenity::model::id::UserId::new(id.max(1)));
        CreateAllowedMentions::new().users(pinged).replied_user(false)
    }

    /// To be posted in a channel.
    pub fn create(&self) -> CreateMessage {
        CreateMessage::new()
            .content(&self.content)
            .embeds(self.embeds.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
            .files(self.files.clone())
    }

    /// In place of a message in a channel.
    pub fn edit(&self) -> EditMessage {
        let edit = EditMessage::new()
            .content(&self.content)
            .embeds(self.embeds.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions());
        if self.keeps_files { edit } else { edit.attachments(self.attachments()) }
    }

    /// As the first answer to an interaction: a new message, or in place of the one whose button
    /// was pressed.
    pub fn respond(&self, ephemeral: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(&self.content)
            .embeds(self.embeds.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
            .files(self.files.clone())
            .ephemeral(ephemeral)
    }

    /// In place of an earlier answer to an interaction.
    pub fn edit_response(&self) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new()
            .content(&self.content)
            .embeds(self.embeds.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions());
        // What an edit does not name stays.
        if self.keeps_files { edit } else { edit.attachments(self.attachments()) }
    }

    /// Its pictures in place of those of an earlier answer, whose words stay.
    pub fn edit_pictures(&self) -> EditInteractionResponse {
        EditInteractionResponse::new().attachments(self.attachments())
    }

    /// As poise's answer to a command. Ephemeral or not is for the caller to add.
    pub fn reply(&self) -> poise::CreateReply {
        let reply = poise::CreateReply::default()
            .content(&self.content)
            .components(self.rows.clone())
            .allowed_mentions(self.mentions());
        let reply = self.embeds.iter().cloned().fold(reply, poise::CreateReply::embed);
        self.files.iter().cloned().fold(reply, poise::CreateReply::attachment)
    }

    fn attachments(&self) -> EditAttachments {
        self.files.iter().cloned().fold(EditAttachments::new(), EditAttachments::add)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_edit_leaves_nothing_old_standing() {
        let message = Message::text("only this");
        for edit in [
            serde_json::to_value(message.edit()).unwrap(),
            serde_json::to_value(message.edit_response()).unwrap(),
            serde_json::to_value(message.respond(true)).unwrap(),
        ] {
            assert_eq!(edit["content"], "only this");
            for part in ["embeds", "components", "attachments"] {
                assert_eq!(edit[part], json!([]), "{part} of {edit}");
            }
        }
    }

    #[test]
    fn mentions_are_closed_but_for_the_one() {
        let closed = |message: &Message| -> Value {
            serde_json::to_value(message.create()).unwrap()["allowed_mentions"].clone()
        };
        let mut message = Message::text("@everyone <@7>");
        assert_eq!(closed(&message), json!({"parse": [], "users": [], "roles": [], "replied_user": false}));
        message.ping = Some(UserId(7));
        assert_eq!(closed(&message)["users"], json!(["7"]));
    }
}
