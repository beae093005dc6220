//! **ulti**: a Discord bot with which friends play Ulti.

pub mod ai;
pub mod cli;
pub mod playground;
pub mod rules;
pub mod store;
pub mod table;
pub mod text;
