//! The web page's WebSocket, which exchanges JSON frames on behalf of one simulated user.

use std::sync::Arc;

use axum::extract::ws::{Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use crate::client::command_input::{CommandInput, MenuTarget, OptionInput};
use crate::client::response::{ActionError, Response};
use crate::client::simulated_user::SimulatedUser;
use crate::page::update::PageUpdate;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;

/// The server side of a web page's WebSocket connection.
struct Page {
    shared: Arc<Shared>,
    user: Snowflake,
    channel: Snowflake,
    /// Queue of frames to send to the web page.
    frames: mpsc::UnboundedSender<Value>,
}

/// Serves a web page's WebSocket connection until it is closed.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (frames, mut outgoing) = mpsc::unbounded_channel();
    let mut updates = shared.page_updates.subscribe();
    let first = {
        let world = shared.world();
        world.users.first().map(|user| user.id).zip(world.channels.keys().next().copied())
    };
    let Some((user, channel)) = first else { return };
    let mut page = Page { shared: Arc::clone(&shared), user, channel, frames };
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => break,
            frame = outgoing.recv() => {
                let Some(frame) = frame else { break };
                if socket.send(Frame::Text(frame.to_string().into())).await.is_err() {
                    break;
                }
            }
            update = updates.recv() => match update {
                Ok(update) => page.on_update(&update),
                // After missed updates, the page gets the full state again.
                Err(RecvError::Lagged(_)) => page.everything(),
                Err(RecvError::Closed) => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => page.receive(&text),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
}

impl Page {
    fn send(&self, frame: Value) {
        // The page may have disconnected.
        let _ = self.frames.send(frame);
    }

    fn user(&self) -> SimulatedUser {
        SimulatedUser::at(Arc::clone(&self.shared), self.user, self.channel)
    }

    fn everything(&self) {
        self.send(self.world());
        self.send(self.messages());
    }

    fn world(&self) -> Value {
        let online = self.shared.sessions.is_online();
        let world = self.shared.world();
        let users = world.users.iter().map(|h| json!({"id": h.id, "name": h.name, "locale": h.locale}));
        let channels =
            world.channels_of(self.user).map(|c| json!({"id": c.id, "name": c.name, "type": c.number()}));
        let input = CommandInput { world: &world, user: self.user, channel: self.channel };
        let commands = input.available().cloned();
        json!({
            "type": "world", "guild": {"id": world.guild, "name": world.guild(world.guild).map(|guild| &guild.name)},
            "channels": channels.collect::<Value>(), "channel": self.channel, "users": users.collect::<Value>(),
            "you": self.user, "bot": {"id": world.bot, "name": world.bot_name, "online": online},
            "commands": commands.collect::<Value>(), "shortcuts": self.shared.options.shortcuts,
        })
    }

    fn messages(&self) -> Value {
        let messages = self.shared.world().visible_messages(self.user, self.channel);
        json!({"type": "messages", "channel": self.channel, "messages": messages})
    }

    fn on_update(&self, update: &PageUpdate) {
        match update {
            PageUpdate::World => self.send(self.world()),
            PageUpdate::Message(id) => {
                let seen = self.user().message(*id).filter(|message| message.channel() == self.channel);
                if let Some(message) = seen {
                    self.send(json!({"type": "message", "message": message.json()}));
                }
            }
            PageUpdate::MessageDeleted { id, channel, audience } => {
                if audience.includes(self.user) && *channel == self.channel {
                    self.send(json!({"type": "deleted", "id": id}));
                }
            }
        }
    }

    fn receive(&mut self, text: &str) {
        let Ok(frame) = serde_json::from_str::<Value>(text) else {
            self.shared.report("page", None, format!("not JSON: {text}"));
            return;
        };
        let word = |key: &str| frame[key].as_str().unwrap_or_default().to_owned();
        match frame["do"].as_str() {
            Some("hello") => self.hello(&frame["user"]),
            Some("channel") => self.switch_channel(&frame["id"]),
            Some("locale") => self.user().set_locale(&word("locale")),
            Some("post") => self.respond(&frame, self.user().post(&word("text")).map(|_| ())),
            Some("dismiss") => {
                let message = Snowflake::of(&frame["message"]).unwrap_or_default();
                self.respond(&frame, self.user().dismiss(message));
            }
            Some("command" | "menu" | "autocomplete" | "press" | "select" | "modal") => {
                tokio::spawn(perform(self.user(), frame, self.frames.clone()));
            }
            _ => self.shared.report("page", None, format!("unknown frame: {text}")),
        }
    }

    fn hello(&mut self, user: &Value) {
        if let Some(user) = Snowflake::of(user).filter(|user| self.shared.world().user(*user).is_some()) {
            self.user = user;
        }
        // A channel with the previous user's direct messages is invisible to the new user.
        if !self.can_open(self.channel) {
            let first = self.shared.world().channels.keys().next().copied();
            self.channel = first.unwrap_or(self.channel);
        }
        self.everything();
    }

    fn can_open(&self, id: Snowflake) -> bool {
        self.shared.world().channels_of(self.user).any(|channel| channel.id == id)
    }

    fn switch_channel(&mut self, id: &Value) {
        let wanted = Snowflake::of(id);
        if let Some(channel) = wanted.filter(|id| self.can_open(*id)) {
            self.channel = channel;
        }
        // The available commands depend on the channel.
        self.everything();
    }

    /// Sends an error message to the web page if the user's action failed.
    fn respond(&self, frame: &Value, done: Result<(), ActionError>) {
        if let Err(failure) = done {
            let error = failure.to_string();
            self.send(json!({"type": "response", "nonce": frame["nonce"], "ok": false, "error": error}));
        }
    }
}

/// Performs the action that a web page requested in a WebSocket frame, and sends the result to the page.
async fn perform(user: SimulatedUser, frame: Value, frames: mpsc::UnboundedSender<Value>) {
    if frame["do"] == "autocomplete" {
        let _ = frames.send(suggestions(&user, &frame).await);
        return;
    }
    let nonce = &frame["nonce"];
    let done = act(&user, &frame).await;
    let reply = match &done {
        Ok(_) => json!({"type": "response", "nonce": nonce, "ok": true}),
        Err(failure) => refusal(nonce, failure),
    };
    let _ = frames.send(reply);
    if let Ok(Response { modal: Some(modal), .. }) = done {
        let _ = frames.send(json!({"type": "modal", "nonce": nonce, "modal": modal}));
    }
}

/// Requests autocomplete choices from the bot and returns the frame with the choices or the error.
async fn suggestions(user: &SimulatedUser, frame: &Value) -> Value {
    let nonce = &frame["nonce"];
    match user.suggest(&path(frame), &parse_options(list(frame, "options"))).await {
        Ok(choices) => {
            let choices = choices.iter().map(|c| json!({"name": c.name, "value": c.value}));
            json!({"type": "choices", "nonce": nonce, "choices": choices.collect::<Value>()})
        }
        Err(failure) => refusal(nonce, &failure),
    }
}

/// Sends the interaction that a frame requests: a command, a menu entry, a component or a modal.
async fn act(user: &SimulatedUser, frame: &Value) -> Result<Response, ActionError> {
    let word = |key: &str| frame[key].as_str().unwrap_or_default();
    let message = Snowflake::of(&frame["message"]).unwrap_or_default();
    match frame["do"].as_str() {
        Some("command") => user.invoke(&path(frame), &parse_options(list(frame, "options"))).await,
        Some("menu") => {
            let target = Snowflake::of(&frame["target"]).unwrap_or_default();
            let target = match frame["kind"].as_u64() {
                Some(2) => MenuTarget::User(target),
                _ => MenuTarget::Message(target),
            };
            user.choose_entry(word("name"), target).await
        }
        Some("press") => user.press_on(message, word("custom_id")).await,
        Some("select") => {
            let values: Vec<&str> = list(frame, "values").iter().filter_map(Value::as_str).collect();
            user.select_on(message, word("custom_id"), &values).await
        }
        _ => {
            let fields: Vec<(&str, &str)> = list(frame, "fields")
                .iter()
                .filter_map(|field| Some((field["custom_id"].as_str()?, field["value"].as_str()?)))
                .collect();
            user.submit(word("custom_id"), &fields).await
        }
    }
}

/// Returns the list in a field of a frame. A missing list is empty.
fn list<'a>(frame: &'a Value, key: &str) -> &'a [Value] {
    frame[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns the names of a command and its subcommands.
fn path(frame: &Value) -> Vec<&str> {
    list(frame, "path").iter().filter_map(Value::as_str).collect()
}

fn refusal(nonce: &Value, failure: &ActionError) -> Value {
    let mut refusal = json!({"type": "response", "nonce": nonce, "ok": false, "error": failure.to_string()});
    if matches!(failure, ActionError::NoResponse) {
        // The page shows this error in the user's language.
        refusal["unanswered"] = json!(true);
    }
    refusal
}

fn parse_options(options: &[Value]) -> Vec<OptionInput> {
    let read = |option: &Value| OptionInput {
        name: option["name"].as_str().unwrap_or_default().to_owned(),
        value: option["value"].clone(),
        focused: option["focused"] == json!(true),
    };
    options.iter().map(read).collect()
}
