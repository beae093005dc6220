//! Requests that check the access to Discord before the bot starts. They change nothing and begin no session.

use std::time::{Duration, SystemTime};

use jiff::fmt::rfc2822::DateTimeParser;
use poise::serenity_prelude::Permissions;
use reqwest::{StatusCode, Url, header};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::bot::INTENTS;
use super::permissions;

/// Timeout for a request and for the connection to the gateway.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Number of servers per request. Discord's maximum is 200.
const SERVERS_PER_PAGE: usize = 200;
/// Maximum number of requests for the list of servers.
const PAGES: usize = 10;

/// A failed check of the access to Discord.
#[derive(Debug, thiserror::Error)]
pub enum PreflightError {
    /// Discord could not be reached.
    #[error("failed to reach {api}: {reason}")]
    Unreachable {
        /// Base URL of the API.
        api: String,
        /// Description of the failure.
        reason: String,
    },
    /// Discord does not accept the token.
    #[error(
        "Discord rejects the token: reset it in the developer portal (Bot, Reset Token), and set the new one"
    )]
    WrongToken,
    /// Discord's rate limit was exceeded.
    #[error("Discord limits the rate of requests: try again in a minute")]
    RateLimited,
    /// Discord answered with another status.
    #[error("Discord answered with status {0}")]
    Status(u16),
    /// The response could not be read.
    #[error("failed to read Discord's answer: {0}")]
    Unreadable(String),
}

/// The application that the token belongs to.
#[derive(Debug, Clone, Deserialize)]
pub struct Application {
    /// Name of the application.
    pub name: String,
    /// Id of the application.
    pub id: String,
    /// URL to which Discord sends interactions. If it is set, the bot receives none.
    pub interactions_endpoint_url: Option<String>,
}

/// The gateway's address and the number of sessions that the bot may start.
#[derive(Debug, Clone, Deserialize)]
pub struct GatewayBudget {
    /// URL of the gateway.
    pub url: Url,
    /// Recommended number of shards.
    pub shards: u32,
    /// Limit on session starts.
    pub session_start_limit: SessionStartLimit,
}

/// Limit on session starts per day.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct SessionStartLimit {
    /// Maximum number of session starts.
    pub total: u32,
    /// Number of session starts that remain.
    pub remaining: u32,
    /// Time in milliseconds until the number is reset.
    pub reset_after: u64,
}

/// A server that the bot is in, with the names of the permissions that it lacks there.
///
/// Overwrites of single channels are not included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAccess {
    /// Id of the server.
    pub id: String,
    /// Name of the server.
    pub name: String,
    /// English names of missing permissions.
    pub missing: Vec<String>,
}

#[derive(Deserialize)]
struct ListedServer {
    id: String,
    name: String,
    permissions: Permissions,
}

/// A client that checks the access to Discord with the bot's token.
pub struct Preflight {
    client: reqwest::Client,
    api: String,
    token: SecretString,
}

impl Preflight {
    /// Creates a client for Discord, or for the sandbox at `api`.
    ///
    /// # Errors
    /// Returns an error if the HTTP client cannot be built.
    pub fn new(token: SecretString, api: Option<&str>) -> Result<Self, PreflightError> {
        let api = api.unwrap_or("https://discord.com").trim_end_matches('/').to_owned();
        let client = reqwest::Client::builder().use_rustls_tls().timeout(TIMEOUT).build();
        match client {
            Ok(client) => Ok(Self { client, api, token }),
            Err(error) => Err(PreflightError::Unreachable { api, reason: reason(&error) }),
        }
    }

    /// Returns the application of the token, and by how many seconds this machine's clock is ahead of
    /// Discord's.
    ///
    /// The difference is negative if this machine's clock is behind, and `None` if Discord sends no time. Its
    /// accuracy is about one second.
    ///
    /// # Errors
    /// Returns an error if Discord cannot be reached or rejects the token.
    pub async fn application(&self) -> Result<(Application, Option<f64>), PreflightError> {
        let begun = SystemTime::now();
        let response = self.get("/applications/@me").await?;
        let ended = SystemTime::now();
        let date = response.headers().get(header::DATE).and_then(|date| date.to_str().ok());
        let ahead = date.and_then(unix_seconds).map(|discord| {
            // The header has a resolution of one second.
            unix(begun).midpoint(unix(ended)) - (discord + 0.5)
        });
        Ok((read(response).await?, ahead))
    }

    /// Returns the gateway's address and the limit on session starts.
    ///
    /// # Errors
    /// Returns an error if the request fails.
    pub async fn gateway(&self) -> Result<GatewayBudget, PreflightError> {
        read(self.get("/gateway/bot").await?).await
    }

    /// Returns the servers that the bot is in, at most 2,000 of them.
    ///
    /// # Errors
    /// Returns an error if a request fails.
    pub async fn servers(&self) -> Result<Vec<ServerAccess>, PreflightError> {
        let mut servers: Vec<ServerAccess> = Vec::new();
        for _ in 0..PAGES {
            let after = servers.last().map_or("0", |server| server.id.as_str());
            let path = format!("/users/@me/guilds?limit={SERVERS_PER_PAGE}&after={after}");
            let page: Vec<ListedServer> = read(self.get(&path).await?).await?;
            let count = page.len();
            servers.extend(page.into_iter().map(|ListedServer { id, name, permissions }| ServerAccess {
                id,
                name,
                missing: permissions::missing_on_server(permissions),
            }));
            if count < SERVERS_PER_PAGE {
                break;
            }
        }
        Ok(servers)
    }

    /// Opens a connection to the gateway and closes it. The connection does not count as a session.
    ///
    /// # Errors
    /// Returns an error if the connection cannot be opened.
    pub async fn connect(&self, gateway: &Url) -> Result<(), PreflightError> {
        let failed =
            |reason: String| PreflightError::Unreachable { api: gateway.as_str().to_owned(), reason };
        let (Some(host), Some(port)) = (gateway.host_str(), gateway.port_or_known_default()) else {
            return Err(failed("the address has no host".to_owned()));
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        match tokio::time::timeout(TIMEOUT, tokio::net::TcpStream::connect((host, port))).await {
            Ok(connected) => connected.map(drop).map_err(|error| failed(error.to_string())),
            Err(_) => Err(failed(format!("no answer within {} s", TIMEOUT.as_secs()))),
        }
    }

    async fn get(&self, path: &str) -> Result<reqwest::Response, PreflightError> {
        let unreachable =
            |error| PreflightError::Unreachable { api: self.api.clone(), reason: reason(&error) };
        let request = self.client.get(format!("{}/api/v10{path}", self.api));
        let request = request.header(
            header::AUTHORIZATION,
            format!("Bot {}", self.token.expose_secret().trim_start_matches("Bot ")),
        );
        let response = request.send().await.map_err(unreachable)?;
        match response.status() {
            status if status.is_success() => Ok(response),
            StatusCode::UNAUTHORIZED => Err(PreflightError::WrongToken),
            StatusCode::TOO_MANY_REQUESTS => Err(PreflightError::RateLimited),
            status => Err(PreflightError::Status(status.as_u16())),
        }
    }
}

/// Returns the names of the gateway intents that the bot requests.
pub fn intents() -> String {
    INTENTS.iter_names().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

/// Returns `true` if the bot requests an intent that has to be enabled in the developer portal.
pub fn needs_privileged_intents() -> bool {
    INTENTS.is_privileged()
}

async fn read<T: DeserializeOwned>(response: reqwest::Response) -> Result<T, PreflightError> {
    let body = response.bytes().await.map_err(|error| PreflightError::Unreadable(reason(&error)))?;
    serde_json::from_slice(&body).map_err(|error| PreflightError::Unreadable(error.to_string()))
}

/// Returns the innermost cause of an error, without the URL.
fn reason(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    if error.is_timeout() { format!("no answer within {} s", TIMEOUT.as_secs()) } else { cause.to_string() }
}

fn unix(time: SystemTime) -> f64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

/// Parses the time of an HTTP header, such as `Tue, 24 Nov 2026 01:02:03 GMT`, as seconds since 1970.
fn unix_seconds(date: &str) -> Option<f64> {
    let at = DateTimeParser::new().parse_timestamp(date).ok()?;
    #[allow(clippy::cast_precision_loss)] // a date has fewer digits than the mantissa
    Some(at.as_second() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_dates_are_parsed() {
        assert_eq!(unix_seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777.0));
        assert_eq!(unix_seconds("Tue, 24 Nov 2026 01:02:03 GMT"), Some(1_795_482_123.0));
        for wrong in [
            "",
            "Tue, 24 Nov 2026 01:02:03",
            "Tue, 31 Feb 2026 01:02:03 GMT",
            "Tue, 24 Foo 2026 25:02:03 GMT",
        ] {
            assert_eq!(unix_seconds(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn intents_are_not_privileged() {
        assert!(!needs_privileged_intents());
        assert_eq!(intents(), "GUILDS, DIRECT_MESSAGES");
    }

    #[test]
    fn server_permissions_are_read() {
        let listed = r#"[{"id": "1", "name": "Home", "permissions": "52224", "owner": false}]"#;
        let [server] = &serde_json::from_str::<Vec<ListedServer>>(listed).unwrap()[..] else { panic!() };
        assert_eq!(permissions::missing_on_server(server.permissions), ["Send Messages in Threads"]);
        let all = Permissions::ADMINISTRATOR;
        assert!(permissions::missing_on_server(all).is_empty());
        assert_eq!(permissions::missing_on_server(Permissions::empty()).len(), 5);
    }
}
