//! Services that are shared by the table publisher and the interaction handlers.

use std::sync::Arc;

use super::delivery::MessageSender;
use super::gateway::status::Gateway;
use super::preferences::Preferences;
use super::publish::hand_messages::HandMessages;
use super::publish::pictures::PictureService;
use super::publish::response_offers::ResponseOffers;
use super::rest::channel_breaker::ChannelBreakers;
use super::rest::invalid_requests::InvalidRequestBudget;
use super::timings::Timings;
use crate::watch::Metrics;

/// Services shared by the table publisher and the interaction handlers.
#[derive(Clone)]
pub(super) struct Services {
    /// Service that sends messages.
    pub(super) sender: Arc<MessageSender>,
    /// Cache of user and server settings.
    pub(super) preferences: Arc<Preferences>,
    /// Ephemeral messages that show players' hands and can still be edited.
    pub(super) hand_messages: Arc<HandMessages>,
    /// First responses to interactions that may create a table's public message.
    pub(super) response_offers: Arc<ResponseOffers>,
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
