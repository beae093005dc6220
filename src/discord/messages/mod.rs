//! The content of all messages that users see.
//!
//! Every function here is pure: it takes the current state and returns a [`Message`]. Any message can
//! therefore be rebuilt at any time, and compared in a test. Public messages are made from a
//! [`TableView`](crate::table::TableView), which contains no hidden cards. Only [`hand()`] takes a
//! player's [`View`](ulti_rules::View).

mod archive;
mod buttons;
mod calculator;
mod game;
mod help;
mod house_rules;
mod message;
mod notices;
mod privacy;
mod refusals;
mod rules;
#[cfg(test)]
pub(crate) mod samples;
mod sanitize;
mod server_settings;
mod settings;
mod standings;
mod store_errors;
mod welcome;
mod wording;

#[cfg(test)]
pub(crate) mod fixtures;
#[cfg(test)]
mod tests;

pub use crate::text::Appearance;
pub use archive::analysis::{analysis, not_analysed};
pub use archive::history::{HistoryPage, deal_in_a_word, history};
pub use archive::own_deal::own_deal;
pub use archive::replay::{ReplayPosition, replay, step_name};
pub use archive::verification::{fair_shuffle, unverifiable, verified};
pub use archive::void::voided;
pub use calculator::{score, score_in_private, score_shared};
pub(crate) use game::draft::{bid_marks, draft_of, drafted_bid};
pub use game::evening_end::ended;
pub(crate) use game::hand::replaced_hand;
pub use game::hand::{bystander, hand, hinted_hand, own_view};
pub use game::hint::{hint, hint_in_picture, no_hint};
pub(crate) use game::kontra::{all_games_label, own_next_level};
pub use game::lobby::{lobby, more};
pub use game::result::{result, table_alone};
pub use game::table::{last_trick, table, table_with};
pub use game::table_settings::table_settings;
pub use help::{HelpPlace, help, whose_turn};
pub use house_rules::{ServerRules, page_of, server_rules};
pub use message::Message;
pub use notices::{agreed_to_end, awaited, cut_back, done, invitation, played_for, stale};
pub use privacy::{ExportedData, export, forget_sure, privacy};
pub(super) use refusals::{LimitKind, confirmation, too_much};
pub use refusals::{refusal, refused};
pub use rules::{rules_page, rules_page_in_private, rules_shared};
pub use sanitize::name;
pub use server_settings::{PublicSettings, server_settings};
pub use settings::{PersonalSettings, settings};
pub use standings::collusion_review::review;
pub use standings::evening::evening;
pub use standings::leaderboard::{
    BoardPage, board_chart, figure, leaderboard, metric_name, season_label, season_name,
};
pub use standings::season::{
    end_season, season, season_ended, season_over, season_renamed, season_started, seasons,
};
pub use standings::stats::{StatsOf, StatsOfPeriod, form, no_stats, stats, stats_hidden};
pub use store_errors::{is_an_answer, not_there};
pub use welcome::{welcome, welcome_in_private};
