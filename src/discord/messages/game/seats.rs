//! Texts and buttons about free seats, and about players who join or leave between two deals.

use serenity::builder::CreateButton;

use crate::table::{Command, SeatChange, TableStage, TableView};
use crate::text::{self, args};

use super::lobby::NEEDED;
use crate::discord::messages::Appearance;
use crate::discord::messages::buttons::{ask, button, success};

impl Appearance {
    /// Returns the lines that name the players who have joined or left since the newest deal began, and say
    /// that a seat is free and that the next deal needs more players.
    pub(crate) fn seat_changes(self, table_view: &TableView) -> Vec<String> {
        let named = |key, is_wanted: fn(&SeatChange) -> bool| {
            let changes = table_view.seat_changes.iter().filter(|change| is_wanted(change));
            let names: Vec<String> = changes.map(|change| self.player_with_level(change.player())).collect();
            (!names.is_empty()).then(|| self.with(key, args![names = text::list(self.lang, &names)]))
        };
        let left = named("seats-left", |change| matches!(change, SeatChange::Left(_)));
        let free = table_view.has_freed_seat().then(|| self.text("seats-free"));
        let too_few = (table_view.chairs.len() < NEEDED).then(|| self.missing(table_view));
        let freed: Vec<String> = left.into_iter().chain(free).chain(too_few).collect();
        let freed = (!freed.is_empty()).then(|| freed.join(" "));
        let joined = named("seats-joined", |change| matches!(change, SeatChange::Joined(_)));
        freed.into_iter().chain(joined).collect()
    }

    /// Creates the button for taking a seat that has become free. Returns `None` if there is none.
    pub(crate) fn freed_seat(self, table_view: &TableView) -> Option<CreateButton> {
        table_view.has_freed_seat().then(|| self.sit_down(table_view))
    }

    /// Creates the button for taking a free seat. In a lobby, it is highlighted while players are missing.
    pub(crate) fn sit_down(self, table_view: &TableView) -> CreateButton {
        let join = ask(table_view.table, Command::Join);
        if table_view.stage != TableStage::Lobby {
            return success(&join, &self.text("button-sit-down"));
        }
        let label = self.text("button-join");
        if table_view.chairs.len() < NEEDED { success(&join, &label) } else { button(&join, &label) }
    }

    /// Returns the text that tells a user without a seat what they can do.
    pub(crate) fn not_seated(self, table_view: &TableView) -> String {
        if table_view.has_free_seat() {
            return self.text("lobby-not-seated");
        }
        let robot = table_view.chairs.iter().any(|chair| chair.player.is_robot());
        self.no_seat_free(table_view.chairs.len(), robot)
    }

    /// Returns the text that tells a user what they can do while all seats are taken.
    pub(crate) fn no_seat_free(self, seats: usize, robot: bool) -> String {
        let mut parts = vec![self.with("lobby-full", args![seats]), self.text("seats-full")];
        parts.extend(robot.then(|| self.text("seats-full-robot")));
        parts.join(" ")
    }
}
