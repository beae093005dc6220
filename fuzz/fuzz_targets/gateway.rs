//! Fuzzes gateway events of the form `{"t": …, "d": …}`.
//!
//! Events that serenity can parse are sent to the real bot over a socket. The process must not panic, and the
//! bot must continue to respond.
//!
//! The bot, its database and the sandbox are reused between inputs. The mutator changes JSON values instead
//! of bytes. It starts from payloads that were recorded during play.
#![no_main]

#[path = "../src/evening.rs"]
mod evening;
#[path = "../src/json.rs"]
mod json;

use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use evening::Evening;
use json::{Rng, change};
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::event::GatewayEvent;
use tokio::runtime::Runtime;

/// Number of events after which bot, database and sandbox are restarted.
const EVENTS_PER_EVENING: usize = 3_000;
/// Number of events after which a table with a running deal is set up again.
const EVENTS_PER_SETUP: usize = 100;
/// Maximum time to wait for the response to a forged interaction. There may be no response.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(150);
/// Deadline for the response to a valid interaction.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The runtime and the running bot, which are reused between inputs.
struct World {
    runtime: Runtime,
    evening: Option<Evening>,
    seen: usize,
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    Mutex::new(World { runtime: runtime.expect("failed to start runtime"), evening: None, seen: 0 })
});

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(Value::Object(frame)) = serde_json::from_slice(bytes) else { return Corpus::Reject };
    let (Some(event), Some(data)) = (frame.get("t").and_then(Value::as_str), frame.get("d")) else {
        return Corpus::Reject;
    };
    if !is_readable(event, data) {
        return Corpus::Reject;
    }
    let mut world = WORLD.lock().expect("lock is poisoned");
    let World { runtime, evening, seen } = &mut *world;
    runtime.block_on(async {
        if *seen % EVENTS_PER_EVENING == 0 {
            if let Some(over) = evening.take() {
                over.end().await;
            }
            *evening = Some(Evening::begin().await);
        }
        let evening = evening.as_ref().expect("no evening");
        if *seen % EVENTS_PER_SETUP == 0 {
            evening.sit_down().await;
        }
        send(evening, event, data).await;
    });
    *seen += 1;
    Corpus::Keep
});

/// Returns `true` if serenity can parse an event. Other events never reach the bot.
fn is_readable(event: &str, data: &Value) -> bool {
    if event == "INTERACTION_CREATE" {
        return serde_json::from_value::<Interaction>(with_credentials(data)).is_ok();
    }
    serde_json::from_value::<GatewayEvent>(json!({"op": 0, "s": 1, "t": event, "d": data})).is_ok()
}

/// Adds an id and a token to an interaction, as the sandbox does.
fn with_credentials(data: &Value) -> Value {
    let mut data = data.clone();
    if let Some(data) = data.as_object_mut() {
        data.insert("id".to_owned(), json!("1"));
        data.insert("token".to_owned(), json!("a"));
    }
    data
}

/// Sends an event and checks that the bot still responds.
async fn send(evening: &Evening, event: &str, data: &Value) {
    let anna = evening.person("Anna");
    if event == "INTERACTION_CREATE" {
        let _ = tokio::time::timeout(RESPONSE_TIMEOUT, anna.send_raw(data.clone())).await;
        return;
    }
    evening.sandbox.dispatch(event, data);
    let response = anna.autocomplete("play", "card", "");
    let _ = tokio::time::timeout(TIMEOUT, response).await.expect("bot does not answer");
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut rng = Rng::new(seed);
    let Ok(mut frame) = serde_json::from_slice::<Value>(&data[..size]) else {
        return fuzzer_mutate(data, size, max_size);
    };
    change(&mut frame, &mut rng, &mut |text| {
        let mut buffer = vec![0; text.len() + 64];
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        let length = fuzzer_mutate(&mut buffer, text.len(), text.len() + 64);
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    });
    let written = frame.to_string();
    if written.len() > max_size {
        return size;
    }
    data[..written.len()].copy_from_slice(written.as_bytes());
    written.len()
});
