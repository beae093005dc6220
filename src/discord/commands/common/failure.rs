//! The error type of commands, buttons and menus.

use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::permissions;
use crate::store::{Store, StoreError};
use crate::table::{Refusal, ServerId};
use crate::text::args;

/// Reason why a command, button press or menu selection failed.
pub(in crate::discord) enum Failure {
    /// Locale key of an error message.
    Key(&'static str),
    /// An error message that is already in the user's language.
    Text(String),
    /// A complete reply, for example with a picture or buttons.
    Reply(Box<Reply>),
    /// The table rejected the request.
    Refused(Refusal),
    /// A database query failed.
    Store(StoreError),
}

impl Failure {
    /// Creates a reply that explains the failure. Also logs unexpected errors.
    pub(in crate::discord) fn reply(self, user: &UserContext<'_>) -> Reply {
        match self {
            Self::Key(key) => Reply::ephemeral(user.text(key)),
            Self::Text(text) => Reply::ephemeral(text),
            Self::Reply(reply) => *reply,
            Self::Refused(refused) => user.refused(&refused, None),
            Self::Store(error) => {
                if !messages::is_an_answer(&error) {
                    tracing::error!(%error, "failed to access database");
                }
                Reply::ephemeral(messages::not_there(&error, user.appearance))
            }
        }
    }
}

impl From<Reply> for Failure {
    fn from(reply: Reply) -> Self {
        Self::Reply(Box::new(reply))
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Refusal> for Failure {
    fn from(refused: Refusal) -> Self {
        Self::Refused(refused)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl UserContext<'_> {
    /// Returns the bot's database.
    pub(in crate::discord::commands) fn store(&self) -> &Store {
        self.data.preferences.store()
    }

    /// Returns the server where the interaction took place, or an error in direct messages.
    pub(in crate::discord::commands) fn server(&self) -> Result<ServerId, Failure> {
        self.caller.server.ok_or(Failure::Key("notice-direct-message"))
    }

    /// Returns the id of the user's server. If the user is not a server manager, returns an error that names
    /// the permission.
    pub(in crate::discord) fn managed_server(&self) -> Result<ServerId, Failure> {
        let server = self.server()?;
        if self.caller.manages {
            return Ok(server);
        }
        let permission = self.text("permission-manage-server");
        Err(Failure::Text(self.appearance.formatter().with("admin-only", args![permission])))
    }

    /// Returns an error if the bot lacks permissions that it needs to post in the channel.
    pub(in crate::discord::commands) fn require_bot_permissions(&self) -> Result<(), Failure> {
        permissions::missing(self.caller, self.appearance.lang).map_or(Ok(()), |missing| Err(missing.into()))
    }

    /// Creates an error message that lists the valid choices.
    pub(in crate::discord::commands) fn would_work(&self, choices: &str) -> Failure {
        Failure::Text(self.appearance.formatter().with("door-would-work", args![choices]))
    }
}
