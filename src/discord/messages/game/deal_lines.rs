//! Text lines about a deal, shared by the table message and the hand message.

use crate::table::{Chair, DealView, Player, Standing, TableStage, TableView, TimeLeft};
use crate::text::{self, Arg, args};
use ulti_rules::{Board, BySeat, Contract, Game, Seat, Stage, Suit, Trick, Trump, View};

use super::kontra;
use super::lobby::NEEDED;
use crate::discord::messages::{Appearance, name};

/// Formats a deal as lines of text, as seen by one player or by the public.
#[derive(Clone, Copy)]
pub(crate) struct DealLines<'a> {
    pub(crate) appearance: Appearance,
    pub(crate) table_view: &'a TableView,
    pub(crate) deal: &'a DealView,
    pub(crate) view: &'a View,
}

impl Appearance {
    /// Returns a player's name, with a marker if the player is a robot.
    pub(crate) fn player(self, player: &Player) -> String {
        let shown = name(&player.name);
        if player.is_robot() { self.with("lobby-robot", args![name = shown]) } else { shown }
    }

    /// Returns a player's name, with a marker and the level if the player is a robot.
    pub(crate) fn player_with_level(self, player: &Player) -> String {
        let name = self.player(player);
        let Some(level) = player.level else { return name };
        let level = self.text(&format!("lobby-level-{}", level.name()));
        self.with("lobby-robot-level", args![name, level])
    }

    /// Returns the name of a contract.
    pub(crate) fn contract(self, contract: Contract) -> String {
        text::contract(self, &contract)
    }

    /// Returns the text for an announced marriage.
    pub(crate) fn marriage(self, suit: Suit, trump: Trump) -> String {
        let key = if trump == Some(suit) { "play-marriage-forty" } else { "play-marriage-twenty" };
        self.with(key, args![suit = text::suit_with_sign(self, suit)])
    }

    /// Formats the points of all players as one line, highest first. The window (the common pot) is appended
    /// unless it is empty.
    ///
    /// Returns `None` if there are no standings.
    pub(crate) fn standings(self, standings: &[Standing], window: i32) -> Option<String> {
        self.standings_with(standings, window, &|_| None)
    }

    /// Formats the points of all players like [`standings`](Self::standings), with a note after each player.
    pub(crate) fn standings_with(
        self,
        standings: &[Standing],
        window: i32,
        note: &dyn Fn(&Standing) -> Option<String>,
    ) -> Option<String> {
        if standings.is_empty() {
            return None;
        }
        let part = |(_, standing): (usize, &Standing)| {
            let line = self.standing(standing);
            note(standing).map_or_else(|| line.clone(), |note| format!("{line} {note}"))
        };
        let mut parts: Vec<String> = Standing::ranked(standings).into_iter().map(part).collect();
        if window != 0 {
            parts.push(self.with("result-standing-window", args![points = window]));
        }
        Some(self.with("result-standings", args![standings = parts.join(" · ")]))
    }

    /// Formats a player's name and points.
    pub(crate) fn standing(self, standing: &Standing) -> String {
        let points = text::signed(standing.points);
        self.with("result-standing", args![name = self.player(&standing.player), points])
    }
}

impl DealLines<'_> {
    /// Returns the name of the player in a seat.
    pub(crate) fn name(self, seat: Seat) -> String {
        self.appearance.player(&self.deal.seats[seat])
    }

    fn named(self, key: &str, seat: Seat) -> String {
        self.appearance.with(key, args![name = self.name(seat)])
    }

    /// Formats the deal number, such as `Deal 3 of 12`.
    pub(crate) fn number(self) -> String {
        let number = ("number", Arg::from(self.deal.number));
        match self.table_view.deals {
            Some(deals) => self.appearance.with("table-title-of", &[number, ("deals", deals.into())]),
            None => self.appearance.with("table-title", &[number]),
        }
    }

    /// Returns the contract and its trump suit. During the auction, returns the title of the auction instead.
    pub(crate) fn contract(self) -> String {
        match (&self.view.stage, self.view.board(), self.view.contract()) {
            (Stage::Auction { .. }, _, _) => self.appearance.text("auction-title"),
            (_, Some(board), _) => text::contract_with_trump(self.appearance, &board.contract, board.trump),
            (_, None, Some((_, contract))) => self.appearance.contract(contract),
            (_, None, None) => String::new(),
        }
    }

    /// Formats the declarer and all kontras as one line. Returns `None` if there is no contract yet.
    pub(crate) fn declarer(self) -> Option<String> {
        let (declarer, _) = self.view.contract()?;
        let who = self.appearance.with("play-declarer", args![name = bold(&self.name(declarer))]);
        let mut parts = vec![who];
        parts.extend(self.view.board().map(|board| self.kontras(board)).unwrap_or_default());
        Some(parts.join(" · "))
    }

    fn kontras(self, board: &Board) -> Vec<String> {
        let [one, other] = board.declarer.others();
        let kontra = |(game, levels): (_, BySeat<u8>)| {
            if levels[one] == levels[other] {
                vec![self.kontra(game, levels[one], None)]
            } else {
                let apart = [one, other].into_iter().filter(|seat| levels[*seat] > 0);
                apart.map(|seat| self.kontra(game, levels[seat], Some(seat))).collect()
            }
        };
        board.kontra.doubled().flat_map(kontra).collect()
    }

    fn kontra(self, game: ulti_rules::Game, level: u8, only: Option<Seat>) -> String {
        let appearance = self.appearance;
        let mut args: Vec<(&'static str, Arg<'_>)> = vec![
            ("game", text::game(appearance.lang, game).into()),
            ("level", text::kontra_level(appearance.lang, self.view.book.rules(), level).into()),
            ("times", (1_i32 << level).into()),
        ];
        let Some(only) = only else { return appearance.with("kontra-state", &args) };
        args.push(("name", self.name(only).into()));
        appearance.with("kontra-state-individual", &args)
    }

    /// Formats one line with the player whose turn it is, the decision they face and the deadline.
    ///
    /// Returns `None` if it is nobody's turn.
    pub(crate) fn turn(self) -> Option<String> {
        let turn = self.view.turn()?;
        let asked = match &self.view.stage {
            _ if self.deal.seats[turn].is_robot() || self.is_held(turn) => {
                self.appearance.with("table-thinking", args![name = name(&self.deal.seats[turn].name)])
            }
            Stage::Auction { holding: true, best: None, .. } => self.named("auction-first", turn),
            Stage::Auction { holding: true, .. } => self.named("auction-holding-public", turn),
            Stage::Auction { best: Some((seat, _)), .. } if *seat == turn => {
                self.named("auction-turn-own", turn)
            }
            Stage::Auction { .. } => self.named("auction-turn", turn),
            Stage::Naming { contract, .. } => {
                let contract = self.appearance.contract(*contract).into();
                self.appearance
                    .with("naming-public", &[("name", self.name(turn).into()), ("contract", contract)])
            }
            Stage::Play(board) if board.raising => self.kontra_offered(board, turn),
            _ => self.named("table-turn", turn),
        };
        Some(format!("{asked}{}", self.until()))
    }

    fn kontra_offered(self, board: &Board, turn: Seat) -> String {
        let level = kontra::level_to_answer(board, turn);
        let mut args = kontra::level_args(self.appearance, self.view.book.rules(), level);
        let games = text::games(self.appearance.lang, board.kontra.raisable_by(turn));
        args.extend([("name", self.name(turn).into()), ("games", games.into())]);
        self.appearance.with("kontra-offered", &args)
    }

    /// Returns the line that says when the evening ends. Returns `None` if it has no time limit or does not
    /// end soon.
    pub(crate) fn time_left(self) -> Option<String> {
        Some(match self.table_view.time_left? {
            TimeLeft::Until(end) => {
                self.appearance.with("table-time-left", args![until = format!("<t:{}:R>", end.seconds())])
            }
            TimeLeft::Up => self.appearance.text("table-time-up"),
        })
    }

    /// Returns the line that says when the next deal begins by itself, or that it does not although the table
    /// has a pause between deals. `None` if a player begins all deals, or if players are missing.
    pub(crate) fn next_deal(self) -> Option<String> {
        if let (Some(at), Some(TimeLeft::Until(end))) = (self.table_view.next_deal, self.table_view.time_left)
            && at >= end
        {
            return None; // the evening ends instead
        }
        if let Some(at) = self.table_view.next_deal {
            let when = format!("<t:{}:R>", at.seconds());
            return Some(self.appearance.with("table-next-deal", args![when]));
        }
        let waits = self.table_view.stage == TableStage::Between && self.table_view.chairs.len() >= NEEDED;
        self.table_view.pause.filter(|_| waits).map(|_| self.appearance.text("table-next-deal-waits"))
    }

    /// Returns the deadline as a relative Discord timestamp, or an empty string if there is no deadline.
    pub(crate) fn until(self) -> String {
        let Some(by) = self.table_view.deadline else { return String::new() };
        let until = self.appearance.with("table-until", args![when = format!("<t:{}:R>", by.seconds())]);
        if self.appearance.is_text_only() { format!(" ({until})") } else { format!(" ⏳ {until}") }
    }

    /// Returns `true` if a robot is currently playing for the player in the given seat.
    pub(crate) fn is_held(self, seat: Seat) -> bool {
        self.table_view.chair(self.deal.seats[seat].id).is_some_and(|chair| chair.stood_in)
    }

    /// Returns one line for each player for whom a robot is currently playing.
    pub(crate) fn held(self) -> Vec<String> {
        let line = |chair: &Chair| {
            self.appearance.with("clock-robot-holds", args![name = self.appearance.player(&chair.player)])
        };
        self.table_view.chairs.iter().filter(|chair| chair.stood_in).map(line).collect()
    }

    /// Returns the declarer's goal during the play, or `None` at other times.
    pub(crate) fn goal(self) -> Option<String> {
        let (declarer, _) = self.view.contract()?;
        text::goal(self.appearance, self.view, &self.name(declarer))
    }

    /// Formats the cards of the current trick as one line. Returns `None` outside the play phase.
    pub(crate) fn trick(self) -> Option<String> {
        let Stage::Play(board) = &self.view.stage else { return None };
        let number = self.appearance.with("play-trick", args![number = board.tricks.len() + 1]);
        let cards = if board.current.is_empty() {
            self.named("play-trick-empty", board.current.leader())
        } else {
            self.plays(board.current)
        };
        Some(format!("{} · {cards}", bold(&number)))
    }

    /// Formats the cards of a trick with the players' names.
    pub(crate) fn plays(self, trick: Trick) -> String {
        let play = |(seat, card)| {
            self.appearance
                .with("play-card", args![name = self.name(seat), card = bold(&self.appearance.card(card))])
        };
        trick.plays().map(play).collect::<Vec<_>>().join(" · ")
    }

    /// Formats the last trick and its winner as one line. Returns `None` before the first trick is complete,
    /// and if the rules hide it.
    pub(crate) fn last_trick(self) -> Option<String> {
        let (trick, winner) = self.view.board()?.tricks.last().filter(|_| !self.view.hides_last_trick())?;
        let args = args![cards = self.plays(*trick), name = bold(&self.name(*winner))];
        Some(self.appearance.with("play-last-trick", args))
    }

    /// Formats the number of tricks won by each seat as one line. Returns `None` before the first trick is
    /// complete.
    pub(crate) fn tricks(self) -> Option<String> {
        let board = self.view.board().filter(|board| !board.tricks.is_empty())?;
        let count = |seat| {
            let args = [("name", self.name(seat).into()), ("count", board.tricks_by(seat).into())];
            self.appearance.with("play-tricks-seat", &args)
        };
        let counts: Vec<String> = board.declarer.round().into_iter().map(count).collect();
        Some(self.appearance.with("play-tricks", args![counts = counts.join(" · ")]))
    }

    /// Returns a line that says that the declarer has not announced the marriage which a 40-100 or 20-100
    /// requires. Returns `None` if the marriage was announced, or if the rules do not demand it.
    pub(crate) fn missing_marriage(self) -> Option<String> {
        let board = self.view.board().filter(|_| self.view.is_required_marriage_missing())?;
        let marriage = if board.contract.has(Game::FortyHundred) { "forty" } else { "twenty" };
        Some(self.appearance.with("play-not-announced", args![name = self.name(board.declarer), marriage]))
    }

    /// Returns one line for each player who has announced marriages.
    pub(crate) fn marriages(self) -> Vec<String> {
        let Some(board) = self.view.board() else { return Vec::new() };
        let announced = board.declarer.round().into_iter().filter(|seat| !board.announced[*seat].is_empty());
        let line = |seat: Seat| {
            let marriages: Vec<String> = board.announced[seat]
                .iter()
                .map(|suit| self.appearance.marriage(suit, board.trump))
                .collect();
            let marriages = text::list(self.appearance.lang, &marriages);
            self.appearance.with("play-announced", args![name = self.name(seat), marriages])
        };
        announced.map(line).collect()
    }

    /// Returns one line for each hand that has been laid open, listing its cards.
    pub(crate) fn open_hands(self) -> Vec<String> {
        let Stage::Play(board) = &self.view.stage else { return Vec::new() };
        let open = Seat::ALL.into_iter().filter(|seat| board.open[*seat]);
        let line = |seat| {
            let cards = self.view.hands[seat].cards().filter(|cards| !cards.is_empty())?;
            let order = ulti_rules::RankOrder::of(board.trump);
            let cards = self.appearance.cards(cards, board.trump, order);
            Some(self.appearance.with("play-open", args![name = self.name(seat), cards]))
        };
        open.filter_map(line).collect()
    }
}

/// Formats a text in bold.
pub(crate) fn bold(text: &str) -> String {
    format!("**{text}**")
}
