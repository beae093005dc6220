//! The user of an interaction, with helpers that commands and buttons share.

use super::reply::{Draft, HandReply, PrivateReply, Reply};
use super::telemetry;
use crate::discord::caller::Caller;
use crate::discord::channels::hand::hand_subject;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::{self, Message};
use crate::discord::permissions;
use crate::discord::republish;
use crate::discord::state::BotState;
use crate::render::Subject;
use crate::table::{Command, JournalError, Opening, PlayerId, Refusal, TableId, TableReply};
use crate::text::Appearance;
use crate::watch;

/// The user who triggered an interaction, with their language and card style.
pub(crate) struct UserContext<'a> {
    pub(crate) data: &'a BotState,
    pub(crate) caller: &'a Caller,
    pub(crate) appearance: Appearance,
}

impl<'a> UserContext<'a> {
    /// Creates the user context for an interaction.
    ///
    /// Loads the user's settings. Also records the server's locale and the bot's permissions, which Discord
    /// sends with the interaction.
    pub(crate) async fn of(data: &'a BotState, caller: &'a Caller) -> Self {
        if let (Some(server), Some(locale)) = (caller.server, &caller.server_locale) {
            data.preferences.record_language(server, locale);
        }
        if let Some(may) = caller.bot_permissions {
            data.preferences.record_may_attach(caller.channel, permissions::may_attach(may));
        }
        if permissions::may_post(caller) {
            republish::after_use(&data.registry, &data.breakers, caller.channel);
        }
        let appearance = data.preferences.private_appearance(caller).await;
        let settings = data.preferences.settings(caller.user).await;
        data.registry.set_forced_cards(caller.user, settings.forced_cards);
        Self { data, caller, appearance }
    }

    /// Returns the text for a locale key in the user's language.
    pub(crate) fn text(&self, key: &str) -> String {
        self.appearance.formatter().text(key)
    }

    /// Creates the reply to an interaction that arrives while the bot is shutting down.
    pub(crate) fn restart_notice(&self) -> Reply {
        telemetry::note(watch::InteractionOutcome::Stopping);
        Reply::ephemeral(self.text("notice-shutting-down"))
    }

    /// Sends a command to the table in the user's channel.
    pub(crate) async fn ask_here(&self, command: Command) -> Result<TableReply, Refusal> {
        self.data.registry.ask_here(self.caller.request(command)).await
    }

    /// Returns what the user can currently see of the table in their channel.
    pub(crate) async fn read_here(&self) -> Result<TableReply, Refusal> {
        self.data.registry.ask_here(self.caller.read_request()).await
    }

    /// Creates the reply to a user who pressed an outdated button.
    ///
    /// The reply shows the channel's table as the user currently sees it, below the text for the locale key
    /// `key`. If the channel has no table, the reply explains how to open one.
    pub(crate) async fn stale_button(&self, key: &str) -> Reply {
        match self.read_here().await {
            Ok(now) => self.hand(&now, Some(&self.text(key))),
            Err(Refusal::NoTable) => Reply::ephemeral(format!(
                "{} {}",
                self.text("door-stray-button"),
                self.text("lobby-no-table")
            )),
            Err(refused) => self.refused(&refused, None),
        }
    }

    /// Returns what the user can currently see of the table with the given id.
    ///
    /// # Errors
    /// Returns an error reply if the table cannot be read, for example because it is unknown or belongs to
    /// another channel.
    pub(crate) async fn read_table(&self, table: TableId) -> Result<TableReply, Reply> {
        match self.data.registry.ask(table, self.caller.read_request()).await {
            Ok(answer) => Ok(answer),
            Err(refused) => Err(self.refused_button(&refused, table).await),
        }
    }

    /// Creates the reply to a button press that the table refused.
    ///
    /// If the button belongs to an unknown table or to a table in another channel, the reply shows this
    /// channel's table instead.
    pub(crate) async fn refused_button(&self, refused: &Refusal, table: TableId) -> Reply {
        match refused {
            Refusal::OtherChannel => self.stale_button("notice-other-table").await,
            Refusal::NotKept(JournalError::NoSuchTable(_)) => {
                self.stale_button("notice-unknown-button").await
            }
            refused => self.refused(refused, Some(table)),
        }
    }

    /// Sends a command to the given table.
    pub(crate) async fn ask(&self, table: TableId, command: Command) -> Result<TableReply, Refusal> {
        self.data.registry.ask(table, self.caller.request(command)).await
    }

    /// Opens a new table.
    pub(crate) async fn open(&self, opening: Opening) -> Result<TableReply, Refusal> {
        self.data.registry.open(opening, self.caller.request(Command::Look)).await
    }

    /// Creates the reply to a refused request to start a deal.
    ///
    /// If another player has already started the deal, the reply shows the user's hand below `note`.
    pub(crate) fn deal_already_started(
        &self,
        now: &TableReply,
        refused: &Refusal,
        note: Option<&str>,
    ) -> Reply {
        let is_begun = matches!(refused, Refusal::DealRunning | Refusal::AlreadyStarted);
        if !is_begun || !now.table_view.is_seated(self.caller.user) {
            return self.refused(refused, Some(now.table_view.table));
        }
        self.hand(now, note).below_table()
    }

    /// Creates an ephemeral reply that shows the user's hand, or the table if the user is a spectator.
    ///
    /// If `note` is given, it appears above the hand or table.
    pub(crate) fn hand(&self, answer: &TableReply, note: Option<&str>) -> Reply {
        // A seated user's message turns into their hand, or is replaced by it, as soon as there is one.
        if answer.table_view.is_seated(self.caller.user) {
            let (answer, note) = (answer.clone(), note.map(str::to_owned));
            return Reply::Hand(Box::new(HandReply { answer, note, draft: None, is_below_table: false }));
        }
        let message = messages::own_view(answer, self.caller.user, self.appearance);
        Reply::InPlace(PrivateReply { message: noted(message, note), picture: hand_picture(answer) })
    }

    /// Creates an ephemeral reply that temporarily replaces the user's hand, for example with a question.
    ///
    /// The reply stays in place until an update changes the hand.
    pub(crate) fn in_place_of_hand(&self, answer: &TableReply, message: Message) -> Reply {
        self.draft(answer, Draft { message, picture: hand_picture(answer), awaits_picture: false })
    }

    /// Creates an ephemeral reply that shows a draft in place of the user's hand. A user without a seat gets
    /// only the text.
    pub(crate) fn draft(&self, answer: &TableReply, draft: Draft) -> Reply {
        if !answer.table_view.is_seated(self.caller.user) {
            return Reply::InPlace(draft.message.into());
        }
        let (answer, draft) = (answer.clone(), Some(draft));
        Reply::Hand(Box::new(HandReply { answer, note: None, draft, is_below_table: false }))
    }

    /// Creates an ephemeral reply that shows the user's hand with the choices of a draft bid, also in its
    /// picture. Returns `None` if the user has no hand.
    pub(crate) fn hand_with_draft(
        &self,
        now: &TableReply,
        draft: &BidDraft,
        note: Option<&str>,
    ) -> Option<Reply> {
        let (view, seat) = (now.player_view.as_ref()?, now.seat?);
        let message = messages::hand(&now.table_view, view, seat, self.appearance, Some(draft));
        Some(self.draft(
            now,
            Draft {
                message: noted(message, note),
                picture: self.picture_with_draft(now, draft),
                awaits_picture: true,
            },
        ))
    }

    /// Creates an ephemeral reply that temporarily replaces the user's hand with a draft bid, for example to
    /// ask whether to bid it. The picture of the hand with the draft remains.
    pub(crate) fn in_place_of_draft(&self, now: &TableReply, message: Message, draft: &BidDraft) -> Reply {
        let picture = self.picture_with_draft(now, draft);
        self.draft(now, Draft { message, picture, awaits_picture: false })
    }

    /// Returns the subject of the picture of the user's hand with the choices of a draft bid. They are not
    /// shown while a robot holds the user's seat.
    fn picture_with_draft(&self, now: &TableReply, draft: &BidDraft) -> Option<Subject> {
        let (picture, view) = (hand_picture(now)?, now.player_view.as_ref()?);
        let chair = now.table_view.chair(PlayerId::User(self.caller.user));
        let is_held = chair.is_some_and(|chair| chair.stood_in);
        Some(if is_held { picture } else { picture.with_marks(messages::bid_marks(view, draft)) })
    }

    /// Creates the reply to a refused request. If `table` is given, the reply may include buttons for
    /// resolving the problem.
    pub(crate) fn refused(&self, refused: &Refusal, table: Option<TableId>) -> Reply {
        match refused {
            Refusal::NotKept(JournalError::NotLeased(_)) | Refusal::Stopping => {
                telemetry::note(watch::InteractionOutcome::Stopping);
            }
            Refusal::NotKept(error) => tracing::debug!(%error, "player action was not saved"),
            _ => {}
        }
        Reply::Ephemeral(messages::refusal(refused, table, self.appearance).into())
    }

    /// Creates the reply to a request that the channel's table refused.
    pub(crate) async fn refused_here(&self, refused: &Refusal) -> Reply {
        let table = self.read_here().await.ok().map(|now| now.table_view.table);
        self.refused(refused, table)
    }
}

/// Returns `true` if the command starts a deal. For such commands, the bot needs permission to post in the
/// channel.
pub(crate) const fn begins_a_deal(command: &Command) -> bool {
    matches!(command, Command::Start | Command::NextDeal)
}

/// Returns the subject of the picture of the user's hand, or `None` if the user has no cards.
pub(crate) fn hand_picture(answer: &TableReply) -> Option<Subject> {
    let view = answer.player_view.as_ref().filter(|_| answer.seat.is_some())?;
    hand_subject(&answer.table_view, &view.deal)
}

/// Adds the note, if any, above the message. Truncates the message if the result would exceed Discord's
/// length limit.
pub(crate) fn noted(message: Message, note: Option<&str>) -> Message {
    match note {
        Some(note) => message.with_room_for(note.chars().count() + 1).noted(note),
        None => message,
    }
}
