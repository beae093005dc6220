//! Prepares the update of a table: looks up the settings that determine how its messages look.

use channel_messages::{Content, Event};

use super::board::{Look, TableBoard, id_of};
use super::inbox::PendingUpdate;
use super::outgoing::{Outgoing, hash_of};
use crate::discord::messages::{self, Appearance};
use crate::discord::services::Services;
use crate::table::{Notice, TableView, UserId};

/// An update with everything that was looked up for it.
pub(super) struct ResolvedUpdate {
    pub(super) look: Look,
    pub(super) update: PendingUpdate,
    /// The notices of the update, as events.
    pub(super) notices: Vec<Event<TableBoard>>,
}

/// Looks up the settings of a server and its users for an update.
pub(super) async fn resolve(services: Services, update: PendingUpdate) -> ResolvedUpdate {
    let view = &update.newest.table_view;
    let public = services.preferences.public_appearance(view.server).await;
    let look = Look { public, symbols: services.preferences.symbols() };
    let mut notices = Vec::new();
    for (notice, version) in &update.notices {
        if let Notice::Awaited(user) = notice
            && !services.preferences.settings(*user).await.pings
        {
            continue;
        }
        notices.push(event(view, *notice, *version, public));
    }
    ResolvedUpdate { look, update, notices }
}

/// Returns a notice as an event.
fn event(view: &TableView, notice: Notice, version: u32, appearance: Appearance) -> Event<TableBoard> {
    let (message, reminds) = match notice {
        Notice::Awaited(user) => (messages::awaited(view, user, appearance), Some(user)),
        Notice::CutBack => (messages::cut_back(appearance), None),
        Notice::PlayedFor { user, holds } => (messages::played_for(view, user, holds, appearance), None),
    };
    let content: Content<Outgoing> = Outgoing::new(message, appearance).into_content();
    let reminds = reminds.map(|UserId(user)| channel_messages::UserId(user));
    // The version alone is not unique.
    let number = hash_of(&(version, format!("{notice:?}")));
    Event::Notice { table: id_of(view.table), number, content, reminds }
}
