//! Buttons that belong to no table: settings, explanations and new tables.

use super::admin::server_settings;
use super::common::failure::Failure;
use super::{leaderboard, rules, settings, ulti};
use crate::discord::custom_id::{PanelId, RulesPage};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;

/// Handles a button that opens a panel or a new table.
pub(in crate::discord) async fn pressed(user: &UserContext<'_>, panel: PanelId) -> Result<Reply, Failure> {
    match panel {
        PanelId::OwnSettings => settings::change(user, &[]).await,
        PanelId::ServerSettings => server_settings::shown(user, false).await,
        PanelId::HowItWorks => rules::page(user, &RulesPage::first("overview")).await,
        PanelId::AgainstRobots => ulti::against_robots(user).await,
        PanelId::NewTable => ulti::new_table(user).await,
        PanelId::Leaderboard => leaderboard::current(user).await,
    }
}
