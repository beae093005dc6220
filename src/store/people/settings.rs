//! Settings of users and servers. If a setting is not stored, it has its default value.

use sqlx::{Encode, FromRow, Sqlite, Type};

use crate::store::{Store, StoreError};
use crate::table::{ServerId, UserId};
use ulti_rules::RulesSpec;

/// The settings of a user.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct UserSettings {
    /// Language of private messages, such as `hu`. If `None`, the language of the interaction is used.
    pub language: Option<String>,
    /// Card design in private messages, such as `french`. If `None`, the server's setting is used.
    pub faces: Option<String>,
    /// `true` if the bot may mention the user when it is their turn.
    pub pings: bool,
    /// `true` if the user's private hand message has a button that asks for a hint.
    pub hints: bool,
    /// `true` if private messages contain only text, without pictures or emoji.
    pub text_only: bool,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self { language: None, faces: None, pings: true, hints: true, text_only: false }
    }
}

/// The settings of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default, FromRow)]
pub struct ServerSettings {
    /// Language of public messages, such as `hu`. If `None`, the server's locale on Discord is used.
    pub language: Option<String>,
    /// Card design in public messages, such as `french`. If `None`, the default design is used.
    pub faces: Option<String>,
    /// `true` if public messages contain only text, without pictures or emoji.
    pub text_only: bool,
}

/// A new value for one of a user's settings. `None` restores the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the fields of `UserSettings`
pub enum UserSetting<'a> {
    Language(Option<&'a str>),
    Faces(Option<&'a str>),
    Pings(bool),
    Hints(bool),
    TextOnly(bool),
}

/// A new value for one of a server's settings. `None` restores the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerSetting<'a> {
    /// Language of public messages, such as `hu`.
    Language(Option<&'a str>),
    /// Card faces in public messages, such as `french`.
    Faces(Option<&'a str>),
    /// `true` if public messages contain only text.
    TextOnly(bool),
    /// `true` if automatically started seasons end with the month. Otherwise they run until they are ended
    /// manually. The running season is not affected.
    MonthlySeasons(bool),
}

/// Expands to an SQL statement that sets one column of a settings row.
///
/// The statement inserts the row if it is missing. $1 is the key and $2 the value.
macro_rules! set {
    ($table:literal, $key:literal, $column:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (",
            $key,
            ", ",
            $column,
            ") VALUES ($1, $2) ON CONFLICT (",
            $key,
            ") DO UPDATE SET ",
            $column,
            " = excluded.",
            $column
        )
    };
}

/// Expands to an SQL statement that sets a column of a user's settings.
macro_rules! of_user {
    ($column:literal) => {
        set!("user_settings", "user_id", $column)
    };
}

/// Expands to an SQL statement that sets a column of a server's settings.
macro_rules! of_server {
    ($column:literal) => {
        set!("server_settings", "server", $column)
    };
}

impl Store {
    /// Returns the settings of a user.
    pub async fn user_settings(&self, user: UserId) -> Result<UserSettings, StoreError> {
        let settings = sqlx::query_as(
            "SELECT language, faces, pings, hints, text_only FROM user_settings WHERE user_id = $1",
        )
        .bind(user)
        .fetch_optional(&self.readers)
        .await?;
        Ok(settings.unwrap_or_default())
    }

    /// Changes one of a user's settings.
    pub async fn set_user(&self, user: UserId, setting: UserSetting<'_>) -> Result<(), StoreError> {
        match setting {
            UserSetting::Language(language) => self.choose(of_user!("language"), user.0, language).await,
            UserSetting::Faces(faces) => self.choose(of_user!("faces"), user.0, faces).await,
            UserSetting::Pings(on) => self.choose(of_user!("pings"), user.0, on).await,
            UserSetting::Hints(on) => self.choose(of_user!("hints"), user.0, on).await,
            UserSetting::TextOnly(on) => self.choose(of_user!("text_only"), user.0, on).await,
        }
    }

    /// Returns `true` if a user is hidden from leaderboards.
    pub async fn is_hidden(&self, user: UserId) -> Result<bool, StoreError> {
        let hidden = sqlx::query_scalar("SELECT hidden FROM user_settings WHERE user_id = $1")
            .bind(user)
            .fetch_optional(&self.readers)
            .await?;
        Ok(hidden.unwrap_or(false))
    }

    /// Sets whether a user is hidden from leaderboards, including those of past seasons.
    ///
    /// A hidden user's deals are still counted, and the user can still see their own place.
    pub async fn set_hidden(&self, user: UserId, hidden: bool) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(of_user!("hidden")).bind(user).bind(hidden).execute(&mut *write).await?;
        sqlx::query("UPDATE totals SET hidden = $2 WHERE user_id = $1")
            .bind(user)
            .bind(i64::from(hidden))
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

    /// Returns the settings of a server.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StoreError> {
        let settings =
            sqlx::query_as("SELECT language, faces, text_only FROM server_settings WHERE server = $1")
                .bind(server)
                .fetch_optional(&self.readers)
                .await?;
        Ok(settings.unwrap_or_default())
    }

    /// Changes one of a server's settings.
    pub async fn set_server(&self, server: ServerId, setting: ServerSetting<'_>) -> Result<(), StoreError> {
        match setting {
            ServerSetting::Language(language) => {
                self.choose(of_server!("language"), server.0, language).await
            }
            ServerSetting::Faces(faces) => self.choose(of_server!("faces"), server.0, faces).await,
            ServerSetting::TextOnly(on) => self.choose(of_server!("text_only"), server.0, on).await,
            ServerSetting::MonthlySeasons(on) => {
                self.choose(of_server!("monthly_seasons"), server.0, on).await
            }
        }
    }

    /// Returns the house rules for new tables of a server.
    ///
    /// `None` means that the rules from the bot's configuration apply.
    pub async fn server_rules(&self, server: ServerId) -> Result<Option<RulesSpec>, StoreError> {
        let chosen: Option<Option<String>> =
            sqlx::query_scalar("SELECT rules FROM server_settings WHERE server = $1")
                .bind(server)
                .fetch_optional(&self.readers)
                .await?;
        let read = |text: &String| serde_json::from_str(text).map_err(not_rules);
        chosen.flatten().as_ref().map(read).transpose()
    }

    /// Sets the house rules for new tables of a server. `None` restores the rules from the bot's
    /// configuration.
    pub async fn set_server_rules(
        &self,
        server: ServerId,
        rules: Option<&RulesSpec>,
    ) -> Result<(), StoreError> {
        let rules = rules.map(serde_json::to_string).transpose().map_err(not_rules)?;
        self.choose(of_server!("rules"), server.0, rules).await
    }

    /// Executes a statement created by the macro `set!` for one user or server.
    async fn choose<'c, T>(&self, query: &'static str, whose: u64, chosen: T) -> Result<(), StoreError>
    where
        T: Encode<'c, Sqlite> + Type<Sqlite> + Send + 'c,
    {
        let mut write = self.write().await?;
        sqlx::query(query).bind(whose.cast_signed()).bind(chosen).execute(&mut *write).await?;
        Ok(write.commit().await?)
    }
}

#[allow(clippy::needless_pass_by_value)] // passed to map_err
fn not_rules(error: serde_json::Error) -> StoreError {
    StoreError::Rules(error.to_string())
}
