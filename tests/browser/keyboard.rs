//! Somebody without a mouse: where Tab leads, what the arrows do, what a screen reader is told.

use fantoccini::key::Key;
use serde::Deserialize;
use serde_json::json;

use crate::evening::ANNA_BEGINS;
use crate::hand::{ENGLISH, HUNGARIAN, Hand, Step};
use crate::mouse::{next_step, play_on};
use crate::page::Page;
use crate::{DESK, play};

/// Names of elements, in the words of the markup, to compare where Tab has been with where it had to be.
const NAMES: &str = "
    const name = (element) => element.id || element.dataset.customId || element.dataset.person || element.dataset.channel || element.dataset.shortcut || element.textContent;
    ";

#[derive(Debug, Deserialize)]
struct Stop {
    name: String,
    /// Whether it can be seen that the focus is there.
    shown: bool,
}

/// Presses a key where the focus is.
async fn key(page: &Page, key: Key) {
    let focused = page.client.active_element().await.unwrap();
    focused.send_keys(&char::from(key).to_string()).await.unwrap();
}

/// Where the focus is; nothing once it has left the page.
async fn stop(page: &Page) -> Option<Stop> {
    let script = "
        const at = document.activeElement;
        if (!at || at === document.body) return null;
        const ring = getComputedStyle(at.id === 'input' ? at.form : at);
        return { name: name(at), shown: ring.outlineStyle !== 'none' || ring.boxShadow !== 'none' }";
    page.ask(&format!("{NAMES}{script}"), json!([])).await
}

/// A table in English and Anna's hand.
async fn sit_down(page: &Page) {
    page.press("#locale option[value='en-US']").await;
    page.press("#welcome .shortcut").await;
    Hand::drawn(page).await;
}

#[tokio::test]
async fn tab_reaches_everything_and_shows_where_it_is() {
    play(ANNA_BEGINS, DESK, async |page| {
        sit_down(page).await;
        let all = "
            const all = [...document.querySelectorAll('button, select, input, a[href], [tabindex]')];
            const stops = all.filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }));
            stops.at(-1).focus();
            return stops.map(name)";
        let all: Vec<String> = page.ask(&format!("{NAMES}{all}"), json!([])).await;
        assert!(all.len() > 20, "{all:?}");
        let mut stops = Vec::new();
        // Once it leaves the page and comes in again at the top.
        for _ in 0..=all.len() {
            key(page, Key::Tab).await;
            stops.extend(stop(page).await);
        }
        stops.truncate(all.len());
        let names: Vec<&str> = stops.iter().map(|stop| stop.name.as_str()).collect();
        assert_eq!(names, all, "Tab goes in the order of the page and leaves nothing out");
        let unseen: Vec<&Stop> = stops.iter().filter(|stop| !stop.shown).collect();
        assert!(unseen.is_empty(), "{unseen:?}");
    })
    .await;
}

#[tokio::test]
async fn a_menu_is_used_with_the_arrows_and_the_focus_stays() {
    play(ANNA_BEGINS, DESK, async |page| {
        sit_down(page).await;
        let (hand, step) = next_step(page, &ENGLISH).await.unwrap();
        let Step::Choose(menu) = step else { panic!("Anna is to begin: {step:?}") };
        let focus = "document.querySelector(`[data-message-id='${arguments[0]}'] [data-custom-id='${arguments[1]}']`).focus(); return true";
        let _: bool = page.ask(focus, json!([hand.message, menu.id])).await;
        key(page, Key::Enter).await;
        let active = "
            const list = document.querySelector('#menu [role=listbox]');
            return list === document.activeElement && document.getElementById(list.getAttribute('aria-activedescendant'))?.querySelector('.option-title').textContent";
        let first: String = page.until("the list has the focus", active, json!([])).await;
        key(page, Key::Down).await;
        let second: String = page.until("the list has the focus", active, json!([])).await;
        assert_ne!(first, second);
        key(page, Key::Escape).await;
        assert_eq!(stop(page).await.unwrap().name, menu.id, "Escape gives the focus back");
        key(page, Key::Enter).await;
        let _: String = page.until("the list has the focus", active, json!([])).await;
        key(page, Key::Down).await;
        key(page, Key::Enter).await;
        let chosen = "
            const menu = document.querySelector(`[data-message-id='${arguments[0]}'] [data-menu]`);
            return !menu.hasAttribute('aria-busy') && !menu.querySelector('.placeholder') && menu.contains(document.activeElement)";
        let _: bool = page.until("the choice stands and the focus is there", chosen, json!([hand.message])).await;
    })
    .await;
}

#[tokio::test]
async fn what_is_new_is_told_once_and_what_others_edit_is_not() {
    play(ANNA_BEGINS, DESK, async |page| {
        let listen = "
            window.told = [];
            const region = document.querySelector('#announce');
            new MutationObserver(() => region.textContent && told.push(region.textContent)).observe(region, { childList: true });
            return true";
        let _: bool = page.ask(listen, json!([])).await;
        page.keys("Sziasztok!\n").await;
        let told = "return told.length ? told : null";
        let first: Vec<String> = page.until("the message is told", told, json!([])).await;
        assert_eq!(first, ["Anna: Sziasztok!"]);
        page.press("#shortcuts .shortcut").await;
        Hand::of(page).await;
        let hand = "return told.slice(1).some((each) => each.includes('A lapjaid')) && told";
        let _: Vec<String> = page.until("the hand is told", hand, json!([])).await;
        play_on(page, &HUNGARIAN, "parti", |steps| matches!(steps.last(), Some(Step::Play(_)))).await;
        let all: Vec<String> = page.ask("return told", json!([])).await;
        let table = all.iter().flat_map(|each| each.lines()).filter(|line| line.contains("1. osztás"));
        assert_eq!(table.count(), 1, "the table is told when it comes, not at every move: {all:#?}");
    })
    .await;
}

#[tokio::test]
async fn emoji_of_the_bots_own_are_read_out_as_words() {
    play(ANNA_BEGINS, DESK, async |page| {
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
