//! Startup after the first `READY` event: registers commands and starts background tasks.

use std::sync::{Arc, OnceLock};

use poise::serenity_prelude as serenity;
use serenity::Ready;
use tokio_util::sync::CancellationToken;

use super::command_registration::CommandRegistration;
use super::season_summaries;
use crate::discord::emoji::{self, CardPictures};
use crate::discord::gateway::status::Gateway;
use crate::discord::rest::error::ApiError;
use crate::discord::state::{BotState, Error};

/// Everything that [`Startup::run`] needs to register the commands and start the background tasks.
pub(crate) struct Startup {
    pub(crate) data: BotState,
    pub(crate) cards: Arc<dyn CardPictures>,
    pub(crate) gateway: Gateway,
    pub(crate) servers_known: CancellationToken,
    pub(crate) failed: StartupFailed,
}

impl Startup {
    /// Registers the commands and starts the background tasks.
    ///
    /// # Errors
    /// Returns an error if no commands can be used. In that case, no background tasks are started.
    pub(crate) async fn run(
        self,
        ready: &Ready,
        commands: &[poise::Command<BotState, Error>],
    ) -> Result<BotState, Error> {
        let Self { data, cards, gateway, servers_known, failed } = self;
        data.sender.rest().set_application(ready.application.id);
        let registration = CommandRegistration::new(ready.application.id, commands, &data);
        let registration = registration.map_err(|error| failed.with(error))?;
        registration.until_usable().await.map_err(|error| failed.with(error))?;
        gateway.arrived();
        tracing::info!(bot = %ready.user.id, "connected to Discord");
        let (services, stopping) = (&data.services, &data.stopping);
        tokio::spawn(season_summaries::keep(
            services.clone(),
            Arc::clone(&data.seasons_ended),
            gateway.clone(),
            (servers_known, stopping.clone()),
        ));
        let (rest, preferences) = (Arc::clone(services.sender.rest()), Arc::clone(&services.preferences));
        let cards = (cards, services.picture_service.count_job());
        tokio::spawn(emoji::keep(rest, cards, preferences, gateway, stopping.clone()));
        Ok(data)
    }
}

/// Signals a failed startup to [`Bot::run`](crate::discord::Bot::run), which then returns an error.
#[derive(Debug, Clone, Default)]
pub(crate) struct StartupFailed {
    token: CancellationToken,
    why: Arc<OnceLock<ApiError>>,
}

impl StartupFailed {
    fn with(&self, error: ApiError) -> ApiError {
        let error = self.why.get_or_init(|| error).clone();
        self.token.cancel();
        error
    }

    /// Waits until startup fails and returns the error message.
    pub(crate) async fn known(&self) -> String {
        self.token.cancelled().await;
        self.why.get().map(ToString::to_string).unwrap_or_default()
    }
}
