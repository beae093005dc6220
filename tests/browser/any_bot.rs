//! What the page does with any bot: one that is silent, one that is slow, pictures.

use std::time::Duration;

use fantoccini::key::Key;
use serde_json::{Value, json};
use ulti::playground::{Options, Playground};

use crate::browser::Browser;
use crate::page::Page;
use crate::small_bot::Bot;
use crate::{DESK, PATIENCE, PHONE, look_at};

/// How long Discord waits for a bot's first answer.
const DEADLINE: Duration = Duration::from_secs(3);

/// What the picture says.
const ALT: &str = "The table: Anna leads";

/// Anna's page, in English, at a playground whose time stands still, with a bot that knows no game.
async fn meet(size: (u32, u32), scene: impl AsyncFnOnce(&Playground, &Page)) {
    let Some(browser) = Browser::find().await else { return };
    let options = Options { stopped_clock: true, ..Options::default() };
    let playground = Playground::start(options).await.unwrap();
    let _bot = Bot::start(&playground).await;
    look_at(&browser, playground.base_url(), size, async |page| {
        page.press("#locale option[value='en-US']").await;
        scene(&playground, page).await;
    })
    .await;
}

/// Posts a picture into `#ulti`, in the bot's name; by itself or within these embeds.
async fn post(playground: &Playground, picture: &[u8], embeds: &Value) {
    let file = json!({"id": 0, "filename": "table.png", "description": ALT});
    let payload = json!({"content": "The table", "attachments": [file], "embeds": embeds});
    let head = format!(
        "--frontier\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n{payload}\r\n\
         --frontier\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"table.png\"\r\nContent-Type: image/png\r\n\r\n"
    );
    let body = [head.as_bytes(), picture, b"\r\n--frontier--\r\n"].concat();
    let channel = playground.channel("ulti").unwrap();
    let request = reqwest::Client::new()
        .post(format!("{}/api/v10/channels/{channel}/messages", playground.base_url()))
        .header("Authorization", "Bot secret")
        .header("Content-Type", "multipart/form-data; boundary=frontier")
        .body(body);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

async fn enter(page: &Page) {
    page.keys(&char::from(Key::Enter).to_string()).await;
}

#[tokio::test]
async fn a_command_without_an_answer_fails_after_three_seconds() {
    meet(DESK, async |playground, page| {
        page.keys("/silent").await;
        page.key_at("Commands", Key::Enter).await;
        page.until_said("Sending command…").await;
        playground.advance(DEADLINE);
        let refusal =
            "const line = document.querySelector('#refusal'); return !line.hidden && line.textContent";
        let refusal: String = page.until("the failure is named", refusal, json!([])).await;
        assert_eq!(refusal, "/silent: The application did not respond");
        let left = "return [messages().length, document.querySelector('#input').value]";
        let left: (usize, String) = page.ask(left, json!([])).await;
        assert_eq!(left, (0, "/silent".to_owned()), "the line may be sent again");
    })
    .await;
}

#[tokio::test]
async fn a_button_without_an_answer_fails_after_three_seconds() {
    meet(DESK, async |playground, page| {
        page.keys("/game new robots:2").await;
        enter(page).await;
        page.until_said("2 robots").await;
        let hold = playground.hold("POST", "/interactions/");
        page.press_labelled("Join").await;
        tokio::time::timeout(PATIENCE, hold.arrived(1)).await.unwrap();
        let waits = "
            const join = document.querySelector('#messages [data-custom-id=join]');
            return join.getAttribute('aria-busy') === 'true' && join.querySelectorAll('.dots i').length";
        let dots: usize = page.until("the button waits", waits, json!([])).await;
        assert_eq!(dots, 3);
        playground.advance(DEADLINE);
        page.until_said("This interaction failed").await;
        let rests = "return !document.querySelector('#messages [aria-busy]')";
        let _: bool = page.until("nothing waits any more", rests, json!([])).await;
        hold.discard();
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_takes_thought_says_so_and_then_stands_in_its_place() {
    meet(PHONE, async |playground, page| {
        let hold = playground.hold("PATCH", "/webhooks/");
        page.keys("/slow").await;
        page.key_at("Commands", Key::Enter).await;
        page.until_said("Bot is thinking…").await;
        hold.release();
        page.until_said("and this").await;
        let texts = "return messages().map((each) => said(each.querySelector('.content')))";
        let texts: Vec<String> = page.ask(texts, json!([])).await;
        assert_eq!(texts, ["thought", "and this"]);
    })
    .await;
}

/// Width and height of the first picture in the log, in whole pixels, once it is there and has come or need not have.
const PICTURE: &str = "
    const image = document.querySelector('#messages .picture img');
    if (!image || (arguments[0] && !(image.complete && image.naturalWidth > 0))) return null;
    const { width, height } = image.getBoundingClientRect();
    return [Math.round(width), Math.round(height)]";

async fn a_picture(size: (u32, u32), embeds: Value, most: u32) {
    meet(size, async |playground, page| {
        let picture = page.screenshot().await;
        post(playground, &picture, &embeds).await;
        let room: (u32, u32) = page.until("there is room for it", PICTURE, json!([false])).await;
        let come: (u32, u32) = page.until("the picture is there", PICTURE, json!([true])).await;
        assert_eq!(room, come, "nothing moves when the picture comes");
        assert!(come.0 <= most, "{come:?}");
        let shape = f64::from(come.0) / f64::from(come.1);
        assert!((shape * f64::from(size.1) / f64::from(size.0) - 1.0).abs() < 0.02, "{come:?}");

        page.press("#messages .picture").await;
        let large = "
            const viewer = document.querySelector('#viewer');
            return viewer.open && [viewer.querySelector('img').alt, document.activeElement.textContent]";
        let large: (String, String) = page.until("it is shown large", large, json!([])).await;
        assert_eq!(large, (ALT.to_owned(), "Close".to_owned()));
        let focused = page.client.active_element().await.unwrap();
        focused.send_keys(&char::from(Key::Escape).to_string()).await.unwrap();
        let closed = "return !document.querySelector('#viewer').open && document.activeElement.className === 'picture'";
        let _: bool = page.until("Escape closes it and the focus is back", closed, json!([])).await;
    })
    .await;
}

#[tokio::test]
async fn a_picture_has_its_room_and_is_shown_large() {
    a_picture(DESK, json!([]), 550).await;
}

#[tokio::test]
async fn a_picture_fits_a_telephone() {
    a_picture(PHONE, json!([]), PHONE.0).await;
}

#[tokio::test]
async fn a_picture_in_an_embed_has_its_room_too() {
    let embeds = json!([{"title": "Deal 1", "image": {"url": "attachment://table.png"}}]);
    a_picture(DESK, embeds, 550).await;
}
