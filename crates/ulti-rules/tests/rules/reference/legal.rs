//! Legal moves and their execution.

use super::cards::{PlainCard, in_order, playable};
use super::deal::{Deal, End, Stage};
use super::moves::Move;

impl Deal {
    /// Returns all legal moves of a seat except leaving.
    ///
    /// Bids are listed without discards. All games that may be doubled are listed in one move.
    pub(crate) fn legal(&self, seat: usize) -> Vec<Move> {
        let mut moves = match self.stage {
            Stage::Auction if self.turn == seat => self.auction_moves(),
            Stage::Naming if self.turn == seat => self.trump_choice().into_iter().map(Move::Trump).collect(),
            Stage::Play => self.play_moves(seat),
            _ => Vec::new(),
        };
        if self.may_fold(seat) {
            moves.push(Move::Fold);
        }
        if self.stage == Stage::Play {
            moves.extend(self.open_moves(seat));
        }
        moves
    }

    /// Returns the trumps with which the bid can be played.
    pub(crate) fn trump_choice(&self) -> Vec<Option<char>> {
        self.book.find(&self.bid().text()).expect("bid is in the book").trumps.clone()
    }

    fn auction_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.holding {
            moves.extend([Move::Take, Move::Pass]);
        }
        if self.holding || self.may_leave_talon() {
            let last = self.last.as_ref().map(|(_, bid)| bid.text());
            let over = self.book.over(last.as_deref());
            moves.extend(over.into_iter().map(|entry| Move::Bid(entry.text.clone(), None)));
        }
        moves
    }

    /// Returns `true` if the seat may raise its own bid without taking up the talon (the two cards laid
    /// aside).
    fn may_leave_talon(&self) -> bool {
        !self.holding && self.passes == 2 && self.rules.is("self_raise", "may_leave_talon")
    }

    fn play_moves(&self, seat: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let before = self.before_playing(seat);
        let doubling = self.doubling.as_ref().expect("deal is in play");
        if before || self.raising == Some(seat) {
            let games = doubling.open_to(seat, before);
            if !games.is_empty() {
                moves.push(Move::Kontra(games));
            }
        }
        if self.raising == Some(seat) {
            moves.push(Move::NoKontra);
        }
        if self.raising.is_none() && self.turn == seat {
            moves.extend(in_order(self.cards_of(seat)).into_iter().map(Move::Play));
        }
        moves
    }

    /// Returns the cards that the seat to act may play.
    fn cards_of(&self, seat: usize) -> Vec<PlainCard> {
        let lying: Vec<PlainCard> = self.table.iter().map(|(_, card)| *card).collect();
        let mut cards = playable(&self.hands[seat], &lying, self.trump, self.rules.yes("must_beat"));
        let locked =
            self.rules.yes("ulti_seven_locked") && self.declarer() == Some(seat) && self.bid().has("ulti");
        if locked && cards.len() > 1 {
            cards.retain(|card| card.rank != '7' || Some(card.suit) != self.trump);
        }
        cards
    }

    fn may_fold(&self, seat: usize) -> bool {
        let before_lead = match self.stage {
            Stage::Naming => true,
            Stage::Play => self.tricks.is_empty() && self.table.is_empty(),
            _ => false,
        };
        let allowed = match self.rules.word("fold") {
            "never" => false,
            "plain_parti" => {
                self.last.as_ref().is_some_and(|(_, bid)| bid.games == ["parti"] && bid.suit != Some('H'))
            }
            _ => true,
        };
        let concedes =
            self.stage == Stage::Play && (1..9).contains(&self.tricks.len()) && self.rules.yes("concede");
        ((before_lead && allowed) || concedes) && self.declarer() == Some(seat)
    }

    fn open_moves(&self, seat: usize) -> Vec<Move> {
        let declarer = self.declarer().expect("bid was made");
        let mut moves = Vec::new();
        let others_may = self.rules.is("open_hands", "declarer_others_may") && self.open[declarer];
        if !self.open[seat] && (seat == declarer || others_may) {
            moves.push(Move::Open);
        }
        if seat == declarer && self.rules.yes("claim") && self.claimed_at != Some(self.tricks.len()) {
            moves.push(Move::Claim);
        }
        moves
    }

    /// Executes a move if it is legal.
    pub(crate) fn act(&mut self, seat: usize, wanted: &Move) -> Result<(), String> {
        if self.is_over() {
            return Err("the deal is over".to_owned());
        }
        if *wanted != Move::Leave && !self.may(seat, wanted) {
            return Err(format!("seat {seat} may not {wanted:?}, but {:?}", self.legal(seat)));
        }
        match wanted {
            Move::Take => self.take(),
            Move::Pass => self.pass(),
            Move::Bid(text, discard) => self.say_bid(text, discard.as_deref()),
            Move::Trump(trump) => self.begin(*trump),
            Move::Kontra(games) => self.kontra(seat, games),
            Move::NoKontra => self.after_raise(seat),
            Move::Play(card) => self.play(*card),
            Move::Open => self.open[seat] = true,
            Move::Claim => (self.open[seat], self.claimed_at) = (true, Some(self.tricks.len())),
            Move::Fold if !self.tricks.is_empty() => self.concede(),
            Move::Fold => self.stage = Stage::Over(End::Folded),
            Move::Leave => self.stage = Stage::Over(End::Left(seat)),
        }
        Ok(())
    }

    fn may(&self, seat: usize, wanted: &Move) -> bool {
        let legal = self.legal(seat);
        match wanted {
            Move::Bid(text, discard) => {
                let meant = self.book.find(text).map(|entry| Move::Bid(entry.text.clone(), None));
                meant.is_some_and(|meant| legal.contains(&meant)) && self.is_discard(seat, discard.as_deref())
            }
            Move::Kontra(games) => {
                let listed = legal.iter().any(|choice| matches!(choice, Move::Kontra(_)));
                listed && self.are_items(seat, games)
            }
            other => legal.contains(other),
        }
    }

    /// Returns `true` if the games are complete groups that the seat may double.
    fn are_items(&self, seat: usize, games: &[String]) -> bool {
        let doubling = self.doubling.as_ref().expect("deal is in play");
        let items = doubling.items_open_to(seat, self.before_playing(seat));
        let named = items.iter().filter(|item| item.iter().all(|game| games.contains(game)));
        let named: Vec<String> = named.flatten().cloned().collect();
        !games.is_empty() && games.iter().all(|game| named.contains(game))
    }

    /// Returns `true` if the discard is valid.
    ///
    /// It must consist of two cards of the hand if the seat has taken up the talon, and of no cards
    /// otherwise.
    fn is_discard(&self, seat: usize, discard: Option<&[PlainCard]>) -> bool {
        match discard {
            None => !self.holding,
            Some([one, two]) => {
                let own = &self.hands[seat];
                self.holding && one != two && own.contains(one) && own.contains(two)
            }
            Some(_) => false,
        }
    }
}
