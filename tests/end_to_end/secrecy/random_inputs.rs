//! Random inputs of a session that show something or have no effect, and are often illegal.

use discord_sandbox::SimulatedUser;
use serde_json::{Value, json};

use super::random_session::RandomSession;
use super::session_inputs::{
    AUTOCOMPLETE_OPTIONS, DISPLAY_COMMANDS, EXCLUDED_BUTTONS, PANELS, TABLE_BUTTONS,
};

impl RandomSession {
    /// Does something at random that may be illegal.
    pub(super) async fn act_at_random(&mut self) {
        let user = self.random_user();
        match self.dice.u8(..12) {
            0..4 => self.run_display_command(&user).await,
            4 | 5 => {
                let (command, option) = *self.pick(&AUTOCOMPLETE_OPTIONS);
                let typed = *self.pick(&["", "", "p", "♥", "ulti", "a"]);
                let _ = user.autocomplete(command, option, typed).await;
            }
            6 => self.press_old_button(&user).await,
            7 | 8 => self.press_known_button(&user).await,
            _ => self.press_recent_component(&user).await,
        }
    }

    /// Runs a command that displays something.
    async fn run_display_command(&mut self, user: &SimulatedUser) {
        let (command, options) = *self.pick(&DISPLAY_COMMANDS);
        let deal = self.dice.usize(1..30).to_string();
        let fill = |value: &str| if value == "deal" { deal.clone() } else { value.to_owned() };
        let options = options.iter().map(|(name, value)| (*name, json!(fill(value))));
        let _ = user.command(command, options).await;
    }

    /// Presses a button of the welcome message, of a help message or of the table message.
    async fn press_known_button(&mut self, user: &SimulatedUser) {
        let id = match self.journal.table.as_ref().map(|table| table.id) {
            Some(table) if self.dice.bool() => format!("u1:{table}:{}", self.pick(&TABLE_BUTTONS)),
            _ => (*self.pick(&PANELS)).to_owned(),
        };
        self.press(user, &id).await;
    }

    /// Presses a button that was once shown to any user.
    async fn press_old_button(&mut self, user: &SimulatedUser) {
        let Some(message) = user.messages().pop() else { return };
        if !self.seen.is_empty() {
            let id = self.seen[self.dice.usize(..self.seen.len())].clone();
            let _ = user.press_raw(message.id(), &id).await;
        }
    }

    /// Presses a button or menu of one of the newest messages.
    async fn press_recent_component(&mut self, user: &SimulatedUser) {
        let messages = user.messages();
        let newest = &messages[messages.len().saturating_sub(6)..];
        if newest.is_empty() {
            return;
        }
        let message = self.pick(newest).clone();
        let parts: Vec<Value> =
            message.components().filter(|part| part["disabled"] != true).cloned().collect();
        if parts.is_empty() {
            return;
        }
        let part = self.pick(&parts);
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
        if EXCLUDED_BUTTONS.iter().any(|not| said.contains(not)) {
            return;
        }
        self.remember_button(&said);
        let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let _ = if chosen.is_empty() {
            user.press_raw(message.id(), &id).await
        } else {
            user.select_raw(message.id(), &id, &chosen).await
        };
    }
}
