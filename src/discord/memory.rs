//! What is remembered of people, servers and messages, for those who can go on without it: a
//! question that the store can't answer is logged, and answered with what nobody has chosen.

mod lately;

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::rules::{Record, RuleSet, RuleSetError, RulesNote};
use crate::store::{MessageKind, ServerSettings, Store, StoreError, UserSettings};
use crate::table::{ChannelId, ServerId, TableId, UserId};
use crate::text::{Emblems, Faces, Lang, Look, Signs};

use super::caller::Caller;
use super::show::ServerRules;
use lately::Lately;

/// The store behind the door.
pub(super) struct Memory {
    store: Store,
    /// What people have chosen.
    people: Lately<UserId, UserSettings>,
    /// What servers have chosen.
    servers: Lately<ServerId, ServerSettings>,
    /// The language that each server prefers at Discord, as last heard.
    preferred: Mutex<HashMap<ServerId, Lang>>,
    /// What is played on servers that have chosen nothing.
    usual: RulesNote,
    /// Rules are changed one choice at a time, so that two at once don't undo each other.
    choosing: tokio::sync::Mutex<()>,
    /// The small pictures of cards, while they are at Discord.
    emblems: Mutex<Option<&'static Emblems>>,
    /// Rung when they turn out not to be there any more.
    withdrawn: Notify,
    /// Where the bot may not attach files, as last heard; it is an ornament that needs them.
    may_not_attach: Mutex<HashSet<ChannelId>>,
    /// When a channel last refused a file, whatever the permissions say.
    refused: Mutex<HashMap<ChannelId, Instant>>,
    /// The deals whose analysis everyone has been shown.
    analysed: Mutex<HashSet<(TableId, u32)>>,
    /// Who has been told where languages are changed.
    told_of_language: Mutex<HashSet<UserId>>,
    /// What is kept about a person is given out to one at a time.
    exporting: tokio::sync::Mutex<()>,
    /// People are forgotten one at a time.
    forgetting: tokio::sync::Mutex<()>,
}

/// So many deals are remembered as analysed, so that a run without end does not grow without end; as
/// many people as told of the languages.
const ANALYSED: usize = 10_000;
/// So many channels are remembered in which no file may be attached.
const CHANNELS: usize = 10_000;
/// How long no file is tried again where one was refused.
const WITHOUT_FILES: Duration = Duration::from_mins(5);

/// What a server's new tables play by.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Played {
    /// The rules, and whether they were chosen there.
    pub(super) server: ServerRules,
    /// Why what was chosen there can't be played any more; the rules are the usual ones then.
    pub(super) broken: Option<RuleSetError>,
}

impl Memory {
    pub(super) fn new(store: Store, usual: RulesNote) -> Self {
        Self {
            store,
            people: Lately::default(),
            servers: Lately::default(),
            preferred: Mutex::default(),
            usual,
            choosing: tokio::sync::Mutex::default(),
            emblems: Mutex::default(),
            withdrawn: Notify::new(),
            may_not_attach: Mutex::default(),
            refused: Mutex::default(),
            analysed: Mutex::default(),
            told_of_language: Mutex::default(),
            exporting: tokio::sync::Mutex::default(),
            forgetting: tokio::sync::Mutex::default(),
        }
    }

    /// What is remembered of seasons, deals and people, for those who can say why it could not be read.
    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    /// From now on cards are shown by these small pictures.
    pub(super) fn set_emblems(&self, emblems: &'static Emblems) {
        *self.emblems.lock().unwrap_or_else(PoisonError::into_inner) = Some(emblems);
    }

    /// Discord refused what was shown in this look: from now on cards are shown in signs, until there
    /// are other small pictures. Nothing happens where they are others by now.
    pub(super) fn withdraw_emblems(&self, look: Look) {
        let Signs::Drawn(refused) = look.signs else { return };
        let mut emblems = self.emblems.lock().unwrap_or_else(PoisonError::into_inner);
        if emblems.is_some_and(|now| std::ptr::eq(now, refused)) {
            *emblems = None;
            self.withdrawn.notify_one();
        }
    }

    /// Waits until the small pictures are withdrawn.
    pub(super) async fn emblems_withdrawn(&self) {
        self.withdrawn.notified().await;
    }

    /// A look from earlier, with the small pictures of now where its own are withdrawn.
    pub(super) fn current(&self, look: Look) -> Look {
        let now = self.signs(false);
        if matches!(look.signs, Signs::Drawn(_)) && look.signs != now { look.with_signs(now) } else { look }
    }

    /// Whether nobody has asked for the analysis of this deal before, as far as this run knows.
    pub(super) fn first_analysis(&self, table: TableId, deal: u32) -> bool {
        let mut analysed = self.analysed.lock().unwrap_or_else(PoisonError::into_inner);
        if analysed.len() >= ANALYSED {
            analysed.clear();
        }
        analysed.insert((table, deal))
    }

    /// Hears whether files may be attached in a channel.
    pub(super) fn hear_may_attach(&self, channel: ChannelId, may: bool) {
        let mut may_not = self.may_not_attach.lock().unwrap_or_else(PoisonError::into_inner);
        if may {
            may_not.remove(&channel);
        } else {
            if may_not.len() >= CHANNELS {
                may_not.clear(); // trying tells, too
            }
            may_not.insert(channel);
        }
    }

    /// Hears that a channel took a message only without its file. Permissions may say what they like:
    /// it is not tried again for some minutes.
    pub(super) fn hear_refused(&self, channel: ChannelId) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.retain(|_, at| at.elapsed() < WITHOUT_FILES);
        refused.insert(channel, Instant::now());
    }

    /// Whether files may be attached in a channel; where nothing was heard of it, trying will tell.
    pub(super) fn may_attach(&self, channel: ChannelId) -> bool {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.get(&channel).is_some_and(|at| at.elapsed() < WITHOUT_FILES) {
            return false;
        }
        !self.may_not_attach.lock().unwrap_or_else(PoisonError::into_inner).contains(&channel)
    }

    fn signs(&self, text_only: bool) -> Signs {
        match *self.emblems.lock().unwrap_or_else(PoisonError::into_inner) {
            _ if text_only => Signs::Words,
            Some(emblems) => Signs::Drawn(emblems),
            None => Signs::Plain,
        }
    }

    /// Hears which language a server prefers.
    pub(super) fn hear(&self, server: ServerId, locale: &str) {
        let mut preferred = self.preferred.lock().unwrap_or_else(PoisonError::into_inner);
        preferred.insert(server, Lang::from_locale(locale));
    }

    /// How everyone on a server sees things: its choices, else the language it prefers and the faces
    /// of the game's own deck.
    pub(super) async fn public_look(&self, server: ServerId) -> Look {
        let chosen = or_default(self.servers.get(server, self.store.server_settings(server)).await);
        let preferred = || {
            let preferred = self.preferred.lock().unwrap_or_else(PoisonError::into_inner);
            preferred.get(&server).copied().unwrap_or_default()
        };
        let lang = chosen.language.map_or_else(preferred, |locale| Lang::from_locale(&locale));
        let faces = chosen_faces(chosen.faces.as_deref()).unwrap_or_default();
        Look::new(lang, faces).with_signs(self.signs(chosen.text_only))
    }

    /// How this person alone sees things: their choices, else the language of their client and the
    /// server's faces; in a client without a language, the server's.
    pub(super) async fn private_look(&self, caller: &Caller) -> Look {
        let chosen = self.settings(caller.user).await;
        let public = match caller.server {
            Some(server) => self.public_look(server).await,
            None => Look::default(),
        };
        let clients = || match (caller.locale.is_empty(), caller.server) {
            (true, Some(_)) => public.lang,
            _ => Lang::from_locale(&caller.locale),
        };
        let lang = chosen.language.map_or_else(clients, |locale| Lang::from_locale(&locale));
        let faces = chosen_faces(chosen.faces.as_deref()).unwrap_or(public.faces);
        Look::new(lang, faces).with_hints(chosen.hints).with_signs(self.signs(chosen.text_only))
    }

    /// Whether a person should hear now where the language is changed: once, when they are spoken to in
    /// another language than the table and have not chosen it.
    pub(super) async fn introduces_languages(&self, caller: &Caller, own: Lang) -> bool {
        let Some(server) = caller.server else { return false };
        let told = || self.told_of_language.lock().unwrap_or_else(PoisonError::into_inner);
        if told().contains(&caller.user) || self.public_look(server).await.lang == own {
            return false;
        }
        if self.settings(caller.user).await.language.is_some() {
            return false;
        }
        let mut told = told();
        if told.len() >= ANALYSED {
            told.clear();
        }
        told.insert(caller.user)
    }

    /// Waits until nobody else is given what is kept about them.
    pub(super) async fn exporting(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.exporting.lock().await
    }

    /// Waits until nobody else is being forgotten.
    pub(super) async fn forgetting(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.forgetting.lock().await
    }

    /// Forgets what is known of a person beside the store.
    pub(super) fn forget_person(&self, user: UserId) {
        self.people.forget(&user);
        self.told_of_language.lock().unwrap_or_else(PoisonError::into_inner).remove(&user);
    }

    /// What a person has chosen.
    pub(super) async fn settings(&self, user: UserId) -> UserSettings {
        or_default(self.people.get(user, self.store.user_settings(user)).await)
    }

    /// Sets a person's language, or takes the choice back.
    pub(super) async fn set_lang(&self, user: UserId, lang: Option<Lang>) -> Result<(), StoreError> {
        let set = self.store.set_language(user, lang.map(Lang::code)).await;
        self.people.forget(&user);
        set
    }

    /// Sets the faces of a person's cards, or takes the choice back.
    pub(super) async fn set_faces(&self, user: UserId, faces: Option<Faces>) -> Result<(), StoreError> {
        let set = self.store.set_faces(user, faces.map(Faces::code)).await;
        self.people.forget(&user);
        set
    }

    /// Sets whether a person may be pinged.
    pub(super) async fn set_pings(&self, user: UserId, pings: bool) -> Result<(), StoreError> {
        let set = self.store.set_pings(user, pings).await;
        self.people.forget(&user);
        set
    }

    /// Sets whether a person's own hand offers hints.
    pub(super) async fn set_hints(&self, user: UserId, hints: bool) -> Result<(), StoreError> {
        let set = self.store.set_hints(user, hints).await;
        self.people.forget(&user);
        set
    }

    /// Sets whether a person sees words alone.
    pub(super) async fn set_text_only(&self, user: UserId, text_only: bool) -> Result<(), StoreError> {
        let set = self.store.set_text_only(user, text_only).await;
        self.people.forget(&user);
        set
    }

    /// Sets whether what everyone on a server sees is words alone.
    pub(super) async fn set_server_text_only(
        &self,
        server: ServerId,
        text_only: bool,
    ) -> Result<(), StoreError> {
        let set = self.store.set_server_text_only(server, text_only).await;
        self.servers.forget(&server);
        set
    }

    /// Sets a server's language, or takes the choice back.
    pub(super) async fn set_server_lang(
        &self,
        server: ServerId,
        lang: Option<Lang>,
    ) -> Result<(), StoreError> {
        let set = self.store.set_server_language(server, lang.map(Lang::code)).await;
        self.servers.forget(&server);
        set
    }

    /// What a server's new tables play by: its choice, else the configuration's. An error is one of
    /// the configuration.
    pub(super) async fn rules(&self, server: ServerId) -> Result<Played, RuleSetError> {
        let chosen = or_default(self.store.server_rules(server).await);
        let usual = |broken| -> Result<Played, RuleSetError> {
            Ok(Played { server: ServerRules { rules: self.usual.rules()?, chosen: false }, broken })
        };
        match chosen.map(|note| note.rules()) {
            Some(Ok(rules)) => Ok(Played { server: ServerRules { rules, chosen: true }, broken: None }),
            Some(Err(why)) => usual(Some(why)),
            None => usual(None),
        }
    }

    /// Changes what a server's new tables play by; `change` gets what they play by now, and gives
    /// `None` to take the choice back.
    pub(super) async fn choose_rules(
        &self,
        server: ServerId,
        change: impl FnOnce(RuleSet) -> Result<Option<RuleSet>, RuleSetError>,
    ) -> Result<(), NotChosen> {
        let _one_at_a_time = self.choosing.lock().await;
        let chosen = change(self.rules(server).await?.server.rules)?;
        let note = chosen.as_ref().map(RulesNote::of).transpose()?;
        Ok(self.store.set_server_rules(server, note.as_ref()).await?)
    }

    /// Sets the faces of a server's cards, or takes the choice back.
    pub(super) async fn set_server_faces(
        &self,
        server: ServerId,
        faces: Option<Faces>,
    ) -> Result<(), StoreError> {
        let set = self.store.set_server_faces(server, faces.map(Faces::code)).await;
        self.servers.forget(&server);
        set
    }

    /// The record of a deal that is over; `None` where the table has none of this number.
    pub(super) async fn record(&self, table: TableId, deal: u32) -> Result<Option<Record>, StoreError> {
        match self.store.deal_id(table, deal).await? {
            Some(id) => self.store.record(id).await,
            None => Ok(None),
        }
    }

    /// Where a message is. Not knowing is an error here: a message must not be posted twice because
    /// the disk was busy.
    pub(super) async fn message(
        &self,
        table: TableId,
        deal: u32,
        kind: MessageKind,
    ) -> Result<Option<(ChannelId, u64)>, StoreError> {
        self.store.message(table, deal, kind).await
    }

    /// Writes down where a message is.
    pub(super) async fn put_message(
        &self,
        table: TableId,
        deal: u32,
        kind: MessageKind,
        place: (ChannelId, u64),
    ) -> Result<(), StoreError> {
        self.store.put_message(table, deal, kind, place.0, place.1).await
    }
}

/// Why a server's rules were not changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotChosen {
    /// They can't be played.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// They can't be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The faces of a code that was kept; none where another version knew more of them.
pub(super) fn chosen_faces(kept: Option<&str>) -> Option<Faces> {
    kept.and_then(Faces::from_code)
}

fn or_default<T: Default>(answer: Result<T, StoreError>) -> T {
    answer.unwrap_or_else(|error| {
        tracing::error!(%error, "settings can't be read; going on as if none were chosen");
        T::default()
    })
}
