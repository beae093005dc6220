//! **ulti**: a Discord bot with which friends play Ulti.

pub mod rules;
pub mod text;
