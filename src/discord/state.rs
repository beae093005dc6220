//! State shared by all commands and buttons.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

use super::channels::registry::Channels;
use super::interactions::debounce::Debouncer;
use super::lifecycle::guilds::PendingGuilds;
use super::lifecycle::welcome::AnsweredUsers;
use super::publish::announcer::ChannelAnnouncer;
use super::services::Services;
use crate::table::{Registry, TableView, UserId};
use crate::text::Appearance;

/// State shared by all interaction handlers.
///
/// Dereferences to [`Services`].
pub(super) struct BotState {
    /// Services shared with the table publisher.
    pub(super) services: Services,
    /// Registry of all tables.
    pub(super) registry: Registry,
    /// Publishes the tables' messages.
    pub(super) announcer: Arc<ChannelAnnouncer>,
    /// The tasks of channels, if they own all messages. They replace the announcer.
    pub(super) channels: Option<Channels>,
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
    /// Removes the hands of a user, which are not updated any more.
    pub(super) fn forget_hands(&self, user: UserId) {
        self.services.hand_messages.forget_user(user);
        if let Some(channels) = &self.channels {
            channels.forget(user);
        }
    }

    /// Sets the language and card style of a user's hands.
    pub(super) fn set_hand_appearance(&self, user: UserId, appearance: Appearance) {
        self.services.hand_messages.set_appearance(user, appearance);
        if let Some(channels) = &self.channels {
            channels.set_style(user, appearance);
        }
    }

    /// Reposts a table's messages at the bottom of its channel.
    pub(super) async fn repost(&self, view: &Arc<TableView>) {
        match &self.channels {
            Some(channels) => {
                channels.repost(view.channel, view.table);
                // The channel may not know the table, if the table was not used since the start of the bot.
                self.registry.announce(view.table).await;
            }
            None => self.announcer.post_again(view),
        }
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
