//! Caches the settings of users and servers, and facts that the bot learned about them from Discord.
//!
//! If a query for settings fails, the error is logged and the default settings are used.

mod ttl_cache;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::store::{ServerSetting, ServerSettings, Store, StoreError, UserSetting, UserSettings};
use crate::table::{ChannelId, ServerId, TableId, UserId};
use crate::text::{Appearance, DeckStyle, InlineEmojis, Lang, SymbolSet};
use ulti_rules::{Record, RuleSet, RuleSetError, RulesSpec};

use super::caller::Caller;
use super::custom_id::PersonalSetting;
use super::messages::ServerRules;
use ttl_cache::TtlCache;

/// The store, with caches of settings and of facts learned from Discord.
pub(super) struct Preferences {
    store: Store,
    /// Cached settings of users.
    people: TtlCache<UserId, UserSettings>,
    /// Cached settings of servers.
    servers: TtlCache<ServerId, ServerSettings>,
    /// Preferred language of each server, as last reported by Discord.
    preferred: Mutex<HashMap<ServerId, Lang>>,
    /// Default rules, for servers that have not chosen their own rules.
    usual: RulesSpec,
    /// Lock that is held while the rules of a server are changed, so that concurrent changes do not overwrite
    /// each other.
    choosing: tokio::sync::Mutex<()>,
    /// Uploaded emoji of cards and suits, or `None` while they cannot be used.
    emoji: Mutex<Option<&'static InlineEmojis>>,
    /// Notified when Discord rejects the uploaded emoji.
    withdrawn: Notify,
    /// Channels in which the bot lacks the permission to attach files, as last reported by Discord.
    may_not_attach: Mutex<HashSet<ChannelId>>,
    /// Time at which each channel last rejected a file. This can happen even if the permissions allow files.
    refused: Mutex<HashMap<ChannelId, Instant>>,
    /// Deals whose analysis has already been posted.
    analysed: Mutex<HashSet<(TableId, u32)>>,
    /// Users who have already seen the hint about the language setting.
    told_of_language: Mutex<HashSet<UserId>>,
    /// Lock that allows only one export of user data at a time.
    pub(super) exporting: tokio::sync::Mutex<()>,
    /// Lock that allows only one deletion of user data at a time.
    pub(super) forgetting: tokio::sync::Mutex<()>,
}

/// Maximum size of each in-memory set, such as the set of analysed deals. A full set is cleared.
const MAX_SET_SIZE: usize = 10_000;
/// Time for which no files are sent to a channel that rejected a file.
const WITHOUT_FILES: Duration = Duration::from_mins(5);

/// The default rules of new tables on a server.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DefaultRules {
    /// The rules, and whether the server has chosen them.
    pub(super) server: ServerRules,
    /// Reason why the server's saved rules are invalid. If set, the rules of the configuration apply instead.
    pub(super) broken: Option<RuleSetError>,
}

impl Preferences {
    pub(super) fn new(store: Store, usual: RulesSpec) -> Self {
        Self {
            store,
            people: TtlCache::default(),
            servers: TtlCache::default(),
            preferred: Mutex::default(),
            usual,
            choosing: tokio::sync::Mutex::default(),
            emoji: Mutex::default(),
            withdrawn: Notify::new(),
            may_not_attach: Mutex::default(),
            refused: Mutex::default(),
            analysed: Mutex::default(),
            told_of_language: Mutex::default(),
            exporting: tokio::sync::Mutex::default(),
            forgetting: tokio::sync::Mutex::default(),
        }
    }

    /// Returns the store. Used for queries whose errors are shown to the user.
    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    /// Sets the emoji that messages use for cards and suits.
    pub(super) fn set_emoji(&self, emoji: &'static InlineEmojis) {
        *self.emoji.lock() = Some(emoji);
    }

    /// Stops using the emoji of the given appearance after Discord rejected them.
    ///
    /// Cards are shown as plain symbols until new emoji are set. Does nothing if newer emoji are already in
    /// use.
    pub(super) fn withdraw_emoji(&self, appearance: Appearance) {
        let SymbolSet::Drawn(refused) = appearance.signs else { return };
        let mut emoji = self.emoji.lock();
        if emoji.is_some_and(|now| std::ptr::eq(now, refused)) {
            *emoji = None;
            self.withdrawn.notify_one();
        }
    }

    /// Waits until messages stop using the uploaded emoji because Discord rejected one.
    pub(super) async fn emoji_withdrawn(&self) {
        self.withdrawn.notified().await;
    }

    /// Replaces outdated emoji in the appearance by the symbols that are currently in use.
    pub(super) fn current(&self, appearance: Appearance) -> Appearance {
        let now = self.signs(false);
        if matches!(appearance.signs, SymbolSet::Drawn(_)) && appearance.signs != now {
            appearance.with_signs(now)
        } else {
            appearance
        }
    }

    /// Records that a deal is analysed. Returns `true` if no analysis of the deal was recorded before.
    ///
    /// The records are kept only in memory and are lost when the bot restarts.
    pub(super) fn first_analysis(&self, table: TableId, deal: u32) -> bool {
        insert_bounded(&self.analysed, (table, deal))
    }

    /// Records whether the bot may attach files in a channel.
    pub(super) fn record_may_attach(&self, channel: ChannelId, may: bool) {
        if may {
            self.may_not_attach.lock().remove(&channel);
        } else {
            insert_bounded(&self.may_not_attach, channel); // a refused upload is recorded as well
        }
    }

    /// Records that a channel rejected a file. No files are sent to the channel for some minutes.
    pub(super) fn record_refused_file(&self, channel: ChannelId) {
        let mut refused = self.refused.lock();
        refused.retain(|_, at| at.elapsed() < WITHOUT_FILES);
        refused.insert(channel, Instant::now());
    }

    /// Returns `true` unless the channel is known to reject files.
    pub(super) fn may_attach(&self, channel: ChannelId) -> bool {
        let refused = self.refused.lock();
        if refused.get(&channel).is_some_and(|at| at.elapsed() < WITHOUT_FILES) {
            return false;
        }
        !self.may_not_attach.lock().contains(&channel)
    }

    fn signs(&self, text_only: bool) -> SymbolSet {
        match *self.emoji.lock() {
            _ if text_only => SymbolSet::Words,
            Some(emoji) => SymbolSet::Drawn(emoji),
            None => SymbolSet::Plain,
        }
    }

    /// Records the preferred language of a server, as reported by Discord.
    pub(super) fn record_language(&self, server: ServerId, locale: &str) {
        let mut preferred = self.preferred.lock();
        preferred.insert(server, Lang::from_locale(locale));
    }

    /// Returns the appearance of public messages on a server.
    ///
    /// Uses the server's settings. The defaults are the server's language as reported by Discord and the
    /// Hungarian card style.
    pub(super) async fn public_appearance(&self, server: ServerId) -> Appearance {
        let chosen = or_default(self.servers.get(server, self.store.server_settings(server)).await);
        let preferred = || {
            let preferred = self.preferred.lock();
            preferred.get(&server).copied().unwrap_or_default()
        };
        let lang = chosen.language.map_or_else(preferred, |locale| Lang::from_locale(&locale));
        let faces = chosen_faces(chosen.faces.as_deref()).unwrap_or_default();
        Appearance::new(lang, faces).with_signs(self.signs(chosen.text_only))
    }

    /// Returns the appearance of messages that only the user sees.
    ///
    /// Uses the user's settings. The defaults are the language of the user's client and the server's card
    /// style. If the client reports no language, the server's language is used.
    pub(super) async fn private_appearance(&self, caller: &Caller) -> Appearance {
        let chosen = self.settings(caller.user).await;
        let public = match caller.server {
            Some(server) => self.public_appearance(server).await,
            None => Appearance::default(),
        };
        let clients = || match (caller.locale.is_empty(), caller.server) {
            (true, Some(_)) => public.lang,
            _ => Lang::from_locale(&caller.locale),
        };
        let lang = chosen.language.map_or_else(clients, |locale| Lang::from_locale(&locale));
        let faces = chosen_faces(chosen.faces.as_deref()).unwrap_or(public.faces);
        Appearance::new(lang, faces).with_hints(chosen.hints).with_signs(self.signs(chosen.text_only))
    }

    /// Returns the language of messages that only the user sees, without a database query.
    ///
    /// Uses the settings that were last read. If there are none, uses the language of the user's client.
    pub(super) fn last_known_lang(&self, caller: &Caller) -> Lang {
        let chosen = self.people.last_known(&caller.user).and_then(|settings| settings.language);
        Lang::from_locale(chosen.as_ref().unwrap_or(&caller.locale))
    }

    /// Returns `true` if the reply should contain the hint about the language setting.
    ///
    /// Each user gets the hint at most once. It is left out if the user has chosen a language, or uses the
    /// same language as the server.
    pub(super) async fn introduces_languages(&self, caller: &Caller, own: Lang) -> bool {
        let Some(server) = caller.server else { return false };
        if self.told_of_language.lock().contains(&caller.user)
            || self.public_appearance(server).await.lang == own
        {
            return false;
        }
        let has_chosen = self.settings(caller.user).await.language.is_some();
        !has_chosen && insert_bounded(&self.told_of_language, caller.user)
    }

    /// Removes the cached data of a user.
    pub(super) fn forget_user(&self, user: UserId) {
        self.people.forget(&user);
        self.told_of_language.lock().remove(&user);
    }

    /// Returns the settings of a user.
    pub(super) async fn settings(&self, user: UserId) -> UserSettings {
        or_default(self.people.get(user, self.store.user_settings(user)).await)
    }

    /// Changes one of a user's settings.
    pub(super) async fn set_user(&self, user: UserId, setting: PersonalSetting) -> Result<(), StoreError> {
        let setting = match setting {
            PersonalSetting::Lang(lang) => UserSetting::Language(lang.map(Lang::code)),
            PersonalSetting::Faces(faces) => UserSetting::Faces(faces.map(DeckStyle::code)),
            PersonalSetting::Pings(on) => UserSetting::Pings(on),
            PersonalSetting::Hints(on) => UserSetting::Hints(on),
            PersonalSetting::TextOnly(on) => UserSetting::TextOnly(on),
        };
        let set = self.store.set_user(user, setting).await;
        self.people.forget(&user);
        set
    }

    /// Changes one of a server's settings.
    pub(super) async fn set_server(
        &self,
        server: ServerId,
        setting: ServerSetting<'_>,
    ) -> Result<(), StoreError> {
        let set = self.store.set_server(server, setting).await;
        self.servers.forget(&server);
        set
    }

    /// Returns the rules for a server's new tables: the server's own rules, or those of the configuration.
    ///
    /// # Errors
    /// Returns an error if the server has no valid rules and those of the configuration are invalid.
    pub(super) async fn rules(&self, server: ServerId) -> Result<DefaultRules, RuleSetError> {
        let chosen = or_default(self.store.server_rules(server).await);
        let usual = |broken| -> Result<DefaultRules, RuleSetError> {
            Ok(DefaultRules { server: ServerRules { rules: self.usual.rules()?, chosen: false }, broken })
        };
        match chosen.map(|note| note.rules()) {
            Some(Ok(rules)) => Ok(DefaultRules { server: ServerRules { rules, chosen: true }, broken: None }),
            Some(Err(why)) => usual(Some(why)),
            None => usual(None),
        }
    }

    /// Changes the rules for a server's new tables.
    ///
    /// `change` receives the current rules and returns the new ones, or `None` to reset them.
    pub(super) async fn choose_rules(
        &self,
        server: ServerId,
        change: impl FnOnce(RuleSet) -> Result<Option<RuleSet>, RuleSetError>,
    ) -> Result<(), RulesNotSaved> {
        let _one_at_a_time = self.choosing.lock().await;
        let chosen = change(self.rules(server).await?.server.rules)?;
        let note = chosen.as_ref().map(RulesSpec::of).transpose()?;
        Ok(self.store.set_server_rules(server, note.as_ref()).await?)
    }

    /// Returns the record of a finished deal, or `None` if the table has no such deal.
    pub(super) async fn record(&self, table: TableId, deal: u32) -> Result<Option<Record>, StoreError> {
        match self.store.deal_id(table, deal).await? {
            Some(id) => self.store.record(id).await,
            None => Ok(None),
        }
    }
}

/// Reasons why a server's rules were not changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum RulesNotSaved {
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The rules could not be saved.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Parses a saved card style. Returns `None` for an unknown code, which a newer version may have saved.
pub(super) fn chosen_faces(kept: Option<&str>) -> Option<DeckStyle> {
    kept.and_then(DeckStyle::from_code)
}

/// Adds an element to a set, which is cleared first if it is full. Returns `true` if the element is new.
fn insert_bounded<T: Hash + Eq>(set: &Mutex<HashSet<T>>, element: T) -> bool {
    let mut set = set.lock();
    if set.len() >= MAX_SET_SIZE {
        set.clear();
    }
    set.insert(element)
}

fn or_default<T: Default>(answer: Result<T, StoreError>) -> T {
    answer.unwrap_or_else(|error| {
        tracing::error!(%error, "failed to read settings; using defaults");
        T::default()
    })
}
