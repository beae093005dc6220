//! Simulation of Discord's gateway: sessions, events and the WebSocket connection.

pub(crate) mod events;
pub(crate) mod sessions;
pub(crate) mod websocket;
