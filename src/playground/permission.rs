//! The permissions the stand-in knows, as bits (Discord's page "Permissions").

/// See the channel at all.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Write messages.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Remove the messages of others.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Messages with embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Messages with files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Read what was written before.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Emoji of other servers and of the application.
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
/// Invoke slash commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Everything a member may do in an ordinary text channel.
pub const TEXT: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | SEND_MESSAGES_IN_THREADS;

/// What the guild's owner may do: everything.
pub const ALL: u64 = (1 << 53) - 1;
