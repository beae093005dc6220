//! A simulated player that chooses from the actions offered to it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use discord_sandbox::{ActionError, Choice, Message, Response, SimulatedUser};
use fastrand::Rng;
use serde_json::{Value, json};
use ulti_rules::{Action, Card, CardSet, Game, Games, Suit, View};

use crate::PROCESS_TIMEOUT;
use crate::messages::{private_text, public, until_message, until_newest_within, until_private};

/// Input method of a simulated player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// The player uses slash commands and selects their options from autocomplete suggestions.
    Commands,
    /// The player uses the buttons and menus in the message that shows their hand.
    Buttons,
}

/// A simulated player whose choices are pseudo-random but the same in every run.
pub struct Player {
    /// Simulated Discord user that performs the player's actions.
    pub user: SimulatedUser,
    strategy: Strategy,
    /// Number of choices made so far. It determines the next pseudo-random choice.
    choices: AtomicUsize,
}

/// Returns the action in a custom id. For example, returns `play` for `u1:1:play:2.17:H7`.
fn verb(custom_id: &str) -> &str {
    let rest = custom_id.splitn(3, ':').nth(2).unwrap_or_default();
    if rest.starts_with("show:") { rest } else { rest.split(':').next().unwrap_or_default() }
}

/// Returns the custom ids of a message's enabled buttons whose action is `wanted`, such as `play` or
/// `show:hand`.
pub fn enabled<'a>(message: &'a Message, wanted: &'a str) -> impl Iterator<Item = String> + 'a {
    let pressable = message.components().filter(|item| item["type"] == 2 && item["disabled"] != true);
    let ids = pressable.filter_map(|item| item["custom_id"].as_str());
    ids.filter(move |id| verb(id) == wanted).map(str::to_owned)
}

/// Presses the button that confirms an action, if the bot asks for a confirmation: the contract cannot be won
/// afterwards, only expensive bids are left, or the action ends the deal early or lays the hand open.
///
/// Returns the reply to the button, or `answer` if there is no question.
pub async fn confirmed(user: &SimulatedUser, answer: Response) -> Response {
    let question = answer.message.as_ref().filter(|message| message.is_ephemeral());
    let confirmation =
        |message| ["anyway", "end-early", "open-hand"].iter().find_map(|verb| enabled(message, verb).next());
    match question.and_then(|message| Some((message, confirmation(message)?))) {
        Some((message, id)) => user.press(message, &id).await.unwrap(),
        None => answer,
    }
}

fn has(message: &Message, wanted: &str) -> bool {
    enabled(message, wanted).next().is_some()
}

impl Player {
    /// Creates a player that acts on behalf of `user`.
    pub const fn new(user: SimulatedUser, strategy: Strategy) -> Self {
        Self { user, strategy, choices: AtomicUsize::new(0) }
    }

    /// Returns a pseudo-random option. The sequence of choices is the same in every run.
    fn choose<T: Clone>(&self, options: &[T]) -> T {
        let choice = self.choices.fetch_add(1, Ordering::Relaxed) + 1;
        options[choice * 7 % options.len()].clone()
    }

    /// Waits until the newest public message satisfies `wanted`. Returns the message.
    async fn until_newest(&self, wanted: impl Fn(&Message) -> bool) -> Message {
        until_newest_within(&self.user, PROCESS_TIMEOUT, wanted).await
    }

    /// Waits until the newest public message has an enabled button for the action `verb`. Returns the
    /// message.
    pub async fn until_button(&self, verb: &str) -> Message {
        self.until_newest(|message| has(message, verb)).await
    }

    /// Waits until a public message newer than `above` has an enabled button for the action `verb`. Returns
    /// the message.
    pub async fn until_button_below(&self, above: &Message, verb: &str) -> Message {
        self.until_newest(|message| message.id() > above.id() && has(message, verb)).await
    }

    /// Waits until the newest public message contains the given text.
    pub async fn until_text(&self, text: &str) {
        self.until_newest(|message| message.text().contains(text)).await;
    }

    /// Presses the first enabled button for the action `verb` in the message.
    pub async fn press(&self, message: &Message, verb: &str) -> Response {
        let id = enabled(message, verb).next().unwrap();
        self.user.press(message, &id).await.unwrap()
    }

    /// Takes an action and returns its name. Returns `None` if it is not this player's turn.
    pub async fn act(&self) -> Option<&'static str> {
        if self.strategy == Strategy::Commands {
            return self.act_by_commands().await;
        }
        loop {
            let hand = self.hand().await?;
            let id = hand.id();
            match self.act_by_buttons(hand).await {
                // The bot has replaced the hand before the player acted.
                None if self.user.message(id).is_none() => {}
                acted => return acted,
            }
        }
    }

    /// Plays until the newest public message has a button with the given label. Returns the message.
    pub async fn play_until_button(&self, label: &str) -> Message {
        let begun = Instant::now();
        while begun.elapsed() < PROCESS_TIMEOUT {
            let newest = public(&self.user.messages()).pop();
            if let Some(message) = newest.filter(|message| message.buttons().contains(&label)) {
                return message;
            }
            if self.act().await.is_none() {
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        }
        let newest = public(&self.user.messages()).pop().map(|message| message.text());
        panic!("timed out waiting for {label:?}, newest message: {newest:?}");
    }

    /// Opens the player's hand using the button on the newest public message.
    ///
    /// Returns `None` if there is no such button. Retries if the button disappears before it is pressed.
    async fn hand(&self) -> Option<Message> {
        loop {
            let table = public(&self.user.messages()).pop()?;
            let id = enabled(&table, "show:hand").next()?;
            let newest = |messages: Vec<Message>| {
                messages.into_iter().filter(Message::is_ephemeral).map(|message| message.id()).max()
            };
            let before = newest(self.user.messages());
            match self.user.press(&table, &id).await {
                Ok(answer) if answer.is_ephemeral() => {
                    // A slow reply is deferred.
                    let hand = answer.message?.id();
                    return Some(until_message(&self.user, hand, |hand| !hand.is_loading()).await);
                }
                // The press renewed the token of the table message, and the hand is a follow-up.
                Ok(_) => return Some(until_private(&self.user, |hand| Some(hand.id()) > before).await),
                Err(refusal) => {
                    let now = self.user.message(table.id());
                    let is_there = now.is_some_and(|now| enabled(&now, "show:hand").any(|now| now == id));
                    assert!(!is_there, "{refusal}");
                }
            }
        }
    }

    /// Returns the response to a component of a hand. Returns `None` if the bot has replaced the hand with a
    /// newer one before.
    fn response_in_hand(&self, hand: &Message, response: Result<Response, ActionError>) -> Option<Response> {
        let is_updated = response.as_ref().is_ok_and(|response| response.updated);
        let is_replaced = self.user.message(hand.id()).is_none();
        assert!(is_updated || is_replaced, "hand was not updated in place: {response:?}");
        response.ok()
    }

    /// Waits until a hand shows the effect of a press, which may follow after the response if that was
    /// deferred. Returns `None` if the bot has replaced the hand with a newer one before.
    async fn hand_after(
        &self,
        hand: &Message,
        response: Result<Response, ActionError>,
        is_shown: impl Fn(&Message) -> bool,
    ) -> Option<Message> {
        self.response_in_hand(hand, response)?;
        let find = |messages: &[Message]| messages.iter().find(|one| one.id() == hand.id()).cloned();
        let is_done = |messages: &[Message]| find(messages).is_none_or(|hand| is_shown(&hand));
        find(&self.user.wait_until(is_done, PROCESS_TIMEOUT).await.unwrap())
    }

    /// Takes an action with the buttons of a hand. Returns `None` if there is none, or if the bot replaces
    /// the hand before the action.
    async fn act_by_buttons(&self, hand: Message) -> Option<&'static str> {
        let press = async |wanted: &'static str| {
            let offered: Vec<String> = enabled(&hand, wanted).collect();
            let response = self.user.press(&hand, &self.choose(&offered)).await;
            let answer = self.response_in_hand(&hand, response)?;
            confirmed(&self.user, answer).await;
            Some(wanted)
        };
        if hand.components().any(|item| item["type"] == 3) {
            return self.bid_by_buttons(hand).await;
        }
        // Double now and then; otherwise take the first action offered.
        if has(&hand, "kontra") && self.choose(&[true, false, false]) {
            return press("kontra").await;
        }
        let takes = has(&hand, "take") && self.choose(&[false, false, false, true, false]);
        let order = if takes {
            ["take", "trump", "no-kontra", "play", "pass"]
        } else {
            ["pass", "trump", "no-kontra", "play", "take"]
        };
        press(order.into_iter().find(|wanted| has(&hand, wanted))?).await
    }

    /// Makes a bid using menus and buttons: selects a contract, selects two cards to discard, and confirms
    /// the bid.
    async fn bid_by_buttons(&self, mut hand: Message) -> Option<&'static str> {
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
        let mut response = self.user.select(&hand, &id, &[&contract]).await;
        // Custom ids of drafts become longer with each choice.
        let mut last = contract;
        for _ in 0..2 {
            let choices = |hand: &Message| {
                enabled(hand, "draft").filter(|id| id.len() > last.len()).max_by_key(String::len)
            };
            hand = self.hand_after(&hand, response, |hand| choices(hand).is_some()).await?;
            last = choices(&hand).unwrap();
            response = self.user.press(&hand, &last).await;
        }
        hand = self.hand_after(&hand, response, |hand| has(hand, "bid")).await?;
        let confirm = enabled(&hand, "bid").next().expect("no button confirms the bid");
        let response = self.user.press(&hand, &confirm).await;
        confirmed(&self.user, self.response_in_hand(&hand, response)?).await;
        Some("bid")
    }

    async fn offered(&self, command: &str, option: &str) -> Vec<Choice> {
        self.user.autocomplete(command, option, "").await.unwrap()
    }

    async fn act_by_commands(&self) -> Option<&'static str> {
        let send = async |command: &str, options: Vec<(&str, Value)>| {
            private_text(&confirmed(&self.user, self.user.command(command, options).await.unwrap()).await);
        };
        let bids = self.offered("bid", "contract").await;
        if !bids.is_empty() {
            let contract = self.choose(&bids[..bids.len().min(3)]).value;
            let first = self.offered("bid", "first").await.remove(0).value;
            let filled = [("first", first.clone())];
            let second =
                self.user.autocomplete_with("bid", filled, "second", "").await.unwrap().remove(0).value;
            send("bid", vec![("contract", contract), ("first", first), ("second", second)]).await;
            return Some("bid");
        }
        for (command, option) in [("trump", "suit"), ("play", "card")] {
            let choices = self.offered(command, option).await;
            if !choices.is_empty() {
                send(command, vec![(option, self.choose(&choices).value)]).await;
                return Some(if command == "play" { "play" } else { "trump" });
            }
        }
        let raises = self.offered("kontra", "games").await;
        if !raises.is_empty() {
            send("kontra", vec![("games", raises.last().unwrap().value.clone())]).await;
            return Some("kontra");
        }
        let hand = self.user.command("hand", []).await.unwrap().message?;
        if !has(&hand, "pass") {
            return None;
        }
        send("pass", Vec::new()).await;
        Some("pass")
    }
}

fn two_of(random: &mut Rng, hand: CardSet) -> CardSet {
    let mut cards: Vec<Card> = hand.iter().collect();
    random.shuffle(&mut cards);
    cards.into_iter().take(2).collect()
}

/// Returns a random legal action. Actions that may end the deal are rarely chosen.
pub fn random_action(random: &mut Rng, view: &View) -> Action {
    let legal = &view.legal;
    let ends = [(legal.fold, Action::Fold), (legal.open, Action::Open), (legal.claim, Action::Claim)];
    let mut open: Vec<Action> = Vec::new();
    if random.u8(..25) == 0 {
        open.extend(ends.into_iter().filter_map(|(may, action)| may.then_some(action)));
    }
    if open.is_empty() {
        open.extend(legal.cards.iter().map(Action::Play));
        open.extend(legal.trumps.iter().copied().map(Action::Trump));
        open.extend(view.kontra_items().into_iter().map(Action::Kontra));
        let more =
            [(legal.take, Action::Take), (legal.pass, Action::Pass), (legal.no_kontra, Action::NoKontra)];
        open.extend(more.into_iter().filter_map(|(may, action)| may.then_some(action)));
    }
    if !legal.bids.is_empty() && (open.is_empty() || random.u8(..3) == 0) {
        let contract = legal.bids[random.usize(..legal.bids.len())];
        let discard = legal.discard.then(|| two_of(random, view.own_hand()));
        return Action::Bid { contract, discard };
    }
    if open.is_empty() { Action::Leave } else { open[random.usize(..open.len())] }
}

/// Performs an action using a slash command. The bot may reject the command.
pub async fn perform(user: &SimulatedUser, action: Action) -> Result<Response, ActionError> {
    let (command, options) = command_for(action);
    let options = options.into_iter().map(|(name, value)| (name, json!(value)));
    let only_open = (action == Action::Open).then(|| ("only_open", json!(true)));
    Ok(confirmed(user, user.command(command, options.chain(only_open)).await?).await)
}

/// Folds the user's contract with `/fold`, and confirms it.
pub async fn fold(user: &SimulatedUser) -> Response {
    perform(user, Action::Fold).await.unwrap()
}

/// Returns the name and options of the slash command for an action.
fn command_for(action: Action) -> (&'static str, Vec<(&'static str, String)>) {
    let names = |games: Games| games.iter().map(Game::name).collect::<Vec<_>>().join("+");
    match action {
        Action::Take => ("take", vec![]),
        Action::Bid { contract, discard } => {
            let cards = discard.unwrap_or_default();
            let cards = ["first", "second"].into_iter().zip(cards.iter().map(|card| card.to_string()));
            ("bid", [("contract", contract.to_string())].into_iter().chain(cards).collect())
        }
        Action::Pass => ("pass", vec![]),
        Action::Trump(trump) => ("trump", vec![("suit", trump.map_or("none", Suit::word).to_owned())]),
        Action::Kontra(games) => ("kontra", vec![("games", names(games))]),
        Action::NoKontra => ("kontra", vec![("games", "none".to_owned())]),
        Action::Play(card) => ("play", vec![("card", card.to_string())]),
        Action::Fold => ("fold", vec![]),
        Action::Open | Action::Claim => ("claim", vec![]),
        Action::Leave => ("ulti leave", vec![]),
    }
}
