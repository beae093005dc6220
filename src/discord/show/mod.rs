//! What people see: messages made from scenes and views.
//!
//! Pure functions: they take the table as it is and give a [`Message`], so every message can be
//! rebuilt at any time and looked at in a test. Public messages are made from a
//! [`Scene`](crate::table::Scene), which holds no closed card; only [`hand()`] sees a player's
//! [`View`](crate::rules::View).

mod analysis;
mod auction;
mod bid;
mod board;
mod buttons;
mod ended;
mod evening;
mod hand;
mod help;
mod hint;
mod history;
mod house;
mod leaderboard;
mod lobby;
mod look;
mod message;
mod name;
mod past;
mod play;
mod privacy;
mod refused;
mod replay;
mod result;
mod review;
mod rules;
mod score;
mod season;
mod settings;
mod stats;
mod table;
mod verified;
mod void;
mod words;

#[cfg(test)]
pub(crate) mod fixtures;
#[cfg(test)]
mod tests;

pub use crate::text::Look;
pub use analysis::{analysis, not_analysed};
pub use ended::ended;
pub use evening::evening;
pub use hand::{answer, bystander, hand, sure};
pub use help::help;
pub use hint::{hint, no_hint};
pub use history::{History, deal_in_a_word, history};
pub use house::{ServerRules, page_of, server_rules};
pub use leaderboard::{BoardPage, board_chart, figure, leaderboard, metric_name, season_label, season_name};
pub use lobby::{lobby, more};
pub use message::Message;
pub(super) use name::is_unseen;
pub use name::name;
pub use past::{is_an_answer, not_there};
pub use privacy::{Export, export, forget_sure, privacy};
pub(super) use refused::too_much;
pub use refused::{refusal, refused};
pub use replay::{Replayed, replay, step_name};
pub use result::result;
pub use review::review;
pub use rules::{rules_page, rules_shared};
pub use score::{score, score_shared};
pub use season::{end_season, season, season_ended, season_over, season_renamed, season_started, seasons};
pub use settings::{Settings, settings};
pub use stats::{StatsOf, form, no_stats, stats, stats_hidden};
pub use table::{last_trick, table, table_alone};
pub use verified::{unverifiable, verified};
pub use void::voided;
pub use words::{awaited, cut_back, done, played_for, stale};
