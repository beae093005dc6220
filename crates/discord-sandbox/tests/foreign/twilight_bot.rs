//! The bot of `main.rs`, written with twilight.

use std::error::Error;
use std::sync::Arc;

use futures::future::try_join_all;
use serde_json::json;
use twilight_gateway::{ConfigBuilder, Event, EventTypeFlags, Intents, Shard, ShardId, StreamExt as _};
use twilight_http::Client;
use twilight_model::application::command::Command;
use twilight_model::application::interaction::{Interaction, InteractionData};
use twilight_model::channel::message::{Embed, MessageFlags};
use twilight_model::gateway::payload::outgoing::RequestGuildMembers;
use twilight_model::http::attachment::Attachment;
use twilight_model::http::interaction::InteractionResponse;
use twilight_model::id::Id;
use twilight_model::id::marker::ApplicationMarker;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Runs the bot until its task is aborted.
pub(crate) async fn run(base_url: String) -> Result<()> {
    let host = base_url.trim_start_matches("http://").to_owned();
    let http = Arc::new(Client::builder().token("Bot token".to_owned()).proxy(host, true).build());
    let gateway = http.gateway().await?.model().await?.url;
    let intents = Intents::GUILDS | Intents::GUILD_MESSAGES;
    let config = ConfigBuilder::new("Bot token".to_owned(), intents).proxy_url(gateway).build();
    let mut shard = Shard::with_config(ShardId::ONE, config);
    while let Some(event) = shard.next_event(EventTypeFlags::all()).await {
        // A dropped connection is reported as an error. The shard reconnects.
        let Ok(event) = event else { continue };
        match event {
            Event::Ready(ready) => register(&http, ready.application.id).await?,
            Event::GuildCreate(guild) => {
                shard.command(&RequestGuildMembers::builder(guild.id()).query("an", Some(5)));
            }
            Event::InteractionCreate(interaction) => {
                tokio::spawn(answer(Arc::clone(&http), interaction.0));
            }
            _ => {}
        }
    }
    Ok(())
}

async fn register(http: &Client, application: Id<ApplicationMarker>) -> Result<()> {
    let command = |name: &str, description: &str| {
        let fields =
            json!({"type": 1, "name": name, "description": description, "options": [], "version": "1"});
        serde_json::from_value::<Command>(fields)
    };
    let commands = [command("ping", "Answers")?, command("spam", "Posts several messages")?];
    http.interaction(application).set_global_commands(&commands).await?.models().await?;
    Ok(())
}

async fn answer(http: Arc<Client>, interaction: Interaction) -> Result<()> {
    match &interaction.data {
        Some(InteractionData::ApplicationCommand(command)) if command.name == "spam" => {
            spam(&http, &interaction).await
        }
        Some(InteractionData::ApplicationCommand(_)) => respond(&http, &interaction, &pong(4, 1)?).await,
        _ => {
            let old = interaction.message.as_ref().ok_or("no message")?.content.clone();
            let count: u32 = old.trim_start_matches("Pong ").parse()?;
            respond(&http, &interaction, &pong(7, count + 1)?).await
        }
    }
}

/// Returns a response of the given type with a button.
fn pong(kind: u8, count: u32) -> Result<InteractionResponse> {
    let button = json!({"type": 2, "style": 1, "custom_id": "again", "label": "Again"});
    let row = json!({"type": 1, "components": [button]});
    let data = json!({"content": format!("Pong {count}"), "components": [row]});
    Ok(serde_json::from_value(json!({"type": kind, "data": data}))?)
}

async fn respond(http: &Client, interaction: &Interaction, response: &InteractionResponse) -> Result<()> {
    let client = http.interaction(interaction.application_id);
    client.create_response(interaction.id, &interaction.token, response).await?;
    Ok(())
}

async fn spam(http: &Client, interaction: &Interaction) -> Result<()> {
    let deferred = serde_json::from_value(json!({"type": 5, "data": {"flags": 64}}))?;
    respond(http, interaction, &deferred).await?;
    let channel = interaction.channel.as_ref().ok_or("no channel")?.id;
    let first = http.create_message(channel).content("first").await?.model().await?;
    let embed: Embed = serde_json::from_value(json!({"type": "rich", "title": "embed", "fields": []}))?;
    let edited =
        http.update_message(channel, first.id).content(Some("edited")).embeds(Some(&[embed])).await?;
    assert_eq!(edited.model().await?.embeds[0].title.as_deref(), Some("embed"));
    let texts: Vec<String> = (1..=6).map(|n| format!("spam {n}")).collect();
    try_join_all(texts.iter().map(|text| http.create_message(channel).content(text).into_future())).await?;
    http.delete_message(channel, first.id).await?;
    let client = http.interaction(interaction.application_id);
    client.update_response(&interaction.token).content(Some("done")).await?.model().await?;
    let file = [Attachment::from_bytes("hello.txt".to_owned(), b"hello".to_vec(), 0)];
    let follow_up = client.create_followup(&interaction.token).content("file").attachments(&file);
    follow_up.flags(MessageFlags::EPHEMERAL).await?.model().await?;
    Ok(())
}
