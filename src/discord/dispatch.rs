//! Entry point for all gateway events. Interactions are rate-limited and measured before they are handled.

use std::sync::Arc;

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{Client, CommandType, Context, Framework, FullEvent, Interaction};

use tokio::time::Instant;

use super::components;
use super::gateway::status::Gateway;
use super::interactions::admission::AdmissionControl;
use super::interactions::error_handler;
use super::interactions::incoming::{Incoming, IncomingKind};
use super::interactions::telemetry::InteractionTelemetry;
use super::lifecycle::guilds::PendingGuilds;
use super::rest::limits::RESPONSE;
use super::rest::request::callback_key;
use super::state::{BotState, Error};

/// The serenity framework that receives all gateway events.
///
/// Buttons and menus are handled by [`components`]. All other events are forwarded to poise.
pub(super) struct Dispatcher {
    pub(super) framework: poise::Framework<BotState, Error>,
    pub(super) admission: AdmissionControl,
    pub(super) telemetry: InteractionTelemetry,
    pub(super) gateway: Gateway,
    pub(super) pending_guilds: Arc<PendingGuilds>,
}

#[async_trait]
impl Framework for Dispatcher {
    async fn init(&mut self, client: &Client) {
        self.framework.init(client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        self.gateway.event_received();
        let event = with_known_kind(event);
        let FullEvent::InteractionCreate { interaction } = &event else {
            return self.framework.dispatch(context, event).await;
        };
        let received = Instant::now();
        let Some(incoming) = Incoming::of(interaction) else {
            return self.framework.dispatch(context, event).await;
        };
        // The shard may have been handed over before the event arrived.
        let Some(shard) = self.pending_guilds.shard(context.shard_id.0) else { return };
        let accepted = self.gateway.ownership().accept(shard, incoming.caller.id.0).await;
        let Some(_accepted) = accepted else {
            tracing::debug!(%shard, "interaction is left to another process");
            return;
        };
        if !self.admission.admit(&incoming).await {
            return;
        }
        let timer = self.telemetry.timer(&incoming, received);
        timer.measure(Box::pin(self.handle(context, event, incoming))).await;
    }
}

impl Dispatcher {
    async fn handle(&self, context: Context, event: FullEvent, Incoming { caller, kind }: Incoming) {
        match (event, kind) {
            (
                FullEvent::InteractionCreate { interaction: Interaction::Component(pressed) },
                IncomingKind::Button(id) | IncomingKind::MenuOption(id),
            ) => {
                let data = self.framework.user_data().await;
                if let Err(error) = components::answer(data, &pressed, &caller, id).await {
                    error_handler::button_failed(&error);
                }
            }
            (event, IncomingKind::Autocomplete(_)) => {
                // poise sends the choices itself.
                let rest = self.framework.user_data().await.sender.rest();
                let key = callback_key(caller.interaction());
                let permit = rest.limiter().acquire(key, RESPONSE).await;
                let _request = (permit.begin(), rest.count_request());
                self.framework.dispatch(context, event).await;
            }
            (event, _) => self.framework.dispatch(context, event).await,
        }
    }
}

/// Converts a command of an unknown type to a slash command without a name, because poise panics on unknown
/// command types.
fn with_known_kind(mut event: FullEvent) -> FullEvent {
    if let FullEvent::InteractionCreate {
        interaction: Interaction::Command(typed) | Interaction::Autocomplete(typed),
    } = &mut event
        && !matches!(typed.data.kind, CommandType::ChatInput | CommandType::User | CommandType::Message)
    {
        typed.data.kind = CommandType::ChatInput;
        typed.data.name.clear();
    }
    event
}
