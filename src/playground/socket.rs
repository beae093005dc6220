//! The page's websocket: a person in the browser, JSON frames both ways.

use std::sync::Arc;

use axum::extract::ws::{Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::answer::{Answer, Failure};
use super::hub::{Hub, News};
use super::invocation::Given;
use super::person::Person;
use super::snowflake::Id;
use super::traffic::Readers;

/// One page that looks on.
struct Page {
    hub: Arc<Hub>,
    user: Id,
    channel: Id,
    /// Where frames for the page go.
    out: mpsc::UnboundedSender<Value>,
}

/// Serves one page until it is closed.
pub(super) async fn serve(hub: Arc<Hub>, mut socket: WebSocket) {
    let (out, mut outgoing) = mpsc::unbounded_channel();
    let mut news = hub.news.subscribe();
    let first = {
        let world = hub.world();
        world.people.first().map(|human| human.id).zip(world.channels.keys().next().copied())
    };
    let Some((user, channel)) = first else { return };
    let mut page = Page { hub: Arc::clone(&hub), user, channel, out };
    loop {
        tokio::select! {
            () = hub.stop.cancelled() => break,
            frame = outgoing.recv() => {
                let Some(frame) = frame else { break };
                if socket.send(Frame::Text(frame.to_string().into())).await.is_err() {
                    break;
                }
            }
            told = news.recv() => match told {
                Ok(news) => page.told(&news),
                // So much happened that the page is better told everything anew.
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
        // The page may have gone.
        let _ = self.out.send(frame);
    }

    fn person(&self) -> Person {
        Person::at(Arc::clone(&self.hub), self.user, self.channel)
    }

    fn everything(&self) {
        self.send(self.world());
        self.send(self.messages());
    }

    fn world(&self) -> Value {
        let online = self.hub.sessions.online();
        let world = self.hub.world();
        let people = world.people.iter().map(|h| json!({"id": h.id, "name": h.name, "locale": h.locale}));
        let channels =
            world.channels_of(self.user).map(|c| json!({"id": c.id, "name": c.name, "type": c.number()}));
        let commands = world.commands.iter().map(|(_, command)| command.clone());
        json!({
            "type": "world", "guild": {"id": world.guild, "name": world.guild_name},
            "channels": channels.collect::<Value>(), "channel": self.channel, "people": people.collect::<Value>(),
            "you": self.user, "bot": {"id": world.bot, "name": world.bot_name, "online": online},
            "commands": commands.collect::<Value>(), "shortcuts": self.hub.shortcuts,
        })
    }

    fn messages(&self) -> Value {
        let messages = self.hub.world().seen(self.user, self.channel);
        json!({"type": "messages", "channel": self.channel, "messages": messages})
    }

    fn told(&self, news: &News) {
        match news {
            News::World => self.send(self.world()),
            News::Message(id) => {
                let seen = self.person().message(*id).filter(|message| message.channel() == self.channel);
                if let Some(message) = seen {
                    self.send(json!({"type": "message", "message": message.json()}));
                }
            }
            News::Deleted { id, channel, readers } => {
                let mine = *readers == Readers::Everyone || *readers == Readers::Only(self.user);
                if mine && *channel == self.channel {
                    self.send(json!({"type": "deleted", "id": id}));
                }
            }
        }
    }

    fn receive(&mut self, text: &str) {
        let Ok(frame) = serde_json::from_str::<Value>(text) else {
            self.hub.complain("page", None, format!("not JSON: {text}"));
            return;
        };
        let word = |key: &str| frame[key].as_str().unwrap_or_default().to_owned();
        match frame["do"].as_str() {
            Some("hello") => self.hello(&frame["user"]),
            Some("channel") => self.look(&frame["id"]),
            Some("locale") => self.person().speak(&word("locale")),
            Some("say") => self.respond(&frame, self.person().say(&word("text")).map(|_| ())),
            Some("dismiss") => {
                let message = Id::of(&frame["message"]).unwrap_or(Id(0));
                self.respond(&frame, self.person().dismiss(message));
            }
            Some("command" | "autocomplete" | "press" | "select" | "modal") => {
                tokio::spawn(act(self.person(), frame, self.out.clone()));
            }
            _ => self.hub.complain("page", None, format!("unknown frame: {text}")),
        }
    }

    fn hello(&mut self, user: &Value) {
        if let Some(user) = Id::of(user).filter(|user| self.hub.world().human(*user).is_some()) {
            self.user = user;
        }
        // The direct messages of the person before are not those of this one.
        let here = self.hub.world().channels_of(self.user).any(|channel| channel.id == self.channel);
        if !here {
            let first = self.hub.world().channels.keys().next().copied();
            self.channel = first.unwrap_or(self.channel);
        }
        self.everything();
    }

    fn look(&mut self, id: &Value) {
        let wanted = Id::of(id);
        let found =
            self.hub.world().channels_of(self.user).map(|channel| channel.id).find(|id| Some(*id) == wanted);
        if let Some(channel) = found {
            self.channel = channel;
        }
        self.send(self.messages());
    }

    /// Says no where something needs no answer but can be refused.
    fn respond(&self, frame: &Value, done: Result<(), Failure>) {
        if let Err(failure) = done {
            let error = failure.to_string();
            self.send(json!({"type": "response", "nonce": frame["nonce"], "ok": false, "error": error}));
        }
    }
}

/// Does what a frame says and sends what comes of it.
async fn act(person: Person, frame: Value, out: mpsc::UnboundedSender<Value>) {
    let nonce = &frame["nonce"];
    let word = |key: &str| frame[key].as_str().unwrap_or_default();
    let list = |key: &str| frame[key].as_array().cloned().unwrap_or_default();
    let path = list("path");
    let path: Vec<&str> = path.iter().filter_map(Value::as_str).collect();
    let message = Id::of(&frame["message"]).unwrap_or(Id(0));
    let done = match frame["do"].as_str() {
        Some("autocomplete") => {
            let reply = match person.suggest(&path, &given(&list("options"))).await {
                Ok(choices) => {
                    let choices = choices.iter().map(|c| json!({"name": c.name, "value": c.value}));
                    json!({"type": "choices", "nonce": nonce, "choices": choices.collect::<Value>()})
                }
                Err(failure) => refusal(nonce, &failure),
            };
            let _ = out.send(reply);
            return;
        }
        Some("command") => person.invoke(&path, &given(&list("options"))).await,
        Some("press") => person.press_on(message, word("custom_id")).await,
        Some("select") => {
            let values =
                list("values").iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>();
            person.select_on(message, word("custom_id"), &values).await
        }
        _ => {
            let fields = list("fields");
            let pair = |field: &'_ Value| {
                Some((field["custom_id"].as_str()?.to_owned(), field["value"].as_str()?.to_owned()))
            };
            let fields: Vec<(String, String)> = fields.iter().filter_map(pair).collect();
            let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            person.submit(word("custom_id"), &fields).await
        }
    };
    for reply in replies(nonce, done) {
        let _ = out.send(reply);
    }
}

fn replies(nonce: &Value, done: Result<Answer, Failure>) -> Vec<Value> {
    match done {
        Ok(Answer { modal: Some(modal), .. }) => vec![
            json!({"type": "response", "nonce": nonce, "ok": true}),
            json!({"type": "modal", "nonce": nonce, "modal": modal}),
        ],
        Ok(_) => vec![json!({"type": "response", "nonce": nonce, "ok": true})],
        Err(failure) => vec![refusal(nonce, &failure)],
    }
}

fn refusal(nonce: &Value, failure: &Failure) -> Value {
    let mut refusal = json!({"type": "response", "nonce": nonce, "ok": false, "error": failure.to_string()});
    if matches!(failure, Failure::NoAnswer) {
        // The page says it in the person's language.
        refusal["unanswered"] = json!(true);
    }
    refusal
}

fn given(options: &[Value]) -> Vec<Given> {
    let read = |option: &Value| Given {
        name: option["name"].as_str().unwrap_or_default().to_owned(),
        value: option["value"].clone(),
        focused: option["focused"] == json!(true),
    };
    options.iter().map(read).collect()
}
