//! The rules to read, and the book of contracts.

use serenity::builder::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::discord::custom_id::CustomId;
use crate::rules::{Book, RuleSet};
use crate::text;

use super::buttons::{button, cut, rows};
use super::{Look, Message};

/// The longest text of a message.
const CONTENT: usize = 2000;

/// How many options a menu holds, and how long their names may be.
const MENU: usize = 25;
const OPTION: usize = 100;

/// A page of the rules, with a menu of all pages; the first one where there is no such page.
pub fn rules_topic(topic: &str, rules: &RuleSet, look: impl Into<Look>) -> Message {
    let look = look.into();
    let first = text::topics(look.lang).first().map_or("overview", |(key, _)| *key);
    let page = text::topic(look, topic, rules).map(|page| (topic, page));
    let page = page.or_else(|| text::topic(look, first, rules).map(|page| (first, page)));
    let (topic, page) = page.unwrap_or_default();
    let buttons = vec![button(&CustomId::Book(0), &look.say("show-button-book"))];
    let mut all = vec![CreateActionRow::SelectMenu(look.topics(Some(topic)))];
    all.extend(rows(&buttons));
    Message::text(cut(&page, CONTENT)).with_rows(all)
}

/// A page of the book: every contract with what it is worth, weakest first.
pub fn book(book: &Book, page: u8, look: impl Into<Look>) -> Message {
    let look = look.into();
    let pages = text::book(look, book);
    let last = u8::try_from(pages.len().saturating_sub(1)).unwrap_or(u8::MAX);
    let page = page.min(last);
    let mut buttons = Vec::new();
    if page > 0 {
        buttons.push(button(&CustomId::Book(page - 1), &look.say("show-page-before")));
    }
    if page < last {
        buttons.push(button(&CustomId::Book(page + 1), &look.say("show-page-after")));
    }
    buttons.push(button(&CustomId::Topic("contracts".to_owned()), &look.say("button-rules")));
    let content = pages.get(usize::from(page)).map(String::as_str).unwrap_or_default();
    Message::text(cut(content, CONTENT)).with_rows(rows(&buttons))
}

impl Look {
    /// The menu of the pages of the rules.
    pub(super) fn topics(self, shown: Option<&str>) -> CreateSelectMenu {
        let option = |(key, title): (&str, String)| {
            CreateSelectMenuOption::new(cut(&title, OPTION), CustomId::Topic(key.to_owned()).to_string())
                .default_selection(shown == Some(key))
        };
        let options = text::topics(self.lang).into_iter().take(MENU).map(option).collect();
        // What was chosen comes as the option's value; the menu's own id only names it.
        let id = CustomId::Topic("menu".to_owned());
        CreateSelectMenu::new(id.to_string(), CreateSelectMenuKind::String { options })
            .placeholder(cut(&self.say("show-choose-topic"), OPTION))
    }
}
