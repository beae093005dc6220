//! Checks of the hands that are sent in new messages without being asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use channel_messages::{Action, Load, MessageId, Occasion, Step, Subject, TableId, Time, UserId};

use super::history::History;
use super::interactions::Interactions;
use crate::discord::{Audience, Discord, DiscordMessage, Payload};
use crate::tables::{SimBoard, SimMessage, Stage, What};

/// Number of follow-ups with one token that may be sent in two seconds.
const PER_TOKEN: usize = 5;
/// Number of follow-ups that may be sent in a channel in a minute.
const PER_CHANNEL: usize = 30;
/// Time after an interaction during which its token is certainly used.
const TOKEN_USED: Duration = Duration::from_mins(14);

/// The hands that were sent in new messages without being asked for.
#[derive(Debug, Default)]
pub(super) struct NewHands {
    /// The last occasion for which a hand was sent by this process.
    occasions: BTreeMap<(TableId, UserId), Occasion>,
    /// Users who have dismissed a message, or whom the bot has forgotten.
    without_hands: BTreeSet<UserId>,
}

/// Returns `true` if a hand at a table is the only ephemeral message of a user, and no message is below it.
fn is_last(table: TableId, user: UserId, discord: &Discord, now: Time) -> bool {
    let is_visible =
        |message: &DiscordMessage| [Audience::Everyone, Audience::Only(user)].contains(&message.audience);
    let is_hand = |message: &DiscordMessage| {
        let is_own =
            matches!(message.message.what, What::Hand(of, owner, ..) if (of, owner) == (table, user));
        is_own && !message.is_deleted && message.since + TOKEN_USED > now
    };
    let visible: Vec<&DiscordMessage> =
        discord.messages.values().filter(|message| is_visible(message)).collect();
    let ephemeral = visible.iter().filter(|message| message.audience == Audience::Only(user));
    ephemeral.filter(|message| !message.is_deleted).count() == 1
        && visible.last().is_some_and(|last| is_hand(last))
}

impl NewHands {
    /// Records that a user has deleted a message.
    pub(super) fn deleted(&mut self, message: MessageId, discord: &Discord) {
        if let Audience::Only(user) = discord.messages[&message].audience {
            self.without_hands.insert(user);
        }
    }

    /// Records that the bot forgets a user.
    pub(super) fn forgets(&mut self, user: UserId) {
        self.without_hands.insert(user);
        self.occasions.retain(|(_, of), _| *of != user);
    }

    /// Records that another process serves the tables, or one of them.
    pub(super) fn dropped(&mut self, table: Option<TableId>) {
        self.occasions.retain(|(of, _), _| table.is_some_and(|table| table != *of));
    }

    /// Checks a request that is sent.
    pub(super) fn sent(
        &mut self,
        step: &Step<SimMessage>,
        payload: Option<&Payload>,
        load: Option<Load>,
        (discord, history): (&Discord, &History),
    ) {
        let (Action::FollowUp { token, .. }, Subject::Hand(table, user)) = (&step.action, step.subject)
        else {
            return;
        };
        let original = discord.interactions[&token.interaction()].original;
        let original = original.map(|original| &discord.messages[&original].message.what);
        assert_ne!(original, Some(&What::Thinking), "a new hand of {user:?} replaces the text \"thinking\"");
        assert_eq!(load, Some(Load::Normal), "a new hand is sent under load");
        let occasion = payload.unwrap().message.occasion.expect("a new hand has no occasion");
        let before = self.occasions.insert((table, user), occasion);
        // A hand that was not sent is sent again if there is no earlier one.
        assert!(
            before < Some(occasion) || history.has_failed,
            "{user:?} gets a second new hand for {occasion:?}"
        );
        if !history.has_failed && !history.has_restarted && !self.without_hands.contains(&user) {
            assert!(!is_last(table, user, discord, history.now), "the hand of {user:?} is sent below itself");
        }
    }

    /// Checks that Discord's limits for follow-ups are kept, after a request that sends a new hand. A process
    /// that has started does not know the earlier follow-ups.
    pub(super) fn finished(step: &Step<SimMessage>, discord: &Discord, history: &History) {
        let (Action::FollowUp { token, .. }, Subject::Hand(..)) = (&step.action, step.subject) else {
            return;
        };
        let since = |period: u64| {
            let messages = discord.messages.values();
            messages.filter(move |message| message.since + Duration::from_secs(period) > history.now)
        };
        let of_token = since(2).filter(|message| message.created_by == Some(token.interaction())).count();
        assert!(of_token <= PER_TOKEN, "{of_token} messages were sent with {token:?}");
        let follow_ups = since(60).filter(|message| message.is_follow_up).count();
        assert!(
            follow_ups <= PER_CHANNEL || history.has_restarted,
            "{follow_ups} follow-ups were sent in a minute"
        );
    }

    /// Checks that a player to whom a hand can be sent has one, unless something has failed.
    pub(super) fn check(
        &self,
        board: &SimBoard,
        user: UserId,
        (discord, interactions): (&Discord, &Interactions),
        history: &History,
    ) {
        let is_strict = !history.plan.has_faults && !history.has_restarted && history.now < TOKEN_USED;
        let is_reached = discord
            .interactions
            .iter()
            .any(|(id, interaction)| interaction.user == user && interactions.answer(*id).is_some());
        if board.stage != Stage::Dealing || !is_strict || !is_reached || self.without_hands.contains(&user) {
            return;
        }
        let has_hand = discord.messages.values().any(|message| {
            let is_own = matches!(message.message.what, What::Hand(table, of, ..)
                if (table, of) == (board.table, user));
            is_own && !message.is_deleted
        });
        assert!(has_hand, "{user:?} has no hand");
    }
}
