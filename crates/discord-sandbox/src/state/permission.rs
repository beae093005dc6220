//! The subset of Discord's permission bits that the sandbox checks.
//!
//! See "Permissions" in Discord's documentation.

/// Allows viewing a channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Allows sending messages.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Allows deleting messages of other users.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Allows sending embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Allows uploading files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Allows reading earlier messages.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Allows using emoji of other servers and of the application.
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
/// Allows using slash commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Allows sending messages in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Permissions of an ordinary member in a text channel.
pub const TEXT: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | SEND_MESSAGES_IN_THREADS;

/// All permissions, as held by the guild's owner.
pub const ALL: u64 = (1 << 53) - 1;
