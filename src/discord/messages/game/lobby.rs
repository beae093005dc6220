//! The lobby: a table before its first deal.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, RulesPage};
use crate::table::{Command, TableStage, TableView, UserId, WhyEnded};
use crate::text::{self, args};
use ulti_ai::Level;

use crate::discord::messages::buttons::{ask, button, danger, primary, rows, success};
use crate::discord::messages::{Appearance, Message};

/// Number of players needed for a deal.
const NEEDED: usize = 3;

/// Creates the lobby message: the players and the free seats. It has no buttons once play has begun.
pub fn lobby(scene: &TableView, look: Appearance) -> Message {
    let mut lines = vec![format!("### {}", look.say("lobby-title"))];
    lines.push(look.about(scene));
    lines.extend(look.house(scene.book.rules()));
    lines.extend(look.chairs(scene));
    match scene.stage {
        TableStage::Lobby => {
            lines.push(look.missing(scene));
            lines.extend(scene.has_free_seat().then(|| look.say("lobby-levels")));
        }
        TableStage::Ended(WhyEnded::Closed) => lines.push(look.say("lobby-closed")),
        TableStage::Dealing | TableStage::Between | TableStage::Ended(_) => {
            lines.push(look.say("show-lobby-over"));
        }
    }
    let open = scene.stage == TableStage::Lobby;
    Message::text(lines.join("\n")).with_rows(if open { look.lobby_rows(scene) } else { Vec::new() })
}

/// Creates the message with the less common buttons of a table. The buttons depend on whether the user sits
/// at the table.
pub fn more(scene: &TableView, user: UserId, look: Appearance) -> Message {
    let mut buttons = Vec::new();
    let table = scene.table;
    let free = scene.has_free_seat();
    match scene.stage {
        TableStage::Ended(_) => {}
        _ if !scene.is_seated(user) => {
            buttons.extend(free.then(|| success(&ask(table, Command::Join), &look.say("button-join"))));
        }
        TableStage::Lobby => {
            let none = !scene.chairs.iter().any(|chair| chair.player.is_robot());
            let remove = button(&ask(table, Command::RemoveRobot), &look.say("button-remove-robot"));
            buttons.push(remove.disabled(none));
            buttons.push(danger(&ask(table, Command::End), &look.say("button-close")));
        }
        TableStage::Dealing | TableStage::Between => {
            buttons.push(button(&ask(table, Command::End), &look.say("button-end-evening")));
            let leave = ask(table, Command::Leave { agreed: None });
            buttons.push(danger(&leave, &look.say("button-leave")));
            buttons.extend(free.then(|| look.robots(scene)).into_iter().flatten());
        }
    }
    buttons.push(button(&CustomId::Page(RulesPage::first("overview")), &look.say("button-rules")));
    buttons.push(button(&CustomId::Page(RulesPage::first(text::BOOK)), &look.say("show-button-book")));
    Message::text(look.say("show-more")).with_rows(rows(&buttons))
}

impl Appearance {
    fn about(self, scene: &TableView) -> String {
        let rules = self.rules(&scene.book);
        let rules = self.with("lobby-rules", args![rules]);
        let deals = self.with("lobby-deals", args![deals = scene.deals.unwrap_or(0)]);
        format!("{rules} · {deals}")
    }

    fn chairs(self, scene: &TableView) -> Vec<String> {
        let taken = scene.chairs.iter().enumerate().map(|(place, chair)| {
            let mut name = self.player_with_level(&chair.player);
            if chair.player.id.user() == Some(scene.host) {
                name = self.with("show-lobby-host", args![name]);
            }
            self.with("lobby-seat", args![number = place + 1, name])
        });
        let free =
            (scene.chairs.len()..NEEDED).map(|place| self.with("lobby-seat-free", args![number = place + 1]));
        taken.chain(free).collect()
    }

    /// Returns the line that says how many players are missing.
    fn missing(self, scene: &TableView) -> String {
        let seated = scene.chairs.len();
        let missing = NEEDED.saturating_sub(seated);
        let waiting = self.with("lobby-waiting", args![missing]);
        if seated > NEEDED { format!("{waiting} {}", self.say("lobby-four")) } else { waiting }
    }

    /// Creates one button per robot level. Each button adds a robot of that level to the table.
    fn robots(self, scene: &TableView) -> Vec<CreateButton> {
        let add = |level| ask(scene.table, Command::AddRobot(level));
        let label = |level: Level| self.say(&format!("button-robot-{}", level.name()));
        Level::AT_TABLES.into_iter().map(|level| button(&add(level), &label(level))).collect()
    }

    fn lobby_rows(self, scene: &TableView) -> Vec<CreateActionRow> {
        let table = scene.table;
        let full = !scene.has_free_seat();
        let join = ask(table, Command::Join);
        let enough = scene.chairs.len() >= NEEDED;
        let start = ask(table, Command::Start);
        let start = if enough {
            primary(&start, &self.say("button-start"))
        } else {
            button(&start, &self.say("button-start")).disabled(true)
        };
        let leave = ask(table, Command::Leave { agreed: None });
        let first: Vec<CreateButton> = vec![
            success(&join, &self.say("button-join")).disabled(full),
            start,
            button(&leave, &self.say("button-leave")),
        ];
        let robots = self.robots(scene).into_iter().map(|robot| robot.disabled(full)).collect();
        let others = vec![self.help(scene), self.more(scene)];
        [first, robots, others].map(CreateActionRow::Buttons).into()
    }
}
