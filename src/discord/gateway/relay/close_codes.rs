//! The close codes of the gateway, and those that serenity receives instead.
//!
//! See "Gateway Close Event Codes" in Discord's documentation.

use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::table::Shard;

/// Close code after which serenity resumes the session, if there is one. It logs no warning.
const RESUMABLE: u16 = 1000;
/// Close code after which serenity begins a new session.
const SESSION_INVALID: u16 = 4006;

/// Returns the close frame that serenity receives, and logs Discord's close code if the session cannot be
/// resumed. `received` is Discord's close frame, or `None` if the connection is lost.
pub(super) fn for_serenity(received: Option<&CloseFrame>, shard: Shard) -> CloseFrame {
    let code = received.map(|frame| u16::from(frame.code));
    let reason = received.map(|frame| frame.reason.as_str()).unwrap_or_default();
    let forwarded = forwarded_code(code);
    match code {
        None => tracing::debug!(%shard, "connection to gateway is lost"),
        Some(code) if forwarded == RESUMABLE => {
            tracing::debug!(%shard, code, reason, "gateway closed connection that can be resumed");
        }
        Some(code) => tracing::warn!(%shard, code, reason, "gateway closed connection"),
    }
    CloseFrame { code: CloseCode::from(forwarded), reason: "".into() }
}

/// Returns the close code that serenity receives instead of Discord's.
///
/// serenity's runner ends after the codes of a wrong token and of wrong intents. After 4003, 4010 and 4011 it
/// would neither end nor resume the session. After 4007 and 4012 it would try to resume the session, which
/// Discord does not allow. It begins a new session instead.
const fn forwarded_code(code: Option<u16>) -> u16 {
    match code {
        Some(code @ (4004 | 4006 | 4009 | 4013 | 4014)) => code,
        Some(4003 | 4007 | 4010 | 4011 | 4012) => SESSION_INVALID,
        _ => RESUMABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_resumed_unless_the_code_forbids_it() {
        let forwarded = |code| u16::from(for_serenity(Some(&frame(code)), Shard::SINGLE).code);
        for code in [1000, 1001, 1011, 3000, 4000, 4001, 4002, 4005, 4008, 4015, 4999] {
            assert_eq!(forwarded(code), RESUMABLE, "{code}");
        }
        for code in [4003, 4006, 4007, 4010, 4011, 4012] {
            assert_eq!(forwarded(code), SESSION_INVALID, "{code}");
        }
        for code in [4004, 4009, 4013, 4014] {
            assert_eq!(forwarded(code), code);
        }
        assert_eq!(u16::from(for_serenity(None, Shard::SINGLE).code), RESUMABLE);
    }

    fn frame(code: u16) -> CloseFrame {
        CloseFrame { code: CloseCode::from(code), reason: "Closed by a test.".into() }
    }
}
