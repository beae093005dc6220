//! Dispatches button presses and menu selections by the custom id of the component.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, MessageFlags};

use super::caller::Caller;
use super::commands::analyse;
use super::commands::common::failure::Failure;
use super::custom_id::bid_draft::BidDraft;
use super::custom_id::{CustomId, PanelId, TablePanel};
use super::interactions::context::{UserContext, begins_a_deal};
use super::interactions::debounce::Press;
use super::interactions::error_handler;
use super::interactions::reply::{Origin, Reply};
use super::interactions::responder::PendingInteraction;
use super::messages;
use super::rest::error::ApiError;
use super::state::BotState;
use super::{commands, permissions};
use crate::table::{Command, CommandOutcome, Moment, Refusal, TableId, TableReply, TableStage, UserId};
use ulti_rules::Action;

/// Handles a button press or menu selection. `id` is the parsed custom id, or `None` if parsing failed.
pub(super) async fn answer(
    data: &BotState,
    pressed: &ComponentInteraction,
    caller: &Caller,
    id: Option<CustomId>,
) -> Result<(), ApiError> {
    let is_ephemeral = pressed.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let origin = if is_ephemeral { Origin::Own } else { Origin::Public };
    let quiet = id.as_ref().is_some_and(is_quiet);
    let is_double_click =
        is_ephemeral && id.as_ref().is_some_and(|id| is_double_click_on_deal(data, pressed, id));
    let user = UserContext::of(data, caller).await;
    let attached = pressed.message.attachments.first().map(|file| file.filename.as_str());
    let appearance = user.appearance;
    let pressed = Some(pressed.message.id);
    let waiting = PendingInteraction { data, caller, origin, quiet, appearance, attached, pressed };
    let work = answer_to(&user, origin, id, is_double_click);
    waiting.answer(Box::pin(error_handler::guarded(&user, work))).await
}

/// Returns `true` if the result of pressing the button normally appears in a public message, so that the user
/// needs no private reply.
fn is_quiet(id: &CustomId) -> bool {
    match id {
        CustomId::Ask { command, .. } => is_quiet_command(command),
        id => matches!(id, CustomId::Analyse { .. }),
    }
}

/// Returns `true` if the button also works outside servers, such as in direct messages.
const fn works_everywhere(id: &CustomId) -> bool {
    matches!(
        id,
        CustomId::Page(_) | CustomId::Score(_) | CustomId::Stats(_) | CustomId::Panel(PanelId::HowItWorks)
    )
}

const fn is_quiet_command(command: &Command) -> bool {
    matches!(
        command,
        Command::Join | Command::Leave { .. } | Command::AddRobot(_) | Command::RemoveRobot | Command::End
    )
}

/// Returns `true` if this is the second press of a double click on a button that performs an action in a
/// deal.
///
/// A bid may follow a card button at once, because users choose two cards and confirm in quick succession.
fn is_double_click_on_deal(data: &BotState, pressed: &ComponentInteraction, id: &CustomId) -> bool {
    let press = if matches!(id, CustomId::Draft { .. }) { Press::Draft } else { Press::Other };
    let user = UserId(pressed.user.id.get());
    let Some(before) = data.debouncer.record(user, pressed.message.id, press) else { return false };
    match id {
        CustomId::Ask { command: Command::Act { action: Action::Bid { .. }, .. }, .. } => {
            before != Press::Draft
        }
        CustomId::Ask { command, .. } => {
            matches!(
                command,
                Command::Act { .. }
                    | Command::ActAnyway { .. }
                    | Command::TakeAnyway { .. }
                    | Command::OpenHand { .. }
                    | Command::EndEarly(_)
                    | Command::PassOn { .. }
                    | Command::StopPassing { .. }
            )
        }
        _ => false,
    }
}

async fn answer_to(
    user: &UserContext<'_>,
    origin: Origin,
    id: Option<CustomId>,
    is_double_click: bool,
) -> Reply {
    if user.data.stopping.is_cancelled() {
        return user.restart_notice();
    }
    if user.caller.server.is_none() && !id.as_ref().is_some_and(works_everywhere) {
        return Reply::ephemeral(user.text("notice-direct-message"));
    }
    match id {
        None => user.stale_button("notice-unknown-button").await,
        Some(_) if is_double_click => user.stale_button("notice-double-click").await,
        Some(id) => handle(user, origin, id).await.unwrap_or_else(|failure| failure.reply(user)),
    }
}

/// Handles the request encoded in a custom id.
async fn handle(user: &UserContext<'_>, origin: Origin, id: CustomId) -> Result<Reply, Failure> {
    match id {
        // No button invites a person: only the command checks whom Discord shows the channel.
        CustomId::Ask { command: Command::Invite(_), .. } | CustomId::Menu(_) | CustomId::TableMenu(_) => {
            Ok(user.stale_button("notice-unknown-button").await)
        }
        CustomId::Ask { table, command: Command::Set(setting) } => {
            commands::ulti::table_settings::change(user, table, setting).await
        }
        CustomId::Ask { table, command } => {
            if let Command::Close { .. } = command {
                user.managed_server()?;
            }
            Ok(ask(user, origin, table, command).await)
        }
        CustomId::Show { table, what } => shown(user, origin, table, what).await,
        CustomId::Analyse { table, deal } => analyse::analyse(user, table, deal).await,
        CustomId::Draft { table, at, draft } => draft_of_bid(user, table, at, &draft).await,
        CustomId::DraftHint { table, at, draft } => hint_for_draft(user, origin, (table, at), &draft).await,
        // The table asks for a confirmation.
        CustomId::Sure { table, action, .. } => {
            Ok(ask(user, origin, table, Command::Act { action: action.action(), at: None }).await)
        }
        CustomId::Page(page) => commands::rules::page(user, &page).await,
        CustomId::Share(page) => commands::rules::share(user, &page).await,
        CustomId::Score(sum) => commands::rules::score(user, &sum).await,
        CustomId::ShareScore(sum) => commands::rules::share_score(user, &sum).await,
        CustomId::Board(board) => commands::leaderboard::pressed(user, board).await,
        CustomId::Seasons(seasons) => commands::season::pressed(user, seasons).await,
        CustomId::Set(setting) => commands::settings::change(user, &[setting]).await,
        CustomId::Server(choice) => commands::admin::server_settings::pressed(user, choice).await,
        CustomId::Panel(panel) => commands::panels::pressed(user, panel).await,
        CustomId::House(house) => commands::settings::house_rules::pressed(user, house).await,
        CustomId::Privacy(privacy) => commands::privacy::pressed(user, privacy).await,
        CustomId::Stats(stats) => commands::stats::pressed(user, stats).await,
        CustomId::Played(played) => commands::replay::pressed(user, played).await,
        CustomId::Replay { table, deal } => commands::replay::of_table(user, table, deal).await,
        CustomId::OwnDeal { table, deal } => commands::own_deal::own_deal(user, table, deal).await,
        CustomId::SameAgain { table } => commands::ulti::same_again::same_again(user, table).await,
        CustomId::Shuffle { table, commitment } => commands::verify::shuffle(user, table, commitment).await,
    }
}

/// Sends a command to a table and replies with the outcome.
async fn ask(user: &UserContext<'_>, origin: Origin, table: TableId, command: Command) -> Reply {
    let begins = begins_a_deal(&command);
    if begins && let Some(missing) = permissions::missing(user.caller, user.appearance.lang) {
        return Reply::ephemeral(missing);
    }
    let quiet = origin == Origin::Public && is_quiet_command(&command);
    match user.ask(table, command.clone()).await {
        Ok(answer) if quiet && is_seen_by_all(&command, &answer) => Reply::Nothing,
        Ok(answer) if begins => user.hand(&answer, None).below_table(),
        Ok(answer) if matches!(command, Command::AddRobot(_) | Command::RemoveRobot) => {
            let note = (answer.table_view.stage != TableStage::Lobby)
                .then(|| messages::done(&command, &answer.table_view, user.appearance));
            user.hand(&answer, note.as_deref())
        }
        Ok(answer) => commands::common::table_command::reply_to(user, &command, &answer),
        Err(refused) if begins => match user.read_table(table).await {
            Ok(now) => user.deal_already_started(&now, &refused, None),
            Err(reply) => reply,
        },
        Err(refused) => refuse(user, origin, table, &refused).await,
    }
}

/// Returns `true` if a public message shows everything that the user needs to know about an executed command.
///
/// A user who joins during an evening is also told privately when they will play.
fn is_seen_by_all(command: &Command, answer: &TableReply) -> bool {
    let joined_later = *command == Command::Join && answer.table_view.stage != TableStage::Lobby;
    answer.outcome == CommandOutcome::Done && !joined_later
}

/// Creates the reply to a button press or menu selection that the table rejected.
///
/// If the user pressed a button on their hand message and the action is illegal, the reason appears above the
/// current hand. If the action has to be confirmed, the confirmation prompt replaces the hand.
async fn refuse(user: &UserContext<'_>, origin: Origin, table: TableId, refused: &Refusal) -> Reply {
    if let (Origin::Own, Refusal::Illegal(_)) = (origin, refused)
        && let Ok(now) = user.read_table(table).await
    {
        return user.hand(&now, Some(&messages::refused(refused, user.appearance)));
    }
    if let (Origin::Own, Some(prompt)) = (origin, messages::confirmation(refused, table, user.appearance))
        && let Ok(now) = user.read_table(table).await
    {
        return match bid_to_confirm(refused) {
            Some(draft) => user.in_place_of_draft(&now, prompt, &draft),
            None => user.in_place_of_hand(&now, prompt),
        };
    }
    user.refused_button(refused, table).await
}

/// Returns the draft of a bid that the user has to confirm, or `None` if the refusal is about something else.
fn bid_to_confirm(refused: &Refusal) -> Option<BidDraft> {
    let Refusal::Unconfirmed(unconfirmed) = refused else { return None };
    messages::draft_of(unconfirmed.action.action())
}

/// Replies with what the user asked to see, such as their hand or the last trick.
async fn shown(
    user: &UserContext<'_>,
    origin: Origin,
    table: TableId,
    what: TablePanel,
) -> Result<Reply, Failure> {
    let answer = user.read_table(table).await?;
    let appearance = user.appearance;
    let table_view = &answer.table_view;
    Ok(match what {
        TablePanel::Hand => {
            let ended = matches!(table_view.stage, TableStage::Ended(_));
            let note = ended.then(|| user.text("notice-table-ended"));
            user.hand(&answer, note.as_deref())
        }
        TablePanel::LastTrick => Reply::Ephemeral(messages::last_trick(table_view, appearance).into()),
        TablePanel::Help => commands::help::at_table(user, &answer),
        TablePanel::Hint => commands::hint::hint_for(user, &answer, origin, None).await?,
        TablePanel::Settings => {
            Reply::InPlace(messages::table_settings(table_view, user.caller.user, appearance).into())
        }
        TablePanel::More => Reply::Ephemeral(messages::more(table_view, user.caller.user, appearance).into()),
    })
}

/// Shows the draft of a bid in place of the user's hand. If the button that the user pressed is outdated,
/// shows the current hand instead.
async fn draft_of_bid(
    user: &UserContext<'_>,
    table: TableId,
    at: Moment,
    draft: &BidDraft,
) -> Result<Reply, Failure> {
    let now = user.read_table(table).await?;
    let reply = if is_now(&now, at) { user.hand_with_draft(&now, draft, None) } else { None };
    Ok(reply.unwrap_or_else(|| user.hand(&now, Some(&user.text("notice-stale")))))
}

/// Shows a hint beside the draft of a bid. If the button that the user pressed is outdated, shows the current
/// hand instead.
async fn hint_for_draft(
    user: &UserContext<'_>,
    origin: Origin,
    (table, at): (TableId, Moment),
    draft: &BidDraft,
) -> Result<Reply, Failure> {
    let now = user.read_table(table).await?;
    if is_now(&now, at) {
        commands::hint::hint_for(user, &now, origin, Some(draft)).await
    } else {
        Ok(user.hand(&now, Some(&user.text("notice-stale"))))
    }
}

/// Returns `true` if a pressed button is up to date.
///
/// `at` is the deal number and event count when the button was created. Both must still be current.
fn is_now(answer: &TableReply, at: Moment) -> bool {
    let deal = answer.table_view.deal.as_ref().map(|deal| deal.number);
    let version = answer.player_view.as_ref().map(|view| view.version);
    (deal, version) == (Some(at.deal), Some(at.version))
}
