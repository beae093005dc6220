//! Simulation of Discord's gateway: sessions, events and the WebSocket connection.

pub(crate) mod events;
mod queries;
pub(crate) mod sessions;
mod transport;
pub(crate) mod websocket;
