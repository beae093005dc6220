//! Invariants of every schedule. The checks see only requests, their results and the actions of users.
//!
//! | Module | Invariants |
//! | --- | --- |
//! | `interactions` | Every interaction is answered once, and has one first response and one reply |
//! | `public_messages` | The public messages of a table exist once, are current, and are in order |
//! | `hands` | One hand per player has buttons and is current; notes and drafts remain; users are forgotten |
//! | `new_hands` | A hand is sent in a new message once per occasion, within limits, and below others |
//! | `notices` | Every notice is posted once, and a reminder is displayed only during the turn |
//! | `pacing` | Edits have intervals, and only what the load permits is sent |
//! | `in_flight` | One request at a time changes a message, and one sends a public message |
//! | `priority` | A request has the priority and the subject of its message |
//! | `moved_tables` | Nothing is sent for a table of another process |
//! | `secrecy` | A hand is shown only to its owner |
//! | `repetition` | No edit sends what the message shows |

mod execution;
mod hands;
mod history;
mod in_flight;
mod interactions;
mod moved_tables;
mod new_hands;
mod notices;
mod pacing;
mod priority;
mod public_messages;
mod repetition;
mod secrecy;
mod targets;
mod unknown;

use std::collections::{BTreeMap, BTreeSet};

use channel_messages::{
    Action, Answer, Failure, InteractionId, Load, MessageId, PublicKey, Reply, Step, StepResult, TableId,
    Time, UserId,
};

use crate::discord::{Discord, Payload};
use crate::plan::Plan;
use crate::tables::{SimBoard, SimMessage};

pub(crate) use execution::Execution;
use hands::Hands;
use history::History;
use in_flight::InFlight;
use interactions::Interactions;
use moved_tables::MovedTables;
use new_hands::NewHands;
use notices::Notices;
use pacing::Pacing;
use public_messages::PublicMessages;
use unknown::UnknownMessages;

/// The ids of public messages in the database.
type Database = BTreeMap<(TableId, PublicKey), MessageId>;

/// The checks of a schedule.
#[derive(Debug)]
pub(crate) struct Checks {
    pub(crate) history: History,
    interactions: Interactions,
    in_flight: InFlight,
    unknown: UnknownMessages,
    public: PublicMessages,
    hands: Hands,
    new_hands: NewHands,
    notices: Notices,
    pacing: Pacing,
    moved: MovedTables,
    /// Tables that have ended, and whose last content Discord has refused. It is not sent again.
    refused: BTreeSet<TableId>,
}

impl Checks {
    pub(crate) fn new(plan: Plan) -> Self {
        Self {
            history: History::new(plan),
            interactions: Interactions::default(),
            in_flight: InFlight::default(),
            unknown: UnknownMessages::default(),
            public: PublicMessages::default(),
            hands: Hands::default(),
            new_hands: NewHands::default(),
            notices: Notices::default(),
            pacing: Pacing::default(),
            moved: MovedTables::default(),
            refused: BTreeSet::new(),
        }
    }

    /// Records an interaction of a user.
    pub(crate) fn interacts(&mut self, id: InteractionId, since: Time) {
        self.interactions.add(id, since);
    }

    /// Records that the bot has received an interaction.
    pub(crate) fn delivered(&mut self, id: InteractionId) {
        self.interactions.delivered(id);
    }

    /// Records that the reply to an interaction was passed to the bot.
    pub(crate) fn replied(&mut self, id: InteractionId, reply: &Reply<SimBoard>) {
        self.interactions.replied(id, reply);
    }

    /// Checks that an interaction is answered once.
    pub(crate) fn answered(&mut self, id: InteractionId, answer: Answer) {
        self.interactions.answered(id, answer);
    }

    /// Records that a user has deleted a message.
    pub(crate) fn deleted(&mut self, message: MessageId, discord: &Discord) {
        self.public.deleted(message, discord);
        self.new_hands.deleted(message, discord);
    }

    /// Records that the messages of a table are moved to the end of the channel.
    pub(crate) fn reposted(&mut self, table: TableId) {
        self.public.reposted(table);
    }

    /// Records that the process has ended, and that another one has started.
    pub(crate) fn restarted(&mut self, discord: &Discord, database: &Database) {
        self.history.has_restarted = true;
        self.pacing.restarted();
        self.in_flight.clear();
        self.new_hands.dropped(None);
        self.interactions.lose_unanswered();
        self.unknown.restarted(discord, database);
    }

    /// Records that another process serves a table, and that this process knows nothing of its messages
    /// later.
    pub(crate) fn dropped(&mut self, table: TableId, discord: &Discord, database: &Database) {
        self.history.has_restarted = true;
        self.unknown.dropped(table, discord, database);
        self.moved.insert(table);
        self.new_hands.dropped(Some(table));
    }

    /// Records that this process serves a table again.
    pub(crate) fn returned(&mut self, table: TableId) {
        self.moved.remove(table);
    }

    /// Records that the bot forgets a user, and with it the hands that it has sent or is going to send.
    pub(crate) fn forgets(&mut self, user: UserId, discord: &Discord) {
        self.unknown.forgets(user, discord);
        self.hands.forgets(user, discord, &self.interactions);
        self.new_hands.forgets(user);
    }

    /// Records that the bot omits pictures for some time.
    pub(crate) const fn omits_pictures(&mut self) {
        self.history.has_omitted_pictures = true;
    }

    pub(crate) const fn may_lack_pictures(&self) -> bool {
        self.history.may_lack_pictures()
    }

    /// Records that Discord has refused content of a table that has ended, if it is one.
    pub(crate) fn refuses_last_content(&mut self, table: Option<TableId>) {
        self.refused.extend(table);
    }

    /// Returns `true` if Discord has refused content of a table after its end.
    pub(crate) fn has_refused(&self, table: TableId) -> bool {
        self.refused.contains(&table)
    }

    /// Records that the bot did not get the id of a message.
    pub(crate) fn hides_id(&mut self, message: Option<MessageId>) {
        self.history.has_failed = true;
        self.unknown.extend(message);
    }

    /// Records a notice that has to be posted, and the user whose turn it is if it is a reminder.
    pub(crate) fn notifies(&mut self, table: TableId, number: u64, reminds: Option<UserId>) {
        self.notices.add(table, number, reminds);
    }

    /// Checks a request that is sent. `load` is `None` if the process shuts down.
    pub(crate) fn sent(
        &mut self,
        step: &Step<SimMessage>,
        payload: Option<&Payload>,
        load: Option<Load>,
        discord: &Discord,
    ) {
        self.pacing.sent(&step.action, load, discord, &self.history);
        self.in_flight.sent(step, discord);
        priority::check(step, discord);
        self.moved.check(&step.action, discord);
        self.hands.check_forgotten(step, discord);
        self.new_hands.sent(step, payload, load, (discord, &self.history));
    }

    /// Records that the bot gets the result of a request.
    pub(crate) fn finished(&mut self, step: &Step<SimMessage>, discord: &Discord) {
        NewHands::finished(step, discord, &self.history);
        self.in_flight.finished(step.id);
    }

    /// Checks a request that arrives at Discord.
    pub(crate) fn arrives(&self, action: &Action, payload: Option<&Payload>, discord: &Discord) {
        if let Some(payload) = payload {
            secrecy::check(action, payload, discord);
            hands::check_order(action, payload, discord, &self.history);
            self.hands.check_extra(action, payload, discord, &self.interactions, &self.history);
            repetition::check(action, payload, discord, &self.history);
        }
        self.interactions.check_response(action, discord);
    }

    /// Records the result of a request at Discord.
    pub(crate) fn executed(&mut self, execution: &Execution<'_>, discord: &Discord) {
        self.pacing.executed(execution, &self.history);
        self.interactions.executed(execution);
        self.hands.executed(execution, discord, &self.interactions);
        self.unknown.executed(execution);
    }

    /// Records the result that the bot gets. `is_mark` is `true` if the request marks a replaced hand.
    pub(crate) fn result(&mut self, action: &Action, is_mark: bool, result: StepResult, discord: &Discord) {
        self.history.has_failed |= result.is_err();
        self.unknown.result(action, is_mark, result);
        self.hands.result(action, result, discord, &self.history);
        self.interactions.result(action, result, &self.history);
    }

    /// Records that the request of a step fails without being sent.
    pub(crate) fn not_sent(&mut self, action: &Action, failure: Failure, discord: &Discord) {
        self.hands.fails(action, failure, discord);
    }

    /// Records that a response has created a message after the bot has stopped waiting for its result.
    pub(crate) fn created_late(&mut self, action: &Action, result: StepResult) {
        self.unknown.created_late(action, result);
    }

    /// Checks the public messages of a table.
    pub(crate) fn check_public(
        &self,
        board: &SimBoard,
        needs_pictures: bool,
        discord: &Discord,
        database: &Database,
    ) {
        let context = public_messages::Context { needs_pictures, discord, database, unknown: &self.unknown };
        self.public.check(board, &context, &self.history);
    }

    /// Checks the hands of a player.
    pub(crate) fn check_hands(&self, board: &SimBoard, (user, style): (UserId, u8), discord: &Discord) {
        let context = hands::Context { discord, interactions: &self.interactions, unknown: &self.unknown };
        self.hands.check(board, (user, style), &context, &self.history);
        self.new_hands.check(board, user, (discord, &self.interactions), &self.history);
    }

    /// Checks the notices of a table.
    pub(crate) fn check_notices(&self, board: &SimBoard, discord: &Discord) {
        self.notices.check(board, discord, &self.history);
    }

    /// Checks that every interaction was answered.
    pub(crate) fn check_interactions(&self, discord: &Discord) {
        self.interactions.check(discord, self.history.plan.has_faults);
    }
}
