//! Ulti.
fn main(){}
