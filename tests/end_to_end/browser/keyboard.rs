//! Tests of keyboard and screen reader use: tab order, menus and announcements.

use fantoccini::key::Key;
use serde::Deserialize;
use serde_json::json;

use super::hand::{ENGLISH, HUNGARIAN, Hand, Step};
use super::mouse::{next_step, play_on};
use super::page::Page;
use super::scenes::ANNA_BEGINS;
use super::{DESKTOP, with_sandbox};

/// Script that names an element, to compare tab stops with the markup.
const NAMES: &str = "
    const name = (element) => element.id || element.dataset.customId || element.dataset.user || element.dataset.channel || element.dataset.shortcut || element.textContent;
    ";

#[derive(Debug, Deserialize)]
struct TabStop {
    name: String,
    /// `true` if the focus is visible.
    shown: bool,
}

/// Sends a key to the focused element.
async fn key(page: &Page, key: Key) {
    let focused = page.client.active_element().await.unwrap();
    focused.send_keys(&char::from(key).to_string()).await.unwrap();
}

/// Returns the focused element, or `None` if the focus is outside the page.
async fn focused_element(page: &Page) -> Option<TabStop> {
    let script = "
        const at = document.activeElement;
        if (!at || at === document.body) return null;
        const ring = getComputedStyle(at.id === 'input' ? at.form : at);
        return { name: name(at), shown: ring.outlineStyle !== 'none' || ring.boxShadow !== 'none' }";
    page.ask(&format!("{NAMES}{script}"), json!([])).await
}

/// Starts a table in English and waits for Anna's hand.
async fn sit_down(page: &Page) {
    page.press("#locale option[value='en-US']").await;
    page.press("#welcome .shortcut").await;
    Hand::drawn(page).await;
}

#[tokio::test]
async fn tab_key_reaches_every_control() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        sit_down(page).await;
        let all = "
            const all = [...document.querySelectorAll('button, select, input, a[href], [tabindex]')];
            const stops = all.filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }));
            stops.at(-1).focus();
            return stops.map(name)";
        let all: Vec<String> = page.ask(&format!("{NAMES}{all}"), json!([])).await;
        assert!(all.len() > 20, "{all:?}");
        let mut stops = Vec::new();
        // One extra key press, because the focus leaves the page once before it returns to the top.
        for _ in 0..=all.len() {
            key(page, Key::Tab).await;
            stops.extend(focused_element(page).await);
        }
        stops.truncate(all.len());
        let names: Vec<&str> = stops.iter().map(|focused_element| focused_element.name.as_str()).collect();
        assert_eq!(names, all, "tab order differs from the order of the page");
        let unseen: Vec<&TabStop> = stops.iter().filter(|focused_element| !focused_element.shown).collect();
        assert!(unseen.is_empty(), "{unseen:?}");
    })
    .await;
}

#[tokio::test]
async fn select_menu_can_be_used_with_keyboard() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        sit_down(page).await;
        let (hand, step) = next_step(page, &ENGLISH).await.unwrap();
        let Step::Choose(menu) = step else { panic!("unexpected first step: {step:?}") };
        let focus = "document.querySelector(`[data-message-id='${arguments[0]}'] [data-custom-id='${arguments[1]}']`).focus(); return true";
        let _: bool = page.ask(focus, json!([hand.message, menu.id])).await;
        key(page, Key::Enter).await;
        let active = "
            const list = document.querySelector('#menu [role=listbox]');
            return list === document.activeElement && document.getElementById(list.getAttribute('aria-activedescendant'))?.querySelector('.option-title').textContent";
        let first: String = page.wait_until("the list has the focus", active, json!([])).await;
        key(page, Key::Down).await;
        let second: String = page.wait_until("the list has the focus", active, json!([])).await;
        assert_ne!(first, second);
        key(page, Key::Escape).await;
        assert_eq!(focused_element(page).await.unwrap().name, menu.id, "Escape did not return the focus to the menu");
        key(page, Key::Enter).await;
        let _: String = page.wait_until("the list has the focus", active, json!([])).await;
        key(page, Key::Down).await;
        key(page, Key::Enter).await;
        let chosen = "
            const menu = document.querySelector(`[data-message-id='${arguments[0]}'] [data-menu]`);
            return !menu.hasAttribute('aria-busy') && !menu.querySelector('.placeholder') && menu.contains(document.activeElement)";
        let _: bool = page.wait_until("the choice is saved and the menu has the focus", chosen, json!([hand.message])).await;
    })
    .await;
}

#[tokio::test]
async fn screen_reader_announces_new_messages_once() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        let listen = "
            window.told = [];
            const region = document.querySelector('#announce');
            new MutationObserver(() => region.textContent && told.push(region.textContent)).observe(region, { childList: true });
            return true";
        let _: bool = page.ask(listen, json!([])).await;
        page.keys("Sziasztok!\n").await;
        let announced = "return told.length ? told : null";
        let first: Vec<String> = page.wait_until("the message is announced", announced, json!([])).await;
        assert_eq!(first, ["Anna: Sziasztok!"]);
        page.press("#shortcuts .shortcut").await;
        Hand::of(page).await;
        let hand = "return told.slice(1).some((each) => each.includes('A lapjaid')) && told";
        let _: Vec<String> = page.wait_until("the hand is announced", hand, json!([])).await;
        play_on(page, &HUNGARIAN, "parti", |steps| matches!(steps.last(), Some(Step::Play(_)))).await;
        let all: Vec<String> = page.ask("return told", json!([])).await;
        let table = all.iter().flat_map(|each| each.lines()).filter(|line| line.contains("1. osztás"));
        assert_eq!(table.count(), 1, "table was not announced exactly once: {all:#?}");
    })
    .await;
}

#[tokio::test]
async fn screen_reader_reads_application_emoji_as_words() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        let script = "
            const drawn = (name) => Object.assign(document.createElement('img'), { alt: `:${name}:` });
            const own = (name) => { const image = drawn(name); image.dataset.emoji = '1'; return image; };
            const names = arguments[0];
            return import('/assets/emoji.js').then(({ spoken }) => names.map((name) => spoken(own(name))))";
        let names = [
            "hearts_vii_hu_ulti0ab1cd23",
            "spades_10_fr_ulti00aa11bb",
            "hearts_7_fo_ulticafebabe",
            "thumbs_up",
        ];
        let read: Vec<String> = page.ask(script, json!([names])).await;
        assert_eq!(read, ["hearts vii", "spades 10", "hearts 7", "thumbs up"]);
    })
    .await;
}
