//! Messages, looked at.
