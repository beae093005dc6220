//! Texts that describe rule sets, contracts and their values.

pub(crate) mod contract_list;
pub(crate) mod contract_table;
pub(crate) mod house_rules;
pub(crate) mod house_rules_diff;
pub(crate) mod markdown;
pub(crate) mod pages;
pub(crate) mod rating_example;
pub(crate) mod values;
