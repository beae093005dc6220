//! A bot with a `/ping` command and a button, connected to a sandbox. Prints the address of the sandbox's
//! page.

use discord_sandbox::{Options, Sandbox};
use poise::{builtins, serenity_prelude as serenity};
use serenity::{CreateActionRow, CreateButton, CreateInteractionResponse, CreateInteractionResponseMessage};

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Check whether the bot is alive
#[poise::command(slash_command)]
async fn ping(ctx: poise::Context<'_, (), Error>) -> Result<(), Error> {
    let row = CreateActionRow::Buttons(vec![CreateButton::new("again").label("Again")]);
    ctx.send(poise::CreateReply::default().content("Pong!").components(vec![row])).await?;
    Ok(())
}

async fn handle_event(ctx: &serenity::Context, event: &serenity::FullEvent) -> Result<(), Error> {
    let serenity::FullEvent::InteractionCreate { interaction } = event else { return Ok(()) };
    let Some(press) = interaction.as_message_component() else { return Ok(()) };
    let message = CreateInteractionResponseMessage::new().content(format!("Pong for {}!", press.user.name));
    Ok(press.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await?)
}

pub(crate) async fn bot(sandbox: &Sandbox) -> Result<serenity::Client, serenity::Error> {
    let mut options = poise::FrameworkOptions { commands: vec![ping()], ..Default::default() };
    options.event_handler = |framework, event| Box::pin(handle_event(framework.serenity_context, event));
    let builder = poise::Framework::builder().options(options).setup(|ctx, _, framework| {
        Box::pin(async move { Ok(builtins::register_globally(ctx, &framework.options().commands).await?) })
    });
    let http = serenity::HttpBuilder::new("token").proxy(sandbox.base_url()).ratelimiter_disabled(true);
    let intents = serenity::GatewayIntents::non_privileged();
    serenity::ClientBuilder::new_with_http(http.build(), intents).framework(builder.build()).await
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let sandbox = Sandbox::start(Options::default()).await?;
    println!("Open {} in a browser and type /ping. Press Ctrl+C to stop.", sandbox.base_url());
    Ok(bot(&sandbox).await?.start().await?)
}
