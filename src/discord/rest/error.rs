//! Classifies Discord's errors by how the bot can react.
//!
//! serenity's errors contain the URL of the request, and the URL of an interaction contains its token.
//! Therefore only the text of [`ApiError`] is ever logged.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::HttpError;

use super::invalid_requests::InvalidRequestBudget;
use crate::watch::Metrics;

/// An error of a request to Discord, classified by how the bot can react.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    /// The message was deleted, or it is in an archived thread. It can be replaced by a new message. Posting
    /// the new message reopens the thread.
    #[error("gone ({0})")]
    MessageGone(String),
    /// The interaction, or another resource to which the request refers, no longer exists.
    #[error("gone ({0})")]
    Gone(String),
    /// The channel does not exist any more.
    #[error("no such channel ({0})")]
    NoChannel(String),
    /// The request is not allowed.
    #[error("not allowed ({0})")]
    Forbidden(String),
    /// A permission is missing, or the files are invalid or too large. A request without files may succeed.
    #[error("not allowed, possibly because of files ({0})")]
    Files(String),
    /// An emoji is invalid, for example because it was deleted.
    #[error("invalid emoji ({0})")]
    Emoji(String),
    /// Discord is unavailable or unreachable. A later attempt may succeed.
    #[error("temporarily unavailable ({0})")]
    Later(String),
    /// The request is invalid because of a bug in the bot.
    #[error("invalid request ({0})")]
    Wrong(String),
}

/// Error code "Unknown Channel". Reposting the message would also fail.
const UNKNOWN_CHANNEL: isize = 10003;
/// Error code "Unknown Message".
const UNKNOWN_MESSAGE: isize = 10008;
/// Error code "Thread is archived". Messages in the thread cannot be edited until someone posts there.
const ARCHIVED: isize = 50083;
/// Error code "Request entity too large".
const TOO_LARGE: isize = 40005;
/// Error code "You lack permissions to perform that action".
const MISSING_PERMISSIONS: isize = 50013;
/// Error code "Invalid webhook token": the interaction has expired.
const EXPIRED: isize = 50027;

impl ApiError {
    /// Returns `true` if the error concerns the channel itself, so that further messages would be rejected as
    /// well.
    pub(crate) const fn is_of_channel(&self) -> bool {
        matches!(self, Self::NoChannel(_) | Self::Forbidden(_) | Self::Files(_))
    }

    /// Returns the HTTP status of the response, if there was one.
    pub(crate) fn status(&self) -> Option<u16> {
        self.message().split_once(':')?.0.parse().ok()
    }

    fn message(&self) -> &str {
        match self {
            Self::MessageGone(message)
            | Self::Gone(message)
            | Self::NoChannel(message)
            | Self::Forbidden(message)
            | Self::Files(message)
            | Self::Emoji(message)
            | Self::Later(message)
            | Self::Wrong(message) => message,
        }
    }
}

fn response(error: &serenity::Error) -> Option<&serenity::ErrorResponse> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => Some(response),
        _ => None,
    }
}

/// Records a request in the metrics if it got no response. Returns its result unchanged.
///
/// Responses are counted by [`listening`](super::invalid_requests::listening).
#[allow(clippy::result_large_err)] // the error type is serenity's
pub(crate) fn counted<T>(metrics: &Metrics, came: serenity::Result<T>) -> serenity::Result<T> {
    if let Err(serenity::Error::Http(HttpError::Request(_))) = &came {
        metrics.rest(None);
    }
    came
}

/// Records the result of a request in the metrics and returns it unchanged.
///
/// If the request is an upload, its response is also reported to the `upload` budget, because
/// [`listening`](super::invalid_requests::listening) does not see responses to uploads.
#[allow(clippy::result_large_err)] // the error type is serenity's
pub(crate) fn record_result<T>(
    metrics: &Metrics,
    upload: Option<&InvalidRequestBudget>,
    came: serenity::Result<T>,
) -> serenity::Result<T> {
    if let Some(budget) = upload {
        match &came {
            Ok(_) => budget.record(200),
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(response))) => {
                budget.record(response.status_code.as_u16());
            }
            Err(_) => {} // no readable response
        }
    }
    counted(metrics, came)
}

/// Returns `true` if the response reports that one of these fields is invalid.
fn has_invalid_field(response: &serenity::ErrorResponse, fields: &[&str]) -> bool {
    response.error.errors.iter().any(|error| error.path.split('.').any(|part| fields.contains(&part)))
}

/// Maximum number of attempts to send a reply while Discord is unavailable.
const MAX_TRIES: u32 = 3;
/// Error code "Interaction has already been acknowledged": a previous attempt succeeded.
const ACKNOWLEDGED: isize = 40060;

/// Sends a request and retries it while Discord is unavailable.
///
/// Use this for replies, because a user is waiting. Public messages are retried by the update queue instead.
/// Returns `None` if an earlier attempt has already succeeded.
pub(crate) async fn insist<T, F>(
    metrics: &Metrics,
    upload: Option<&InvalidRequestBudget>,
    ask: impl Fn() -> F,
) -> Result<Option<T>, ApiError>
where
    F: Future<Output = serenity::Result<T>>,
{
    let mut tries = 1;
    loop {
        let error = match record_result(metrics, upload, ask().await) {
            Ok(done) => return Ok(Some(done)),
            Err(error) => error,
        };
        if tries > 1 && response(&error).is_some_and(|response| response.error.code == ACKNOWLEDGED) {
            return Ok(None);
        }
        let error = ApiError::from(&error);
        if tries >= MAX_TRIES || !matches!(error, ApiError::Later(_)) {
            return Err(error);
        }
        tokio::time::sleep(Duration::from_millis(200) * tries).await;
        tries += 1;
    }
}

impl From<&serenity::Error> for ApiError {
    fn from(error: &serenity::Error) -> Self {
        if let Some(response) = response(error) {
            let status = response.status_code.as_u16();
            let message = format!("{status}: {} ({})", response.error.message, response.error.code);
            return match status {
                _ if matches!(response.error.code, UNKNOWN_MESSAGE | ARCHIVED) => Self::MessageGone(message),
                404 if response.error.code == UNKNOWN_CHANNEL => Self::NoChannel(message),
                404 => Self::Gone(message),
                401 if response.error.code == EXPIRED => Self::Gone(message),
                413 => Self::Files(message),
                403 if response.error.code == MISSING_PERMISSIONS => Self::Files(message),
                400 if response.error.code == TOO_LARGE
                    || has_invalid_field(response, &["attachments", "files"]) =>
                {
                    Self::Files(message)
                }
                400 if has_invalid_field(response, &["emoji"]) => Self::Emoji(message),
                401 | 403 => Self::Forbidden(message),
                429 | 500.. => Self::Later(message),
                _ => Self::Wrong(message),
            };
        }
        match error {
            serenity::Error::Http(HttpError::Request(error)) if error.is_timeout() => {
                Self::Later("timed out".to_owned())
            }
            serenity::Error::Http(HttpError::Request(_)) => Self::Later("connection failed".to_owned()),
            serenity::Error::Http(_) => Self::Wrong("invalid request".to_owned()),
            serenity::Error::Json(_) => Self::Wrong("unreadable response".to_owned()),
            serenity::Error::Model(error) => Self::Wrong(error.to_string()),
            _ => Self::Wrong("request failed".to_owned()),
        }
    }
}

impl From<serenity::Error> for ApiError {
    fn from(error: serenity::Error) -> Self {
        Self::from(&error)
    }
}
