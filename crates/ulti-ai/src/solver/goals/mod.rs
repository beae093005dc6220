//! Goals of the solver's search, such as points or winning the last trick.
//!
//! Each goal evaluates completed tricks, computes bounds without a search and orders the moves. The move
//! orders were tuned by node counts (`benches/solver`).

mod all_marked;
mod betli;
mod cashing;
mod durchmars;
mod points;
mod ulti;

pub(super) use all_marked::AllMarked;
pub(super) use betli::Betli;
pub(super) use durchmars::Durchmars;
pub(super) use points::Points;
pub(super) use ulti::Ulti;
