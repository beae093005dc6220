//! Messages, looked at: Discord's limits, secrecy, that buttons do what is legal, and what each
//! kind looks like.

mod check;
mod draw;
mod kinds;
mod random_deals;
