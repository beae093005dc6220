//! People who do at random whatever may be done, and much that may not.

use std::path::PathBuf;
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use ulti::discord::custom_id::CustomId;
use ulti::playground::{Options, Person, Playground, permission};
use ulti::rules::{Action, Card, CardSet, Game, Games, RuleSet, Suit, View};
use ulti::table::{Command, Moment, PlayerId, TableId};

use crate::bot::{Bot, PATIENCE};
use crate::emoji;
use crate::truth::Truth;

/// After how long a robot plays for somebody who has nodded off.
const HARD_LIMIT: Duration = Duration::from_secs(2);

const NAMES: [&str; 4] = ["Anna", "Bea", "Csaba", "Dóri"];

/// What messages are made of this evening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// The bot may not attach files: emoji and words.
    Emoji,
    /// Pictures, and emoji on buttons.
    Pictures,
    /// Words alone.
    Words,
}

impl Look {
    pub(crate) const ALL: [Self; 3] = [Self::Emoji, Self::Pictures, Self::Words];
}

/// Four people, a bot, and what is really the case.
pub(crate) struct Party {
    pub(crate) playground: Playground,
    pub(crate) bot: Bot,
    pub(crate) truth: Truth,
    people: Vec<Person>,
    dice: Rng,
    pub(crate) finished: usize,
    /// Who does nothing until a robot holds their seat.
    dozing: Option<PlayerId>,
    /// How often somebody has nodded off.
    naps: usize,
    /// Custom ids that somebody has seen.
    seen: Vec<String>,
}

/// Commands that show something, each with options: `deal` and `person` are filled in.
const LOOKS: [(&str, &[(&str, &str)]); 20] = [
    ("hand", &[]),
    ("hand", &[]),
    ("table", &[]),
    ("hint", &[]),
    ("hint", &[]),
    ("leaderboard", &[]),
    ("history", &[]),
    ("replay", &[("deal", "deal")]),
    ("verify", &[("deal", "deal")]),
    ("stats", &[]),
    ("evening show", &[]),
    ("season show", &[]),
    ("season review", &[]),
    ("privacy about", &[]),
    ("privacy export", &[]),
    ("settings language", &[("language", "hu")]),
    ("settings language", &[("language", "en")]),
    ("settings faces", &[("faces", "french")]),
    ("settings faces", &[("faces", "hungarian")]),
    ("play", &[("card", "H7")]),
];

/// Options that offer something while one types.
const OFFERS: [(&str, &str); 8] = [
    ("play", "card"),
    ("bid", "contract"),
    ("bid", "first"),
    ("bid", "second"),
    ("kontra", "games"),
    ("trump", "suit"),
    ("replay", "deal"),
    ("verify", "deal"),
];

/// Buttons that would end what is to be looked at, or change what it is held against; and pages of the
/// rules, which are made of a book alone and speak of cards as such.
const LEFT_ALONE: [&str; 9] =
    [":end", ":privacy:", ":house:", ":season:", ":leave", ":robot", ":topic:", ":book:", ":share:"];

impl Party {
    pub(crate) async fn begin(seed: u64, look: Look) -> Self {
        let traffic = std::env::var_os("ULTI_SECRECY_TRAFFIC").map(PathBuf::from);
        let options = Options { traffic_kept: 1_000_000, traffic, seed, ..Options::default() };
        let playground = Playground::start(options).await.unwrap();
        if look == Look::Emoji {
            playground.revoke("ulti", permission::ATTACH_FILES);
        }
        let bot = Bot::waiting(&playground, HARD_LIMIT).await;
        let people: Vec<Person> = NAMES.map(|name| playground.person(name).in_channel("ulti")).into();
        if look == Look::Words {
            for person in &people {
                let _ = person.command("settings text", [("on", json!(true))]).await;
            }
            let _ = people[0].command("settings server-text", [("on", json!(true))]).await;
        } else {
            let uploaded = |playground: &Playground| playground.emojis().len() >= emoji::ALL;
            playground.until(uploaded, PATIENCE).await.unwrap();
        }
        let truth = Truth::of(&bot.database()).await;
        let (dice, seen) = (Rng::with_seed(seed), Vec::new());
        Self { playground, bot, truth, people, dice, finished: 0, dozing: None, naps: 0, seen }
    }

    /// Plays until so many deals are over and in the next one somebody is to act, with much to play still:
    /// robots would play it to its end while the bot is looked at.
    pub(crate) async fn play(&mut self, deals: usize) {
        for _ in 0..400 * (deals + 1) {
            let before = self.truth.table.as_ref().map_or((0, 0), |table| (table.id, table.finished));
            self.truth.read_on().await;
            let now = self.truth.table.as_ref().map_or((0, 0), |table| (table.id, table.finished));
            self.finished += if now.0 == before.0 { now.1 - before.1 } else { now.1 };
            if self.finished >= deals && self.somebody_is_to_act() {
                return;
            }
            if self.dice.u8(..100) < 25 {
                self.do_anything().await;
            }
            self.go_on().await;
        }
        panic!("only {} deals were played", self.finished);
    }

    fn somebody_is_to_act(&self) -> bool {
        let running = self.truth.table.as_ref().filter(|table| !table.ended);
        let running = running.and_then(|table| table.deal.as_ref()).filter(|one| one.deal.version() > 6);
        running.is_some_and(|one| {
            let Some((seat, player)) = one.turn() else { return false };
            let much = one.deal.view(Some(seat)).own_hand().len() > 5;
            let is_there = !self.is_held(player) && self.dozing != Some(player);
            much && is_there && self.person(player).is_some()
        })
    }

    fn is_held(&self, player: PlayerId) -> bool {
        self.truth.table.as_ref().is_some_and(|table| table.held.contains(&player))
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.dice.usize(..of.len())]
    }

    fn someone(&mut self) -> Person {
        self.people[self.dice.usize(..self.people.len())].clone()
    }

    fn person(&self, player: PlayerId) -> Option<Person> {
        let user = crate::truth::user(player)?;
        self.people.iter().find(|person| person.id().0 == user.0).cloned()
    }

    /// What brings the evening on: a table, a deal, or an action of whoever's turn it is.
    async fn go_on(&mut self) {
        let Some(table) = self.truth.table.as_ref().filter(|table| !table.ended) else {
            return self.sit_down().await;
        };
        let (id, seated) = (TableId(table.id), table.seated.clone());
        let Some(running) = table.deal.as_ref().filter(|running| running.turn().is_some()) else {
            if seated.len() < 3 || self.dice.u8(..6) == 0 {
                let anyone = self.someone();
                let command = if self.dice.bool() { "ulti join" } else { "ulti robot" };
                let _ = anyone.command(command, []).await;
            }
            if seated.len() > 3 && self.dice.u8(..8) == 0 {
                let _ = self.someone().command("ulti leave", []).await;
            }
            let _ = self.someone().command("ulti start", []).await;
            return;
        };
        let Some((seat, player)) = running.turn() else { return };
        let (view, moment) = (running.deal.view(Some(seat)), running.moment());
        let Some(person) = self.person(player) else {
            return tokio::time::sleep(Duration::from_millis(4)).await; // a robot's
        };
        if self.is_held(player) {
            if self.dice.u8(..8) == 0 {
                let _ = person.command("ulti join", []).await;
            }
            return tokio::time::sleep(Duration::from_millis(4)).await;
        }
        if self.dozes(player) {
            return tokio::time::sleep(HARD_LIMIT / 10).await;
        }
        if self.dice.u8(..200) == 0 {
            return self.leave(&person).await;
        }
        let action = choose(&mut self.dice, &view);
        self.act(&person, id, moment, action).await;
    }

    /// Whether this player lets their time run out: somebody does soon in every evening, and few do later.
    fn dozes(&mut self, player: PlayerId) -> bool {
        self.dozing = self.dozing.filter(|dozing| !self.is_held(*dozing));
        let seldom = if self.naps == 0 { 20 } else { 250 };
        if self.dozing.is_none() && self.dice.u8(..seldom) == 0 {
            (self.dozing, self.naps) = (Some(player), self.naps + 1);
        }
        self.dozing == Some(player)
    }

    /// Goes in the middle of a deal, and pays for it.
    async fn leave(&mut self, person: &Person) {
        let Ok(asked) = person.command("ulti leave", []).await else { return };
        let Some(message) = asked.message else { return };
        let ids = message.components().filter_map(|part| part["custom_id"].as_str());
        let paid = ids.filter(|id| id.contains(":leave:")).map(str::to_owned).next();
        if let Some(id) = paid {
            let _ = person.press_raw(message.id(), &id).await;
        }
    }

    async fn sit_down(&mut self) {
        let presets: Vec<&str> = RuleSet::preset_names().collect();
        let (rules, robots) = (*self.one(&presets), self.dice.u8(..3).saturating_sub(self.dice.u8(..2)));
        let host = self.someone();
        let _ = host
            .command(
                "ulti new",
                [("rules", json!(rules)), ("robots", json!(robots)), ("level", json!("easy"))],
            )
            .await;
        for person in self.people.clone() {
            if self.dice.u8(..4) > 0 {
                let _ = person.command("ulti join", []).await;
            }
        }
        let _ = host.command("ulti start", []).await;
    }

    /// By a command or by a button, whichever comes.
    async fn act(&mut self, person: &Person, table: TableId, moment: Moment, action: Action) {
        let sheet =
            person.messages().into_iter().rev().find(|message| message.json()["components"][0].is_object());
        let is_bid = matches!(action, Action::Bid { .. });
        if let Some(sheet) = sheet.filter(|_| !is_bid && self.dice.bool()) {
            let command = Command::Act { action, at: Some(moment) };
            let id = CustomId::Ask { table, command }.to_string();
            self.keep(&id);
            let _ = person.press_raw(sheet.id(), &id).await;
            return;
        }
        let (name, options) = typed(action);
        let options = options.iter().map(|(name, value)| (*name, json!(value)));
        let options: Vec<(&str, Value)> = options.collect();
        let only_open = (action == Action::Open).then(|| ("only_open", json!(true)));
        let _ = person.command(name, options.into_iter().chain(only_open)).await;
    }

    fn keep(&mut self, id: &str) {
        if !LEFT_ALONE.iter().any(|not| id.contains(not)) {
            self.seen.push(id.to_owned());
        }
    }

    /// Something that need not make sense.
    async fn do_anything(&mut self) {
        let person = self.someone();
        match self.dice.u8(..10) {
            0..4 => self.look(&person).await,
            4 | 5 => {
                let (command, option) = *self.one(&OFFERS);
                let typed = *self.one(&["", "", "p", "♥", "ulti", "a"]);
                let _ = person.autocomplete(command, option, typed).await;
            }
            6 => self.press_old(&person).await,
            _ => self.press_any(&person).await,
        }
    }

    async fn look(&mut self, person: &Person) {
        let (command, options) = *self.one(&LOOKS);
        let deal = self.dice.usize(1..30).to_string();
        let fill = |value: &str| if value == "deal" { deal.clone() } else { value.to_owned() };
        let options = options.iter().map(|(name, value)| (*name, json!(fill(value))));
        let _ = person.command(command, options).await;
    }

    /// A button that somebody had once, whoever presses it now.
    async fn press_old(&mut self, person: &Person) {
        let Some(message) = person.messages().pop() else { return };
        if !self.seen.is_empty() {
            let id = self.seen[self.dice.usize(..self.seen.len())].clone();
            let _ = person.press_raw(message.id(), &id).await;
        }
    }

    /// A button or a menu of one of the newest messages.
    async fn press_any(&mut self, person: &Person) {
        let messages = person.messages();
        let newest = &messages[messages.len().saturating_sub(6)..];
        if newest.is_empty() {
            return;
        }
        let message = self.one(newest).clone();
        let parts: Vec<Value> =
            message.components().filter(|part| part["disabled"] != true).cloned().collect();
        if parts.is_empty() {
            return;
        }
        let part = self.one(&parts);
        let id = part["custom_id"].as_str().unwrap_or_default().to_owned();
        let chosen: Vec<String> = part["options"]
            .as_array()
            .map(|options| {
                let count = part["min_values"].as_u64().unwrap_or(1).max(1).try_into().unwrap_or(1);
                let values = options.iter().filter_map(|option| option["value"].as_str());
                self.dice.choose_multiple(values, count).into_iter().map(str::to_owned).collect()
            })
            .unwrap_or_default();
        let said = chosen.first().unwrap_or(&id).clone();
        if LEFT_ALONE.iter().any(|not| said.contains(not)) {
            return;
        }
        self.keep(&said);
        let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let _ = if chosen.is_empty() {
            person.press_raw(message.id(), &id).await
        } else {
            person.select_raw(message.id(), &id, &chosen).await
        };
    }
}

fn two_of(dice: &mut Rng, hand: CardSet) -> CardSet {
    let mut cards: Vec<Card> = hand.iter().collect();
    dice.shuffle(&mut cards);
    cards.into_iter().take(2).collect()
}

/// Something legal; what ends a deal at once is rare.
pub(crate) fn choose(dice: &mut Rng, view: &View) -> Action {
    let legal = &view.legal;
    let ends = [(legal.fold, Action::Fold), (legal.open, Action::Open), (legal.claim, Action::Claim)];
    let mut open: Vec<Action> = Vec::new();
    if dice.u8(..25) == 0 {
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
    if !legal.bids.is_empty() && (open.is_empty() || dice.u8(..3) == 0) {
        let contract = legal.bids[dice.usize(..legal.bids.len())];
        let discard = legal.discard.then(|| two_of(dice, view.own_hand()));
        return Action::Bid { contract, discard };
    }
    if open.is_empty() { Action::Leave } else { open[dice.usize(..open.len())] }
}

/// The command for an action, with its options.
fn typed(action: Action) -> (&'static str, Vec<(&'static str, String)>) {
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
