//! Tests of message content: Discord's limits, secrecy of cards, legality of buttons, and snapshots of
//! every message.

mod archive;
mod bid_warnings;
mod closing;
mod explanations;
mod inline_emoji;
mod invitations;
mod last_trick_hidden;
mod limits;
mod pages;
mod plain_text;
mod positions;
mod random_deals;
mod replies;
mod seasons;
mod snapshot;
mod stats_and_privacy;
mod table_messages;
mod table_settings;
mod talon;
mod text_only;
