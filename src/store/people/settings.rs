//! Settings of users and servers. If a setting is not stored, it has its default value.

use sqlx::{AssertSqlSafe, FromRow};

use crate::store::sql::{Argument, query, query_scalar};
use crate::store::{Result, Store, StoreError, TimeZone};
use crate::table::{ChannelId, ServerId, UserId};
use ulti_rules::RulesSpec;

/// The settings of a user.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct UserSettings {
    /// Language of private messages, such as `hu`. If `None`, the user's Discord language is used.
    pub language: Option<String>,
    /// Card design in private messages, such as `french`. If `None`, the server's setting is used.
    pub faces: Option<String>,
    /// `true` if the bot may mention the user when it is the user's turn.
    pub pings: bool,
    /// `true` if the private message with the user's hand has a hint button.
    pub hints: bool,
    /// `true` if private messages are sent as plain text, without pictures or emoji.
    pub text_only: bool,
    /// `true` if a card is played for the user when it is the only one that the user may play.
    pub forced_cards: bool,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self { language: None, faces: None, pings: true, hints: true, text_only: false, forced_cards: false }
    }
}

/// The settings of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default, FromRow)]
pub struct ServerSettings {
    /// Language of public messages, such as `hu`. If `None`, the server's locale on Discord is used.
    pub language: Option<String>,
    /// Card design in public messages, such as `french`. If `None`, the default design is used.
    pub faces: Option<String>,
    /// `true` if public messages are sent as plain text, without pictures or emoji.
    pub text_only: bool,
    /// Time zone of the days and months of the server's seasons.
    ///
    /// A running season keeps the time zone with which it started, see
    /// [`Season::time_zone`](crate::store::Season::time_zone).
    #[sqlx(try_from = "Option<String>")]
    pub time_zone: TimeZone,
}

/// A change to one of a user's settings. `None` restores the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the fields of `UserSettings`
pub enum UserSetting<'a> {
    Language(Option<&'a str>),
    Faces(Option<&'a str>),
    Pings(bool),
    Hints(bool),
    TextOnly(bool),
    ForcedCards(bool),
}

/// A change to one of a server's settings. `None` restores the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerSetting<'a> {
    /// Language of public messages, such as `hu`.
    Language(Option<&'a str>),
    /// Card design in public messages, such as `french`.
    Faces(Option<&'a str>),
    /// `true` if public messages are sent as plain text, without pictures or emoji.
    TextOnly(bool),
    /// `true` if automatically started seasons end with the calendar month, `false` if they must be ended
    /// manually.
    ///
    /// A change does not affect the current season.
    MonthlySeasons(bool),
    /// Time zone of the days and months of the server's seasons.
    ///
    /// A change does not affect the current season.
    TimeZone(&'a TimeZone),
}

/// Name and key column of the database table for user settings.
const OF_USER: (&str, &str) = ("user_settings", "user_id");
/// Name and key column of the database table for server settings.
const OF_SERVER: (&str, &str) = ("server_settings", "server");

/// Returns an SQL statement that sets `column` to $2 in the settings row with key $1.
///
/// The row is inserted if it does not exist.
fn set((table, key): (&str, &str), column: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "INSERT INTO {table} ({key}, {column}) VALUES ($1, $2)
         ON CONFLICT ({key}) DO UPDATE SET {column} = excluded.{column}"
    ))
}

impl Store {
    /// Returns the settings of a user.
    pub async fn user_settings(&self, user: UserId) -> Result<UserSettings> {
        let settings = query!(
            "SELECT language, faces, pings, hints, text_only, forced_cards
             FROM user_settings WHERE user_id = $1",
            [user]
        )
        .fetch_optional(&self.readers)
        .await?;
        Ok(settings.unwrap_or_default())
    }

    /// Changes one of a user's settings.
    pub async fn set_user(&self, user: UserId, setting: UserSetting<'_>) -> Result<()> {
        match setting {
            UserSetting::Language(language) => self.choose(OF_USER, user.0, "language", language).await,
            UserSetting::Faces(faces) => self.choose(OF_USER, user.0, "faces", faces).await,
            UserSetting::Pings(on) => self.choose(OF_USER, user.0, "pings", on).await,
            UserSetting::Hints(on) => self.choose(OF_USER, user.0, "hints", on).await,
            UserSetting::TextOnly(on) => self.choose(OF_USER, user.0, "text_only", on).await,
            UserSetting::ForcedCards(on) => self.choose(OF_USER, user.0, "forced_cards", on).await,
        }
    }

    /// Returns `true` if a user is hidden from leaderboards.
    pub async fn is_hidden(&self, user: UserId) -> Result<bool> {
        let hidden = query_scalar!("SELECT hidden FROM user_settings WHERE user_id = $1", [user])
            .fetch_optional(&self.readers)
            .await?;
        Ok(hidden.unwrap_or(false))
    }

    /// Hides a user from leaderboards, or lists the user again if `hidden` is `false`.
    ///
    /// Hidden users' deals still count, and the users can still see their own rank.
    pub async fn set_hidden(&self, user: UserId, hidden: bool) -> Result<()> {
        let mut write = self.write().await?;
        query!(set(OF_USER, "hidden"), [user, hidden]).execute(&mut write).await?;
        query!("UPDATE totals SET hidden = $2 WHERE user_id = $1", [user, i64::from(hidden)])
            .execute(&mut write)
            .await?;
        Ok(write.commit().await?)
    }

    /// Returns the settings of a server.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings> {
        let settings = query!(
            "SELECT language, faces, text_only, time_zone FROM server_settings WHERE server = $1",
            [server]
        )
        .fetch_optional(&self.readers)
        .await?;
        Ok(settings.unwrap_or_default())
    }

    /// Changes one of a server's settings.
    pub async fn set_server(&self, server: ServerId, setting: ServerSetting<'_>) -> Result<()> {
        let server = server.0;
        match setting {
            ServerSetting::Language(language) => self.choose(OF_SERVER, server, "language", language).await,
            ServerSetting::Faces(faces) => self.choose(OF_SERVER, server, "faces", faces).await,
            ServerSetting::TextOnly(on) => self.choose(OF_SERVER, server, "text_only", on).await,
            ServerSetting::MonthlySeasons(on) => self.choose(OF_SERVER, server, "monthly_seasons", on).await,
            ServerSetting::TimeZone(zone) => self.choose(OF_SERVER, server, "time_zone", zone.name()).await,
        }
    }

    /// Returns the house rules for new tables on a server.
    ///
    /// Returns `None` if the rules from the bot's configuration apply.
    pub async fn server_rules(&self, server: ServerId) -> Result<Option<RulesSpec>> {
        let chosen: Option<Option<String>> =
            query_scalar!("SELECT rules FROM server_settings WHERE server = $1", [server])
                .fetch_optional(&self.readers)
                .await?;
        let read = |text: &String| serde_json::from_str(text).map_err(not_rules);
        chosen.flatten().as_ref().map(read).transpose()
    }

    /// Sets the house rules for new tables on a server. `None` restores the rules from the bot's
    /// configuration.
    pub async fn set_server_rules(&self, server: ServerId, rules: Option<&RulesSpec>) -> Result<()> {
        let rules = rules.map(serde_json::to_string).transpose().map_err(not_rules)?;
        self.choose(OF_SERVER, server.0, "rules", rules).await
    }

    /// Returns the channel for a server's season summaries, or `None` if they are disabled.
    pub async fn summary_channel(&self, server: ServerId) -> Result<Option<ChannelId>> {
        let channel: Option<Option<ChannelId>> =
            query_scalar!("SELECT summary_channel FROM server_settings WHERE server = $1", [server])
                .fetch_optional(&self.readers)
                .await?;
        Ok(channel.flatten())
    }

    /// Sets the channel for a server's season summaries. `None` disables them.
    pub async fn set_summary_channel(&self, server: ServerId, channel: Option<ChannelId>) -> Result<()> {
        self.choose(OF_SERVER, server.0, "summary_channel", channel).await
    }

    /// Sets one column in the settings row of a user or server.
    async fn choose(
        &self,
        of: (&str, &str),
        id: u64,
        column: &str,
        value: impl Argument + Send,
    ) -> Result<()> {
        self.execute(query!(set(of, column), [id.cast_signed(), value])).await.map(drop)
    }
}

#[allow(clippy::needless_pass_by_value)] // passed to map_err
fn not_rules(error: serde_json::Error) -> StoreError {
    StoreError::Rules(error.to_string())
}
