//! Failures
