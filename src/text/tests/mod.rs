//! Tests of messages, notation and rules pages.

mod arguments;
mod files;
mod labels;
mod limits;
mod notation;
mod pages;
mod sentences;
