//! A model of Discord: messages, interactions, and the requests that change them.

use std::collections::BTreeMap;
use std::time::Duration;

use channel_messages::{
    Accepted, Action, Address, Failure, InteractionId, MessageId, Nonce, PictureId, ResponseKind, Sent,
    StepResult, Time, UserId, Via,
};

use crate::tables::{SimMessage, What};

/// Time after which Discord does not accept a first response.
const RESPONSE_DEADLINE: Duration = Duration::from_secs(3);
/// Time after which a token is invalid.
const TOKEN_LIFETIME: Duration = Duration::from_mins(15);
/// Time during which Discord recognises a nonce.
pub(crate) const NONCE_LIFETIME: Duration = Duration::from_mins(3);

/// The users who can see a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    Everyone,
    Only(UserId),
}

/// A message on Discord.
#[derive(Debug, Clone)]
pub(crate) struct DiscordMessage {
    pub(crate) audience: Audience,
    pub(crate) message: SimMessage,
    pub(crate) picture: Option<PictureId>,
    pub(crate) is_deleted: bool,
    /// Time at which the message was created.
    pub(crate) since: Time,
    /// `true` if the message is a follow-up of an interaction.
    pub(crate) is_follow_up: bool,
    /// The interaction that created the message, if any.
    pub(crate) created_by: Option<InteractionId>,
}

/// An interaction on Discord.
#[derive(Debug, Clone)]
pub(crate) struct DiscordInteraction {
    pub(crate) user: UserId,
    pub(crate) since: Time,
    /// The message whose component was used.
    pub(crate) component: Option<MessageId>,
    /// Time and kind of the first response.
    pub(crate) response: Option<(Time, ResponseKind)>,
    /// The message that belongs to the first response.
    pub(crate) original: Option<MessageId>,
}

/// A message that a request sends.
#[derive(Debug, Clone)]
pub(crate) struct Payload {
    pub(crate) message: SimMessage,
    pub(crate) picture: Option<PictureId>,
    /// `true` if the picture is the one that the message has, so that it is not uploaded.
    pub(crate) keeps_picture: bool,
}

/// The state of Discord.
#[derive(Debug, Default)]
pub(crate) struct Discord {
    last: u64,
    pub(crate) messages: BTreeMap<MessageId, DiscordMessage>,
    pub(crate) interactions: BTreeMap<InteractionId, DiscordInteraction>,
    nonces: BTreeMap<Nonce, (Time, MessageId)>,
    /// `true` if the channel refuses messages that are not sent with a token.
    pub(crate) refuses: bool,
}

impl Discord {
    /// Returns an id that is greater than all earlier ones.
    pub(crate) const fn next_id(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Adds an interaction.
    pub(crate) fn interact(
        &mut self,
        user: UserId,
        component: Option<MessageId>,
        now: Time,
    ) -> InteractionId {
        let id = InteractionId(self.next_id());
        let interaction = DiscordInteraction { user, since: now, component, response: None, original: None };
        self.interactions.insert(id, interaction);
        id
    }

    /// Creates a message. `created_by` is the interaction whose token was used, if any.
    fn create(
        &mut self,
        audience: Audience,
        payload: Payload,
        (created_by, since): (Option<InteractionId>, Time),
    ) -> MessageId {
        let id = MessageId(self.next_id());
        let Payload { message, picture, keeps_picture } = payload;
        assert!(!keeps_picture, "a message that is created has no picture");
        let (is_deleted, is_follow_up) = (false, false);
        let message =
            DiscordMessage { audience, message, picture, is_deleted, since, is_follow_up, created_by };
        self.messages.insert(id, message);
        id
    }

    /// Replaces the content of a message.
    fn change(&mut self, id: MessageId, payload: Payload) -> StepResult {
        match self.messages.get_mut(&id).filter(|message| !message.is_deleted) {
            Some(message) => {
                let is_kept = !payload.keeps_picture || message.picture == payload.picture;
                assert!(is_kept, "{id:?} has another picture: {message:?}, {payload:?}");
                (message.message, message.picture) = (payload.message, payload.picture);
                Ok(accepted(id))
            }
            None => Err(Failure::MessageGone),
        }
    }

    /// Executes a request. The result of a request that returns no message is `Ok` without an id.
    pub(crate) fn execute(&mut self, action: &Action, payload: Option<Payload>, now: Time) -> StepResult {
        match action {
            Action::Respond { token, kind } => self.respond(token.interaction(), *kind, payload, now),
            Action::FollowUp { token, is_ephemeral } => {
                let id = self.with_token(token.interaction(), now)?;
                let user = self.interactions[&id].user;
                let audience = if *is_ephemeral { Audience::Only(user) } else { Audience::Everyone };
                let message = self.create(audience, payload.unwrap(), (Some(id), now));
                self.messages.get_mut(&message).unwrap().is_follow_up = true;
                Ok(accepted(message))
            }
            Action::EditOriginal(token) => {
                let original = self.original(token.interaction(), now)?;
                self.change(original, payload.unwrap())
            }
            Action::DeleteOriginal(token) => {
                let original = self.original(token.interaction(), now)?;
                let message = self.messages.get_mut(&original).filter(|message| !message.is_deleted);
                message.ok_or(Failure::MessageGone)?.is_deleted = true;
                Ok(Accepted::default())
            }
            Action::Post(nonce) => self.post(*nonce, payload.unwrap(), now),
            Action::Edit(sent) | Action::AddPicture(sent) => {
                self.authorize(sent, now)?;
                self.change(sent.id, payload.unwrap())
            }
            Action::Delete(sent) => {
                self.authorize(sent, now)?;
                let message = self.messages.get_mut(&sent.id).filter(|message| !message.is_deleted);
                message.ok_or(Failure::MessageGone)?.is_deleted = true;
                Ok(Accepted::default())
            }
            Action::Find { token, created_public } => self.find(token.interaction(), *created_public, now),
            Action::ReadId(..) | Action::StoreId(..) => unreachable!("requests of the database"),
        }
    }

    /// Posts a message in the channel, or returns the one that was posted with the same nonce.
    fn post(&mut self, nonce: Nonce, payload: Payload, now: Time) -> StepResult {
        if self.refuses {
            return Err(Failure::Refused);
        }
        if let Some((since, message)) = self.nonces.get(&nonce)
            && *since + NONCE_LIFETIME > now
        {
            return Ok(accepted(*message));
        }
        let message = self.create(Audience::Everyone, payload, (None, now));
        self.nonces.insert(nonce, (now, message));
        Ok(accepted(message))
    }

    /// Returns the message that belongs to the first response of an interaction.
    fn original(&self, id: InteractionId, now: Time) -> Result<MessageId, Failure> {
        let id = self.with_token(id, now)?;
        self.interactions[&id].original.ok_or(Failure::MessageGone)
    }

    /// Looks for the message that belongs to the first response of an interaction. If `created_public` is
    /// `true`, only a response that has created a public message counts.
    fn find(&self, id: InteractionId, created_public: bool, now: Time) -> StepResult {
        let id = self.with_token(id, now)?;
        let interaction = &self.interactions[&id];
        let is_created = matches!(interaction.response, Some((_, ResponseKind::Public)));
        let original = interaction.original.filter(|_| is_created || !created_public);
        let message = original.filter(|message| !self.messages[message].is_deleted);
        message.map(accepted).ok_or(Failure::Gone)
    }

    /// Executes the first response to an interaction.
    fn respond(
        &mut self,
        id: InteractionId,
        kind: ResponseKind,
        payload: Option<Payload>,
        now: Time,
    ) -> StepResult {
        let interaction = self.interactions.get(&id).ok_or(Failure::Gone)?.clone();
        if interaction.since + RESPONSE_DEADLINE < now {
            return Err(Failure::Gone);
        }
        if interaction.response.is_some() {
            return Err(Failure::Acknowledged);
        }
        let only = Audience::Only(interaction.user);
        let thinking = || {
            let message = SimMessage::new(What::Thinking);
            Payload { message, picture: None, keeps_picture: false }
        };
        let original = match kind {
            ResponseKind::Update => {
                let component = interaction.component.expect("an update needs a component");
                // Discord accepts an update of a message that was dismissed meanwhile.
                let _ = self.change(component, payload.unwrap());
                Some(component)
            }
            ResponseKind::Acknowledge => {
                Some(interaction.component.expect("an acknowledgement needs a component"))
            }
            ResponseKind::Ephemeral => Some(self.create(only, payload.unwrap(), (Some(id), now))),
            ResponseKind::Public => Some(self.create(Audience::Everyone, payload.unwrap(), (Some(id), now))),
            ResponseKind::Thinking => Some(self.create(only, thinking(), (Some(id), now))),
        };
        let interaction = self.interactions.get_mut(&id).unwrap();
        (interaction.response, interaction.original) = (Some((now, kind)), original);
        let is_new = matches!(kind, ResponseKind::Ephemeral | ResponseKind::Public | ResponseKind::Thinking);
        Ok(Accepted { message: original.filter(|_| is_new), ..Accepted::default() })
    }

    /// Returns the interaction of a token if the token is valid and the interaction has had its first
    /// response.
    fn with_token(&self, id: InteractionId, now: Time) -> Result<InteractionId, Failure> {
        let interaction = self.interactions.get(&id).ok_or(Failure::Gone)?;
        let is_valid = interaction.response.is_some() && interaction.since + TOKEN_LIFETIME > now;
        if is_valid { Ok(id) } else { Err(Failure::Gone) }
    }

    /// Checks that a request may edit a message. A token edits only the message that belongs to the first
    /// response, and the follow-ups of its interaction.
    fn authorize(&self, sent: &Sent, now: Time) -> Result<(), Failure> {
        let Via::Token { token, address, .. } = &sent.via else {
            let message = self.messages.get(&sent.id).ok_or(Failure::MessageGone)?;
            assert_eq!(
                message.audience,
                Audience::Everyone,
                "an ephemeral message was edited without a token"
            );
            return if self.refuses { Err(Failure::Refused) } else { Ok(()) };
        };
        let id = self.with_token(token.interaction(), now)?;
        let is_own = match address {
            Address::Original => self.interactions[&id].original == Some(sent.id),
            Address::FollowUp => self.messages.get(&sent.id).is_some_and(|message| {
                message.created_by == Some(id) && self.interactions[&id].original != Some(sent.id)
            }),
        };
        assert!(is_own, "token of {id:?} does not edit {sent:?}: {:?}", self.interactions[&id]);
        Ok(())
    }
}

fn accepted(message: MessageId) -> Accepted {
    Accepted { message: Some(message), ..Accepted::default() }
}
