//! The table with its clock paused: seats, deals in a row, restarts, idle people.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail loudly

mod clock;
mod evening;
mod keeping;
mod support;
mod thinking;
