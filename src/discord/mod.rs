//! Discord: messages made from scenes and views, and the buttons under them.

pub mod custom_id;
pub mod draft;
pub mod show;
