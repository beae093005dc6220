//! Connections to Discord's gateway.

use std::error::Error;
use std::io;
use std::time::Duration;

use reqwest::header::{
    CONNECTION, HeaderMap, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, StatusCode, Upgraded, Url};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// Timeout for opening a connection.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum length of a frame in bytes. Discord's longest frames have a few megabytes.
pub(super) const MAX_FRAME: usize = 64 * 1024 * 1024;

/// A connection to Discord's gateway.
pub(super) type DiscordSocket = WebSocketStream<Upgraded>;

/// The reason why a connection could not be opened. It contains no secrets.
#[derive(Debug, thiserror::Error)]
pub(in crate::discord::gateway) enum ConnectError {
    /// No port of the loopback interface is available.
    #[error("failed to open a local port: {0}")]
    Loopback(#[source] io::Error),
    /// The URL that Discord has sent is not the URL of a WebSocket server.
    #[error("invalid URL of the gateway")]
    Url,
    /// The server refused the connection with an HTTP status.
    #[error("the gateway answered with status {0}")]
    Refused(StatusCode),
    /// The server accepted the connection, but not as a WebSocket.
    #[error("the gateway did not open a WebSocket")]
    Handshake,
    /// The connection timed out.
    #[error("timed out")]
    TimedOut,
    /// The connection failed.
    #[error("{0}")]
    Failed(String),
}

/// Creates the client that opens connections to the gateway. It uses the same certificates and the same proxy
/// as the client for Discord's REST API.
///
/// # Errors
/// Returns an error if TLS cannot be initialized.
pub(super) fn http_client() -> reqwest::Result<Client> {
    client_builder().build()
}

fn client_builder() -> ClientBuilder {
    // Only a connection of HTTP/1.1 can become a WebSocket. A redirect could lead the token elsewhere.
    Client::builder().use_rustls_tls().http1_only().redirect(Policy::none())
}

/// Opens a connection to the gateway at `url`, which is a WebSocket URL without parameters.
///
/// # Errors
/// Returns an error if the connection cannot be opened in ten seconds.
pub(super) async fn connect(client: &Client, url: &str) -> Result<DiscordSocket, ConnectError> {
    let connecting = tokio::time::timeout(TIMEOUT, handshake(client, http_url(url)?));
    let upgraded = connecting.await.map_err(|_| ConnectError::TimedOut)??;
    let config = WebSocketConfig::default();
    let config = config.max_message_size(Some(MAX_FRAME)).max_frame_size(Some(MAX_FRAME));
    Ok(WebSocketStream::from_raw_socket(upgraded, Role::Client, Some(config)).await)
}

/// Asks the server to change the protocol of an HTTP connection. See RFC 6455, section 4.1.
async fn handshake(client: &Client, url: Url) -> Result<Upgraded, ConnectError> {
    let key = generate_key();
    let request = client.get(url).header(CONNECTION, "Upgrade").header(UPGRADE, "websocket");
    let request = request.header(SEC_WEBSOCKET_VERSION, "13").header(SEC_WEBSOCKET_KEY, &key);
    let response = request.send().await.map_err(|error| failed(&error))?;
    match response.status() {
        StatusCode::SWITCHING_PROTOCOLS if accepts(response.headers(), &key) => {
            response.upgrade().await.map_err(|error| failed(&error))
        }
        StatusCode::SWITCHING_PROTOCOLS => Err(ConnectError::Handshake),
        status => Err(ConnectError::Refused(status)),
    }
}

fn accepts(headers: &HeaderMap, key: &str) -> bool {
    let accept = headers.get(SEC_WEBSOCKET_ACCEPT).and_then(|accept| accept.to_str().ok());
    accept == Some(derive_accept_key(key.as_bytes()).as_str())
}

/// Converts the URL of the gateway to the URL of an HTTP request.
fn http_url(gateway: &str) -> Result<Url, ConnectError> {
    let mut url = Url::parse(gateway).map_err(|_| ConnectError::Url)?;
    let scheme = match url.scheme() {
        "wss" => "https",
        "ws" => "http",
        _ => return Err(ConnectError::Url),
    };
    url.set_scheme(scheme).map_err(|()| ConnectError::Url)?;
    url.query_pairs_mut().append_pair("v", "10").append_pair("encoding", "json");
    Ok(url)
}

/// Returns the innermost cause of an error, which does not contain the URL.
fn failed(error: &reqwest::Error) -> ConnectError {
    if error.is_timeout() {
        return ConnectError::TimedOut;
    }
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    ConnectError::Failed(cause.to_string())
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;

    use futures::{SinkExt as _, StreamExt as _};
    use reqwest::Certificate;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::pem::PemObject as _;
    use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
    use tokio_tungstenite::tungstenite::Message;

    use super::*;

    /// Certificates for `localhost`, made with openssl and valid until 2126.
    const CA: &[u8] = include_bytes!("test_certificates/ca.pem");
    const CERTIFICATE: &[u8] = include_bytes!("test_certificates/server.pem");
    const KEY: &[u8] = include_bytes!("test_certificates/server.key");

    #[test]
    fn gateway_urls_become_http_urls() {
        let converted = |gateway| http_url(gateway).map(String::from).ok();
        let discord = "https://gateway.discord.gg/?v=10&encoding=json";
        assert_eq!(converted("wss://gateway.discord.gg").as_deref(), Some(discord));
        let sandbox = "http://127.0.0.1:4800/gateway?v=10&encoding=json";
        assert_eq!(converted("ws://127.0.0.1:4800/gateway").as_deref(), Some(sandbox));
        for wrong in ["https://discord.com", "gateway.discord.gg", "file:///etc/passwd", ""] {
            assert_eq!(converted(wrong), None, "{wrong}");
        }
    }

    /// Starts a server with TLS that returns the messages it receives, on one connection. Returns its port.
    async fn echo_server_with_tls() -> u16 {
        let certificates = vec![CertificateDer::from_pem_slice(CERTIFICATE).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
        let config =
            ServerConfig::builder().with_no_client_auth().with_single_cert(certificates, key).unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let stream = TlsAcceptor::from(Arc::new(config)).accept(stream).await.unwrap();
            let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
            while let Some(Ok(message)) = socket.next().await {
                socket.send(message).await.unwrap();
            }
        });
        port
    }

    #[tokio::test]
    async fn connection_is_encrypted() {
        let client =
            client_builder().add_root_certificate(Certificate::from_pem(CA).unwrap()).build().unwrap();
        let port = echo_server_with_tls().await;
        let mut socket = connect(&client, &format!("wss://localhost:{port}")).await.unwrap();
        // Longer than a TLS record.
        let text = "a".repeat(100_000);
        socket.send(Message::text(text.clone())).await.unwrap();
        assert_eq!(socket.next().await.unwrap().unwrap(), Message::text(text));
        // The bot's own client does not trust the certificate.
        let (client, port) = (http_client().unwrap(), echo_server_with_tls().await);
        let refused = connect(&client, &format!("wss://localhost:{port}")).await.unwrap_err();
        assert!(matches!(refused, ConnectError::Failed(_)), "{refused}");
    }

    /// Answers a connection with `answer`. Returns the error of the client.
    async fn error_after(answer: &'static str) -> String {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("ws://{}", listener.local_addr().unwrap());
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 1_000]).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
        };
        let client = http_client().unwrap();
        let (connected, ()) = tokio::join!(connect(&client, &url), server);
        connected.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn servers_that_open_no_web_socket_are_reported() {
        let refusal = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(error_after(refusal).await, "the gateway answered with status 503 Service Unavailable");
        let redirect = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(error_after(redirect).await, "the gateway answered with status 302 Found");
        let page = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(error_after(page).await, "the gateway answered with status 200 OK");
        let switched =
            "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
        assert_eq!(error_after(switched).await, "the gateway did not open a WebSocket");
        assert!(!error_after("hello\r\n\r\n").await.contains("127.0.0.1"));
    }
}
