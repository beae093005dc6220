//! Discord as a [`Wall`]: posts, edits, what is said once, and the refreshing of hands.

mod hands;
mod hung;
mod notices;

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{Http, MessageId, Nonce};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use super::budget::{Budget, Stage};
use super::desk::{Pile, Shown, Wall};
use super::doors::{Doors, Way, jitter};
use super::easel::{Easel, Subject};
use super::memory::Memory;
use super::plan::{self, Post, Poster};
use super::sending::Sending;
use super::show::{Look, Message};
use super::tokens::Tokens;
use super::trouble::{Trouble, counted, heard};
use crate::render::Picture;
use crate::store::MessageKind;
use crate::table::{ChannelId, Scene, SceneStage, TableId, UserId};
use crate::watch::Meter;
use hung::{Board, Hung, Slot};

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
    doors: Arc<Doors>,
    budget: Arc<Budget>,
    meter: Meter,
    hung: Board,
    /// Messages of which it is not known whether they have been posted.
    unsure: Mutex<HashSet<Slot>>,
    /// The tables whose message is to be posted again at the bottom of the channel.
    again: Mutex<HashSet<TableId>>,
    /// The last ping of each table that still stands, and for whom it was.
    pings: Mutex<HashMap<TableId, (UserId, MessageId)>>,
    /// Rung when a message has been posted.
    posted: Notify,
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
    named(&format!("{table}/{deal}/{kind:?}/{}", in_place_of.unwrap_or_default()))
}

/// A nonce that follows from a name.
fn named(name: &str) -> Nonce {
    Nonce::String(hex::encode(&Sha256::digest(name)[..12]))
}

fn channel_of(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}

impl Channels {
    pub(super) fn new(
        (http, hands): (Arc<Http>, Arc<Http>),
        memory: Arc<Memory>,
        tokens: Arc<Tokens>,
        easel: Arc<Easel>,
        doors: Arc<Doors>,
        budget: Arc<Budget>,
        meter: Meter,
    ) -> Self {
        Self {
            http,
            hands,
            memory,
            tokens,
            easel,
            doors,
            budget,
            meter,
            hung: Board::default(),
            unsure: Mutex::default(),
            again: Mutex::default(),
            pings: Mutex::default(),
            posted: Notify::new(),
        }
    }

    fn unsure(&self) -> MutexGuard<'_, HashSet<Slot>> {
        self.unsure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the table's message of this deal hangs in its channel. Where none is posted for now, returns
    /// at once.
    pub(super) async fn until_posted(&self, scene: &Scene, deal: u32) {
        let slot = (scene.table, deal, MessageKind::Table);
        loop {
            let posted = self.posted.notified();
            let is_calm = self.budget.stage() == Stage::Calm;
            let is_open = self.doors.way(scene.server, scene.channel) == Way::Open;
            if !is_calm || !is_open || self.hung.get(slot).is_some_and(|hung| !hung.gone) {
                return;
            }
            posted.await;
        }
    }

    /// The next time this table is shown, its message is posted again at the bottom of the channel.
    pub(super) fn post_again(&self, table: TableId) {
        self.again.lock().unwrap_or_else(PoisonError::into_inner).insert(table);
    }

    /// Takes the messages down that are to be posted again.
    async fn make_room(&self, scene: &Scene, posters: &[Poster]) {
        if self.budget.stage() > Stage::Calm {
            return; // two requests for what one edit says as well
        }
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
            self.hung.put(slot, Hung { gone: true, ..hung });
        }
    }

    /// Where a message hangs, from memory or from the store.
    async fn find(&self, slot: Slot) -> Result<Option<Hung>, Trouble> {
        if let Some(hung) = self.hung.get(slot) {
            return Ok(Some(hung));
        }
        let kept = self.memory.message(slot.0, slot.1, slot.2).await;
        let kept = kept.map_err(|error| Trouble::Later(error.to_string()))?;
        let hung =
            kept.map(|(channel, message)| Hung { channel, message, says: None, picture: None, gone: false });
        if let Some(hung) = &hung {
            self.hung.put(slot, hung.clone());
        }
        Ok(hung)
    }

    /// Brings one public message up to date; whether anything had to be sent for it. Its text says all
    /// that its picture shows: where the text is the same, nothing is drawn and nothing is sent.
    async fn put_up(&self, scene: &Scene, poster: &Poster, look: Look) -> Result<bool, Trouble> {
        let slot = (scene.table, poster.deal, poster.kind);
        let says = Some(mark(&poster.message));
        let hung = self.find(slot).await?;
        if hung.as_ref().is_some_and(|hung| hung.says == says && !hung.gone) {
            return Ok(false);
        }
        if poster.post == Post::Never && hung.as_ref().is_none_or(|hung| hung.gone) {
            return Ok(false);
        }
        let picture = self.draw(scene.channel, poster.picture.as_ref(), look).await;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        if let Some(hung) = hung.clone().filter(|hung| !hung.gone) {
            let message = poster.message.clone().illustrated(picture.clone(), hung.picture.as_deref());
            if let Some(pictured) = self.edit(&hung, message, look).await? {
                let picture = name.filter(|_| pictured);
                self.hung.put(slot, Hung { says, picture, ..hung });
                return Ok(true);
            }
        }
        if let Some(hung) = hung.clone().filter(|_| poster.post != Post::Always) {
            self.hung.put(slot, Hung { says, gone: true, ..hung });
            return Ok(true);
        }
        let before = hung.map(|hung| hung.message);
        self.put_up_anew(scene, poster, look, picture, before).await
    }

    /// Posts a public message, where it was deleted in place of that.
    async fn put_up_anew(
        &self,
        scene: &Scene,
        poster: &Poster,
        look: Look,
        picture: Option<Picture>,
        in_place_of: Option<u64>,
    ) -> Result<bool, Trouble> {
        let slot = (scene.table, poster.deal, poster.kind);
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let message = poster.message.clone().illustrated(picture, None);
        let posted = self.post(scene.channel, message, look, nonce(slot, in_place_of)).await;
        let tried_before = match &posted {
            // Nothing was done; after anything else it may have been.
            Err(trouble) if trouble.status() == Some(429) => false,
            Err(Trouble::Later(_)) => !self.unsure().insert(slot),
            _ => self.unsure().remove(&slot),
        };
        let (message, pictured) = posted?;
        let says = (!tried_before).then(|| mark(&poster.message));
        let picture = name.filter(|_| pictured && !tried_before);
        let (channel, message) = (scene.channel, message.get());
        self.hung.put(slot, Hung { channel, message, says, picture, gone: false });
        self.posted.notify_waiters();
        let kept = self.memory.put_message(slot.0, slot.1, slot.2, (channel, message)).await;
        kept.map_err(|error| Trouble::Later(error.to_string()))?;
        if tried_before {
            // It may be what an earlier try has posted, whose answer was lost, and say what was true then.
            return Box::pin(self.put_up(scene, poster, look)).await;
        }
        Ok(true)
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
            match heard(&self.meter, sending.upload(&self.budget), edited) {
                Ok(_) => return Ok(Some(sending.went(&self.memory, hung.channel))),
                Err(error) if Trouble::may_be_posted_anew(&error) => return Ok(None),
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
        nonce: Nonce,
    ) -> Result<(MessageId, bool), Trouble> {
        let mut sending = Sending::new(message, look);
        loop {
            let create = sending.message().create().nonce(nonce.clone()).enforce_nonce(true);
            let posted = channel_of(channel).send_message(&*self.http, create).await;
            match heard(&self.meter, sending.upload(&self.budget), posted) {
                Ok(posted) => return Ok((posted.id, sending.went(&self.memory, channel))),
                Err(error) => sending.lighten(Trouble::from(&error))?,
            }
        }
    }

    /// All public messages, in order. A message that can't be shown does not keep the others from it,
    /// unless there is no channel for them.
    async fn show_public(&self, scene: &Scene) -> Shown {
        let look = self.memory.public_look(scene.server).await;
        let posters = plan::posters(scene, look);
        self.make_room(scene, &posters).await;
        let (mut sent, mut refusal) = (false, None);
        for poster in posters {
            let trouble = match self.put_up(scene, &poster, look).await {
                Ok(did) => {
                    sent |= did;
                    continue;
                }
                Err(trouble) => trouble,
            };
            let (table, deal, kind) = (scene.table, poster.deal, poster.kind);
            tracing::warn!(%table, deal, ?kind, %trouble, "a message can't be shown");
            match trouble {
                // What comes after would take the place of what is missing.
                Trouble::Later(_) => return Shown::Again,
                Trouble::NoChannel(_) => {
                    refusal = Some(trouble);
                    break;
                }
                trouble => refusal = refusal.or(Some(trouble).filter(Trouble::is_of_channel)),
            }
        }
        if let Some(trouble) = refusal {
            return self.refused(scene, &trouble);
        }
        if sent {
            self.doors.forget(scene.channel);
        }
        self.forget_the_past(scene);
        Shown::Done
    }

    /// The channel does not take messages.
    fn refused(&self, scene: &Scene, trouble: &Trouble) -> Shown {
        match self.doors.refused(scene.server, scene.channel, trouble, jitter()) {
            Way::ClosedUntil(until) => Shown::ClosedUntil(until),
            way => {
                tracing::warn!(channel = %scene.channel, ?way, "a channel is left alone from now on");
                Shown::Done
            }
        }
    }

    /// Forgets where the messages of deals long over hang; the store knows it.
    fn forget_the_past(&self, scene: &Scene) {
        if matches!(scene.stage, SceneStage::Ended(_)) {
            return self.forget_table(scene.table);
        }
        let oldest = scene.previous.as_ref().or(scene.deal.as_ref()).map_or(0, |deal| deal.number);
        self.hung.forget_before(scene.table, oldest);
        self.unsure().retain(|(table, deal, _)| *table != scene.table || *deal == 0 || *deal >= oldest);
    }

    /// Forgets a table whose evening is over: nothing of it changes any more.
    fn forget_table(&self, table: TableId) {
        self.hung.forget(table);
        self.unsure().retain(|slot| slot.0 != table);
        self.again.lock().unwrap_or_else(PoisonError::into_inner).remove(&table);
    }
}

#[async_trait]
impl Wall for Channels {
    async fn show(&self, pile: &mut Pile) -> Shown {
        let way = self.doors.way(pile.scene.server, pile.scene.channel);
        let stage = self.budget.stage();
        if way != Way::Open || stage > Stage::Calm {
            pile.notices.clear(); // by the time they could be said, they would not be true any more
        }
        if way == Way::Away {
            if matches!(pile.scene.stage, SceneStage::Ended(_)) {
                self.forget_table(pile.scene.table);
                self.lock_pings().remove(&pile.scene.table);
            }
            return Shown::Done;
        }
        let public = async {
            match way {
                Way::Open => self.show_public(&pile.scene).await,
                Way::ClosedUntil(until) => Shown::ClosedUntil(until),
                Way::Shut | Way::Away => Shown::Done,
            }
        };
        let hands = async {
            if stage >= Stage::Sparing { Shown::Done } else { self.show_hands(&pile.scene, &pile.eyes).await }
        };
        // Side by side: nobody's hand waits for the channel's limits.
        let (public, hands) = tokio::join!(public, hands);
        if matches!(public, Shown::ClosedUntil(_)) {
            pile.notices.clear();
        }
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
