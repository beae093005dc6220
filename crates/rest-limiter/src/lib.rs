//! A rate limiter for the requests that a bot sends to Discord's REST API.
//!
//! A request needs a [`Permit`] of the [`RestLimiter`]. The limiter delays requests that would exceed a
//! limit:
//!
//! - the global limit of requests per second. A request counts from the time when its permit is granted until
//!   a second after its response has been received. Any two requests that reach Discord within a second
//!   therefore count at the same time, however long they take to get there, so that Discord never receives
//!   more of them in a second. A request whose response is lost counts for a second after that, in which it
//!   should have arrived;
//! - the limit of the route's bucket, which is known from the headers of earlier responses;
//! - the waiting time of a response with status 429.
//!
//! Interaction endpoints do not count towards the global limit until Discord rejects one because of it.
//!
//! Each bucket has a queue. The head of a queue is ready if its bucket allows another request. Responses that
//! are ready are sent first. Of all other ready requests, the one that became due first is sent first: a
//! request is due after the time for which its [`Priority`] lets more urgent ones overtake it. Unless the
//! responses alone reach the limit, no request waits forever.
//!
//! See [Rate Limits](https://docs.discord.com/developers/topics/rate-limits) in Discord's documentation.
//!
//! # Examples
//!
//! ```
//! use std::time::Duration;
//!
//! use rest_limiter::{LimitKey, LimitScope, NoObserver, Priority, RestLimiter};
//!
//! # async fn example(response: http::Response<()>) {
//! let limiter = RestLimiter::new(50, false, NoObserver);
//! let edit = LimitKey { route: "PATCH channel message", major: 123, scope: LimitScope::Global };
//! let permit = limiter.acquire(edit, Priority::OvertakenFor(Duration::ZERO)).await;
//! let sent = permit.begin();
//! // Send the request and receive the response.
//! let retry_after = sent.complete(response.status().as_u16(), response.headers());
//! # }
//! ```

mod bucket;
mod global_limit;
mod grant;
mod headers;
mod limit_key;
mod limiter;
mod observer;
mod permit;
mod queues;
mod schedule;
mod shared;
mod waiting;

pub use global_limit::COUNTED_FOR;
pub use limit_key::{LimitKey, LimitScope, Priority};
pub use limiter::RestLimiter;
pub use observer::{NoObserver, Observer};
pub use permit::{InFlight, Permit};
