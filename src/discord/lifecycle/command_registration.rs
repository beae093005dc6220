//! Registers the commands when the bot starts, and again later if Discord refuses them.
//!
//! Discord keeps the commands of an application. If they cannot be registered, the bot therefore uses those
//! that an earlier run has registered, if there are any.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::ApplicationId;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::discord::commands::registration::{self, Installs};
use crate::discord::rest::client::RestClient;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limits::BACKGROUND;
use crate::discord::rest::request::ApiRequest;
use crate::discord::state::{BotState, Error};
use crate::discord::timings::BackOff;

/// Time limit of the first attempt. Until it has succeeded or failed, no interaction is answered.
const FIRST_ATTEMPT: Duration = Duration::from_secs(5);
/// Maximum time to wait until the rate limits allow the request for the list of commands.
const LIST_PERMIT: Duration = Duration::from_secs(5);

/// A registration of all commands, which may have failed before.
pub(super) struct CommandRegistration {
    rest: Arc<RestClient>,
    /// The registration for servers and for users who install the bot for themselves.
    for_all: ApiRequest,
    /// The registration for servers only.
    for_servers: ApiRequest,
    /// The request for the commands that are registered.
    existing: ApiRequest,
    /// Names of the commands.
    names: BTreeSet<String>,
    /// Delays between attempts while Discord is unavailable.
    retry: BackOff,
    /// Delays between attempts if Discord refuses the commands.
    refused_retry: BackOff,
    stopping: CancellationToken,
    /// Number of failed attempts.
    failures: u32,
}

impl CommandRegistration {
    /// Creates the registration of the application's commands. Sends nothing yet.
    ///
    /// # Errors
    /// Returns an error if the commands cannot be serialized.
    pub(super) fn new(
        application: ApplicationId,
        commands: &[poise::Command<BotState, Error>],
        data: &BotState,
    ) -> Result<Self, ApiError> {
        let request = |installs| {
            ApiRequest::set_commands(application, &registration::registrations(commands, installs))
        };
        let names = |command: &poise::Command<BotState, Error>| {
            [Some(command.name.to_string()), command.context_menu_name.as_ref().map(ToString::to_string)]
        };
        Ok(Self {
            rest: Arc::clone(data.sender.rest()),
            for_all: request(Installs::ServersAndUsers)?,
            for_servers: request(Installs::Servers)?,
            existing: ApiRequest::commands(application),
            names: commands.iter().flat_map(names).flatten().collect(),
            retry: data.timings.registration_retry,
            refused_retry: data.timings.refused_registration_retry,
            stopping: data.stopping.clone(),
            failures: 0,
        })
    }

    /// Registers the commands. If that fails or takes longer than [`FIRST_ATTEMPT`], and an earlier run has
    /// registered commands, continues in the background.
    ///
    /// If there are no commands, retries with increasing delays.
    ///
    /// # Errors
    /// Returns an error if Discord refuses the commands and there are none of an earlier run, or if the bot
    /// is stopped.
    pub(super) async fn until_usable(mut self) -> Result<(), ApiError> {
        let in_time = tokio::time::timeout(FIRST_ATTEMPT, self.attempt()).await;
        let mut result = in_time.unwrap_or_else(|_| Err(ApiError::new(ErrorKind::Later, "takes too long")));
        while let Err(error) = result {
            let tries = self.failures;
            tracing::warn!(%error, tries, "failed to register commands; looking for commands of an earlier run");
            if self.is_any_registered().await {
                tracing::info!("using commands of an earlier run");
                tokio::spawn(self.keep_trying(error));
                return Ok(());
            }
            if !is_retried(&error) || !self.wait_after(&error).await {
                return Err(error);
            }
            result = self.attempt().await;
        }
        result
    }

    /// Retries the registration until it succeeds or the bot stops. `error` is the last failure.
    async fn keep_trying(mut self, mut error: ApiError) {
        let stopping = self.stopping.clone();
        while self.wait_after(&error).await {
            match stopping.run_until_cancelled(self.attempt()).await {
                Some(Ok(())) => return tracing::info!(tries = self.failures + 1, "commands registered"),
                Some(Err(next)) => error = next,
                None => return,
            }
            tracing::warn!(%error, tries = self.failures, "failed to register commands; retrying");
        }
    }

    /// Waits for the next attempt. Returns `false` if the bot is stopping.
    async fn wait_after(&self, error: &ApiError) -> bool {
        let delays = if error.is_temporary() { self.retry } else { self.refused_retry };
        let wait = delays.jittered_delay(self.failures);
        // The rate limiter delays the next attempt as well, but also if the bot is stopping.
        let wait = error.retry_after.map_or(wait, |retry_after| wait.max(retry_after));
        self.stopping.run_until_cancelled(tokio::time::sleep(wait)).await.is_some()
    }

    /// Makes one attempt to register the commands.
    ///
    /// If Discord refuses commands for users who install the bot for themselves, because the application does
    /// not allow such installations, registers the commands for servers only.
    ///
    /// # Errors
    /// If Discord refuses both registrations, returns the first error, because the second one may only follow
    /// from it.
    async fn attempt(&mut self) -> Result<(), ApiError> {
        let sent = match self.rest.send(&self.for_all, BACKGROUND).await {
            Err(error) if error.kind == ErrorKind::Wrong => {
                tracing::warn!(
                    %error,
                    "failed to register commands for user installs; registering for servers only"
                );
                let sent = self.rest.send(&self.for_servers, BACKGROUND).await;
                sent.map_err(|second| if second.kind == ErrorKind::Wrong { error } else { second })
            }
            sent => sent,
        };
        self.failures += u32::from(sent.is_err());
        sent.map(drop)
    }

    /// Returns `true` if one of the commands is registered, or if the rate limits do not allow the request.
    /// While Discord is unavailable, repeats the request with increasing delays.
    async fn is_any_registered(&self) -> bool {
        let mut failures = 0;
        loop {
            let deadline = Instant::now() + LIST_PERMIT;
            let Some(permit) = self.rest.permit_before(&self.existing, BACKGROUND, deadline).await else {
                return true;
            };
            match self.rest.send_with(&self.existing, permit).await {
                Ok(listed) => return self.contains_any(&listed),
                Err(error) if error.is_temporary() => {
                    failures += 1;
                    tracing::warn!(%error, failures, "failed to list registered commands; retrying");
                }
                Err(error) => {
                    tracing::warn!(%error, "failed to list registered commands");
                    return false;
                }
            }
            let wait = tokio::time::sleep(self.retry.jittered_delay(failures));
            if self.stopping.run_until_cancelled(wait).await.is_none() {
                return false;
            }
        }
    }

    /// Returns `true` if Discord's list of commands contains one of the bot's commands.
    fn contains_any(&self, listed: &Value) -> bool {
        let mut names =
            listed.as_array().into_iter().flatten().filter_map(|command| command["name"].as_str());
        names.any(|name| self.names.contains(name))
    }
}

/// Returns `true` if the registration may succeed later without a change of the bot or its settings.
fn is_retried(error: &ApiError) -> bool {
    error.is_temporary() || error.kind == ErrorKind::Quota
}
