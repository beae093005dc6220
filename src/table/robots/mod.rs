//! Robot players and the thread pool that runs their searches.

pub(crate) mod thinking_pool;
pub(crate) mod turns;
