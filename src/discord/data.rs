//! What every command and button has at hand.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::announcer::Herald;
use super::budget::Budget;
use super::doors::Doors;
use super::easel::Easel;
use super::hasty::Hasty;
use super::memory::Memory;
use super::servers::Awaited;
use super::tokens::Tokens;
use super::turnstile::Turnstile;
use crate::table::Registry;
use crate::watch::Meter;

/// Shared by all interactions.
pub(super) struct Data {
    /// The tables.
    pub(super) registry: Registry,
    /// Settings, and where messages are.
    pub(super) memory: Arc<Memory>,
    /// The hands that are being shown.
    pub(super) tokens: Arc<Tokens>,
    /// Who shows the tables.
    pub(super) herald: Arc<Herald>,
    /// Who draws.
    pub(super) easel: Arc<Easel>,
    /// Which channels take messages.
    pub(super) doors: Arc<Doors>,
    /// What Discord has refused lately.
    pub(super) budget: Arc<Budget>,
    /// Who is let in, and hears in which language they are spoken to.
    pub(super) turnstile: Arc<Turnstile>,
    /// Who has just pressed something.
    pub(super) hasty: Hasty,
    /// For edits by token; see [`super::wall`].
    pub(super) hands: Arc<serenity::Http>,
    /// For the pictures that follow hands: a limit of theirs must not hold up the hands themselves.
    pub(super) pictures: Arc<serenity::Http>,
    /// How long an interaction may wait before it is deferred.
    pub(super) patience: Duration,
    /// Rung when somebody has ended a season.
    pub(super) seasons_ended: Arc<Notify>,
    /// Counts what is done.
    pub(super) meter: Meter,
    /// Of which servers nothing is known yet.
    pub(super) awaited: Awaited,
    /// Set when the bot is to stop: nothing new is begun then.
    pub(super) stopping: CancellationToken,
}

/// Any error a command may end with; see [`super::errors`].
pub(super) type Error = super::trouble::Trouble;
/// A slash command's surroundings; there are no others.
pub(super) type Slash<'a> = poise::ApplicationContext<'a, Data, Error>;
