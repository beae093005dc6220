//! The sandbox's web page: embedded assets, uploaded files and emoji images.

pub(crate) mod socket;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Response, Uri, header};

use crate::shared::Shared;
use crate::state::snowflake::Snowflake;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The static files of the web page, each with its URL path, media type and content.
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

/// Content security policy of the web page, which forbids loading content from other origins.
const POLICY: &str = "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws:; img-src 'self' data:";

pub(crate) async fn asset(uri: Uri) -> Response<Body> {
    match ASSETS.iter().find(|(path, ..)| *path == uri.path()) {
        Some((_, kind, text)) => file(200, kind, Body::from(*text)),
        None => file(404, "text/plain", Body::from("There is nothing here.\n")),
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
    fn assets_include_all_page_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let served = ASSETS.iter().any(|(_, _, asset)| *asset == text);
            assert!(served, "page file is not an asset: {}", path.display());
        }
    }

    #[test]
    fn page_links_point_to_existing_assets() {
        for (asking, _, text) in ASSETS {
            let asked = text.split('"').filter(|part| part.starts_with("/assets/") && !part.contains(' '));
            for path in asked {
                assert!(
                    ASSETS.iter().any(|(known, ..)| *known == path),
                    "missing asset {path}, referenced by {asking}"
                );
            }
        }
    }
}
