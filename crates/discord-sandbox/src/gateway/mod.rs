//! Simulation of Discord's gateway: sessions, events and the WebSocket connection.

pub(crate) mod events;
pub(crate) mod identifies;
mod identify;
mod queries;
pub(crate) mod sent_events;
pub(crate) mod sessions;
mod transport;
pub(crate) mod websocket;
