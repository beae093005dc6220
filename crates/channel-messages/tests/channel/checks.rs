//! Invariants of every schedule. The checks see only requests, their results and the actions of users.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use channel_messages::{
    Action, Answer, Board, Failure, InteractionId, Load, MessageId, Nonce, PostCondition, PublicKey, Reply,
    ResponseKind, Sent, Step, StepId, StepResult, TableId, Time, UserId,
};

use crate::discord::{Audience, Discord, DiscordInteraction, DiscordMessage, NONCE_LIFETIME, Payload};
use crate::tables::{SimBoard, SimMessage, Stage, What};
use crate::world::Plan;

/// Minimum time between two edits of a public message.
const EDIT_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum time between two requests for public messages at the highest load.
const SLOW_INTERVAL: Duration = Duration::from_secs(15);
/// Time during which the bot uses a token.
const TOKEN_LIFETIME: Duration = Duration::from_secs(15 * 60 - 20);

/// The history of an interaction.
#[derive(Debug)]
struct Seen {
    /// `true` if a request with the reply was executed.
    is_shown: bool,
    since: Time,
    is_nothing: bool,
    answer: Option<Answer>,
    /// `true` if a request of the interaction failed, or its result was lost.
    has_failed: bool,
    /// `true` if the result of a first response was lost.
    is_uncertain: bool,
    /// `true` if the process ended before the interaction was answered.
    is_lost: bool,
}

/// The ids of public messages in the database.
type Database = BTreeMap<(TableId, PublicKey), MessageId>;

/// The checks of a schedule.
#[derive(Debug)]
pub(crate) struct Checks {
    plan: Plan,
    pub(crate) now: Time,
    interactions: BTreeMap<InteractionId, Seen>,
    /// The messages whose content is being changed, by step.
    changing: BTreeMap<StepId, MessageId>,
    /// Messages that the bot cannot know, because the result was lost or the process ended.
    orphans: BTreeSet<MessageId>,
    /// Public messages that a response has created after the bot has stopped waiting for its result.
    late: BTreeSet<MessageId>,
    /// Interactions whose hands the bot does not keep.
    forgotten: BTreeSet<InteractionId>,
    /// Messages of responses that the bot has looked for without success.
    unfound: BTreeSet<MessageId>,
    /// Messages that a reply would have changed if Discord had not refused it.
    refused_replies: BTreeSet<MessageId>,
    /// Messages that were deleted by users.
    deleted: BTreeSet<MessageId>,
    /// Time of the newest interaction whose token edits an ephemeral message.
    tokens: BTreeMap<MessageId, Time>,
    /// The notices of each table, and the user whose turn it is if it is a reminder.
    notices: BTreeMap<(TableId, u64), Option<UserId>>,
    /// Time of the last edit of each public message that Discord has executed.
    edited: BTreeMap<MessageId, Time>,
    /// Tables with a message that was deleted or moved, so that the order of their messages can change.
    reordered: BTreeSet<TableId>,
    /// Tables that have ended, and whose last content Discord has refused. It is not sent again.
    refused: BTreeSet<TableId>,
    restarts: usize,
    has_failed: bool,
    /// Time of the last request of this process that posts or edits a public message.
    requested: Option<Time>,
    /// `true` if pictures were omitted for some time.
    has_omitted: bool,
}

/// Returns the interaction to which a request belongs.
fn of_action(action: &Action) -> Option<InteractionId> {
    match action {
        Action::Respond { token, .. }
        | Action::FollowUp { token, .. }
        | Action::EditOriginal(token)
        | Action::DeleteOriginal(token)
        | Action::Find { token, .. } => Some(token.interaction()),
        _ => None,
    }
}

impl Checks {
    pub(crate) const fn new(plan: Plan) -> Self {
        Self {
            plan,
            now: Time::ZERO,
            interactions: BTreeMap::new(),
            changing: BTreeMap::new(),
            orphans: BTreeSet::new(),
            late: BTreeSet::new(),
            forgotten: BTreeSet::new(),
            unfound: BTreeSet::new(),
            refused_replies: BTreeSet::new(),
            deleted: BTreeSet::new(),
            tokens: BTreeMap::new(),
            notices: BTreeMap::new(),
            edited: BTreeMap::new(),
            reordered: BTreeSet::new(),
            refused: BTreeSet::new(),
            restarts: 0,
            has_failed: false,
            requested: None,
            has_omitted: false,
        }
    }

    pub(crate) fn interacts(&mut self, id: InteractionId, since: Time) {
        let seen = Seen {
            is_shown: false,
            since,
            is_nothing: false,
            answer: None,
            has_failed: false,
            is_uncertain: false,
            is_lost: false,
        };
        self.interactions.insert(id, seen);
    }

    pub(crate) fn replied(&mut self, id: InteractionId, reply: &Reply<SimBoard>) {
        let seen = self.interactions.get_mut(&id).unwrap();
        seen.is_nothing = matches!(reply, Reply::Nothing);
    }

    pub(crate) fn answered(&mut self, id: InteractionId, answer: Answer) {
        let seen = self.interactions.get_mut(&id).unwrap();
        assert!(seen.answer.is_none(), "{id:?} was answered twice");
        seen.answer = Some(answer);
    }

    pub(crate) fn deleted(&mut self, message: MessageId, discord: &Discord) {
        self.deleted.insert(message);
        self.reordered.extend(discord.messages[&message].message.what.table());
    }

    pub(crate) fn reposted(&mut self, table: TableId) {
        self.reordered.insert(table);
    }

    pub(crate) fn restarted(&mut self, discord: &Discord, database: &Database) {
        self.restarts += 1;
        self.requested = None;
        self.changing.clear();
        for seen in self.interactions.values_mut().filter(|seen| seen.answer.is_none()) {
            seen.is_lost = true;
        }
        // The tokens of ephemeral messages are kept in memory only.
        let ephemeral = discord.messages.iter().filter(|(_, message)| message.audience != Audience::Everyone);
        self.orphans.extend(ephemeral.map(|(id, _)| *id));
        // Messages that were posted and not stored are found again only if they are posted again.
        let known: BTreeSet<MessageId> = database.values().copied().collect();
        let public = discord.messages.iter().filter(|(_, message)| message.audience == Audience::Everyone);
        self.orphans.extend(public.map(|(id, _)| *id).filter(|id| !known.contains(id)));
    }

    /// Records that another process serves a table, and that this process knows nothing of its messages
    /// later.
    pub(crate) fn dropped(&mut self, table: TableId, discord: &Discord, database: &Database) {
        self.restarts += 1;
        let known: BTreeSet<MessageId> = database.values().copied().collect();
        // An edit on its way may turn another reply into a hand of the table.
        let of_others = |what: &What| what.table().is_some_and(|of| of != table);
        let messages = discord.messages.iter().filter(|(_, message)| !of_others(&message.message.what));
        self.orphans.extend(messages.map(|(id, _)| *id).filter(|id| !known.contains(id)));
    }

    /// Records that the bot forgets a user, and with it the hands that it has sent or is going to send.
    pub(crate) fn forgets(&mut self, user: UserId, discord: &Discord) {
        let hands = discord.messages.iter().filter(|(_, message)| message.audience == Audience::Only(user));
        self.orphans.extend(hands.map(|(id, _)| *id));
        let pending = discord.interactions.iter().filter(|(_, interaction)| interaction.user == user);
        self.forgotten.extend(pending.map(|(id, _)| *id));
    }

    /// Checks a request that is sent. `load` is `None` if the process shuts down.
    pub(crate) fn sent(&mut self, step: &Step<SimMessage>, load: Option<Load>, discord: &Discord) {
        self.check_load(&step.action, load, discord);
        if let Action::Edit(Sent { id, .. }) = &step.action
            && discord.messages[id].audience == Audience::Everyone
            && let Some(before) = self.edited.get(id)
        {
            let is_exempt = load.is_none() || self.restarts > 0;
            let is_paced = self.now >= *before + EDIT_INTERVAL || is_exempt;
            assert!(is_paced, "{id:?} was edited at {before:?} and {:?}", self.now);
        }
        if let Some(target) = changed_message(&step.action, discord) {
            let other = self.changing.values().find(|message| **message == target);
            assert!(other.is_none(), "two requests change {target:?} at the same time");
            self.changing.insert(step.id, target);
        }
    }

    /// Checks that a request is sent at the given load.
    fn check_load(&mut self, action: &Action, load: Option<Load>, discord: &Discord) {
        let is_public = match action {
            Action::Post(nonce) => {
                let is_allowed = matches!(nonce, Nonce::Public { .. }) || load == Some(Load::Normal);
                assert!(is_allowed, "a notice is posted at {load:?}");
                matches!(nonce, Nonce::Public { .. })
            }
            Action::Edit(Sent { id, .. }) => discord.messages[id].audience == Audience::Everyone,
            Action::AddPicture(_) => {
                assert!(load.is_none_or(|load| load < Load::Highest), "a picture is added at {load:?}");
                return;
            }
            Action::Delete(_) => {
                assert!(load.is_none_or(|load| load < Load::Highest), "a message is deleted at {load:?}");
                return;
            }
            _ => return,
        };
        let most = if is_public { Load::Highest } else { Load::High };
        assert!(load.is_none_or(|load| load <= most), "{action:?} is sent at {load:?}");
        if let (true, Some(before)) = (is_public && load == Some(Load::Highest), self.requested) {
            let is_paced = self.now >= before + SLOW_INTERVAL;
            assert!(is_paced, "public requests at {before:?} and {:?} under load", self.now);
        }
        if is_public {
            self.requested = Some(self.now);
        }
    }

    pub(crate) fn finished(&mut self, step: &Step<SimMessage>) {
        self.changing.remove(&step.id);
    }

    /// Checks a request that arrives at Discord.
    pub(crate) fn arrives(&mut self, action: &Action, payload: Option<&Payload>, discord: &Discord) {
        let audience = match action {
            Action::Post(_)
            | Action::FollowUp { is_ephemeral: false, .. }
            | Action::Respond { kind: ResponseKind::Public, .. } => Audience::Everyone,
            Action::FollowUp { token, .. } | Action::Respond { token, .. } => {
                Audience::Only(discord.interactions[&token.interaction()].user)
            }
            Action::Edit(Sent { id, .. }) | Action::AddPicture(Sent { id, .. }) => {
                discord.messages[id].audience
            }
            Action::EditOriginal(token) => {
                let original = discord.interactions[&token.interaction()].original;
                original.map_or(Audience::Everyone, |original| discord.messages[&original].audience)
            }
            _ => return self.check_response(action, discord),
        };
        if let Some(payload) = payload {
            check_audience(audience, &payload.message.what);
        }
        if let (Some(payload), Some(id)) = (payload, changed_message(action, discord)) {
            let (shown, sent) = (&discord.messages[&id].message, &payload.message);
            let are_hands = matches!((&shown.what, &sent.what), (What::Hand(..), What::Hand(..)));
            let is_older = are_hands
                && shown.what != sent.what
                && sent.version < shown.version
                && shown.what.table() == sent.what.table();
            assert!(
                !is_older || self.plan.has_faults || self.restarts > 0,
                "{id:?} gets an older hand: {sent:?} after {shown:?}"
            );
        }
        if let (Action::Edit(Sent { id, .. }), Some(payload)) = (action, payload) {
            self.check_extra(*id, &discord.messages[id], &payload.message);
        }
        if let (Action::Edit(Sent { id, .. }), Some(payload), false) = (action, payload, self.has_failed) {
            let shown = &discord.messages[id];
            let is_repeated = shown.message == payload.message && shown.picture == payload.picture;
            assert!(
                !is_repeated || shown.is_deleted || self.restarts > 0,
                "edit of {id:?} changes nothing: {payload:?}"
            );
        }
        self.check_response(action, discord);
    }

    /// Checks that an edit does not remove the note or the draft beside a hand that has not changed. The bot
    /// does not know which hand is shown if a reply was refused or has failed, or if the hands of the table
    /// were dropped.
    fn check_extra(&self, id: MessageId, shown: &DiscordMessage, sent: &SimMessage) {
        let DiscordMessage { message, is_deleted, .. } = shown;
        let Some(extra) = &message.extra else { return };
        let reply = extra.split(' ').next_back().and_then(|id| id.parse().ok()).map(InteractionId);
        let is_known = reply.is_some_and(|reply| self.interactions[&reply].answer != Some(Answer::Failed));
        let is_known = is_known && !self.refused_replies.contains(&id);
        let is_same = message.what == sent.what && message.look >= sent.look;
        let loses_extra = is_same && is_known && sent.extra.is_none() && !is_deleted;
        assert!(!loses_extra || self.restarts > 0, "{message:?} loses its note or draft: {sent:?}");
    }

    fn check_response(&self, action: &Action, discord: &Discord) {
        if let Action::Respond { token, .. } = action {
            let interaction = &token.interaction();
            let is_answered = discord.interactions[interaction].response.is_some();
            let seen = &self.interactions[interaction];
            assert!(
                !is_answered || seen.is_uncertain || seen.is_lost,
                "{interaction:?} gets a second first response"
            );
        }
    }

    /// Records the result of a request at Discord. `is_known` is `false` if the bot does not get it.
    pub(crate) fn executed(
        &mut self,
        action: &Action,
        what: Option<&What>,
        (result, is_known, is_lost): (StepResult, bool, bool),
        discord: &Discord,
    ) {
        let is_hand = matches!(what, Some(What::Hand(..)));
        if let (Action::Edit(sent), Ok(_)) = (action, result) {
            self.edited.insert(sent.id, self.now);
        }
        if let (Some(What::Hand(..) | What::Reply(_)), Ok(_), Some(id)) = (what, result, of_action(action)) {
            self.interactions.get_mut(&id).unwrap().is_shown = true;
        }
        let edits_hand = is_hand
            && matches!(action, Action::Respond { kind: ResponseKind::Update, .. } | Action::EditOriginal(_));
        if let (true, true, Some(id)) = (edits_hand, result.is_ok(), of_action(action)) {
            let since = self.interactions[&id].since;
            if let Some(original) = discord.interactions[&id].original {
                let token = self.tokens.entry(original).or_default();
                *token = since.max(*token);
            }
        }
        let creates = matches!(
            action,
            Action::FollowUp { .. }
                | Action::Respond { kind: ResponseKind::Ephemeral | ResponseKind::Thinking, .. }
        );
        // A message whose id is unknown is found again if it is posted again.
        if let (Action::Post(_), Ok(accepted), false) = (action, result, is_known) {
            self.orphans.extend(accepted.message);
        }
        if let (Action::Edit(sent), true, true) = (action, is_hand, is_lost) {
            self.orphans.insert(sent.id);
        }
        // A message that a response creates is not found again by another process.
        if let (Action::Respond { kind: ResponseKind::Public, .. }, Ok(accepted), true) =
            (action, result, is_lost)
        {
            self.orphans.extend(accepted.message);
        }
        let created = result.ok().and_then(|accepted| accepted.message).filter(|_| creates);
        if let (Some(message), Some(id)) = (created, of_action(action)) {
            self.tokens.insert(message, self.interactions[&id].since);
            // The message of a response can be found with the token.
            if !is_known && (matches!(action, Action::FollowUp { .. }) || is_lost) {
                self.orphans.insert(message);
            }
        }
    }

    /// Records the result that the bot gets.
    pub(crate) fn result(&mut self, action: &Action, is_mark: bool, result: StepResult, discord: &Discord) {
        if let (Action::Edit(sent), Err(Failure::Invalid), true) = (action, result, is_mark) {
            self.orphans.insert(sent.id);
        }
        self.has_failed |= result.is_err();
        if let (Action::Find { .. }, Ok(found)) = (action, result) {
            self.unfound.retain(|message| Some(*message) != found.message);
        }
        if let (Action::Edit(Sent { id, .. }), Err(Failure::Gone)) = (action, result) {
            assert!(self.plan.has_faults, "{id:?} was edited with a token that is invalid");
        }
        if let (Some(id), Err(failure)) = (of_action(action), result) {
            let DiscordInteraction { original, component, .. } = discord.interactions[&id];
            if !matches!(failure, Failure::Unknown | Failure::NotExecuted) {
                self.refused_replies.extend(original.or(component));
            }
            let seen = self.interactions.get_mut(&id).unwrap();
            // The message of a response that is refused after a lost result, or that cannot be found, is
            // unknown.
            let is_refused = matches!(action, Action::Respond { .. })
                && !matches!(failure, Failure::Unknown | Failure::Acknowledged);
            if is_refused || matches!(action, Action::Find { .. }) {
                self.unfound.extend(discord.interactions[&id].original);
            }
            // The user may have dismissed the message.
            seen.has_failed |= self.plan.has_faults || failure == Failure::MessageGone;
            seen.is_uncertain |= matches!(action, Action::Respond { .. }) && failure == Failure::Unknown;
        }
    }

    /// Records that Discord has refused content of a table that has ended.
    pub(crate) fn refuses_last_content(&mut self, table: Option<TableId>) {
        self.refused.extend(table);
    }

    pub(crate) fn has_refused(&self, table: TableId) -> bool {
        self.refused.contains(&table)
    }

    /// Records that the bot omits pictures for some time.
    pub(crate) fn omits_pictures(&mut self) {
        self.has_omitted = true;
    }

    pub(crate) const fn may_lack_pictures(&self) -> bool {
        self.plan.has_faults || self.has_omitted
    }

    /// Records that the bot did not get the id of a message.
    pub(crate) fn hides_id(&mut self, message: Option<MessageId>) {
        self.has_failed = true;
        self.orphans.extend(message);
    }

    /// Records that a response has created a message after the bot has stopped waiting for its result.
    pub(crate) fn created_late(&mut self, action: &Action, result: StepResult) {
        if let (Action::Respond { kind: ResponseKind::Public, .. }, Ok(accepted)) = (action, result) {
            self.late.extend(accepted.message);
        }
    }

    /// Checks the public messages of a table.
    pub(crate) fn check_public(
        &self,
        board: &SimBoard,
        needs_pictures: bool,
        discord: &Discord,
        database: &Database,
    ) {
        let mut order: Vec<MessageId> = Vec::new();
        for planned in board.public().iter() {
            let of_key = |message: &DiscordMessage| matches!(message.message.what, What::Public(table, key, _) if (table, key) == (board.table, planned.key));
            let all: Vec<_> = discord.messages.iter().filter(|(_, message)| of_key(message)).collect();
            let live: Vec<_> = all.iter().filter(|(_, message)| !message.is_deleted).collect();
            let is_stored = |id: &MessageId| database.get(&(board.table, planned.key)) == Some(id);
            let is_lost = |id: &MessageId| self.orphans.contains(id) || self.late.contains(id);
            let is_unknown = |id: &MessageId| is_lost(id) && !is_stored(id);
            for pair in live.windows(2) {
                // Discord forgets nonces, and responses have none.
                let ((first, older), (second, newer)) = (pair[0], pair[1]);
                if self.late.contains(first) || self.late.contains(second) {
                    continue;
                }
                let may_exist = self.restarts > 0 || newer.since >= older.since + NONCE_LIFETIME;
                assert!(
                    may_exist && (is_unknown(first) || is_unknown(second)),
                    "message exists twice: {live:?}"
                );
            }
            order.extend(live.last().map(|(id, _)| **id));
            let was_deleted = all.iter().any(|(_, message)| message.is_deleted);
            // The bot notices that a message was deleted when it edits the message.
            let shows_plan = |message: &DiscordMessage| message.message.what == planned.content.message.what;
            let may_be_missing = match planned.post {
                PostCondition::Always => {
                    all.iter().any(|(id, message)| self.deleted.contains(id) && shows_plan(message))
                }
                PostCondition::Once => was_deleted,
                PostCondition::Never => true,
            };
            assert!(!live.is_empty() || may_be_missing, "message is missing: {planned:?}");
            let is_current = |message: &DiscordMessage| {
                let has_picture = message.picture == planned.content.picture || !needs_pictures;
                message.message.what == planned.content.message.what && has_picture
            };
            let is_unknown = live.iter().all(|(id, _)| is_unknown(id));
            let is_shown = live.iter().any(|(_, message)| is_current(message));
            assert!(is_unknown || is_shown, "message is outdated: {live:?}, planned: {planned:?}");
            assert!(is_unknown || live.iter().any(|(id, _)| is_stored(id)), "id is not stored: {live:?}");
        }
        let may_differ = self.plan.has_faults || self.restarts > 0 || self.reordered.contains(&board.table);
        assert!(may_differ || order.is_sorted(), "messages are not in order: {order:?}");
    }

    /// Checks the hands of a player.
    pub(crate) fn check_hands(
        &self,
        board: &SimBoard,
        (user, style): (UserId, u8),
        discord: &Discord,
        now: Time,
    ) {
        let hands = discord.messages.iter().filter(|(id, message)| {
            let is_own = matches!(message.message.what, What::Hand(table, of, ..) if (table, of) == (board.table, user));
            let has_token = self.tokens.get(id).is_some_and(|since| *since + TOKEN_LIFETIME > now);
            let is_forgotten = message.created_by.is_some_and(|id| self.forgotten.contains(&id));
            // A response can be executed after the bot has found out that it was not, and has given up.
            let is_late = message.created_by.is_some_and(|id| {
                let seen = &self.interactions[&id];
                seen.is_uncertain && seen.answer == Some(Answer::Failed)
            });
            let is_known = !is_forgotten && !is_late && !self.orphans.contains(id) && !self.unfound.contains(id);
            is_own && has_token && !message.is_deleted && is_known
        });
        let hands: Vec<_> = hands.collect();
        assert!(hands.len() <= 1, "{} hands have buttons: {hands:?}", hands.len());
        for (id, message) in hands {
            // The hands of a table that has ended keep their style.
            let style = match message.message.what {
                What::Hand(.., shown) if board.stage == Stage::Ended => shown,
                _ => style,
            };
            let hand = board.hand(user, &style).unwrap();
            let shown = &message.message;
            let is_draft = shown.extra.as_ref().is_some_and(|extra| extra.starts_with("draft"));
            let has_picture = message.picture == hand.content.picture;
            assert!(
                has_picture || is_draft || self.may_lack_pictures(),
                "hand {id:?} lacks its picture: {message:?}"
            );
            // The picture of a waiting player shows all cards, so the text may be older.
            let is_waiting =
                hand.waiting.is_some() && shown.waiting == hand.waiting && shown.what.style() == Some(style);
            let keeps_waiting = is_waiting && message.picture.is_some() && (has_picture || is_draft);
            let is_current = shown.what == hand.content.message.what;
            assert!(is_current || keeps_waiting, "hand {id:?} is outdated: {message:?}, {hand:?}");
        }
    }

    /// Checks that each notice was posted once, and that a reminder is displayed only during the turn.
    pub(crate) fn check_notices(&self, board: &SimBoard, discord: &Discord) {
        let is_strict = !self.plan.has_faults && !self.plan.has_restarts;
        for ((_, number), reminds) in self.notices.iter().filter(|((table, _), _)| *table == board.table) {
            let what = What::Notice(board.table, *number);
            let posted: Vec<&DiscordMessage> =
                discord.messages.values().filter(|message| message.message.what == what).collect();
            assert!(posted.len() <= 1 || self.restarts > 0, "notice is posted twice: {posted:?}");
            let is_displayed = posted.iter().any(|message| !message.is_deleted);
            match reminds {
                _ if !is_strict => {}
                None => assert_eq!(posted.len(), 1, "notice {number} was not posted"),
                Some(user) => assert!(!is_displayed || board.turn() == Some(*user), "reminder is outdated"),
            }
        }
    }

    /// Records a notice that has to be posted, and the user whose turn it is if it is a reminder.
    pub(crate) fn notifies(&mut self, table: TableId, number: u64, reminds: Option<UserId>) {
        self.notices.insert((table, number), reminds);
    }

    /// Checks that every interaction was answered.
    pub(crate) fn check_interactions(&self, discord: &Discord) {
        for (id, seen) in &self.interactions {
            if seen.is_lost {
                continue;
            }
            assert!(seen.answer.is_some(), "{id:?} was not answered: {seen:?}");
            if !seen.has_failed && !self.plan.has_faults {
                assert_ne!(seen.answer, Some(Answer::Failed), "{id:?} failed: {seen:?}");
                assert!(discord.interactions[id].response.is_some(), "{id:?} got no response: {seen:?}");
                let is_shown = seen.is_shown || seen.is_nothing;
                assert!(is_shown, "the reply to {id:?} was not shown: {seen:?}");
            }
            let is_thinking = discord.messages.values().any(|message| {
                let is_own = message.created_by == Some(*id) && message.message.what == What::Thinking;
                is_own && !message.is_deleted
            });
            assert!(!is_thinking || self.plan.has_faults, "{id:?} still shows \"thinking\": {seen:?}");
            let replies =
                discord.messages.values().filter(|message| message.message.what == What::Reply(id.0));
            assert!(replies.count() <= 1, "reply to {id:?} is shown twice");
        }
    }
}

/// Returns the message that a request changes or deletes.
fn changed_message(action: &Action, discord: &Discord) -> Option<MessageId> {
    match action {
        Action::Edit(sent) | Action::AddPicture(sent) => Some(sent.id),
        Action::Delete(message) => Some(*message),
        Action::EditOriginal(token) | Action::DeleteOriginal(token) => {
            discord.interactions[&token.interaction()].original
        }
        Action::Respond { token, kind: ResponseKind::Update } => {
            discord.interactions[&token.interaction()].component
        }
        _ => None,
    }
}

/// Checks that a message may be shown to an audience.
fn check_audience(audience: Audience, what: &What) {
    match what {
        What::Hand(_, user, ..) => {
            assert_eq!(audience, Audience::Only(*user), "a hand is shown to others: {what:?}");
        }
        What::Public(..) | What::Notice(..) => {
            assert_eq!(audience, Audience::Everyone, "{what:?} is private");
        }
        What::Replaced | What::Thinking | What::SeenByAll(_) => {
            assert_ne!(audience, Audience::Everyone, "{what:?} is public");
        }
        What::Reply(_) => {}
    }
}
