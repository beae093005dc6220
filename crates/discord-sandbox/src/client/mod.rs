//! Simulated users, through which tests and the sandbox's web page send commands, button presses and
//! messages.

mod actions;
pub(crate) mod command_input;
pub(crate) mod component_input;
pub(crate) mod message;
pub(crate) mod response;
pub(crate) mod simulated_user;
