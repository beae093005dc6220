//! Properties of ulti that hold for every input.
//!
//! Each public module has a function `check` that asserts one property for one input. The fuzz targets of the
//! folder `fuzz` call these functions with generated inputs. The tests of this crate call them with the
//! inputs in `fuzz/corpus`.
//!
//! | module | input |
//! | --- | --- |
//! | [`record`] | a game record |
//! | [`notation`] | a card or contract |
//! | [`rules`] | house rules as TOML |
//! | [`deal`] | the choices of a deal |
//! | [`custom_id`] | the custom id of a button |
//! | [`config`] | the configuration as TOML |
//! | [`journal`] | the rows of a table's journal |
//! | [`gateway`] | a gateway event as JSON |
//!
//! # Panics
//!
//! A violated property is a failed assertion. [`journal`] and [`gateway`] also panic if a background task of
//! the code under test has panicked.
//!
//! # Concurrency
//!
//! The functions may be called from several threads and processes at the same time. Files have unique names.
#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "a failed expectation is a finding")]

mod background_panics;
pub mod config;
pub mod custom_id;
pub mod deal;
mod environments;
pub mod gateway;
pub mod journal;
mod memory_folder;
pub mod notation;
pub mod record;
pub mod rules;
