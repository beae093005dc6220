//! Answers that do not arrive, or not whole.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::http::header::CONTENT_LENGTH;
use futures::StreamExt as _;

/// The connection breaks before a byte of the answer.
pub(super) fn before(response: Response<Body>) -> Response<Body> {
    drop(response);
    // A connection whose task unwinds is closed by the system, and no other way closes it without an
    // answer. Nothing is printed: it is no fault of the program's.
    std::panic::resume_unwind(Box::new("as told"));
}

/// The connection breaks in the middle of the answer; where there is nothing to break, before it.
pub(super) async fn within(response: Response<Body>) -> Response<Body> {
    let (mut head, body) = response.into_parts();
    let whole = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    if whole.is_empty() {
        return before(Response::new(Body::empty()));
    }
    head.headers.insert(CONTENT_LENGTH, whole.len().into());
    let half: Result<Bytes, io::Error> = Ok(whole.slice(..whole.len() / 2));
    let end = Err(io::Error::from(io::ErrorKind::ConnectionReset));
    let parts = futures::stream::iter([half, end]).then(|part| async {
        if part.is_err() {
            // So that the first half has gone.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        part
    });
    Response::from_parts(head, Body::from_stream(parts))
}
