//! Parts of the response to an interaction.

pub(crate) mod attempts;
pub(crate) mod delivery;
pub(crate) mod first_response;
pub(crate) mod report;
pub(crate) mod sent_hand;
