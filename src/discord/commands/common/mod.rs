//! Code that several commands share: errors, lookups, descriptions and the execution of table commands.

pub(in crate::discord) mod deal_lookup;
pub(in crate::discord) mod descriptions;
pub(in crate::discord) mod failure;
pub(in crate::discord) mod season_lookup;
pub(in crate::discord) mod table_command;
