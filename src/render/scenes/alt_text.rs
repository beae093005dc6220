//! Phrases about a deal, used in pictures and in their alternative texts.

use crate::player_names::MAX_LENGTH;
use crate::table::{DealView, Player, Standing};
use crate::text::{self, Appearance, Arg, Text};
use crate::visible_text;
use ulti_rules::{Board, Call, Card, Game, Kontra, Seat, Stage, Trick, View};

/// Maximum length of an alt text in characters, as set by Discord.
const MAX_ALT_LENGTH: usize = 1024;

/// Maximum number of bids and passes that an alt text lists. Nine cover three rounds, and most auctions are
/// shorter.
const LISTED_CALLS: usize = 9;

/// Returns the translation of `key` in the language of the appearance.
pub(crate) fn label(appearance: Appearance, key: &str) -> String {
    Text::new(appearance.lang).text(key)
}

/// Returns the translation of `key` with the values of `args` inserted.
pub(crate) fn with(appearance: Appearance, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
    Text::new(appearance.lang).with(key, args)
}

/// Returns the translation of `key` with `name` inserted.
pub(crate) fn of(appearance: Appearance, key: &str, name: &str) -> String {
    with(appearance, key, &[("name", name.into())])
}

/// A sentence of an alt text.
#[derive(Debug)]
pub(crate) struct Sentence {
    text: String,
    /// `true` if the message with the picture contains the same information in its text or behind a button.
    is_in_message: bool,
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self { text, is_in_message: false }
    }
}

impl Sentence {
    /// Creates a sentence that is left out if the alt text would be too long, because the message with the
    /// picture contains the same information.
    pub(crate) fn in_message(text: String) -> Self {
        Self { text, is_in_message: true }
    }
}

/// Joins sentences into an alt text of at most [`MAX_ALT_LENGTH`] characters.
///
/// If it would be longer, leaves out sentences that the message contains, beginning with the last one. If
/// that is not enough, the end is cut off.
pub(crate) fn alt(sentences: impl IntoIterator<Item: Into<Sentence>>) -> String {
    let mut sentences: Vec<Sentence> = sentences.into_iter().map(Into::into).collect();
    let mut alt = joined(&sentences);
    while alt.chars().count() > MAX_ALT_LENGTH {
        let Some(last) = sentences.iter().rposition(|sentence| sentence.is_in_message) else {
            return alt.chars().take(MAX_ALT_LENGTH - 1).chain(['…']).collect();
        };
        sentences.remove(last);
        alt = joined(&sentences);
    }
    alt
}

fn joined(sentences: &[Sentence]) -> String {
    let mut alt = String::new();
    for sentence in sentences.iter().filter(|sentence| !sentence.text.is_empty()) {
        if !alt.is_empty() {
            alt.push_str(if alt.ends_with(['.', '!', '…']) { " " } else { ". " });
        }
        alt.push_str(&text::capital(&sentence.text));
    }
    alt
}

/// Prepares a player's name for display.
///
/// Removes invisible characters and direction marks, and truncates long names.
pub(crate) fn name(raw: &str) -> String {
    visible_text::displayed(raw, MAX_LENGTH)
}

/// Prepares a title for display.
///
/// Removes invisible characters and direction marks, and truncates long titles.
pub(crate) fn title(raw: &str) -> String {
    visible_text::displayed(raw, 4 * MAX_LENGTH)
}

/// Returns the translation of `key` with a player's name and a list of cards inserted.
pub(crate) fn cards_of(appearance: Appearance, key: &str, name: &str, cards: &[Card]) -> String {
    let cards = text::cards_by_suit(appearance, cards);
    with(appearance, key, &[("name", name.into()), ("cards", cards.into())])
}

/// Lists the played cards, each with the name of the player who played it.
///
/// `name` returns the name of the player at a seat.
pub(crate) fn plays(
    appearance: Appearance,
    name: impl Fn(Seat) -> String,
    plays: impl IntoIterator<Item = (Seat, Card)>,
) -> String {
    let play = |(seat, card): (Seat, Card)| {
        let card = text::card(appearance, card);
        with(appearance, "play-card", &[("name", name(seat).into()), ("card", card.into())])
    };
    plays.into_iter().map(play).collect::<Vec<_>>().join(", ")
}

/// Returns a phrase that says whether the declarer won, lost or broke even.
///
/// `declarer` is the declarer's name. `points` is positive for a win and negative for a loss.
pub(crate) fn outcome(appearance: Appearance, declarer: &str, points: i32) -> String {
    let key = match points {
        ..0 => "picture-lost",
        0 => "picture-even",
        1.. => "picture-won",
    };
    of(appearance, key, declarer)
}

/// A deal as seen by one viewer, with methods that describe it in the viewer's language.
#[derive(Clone, Copy)]
pub(crate) struct AltText<'a> {
    pub(crate) appearance: Appearance,
    pub(crate) deal: &'a DealView,
    pub(crate) view: &'a View,
}

impl AltText<'_> {
    /// Returns the best bid and the name of its bidder. Returns `None` before the first bid and after the
    /// auction.
    pub(crate) fn best_bid(self) -> Option<String> {
        let Stage::Auction { best: Some((seat, contract)), .. } = &self.view.stage else { return None };
        let contract = text::contract(self.appearance, contract);
        let args = [("contract", contract.into()), ("name", self.name(*seat).into())];
        Some(with(self.appearance, "picture-hand-bid", &args))
    }

    /// Returns the display name of the player at a seat.
    pub(crate) fn name(self, seat: Seat) -> String {
        name(&self.deal.seats[seat].name)
    }

    /// Returns the title of the deal, such as `Deal 3` or, if the total number of deals is given, `Deal 3 of
    /// 12`.
    pub(crate) fn title(self, deals: Option<u32>) -> String {
        let number = ("number", Arg::from(self.deal.number));
        match deals {
            Some(deals) => with(self.appearance, "table-title-of", &[number, ("deals", deals.into())]),
            None => with(self.appearance, "table-title", &[number]),
        }
    }

    /// Returns the name of the contract. During the auction, returns a title for the auction instead.
    pub(crate) fn contract(self) -> String {
        contract(self.appearance, self.view)
    }

    /// Returns the declarer's goal during the play, or `None` at other times.
    pub(crate) fn goal(self) -> Option<String> {
        let (declarer, _) = self.view.contract()?;
        text::goal(self.appearance, self.view, &self.name(declarer))
    }

    /// Returns the dealer's name if the dealer sits out, which happens at a table of four players. Otherwise,
    /// returns `None`.
    pub(crate) fn sits_out(self) -> Option<String> {
        self.deal.seat_of(self.deal.dealer.id).is_none().then(|| name(&self.deal.dealer.name))
    }

    /// Returns phrases for the games that have been doubled.
    ///
    /// If the defenders have doubled a game to different levels, the game has a separate phrase for each
    /// defender who doubled it.
    pub(crate) fn kontras(self) -> Vec<String> {
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
            ("game", text::game(self.appearance.lang, game).into()),
            ("level", text::kontra_level(self.appearance.lang, self.view.book.rules(), level).into()),
            ("times", kontra.multiplier(game, seat).into()),
        ];
        if !apart {
            return with(self.appearance, "kontra-state", &args);
        }
        args.push(("name", self.name(seat).into()));
        with(self.appearance, "kontra-state-individual", &args)
    }

    /// Lists the cards of a trick, each with the name of the player who played it.
    pub(crate) fn plays(self, trick: Trick) -> String {
        plays(self.appearance, |seat| self.name(seat), trick.plays())
    }

    /// Returns a phrase that lists how many tricks each player has won.
    pub(crate) fn tricks(self, board: &Board) -> String {
        let count = |seat| {
            let args = [("name", self.name(seat).into()), ("count", board.tricks_by(seat).into())];
            with(self.appearance, "play-tricks-seat", &args)
        };
        let counts: Vec<String> = Seat::ALL.into_iter().map(count).collect();
        with(self.appearance, "play-tricks", &[("counts", counts.join(", ").into())])
    }

    /// Returns a phrase that lists the marriages (king and over of a suit) announced by a player.
    ///
    /// Returns `None` if the player has announced none.
    pub(crate) fn marriages(self, board: &Board, seat: Seat) -> Option<String> {
        let marriage = |suit| {
            let key = if board.trump == Some(suit) { "play-marriage-forty" } else { "play-marriage-twenty" };
            with(self.appearance, key, &[("suit", text::suit(self.appearance, suit).into())])
        };
        let phrases: Vec<String> = board.announced[seat].iter().map(marriage).collect();
        let list = text::list(self.appearance.lang, &phrases);
        let args = [("name", self.name(seat).into()), ("marriages", list.into())];
        (!phrases.is_empty()).then(|| with(self.appearance, "play-announced", &args))
    }

    /// Returns the sorted cards of a player's open hand. Returns `None` if the hand is hidden or empty.
    pub(crate) fn open_hand(self, board: &Board, seat: Seat) -> Option<Vec<Card>> {
        let cards = self.view.hands[seat].cards().filter(|cards| board.open[seat] && !cards.is_empty())?;
        Some(text::as_held(cards, board.trump))
    }

    /// Lists the latest bids and passes, oldest first, each with the name of the player. Returns `None` if
    /// there are none.
    pub(crate) fn calls(self) -> Option<String> {
        let calls = &self.view.calls;
        let call = |call: &Call| {
            let (name, words) = (self.name(call.seat), self.call(*call));
            format!("{name}: {words}")
        };
        let latest = &calls[calls.len().saturating_sub(LISTED_CALLS)..];
        let earlier = (latest.len() < calls.len()).then(|| "…".to_owned());
        let listed: Vec<String> = earlier.into_iter().chain(latest.iter().map(call)).collect();
        (!listed.is_empty()).then(|| listed.join(", "))
    }

    fn call(self, call: Call) -> String {
        match call.bid {
            Some(bid) => text::contract(self.appearance, &bid),
            None => label(self.appearance, "picture-pass"),
        }
    }

    /// Returns a sentence that names the player who has taken the talon and has not bid yet. Returns `None`
    /// if there is none, and before the first bid.
    pub(crate) fn talon_holder(self) -> Option<String> {
        let Stage::Auction { turn, holding: true, .. } = self.view.stage else { return None };
        let is_first = self.view.calls.is_empty();
        (!is_first).then(|| format!("{}: {}", self.name(turn), label(self.appearance, "picture-takes")))
    }

    /// Returns a phrase for the most recent bid or pass by the player at a seat.
    ///
    /// Returns `None` if the auction is over or the player has neither bid nor passed yet.
    pub(crate) fn last_call(self, seat: Seat) -> Option<String> {
        let Stage::Auction { turn, holding, .. } = self.view.stage else { return None };
        if holding && turn == seat && !self.view.calls.is_empty() {
            return Some(label(self.appearance, "picture-takes"));
        }
        let call = self.view.calls.iter().rev().find(|call| call.seat == seat)?;
        Some(self.call(*call))
    }
}

/// Returns the name of the contract with its trump suit. During the auction, returns a title for the auction
/// instead.
pub(crate) fn contract(appearance: Appearance, view: &View) -> String {
    let name = match (&view.stage, view.board(), view.contract()) {
        (Stage::Auction { .. }, ..) => label(appearance, "auction-title"),
        (_, Some(board), _) => text::contract_with_trump(appearance, &board.contract, board.trump),
        (_, None, Some((_, contract))) => text::contract(appearance, &contract),
        (_, None, None) => String::new(),
    };
    text::capital(&name)
}

/// Returns a sentence that lists every player's points, followed by the points in the window (the table's
/// pot) if there are any.
///
/// Returns an empty string if `standings` is empty.
pub(crate) fn standings(appearance: Appearance, standings: &[Standing], window: i32) -> String {
    if standings.is_empty() {
        return String::new();
    }
    let line = |Standing { player: Player { name: raw, .. }, points, .. }: &Standing| {
        let args = [("name", name(raw).into()), ("points", text::signed(*points).into())];
        with(appearance, "result-standing", &args)
    };
    let mut lines: Vec<String> =
        Standing::ranked(standings).into_iter().map(|(_, standing)| line(standing)).collect();
    if window != 0 {
        lines.push(with(appearance, "result-standing-window", &[("points", window.into())]));
    }
    with(appearance, "result-standings", &[("standings", lines.join(", ").into())])
}
