//! The HTTP client for all requests that the bot sends to Discord's REST API.
//!
//! serenity's own HTTP client is only used to connect to the gateway. It can neither limit requests before
//! Discord rejects them nor send urgent ones first, and it hides the headers of rejected requests.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use reqwest::header::{AUTHORIZATION, HeaderValue, USER_AGENT};
use reqwest::multipart::{Form, Part};
use rest_limiter::{Permit, Priority, RestLimiter};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use serenity::{ApplicationId, CreateAttachment};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::error::{ApiError, ErrorKind};
use super::invalid_requests::InvalidRequestBudget;
use super::limits::GlobalShare;
use super::request::ApiRequest;
use super::token_use::TokenUse;
use crate::watch::Metrics;

/// Base URL of Discord's API.
const DISCORD: &str = "https://discord.com";
/// Discord rejects requests without a user agent of this form.
const AGENT: &str = concat!("DiscordBot (ulti, ", env!("CARGO_PKG_VERSION"), ")");

/// Sends requests to Discord's REST API. All requests share one [`RestLimiter`].
pub(crate) struct RestClient {
    client: reqwest::Client,
    api: String,
    token: SecretString,
    application: OnceLock<ApplicationId>,
    share: GlobalShare,
    limiter: RestLimiter,
    /// Requests that have been sent and wait for their responses.
    in_flight: TaskTracker,
    token_use: TokenUse,
    budget: Arc<InvalidRequestBudget>,
    metrics: Metrics,
}

impl RestClient {
    /// Creates a client for the API server at `api`, or for Discord if it is `None`.
    ///
    /// Requests that take longer than `timeout` fail.
    pub(crate) fn new(
        (api, token): (Option<&str>, &SecretString),
        timeout: Duration,
        (share, limiter): (GlobalShare, RestLimiter),
        (budget, metrics): (Arc<InvalidRequestBudget>, Metrics),
    ) -> Self {
        let client = reqwest::Client::builder().use_rustls_tls().timeout(timeout).build();
        let client = client.unwrap_or_else(|error| {
            tracing::error!(%error, "failed to build HTTP client; using default client");
            reqwest::Client::default()
        });
        let api = api.unwrap_or(DISCORD).trim_end_matches('/').to_owned();
        let (token, application, token_use) = (token.clone(), OnceLock::new(), TokenUse::default());
        let in_flight = TaskTracker::new();
        Self { client, api, token, application, share, limiter, in_flight, token_use, budget, metrics }
    }

    /// Returns the rate limiter of all requests.
    pub(crate) const fn limiter(&self) -> &RestLimiter {
        &self.limiter
    }

    /// Changes the share of the global limit that the process may use: that of `shards` out of `total`.
    pub(crate) fn set_share(&self, shards: u32, total: u32) {
        self.limiter.set_limit(self.share.of(shards, total));
    }

    /// Returns the number of requests that have been sent and wait for their responses.
    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Counts a request that is sent without this client, until the returned token is dropped.
    pub(crate) fn count_request(&self) -> TaskTrackerToken {
        self.in_flight.token()
    }

    /// Returns the detector of other processes that use the bot's token.
    pub(crate) const fn token_use(&self) -> &TokenUse {
        &self.token_use
    }

    /// Sets the bot's application id, which is part of the path of some requests.
    pub(crate) fn set_application(&self, application: ApplicationId) {
        let _ = self.application.set(application);
    }

    /// Returns the bot's application id.
    ///
    /// # Errors
    /// Returns an error before the bot has connected to the gateway for the first time.
    pub(crate) fn application(&self) -> Result<ApplicationId, ApiError> {
        self.application.get().copied().ok_or_else(|| ApiError::new(ErrorKind::Later, "not connected yet"))
    }

    /// Waits until a request may be sent.
    pub(crate) async fn permit(&self, request: &ApiRequest, priority: Priority) -> Permit {
        self.limiter.acquire(request.limit_key.clone(), priority).await
    }

    /// Waits until a request may be sent. Returns `None` if the deadline passes before.
    pub(crate) async fn permit_before(
        &self,
        request: &ApiRequest,
        priority: Priority,
        deadline: Instant,
    ) -> Option<Permit> {
        self.limiter.acquire_before(request.limit_key.clone(), priority, deadline).await
    }

    /// Sends a request as soon as the rate limits allow it. Returns the response's JSON body, or `Null` if
    /// there is none.
    ///
    /// A request that Discord rejects because of a rate limit is not repeated. The limiter delays the next
    /// one.
    ///
    /// # Errors
    /// Returns an error if no response is received or if its status is an error.
    pub(crate) async fn send(&self, request: &ApiRequest, priority: Priority) -> Result<Value, ApiError> {
        let permit = self.permit(request, priority).await;
        self.send_with(request, permit).await
    }

    /// Sends a request with a permit that was acquired before.
    ///
    /// # Errors
    /// See [`send`](Self::send).
    pub(crate) async fn send_with(&self, request: &ApiRequest, permit: Permit) -> Result<Value, ApiError> {
        if !request.is_first_response() {
            return self.attempt(request, permit).await;
        }
        if self.token_use.is_shared() {
            return Err(ApiError::new(ErrorKind::Acknowledged, "left to another process"));
        }
        let interaction = request.limit_key.major;
        self.token_use.attempt(interaction);
        let sent = self.attempt(request, permit).await;
        if matches!(&sent, Err(error) if error.kind == ErrorKind::Acknowledged) {
            self.token_use.rejected(interaction);
        }
        sent
    }

    async fn attempt(&self, request: &ApiRequest, permit: Permit) -> Result<Value, ApiError> {
        let _in_flight = self.in_flight.token();
        let built = self.build(request)?;
        let sent = permit.begin();
        let response = built.send().await.map_err(|error| {
            self.metrics.rest(None);
            let cause = if error.is_timeout() { "timed out" } else { "connection failed" };
            ApiError::new(ErrorKind::Later, cause)
        })?;
        let status = response.status();
        self.budget.record(status.as_u16());
        let retry_after = sent.complete(status.as_u16(), response.headers());
        let body = response.bytes().await;
        if !status.is_success() {
            let body = body.unwrap_or_default();
            return Err(ApiError::of_response(status.as_u16(), &body).retried_after(retry_after));
        }
        let body = body.map_err(|_| ApiError::new(ErrorKind::Later, "response was cut off"))?;
        if body.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&body).map_err(|_| ApiError::new(ErrorKind::Later, "unreadable response"))
    }

    fn build(&self, request: &ApiRequest) -> Result<reqwest::RequestBuilder, ApiError> {
        let url = format!("{}/api/v10/{}", self.api, request.path.expose_secret());
        let mut token =
            HeaderValue::from_str(&format!("Bot {}", self.token.expose_secret().trim_start_matches("Bot ")))
                .map_err(|_| ApiError::new(ErrorKind::Forbidden, "token contains invalid characters"))?;
        token.set_sensitive(true);
        let built = self.client.request(request.method.clone(), url);
        let built = built.header(AUTHORIZATION, token).header(USER_AGENT, AGENT);
        Ok(match &request.body {
            Some(body) if request.is_upload() => built.multipart(form(body, &request.files)),
            Some(body) => built.json(body),
            None => built,
        })
    }
}

/// Returns a multipart body with a message and its files.
fn form(body: &Value, files: &[CreateAttachment]) -> Form {
    let form = Form::new().text("payload_json", body.to_string());
    files.iter().enumerate().fold(form, |form, (position, file)| {
        let part = Part::bytes(file.data.clone()).file_name(file.filename.clone());
        form.part(format!("files[{position}]"), part)
    })
}
