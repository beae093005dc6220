//! Services that are shared by the tasks of channels and the interaction handlers.

use std::sync::Arc;

use super::delivery::MessageSender;
use super::gateway::status::Gateway;
use super::options::Options;
use super::pictures::PictureService;
use super::preferences::Preferences;
use super::rest::channel_breaker::ChannelBreakers;
use super::rest::client::RestClient;
use super::rest::invalid_requests::InvalidRequestBudget;
use super::rest::limits::GlobalShare;
use super::rest::upload_health::UploadHealth;
use super::timings::Timings;
use crate::render::Pictures;
use crate::store::Store;
use crate::watch::Metrics;

/// Services shared by the tasks of channels and the interaction handlers.
#[derive(Clone)]
pub(super) struct Services {
    /// Service that sends messages.
    pub(super) sender: Arc<MessageSender>,
    /// Cache of user and server settings.
    pub(super) preferences: Arc<Preferences>,
    /// Service that draws pictures.
    pub(super) picture_service: Arc<PictureService>,
    /// Circuit breakers for channels.
    pub(super) breakers: Arc<ChannelBreakers>,
    /// Counter of invalid requests. The bot sends fewer messages when the count is high.
    pub(super) budget: Arc<InvalidRequestBudget>,
    /// State of the shards. Determines which tables this process serves.
    pub(super) gateway: Gateway,
    /// Metrics of the process.
    pub(super) metrics: Metrics,
    /// Time limits and delays.
    pub(super) timings: Arc<Timings>,
}

impl Services {
    /// Creates the services of a bot. Nothing is sent to Discord.
    pub(super) fn new(
        options: &Options,
        store: Store,
        pictures: &Arc<dyn Pictures>,
        metrics: Metrics,
    ) -> Self {
        let preferences = Arc::new(Preferences::new(store, options.rules.clone()));
        let budget = InvalidRequestBudget::new(options.degradation, metrics.clone());
        let uploads = Arc::<UploadHealth>::default();
        let timings = Arc::new(options.timings);
        let share = GlobalShare { per_second: options.requests_per_second };
        let limiter = share.limiter(options.shards.share(), options.counts_interactions, metrics.clone());
        let rest = Arc::new(RestClient::new(
            (options.api.as_deref(), &options.token),
            timings.request_timeout,
            (share, limiter),
            (Arc::clone(&budget), metrics.clone()),
        ));
        let sender =
            MessageSender::new(rest, Arc::clone(&preferences), Arc::clone(&uploads), Arc::clone(&timings));
        let health = (Arc::clone(&budget), uploads);
        let picture_service = PictureService::new(pictures, health, metrics.clone(), Arc::clone(&timings));
        Self {
            sender: Arc::new(sender),
            preferences,
            picture_service: Arc::new(picture_service),
            breakers: Arc::new(ChannelBreakers::new(timings.channel_retry)),
            budget,
            gateway: Gateway::default(),
            metrics,
            timings,
        }
    }
}
