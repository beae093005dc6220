//! Classifies Discord's errors by how the bot can react.
//!
//! serenity's errors contain the URL of the request, and the URL of an interaction contains its token.
//! Therefore only the text of [`ApiError`] is ever logged.

use poise::serenity_prelude as serenity;
use std::time::Duration;

use serde_json::Value;
use serenity::HttpError;

/// An error from a Discord request, classified by how the bot can respond.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} ({message})")]
pub(crate) struct ApiError {
    /// Error category, which determines how the bot responds.
    pub(crate) kind: ErrorKind,
    /// HTTP status code, or `None` if no readable response was received.
    pub(crate) status: Option<u16>,
    /// Time after which the request may be repeated, if Discord rejected it because of a rate limit.
    pub(crate) retry_after: Option<Duration>,
    message: String,
}

/// The category of an [`ApiError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub(crate) enum ErrorKind {
    /// The message was deleted or is in an archived thread. A new message can replace it.
    ///
    /// If the thread is archived, posting the new message unarchives it.
    #[strum(to_string = "message no longer exists")]
    MessageGone,
    /// The interaction, or another resource that the request refers to, no longer exists.
    #[strum(to_string = "interaction or resource no longer exists")]
    Gone,
    /// The channel no longer exists.
    #[strum(to_string = "channel not found")]
    NoChannel,
    /// The bot is not authorized to send the request.
    #[strum(to_string = "permission denied")]
    Forbidden,
    /// A permission is missing, or the attached files are invalid or too large. The request may succeed
    /// without files.
    #[strum(to_string = "permission denied, possibly for attached files")]
    Files,
    /// An emoji is invalid, for example because it was deleted.
    #[strum(to_string = "invalid emoji")]
    Emoji,
    /// Discord is unavailable or cannot be reached. The request may succeed later.
    #[strum(to_string = "temporarily unavailable")]
    Later,
    /// Discord creates no more commands today.
    #[strum(to_string = "daily limit of new commands reached")]
    Quota,
    /// The interaction has already been acknowledged, for example by an earlier attempt.
    #[strum(to_string = "already acknowledged")]
    Acknowledged,
    /// The first response to an interaction has not created a public message.
    #[strum(to_string = "no public message")]
    NotPublic,
    /// The request is invalid because of a bug in the bot.
    #[strum(to_string = "invalid request")]
    Wrong,
}

/// Discord error code for "Unknown Channel". Reposting the message would also fail.
const UNKNOWN_CHANNEL: isize = 10003;
/// Discord error code for "Unknown Message".
const UNKNOWN_MESSAGE: isize = 10008;
/// Discord error code for "Thread is archived". Messages in the thread cannot be edited until a new post
/// unarchives it.
const ARCHIVED: isize = 50083;
/// Discord error code for "Interaction has already been acknowledged".
const ACKNOWLEDGED: isize = 40060;
/// Discord error code for "Request entity too large".
const TOO_LARGE: isize = 40005;
/// Discord error code for "You lack permissions to perform that action".
const MISSING_PERMISSIONS: isize = 50013;
/// Discord error code for "Max number of daily application command creates has been reached".
const COMMAND_QUOTA: isize = 30034;
/// Discord error code for "Invalid webhook token". It means that the interaction token has expired.
const EXPIRED: isize = 50027;

impl ApiError {
    /// Creates an error that has no HTTP status.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, status: None, retry_after: None, message: message.into() }
    }

    /// Returns `true` if Discord is unavailable or cannot be reached, so the request may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        self.kind == ErrorKind::Later
    }

    /// Returns `true` if the error affects the whole channel, so other messages to it would also be rejected.
    pub(crate) const fn is_of_channel(&self) -> bool {
        matches!(self.kind, ErrorKind::NoChannel | ErrorKind::Forbidden | ErrorKind::Files)
    }

    /// Classifies a response with an error status. `body` is the response's body, which is usually JSON.
    pub(crate) fn of_response(status: u16, body: &[u8]) -> Self {
        match serde_json::from_slice(body) {
            Ok(error) => Self::of_json(status, &error),
            // A response about a rate limit has no code.
            Err(_) => Self::of_code(status, (-1, &message(body)), |_| false),
        }
    }

    /// Adds the time after which the request may be repeated.
    pub(crate) fn retried_after(self, retry_after: Option<Duration>) -> Self {
        Self { retry_after, ..self }
    }

    fn of_json(status: u16, error: &serenity::DiscordJsonError) -> Self {
        let lists = |fields: &[&str]| {
            error.errors.iter().any(|error| error.path.split('.').any(|part| fields.contains(&part)))
        };
        Self::of_code(status, (error.code, &error.message), lists)
    }

    /// Classifies an error by its HTTP status and Discord's error code. `lists` returns `true` if the
    /// response lists one of the given fields as invalid.
    fn of_code(status: u16, (code, text): (isize, &str), lists: impl Fn(&[&str]) -> bool) -> Self {
        let kind = match status {
            _ if code == ACKNOWLEDGED => ErrorKind::Acknowledged,
            _ if matches!(code, UNKNOWN_MESSAGE | ARCHIVED) => ErrorKind::MessageGone,
            404 if code == UNKNOWN_CHANNEL => ErrorKind::NoChannel,
            404 => ErrorKind::Gone,
            401 if code == EXPIRED => ErrorKind::Gone,
            400 if code == COMMAND_QUOTA => ErrorKind::Quota,
            413 => ErrorKind::Files,
            403 if code == MISSING_PERMISSIONS => ErrorKind::Files,
            400 if code == TOO_LARGE || lists(&["attachments", "files"]) => ErrorKind::Files,
            400 if lists(&["emoji"]) => ErrorKind::Emoji,
            401 | 403 => ErrorKind::Forbidden,
            429 | 500.. => ErrorKind::Later,
            _ => ErrorKind::Wrong,
        };
        let message = format!("{status}: {text} ({code})");
        Self { kind, status: Some(status), retry_after: None, message }
    }
}

/// Returns the message in the body of an error response.
fn message(body: &[u8]) -> String {
    let body: Option<Value> = serde_json::from_slice(body).ok();
    let message = body.as_ref().and_then(|body| body["message"].as_str());
    message.unwrap_or("unreadable error response").to_owned()
}

impl From<&serenity::Error> for ApiError {
    fn from(error: &serenity::Error) -> Self {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                Self::of_json(response.status_code.as_u16(), &response.error)
            }
            serenity::Error::Http(HttpError::Request(error)) if error.is_timeout() => {
                Self::new(ErrorKind::Later, "timed out")
            }
            serenity::Error::Http(HttpError::Request(_)) => Self::new(ErrorKind::Later, "connection failed"),
            serenity::Error::Http(_) => Self::new(ErrorKind::Wrong, "invalid request"),
            serenity::Error::Json(_) => Self::new(ErrorKind::Wrong, "unreadable response"),
            serenity::Error::Model(error) => Self::new(ErrorKind::Wrong, error.to_string()),
            _ => Self::new(ErrorKind::Wrong, "request failed"),
        }
    }
}

impl From<serenity::Error> for ApiError {
    fn from(error: serenity::Error) -> Self {
        Self::from(&error)
    }
}
