//! A simulated player that chooses from the buttons or autocomplete choices offered.

use std::cell::Cell;

use discord_sandbox::{Choice, Message, Response, SimulatedUser};
use serde_json::Value;

use crate::bot::TIMEOUT;

/// The way in which a simulated player acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputMethod {
    Commands,
    Buttons,
}

pub(crate) struct Player {
    pub(crate) person: SimulatedUser,
    way: InputMethod,
    /// Decision counter, which varies the choices.
    dice: Cell<usize>,
}

/// Returns the verb of a custom id, such as `play` of `u1:1:play:2.17:H7`.
fn verb(custom_id: &str) -> &str {
    let rest = custom_id.splitn(3, ':').nth(2).unwrap_or_default();
    if rest.starts_with("show:") { rest } else { rest.split(':').next().unwrap_or_default() }
}

fn enabled<'a>(message: &'a Message, wanted: &'a str) -> impl Iterator<Item = String> + 'a {
    let pressable = message.components().filter(|item| item["type"] == 2 && item["disabled"] != true);
    let ids = pressable.filter_map(|item| item["custom_id"].as_str());
    ids.filter(move |id| verb(id) == wanted).map(str::to_owned)
}

fn has(message: &Message, wanted: &str) -> bool {
    enabled(message, wanted).next().is_some()
}

impl Player {
    pub(crate) fn new(person: SimulatedUser, way: InputMethod) -> Self {
        Self { person, way, dice: Cell::new(0) }
    }

    /// Returns a pseudo-random choice that is the same in each run.
    fn choose<T: Clone>(&self, options: &[T]) -> T {
        self.dice.set(self.dice.get() + 1);
        options[self.dice.get() * 7 % options.len()].clone()
    }

    /// Waits until the newest public message has a button with this verb, and returns the message.
    pub(crate) async fn until_button(&self, wanted: &str) -> Message {
        self.until(|_| true, wanted).await
    }

    pub(crate) async fn until(&self, so: impl Fn(&Message) -> bool, wanted: &str) -> Message {
        let newest =
            |messages: &[Message]| messages.iter().rev().find(|message| !message.is_ephemeral()).cloned();
        let there = |messages: &[Message]| {
            newest(messages).is_some_and(|message| has(&message, wanted) && so(&message))
        };
        newest(&self.person.until(there, TIMEOUT).await.unwrap()).unwrap()
    }

    /// Waits until the newest public message contains this text.
    pub(crate) async fn until_text(&self, text: &str) {
        let newest =
            |messages: &[Message]| messages.iter().rev().find(|message| !message.is_ephemeral()).cloned();
        let there =
            |messages: &[Message]| newest(messages).is_some_and(|message| message.text().contains(text));
        self.person.until(there, TIMEOUT).await.unwrap();
    }

    pub(crate) async fn press(&self, message: &Message, wanted: &str) -> Response {
        let id = enabled(message, wanted).next().unwrap();
        self.person.press(message, &id).await.unwrap()
    }

    /// Takes an action if it is this player's turn, and returns its verb.
    pub(crate) async fn act(&mut self) -> Option<&'static str> {
        match self.way {
            InputMethod::Buttons => self.act_by_buttons().await,
            InputMethod::Commands => self.act_by_commands().await,
        }
    }

    /// Opens this player's hand while the newest public message has a button for it.
    ///
    /// The message can change just before the press, when the deal ends. Then it is read again.
    async fn hand(&self) -> Option<Message> {
        loop {
            let messages = self.person.messages();
            let table = messages.iter().rev().find(|message| !message.is_ephemeral())?;
            let id = enabled(table, "show:hand").next()?;
            match self.person.press(table, &id).await {
                Ok(answer) => return answer.message,
                Err(refusal) => {
                    let now = self.person.message(table.id());
                    let is_there = now.is_some_and(|now| enabled(&now, "show:hand").any(|now| now == id));
                    assert!(!is_there, "{refusal}");
                }
            }
        }
    }

    async fn act_by_buttons(&self) -> Option<&'static str> {
        let hand = self.hand().await?;
        let press = async |wanted: &str| {
            let offered: Vec<String> = enabled(&hand, wanted).collect();
            let answer = self.person.press(&hand, &self.choose(&offered)).await.unwrap();
            assert!(answer.updated, "hand was not updated in place");
        };
        if hand.components().any(|item| item["type"] == 3) {
            self.bid_by_buttons(hand).await;
            return Some("bid");
        }
        // Double now and then; otherwise take the first action offered.
        if has(&hand, "kontra") && self.choose(&[true, false, false]) {
            press("kontra").await;
            return Some("kontra");
        }
        let takes = has(&hand, "take") && self.choose(&[false, false, false, true, false]);
        let order = if takes {
            ["take", "trump", "no-kontra", "play", "pass"]
        } else {
            ["pass", "trump", "no-kontra", "play", "take"]
        };
        let wanted = order.into_iter().find(|wanted| has(&hand, wanted))?;
        press(wanted).await;
        Some(wanted)
    }

    /// Chooses a contract from the menu, two cards to discard, and confirms.
    async fn bid_by_buttons(&self, mut hand: Message) {
        let menu = hand.components().find(|item| item["type"] == 3).unwrap();
        let contracts: Vec<&str> = menu["options"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|option| option["value"].as_str())
            .collect();
        let weakest = &contracts[..contracts.len().min(3)];
        let (id, contract) =
            (menu["custom_id"].as_str().unwrap().to_owned(), self.choose(weakest).to_owned());
        hand = self.person.select(&hand, &id, &[&contract]).await.unwrap().message.unwrap();
        for _ in 0..2 {
            let cards: Vec<String> = enabled(&hand, "draft").filter(|id| id.len() > contract.len()).collect();
            let card = cards.iter().max_by_key(|id| id.len()).unwrap();
            hand = self.person.press(&hand, card).await.unwrap().message.unwrap();
        }
        let confirm = enabled(&hand, "bid").next().expect("no button confirms the bid");
        self.person.press(&hand, &confirm).await.unwrap();
    }

    async fn offered(&self, command: &str, option: &str) -> Vec<Choice> {
        self.person.autocomplete(command, option, "").await.unwrap()
    }

    async fn act_by_commands(&self) -> Option<&'static str> {
        let say = async |command: &str, options: Vec<(&str, Value)>| {
            let answer = self.person.command(command, options).await.unwrap();
            assert!(answer.is_ephemeral());
        };
        let bids = self.offered("bid", "contract").await;
        if !bids.is_empty() {
            let contract = self.choose(&bids[..bids.len().min(3)]).value;
            let first = self.offered("bid", "first").await.remove(0).value;
            let filled = [("first", first.clone())];
            let second =
                self.person.autocomplete_with("bid", filled, "second", "").await.unwrap().remove(0).value;
            say("bid", vec![("contract", contract), ("first", first), ("second", second)]).await;
            return Some("bid");
        }
        for (command, option) in [("trump", "suit"), ("play", "card")] {
            let choices = self.offered(command, option).await;
            if !choices.is_empty() {
                say(command, vec![(option, self.choose(&choices).value)]).await;
                return Some(if command == "play" { "play" } else { "trump" });
            }
        }
        let raises = self.offered("kontra", "games").await;
        if !raises.is_empty() {
            say("kontra", vec![("games", raises.last().unwrap().value.clone())]).await;
            return Some("kontra");
        }
        let hand = self.person.command("hand", []).await.unwrap().message?;
        if !has(&hand, "pass") {
            return None;
        }
        say("pass", Vec::new()).await;
        Some("pass")
    }
}
