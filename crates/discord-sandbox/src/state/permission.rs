//! The subset of Discord's permission bits that the sandbox checks.
//!
//! See "Permissions" in Discord's documentation.

/// Permission to view a channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Permission to send messages.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Permission to delete other users' messages.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Permission to send embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Permission to upload files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Permission to read earlier messages.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Permission to use application emoji and emoji from other servers.
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
/// Permission to use slash commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Permission to send messages in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Default permissions of a member in a text channel.
pub const TEXT: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | SEND_MESSAGES_IN_THREADS;

/// All permissions, as held by the guild owner.
pub const ALL: u64 = (1 << 53) - 1;
