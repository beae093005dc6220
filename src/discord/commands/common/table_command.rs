//! Helpers that slash commands share to run a table command and to reply.

use super::failure::Failure;
use crate::discord::caller::Caller;
use crate::discord::interactions::arguments;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::{UserContext, begins_a_deal};
use crate::discord::interactions::error_handler;
use crate::discord::interactions::reply::{Origin, Reply};
use crate::discord::interactions::responder::PendingInteraction;
use crate::discord::messages::{self, Message};
use crate::discord::state::{BotState, Error, Slash};
use crate::table::{AgreedEnd, Command, CommandOutcome, EarlyEnd, TableReply, TableStage};
use crate::text::Appearance;
use ulti_rules::{Action, View};

/// Responds to a slash command with the reply that `work` returns.
pub(in crate::discord::commands) async fn answer(
    ctx: Slash<'_>,
    work: impl AsyncFnOnce(&UserContext<'_>) -> Result<Reply, Failure>,
) -> Result<(), Error> {
    let data: &BotState = ctx.framework.user_data;
    let caller = Caller::from(ctx.interaction);
    // Tells the error handler that the reply is sent here, so that it does not send a second one.
    ctx.has_sent_initial_response.store(true, std::sync::atomic::Ordering::SeqCst);
    let user = UserContext::of(data, &caller).await;
    let waiting = PendingInteraction {
        data,
        caller: &caller,
        origin: Origin::Typed,
        quiet: false,
        appearance: user.appearance,
        attached: None,
        pressed: None,
    };
    let work = async {
        if data.stopping.is_cancelled() {
            return user.restart_notice();
        }
        let reply = async { work(&user).await.unwrap_or_else(|failure| failure.reply(&user)) };
        Box::pin(error_handler::guarded(&user, reply)).await
    };
    waiting.answer(work).await
}

/// Sends a command to the table in the user's channel and replies with the outcome.
pub(in crate::discord::commands) async fn ask(ctx: Slash<'_>, command: Command) -> Result<(), Error> {
    answer(ctx, async |user| Ok(execute(user, command).await)).await
}

/// Performs the user's action in the channel's current deal and sends the reply.
pub(in crate::discord::commands) async fn act(ctx: Slash<'_>, action: Action) -> Result<(), Error> {
    answer(ctx, async |user| Ok(act_as(user, action).await)).await
}

/// Performs the user's action in the channel's current deal and returns the reply.
pub(in crate::discord::commands) async fn act_as(user: &UserContext<'_>, action: Action) -> Reply {
    execute(user, Command::Act { action, at: None }).await
}

/// Returns the parsed value of an option. If parsing failed, returns an error reply that lists the possible
/// choices.
pub(in crate::discord::commands) async fn understood<T>(
    user: &UserContext<'_>,
    parsed: Result<T, String>,
    choices: impl Fn(&View, Appearance) -> Vec<Choice>,
) -> Result<T, Failure> {
    match parsed {
        Ok(value) => Ok(value),
        Err(sentence) => Err(arguments::not_understood(user, sentence, choices).await.into()),
    }
}

/// Sends a command to the table in the user's channel and returns the reply.
///
/// The reply shows the user's hand and, if necessary, a note. If the table rejects the command, the
/// reply gives the reason.
pub(in crate::discord::commands) async fn execute(user: &UserContext<'_>, command: Command) -> Reply {
    let begins = begins_a_deal(&command);
    match user.ask_here(command.clone()).await {
        Ok(answer) if command == Command::Look => user.hand(&answer, None),
        Ok(answer) if begins => user.hand(&answer, None).below_table(),
        Ok(answer) => reply_to(user, &command, &answer),
        Err(refused) if begins => match user.read_here().await {
            Ok(now) => {
                let note = messages::refused(&refused, user.appearance);
                user.deal_already_started(&now, &refused, Some(&note))
            }
            Err(_) => user.refused(&refused, None),
        },
        Err(refused) => user.refused_here(&refused).await,
    }
}

/// Creates the reply to a successful command.
///
/// The reply shows the user's hand. If the effect of the command is not visible in the hand, a note appears
/// above the hand. The reply to a player who agrees to end the evening contains only the
/// confirmation.
pub(in crate::discord) fn reply_to(user: &UserContext<'_>, command: &Command, answer: &TableReply) -> Reply {
    // Above the picture of a hand, the confirmation would be outside the screen of a phone.
    if *command == Command::End && answer.outcome == CommandOutcome::Done {
        return Reply::InPlace(messages::agreed_to_end(&answer.table_view, user.appearance).into());
    }
    hand_with_note(user, answer, effect_note(user, command, answer))
}

/// Creates a reply that shows a note above the user's hand.
///
/// If the user has no seat, the reply contains only the note.
pub(in crate::discord::commands) fn hand_with_note(
    user: &UserContext<'_>,
    answer: &TableReply,
    note: Option<String>,
) -> Reply {
    let note = note.filter(|_| answer.outcome == CommandOutcome::Done);
    match note {
        // A player who left during the deal still has a seat in its view.
        Some(note) if answer.seat.is_none() || !answer.table_view.is_seated(user.caller.user) => {
            user.in_place_of_hand(answer, Message::text(note))
        }
        note => user.hand(answer, note.as_deref()),
    }
}

/// Returns the note above the user's hand if the hand does not show the effect of the command.
fn effect_note(user: &UserContext<'_>, command: &Command, answer: &TableReply) -> Option<String> {
    match command {
        Command::EndEarly(AgreedEnd { action: EarlyEnd::Claim, .. }) => {
            let goes_on = answer.table_view.stage == TableStage::Dealing;
            goes_on.then(|| user.text("claim-not-decided"))
        }
        Command::OpenHand { .. } => Some(user.text("hand-laid-open")),
        // The hand says so while the player waits.
        Command::PassOn { .. } if answer.player_view.as_ref().is_some_and(|view| view.passes_on) => None,
        Command::Look
        | Command::Start
        | Command::NextDeal
        | Command::Act { .. }
        | Command::ActAnyway { .. }
        | Command::TakeAnyway { .. }
        | Command::EndEarly(_) => None,
        command => Some(messages::done(command, &answer.table_view, user.appearance)),
    }
}
