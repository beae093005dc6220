//! The lobby: a table before its first deal.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, PanelId, RulesPage, TablePanel};
use crate::table::{Command, TableSetting, TableStage, TableView, UserId, WhyEnded};
use crate::text::{self, args};
use ulti_ai::Level;

use crate::discord::messages::buttons::{ask, button, danger, primary, rows};
use crate::discord::messages::{Appearance, Message};

/// Number of players needed for a deal.
pub(super) const NEEDED: usize = 3;

/// Creates the lobby message, which shows the players and the free seats. The message has no buttons once
/// play has begun.
pub fn lobby(table_view: &TableView, appearance: Appearance) -> Message {
    let mut lines = vec![format!("### {}", appearance.text("lobby-title"))];
    lines.push(appearance.about(table_view));
    lines.extend(appearance.house(table_view.book.rules()));
    lines.extend(appearance.pause(table_view));
    lines.extend(appearance.chairs(table_view));
    match table_view.stage {
        TableStage::Lobby => {
            lines.extend(appearance.invited(table_view));
            lines.extend(appearance.invitees(table_view));
            lines.push(appearance.missing(table_view));
            let needs_robots = table_view.chairs.len() < NEEDED;
            lines.extend(needs_robots.then(|| appearance.text("lobby-levels")));
        }
        TableStage::Ended(WhyEnded::Closed) => lines.push(appearance.text("lobby-closed")),
        TableStage::Dealing | TableStage::Between | TableStage::Ended(_) => {
            lines.push(appearance.text("show-lobby-over"));
        }
    }
    let open = table_view.stage == TableStage::Lobby;
    Message::text(lines.join("\n")).with_rows(if open {
        appearance.lobby_rows(table_view)
    } else {
        Vec::new()
    })
}

/// Creates the message with the table's less frequently used buttons. The buttons depend on whether the user
/// has a seat at the table.
pub fn more(table_view: &TableView, user: UserId, appearance: Appearance) -> Message {
    let mut buttons = Vec::new();
    let table = table_view.table;
    let free = table_view.has_free_seat();
    match table_view.stage {
        TableStage::Ended(_) => {}
        _ if !table_view.is_seated(user) => {
            buttons.extend(free.then(|| appearance.sit_down(table_view)));
        }
        TableStage::Lobby => {
            let none = !table_view.chairs.iter().any(|chair| chair.player.is_robot());
            let remove = button(&ask(table, Command::RemoveRobot), &appearance.text("button-remove-robot"));
            buttons.push(remove.disabled(none));
            let close = danger(&ask(table, Command::End), &appearance.text("button-close"));
            buttons.extend(table_view.manages_lobby(user).then_some(close));
        }
        TableStage::Dealing | TableStage::Between => {
            buttons.push(appearance.end_evening(table_view));
            let leave = ask(table, Command::Leave { agreed: None });
            buttons.push(danger(&leave, &appearance.text("button-leave")));
            buttons.push(appearance.settings(table_view));
            let is_missing = table_view.chairs.len() < NEEDED;
            buttons.extend(is_missing.then(|| appearance.robots(table_view)).into_iter().flatten());
        }
    }
    buttons.push(button(&CustomId::Page(RulesPage::first("overview")), &appearance.text("button-rules")));
    buttons.push(button(&CustomId::Page(RulesPage::first(text::BOOK)), &appearance.text("show-button-book")));
    buttons.push(appearance.leaderboard_button());
    buttons.push(button(&CustomId::Panel(PanelId::OwnSettings), &appearance.text("help-button-own")));
    Message::text(appearance.text("show-more")).with_rows(rows(&buttons))
}

impl Appearance {
    /// Creates the button to end the evening, with the number of players who have agreed.
    pub(super) fn end_evening(self, table_view: &TableView) -> CreateButton {
        let (votes, needed) = table_view.votes_to_end();
        let label = self.with("button-end-evening", args![votes, needed]);
        button(&ask(table_view.table, Command::End), &label)
    }

    pub(super) fn about(self, table_view: &TableView) -> String {
        let rules = self.rules(&table_view.book);
        let rules = self.with("lobby-rules", args![rules]);
        let limits = table_view.book.rules();
        if table_view.deals.is_none() && (limits.time_limit > 0 || limits.score_limit > 0) {
            return rules; // the line of the house rules contains the limits
        }
        let deals = self.with("lobby-deals", args![deals = table_view.deals.unwrap_or(0)]);
        format!("{rules} · {deals}")
    }

    /// Returns the line that says when the next deal begins by itself. `None` if a player begins it.
    pub(super) fn pause(self, table_view: &TableView) -> Option<String> {
        let pause = TableSetting::Pause(Some(table_view.pause?));
        Some(format!("-# {}", self.setting_label(pause)))
    }

    /// Creates the button that shows the settings of the table.
    fn settings(self, table_view: &TableView) -> CreateButton {
        let id = CustomId::Show { table: table_view.table, what: TablePanel::Settings };
        button(&id, &self.text("button-table-settings"))
    }

    fn chairs(self, table_view: &TableView) -> Vec<String> {
        let taken = table_view.chairs.iter().enumerate().map(|(place, chair)| {
            let mut name = self.player_with_level(&chair.player);
            if chair.player.id.user() == Some(table_view.host) {
                name = self.with("show-lobby-host", args![name]);
            }
            self.with("lobby-seat", args![number = place + 1, name])
        });
        let seated = table_view.chairs.len();
        let free = |number| self.with("lobby-seat-free", args![number]);
        let is_fourth_free = seated == NEEDED && table_view.has_free_seat();
        let fourth = is_fourth_free.then(|| self.with("lobby-seat-fourth", args![number = NEEDED + 1]));
        taken.chain((seated + 1..=NEEDED).map(free)).chain(fourth).collect()
    }

    /// Returns the text that names the invited people who have no seat yet.
    fn invited(self, table_view: &TableView) -> Option<String> {
        let names: Vec<String> = table_view.invited.iter().map(|player| self.player(player)).collect();
        let names = text::list(self.lang, &names);
        (!names.is_empty()).then(|| self.with("lobby-invited", args![names]))
    }

    /// Returns the text that names the people whom players have invited and who have no seat yet.
    fn invitees(self, table_view: &TableView) -> Option<String> {
        let mentions: Vec<String> = table_view.invitees.iter().map(|user| format!("<@{user}>")).collect();
        let mentions = text::list(self.lang, &mentions);
        (!mentions.is_empty()).then(|| self.with("invite-waiting", args![mentions]))
    }

    /// Returns the text that says how many more players are needed.
    pub(super) fn missing(self, table_view: &TableView) -> String {
        let seated = table_view.chairs.len();
        let missing = NEEDED.saturating_sub(seated);
        let waiting = self.with("lobby-waiting", args![missing]);
        if seated > NEEDED { format!("{waiting} {}", self.text("lobby-four")) } else { waiting }
    }

    /// Creates one button per robot level. Each button adds a robot of that level to the table.
    fn robots(self, table_view: &TableView) -> Vec<CreateButton> {
        let add = |level| ask(table_view.table, Command::AddRobot(level));
        let label = |level: Level| self.text(&format!("button-robot-{}", level.name()));
        Level::AT_TABLES.into_iter().map(|level| button(&add(level), &label(level))).collect()
    }

    fn lobby_rows(self, table_view: &TableView) -> Vec<CreateActionRow> {
        let table = table_view.table;
        let full = !table_view.has_free_seat();
        let enough = table_view.chairs.len() >= NEEDED;
        let start = ask(table, Command::Start);
        let start = if enough {
            primary(&start, &self.text("button-start"))
        } else {
            button(&start, &self.text("button-start")).disabled(true)
        };
        let leave = ask(table, Command::Leave { agreed: None });
        let first: Vec<CreateButton> =
            vec![self.sit_down(table_view).disabled(full), start, button(&leave, &self.text("button-leave"))];
        let robots = self.robots(table_view).into_iter().map(|robot| robot.disabled(enough)).collect();
        let others = vec![self.settings(table_view), self.help(table_view), self.more(table_view)];
        [first, robots, others].map(CreateActionRow::Buttons).into()
    }
}
