//! Buttons, and rows of them, within Discord's limits.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;
use serenity::model::channel::ReactionType;
use serenity::model::id::EmojiId;

use super::Look;
use crate::discord::custom_id::{CustomId, Shown};
use crate::render::{Emoji, Face};
use crate::rules::Action;
use crate::table::{Command, Moment, Scene, TableId};
use crate::text::Emblem;

/// How many buttons stand in a row.
pub(super) const ROW: usize = 5;

/// The longest label of a button.
const LABEL: usize = 80;

/// Text cut to a limit, which the reader can see.
pub(super) fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

/// A grey button.
pub(super) fn button(id: &CustomId, label: &str) -> CreateButton {
    CreateButton::new(id.to_string()).label(cut(label, LABEL)).style(ButtonStyle::Secondary)
}

/// The button of the thing to do next.
pub(super) fn primary(id: &CustomId, label: &str) -> CreateButton {
    button(id, label).style(ButtonStyle::Primary)
}

/// The button that says yes.
pub(super) fn success(id: &CustomId, label: &str) -> CreateButton {
    button(id, label).style(ButtonStyle::Success)
}

/// The button that can't be undone.
pub(super) fn danger(id: &CustomId, label: &str) -> CreateButton {
    button(id, label).style(ButtonStyle::Danger)
}

/// A button that shows a card.
pub(super) fn card_button(id: &CustomId, face: Face) -> CreateButton {
    let plain = button(id, &face.label);
    match face.emoji {
        Some(Emoji { id, name }) => plain.emoji(custom(id, name)),
        None => plain,
    }
}

/// A small picture as buttons and the options of menus have it.
pub(super) fn reaction(emblem: &Emblem) -> ReactionType {
    custom(emblem.id, emblem.name.clone())
}

fn custom(id: u64, name: String) -> ReactionType {
    ReactionType::Custom { animated: false, id: EmojiId::new(id.max(1)), name: Some(name) }
}

/// Buttons in as many rows as they fill.
pub(super) fn rows(buttons: &[CreateButton]) -> Vec<CreateActionRow> {
    buttons.chunks(ROW).map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

/// What a button asks of a table.
pub(super) const fn ask(table: TableId, command: Command) -> CustomId {
    CustomId::Ask { table, command }
}

/// What a button does in a deal.
pub(super) const fn act(table: TableId, at: Moment, action: Action) -> CustomId {
    CustomId::Ask { table, command: Command::Act { action, at: Some(at) } }
}

impl Look {
    /// The button that shows the hand.
    pub(super) fn show_hand(self, scene: &Scene) -> CreateButton {
        primary(&CustomId::Show { table: scene.table, what: Shown::Hand }, &self.say("button-show-hand"))
    }

    /// The button that shows the last trick, disabled where there is none.
    pub(super) fn last_trick(self, scene: &Scene) -> CreateButton {
        let board = scene.deal.as_ref().and_then(|deal| deal.view.board());
        let none = board.is_none_or(|board| board.tricks.is_empty());
        let id = CustomId::Show { table: scene.table, what: Shown::LastTrick };
        button(&id, &self.say("button-last-trick")).disabled(none)
    }

    /// The button that helps.
    pub(super) fn help(self, scene: &Scene) -> CreateButton {
        button(&CustomId::Show { table: scene.table, what: Shown::Help }, &self.say("button-help"))
    }

    /// The button behind which the rarer ones are.
    pub(super) fn more(self, scene: &Scene) -> CreateButton {
        button(&CustomId::Show { table: scene.table, what: Shown::More }, &self.say("button-more"))
    }

    /// The button that takes the own seat back from a robot.
    pub(super) fn take_back(self, scene: &Scene) -> CreateButton {
        success(&ask(scene.table, Command::TakeBack), &self.say("button-take-seat"))
    }
}
