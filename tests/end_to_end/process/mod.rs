//! The bot as a process: kills, restarts, shutdown, monitoring and logging.

mod card_visibility;
mod check;
mod evening;
mod leases;
mod monitoring;
mod shared_database;
mod startup;
