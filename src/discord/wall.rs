//! Discord as a [`Wall`]: posts, edits, pings, and the refreshing of hands.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{Builder, Http, MessageId, Nonce};
use sha2::{Digest, Sha256};

use super::desk::{Pile, Shown, Wall};
use super::easel::{Easel, Subject};
use super::memory::Memory;
use super::plan::{self, Post, Poster};
use super::sending::Sending;
use super::show::{self, Look, Message};
use super::tokens::{Held, Tokens};
use super::trouble::{Trouble, counted};
use crate::render::Picture;
use crate::rules::View;
use crate::store::MessageKind;
use crate::table::{ChannelId, Notice, Scene, SceneStage, TableId, UserId};
use crate::watch::Meter;

/// Which public message.
type Slot = (TableId, u32, MessageKind);

/// A public message as it hangs there.
#[derive(Debug, Clone)]
struct Hung {
    channel: ChannelId,
    message: u64,
    /// [`mark`] of what it says; `None` where that is not known, as after a restart.
    says: Option<u64>,
    /// The name of the picture that it shows, where that is known: the same is not sent again.
    picture: Option<String>,
    /// It was deleted, and nothing hangs in its place.
    gone: bool,
}

/// The channels of Discord.
pub(super) struct Channels {
    /// For messages.
    http: Arc<Http>,
    /// For hands: serenity counts all edits by token against one limit, which must not hold up the
    /// rest.
    hands: Arc<Http>,
    memory: Arc<Memory>,
    tokens: Arc<Tokens>,
    easel: Arc<Easel>,
    meter: Meter,
    hung: Mutex<HashMap<Slot, Hung>>,
    /// The tables whose message is to be posted again at the bottom of the channel.
    again: Mutex<HashSet<TableId>>,
    /// The last ping of each table that still stands, and for whom it was.
    pings: Mutex<HashMap<TableId, (UserId, MessageId)>>,
}

/// What tells a message apart from another: the same mark is the same message.
pub(super) fn mark(message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    // A message that can't be written as JSON can't be sent either, and the sending says so.
    serde_json::to_string(&message.create()).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}

/// Discord gives back the message it has when a nonce comes again within some minutes: so a post
/// that was made but not written down before the bot was killed is not made twice. A message that
/// takes the place of a deleted one gets another nonce.
fn nonce((table, deal, kind): Slot, in_place_of: Option<u64>) -> Nonce {
    let name = format!("{table}/{deal}/{kind:?}/{}", in_place_of.unwrap_or_default());
    Nonce::String(hex::encode(&Sha256::digest(name)[..12]))
}

fn channel_of(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}

impl Channels {
    pub(super) fn new(
        http: Arc<Http>,
        hands: Arc<Http>,
        memory: Arc<Memory>,
        tokens: Arc<Tokens>,
        easel: Arc<Easel>,
        meter: Meter,
    ) -> Self {
        Self {
            http,
            hands,
            memory,
            tokens,
            easel,
            meter,
            hung: Mutex::default(),
            again: Mutex::default(),
            pings: Mutex::default(),
        }
    }

    fn hung(&self) -> MutexGuard<'_, HashMap<Slot, Hung>> {
        self.hung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next time this table is shown, its message is posted again at the bottom of the channel.
    pub(super) fn post_again(&self, table: TableId) {
        self.again.lock().unwrap_or_else(PoisonError::into_inner).insert(table);
    }

    /// Takes the messages down that are to be posted again.
    async fn make_room(&self, scene: &Scene, posters: &[Poster]) {
        if !self.again.lock().unwrap_or_else(PoisonError::into_inner).remove(&scene.table) {
            return;
        }
        for poster in posters.iter().filter(|poster| poster.post == Post::Always) {
            let slot = (scene.table, poster.deal, poster.kind);
            let Ok(Some(hung)) = self.find(slot).await else { continue };
            let id = MessageId::new(hung.message.max(1));
            let deleted = self.http.delete_message(channel_of(hung.channel), id, None).await;
            if let Err(error) = counted(&self.meter, deleted) {
                tracing::debug!(trouble = %Trouble::from(&error), "an old message stays where it is");
            }
            self.hung().insert(slot, Hung { gone: true, ..hung });
        }
    }

    /// Where a message hangs, from memory or from the store.
    async fn find(&self, slot: Slot) -> Result<Option<Hung>, Trouble> {
        if let Some(hung) = self.hung().get(&slot) {
            return Ok(Some(hung.clone()));
        }
        let kept = self.memory.message(slot.0, slot.1, slot.2).await;
        let kept = kept.map_err(|error| Trouble::Later(error.to_string()))?;
        let hung =
            kept.map(|(channel, message)| Hung { channel, message, says: None, picture: None, gone: false });
        if let Some(hung) = &hung {
            self.hung().insert(slot, hung.clone());
        }
        Ok(hung)
    }

    /// Brings one public message up to date. Its text says all that its picture shows: where the text
    /// is the same, nothing is drawn and nothing is sent.
    async fn put_up(&self, scene: &Scene, poster: &Poster, look: Look) -> Result<(), Trouble> {
        let slot = (scene.table, poster.deal, poster.kind);
        let says = Some(mark(&poster.message));
        let hung = self.find(slot).await?;
        if hung.as_ref().is_some_and(|hung| hung.says == says && !hung.gone) {
            return Ok(());
        }
        if poster.post == Post::Never && hung.as_ref().is_none_or(|hung| hung.gone) {
            return Ok(());
        }
        let picture = self.draw(scene.channel, poster.picture.as_ref(), look).await;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        if let Some(hung) = hung.clone().filter(|hung| !hung.gone) {
            let message = poster.message.clone().illustrated(picture.clone(), hung.picture.as_deref());
            if let Some(pictured) = self.edit(&hung, message, look).await? {
                let picture = name.filter(|_| pictured);
                self.hung().insert(slot, Hung { says, picture, ..hung });
                return Ok(());
            }
        }
        if let Some(hung) = hung.clone().filter(|_| poster.post != Post::Always) {
            self.hung().insert(slot, Hung { says, gone: true, ..hung });
            return Ok(());
        }
        let nonce = nonce(slot, hung.map(|hung| hung.message));
        let message = poster.message.clone().illustrated(picture, None);
        let (message, pictured) = self.post(scene.channel, message, look, Some(nonce)).await?;
        let (message, picture) = (message.get(), name.filter(|_| pictured));
        let hung = Hung { channel: scene.channel, message, says, picture, gone: false };
        self.hung().insert(slot, hung);
        let kept = self.memory.put_message(slot.0, slot.1, slot.2, (scene.channel, message)).await;
        kept.map_err(|error| Trouble::Later(error.to_string()))
    }

    /// Draws where files may be attached.
    async fn draw(&self, channel: ChannelId, of: Option<&Subject>, look: Look) -> Option<Picture> {
        self.easel.draw(of.filter(|_| self.memory.may_attach(channel))?, look).await
    }

    /// Edits a message and says whether its picture is there; `None` where the message is not there
    /// any more but could be posted anew.
    async fn edit(&self, hung: &Hung, message: Message, look: Look) -> Result<Option<bool>, Trouble> {
        let (channel, id) = (channel_of(hung.channel), MessageId::new(hung.message.max(1)));
        let mut sending = Sending::new(message, look);
        loop {
            let edited = channel.edit_message(&*self.http, id, sending.message().edit()).await;
            match counted(&self.meter, edited) {
                Ok(_) => return Ok(Some(sending.went(&self.memory, hung.channel))),
                Err(error) if Trouble::only_message_is_gone(&error) => return Ok(None),
                Err(error) => sending.lighten(Trouble::from(&error))?,
            }
        }
    }

    /// Posts a message and says whether its picture is there.
    async fn post(
        &self,
        channel: ChannelId,
        message: Message,
        look: Look,
        nonce: Option<Nonce>,
    ) -> Result<(MessageId, bool), Trouble> {
        let mut sending = Sending::new(message, look);
        loop {
            let mut create = sending.message().create();
            if let Some(nonce) = nonce.clone() {
                create = create.nonce(nonce).enforce_nonce(true);
            }
            match counted(&self.meter, channel_of(channel).send_message(&*self.http, create).await) {
                Ok(posted) => return Ok((posted.id, sending.went(&self.memory, channel))),
                Err(error) => sending.lighten(Trouble::from(&error))?,
            }
        }
    }

    /// All public messages, in order. A message that can't be shown does not keep the others from it.
    async fn show_public(&self, scene: &Scene) -> Shown {
        let look = self.memory.public_look(scene.server).await;
        let posters = plan::posters(scene, look);
        self.make_room(scene, &posters).await;
        for poster in posters {
            if let Err(trouble) = self.put_up(scene, &poster, look).await {
                let (table, deal, kind) = (scene.table, poster.deal, poster.kind);
                tracing::warn!(%table, deal, ?kind, %trouble, "a message can't be shown");
                if matches!(trouble, Trouble::Later(_)) {
                    // What comes after would take the place of what is missing.
                    return Shown::Again;
                }
            }
        }
        self.forget_the_past(scene);
        Shown::Done
    }

    /// Forgets where the messages of deals long over hang; the store knows it.
    fn forget_the_past(&self, scene: &Scene) {
        let oldest = scene.previous.as_ref().or(scene.deal.as_ref()).map_or(0, |deal| deal.number);
        let ended = matches!(scene.stage, SceneStage::Ended(_));
        let ours = |table: TableId| table == scene.table;
        self.hung().retain(|(table, deal, _), _| !ours(*table) || !(ended || (*deal > 0 && *deal < oldest)));
    }

    /// Refreshes what everyone has open who sits there: their hand, or the table while they sit out.
    async fn show_hands(&self, scene: &Scene, eyes: &HashMap<UserId, Arc<View>>) -> Shown {
        let mut shown = Shown::Done;
        // News without eyes are not about a deal.
        let watching = if eyes.is_empty() { Vec::new() } else { self.tokens.at(scene.table) };
        for (user, held) in watching {
            let view = eyes.get(&user);
            if let Err(trouble @ Trouble::Later(_)) = self.show_hand(scene, user, view, &held).await {
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
        let look = self.memory.current(held.look);
        let hand = match view.and_then(|view| Some((view, view.seat?))) {
            Some((view, seat)) => show::hand(scene, view, seat, look, None),
            None => show::bystander(scene, user, look),
        };
        let says = mark(&hand);
        if held.shown == says {
            return Ok(());
        }
        let running = scene.deal.as_ref().is_some_and(|deal| !deal.is_over());
        let subject =
            view.filter(|view| running && view.seat.is_some()).map(|view| Subject::Hand(Arc::clone(view)));
        let picture = self.draw(scene.channel, subject.as_ref(), look).await;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let hand = hand.illustrated(picture, held.picture.as_deref());
        let mut sending = Sending::new(hand, look);
        loop {
            let edit = sending.message().edit_response();
            let edited = edit.execute(&*self.hands, held.token.expose_secret()).await;
            let Err(error) = counted(&self.meter, edited) else { break };
            let refused = sending.lighten(Trouble::from(&error));
            if !matches!(refused, Ok(()) | Err(Trouble::Later(_))) {
                // Dismissed, or the token is used up: "Show my hand" brings a new one.
                self.tokens.forget(scene.table, user, &held.token);
            }
            refused?;
        }
        let pictured = sending.went(&self.memory, scene.channel);
        self.tokens.note(scene.table, user, &held.token, says, name.filter(|_| pictured));
        Ok(())
    }

    /// Says what is said once. What could not be said now stays in the pile.
    async fn say(&self, pile: &mut Pile) -> Shown {
        self.take_down_ping(&pile.scene).await;
        while let Some(notice) = pile.notices.first().copied() {
            match self.say_one(&pile.scene, notice).await {
                Err(trouble @ Trouble::Later(_)) => {
                    tracing::warn!(table = %pile.scene.table, %trouble, "a notice can't be posted");
                    return Shown::Again;
                }
                Err(trouble) => tracing::warn!(table = %pile.scene.table, %trouble, "a notice is dropped"),
                Ok(()) => {}
            }
            pile.notices.remove(0);
        }
        Shown::Done
    }

    async fn say_one(&self, scene: &Scene, notice: Notice) -> Result<(), Trouble> {
        let look = self.memory.public_look(scene.server).await;
        match notice {
            Notice::Awaited(user) => self.ping(scene, user, look).await,
            Notice::PlayedFor { user, holds } => {
                let message = show::played_for(scene, user, holds, look);
                self.post(scene.channel, message, look, None).await.map(|_| ())
            }
        }
    }

    /// Pings a person whose turn it still is, unless they do not want it.
    async fn ping(&self, scene: &Scene, user: UserId, look: Look) -> Result<(), Trouble> {
        if !is_turn_of(scene, user) || !self.memory.settings(user).await.pings {
            return Ok(());
        }
        let message = show::awaited(scene, user, look);
        let (posted, _) = self.post(scene.channel, message, look, None).await?;
        let before = self.lock_pings().insert(scene.table, (user, posted));
        self.delete_ping(scene.channel, before).await;
        Ok(())
    }

    /// Takes a ping down whose person has played, so that pings do not pile up in the channel.
    async fn take_down_ping(&self, scene: &Scene) {
        let stale = {
            let mut pings = self.lock_pings();
            let played = pings.get(&scene.table).is_some_and(|(user, _)| !is_turn_of(scene, *user));
            if played { pings.remove(&scene.table) } else { None }
        };
        self.delete_ping(scene.channel, stale).await;
    }

    async fn delete_ping(&self, channel: ChannelId, ping: Option<(UserId, MessageId)>) {
        let Some((_, message)) = ping else { return };
        let deleted = self.http.delete_message(channel_of(channel), message, None).await;
        if let Err(error) = counted(&self.meter, deleted) {
            tracing::debug!(trouble = %Trouble::from(&error), "an old ping stays where it is");
        }
    }

    fn lock_pings(&self) -> MutexGuard<'_, HashMap<TableId, (UserId, MessageId)>> {
        self.pings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_turn_of(scene: &Scene, user: UserId) -> bool {
    scene.deal.as_ref().and_then(|deal| deal.turn()).and_then(|player| player.id.user()) == Some(user)
}

#[async_trait]
impl Wall for Channels {
    async fn show(&self, pile: &mut Pile) -> Shown {
        // Side by side: nobody's hand waits for the channel's limits.
        let (public, hands) =
            tokio::join!(self.show_public(&pile.scene), self.show_hands(&pile.scene, &pile.eyes));
        let said = self.say(pile).await;
        [public, hands, said].into_iter().find(|shown| *shown != Shown::Done).unwrap_or(Shown::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_short_and_follows_from_what_is_posted() {
        let text = |nonce| match nonce {
            Nonce::String(text) => text,
            Nonce::Number(number) => number.to_string(),
        };
        let slot = (TableId(i64::MAX), u32::MAX, MessageKind::Result);
        let first = text(nonce(slot, None));
        assert!(first.len() <= 25, "Discord's limit");
        assert_eq!(first, text(nonce(slot, None)));
        assert_ne!(first, text(nonce(slot, Some(7))));
        assert_ne!(first, text(nonce((slot.0, slot.1, MessageKind::Table), None)));
    }
}
