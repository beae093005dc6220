//! A player's private message: the hand as buttons, and the available actions.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::custom_id::{CustomId, TablePanel};
use crate::render::ButtonFace;
use crate::table::{
    Command, CommandOutcome, Moment, PlayerView, TableId, TableReply, TableStage, TableView, UserId,
};
use crate::text::{self, args};
use ulti_rules::{Action, Card, CardSet, RankOrder, Seat, Stage, Trump};

use super::deal_lines::DealLines;
use super::draft::draft_of;
use crate::discord::messages::buttons::{ROW, act, ask, button, card_button, danger, primary, rows};
use crate::discord::messages::{Appearance, Message, ended, lobby, stale, table};

/// Builds the hand message for one seat.
#[derive(Clone, Copy)]
pub(crate) struct HandText<'a> {
    pub(crate) lines: DealLines<'a>,
    pub(crate) seat: Seat,
    /// Action that the hint recommends, or `None` if the player has not asked for a hint.
    pub(crate) advice: Option<Action>,
    /// `true` if the player has chosen to pass for the rest of the auction.
    pub(crate) passes_on: bool,
}

/// Creates the hand message for a player in the current deal.
///
/// Returns the public message instead if there is no current deal or if `view` does not belong to `seat`.
/// `draft` contains the choices that the player has made so far for a bid.
pub fn hand(
    table_view: &TableView,
    view: &PlayerView,
    seat: Seat,
    appearance: Appearance,
    draft: Option<&BidDraft>,
) -> Message {
    Message::fitting(appearance, |appearance| hand_in(table_view, view, seat, appearance, draft, None))
}

/// Creates the hand message for a player who has asked for a hint.
///
/// A recommended card, taking the talon or passing is highlighted. If `draft` differs from a recommended bid,
/// a button fills in this bid.
pub fn hinted_hand(
    table_view: &TableView,
    view: &PlayerView,
    seat: Seat,
    appearance: Appearance,
    (advice, draft): (Action, Option<BidDraft>),
) -> Message {
    Message::fitting(appearance, |appearance| {
        hand_in(table_view, view, seat, appearance, draft.as_ref(), Some(advice))
    })
}

fn hand_in(
    table_view: &TableView,
    view: &PlayerView,
    seat: Seat,
    appearance: Appearance,
    draft: Option<&BidDraft>,
    advice: Option<Action>,
) -> Message {
    let Some(deal) = table_view.deal.as_deref().filter(|_| view.seat == Some(seat)) else {
        return public(table_view, appearance);
    };
    let lines = DealLines { appearance, table_view, deal, view };
    let text = HandText { lines, seat, advice, passes_on: view.passes_on };
    let mut message = match &view.stage {
        _ if table_view.is_discarded() => return text.lines.discarded(),
        Stage::Over { .. } => text.over(),
        _ if text.lines.is_held(seat) => text.held_by_robot(),
        Stage::Auction { .. } => text.auction(draft.copied().unwrap_or_default()),
        Stage::Naming { .. } => text.naming(),
        Stage::Play(board) => text.play(board),
    };
    if appearance.is_text_only() {
        message.content.extend(text.cards_in_words().into_iter().map(|line| format!("\n{line}")));
    }
    message
}

/// Creates the message for a user who has no hand in the current deal. The message gives the reason and shows
/// the public table.
pub fn bystander(table_view: &TableView, user: UserId, appearance: Appearance) -> Message {
    let message = public(table_view, appearance);
    if matches!(table_view.stage, TableStage::Lobby | TableStage::Ended(_)) {
        return message;
    }
    let seated = table_view.is_seated(user);
    let mut buttons = vec![appearance.last_trick(table_view), appearance.help(table_view)];
    if !seated && table_view.has_free_seat() {
        buttons.insert(0, appearance.sit_down(table_view));
    }
    let why = if seated { appearance.text("hand-not-dealt") } else { appearance.not_seated(table_view) };
    message.with_room_for(why.chars().count() + 1).noted(&why).with_rows(rows(&buttons))
}

/// Creates the private message that shows the user's hand. Users who are not playing in the deal see the
/// table instead. If the command was not executed, a note above the hand explains why.
pub fn own_view(answer: &TableReply, user: UserId, appearance: Appearance) -> Message {
    let message = match (answer.seat, &answer.player_view) {
        (Some(seat), Some(view)) => hand(&answer.table_view, view, seat, appearance, None),
        _ => bystander(&answer.table_view, user, appearance),
    };
    match answer.outcome {
        CommandOutcome::Done => message,
        CommandOutcome::Repeated => message.noted(&appearance.text("notice-duplicate")),
        CommandOutcome::Stale => message.noted(&stale(appearance)),
    }
}

/// Creates the content of a hand message that a newer one has replaced. The button shows the newest state,
/// for a user who reads the older message on another device.
pub(crate) fn replaced_hand(table: TableId, appearance: Appearance) -> Message {
    let show = appearance.show_hand(table);
    Message::text(appearance.text("hand-replaced")).with_rows(rows(&[show]))
}

/// Creates the confirmation prompt before the player's hand is laid open. `deal` is the number of the deal.
pub(crate) fn open_hand(table: TableId, deal: u32, appearance: Appearance) -> Message {
    let buttons = vec![
        danger(&ask(table, Command::OpenHand { deal }), &appearance.text("button-open")),
        button(&ask(table, Command::Look), &appearance.text("button-cancel")),
    ];
    Message::text(appearance.text("show-sure-open")).with_rows(rows(&buttons))
}

fn public(table_view: &TableView, appearance: Appearance) -> Message {
    match table_view.stage {
        TableStage::Lobby => lobby(table_view, appearance),
        TableStage::Ended(_) => ended(table_view, appearance),
        TableStage::Dealing | TableStage::Between => table(table_view, appearance),
    }
}

impl HandText<'_> {
    /// Returns the deal number and the number of events so far. The buttons work only while both are
    /// unchanged.
    pub(crate) const fn at(self) -> Moment {
        Moment { deal: self.lines.deal.number, version: self.lines.view.version }
    }

    /// Returns the custom id for a button that performs `action` in the current state of the deal.
    pub(crate) const fn act(self, action: Action) -> CustomId {
        act(self.lines.table_view.table, self.at(), action)
    }

    /// Returns `true` if it is the turn of the player whose hand is shown.
    pub(crate) fn is_turn(self) -> bool {
        self.lines.view.turn() == Some(self.seat)
    }

    /// Adds the hint button if hints are enabled, it is the player's turn, and the row has room.
    pub(crate) fn offer_hint(self, row: &mut Vec<CreateButton>) {
        let id = CustomId::Show { table: self.lines.table_view.table, what: TablePanel::Hint };
        self.push_hint(row, &id, "button-hint");
    }

    /// Adds a button for a hint beside a draft to a row that has room for it. After a hint that recommends
    /// another bid, the button fills in that bid.
    pub(super) fn offer_hint_beside(self, draft: BidDraft, row: &mut Vec<CreateButton>) {
        let (table, at) = (self.lines.table_view.table, self.at());
        let is_other =
            |advised: &BidDraft| (advised.contract, advised.cards) != (draft.contract, draft.cards);
        if let Some(advised) = self.advice.and_then(draft_of).filter(is_other) {
            return self.push_hint(row, &CustomId::Draft { table, at, draft: advised }, "button-use-hint");
        }
        if draft.is_empty() {
            return self.offer_hint(row);
        }
        self.push_hint(row, &CustomId::DraftHint { table, at, draft }, "button-hint");
    }

    fn push_hint(self, row: &mut Vec<CreateButton>, id: &CustomId, label: &str) {
        let appearance = self.lines.appearance;
        if appearance.hints && self.is_turn() && self.lines.table_view.gives_hints() && row.len() < ROW {
            row.push(button(id, &appearance.text(label)));
        }
    }

    /// Returns the heading of the hand message, with the contract if there is one.
    pub(crate) fn title(self) -> String {
        let (title, contract) = (self.lines.appearance.text("hand-title"), self.lines.contract());
        // There is no contract if a player left before the first bid.
        if contract.is_empty() { format!("### {title}") } else { format!("### {title} · {contract}") }
    }

    /// Formats one line that says whose turn it is. Returns `None` if it is nobody's turn.
    pub(crate) fn turn(self) -> Option<String> {
        if self.is_turn() {
            Some(format!("{}{}", self.lines.appearance.text("table-your-turn"), self.lines.until()))
        } else {
            self.lines.turn()
        }
    }

    /// Returns the player's cards in sorted order.
    pub(crate) fn cards(self, trump: Trump, order: RankOrder) -> Vec<Card> {
        text::sort_hand(self.lines.view.own_hand(), trump, order)
    }

    /// Returns the player's hand as rows of disabled buttons.
    pub(crate) fn disabled_cards(self, trump: Trump, order: RankOrder) -> Vec<CreateActionRow> {
        self.card_rows(trump, order, CardSet::EMPTY)
    }

    /// Returns the player's hand as rows of buttons. Buttons for cards outside `playable` are disabled.
    pub(crate) fn card_rows(self, trump: Trump, order: RankOrder, playable: CardSet) -> Vec<CreateActionRow> {
        let cards = self.cards(trump, order);
        let buttons: Vec<CreateButton> =
            cards.into_iter().map(|card| self.card(card, playable.contains(card))).collect();
        rows(&buttons)
    }

    fn card(self, card: Card, playable: bool) -> CreateButton {
        let face = ButtonFace::of(card, self.lines.appearance);
        let shown = card_button(&self.act(Action::Play(card)), face);
        match playable {
            true if self.advice == Some(Action::Play(card)) => shown.style(ButtonStyle::Success),
            true => shown.style(ButtonStyle::Primary),
            false => shown.disabled(true),
        }
    }

    /// Formats the two cards that the player discarded as one line. Returns `None` if the player has
    /// discarded no cards.
    pub(crate) fn talon(self, trump: Trump, order: RankOrder) -> Option<String> {
        let talon = self.lines.view.talon.filter(|cards| !cards.is_empty())?;
        let cards = self.lines.appearance.cards(talon, trump, order);
        Some(self.lines.appearance.with("hand-talon", args![cards]))
    }

    /// Returns the hand and the playable cards as text, for screen reader users.
    fn cards_in_words(self) -> Vec<String> {
        let (appearance, view) = (self.lines.appearance, self.lines.view);
        if matches!(view.stage, Stage::Over { .. }) {
            return Vec::new();
        }
        let (trump, order) = self.trump_and_order();
        let hand = view.own_hand();
        let text = |cards: CardSet| text::cards_in_order(appearance, &text::sort_hand(cards, trump, order));
        let count = ("count", hand.len().into());
        let mut lines = vec![appearance.with("hand-cards", &[count, ("cards", text(hand).into())])];
        let playable = view.legal.cards;
        if !playable.is_empty() && playable != hand {
            lines.push(appearance.with("hand-playable", args![cards = text(playable)]));
        }
        lines
    }

    /// Returns the trump suit and the rank order by which the hand is sorted. Before play begins, the trump
    /// suit is `None`.
    fn trump_and_order(self) -> (Trump, RankOrder) {
        let board = self.lines.view.board();
        board.map_or((None, RankOrder::WithTrumps), |board| (board.trump, RankOrder::of(board.trump)))
    }

    fn held_by_robot(self) -> Message {
        let appearance = self.lines.appearance;
        let mut lines = vec![self.title(), appearance.text("clock-robot-holds-you")];
        lines.extend(self.lines.turn());
        lines.extend(self.lines.best_bid());
        lines.extend(self.lines.trick());
        let (trump, order) = self.trump_and_order();
        let buttons =
            vec![appearance.take_back(self.lines.table_view), appearance.help(self.lines.table_view)];
        let cards = self.disabled_cards(trump, order);
        Message::text(lines.join("\n")).with_cards_and_rows(cards, vec![CreateActionRow::Buttons(buttons)])
    }

    fn over(self) -> Message {
        let appearance = self.lines.appearance;
        let mut lines = vec![self.title(), appearance.text("refusal-deal-over")];
        lines.extend(appearance.payments(self.lines));
        lines.extend(appearance.standings(&self.lines.table_view.standings, self.lines.table_view.window));
        lines.extend(self.lines.next_deal());
        let mut buttons = Vec::new();
        if self.lines.table_view.stage == TableStage::Between {
            let next = ask(self.lines.table_view.table, Command::NextDeal);
            buttons.push(primary(&next, &appearance.text("button-next-deal")));
        }
        buttons.push(appearance.last_trick(self.lines.table_view));
        Message::text(lines.join("\n")).with_rows(rows(&buttons))
    }
}
