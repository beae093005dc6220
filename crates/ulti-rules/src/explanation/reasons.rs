//! The facts that decided each game of a finished deal.

use super::progress::{Progress, declarer_of};
use super::{ClaimedPoints, Decided, ExplainedGame, Reason, Seven};
use crate::{Board, Card, DealEnd, Game, Item, Rank, ScoredGame, Seat, Settlement, Side, Suit, View};

/// Returns one explanation per game, in the order of the settlement's items.
pub(super) fn games(
    view: &View,
    board: Option<&Board>,
    settlement: &Settlement,
    end: DealEnd,
) -> Vec<ExplainedGame> {
    let progress = board.map(|board| Progress::of(view, board));
    let declarer = declarer_of(view, settlement);
    let mut games: Vec<ExplainedGame> = Vec::new();
    for item in &settlement.items {
        let explained = explain(item, declarer, progress, end);
        let same = |other: &&mut ExplainedGame| {
            (other.game, other.side, other.seat) == (explained.game, explained.side, explained.seat)
        };
        match games.iter_mut().find(same) {
            Some(known) => known.paid |= explained.paid,
            None => games.push(explained),
        }
    }
    games
}

fn explain(item: &Item, declarer: Seat, progress: Option<Progress<'_>>, end: DealEnd) -> ExplainedGame {
    let found = match (end, progress) {
        (DealEnd::Played | DealEnd::Claimed | DealEnd::Conceded, Some(progress)) => progress.reason(item),
        _ => None,
    };
    let alone = item.seat.or_else(|| (item.side == Side::Declarer).then_some(declarer));
    let Found { reason, decided, seat } = found.unwrap_or_else(|| {
        let tricks = progress.map_or(0, Progress::tricks);
        let reason = match end {
            DealEnd::Folded => Reason::Folded,
            DealEnd::Left(seat) => Reason::Left(seat),
            DealEnd::Conceded => Reason::Conceded { tricks },
            DealEnd::Played | DealEnd::Claimed => {
                let points = progress.filter(|_| item.game == ScoredGame::Game(Game::Parti));
                Reason::Claimed { tricks, points: points.map(Progress::points_at_claim) }
            }
        };
        Found { reason, decided: Decided::WithoutPlay, seat: None }
    });
    let seat = seat.or(alone);
    let Item { game, side, made, points, .. } = *item;
    ExplainedGame { game, side, seat, made, paid: points != 0, reason, decided }
}

/// The reason for a result that follows from the tricks that were played.
struct Found {
    reason: Reason,
    decided: Decided,
    /// The player to whom the game belongs, if it is not the declarer.
    seat: Option<Seat>,
}

impl Found {
    fn new(reason: Reason, tricks: u8) -> Self {
        let decided = if tricks == 0 { Decided::BeforePlay } else { Decided::Trick(tricks) };
        Self { reason, decided, seat: None }
    }
}

impl Progress<'_> {
    /// Returns the reason for a result, or `None` if the tricks played before a claim do not decide it.
    fn reason(self, item: &Item) -> Option<Found> {
        let is_complete = self.tricks() == 10;
        match item.game {
            ScoredGame::Game(Game::Parti) => is_complete.then(|| self.parti()),
            ScoredGame::Game(game @ (Game::FortyHundred | Game::TwentyHundred)) => {
                self.hundred(game, item.made)
            }
            ScoredGame::Game(Game::Ulti) => self.ulti(),
            ScoredGame::Game(Game::Betli) if item.made => {
                is_complete.then(|| Found::new(Reason::NoTrick, 10))
            }
            ScoredGame::Game(Game::Betli) => self.first_trick(Side::Declarer),
            ScoredGame::Game(Game::Durchmars) if item.made => {
                is_complete.then(|| Found::new(Reason::AllTricks, 10))
            }
            ScoredGame::Game(Game::Durchmars) => self.first_trick(Side::Defence),
            ScoredGame::Game(Game::FourAces) => self.four(Rank::Ace, item.made),
            ScoredGame::Game(Game::FourTens) => self.four(Rank::Ten, item.made),
            ScoredGame::SilentHundred => is_complete.then(|| self.silent_hundred(item.side)),
            ScoredGame::SilentUlti => self.silent_ulti(),
            ScoredGame::SilentDurchmars if is_complete => self.silent_durchmars(item.made),
            ScoredGame::SilentFourAces => self.silent_four_aces(),
            ScoredGame::SilentDurchmars | ScoredGame::Renonsz | ScoredGame::RenonszSupplement => None,
        }
    }

    fn parti(self) -> Found {
        let [declarer, defence] = [Side::Declarer, Side::Defence].map(|side| self.won(side, 10));
        let total = self.total();
        let needed = total / 2 + 5;
        let winner = if declarer.total > defence.total { Side::Declarer } else { Side::Defence };
        let safe = |tricks| self.won(winner, tricks).total > self.most(winner.opponent(), tricks);
        let empty = if declarer.is_empty(self.rules) {
            Some(Side::Declarer)
        } else {
            defence.is_empty(self.rules).then_some(Side::Defence)
        };
        let reason = Reason::Parti { declarer: declarer.total, defence: defence.total, total, needed, empty };
        Found::new(reason, self.first(safe).unwrap_or(10))
    }

    fn points_at_claim(self) -> ClaimedPoints {
        let total = self.total();
        let declarer = self.won(Side::Declarer, self.tricks()).total;
        ClaimedPoints { declarer, total, needed: total / 2 + 5 }
    }

    fn hundred(self, game: Game, made: bool) -> Option<Found> {
        let needed = if game == Game::FortyHundred { 60 } else { 80 };
        let holds_marriage = self.holds_marriage(game);
        let points = self.won(Side::Declarer, 10).in_tricks;
        let reason = Reason::Hundred { holds_marriage, points, needed };
        let decided = match (holds_marriage, made) {
            (false, _) => 0,
            (true, true) => self.first(|tricks| self.won(Side::Declarer, tricks).in_tricks >= needed)?,
            (true, false) => self.first(|tricks| self.most_in_tricks(Side::Declarer, tricks) < needed)?,
        };
        Some(Found::new(reason, decided))
    }

    fn seven(self) -> Option<Card> {
        Some(Card::new(self.board.trump?, Rank::Seven))
    }

    fn ulti(self) -> Option<Found> {
        let seven = self.seven()?;
        if !self.held().contains(seven) {
            return Some(Found::new(Reason::Seven(Seven::NotHeld(seven)), 0));
        }
        match self.trick_of(seven)? {
            (10, winner, by) => Some(Found::new(Reason::Seven(last_trick(seven, winner, by)), 10)),
            (number, ..) => Some(Found::new(Reason::Seven(Seven::PlayedEarly(seven)), number)),
        }
    }

    fn silent_ulti(self) -> Option<Found> {
        let seven = self.seven()?;
        let (trick, _) = self.board.tricks.get(9)?;
        let (seat, _) = trick.plays().find(|(_, card)| *card == seven)?;
        let (winner, by) = self.winner(10)?;
        Some(Found { seat: Some(seat), ..Found::new(Reason::Seven(last_trick(seven, winner, by)), 10) })
    }

    fn first_trick(self, of: Side) -> Option<Found> {
        let (number, winner, card) = self.first_trick_of(of)?;
        Some(Found::new(Reason::Trick { winner, card }, number))
    }

    fn silent_durchmars(self, made: bool) -> Option<Found> {
        if made {
            return Some(Found::new(Reason::AllTricks, 10));
        }
        let (winner, card) = self.winner(10)?;
        Some(Found::new(Reason::Trick { winner, card }, 10))
    }

    fn four(self, rank: Rank, made: bool) -> Option<Found> {
        let cards = Suit::ALL.map(|suit| Card::new(suit, rank));
        if made {
            let tricks: Option<Vec<u8>> =
                cards.into_iter().map(|card| self.trick_of(card).map(|(number, ..)| number)).collect();
            return Some(Found::new(Reason::AllFour(rank), tricks?.into_iter().max()?));
        }
        let missed = |card: Card| {
            if self.talon.contains(card) {
                return Some((0, card, None));
            }
            let (number, winner, _) = self.trick_of(card)?;
            (self.side(winner) == Side::Defence).then_some((number, card, Some(winner)))
        };
        let (number, card, winner) =
            cards.into_iter().filter_map(missed).min_by_key(|(number, ..)| *number)?;
        Some(Found::new(Reason::MissedCard { card, winner }, number))
    }

    fn silent_hundred(self, side: Side) -> Found {
        let (points, marriages) = (self.won(side, 10).total, self.marriages(side, 10));
        let reached = self.first(|tricks| self.won(side, tricks).total >= 100);
        Found::new(Reason::SilentHundred { points, marriages }, reached.unwrap_or(10))
    }

    fn silent_four_aces(self) -> Option<Found> {
        let (_, winner, _) = self.trick_of(Card::new(Suit::Hearts, Rank::Ace))?;
        let found = self.four(Rank::Ace, true)?;
        Some(Found { seat: Some(winner), ..found })
    }
}

/// Returns the fate of a seven of trumps that was played to the last trick.
fn last_trick(seven: Card, winner: Seat, by: Card) -> Seven {
    if by == seven { Seven::Won(seven) } else { Seven::Beaten { seven, by, winner } }
}
