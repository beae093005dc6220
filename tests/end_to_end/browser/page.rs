//! A window of the channel page: reading its text and pressing its controls.

use std::time::Instant;

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, Locator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::webdriver::Browser;
use super::{POLL_INTERVAL, READING_DELAY, TIMEOUT};

/// Helpers for all scripts: `said(node)` returns the text with drawn emoji, `messages()` the messages.
const PRELUDE: &str = "
    const said = (node) => node.nodeType === 3 ? node.data : node.nodeName === 'IMG' ? node.alt : [...node.childNodes].map(said).join('');
    const messages = () => [...document.querySelectorAll('#messages > article')];
    ";

/// Stores the message and the custom id of the component that is clicked next in `window.clicked`, or `null`
/// if the click misses all components.
const RECORD_CLICK: &str = "
    window.clicked = null;
    document.addEventListener('click', ({ target }) => {
        const part = target.closest('[data-custom-id]');
        window.clicked = part && [part.closest('[data-message-id]').dataset.messageId, part.dataset.customId];
    }, { capture: true, once: true });
    return true";

/// One or more browser windows on the channel page. Methods act on the current window.
pub(crate) struct Page {
    pub(crate) client: Client,
    address: String,
    log: String,
}

impl Page {
    /// Opens the page at this address as the default user and waits until it has loaded.
    pub(crate) async fn open(browser: &Browser, address: &str, size: (u32, u32)) -> Self {
        let client = browser.open(size).await;
        let session = client.session_id().await.unwrap().unwrap();
        let log = format!("{}/session/{session}/se/log", browser.address);
        let page = Self { client, address: address.to_owned(), log };
        page.go("").await;
        page
    }

    /// Opens the page as this user. An empty name opens it as the default user.
    pub(crate) async fn go(&self, name: &str) {
        self.client.goto(&format!("{}/#{name}", self.address)).await.unwrap();
        let there = "return document.querySelector('#bot').dataset.status === 'online'
            && (!arguments[0] || document.querySelector('#you strong')?.textContent === arguments[0])";
        let _: bool = self.wait_until("the page has loaded", there, json!([name])).await;
    }

    /// Opens another window for this user, switches to it and returns the previous window.
    pub(crate) async fn open_window(&self, name: &str) -> WindowHandle {
        let window = self.client.new_window(true).await.unwrap().handle;
        let before = self.client.window().await.unwrap();
        self.client.switch_to_window(window).await.unwrap();
        self.go(name).await;
        before
    }

    /// Runs a script in the page and returns its result.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, script: &str, arguments: Value) -> T {
        let Value::Array(arguments) = arguments else { panic!("script arguments are not a list") };
        let answer = self.client.execute(&format!("{PRELUDE}{script}"), arguments).await.unwrap();
        serde_json::from_value(answer.clone()).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Runs a script until its result is neither `null` nor `false`.
    pub(crate) async fn wait_until<T: DeserializeOwned>(
        &self,
        what: &str,
        script: &str,
        arguments: Value,
    ) -> T {
        let begun = Instant::now();
        loop {
            let answer: Value = self.ask(script, arguments.clone()).await;
            if !answer.is_null() && answer != false {
                return serde_json::from_value(answer).unwrap();
            }
            assert!(begun.elapsed() < TIMEOUT, "timed out waiting until {what}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until a message contains this text.
    pub(crate) async fn until_text(&self, words: &str) {
        let script = "return said(document.querySelector('#messages')).includes(arguments[0])";
        let _: bool = self.wait_until(&format!("the page says {words:?}"), script, json!([words])).await;
    }

    /// Performs an action on an element, and retries while the element is missing or being replaced.
    async fn on(&self, css: &str, act: impl AsyncFn(Element) -> Result<(), CmdError>) {
        let begun = Instant::now();
        loop {
            let done = match self.client.find(Locator::Css(css)).await {
                Ok(element) => act(element).await,
                Err(error) => Err(error),
            };
            let Err(error) = done else { return };
            assert!(begun.elapsed() < TIMEOUT, "{css}: {error}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Clicks the first element that matches the selector.
    pub(crate) async fn press(&self, css: &str) {
        self.on(css, async |element| element.click().await).await;
    }

    /// Types into the input box.
    pub(crate) async fn keys(&self, keys: &str) {
        self.on("#input", async |element| element.send_keys(keys).await).await;
    }

    /// Presses a key once the palette shows this list with at least one entry.
    pub(crate) async fn key_at(&self, list: &str, key: impl Into<char>) {
        let script = "
            const palette = document.querySelector('#palette');
            const shown = !palette.closest('[hidden]') && palette.getAttribute('aria-label') === arguments[0];
            return shown && palette.children.length > 0";
        let _: bool = self.wait_until(&format!("the palette shows {list}"), script, json!([list])).await;
        self.keys(&key.into().to_string()).await;
    }

    /// Waits for an enabled button with this label and presses the newest one.
    pub(crate) async fn press_labelled(&self, label: &str) {
        let script = "
            const buttons = [...document.querySelectorAll('#messages [data-custom-id]:not(:disabled)')];
            const found = buttons.findLast((button) => said(button).trim() === arguments[0]);
            return found ? [found.closest('article').dataset.messageId, found.dataset.customId] : null";
        let place: (String, String) =
            self.wait_until(&format!("{label:?} can be pressed"), script, json!([label])).await;
        self.press_in(&place.0, &place.1).await;
    }

    /// Presses a component of a message after [`READING_DELAY`]. The bot ignores faster presses as double
    /// clicks.
    ///
    /// A press that misses the component, because the component has moved meanwhile, is repeated.
    pub(crate) async fn press_in(&self, message: &str, custom_id: &str) {
        let css = format!("[data-message-id='{message}'] [data-custom-id={}]", json!(custom_id));
        let begun = Instant::now();
        loop {
            self.until_at_rest(&css).await;
            let _: bool = self.ask(RECORD_CLICK, json!([])).await;
            self.press(&css).await;
            let clicked: Option<(String, String)> = self.ask("return window.clicked", json!([])).await;
            if clicked.as_ref().is_some_and(|clicked| (&*clicked.0, &*clicked.1) == (message, custom_id)) {
                return;
            }
            assert!(begun.elapsed() < TIMEOUT, "{css} is missed, last click on {clicked:?}");
        }
    }

    /// Waits until an element has not moved for [`READING_DELAY`].
    ///
    /// A picture that loads late moves the elements below it, so that an earlier click would miss.
    async fn until_at_rest(&self, css: &str) {
        let begun = Instant::now();
        let mut place = None;
        loop {
            let before = place.replace(self.place(css).await);
            if place == before && place != Some(None) {
                return;
            }
            assert!(begun.elapsed() < TIMEOUT, "{css} does not stop moving, last position {place:?}");
            tokio::time::sleep(READING_DELAY).await;
        }
    }

    /// Returns the element's left and top position in CSS pixels, or `None` if it does not exist.
    async fn place(&self, css: &str) -> Option<(f64, f64)> {
        let script = "
            const box = document.querySelector(arguments[0])?.getBoundingClientRect();
            return box ? [box.left, box.top] : null";
        self.ask(script, json!([css])).await
    }

    /// Returns the text of all messages, the input box, the palette and the error line.
    pub(crate) async fn text(&self) -> String {
        let script = "return [...messages().map(said), document.querySelector('#input').value,
            said(document.querySelector('#palette-box')), said(document.querySelector('#refusal'))]";
        let texts: Vec<String> = self.ask(script, json!([])).await;
        texts.join("\n---\n")
    }

    /// Takes a screenshot of the window.
    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }

    /// Closes the browser and returns the errors on the page's console.
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
