//! The local server to which serenity connects.

use std::io;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::handshake::server::{Callback, ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use crate::table::Shard;

/// Timeout for a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of handshakes at the same time.
const MAX_HANDSHAKES: usize = 16;
/// Delay after a connection that could not be accepted, for example because the process has too many open
/// files.
const ACCEPT_RETRY: Duration = Duration::from_millis(250);

/// serenity's side of a relayed connection.
pub(super) type SerenitySocket = WebSocketStream<TcpStream>;

/// A WebSocket server on the loopback interface.
pub(super) struct LocalServer {
    shard: Shard,
    listener: TcpListener,
    port: u16,
    /// Path of the URL, which is a secret.
    path: String,
    /// `true` once a connection with another path has been logged.
    has_refused: AtomicBool,
}

impl LocalServer {
    /// Starts a server for a shard on a free port.
    ///
    /// # Errors
    /// Returns an error if no port is free.
    pub(super) async fn start(shard: Shard) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let path = format!("/{:032x}", rand::random::<u128>());
        Ok(Self { shard, listener, port, path, has_refused: AtomicBool::new(false) })
    }

    /// Returns the URL of the server.
    pub(super) fn url(&self) -> String {
        format!("ws://{}:{}{}", Ipv4Addr::LOCALHOST, self.port, self.path)
    }

    /// Waits until serenity connects.
    pub(super) async fn accept(&self) -> SerenitySocket {
        let mut handshakes = FuturesUnordered::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if handshakes.len() < MAX_HANDSHAKES => match accepted {
                    Ok((stream, _)) => handshakes.push(self.handshake(stream)),
                    Err(_) => tokio::time::sleep(ACCEPT_RETRY).await,
                },
                Some(finished) = handshakes.next() => {
                    if let Some(socket) = finished {
                        return socket;
                    }
                }
            }
        }
    }

    /// Returns `None` if the client is not serenity, or does not finish the handshake.
    async fn handshake(&self, stream: TcpStream) -> Option<SerenitySocket> {
        // Events are small and must not wait for each other.
        stream.set_nodelay(true).ok()?;
        let handshake = tokio::time::timeout(HANDSHAKE_TIMEOUT, accept_hdr_async(stream, SecretPath(self)));
        handshake.await.ok()?.ok()
    }
}

/// Accepts connections whose URL has the secret path.
struct SecretPath<'a>(&'a LocalServer);

impl Callback for SecretPath<'_> {
    fn on_request(self, request: &Request, response: Response) -> Result<Response, ErrorResponse> {
        if request.uri().path() == self.0.path {
            return Ok(response);
        }
        if !self.0.has_refused.swap(true, Ordering::Relaxed) {
            tracing::warn!(shard = %self.0.shard, "refused foreign connection to gateway relay");
        }
        let mut refusal = ErrorResponse::new(None);
        *refusal.status_mut() = StatusCode::NOT_FOUND;
        Err(refusal)
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::connect_async;
    use tokio_tungstenite::tungstenite::Error;

    use super::*;

    #[tokio::test]
    async fn only_connections_with_the_secret_are_accepted() {
        let server = LocalServer::start(Shard::SINGLE).await.unwrap();
        let foreign = async {
            let url = format!("ws://127.0.0.1:{}/?v=10", server.port);
            let refused = connect_async(url).await.unwrap_err();
            assert!(matches!(refused, Error::Http(response) if response.status() == StatusCode::NOT_FOUND));
        };
        tokio::select! {
            _ = server.accept() => panic!("a foreign connection was accepted"),
            () = foreign => {}
        }
        let url = format!("{}?v=10", server.url());
        let (_, connected) = tokio::join!(server.accept(), connect_async(url));
        connected.unwrap();
        let other = LocalServer::start(Shard::SINGLE).await.unwrap();
        assert_ne!(server.path, other.path);
    }

    #[tokio::test]
    async fn unfinished_handshakes_do_not_delay_serenity() {
        let server = LocalServer::start(Shard::SINGLE).await.unwrap();
        let address = (Ipv4Addr::LOCALHOST, server.port);
        let mut unfinished = Vec::new();
        for _ in 1..MAX_HANDSHAKES {
            unfinished.push(TcpStream::connect(address).await.unwrap());
        }
        let (_, connected) = tokio::join!(server.accept(), connect_async(server.url()));
        connected.unwrap();
    }
}
