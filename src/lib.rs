//! Ulti.
