//! Options with which a bot is started.

use discord_sandbox::{ClockMode, RateLimits, Sandbox};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use ulti::discord::{Drawing, Options};
use ulti::table;
use ulti::watch::Metrics;

use super::settings::Settings;
use super::{TestBot, file};
use crate::DrawingGate;
use crate::leaks::emoji;

/// Builder for a [`TestBot`].
///
/// By default, the bot sends no pictures, adds no delays and has no rate limits, and the sandbox enforces
/// none. Simulated users act faster than real users and would mostly wait for the usual limits.
#[must_use]
pub struct TestBotBuilder {
    sandbox: discord_sandbox::Options,
    settings: Settings,
}

impl TestBotBuilder {
    /// Runs the bot with real clocks and several threads.
    ///
    /// The sandbox's clock is stopped, so that a slow machine does not exceed Discord's deadlines. It moves
    /// when the test calls [`TestBot::advance`].
    ///
    /// By default, the clocks of the bot and of the sandbox move only when the test calls
    /// [`TestBot::advance`].
    pub fn in_real_time(mut self) -> Self {
        self.settings.is_real_time = true;
        self
    }

    /// Lets the bot post its welcome message. By default, the server counts as welcomed.
    pub fn with_welcome(mut self) -> Self {
        self.settings.is_welcomed = false;
        self
    }

    /// Lets the bot post and edit public messages only on the channels' routes, as it does in production
    /// after the interaction tokens have expired.
    ///
    /// By default, the bot uses interaction tokens. The response to an interaction that begins a deal is then
    /// the public table message, and the hand is a follow-up.
    pub fn on_channel_routes(self) -> Self {
        self.options(|options| options.uses_interaction_tokens = false)
    }

    /// Sets the sandbox options, except for the rate limits.
    pub fn sandbox(self, sandbox: discord_sandbox::Options) -> Self {
        let rate_limits = self.sandbox.rate_limits.clone();
        Self { sandbox: discord_sandbox::Options { rate_limits, ..sandbox }, ..self }
    }

    /// Sets the rate limits that the sandbox enforces. The bot then keeps the global limit.
    pub fn rate_limits(mut self, rate_limits: RateLimits) -> Self {
        self.sandbox.rate_limits = rate_limits;
        self.settings.has_rate_limits = true;
        self
    }

    /// Sets the renderers for pictures and emoji.
    pub fn drawing(mut self, drawing: Drawing) -> Self {
        self.settings.drawing = drawing;
        self
    }

    /// Sets the gate at which the renderers hold drawings back.
    pub fn drawing_gate(mut self, drawing_gate: DrawingGate) -> Self {
        self.settings.drawing_gate = drawing_gate;
        self
    }

    /// Sets the table options, such as the time limits. Robots always act without delay.
    pub fn table(mut self, table: table::Options) -> Self {
        self.settings.table = table;
        self
    }

    /// Adds a callback that modifies the bot's options before each start. Callbacks run in the order in which
    /// they were added.
    pub fn options(self, configure: impl Fn(&mut Options) + Send + Sync + 'static) -> Self {
        let earlier = self.settings.configure;
        let configure = Box::new(move |options: &mut Options| {
            earlier(options);
            configure(options);
        });
        Self { settings: Settings { configure, ..self.settings }, ..self }
    }

    /// Starts the sandbox but not the bot. Call [`TestBot::start_bot`] to start the bot.
    pub async fn without_bot(self) -> TestBot {
        let Self { mut sandbox, settings } = self;
        sandbox.clock = if settings.is_real_time { ClockMode::Stopped } else { ClockMode::Manual };
        let sandbox = Sandbox::start(sandbox).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = SqliteConnectOptions::new().filename(file(&folder));
        let pool = SqlitePoolOptions::new().max_connections(1).connect_lazy_with(file);
        TestBot { sandbox, pool, metrics: Metrics::default(), folder, settings, running: None }
    }

    /// Starts the sandbox and the bot, then waits until the bot is ready.
    pub async fn start(self) -> TestBot {
        let mut bot = self.without_bot().await;
        bot.start_bot().await;
        bot
    }

    /// Starts the sandbox and a bot that draws all pictures, then waits until the emoji have been uploaded.
    pub async fn start_with_pictures(self) -> TestBot {
        let bot = self.drawing(Drawing::ours()).start().await;
        let uploaded = |sandbox: &Sandbox| sandbox.emojis().len() >= emoji::COUNT;
        bot.advance_until(uploaded).await;
        bot
    }
}

impl TestBot {
    /// Returns a builder with default options.
    pub fn builder() -> TestBotBuilder {
        let sandbox =
            discord_sandbox::Options { rate_limits: RateLimits::OFF, ..discord_sandbox::Options::default() };
        TestBotBuilder { sandbox, settings: Settings::default() }
    }
}
