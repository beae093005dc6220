//! Messages, looked at: Discord's limits, secrecy, that buttons do what is legal, and what each
//! kind looks like.

mod answers;
mod bids;
mod check;
mod draw;
mod drawn;
mod in_words;
mod kinds;
mod look_at;
mod moments;
mod pages;
mod people;
mod played;
mod random_deals;
mod seasons;
#[path = "../../../tests/support/specification.rs"]
mod specification;
