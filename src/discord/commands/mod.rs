//! Slash commands, one file each: an equal way to everything that buttons do.

mod bid;
mod claim;
mod evening;
mod fold;
mod hand;
pub(super) mod hint;
pub(super) mod history;
pub(super) mod house;
mod kontra;
pub(super) mod leaderboard;
mod pass;
mod play;
pub(super) mod privacy;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod season;
pub(super) mod settings;
pub(super) mod stats;
mod table;
mod take;
mod trump;
mod ulti;
mod verify;
mod void;

use super::act::{Person, begins_a_deal};
use super::caller::Caller;
use super::data::{Data, Error, Slash};
use super::respond::{Origin, Say, Sheet, Waiting};
use super::show::{self, Message};
use crate::rules::Action;
use crate::table::{Answer, Command, Outcome};

/// Every command, in the order in which they are listed.
pub(super) fn all() -> Vec<poise::Command<Data, Error>> {
    let mut all = vec![
        ulti::ulti(),
        hand::hand(),
        hint::hint(),
        take::take(),
        bid::bid(),
        pass::pass(),
        trump::trump(),
        kontra::kontra(),
        play::play(),
        fold::fold(),
        claim::claim(),
        table::table(),
        leaderboard::leaderboard(),
        season::season(),
        evening::evening(),
        stats::stats(),
        history::history(),
        replay::replay(),
        verify::verify(),
        void::void(),
        void::unvoid(),
        rules::rules(),
        settings::settings(),
        privacy::privacy(),
    ];
    super::localize::describe(&mut all);
    all
}

/// Answers a command with what `work` makes of the person.
async fn answer(ctx: Slash<'_>, work: impl AsyncFnOnce(&Person<'_>) -> Say) -> Result<(), Error> {
    let data: &Data = ctx.framework.user_data;
    let caller = Caller::from(ctx.interaction);
    // Whether the person hears of an error afterwards hangs on this: one answer is all there is.
    ctx.has_sent_initial_response.store(true, std::sync::atomic::Ordering::SeqCst);
    let http = &ctx.framework.serenity_context.http;
    let person = Person::of(data, &caller).await;
    let waiting = Waiting {
        data,
        http,
        caller: &caller,
        origin: Origin::Typed,
        quiet: false,
        look: person.look,
        hanging: None,
    };
    let work = async {
        if data.stopping.is_cancelled() {
            return person.told_of_restart();
        }
        Box::pin(super::errors::guarded(&person, work(&person))).await
    };
    waiting.answer(work).await
}

/// Asks the table of the channel and shows what came of it.
async fn ask(ctx: Slash<'_>, command: Command) -> Result<(), Error> {
    answer(ctx, async |person| asked(person, command).await).await
}

/// Acts in the deal of the channel's table.
async fn act(ctx: Slash<'_>, action: Action) -> Result<(), Error> {
    ask(ctx, Command::Act { action, at: None }).await
}

/// Asks the table of the channel: the person's hand, under a word about what was done where the
/// hand does not say it; or the sentence for the refusal.
async fn asked(person: &Person<'_>, command: Command) -> Say {
    match person.ask_here(command.clone()).await {
        Ok(answer) if command == Command::Look => Say::Show(person.sheet(&answer, None).at_once()),
        Ok(answer) if begins_a_deal(&command) => {
            Say::Show(person.sheet(&person.once_posted(answer).await, None))
        }
        Ok(answer) => told_of(person, &command, &answer),
        Err(refused) if begins_a_deal(&command) => match person.look_here().await {
            Ok(now) => {
                let note = show::refused(&refused, person.look);
                person.begun_already(now, &refused, Some(&note)).await
            }
            Err(_) => person.refused(&refused, None),
        },
        Err(refused) => person.refused_here(&refused).await,
    }
}

/// What a person is shown who has done this: their hand, under a word where the hand does not say it.
pub(super) fn told_of(person: &Person<'_>, command: &Command, answer: &Answer) -> Say {
    let note = says_little(command).then(|| show::done(command, &answer.scene, person.look));
    told(person, answer, note)
}

/// A hand under a note; where there is no hand the note alone, since the public message has the rest.
fn told(person: &Person<'_>, answer: &Answer, note: Option<String>) -> Say {
    let note = note.filter(|_| answer.outcome == Outcome::Done);
    let sheet = person.sheet(answer, note.as_deref());
    match note {
        // Who has left in mid-deal has a seat in what is still shown of that deal.
        Some(note) if answer.seat.is_none() || !answer.scene.is_seated(person.caller.user) => {
            Say::Show(Sheet { message: Message::text(note), ..sheet })
        }
        _ => Say::Show(sheet),
    }
}

/// Whether what the person is shown afterwards does not say by itself that it was done.
const fn says_little(command: &Command) -> bool {
    !matches!(command, Command::Look | Command::Start | Command::NextDeal | Command::Act { .. })
}
