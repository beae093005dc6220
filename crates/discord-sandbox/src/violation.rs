//! Violations of Discord's rules by the bot.

use std::fmt;

/// An error in a request of the bot: a violation of Discord's rules or a probable mistake.
///
/// Discord would reject a request that violates its rules. It might accept a request with a probable mistake,
/// such as an unknown field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The request, gateway operation or interaction that caused the violation, such as `POST /channels/…`.
    pub about: String,
    /// Discord's error code, if the request was rejected with one.
    pub code: Option<u32>,
    /// Description of the violation, including the path of each invalid field.
    pub reason: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "{}: {code} {}", self.about, self.reason),
            None => write!(f, "{}: {}", self.about, self.reason),
        }
    }
}
