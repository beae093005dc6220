//! The default rules of new tables on a server, which `/ulti-admin rules` and its menus set.

use crate::discord::commands::common::failure::Failure;
use crate::discord::custom_id::HouseRulesId;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::preferences::{DefaultRules, RulesNotSaved};
use crate::text::{self, Text, args};
use ulti_rules::{RuleSet, RuleSetError};

/// Handles a button press or menu selection on a house rules page, and replies with the updated page.
///
/// Changes only the setting that the user selected, because the rest of the page may be outdated.
pub(in crate::discord) async fn pressed(user: &UserContext<'_>, id: HouseRulesId) -> Result<Reply, Failure> {
    user.managed_server()?;
    match id {
        HouseRulesId::Page(page) => shown(user, Some(page), None).await,
        HouseRulesId::Menu(name) => shown(user, Some(messages::page_of(name)), None).await,
        HouseRulesId::Done => shown(user, None, None).await,
        HouseRulesId::Preset(name) => {
            change(user, HouseRulesId::PRESET, |_| RuleSet::preset(name).map(Some)).await
        }
        HouseRulesId::Answer(question, answer) => {
            change(user, question.name(), |rules| question.answer(&rules, answer).map(Some)).await
        }
        HouseRulesId::Reset => change(user, HouseRulesId::PRESET, |_| Ok(None)).await,
    }
}

/// Changes the server's house rules and replies with the page of settings that contains `menu`.
async fn change(
    user: &UserContext<'_>,
    menu: &str,
    to: impl FnOnce(RuleSet) -> Result<Option<RuleSet>, RuleSetError>,
) -> Result<Reply, Failure> {
    let note = match user.data.preferences.choose_rules(user.server()?, to).await {
        Ok(()) => user.text("settings-saved"),
        Err(RulesNotSaved::Rules(why)) => text::unknown_rules(user.appearance.lang, &why),
        Err(RulesNotSaved::Store(error)) => {
            tracing::error!(%error, "failed to save house rules of server");
            user.text("notice-storage")
        }
    };
    shown(user, Some(messages::page_of(menu)), Some(note)).await
}

async fn shown(user: &UserContext<'_>, page: Option<u8>, note: Option<String>) -> Result<Reply, Failure> {
    let DefaultRules { server, broken } = default_rules(user).await?;
    let message = messages::server_rules(&server, page, user.appearance);
    let notes = broken.map(|why| self::broken(user, &why)).into_iter().chain(note);
    Ok(Reply::InPlace(notes.fold(message, |message, note| message.noted(&note)).into()))
}

/// Returns the default rules for new tables on the user's server.
///
/// # Errors
/// Returns an error in direct messages, or if the rules in the configuration are invalid.
pub(in crate::discord::commands) async fn default_rules(
    user: &UserContext<'_>,
) -> Result<DefaultRules, Failure> {
    user.data.preferences.rules(user.server()?).await.map_err(|error| invalid(&error))
}

/// Returns the bot's default rules for new tables, which apply to servers without rules of their own.
///
/// # Errors
/// Returns an error if the rules in the configuration are invalid.
pub(in crate::discord::commands) fn usual_rules(user: &UserContext<'_>) -> Result<RuleSet, Failure> {
    user.data.preferences.usual_rules().map_err(|error| invalid(&error))
}

fn invalid(error: &RuleSetError) -> Failure {
    tracing::error!(%error, "default rules in configuration are invalid");
    Failure::Key("door-went-wrong")
}

/// Returns a message that explains why the server's saved rules are no longer valid.
pub(in crate::discord::commands) fn broken(user: &UserContext<'_>, why: &RuleSetError) -> String {
    let why = text::unknown_rules(user.appearance.lang, why);
    Text::new(user.appearance.lang).with("house-broken", args![why])
}
