//! The users whose interactions have valid tokens.

use std::collections::BTreeMap;

use crate::ids::{Time, Token, UserId};

/// The users whose interactions have valid tokens, with their tokens and styles.
#[derive(Debug)]
pub(crate) struct Users<S>(BTreeMap<UserId, User<S>>);

#[derive(Debug)]
struct User<S> {
    /// Time until which the token of the newest interaction is used.
    until: Time,
    /// The newest token with which messages can be sent, and the time until which it is used.
    token: Option<(Token, Time)>,
    /// Language and card style of the user, if they are known.
    style: Option<S>,
}

/// A user to whom an ephemeral message can be sent.
#[derive(Debug, Clone)]
pub(crate) struct Recipient<S> {
    pub(crate) token: Token,
    /// Time until which the token is used.
    pub(crate) until: Time,
    pub(crate) style: S,
}

impl<S> Default for Users<S> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<S: Clone> Users<S> {
    fn entry(&mut self, user: UserId, until: Time) -> &mut User<S> {
        let user = self.0.entry(user).or_insert(User { until, token: None, style: None });
        user.until = user.until.max(until);
        user
    }

    /// Records that an interaction was acknowledged. Its token can then send messages, until the given time.
    pub(crate) fn acknowledged(&mut self, user: UserId, token: Token, until: Time) {
        let known = &mut self.entry(user, until).token;
        if known.as_ref().is_none_or(|(_, before)| *before <= until) {
            *known = Some((token, until));
        }
    }

    /// Records the style in which a user gets a reply to an interaction whose token is used until the given
    /// time.
    pub(crate) fn replied(&mut self, user: UserId, style: S, until: Time) {
        self.entry(user, until).style = Some(style);
    }

    /// Sets the style of a user, if the user is known.
    pub(crate) fn set_style(&mut self, user: UserId, style: &S) {
        if let Some(user) = self.0.get_mut(&user) {
            user.style = Some(style.clone());
        }
    }

    /// Returns `true` if an ephemeral message can be sent to a user.
    pub(crate) fn has_recipient(&self, user: UserId, now: Time) -> bool {
        self.recipient(user, now).is_some()
    }

    /// Returns the user as a recipient. Returns `None` if no valid token or no style is known.
    pub(crate) fn recipient(&self, user: UserId, now: Time) -> Option<Recipient<S>> {
        let User { token, style, .. } = self.0.get(&user)?;
        let (token, until) = token.clone().filter(|(_, until)| *until > now)?;
        Some(Recipient { token, until, style: style.clone()? })
    }

    /// Does not use a token any more, because Discord does not accept it.
    pub(crate) fn drop_token(&mut self, user: UserId, token: &Token) {
        if let Some(user) = self.0.get_mut(&user) {
            user.token.take_if(|(known, _)| known == token);
        }
    }

    /// Removes a user.
    pub(crate) fn forget(&mut self, user: UserId) {
        self.0.remove(&user);
    }

    /// Removes the users whose tokens have expired.
    pub(crate) fn remove_expired(&mut self, now: Time) {
        self.0.retain(|_, user| user.until > now);
    }
}
