//! Code that several commands share: errors, lookups, localization and the execution of table commands.

pub(in crate::discord) mod deal_lookup;
pub(in crate::discord) mod failure;
pub(in crate::discord) mod localization;
pub(in crate::discord) mod season_lookup;
pub(in crate::discord) mod table_command;
