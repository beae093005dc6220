//! Tests with undocumented values: unknown fields in every object, unknown values of enumerations, flags and
//! other numbers that do not fit into 32 bits, and image hashes of new forms.

use std::time::Duration;

use discord_sandbox::{Sandbox, SimulatedUser};
use serde_json::{Value, json};
use ulti::table::{ChannelId, Journal as _};
use ulti_testkit::game::{fold_deal, lobby, play_on, play_to_first_lead, start_deal};
use ulti_testkit::messages::{newest, private_text};
use ulti_testkit::{BotProcess, TIMEOUT, TestBot};

/// A flag that Discord has sent for a user.
const LARGE: u64 = 1 << 44;

/// Fields that the bot does not read, which get large numbers.
const NUMBERS: [&str; 21] = [
    "public_flags",
    "accent_color",
    "premium_type",
    "color",
    "verification_level",
    "default_message_notifications",
    "explicit_content_filter",
    "mfa_level",
    "nsfw_level",
    "premium_tier",
    "system_channel_flags",
    "member_count",
    "max_members",
    "rate_limit_per_user",
    "attachment_size_limit",
    "version",
    "v",
    "size",
    "width",
    "height",
    "default_auto_archive_duration",
];

/// Fields with hashes of images, which get a new form.
const IMAGES: [&str; 6] = ["avatar", "banner", "icon", "splash", "discovery_splash", "icon_hash"];

/// Fields that get values of another type.
const OTHERS: [&str; 6] = [
    "avatar_decoration_data",
    "collectibles",
    "primary_guild",
    "entitlements",
    "interaction_metadata",
    "stickers",
];

/// Adds unknown values to all objects in `value`.
fn extend(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(extend),
        Value::Object(fields) => {
            fields.values_mut().for_each(extend);
            let is_message = fields.contains_key("author");
            for (name, value) in fields.iter_mut() {
                match name.as_str() {
                    // The flags of a message tell if it is private.
                    "flags" if !is_message => *value = json!(LARGE),
                    name if NUMBERS.contains(&name) => *value = json!(LARGE),
                    name if IMAGES.contains(&name) => *value = json!("v3:new-kind-of-image"),
                    name if OTHERS.contains(&name) => *value = json!("new"),
                    "components" | "embeds" if is_message => *value = json!([{"type": 300, "color": LARGE}]),
                    _ => {}
                }
            }
            fields.insert("new_field".to_owned(), json!({"type": 300, "flags": LARGE, "list": [null, {}]}));
        }
        _ => {}
    }
}

/// Starts a bot that receives only altered payloads, and a deal with three users.
async fn deal_with_new_payloads() -> (TestBot, [SimulatedUser; 3]) {
    let mut bot = TestBot::builder().without_bot().await;
    bot.sandbox.alter_payloads(extend);
    bot.start_bot().await;
    let users = lobby(&bot).await;
    start_deal(&users).await;
    (bot, users)
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_can_be_played_with_unknown_fields_and_large_numbers() {
    let (bot, users) = deal_with_new_payloads().await;
    play_to_first_lead(&users).await;
    for _ in 0..4 {
        play_on(&users).await;
    }
    // A resumed session and a new one.
    bot.sandbox.drop_gateway();
    bot.until_gateway_event("RESUMED", 1).await;
    play_on(&users).await;
    bot.sandbox.invalidate_sessions(false);
    bot.until_gateway_event("READY", 2).await;
    play_on(&users).await;
    let [anna, bea, _] = &users;
    private_text(&anna.command("stats", [("person", json!(bea.id().to_string()))]).await.unwrap());
    private_text(&anna.user_menu("Ulti stats", bea.id()).await.unwrap());
    private_text(&anna.message_menu("Replay", &newest(anna)).await.unwrap());
    private_text(&anna.message_menu("Replay", &bea.post("hello").unwrap()).await.unwrap());
    let direct = bea.in_dm();
    direct.post("hello").unwrap();
    direct.wait_until(|seen| seen.len() == 2, TIMEOUT).await.unwrap();
    bot.idle().await;
    // The table is closed with its channel.
    let channel = ChannelId(anna.channel().0);
    assert!(bot.store().open_table(channel).await.unwrap().is_some());
    assert!(bot.sandbox.delete_channel("ulti"));
    bot.advance(Duration::from_secs(1)).await;
    assert!(bot.store().open_table(channel).await.unwrap().is_none());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_joins_and_leaves_servers_with_unknown_fields() {
    let (bot, users) = deal_with_new_payloads().await;
    fold_deal(&users).await;
    let is_member = async || {
        bot.idle().await;
        bot.store().servers().await.unwrap().contains(&bot.server())
    };
    assert!(is_member().await);
    bot.sandbox.remove_bot();
    assert!(!is_member().await);
    bot.sandbox.add_bot();
    assert!(is_member().await);
    private_text(&users[0].command("hand", []).await.unwrap());
    bot.end_expecting(&["Missing Access"]).await;
}

/// Each reason is logged once per process.
#[tokio::test(flavor = "multi_thread")]
async fn unusual_event_is_logged_once() {
    let sandbox = Sandbox::start(discord_sandbox::Options::default()).await.unwrap();
    sandbox.alter_payloads(extend);
    let mut bot = BotProcess::builder(env!("CARGO_BIN_EXE_ulti")).start(&sandbox).await;
    let anna = sandbox.user("Anna");
    for _ in 0..3 {
        private_text(&anna.command("help", []).await.unwrap());
    }
    bot.stop().await;
    let log = bot.logged();
    for event in ["READY", "GUILD_CREATE", "INTERACTION_CREATE"] {
        let of_event = format!("event=\"{event}\"");
        let lines: Vec<_> = log.lines().filter(|line| line.contains(&of_event)).collect();
        assert_eq!(lines.len(), 1, "{log}");
        assert!(lines[0].contains("has an unexpected form; ignoring its unused parts"), "{log}");
    }
}
