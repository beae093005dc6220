//! Contracts: the games that they consist of, and the book that lists their values.

pub(crate) mod book;
pub(crate) mod commitment;
pub(crate) mod contract;
pub(crate) mod game;
pub(crate) mod unwinnable;
