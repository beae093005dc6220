//! Forwards the frames of a connection in both directions.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use futures::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::serenity_socket::SerenitySocket;
use super::upstream::{DiscordSocket, MAX_FRAME};
use crate::discord::gateway::payload::{FrameRewriter, Rewritten, SessionEvent};
use crate::discord::gateway::status::Gateway;

/// Maximum time to wait for the end of a connection after a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Acknowledgement of a heartbeat.
const HEARTBEAT_ACK: &str = r#"{"op":11}"#;

/// Forwards the frames of one connection.
pub(super) struct Forwarder<'a> {
    pub(super) rewriter: &'a FrameRewriter,
    /// Counts the events that serenity ignores.
    pub(super) gateway: &'a Gateway,
}

/// The reason why a connection has ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// serenity has closed it with a close frame.
    BySerenity(Option<CloseFrame>),
    /// One side is lost, or Discord has closed it with a close frame.
    Lost(Option<CloseFrame>),
}

impl Forwarder<'_> {
    /// Forwards frames until one side ends the connection. Calls `begun` when the session is begun or
    /// resumed.
    pub(super) async fn run(
        &self,
        serenity: &mut SerenitySocket,
        discord: &mut DiscordSocket,
        begun: impl Fn(SessionEvent),
    ) -> Ended {
        loop {
            let forwarded = tokio::select! {
                received = discord.next() => self.to_serenity(received, serenity, &begun).await,
                received = serenity.next() => to_discord(received, discord).await,
            };
            if let Err(ended) = forwarded {
                return ended;
            }
        }
    }

    async fn to_serenity(
        &self,
        received: Option<Result<Message, Error>>,
        serenity: &mut SerenitySocket,
        begun: impl Fn(SessionEvent),
    ) -> Result<(), Ended> {
        let rewritten = match received {
            Some(Ok(Message::Text(frame))) => self.rewritten(&frame),
            Some(Ok(Message::Binary(compressed))) => self.rewritten(&inflated(&compressed)),
            Some(Ok(Message::Close(frame))) => return Err(Ended::Lost(frame)),
            Some(Ok(_)) => None, // tungstenite answers pings
            Some(Err(Error::Capacity(error))) => {
                tracing::warn!(%error, "frame of the gateway is too long");
                return Err(Ended::Lost(None));
            }
            Some(Err(_)) | None => return Err(Ended::Lost(None)),
        };
        let Some(frame) = rewritten else { return Ok(()) };
        serenity.send(Message::text(frame.text)).await.map_err(|_| Ended::Lost(None))?;
        if let Some(session) = frame.session {
            begun(session);
        }
        if frame.is_ignored {
            self.gateway.event_received();
        }
        Ok(())
    }

    /// Rewrites a frame. A frame that causes a panic is not forwarded, so that it affects no other frame.
    fn rewritten(&self, frame: &str) -> Option<Rewritten> {
        catch_unwind(AssertUnwindSafe(|| self.rewriter.rewrite(frame))).unwrap_or_else(|_| {
            tracing::error!("failed to rewrite frame of the gateway: panic");
            None
        })
    }
}

async fn to_discord(
    received: Option<Result<Message, Error>>,
    discord: &mut DiscordSocket,
) -> Result<(), Ended> {
    match received {
        Some(Ok(message @ Message::Text(_))) => {
            // If this fails, reading the connection fails as well, or returns Discord's close frame.
            let _ = discord.send(message).await;
            Ok(())
        }
        Some(Ok(Message::Close(frame))) => Err(Ended::BySerenity(frame)),
        Some(Ok(_)) => Ok(()),
        Some(Err(_)) | None => Err(Ended::Lost(None)),
    }
}

/// Waits for a connection to Discord, and then sends what serenity has sent in the meantime: the request to
/// resume its session. Until then, acknowledges serenity's heartbeats, so that it does not give the session
/// up.
///
/// # Errors
/// Returns an error if serenity ends its connection.
pub(super) async fn while_connecting(
    serenity: &mut SerenitySocket,
    connecting: impl Future<Output = DiscordSocket>,
) -> Result<DiscordSocket, Ended> {
    let (mut connecting, mut unsent) = (pin!(connecting), Vec::new());
    let mut discord = loop {
        let received = tokio::select! {
            discord = &mut connecting => break discord,
            received = serenity.next() => received,
        };
        match received {
            Some(Ok(Message::Text(frame))) if is_heartbeat(&frame) => {
                let acknowledged = serenity.send(Message::text(HEARTBEAT_ACK)).await;
                acknowledged.map_err(|_| Ended::Lost(None))?;
            }
            Some(Ok(message @ Message::Text(_))) => unsent.push(message),
            Some(Ok(Message::Close(frame))) => return Err(Ended::BySerenity(frame)),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(Ended::Lost(None)),
        }
    };
    for message in unsent {
        let _ = discord.send(message).await; // see `to_discord`
    }
    Ok(discord)
}

fn is_heartbeat(frame: &str) -> bool {
    #[derive(Deserialize)]
    struct Header {
        op: u64,
    }
    serde_json::from_str::<Header>(frame).is_ok_and(|header| header.op == 1)
}

/// Closes a connection and waits until the other side has closed it as well, for at most one second.
pub(super) async fn close<S>(socket: &mut WebSocketStream<S>, frame: Option<CloseFrame>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    if tokio::time::timeout(CLOSE_TIMEOUT, socket.close(frame)).await.is_ok_and(|sent| sent.is_ok()) {
        drain(socket).await;
    }
}

/// Reads a connection until it ends, for at most one second.
pub(super) async fn drain<S>(socket: &mut WebSocketStream<S>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let ended = async { while let Some(Ok(_)) = socket.next().await {} };
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, ended).await;
}

/// Decompresses a frame. Returns an empty text if that fails.
fn inflated(compressed: &[u8]) -> String {
    let mut text = String::new();
    let limit = u64::try_from(MAX_FRAME).unwrap_or(u64::MAX);
    let read = ZlibDecoder::new(compressed).take(limit).read_to_string(&mut text);
    read.map(|_| text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn deflated(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn heartbeats_are_recognised() {
        assert!(is_heartbeat(r#"{"op":1,"d":5}"#) && is_heartbeat(r#"{"d":null,"op":1}"#));
        assert!(!is_heartbeat(r#"{"op":6,"d":{"seq":1}}"#) && !is_heartbeat("{}"));
    }

    #[test]
    fn compressed_frames_are_read() {
        let frame = r#"{"op":0,"s":1,"t":"READY","d":{}}"#;
        assert_eq!(inflated(&deflated(frame.as_bytes())), frame);
        for broken in [&deflated(frame.as_bytes())[..9], b"", b"{}", &deflated(&[0xff, 0xfe])] {
            assert_eq!(inflated(broken), "");
        }
        let bomb = deflated(&vec![b' '; MAX_FRAME + 1_000]);
        assert!(bomb.len() < MAX_FRAME / 100 && inflated(&bomb).len() == MAX_FRAME);
    }
}
