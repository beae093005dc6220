//! The bot, which connects to Discord, dispatches gateway events and shuts down gracefully.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{ClientBuilder, CreateAllowedMentions, FullEvent, GatewayIntents, Http, HttpBuilder};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::commands;
use super::delivery::MessageSender;
use super::dispatch::Dispatcher;
use super::emoji::{CardPictures, DrawnCards, NoCardPictures};
use super::interactions::admission::AdmissionControl;
use super::interactions::debounce::Debouncer;
use super::interactions::error_handler;
use super::interactions::telemetry::InteractionTelemetry;
use super::lifecycle::connection::{ConnectionMetrics, Gateway};
use super::lifecycle::guilds::PendingGuilds;
use super::lifecycle::welcome::{self, AnsweredUsers, JoinedServer};
use super::lifecycle::{channels, guilds};
use super::options::Options;
use super::preferences::Preferences;
use super::publish::announcer::ChannelAnnouncer;
use super::publish::pictures::PictureService;
use super::publish::response_offers::ResponseOffers;
use super::rest::client::RestClient;
use super::rest::error::ApiError;
use super::rest::invalid_requests::{self, InvalidRequestBudget};
use super::rest::limiter::RestLimiter;
use super::rest::upload_health::UploadHealth;
use super::services::Services;
use super::startup::{Startup, StartupFailed};
use super::state::{BotState, Error};
use crate::render::{CachedPictures, NoPictures, Pictures};
use crate::store::Store;
use crate::table::{Announcer, ChannelId, Registry, ServerId, UserId};
use crate::watch::Metrics;

/// Events that the bot receives. None of the intents is privileged.
pub(super) const INTENTS: GatewayIntents = GatewayIntents::GUILDS.union(GatewayIntents::DIRECT_MESSAGES);
/// Timeout for closing the gateway connection.
const GATEWAY_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeout for sending the last replies after the gateway connection is closed.
const LAST_REPLIES_TIMEOUT: Duration = Duration::from_secs(1);

/// Errors returned by [`Bot::run`].
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The server at the API address does not respond like Discord's API.
    ///
    /// The bot checks the address before it connects, because serenity would otherwise silently use a
    /// different address.
    #[error("failed to reach Discord API at {api}: {reason}")]
    Unreachable {
        /// Base URL of the API.
        api: String,
        /// Description of the failure.
        reason: String,
    },
    /// The slash commands could not be registered.
    #[error("failed to register commands: {0}")]
    Setup(String),
    /// The gateway rejected the bot, usually because the token is wrong.
    #[error("gateway rejected the bot: {0}")]
    Gateway(String),
}

/// Renderers for the bot's pictures and emoji. The default renderers draw nothing.
#[derive(Clone)]
pub struct Drawing {
    /// Renderer for pictures that are attached to messages.
    pub pictures: Arc<dyn Pictures>,
    /// Renderer for card and suit emoji.
    pub cards: Arc<dyn CardPictures>,
}

impl Drawing {
    /// Creates the renderers for production use, which draw all pictures and emoji.
    pub fn ours() -> Self {
        Self { pictures: Arc::new(CachedPictures::default()), cards: Arc::new(DrawnCards::default()) }
    }
}

impl Default for Drawing {
    fn default() -> Self {
        Self { pictures: Arc::new(NoPictures), cards: Arc::new(NoCardPictures) }
    }
}

/// A bot that has not connected to Discord yet.
///
/// Create the bot before the [`Registry`], because the registry needs [`Bot::announcer`].
pub struct Bot {
    options: Options,
    services: Services,
    announcer: Arc<ChannelAnnouncer>,
    cards: Arc<dyn CardPictures>,
    gateway: Gateway,
    servers_known: CancellationToken,
}

/// Creates serenity's HTTP client, which is only used to connect to the gateway and by poise.
fn http(options: &Options, budget: &Arc<InvalidRequestBudget>) -> Http {
    let builder = HttpBuilder::new(options.token.expose_secret())
        .default_allowed_mentions(CreateAllowedMentions::new());
    // serenity's default client has no timeout.
    let client = reqwest::Client::builder().use_rustls_tls().timeout(options.request_timeout);
    let builder = match invalid_requests::listening(client, budget).build() {
        Ok(client) => builder.client(client),
        Err(error) => {
            tracing::error!(%error, "failed to build HTTP client; using serenity's default client");
            builder
        }
    };
    let builder = builder.ratelimiter_disabled(true);
    match &options.api {
        Some(api) => builder.proxy(api.trim_end_matches('/')),
        None => builder,
    }
    .build()
}

impl Bot {
    /// Creates a bot from its options, store, renderers and metrics.
    ///
    /// Nothing is sent to Discord until [`Bot::run`] is called.
    pub fn new(options: Options, store: Store, drawing: Drawing, metrics: Metrics) -> Self {
        let preferences = Arc::new(Preferences::new(store, options.rules.clone()));
        let budget = InvalidRequestBudget::new(options.degradation, metrics.clone());
        let uploads = Arc::<UploadHealth>::default();
        let limiter = RestLimiter::new(options.counts_interactions, metrics.clone());
        let rest = Arc::new(RestClient::new(
            (options.api.as_deref(), &options.token),
            options.request_timeout,
            limiter,
            (Arc::clone(&budget), metrics.clone()),
        ));
        let services = Services {
            sender: Arc::new(MessageSender::new(rest, Arc::clone(&preferences), Arc::clone(&uploads))),
            preferences,
            hand_messages: Arc::default(),
            response_offers: Arc::new(ResponseOffers::new(options.uses_interaction_tokens)),
            picture_service: Arc::new(PictureService::new(
                &drawing.pictures,
                (Arc::clone(&budget), uploads),
                metrics.clone(),
            )),
            breakers: Arc::default(),
            budget,
            metrics,
        };
        let announcer = Arc::new(ChannelAnnouncer::new(
            services.clone(),
            options.edit_interval,
            options.uses_interaction_tokens,
        ));
        let (gateway, servers_known) = (Gateway::default(), CancellationToken::new());
        Self { options, services, announcer, cards: drawing.cards, gateway, servers_known }
    }

    /// Returns a handle for checking how many shards are connected to Discord and whether the slash commands
    /// are registered.
    pub fn gateway(&self) -> Gateway {
        self.gateway.clone()
    }

    /// Returns a token that is cancelled once Discord has sent the details of every server that the bot is
    /// in.
    pub fn servers_known(&self) -> CancellationToken {
        self.servers_known.clone()
    }

    /// Returns the announcer, which publishes table updates. Pass it to the [`Registry`].
    pub fn announcer(&self) -> Arc<dyn Announcer> {
        Arc::<ChannelAnnouncer>::clone(&self.announcer)
    }

    /// Connects to Discord, resumes unfinished tables and runs until `shutdown` is cancelled.
    ///
    /// During shutdown, the tables finish their current work, pending messages are sent, and the gateway
    /// connection is closed.
    ///
    /// serenity may busy-loop while it closes a connection that is already lost. To guarantee that the
    /// process ends, enforce a timeout on a separate thread.
    pub async fn run(self, registry: Registry, shutdown: CancellationToken) -> Result<(), DiscordError> {
        let Services { budget, metrics, breakers, .. } = self.services.clone();
        let client_http = http(&self.options, &budget);
        match shutdown.run_until_cancelled(self.check_api(&client_http)).await {
            Some(checked) => checked?,
            None => return Ok(()),
        }
        let stopping = shutdown.child_token();
        let failed = StartupFailed::default();
        let interactions = TaskTracker::new();
        let (announcer, timeout) = (Arc::clone(&self.announcer), self.options.shutdown_timeout);
        let seen = self.gateway.clone();
        registry.stop_clock();
        registry.keep_watch();
        tokio::spawn(channels::keep(registry.clone(), breakers, stopping.clone()));
        let admission = AdmissionControl::new(self.options.limits, &self.services);
        let framework = self.framework(registry.clone(), stopping.clone(), failed.clone());
        let commands = &framework.options().commands;
        let telemetry = InteractionTelemetry::new(commands, metrics.clone(), interactions.clone());
        let framework = Dispatcher { framework, admission, telemetry };
        let builder = ClientBuilder::new_with_http(client_http, INTENTS);
        let builder = builder.framework(framework).event_handler(ConnectionMetrics(metrics));
        let mut client = builder.await.map_err(|error| gateway(&error))?;
        let shards = Arc::clone(&client.shard_manager);
        seen.is_kept_by(&shards);
        let ended = tokio::select! {
            biased;
            () = shutdown.cancelled() => Ok(()),
            ended = client.start() => ended.map_err(|error| gateway(&error)),
            why = failed.known() => Err(DiscordError::Setup(why)),
        };
        stopping.cancel();
        drain(&registry, &announcer, &interactions, timeout).await;
        if tokio::time::timeout(GATEWAY_SHUTDOWN_TIMEOUT, shards.shutdown_all()).await.is_err() {
            tracing::warn!("timed out waiting for gateway to disconnect");
        }
        // Interactions that arrive during the gateway shutdown still get the reply that the bot restarts.
        let _ = tokio::time::timeout(LAST_REPLIES_TIMEOUT, interactions.wait()).await;
        ended
    }

    async fn check_api(&self, http: &Http) -> Result<(), DiscordError> {
        let api = self.options.api.clone().unwrap_or_else(|| "https://discord.com".to_owned());
        let asked = tokio::time::timeout(Duration::from_secs(10), http.get_gateway()).await;
        let reason = match asked {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => ApiError::from(&error).to_string(),
            Err(_) => "no answer within 10 s".to_owned(),
        };
        Err(DiscordError::Unreachable { api, reason })
    }

    fn framework(
        self,
        registry: Registry,
        stopping: CancellationToken,
        failed: StartupFailed,
    ) -> poise::Framework<BotState, Error> {
        let options = poise::FrameworkOptions {
            commands: commands::all(),
            on_error: error_handler::on_error,
            event_handler: |framework, event| Box::pin(handle_event(framework, event)),
            allowed_mentions: Some(CreateAllowedMentions::new()),
            // No message is a command. The content of direct messages is ignored.
            prefix_options: poise::PrefixFrameworkOptions { mention_as_prefix: false, ..Default::default() },
            ..poise::FrameworkOptions::default()
        };
        let (cards, servers_known, gateway) = (self.cards, self.servers_known, self.gateway);
        let data = BotState {
            services: self.services,
            registry,
            announcer: self.announcer,
            debouncer: Debouncer::new(self.options.double_click),
            response_timeout: self.options.response_timeout,
            seasons_ended: Arc::default(),
            pending_guilds: PendingGuilds::new(servers_known.clone()),
            answered_users: AnsweredUsers::default(),
            stopping,
        };
        let startup = Startup { data, cards, gateway, servers_known, failed };
        poise::Framework::builder()
            // No command is restricted to owners, so the request for them is skipped.
            .initialize_owners(false)
            .options(options)
            .setup(|_, ready, framework| Box::pin(startup.run(ready, &framework.options().commands)))
            .build()
    }
}

/// Waits until the tables have finished their work, pending messages have been sent, and running interactions
/// have been answered. Each step times out after `within`.
///
/// The gateway stays connected, so that the bot can tell users that it is restarting.
async fn drain(
    registry: &Registry,
    announcer: &ChannelAnnouncer,
    interactions: &TaskTracker,
    within: Duration,
) {
    if tokio::time::timeout(within, registry.shutdown()).await.is_err() {
        tracing::warn!("timed out waiting for table tasks to stop");
    }
    interactions.close();
    let ((), answered) =
        tokio::join!(announcer.close(within), tokio::time::timeout(within, interactions.wait()));
    if answered.is_err() {
        tracing::warn!("timed out waiting for running interactions to finish");
    }
}

fn gateway(error: &serenity::Error) -> DiscordError {
    DiscordError::Gateway(match error {
        // Gateway errors contain no secrets.
        serenity::Error::Gateway(error) => error.to_string(),
        error => ApiError::from(error).to_string(),
    })
}

/// Handles all gateway events except interactions.
async fn handle_event(
    framework: poise::FrameworkContext<'_, BotState, Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let data = framework.user_data;
    channels::handle_event(data, event);
    match event {
        FullEvent::Ready { data_about_bot } => {
            let servers: BTreeSet<_> =
                data_about_bot.guilds.iter().map(|guild| ServerId(guild.id.get())).collect();
            let shard =
                data_about_bot.shard.map_or((0, 1), |shard| (shard.id.get().into(), shard.total.into()));
            let left = guilds::connected(&data.preferences, &servers, shard).await;
            for server in left {
                data.breakers.left(server);
            }
            data.pending_guilds.expect(servers);
            Ok(())
        }
        FullEvent::GuildCreate { guild, .. } => {
            let server = ServerId(guild.id.get());
            data.preferences.record_language(server, &guild.preferred_locale);
            guilds::added(&data.preferences, server).await;
            data.pending_guilds.record(server);
            let joined = JoinedServer::of(guild, framework.bot_id());
            tokio::spawn(welcome::greet(data.services.clone(), joined, data.stopping.clone()));
            Ok(())
        }
        FullEvent::GuildDelete { incomplete, .. } => {
            // An unavailable server is not removed; it comes back after the outage.
            let server = ServerId(incomplete.id.get());
            if !incomplete.unavailable {
                guilds::removed(&data.preferences, server).await;
            }
            data.pending_guilds.record(server);
            Ok(())
        }
        FullEvent::Message { new_message } => {
            answer_direct_message(data, new_message);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Answers a direct message to the bot, unless a bot wrote it or the user was answered recently.
fn answer_direct_message(data: &BotState, message: &serenity::Message) {
    let user = UserId(message.author.id.get());
    let is_by_person = !message.author.bot && message.webhook_id.is_none();
    if message.guild_id.is_some() || !is_by_person || !data.answered_users.is_due(user) {
        return;
    }
    let place = (user, ChannelId(message.channel_id.get()), message.id.get());
    tokio::spawn(welcome::answer_direct_message(data.services.clone(), place, data.stopping.clone()));
}
