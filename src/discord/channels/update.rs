//! Looks up what changes of tables depend on: the settings that determine how messages look, and void deals.

use channel_messages::{Content, Event};

use super::board::{TableBoard, id_of};
use super::inbox::PendingUpdate;
use super::look::Look;
use super::outgoing::{Outgoing, hash_of};
use super::void_deals::DecidedDeal;
use crate::discord::messages::{self, Appearance};
use crate::discord::services::Services;
use crate::store::Void;
use crate::table::{Notice, TableId, TableView, UserId};

/// A change of a table with everything that was looked up for it.
pub(super) enum Resolved {
    Update(Box<ResolvedUpdate>),
    Decision(ResolvedDecision),
}

/// An update with everything that was looked up for it.
pub(super) struct ResolvedUpdate {
    pub(super) look: Look,
    pub(super) update: PendingUpdate,
    /// The notices of the update, as events.
    pub(super) notices: Vec<Event<TableBoard>>,
    /// The void deals of the table, if they were read.
    pub(super) void: Option<Vec<(u32, Void)>>,
}

/// A decision of a server manager with everything that was looked up for it.
pub(super) struct ResolvedDecision {
    pub(super) look: Look,
    pub(super) decided: DecidedDeal,
    /// The void deals of the table, if they could be read.
    pub(super) void: Option<Vec<(u32, Void)>>,
}

/// Looks up the settings of a server and its users for an update. Also reads the void deals of the table if
/// `reads_void` is `true`.
pub(super) async fn resolve(services: Services, update: PendingUpdate, reads_void: bool) -> ResolvedUpdate {
    let view = &update.newest.table_view;
    let look = look(&services, view).await;
    let mut notices = Vec::new();
    for (notice, version) in &update.notices {
        let pings = match notice {
            Notice::Awaited(user) | Notice::Invited { user, .. } => {
                services.preferences.settings(*user).await.pings
            }
            Notice::PlayedFor { .. } | Notice::CutBack => false,
        };
        if pings || !matches!(notice, Notice::Awaited(_)) {
            notices.push(event(view, *notice, *version, pings, look.public));
        }
    }
    let void = if view.deal.is_none() {
        Some(Vec::new())
    } else if reads_void {
        void_deals(&services, view.table).await
    } else {
        None
    };
    ResolvedUpdate { look, update, notices, void }
}

/// Looks up the settings of a server, and reads the void deals of the table, for a decision of a manager.
pub(super) async fn resolve_decision(services: Services, decided: DecidedDeal) -> ResolvedDecision {
    let look = look(&services, &decided.table_view).await;
    let void = void_deals(&services, decided.table_view.table).await;
    ResolvedDecision { look, decided, void }
}

async fn look(services: &Services, view: &TableView) -> Look {
    let public = services.preferences.table_appearance(view).await;
    Look { public, symbols: services.preferences.symbols() }
}

/// Reads the void deals of a table. Returns `None` if they cannot be read.
async fn void_deals(services: &Services, table: TableId) -> Option<Vec<(u32, Void)>> {
    let read = services.preferences.store().void_deals(table).await;
    read.inspect_err(|error| tracing::warn!(%table, %error, "failed to read void deals of table")).ok()
}

/// Returns a notice as an event. `pings` is `true` if its user wants to be pinged.
fn event(
    view: &TableView,
    notice: Notice,
    version: u32,
    pings: bool,
    appearance: Appearance,
) -> Event<TableBoard> {
    let (message, reminds) = match notice {
        Notice::Awaited(user) => (messages::awaited(view, user, appearance), Some(user)),
        Notice::Invited { user, by } => (messages::invitation(view, user, by, pings, appearance), None),
        Notice::CutBack => (messages::cut_back(appearance), None),
        Notice::PlayedFor { user, holds } => (messages::played_for(view, user, holds, appearance), None),
    };
    let content: Content<Outgoing> = Outgoing::new(message, appearance).into_content();
    let reminds = reminds.map(|UserId(user)| channel_messages::UserId(user));
    // The version alone is not unique.
    let number = hash_of(&(version, format!("{notice:?}")));
    Event::Notice { table: id_of(view.table), number, content, reminds }
}
