//! What a picture says of a deal, in words: for the picture itself and for its alt text alike.

use crate::rules::{Board, Card, Game, Kontra, Seat, Stage, Trick, View};
use crate::table::{DealScene, Player, Standing};
use crate::text::{self, Arg, Look, Text};

/// Discord's limit of an alt text, in characters.
const ALT: usize = 1024;

/// The longest name that is told, as Discord's own.
const NAME: usize = 32;

/// Says something in the reader's language.
pub(super) fn say(look: Look, key: &str) -> String {
    Text::new(look.lang).say(key)
}

/// The same with arguments.
pub(super) fn with(look: Look, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
    Text::new(look.lang).with(key, args)
}

/// A sentence about someone.
pub(super) fn of(look: Look, key: &str, name: &str) -> String {
    with(look, key, &[("name", name.into())])
}

/// Sentences as an alt text: one after the other, what would be too much left out at the end.
pub(super) fn alt(sentences: impl IntoIterator<Item = String>) -> String {
    let mut alt = String::new();
    for sentence in sentences.into_iter().filter(|sentence| !sentence.is_empty()) {
        if !alt.is_empty() {
            alt.push_str(if alt.ends_with(['.', '!', '…']) { " " } else { ". " });
        }
        alt.push_str(&text::capital(&sentence));
    }
    if alt.chars().count() > ALT {
        alt = alt.chars().take(ALT - 1).chain(['…']).collect();
    }
    alt
}

/// A name in a line of text: nothing in it can hide, turn the line around or go on for ever.
pub(super) fn name(raw: &str) -> String {
    tidy(raw, NAME)
}

/// A title with names in it, the same way; it may be longer.
pub(super) fn title(raw: &str) -> String {
    tidy(raw, 4 * NAME)
}

fn tidy(raw: &str, most: usize) -> String {
    let seen: String = raw.chars().filter(|sign| !super::font::is_shapeless(*sign)).take(most).collect();
    let tidy: Vec<&str> = seen.split_whitespace().collect();
    if tidy.is_empty() { "?".to_owned() } else { tidy.join(" ") }
}

/// A deal as one sees it.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    pub(super) look: Look,
    pub(super) deal: &'a DealScene,
    pub(super) view: &'a View,
}

impl Told<'_> {
    /// Who sits there.
    pub(super) fn name(self, seat: Seat) -> String {
        name(&self.deal.seats[seat].name)
    }

    /// `Deal 3`, or `Deal 3 of 12`.
    pub(super) fn title(self, deals: Option<u32>) -> String {
        let number = ("number", Arg::from(self.deal.number));
        match deals {
            Some(deals) => with(self.look, "table-title-of", &[number, ("deals", deals.into())]),
            None => with(self.look, "table-title", &[number]),
        }
    }

    /// What is played, or that the auction is on.
    pub(super) fn contract(self) -> String {
        contract(self.look, self.view)
    }

    /// Who dealt and sits out, where there are four.
    pub(super) fn sits_out(self) -> Option<String> {
        self.deal.seat_of(self.deal.dealer.id).is_none().then(|| name(&self.deal.dealer.name))
    }

    /// Every kontra.
    pub(super) fn kontras(self) -> Vec<String> {
        let Some(board) = self.view.board() else { return Vec::new() };
        let others = board.declarer.others();
        let doubled = |game: Game| {
            let [one, other] = others.map(|seat| board.kontra.level(game, seat));
            let apart = one != other;
            let seats = others.into_iter().take(if apart { 2 } else { 1 });
            seats
                .filter(move |seat| board.kontra.level(game, *seat) > 0)
                .map(move |seat| self.kontra(&board.kontra, game, seat, apart))
        };
        board.kontra.doubled().flat_map(|(game, _)| doubled(game)).collect()
    }

    fn kontra(self, kontra: &Kontra, game: Game, seat: Seat, apart: bool) -> String {
        let level = kontra.level(game, seat);
        let mut args = vec![
            ("game", text::game(self.look.lang, game).into()),
            ("level", text::kontra_level(self.look.lang, self.view.book.rules(), level).into()),
            ("times", kontra.multiplier(game, seat).into()),
        ];
        if !apart {
            return with(self.look, "kontra-state", &args);
        }
        args.push(("name", self.name(seat).into()));
        with(self.look, "kontra-state-individual", &args)
    }

    /// Who played what to a trick.
    pub(super) fn plays(self, trick: Trick) -> String {
        let play = |(seat, card): (Seat, Card)| {
            let card = text::card(self.look, card);
            with(self.look, "play-card", &[("name", self.name(seat).into()), ("card", card.into())])
        };
        trick.plays().map(play).collect::<Vec<_>>().join(", ")
    }

    /// How many tricks each has.
    pub(super) fn tricks(self, board: &Board) -> String {
        let count = |seat| {
            let args = [("name", self.name(seat).into()), ("count", board.tricks_by(seat).into())];
            with(self.look, "play-tricks-seat", &args)
        };
        let counts: Vec<String> = Seat::ALL.into_iter().map(count).collect();
        with(self.look, "play-tricks", &[("counts", counts.join(", ").into())])
    }

    /// The marriages that someone announced.
    pub(super) fn marriages(self, board: &Board, seat: Seat) -> Option<String> {
        let marriage = |suit| {
            let key = if board.trump == Some(suit) { "play-marriage-forty" } else { "play-marriage-twenty" };
            with(self.look, key, &[("suit", text::suit(self.look, suit).into())])
        };
        let told: Vec<String> = board.announced[seat].iter().map(marriage).collect();
        let told_in_one = text::list(self.look.lang, &told);
        let args = [("name", self.name(seat).into()), ("marriages", told_in_one.into())];
        (!told.is_empty()).then(|| with(self.look, "play-announced", &args))
    }

    /// The cards of a hand that lies open.
    pub(super) fn open_hand(self, board: &Board, seat: Seat) -> Option<Vec<Card>> {
        let cards = self.view.hands[seat].cards().filter(|cards| board.open[seat] && !cards.is_empty())?;
        Some(text::as_held(cards, board.trump))
    }

    /// What someone last said in the auction.
    pub(super) fn last_call(self, seat: Seat) -> Option<String> {
        let Stage::Auction { turn, holding, .. } = self.view.stage else { return None };
        if holding && turn == seat && !self.view.calls.is_empty() {
            return Some(say(self.look, "picture-takes"));
        }
        let call = self.view.calls.iter().rev().find(|call| call.seat == seat)?;
        Some(match call.bid {
            Some(bid) => text::contract(self.look, &bid),
            None => say(self.look, "picture-pass"),
        })
    }
}

/// What is played with which trumps, or that the auction is on.
pub(super) fn contract(look: Look, view: &View) -> String {
    let said = match (&view.stage, view.board(), view.contract()) {
        (Stage::Auction { .. }, ..) => say(look, "auction-title"),
        (_, Some(board), _) => text::contract_with_trump(look, &board.contract, board.trump),
        (_, None, Some((_, contract))) => text::contract(look, &contract),
        (_, None, None) => String::new(),
    };
    text::capital(&said)
}

/// The standings in one sentence; nothing where nobody has played.
pub(super) fn standings(look: Look, standings: &[Standing], window: i32) -> String {
    if standings.is_empty() {
        return String::new();
    }
    let told = |Standing { player: Player { name: raw, .. }, points, .. }: &Standing| {
        let args = [("name", name(raw).into()), ("points", text::signed(*points).into())];
        with(look, "result-standing", &args)
    };
    let mut lines: Vec<String> =
        Standing::ranked(standings).into_iter().map(|(_, standing)| told(standing)).collect();
    if window != 0 {
        lines.push(with(look, "result-standing-window", &[("points", window.into())]));
    }
    with(look, "result-standings", &[("standings", lines.join(", ").into())])
}
