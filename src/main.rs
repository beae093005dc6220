//! Ulti.
fn main() {}
