//! Any JSON as an event of the gateway, `{"t": …, "d": …}`: what serenity can read of it is sent to the
//! real bot over a real socket, and whatever comes, nothing in this process panics and the bot answers on.
//!
//! The bot, its database and the stand-in live on from one input to the next; the documents are changed
//! as documents, from payloads of an evening.
#![no_main]

#[path = "../src/evening.rs"]
mod evening;
#[path = "../src/json.rs"]
mod json;

use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use evening::Evening;
use json::{Dice, change};
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::event::GatewayEvent;
use tokio::runtime::Runtime;

/// After so many events everything begins anew.
const AN_EVENING: usize = 3_000;
/// How often it is seen to that a deal is being played.
const A_ROUND: usize = 100;
/// How long an answer is waited for; not everything gets one.
const A_MOMENT: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_secs(20);

struct World {
    runtime: Runtime,
    evening: Option<Evening>,
    seen: usize,
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    Mutex::new(World { runtime: runtime.expect("a runtime"), evening: None, seen: 0 })
});

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(Value::Object(frame)) = serde_json::from_slice(bytes) else { return Corpus::Reject };
    let (Some(event), Some(data)) = (frame.get("t").and_then(Value::as_str), frame.get("d")) else {
        return Corpus::Reject;
    };
    if !is_read(event, data) {
        return Corpus::Reject;
    }
    let mut world = WORLD.lock().expect("one at a time");
    let World { runtime, evening, seen } = &mut *world;
    runtime.block_on(async {
        if *seen % AN_EVENING == 0 {
            if let Some(over) = evening.take() {
                over.end().await;
            }
            *evening = Some(Evening::begin().await);
        }
        let evening = evening.as_ref().expect("it has begun");
        if *seen % A_ROUND == 0 {
            evening.sit_down().await;
        }
        send(evening, event, data).await;
    });
    *seen += 1;
    Corpus::Keep
});

/// What serenity can't read never comes to the bot.
fn is_read(event: &str, data: &Value) -> bool {
    if event == "INTERACTION_CREATE" {
        return serde_json::from_value::<Interaction>(with_names(data)).is_ok();
    }
    serde_json::from_value::<GatewayEvent>(json!({"op": 0, "s": 1, "t": event, "d": data})).is_ok()
}

/// With a number and a token, as the stand-in will send it.
fn with_names(data: &Value) -> Value {
    let mut data = data.clone();
    if let Some(data) = data.as_object_mut() {
        data.insert("id".to_owned(), json!("1"));
        data.insert("token".to_owned(), json!("a"));
    }
    data
}

async fn send(evening: &Evening, event: &str, data: &Value) {
    let anna = evening.person("Anna");
    if event == "INTERACTION_CREATE" {
        let _ = tokio::time::timeout(A_MOMENT, anna.forge(data.clone())).await;
        return;
    }
    evening.playground.dispatch(event, data);
    // The bot is there and answers.
    let asked = anna.autocomplete("play", "card", "");
    let _ = tokio::time::timeout(PATIENCE, asked).await.expect("the bot answers no more");
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut dice = Dice::new(seed);
    let Ok(mut frame) = serde_json::from_slice::<Value>(&data[..size]) else {
        return fuzzer_mutate(data, size, max_size);
    };
    change(&mut frame, &mut dice, &mut |text| {
        let mut room = vec![0; text.len() + 64];
        room[..text.len()].copy_from_slice(text.as_bytes());
        let length = fuzzer_mutate(&mut room, text.len(), text.len() + 64);
        String::from_utf8_lossy(&room[..length]).into_owned()
    });
    let written = frame.to_string();
    if written.len() > max_size {
        return size;
    }
    data[..written.len()].copy_from_slice(written.as_bytes());
    written.len()
});
