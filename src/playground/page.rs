//! The page in the browser: its files, compiled in, and the files that messages carry.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Response, Uri, header};

use super::hub::Hub;
use super::snowflake::Id;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Path, media type, text. Further files go under `/assets/`, a line each.
const ASSETS: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", STYLE, include_str!("page/style.css")),
    ("/app.js", SCRIPT, include_str!("page/app.js")),
    ("/assets/announcer.js", SCRIPT, include_str!("page/announcer.js")),
    ("/assets/controls.css", STYLE, include_str!("page/controls.css")),
    ("/assets/messages.css", STYLE, include_str!("page/messages.css")),
    ("/assets/narrow.css", STYLE, include_str!("page/narrow.css")),
    ("/assets/palette.css", STYLE, include_str!("page/palette.css")),
    ("/assets/pictures.css", STYLE, include_str!("page/pictures.css")),
    ("/assets/commands.js", SCRIPT, include_str!("page/commands.js")),
    ("/assets/components.js", SCRIPT, include_str!("page/components.js")),
    ("/assets/chips.js", SCRIPT, include_str!("page/chips.js")),
    ("/assets/composer.js", SCRIPT, include_str!("page/composer.js")),
    ("/assets/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/assets/embeds.js", SCRIPT, include_str!("page/embeds.js")),
    ("/assets/emoji.js", SCRIPT, include_str!("page/emoji.js")),
    ("/assets/frame.js", SCRIPT, include_str!("page/frame.js")),
    ("/assets/keyboard.js", SCRIPT, include_str!("page/keyboard.js")),
    ("/assets/markdown.js", SCRIPT, include_str!("page/markdown.js")),
    ("/assets/menu.js", SCRIPT, include_str!("page/menu.js")),
    ("/assets/message.js", SCRIPT, include_str!("page/message.js")),
    ("/assets/messages.js", SCRIPT, include_str!("page/messages.js")),
    ("/assets/modal.js", SCRIPT, include_str!("page/modal.js")),
    ("/assets/morph.js", SCRIPT, include_str!("page/morph.js")),
    ("/assets/palette.js", SCRIPT, include_str!("page/palette.js")),
    ("/assets/pictures.js", SCRIPT, include_str!("page/pictures.js")),
    ("/assets/socket.js", SCRIPT, include_str!("page/socket.js")),
    ("/assets/time.js", SCRIPT, include_str!("page/time.js")),
    ("/assets/words.js", SCRIPT, include_str!("page/words.js")),
];

/// The page needs nothing from elsewhere and may ask for nothing there.
const POLICY: &str = "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws:; img-src 'self' data:";

pub(super) async fn asset(uri: Uri) -> Response<Body> {
    match ASSETS.iter().find(|(path, ..)| *path == uri.path()) {
        Some((_, kind, text)) => file(200, kind, Body::from(*text)),
        None => file(404, "text/plain", Body::from("There is nothing here.\n")),
    }
}

pub(super) async fn attachment(
    State(hub): State<Arc<Hub>>,
    Path((id, _)): Path<(u64, String)>,
) -> Response<Body> {
    let found = hub.world().files.get(&Id(id)).cloned();
    match found {
        Some((_, kind, bytes)) => file(200, &kind, Body::from(bytes)),
        None => file(404, "text/plain", Body::from("There is no such file.\n")),
    }
}

/// `GET /emojis/ID.png`: the picture of an application's emoji.
pub(super) async fn emoji(State(hub): State<Arc<Hub>>, Path(name): Path<String>) -> Response<Body> {
    let id = name.strip_suffix(".png").and_then(|id| id.parse().ok());
    let found = id.and_then(|id: Id| hub.world().emoji_pictures.get(&id).cloned());
    match found {
        Some(bytes) => file(200, "image/png", Body::from(bytes)),
        None => file(404, "text/plain", Body::from("There is no such emoji.\n")),
    }
}

fn file(status: u16, kind: &str, body: Body) -> Response<Body> {
    let built = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::CONTENT_SECURITY_POLICY, POLICY)
        .body(body);
    // Only a media type that is no header value could fail, and uploads may carry one.
    built.unwrap_or_else(|_| Response::new(Body::empty()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/playground/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let served = ASSETS.iter().any(|(_, _, asset)| *asset == text);
            assert!(served, "{} is not among the assets", path.display());
        }
    }

    #[test]
    fn every_file_the_page_asks_for_is_there() {
        for (asking, _, text) in ASSETS {
            let asked = text.split('"').filter(|part| part.starts_with("/assets/") && !part.contains(' '));
            for path in asked {
                assert!(ASSETS.iter().any(|(known, ..)| *known == path), "{asking} asks for {path}");
            }
        }
    }
}
