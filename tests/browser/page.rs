//! The page as a person has it before them: what it says, and pressing things.

use std::time::Instant;

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, Locator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::{GLANCE, PATIENCE, TO_READ};

/// What every script may use: `said(node)`, its text with the emoji that are drawn in it, and `messages()`.
const PRELUDE: &str = "
    const said = (node) => node.nodeType === 3 ? node.data : node.nodeName === 'IMG' ? node.alt : [...node.childNodes].map(said).join('');
    const messages = () => [...document.querySelectorAll('#messages > article')];
    ";

/// A window of the browser, or several; what is done happens in the one switched to.
pub(crate) struct Page {
    pub(crate) client: Client,
    address: String,
    log: String,
}

impl Page {
    /// The page of the playground at this address, complete, as whom it opens.
    pub(crate) async fn open(browser: &Browser, address: &str, size: (u32, u32)) -> Self {
        let client = browser.open(size).await;
        let session = client.session_id().await.unwrap().unwrap();
        let log = format!("{}/session/{session}/se/log", browser.address);
        let page = Self { client, address: address.to_owned(), log };
        page.go("").await;
        page
    }

    /// Opens the page as this person; nobody in particular by an empty name.
    pub(crate) async fn go(&self, name: &str) {
        self.client.goto(&format!("{}/#{name}", self.address)).await.unwrap();
        let there = "return document.querySelector('#bot').dataset.status === 'online'
            && (!arguments[0] || document.querySelector('#you strong')?.textContent === arguments[0])";
        let _: bool = self.until("the page is there", there, json!([name])).await;
    }

    /// One more window, in which this person sits. The window that was before is given back.
    pub(crate) async fn another(&self, name: &str) -> WindowHandle {
        let window = self.client.new_window(true).await.unwrap().handle;
        let before = self.client.window().await.unwrap();
        self.client.switch_to_window(window).await.unwrap();
        self.go(name).await;
        before
    }

    /// Runs a script in the page.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, script: &str, arguments: Value) -> T {
        let Value::Array(arguments) = arguments else { panic!("arguments are a list") };
        let answer = self.client.execute(&format!("{PRELUDE}{script}"), arguments).await.unwrap();
        serde_json::from_value(answer.clone()).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Asks until the answer is neither null nor false.
    pub(crate) async fn until<T: DeserializeOwned>(&self, what: &str, script: &str, arguments: Value) -> T {
        let begun = Instant::now();
        loop {
            let answer: Value = self.ask(script, arguments.clone()).await;
            if !answer.is_null() && answer != false {
                return serde_json::from_value(answer).unwrap();
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until the log says this somewhere.
    pub(crate) async fn until_said(&self, words: &str) {
        let script = "return said(document.querySelector('#messages')).includes(arguments[0])";
        let _: bool = self.until(&format!("the page says {words:?}"), script, json!([words])).await;
    }

    /// Does something to an element as soon as it can be done: what is drawn anew meanwhile is looked for again.
    async fn on(&self, css: &str, act: impl AsyncFn(Element) -> Result<(), CmdError>) {
        let begun = Instant::now();
        loop {
            let done = match self.client.find(Locator::Css(css)).await {
                Ok(element) => act(element).await,
                Err(error) => Err(error),
            };
            let Err(error) = done else { return };
            assert!(begun.elapsed() < PATIENCE, "{css}: {error}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Presses the first element of this selector with the mouse.
    pub(crate) async fn press(&self, css: &str) {
        self.on(css, async |element| element.click().await).await;
    }

    /// Types into the box for messages and commands.
    pub(crate) async fn keys(&self, keys: &str) {
        self.on("#input", async |element| element.send_keys(keys).await).await;
    }

    /// Presses a key as soon as the palette shows this list and something in it.
    pub(crate) async fn key_at(&self, list: &str, key: impl Into<char>) {
        let script = "
            const palette = document.querySelector('#palette');
            const shown = !palette.closest('[hidden]') && palette.getAttribute('aria-label') === arguments[0];
            return shown && palette.children.length > 0";
        let _: bool = self.until(&format!("the palette shows {list}"), script, json!([list])).await;
        self.keys(&key.into().to_string()).await;
    }

    /// Presses the newest button that is labelled so, as soon as there is one to press.
    pub(crate) async fn press_labelled(&self, label: &str) {
        let script = "
            const buttons = [...document.querySelectorAll('#messages [data-custom-id]:not(:disabled)')];
            const found = buttons.findLast((button) => said(button).trim() === arguments[0]);
            return found ? [found.closest('article').dataset.messageId, found.dataset.customId] : null";
        let place: (String, String) =
            self.until(&format!("{label:?} can be pressed"), script, json!([label])).await;
        self.press_in(&place.0, &place.1).await;
    }

    /// Presses a component of a message, as soon as a person can have read it: presses that come faster are
    /// taken for the second half of a double click.
    pub(crate) async fn press_in(&self, message: &str, custom_id: &str) {
        let css = format!("[data-message-id='{message}'] [data-custom-id={}]", json!(custom_id));
        self.until_at_rest(&css).await;
        self.press(&css).await;
    }

    /// Waits until this element has stayed where it is for [`TO_READ`]. What moves while somebody aims at it
    /// is missed, and a picture that comes after its words moves what is below it.
    async fn until_at_rest(&self, css: &str) {
        let begun = Instant::now();
        let mut place = None;
        loop {
            let before = place.replace(self.place(css).await);
            if place == before && place != Some(None) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{css} does not come to rest; it was at {place:?} last");
            tokio::time::sleep(TO_READ).await;
        }
    }

    /// Where the element is on the window, in CSS pixels from its left and upper edge; nothing if there is none.
    async fn place(&self, css: &str) -> Option<(f64, f64)> {
        let script = "
            const box = document.querySelector(arguments[0])?.getBoundingClientRect();
            return box ? [box.left, box.top] : null";
        self.ask(script, json!([css])).await
    }

    /// Everything the page says: the log, the box for commands, and what the box offers.
    pub(crate) async fn everything(&self) -> String {
        let script = "return [...messages().map(said), document.querySelector('#input').value,
            said(document.querySelector('#palette-box')), said(document.querySelector('#refusal'))]";
        let texts: Vec<String> = self.ask(script, json!([])).await;
        texts.join("\n---\n")
    }

    /// A picture of the window.
    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }

    /// Leaves the browser; gives the errors on the page's console.
    pub(crate) async fn close(self) -> Vec<String> {
        let request = reqwest::Client::new().post(&self.log).body(json!({"type": "browser"}).to_string());
        let answer = request.send().await.unwrap().text().await.unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let lines = answer["value"].as_array().cloned().unwrap_or_default();
        self.client.close().await.unwrap();
        lines
            .iter()
            .filter(|line| line["level"] == "SEVERE")
            .map(|line| line["message"].to_string())
            .collect()
    }
}
