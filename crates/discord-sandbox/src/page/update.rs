//! Changes of the simulated Discord that connected web pages show.

use crate::state::snowflake::Snowflake;
use crate::traffic::Audience;

/// A change to send to all connected web pages.
#[derive(Clone, Debug)]
pub(crate) enum PageUpdate {
    /// The message with this id was created or edited.
    Message(Snowflake),
    /// A message was deleted.
    MessageDeleted { id: Snowflake, channel: Snowflake, audience: Audience },
    /// The users, channels, commands or bot status changed.
    World,
}
