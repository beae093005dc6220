//! Applies the rate limits before a command or button is handled.
//!
//! A rejected interaction causes no database query and no drawing.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CreateAutocompleteResponse, CreateInteractionResponse};

use super::incoming::{Incoming, IncomingKind};
use super::rate_limit::{Admission, Limits, RateLimiter};
use crate::discord::caller::Caller;
use crate::discord::custom_id::{ConfirmedAction, CustomId, HistoryId, PanelId, PrivacyId, TablePanel};
use crate::discord::delivery::MessageSender;
use crate::discord::messages::{self, Message};
use crate::discord::preferences::Preferences;
use crate::discord::services::Services;
use crate::table::{AgreedEnd, Command, EarlyEnd};
use crate::watch::Metrics;
use ulti_rules::Action;

/// Cost of drawing a picture, in rate-limit tokens.
const PICTURE: u32 = 1;
/// Cost of computing a robot's action or of checking a claim, in rate-limit tokens.
const THOUGHT: u32 = 2;
/// Number of rate-limit tokens that the most expensive operations take, such as analysing a deal or exporting
/// a user's data.
const MUCH: u32 = 5;

/// Applies rate limits to interactions.
pub(crate) struct AdmissionControl {
    rate_limiter: RateLimiter,
    preferences: Arc<Preferences>,
    sender: Arc<MessageSender>,
    metrics: Metrics,
}

impl AdmissionControl {
    /// Creates an [`AdmissionControl`] with the given rate limits.
    pub(crate) fn new(limits: Limits, services: &Services) -> Self {
        let Services { preferences, sender, metrics, .. } = services.clone();
        Self { rate_limiter: RateLimiter::new(limits), preferences, sender, metrics }
    }

    /// Returns `true` if the interaction is within the rate limits. Otherwise, tells the user to wait, unless
    /// they were told recently.
    pub(crate) async fn admit(&self, Incoming { caller, kind }: &Incoming) -> bool {
        match self.rate_limiter.admit(caller.user, caller.server, work_of(kind)) {
            Admission::In => return true,
            Admission::Silence => self.metrics.turned_away(false),
            Admission::Wait { why, wait } => {
                let lang = self.preferences.last_known_lang(caller);
                self.metrics.turned_away(true);
                tracing::info!(?why, "interaction rejected by rate limit");
                let sentence = messages::too_much(why, wait, lang);
                self.reject(caller, kind, sentence).await;
            }
        }
        false
    }

    /// Tells the user that the interaction was rejected.
    ///
    /// If this reply cannot be sent, the bot does not try again, because retries would amplify a flood of
    /// requests.
    async fn reject(&self, caller: &Caller, kind: &IncomingKind, sentence: String) {
        let response = match kind {
            IncomingKind::Autocomplete(_) => {
                CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new())
            }
            _ => CreateInteractionResponse::Message(Message::text(sentence).respond(true)),
        };
        let told = self.sender.respond(caller.interaction(), &caller.token, response).await;
        if let Err(error) = told {
            tracing::warn!(%error, "failed to send rate-limit reply");
        }
    }
}

/// Commands that trigger expensive work, each with its cost in rate-limit tokens.
const COSTLY_COMMANDS: [(&str, u32); 10] = [
    ("leaderboard", PICTURE),
    ("replay", PICTURE),
    ("stats", PICTURE),
    ("verify", PICTURE),
    ("hint", THOUGHT),
    ("claim", THOUGHT),
    ("ulti-admin season review", MUCH),
    ("Ulti stats", PICTURE),
    ("Replay", PICTURE),
    ("Analyse", MUCH),
];

/// Returns the cost of the expensive work that an interaction triggers, in rate-limit tokens. The cost is 0
/// if the interaction triggers no expensive work.
fn work_of(kind: &IncomingKind) -> u32 {
    match kind {
        IncomingKind::Command(name) => {
            COSTLY_COMMANDS.iter().find(|(costly, _)| costly == name).map_or(0, |(_, work)| *work)
        }
        IncomingKind::Button(id) | IncomingKind::MenuOption(id) => id.as_ref().map_or(0, work_of_button),
        IncomingKind::Autocomplete(_) => 0,
    }
}

/// Returns the cost of the expensive work that a button press triggers, in rate-limit tokens.
///
/// The match lists all buttons explicitly, so that a cost must be chosen for every new button.
const fn work_of_button(id: &CustomId) -> u32 {
    match id {
        CustomId::Analyse { .. } => MUCH,
        CustomId::Replay { .. }
        | CustomId::OwnDeal { .. }
        | CustomId::Shuffle { .. }
        | CustomId::SameAgain { .. }
        | CustomId::Board(_)
        | CustomId::Stats(_) => PICTURE,
        CustomId::Show { what, .. } => work_of_table_panel(*what),
        CustomId::DraftHint { .. } => work_of_table_panel(TablePanel::Hint),
        CustomId::Panel(panel) => match panel {
            PanelId::AgainstRobots | PanelId::Leaderboard => PICTURE,
            PanelId::OwnSettings | PanelId::ServerSettings | PanelId::HowItWorks | PanelId::NewTable => 0,
        },
        CustomId::Privacy(privacy) => match privacy {
            PrivacyId::Export | PrivacyId::Sure(_) => MUCH,
            PrivacyId::About | PrivacyId::Delete | PrivacyId::Hide(_) => 0,
        },
        CustomId::Played(played) => work_of_history(played),
        CustomId::Ask { command: Command::Act { action: Action::Claim, .. }, .. }
        | CustomId::Ask { command: Command::EndEarly(AgreedEnd { action: EarlyEnd::Claim, .. }), .. }
        | CustomId::Sure { action: ConfirmedAction::Claim, .. } => THOUGHT,
        CustomId::Ask { .. }
        | CustomId::Draft { .. }
        | CustomId::Sure { .. }
        | CustomId::Page(_)
        | CustomId::Share(_)
        | CustomId::Score(_)
        | CustomId::ShareScore(_)
        | CustomId::Menu(_)
        | CustomId::TableMenu(_)
        | CustomId::Seasons(_)
        | CustomId::Set(_)
        | CustomId::Server(_)
        | CustomId::House(_) => 0,
    }
}

/// Returns the cost of a button that shows part of a table.
const fn work_of_table_panel(what: TablePanel) -> u32 {
    match what {
        TablePanel::Hint => THOUGHT,
        TablePanel::Hand
        | TablePanel::LastTrick
        | TablePanel::Help
        | TablePanel::Settings
        | TablePanel::More => 0,
    }
}

/// Returns the cost of a button below a finished deal.
const fn work_of_history(id: &HistoryId) -> u32 {
    match id {
        HistoryId::Analyse(_) | HistoryId::ExportEvening(_) => MUCH,
        HistoryId::Open(_) | HistoryId::Turn(..) | HistoryId::Export(_) | HistoryId::Verify(_) => PICTURE,
        HistoryId::History { .. } | HistoryId::Menu => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_rate_limits_refer_to_existing_commands() {
        let is_menu_entry = |path: &str| {
            let all = crate::discord::commands::all();
            all.iter().any(|command| command.context_menu_name.as_deref() == Some(path))
        };
        for (path, _) in COSTLY_COMMANDS.into_iter().filter(|(path, _)| !is_menu_entry(path)) {
            let found = path.split(' ').try_fold(crate::discord::commands::all(), |among, name| {
                among.into_iter().find(|command| command.name == name).map(|command| command.subcommands)
            });
            assert!(found.is_some(), "unknown command: /{path}");
        }
    }
}
