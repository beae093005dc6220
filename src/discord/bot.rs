//! The bot, which connects to Discord, dispatches gateway events and shuts down gracefully.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{
    BotGateway, ClientBuilder, CreateAllowedMentions, Framework, GatewayError, GatewayIntents, Http,
    HttpBuilder,
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::activity::ActivityMonitor;
use super::channels::registry::Channels;
use super::commands;
use super::dispatch::Dispatcher;
use super::emoji::{CardPictures, DrawnCards, NoCardPictures};
use super::events;
use super::gateway;
use super::gateway::assignment::ShardAssignment;
use super::gateway::discovery::{self, ShardSelection, ShardingError};
use super::gateway::session_starts::SessionStarts;
use super::gateway::shard::{ShardContext, ShardFailure};
use super::gateway::shard_services::ShardServices;
use super::gateway::spin_guard::SpinGuard;
use super::gateway::status::Gateway;
use super::interactions::admission::AdmissionControl;
use super::interactions::debounce::Debouncer;
use super::interactions::error_handler;
use super::interactions::telemetry::InteractionTelemetry;
use super::lifecycle::channels;
use super::lifecycle::guilds::PendingGuilds;
use super::lifecycle::welcome::AnsweredUsers;
use super::options::Options;
use super::rest::error::ApiError;
use super::rest::invalid_requests::{self, InvalidRequestBudget};
use super::services::Services;
use super::startup::{Startup, StartupFailed};
use super::state::{BotState, Error};
use crate::render::{CachedPictures, NoPictures, Pictures};
use crate::store::{ShardLeases, Store};
use crate::table::{Announcer, Registry, ServerId, Shard, ShardRange};
use crate::watch::Metrics;

/// Events that the bot receives. None of the intents is privileged.
pub(super) const INTENTS: GatewayIntents = GatewayIntents::GUILDS.union(GatewayIntents::DIRECT_MESSAGES);
/// Timeout for closing the gateway connection.
const GATEWAY_SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(1_500);
/// Timeout for releasing leased shards. Leases that are not released expire by themselves.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);
/// Timeout for sending the last replies after the gateway connection is closed.
const LAST_REPLIES_TIMEOUT: Duration = Duration::from_millis(500);

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
    /// Discord does not accept the token.
    #[error(
        "Discord rejects the token: reset it in the developer portal (Bot, Reset Token), and set the new one"
    )]
    WrongToken,
    /// Another process answers interactions with the bot's token.
    #[error(
        "another process uses the token: it answers interactions of the same shards. Stop it, or give each process \
         its own range of discord.shards"
    )]
    TokenInUse,
    /// The slash commands could not be registered.
    #[error("failed to register commands: {0}")]
    Setup(String),
    /// The gateway rejected the bot, usually because the token is wrong.
    #[error("gateway rejected the bot: {0}")]
    Gateway(String),
    /// The selected shards cannot be started.
    #[error("failed to start shards: {0}")]
    Sharding(#[from] ShardingError),
    /// The process could not begin to lease shards.
    #[error("failed to lease shards: {0}")]
    Leases(String),
    /// The system could not start a thread.
    #[error("failed to start thread: {0}")]
    Thread(std::io::Error),
}

impl DiscordError {
    /// Returns `true` if the bot would fail again until its configuration is changed, or another process is
    /// stopped.
    pub const fn is_permanent(&self) -> bool {
        let is_too_few = matches!(self, Self::Sharding(ShardingError::TooFewShards { .. }));
        is_too_few || matches!(self, Self::WrongToken | Self::TokenInUse)
    }
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
    channels: Channels,
    cards: Arc<dyn CardPictures>,
    gateway: Gateway,
    servers_known: CancellationToken,
}

/// Creates serenity's HTTP client, which is only used to connect to the gateway and by poise.
fn http(options: &Options, budget: &Arc<InvalidRequestBudget>) -> Http {
    let builder = HttpBuilder::new(options.token.expose_secret())
        .default_allowed_mentions(CreateAllowedMentions::new());
    // serenity's default client has no timeout.
    let client = reqwest::Client::builder().use_rustls_tls().timeout(options.timings.request_timeout);
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
        let services = Services::new(&options, store, &drawing.pictures, metrics);
        let (gateway, servers_known) = (services.gateway.clone(), CancellationToken::new());
        let channels = Channels::new(services.clone(), options.uses_interaction_tokens);
        Self { options, services, channels, cards: drawing.cards, gateway, servers_known }
    }

    /// Returns a handle for checking how many shards are connected to Discord and whether the slash commands
    /// are registered.
    pub fn gateway(&self) -> Gateway {
        self.gateway.clone()
    }

    /// Returns a handle that reads the bot's work in progress.
    pub fn activity(&self) -> ActivityMonitor {
        let Services { sender, picture_service, metrics, .. } = &self.services;
        let gateway = self.gateway.clone();
        ActivityMonitor::new(gateway, Arc::clone(sender.rest()), Arc::clone(picture_service), metrics.clone())
    }

    /// Returns a token that is cancelled once Discord has sent the details of every server that the bot is
    /// in.
    pub fn servers_known(&self) -> CancellationToken {
        self.servers_known.clone()
    }

    /// Returns the announcer, which shows table updates in their channels. Pass it to the [`Registry`].
    pub fn announcer(&self) -> Arc<dyn Announcer> {
        Arc::new(self.channels.clone())
    }

    /// Connects to Discord, resumes unfinished tables and runs until `shutdown` is cancelled.
    ///
    /// During shutdown, the tables finish their current work, pending messages are sent, and the gateway
    /// connection is closed.
    ///
    /// A database or Discord that does not respond may delay the shutdown. To guarantee that the process
    /// ends, enforce a timeout on a separate thread.
    pub async fn run(self, registry: Registry, shutdown: CancellationToken) -> Result<(), DiscordError> {
        let Services { budget, metrics, breakers, sender, .. } = self.services.clone();
        let rest = Arc::clone(sender.rest());
        let client_http = http(&self.options, &budget);
        let Some(found) = shutdown.run_until_cancelled(self.discover(&client_http)).await else {
            return Ok(());
        };
        let (found, range) = found?;
        let leases = self.join_processes(range).await?;
        let any = range.shard_of(ServerId(0));
        let any = leases.as_ref().and_then(|leases| Shard::new(0, leases.total())).unwrap_or(any);
        let stopping = CancellationToken::new();
        let failed = StartupFailed::default();
        let interactions = TaskTracker::new();
        let channel_tasks = self.channels.clone();
        let timeout = self.options.timings.shutdown_timeout;
        let handover_timeout = self.options.timings.handover_timeout;
        let pending_guilds = Arc::new(PendingGuilds::new(any, self.servers_known.clone()));
        let (connections, changes) = mpsc::unbounded_channel();
        let shard_services = ShardServices {
            registry: registry.clone(),
            gateway: self.gateway.clone(),
            pending_guilds: Arc::clone(&pending_guilds),
            rest: Arc::clone(&rest),
            metrics: metrics.clone(),
            connections,
            connected: Mutex::default(),
            connection_check: self.options.timings.connection_check,
            interaction_waits: (&self.options.timings).into(),
            stopping: stopping.clone(),
        };
        tokio::spawn(channels::keep(
            registry.clone(),
            breakers,
            self.options.timings.closing_retry,
            stopping.clone(),
        ));
        let admission = AdmissionControl::new(self.options.limits, &self.services);
        let (gateway_status, token) = (self.gateway.clone(), self.options.token.clone());
        let selection = self.options.shards;
        let store = self.services.preferences.store().clone();
        let framework =
            self.framework(registry.clone(), Arc::clone(&pending_guilds), stopping.clone(), failed.clone());
        let commands = &framework.options().commands;
        let telemetry = InteractionTelemetry::new(commands, metrics.clone(), interactions.clone());
        let client =
            shutdown.run_until_cancelled(ClientBuilder::new_with_http(client_http, INTENTS).into_future());
        let Some(client) = client.await else { return Ok(()) };
        let client = client.map_err(|error| DiscordError::Gateway(ApiError::from(&error).to_string()))?;
        let gateway = gateway_status.clone();
        let mut framework = Dispatcher { framework, admission, telemetry, gateway, pending_guilds };
        framework.init(&client).await;
        let limit = &found.session_start_limit;
        let context = ShardContext {
            intents: INTENTS,
            token,
            starts: SessionStarts::new(
                Arc::clone(&client.http),
                limit,
                selection.has_other_processes().then_some(store),
                metrics.clone(),
            ),
            client,
            framework: Arc::new(framework),
            metrics,
            url: found.url,
            selection,
            gateway: gateway_status,
            spin_guard: SpinGuard::start().map_err(DiscordError::Thread)?,
        };
        let disconnect = CancellationToken::new();
        let (report_failure, shard_failed) = oneshot::channel();
        let shards = tokio::spawn(gateway::run(context, changes, disconnect.clone(), report_failure));
        let assignment = ShardAssignment::begin(shard_services, range, leases);
        let ended = tokio::select! {
            biased;
            () = shutdown.cancelled() => Ok(()),
            // The sender lives until all shards have stopped.
            failure = shard_failed => failure.map_or(Ok(()), |failure| Err(failure.into())),
            why = failed.known() => Err(DiscordError::Setup(why)),
            () = rest.token_use().shared() => {
                // The other process must not lose more interactions to this one.
                disconnect.cancel();
                Err(DiscordError::TokenInUse)
            }
        };
        let handover_timeout = if ended.is_ok() { handover_timeout } else { Duration::ZERO };
        let leases = assignment.end(handover_timeout).await;
        stopping.cancel();
        drain(&registry, &channel_tasks, &interactions, timeout).await;
        if let Some(leases) = leases
            && !matches!(tokio::time::timeout(LEAVE_TIMEOUT, leases.leave()).await, Ok(Ok(())))
        {
            tracing::warn!("failed to release shards; their leases expire soon");
        }
        disconnect.cancel();
        if tokio::time::timeout(GATEWAY_SHUTDOWN_TIMEOUT, shards).await.is_err() {
            tracing::warn!("timed out waiting for gateway to disconnect");
        }
        // Interactions that arrive during the gateway shutdown still get the reply that the bot restarts.
        let _ = tokio::time::timeout(LAST_REPLIES_TIMEOUT, interactions.wait()).await;
        ended
    }

    /// Asks Discord for the gateway's address and limits, and chooses the shards of this process.
    ///
    /// Nothing is connected before this has succeeded.
    async fn discover(&self, http: &Http) -> Result<(BotGateway, ShardRange), DiscordError> {
        let api = self.options.api.clone().unwrap_or_else(|| "https://discord.com".to_owned());
        match discovery::bot_gateway(http).await {
            Ok(found) => {
                let range = discovery::choose(self.options.shards, &found)?;
                Ok((found, range))
            }
            Err(error) if error.status == Some(401) => Err(DiscordError::WrongToken),
            Err(error) => Err(DiscordError::Unreachable { api, reason: error.to_string() }),
        }
    }

    /// Registers this process as one that leases shards. Returns `None` if its shards are fixed.
    async fn join_processes(&self, range: ShardRange) -> Result<Option<ShardLeases>, DiscordError> {
        let ShardSelection::Leased(total) = self.options.shards else { return Ok(None) };
        let store = self.services.preferences.store();
        let joined = store.join_processes(total.map(NonZero::get), range.total(), &host_name()).await;
        let leases = joined.map_err(|error| DiscordError::Leases(error.to_string()))?;
        tracing::info!(process = %leases.process(), shards = leases.total(), "process leases its shards");
        Ok(Some(leases))
    }

    fn framework(
        self,
        registry: Registry,
        pending_guilds: Arc<PendingGuilds>,
        stopping: CancellationToken,
        failed: StartupFailed,
    ) -> poise::Framework<BotState, Error> {
        let options = poise::FrameworkOptions {
            commands: commands::all(),
            on_error: error_handler::on_error,
            event_handler: |framework, event| Box::pin(events::handle_event(framework, event)),
            allowed_mentions: Some(CreateAllowedMentions::new()),
            // No message is a command. The content of direct messages is ignored.
            prefix_options: poise::PrefixFrameworkOptions { mention_as_prefix: false, ..Default::default() },
            ..poise::FrameworkOptions::default()
        };
        let (cards, servers_known, gateway) = (self.cards, self.servers_known, self.gateway);
        let data = BotState {
            services: self.services,
            registry,
            channels: self.channels,
            debouncer: Debouncer::new(self.options.timings.double_click),
            seasons_ended: Arc::default(),
            pending_guilds,
            answered_users: AnsweredUsers::default(),
            welcome_turn: Arc::default(),
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

/// Returns the name of the computer or container, for the log.
fn host_name() -> String {
    std::env::var("HOSTNAME").unwrap_or_default()
}

/// Waits until the tables have finished their work, pending messages have been sent, and running interactions
/// have been answered. Each step times out after `within`.
///
/// The gateway stays connected, so that the bot can tell users that it is restarting.
async fn drain(registry: &Registry, channels: &Channels, interactions: &TaskTracker, within: Duration) {
    if tokio::time::timeout(within, registry.shutdown()).await.is_err() {
        tracing::warn!("timed out waiting for table tasks to stop");
    }
    interactions.close();
    let answered = tokio::time::timeout(within, interactions.wait());
    let ((), answered) = tokio::join!(channels.close(within), answered);
    if answered.is_err() {
        tracing::warn!("timed out waiting for running interactions to finish");
    }
}

impl From<ShardFailure> for DiscordError {
    fn from(failure: ShardFailure) -> Self {
        match failure {
            ShardFailure::Rejected(GatewayError::InvalidAuthentication) => Self::WrongToken,
            ShardFailure::Sharding(error) => Self::Sharding(error),
            failure => Self::Gateway(failure.to_string()),
        }
    }
}
