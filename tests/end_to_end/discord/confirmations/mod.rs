//! Tests of the confirmations that actions in a deal require.

mod early_end;
mod expensive_talon;
mod unwinnable_contracts;
