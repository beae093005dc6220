//! State shared by all commands and buttons.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

use super::channels::registry::Channels;
use super::interactions::debounce::Debouncer;
use super::lifecycle::guilds::PendingGuilds;
use super::lifecycle::welcome::AnsweredUsers;
use super::services::Services;
use crate::table::{Registry, TableView};

/// State shared by all interaction handlers.
///
/// Dereferences to [`Services`].
pub(super) struct BotState {
    /// Services shared with the tasks of channels.
    pub(super) services: Services,
    /// Registry of all tables.
    pub(super) registry: Registry,
    /// The tasks of channels, which own all messages.
    pub(super) channels: Channels,
    /// Ignores accidental double-clicks on buttons.
    pub(super) debouncer: Debouncer,
    /// Notified when a member ends a season.
    pub(super) seasons_ended: Arc<Notify>,
    /// Servers that the bot has joined but whose details have not been received yet.
    pub(super) pending_guilds: Arc<PendingGuilds>,
    /// Lock held while the bot finds out whether a server needs a welcome message.
    ///
    /// When the bot starts, it finds this out for thousands of servers. Without the lock, players would wait
    /// for all of these queries.
    pub(super) welcome_turn: Arc<Mutex<()>>,
    /// Users whose direct messages were answered recently.
    pub(super) answered_users: AnsweredUsers,
    /// Cancelled when the bot shuts down. No new work is started after that.
    pub(super) stopping: CancellationToken,
}

impl BotState {
    /// Moves a table's messages to the end of its channel.
    pub(super) async fn repost(&self, view: &TableView) {
        self.channels.repost(view.channel, view.table);
        // The channel may not know the table, if the table was not used since the start of the bot.
        self.registry.announce(view.table).await;
    }
}

impl Deref for BotState {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

/// Error type for commands and event handlers; see [`super::interactions::error_handler`].
pub(super) type Error = super::rest::error::ApiError;
/// Context of a slash command.
pub(super) type Slash<'a> = poise::ApplicationContext<'a, BotState, Error>;
