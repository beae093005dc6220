//! The hands that people have open, kept up to date.

use std::collections::HashMap;
use std::sync::Arc;

use futures::future::join_all;
use secrecy::ExposeSecret;
use serenity::Builder;

use poise::serenity_prelude as serenity;

use super::super::desk::Shown;
use super::super::easel::Subject;
use super::super::sending::Sending;
use super::super::show::{self, Look, Message};
use super::super::tokens::Held;
use super::super::trouble::{Trouble, heard};
use super::{Channels, mark};
use crate::rules::View;
use crate::table::{Scene, UserId};

impl Channels {
    /// Refreshes what everyone has open who sits there: their hand, or the table while they sit out. Side by
    /// side, so that nobody waits for somebody else's.
    pub(super) async fn show_hands(&self, scene: &Scene, eyes: &HashMap<UserId, Arc<View>>) -> Shown {
        // News without eyes are not about a deal.
        let watching = if eyes.is_empty() { Vec::new() } else { self.tokens.at(scene.table) };
        let hands = watching.iter().map(|(user, held)| self.show_hand(scene, *user, eyes.get(user), held));
        let mut shown = Shown::Done;
        for result in join_all(hands).await {
            if let Err(trouble @ Trouble::Later(_)) = result {
                tracing::warn!(table = %scene.table, %trouble, "a hand can't be refreshed");
                shown = Shown::Again;
            }
        }
        shown
    }

    async fn show_hand(
        &self,
        scene: &Scene,
        user: UserId,
        view: Option<&Arc<View>>,
        held: &Held,
    ) -> Result<(), Trouble> {
        let _alone = held.edits.lock().await;
        let now = || self.tokens.same(scene.table, user, held);
        // It may have been edited meanwhile, or a newer one may have taken its place.
        let Some(held) = now() else { return Ok(()) };
        let look = self.memory.current(held.look);
        let hand = match view.and_then(|view| Some((view, view.seat?))) {
            Some((view, seat)) => show::hand(scene, view, seat, look, None),
            None => show::bystander(scene, user, look),
        };
        let says = Some(mark(&hand));
        if held.shown == says {
            return Ok(());
        }
        let running = scene.deal.as_ref().is_some_and(|deal| !deal.is_over());
        let subject =
            view.filter(|view| running && view.seat.is_some()).map(|view| Subject::Hand(Arc::clone(view)));
        let picture = self.draw(scene.channel, subject.as_ref(), look).await;
        if now().is_none() {
            return Ok(()); // drawing takes a while
        }
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let hand = hand.illustrated(picture, held.picture.as_deref());
        let pictured = self.send_hand(scene, user, &held, (hand, look)).await?;
        if !self.tokens.note(scene.table, user, &held.token, says, name.filter(|_| pictured)) {
            // Answered meanwhile: should that tell more than this edit, news of it are on their way.
            self.tokens.doubt(scene.table, user);
        }
        Ok(())
    }

    /// Puts a hand in the place of what its message shows; whether its picture is there.
    async fn send_hand(
        &self,
        scene: &Scene,
        user: UserId,
        held: &Held,
        (hand, look): (Message, Look),
    ) -> Result<bool, Trouble> {
        let mut sending = Sending::new(hand, look);
        loop {
            let edit = sending.message().edit_response();
            let edited = edit.execute(&*self.hands, held.token.expose_secret()).await;
            let upload = sending.upload(&self.budget);
            let Err(error) = heard(&self.meter, upload, edited) else { break };
            let refused = sending.lighten(Trouble::from(&error));
            if !matches!(refused, Ok(()) | Err(Trouble::Later(_))) {
                // Dismissed, or the token is used up: "Show my hand" brings a new one.
                self.tokens.forget(scene.table, user, &held.token);
            }
            refused?;
        }
        Ok(sending.went(&self.memory, scene.channel))
    }
}
