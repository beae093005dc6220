//! A small serenity and poise bot under test.
#![allow(clippy::unused_async)] // poise requires async functions

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::Sandbox;
use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, CreateActionRow, CreateAttachment, CreateButton, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse,
};

/// Time limit for connecting and registering commands.
const TIMEOUT: Duration = Duration::from_secs(30);

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

/// A running bot that has its own threads. The threads stop when it is dropped.
pub(crate) struct Bot {
    shards: Arc<serenity::ShardManager>,
    threads: Option<tokio::runtime::Runtime>,
}

impl Bot {
    /// Connects the bot and waits until its commands are registered.
    pub(crate) async fn start(sandbox: &Sandbox) -> Self {
        let threads =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let base_url = sandbox.base_url().to_owned();
        let connect = async move {
            let http = serenity::HttpBuilder::new("secret").proxy(base_url).ratelimiter_disabled(true);
            let intents = serenity::GatewayIntents::GUILDS | serenity::GatewayIntents::GUILD_MESSAGES;
            let builder = serenity::ClientBuilder::new_with_http(http.build(), intents);
            builder.framework(framework()).await.unwrap()
        };
        let mut client = threads.spawn(connect).await.unwrap();
        let shards = Arc::clone(&client.shard_manager);
        threads.spawn(async move { client.start().await.unwrap() });
        sandbox.wait_until_ready(TIMEOUT).await.unwrap();
        Self { shards, threads: Some(threads) }
    }

    /// Disconnects from the gateway with a close frame.
    pub(crate) async fn stop(self) {
        self.shards.shutdown_all().await;
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

fn framework() -> poise::Framework<(), Error> {
    let options = poise::FrameworkOptions {
        commands: vec![game(), play(), hand(), slow(), silent(), ask()],
        event_handler: |framework, event| Box::pin(component(framework.serenity_context, event)),
        ..poise::FrameworkOptions::default()
    };
    let register = |context: &'_ serenity::Context, framework: &'_ poise::Framework<(), Error>| {
        let commands = poise::builtins::create_application_commands(&framework.options().commands);
        let context = context.clone();
        async move { Ok(serenity::Command::set_global_commands(context, commands).await.map(|_| ())?) }
    };
    let builder = poise::Framework::builder().options(options);
    builder.setup(move |context, _, framework| Box::pin(register(context, framework))).build()
}

#[poise::command(slash_command, subcommands("new"))]
async fn game(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// A new game
#[poise::command(slash_command)]
async fn new(
    ctx: Context<'_>,
    #[description = "How many robots"]
    #[min = 0]
    #[max = 2]
    robots: u8,
    #[description = "With whom"] with: Option<serenity::User>,
) -> Result<(), Error> {
    let with = with.map(|user| format!(" with <@{}>", user.id)).unwrap_or_default();
    let menu = CreateSelectMenuKind::String {
        options: vec![
            CreateSelectMenuOption::new("Slow", "slow"),
            CreateSelectMenuOption::new("Fast", "fast"),
        ],
    };
    let rows = vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("join").label("Join"),
            CreateButton::new("start").label("Start").disabled(true),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("speed", menu).placeholder("Speed")),
    ];
    let reply = poise::CreateReply::default().content(format!("{robots} robots{with}")).components(rows);
    ctx.send(reply).await?;
    Ok(())
}

async fn cards(_: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let cards = ["h7", "h8", "l7"].into_iter().filter(|card| card.starts_with(typed));
    let choices = cards.map(|card| serenity::AutocompleteChoice::new(card.to_uppercase(), card));
    serenity::CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Play a card
#[poise::command(slash_command)]
async fn play(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "cards"]
    card: String,
) -> Result<(), Error> {
    ctx.say(format!("plays {card}")).await?;
    let message = CreateMessage::new().content("your turn").nonce(serenity::Nonce::String("turn".into()));
    ctx.channel_id().send_message(ctx, message.enforce_nonce(true)).await?;
    Ok(())
}

/// Your cards
#[poise::command(slash_command)]
async fn hand(ctx: Context<'_>) -> Result<(), Error> {
    let row = CreateActionRow::Buttons(vec![CreateButton::new("turn").label("Turn over")]);
    let reply = poise::CreateReply::default().content("h7 h8").ephemeral(true).components(vec![row]);
    ctx.send(reply).await?;
    Ok(())
}

/// Defers the response, then edits it and sends a file
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>) -> Result<(), Error> {
    let poise::Context::Application(app) = ctx else { return Ok(()) };
    app.interaction.defer_ephemeral(ctx).await?;
    app.interaction.edit_response(ctx, EditInteractionResponse::new().content("thought")).await?;
    let file = CreateAttachment::bytes(b"h7 h8 l7".to_vec(), "deal.txt").description("The deal");
    let more = CreateInteractionResponseFollowup::new().content("and this").add_file(file);
    app.interaction.create_followup(ctx, more).await?;
    Ok(())
}

/// Says nothing
#[poise::command(slash_command)]
async fn silent(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Asks back
#[poise::command(slash_command)]
async fn ask(ctx: Context<'_>) -> Result<(), Error> {
    let poise::Context::Application(app) = ctx else { return Ok(()) };
    let input =
        serenity::CreateInputText::new(serenity::InputTextStyle::Short, "Name", "name").max_length(10);
    let modal = serenity::CreateModal::new("who", "Who?").components(vec![CreateActionRow::InputText(input)]);
    app.interaction.create_response(ctx, CreateInteractionResponse::Modal(modal)).await?;
    Ok(())
}

async fn component(ctx: &serenity::Context, event: &serenity::FullEvent) -> Result<(), Error> {
    let serenity::FullEvent::InteractionCreate { interaction } = event else { return Ok(()) };
    if let serenity::Interaction::Modal(modal) = interaction {
        let said = CreateInteractionResponseMessage::new().content(format!("{} answered", modal.user.name));
        modal.create_response(ctx, CreateInteractionResponse::Message(said)).await?;
    }
    let serenity::Interaction::Component(interaction) = interaction else { return Ok(()) };
    let locale = &interaction.locale;
    let said = match &interaction.data.kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => format!("speed {values:?}"),
        _ => format!("{} by {} in {locale}", interaction.data.custom_id, interaction.user.name),
    };
    respond(ctx, interaction, said).await
}

async fn respond(
    ctx: &serenity::Context,
    interaction: &ComponentInteraction,
    said: String,
) -> Result<(), Error> {
    let message = CreateInteractionResponseMessage::new().content(said);
    if interaction.data.custom_id == "turn" {
        interaction.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await?;
        interaction.edit_response(ctx, EditInteractionResponse::new().content("h8 h7")).await?;
    } else {
        let message = message.ephemeral(true);
        interaction.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
    }
    Ok(())
}
