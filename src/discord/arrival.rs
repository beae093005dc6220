//! What is done once Discord says who the bot is, before anybody is answered: the commands are registered,
//! and what goes on beside the answers begins.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Context, Ready};
use tokio_util::sync::CancellationToken;

use super::data::{Data, Error};
use super::doors::{back_off, jitter};
use super::emoji::{self, CardPictures};
use super::farewells;
use super::gateway::Gateway;
use super::trouble::{Trouble, counted};
use crate::table::Registry;

/// How long the languages of all servers are waited for before tables are shown again.
const SERVERS_WITHIN: Duration = Duration::from_secs(2);
/// The first wait before the commands are registered again, and the longest.
const REGISTERS_AFTER: Duration = Duration::from_secs(1);
const REGISTERS_WITHIN: Duration = Duration::from_mins(1);
/// How often it is looked whether the gateway is in reach.
const LOOKS_EVERY: Duration = Duration::from_secs(2);

/// All that the bot needs to arrive.
pub(super) struct Arrival {
    pub(super) data: Data,
    pub(super) cards: Arc<dyn CardPictures>,
    pub(super) gateway: Gateway,
    pub(super) servers_known: CancellationToken,
    pub(super) failed: Failed,
}

impl Arrival {
    /// Arrives; or says why not, and no table is woken.
    pub(super) async fn arrive(
        self,
        context: &Context,
        ready: &Ready,
        commands: &[poise::Command<Data, Error>],
    ) -> Result<Data, Error> {
        let Self { data, cards, gateway, servers_known, failed } = self;
        for http in [&data.hands, &data.pictures] {
            http.set_application_id(ready.application.id);
        }
        register(context, commands, &data).await.map_err(|trouble| failed.with(trouble))?;
        gateway.arrived();
        tracing::info!(bot = %ready.user.id, servers = ready.guilds.len(), "at Discord");
        let (http, memory, meter) = (&context.http, &data.memory, &data.meter);
        tokio::spawn(farewells::keep(
            (Arc::clone(http), meter.clone()),
            Arc::clone(memory),
            Arc::clone(&data.budget),
            Arc::clone(&data.seasons_ended),
            (servers_known.clone(), data.stopping.clone()),
        ));
        let stopping = data.stopping.clone();
        tokio::spawn(emoji::keep(Arc::clone(http), cards, Arc::clone(memory), stopping, meter.clone()));
        tokio::spawn(resume(data.registry.clone(), gateway, servers_known, data.stopping.clone()));
        Ok(data)
    }
}

/// An arrival that failed, told to [`super::client::Bot::run`], which ends then.
#[derive(Debug, Clone, Default)]
pub(super) struct Failed {
    token: CancellationToken,
    why: Arc<OnceLock<Trouble>>,
}

impl Failed {
    fn with(&self, trouble: Trouble) -> Trouble {
        let trouble = self.why.get_or_init(|| trouble).clone();
        self.token.cancel();
        trouble
    }

    /// Waits until it has failed, and says why.
    pub(super) async fn known(&self) -> String {
        self.token.cancelled().await;
        self.why.get().map(ToString::to_string).unwrap_or_default()
    }
}

/// Registers the commands, and again, ever more slowly, while Discord is busy or ailing.
async fn register(
    context: &Context,
    commands: &[poise::Command<Data, Error>],
    data: &Data,
) -> Result<(), Trouble> {
    let mut tries = 0;
    loop {
        let registered = poise::builtins::register_globally(context, commands).await;
        let Err(trouble) = counted(&data.meter, registered).map_err(Trouble::from) else { return Ok(()) };
        if !matches!(trouble, Trouble::Later(_)) {
            return Err(trouble);
        }
        tries += 1;
        tracing::warn!(%trouble, tries, "the commands are not registered yet");
        let wait = back_off(tries, REGISTERS_AFTER, REGISTERS_WITHIN).mul_f64(jitter());
        if data.stopping.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return Err(trouble);
        }
    }
}

/// Wakes the tables that were in play, once the languages of their servers are known. From then on the tables'
/// clock goes while the gateway is in reach.
async fn resume(
    registry: Registry,
    gateway: Gateway,
    servers_known: CancellationToken,
    stopping: CancellationToken,
) {
    let _ = tokio::time::timeout(SERVERS_WITHIN, servers_known.cancelled()).await;
    registry.start_clock();
    let waking = async {
        match registry.resume().await {
            Ok(tables) => tracing::info!(tables, "tables woken"),
            Err(error) => tracing::error!(%error, "the tables that were in play could not be resumed"),
        }
    };
    let looking = async {
        while stopping.run_until_cancelled(tokio::time::sleep(LOOKS_EVERY)).await.is_some() {
            if gateway.shards().await.connected == 0 {
                registry.stop_clock();
            } else {
                registry.start_clock();
            }
        }
    };
    tokio::join!(waking, looking);
}
