//! Buttons and menus: reads what is written on their back and does it.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, Http, MessageFlags};

use super::act::{Person, begins_a_deal};
use super::caller::Caller;
use super::custom_id::{CustomId, Grave, Setting, Shown};
use super::data::Data;
use super::draft::Draft;
use super::respond::{Origin, Say, Waiting};
use super::trouble::Trouble;
use super::{analyse, commands, errors, permissions, show};
use crate::table::{Answer, Command, Moment, Outcome, Refused, SceneStage, TableId, UserId};

/// Answers a pressed button or a chosen option.
pub(super) async fn answer(data: &Data, http: &Http, pressed: &ComponentInteraction) -> Result<(), Trouble> {
    let caller = Caller::from(pressed);
    let own = pressed.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let origin = if own { Origin::Own } else { Origin::Public };
    let id = written(pressed).parse::<CustomId>().ok();
    let quiet = id.as_ref().is_some_and(is_quiet);
    let hasty = own && id.as_ref().is_some_and(|id| is_hasty(data, pressed, id));
    let person = Person::of(data, &caller).await;
    let hanging = pressed.message.attachments.first().map(|file| file.filename.as_str());
    let waiting = Waiting { data, http, caller: &caller, origin, quiet, look: person.look, hanging };
    let work = Box::pin(AssertUnwindSafe(answer_to(&person, origin, id, hasty)).catch_unwind());
    waiting.answer(async { work.await.unwrap_or_else(|_| errors::panicked(&caller, person.look.lang)) }).await
}

/// What stands on the button, or on the option that was chosen.
pub(super) fn written(pressed: &ComponentInteraction) -> &str {
    match &pressed.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map_or("", String::as_str),
        _ => &pressed.data.custom_id,
    }
}

/// Whether all that comes of it, when all goes well, is a change of the public message or a new one.
fn is_quiet(id: &CustomId) -> bool {
    let CustomId::Ask { command, .. } = id else { return matches!(id, CustomId::Analyse { .. }) };
    matches!(
        command,
        Command::Join | Command::Leave { .. } | Command::AddRobot(_) | Command::RemoveRobot | Command::End
    )
}

/// Whether this press is the second half of a double click, and would do something in a deal. Cards are laid
/// aside as fast as anybody likes.
fn is_hasty(data: &Data, pressed: &ComponentInteraction, id: &CustomId) -> bool {
    if matches!(id, CustomId::Draft { .. }) {
        return false;
    }
    let again = data.hasty.presses_again(UserId(pressed.user.id.get()), pressed.message.id);
    again && matches!(id, CustomId::Ask { command: Command::Act { .. }, .. })
}

async fn answer_to(person: &Person<'_>, origin: Origin, id: Option<CustomId>, hasty: bool) -> Say {
    if person.data.stopping.is_cancelled() {
        return person.told_of_restart();
    }
    if person.caller.server.is_none() {
        return Say::aside(person.say("notice-direct-message"));
    }
    let Some(id) = id else { return person.astray("notice-unknown-button").await };
    match id {
        _ if hasty => person.astray("notice-double-click").await,
        CustomId::Ask { table, command } => ask(person, origin, table, command).await,
        CustomId::Show { table, what } => shown(person, origin, table, what).await,
        CustomId::Analyse { table, deal } => analyse::told(person, table, deal).await,
        CustomId::Draft { table, at, draft } => drafted(person, table, at, &draft).await,
        CustomId::Sure { table, at, action } => sure(person, table, at, action).await,
        CustomId::Page(page) => commands::rules::page(person, &page).await,
        CustomId::Share(page) => commands::rules::share(person, &page).await,
        CustomId::Score(sum) => commands::rules::score(person, &sum).await,
        CustomId::ShareScore(sum) => commands::rules::share_score(person, &sum).await,
        CustomId::Menu(_) => person.astray("notice-unknown-button").await,
        CustomId::Board(board) => commands::leaderboard::pressed(person, board).await,
        CustomId::Seasons(seasons) => commands::season::pressed(person, seasons).await,
        CustomId::Set(setting) => set(person, setting).await,
        CustomId::House(house) => commands::house::pressed(person, house).await,
        CustomId::Privacy(privacy) => commands::privacy::pressed(person, privacy).await,
        CustomId::Stats(stats) => commands::stats::pressed(person, stats).await,
        CustomId::Played(played) => commands::replay::pressed(person, played).await,
        CustomId::Replay { table, deal } => commands::replay::of_table(person, table, deal).await,
    }
}

/// Something that a table is asked for.
async fn ask(person: &Person<'_>, origin: Origin, table: TableId, command: Command) -> Say {
    let before = match person.look_at(table).await {
        Ok(before) => before,
        Err(say) => return say,
    };
    if begins_a_deal(&command)
        && let Some(missing) = permissions::missing(person.caller, person.look.lang)
    {
        return Say::aside(missing);
    }
    let quiet = origin == Origin::Public && is_quiet(&CustomId::Ask { table, command: command.clone() });
    match person.ask(table, command.clone()).await {
        Ok(answer) if quiet && answer.outcome == Outcome::Done => Say::Nothing,
        Ok(answer) if begins_a_deal(&command) => {
            Say::Show(person.sheet(&person.once_posted(answer).await, None))
        }
        // The lobby, or the table, says by itself who sits there.
        Ok(answer) if matches!(command, Command::AddRobot(_) | Command::RemoveRobot) => {
            Say::Show(person.sheet(&answer, None))
        }
        Ok(answer) => commands::told_of(person, &command, &answer),
        Err(refused) if begins_a_deal(&command) => match person.look_at(table).await {
            Ok(now) => person.begun_already(now, &refused, None).await,
            Err(say) => say,
        },
        Err(refused) => refuse(person, origin, &before, &refused).await,
    }
}

/// A refusal on one's own hand stands above the hand as it is now; elsewhere it stands alone.
async fn refuse(person: &Person<'_>, origin: Origin, before: &Answer, refused: &Refused) -> Say {
    let plain = person.refused(refused, Some(before.scene.table));
    let (Origin::Own, Refused::Illegal(_)) = (origin, refused) else { return plain };
    let note = show::refused(refused, person.look);
    match person.look_at(before.scene.table).await {
        Ok(now) => Say::Show(person.sheet(&now, Some(&note))),
        Err(_) => plain,
    }
}

/// Something that a person is shown.
async fn shown(person: &Person<'_>, origin: Origin, table: TableId, what: Shown) -> Say {
    let answer = match person.look_at(table).await {
        Ok(answer) => answer,
        Err(say) => return say,
    };
    let look = person.look;
    let scene = &answer.scene;
    match what {
        Shown::Hand => {
            let ended = matches!(scene.stage, SceneStage::Ended(_));
            let note = ended.then(|| person.say("notice-table-ended"));
            Say::Show(person.sheet(&answer, note.as_deref()).at_once())
        }
        Shown::LastTrick => Say::Aside(show::last_trick(scene, look).into()),
        Shown::Help => Say::Aside(show::help(scene, answer.view.as_deref(), look).into()),
        Shown::Hint => commands::hint::told(person, &answer, origin).await,
        Shown::More => Say::Aside(show::more(scene, person.caller.user, look).into()),
    }
}

/// The next step of a bid being put together; on a table that has moved on, the hand as it is now.
async fn drafted(person: &Person<'_>, table: TableId, at: Moment, draft: &Draft) -> Say {
    let answer = match person.look_at(table).await {
        Ok(answer) => answer,
        Err(say) => return say,
    };
    let (Some(seat), Some(view), true) = (answer.seat, &answer.view, is_now(&answer, at)) else {
        return Say::Show(person.sheet(&answer, Some(&person.say("notice-stale"))));
    };
    let message = show::hand(&answer.scene, view, seat, person.look, Some(draft));
    Say::Show(person.in_place_of_hand(&answer, message))
}

/// Asks back before something that can't be undone.
async fn sure(person: &Person<'_>, table: TableId, at: Moment, action: Grave) -> Say {
    let answer = match person.look_at(table).await {
        Ok(answer) => answer,
        Err(say) => return say,
    };
    let (Some(_), Some(view), true) = (answer.seat, &answer.view, is_now(&answer, at)) else {
        return Say::Show(person.sheet(&answer, Some(&person.say("notice-stale"))));
    };
    let message = show::sure(&answer.scene, view, at, action, person.look);
    Say::Show(person.in_place_of_hand(&answer, message))
}

/// Whether the deal still stands where it stood when the button was made.
fn is_now(answer: &Answer, at: Moment) -> bool {
    let deal = answer.scene.deal.as_ref().map(|deal| deal.number);
    let version = answer.view.as_ref().map(|view| view.version);
    (deal, version) == (Some(at.deal), Some(at.version))
}

async fn set(person: &Person<'_>, setting: Setting) -> Say {
    match setting {
        Setting::Pings(on) => commands::settings::set_pings(person, on).await,
        Setting::Hints(on) => commands::settings::set_hints(person, on).await,
        Setting::TextOnly(on) => commands::settings::set_text_only(person, on).await,
        Setting::Lang(lang) => commands::settings::set_lang(person, lang).await,
        Setting::Faces(faces) => commands::settings::set_faces(person, faces).await,
    }
}
