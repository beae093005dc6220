//! Posts and edits a single public message of a table.
//!
//! A message is posted with the response that an interaction offers, if there is one, and edited with the newest token
//! of an interaction that belongs to it. Such requests do not count towards the bot's global rate limit. Otherwise,
//! the channel's own routes are used.

use poise::serenity_prelude as serenity;
use serenity::MessageId;

use super::held_permit::HeldPermit;
use super::plan::{PlannedMessage, PostCondition};
use super::posted_messages::{EditToken, MessageKey, PostedMessage};
use super::publisher::{ChannelPublisher, nonce, unavailable};
use super::response_offers::TakenResponse;
use crate::discord::delivery::{Delivered, FirstResponse, ResponseKind, Route};
use crate::discord::messages::{Appearance, Message};
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limiter::Permit;
use crate::discord::rest::request::{edit_limit, post_limit};
use crate::render::Picture;
use crate::store::MessageKind;
use crate::table::TableView;

/// A message that is about to be sent.
struct Draft<'a> {
    view: &'a TableView,
    planned: &'a PlannedMessage,
    appearance: Appearance,
    picture: Option<Picture>,
}

impl Draft<'_> {
    const fn key(&self) -> MessageKey {
        (self.view.table, self.planned.deal, self.planned.kind)
    }

    /// Returns the message with its picture. A picture with the filename `attached` is not uploaded again.
    fn message(&self, attached: Option<&str>) -> Message {
        self.planned.message.clone().illustrated(self.picture.clone(), attached)
    }

    /// Returns the filename of the picture if the sent message has one.
    fn picture_name(&self, has_picture: bool) -> Option<String> {
        self.picture.as_ref().filter(|_| has_picture).map(|picture| picture.name.clone())
    }

    /// Returns `true` if an interaction's response may create the message.
    fn takes_response(&self) -> bool {
        takes_response(self.planned)
    }
}

fn takes_response(planned: &PlannedMessage) -> bool {
    planned.post == PostCondition::Always && matches!(planned.kind, MessageKind::Table | MessageKind::Lobby)
}

impl ChannelPublisher {
    /// Waits until the first message that is missing or outdated may be sent.
    ///
    /// Returns `None` if all messages are current, or if the first one is sent with an interaction's token.
    pub(super) async fn permit_for_first(
        &self,
        view: &TableView,
        plan: &[PlannedMessage],
    ) -> Result<Option<HeldPermit>, ApiError> {
        let channel = serenity::ChannelId::new(view.channel.0.max(1));
        for planned in plan {
            let posted = self.find((view.table, planned.deal, planned.kind)).await?;
            let present = posted.as_ref().filter(|posted| !posted.gone);
            let may_be_posted = posted.is_none() || planned.post == PostCondition::Always;
            if planned.is_current(posted.as_ref()) || (present.is_none() && !may_be_posted) {
                continue;
            }
            let needs_none = match present {
                Some(posted) => posted.edit_token().is_some(),
                None => takes_response(planned) && self.services.response_offers.is_open(view.channel),
            };
            if needs_none {
                return Ok(None);
            }
            let is_edit = present.is_some();
            let limit = if is_edit { edit_limit(channel) } else { post_limit(channel) };
            let permit = self.services.sender.rest().limiter().acquire(limit, planned.priority()).await;
            return Ok(Some(HeldPermit::new(planned, is_edit, permit)));
        }
        Ok(None)
    }

    /// Posts a message if it is missing, or edits it if it is outdated. Returns `false` if neither was
    /// necessary.
    ///
    /// `held` is the permit for the first message that is sent. Pictures are not compared, because the text contains
    /// everything that the picture shows.
    pub(super) async fn publish(
        &self,
        view: &TableView,
        planned: &PlannedMessage,
        appearance: Appearance,
        held: &mut Option<HeldPermit>,
    ) -> Result<bool, ApiError> {
        let key = (view.table, planned.deal, planned.kind);
        let posted = self.find(key).await?;
        let present = posted.as_ref().filter(|posted| !posted.gone);
        let may_be_posted = posted.is_none() || planned.post == PostCondition::Always;
        if planned.is_current(posted.as_ref()) || (present.is_none() && !may_be_posted) {
            return Ok(false);
        }
        let permit = held.take().and_then(|held| held.for_request(planned, present.is_some()));
        let picture = self.draw(view.channel, planned.picture.as_ref(), appearance).await;
        let draft = Draft { view, planned, appearance, picture };
        let Some(present) = present else {
            let in_place_of = posted.map(|posted| posted.message);
            return self.post_new(&draft, permit, in_place_of).await;
        };
        if let Some(has_picture) = self.edit(present, &draft, permit).await? {
            let says = Some(planned.message.content_hash());
            self.posted_messages.record_edit(key, says, draft.picture_name(has_picture));
            return Ok(true);
        }
        if !may_be_posted {
            self.posted_messages.put(key, PostedMessage { gone: true, ..present.clone() });
            return Ok(true);
        }
        self.post_new(&draft, None, Some(present.message)).await
    }

    /// Posts a new public message.
    ///
    /// `in_place_of` is the id of the deleted message that it replaces, if any.
    async fn post_new(
        &self,
        draft: &Draft<'_>,
        permit: Option<Permit>,
        in_place_of: Option<u64>,
    ) -> Result<bool, ApiError> {
        // A response has no nonce that lets Discord detect a repeated attempt.
        let takes_response = draft.takes_response() && !self.uncertain.lock().contains(&draft.key());
        let offered = takes_response.then(|| self.services.response_offers.take(draft.view.channel));
        if let Some(response) = offered.flatten()
            && let Some(posted) = self.post_as_response(draft, response).await
        {
            if let Some(permit) = permit {
                permit.cancel();
            }
            return self.keep(draft.key(), posted).await.map(|()| true);
        }
        let (key, channel) = (draft.key(), draft.view.channel);
        let route = Route::Post { nonce: &nonce(key, in_place_of), priority: draft.planned.priority() };
        let message = draft.message(None);
        let posted =
            self.services.sender.deliver_with(message, draft.appearance, channel, route, permit).await;
        let tried_before = match &posted {
            // A 429 means that nothing was posted; any other error leaves that open.
            Err(error) if error.status == Some(429) => false,
            Err(error) if error.is_temporary() => !self.uncertain.lock().insert(key),
            _ => self.uncertain.lock().remove(&key),
        };
        let Delivered { message, has_picture } = posted?;
        let message = message.map_or(0, MessageId::get);
        let says = (!tried_before).then(|| draft.planned.message.content_hash());
        let picture = draft.picture_name(has_picture && !tried_before);
        self.keep(key, PostedMessage { channel, message, says, picture, gone: false, token: None }).await?;
        if tried_before {
            // An earlier attempt may have posted the message with outdated content.
            return Box::pin(self.publish(draft.view, draft.planned, draft.appearance, &mut None)).await;
        }
        Ok(true)
    }

    /// Posts a message as the first response to an interaction. Returns `None` if this fails.
    async fn post_as_response(&self, draft: &Draft<'_>, response: TakenResponse) -> Option<PostedMessage> {
        let (interaction, token, kind) =
            (response.interaction, response.token.clone(), ResponseKind::Created);
        let route = Route::Response(FirstResponse { interaction, token: &token, kind });
        let channel = draft.view.channel;
        let sent = self.services.sender.deliver(draft.message(None), draft.appearance, channel, route).await;
        match sent {
            Ok(Delivered { message: Some(message), has_picture }) => {
                response.sent();
                let says = Some(draft.planned.message.content_hash());
                let (message, picture) = (message.get(), draft.picture_name(has_picture));
                let token = Some(EditToken::new(&token));
                Some(PostedMessage { channel, message, says, picture, gone: false, token })
            }
            Ok(_) => {
                // Discord accepted the response, but its id is unknown.
                response.sent();
                None
            }
            Err(error) => {
                tracing::debug!(table = %draft.view.table, %error, "failed to post table message as response");
                None
            }
        }
    }

    /// Stores the id of a message that was posted.
    async fn keep(&self, key: MessageKey, posted: PostedMessage) -> Result<(), ApiError> {
        let (channel, message) = (posted.channel, posted.message);
        self.posted_messages.put(key, posted);
        self.posted.notify_waiters();
        let store = self.services.preferences.store();
        store.put_message(key.0, key.1, key.2, channel, message).await.map_err(unavailable)
    }

    /// Edits a posted message. Returns `true` if the edited message includes a picture.
    ///
    /// Returns `None` if the message can no longer be edited and has to be posted again.
    async fn edit(
        &self,
        posted: &PostedMessage,
        draft: &Draft<'_>,
        permit: Option<Permit>,
    ) -> Result<Option<bool>, ApiError> {
        let (sender, priority) = (&self.services.sender, draft.planned.priority());
        let attached = posted.picture.as_deref();
        if permit.is_none()
            && let Some(token) = posted.edit_token()
        {
            let (message, route) = (draft.message(attached), Route::TokenEdit { token, priority });
            match sender.deliver(message, draft.appearance, posted.channel, route).await {
                Ok(edited) => return Ok(Some(edited.has_picture)),
                Err(error) if error.is_temporary() => return Err(error),
                // The token has expired, or the message was deleted. The next request finds that out.
                Err(_) => self.posted_messages.remove_token(draft.key(), token),
            }
        }
        let route = Route::Edit { message: MessageId::new(posted.message.max(1)), priority };
        let message = draft.message(attached);
        match sender.deliver_with(message, draft.appearance, posted.channel, route, permit).await {
            Ok(edited) => Ok(Some(edited.has_picture)),
            Err(error) if error.kind == ErrorKind::MessageGone => Ok(None),
            Err(error) => Err(error),
        }
    }
}
