//! Slash commands, one per file. Every action of a button is also available as a command.

pub(crate) mod analyse;
mod bid;
mod claim;
pub(super) mod common;
mod evening;
mod fold;
mod hand;
pub(super) mod hint;
pub(super) mod history;
mod kontra;
pub(super) mod leaderboard;
pub(super) mod own_deal;
mod pass;
mod play;
pub(super) mod privacy;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod season;
pub(super) mod settings;
pub(super) mod stats;
mod table;
mod take;
mod trump;
mod ulti;
pub(super) mod verify;
mod void;

use super::state::{BotState, Error};

/// Returns all slash commands, with localized descriptions.
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
        void::void(),
        void::unvoid(),
        rules::rules(),
        settings::settings(),
        privacy::privacy(),
    ];
    common::descriptions::describe(&mut all);
    all
}
