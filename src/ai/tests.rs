//! Robots at play.
