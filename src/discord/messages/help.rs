//! Help that depends on where the user is and what happens there.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, PanelId, StatsId, StatsPeriod};
use crate::table::{DealView, TableReply, TableStage, TableView, UserId};
use crate::text::{self, args};
use ulti_rules::{Rank, Seat, Stage, View};

use super::buttons::{button, primary};
use super::{Appearance, Message};

/// The place where a user asks for help.
#[derive(Debug, Clone, Copy)]
pub enum HelpPlace<'a> {
    /// A direct message with this user, or a server that the bot has not joined.
    Direct(UserId),
    /// A channel without a table.
    NoTable,
    /// A channel with a table.
    Table {
        /// The table.
        table_view: &'a TableView,
        /// The user.
        user: UserId,
        /// The user's seat in the current deal, or `None` if the user is not playing in it.
        seat: Option<Seat>,
        /// The user's own view of the current deal, or the public view for spectators.
        view: Option<&'a View>,
    },
}

impl HelpPlace<'_> {
    /// Returns `true` if a deal is running at the table.
    fn is_dealing(&self) -> bool {
        matches!(self, Self::Table { table_view, .. } if table_view.stage == TableStage::Dealing)
    }
}

/// Creates the help message for a place. It explains what the user has to do next, and what Ulti is.
///
/// If `manages` is `true`, the message also names the functions for server managers, unless a deal is
/// running.
pub fn help(place: HelpPlace<'_>, manages: bool, appearance: Appearance) -> Message {
    let mut lines = vec![format!("### {}", appearance.text("help-title"))];
    lines.extend(appearance.help_lines(place));
    let manages = manages && !matches!(place, HelpPlace::Direct(_)) && !place.is_dealing();
    if manages {
        lines.push(appearance.text("help-managers"));
    }
    let buttons = appearance.help_buttons(place, manages);
    let rows = vec![CreateActionRow::Buttons(buttons), appearance.topics(None)];
    Message::text(lines.join("\n")).with_rows(rows)
}

impl Appearance {
    /// Returns a sentence that says what ulti is.
    fn help_what(self) -> String {
        self.with("help-what", args![seven = text::rank(self.undrawn(), Rank::Seven)])
    }

    fn help_lines(self, place: HelpPlace<'_>) -> Vec<String> {
        match place {
            HelpPlace::Direct(_) => vec![self.help_what(), self.text("help-direct")],
            HelpPlace::NoTable => vec![self.help_what(), self.text("help-no-table")],
            HelpPlace::Table { table_view, user, seat, view } => {
                let deal = table_view.deal.as_deref().filter(|_| table_view.stage != TableStage::Lobby);
                match deal {
                    Some(deal) => self.help_in_deal(table_view, deal, (user, seat, view)),
                    None => self.help_in_lobby(table_view, user),
                }
            }
        }
    }

    fn help_in_lobby(self, table_view: &TableView, user: UserId) -> Vec<String> {
        let (seat, settings) = match table_view.is_seated(user) {
            true if table_view.host == user => ("help-lobby-host", "help-lobby-settings-host"),
            true => ("help-lobby-seated", "help-lobby-settings"),
            false if table_view.has_free_seat() => ("help-lobby-join", "help-lobby-settings"),
            false => ("help-watching-full", "help-lobby-settings"),
        };
        let how = text::by_the_rules(self, "help-lobby", &table_view.book);
        vec![format!("{} {how} {}", self.text(seat), self.text(settings)), self.text("help-new-here")]
    }

    /// Returns the help for a user who does not play in the deal.
    fn help_watching(self, table_view: &TableView, user: UserId) -> Vec<String> {
        let seats = match table_view.is_seated(user) {
            true => "hand-not-dealt",
            false if table_view.has_free_seat() => "help-watching-free",
            false => "help-watching-full",
        };
        let watching = format!("{} {}", self.text("help-watching"), self.text(seats));
        vec![watching, self.help_what(), self.text("help-new-here")]
    }

    /// Returns the help for a table whose play has begun, with the user's seat and view.
    fn help_in_deal(
        self,
        table_view: &TableView,
        deal: &DealView,
        (user, seat, view): (UserId, Option<Seat>, Option<&View>),
    ) -> Vec<String> {
        let rules = |key| text::by_the_rules(self, key, &table_view.book);
        let shown = view.unwrap_or(&deal.view);
        if table_view.is_discarded() {
            return vec![self.text("notice-table-ended"), self.text("help-new-here")];
        }
        let mut lines = match (seat, shown.turn()) {
            (_, None) if table_view.stage == TableStage::Between && !table_view.is_seated(user) => {
                return self.help_watching(table_view, user);
            }
            (_, None) => {
                let fairness = format!("-# {}", self.text("shuffle-explain"));
                return vec![rules("help-over"), fairness, self.text("help-new-here")];
            }
            (None, Some(_)) => return self.help_watching(table_view, user),
            (Some(own), Some(turn)) if own == turn => vec![self.text("help-your-turn")],
            (Some(_), Some(turn)) => {
                vec![self.with("help-not-your-turn", args![name = self.player(&deal.seats[turn])])]
            }
        };
        lines.extend(sections(shown).into_iter().map(rules));
        lines.push(self.text("help-new-here"));
        lines
    }

    fn help_buttons(self, place: HelpPlace<'_>, manages: bool) -> Vec<CreateButton> {
        let how = button(&CustomId::Panel(PanelId::HowItWorks), &self.text("help-button-how"));
        let mut buttons = match place {
            HelpPlace::Direct(user) => {
                let all = StatsId { user, span: StatsPeriod::All };
                vec![how, button(&CustomId::Stats(all), &self.text("help-button-stats"))]
            }
            HelpPlace::NoTable => vec![self.against_robots(), self.new_table(), how],
            HelpPlace::Table { table_view, seat: Some(_), .. } if place.is_dealing() => {
                vec![self.show_hand(table_view.table), how]
            }
            HelpPlace::Table { table_view, user, .. } if table_view.may_sit_down(user) => {
                vec![self.sit_down(table_view), how]
            }
            HelpPlace::Table { .. } => vec![how],
        };
        if !matches!(place, HelpPlace::Direct(_)) {
            buttons.push(button(&CustomId::Panel(PanelId::OwnSettings), &self.text("help-button-own")));
        }
        if manages {
            let id = CustomId::Panel(PanelId::ServerSettings);
            buttons.push(button(&id, &self.text("help-button-server")));
        }
        buttons
    }

    /// Creates the button that starts a game against two robots.
    pub(super) fn against_robots(self) -> CreateButton {
        primary(&CustomId::Panel(PanelId::AgainstRobots), &self.text("help-button-robots"))
    }

    /// Creates the button that opens a table.
    pub(super) fn new_table(self) -> CreateButton {
        button(&CustomId::Panel(PanelId::NewTable), &self.text("help-button-table"))
    }
}

/// Returns the sentence that says that it is another player's turn, or `None` if it is the user's own turn or
/// nobody's.
pub fn whose_turn(answer: &TableReply, appearance: Appearance) -> Option<String> {
    let deal = answer.table_view.deal.as_deref()?;
    let view = answer.player_view.as_deref().unwrap_or(&deal.view);
    let turn = view.turn().filter(|turn| Some(*turn) != answer.seat)?;
    Some(appearance.with("help-not-your-turn", args![name = appearance.player(&deal.seats[turn])]))
}

/// Returns the locale keys of the help texts for the current stage of a running deal.
fn sections(view: &View) -> Vec<&'static str> {
    match &view.stage {
        Stage::Auction { .. } if view.legal.discard => vec!["help-discard"],
        Stage::Auction { .. } => vec!["help-auction"],
        Stage::Naming { .. } => vec!["help-naming"],
        Stage::Play(board) => {
            let play = if board.trump.is_some() { "help-play" } else { "help-play-no-trumps" };
            let has_kontra = board.tricks.is_empty() && view.book.rules().kontra_limit > 0;
            [
                (true, play),
                (has_kontra, "help-kontra"),
                (view.legal.fold, "help-fold"),
                (view.legal.open || view.legal.claim, "help-open"),
            ]
            .into_iter()
            .filter_map(|(applies, key)| applies.then_some(key))
            .collect()
        }
        Stage::Over { .. } => Vec::new(),
    }
}
