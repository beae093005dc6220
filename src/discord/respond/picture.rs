//! A hand's picture follows its answer: whoever plays a card knows what became of it before anything is
//! drawn. Until then the picture that was there stays.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::Builder;

use super::super::easel::Subject;
use super::super::sending::Sending;
use super::super::show::Message;
use super::super::tokens::Held;
use super::super::trouble::{Trouble, insist};
use super::{Sheet, Waiting};
use crate::render::Picture;
use crate::table::TableId;

/// What the files of hands begin with: such a picture may stay until the next one is drawn.
const OF_HAND: &str = "hand";

/// How long whoever asks to see their hand waits for its picture: no longer than a message takes anyway.
const MOMENT: Duration = Duration::from_millis(200);

impl Waiting<'_> {
    /// A hand together with its picture, where that is drawn in a moment.
    pub(super) async fn with_its_picture(&self, sheet: Sheet, hanging: Option<&str>) -> Sheet {
        let sheet = self.before_its_picture(sheet, hanging);
        let Some(subject) = &sheet.picture else { return sheet };
        let drawn = tokio::time::timeout(MOMENT, self.data.easel.draw(subject, self.look)).await;
        let Ok(Some(picture)) = drawn else { return sheet };
        let hand = sheet.hand.map(|hand| hand.with_picture(Some(&picture.name)));
        let message = Message { keeps_files: false, ..sheet.message }.illustrated(Some(picture), hanging);
        Sheet { message, hand, picture: None, ..sheet }
    }

    /// A hand as it is answered: with the picture that hangs there already, where another is to follow.
    pub(super) fn before_its_picture(&self, sheet: Sheet, hanging: Option<&str>) -> Sheet {
        let Sheet { mut message, hand, picture, waits } = sheet;
        let may = self.data.easel.draws(self.look) && self.data.memory.may_attach(self.caller.channel);
        let picture = picture.filter(|_| may);
        let hanging = hanging.filter(|name| picture.is_some() && name.starts_with(OF_HAND));
        message.keeps_files = hanging.is_some();
        Sheet { message, hand: hand.map(|hand| hand.with_picture(hanging)), picture, waits }
    }

    /// Draws a hand that was just shown and puts the picture under it, unless the hand has been shown anew
    /// meanwhile, or has its picture. A message that was left for a newer one keeps what it had.
    pub(super) async fn draw_hand(&self, table: TableId, held: &Held, subject: &Subject) {
        if held.pictured {
            return;
        }
        let (tokens, user) = (&self.data.tokens, self.caller.user);
        let picture = self.data.easel.draw(subject, held.look).await;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let _alone = held.edits.lock().await;
        let Some(now) = tokens.same(table, user, held).filter(|now| !now.pictured) else { return };
        let hung = if now.picture == name { Ok(true) } else { self.hang(picture).await };
        let is_newest = match hung {
            _ if now.look != held.look => false, // it is to look otherwise by now
            Ok(pictured) => tokens.note(table, user, &held.token, now.shown, name.filter(|_| pictured)),
            Err(trouble) => {
                tracing::debug!(%table, %trouble, "a hand stays without its picture");
                false
            }
        };
        if !is_newest {
            tokens.doubt(table, user);
            self.data.registry.announce(table).await;
        }
    }

    /// Puts a picture under the message in place of what hangs there, or takes that down. Whether there is
    /// one now.
    async fn hang(&self, picture: Option<Picture>) -> Result<bool, Trouble> {
        let mut sending = Sending::new(Message::default().illustrated(picture, None), self.look);
        let token = self.caller.token.expose_secret();
        loop {
            let edit = sending.message().edit_pictures();
            let upload = sending.upload(&self.data.budget);
            let edited = || edit.clone().execute(&*self.data.pictures, token);
            match insist(&self.data.meter, upload, edited).await {
                Ok(_) => return Ok(sending.went(&self.data.memory, self.caller.channel)),
                Err(trouble) => sending.lighten(trouble)?,
            }
        }
    }
}
