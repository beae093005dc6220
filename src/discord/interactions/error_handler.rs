//! Converts errors and panics to a reply for the user and a log line without secrets.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use poise::serenity_prelude as serenity;
use poise::{BoxFuture, FrameworkError};
use serenity::{CreateAutocompleteResponse, CreateInteractionResponse};

use super::context::UserContext;
use super::reply::Reply;
use super::telemetry;
use crate::discord::caller::Caller;
use crate::discord::messages::Message;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::state::{BotState, Error};
use crate::text::{Lang, Text};
use crate::watch::InteractionOutcome;

/// Handles errors that poise reports.
pub(crate) fn on_error(error: FrameworkError<'_, BotState, Error>) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        if let Some(key) = log(&error) {
            reply(&error, key).await;
        }
    })
}

/// Logs an error and, except at startup, notes the outcome of the interaction. Returns the locale key of the
/// reply, or `None` if there is nothing to reply to.
fn log(error: &FrameworkError<'_, BotState, Error>) -> Option<&'static str> {
    // poise's error texts may quote user input, so they are not logged.
    let name = error.ctx().map(|ctx| ctx.command().qualified_name.to_string()).unwrap_or_default();
    match error {
        FrameworkError::Setup { error, .. } => {
            setup_failed(error);
            None
        }
        FrameworkError::Command { error, .. } => {
            telemetry::note(InteractionOutcome::Failed);
            tracing::warn!(command = name, %error, "failed to reply to command");
            None
        }
        FrameworkError::EventHandler { error, event, .. } => {
            telemetry::note(InteractionOutcome::Failed);
            tracing::warn!(event = event.snake_case_name(), %error, "failed to handle gateway event");
            None
        }
        FrameworkError::GuildOnly { .. } => Some("notice-direct-message"),
        FrameworkError::CommandStructureMismatch { description, .. } => {
            tracing::warn!(
                command = name,
                description,
                "received command that does not match its definition"
            );
            Some("door-old-command")
        }
        FrameworkError::ArgumentParse { .. } | FrameworkError::UnknownInteraction { .. } => {
            Some("door-old-command")
        }
        FrameworkError::CommandPanic { .. } => {
            telemetry::note(InteractionOutcome::Panicked);
            tracing::error!(command = name, "command handler panicked");
            Some("door-went-wrong")
        }
        _ => {
            telemetry::note(InteractionOutcome::Failed);
            tracing::warn!(command = name, "failed to run command");
            Some("door-went-wrong")
        }
    }
}

fn setup_failed(error: &Error) {
    // Temporary failures are retried until the bot shuts down.
    if error.is_temporary() || error.kind == ErrorKind::Quota {
        tracing::info!("shut down before commands were registered");
    } else {
        tracing::error!(%error, "failed to register commands");
    }
}

/// Logs that the reply to a button or menu could not be sent.
pub(crate) fn button_failed(error: &ApiError) {
    telemetry::note(InteractionOutcome::Failed);
    tracing::warn!(%error, "failed to reply to button press");
}

/// Sends an error reply for a command that has not been answered yet. `key` is the locale key of the reply
/// text.
///
/// For an autocomplete request, the reply is an empty list of choices.
async fn reply(error: &FrameworkError<'_, BotState, Error>, key: &str) {
    if let Some(poise::Context::Application(ctx)) = error.ctx()
        && ctx.interaction_type == poise::CommandInteractionType::Autocomplete
    {
        let nothing = CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new());
        let caller = Caller::from(ctx.interaction);
        let sender = &ctx.framework.user_data.sender;
        if let Err(error) = sender.respond(caller.interaction(), &caller.token, nothing).await {
            tracing::warn!(%error, "failed to send autocomplete choices");
        }
        return;
    }
    let (interaction, data) = match (error, error.ctx()) {
        (FrameworkError::UnknownInteraction { interaction, framework, .. }, _) => {
            (*interaction, framework.user_data)
        }
        (_, Some(poise::Context::Application(ctx))) if !is_answered(ctx) => {
            (ctx.interaction, ctx.framework.user_data)
        }
        _ => return,
    };
    let caller = Caller::from(interaction);
    let sentence = Message::text(Text::new(Lang::from_locale(&caller.locale)).text(key));
    let response = CreateInteractionResponse::Message(sentence.respond(true));
    match data.sender.respond(caller.interaction(), &caller.token, response).await {
        Ok(()) => telemetry::note(InteractionOutcome::Answered),
        Err(error) => tracing::warn!(%error, "failed to send error message to user"),
    }
}

/// Returns `true` if the command has already been answered.
fn is_answered(ctx: poise::ApplicationContext<'_, BotState, Error>) -> bool {
    ctx.has_sent_initial_response.load(std::sync::atomic::Ordering::SeqCst)
}

/// Logs a panic and creates the error message for the user.
pub(crate) fn panicked(caller: &Caller, lang: Lang) -> Message {
    telemetry::note(InteractionOutcome::Panicked);
    tracing::error!(interaction = %caller.id, "interaction handler panicked");
    Message::text(Text::new(lang).with("notice-internal", &[("id", caller.id.to_string().into())]))
}

/// Runs `work` and returns its reply. If `work` panics, returns an error reply instead.
pub(crate) async fn guarded(user: &UserContext<'_>, work: impl Future<Output = Reply>) -> Reply {
    let work = AssertUnwindSafe(work).catch_unwind().await;
    work.unwrap_or_else(|_| Reply::Ephemeral(panicked(user.caller, user.appearance.lang).into()))
}
