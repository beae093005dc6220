//! Tables of the simulation, and the messages that show them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;

use channel_messages::{
    Board, Content, Hand, MessageKind, Occasion, PictureId, PlannedMessage, PostCondition, PublicKey,
    TableId, UserId,
};

/// Note of a hand that is no longer updated.
const EXPIRY: &str = "expires";

/// A message of the simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SimMessage {
    pub(crate) what: What,
    /// Text above the message, or a draft in place of it.
    pub(crate) extra: Option<String>,
    /// Number of notes that the message is no longer updated.
    pub(crate) expires: u8,
    /// Number of events at the table when the message was built, if it is a hand. Not part of the content.
    pub(crate) version: u32,
    /// See [`Hand::waiting`]. It is not part of the content.
    pub(crate) waiting: Option<u64>,
    /// See [`Hand::occasion`]. It is not part of the content.
    pub(crate) occasion: Option<Occasion>,
    /// The look of the board from which the message was built, if it is a hand. See [`SimBoard::look`].
    pub(crate) look: u8,
}

impl SimMessage {
    /// Creates a message that does not show a hand.
    pub(crate) const fn new(what: What) -> Self {
        Self { what, extra: None, expires: 0, version: 0, waiting: None, occasion: None, look: 0 }
    }
}

/// The displayed content of a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum What {
    /// A public message of a table. The number changes with its content.
    Public(TableId, PublicKey, u32),
    /// The hand of a user. The numbers change with its content and with the style.
    Hand(TableId, UserId, u32, u8),
    /// The mark of a replaced hand.
    Replaced,
    /// A notice with its number.
    Notice(TableId, u64),
    /// The reply to an interaction.
    Reply(u64),
    /// The notice in place of "thinking".
    SeenByAll(u64),
    /// The text "thinking".
    Thinking,
}

impl What {
    /// Returns the style of a hand.
    pub(crate) const fn style(&self) -> Option<u8> {
        match self {
            Self::Hand(.., style) => Some(*style),
            _ => None,
        }
    }

    /// Returns the table to which the message belongs, if any.
    pub(crate) const fn table(&self) -> Option<TableId> {
        match self {
            Self::Public(table, ..) | Self::Hand(table, ..) | Self::Notice(table, _) => Some(*table),
            _ => None,
        }
    }
}

/// Stage of an evening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Lobby,
    Dealing,
    Between,
    Ended,
}

/// The state of a table.
#[derive(Debug, Clone)]
pub(crate) struct SimBoard {
    pub(crate) table: TableId,
    pub(crate) version: u32,
    pub(crate) stage: Stage,
    pub(crate) deal: u32,
    pub(crate) seats: Vec<UserId>,
    pub(crate) turn: usize,
    /// Number of actions of each player. A waiting player's hand changes only with their own actions.
    pub(crate) played: BTreeMap<UserId, u32>,
    /// The user whose hand the board contains, or `None` if it contains all hands.
    pub(crate) only: Option<UserId>,
    /// Number that changes with the look of hands, without an event at the table.
    pub(crate) look: u8,
}

impl SimBoard {
    pub(crate) fn new(table: TableId, seats: Vec<UserId>) -> Self {
        let played = seats.iter().map(|user| (*user, 0)).collect();
        Self { table, version: 1, stage: Stage::Lobby, deal: 0, seats, turn: 0, played, only: None, look: 0 }
    }

    /// Returns the board as a reply to a user contains it, without the hands of others.
    pub(crate) fn of_reply(&self, user: UserId) -> Self {
        Self { only: Some(user), ..self.clone() }
    }

    /// Returns the content of a public message. The message of a deal has no picture after the deal.
    fn content(&self, key: PublicKey, number: u32) -> Content<SimMessage> {
        let what = What::Public(self.table, key, number);
        let has_picture = matches!(key.kind, MessageKind::Table | MessageKind::Result) && !self.is_over(key);
        content(SimMessage::new(what), has_picture)
    }

    fn is_over(&self, key: PublicKey) -> bool {
        key.kind == MessageKind::Table && (key.deal < self.deal || self.stage != Stage::Dealing)
    }

    fn planned(
        &self,
        deal: u32,
        kind: MessageKind,
        post: PostCondition,
        number: u32,
    ) -> PlannedMessage<SimMessage> {
        let key = PublicKey { deal, kind };
        PlannedMessage { key, post, content: self.content(key, number) }
    }

    /// Returns the messages of a deal.
    fn deal(&self, deal: u32) -> Vec<PlannedMessage<SimMessage>> {
        if deal == 0 {
            return Vec::new();
        }
        let is_over = deal < self.deal || self.stage != Stage::Dealing;
        if !is_over {
            return vec![self.planned(deal, MessageKind::Table, PostCondition::Always, self.version)];
        }
        let is_between = deal == self.deal && self.stage == Stage::Between;
        let post = if is_between { PostCondition::Always } else { PostCondition::Once };
        vec![
            self.planned(deal, MessageKind::Table, PostCondition::Never, 0),
            self.planned(deal, MessageKind::Result, post, u32::from(is_between)),
        ]
    }

    /// Returns the occasion for which the hand of a user has to be at the end of the channel.
    fn occasion(&self, user: UserId) -> Option<Occasion> {
        let is_next = self.seats[self.turn] == user;
        let turn = if is_next { 1 + self.played[&user] } else { 0 };
        self.is_dealing().then_some(Occasion { deal: self.deal, turn })
    }

    pub(crate) fn is_dealing(&self) -> bool {
        self.stage == Stage::Dealing
    }
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Returns the content with its hash, which does not depend on notes and drafts. The picture of a waiting
/// player shows only the cards with which they wait.
pub(crate) fn content(message: SimMessage, has_picture: bool) -> Content<SimMessage> {
    let number = hash((&message.what, message.look));
    let picture = match (&message.what, message.waiting) {
        (What::Hand(.., style), Some(waiting)) => hash((waiting, style)),
        // Some changes of a table do not change its picture.
        (What::Public(table, key, number), _) => hash((table, key, number / 2)),
        _ => hash(&message.what),
    };
    let picture = has_picture.then_some(PictureId(picture));
    Content { message, hash: number, picture }
}

impl Board for SimBoard {
    type Message = SimMessage;
    type Style = u8;
    type Note = String;

    fn table(&self) -> TableId {
        self.table
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn public(&self) -> Arc<[PlannedMessage<SimMessage>]> {
        let post = if self.stage == Stage::Lobby { PostCondition::Always } else { PostCondition::Never };
        let number = if self.stage == Stage::Lobby { self.version } else { 0 };
        let mut plan = vec![self.planned(0, MessageKind::Lobby, post, number)];
        plan.extend(self.deal(self.deal.saturating_sub(1)));
        plan.extend(self.deal(self.deal));
        if self.stage == Stage::Ended && self.deal > 0 {
            plan.push(self.planned(0, MessageKind::Ended, PostCondition::Once, 0));
        }
        plan.into()
    }

    fn hand(&self, user: UserId, style: &u8) -> Option<Hand<SimMessage>> {
        if self.only.is_some_and(|only| only != user) {
            return None;
        }
        let waits = self.is_dealing() && self.seats[self.turn] != user;
        let played = self.played.get(&user)?;
        let waiting = waits.then(|| hash((self.table, user, self.deal, played)));
        let what = What::Hand(self.table, user, self.version, *style);
        let (version, look, occasion) = (self.version, self.look, self.occasion(user));
        let message = SimMessage { version, waiting, occasion, look, ..SimMessage::new(what) };
        Some(Hand { content: content(message, self.is_dealing()), waiting, occasion })
    }

    fn players(&self) -> Vec<UserId> {
        if self.is_dealing() { self.seats.clone() } else { Vec::new() }
    }

    fn turn(&self) -> Option<UserId> {
        self.is_dealing().then(|| self.seats[self.turn])
    }

    fn expiry_note(&self, _: &u8) -> Option<String> {
        self.is_dealing().then(|| EXPIRY.to_owned())
    }

    fn noted(message: SimMessage, note: &String) -> SimMessage {
        if note == EXPIRY {
            return SimMessage { expires: message.expires + 1, ..message };
        }
        SimMessage { extra: Some(note.clone()), ..message }
    }

    fn replaced_hand(_: TableId, _: &u8) -> Content<SimMessage> {
        content(SimMessage::new(What::Replaced), false)
    }
}

impl SimBoard {
    /// Performs an action of the table. Returns `false` if there is none.
    pub(crate) fn act(&mut self, rng: &mut fastrand::Rng) -> bool {
        match self.stage {
            Stage::Lobby if rng.u8(..3) == 0 => {
                (self.stage, self.deal) = (Stage::Dealing, 1);
            }
            Stage::Lobby => {}
            Stage::Dealing => {
                let user = self.seats[self.turn];
                *self.played.entry(user).or_default() += 1;
                self.turn = rng.usize(..self.seats.len());
                if rng.u8(..6) == 0 {
                    self.stage = Stage::Between;
                }
            }
            Stage::Between if rng.u8(..5) == 0 => self.stage = Stage::Ended,
            Stage::Between => {
                (self.stage, self.deal) = (Stage::Dealing, self.deal + 1);
            }
            Stage::Ended => return false,
        }
        self.version += 1;
        true
    }
}
