//! Checks of the hands that players see in ephemeral messages.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use channel_messages::{
    Action, Answer, Board as _, Failure, InteractionId, MessageId, ResponseKind, Sent, Step, StepResult,
    Subject, Time, UserId, Via,
};

use super::execution::Execution;
use super::history::History;
use super::interactions::Interactions;
use super::targets::{changed_message, interaction_of};
use super::unknown::UnknownMessages;
use crate::discord::{Audience, Discord, DiscordInteraction, DiscordMessage, Payload};
use crate::tables::{SimBoard, SimMessage, Stage, What};

/// Time during which the bot uses a token.
const TOKEN_LIFETIME: Duration = Duration::from_secs(15 * 60 - 20);
/// Time before the end of a token at which a hand says that it is no longer updated.
const HAND_EXPIRY: Duration = Duration::from_secs(30);

/// The hands of a schedule.
#[derive(Debug, Default)]
pub(super) struct Hands {
    /// Time of the newest interaction whose token edits an ephemeral message.
    tokens: BTreeMap<MessageId, Time>,
    /// Interactions whose hands the bot does not keep.
    forgotten: BTreeSet<InteractionId>,
    /// Interactions whose tokens edit no hand any more.
    unused: BTreeSet<InteractionId>,
    /// Messages of responses that the bot has looked for without success.
    unfound: BTreeSet<MessageId>,
    /// Messages that a reply would have changed if it had not been refused.
    refused_replies: BTreeSet<MessageId>,
}

/// The messages on Discord, and what the bot knows of them.
pub(super) struct Context<'a> {
    pub(super) discord: &'a Discord,
    pub(super) interactions: &'a Interactions,
    pub(super) unknown: &'a UnknownMessages,
}

/// Checks that a message does not get an older hand than the one that it shows.
pub(super) fn check_order(action: &Action, payload: &Payload, discord: &Discord, history: &History) {
    let Some(id) = changed_message(action, discord) else { return };
    let (shown, sent) = (&discord.messages[&id].message, &payload.message);
    let are_hands = matches!((&shown.what, &sent.what), (What::Hand(..), What::Hand(..)));
    let is_older = are_hands
        && shown.what != sent.what
        && sent.version < shown.version
        && shown.what.table() == sent.what.table();
    assert!(
        !is_older || history.plan.has_faults || history.has_restarted,
        "{id:?} gets an older hand: {sent:?} after {shown:?}"
    );
}

impl Hands {
    /// Records that the bot forgets a user, and does not keep the hands in pending replies.
    pub(super) fn forgets(&mut self, user: UserId, discord: &Discord, interactions: &Interactions) {
        let of_user = discord.interactions.iter().filter(|(_, interaction)| interaction.user == user);
        let of_user: Vec<InteractionId> = of_user.map(|(id, _)| *id).collect();
        self.forgotten.extend(&of_user);
        // The bot knows nothing of interactions that arrive later, and keeps their hands.
        self.unused.extend(of_user.into_iter().filter(|id| interactions.is_delivered(*id)));
    }

    /// Checks that no update edits a hand that was sent before its user was forgotten.
    pub(super) fn check_forgotten(&self, step: &Step<SimMessage>, discord: &Discord) {
        let token = match &step.action {
            Action::Edit(sent) | Action::AddPicture(sent) | Action::Delete(sent) => match &sent.via {
                Via::Token { token, .. } if discord.messages[&sent.id].audience != Audience::Everyone => {
                    token
                }
                _ => return,
            },
            Action::FollowUp { token, .. } if matches!(step.subject, Subject::Hand(..)) => token,
            _ => return,
        };
        let is_forgotten = self.unused.contains(&token.interaction());
        assert!(!is_forgotten, "a token of a forgotten user is used: {step:?}");
    }

    /// Checks that an edit does not remove the note or the draft beside a hand that has not changed. The bot
    /// does not know which hand is shown if a reply was refused or has failed, or if the hands of the table
    /// were dropped.
    pub(super) fn check_extra(
        &self,
        action: &Action,
        payload: &Payload,
        discord: &Discord,
        interactions: &Interactions,
        history: &History,
    ) {
        let Action::Edit(Sent { id, via }) = action else { return };
        if let (Via::Token { until, .. }, 1..) = (via, payload.message.expires) {
            assert!(*until <= history.now + HAND_EXPIRY, "{id:?} says too early that it is not updated");
            assert_eq!(payload.message.expires, 1, "{id:?} says twice that it is not updated");
        }
        let (DiscordMessage { message, is_deleted, .. }, sent) = (&discord.messages[id], &payload.message);
        let Some(extra) = &message.extra else { return };
        let reply = extra.split(' ').next_back().and_then(|id| id.parse().ok()).map(InteractionId);
        let is_known = reply.is_some_and(|reply| interactions.answer(reply) != Some(Answer::Failed));
        let is_known = is_known && !self.refused_replies.contains(id);
        let is_same = message.what == sent.what && message.look >= sent.look;
        let loses_extra = is_same && is_known && sent.extra.is_none() && !is_deleted;
        assert!(!loses_extra || history.has_restarted, "{message:?} loses its note or draft: {sent:?}");
    }

    /// Records the tokens with which messages can be edited after a request.
    pub(super) fn executed(
        &mut self,
        execution: &Execution<'_>,
        discord: &Discord,
        interactions: &Interactions,
    ) {
        let (Some(id), Ok(accepted)) = (interaction_of(execution.action), execution.result) else { return };
        let since = interactions.since(id);
        match execution.action {
            Action::Respond { kind: ResponseKind::Update, .. } | Action::EditOriginal(_)
                if execution.is_hand() =>
            {
                if let Some(original) = discord.interactions[&id].original {
                    let token = self.tokens.entry(original).or_default();
                    *token = since.max(*token);
                }
            }
            Action::FollowUp { .. }
            | Action::Respond { kind: ResponseKind::Ephemeral | ResponseKind::Thinking, .. } => {
                self.tokens.extend(accepted.message.map(|message| (message, since)));
            }
            _ => {}
        }
    }

    /// Records the failure of a request, which may not have been sent.
    pub(super) fn fails(&mut self, action: &Action, failure: Failure, discord: &Discord) {
        let Some(id) = interaction_of(action) else { return };
        let DiscordInteraction { original, component, .. } = discord.interactions[&id];
        if !matches!(failure, Failure::Unknown | Failure::NotExecuted) {
            self.refused_replies.extend(original.or(component));
        }
    }

    /// Checks and records the result that the bot gets.
    pub(super) fn result(
        &mut self,
        action: &Action,
        result: StepResult,
        discord: &Discord,
        history: &History,
    ) {
        if let (Action::Find { .. }, Ok(found)) = (action, result) {
            self.unfound.retain(|message| Some(*message) != found.message);
        }
        if let (Action::Edit(Sent { id, .. }), Err(Failure::Gone)) = (action, result) {
            assert!(history.plan.has_faults, "{id:?} was edited with a token that is invalid");
        }
        if let (Some(id), Err(failure)) = (interaction_of(action), result) {
            self.fails(action, failure, discord);
            let original = discord.interactions[&id].original;
            // The message of a response that is refused after a lost result, or that cannot be found, is
            // unknown.
            let is_refused = matches!(action, Action::Respond { .. })
                && !matches!(failure, Failure::Unknown | Failure::Acknowledged);
            if is_refused || matches!(action, Action::Find { .. }) {
                self.unfound.extend(original);
            }
        }
    }

    /// Checks the hands of a player.
    pub(super) fn check(
        &self,
        board: &SimBoard,
        (user, style): (UserId, u8),
        context: &Context<'_>,
        history: &History,
    ) {
        let hands = context.discord.messages.iter().filter(|(id, message)| {
            let is_own = match message.message.what {
                What::Hand(table, of, ..) => (table, of) == (board.table, user),
                _ => false,
            };
            is_own && !message.is_deleted && self.is_kept(**id, message, context, history)
        });
        let hands: Vec<_> = hands.collect();
        assert!(hands.len() <= 1, "{} hands have buttons: {hands:?}", hands.len());
        for (id, message) in hands {
            self.check_expiry(*id, message, board, history);
            check_content((*id, message), board, (user, style), history);
        }
    }

    /// Checks that a hand says that it is not updated any more if its token is about to expire.
    fn check_expiry(&self, id: MessageId, message: &DiscordMessage, board: &SimBoard, history: &History) {
        let since = self.tokens[&id];
        let says_at = since + TOKEN_LIFETIME.saturating_sub(HAND_EXPIRY);
        let is_soon = says_at <= history.now && board.is_dealing();
        let says_so = message.message.expires > 0;
        assert!(says_so || !is_soon || history.has_failed, "hand {id:?} does not say that it is not updated");
    }

    /// Returns `true` if the bot knows a message and can edit it.
    fn is_kept(
        &self,
        id: MessageId,
        message: &DiscordMessage,
        context: &Context<'_>,
        history: &History,
    ) -> bool {
        let has_token = self.tokens.get(&id).is_some_and(|since| *since + TOKEN_LIFETIME > history.now);
        let is_forgotten = message.created_by.is_some_and(|id| self.forgotten.contains(&id));
        // A response can be executed after the bot has found out that it was not, and has given up.
        let is_late = message.created_by.is_some_and(|id| context.interactions.may_respond_late(id));
        let is_known = !context.unknown.is_orphan(id) && !self.unfound.contains(&id);
        has_token && !is_forgotten && !is_late && is_known
    }
}

/// Checks that a message shows the current hand of a player.
fn check_content(
    (id, message): (MessageId, &DiscordMessage),
    board: &SimBoard,
    (user, style): (UserId, u8),
    history: &History,
) {
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
        has_picture || is_draft || history.may_lack_pictures(),
        "hand {id:?} lacks its picture: {message:?}"
    );
    // The picture of a waiting player shows all cards, so the text may be older.
    let is_waiting =
        hand.waiting.is_some() && shown.waiting == hand.waiting && shown.what.style() == Some(style);
    let keeps_waiting = is_waiting && message.picture.is_some() && (has_picture || is_draft);
    let is_current = shown.what == hand.content.message.what;
    assert!(is_current || keeps_waiting, "hand {id:?} is outdated: {message:?}, {hand:?}");
}
