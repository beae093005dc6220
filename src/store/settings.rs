//! What people and servers have chosen. Whoever has chosen nothing has the defaults.

use sqlx::{Encode, FromRow, Sqlite, Type};

use super::ids::to_sql;
use super::{Store, StoreError};
use crate::rules::RulesNote;
use crate::table::{ServerId, UserId};

/// What a person has chosen.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct UserSettings {
    /// The language of what only this person sees, such as `hu`; `None` for the interaction's.
    pub language: Option<String>,
    /// The faces of the cards that only this person sees, such as `french`; `None` for the server's.
    pub faces: Option<String>,
    /// Whether the bot may ping when it is this person's turn.
    pub pings: bool,
    /// Whether the own hand has a button that asks for a hint.
    pub hints: bool,
    /// Whether there are no pictures and no emoji.
    pub text_only: bool,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self { language: None, faces: None, pings: true, hints: true, text_only: false }
    }
}

/// What a server has chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default, FromRow)]
pub struct ServerSettings {
    /// The language of what everyone sees, such as `hu`; `None` for the server's own.
    pub language: Option<String>,
    /// The faces of the cards that everyone sees, such as `french`; `None` for the game's own.
    pub faces: Option<String>,
    /// Whether there are no pictures and no emoji in what everyone sees.
    pub text_only: bool,
}

/// Sets one column of a line, which is made where there is none; the others stay. $1 whose, $2 what.
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

/// Sets a choice of a person's.
macro_rules! of_user {
    ($column:literal) => {
        set!("user_settings", "user_id", $column)
    };
}

/// Sets a choice of a server's.
macro_rules! of_server {
    ($column:literal) => {
        set!("server_settings", "server", $column)
    };
}

impl Store {
    /// What a person has chosen.
    pub async fn user_settings(&self, user: UserId) -> Result<UserSettings, StoreError> {
        let settings = sqlx::query_as(
            "SELECT language, faces, pings, hints, text_only FROM user_settings WHERE user_id = $1",
        )
        .bind(to_sql(user.0))
        .fetch_optional(&self.readers)
        .await?;
        Ok(settings.unwrap_or_default())
    }

    /// Sets a person's language, or takes the choice back.
    pub async fn set_language(&self, user: UserId, language: Option<&str>) -> Result<(), StoreError> {
        self.choose(of_user!("language"), user.0, language).await
    }

    /// Sets the faces of a person's cards, or takes the choice back.
    pub async fn set_faces(&self, user: UserId, faces: Option<&str>) -> Result<(), StoreError> {
        self.choose(of_user!("faces"), user.0, faces).await
    }

    /// Sets whether the bot may ping a person.
    pub async fn set_pings(&self, user: UserId, pings: bool) -> Result<(), StoreError> {
        self.choose(of_user!("pings"), user.0, pings).await
    }

    /// Sets whether a person's own hand has a button that asks for a hint.
    pub async fn set_hints(&self, user: UserId, hints: bool) -> Result<(), StoreError> {
        self.choose(of_user!("hints"), user.0, hints).await
    }

    /// Sets whether a person wants no pictures and no emoji.
    pub async fn set_text_only(&self, user: UserId, text_only: bool) -> Result<(), StoreError> {
        self.choose(of_user!("text_only"), user.0, text_only).await
    }

    /// Whether a person stays out of leaderboards.
    pub async fn is_hidden(&self, user: UserId) -> Result<bool, StoreError> {
        let hidden = sqlx::query_scalar("SELECT hidden FROM user_settings WHERE user_id = $1")
            .bind(to_sql(user.0))
            .fetch_optional(&self.readers)
            .await?;
        Ok(hidden.unwrap_or(false))
    }

    /// Sets whether a person stays out of leaderboards, those of the past too. Their deals count for
    /// the others all the same, and they see their own place.
    pub async fn set_hidden(&self, user: UserId, hidden: bool) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(of_user!("hidden")).bind(to_sql(user.0)).bind(hidden).execute(&mut *write).await?;
        sqlx::query("UPDATE totals SET hidden = $2 WHERE user_id = $1")
            .bind(to_sql(user.0))
            .bind(i64::from(hidden))
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

    /// Whether the seasons of a server that begin by themselves end with their month.
    pub async fn has_monthly_seasons(&self, server: ServerId) -> Result<bool, StoreError> {
        let monthly = sqlx::query_scalar("SELECT monthly_seasons FROM server_settings WHERE server = $1")
            .bind(to_sql(server.0))
            .fetch_optional(&self.readers)
            .await?;
        Ok(monthly.unwrap_or(true))
    }

    /// Sets whether seasons that begin by themselves end with their month, from the next one on; else
    /// they go on until they are ended by hand.
    pub async fn set_monthly_seasons(&self, server: ServerId, monthly: bool) -> Result<(), StoreError> {
        self.choose(of_server!("monthly_seasons"), server.0, monthly).await
    }

    /// What a server has chosen.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StoreError> {
        let settings =
            sqlx::query_as("SELECT language, faces, text_only FROM server_settings WHERE server = $1")
                .bind(to_sql(server.0))
                .fetch_optional(&self.readers)
                .await?;
        Ok(settings.unwrap_or_default())
    }

    /// Sets a server's language, or takes the choice back.
    pub async fn set_server_language(
        &self,
        server: ServerId,
        language: Option<&str>,
    ) -> Result<(), StoreError> {
        self.choose(of_server!("language"), server.0, language).await
    }

    /// Sets the faces of a server's cards, or takes the choice back.
    pub async fn set_server_faces(&self, server: ServerId, faces: Option<&str>) -> Result<(), StoreError> {
        self.choose(of_server!("faces"), server.0, faces).await
    }

    /// Sets whether what everyone on a server sees has no pictures and no emoji.
    pub async fn set_server_text_only(&self, server: ServerId, text_only: bool) -> Result<(), StoreError> {
        self.choose(of_server!("text_only"), server.0, text_only).await
    }

    /// What a server's new tables play by; `None` for what the configuration says.
    pub async fn server_rules(&self, server: ServerId) -> Result<Option<RulesNote>, StoreError> {
        let chosen: Option<Option<String>> =
            sqlx::query_scalar("SELECT rules FROM server_settings WHERE server = $1")
                .bind(to_sql(server.0))
                .fetch_optional(&self.readers)
                .await?;
        let read = |text: &String| serde_json::from_str(text).map_err(not_rules);
        chosen.flatten().as_ref().map(read).transpose()
    }

    /// Sets what a server's new tables play by, or takes the choice back.
    pub async fn set_server_rules(
        &self,
        server: ServerId,
        rules: Option<&RulesNote>,
    ) -> Result<(), StoreError> {
        let rules = rules.map(serde_json::to_string).transpose().map_err(not_rules)?;
        self.choose(of_server!("rules"), server.0, rules).await
    }

    /// Writes one choice of somebody's or of a server's down.
    async fn choose<'c, T>(&self, query: &'static str, whose: u64, chosen: T) -> Result<(), StoreError>
    where
        T: Encode<'c, Sqlite> + Type<Sqlite> + Send + 'c,
    {
        let mut write = self.write().await?;
        sqlx::query(query).bind(to_sql(whose)).bind(chosen).execute(&mut *write).await?;
        Ok(write.commit().await?)
    }
}

#[allow(clippy::needless_pass_by_value)] // for map_err
fn not_rules(error: serde_json::Error) -> StoreError {
    StoreError::Rules(error.to_string())
}
