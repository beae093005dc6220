//! Discord's REST interface under `/api/v10`, as much as a bot for games uses. What is not here is a 404 and a
//! complaint.

mod broken;
mod callbacks;
mod channels;
mod commands;
mod emojis;
mod guilds;
mod refusal;
mod request;
mod routes;
mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use serde_json::{Value, json};

use super::clock::millis;
use super::faults::Fault;
use super::hub::Hub;
use super::traffic::{Exchange, Readers, Sender, Way};
use refusal::Refusal;
use request::Request;

/// A yes: its status, its body, and who gets to see what the request said.
#[derive(Debug)]
struct Reply {
    status: u16,
    body: Value,
    readers: Readers,
}

impl Reply {
    fn ok(body: Value) -> Self {
        Self { status: 200, body, readers: Readers::Nobody }
    }

    fn created(body: Value) -> Self {
        Self { status: 201, ..Self::ok(body) }
    }

    fn empty() -> Self {
        Self { status: 204, ..Self::ok(Value::Null) }
    }

    fn read_by(self, readers: Readers) -> Self {
        Self { readers, ..self }
    }
}

/// Serves one request from as far away as Discord is.
pub(super) async fn serve(State(hub): State<Arc<Hub>>, http: HttpRequest) -> Response<Body> {
    travel(hub.distance / 2).await;
    let response = serve_here(&hub, http).await;
    travel(hub.distance / 2).await;
    response
}

async fn travel(time: Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}

/// Serves one request: records it, lets faults have their way, carries it out, records the answer.
async fn serve_here(hub: &Arc<Hub>, http: HttpRequest) -> Response<Body> {
    let request = Request::read(http).await;
    let record = hub.traffic.record(exchange(hub, &request, Sender::Bot, None, request.body.clone()));
    hub.changed();
    let fate = fate(hub, &request).await;
    if let Fate::Instead(status, body, wait) = fate {
        return answer(hub, &request, status, body, wait);
    }
    let response = match perform(hub, &request) {
        Ok(reply) => {
            hub.traffic.read_by(record, reply.readers);
            answer(hub, &request, reply.status, reply.body, None)
        }
        Err(refusal) => {
            let about = format!("{} {}", request.method, request.target());
            hub.complain(about, Some(refusal.code), refusal.reason());
            answer(hub, &request, refusal.status, refusal.body(), None)
        }
    };
    match fate {
        Fate::Cut => broken::before(response),
        Fate::CutShort => broken::within(response).await,
        _ => response,
    }
}

/// How long to wait after a 429, and whether everything has to.
#[derive(Clone, Copy, Debug)]
struct Wait {
    seconds: f64,
    global: bool,
}

/// What becomes of a request.
#[derive(Debug)]
enum Fate {
    /// It is carried out and answered.
    Usual,
    /// Something else is answered, and nothing done: status, body, how long to wait.
    Instead(u16, Value, Option<Wait>),
    /// It is carried out, and its answer does not arrive.
    Cut,
    /// It is carried out, and half its answer arrives.
    CutShort,
}

async fn fate(hub: &Hub, request: &Request) -> Fate {
    let limited = |global| json!({"message": "You are being rate limited.", "global": global, "code": 0});
    let refused = |status: u16, code: u32| {
        Fate::Instead(status, json!({"message": format!("{status}"), "code": code}), None)
    };
    let mut fate = Fate::Usual;
    match hub.faults.meets(&request.method, &request.path) {
        Some(Fault::TooManyRequests { retry_after }) => {
            let mut body = limited(false);
            if let Some(seconds) = retry_after {
                body["retry_after"] = json!(seconds);
            }
            let wait = retry_after.map(|seconds| Wait { seconds, global: false });
            return Fate::Instead(429, body, wait);
        }
        Some(Fault::GlobalLimit { retry_after: seconds }) => {
            let mut body = limited(true);
            body["retry_after"] = json!(seconds);
            return Fate::Instead(429, body, Some(Wait { seconds, global: true }));
        }
        Some(Fault::Status(status)) => return refused(status, 0),
        Some(Fault::Refused { status, code }) => return refused(status, code),
        Some(Fault::Delay(by)) => hub.clock.reach(hub.clock.now() + by).await,
        Some(Fault::Cut) => fate = Fate::Cut,
        Some(Fault::CutShort) => fate = Fate::CutShort,
        None => {}
    }
    let performed = hub.faults.pass(&request.method, &request.path).await;
    if performed {
        return fate;
    }
    Fate::Instead(502, json!({"message": "502: Bad Gateway", "code": 0}), None)
}

fn perform(hub: &Arc<Hub>, request: &Request) -> Result<Reply, Refusal> {
    if let Some(broken) = &request.broken {
        return Err(broken.clone());
    }
    authorize(hub, request)?;
    let _turn = hub.turn();
    routes::find(hub, request)
}

/// The bot's token; routes that carry an interaction's token need none, and must not have a wrong one.
fn authorize(hub: &Hub, request: &Request) -> Result<(), Refusal> {
    let by_token = ["/interactions/", "/webhooks/"].iter().any(|prefix| request.path.starts_with(prefix));
    let open = by_token || request.path == "/gateway";
    let Some(given) = &request.authorization else {
        return if open { Ok(()) } else { Err(refusal::unauthorized()) };
    };
    let token = given.strip_prefix("Bot ").filter(|token| !token.is_empty());
    let known = token.is_some_and(|token| hub.token.as_ref().is_none_or(|expected| expected == token));
    if known { Ok(()) } else { Err(refusal::unauthorized()) }
}

fn exchange(hub: &Hub, request: &Request, from: Sender, status: Option<u16>, body: Value) -> Exchange {
    Exchange {
        at: millis(hub.clock.now()),
        way: Way::Rest,
        from,
        method: Some(request.method.clone()),
        path: Some(request.target()),
        status,
        body,
        files: if from == Sender::Bot { request.notes() } else { Vec::new() },
        readers: Readers::Nobody,
    }
}

fn answer(hub: &Hub, request: &Request, status: u16, body: Value, wait: Option<Wait>) -> Response<Body> {
    let text = if status == 204 { String::new() } else { body.to_string() };
    hub.traffic.record(exchange(hub, request, Sender::Discord, Some(status), body));
    hub.changed();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    if status != 204 {
        set("content-type", "application/json");
    }
    limits_told(request, wait, hub.clock.unix_ms(), &mut set);
    response
}

/// Rate limit headers, generous ones (Discord's page "Rate Limits"). Interaction callbacks have none.
fn limits_told(request: &Request, wait: Option<Wait>, unix_ms: u64, set: &mut dyn FnMut(&'static str, &str)) {
    if request.path.starts_with("/interactions/") && wait.is_none() {
        return;
    }
    if let Some(Wait { seconds, global }) = wait {
        set("retry-after", &format!("{}", seconds.ceil()));
        set("x-ratelimit-scope", if global { "global" } else { "user" });
        if global {
            set("x-ratelimit-global", "true");
            return;
        }
    }
    let seconds = wait.map_or(1.0, |wait| wait.seconds);
    let reset = unix_ms + millis(std::time::Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
    set("x-ratelimit-limit", "1000");
    set("x-ratelimit-remaining", if wait.is_some() { "0" } else { "999" });
    set("x-ratelimit-reset", &format!("{}.{:03}", reset / 1000, reset % 1000));
    set("x-ratelimit-reset-after", &format!("{seconds:.3}"));
    set("x-ratelimit-bucket", &bucket(request));
}

/// A name for the kind of request: the method and the path without ids.
fn bucket(request: &Request) -> String {
    let plain = |part: &&str| !part.chars().any(|c| c.is_ascii_digit()) && part.len() < 20;
    let parts: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).filter(plain).collect();
    format!("{}-{}", request.method.to_lowercase(), parts.join("-").replace('@', ""))
}
