//! Responses that are interrupted by a broken connection.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::http::header::CONTENT_LENGTH;
use futures::StreamExt as _;

/// Closes the connection before any part of the response is sent.
pub(super) fn before(response: Response<Body>) -> Response<Body> {
    drop(response);
    // Unwinding the task is the only way to make the server close a connection without a response.
    // `resume_unwind` prints no panic message.
    std::panic::resume_unwind(Box::new("connection cut on purpose"));
}

/// Closes the connection in the middle of the response.
///
/// If the response has no body, closes the connection before any part of the response is sent.
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
            // Gives the first half time to be sent.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        part
    });
    Response::from_parts(head, Body::from_stream(parts))
}
