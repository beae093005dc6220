//! Data about users and servers: names, settings, export and deletion.

pub(crate) mod delete;
pub(crate) mod export;
pub(crate) mod names;
pub(crate) mod redact;
pub(crate) mod removed_guilds;
pub(crate) mod settings;
pub(crate) mod welcomed;
