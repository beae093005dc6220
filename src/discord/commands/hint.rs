//! `/hint`, and the button that does the same.

use super::super::act::Person;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::show;
use super::answer;
use crate::table::Answer;

/// Says what the strong robot would do in the person's place, to the person alone.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hint(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| match person.look_here().await {
        Ok(now) => told(person, &now).await,
        Err(refused) => person.refused_here(&refused).await,
    })
    .await
}

/// The hint for the person whose table this is now; where it has moved on meanwhile, the table.
pub(in super::super) async fn told(person: &Person<'_>, now: &Answer) -> Say {
    if let Some(why) = show::no_hint(now, person.caller.user, person.look) {
        return Say::aside(why);
    }
    let Some(view) = &now.view else { return Say::aside(person.say("hint-none")) };
    let Some(action) = person.data.registry.hint(view.as_ref().clone()).await else {
        return Say::aside(person.say("hint-none"));
    };
    match person.look_at(now.scene.table).await {
        Ok(later) if later.view.as_ref().is_some_and(|later| later.version == view.version) => {
            Say::Aside(show::hint(view, action, person.look).into())
        }
        Ok(later) => Say::Show(person.sheet(&later, Some(&person.say("notice-stale")))),
        Err(say) => say,
    }
}
