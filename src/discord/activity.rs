//! Work in progress of a bot. Tests use it to wait until the bot is idle.

use std::fmt;
use std::sync::Arc;

use super::gateway::status::Gateway;
use super::pictures::PictureService;
use super::rest::client::RestClient;
use crate::watch::Metrics;

/// A handle that reads a running bot's work in progress. Clones refer to the same bot.
#[derive(Clone)]
pub struct ActivityMonitor {
    gateway: Gateway,
    rest: Arc<RestClient>,
    pictures: Arc<PictureService>,
    metrics: Metrics,
}

impl ActivityMonitor {
    pub(super) const fn new(
        gateway: Gateway,
        rest: Arc<RestClient>,
        pictures: Arc<PictureService>,
        metrics: Metrics,
    ) -> Self {
        Self { gateway, rest, pictures, metrics }
    }

    /// Returns the work in progress.
    pub fn current(&self) -> Activity {
        Activity {
            events: self.gateway.events(),
            interactions: self.metrics.interactions_in_flight(),
            requests: self.rest.in_flight(),
            waiting_requests: self.rest.limiter().waiting(),
            pictures: self.pictures.jobs(),
        }
    }
}

/// A bot's work in progress at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activity {
    /// Number of gateway events that have been received since the start.
    pub events: u64,
    /// Number of interactions that are being handled.
    pub interactions: usize,
    /// Number of REST requests that have been sent and wait for their responses.
    pub requests: usize,
    /// Number of REST requests that wait for the rate limiter.
    pub waiting_requests: usize,
    /// Number of pictures that messages wait for, and drawings of all emoji.
    pub pictures: usize,
}

impl fmt::Display for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { events, interactions, requests, waiting_requests, pictures } = self;
        write!(
            f,
            "{events} events received, {interactions} interactions in progress, {requests} requests sent, {waiting_requests} requests waiting \
             for the rate limiter, {pictures} pictures being drawn"
        )
    }
}
