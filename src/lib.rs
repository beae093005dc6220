//! **ulti**: a Discord bot with which friends play Ulti.

pub mod ai;
pub mod discord;
pub mod render;
pub mod rules;
pub mod table;
pub mod text;
