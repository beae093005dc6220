//! Gateway events of the form `{"t": …, "d": …}`, sent to the real bot.

mod evening;
mod json;

use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::event::GatewayEvent;
use tokio::runtime::Runtime;

use crate::background_panics::BackgroundPanics;
use crate::environments::Environments;
use evening::Evening;
use json::{Rng, change};

/// Name of the event for an interaction.
const INTERACTION: &str = "INTERACTION_CREATE";
/// Number of events after which bot, database and sandbox are restarted.
const EVENTS_PER_EVENING: usize = 3_000;
/// Number of events after which a table with a running deal is set up again.
const EVENTS_PER_SETUP: usize = 100;

static ENVIRONMENTS: Environments<Environment> = Environments::new();

/// The running bot and its runtime.
struct Environment {
    evening: Option<Evening>,
    /// Number of events that have been sent.
    sent: usize,
    runtime: Runtime,
    panics: BackgroundPanics,
}

/// Sends a gateway event to the bot. Returns `false` if serenity cannot parse the event, because such an
/// event never reaches the bot.
///
/// The process must not panic, and the bot must continue to respond. The bot, its database and the sandbox
/// are reused between calls.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(Value::Object(frame)) = serde_json::from_slice::<Value>(bytes) else { return false };
    let (Some(event), Some(data)) = (frame.get("t").and_then(Value::as_str), frame.get("d")) else {
        return false;
    };
    if !is_readable(event, data) {
        return false;
    }
    ENVIRONMENTS.run(Environment::start, |environment| environment.send(event, data));
    true
}

/// Stops the bots that [`check`] keeps for the next inputs.
pub fn clean_up() {
    for mut environment in ENVIRONMENTS.take() {
        environment.end_evening();
    }
}

/// Changes the event in `data[..size]` such that the result is valid JSON. Returns the new size.
///
/// The parameters are those of libFuzzer's custom mutators. `mutate_bytes` is libFuzzer's own mutator, with
/// the parameters `data`, `size` and `max_size`. It changes single texts, and all of `data` if that is not
/// JSON.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    mutate_bytes: impl Fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let Ok(mut frame) = serde_json::from_slice::<Value>(&data[..size]) else {
        return mutate_bytes(data, size, max_size);
    };
    change(&mut frame, &mut Rng::new(seed), &mut |text| {
        let mut buffer = vec![0; text.len() + 64];
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        let length = mutate_bytes(&mut buffer, text.len(), text.len() + 64);
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    });
    let written = frame.to_string();
    if written.len() > max_size {
        return size;
    }
    data[..written.len()].copy_from_slice(written.as_bytes());
    written.len()
}

impl Environment {
    fn start() -> Self {
        let panics = BackgroundPanics::default();
        Self { evening: None, sent: 0, runtime: panics.start_runtime(), panics }
    }

    fn send(&mut self, event: &str, data: &Value) {
        if self.sent.is_multiple_of(EVENTS_PER_EVENING) {
            self.end_evening();
        }
        let Self { evening, sent, runtime, panics } = self;
        runtime.block_on(async {
            let evening = match evening {
                Some(evening) => evening,
                None => evening.insert(Evening::begin().await),
            };
            if sent.is_multiple_of(EVENTS_PER_SETUP) {
                evening.sit_down().await;
            }
            if event == INTERACTION {
                evening.interact(data.clone()).await;
            } else {
                evening.dispatch(event, data).await;
            }
        });
        panics.assert_none();
        *sent += 1;
    }

    fn end_evening(&mut self) {
        if let Some(evening) = self.evening.take() {
            self.runtime.block_on(evening.end());
        }
        self.panics.assert_none();
    }
}

/// Returns `true` if serenity can parse an event. Other events never reach the bot.
fn is_readable(event: &str, data: &Value) -> bool {
    if event == INTERACTION {
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
