//! A minimal poise bot, the baseline of the measurements. Its only command replies and does nothing else.

use poise::serenity_prelude as serenity;

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Only replies
#[poise::command(slash_command)]
async fn bare(ctx: poise::Context<'_, (), Error>) -> Result<(), Error> {
    ctx.send(poise::CreateReply::default().content("Here.").ephemeral(true)).await?;
    Ok(())
}

/// Runs the bot until it receives SIGTERM.
pub(crate) fn run(api: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let framework = poise::Framework::builder()
            .options(poise::FrameworkOptions { commands: vec![bare()], ..Default::default() })
            .initialize_owners(false)
            .setup(|context, _, framework| {
                Box::pin(async move {
                    Ok(poise::builtins::register_globally(context, &framework.options().commands).await?)
                })
            })
            .build();
        let http = serenity::HttpBuilder::new("a-token").proxy(api).ratelimiter_disabled(true).build();
        let intents = serenity::GatewayIntents::GUILDS;
        let mut client =
            serenity::ClientBuilder::new_with_http(http, intents).framework(framework).await.unwrap();
        let shards = client.shard_manager.clone();
        tokio::spawn(async move {
            let mut terminate =
                tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).unwrap();
            terminate.recv().await;
            shards.shutdown_all().await;
            std::process::exit(0);
        });
        client.start().await.unwrap();
    });
}
