//! Tests of the table and its registry: seats, consecutive deals, restarts, idle players and robots.
//!
//! Most tests run with a paused clock.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail loudly

mod clock;
mod closing;
mod damaged_journal;
mod early_end;
mod evening;
mod evening_limits;
mod forced_cards;
mod invitations;
mod keeping;
mod names;
mod rejection;
mod settings;
mod shards;
mod support;
mod thinking;
