//! Buttons and rows of buttons within Discord's limits.

use serenity::builder::{
    CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use serenity::model::application::ButtonStyle;
use serenity::model::channel::ReactionType;
use serenity::model::id::EmojiId;

use super::Appearance;
use crate::discord::custom_id::{CustomId, PanelId, TablePanel};
use crate::render::{ButtonFace, Emoji};
use crate::table::{Command, Moment, TableId, TableView};
use crate::text::InlineEmoji;
use ulti_rules::Action;

/// Maximum number of buttons in a row.
pub(super) const ROW: usize = 5;

/// Maximum length of a button's label, in characters.
const LABEL: usize = 80;
/// Maximum length of a menu's placeholder and of an option's label and description, in characters.
pub(super) const OPTION: usize = 100;
/// Maximum number of options in a menu.
pub(super) const OPTIONS: usize = 25;

/// Truncates text to `limit` characters. Truncated text ends with an ellipsis.
pub(super) fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

/// Creates a grey button.
pub(super) fn button(id: &CustomId, label: &str) -> CreateButton {
    CreateButton::new(id.to_string()).label(cut(label, LABEL)).style(ButtonStyle::Secondary)
}

/// Creates a blue button, used for the most likely next step.
pub(super) fn primary(id: &CustomId, label: &str) -> CreateButton {
    button(id, label).style(ButtonStyle::Primary)
}

/// Creates a green button, used for joining and confirming.
pub(super) fn success(id: &CustomId, label: &str) -> CreateButton {
    button(id, label).style(ButtonStyle::Success)
}

/// Creates a red button, used for actions that cannot be undone.
pub(super) fn danger(id: &CustomId, label: &str) -> CreateButton {
    button(id, label).style(ButtonStyle::Danger)
}

/// Creates a button that shows a card.
pub(super) fn card_button(id: &CustomId, face: ButtonFace) -> CreateButton {
    let plain = button(id, &face.label);
    match face.emoji {
        Some(Emoji { id, name }) => plain.emoji(custom(id, name)),
        None => plain,
    }
}

/// Converts an application emoji to the type that buttons and menu options use.
pub(super) fn reaction(emoji: &InlineEmoji) -> ReactionType {
    custom(emoji.id, emoji.name.clone())
}

fn custom(id: u64, name: String) -> ReactionType {
    ReactionType::Custom { animated: false, id: EmojiId::new(id.max(1)), name: Some(name) }
}

/// Arranges buttons in as many rows as needed.
pub(super) fn rows(buttons: &[CreateButton]) -> Vec<CreateActionRow> {
    buttons.chunks(ROW).map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

/// Creates an action row that contains a select menu.
pub(super) fn menu(
    id: &CustomId,
    options: Vec<CreateSelectMenuOption>,
    placeholder: &str,
) -> CreateActionRow {
    let menu = CreateSelectMenu::new(id.to_string(), CreateSelectMenuKind::String { options });
    CreateActionRow::SelectMenu(menu.placeholder(cut(placeholder, OPTION)))
}

/// Creates a select menu option whose value is the custom id.
pub(super) fn option(id: &CustomId, label: &str) -> CreateSelectMenuOption {
    CreateSelectMenuOption::new(cut(label, OPTION), id.to_string())
}

/// Returns the custom id for a button that sends a command to a table.
pub(super) const fn ask(table: TableId, command: Command) -> CustomId {
    CustomId::Ask { table, command }
}

/// Returns the custom id for a button that takes an action in a deal.
pub(super) const fn act(table: TableId, at: Moment, action: Action) -> CustomId {
    CustomId::Ask { table, command: Command::Act { action, at: Some(at) } }
}

impl Appearance {
    /// Creates the button that shows the user's hand.
    pub(super) fn show_hand(self, table: TableId) -> CreateButton {
        primary(&CustomId::Show { table, what: TablePanel::Hand }, &self.text("button-show-hand"))
    }

    /// Creates the button that shows the last trick. The button is disabled until the first trick is
    /// complete.
    pub(super) fn last_trick(self, table_view: &TableView) -> CreateButton {
        let board = table_view.deal.as_ref().and_then(|deal| deal.view.board());
        let none = board.is_none_or(|board| board.tricks.is_empty());
        let id = CustomId::Show { table: table_view.table, what: TablePanel::LastTrick };
        button(&id, &self.text("button-last-trick")).disabled(none)
    }

    /// Creates the button that shows help.
    pub(super) fn help(self, table_view: &TableView) -> CreateButton {
        button(&CustomId::Show { table: table_view.table, what: TablePanel::Help }, &self.text("button-help"))
    }

    /// Creates the "more" button, which opens a message with the less frequently used buttons.
    pub(super) fn more(self, table_view: &TableView) -> CreateButton {
        button(&CustomId::Show { table: table_view.table, what: TablePanel::More }, &self.text("button-more"))
    }

    /// Creates the button that shows the leaderboard of the current season.
    pub(super) fn leaderboard_button(self) -> CreateButton {
        button(&CustomId::Panel(PanelId::Leaderboard), &self.text("season-button-board"))
    }

    /// Creates the button for taking a seat back from a robot.
    pub(super) fn take_back(self, table_view: &TableView) -> CreateButton {
        success(&ask(table_view.table, Command::TakeBack), &self.text("button-take-seat"))
    }
}
