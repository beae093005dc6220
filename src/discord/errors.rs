//! When something goes wrong: a sentence to the person, the cause to the log, and nothing secret in
//! either.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use poise::serenity_prelude as serenity;
use poise::{BoxFuture, FrameworkError};
use secrecy::ExposeSecret;
use serenity::{Builder, CreateAutocompleteResponse, CreateInteractionResponse, InteractionId};

use super::act::Person;
use super::caller::Caller;
use super::data::{Data, Error};
use super::reception;
use super::respond::Say;
use super::show::Message;
use super::trouble::{Trouble, counted};
use crate::text::{Lang, Text};
use crate::watch::Outcome;

/// Poise's hook for errors.
pub(super) fn on_error(error: FrameworkError<'_, Data, Error>) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        // poise's own words for an error may quote what was typed, and so are not logged.
        let name = error.ctx().map(|ctx| ctx.command().qualified_name.to_string()).unwrap_or_default();
        let key = match &error {
            FrameworkError::Setup { error, .. } => {
                tracing::error!(%error, "the commands could not be registered");
                return;
            }
            FrameworkError::Command { error, .. } => {
                reception::note(Outcome::Failed);
                tracing::warn!(command = name, %error, "a command could not be answered");
                return;
            }
            FrameworkError::EventHandler { error, event, .. } => {
                reception::note(Outcome::Failed);
                tracing::warn!(event = event.snake_case_name(), %error, "an event was not dealt with");
                return;
            }
            FrameworkError::GuildOnly { .. } => "notice-direct-message",
            FrameworkError::CommandStructureMismatch { description, .. } => {
                tracing::warn!(command = name, description, "a command came in another shape");
                "door-old-command"
            }
            FrameworkError::ArgumentParse { .. } | FrameworkError::UnknownInteraction { .. } => {
                "door-old-command"
            }
            FrameworkError::CommandPanic { .. } => {
                reception::note(Outcome::Panicked);
                tracing::error!(command = name, "a command panicked");
                "door-went-wrong"
            }
            _ => {
                reception::note(Outcome::Failed);
                tracing::warn!(command = name, "a command was not carried out");
                "door-went-wrong"
            }
        };
        tell(&error, key).await;
    })
}

/// Says a sentence to the person behind a command that failed before it could answer; whoever is
/// still typing is offered nothing.
async fn tell(error: &FrameworkError<'_, Data, Error>, key: &str) {
    if let Some(poise::Context::Application(ctx)) = error.ctx()
        && ctx.interaction_type == poise::CommandInteractionType::Autocomplete
    {
        let nothing = CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new());
        let told = ctx.interaction.create_response(ctx.http(), nothing).await;
        if let Err(error) = counted(&ctx.framework.user_data.meter, told) {
            tracing::warn!(trouble = %Trouble::from(&error), "nothing could be offered");
        }
        return;
    }
    let (interaction, data) = match (error, error.ctx()) {
        (FrameworkError::UnknownInteraction { interaction, framework, .. }, _) => {
            (*interaction, framework.user_data)
        }
        (_, Some(poise::Context::Application(ctx))) if !answered(ctx) => {
            (ctx.interaction, ctx.framework.user_data)
        }
        _ => return,
    };
    let caller = Caller::from(interaction);
    let sentence = Message::text(Text::new(Lang::from_locale(&caller.locale)).say(key));
    let response = CreateInteractionResponse::Message(sentence.respond(true));
    let id = InteractionId::new(caller.id.0.max(1));
    let http = &error.serenity_context().http;
    let told = response.execute(http, (id, caller.token.expose_secret())).await;
    match counted(&data.meter, told) {
        Ok(()) => reception::note(Outcome::Answered),
        Err(error) => tracing::warn!(trouble = %Trouble::from(&error), "an error could not be told"),
    }
}

/// Whether there is nothing left to say.
fn answered(ctx: poise::ApplicationContext<'_, Data, Error>) -> bool {
    ctx.has_sent_initial_response.load(std::sync::atomic::Ordering::SeqCst)
}

/// What someone hears whose action ended in a panic.
pub(super) fn panicked(caller: &Caller, lang: Lang) -> Say {
    reception::note(Outcome::Panicked);
    tracing::error!(interaction = %caller.id, "answering an interaction panicked");
    Say::aside(Text::new(lang).with("notice-internal", &[("id", caller.id.to_string().into())]))
}

/// Does it, and turns a panic into a sentence.
pub(super) async fn guarded(person: &Person<'_>, work: impl Future<Output = Say>) -> Say {
    let work = AssertUnwindSafe(work).catch_unwind().await;
    work.unwrap_or_else(|_| panicked(person.caller, person.look.lang))
}
