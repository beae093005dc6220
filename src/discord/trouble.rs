//! What went wrong at Discord, sorted by what can be done about it.
//!
//! serenity's errors hold the address of the request, and the address of an interaction holds its
//! token; so nothing but what [`Trouble`] says of them is ever logged.

use std::fmt;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::HttpError;

use super::budget::Budget;
use crate::watch::Meter;

/// Why Discord did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The message or the interaction is not there, or not there any more.
    Gone(String),
    /// The channel is not there, or not there any more.
    NoChannel(String),
    /// It is not allowed.
    Forbidden(String),
    /// A permission is missing, or the request is too large or wrong in its files: without files it
    /// may do.
    Files(String),
    /// The request is wrong in an emoji, which may have been deleted.
    Emoji(String),
    /// Discord is busy or ailing, or could not be reached: later it may do.
    Later(String),
    /// The request is wrong: a fault of ours.
    Wrong(String),
}

/// "Unknown Channel": whose messages can't be posted anew either.
const UNKNOWN_CHANNEL: isize = 10003;
/// "Unknown Message".
const UNKNOWN_MESSAGE: isize = 10008;
/// "Thread is archived": what is in it can't be edited before somebody writes there.
const ARCHIVED: isize = 50083;
/// "Request entity too large".
const TOO_LARGE: isize = 40005;
/// "You lack permissions to perform that action".
const MISSING_PERMISSIONS: isize = 50013;
/// "Invalid webhook token": the interaction's time is up.
const EXPIRED: isize = 50027;

impl Trouble {
    /// Whether a message that can't be edited may be posted anew: it is gone, or it is in an archived
    /// thread, which a new message wakes.
    pub(super) fn may_be_posted_anew(error: &serenity::Error) -> bool {
        response(error).is_some_and(|response| matches!(response.error.code, UNKNOWN_MESSAGE | ARCHIVED))
    }

    /// Whether the channel itself refuses: what comes next would be refused as well.
    pub(super) const fn is_of_channel(&self) -> bool {
        matches!(self, Self::NoChannel(_) | Self::Forbidden(_) | Self::Files(_))
    }

    /// The status of Discord's answer, where there was one.
    pub(super) fn status(&self) -> Option<u16> {
        self.said().split_once(':')?.0.parse().ok()
    }

    fn said(&self) -> &str {
        match self {
            Self::Gone(said)
            | Self::NoChannel(said)
            | Self::Forbidden(said)
            | Self::Files(said)
            | Self::Emoji(said)
            | Self::Later(said)
            | Self::Wrong(said) => said,
        }
    }
}

fn response(error: &serenity::Error) -> Option<&serenity::ErrorResponse> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => Some(response),
        _ => None,
    }
}

/// Counts a request to which no answer came, and hands on what came of it. Answers are counted where they
/// come in: see [`budget::listening`](super::budget::listening).
#[allow(clippy::result_large_err)] // it is serenity's
pub(super) fn counted<T>(meter: &Meter, came: serenity::Result<T>) -> serenity::Result<T> {
    if let Err(serenity::Error::Http(HttpError::Request(_))) = &came {
        meter.rest(None);
    }
    came
}

/// The same for what may be an upload, whose answer is not heard where it comes in.
#[allow(clippy::result_large_err)] // it is serenity's
pub(super) fn heard<T>(
    meter: &Meter,
    upload: Option<&Budget>,
    came: serenity::Result<T>,
) -> serenity::Result<T> {
    if let Some(budget) = upload {
        match &came {
            Ok(_) => budget.hear(200),
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(response))) => {
                budget.hear(response.status_code.as_u16());
            }
            Err(_) => {} // no answer came, or it can't be read
        }
    }
    counted(meter, came)
}

/// Whether something wrong is in a field of one of these names.
fn names(response: &serenity::ErrorResponse, fields: &[&str]) -> bool {
    response.error.errors.iter().any(|error| error.path.split('.').any(|part| fields.contains(&part)))
}

/// How often something is asked of Discord that is busy or ailing, while a person waits.
const TRIES: u32 = 3;
/// "Interaction has already been acknowledged": the try before this one did arrive.
const ACKNOWLEDGED: isize = 40060;

/// Does it, and again a moment later where Discord could not take it: for answers, which someone
/// is waiting for. Nothing comes back of an answer whose first try had arrived after all. Public
/// messages are retried by their desk, at leisure.
pub(super) async fn insist<T, F>(
    meter: &Meter,
    upload: Option<&Budget>,
    ask: impl Fn() -> F,
) -> Result<Option<T>, Trouble>
where
    F: Future<Output = serenity::Result<T>>,
{
    let mut tries = 1;
    loop {
        let error = match heard(meter, upload, ask().await) {
            Ok(done) => return Ok(Some(done)),
            Err(error) => error,
        };
        if tries > 1 && response(&error).is_some_and(|response| response.error.code == ACKNOWLEDGED) {
            return Ok(None);
        }
        let trouble = Trouble::from(&error);
        if tries >= TRIES || !matches!(trouble, Trouble::Later(_)) {
            return Err(trouble);
        }
        tokio::time::sleep(Duration::from_millis(200) * tries).await;
        tries += 1;
    }
}

impl From<&serenity::Error> for Trouble {
    fn from(error: &serenity::Error) -> Self {
        if let Some(response) = response(error) {
            let status = response.status_code.as_u16();
            let said = format!("{status}: {} ({})", response.error.message, response.error.code);
            return match status {
                404 if response.error.code == UNKNOWN_CHANNEL => Self::NoChannel(said),
                404 => Self::Gone(said),
                401 if response.error.code == EXPIRED => Self::Gone(said),
                413 => Self::Files(said),
                403 if response.error.code == MISSING_PERMISSIONS => Self::Files(said),
                400 if response.error.code == TOO_LARGE || names(response, &["attachments", "files"]) => {
                    Self::Files(said)
                }
                400 if names(response, &["emoji"]) => Self::Emoji(said),
                401 | 403 => Self::Forbidden(said),
                429 | 500.. => Self::Later(said),
                _ => Self::Wrong(said),
            };
        }
        match error {
            serenity::Error::Http(HttpError::Request(error)) if error.is_timeout() => {
                Self::Later("timed out".to_owned())
            }
            serenity::Error::Http(HttpError::Request(_)) => Self::Later("not reached".to_owned()),
            serenity::Error::Http(_) => Self::Wrong("not a request that can be made".to_owned()),
            serenity::Error::Json(_) => Self::Wrong("the answer can't be read".to_owned()),
            serenity::Error::Model(error) => Self::Wrong(error.to_string()),
            _ => Self::Wrong("not done".to_owned()),
        }
    }
}

impl From<serenity::Error> for Trouble {
    fn from(error: serenity::Error) -> Self {
        Self::from(&error)
    }
}

impl std::error::Error for Trouble {}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(said) => write!(f, "gone ({said})"),
            Self::NoChannel(said) => write!(f, "no such channel ({said})"),
            Self::Forbidden(said) => write!(f, "not allowed ({said})"),
            Self::Files(said) => write!(f, "not allowed, or not with files ({said})"),
            Self::Emoji(said) => write!(f, "refused for an emoji ({said})"),
            Self::Later(said) => write!(f, "not now ({said})"),
            Self::Wrong(said) => write!(f, "refused ({said})"),
        }
    }
}
