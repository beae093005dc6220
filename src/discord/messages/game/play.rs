//! A player's hand message during the play: playable cards and kontra.

use std::collections::BTreeSet;

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::ConfirmedAction;
use crate::text::{self, args};
use ulti_rules::{Action, Board, CardSet, Duty, Games, Rank, RankOrder, Seat, Suit};

use super::hand::HandText;
use super::kontra::{all_games_label, level, level_args, next_level};
use crate::discord::messages::Message;
use crate::discord::messages::buttons::{button, danger};

impl HandText<'_> {
    /// Creates the hand message for the play phase.
    pub(crate) fn play(self, board: &Board) -> Message {
        let order = RankOrder::of(board.trump);
        let playable = self.lines.view.legal.cards;
        let mut cards = self.card_rows(board.trump, order, playable);
        let mut rows = crate::discord::messages::buttons::rows(&self.kontras());
        rows.push(CreateActionRow::Buttons(self.other_buttons()));
        let message = Message::text(self.lines(board, order).join("\n"))
            .beside_picture(&self.lines_beside_picture(board, order));
        // A waiting player keeps the buttons, so that a double tap on a card hits the disabled card.
        if self.is_turn() && playable.is_empty() {
            message.with_cards_and_rows(cards, rows)
        } else {
            cards.append(&mut rows);
            message.with_rows(cards)
        }
    }

    fn lines(self, board: &Board, order: RankOrder) -> Vec<String> {
        let mut lines = vec![self.title()];
        lines.extend(self.lines.declarer());
        lines.extend(self.lines.goal());
        lines.extend(self.missing_marriage(board));
        lines.extend(self.turn());
        lines.extend(self.lines.trick());
        lines.extend(self.what_to_do(board));
        lines.extend(self.lines.last_trick());
        lines.extend(self.lines.tricks());
        lines.extend(self.lines.marriages());
        lines.extend(self.lines.open_hands());
        lines.extend(self.talon(board.trump, order));
        lines
    }

    /// Returns the lines that the picture of the hand does not show.
    ///
    /// While other players act, the hand is not updated, so its text does not say who is next.
    fn lines_beside_picture(self, board: &Board, order: RankOrder) -> Vec<String> {
        let waiting = || Some(self.lines.appearance.text("hand-waiting"));
        let mut lines: Vec<String> =
            if self.is_turn() { self.turn() } else { waiting() }.into_iter().collect();
        lines.extend(self.what_to_do(board));
        lines.extend(self.missing_marriage(board));
        // The picture shows the last trick until the next lead. A waiting hand may be older than the last
        // trick.
        let is_missing = self.is_turn() && !board.current.is_empty();
        lines.extend(self.lines.last_trick().filter(|_| is_missing));
        lines.extend(self.talon(board.trump, order));
        lines
    }

    /// Returns the line about a required marriage that was not announced, unless the player is the declarer,
    /// who knows it.
    fn missing_marriage(self, board: &Board) -> Option<String> {
        self.lines.missing_marriage().filter(|_| self.seat != board.declarer)
    }

    /// Returns lines that explain what the player has to decide and why some cards cannot be played.
    fn what_to_do(self, board: &Board) -> Vec<String> {
        let appearance = self.lines.appearance;
        let legal = &self.lines.view.legal;
        let mut lines = Vec::new();
        if legal.no_kontra {
            lines.extend(self.kontras_to_answer(board));
        } else if !legal.kontra.is_empty() {
            let games = text::games_as_object(appearance.lang, legal.kontra);
            lines.push(appearance.with("kontra-before-playing", args![games]));
        }
        if !legal.cards.is_empty() {
            lines.push(self.duties(board).unwrap_or_else(|| appearance.text("hand-tap")));
            lines.extend(self.marriages_to_announce(board));
        }
        lines
    }

    /// Returns the line about the marriages that the player announces with the first card.
    fn marriages_to_announce(self, board: &Board) -> Option<String> {
        let appearance = self.lines.appearance;
        let suits = self.lines.view.marriages_to_announce();
        let marriages: Vec<String> =
            suits.iter().map(|suit| appearance.marriage(suit, board.trump)).collect();
        let marriages = text::list(appearance.lang, &marriages);
        (!suits.is_empty()).then(|| appearance.with("play-will-announce", args![marriages]))
    }

    /// Returns one line for each kontra level that the player may answer: who doubled which games, and the
    /// name of the next level.
    fn kontras_to_answer(self, board: &Board) -> Vec<String> {
        let appearance = self.lines.appearance;
        let rules = self.lines.view.book.rules();
        let games = self.lines.view.legal.kontra;
        let levels: BTreeSet<u8> = games.iter().map(|game| level(board, game, self.seat)).collect();
        let line = |reached: u8| {
            let games: Games =
                games.iter().filter(|game| level(board, *game, self.seat) == reached).collect();
            let by = self.doubler(board, games);
            let mut args = level_args(appearance, rules, reached);
            args.extend([
                ("by", if by.is_some() { "player" } else { "defenders" }.into()),
                ("name", by.map(|seat| self.lines.name(seat)).unwrap_or_default().into()),
                ("games", text::games_as_object(appearance.lang, games).into()),
                ("next", text::capital(&text::kontra_level(appearance.lang, rules, reached + 1)).into()),
            ]);
            appearance.with("kontra-offered-you", &args)
        };
        levels.into_iter().map(line).collect()
    }

    /// Returns the opponent who doubled the games, or `None` if both defenders did.
    fn doubler(self, board: &Board, games: Games) -> Option<Seat> {
        if self.seat != board.declarer {
            return Some(board.declarer);
        }
        let doubled = |seat: &Seat| games.iter().any(|game| board.kontra.level(game, *seat) > 0);
        let defenders: Vec<Seat> = board.declarer.others().into_iter().filter(doubled).collect();
        <[Seat; 1]>::try_from(defenders).ok().map(|[seat]| seat)
    }

    /// Formats one line with the rules that restrict the choice of cards. Returns `None` if every card may be
    /// played.
    fn duties(self, board: &Board) -> Option<String> {
        let hand = self.lines.view.own_hand();
        let allowed = self.lines.view.legal.cards;
        if allowed == hand {
            return None;
        }
        let must_beat = self.lines.view.book.rules().must_beat;
        let (candidates, duty) = board.current.playable(hand, board.trump, must_beat);
        let mut rules = Vec::new();
        if let Some((_, led)) = board.current.plays().next() {
            rules.extend(self.suit_duty(board, led.suit(), hand, candidates));
        }
        if let (Duty::Beat, Some((_, best))) = (duty, board.current.best(board.trump)) {
            rules.push(
                self.lines.appearance.with("show-duty-beat", args![card = self.lines.appearance.card(best)]),
            );
        }
        if candidates != allowed {
            let seven = [("seven", text::rank(self.lines.appearance, Rank::Seven).into())];
            rules.push(self.lines.appearance.with("show-duty-seven", &seven));
        }
        (!rules.is_empty()).then(|| rules.join(" "))
    }

    fn suit_duty(self, board: &Board, led: Suit, hand: CardSet, candidates: CardSet) -> Option<String> {
        let appearance = self.lines.appearance;
        let suit = |suit| text::suit_with_sign(appearance, suit);
        if !hand.of_suit(led).is_empty() {
            return Some(appearance.with("show-duty-follow", args![suit = suit(led)]));
        }
        let trump =
            board.trump.filter(|trump| !candidates.of_suit(*trump).is_empty() && candidates != hand)?;
        Some(appearance.with("show-duty-trump", args![suit = suit(led), trump = suit(trump)]))
    }

    /// Returns the kontra buttons: one to decline, one for each game or group of games, and one to double all
    /// of them. Buttons that do not apply are omitted.
    fn kontras(self) -> Vec<CreateButton> {
        let appearance = self.lines.appearance;
        let legal = &self.lines.view.legal;
        let items = self.lines.view.kontra_items();
        let mut buttons: Vec<CreateButton> =
            items.iter().filter_map(|games| self.kontra_button(*games)).collect();
        if items.len() > 1
            && let Some(label) = all_games_label(self.lines.view, appearance)
        {
            buttons.push(danger(&self.act(Action::Kontra(legal.kontra)), &label));
        }
        if legal.no_kontra {
            buttons.insert(0, button(&self.act(Action::NoKontra), &appearance.text("button-no-kontra")));
        }
        buttons
    }

    fn kontra_button(self, games: Games) -> Option<CreateButton> {
        let appearance = self.lines.appearance;
        let level = next_level(self.lines.view, self.seat, games, appearance)?;
        let args = args![level, game = text::games(appearance.lang, games)];
        Some(danger(&self.act(Action::Kontra(games)), &appearance.with("button-kontra-game", args)))
    }

    /// Returns the last row of buttons.
    ///
    /// The row has buttons for the last trick and for help. It may also have buttons for getting a hint,
    /// folding the contract, claiming the remaining tricks or laying the hand open.
    fn other_buttons(self) -> Vec<CreateButton> {
        let appearance = self.lines.appearance;
        let legal = &self.lines.view.legal;
        let mut buttons =
            vec![appearance.last_trick(self.lines.table_view), appearance.help(self.lines.table_view)];
        self.offer_hint(&mut buttons);
        if legal.fold {
            let concedes = self.lines.view.board().is_some_and(|board| !board.tricks.is_empty());
            let label = if concedes { "button-concede" } else { "button-fold" };
            buttons.push(self.confirmed_button(ConfirmedAction::Fold, label));
        }
        // A claim can end the deal from the second trick on, and then replaces laying the hand open.
        let can_end = self.lines.view.board().is_some_and(|board| !board.tricks.is_empty());
        // Without cards in hand there is nothing left to claim.
        let has_cards = !self.lines.view.own_hand().is_empty();
        if legal.claim && can_end && has_cards {
            let is_open = self.lines.view.board().is_some_and(|board| board.open[self.seat]);
            let label = if is_open { "button-claim-open" } else { "button-claim" };
            buttons.push(self.confirmed_button(ConfirmedAction::Claim, label));
        } else if legal.open && has_cards {
            buttons.push(self.confirmed_button(ConfirmedAction::Open, "button-open"));
        }
        buttons
    }
}
