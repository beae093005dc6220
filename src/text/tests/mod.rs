//! The sentences held to their promises.

mod files;
mod limits;
mod notation;
mod pages;
mod sentences;
