//! The connection to Discord: made, kept, and ended in order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{
    ClientBuilder, CreateAllowedMentions, FullEvent, GatewayIntents, Http, HttpBuilder, Interaction,
};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::announcer::Herald;
use super::arrival::{Arrival, Failed};
use super::budget::{self, Budget};
use super::data::{Data, Error};
use super::door::Door;
use super::doors::Doors;
use super::easel::Easel;
use super::emoji::{CardPictures, DrawnCards, NoCardPictures};
use super::gateway::{Gateway, Limits};
use super::hasty::Hasty;
use super::memory::Memory;
use super::options::Options;
use super::reception::Reception;
use super::routes;
use super::servers::Awaited;
use super::tokens::Tokens;
use super::trouble::Trouble;
use super::turnstile::Turnstile;
use super::wall::Channels;
use super::{commands, components, errors, places, servers};
use crate::render::{Drawn, NoPictures, Pictures};
use crate::store::Store;
use crate::table::{Announcer, Registry, ServerId};
use crate::watch::Meter;

/// How long the gateway may take to say goodbye.
const GOODBYE_WITHIN: Duration = Duration::from_secs(2);
/// How long the last answers may take once the gateway is left.
const LAST_WORD_WITHIN: Duration = Duration::from_secs(1);

/// Why the bot could not go to Discord, or had to come back.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// Nothing that could be Discord answers there. serenity would go to another address without a
    /// word, so this is asked first.
    #[error("{api} does not answer as Discord does: {reason}")]
    Unreachable {
        /// Where.
        api: String,
        /// What came instead.
        reason: String,
    },
    /// The commands could not be registered; the bot would be there and mute.
    #[error("the commands could not be registered: {0}")]
    Setup(String),
    /// The gateway does not take the bot: a wrong token, as a rule.
    #[error("the gateway does not take the bot: {0}")]
    Gateway(String),
}

/// Who draws for the bot; nobody, by default.
#[derive(Clone)]
pub struct Drawing {
    /// The pictures under messages.
    pub pictures: Arc<dyn Pictures>,
    /// The emoji of cards and suits.
    pub cards: Arc<dyn CardPictures>,
}

impl Drawing {
    /// With everything that this program can draw.
    pub fn ours() -> Self {
        Self { pictures: Arc::new(Drawn::default()), cards: Arc::new(DrawnCards::default()) }
    }
}

impl Default for Drawing {
    fn default() -> Self {
        Self { pictures: Arc::new(NoPictures), cards: Arc::new(NoCardPictures) }
    }
}

/// The bot before it goes to Discord. Its announcer is what the tables need first.
pub struct Bot {
    options: Options,
    /// For messages to channels; serenity has limits of its own for each of these.
    messages: Arc<Http>,
    /// For the hands, by their tokens.
    hands: Arc<Http>,
    /// For the pictures that follow them.
    pictures: Arc<Http>,
    memory: Arc<Memory>,
    tokens: Arc<Tokens>,
    herald: Arc<Herald>,
    cards: Arc<dyn CardPictures>,
    easel: Arc<Easel>,
    doors: Arc<Doors>,
    budget: Arc<Budget>,
    meter: Meter,
    gateway: Gateway,
    servers_known: CancellationToken,
}

fn http(options: &Options, budget: &Arc<Budget>, meter: &Meter) -> Http {
    let builder = HttpBuilder::new(options.token.expose_secret())
        .default_allowed_mentions(CreateAllowedMentions::new());
    // serenity's own client would wait for ever for an answer that was lost.
    let client = reqwest::Client::builder().use_rustls_tls().timeout(options.lost_after);
    let builder = match budget::listening(client, budget).build() {
        Ok(client) => builder.client(client),
        Err(error) => {
            tracing::error!(%error, "refusals can't be counted, and answers are waited for without end");
            builder
        }
    };
    let mut http = match &options.api {
        Some(api) => builder.proxy(api.trim_end_matches('/')).ratelimiter_disabled(true),
        None => builder,
    }
    .build();
    if let Some(limiter) = &mut http.ratelimiter {
        let meter = meter.clone();
        limiter.set_ratelimit_callback(Box::new(move |limit| meter.limited(limit.global)));
    }
    http
}

impl Bot {
    /// A bot that remembers by this store. Nothing is sent yet.
    pub fn new(options: Options, store: Store) -> Self {
        Self::drawing(options, store, Drawing::default())
    }

    /// The same with pictures.
    pub fn drawing(options: Options, store: Store, drawing: Drawing) -> Self {
        Self::watched(options, store, drawing, Meter::default())
    }

    /// The same, counting what it does by this meter.
    pub fn watched(options: Options, store: Store, drawing: Drawing, meter: Meter) -> Self {
        let memory = Arc::new(Memory::new(store, options.rules.clone()));
        let tokens = Arc::new(Tokens::default());
        let (doors, budget) = (Arc::new(Doors::default()), Budget::new(options.caution, meter.clone()));
        let [messages, hands, pictures] = [(), (), ()].map(|()| Arc::new(http(&options, &budget, &meter)));
        let easel = Arc::new(Easel::new(&drawing.pictures, Arc::clone(&budget), meter.clone()));
        let channels = Channels::new(
            (Arc::clone(&messages), Arc::clone(&hands)),
            Arc::clone(&memory),
            Arc::clone(&tokens),
            Arc::clone(&easel),
            Arc::clone(&doors),
            Arc::clone(&budget),
            meter.clone(),
        );
        let herald = Arc::new(Herald::new(channels, options.pace, Arc::clone(&budget)));
        let (gateway, servers_known) = (Gateway::default(), CancellationToken::new());
        let cards = drawing.cards;
        Self {
            options,
            messages,
            hands,
            pictures,
            memory,
            tokens,
            herald,
            cards,
            easel,
            doors,
            budget,
            meter,
            gateway,
            servers_known,
        }
    }

    /// How its connection to the gateway is, now and later.
    pub fn gateway(&self) -> Gateway {
        self.gateway.clone()
    }

    /// Set once Discord has told on which servers the bot is.
    pub fn servers_known(&self) -> CancellationToken {
        self.servers_known.clone()
    }

    /// Who shows what happens at the tables; for the [`Registry`].
    pub fn announcer(&self) -> Arc<dyn Announcer> {
        let herald: Arc<Herald> = Arc::clone(&self.herald);
        herald
    }

    /// Goes to Discord, wakes the tables that were in play, and stays until told to stop. Then the
    /// tables finish what they are doing, what they have to say is shown, and the gateway is left.
    ///
    /// serenity may spin while it leaves a gateway that is gone already: whoever must be sure that
    /// the process ends sets a limit from a plain thread.
    pub async fn run(self, registry: Registry, shutdown: CancellationToken) -> Result<(), DiscordError> {
        let client_http = http(&self.options, &self.budget, &self.meter);
        match shutdown.run_until_cancelled(self.greet(&client_http)).await {
            Some(greeted) => greeted?,
            None => return Ok(()),
        }
        let stopping = shutdown.child_token();
        let failed = Failed::default();
        let visits = TaskTracker::new();
        let (herald, farewell) = (Arc::clone(&self.herald), self.options.farewell);
        let (seen, meter) = (self.gateway.clone(), self.meter.clone());
        let (messages, hands) = (Arc::clone(&self.messages), Arc::clone(&self.hands));
        let pictures = Arc::clone(&self.pictures);
        registry.stop_clock();
        registry.keep_watch();
        tokio::spawn(places::keep(registry.clone(), Arc::clone(&self.doors), stopping.clone()));
        let turnstile = Arc::new(Turnstile::new(self.options.limits));
        let framework =
            self.framework(registry.clone(), Arc::clone(&turnstile), stopping.clone(), failed.clone());
        let framework = Reception::new(framework, meter.clone(), visits.clone());
        let framework = Door::new(framework, turnstile, meter.clone());
        let builder = ClientBuilder::new_with_http(client_http, GatewayIntents::GUILDS);
        let builder = builder.framework(framework).event_handler(Limits(meter));
        let mut client = builder.await.map_err(|error| gateway(&error))?;
        let shards = Arc::clone(&client.shard_manager);
        seen.is_kept_by(&shards);
        let pruning = tokio::spawn(routes::prune([messages, hands, pictures, Arc::clone(&client.http)]));
        let ended = tokio::select! {
            biased;
            () = shutdown.cancelled() => Ok(()),
            ended = client.start() => ended.map_err(|error| gateway(&error)),
            why = failed.known() => Err(DiscordError::Setup(why)),
        };
        stopping.cancel();
        pruning.abort();
        drain(&registry, &herald, &visits, farewell).await;
        if tokio::time::timeout(GOODBYE_WITHIN, shards.shutdown_all()).await.is_err() {
            tracing::warn!("the gateway did not let go in time");
        }
        // Who came while the gateway was left hears that the bot restarts, too.
        let _ = tokio::time::timeout(LAST_WORD_WITHIN, visits.wait()).await;
        ended
    }

    async fn greet(&self, http: &Http) -> Result<(), DiscordError> {
        let api = self.options.api.clone().unwrap_or_else(|| "https://discord.com".to_owned());
        let asked = tokio::time::timeout(Duration::from_secs(10), http.get_gateway()).await;
        let reason = match asked {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => Trouble::from(&error).to_string(),
            Err(_) => "no answer within ten seconds".to_owned(),
        };
        Err(DiscordError::Unreachable { api, reason })
    }

    fn framework(
        self,
        registry: Registry,
        turnstile: Arc<Turnstile>,
        stopping: CancellationToken,
        failed: Failed,
    ) -> poise::Framework<Data, Error> {
        let options = poise::FrameworkOptions {
            commands: commands::all(),
            on_error: errors::on_error,
            event_handler: |framework, event| Box::pin(happened(framework, event)),
            allowed_mentions: Some(CreateAllowedMentions::new()),
            ..poise::FrameworkOptions::default()
        };
        let (cards, servers_known, gateway) = (self.cards, self.servers_known, self.gateway);
        let data = Data {
            pictures: self.pictures,
            registry,
            memory: self.memory,
            tokens: self.tokens,
            herald: self.herald,
            easel: self.easel,
            doors: self.doors,
            budget: self.budget,
            turnstile,
            hasty: Hasty::new(self.options.double_click),
            hands: self.hands,
            patience: self.options.patience,
            meter: self.meter,
            seasons_ended: Arc::default(),
            awaited: Awaited::new(servers_known.clone()),
            stopping,
        };
        let arrival = Arrival { data, cards, gateway, servers_known, failed };
        poise::Framework::builder()
            // Nobody owns this bot's commands, and asking who does is one request more.
            .initialize_owners(false)
            .options(options)
            .setup(|context, ready, framework| {
                Box::pin(arrival.arrive(context, ready, &framework.options().commands))
            })
            .build()
    }
}

/// Tables finish what they are doing, what they have to say is shown, and who is being answered gets
/// the answer. The gateway is still there: whoever does something meanwhile hears that the bot
/// restarts, instead of finding nobody.
async fn drain(registry: &Registry, herald: &Herald, visits: &TaskTracker, within: Duration) {
    if tokio::time::timeout(within, registry.shutdown()).await.is_err() {
        tracing::warn!("some tables did not stop in time; the journal has what they did");
    }
    visits.close();
    let ((), answered) = tokio::join!(herald.close(within), tokio::time::timeout(within, visits.wait()));
    if answered.is_err() {
        tracing::warn!("some interactions could not be answered in time");
    }
}

fn gateway(error: &serenity::Error) -> DiscordError {
    DiscordError::Gateway(match error {
        // These say what is wrong and nothing secret.
        serenity::Error::Gateway(error) => error.to_string(),
        error => Trouble::from(error).to_string(),
    })
}

/// What comes from the gateway beside commands, which poise deals with.
async fn happened(
    framework: poise::FrameworkContext<'_, Data, Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let data = framework.user_data;
    places::happened(data, event);
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(pressed) } => {
            Box::pin(components::answer(data, &framework.serenity_context.http, pressed)).await
        }
        FullEvent::Ready { data_about_bot } => {
            let servers: BTreeSet<_> =
                data_about_bot.guilds.iter().map(|guild| ServerId(guild.id.get())).collect();
            let shard =
                data_about_bot.shard.map_or((0, 1), |shard| (shard.id.get().into(), shard.total.into()));
            let left = servers::connected(&data.memory, &servers, shard).await;
            for server in left {
                data.doors.left(server);
            }
            data.awaited.expect(servers);
            Ok(())
        }
        FullEvent::GuildCreate { guild, .. } => {
            let server = ServerId(guild.id.get());
            data.memory.hear(server, &guild.preferred_locale);
            servers::added(&data.memory, server).await;
            data.awaited.hear(server);
            Ok(())
        }
        FullEvent::GuildDelete { incomplete, .. } => {
            // One that is unavailable is only out of reach for a while.
            let server = ServerId(incomplete.id.get());
            if !incomplete.unavailable {
                servers::removed(&data.memory, server).await;
            }
            data.awaited.hear(server);
            Ok(())
        }
        _ => Ok(()),
    }
}
