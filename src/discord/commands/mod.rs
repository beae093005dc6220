//! Slash commands, one per file. Every action of a button is also available as a command.

pub(super) mod admin;
pub(crate) mod analyse;
mod bid;
mod claim;
pub(super) mod common;
mod evening;
mod fold;
mod hand;
pub(super) mod help;
pub(super) mod hint;
pub(super) mod history;
mod kontra;
pub(super) mod leaderboard;
mod menus;
pub(super) mod own_deal;
pub(super) mod panels;
mod pass;
mod play;
pub(super) mod privacy;
pub(super) mod registration;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod season;
pub(super) mod settings;
pub(super) mod stats;
mod table;
mod take;
mod trump;
pub(super) mod ulti;
pub(super) mod verify;

use poise::serenity_prelude::InstallationContext;

use super::state::{BotState, Error};

/// Returns all commands and entries of context menus, with localized names and descriptions.
pub(super) fn all() -> Vec<poise::Command<BotState, Error>> {
    let mut all = vec![
        ulti::ulti(),
        hand::hand(),
        hint::hint(),
        take::take(),
        bid::bid(),
        pass::pass(),
        trump::trump(),
        kontra::kontra(),
        play::play(),
        fold::fold(),
        claim::claim(),
        table::table(),
        leaderboard::leaderboard(),
        season::season(),
        evening::evening(),
        stats::stats(),
        history::history(),
        replay::replay(),
        verify::verify(),
        rules::rules(),
        settings::settings(),
        privacy::privacy(),
        help::help(),
        admin::ulti_admin(),
        menus::stats(),
        menus::replay(),
        menus::analyse(),
    ];
    common::localization::localize(&mut all);
    for command in &mut all {
        // Without a value, Discord would use the application's own setting.
        command.install_context.get_or_insert_with(|| vec![InstallationContext::Guild]);
    }
    all
}
