//! A message on its way: sent as it is, and where Discord refuses it, once more without the ornament
//! that may be the reason. Pictures and emoji never keep words from their reader.

use super::budget::Budget;
use super::memory::Memory;
use super::show::{Look, Message};
use super::trouble::Trouble;
use crate::table::ChannelId;

/// A message that is being sent: [`message`](Self::message) is tried, [`lighten`](Self::lighten)
/// hears of a refusal, and in the end [`went`](Self::went) says what of it is to be remembered.
pub(super) struct Sending {
    message: Message,
    look: Look,
    /// Files were what Discord did not want.
    files_refused: bool,
    /// It goes without the emoji it was made with.
    undrawn: bool,
}

impl Sending {
    /// A message that says things in this look.
    pub(super) const fn new(message: Message, look: Look) -> Self {
        Self { message, look, files_refused: false, undrawn: false }
    }

    /// What is to be tried.
    pub(super) const fn message(&self) -> &Message {
        &self.message
    }

    /// Who hears of the answer, where the message goes with files: see [`heard`](super::trouble::heard).
    pub(super) fn upload<'a>(&self, budget: &'a Budget) -> Option<&'a Budget> {
        (!self.message.files.is_empty()).then_some(budget)
    }

    /// Leaves an ornament out after a refusal, so that another try may do; the trouble itself where
    /// there is none to leave out, or none could be the reason.
    pub(super) fn lighten(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        let has_files = !self.message.files.is_empty();
        match trouble {
            Trouble::Files(_) | Trouble::Forbidden(_) | Trouble::Wrong(_) if has_files => {
                self.files_refused = matches!(trouble, Trouble::Files(_));
                self.message = self.message.in_words();
            }
            Trouble::Emoji(_) | Trouble::Wrong(_) if !self.undrawn => {
                let Some(undrawn) = self.message.undrawn(self.look) else { return Err(trouble) };
                self.message = undrawn;
                self.undrawn = true;
            }
            trouble => return Err(trouble),
        }
        Ok(())
    }

    /// It went through: what it had to leave out is remembered. Whether its picture is there now.
    pub(super) fn went(&self, memory: &Memory, channel: ChannelId) -> bool {
        if self.files_refused {
            memory.hear_refused(channel);
        }
        if self.undrawn {
            memory.withdraw_emblems(self.look);
        }
        self.message.keeps_files || !self.message.files.is_empty()
    }
}
