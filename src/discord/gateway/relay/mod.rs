//! Relays the gateway connection of one shard: serenity connects to the relay, and the relay to Discord.
//!
//! serenity ignores events that it cannot read. The relay therefore rewrites each frame with a
//! [`FrameRewriter`] before serenity receives it. It also does what serenity's `ShardRunner` does not:
//!
//! - It ends every connection with a close frame. Without one, the runner may read the ended stream again and
//!   again without yielding to the runtime.
//! - It resumes a session at the URL that Discord has sent for it. Failed connections are retried with
//!   increasing delays until the relay is dropped.
//! - It records when the shard is disconnected.
//!
//! The relay listens on the loopback interface, which other users of the machine can reach. It therefore
//! accepts only connections whose URL contains a secret.

mod attempts;
mod close_codes;
mod forward;
mod serenity_socket;
mod upstream;

use std::future::pending;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::payload::FrameRewriter;
use super::status::Gateway;
use crate::table::Shard;
use attempts::Attempts;
use forward::{Ended, Forwarder};
use serenity_socket::{LocalServer, SerenitySocket};
use upstream::{ConnectError, DiscordSocket};

/// State shared by the relays of a process.
#[derive(Clone)]
pub(crate) struct RelayContext {
    /// Client that opens the connections to Discord.
    client: reqwest::Client,
    /// URL of Discord's gateway.
    url: String,
    rewriter: Arc<FrameRewriter>,
    gateway: Gateway,
}

impl RelayContext {
    /// Creates the context of relays to the gateway at `url`, which record the connections in `gateway`.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be initialized.
    pub(crate) fn new(url: String, gateway: Gateway) -> reqwest::Result<Self> {
        Ok(Self { client: upstream::http_client()?, url, rewriter: Arc::default(), gateway })
    }
}

/// A relay that serves one shard until it is dropped.
pub(super) struct Relay {
    url: Arc<tokio::sync::Mutex<String>>,
    closed: CancellationToken,
    _task: AbortOnDropHandle<()>,
}

impl Relay {
    /// Connects to Discord and starts a relay for the connection of a shard.
    ///
    /// # Errors
    /// Returns an error if Discord cannot be reached, or if no port of the loopback interface is free.
    pub(super) async fn open(context: RelayContext, shard: Shard) -> Result<Self, ConnectError> {
        let local = LocalServer::start(shard).await.map_err(ConnectError::Loopback)?;
        let url = Arc::new(tokio::sync::Mutex::new(local.url()));
        let discord = upstream::connect(&context.client, &context.url).await?;
        let (closed, attempts) = (CancellationToken::new(), Mutex::new(Attempts::new()));
        let server = RelayServer { context, shard, local, attempts, closed: closed.clone() };
        let task = AbortOnDropHandle::new(tokio::spawn(server.run(discord)));
        Ok(Self { url, closed, _task: task })
    }

    /// Returns the URL to which serenity connects, in the form that its `Shard` expects.
    pub(super) fn url(&self) -> Arc<tokio::sync::Mutex<String>> {
        Arc::clone(&self.url)
    }

    /// Waits until serenity's close frame has been forwarded to Discord.
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}

/// The task of a [`Relay`].
struct RelayServer {
    context: RelayContext,
    shard: Shard,
    local: LocalServer,
    attempts: Mutex<Attempts>,
    closed: CancellationToken,
}

impl RelayServer {
    /// Serves serenity's connections, of which only the newest is in use. `discord` is for the first one.
    async fn run(self, discord: DiscordSocket) {
        let (mut serenity, mut discord) = (self.local.accept().await, Some(discord));
        loop {
            tokio::select! {
                () = self.serve(&mut serenity, discord.take()) => break,
                newer = self.local.accept() => serenity = newer,
            }
            self.context.gateway.disconnected(self.shard);
        }
        self.closed.cancel();
        // serenity waits for the answer to its close frame until it is dropped.
        pending::<()>().await;
    }

    /// Serves one connection. Returns only if serenity has closed it. Otherwise waits until a newer
    /// connection replaces it.
    async fn serve(&self, serenity: &mut SerenitySocket, discord: Option<DiscordSocket>) {
        let connected = match discord {
            Some(discord) => Ok(discord),
            None => forward::while_connecting(serenity, self.reconnect()).await,
        };
        let mut discord = match connected {
            Ok(discord) => discord,
            Err(Ended::BySerenity(_)) => return,
            Err(Ended::Lost(_)) => return pending().await,
        };
        let forwarder = Forwarder { rewriter: &self.context.rewriter, gateway: &self.context.gateway };
        let ended = forwarder.run(serenity, &mut discord, |session| self.attempts.lock().succeeded(session));
        match ended.await {
            Ended::BySerenity(frame) => forward::close(&mut discord, frame).await,
            Ended::Lost(received) => {
                self.context.gateway.disconnected(self.shard);
                let frame = close_codes::for_serenity(received.as_ref(), self.shard);
                // Reading Discord's side sends the answer to its close frame.
                tokio::join!(forward::close(serenity, Some(frame)), forward::drain(&mut discord));
                drop(discord);
                pending::<()>().await;
            }
        }
    }

    /// Connects to Discord again, in order to resume the session. Retries until that succeeds: if it takes
    /// too long, the owner of the relay drops it and begins a new session.
    async fn reconnect(&self) -> DiscordSocket {
        loop {
            let next = self.attempts.lock().next();
            tokio::time::sleep_until(next).await;
            let url = self.attempts.lock().begin(&self.context.url);
            match upstream::connect(&self.context.client, &url).await {
                Ok(discord) => return discord,
                Err(error) => self.attempts.lock().log_failure(&error, self.shard),
            }
        }
    }
}
