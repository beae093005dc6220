//! The players of an evening: who joins, who leaves, and who plays again.

mod changing_seats;
mod closing;
mod invitations;
mod names;
mod same_again;
mod settings;
