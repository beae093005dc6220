//! A player's own message: the hand as buttons, and what can be done with it.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, Grave, Shown};
use crate::discord::draft::Draft;
use crate::render::Face;
use crate::rules::{Action, Card, CardSet, RankOrder, Seat, Stage, Trump, View};
use crate::table::{Answer, Command, DealScene, Moment, Outcome, Scene, SceneStage, UserId};
use crate::text;

use super::board::Telling;
use super::buttons::{ROW, act, ask, button, card_button, danger, primary, rows, success};
use super::look::as_held;
use super::{Look, Message, ended, lobby, stale, table};

/// A hand being shown to its player.
#[derive(Clone, Copy)]
pub(super) struct Held<'a> {
    pub(super) telling: Telling<'a>,
    pub(super) seat: Seat,
}

/// The hand of one who plays in the running deal; the public's message for all others. A `draft`
/// is what of a bid has been chosen so far.
pub fn hand(scene: &Scene, view: &View, seat: Seat, look: impl Into<Look>, draft: Option<&Draft>) -> Message {
    Message::fitting(look.into(), |look| hand_in(scene, view, seat, look, draft))
}

fn hand_in(scene: &Scene, view: &View, seat: Seat, look: Look, draft: Option<&Draft>) -> Message {
    let Some(deal) = scene.deal.as_deref().filter(|_| view.seat == Some(seat)) else {
        return public(scene, look);
    };
    let held = Held { telling: Telling { look, scene, deal, view }, seat };
    let mut message = match &view.stage {
        Stage::Over { .. } => held.over(),
        _ if held.telling.is_held(seat) => held.held_by_robot(),
        Stage::Auction { .. } => held.auction(draft.copied().unwrap_or_default()),
        Stage::Naming { .. } => held.naming(),
        Stage::Play(board) => held.play(board),
    };
    if look.is_text_only() {
        message.content.extend(held.cards_in_words().into_iter().map(|line| format!("\n{line}")));
    }
    message
}

/// What someone sees who has no hand in the running deal: why, and the table.
pub fn bystander(scene: &Scene, user: UserId, look: impl Into<Look>) -> Message {
    let look = look.into();
    let message = public(scene, look);
    if matches!(scene.stage, SceneStage::Lobby | SceneStage::Ended(_)) {
        return message;
    }
    let seated = scene.is_seated(user);
    let mut buttons = vec![look.last_trick(scene), look.help(scene)];
    if !seated && scene.has_free_seat() {
        buttons.insert(0, success(&ask(scene.table, Command::Join), &look.say("button-join")));
    }
    let why = if seated { "hand-not-dealt" } else { "lobby-not-seated" };
    message.noted(&look.say(why)).with_rows(rows(&buttons))
}

/// What a person is shown after asking something of a table: their hand as it is now, with a word
/// about what became of the request.
pub fn answer(answer: &Answer, user: UserId, look: impl Into<Look>, draft: Option<&Draft>) -> Message {
    let look = look.into();
    let message = match (answer.seat, answer.view.as_deref()) {
        (Some(seat), Some(view)) => hand(&answer.scene, view, seat, look, draft),
        _ => bystander(&answer.scene, user, look),
    };
    match answer.outcome {
        Outcome::Done => message,
        Outcome::Repeated => message.noted(&look.say("notice-duplicate")),
        Outcome::Stale => message.noted(&stale(look)),
    }
}

/// Asks back before something that can't be undone.
pub fn sure(scene: &Scene, view: &View, at: Moment, action: Grave, look: impl Into<Look>) -> Message {
    let look = look.into();
    let (question, yes) = match action {
        Grave::Fold => (look.fold_question(view), "button-confirm-fold"),
        Grave::Open => (look.say("show-sure-open"), "button-open"),
        Grave::Claim => (look.say("show-sure-claim"), "button-claim"),
    };
    let buttons = vec![
        danger(&act(scene.table, at, action.action()), &look.say(yes)),
        button(&ask(scene.table, Command::Look), &look.say("button-cancel")),
    ];
    Message::text(question).with_rows(rows(&buttons))
}

fn public(scene: &Scene, look: Look) -> Message {
    match scene.stage {
        SceneStage::Lobby => lobby(scene, look),
        SceneStage::Ended(_) => ended(scene, look),
        SceneStage::Dealing | SceneStage::Between => table(scene, look),
    }
}

impl Look {
    fn fold_question(self, view: &View) -> String {
        let entry = view.contract().and_then(|(_, contract)| view.book.find(&contract));
        match entry.map_or(0, |entry| entry.folding_costs(view.book.rules().fold)) {
            0 => self.say("fold-confirm-free"),
            points => self.with("fold-confirm", &[("points", points.into())]),
        }
    }
}

impl<'a> Held<'a> {
    pub(super) const fn look(self) -> Look {
        self.telling.look
    }

    pub(super) const fn view(self) -> &'a View {
        self.telling.view
    }

    pub(super) const fn deal(self) -> &'a DealScene {
        self.telling.deal
    }

    pub(super) const fn scene(self) -> &'a Scene {
        self.telling.scene
    }

    /// The moment that the buttons are made for.
    pub(super) const fn at(self) -> Moment {
        Moment { deal: self.deal().number, version: self.view().version }
    }

    /// A button's action, made for this moment.
    pub(super) const fn act(self, action: Action) -> crate::discord::custom_id::CustomId {
        act(self.scene().table, self.at(), action)
    }

    /// Whether the deal waits for this hand.
    pub(super) fn is_turn(self) -> bool {
        self.view().turn() == Some(self.seat)
    }

    /// Adds the button that asks for a hint, for those who want it, at their turn, where it has room.
    pub(super) fn offer_hint(self, row: &mut Vec<CreateButton>) {
        let look = self.look();
        if look.hints && self.is_turn() && self.scene().gives_hints() && row.len() < ROW {
            let id = CustomId::Show { table: self.scene().table, what: Shown::Hint };
            row.push(button(&id, &look.say("button-hint")));
        }
    }

    /// The heading with what is played.
    pub(super) fn title(self) -> String {
        let (title, contract) = (self.look().say("hand-title"), self.telling.contract());
        // Nobody has bid where someone left before the first bid.
        if contract.is_empty() { format!("### {title}") } else { format!("### {title} · {contract}") }
    }

    /// That it is this player's turn, or whose it is.
    pub(super) fn turn(self) -> Option<String> {
        if self.is_turn() {
            Some(format!("{}{}", self.look().say("table-your-turn"), self.telling.until()))
        } else {
            self.telling.turn()
        }
    }

    /// The cards as they are held.
    pub(super) fn cards(self, trump: Trump, order: RankOrder) -> Vec<Card> {
        as_held(self.view().own_hand(), trump, order)
    }

    /// The cards as buttons, none of which can be pressed: it is not the time to play one.
    pub(super) fn resting(self, trump: Trump, order: RankOrder) -> Vec<CreateActionRow> {
        self.card_rows(trump, order, CardSet::EMPTY)
    }

    /// The cards as buttons that play them; those not in `playable` can't be pressed.
    pub(super) fn card_rows(self, trump: Trump, order: RankOrder, playable: CardSet) -> Vec<CreateActionRow> {
        let cards = self.cards(trump, order);
        let buttons: Vec<CreateButton> =
            cards.into_iter().map(|card| self.card(card, playable.contains(card))).collect();
        rows(&buttons)
    }

    fn card(self, card: Card, playable: bool) -> CreateButton {
        let face = Face::of(card, self.look());
        let shown = card_button(&self.act(Action::Play(card)), face);
        if playable {
            shown.style(serenity::model::application::ButtonStyle::Primary)
        } else {
            shown.disabled(true)
        }
    }

    /// The two cards that this player laid down.
    pub(super) fn talon(self, trump: Trump, order: RankOrder) -> Option<String> {
        let talon = self.view().talon.filter(|cards| !cards.is_empty())?;
        let cards = self.look().cards(talon, trump, order);
        Some(self.look().with("hand-talon", &[("cards", cards.into())]))
    }

    /// The cards as a text says them to whom buttons say little, and which of them may be played.
    fn cards_in_words(self) -> Vec<String> {
        let (look, view) = (self.look(), self.view());
        if matches!(view.stage, Stage::Over { .. }) {
            return Vec::new();
        }
        let (trump, order) = self.settled();
        let hand = view.own_hand();
        let said = |cards: CardSet| text::cards_in_order(look, &as_held(cards, trump, order));
        let count = ("count", hand.len().into());
        let mut lines = vec![look.with("hand-cards", &[count, ("cards", said(hand).into())])];
        let playable = view.legal.cards;
        if !playable.is_empty() && playable != hand {
            lines.push(look.with("hand-playable", &[("cards", said(playable).into())]));
        }
        lines
    }

    /// The trumps as far as they are settled, with the order of the ranks.
    fn settled(self) -> (Trump, RankOrder) {
        let board = self.view().board();
        board.map_or((None, RankOrder::WithTrumps), |board| (board.trump, RankOrder::of(board.trump)))
    }

    fn held_by_robot(self) -> Message {
        let look = self.look();
        let mut lines = vec![self.title()];
        lines.push(look.say("clock-robot-holds-you"));
        lines.extend(self.telling.turn());
        lines.extend(self.telling.best_bid());
        lines.extend(self.telling.trick());
        let (trump, order) = self.settled();
        let mut rows = self.resting(trump, order);
        let buttons = vec![look.take_back(self.scene()), look.help(self.scene())];
        rows.push(CreateActionRow::Buttons(buttons));
        Message::text(lines.join("\n")).with_rows(rows)
    }

    fn over(self) -> Message {
        let look = self.look();
        let mut lines = vec![self.title()];
        lines.push(look.say("refusal-deal-over"));
        lines.extend(look.payments(self.telling));
        lines.extend(look.standings(&self.scene().standings, self.scene().window));
        let mut buttons = Vec::new();
        if self.scene().stage == SceneStage::Between {
            let next = ask(self.scene().table, Command::NextDeal);
            buttons.push(primary(&next, &look.say("button-next-deal")));
        }
        buttons.push(look.last_trick(self.scene()));
        Message::text(lines.join("\n")).with_rows(rows(&buttons))
    }
}
