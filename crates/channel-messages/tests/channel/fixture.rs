//! A channel with one table whose steps a test finishes one by one.

use std::time::Duration;

use channel_messages::{
    Accepted, Action, Answer, Board as _, Cause, ChannelMessages, Confirmed, Content, Effect, Event, Extra,
    Failure, InteractionId, MessageId, Origin, PictureId, Reply, ResponseKind, StepId, StepResult, Subject,
    TableId, Time, Timings, Token, UserId,
};

use crate::tables::{SimBoard, SimMessage, Stage, What, content};

pub(crate) const TABLE: TableId = TableId(1);
pub(crate) const ANNA: UserId = UserId(1);
pub(crate) const PRESS: InteractionId = InteractionId(50);
pub(crate) const COMMAND: InteractionId = InteractionId(51);
/// The ephemeral message whose button is pressed.
pub(crate) const HAND: MessageId = MessageId(9);

/// Text of a draft in place of the hand.
pub(crate) const DRAFT: &str = "draft";

/// A channel with a table, and the steps that it has begun.
pub(crate) struct Fixture {
    pub(crate) channel: ChannelMessages<SimBoard>,
    pub(crate) board: SimBoard,
    pub(crate) now: Time,
    pub(crate) steps: Vec<(StepId, Action)>,
    /// Hash of the content whose picture each step draws.
    pub(crate) drawn: Vec<Option<u64>>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) given_up: Vec<Subject>,
}

impl Fixture {
    /// Creates a channel with a table that has not been announced.
    pub(crate) fn new() -> Self {
        let mut board = SimBoard::new(TABLE, vec![ANNA, UserId(2), UserId(3)]);
        (board.stage, board.deal) = (Stage::Dealing, 1);
        let channel = ChannelMessages::new(Timings::default());
        Self {
            channel,
            board,
            now: Duration::from_secs(1),
            steps: Vec::new(),
            drawn: Vec::new(),
            answers: Vec::new(),
            given_up: Vec::new(),
        }
    }

    /// Brings the message of the lobby up to date, and reads the id of the message of the deal.
    pub(crate) fn load(&mut self, table: Option<u64>) {
        self.finish(is_reading, Ok(accepted(Some(1))));
        self.finish(is_edit, Ok(accepted(Some(1))));
        self.finish(is_reading, Ok(accepted(table)));
    }

    /// Creates a channel whose messages are current.
    pub(crate) fn current() -> Self {
        let mut fixture = Self::new();
        fixture.change(None);
        fixture.load(Some(2));
        fixture.finish(is_edit, Ok(accepted(Some(2))));
        assert!(fixture.steps.is_empty(), "the messages are not current");
        fixture
    }

    /// Creates a channel whose messages are current. Message 60 shows Anna's hand.
    pub(crate) fn with_hand() -> Self {
        let mut fixture = Self::current();
        fixture.interact(COMMAND, Origin::Command);
        fixture.reply(COMMAND);
        fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
        fixture
    }

    pub(crate) fn handle(&mut self, event: Event<SimBoard>) {
        self.channel.handle(event, self.now);
        self.pump();
    }

    pub(crate) fn pump(&mut self) {
        for effect in self.channel.next(self.now) {
            match effect {
                Effect::Begin(step) => {
                    self.steps.push((step.id, step.action));
                    self.drawn.push(step.draw.map(|content| content.hash));
                }
                Effect::Cancel(id) => self.steps.retain(|(of, _)| *of != id),
                Effect::Answered(_, answer) => self.answers.push(answer),
                Effect::GaveUp(subject) => self.given_up.push(subject),
            }
        }
    }

    pub(crate) fn advance(&mut self, time: Duration) {
        self.now += time;
        self.pump();
    }

    /// Changes the table.
    pub(crate) fn change(&mut self, cause: Option<InteractionId>) {
        self.board.version += 1;
        let cause = cause.map_or(Cause::Other, Cause::Interaction);
        self.handle(Event::Changed { board: self.board.clone(), cause });
    }

    /// Lets Anna use a command or a button.
    pub(crate) fn interact(&mut self, id: InteractionId, origin: Origin) {
        self.press(id, origin, None);
    }

    /// Lets Anna use a button of a message with a picture.
    pub(crate) fn press(&mut self, id: InteractionId, origin: Origin, attached: Option<PictureId>) {
        self.receive(id, origin, attached, self.now);
    }

    /// Lets Anna use a command or a button, with the time at which Discord has delivered the interaction.
    pub(crate) fn receive(
        &mut self,
        id: InteractionId,
        origin: Origin,
        attached: Option<PictureId>,
        received: Time,
    ) {
        let token = Token::new(id, id.0.to_string());
        self.handle(Event::Interaction { user: ANNA, received, token, origin, attached, is_quiet: false });
    }

    /// Passes the reply with Anna's hand.
    pub(crate) fn reply(&mut self, interaction: InteractionId) {
        self.reply_with_hand(interaction, Extra::None, false);
    }

    /// Passes a reply with Anna's hand that waits for the table's message.
    pub(crate) fn reply_below_table(&mut self, interaction: InteractionId) {
        self.reply_with_hand(interaction, Extra::None, true);
    }

    /// Passes the reply with a draft in place of Anna's hand.
    pub(crate) fn reply_with_draft(&mut self, interaction: InteractionId) {
        let Content { message, picture, .. } = self.board.hand(ANNA, &0).unwrap().content;
        let message = SimMessage { extra: Some(DRAFT.to_owned()), ..message };
        self.reply_with_hand(interaction, Extra::Draft { message, picture }, false);
    }

    fn reply_with_hand(&mut self, interaction: InteractionId, extra: Extra<SimBoard>, is_below_table: bool) {
        let (board, style) = (self.board.clone(), 0);
        let hand = board.hand(ANNA, &style).unwrap();
        let board = board.of_reply(ANNA);
        let reply = Reply::Hand { board, hand, style, extra, is_below_table, in_place: true };
        self.pass_reply(interaction, reply);
    }

    /// Passes a reply.
    pub(crate) fn pass_reply(&mut self, interaction: InteractionId, reply: Reply<SimBoard>) {
        self.handle(Event::Reply { interaction, reply, style: 0 });
    }

    /// Confirms the first step that a filter selects. Returns its id and its content.
    pub(crate) fn confirm(&mut self, filter: fn(&Action) -> bool) -> (StepId, Confirmed<SimMessage>) {
        let place = self.steps.iter().position(|(_, action)| filter(action));
        let (id, action) = self.steps.remove(place.unwrap_or_else(|| panic!("not begun: {:?}", self.steps)));
        let content = self.channel.confirm(id, self.now);
        (id, content.unwrap_or_else(|| panic!("the step is obsolete: {action:?}")))
    }

    /// Confirms the first edit of a message, and returns the text beside the hand that it contains.
    pub(crate) fn confirm_extra(&mut self) -> Option<String> {
        let Confirmed::Content { content, .. } = self.confirm(is_edit).1 else { panic!("no content") };
        content.message.extra
    }

    /// Finishes the first step that a filter selects without confirming it.
    pub(crate) fn give_up(&mut self, filter: fn(&Action) -> bool, failure: Failure) {
        let place = self.steps.iter().position(|(_, action)| filter(action));
        let (id, _) = self.steps.remove(place.unwrap_or_else(|| panic!("not begun: {:?}", self.steps)));
        self.handle(Event::Finished(id, Err(failure)));
    }

    /// Confirms the first step that a filter selects, and finishes it.
    pub(crate) fn finish(&mut self, filter: fn(&Action) -> bool, result: StepResult) {
        let step = self.confirm(filter).0;
        self.handle(Event::Finished(step, result));
    }

    /// Returns the actions that have begun and have not finished.
    pub(crate) fn begun(&self) -> Vec<&Action> {
        self.steps.iter().map(|(_, action)| action).collect()
    }

    /// Returns `true` if an action that a filter selects has begun now or begins within a minute.
    pub(crate) fn begins(&mut self, filter: fn(&Action) -> bool) -> bool {
        for _ in 0..=120 {
            if self.steps.iter().any(|(_, action)| filter(action)) {
                return true;
            }
            self.advance(Duration::from_millis(500));
        }
        false
    }
}

pub(crate) fn notice() -> Content<SimMessage> {
    content(SimMessage::new(What::Notice(TABLE, 1)), false)
}

pub(crate) fn accepted(message: Option<u64>) -> Accepted {
    Accepted { message: message.map(MessageId), ..Accepted::default() }
}

pub(crate) fn is_reading(action: &Action) -> bool {
    matches!(action, Action::ReadId(..))
}

pub(crate) fn is_storing(action: &Action) -> bool {
    matches!(action, Action::StoreId(..))
}

pub(crate) fn is_edit(action: &Action) -> bool {
    matches!(action, Action::Edit(_))
}

pub(crate) fn is_post(action: &Action) -> bool {
    matches!(action, Action::Post(_))
}

pub(crate) fn is_find(action: &Action) -> bool {
    matches!(action, Action::Find { .. })
}

pub(crate) fn is_follow_up(action: &Action) -> bool {
    matches!(action, Action::FollowUp { .. })
}

pub(crate) fn is_edit_of_original(action: &Action) -> bool {
    matches!(action, Action::EditOriginal(_))
}

pub(crate) fn is_update(action: &Action) -> bool {
    matches!(action, Action::Respond { kind: ResponseKind::Update, .. })
}

pub(crate) fn is_thinking(action: &Action) -> bool {
    matches!(action, Action::Respond { kind: ResponseKind::Thinking, .. })
}

/// Selects deletions of message 60, which shows an older hand of Anna.
pub(crate) fn deletes_hand(action: &Action) -> bool {
    matches!(action, Action::Delete(sent) if sent.id == MessageId(60))
}

/// Selects edits of message 60, which shows Anna's hand.
pub(crate) fn is_hand(action: &Action) -> bool {
    matches!(action, Action::Edit(sent) if sent.id == MessageId(60))
}

pub(crate) fn is_ephemeral(action: &Action) -> bool {
    matches!(action, Action::Respond { kind: ResponseKind::Ephemeral, .. })
}

pub(crate) fn is_creation(action: &Action) -> bool {
    matches!(action, Action::Respond { kind: ResponseKind::Public, .. })
}

pub(crate) fn is_acknowledgement(action: &Action) -> bool {
    matches!(action, Action::Respond { kind: ResponseKind::Acknowledge, .. })
}

pub(crate) fn is_picture(action: &Action) -> bool {
    matches!(action, Action::AddPicture(_))
}

pub(crate) fn is_deletion(action: &Action) -> bool {
    matches!(action, Action::Delete(_))
}
