//! What is told of a deal on the table message and above a hand alike: a line a thing.

use crate::rules::{Board, BySeat, Contract, Seat, Stage, Suit, Trick, Trump, View};
use crate::table::{Chair, DealScene, Player, Scene, Standing};
use crate::text::{self, Arg};

use super::{Look, name};

/// A deal being told of: the table, the deal, and the eyes through which it is seen.
#[derive(Clone, Copy)]
pub(super) struct Telling<'a> {
    pub(super) look: Look,
    pub(super) scene: &'a Scene,
    pub(super) deal: &'a DealScene,
    pub(super) view: &'a View,
}

impl Look {
    /// A player's name, a robot's with its sign.
    pub(super) fn player(self, player: &Player) -> String {
        let shown = name(&player.name);
        if player.is_robot() { self.with("lobby-robot", &[("name", shown.into())]) } else { shown }
    }

    /// The same with how well a robot plays.
    pub(super) fn player_with_level(self, player: &Player) -> String {
        let name = self.player(player);
        let Some(level) = player.level else { return name };
        let level = self.say(&format!("lobby-level-{}", level.name()));
        self.with("lobby-robot-level", &[("name", name.into()), ("level", level.into())])
    }

    /// A contract by name.
    pub(super) fn contract(self, contract: Contract) -> String {
        text::contract(self, &contract)
    }

    /// A marriage that is made known.
    pub(super) fn marriage(self, suit: Suit, trump: Trump) -> String {
        let key = if trump == Some(suit) { "play-marriage-forty" } else { "play-marriage-twenty" };
        self.with(key, &[("suit", text::suit_with_sign(self, suit).into())])
    }

    /// The line of the standings: everyone in order, then the window where there is anything in it.
    pub(super) fn standings(self, standings: &[Standing], window: i32) -> Option<String> {
        if standings.is_empty() {
            return None;
        }
        let mut told: Vec<String> =
            Standing::ranked(standings).into_iter().map(|(_, standing)| self.standing(standing)).collect();
        if window != 0 {
            told.push(self.with("result-standing-window", &[("points", window.into())]));
        }
        Some(self.with("result-standings", &[("standings", told.join(" · ").into())]))
    }

    /// One player's place in the standings.
    pub(super) fn standing(self, standing: &Standing) -> String {
        let points = text::signed(standing.points);
        self.with(
            "result-standing",
            &[("name", self.player(&standing.player).into()), ("points", points.into())],
        )
    }
}

impl Telling<'_> {
    /// The name of a seat.
    pub(super) fn name(self, seat: Seat) -> String {
        self.look.player(&self.deal.seats[seat])
    }

    fn named(self, key: &str, seat: Seat) -> String {
        self.look.with(key, &[("name", self.name(seat).into())])
    }

    /// `Deal 3 of 12`.
    pub(super) fn number(self) -> String {
        let number = ("number", Arg::from(self.deal.number));
        match self.scene.deals {
            Some(deals) => self.look.with("table-title-of", &[number, ("deals", deals.into())]),
            None => self.look.with("table-title", &[number]),
        }
    }

    /// What is played with which trumps, or that the auction is on.
    pub(super) fn contract(self) -> String {
        match (&self.view.stage, self.view.board(), self.view.contract()) {
            (Stage::Auction { .. }, _, _) => self.look.say("auction-title"),
            (_, Some(board), _) => text::contract_with_trump(self.look, &board.contract, board.trump),
            (_, None, Some((_, contract))) => self.look.contract(contract),
            (_, None, None) => String::new(),
        }
    }

    /// Who plays alone, with every kontra.
    pub(super) fn declarer(self) -> Option<String> {
        let (declarer, _) = self.view.contract()?;
        let who = self.look.with("play-declarer", &[("name", bold(&self.name(declarer)).into())]);
        let mut told = vec![who];
        told.extend(self.view.board().map(|board| self.kontras(board)).unwrap_or_default());
        Some(told.join(" · "))
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

    fn kontra(self, game: crate::rules::Game, level: u8, only: Option<Seat>) -> String {
        let look = self.look;
        let mut args: Vec<(&'static str, Arg<'_>)> = vec![
            ("game", text::game(look.lang, game).into()),
            ("level", text::kontra_level(look.lang, self.view.book.rules(), level).into()),
            ("times", (1_i32 << level).into()),
        ];
        let Some(only) = only else { return look.with("kontra-state", &args) };
        args.push(("name", self.name(only).into()));
        look.with("kontra-state-individual", &args)
    }

    /// Whose turn it is, for what, and until when.
    pub(super) fn turn(self) -> Option<String> {
        let turn = self.view.turn()?;
        let asked = match &self.view.stage {
            _ if self.deal.seats[turn].is_robot() || self.is_held(turn) => {
                self.look.with("table-thinking", &[("name", name(&self.deal.seats[turn].name).into())])
            }
            Stage::Auction { holding: true, best: None, .. } => self.named("auction-first", turn),
            Stage::Auction { holding: true, .. } => self.named("auction-holding-public", turn),
            Stage::Auction { .. } => self.named("auction-turn", turn),
            Stage::Naming { contract, .. } => {
                let contract = self.look.contract(*contract).into();
                self.look.with("naming-public", &[("name", self.name(turn).into()), ("contract", contract)])
            }
            Stage::Play(board) if board.raising => {
                let games = text::games(self.look.lang, board.kontra.raisable_by(turn)).into();
                self.look.with("kontra-offered", &[("name", self.name(turn).into()), ("games", games)])
            }
            _ => self.named("table-turn", turn),
        };
        Some(format!("{asked}{}", self.until()))
    }

    /// The deadline as Discord counts it down for each reader.
    pub(super) fn until(self) -> String {
        let sign = if self.look.is_text_only() { "·" } else { "⏳" };
        self.scene.deadline.map(|by| format!(" {sign} <t:{}:R>", by.seconds())).unwrap_or_default()
    }

    /// Whether a robot holds the seat for its owner.
    pub(super) fn is_held(self, seat: Seat) -> bool {
        self.scene.chair(self.deal.seats[seat].id).is_some_and(|chair| chair.stood_in)
    }

    /// Whose seats robots hold.
    pub(super) fn held(self) -> Vec<String> {
        let told = |chair: &Chair| {
            self.look.with("clock-robot-holds", &[("name", self.look.player(&chair.player).into())])
        };
        self.scene.chairs.iter().filter(|chair| chair.stood_in).map(told).collect()
    }

    /// The trick on the table.
    pub(super) fn trick(self) -> Option<String> {
        let Stage::Play(board) = &self.view.stage else { return None };
        let number = self.look.with("play-trick", &[("number", (board.tricks.len() + 1).into())]);
        let cards = if board.current.is_empty() {
            self.named("play-trick-empty", board.current.leader())
        } else {
            self.plays(board.current)
        };
        Some(format!("{} · {cards}", bold(&number)))
    }

    /// Who played what to a trick.
    pub(super) fn plays(self, trick: Trick) -> String {
        let play = |(seat, card)| {
            let args = [("name", self.name(seat).into()), ("card", bold(&self.look.card(card)).into())];
            self.look.with("play-card", &args)
        };
        trick.plays().map(play).collect::<Vec<_>>().join(" · ")
    }

    /// The last trick with who took it.
    pub(super) fn last_trick(self) -> Option<String> {
        let (trick, winner) = self.view.board()?.tricks.last()?;
        let args = [("cards", self.plays(*trick).into()), ("name", bold(&self.name(*winner)).into())];
        Some(self.look.with("play-last-trick", &args))
    }

    /// How many tricks each seat has.
    pub(super) fn tricks(self) -> Option<String> {
        let board = self.view.board().filter(|board| !board.tricks.is_empty())?;
        let count = |seat| {
            let args = [("name", self.name(seat).into()), ("count", board.tricks_by(seat).into())];
            self.look.with("play-tricks-seat", &args)
        };
        let counts: Vec<String> = board.declarer.round().into_iter().map(count).collect();
        Some(self.look.with("play-tricks", &[("counts", counts.join(" · ").into())]))
    }

    /// The marriages made known.
    pub(super) fn marriages(self) -> Vec<String> {
        let Some(board) = self.view.board() else { return Vec::new() };
        let announced = board.declarer.round().into_iter().filter(|seat| !board.announced[*seat].is_empty());
        let told = |seat: Seat| {
            let marriages: Vec<String> =
                board.announced[seat].iter().map(|suit| self.look.marriage(suit, board.trump)).collect();
            let marriages = text::list(self.look.lang, &marriages);
            self.look
                .with("play-announced", &[("name", self.name(seat).into()), ("marriages", marriages.into())])
        };
        announced.map(told).collect()
    }

    /// The hands that lie open.
    pub(super) fn open_hands(self) -> Vec<String> {
        let Stage::Play(board) = &self.view.stage else { return Vec::new() };
        let open = Seat::ALL.into_iter().filter(|seat| board.open[*seat]);
        let told = |seat| {
            let cards = self.view.hands[seat].cards().filter(|cards| !cards.is_empty())?;
            let order = crate::rules::RankOrder::of(board.trump);
            let cards = self.look.cards(cards, board.trump, order);
            Some(self.look.with("play-open", &[("name", self.name(seat).into()), ("cards", cards.into())]))
        };
        open.filter_map(told).collect()
    }
}

/// Text in bold.
pub(super) fn bold(text: &str) -> String {
    format!("**{text}**")
}
