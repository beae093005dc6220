//! A message that can be sent, with the subject of its picture.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use channel_messages::{Content, PictureId};

use crate::discord::messages::{Appearance, Message};
use crate::render::Subject;

/// A message that can be sent, with the subject of its picture.
#[derive(Clone)]
pub(crate) struct Outgoing {
    /// The message without its picture.
    pub(super) message: Arc<Message>,
    /// Appearance for which the message was built.
    pub(super) appearance: Appearance,
    /// The picture, if the message has one.
    pub(super) picture: Option<OutgoingPicture>,
}

/// The picture of a message.
#[derive(Clone)]
pub(super) struct OutgoingPicture {
    pub(super) id: PictureId,
    pub(super) subject: Subject,
    pub(super) wait: PictureUse,
}

/// Determines how long a message waits for its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PictureUse {
    /// The picture of a table or a hand. If it is late, it is added later.
    Game,
    /// A picture that the user has requested. If it is late, the message stays without it.
    Requested,
    /// The message is sent at once, and its picture is added later.
    Later,
}

/// A note beside the hand in a reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Note {
    /// Text above the hand.
    pub(crate) above: Option<String>,
    /// Text below the hand. It is left out if the hand is long.
    pub(crate) below: Option<String>,
}

/// A text below the hand is only added if the message has less than this number of characters.
pub(crate) const ROOM_BELOW: usize = 1_000;

impl Outgoing {
    /// Creates a message without a picture.
    pub(crate) fn new(message: Message, appearance: Appearance) -> Self {
        Self { message: Arc::new(message), appearance, picture: None }
    }

    /// Returns the complete text of the message.
    pub(crate) fn text(&self) -> &str {
        &self.message.content
    }

    /// Adds a picture, unless the message is in text-only mode. `id` returns the id of the picture.
    #[must_use]
    pub(crate) fn with_picture(
        self,
        subject: Option<Subject>,
        id: impl FnOnce(&Subject) -> PictureId,
    ) -> Self {
        let subject = subject.filter(|_| !self.appearance.is_text_only());
        let picture = subject.map(|subject| {
            let (id, wait) = (id(&subject), PictureUse::Game);
            OutgoingPicture { id, subject, wait }
        });
        Self { picture, ..self }
    }

    /// Sets how long the message waits for its picture.
    #[must_use]
    pub(crate) fn waiting(self, wait: PictureUse) -> Self {
        let picture = self.picture.map(|picture| OutgoingPicture { wait, ..picture });
        Self { picture, ..self }
    }

    /// Returns the message as the content of a step.
    pub(crate) fn into_content(self) -> Content<Self> {
        let (hash, picture) = (self.message.content_hash(), self.picture.as_ref().map(|picture| picture.id));
        Content { message: self, hash, picture }
    }

    /// Returns the message as the content of a reply that is never compared with another message.
    ///
    /// Such a reply may contain large files, which are not read for a hash.
    pub(crate) fn into_reply(self) -> Content<Self> {
        let picture = self.picture.as_ref().map(|picture| picture.id);
        Content { hash: hash_of(&self.message.content), message: self, picture }
    }

    /// Adds a note. The text is cut if it would exceed Discord's limit.
    #[must_use]
    pub(super) fn noted(self, note: &Note) -> Self {
        let mut message = Message::clone(&self.message);
        if let Some(above) = &note.above {
            message = message.with_room_for(above.chars().count() + 1).noted(above);
        }
        if let Some(below) = note.below.as_ref().filter(|_| message.content.chars().count() < ROOM_BELOW) {
            message = message.with_line_below(below);
        }
        Self { message: Arc::new(message), ..self }
    }
}

/// Does not show the content, because hands contain cards.
impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outgoing").finish_non_exhaustive()
    }
}

/// Returns the hash of a value. It is the same within a process.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
