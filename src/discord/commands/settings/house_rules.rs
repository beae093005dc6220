//! The `/settings rules` command, which sets the default rules of new tables on a server.

use crate::discord::commands::answer::answer;
use crate::discord::custom_id::HouseRulesId;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::preferences::{DefaultRules, RulesNotSaved};
use crate::discord::state::{Error, Slash};
use crate::table::ServerId;
use crate::text::{self, Text};
use ulti_rules::{RuleSet, RuleSetError};

/// Sets the default rules of new tables on the server. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "rules")]
pub(crate) async fn server_rules(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| pressed(person, HouseRulesId::Page(0)).await).await
}

/// Handles a button press or menu selection on the page of house rules, and replies with the updated page.
///
/// Only the setting named by the button is changed, because the button may be on an outdated page.
pub(in crate::discord) async fn pressed(person: &UserContext<'_>, house: HouseRulesId) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    if !person.caller.manages {
        let text = Text::new(person.look.lang);
        let permission = text.say("permission-manage-server");
        return Reply::aside(text.with("house-manage-only", &[("permission", permission.into())]));
    }
    match house {
        HouseRulesId::Page(page) => shown(person, server, Some(page), None).await,
        HouseRulesId::Menu(name) => shown(person, server, Some(messages::page_of(name)), None).await,
        HouseRulesId::Done => shown(person, server, None, None).await,
        HouseRulesId::Preset(name) => {
            let page = messages::page_of(HouseRulesId::PRESET);
            change(person, server, page, |_| RuleSet::preset(name).map(Some)).await
        }
        HouseRulesId::Answer(question, answer) => {
            let page = messages::page_of(question.name());
            change(person, server, page, |rules| question.answer(&rules, answer).map(Some)).await
        }
        HouseRulesId::Reset => change(person, server, 0, |_| Ok(None)).await,
    }
}

async fn change(
    person: &UserContext<'_>,
    server: ServerId,
    page: u8,
    to: impl FnOnce(RuleSet) -> Result<Option<RuleSet>, RuleSetError>,
) -> Reply {
    let note = match person.data.preferences.choose_rules(server, to).await {
        Ok(()) => person.say("settings-saved"),
        Err(RulesNotSaved::Rules(why)) => text::unknown_rules(person.look.lang, &why),
        Err(RulesNotSaved::Store(error)) => {
            tracing::error!(%error, "failed to save server rules");
            person.say("notice-storage")
        }
    };
    shown(person, server, Some(page), Some(note)).await
}

async fn shown(person: &UserContext<'_>, server: ServerId, page: Option<u8>, note: Option<String>) -> Reply {
    let played = match played(person, server).await {
        Ok(played) => played,
        Err(say) => return say,
    };
    let message = messages::server_rules(&played.server, page, person.look);
    let broken = played.broken.map(|why| broken(person, &why));
    let notes = broken.into_iter().chain(note);
    Reply::Show(notes.fold(message, |message, note| message.noted(&note)).into())
}

/// Returns the default rules of new tables on a server.
///
/// # Errors
/// Returns an error reply if the rules in the configuration are invalid.
pub(crate) async fn played(person: &UserContext<'_>, server: ServerId) -> Result<DefaultRules, Reply> {
    person.data.preferences.rules(server).await.map_err(|error| {
        tracing::error!(%error, "invalid rules in configuration");
        Reply::aside(person.say("door-went-wrong"))
    })
}

/// Returns the message that a server's saved rules are no longer valid, with the reason.
pub(crate) fn broken(person: &UserContext<'_>, why: &RuleSetError) -> String {
    let why = text::unknown_rules(person.look.lang, why);
    Text::new(person.look.lang).with("house-broken", &[("why", why.into())])
}
