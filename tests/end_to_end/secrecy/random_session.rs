//! Simulated users who play at random.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use discord_sandbox::permission;
use discord_sandbox::{Options, Sandbox, SimulatedUser};
use fastrand::Rng;
use serde_json::json;
use ulti::discord::custom_id::CustomId;
use ulti::table::{Command, Moment, PlayerId, TableId};
use ulti_rules::{Action, RuleSet};
use ulti_testkit::leaks::emoji;
use ulti_testkit::{BotProcess, JournalReader, PROCESS_TIMEOUT, perform, random_action};

use super::session_inputs::{EXCLUDED_BUTTONS, HOUSE_RULES};
use crate::bot_process;

/// Time after which a robot plays for an inactive player.
const HARD_LIMIT: Duration = Duration::from_secs(2);

/// Interval at which the journal is polled for the actions of robots.
const POLL_INTERVAL: Duration = Duration::from_millis(4);

const NAMES: [&str; 4] = ["Anna", "Bea", "Csaba", "Dóri"];

/// Maximum number of seats per session that are taken back as soon as a robot holds them. Later ones are
/// taken back at random.
const MAX_TAKE_BACKS: usize = 3;

/// The representation of cards in a session's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessageStyle {
    /// Emoji and text, because the bot may not attach files.
    Emoji,
    /// Pictures, with emoji on buttons.
    Pictures,
    /// Text only.
    Words,
}

impl MessageStyle {
    pub(super) const ALL: [Self; 3] = [Self::Emoji, Self::Pictures, Self::Words];
}

/// A sandbox, a bot, four users and a reader of the journal.
pub(super) struct RandomSession {
    pub(super) sandbox: Sandbox,
    pub(super) bot: BotProcess,
    pub(super) journal: JournalReader,
    users: Vec<SimulatedUser>,
    pub(super) dice: Rng,
    pub(super) finished: usize,
    /// Player who does nothing until a robot takes the seat.
    inactive: Option<PlayerId>,
    /// Number of times that a player became inactive.
    inactive_count: usize,
    /// Number of attempts to take a seat back as soon as a robot holds it.
    take_backs: usize,
    /// Number of tables that were opened by “Same again”.
    pub(super) same_again: usize,
    /// Custom ids that were shown to a user.
    pub(super) seen: Vec<String>,
}

impl RandomSession {
    pub(super) async fn start(seed: u64, style: MessageStyle) -> Self {
        let traffic = std::env::var_os("ULTI_SECRECY_TRAFFIC").map(PathBuf::from);
        let options = Options { traffic_capacity: 1_000_000, traffic, seed, ..Options::default() };
        let sandbox = Sandbox::start(options).await.unwrap();
        if style == MessageStyle::Emoji {
            sandbox.revoke("ulti", permission::ATTACH_FILES);
        }
        let bot = bot_process().hard_limit(HARD_LIMIT).spawn(&sandbox); // posts a welcome message
        sandbox.wait_until_ready(PROCESS_TIMEOUT).await.unwrap();
        let users: Vec<SimulatedUser> = NAMES.map(|name| sandbox.user(name).in_channel("ulti")).into();
        if style == MessageStyle::Words {
            for user in &users {
                let _ = user.command("settings", [("text-only", json!(true))]).await;
            }
            let _ = users[0].command("ulti-admin settings", [("text-only", json!(true))]).await;
        } else {
            let uploaded = |sandbox: &Sandbox| sandbox.emojis().len() >= emoji::COUNT;
            sandbox.wait_until(uploaded, PROCESS_TIMEOUT).await.unwrap();
        }
        let journal = JournalReader::open(&bot.database()).await;
        let (dice, seen) = (Rng::with_seed(seed), Vec::new());
        Self {
            sandbox,
            bot,
            journal,
            users,
            dice,
            finished: 0,
            inactive: None,
            inactive_count: 0,
            take_backs: 0,
            same_again: 0,
            seen,
        }
    }

    /// Plays until `deals` deals are over and a user is to move early in another one.
    ///
    /// Robots would otherwise finish that deal during the checks.
    pub(super) async fn play(&mut self, deals: usize) {
        for _ in 0..400 * (deals + 1) {
            self.read_journal().await;
            if self.finished >= deals && self.is_person_to_move() {
                return;
            }
            if self.dice.u8(..100) < 25 {
                self.act_at_random().await;
            }
            self.advance().await;
        }
        panic!("only {} deals were played", self.finished);
    }

    /// Reads the new events of the journal and counts the finished deals. Returns `true` if there were new
    /// events.
    async fn read_journal(&mut self) -> bool {
        let finished = |journal: &JournalReader| {
            journal.table.as_ref().map_or((TableId(0), 0), |table| (table.id, table.finished))
        };
        let before = finished(&self.journal);
        let has_new_events = self.journal.read_new_events().await;
        let now = finished(&self.journal);
        self.finished += if now.0 == before.0 { now.1 - before.1 } else { now.1 };
        has_new_events
    }

    /// Polls the journal until it has new events, which are normally the action of a robot.
    async fn until_new_events(&mut self) {
        let begun = Instant::now();
        while !self.read_journal().await {
            assert!(begun.elapsed() < PROCESS_TIMEOUT, "timed out waiting for a robot to act");
            tokio::time::sleep(POLL_INTERVAL).await; // polls a process, which has a real clock
        }
    }

    fn is_person_to_move(&self) -> bool {
        let running = self.journal.table.as_ref().filter(|table| !table.ended);
        let running = running.and_then(|table| table.deal.as_ref()).filter(|one| one.deal.version() > 6);
        running.is_some_and(|one| {
            let Some((seat, player)) = one.player_to_move() else { return false };
            let much = one.deal.view(Some(seat)).own_hand().len() > 5;
            let is_there = !self.is_held(player) && self.inactive != Some(player);
            much && is_there && self.user(player).is_some()
        })
    }

    fn is_held(&self, player: PlayerId) -> bool {
        self.journal.table.as_ref().is_some_and(|table| table.held.contains(&player))
    }

    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.dice.usize(..of.len())]
    }

    pub(super) fn random_user(&mut self) -> SimulatedUser {
        self.users[self.dice.usize(..self.users.len())].clone()
    }

    fn user(&self, player: PlayerId) -> Option<SimulatedUser> {
        let id = player.user()?;
        self.users.iter().find(|user| user.id().0 == id.0).cloned()
    }

    /// Opens a table, starts a deal, or acts for the player to move.
    async fn advance(&mut self) {
        let Some(table) = self.journal.table.as_ref().filter(|table| !table.ended) else {
            return self.sit_down().await;
        };
        let id = table.id;
        let mut held = table.held.iter().copied();
        if let Some(user) =
            held.find_map(|player| self.user(player)).filter(|_| self.take_backs < MAX_TAKE_BACKS)
        {
            self.take_backs += 1;
            let _ = user.command("ulti join", []).await;
            return;
        }
        let Some(running) = table.deal.as_ref().filter(|running| running.player_to_move().is_some()) else {
            let (seated, finished) = (table.seated.len(), table.finished);
            return self.start_deal(seated, finished).await;
        };
        let Some((seat, player)) = running.player_to_move() else { return };
        let (view, moment) = (running.deal.view(Some(seat)), running.moment());
        let Some(user) = self.user(player) else { return self.until_new_events().await };
        if self.is_held(player) {
            if self.dice.u8(..8) == 0 {
                let _ = user.command("ulti join", []).await;
            }
            return self.until_new_events().await;
        }
        if self.check_inactive(player) {
            return self.until_new_events().await;
        }
        if self.dice.u8(..200) == 0 {
            return self.leave(&user).await;
        }
        let action = random_action(&mut self.dice, &view);
        self.act(&user, id, moment, action).await;
    }

    /// Ends the evening, or starts a deal at a table with these numbers of players and of finished deals.
    /// Before the deal, players join or leave at random.
    async fn start_deal(&mut self, seated: usize, finished: usize) {
        let is_first_end = self.same_again == 0 && finished > 0;
        if is_first_end || self.dice.u8(..12) == 0 {
            let _ = self.random_user().command("ulti end", []).await;
            return;
        }
        if seated < 3 || self.dice.u8(..6) == 0 {
            let anyone = self.random_user();
            let command = if self.dice.bool() { "ulti join" } else { "ulti robot" };
            let _ = anyone.command(command, []).await;
        }
        if seated > 3 && self.dice.u8(..8) == 0 {
            let _ = self.random_user().command("ulti leave", []).await;
        }
        let _ = self.random_user().command("ulti start", []).await;
    }

    /// Returns `true` if this player is inactive. The first player becomes inactive soon, later ones
    /// rarely.
    fn check_inactive(&mut self, player: PlayerId) -> bool {
        self.inactive = self.inactive.filter(|inactive| !self.is_held(*inactive));
        let seldom = if self.inactive_count == 0 { 20 } else { 250 };
        if self.inactive.is_none() && self.dice.u8(..seldom) == 0 {
            (self.inactive, self.inactive_count) = (Some(player), self.inactive_count + 1);
        }
        self.inactive == Some(player)
    }

    /// Leaves in the middle of a deal and accepts the price.
    async fn leave(&mut self, user: &SimulatedUser) {
        let Ok(env_number) = user.command("ulti leave", []).await else { return };
        let Some(message) = env_number.message else { return };
        let ids = message.components().filter_map(|part| part["custom_id"].as_str());
        let paid = ids.filter(|id| id.contains(":leave:")).map(str::to_owned).next();
        if let Some(id) = paid {
            let _ = user.press_raw(message.id(), &id).await;
        }
    }

    async fn sit_down(&mut self) {
        let host = self.random_user();
        if (self.same_again == 0 || self.dice.bool()) && self.play_again(&host).await {
            return;
        }
        let (rules, robots) = (self.random_rules(), self.dice.u8(..3).saturating_sub(self.dice.u8(..2)));
        let _ = host
            .command(
                "ulti new",
                [("rules", json!(rules)), ("robots", json!(robots)), ("level", json!("easy"))],
            )
            .await;
        for user in self.users.clone() {
            if self.dice.u8(..4) > 0 {
                let _ = user.command("ulti join", []).await;
            }
        }
        let _ = host.command("ulti start", []).await;
    }

    /// Opens a table for the players of the evening that has ended, and seats the users. Returns `false` if
    /// there is none.
    async fn play_again(&mut self, host: &SimulatedUser) -> bool {
        let Some(ended) = self.journal.table.as_ref().map(|table| table.id) else { return false };
        self.press(host, &format!("u1:{ended}:again")).await;
        self.read_journal().await;
        let Some(table) = self.journal.table.as_ref().filter(|table| table.id != ended) else { return false };
        let join = format!("u1:{}:join", table.id);
        for user in self.users.clone() {
            self.press(&user, &join).await;
        }
        let _ = host.command("ulti start", []).await;
        self.same_again += 1;
        true
    }

    /// Returns the rules of a preset with some house rules.
    fn random_rules(&mut self) -> String {
        let presets: Vec<&str> = RuleSet::preset_names().collect();
        let preset = *self.pick(&presets);
        let house = HOUSE_RULES.into_iter().filter(|_| self.dice.u8(..3) == 0);
        std::iter::once(preset).chain(house).collect::<Vec<_>>().join(" ")
    }

    /// Presses a button of a table or panel, whether or not the newest message has it.
    pub(super) async fn press(&self, user: &SimulatedUser, id: &str) {
        if let Some(message) = user.messages().pop() {
            let _ = user.press_raw(message.id(), id).await;
        }
    }

    /// Performs an action by command or by button, at random.
    async fn act(&mut self, user: &SimulatedUser, table: TableId, moment: Moment, action: Action) {
        let sheet =
            user.messages().into_iter().rev().find(|message| message.json()["components"][0].is_object());
        let is_bid = matches!(action, Action::Bid { .. });
        if let Some(sheet) = sheet.filter(|_| !is_bid && self.dice.bool()) {
            let command = Command::Act { action, at: Some(moment) };
            let id = CustomId::Ask { table, command }.to_string();
            self.remember_button(&id);
            let _ = user.press_raw(sheet.id(), &id).await;
            return;
        }
        let _ = perform(user, action).await;
    }

    pub(super) fn remember_button(&mut self, id: &str) {
        if !EXCLUDED_BUTTONS.iter().any(|not| id.contains(not)) {
            self.seen.push(id.to_owned());
        }
    }
}
