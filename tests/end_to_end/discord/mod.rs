//! The bot's features, with real sockets, a serenity client, a database file and tables.

mod bad_input;
mod commands;
mod deck_styles;
mod degradation;
mod discord_errors;
mod edit_coalescing;
mod emoji;
mod expired_interactions;
mod gateway;
mod history;
mod house_rules;
mod lost_channels;
mod lost_responses;
mod pictures;
mod playing;
mod refused_media;
mod restart;
mod robots;
mod rules;
mod seasons;
mod server_removal;
mod stats_and_privacy;
mod text_only_and_hints;
mod unwinnable_contracts;
mod user_guidance;
mod welcome;
