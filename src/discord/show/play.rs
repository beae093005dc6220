//! The play of the cards under a player's hand, and kontra.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::Grave;
use crate::rules::{Action, Board, CardSet, Duty, Game, Games, Rank, RankOrder, Seat, Suit};
use crate::text;

use super::Message;
use super::buttons::{button, danger};
use super::hand::Held;

impl Held<'_> {
    pub(super) fn play(self, board: &Board) -> Message {
        let order = RankOrder::of(board.trump);
        let mut rows = self.card_rows(board.trump, order, self.view().legal.cards);
        rows.extend(super::buttons::rows(&self.kontras(board)));
        rows.push(CreateActionRow::Buttons(self.other_buttons()));
        Message::text(self.lines(board, order).join("\n")).with_rows(rows)
    }

    fn lines(self, board: &Board, order: RankOrder) -> Vec<String> {
        let mut lines = vec![self.title()];
        lines.extend(self.telling.declarer());
        lines.extend(self.turn());
        lines.extend(self.telling.trick());
        lines.extend(self.what_to_do(board));
        lines.extend(self.telling.last_trick());
        lines.extend(self.telling.tricks());
        lines.extend(self.telling.open_hands());
        lines.extend(self.talon(board.trump, order));
        lines
    }

    /// The question that is put to this player, and why some cards can't be played.
    fn what_to_do(self, board: &Board) -> Vec<String> {
        let look = self.look();
        let legal = &self.view().legal;
        let games = || [("games", text::games(look.lang, legal.kontra).into())];
        let mut lines = Vec::new();
        if legal.no_kontra {
            lines.push(look.with("kontra-offered-you", &games()));
        } else if !legal.kontra.is_empty() {
            lines.push(look.with("kontra-before-playing", &games()));
        }
        if !legal.cards.is_empty() {
            lines.push(self.duties(board).unwrap_or_else(|| look.say("hand-tap")));
        }
        lines
    }

    /// The duties that leave only some of the cards.
    fn duties(self, board: &Board) -> Option<String> {
        let hand = self.view().own_hand();
        let allowed = self.view().legal.cards;
        if allowed == hand {
            return None;
        }
        let rules = self.view().book.rules();
        let (candidates, duty) = board.current.playable(hand, board.trump, rules.must_beat);
        let mut told = Vec::new();
        if let Some((_, led)) = board.current.plays().next() {
            told.extend(self.suit_duty(board, led.suit(), hand, candidates));
        }
        if let (Duty::Beat, Some((_, best))) = (duty, board.current.best(board.trump)) {
            told.push(self.look().with("show-duty-beat", &[("card", self.look().card(best).into())]));
        }
        if candidates != allowed {
            let seven = [("seven", text::rank(self.look(), Rank::Seven).into())];
            told.push(self.look().with("show-duty-seven", &seven));
        }
        (!told.is_empty()).then(|| told.join(" "))
    }

    fn suit_duty(self, board: &Board, led: Suit, hand: CardSet, candidates: CardSet) -> Option<String> {
        let look = self.look();
        let suit = |suit| text::suit_with_sign(look, suit);
        if !hand.of_suit(led).is_empty() {
            return Some(look.with("show-duty-follow", &[("suit", suit(led).into())]));
        }
        let trump =
            board.trump.filter(|trump| !candidates.of_suit(*trump).is_empty() && candidates != hand)?;
        let args = [("suit", suit(led).into()), ("trump", suit(trump).into())];
        Some(look.with("show-duty-trump", &args))
    }

    /// What can be doubled, item by item, then all of it, then none.
    fn kontras(self, board: &Board) -> Vec<CreateButton> {
        let look = self.look();
        let legal = &self.view().legal;
        let items = self.view().kontra_items();
        let mut buttons: Vec<CreateButton> =
            items.iter().map(|games| self.kontra_button(board, *games)).collect();
        if items.len() > 1 {
            let label = look.say("button-kontra-all");
            buttons.push(danger(&self.act(Action::Kontra(legal.kontra)), &label));
        }
        if legal.no_kontra {
            buttons.insert(0, button(&self.act(Action::NoKontra), &look.say("button-no-kontra")));
        }
        buttons
    }

    fn kontra_button(self, board: &Board, games: Games) -> CreateButton {
        let look = self.look();
        let level = games.iter().map(|game| level(board, game, self.seat)).max().unwrap_or(0) + 1;
        let name = text::capital(&text::kontra_level(look.lang, self.view().book.rules(), level));
        let args = [("level", name.into()), ("game", text::games(look.lang, games).into())];
        danger(&self.act(Action::Kontra(games)), &look.with("button-kontra-game", &args))
    }

    /// The last row: looking, and what can't be undone.
    fn other_buttons(self) -> Vec<CreateButton> {
        let look = self.look();
        let legal = &self.view().legal;
        let mut buttons = vec![look.last_trick(self.scene()), look.help(self.scene())];
        self.offer_hint(&mut buttons);
        if legal.fold {
            buttons.push(self.grave(Grave::Fold, "button-fold"));
        }
        // Where a claim can end the deal, laying open alone has no use; in the first trick it can't yet.
        let can_end = self.view().board().is_some_and(|board| !board.tricks.is_empty());
        // With the last card on the table nothing is left to claim.
        let holds = !self.view().own_hand().is_empty();
        if legal.claim && can_end && holds && self.view().book.rules().claim {
            buttons.push(self.grave(Grave::Claim, "button-claim"));
        } else if legal.open {
            buttons.push(self.grave(Grave::Open, "button-open"));
        }
        buttons
    }
}

/// How often a game is doubled, as far as it concerns this seat.
fn level(board: &Board, game: Game, seat: Seat) -> u8 {
    if seat == board.declarer {
        board.declarer.others().into_iter().map(|other| board.kontra.level(game, other)).max().unwrap_or(0)
    } else {
        board.kontra.level(game, seat)
    }
}
