//! Entry point of all interactions. Applies the rate limits before a command or button is dispatched.
//!
//! A rejected interaction causes no database query and no drawing.

use std::sync::Arc;

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{
    Builder, Client, CommandInteraction, ComponentInteraction, Context, CreateAutocompleteResponse,
    CreateInteractionResponse, FullEvent, GuildId, Interaction, InteractionId,
};

use super::component_id;
use super::rate_limit::{Admission, RateLimiter};
use crate::discord::custom_id::{CustomId, HistoryId, PrivacyId, TablePanel};
use crate::discord::messages::{self, Message};
use crate::discord::rest::error::{ApiError, counted};
use crate::table::{ServerId, UserId};
use crate::text::Lang;
use crate::watch::Metrics;

/// Rate-limit cost of drawing a picture.
const PICTURE: u32 = 1;
/// Rate-limit cost of a robot's search for one turn.
const THOUGHT: u32 = 2;
/// Rate-limit cost of reading all data of a user, or of analysing a deal.
const MUCH: u32 = 5;

/// A framework wrapper that applies the rate limits before it dispatches an interaction.
pub(crate) struct AdmissionControl<F> {
    inner: F,
    rate_limiter: Arc<RateLimiter>,
    metrics: Metrics,
}

impl<F> AdmissionControl<F> {
    pub(crate) const fn new(inner: F, rate_limiter: Arc<RateLimiter>, metrics: Metrics) -> Self {
        Self { inner, rate_limiter, metrics }
    }
}

#[async_trait]
impl<F: serenity::Framework> serenity::Framework for AdmissionControl<F> {
    async fn init(&mut self, client: &Client) {
        self.inner.init(client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction } = &event
            && let Some(requester) = Requester::of(interaction)
        {
            match self.rate_limiter.admit(requester.user, requester.server, requester.work) {
                Admission::In => {}
                Admission::Silence => return self.metrics.turned_away(false),
                Admission::Wait { why, wait, lang } => {
                    let lang = lang.unwrap_or_else(|| Lang::from_locale(requester.locale));
                    self.metrics.turned_away(true);
                    tracing::info!(?why, "interaction rate-limited");
                    let sentence = messages::too_much(why, wait, lang);
                    return requester.reject(&context, sentence, &self.metrics).await;
                }
            }
        }
        self.inner.dispatch(context, event).await;
    }
}

/// The data of an interaction that the rate limiter needs.
struct Requester<'a> {
    user: UserId,
    server: Option<ServerId>,
    locale: &'a str,
    id: InteractionId,
    token: &'a str,
    work: u32,
    /// `true` if the interaction is an autocomplete request.
    is_autocomplete: bool,
}

impl<'a> Requester<'a> {
    /// Extracts the data that the rate limiter needs. Returns `None` for pings from Discord.
    fn of(interaction: &'a Interaction) -> Option<Self> {
        let server = |guild: Option<GuildId>| guild.map(|guild| ServerId(guild.get()));
        macro_rules! requester {
            ($found:expr, $work:expr, $is_autocomplete:expr) => {
                Some(Requester {
                    user: UserId($found.user.id.get()),
                    server: server($found.guild_id),
                    locale: &$found.locale,
                    id: $found.id,
                    token: &$found.token,
                    work: $work,
                    is_autocomplete: $is_autocomplete,
                })
            };
        }
        match interaction {
            Interaction::Command(typed) => requester!(typed, work_of_command(&path(typed)), false),
            Interaction::Autocomplete(typed) => requester!(typed, 0, true),
            Interaction::Component(pressed) => requester!(pressed, work_of_button(pressed), false),
            Interaction::Modal(sent) => requester!(sent, 0, false),
            _ => None,
        }
    }

    /// Tells the user that the interaction was rejected. The message is not retried, because retries would
    /// amplify a flood.
    async fn reject(&self, context: &Context, sentence: String, metrics: &Metrics) {
        let response = if self.is_autocomplete {
            CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new())
        } else {
            CreateInteractionResponse::Message(Message::text(sentence).respond(true))
        };
        let told = response.execute(&context.http, (self.id, self.token)).await;
        if let Err(error) = counted(metrics, told) {
            tracing::warn!(error = %ApiError::from(&error), "failed to send rate-limit reply");
        }
    }
}

/// Returns the name of the command with its subcommand, such as `privacy export`.
fn path(typed: &CommandInteraction) -> String {
    let sub = typed.data.options.iter().find(|option| {
        let kind = option.kind();
        matches!(kind, serenity::CommandOptionType::SubCommand | serenity::CommandOptionType::SubCommandGroup)
    });
    sub.map_or_else(|| typed.data.name.clone(), |sub| format!("{} {}", typed.data.name, sub.name))
}

/// Commands that cause expensive work, with their additional rate-limit cost.
const COSTLY_COMMANDS: [(&str, u32); 7] = [
    ("leaderboard", PICTURE),
    ("replay", PICTURE),
    ("stats", PICTURE),
    ("verify", PICTURE),
    ("hint", THOUGHT),
    ("privacy export", MUCH),
    ("season review", MUCH),
];

fn work_of_command(path: &str) -> u32 {
    COSTLY_COMMANDS.iter().find(|(name, _)| *name == path).map_or(0, |(_, work)| *work)
}

fn work_of_button(pressed: &ComponentInteraction) -> u32 {
    component_id::parse(pressed).map_or(0, |id| work_of(&id))
}

/// Returns the additional rate-limit cost of a button.
///
/// The match is exhaustive, so that a cost must be chosen for every new button.
const fn work_of(id: &CustomId) -> u32 {
    match id {
        CustomId::Analyse { .. } => MUCH,
        CustomId::Replay { .. } | CustomId::Board(_) | CustomId::Stats(_) => PICTURE,
        CustomId::Show { what, .. } => match what {
            TablePanel::Hint => THOUGHT,
            TablePanel::Hand | TablePanel::LastTrick | TablePanel::Help | TablePanel::More => 0,
        },
        CustomId::Privacy(privacy) => match privacy {
            PrivacyId::Export | PrivacyId::Sure(_) => MUCH,
            PrivacyId::About | PrivacyId::Delete | PrivacyId::Hide(_) => 0,
        },
        CustomId::Played(played) => match played {
            HistoryId::Analyse(_) | HistoryId::ExportEvening(_) => MUCH,
            HistoryId::Open(_) | HistoryId::Turn(..) | HistoryId::Export(_) | HistoryId::Verify(_) => PICTURE,
            HistoryId::History { .. } | HistoryId::Menu => 0,
        },
        CustomId::Ask { .. }
        | CustomId::Draft { .. }
        | CustomId::Sure { .. }
        | CustomId::Page(_)
        | CustomId::Share(_)
        | CustomId::Score(_)
        | CustomId::ShareScore(_)
        | CustomId::Menu(_)
        | CustomId::Seasons(_)
        | CustomId::Set(_)
        | CustomId::House(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costly_commands_exist() {
        for (path, _) in COSTLY_COMMANDS {
            let found = path.split(' ').try_fold(crate::discord::commands::all(), |among, name| {
                among.into_iter().find(|command| command.name == name).map(|command| command.subcommands)
            });
            assert!(found.is_some(), "unknown command: /{path}");
        }
    }
}
