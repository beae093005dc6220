//! Messages with the rules of the game: the chapters and the list of contracts, page by page.

use serenity::builder::CreateActionRow;

use crate::discord::custom_id::{CustomId, RulesMenu, RulesPage};
use crate::text::{self, args};
use ulti_rules::Book;

use super::buttons::{OPTIONS, button, cut, menu, option, primary, rows};
use super::message::CONTENT;
use super::{Appearance, Message, name};

/// Creates a page of the rules, with a menu of all chapters and buttons for turning pages.
///
/// The message shows the first page if the chapter is unknown, and the last page of the chapter if the page
/// number is too high.
pub fn rules_page(page: &RulesPage, book: &Book, appearance: Appearance) -> Message {
    appearance.rules_page(page, book, true)
}

/// Creates a page of the rules for a direct message. In contrast to [`rules_page`], the message has no button
/// that shares the page in a channel.
pub fn rules_page_in_private(page: &RulesPage, book: &Book, appearance: Appearance) -> Message {
    appearance.rules_page(page, book, false)
}

/// Creates the public message with a page of the rules and the name of the user who shared it.
///
/// A button opens the page in a private message.
pub fn rules_shared(page: &RulesPage, book: &Book, by: &str, appearance: Appearance) -> Message {
    let (leaves, at) = appearance.all_pages(page, book);
    let said = appearance.with("rules-shared", args![name = name(by)]);
    let mut buttons = vec![primary(
        &CustomId::Page(leaves.get(at).map_or_else(|| page.clone(), |leaf| leaf.page.clone())),
        &appearance.text("show-button-read-on"),
    )];
    if page.topic != text::BOOK {
        buttons.push(button(
            &CustomId::Page(RulesPage::first(text::BOOK)),
            &appearance.text("show-button-book"),
        ));
    }
    let content = format!("{said}\n{}", appearance.paged(&leaves, at, book));
    Message::text(cut(&content, CONTENT)).with_rows(rows(&buttons))
}

/// A page of the rules with its text.
struct RulesLeaf {
    page: RulesPage,
    text: String,
}

impl Appearance {
    /// Creates a page of the rules. If `can_share` is `true`, a button posts the page in the channel.
    fn rules_page(self, page: &RulesPage, book: &Book, can_share: bool) -> Message {
        let (leaves, at) = self.all_pages(page, book);
        let Some(leaf) = leaves.get(at) else { return Message::default() };
        let beside = |at: Option<usize>| at.and_then(|at| leaves.get(at));
        let turn = |to: Option<&RulesLeaf>, key| {
            // At the first and the last page, the button is disabled and its custom id is a placeholder.
            let page = to.map_or_else(|| leaf.page.clone(), |to| to.page.clone());
            button(&CustomId::Page(page), &self.text(key)).disabled(to.is_none())
        };
        let mut buttons = vec![
            turn(beside(at.checked_sub(1)), "show-page-before"),
            turn(beside(Some(at + 1)), "show-page-after"),
        ];
        if can_share {
            buttons.push(button(&CustomId::Share(leaf.page.clone()), &self.text("show-button-share")));
        }
        let mut all = vec![self.topics(Some(&leaf.page.topic))];
        all.extend(rows(&buttons));
        Message::text(cut(&self.paged(&leaves, at, book), CONTENT)).with_rows(all)
    }

    /// Returns all pages in reading order, and the index of the requested page.
    fn all_pages(self, page: &RulesPage, book: &Book) -> (Vec<RulesLeaf>, usize) {
        let leaves: Vec<RulesLeaf> = text::topics(self.lang)
            .into_iter()
            .flat_map(|(key, _)| {
                let parts = text::topic(self, key, book).unwrap_or_default();
                (0..=u8::MAX).zip(parts).map(move |(part, text)| RulesLeaf {
                    page: RulesPage { topic: key.to_owned(), part },
                    text,
                })
            })
            .collect();
        let is_at_or_before = |leaf: &RulesLeaf| leaf.page.topic == page.topic && leaf.page.part <= page.part;
        let at = leaves.iter().rposition(is_at_or_before).unwrap_or_default();
        (leaves, at)
    }

    /// Returns the text of a page, followed by a footer with the name of the rule set and the page number.
    fn paged(self, leaves: &[RulesLeaf], at: usize, book: &Book) -> String {
        let Some(leaf) = leaves.get(at) else { return String::new() };
        let args =
            [("rules", self.rules(book).into()), ("page", (at + 1).into()), ("pages", leaves.len().into())];
        format!("{}\n-# {}", leaf.text, self.with("rules-page", &args))
    }

    /// Returns the display name of the rule set. The name indicates whether house rules apply.
    pub(super) fn rules(self, book: &Book) -> String {
        text::rules(self.lang, book.rules())
    }

    /// Creates the menu that lists the chapters of the rules. The description of an option is the chapter's
    /// group.
    pub(super) fn topics(self, shown: Option<&str>) -> CreateActionRow {
        let option = |(key, title): (&str, String)| {
            let group = text::topic_group(self.lang, key).unwrap_or_default();
            option(&CustomId::Page(RulesPage::first(key)), &title)
                .description(group)
                .default_selection(shown == Some(key))
        };
        let options = text::topics(self.lang).into_iter().take(OPTIONS).map(option).collect();
        menu(&CustomId::Menu(RulesMenu::Topics), options, &self.text("show-choose-topic"))
    }
}
