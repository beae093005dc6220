//! The rules to read: chapters and the book of contracts, page by page.

use serenity::builder::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::discord::custom_id::{CustomId, Menu, Page};
use crate::rules::Book;
use crate::text;

use super::buttons::{button, cut, primary, rows};
use super::{Look, Message, name};

/// The longest text of a message.
const CONTENT: usize = 2000;

/// How many options a menu holds, and how long their names may be.
const MENU: usize = 25;
const OPTION: usize = 100;

/// A page of the rules, with a menu of all chapters and the way on; the first page where there is no
/// such chapter, the last of its own where there is no such page.
pub fn rules_page(page: &Page, book: &Book, look: impl Into<Look>) -> Message {
    let look = look.into();
    let (leaves, at) = look.leaf(page, book);
    let Some(leaf) = leaves.get(at) else { return Message::default() };
    let beside = |at: Option<usize>| at.and_then(|at| leaves.get(at));
    let turn = |to: Option<&Leaf>, key| {
        // Where there is no page to turn to, the button leads nowhere and is not to be pressed.
        let page = to.map_or_else(|| leaf.page.clone(), |to| to.page.clone());
        button(&CustomId::Page(page), &look.say(key)).disabled(to.is_none())
    };
    let buttons = vec![
        turn(beside(at.checked_sub(1)), "show-page-before"),
        turn(beside(Some(at + 1)), "show-page-after"),
        button(&CustomId::Share(leaf.page.clone()), &look.say("show-button-share")),
    ];
    let mut all = vec![CreateActionRow::SelectMenu(look.topics(Some(&leaf.page.topic)))];
    all.extend(rows(&buttons));
    Message::text(cut(&look.paged(&leaves, at, book), CONTENT)).with_rows(all)
}

/// A page of the rules for everybody: who shows it, and a button behind which one reads on alone.
pub fn rules_shared(page: &Page, book: &Book, by: &str, look: impl Into<Look>) -> Message {
    let look = look.into();
    let (leaves, at) = look.leaf(page, book);
    let said = look.with("rules-shared", &[("name", name(by).into())]);
    let mut buttons = vec![primary(
        &CustomId::Page(leaves.get(at).map_or_else(|| page.clone(), |leaf| leaf.page.clone())),
        &look.say("show-button-read-on"),
    )];
    if page.topic != text::BOOK {
        buttons.push(button(&CustomId::Page(Page::first(text::BOOK)), &look.say("show-button-book")));
    }
    let content = format!("{said}\n{}", look.paged(&leaves, at, book));
    Message::text(cut(&content, CONTENT)).with_rows(rows(&buttons))
}

/// One page of all of them.
struct Leaf {
    page: Page,
    text: String,
}

impl Look {
    /// All pages in reading order, and the place of this one.
    fn leaf(self, page: &Page, book: &Book) -> (Vec<Leaf>, usize) {
        let leaves: Vec<Leaf> = text::topics(self.lang)
            .into_iter()
            .flat_map(|(key, _)| {
                let parts = text::topic(self, key, book).unwrap_or_default();
                (0..=u8::MAX)
                    .zip(parts)
                    .map(move |(part, text)| Leaf { page: Page { topic: key.to_owned(), part }, text })
            })
            .collect();
        let of_it = |leaf: &Leaf| leaf.page.topic == page.topic && leaf.page.part <= page.part;
        let at = leaves.iter().rposition(of_it).unwrap_or_default();
        (leaves, at)
    }

    /// The text with, below it, whose rules these are and where in them one is.
    fn paged(self, leaves: &[Leaf], at: usize, book: &Book) -> String {
        let Some(leaf) = leaves.get(at) else { return String::new() };
        let args =
            [("rules", self.rules(book).into()), ("page", (at + 1).into()), ("pages", leaves.len().into())];
        format!("{}\n-# {}", leaf.text, self.with("rules-page", &args))
    }

    /// The name of the rules, and whether they are a house's.
    pub(super) fn rules(self, book: &Book) -> String {
        text::rules(self.lang, book.rules())
    }

    /// The menu of the chapters of the rules.
    pub(super) fn topics(self, shown: Option<&str>) -> CreateSelectMenu {
        let option = |(key, title): (&str, String)| {
            CreateSelectMenuOption::new(cut(&title, OPTION), CustomId::Page(Page::first(key)).to_string())
                .default_selection(shown == Some(key))
        };
        let options = text::topics(self.lang).into_iter().take(MENU).map(option).collect();
        let id = CustomId::Menu(Menu::Topics);
        CreateSelectMenu::new(id.to_string(), CreateSelectMenuKind::String { options })
            .placeholder(cut(&self.say("show-choose-topic"), OPTION))
    }
}
