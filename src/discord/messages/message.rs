//! The message type, which is independent of how the message is sent.

use std::hash::{DefaultHasher, Hash, Hasher};

use serenity::builder::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateEmbed, CreateInteractionResponseMessage,
    CreateMessage, EditAttachments, EditInteractionResponse, EditMessage,
};

use super::Appearance;
use super::buttons::cut;
use crate::render::Picture;
use crate::table::UserId;

/// Maximum length of a message's text, in characters.
pub(super) const CONTENT: usize = 2000;
/// Maximum length of an embed's description, in characters.
pub(super) const DESCRIPTION: usize = 4096;
/// Maximum length of a picture's alt text, in characters.
const ALT: usize = 1024;
/// Maximum length of an embed field's value, in characters.
pub(super) const FIELD: usize = 1024;

/// The content of a message, used both to post a new message and to edit an existing one.
///
/// All mentions are suppressed except [`ping`](Self::ping). Every edit except
/// [`edit_pictures`](Self::edit_pictures) sets the text, embeds and components even if they are empty, so
/// that no old content remains. Edits also remove old files unless [`keeps_files`](Self::keeps_files) is
/// `true`.
#[derive(Debug, Clone, Default)]
pub struct Message {
    /// Text of the message.
    pub content: String,
    /// Embeds below the text.
    pub embeds: Vec<CreateEmbed>,
    /// Embeds that are sent only if the message has no picture, because the picture shows their content.
    pub unless_pictured: Vec<CreateEmbed>,
    /// Rows of buttons and menus.
    pub rows: Vec<CreateActionRow>,
    /// Number of rows at the beginning that are omitted while a picture of the current state is attached,
    /// because they contain only disabled buttons for cards that the picture shows.
    pub rows_in_picture: usize,
    /// The user to ping if the text mentions them. All other mentions are suppressed.
    pub ping: Option<UserId>,
    /// Attached files, such as pictures.
    pub files: Vec<CreateAttachment>,
    /// Replacement text for the message if the files cannot be sent. `None` if the message is complete
    /// without its files.
    pub without_files: Option<String>,
    /// If `true`, an edit keeps the existing attachments.
    pub keeps_files: bool,
    /// Text that replaces [`content`](Self::content) while a picture of the current state is attached. It
    /// omits what the picture shows. `None` if the text does not depend on the picture.
    pub beside_picture: Option<String>,
    /// `true` if a picture of the current state is attached.
    pub is_pictured: bool,
}

impl Message {
    /// Creates a message that contains only text.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// Sets the text that replaces the content while a picture of the current state is attached.
    #[must_use]
    pub(super) fn beside_picture(mut self, lines: &[String]) -> Self {
        self.beside_picture = Some(cut(&lines.join("\n"), CONTENT));
        self
    }

    /// Returns the text to send: [`beside_picture`](Self::beside_picture) if a current picture is attached,
    /// and otherwise the complete text.
    pub(crate) fn shown_text(&self) -> &str {
        self.beside_picture.as_deref().filter(|_| self.is_pictured).unwrap_or(&self.content)
    }

    /// Returns the rows to send: all rows, except those that an attached picture replaces.
    pub(crate) fn shown_rows(&self) -> Vec<CreateActionRow> {
        let omitted = if self.is_pictured { self.rows_in_picture } else { 0 };
        self.rows.iter().skip(omitted).cloned().collect()
    }

    /// Returns a message with only the texts of this message.
    pub(crate) fn caption(&self) -> Self {
        let beside_picture = self.beside_picture.clone();
        Self { content: self.content.clone(), beside_picture, ..Self::default() }
    }

    /// Creates a message from lines of text. Text beyond the maximum length is cut off.
    pub(super) fn lines(lines: &[String]) -> Self {
        Self::text(cut(&lines.join("\n"), CONTENT))
    }

    /// Attaches a file that the user requested.
    ///
    /// If Discord rejects the file, the text of the message is replaced with `otherwise`.
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

    /// Attaches a picture to the message.
    ///
    /// `attached` is the filename of the picture already attached to the message on Discord, if any. If the
    /// picture has the same filename, it is not uploaded again.
    ///
    /// The text of the message then omits what the picture shows. See
    /// [`beside_picture`](Self::beside_picture).
    #[must_use]
    pub(crate) fn illustrated(mut self, picture: Option<Picture>, attached: Option<&str>) -> Self {
        let Some(Picture { name, bytes, alt }) = picture else { return self };
        self.is_pictured = true;
        if attached == Some(name.as_str()) {
            self.keeps_files = true;
        } else {
            let alt: String = alt.chars().take(ALT).collect();
            self.files = vec![CreateAttachment::bytes(bytes, name).description(alt)];
        }
        self
    }

    /// Returns a copy of the message without attachments.
    ///
    /// If the user had requested a file, the text says that the file is missing.
    #[must_use]
    pub(crate) fn in_words(&self) -> Self {
        let content = self.without_files.as_ref().unwrap_or(&self.content).clone();
        let files = Vec::new();
        Self { content, files, without_files: None, keeps_files: false, is_pictured: false, ..self.clone() }
    }

    /// Adds a note above the message text.
    #[must_use]
    pub fn noted(mut self, note: &str) -> Self {
        self.content = below_note(note, &self.content);
        self.beside_picture = self.beside_picture.as_deref().map(|text| below_note(note, text));
        self
    }

    /// Adds a line below the message text.
    #[must_use]
    pub(crate) fn with_line_below(mut self, line: &str) -> Self {
        for text in std::iter::once(&mut self.content).chain(&mut self.beside_picture) {
            text.push('\n');
            text.push_str(line);
        }
        self
    }

    /// Sets the rows of buttons and menus.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows = rows;
        self
    }

    /// Sets the rows of buttons and menus. The rows in `cards` contain only disabled buttons for cards, and
    /// are omitted beside a picture.
    #[must_use]
    pub(super) fn with_cards_and_rows(
        mut self,
        cards: Vec<CreateActionRow>,
        rows: Vec<CreateActionRow>,
    ) -> Self {
        self.rows_in_picture = cards.len();
        self.rows = [cards, rows].concat();
        self
    }

    /// Creates a message with application emoji. If they would make the message exceed Discord's limits, uses
    /// plain symbols instead.
    pub(super) fn fitting(appearance: Appearance, make: impl Fn(Appearance) -> Self) -> Self {
        let message = make(appearance);
        if message.has_room() { message } else { make(appearance.undrawn()) }
    }

    /// Shortens the text to leave room for `more` characters. An emoji is never cut in two.
    pub(crate) fn with_room_for(mut self, more: usize) -> Self {
        let room = CONTENT.saturating_sub(more);
        self.beside_picture = self.beside_picture.map(|text| cut(&text, room));
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

    /// Returns `true` if every text in the message is shorter than its limit.
    ///
    /// If a text has exactly the maximum length, returns `false`, because the text may have been truncated to
    /// that length.
    fn has_room(&self) -> bool {
        let length = |value: &serde_json::Value| value.as_str().map_or(0, |text| text.chars().count());
        let embed_has_room = |embed: &CreateEmbed| {
            let embed = serde_json::to_value(embed).unwrap_or_default();
            let fields = embed["fields"].as_array().into_iter().flatten();
            length(&embed["description"]) < DESCRIPTION
                && fields.into_iter().all(|field| length(&field["value"]) < FIELD)
        };
        self.content.chars().count() < CONTENT && self.sent_embeds().iter().all(embed_has_room)
    }

    /// Returns the embeds that are sent with the files that the message has.
    pub(crate) fn sent_embeds(&self) -> Vec<CreateEmbed> {
        let is_pictured = self.keeps_files || !self.files.is_empty();
        let more = if is_pictured { &[][..] } else { &self.unless_pictured };
        [&self.embeds[..], more].concat()
    }

    fn mentions(&self) -> CreateAllowedMentions {
        let pinged = self.ping.map(|UserId(id)| serenity::model::id::UserId::new(id.max(1)));
        CreateAllowedMentions::new().users(pinged).replied_user(false)
    }

    /// Builds a new message for a channel.
    pub fn create(&self) -> CreateMessage {
        CreateMessage::new()
            .content(self.shown_text())
            .embeds(self.sent_embeds())
            .components(self.shown_rows())
            .allowed_mentions(self.mentions())
            .files(self.files.clone())
    }

    /// Returns a hash of the message's content. Messages with equal hashes are treated as equal.
    pub(crate) fn content_hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // A message that cannot be serialized fails when it is sent.
        serde_json::to_string(&self.create()).unwrap_or_default().hash(&mut hasher);
        hasher.finish()
    }

    /// Builds an edit that replaces a message in a channel.
    pub fn edit(&self) -> EditMessage {
        let edit = EditMessage::new()
            .content(self.shown_text())
            .embeds(self.sent_embeds())
            .components(self.shown_rows())
            .allowed_mentions(self.mentions());
        if self.keeps_files { edit } else { edit.attachments(self.attachments()) }
    }

    /// Builds the initial response to an interaction. The caller decides whether the response creates a new
    /// message or updates the message whose button was pressed.
    pub fn respond(&self, ephemeral: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(self.shown_text())
            .embeds(self.sent_embeds())
            .components(self.shown_rows())
            .allowed_mentions(self.mentions())
            .files(self.files.clone())
            .ephemeral(ephemeral)
    }

    /// Builds an edit that replaces an earlier response to an interaction.
    pub fn edit_response(&self) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new()
            .content(self.shown_text())
            .embeds(self.sent_embeds())
            .components(self.shown_rows())
            .allowed_mentions(self.mentions());
        // An edit without attachments keeps the existing ones.
        if self.keeps_files { edit } else { edit.attachments(self.attachments()) }
    }

    /// Builds an edit that replaces the attachments of an earlier response, and its text if the text depends
    /// on them. Buttons stay as they are.
    pub fn edit_pictures(&self) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new().attachments(self.attachments());
        if self.beside_picture.is_none() {
            return edit;
        }
        edit.content(self.shown_text()).allowed_mentions(self.mentions())
    }

    fn attachments(&self) -> EditAttachments {
        self.files.iter().cloned().fold(EditAttachments::new(), EditAttachments::add)
    }
}

fn below_note(note: &str, text: &str) -> String {
    if text.is_empty() { note.to_owned() } else { format!("{note}\n{text}") }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn editing_message_replaces_all_its_content() {
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
    fn rows_of_disabled_cards_are_omitted_beside_picture() {
        let row = |id: &str| CreateActionRow::Buttons(vec![serenity::builder::CreateButton::new(id)]);
        let mut message = Message::text("hand").with_cards_and_rows(vec![row("card")], vec![row("help")]);
        for (is_pictured, expected) in [(false, 2), (true, 1)] {
            message.is_pictured = is_pictured;
            for body in [
                serde_json::to_value(message.edit()).unwrap(),
                serde_json::to_value(message.edit_response()).unwrap(),
                serde_json::to_value(message.respond(true)).unwrap(),
                serde_json::to_value(message.create()).unwrap(),
            ] {
                let rows = body["components"].as_array().unwrap();
                assert_eq!(rows.len(), expected);
                assert_eq!(rows.last().unwrap()["components"][0]["custom_id"], "help");
            }
        }
    }

    #[test]
    fn message_may_ping_only_the_intended_user() {
        let closed = |message: &Message| -> Value {
            serde_json::to_value(message.create()).unwrap()["allowed_mentions"].clone()
        };
        let mut message = Message::text("@everyone <@7>");
        assert_eq!(closed(&message), json!({"parse": [], "users": [], "roles": [], "replied_user": false}));
        message.ping = Some(UserId(7));
        assert_eq!(closed(&message)["users"], json!(["7"]));
    }
}
