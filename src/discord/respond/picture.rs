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
    pub(super) async fn with_its_picture(&self, sheet: Sheet) -> Sheet {
        let sheet = self.before_its_picture(sheet, None);
        let Some(subject) = &sheet.picture else { return sheet };
        let drawn = tokio::time::timeout(MOMENT, self.data.easel.draw(subject, self.look)).await;
        let Ok(Some(picture)) = drawn else { return sheet };
        let hand = sheet.hand.map(|hand| super::HandOf { picture: Some(picture.name.clone()), ..hand });
        Sheet { message: sheet.message.illustrated(Some(picture), None), hand, picture: None, ..sheet }
    }

    /// A hand as it is answered: with the picture that hangs there already, where another is to follow.
    pub(super) fn before_its_picture(&self, sheet: Sheet, hanging: Option<&str>) -> Sheet {
        let Sheet { mut message, hand, picture, waits } = sheet;
        let may = self.data.easel.draws(self.look) && self.data.memory.may_attach(self.caller.channel);
        let picture = picture.filter(|_| may);
        let hanging = hanging.filter(|name| picture.is_some() && name.starts_with(OF_HAND));
        message.keeps_files = hanging.is_some();
        let hand = hand.map(|hand| super::HandOf { picture: hanging.map(str::to_owned), ..hand });
        Sheet { message, hand, picture, waits }
    }

    /// Draws a hand that was just shown and puts the picture under it, unless the hand has been shown anew
    /// meanwhile.
    pub(super) async fn draw_hand(&self, table: TableId, held: &Held, subject: &Subject) {
        let (tokens, user) = (&self.data.tokens, self.caller.user);
        let picture = self.data.easel.draw(subject, held.look).await;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let _alone = held.edits.lock().await;
        let Some(now) = tokens.same(table, user, held).filter(|now| !now.pictured) else { return };
        let hung = if now.picture == name { Ok(true) } else { self.hang(picture).await };
        match hung {
            Ok(pictured) => tokens.note(table, user, &held.token, now.shown, name.filter(|_| pictured)),
            Err(trouble) => tracing::debug!(%table, %trouble, "a hand stays without its picture"),
        }
    }

    /// Puts a picture under the message in place of what hangs there, or takes that down. Whether there is
    /// one now.
    async fn hang(&self, picture: Option<Picture>) -> Result<bool, Trouble> {
        let message = Message { pictures_only: true, ..Message::default() }.illustrated(picture, None);
        let mut sending = Sending::new(message, self.look);
        let token = self.caller.token.expose_secret();
        loop {
            let edit = sending.message().edit_response();
            match insist(&self.data.meter, || edit.clone().execute(&*self.data.hands, token)).await {
                Ok(_) => return Ok(sending.went(&self.data.memory, self.caller.channel)),
                Err(trouble) => sending.lighten(trouble, &self.data.budget)?,
            }
        }
    }
}
