//! Robots' turns and the thread pool that computes them.

pub(crate) mod thinking_pool;
pub(crate) mod turns;
