//! The bot, which connects to Discord, dispatches gateway events and shuts down gracefully.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{
    BotGateway, Client, ClientBuilder, CreateAllowedMentions, Framework, GatewayIntents, Http, HttpBuilder,
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::activity::ActivityMonitor;
use super::channels::registry::Channels;
use super::commands;
use super::dispatch::Dispatcher;
use super::emoji::{CardPictures, DrawnCards, NoCardPictures};
use super::error::DiscordError;
use super::events;
use super::gateway::assignment::ShardAssignment;
use super::gateway::discovery::{self, ShardSelection};
use super::gateway::relay::RelayContext;
use super::gateway::session_starts::SessionStarts;
use super::gateway::shard::{ShardContext, ShardFailure};
use super::gateway::shard_services::ShardServices;
use super::gateway::status::Gateway;
use super::gateway::{self, ConnectionChange};
use super::interactions::admission::AdmissionControl;
use super::interactions::debounce::Debouncer;
use super::interactions::error_handler;
use super::interactions::telemetry::InteractionTelemetry;
use super::lifecycle::channels;
use super::lifecycle::guilds::PendingGuilds;
use super::lifecycle::startup::{Startup, StartupFailed};
use super::lifecycle::welcome::AnsweredUsers;
use super::options::Options;
use super::rest::error::ApiError;
use super::rest::invalid_requests::{self, InvalidRequestBudget};
use super::services::Services;
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

/// State that the tasks of a running bot share.
struct RunState {
    registry: Registry,
    pending_guilds: Arc<PendingGuilds>,
    /// Commands and buttons that are being handled.
    interactions: TaskTracker,
    startup_failed: StartupFailed,
    /// Cancelled when the bot begins to shut down.
    stopping: CancellationToken,
}

impl RunState {
    fn new(registry: Registry, pending_guilds: PendingGuilds) -> Self {
        Self {
            registry,
            pending_guilds: Arc::new(pending_guilds),
            interactions: TaskTracker::new(),
            startup_failed: StartupFailed::default(),
            stopping: CancellationToken::new(),
        }
    }
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
        let http = http(&self.options, &self.services.budget);
        let Some(found) = shutdown.run_until_cancelled(self.discover(&http)).await else { return Ok(()) };
        let (found, range) = found?;
        let leases = self.join_processes(range).await?;
        let Some(client) = shutdown.run_until_cancelled(client(http)).await else { return Ok(()) };
        let client = client?;
        let any = leases.as_ref().and_then(|leases| Shard::new(0, leases.total()));
        let any = any.unwrap_or_else(|| range.shard_of(ServerId(0)));
        let state = RunState::new(registry, PendingGuilds::new(any, self.servers_known.clone()));
        self.end_deleted_channels(&state);
        let dispatcher = self.dispatcher(&state, &client).await;
        let context = self.shard_context(client, dispatcher, found)?;
        let (connections, changes) = mpsc::unbounded_channel();
        let disconnect = CancellationToken::new();
        let (report_failure, shard_failed) = oneshot::channel();
        let shards = tokio::spawn(gateway::run(context, changes, disconnect.clone(), report_failure));
        let assignment = ShardAssignment::begin(self.shard_services(&state, connections), range, leases);
        let ended = tokio::select! {
            biased;
            () = shutdown.cancelled() => Ok(()),
            failure = self.failure(&state.startup_failed, shard_failed) => failure,
        };
        if matches!(ended, Err(DiscordError::TokenInUse)) {
            // The other process must not lose more interactions to this one.
            disconnect.cancel();
        }
        let handover = if ended.is_ok() { self.options.timings.handover_timeout } else { Duration::ZERO };
        let leases = assignment.end(handover).await;
        state.stopping.cancel();
        drain(&state, &self.channels, self.options.timings.shutdown_timeout).await;
        if let Some(leases) = leases {
            release(leases).await;
        }
        disconnect.cancel();
        if tokio::time::timeout(GATEWAY_SHUTDOWN_TIMEOUT, shards).await.is_err() {
            tracing::warn!("timed out waiting for gateway to disconnect");
        }
        // Interactions that arrive during the gateway shutdown still get the reply that the bot restarts.
        let _ = tokio::time::timeout(LAST_REPLIES_TIMEOUT, state.interactions.wait()).await;
        ended
    }

    /// Starts the task that ends the tables in channels that have been deleted.
    fn end_deleted_channels(&self, state: &RunState) {
        let (registry, stopping) = (state.registry.clone(), state.stopping.clone());
        let (breakers, retry) = (self.services.breakers.clone(), self.options.timings.closing_retry);
        tokio::spawn(channels::keep(registry, breakers, retry, stopping));
    }

    /// Waits until the bot fails. Returns `Ok` if all shards stop without a failure.
    async fn failure(
        &self,
        startup: &StartupFailed,
        shards: oneshot::Receiver<ShardFailure>,
    ) -> Result<(), DiscordError> {
        tokio::select! {
            biased;
            // The sender lives until all shards have stopped.
            failure = shards => failure.map_or(Ok(()), |failure| Err(failure.into())),
            why = startup.known() => Err(DiscordError::Setup(why)),
            () = self.services.sender.rest().token_use().shared() => Err(DiscordError::TokenInUse),
        }
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

    /// Creates the dispatcher of gateway events, and initializes it.
    async fn dispatcher(&self, state: &RunState, client: &Client) -> Dispatcher {
        let framework = self.framework(state);
        let (commands, metrics) = (&framework.options().commands, self.services.metrics.clone());
        let telemetry = InteractionTelemetry::new(commands, metrics, state.interactions.clone());
        let admission = AdmissionControl::new(self.options.limits, &self.services);
        let (gateway, pending_guilds) = (self.gateway.clone(), Arc::clone(&state.pending_guilds));
        let mut dispatcher = Dispatcher { framework, admission, telemetry, gateway, pending_guilds };
        dispatcher.init(client).await;
        dispatcher
    }

    fn framework(&self, state: &RunState) -> poise::Framework<BotState, Error> {
        let options = poise::FrameworkOptions {
            commands: commands::all(),
            on_error: error_handler::on_error,
            event_handler: |framework, event| Box::pin(events::handle_event(framework, event)),
            allowed_mentions: Some(CreateAllowedMentions::new()),
            // No message is a command. The content of direct messages is ignored.
            prefix_options: poise::PrefixFrameworkOptions { mention_as_prefix: false, ..Default::default() },
            ..poise::FrameworkOptions::default()
        };
        let data = BotState {
            services: self.services.clone(),
            registry: state.registry.clone(),
            channels: self.channels.clone(),
            debouncer: Debouncer::new(self.options.timings.double_click),
            seasons_ended: Arc::default(),
            pending_guilds: Arc::clone(&state.pending_guilds),
            answered_users: AnsweredUsers::default(),
            welcome_turn: Arc::default(),
            stopping: state.stopping.clone(),
        };
        let startup = Startup {
            data,
            cards: Arc::clone(&self.cards),
            gateway: self.gateway.clone(),
            servers_known: self.servers_known.clone(),
            failed: state.startup_failed.clone(),
        };
        poise::Framework::builder()
            // No command is restricted to owners, so the request for them is skipped.
            .initialize_owners(false)
            .options(options)
            .setup(|_, ready, framework| Box::pin(startup.run(ready, &framework.options().commands)))
            .build()
    }

    /// Creates the context in which shards connect.
    fn shard_context(
        &self,
        client: Client,
        dispatcher: Dispatcher,
        found: BotGateway,
    ) -> Result<ShardContext, DiscordError> {
        let (selection, metrics) = (self.options.shards, self.services.metrics.clone());
        let store = self.services.preferences.store().clone();
        let shared_store = selection.has_other_processes().then_some(store);
        let limit = &found.session_start_limit;
        let starts = SessionStarts::new(Arc::clone(&client.http), limit, shared_store, metrics.clone());
        Ok(ShardContext {
            intents: INTENTS,
            token: self.options.token.clone(),
            starts,
            client,
            framework: Arc::new(dispatcher),
            metrics,
            relay: RelayContext::new(found.url, self.gateway.clone())
                .map_err(|error| DiscordError::HttpClient(error.to_string()))?,
            selection,
            gateway: self.gateway.clone(),
        })
    }

    /// Creates the services of the shards, which send changes of the connected shards to `connections`.
    fn shard_services(
        &self,
        state: &RunState,
        connections: mpsc::UnboundedSender<ConnectionChange>,
    ) -> ShardServices {
        ShardServices {
            registry: state.registry.clone(),
            gateway: self.gateway.clone(),
            pending_guilds: Arc::clone(&state.pending_guilds),
            rest: Arc::clone(self.services.sender.rest()),
            metrics: self.services.metrics.clone(),
            connections,
            connected: Mutex::default(),
            connection_check: self.options.timings.connection_check,
            interaction_waits: (&self.options.timings).into(),
            stopping: state.stopping.clone(),
        }
    }
}

/// Creates serenity's client, which is only used to connect to the gateway and by poise.
async fn client(http: Http) -> Result<Client, DiscordError> {
    let client = ClientBuilder::new_with_http(http, INTENTS).await;
    client.map_err(|error| DiscordError::Gateway(ApiError::from(&error).to_string()))
}

/// Returns the name of the computer or container, for the log.
fn host_name() -> String {
    std::env::var("HOSTNAME").unwrap_or_default()
}

/// Waits until the tables have finished their work, pending messages have been sent, and running interactions
/// have been answered. Each step times out after `within`.
///
/// The gateway stays connected, so that the bot can tell users that it is restarting.
async fn drain(state: &RunState, channels: &Channels, within: Duration) {
    let RunState { registry, interactions, .. } = state;
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

/// Releases the leased shards.
async fn release(leases: ShardLeases) {
    if !matches!(tokio::time::timeout(LEAVE_TIMEOUT, leases.leave()).await, Ok(Ok(()))) {
        tracing::warn!("failed to release shards; their leases expire soon");
    }
}
