//! The table before the first deal.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::ai::Level;
use crate::discord::custom_id::{CustomId, Page};
use crate::table::{Command, Scene, SceneStage, UserId, WhyEnded};
use crate::text;

use super::buttons::{ask, button, danger, primary, rows, success};
use super::{Look, Message};

/// How many it takes.
const NEEDED: usize = 3;

/// The lobby: who sits there and what is still missing. Once play has begun it has no buttons.
pub fn lobby(scene: &Scene, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut lines = vec![format!("### {}", look.say("lobby-title"))];
    lines.push(look.about(scene));
    lines.extend(look.house(scene.book.rules()));
    lines.extend(look.chairs(scene));
    match scene.stage {
        SceneStage::Lobby => {
            lines.push(look.missing(scene));
            lines.extend(scene.has_free_seat().then(|| look.say("lobby-levels")));
        }
        SceneStage::Ended(WhyEnded::Closed) => lines.push(look.say("lobby-closed")),
        SceneStage::Dealing | SceneStage::Between | SceneStage::Ended(_) => {
            lines.push(look.say("show-lobby-over"));
        }
    }
    let open = scene.stage == SceneStage::Lobby;
    Message::text(lines.join("\n")).with_rows(if open { look.lobby_rows(scene) } else { Vec::new() })
}

/// The rarer buttons of a table, for this person: who does not sit there can take a free seat.
pub fn more(scene: &Scene, user: UserId, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut buttons = Vec::new();
    let table = scene.table;
    let free = scene.has_free_seat();
    match scene.stage {
        SceneStage::Ended(_) => {}
        _ if !scene.is_seated(user) => {
            buttons.extend(free.then(|| success(&ask(table, Command::Join), &look.say("button-join"))));
        }
        SceneStage::Lobby => {
            let none = !scene.chairs.iter().any(|chair| chair.player.is_robot());
            let remove = button(&ask(table, Command::RemoveRobot), &look.say("button-remove-robot"));
            buttons.push(remove.disabled(none));
            buttons.push(danger(&ask(table, Command::End), &look.say("button-close")));
        }
        SceneStage::Dealing | SceneStage::Between => {
            buttons.push(button(&ask(table, Command::End), &look.say("button-end-evening")));
            let leave = ask(table, Command::Leave { agreed: None });
            buttons.push(danger(&leave, &look.say("button-leave")));
            buttons.extend(free.then(|| look.robots(scene)).into_iter().flatten());
        }
    }
    buttons.push(button(&CustomId::Page(Page::first("overview")), &look.say("button-rules")));
    buttons.push(button(&CustomId::Page(Page::first(text::BOOK)), &look.say("show-button-book")));
    Message::text(look.say("show-more")).with_rows(rows(&buttons))
}

impl Look {
    fn about(self, scene: &Scene) -> String {
        let rules = self.rules(&scene.book);
        let rules = self.with("lobby-rules", &[("rules", rules.into())]);
        let deals = self.with("lobby-deals", &[("deals", scene.deals.unwrap_or(0).into())]);
        format!("{rules} · {deals}")
    }

    fn chairs(self, scene: &Scene) -> Vec<String> {
        let taken = scene.chairs.iter().enumerate().map(|(place, chair)| {
            let mut name = self.player_with_level(&chair.player);
            if chair.player.id.user() == Some(scene.host) {
                name = self.with("show-lobby-host", &[("name", name.into())]);
            }
            self.with("lobby-seat", &[("number", (place + 1).into()), ("name", name.into())])
        });
        let free = (scene.chairs.len()..NEEDED)
            .map(|place| self.with("lobby-seat-free", &[("number", (place + 1).into())]));
        taken.chain(free).collect()
    }

    /// What is to be done next.
    fn missing(self, scene: &Scene) -> String {
        let seated = scene.chairs.len();
        let missing = NEEDED.saturating_sub(seated);
        let waiting = self.with("lobby-waiting", &[("missing", missing.into())]);
        if seated > NEEDED { format!("{waiting} {}", self.say("lobby-four")) } else { waiting }
    }

    /// A button for a robot of each level.
    fn robots(self, scene: &Scene) -> Vec<CreateButton> {
        let add = |level| ask(scene.table, Command::AddRobot(level));
        let label = |level: Level| self.say(&format!("button-robot-{}", level.name()));
        Level::AT_TABLES.into_iter().map(|level| button(&add(level), &label(level))).collect()
    }

    fn lobby_rows(self, scene: &Scene) -> Vec<CreateActionRow> {
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
