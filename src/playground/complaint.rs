//! What the bot did that Discord would refuse, or that looks wrong.

use std::fmt;

/// One thing to be sorry for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The request (`POST /channels/…`), the gateway operation or the interaction it is about.
    pub about: String,
    /// Discord's error code, if it was refused with one.
    pub code: Option<u32>,
    /// What is wrong, with the path of each field.
    pub reason: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "{}: {code} {}", self.about, self.reason),
            None => write!(f, "{}: {}", self.about, self.reason),
        }
    }
}
