//! The rate-limit headers of Discord's responses.

use std::time::Duration;

use http::HeaderMap;

/// Longest waiting time that is taken from a header. Longer ones are cut off.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// The limits that a response reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RateLimitHeaders {
    /// Identifier of the bucket that the route shares with other routes.
    pub(crate) bucket: Option<String>,
    /// Number of requests that the bucket allows until it is reset.
    pub(crate) limit: Option<u32>,
    /// Number of requests that are left until the bucket is reset.
    pub(crate) remaining: Option<u32>,
    /// Time until the bucket is reset.
    pub(crate) reset_after: Option<Duration>,
    /// Time until a rejected request may be repeated.
    pub(crate) retry_after: Option<Duration>,
    /// `true` if the global limit was exceeded.
    pub(crate) is_global: bool,
}

impl RateLimitHeaders {
    /// Reads the headers of a response. Invalid values are ignored.
    pub(crate) fn parse(headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let number = |name| text(name).and_then(|value| value.parse::<f64>().ok());
        let count = |name| text(name).and_then(|value| value.parse::<u32>().ok());
        let duration = |name| {
            let seconds = number(name).filter(|seconds| *seconds >= 0.0)?;
            Some(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT))
        };
        Self {
            bucket: text("x-ratelimit-bucket").map(str::to_owned),
            limit: count("x-ratelimit-limit"),
            remaining: count("x-ratelimit-remaining"),
            reset_after: duration("x-ratelimit-reset-after"),
            retry_after: duration("retry-after"),
            is_global: text("x-ratelimit-global") == Some("true")
                || text("x-ratelimit-scope") == Some("global"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn limits_of_bucket_are_read() {
        let read = RateLimitHeaders::parse(&headers(&[
            ("X-RateLimit-Bucket", "abcd1234"),
            ("X-RateLimit-Limit", "5"),
            ("X-RateLimit-Remaining", "0"),
            ("X-RateLimit-Reset", "1470173023.123"),
            ("X-RateLimit-Reset-After", "1.25"),
        ]));
        let expected = RateLimitHeaders {
            bucket: Some("abcd1234".to_owned()),
            limit: Some(5),
            remaining: Some(0),
            reset_after: Some(Duration::from_millis(1250)),
            ..RateLimitHeaders::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn global_limit_is_recognized_by_either_header() {
        for (name, value) in [("X-RateLimit-Global", "true"), ("X-RateLimit-Scope", "global")] {
            let read = RateLimitHeaders::parse(&headers(&[(name, value), ("Retry-After", "65")]));
            assert!(read.is_global && read.retry_after == Some(Duration::from_secs(65)), "{name}");
        }
        assert!(!RateLimitHeaders::parse(&headers(&[("X-RateLimit-Scope", "shared")])).is_global);
    }

    #[test]
    fn invalid_headers_are_ignored() {
        for value in ["", "x", "-1", "NaN", "99999999999999999999"] {
            let read = RateLimitHeaders::parse(&headers(&[
                ("X-RateLimit-Limit", value),
                ("X-RateLimit-Remaining", value),
            ]));
            assert_eq!(read, RateLimitHeaders::default(), "{value}");
        }
        let longest = RateLimitHeaders::parse(&headers(&[("Retry-After", "1e300")]));
        assert_eq!(longest.retry_after, Some(LONGEST_WAIT));
    }
}
