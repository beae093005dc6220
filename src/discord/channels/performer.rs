//! Performs the steps of a channel: draws pictures, waits for permits, sends requests, and reads and stores
//! the ids of messages.

mod conversions;

use std::sync::Arc;
use std::time::Duration;

use channel_messages::{
    Accepted, Action, Confirmed, Content, Failure, MessageId, Nonce, Priority, PublicKey, Sent, Step,
    StepResult, Subject, Via,
};
use poise::serenity_prelude as serenity;
use rest_limiter::{LimitKey, Permit};
use tokio::time::Instant;

use conversions::{
    addressed, interaction_of, priority_of, response_without_content, secret, serenity_id, shown_as,
};

use super::board::stored_kind;
use super::outgoing::{Outgoing, PictureUse};
use super::pictured::{Drawn, Pictured};
use crate::discord::delivery::{FirstResponse, Route, nonce};
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::request::{
    ApiRequest, ResponseMessage, callback_key, delete_key, delete_response_key, edit_key, follow_up_key,
    original_response_key, post_key, token_edit_key,
};
use crate::discord::services::Services;
use crate::render;
use crate::store::StoreError;
use crate::table::{ChannelId, TableId};

/// Performs the steps of a channel.
#[derive(Clone)]
pub(super) struct Performer {
    pub(super) services: Services,
    pub(super) channel: ChannelId,
}

/// A confirmed step, with everything that is needed to perform it.
pub(super) struct ReadyStep {
    pub(super) step: Step<Outgoing>,
    pub(super) confirmed: Confirmed<Outgoing>,
    pub(super) drawn: Drawn,
    /// Filename of the picture that the message has, if it is known.
    pub(super) attached: Option<Arc<str>>,
    /// Permit for the request. `None` for accesses to the database.
    pub(super) permit: Option<Permit>,
}

/// The result of a step that was performed.
pub(super) struct Outcome {
    pub(super) step: Step<Outgoing>,
    pub(super) result: StepResult,
    pub(super) error: Option<StepError>,
}

/// The reason why a step failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum StepError {
    #[error(transparent)]
    Request(#[from] ApiError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StepError {
    /// Returns the failure as the decision about the next step sees it.
    fn failure(&self) -> Failure {
        match self {
            Self::Request(error) => failure_of(error),
            Self::Store(_) => Failure::NotExecuted,
        }
    }
}

/// Returns the failure of a request.
fn failure_of(error: &ApiError) -> Failure {
    match error.kind {
        // A 429 means that nothing was executed; any other error leaves that open.
        ErrorKind::Later if error.status == Some(429) => Failure::NotExecuted,
        ErrorKind::Later => Failure::Unknown,
        ErrorKind::MessageGone => Failure::MessageGone,
        ErrorKind::Gone | ErrorKind::NotPublic => Failure::Gone,
        ErrorKind::Acknowledged => Failure::Acknowledged,
        ErrorKind::NoChannel | ErrorKind::Forbidden | ErrorKind::Files => Failure::Refused,
        ErrorKind::Emoji | ErrorKind::Quota | ErrorKind::Wrong => Failure::Invalid,
    }
}

impl Performer {
    /// Draws the picture of a message before it is sent.
    pub(super) async fn draw(&self, content: Content<Outgoing>, priority: Priority) -> Drawn {
        let Some(picture) = content.message.picture.as_ref().filter(|_| self.draws(&content.message)) else {
            return Drawn::Omitted;
        };
        let (pictures, timings) = (&self.services.picture_service, &self.services.timings);
        let is_reply =
            priority == Priority::Response && matches!(picture.subject, render::Subject::Hand { .. });
        let wait = match picture.wait {
            PictureUse::Later => return Drawn::Late,
            PictureUse::Requested => timings.requested_picture,
            PictureUse::Game if is_reply => timings.reply_picture,
            PictureUse::Game => timings.update_picture,
        };
        match pictures.draw_in_time(&picture.subject, content.message.appearance, wait).await {
            Ok(Some(drawn)) => Drawn::Picture(picture.id, drawn),
            Ok(None) => Drawn::Omitted,
            Err(_) if picture.wait == PictureUse::Requested => Drawn::Omitted,
            Err(_) => Drawn::Late,
        }
    }

    /// Draws a picture that is added to a message. There is no time limit.
    pub(super) async fn draw_late(&self, content: Content<Outgoing>) -> Drawn {
        let Some(picture) = content.message.picture.as_ref().filter(|_| self.draws(&content.message)) else {
            return Drawn::Omitted;
        };
        let pictures = &self.services.picture_service;
        match pictures.draw_late(&picture.subject, content.message.appearance).await {
            Some(drawn) => Drawn::Picture(picture.id, drawn),
            None => Drawn::Omitted,
        }
    }

    /// Returns `true` if messages to the channel may have pictures now.
    fn draws(&self, message: &Outgoing) -> bool {
        let Services { picture_service, preferences, .. } = &self.services;
        picture_service.draws(message.appearance) && preferences.may_attach(self.channel)
    }

    /// Waits for the permit of a step. Returns `None` if it is not granted in time, or if none is needed.
    pub(super) async fn permit(
        &self,
        action: Action,
        subject: Subject,
        priority: Priority,
    ) -> Option<Permit> {
        let key = self.limits(&action)?;
        let (limiter, timings) = (self.services.sender.rest().limiter(), &self.services.timings);
        let limit = match priority {
            // A first response is cancelled when its deadline has passed.
            Priority::Response if !matches!(action, Action::Respond { .. }) => timings.reply_permit,
            Priority::Picture if matches!(subject, Subject::Hand(..)) => timings.picture_permit,
            // The earlier hand is edited then.
            Priority::Turn if matches!(action, Action::FollowUp { .. }) => timings.hand_permit,
            _ => return Some(limiter.acquire(key, priority_of(priority)).await),
        };
        limiter.acquire_before(key, priority_of(priority), Instant::now() + limit).await
    }

    /// Returns `true` if a step needs a permit.
    pub(super) fn needs_permit(action: &Action) -> bool {
        !matches!(action, Action::ReadId(..) | Action::StoreId(..))
    }

    /// Identifies the limits of a step. Returns `None` if it is not a request.
    fn limits(&self, action: &Action) -> Option<LimitKey> {
        let channel = serenity::ChannelId::new(self.channel.0.max(1));
        Some(match action {
            Action::Respond { token, .. } => callback_key(interaction_of(token)),
            Action::FollowUp { token, .. } => follow_up_key(&secret(token)),
            Action::EditOriginal(token) => token_edit_key(&secret(token)),
            Action::DeleteOriginal(token) => delete_response_key(&secret(token)),
            Action::Find { token, .. } => original_response_key(&secret(token)),
            Action::Post(_) => post_key(channel),
            Action::Edit(Sent { via, .. }) | Action::AddPicture(Sent { via, .. }) => match via {
                Via::Channel => edit_key(channel),
                Via::Token { token, .. } => token_edit_key(&secret(token)),
            },
            Action::Delete(Sent { via, .. }) => match via {
                Via::Channel => delete_key(channel),
                Via::Token { token, .. } => delete_response_key(&secret(token)),
            },
            Action::ReadId(..) | Action::StoreId(..) => return None,
        })
    }

    /// Performs a confirmed step.
    pub(super) async fn perform(self, ready: ReadyStep) -> Outcome {
        let ReadyStep { step, confirmed, drawn, attached, permit } = ready;
        let performed = match confirmed {
            Confirmed::Content { content, attached: id } => match permit {
                Some(permit) => {
                    let pictured =
                        Pictured::new(&content, drawn, (id, attached), self.keeps_picture(step.priority));
                    self.send(&step, &content, pictured, permit).await
                }
                None => Err(ApiError::new(ErrorKind::Wrong, "message without permit").into()),
            },
            Confirmed::Empty => self.perform_empty(&step.action, permit).await,
        };
        let (result, error) = match performed {
            Ok(accepted) => (Ok(accepted), None),
            Err(error) => (Err(error.failure()), Some(error)),
        };
        Outcome { step, result, error }
    }

    /// Returns `true` if a message keeps its earlier picture until the new one is drawn. Replies with hands
    /// do, because the new picture soon follows.
    fn keeps_picture(&self, priority: Priority) -> bool {
        priority == Priority::Response && !self.services.picture_service.is_overloaded()
    }

    /// Sends a message.
    async fn send(
        &self,
        step: &Step<Outgoing>,
        content: &Content<Outgoing>,
        pictured: Pictured,
        permit: Permit,
    ) -> Result<Accepted, StepError> {
        let appearance = content.message.appearance;
        let is_hand = matches!(step.subject, Subject::Hand(..));
        if matches!(step.action, Action::AddPicture(_)) && pictured.is_attached() {
            return Ok(pictured.accepted(None, true));
        }
        let route = self.route(step);
        let Some(route) = route else {
            return Err(ApiError::new(ErrorKind::Wrong, "step has no message").into());
        };
        let is_caption = is_hand && matches!(step.action, Action::AddPicture(_));
        let message = if is_caption { pictured.caption() } else { pictured.message() };
        let attempt = (permit, self.upload_limit(step));
        let sent = self.services.sender.deliver_with(message, appearance, self.channel, &route, attempt);
        // A reply to a button of the hand waits for the request.
        let timings = &self.services.timings;
        let limit = match &step.action {
            Action::FollowUp { .. } if is_hand => timings.follow_up_upload + timings.hand_edit,
            _ if is_hand => timings.hand_edit,
            _ => Duration::MAX,
        };
        let sent = tokio::time::timeout(limit, sent).await;
        let sent = sent.unwrap_or_else(|_| Err(ApiError::new(ErrorKind::Later, "timed out")))?;
        let message = sent.message.map(|id| MessageId(id.get()));
        Ok(pictured.accepted(message, sent.has_picture))
    }

    /// Returns the maximum duration of an upload. The message is then sent without files.
    fn upload_limit(&self, step: &Step<Outgoing>) -> Duration {
        let timings = &self.services.timings;
        match (&step.action, step.subject) {
            (Action::FollowUp { .. }, _) => timings.follow_up_upload,
            (Action::Respond { .. } | Action::EditOriginal(_), _) => timings.upload,
            // The text has to be sent within the time limit of the edit, too.
            (_, Subject::Hand(..)) => timings.hand_edit / 2,
            _ => Duration::MAX,
        }
    }

    /// Returns the request that sends the message of a step. Returns `None` if the step has no message.
    fn route(&self, step: &Step<Outgoing>) -> Option<Route> {
        let priority = priority_of(step.priority);
        let is_hand = matches!(step.subject, Subject::Hand(..));
        Some(match &step.action {
            Action::Respond { token, kind } => {
                let (interaction, token, kind) = (interaction_of(token), secret(token), shown_as(*kind)?);
                Route::Response(FirstResponse { interaction, token, kind })
            }
            Action::FollowUp { token, is_ephemeral } => {
                Route::FollowUp { token: secret(token), is_ephemeral: *is_ephemeral, priority }
            }
            Action::EditOriginal(token) => {
                Route::ResponseEdit { token: secret(token), message: ResponseMessage::Original, priority }
            }
            Action::Post(name) => Route::Post { nonce: self.nonce(*name), priority },
            Action::Edit(Sent { id, via: Via::Channel })
            | Action::AddPicture(Sent { id, via: Via::Channel }) => {
                Route::Edit { message: serenity_id(*id), priority }
            }
            Action::AddPicture(Sent { id, via: Via::Token { token, address, .. } }) if is_hand => {
                Route::PictureEdit { token: secret(token), message: addressed(*id, *address) }
            }
            Action::Edit(Sent { id, via: Via::Token { token, address, .. } })
            | Action::AddPicture(Sent { id, via: Via::Token { token, address, .. } }) => {
                Route::ResponseEdit { token: secret(token), message: addressed(*id, *address), priority }
            }
            _ => return None,
        })
    }

    /// Returns the nonce of a new message. Its name contains the channel, because processes with databases of
    /// their own may have tables with the same id.
    fn nonce(&self, name: Nonce) -> serenity::Nonce {
        let channel = self.channel;
        match name {
            Nonce::Public { table, key: PublicKey { deal, kind }, in_place_of } => {
                let old = in_place_of.map_or(0, |message| message.0);
                nonce(&format!("{channel}/{}/{deal}/{kind:?}/{old}", table.0))
            }
            Nonce::Notice { table, number } => nonce(&format!("{channel}/{}/{number}", table.0)),
        }
    }

    /// Performs a step without content.
    async fn perform_empty(&self, action: &Action, permit: Option<Permit>) -> Result<Accepted, StepError> {
        match action {
            Action::ReadId(table, key) => return self.read_id(TableId(table.0), *key).await,
            Action::StoreId(table, key, message) => {
                let (table, kind) = (TableId(table.0), stored_kind(key.kind));
                let store = self.services.preferences.store();
                store.put_message(table, key.deal, kind, self.channel, message.0).await?;
                return Ok(Accepted::default());
            }
            _ => {}
        }
        let Some(permit) = permit else {
            return Err(ApiError::new(ErrorKind::Wrong, "request without permit").into());
        };
        Ok(Accepted { message: self.request(action, permit).await?, ..Accepted::default() })
    }

    /// Sends a request without content. Returns the id of the message that it concerns, if it is known.
    async fn request(&self, action: &Action, permit: Permit) -> Result<Option<MessageId>, ApiError> {
        let Services { sender, .. } = &self.services;
        let rest = sender.rest();
        let found = match action {
            Action::Respond { token, kind } => {
                let response = response_without_content(*kind);
                sender.respond_empty(interaction_of(token), &secret(token), response, permit).await?
            }
            Action::Find { token, created_public } => {
                let (interaction, token) = (interaction_of(token), secret(token));
                Some(sender.original_response(interaction, &token, *created_public, permit).await?)
            }
            Action::DeleteOriginal(token) => {
                let response = (rest.application()?, &secret(token));
                let request = ApiRequest::delete_response(response, ResponseMessage::Original);
                rest.send_with(&request, permit).await?;
                None
            }
            Action::Delete(Sent { id, via }) => {
                let channel = serenity::ChannelId::new(self.channel.0.max(1));
                let request = match via {
                    Via::Channel => ApiRequest::delete(channel, serenity_id(*id)),
                    Via::Token { token, address, .. } => {
                        let response = (rest.application()?, &secret(token));
                        ApiRequest::delete_response(response, addressed(*id, *address))
                    }
                };
                rest.send_with(&request, permit).await?;
                None
            }
            _ => return Err(ApiError::new(ErrorKind::Wrong, "step has no request")),
        };
        Ok(found.map(|message| MessageId(message.get())))
    }

    async fn read_id(&self, table: TableId, key: PublicKey) -> Result<Accepted, StepError> {
        let store = self.services.preferences.store();
        let found = store.message(table, key.deal, stored_kind(key.kind)).await?;
        let message = match found {
            Some((channel, message)) if channel == self.channel => Some(MessageId(message)),
            Some((channel, _)) => {
                tracing::error!(%table, %channel, "stored message is in another channel");
                None
            }
            None => None,
        };
        Ok(Accepted { message, ..Accepted::default() })
    }
}
