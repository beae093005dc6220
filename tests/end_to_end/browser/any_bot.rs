//! Tests of the channel page with a minimal bot: missing answers, deferred answers and pictures.

use std::time::Duration;

use discord_sandbox::{ClockMode, Options, Sandbox};
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::page::Page;
use super::small_bot::Bot;
use super::webdriver::Browser;
use super::{DESKTOP, PHONE, TIMEOUT, with_page};

/// Time that Discord gives a bot for its first answer.
const DEADLINE: Duration = Duration::from_secs(3);

/// Alternative text of the posted picture.
const ALT: &str = "The table: Anna leads";

/// Opens the channel page as Anna, in English, with a minimal bot and a stopped sandbox clock.
async fn with_minimal_bot(size: (u32, u32), scene: impl AsyncFnOnce(&Sandbox, &Page)) {
    let Some(browser) = Browser::find().await else { return };
    let options = Options { clock: ClockMode::Stopped, ..Options::default() };
    let sandbox = Sandbox::start(options).await.unwrap();
    let _bot = Bot::start(&sandbox).await;
    with_page(&browser, sandbox.base_url(), size, async |page| {
        page.press("#locale option[value='en-US']").await;
        scene(&sandbox, page).await;
    })
    .await;
}

/// Posts a picture to `#ulti` as the bot, as a plain attachment or inside the given embeds.
async fn post(sandbox: &Sandbox, picture: &[u8], embeds: &Value) {
    let file = json!({"id": 0, "filename": "table.png", "description": ALT});
    let payload = json!({"content": "The table", "attachments": [file], "embeds": embeds});
    let head = format!(
        "--frontier\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n{payload}\r\n\
         --frontier\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"table.png\"\r\nContent-Type: image/png\r\n\r\n"
    );
    let body = [head.as_bytes(), picture, b"\r\n--frontier--\r\n"].concat();
    let channel = sandbox.channel("ulti").unwrap();
    let request = reqwest::Client::new()
        .post(format!("{}/api/v10/channels/{channel}/messages", sandbox.base_url()))
        .header("Authorization", "Bot secret")
        .header("Content-Type", "multipart/form-data; boundary=frontier")
        .body(body);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

async fn enter(page: &Page) {
    page.keys(&char::from(Key::Enter).to_string()).await;
}

#[tokio::test]
async fn command_without_reply_fails_after_three_seconds() {
    with_minimal_bot(DESKTOP, async |sandbox, page| {
        page.keys("/silent").await;
        page.key_at("Commands", Key::Enter).await;
        page.until_text("Sending command…").await;
        sandbox.advance(DEADLINE);
        let refusal =
            "const line = document.querySelector('#refusal'); return !line.hidden && line.textContent";
        let refusal: String = page.wait_until("the failure is shown", refusal, json!([])).await;
        assert_eq!(refusal, "/silent: The application did not respond");
        let left = "return [messages().length, document.querySelector('#input').value]";
        let left: (usize, String) = page.ask(left, json!([])).await;
        assert_eq!(left, (0, "/silent".to_owned()), "failed command was not kept in the input box");
    })
    .await;
}

#[tokio::test]
async fn button_press_without_reply_fails_after_three_seconds() {
    with_minimal_bot(DESKTOP, async |sandbox, page| {
        page.keys("/game new robots:2").await;
        enter(page).await;
        page.until_text("2 robots").await;
        let hold = sandbox.hold("POST", "/interactions/");
        page.press_labelled("Join").await;
        tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
        let waits = "
            const join = document.querySelector('#messages [data-custom-id=join]');
            return join.getAttribute('aria-busy') === 'true' && join.querySelectorAll('.dots i').length";
        let dots: usize = page.wait_until("the button waits", waits, json!([])).await;
        assert_eq!(dots, 3);
        sandbox.advance(DEADLINE);
        page.until_text("This interaction failed").await;
        let rests = "return !document.querySelector('#messages [aria-busy]')";
        let _: bool = page.wait_until("nothing is loading", rests, json!([])).await;
        hold.discard();
    })
    .await;
}

#[tokio::test]
async fn bot_response_replaces_thinking_notice() {
    with_minimal_bot(PHONE, async |sandbox, page| {
        let hold = sandbox.hold("PATCH", "/webhooks/");
        page.keys("/slow").await;
        page.key_at("Commands", Key::Enter).await;
        page.until_text("Bot is thinking…").await;
        hold.release();
        page.until_text("and this").await;
        let texts = "return messages().map((each) => said(each.querySelector('.content')))";
        let texts: Vec<String> = page.ask(texts, json!([])).await;
        assert_eq!(texts, ["thought", "and this"]);
    })
    .await;
}

/// Script that returns the size of the first picture in CSS pixels, and waits for it to load if asked to.
const PICTURE: &str = "
    const image = document.querySelector('#messages .picture img');
    if (!image || (arguments[0] && !(image.complete && image.naturalWidth > 0))) return null;
    const { width, height } = image.getBoundingClientRect();
    return [Math.round(width), Math.round(height)]";

async fn check_picture(size: (u32, u32), embeds: Value, most: u32) {
    with_minimal_bot(size, async |sandbox, page| {
        let picture = page.screenshot().await;
        post(sandbox, &picture, &embeds).await;
        let reserved: (u32, u32) = page.wait_until("space is reserved for the picture", PICTURE, json!([false])).await;
        let loaded: (u32, u32) = page.wait_until("the picture has loaded", PICTURE, json!([true])).await;
        assert_eq!(reserved, loaded, "loading the picture changed its size");
        assert!(loaded.0 <= most, "{loaded:?}");
        let shape = f64::from(loaded.0) / f64::from(loaded.1);
        assert!((shape * f64::from(size.1) / f64::from(size.0) - 1.0).abs() < 0.02, "{loaded:?}");

        page.press("#messages .picture").await;
        let large = "
            const viewer = document.querySelector('#viewer');
            return viewer.open && [viewer.querySelector('img').alt, document.activeElement.textContent]";
        let large: (String, String) = page.wait_until("the picture is enlarged", large, json!([])).await;
        assert_eq!(large, (ALT.to_owned(), "Close".to_owned()));
        let focused = page.client.active_element().await.unwrap();
        focused.send_keys(&char::from(Key::Escape).to_string()).await.unwrap();
        let closed = "return !document.querySelector('#viewer').open && document.activeElement.className === 'picture'";
        let _: bool = page.wait_until("Escape closes the picture and restores the focus", closed, json!([])).await;
    })
    .await;
}

#[tokio::test]
async fn clicking_picture_in_message_enlarges_it() {
    check_picture(DESKTOP, json!([]), 550).await;
}

#[tokio::test]
async fn picture_in_message_fits_phone_screen() {
    check_picture(PHONE, json!([]), PHONE.0).await;
}

#[tokio::test]
async fn embed_image_reserves_space_while_loading() {
    let embeds = json!([{"title": "Deal 1", "image": {"url": "attachment://table.png"}}]);
    check_picture(DESKTOP, embeds, 550).await;
}
