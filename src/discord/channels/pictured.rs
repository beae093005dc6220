//! A message with its picture, as it is sent.

use std::sync::Arc;

use channel_messages::{Accepted, Content, MessageId, PictureId};

use super::outgoing::{Outgoing, PictureUse};
use crate::discord::messages::Message;
use crate::render::Picture;

/// Filename prefix of the pictures of hands. The picture of a hand may stay in its message until the next one
/// is drawn.
const HAND_PREFIX: &str = "hand";

/// The picture of a message after an attempt to draw it.
#[derive(Default)]
pub(super) enum Drawn {
    /// No picture was drawn, because the message has it already or has none.
    #[default]
    Nothing,
    /// The message stays without its picture.
    Omitted,
    /// The picture is added later.
    Late,
    /// The picture was drawn.
    Picture(PictureId, Picture),
}

impl Drawn {
    /// Returns the id of the picture, if it was drawn.
    pub(super) const fn id(&self) -> Option<PictureId> {
        match self {
            Self::Picture(id, _) => Some(*id),
            Self::Nothing | Self::Omitted | Self::Late => None,
        }
    }
}

/// A message with its picture.
pub(super) struct Pictured {
    message: Message,
    /// The picture that is attached to the message, or that stays attached to it.
    attached: Option<PictureId>,
    picture: Option<Picture>,
    /// Filename of the picture that the message has before it is sent.
    before: Option<Arc<str>>,
    lacks_picture: bool,
}

impl Pictured {
    /// Creates a message with its picture. `attached` is the picture that the message has before it is sent,
    /// and `name` its filename, if they are known.
    ///
    /// If `keeps_picture` is `true`, a hand keeps its earlier picture until the new one is drawn.
    pub(super) fn new(
        content: &Content<Outgoing>,
        drawn: Drawn,
        (attached, name): (Option<PictureId>, Option<Arc<str>>),
        keeps_picture: bool,
    ) -> Self {
        let message = Message::clone(&content.message.message);
        let plain = Self { message, attached: None, picture: None, before: name, lacks_picture: false };
        let Some(wanted) = content.picture else { return plain };
        if attached == Some(wanted) {
            let message = Message { keeps_files: true, is_pictured: true, ..plain.message };
            return Self { message, attached, ..plain };
        }
        match drawn {
            Drawn::Picture(id, picture) if id == wanted => {
                Self { attached: Some(wanted), picture: Some(picture), ..plain }
            }
            Drawn::Omitted => plain,
            Drawn::Nothing | Drawn::Late | Drawn::Picture(..) => {
                let is_requested = content.message.picture.as_ref();
                let is_requested = is_requested.is_some_and(|picture| picture.wait == PictureUse::Requested);
                let is_hand = plain.before.as_ref().is_some_and(|name| name.starts_with(HAND_PREFIX));
                let keeps_files = is_hand && keeps_picture && !is_requested;
                let message = Message { keeps_files, ..plain.message };
                let attached = attached.filter(|_| keeps_files);
                Self { message, attached, lacks_picture: !is_requested, ..plain }
            }
        }
    }

    /// Returns `true` if the message has the picture already.
    pub(super) fn is_attached(&self) -> bool {
        let name = self.picture.as_ref().map(|picture| picture.name.as_str());
        self.message.is_pictured || name.is_some_and(|name| self.before.as_deref() == Some(name))
    }

    /// Returns the message with its picture.
    pub(super) fn message(&self) -> Message {
        self.message.clone().illustrated(self.picture.clone(), self.before.as_deref())
    }

    /// Returns the picture with the text of the message.
    pub(super) fn caption(&self) -> Message {
        self.message.caption().illustrated(self.picture.clone(), self.before.as_deref())
    }

    /// Returns the properties of the message after it was sent. `has_picture` is `true` if a picture was sent
    /// or kept.
    pub(super) fn accepted(&self, message: Option<MessageId>, has_picture: bool) -> Accepted {
        let attached = self.attached.filter(|_| has_picture);
        Accepted { message, attached, lacks_picture: self.lacks_picture }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::Appearance;
    use crate::render::Subject;

    const OLD: PictureId = PictureId(1);
    const NEW: PictureId = PictureId(2);

    fn picture(name: &str) -> Picture {
        Picture { name: name.to_owned(), bytes: Vec::new(), alt: String::new() }
    }

    /// Returns a message with a picture that has the id [`NEW`].
    fn content(wait: PictureUse) -> Content<Outgoing> {
        let subject = Some(Subject::Leaderboard(String::new(), Vec::new()));
        let outgoing = Outgoing::new(Message::text("text"), Appearance::default());
        outgoing.with_picture(subject, |_| NEW).waiting(wait).into_content()
    }

    /// Returns the message of a hand with its earlier picture.
    fn hand(drawn: Drawn, keeps_picture: bool) -> Pictured {
        Pictured::new(
            &content(PictureUse::Game),
            drawn,
            (Some(OLD), Some("hand-1.png".into())),
            keeps_picture,
        )
    }

    #[test]
    fn picture_with_the_same_filename_is_not_uploaded_again() {
        let same = hand(Drawn::Picture(NEW, picture("hand-1.png")), true);
        assert!(same.is_attached() && same.message().files.is_empty() && same.message().keeps_files);
        assert_eq!(same.accepted(None, true).attached, Some(NEW));
        let other = hand(Drawn::Picture(NEW, picture("hand-2.png")), true);
        assert!(!other.is_attached() && other.message().files.len() == 1 && !other.message().keeps_files);
    }

    #[test]
    fn attached_picture_is_kept_although_its_filename_is_unknown() {
        let kept = Pictured::new(&content(PictureUse::Game), Drawn::Nothing, (Some(NEW), None), true);
        assert!(kept.is_attached() && kept.message().keeps_files && kept.message().is_pictured);
    }

    #[test]
    fn reply_keeps_earlier_picture_of_hand_until_the_new_one_is_drawn() {
        let kept = hand(Drawn::Late, true);
        assert!(kept.message().keeps_files && !kept.message().is_pictured);
        let accepted = kept.accepted(None, true);
        assert!(accepted.lacks_picture && accepted.attached == Some(OLD));
        let removed = hand(Drawn::Late, false);
        assert!(!removed.message().keeps_files);
        assert_eq!(removed.accepted(None, false).attached, None);
    }

    #[test]
    fn picture_of_an_older_state_is_not_sent() {
        let late = hand(Drawn::Picture(OLD, picture("hand-0.png")), false);
        assert!(late.message().files.is_empty() && late.accepted(None, false).lacks_picture);
    }

    #[test]
    fn message_stays_without_picture_if_pictures_are_omitted() {
        let omitted = hand(Drawn::Omitted, true);
        assert!(!omitted.message().keeps_files && !omitted.accepted(None, false).lacks_picture);
        let requested = Pictured::new(&content(PictureUse::Requested), Drawn::Late, (None, None), true);
        assert!(!requested.accepted(None, false).lacks_picture);
    }
}
