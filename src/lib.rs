//! **ulti**: a Discord bot with which friends play Ulti.

pub mod ai;
pub mod cli;
pub mod discord;
pub mod playground;
pub mod render;
pub mod rules;
pub mod store;
pub mod table;
pub mod text;
