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
use crate::table::{ChannelId, ServerId, TableId, TableView, UserId};
use crate::text::{Appearance, DeckStyle, InlineEmojis, Lang, SymbolSet};
use ulti_rules::{Record, RuleSet, RuleSetError, RulesSpec};

use super::caller::Caller;
use super::custom_id::PersonalSetting;
use super::messages::ServerRules;
use ttl_cache::TtlCache;

/// Provides cached access to the settings in the store. Also keeps information that Discord reports, such as
/// missing permissions.
pub(super) struct Preferences {
    store: Store,
    /// Cached settings of users.
    people: TtlCache<UserId, UserSettings>,
    /// Cache of server settings.
    servers: TtlCache<ServerId, ServerSettings>,
    /// Preferred language of each server, as most recently reported by Discord.
    preferred: Mutex<HashMap<ServerId, Lang>>,
    /// Default rules, used for servers without valid rules of their own.
    usual: RulesSpec,
    /// Lock held while a server's rules are changed, so that concurrent changes cannot overwrite each other.
    choosing: tokio::sync::Mutex<()>,
    /// Custom emoji for cards and suits. `None` if they have not been uploaded or Discord has rejected them.
    emoji: Mutex<Option<&'static InlineEmojis>>,
    /// Notified when Discord rejects the uploaded emoji.
    withdrawn: Notify,
    /// Channels in which the bot lacks permission to attach files, as most recently reported by Discord.
    may_not_attach: Mutex<HashSet<ChannelId>>,
    /// Time of the most recent rejected upload in each channel.
    ///
    /// Recorded because Discord can reject an upload even if the bot has permission to attach files.
    refused: Mutex<HashMap<ChannelId, Instant>>,
    /// Deals whose analysis has already been posted publicly, identified by table and deal number.
    analysed: Mutex<HashSet<(TableId, u32)>>,
    /// Users who have already been told about the language setting.
    told_of_language: Mutex<HashSet<UserId>>,
    /// Lock that ensures only one export of user data runs at a time.
    pub(super) exporting: tokio::sync::Mutex<()>,
    /// Lock that ensures only one deletion of user data runs at a time.
    pub(super) forgetting: tokio::sync::Mutex<()>,
}

/// Maximum number of elements in each in-memory set, such as the set of analysed deals. A full set is
/// cleared.
const MAX_SET_SIZE: usize = 10_000;
/// Time during which the bot sends no files to a channel after an upload to that channel was rejected.
const WITHOUT_FILES: Duration = Duration::from_mins(5);

/// A server's default rules for new tables.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DefaultRules {
    /// The rules for new tables, with a flag that indicates whether the server chose them.
    pub(super) server: ServerRules,
    /// Reason why the server's saved rules are invalid, or `None` if they are valid or unset.
    ///
    /// If this is set, the default rules from the configuration apply.
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

    /// Returns the underlying store, for queries whose errors are shown to the user.
    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    /// Sets the custom emoji that messages use for cards and suits.
    pub(super) fn set_emoji(&self, emoji: &'static InlineEmojis) {
        *self.emoji.lock() = Some(emoji);
    }

    /// Stops using the emoji of the given appearance because Discord rejected them.
    ///
    /// Until new emoji are set, messages show cards as plain symbols. Does nothing if newer emoji are already
    /// in use.
    pub(super) fn withdraw_emoji(&self, appearance: Appearance) {
        let SymbolSet::Drawn(refused) = appearance.signs else { return };
        let mut emoji = self.emoji.lock();
        if emoji.is_some_and(|now| std::ptr::eq(now, refused)) {
            *emoji = None;
            self.withdrawn.notify_one();
        }
    }

    /// Waits until Discord rejects the uploaded emoji and the bot stops using them.
    pub(super) async fn emoji_withdrawn(&self) {
        self.withdrawn.notified().await;
    }

    /// Records that a deal has been analysed. Returns `true` for the first analysis, which is posted
    /// publicly.
    ///
    /// The records are kept only in memory, so they are lost on restart.
    pub(super) fn first_analysis(&self, table: TableId, deal: u32) -> bool {
        insert_bounded(&self.analysed, (table, deal))
    }

    /// Records whether the bot has permission to attach files in a channel.
    pub(super) fn record_may_attach(&self, channel: ChannelId, may: bool) {
        if may {
            self.may_not_attach.lock().remove(&channel);
        } else {
            insert_bounded(&self.may_not_attach, channel); // a refused upload is recorded as well
        }
    }

    /// Records that a channel rejected a file. The bot then sends no files to the channel for
    /// [`WITHOUT_FILES`].
    pub(super) fn record_refused_file(&self, channel: ChannelId) {
        let mut refused = self.refused.lock();
        refused.retain(|_, at| at.elapsed() < WITHOUT_FILES);
        refused.insert(channel, Instant::now());
    }

    /// Returns `false` if the bot lacks permission to attach files in the channel or if the channel recently
    /// rejected a file.
    pub(super) fn may_attach(&self, channel: ChannelId) -> bool {
        let refused = self.refused.lock();
        if refused.get(&channel).is_some_and(|at| at.elapsed() < WITHOUT_FILES) {
            return false;
        }
        !self.may_not_attach.lock().contains(&channel)
    }

    /// Returns the symbols that messages use for cards and suits, except in text-only mode.
    pub(super) fn symbols(&self) -> SymbolSet {
        self.signs(false)
    }

    fn signs(&self, text_only: bool) -> SymbolSet {
        match *self.emoji.lock() {
            _ if text_only => SymbolSet::Words,
            Some(emoji) => SymbolSet::Drawn(emoji),
            None => SymbolSet::Plain,
        }
    }

    /// Records a server's preferred language as reported by Discord.
    pub(super) fn record_language(&self, server: ServerId, locale: &str) {
        let mut preferred = self.preferred.lock();
        preferred.insert(server, Lang::from_locale(locale));
    }

    /// Returns the appearance of public messages on a server, based on the server's settings.
    ///
    /// The language defaults to the server's preferred language on Discord, and the card style defaults to
    /// Hungarian.
    pub(super) async fn public_appearance(&self, server: ServerId) -> Appearance {
        let chosen = self.server_settings(server).await;
        let preferred = || {
            let preferred = self.preferred.lock();
            preferred.get(&server).copied().unwrap_or_default()
        };
        let lang = chosen.language.map_or_else(preferred, |locale| Lang::from_locale(&locale));
        let faces = chosen_faces(chosen.faces.as_deref()).unwrap_or_default();
        Appearance::new(lang, faces).with_signs(self.signs(chosen.text_only))
    }

    /// Returns the appearance of public messages about a table.
    ///
    /// It is the appearance of public messages on the server. A person who plays alone with robots sees their
    /// own deck in these messages.
    pub(super) async fn table_appearance(&self, view: &TableView) -> Appearance {
        let public = self.public_appearance(view.server).await;
        let Some(user) = view.person_among_robots() else { return public };
        chosen_faces(self.settings(user).await.faces.as_deref())
            .map_or(public, |faces| public.with_faces(faces))
    }

    /// Returns a server's settings.
    pub(super) async fn server_settings(&self, server: ServerId) -> ServerSettings {
        or_default(self.servers.get(server, self.store.server_settings(server)).await)
    }

    /// Returns the appearance of the caller's private messages, based on the user's settings.
    ///
    /// If the user has not chosen a language, uses the language of their Discord client. If the client
    /// reports no language, uses the server's. The card style also defaults to the server's.
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

    /// Returns the appearance of direct messages to a user that are not replies to an interaction.
    ///
    /// Such messages do not tell the language of the user's client. If the user has not chosen a language,
    /// uses that of the server on which the user last sat at a table.
    pub(super) async fn direct_appearance(&self, user: UserId) -> Appearance {
        let chosen = self.settings(user).await;
        let public = match or_default(self.store.latest_server(user).await) {
            Some(server) => self.public_appearance(server).await,
            None => Appearance::default(),
        };
        let lang = chosen.language.map_or(public.lang, |locale| Lang::from_locale(&locale));
        let faces = chosen_faces(chosen.faces.as_deref()).unwrap_or(public.faces);
        Appearance::new(lang, faces).with_signs(self.signs(chosen.text_only))
    }

    /// Returns the language of the caller's private messages without querying the database.
    ///
    /// Uses the user's cached language setting, even if it has expired. If there is none, uses the language
    /// of the user's Discord client, or of the server if the client reports none.
    pub(super) fn last_known_lang(&self, caller: &Caller) -> Lang {
        let chosen = self.people.last_known(&caller.user).and_then(|settings| settings.language);
        let client = (!caller.locale.is_empty()).then_some(&caller.locale).or(caller.server_locale.as_ref());
        Lang::from_locale(chosen.as_ref().or(client).map_or("", String::as_str))
    }

    /// Returns `true` if the reply should tell the user about the language setting.
    ///
    /// Each user is told at most once. Users who have chosen a language, or who already use the server's
    /// language, are not told.
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

    /// Removes a user's data from the caches.
    pub(super) fn forget_user(&self, user: UserId) {
        self.people.forget(&user);
        self.told_of_language.lock().remove(&user);
    }

    /// Returns a user's settings.
    pub(super) async fn settings(&self, user: UserId) -> UserSettings {
        or_default(self.people.get(user, self.store.user_settings(user)).await)
    }

    /// Changes one of a user's settings in the store.
    pub(super) async fn set_user(&self, user: UserId, setting: PersonalSetting) -> Result<(), StoreError> {
        let setting = match setting {
            PersonalSetting::Lang(lang) => UserSetting::Language(lang.map(Lang::code)),
            PersonalSetting::Faces(faces) => UserSetting::Faces(faces.map(DeckStyle::code)),
            PersonalSetting::Pings(on) => UserSetting::Pings(on),
            PersonalSetting::Hints(on) => UserSetting::Hints(on),
            PersonalSetting::TextOnly(on) => UserSetting::TextOnly(on),
            PersonalSetting::ForcedCards(on) => UserSetting::ForcedCards(on),
        };
        let set = self.store.set_user(user, setting).await;
        self.people.forget(&user);
        set
    }

    /// Changes one of a server's settings in the store.
    pub(super) async fn set_server(
        &self,
        server: ServerId,
        setting: ServerSetting<'_>,
    ) -> Result<(), StoreError> {
        let set = self.store.set_server(server, setting).await;
        self.servers.forget(&server);
        set
    }

    /// Returns the default rules for new tables from the configuration.
    ///
    /// # Errors
    /// Returns an error if these rules are invalid.
    pub(super) fn usual_rules(&self) -> Result<RuleSet, RuleSetError> {
        self.usual.rules_of_setting()
    }

    /// Returns the rules for new tables on a server: the server's own rules if they are valid, otherwise the
    /// default rules from the configuration.
    ///
    /// # Errors
    /// Returns an error if the default rules are needed but invalid.
    pub(super) async fn rules(&self, server: ServerId) -> Result<DefaultRules, RuleSetError> {
        let chosen = or_default(self.store.server_rules(server).await);
        let usual = |broken| -> Result<DefaultRules, RuleSetError> {
            Ok(DefaultRules { server: ServerRules { rules: self.usual_rules()?, chosen: false }, broken })
        };
        match chosen.map(|note| note.rules_of_setting()) {
            Some(Ok(rules)) => Ok(DefaultRules { server: ServerRules { rules, chosen: true }, broken: None }),
            Some(Err(why)) => usual(Some(why)),
            None => usual(None),
        }
    }

    /// Changes a server's rules for new tables.
    ///
    /// `change` receives the current rules and returns the new rules. If it returns `None`, the server goes
    /// back to the default rules.
    pub(super) async fn choose_rules(
        &self,
        server: ServerId,
        change: impl FnOnce(RuleSet) -> Result<Option<RuleSet>, RuleSetError>,
    ) -> Result<(), RulesNotSaved> {
        let _one_at_a_time = self.choosing.lock().await;
        let chosen = change(self.rules(server).await?.server.rules)?;
        let note = chosen.as_ref().map(RulesSpec::of_setting).transpose()?;
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

/// Error returned if a server's rules could not be changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum RulesNotSaved {
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The store could not save the rules.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Parses a saved card style code. Returns `None` if there is no code or if it is unknown.
///
/// An unknown code may have been saved by a newer version of the bot.
pub(super) fn chosen_faces(kept: Option<&str>) -> Option<DeckStyle> {
    kept.and_then(DeckStyle::from_code)
}

/// Adds an element to a set and returns `true` if it was not already present. A full set is cleared first.
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
