//! Actions of users, moderators and tables in a schedule.

use std::time::Duration;

use channel_messages::{
    Access, Action, Board as _, Cause, ChannelMessages, Content, Event, Extra, InteractionId, Load,
    MessageId, Origin, PictureId, Reply, StepId, TableId, Timings, Token, TokenUse, UserId,
};

use crate::discord::Audience;
use crate::tables::{SimBoard, SimMessage, Stage, What, content};
use crate::world::{Occurrence, Sending, USERS, World, millis};

impl World {
    /// Lets a user do something, and plans the next action.
    pub(crate) fn act(&mut self) {
        if self.is_shutting_down {
            return self.after(Duration::from_secs(1), Occurrence::Acts);
        }
        if self.presses_left == 0 {
            return self.stop_faults();
        }
        self.presses_left -= 1;
        match self.rng.u8(..100) {
            0 if self.plan.has_restarts => self.restart(),
            17 if self.plan.has_restarts => self.move_table(),
            1..4 => self.delete_message(),
            4..6 => self.repost(),
            6..9 => self.post_notice(),
            9 => self.change_style(),
            10 if self.has_faults => self.change_access(),
            18 if self.rng.bool() => {
                self.omits_pictures = !self.omits_pictures;
                self.checks.omits_pictures();
            }
            11 if self.has_faults => {
                let load = [Load::Normal, Load::High, Load::Highest, Load::Silent][self.rng.usize(..4)];
                self.set_load(load);
            }
            19 => {
                let uses = [TokenUse::Never, TokenUse::Create, TokenUse::CreateAndRenew];
                let tokens = uses[self.rng.usize(..3)];
                self.handle(Event::Tokens(tokens));
            }
            20 if self.plan.has_restarts && self.rng.bool() => {
                self.is_shutting_down = true;
                self.handle(Event::ShuttingDown);
            }
            12..16 => self.change_table(),
            16 if self.rng.bool() => self.forget(),
            21 => self.change_look(),
            _ => self.interact(),
        }
        let longest = match self.rng.u8(..10) {
            0 => 20_000,
            1..4 => 3_000,
            _ => 300,
        };
        let delay = millis(&mut self.rng, longest);
        // Rarely long enough for a token to expire.
        let delay = if self.rng.u8(..150) == 0 { Duration::from_mins(12) } else { delay };
        self.after(delay, Occurrence::Acts);
    }

    pub(crate) fn restart(&mut self) {
        self.is_shutting_down = false;
        // Requests that are on their way are executed now or never.
        for (process, step, sending) in self.take_arrivals(|_| true) {
            if self.rng.bool() {
                self.process += 1; // the bot does not get the result
                self.arrive(process, step, sending);
                self.process -= 1;
            }
        }
        self.process += 1;
        self.performing.clear();
        self.channel = ChannelMessages::new(Timings::default());
        self.checks.restarted(&self.discord, &self.database);
        self.begin();
    }

    /// Removes the requests that are on their way and that a filter selects.
    fn take_arrivals(&mut self, filter: impl Fn(&Sending) -> bool) -> Vec<(u32, StepId, Sending)> {
        let is_taken = |_: &u64, occurrence: &mut Occurrence| matches!(occurrence, Occurrence::Arrives(.., sending) if filter(sending));
        let arrivals =
            self.occurrences.extract_if(.., is_taken).filter_map(|(_, occurrence)| match occurrence {
                Occurrence::Arrives(process, step, sending) => Some((process, step, sending)),
                _ => None,
            });
        arrivals.collect()
    }

    /// Passes all tables to the channel of a process that starts.
    pub(crate) fn begin(&mut self) {
        self.handle(Event::Load(self.load));
        if self.discord.refuses {
            self.handle(Event::Access(Access::Refused));
        }
        let cause = if self.process == 0 { Cause::Other } else { Cause::Resumed };
        for table in self.tables.keys().copied().collect::<Vec<_>>() {
            self.changed(table, cause);
        }
    }

    fn delete_message(&mut self) {
        let live: Vec<MessageId> = self.live().collect();
        if live.is_empty() {
            return;
        }
        let message = live[self.rng.usize(..live.len())];
        // Users can dismiss ephemeral messages, and moderators can delete public ones.
        self.discord.messages.get_mut(&message).unwrap().is_deleted = true;
        self.checks.deleted(message, &self.discord);
    }

    fn live(&self) -> impl Iterator<Item = MessageId> {
        self.discord.messages.iter().filter(|(_, message)| !message.is_deleted).map(|(id, _)| *id)
    }

    fn repost(&mut self) {
        let table = self.any_table();
        self.checks.reposted(table);
        self.handle(Event::Repost(table));
    }

    fn any_table(&mut self) -> TableId {
        let tables: Vec<TableId> = self.tables.keys().copied().collect();
        tables[self.rng.usize(..tables.len())]
    }

    fn post_notice(&mut self) {
        let table = self.any_table();
        if self.moved.contains(&table) {
            return;
        }
        self.notices += 1;
        let number = self.notices;
        let turn = self.tables[&table].turn().filter(|_| self.rng.bool());
        let content = content(SimMessage::new(What::Notice(table, number)), false);
        self.checks.notifies(table, number, turn);
        self.handle(Event::Notice { table, number, content, reminds: turn });
    }

    fn forget(&mut self) {
        let user = USERS[self.rng.usize(..USERS.len())];
        self.checks.forgets(user, &self.discord);
        self.handle(Event::Forget(user));
    }

    fn change_style(&mut self) {
        let user = USERS[self.rng.usize(..USERS.len())];
        let style = self.rng.u8(..3);
        self.styles.insert(user, style);
        self.handle(Event::Style(user, style));
    }

    /// Changes the look of all hands. It appears with the next change of a table or the next reply.
    fn change_look(&mut self) {
        for board in self.tables.values_mut() {
            board.look += 1;
        }
    }

    fn change_access(&mut self) {
        self.discord.refuses = !self.discord.refuses;
        // The bot learns from an error that the channel refuses messages.
        if !self.discord.refuses {
            self.handle(Event::Access(Access::Open));
        }
    }

    fn change_table(&mut self) {
        let table = self.any_table();
        if self.tables.get_mut(&table).unwrap().act(&mut self.rng) {
            self.changed(table, Cause::Other);
        }
    }

    /// Lets another process serve a table for some time.
    fn move_table(&mut self) {
        let table = self.any_table();
        if self.moved.insert(table) {
            // Nothing is stored after the other process has begun to serve the table.
            let of_table =
                |sending: &Sending| matches!(sending.action, Action::StoreId(of, ..) if of == table);
            for (process, step, sending) in self.take_arrivals(of_table) {
                self.arrive(process, step, sending);
            }
            self.handle(Event::Dropped(table));
            self.checks.dropped(table, &self.discord, &self.database);
            let delay = millis(&mut self.rng, 10_000);
            self.after(delay, Occurrence::Returns(table));
        }
    }

    /// Lets a user use a command or a component.
    fn interact(&mut self) {
        let user = USERS[self.rng.usize(..USERS.len())];
        let pressed = self.pressed(user);
        let origin = match pressed {
            Some(message) if self.discord.messages[&message].audience == Audience::Everyone => {
                Origin::Public(message)
            }
            Some(message) => Origin::Ephemeral(message),
            None => Origin::Command,
        };
        let id = self.discord.interact(user, pressed, self.now);
        let token = Token::new(id, id.0.to_string());
        let is_quiet = pressed.is_some() && self.rng.u8(..4) == 0;
        self.checks.interacts(id, self.now);
        let received = self.now;
        let attached = pressed.and_then(|message| self.discord.messages[&message].picture);
        let event = Event::Interaction { user, received, token, origin, attached, is_quiet };
        // The bot may hold an interaction until it serves the server.
        let longest = if self.rng.u8(..15) == 0 { 1_900 } else { 1 };
        let delay = millis(&mut self.rng, longest);
        self.after(delay, Occurrence::Delivered(self.process, id, event));
    }

    /// Passes an interaction to the bot, and lets its handler begin.
    pub(crate) fn deliver(&mut self, id: InteractionId, event: Event<SimBoard>) {
        let Event::Interaction { user, origin, is_quiet, .. } = event else { unreachable!() };
        let pressed = match origin {
            Origin::Public(message) | Origin::Ephemeral(message) => Some(message),
            Origin::Command => None,
        };
        self.handle(event);
        let work = match self.rng.u8(..25) {
            0 => 6_000,
            1..3 => 2_500,
            _ => 30,
        };
        let work = millis(&mut self.rng, work);
        let table = self.table_of(pressed);
        let changes = self.rng.u8(..3) > 0;
        if changes && !self.moved.contains(&table) && self.tables.get_mut(&table).unwrap().act(&mut self.rng)
        {
            // The reply can be known before the change is announced.
            if self.rng.bool() {
                self.changed(table, Cause::Interaction(id));
            } else {
                let delay = millis(&mut self.rng, 200);
                self.after(delay, Occurrence::Announced(self.process, table, Cause::Interaction(id)));
            }
        }
        let reply = self.reply(id, user, table, is_quiet, changes);
        self.after(work, Occurrence::Handled(self.process, id, reply));
    }

    fn table_of(&mut self, pressed: Option<MessageId>) -> TableId {
        let what = pressed.map(|message| &self.discord.messages[&message].message.what);
        match what {
            Some(What::Public(table, ..) | What::Hand(table, ..)) => *table,
            _ => self.any_table(),
        }
    }

    /// Returns a message with buttons that the user may press, or `None` for a command.
    fn pressed(&mut self, user: UserId) -> Option<MessageId> {
        let visible = |audience: Audience| audience == Audience::Everyone || audience == Audience::Only(user);
        let messages: Vec<MessageId> = self
            .discord
            .messages
            .iter()
            .filter(|(_, message)| !message.is_deleted && visible(message.audience))
            .filter(|(_, message)| matches!(message.message.what, What::Public(..) | What::Hand(..)))
            .map(|(id, _)| *id)
            .collect();
        if messages.is_empty() || self.rng.u8(..4) == 0 {
            return None;
        }
        // Usually one of the newest.
        let newest = messages.len().saturating_sub(self.rng.usize(1..4));
        Some(messages[if self.rng.u8(..5) == 0 { self.rng.usize(..messages.len()) } else { newest }])
    }

    fn reply(
        &mut self,
        id: InteractionId,
        user: UserId,
        table: TableId,
        is_quiet: bool,
        changes: bool,
    ) -> Reply<SimBoard> {
        let text = |what| content(SimMessage::new(what), false);
        let board = self.tables[&table].clone();
        // There are no hands at a table that has ended or is served by another process.
        let has_hand = board.stage != Stage::Ended && !self.moved.contains(&table);
        let is_seated = has_hand && board.seats.contains(&user);
        match self.rng.u8(..12) {
            0 if is_quiet => Reply::Nothing,
            1 => Reply::Public {
                content: text(What::Reply(id.0)),
                after_thinking: text(What::SeenByAll(id.0)),
            },
            2 | 3 => Reply::Private { content: text(What::Reply(id.0)), in_place: self.rng.bool() },
            _ if is_seated => {
                let style = self.styles.get(&user).copied().unwrap_or_default();
                let extra = match self.rng.u8(..4) {
                    0 => Extra::Note(format!("note {}", id.0)),
                    1 => {
                        let Content { message, picture, .. } = board.hand(user, &style).unwrap().content;
                        // Some drafts have a picture of their own.
                        let picture =
                            picture.filter(|_| self.rng.bool()).map(|picture| PictureId(!picture.0));
                        let message = SimMessage { extra: Some(format!("draft {}", id.0)), ..message };
                        Extra::Draft { message, picture }
                    }
                    _ => Extra::None,
                };
                let is_below_table = changes && board.stage == Stage::Dealing && self.rng.bool();
                let (hand, in_place) = (board.hand(user, &style).unwrap(), self.rng.u8(..5) > 0);
                let board = board.of_reply(user);
                Reply::Hand { board, hand, style, extra, is_below_table, in_place }
            }
            _ => Reply::Private { content: text(What::Reply(id.0)), in_place: true },
        }
    }
}
