//! The sandbox's web page: embedded assets, uploaded files, emoji images, and updates over a WebSocket.

pub(crate) mod socket;
pub(crate) mod update;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Response, Uri, header};

use crate::shared::Shared;
use crate::state::snowflake::Snowflake;

/// Embeds the listed files from the `page/` directory as pairs of file name and content.
macro_rules! assets {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("page/", $name)))),*] };
}

/// Assets of the web page, as pairs of file name and content.
const ASSETS: &[(&str, &str)] = assets! {
    "index.html" "style.css" "app.js"
    "announcer.js" "apps.js" "chips.js" "commands.js" "components.js" "composer.js" "dom.js" "embeds.js" "emoji.js"
    "frame.js" "keyboard.js" "markdown.js" "menu.js" "message.js" "messages.js" "modal.js" "morph.js"
    "palette.js" "pictures.js" "socket.js" "time.js" "words.js"
    "controls.css" "messages.css" "narrow.css" "palette.css" "pictures.css"
};

/// Content security policy of the web page, which forbids loading content from other origins.
const POLICY: &str = "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws:; img-src 'self' data:";

/// Serves an asset of the web page.
///
/// The start page is at `/`. Every asset is available under both `/` and `/assets/`.
pub(crate) async fn asset(uri: Uri) -> Response<Body> {
    let path = uri.path().trim_start_matches("/assets").trim_start_matches('/');
    let wanted = if path.is_empty() { "index.html" } else { path };
    match ASSETS.iter().find(|(name, _)| *name == wanted) {
        Some((name, text)) => file(200, media_type(name), Body::from(*text)),
        None => file(404, "text/plain", Body::from("There is nothing here.\n")),
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    }
}

pub(crate) async fn attachment(
    State(shared): State<Arc<Shared>>,
    Path((id, _)): Path<(u64, String)>,
) -> Response<Body> {
    let found = shared.world().files.get(&Snowflake(id)).cloned();
    match found {
        Some((_, kind, bytes)) => file(200, &kind, Body::from(bytes)),
        None => file(404, "text/plain", Body::from("There is no such file.\n")),
    }
}

/// Serves `GET /emojis/ID.png`, the image of an application emoji.
pub(crate) async fn emoji(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response<Body> {
    let id = name.strip_suffix(".png").and_then(|id| id.parse().ok());
    let found = id.and_then(|id: Snowflake| shared.world().emoji_pictures.get(&id).cloned());
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
    // Fails only for an invalid header value, which the media type of an upload may contain.
    built.unwrap_or_else(|_| Response::new(Body::empty()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn sandbox_serves_every_web_page_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let served = ASSETS.iter().any(|(_, asset)| *asset == text);
            assert!(served, "page file is not an asset: {}", path.display());
        }
    }

    #[test]
    fn web_page_links_only_to_existing_files() {
        for (name, text) in ASSETS {
            let links = text.split('"').filter(|part| part.starts_with("/assets/") && !part.contains(' '));
            for path in links {
                assert!(
                    ASSETS.iter().any(|(known, _)| path.strip_prefix("/assets/") == Some(*known)),
                    "missing asset {path}, referenced by {name}"
                );
            }
        }
    }
}
