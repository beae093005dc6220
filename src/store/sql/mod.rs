//! Helpers for SQL: bulk queries and value conversion.

pub(crate) mod bulk;
pub(crate) mod convert;
