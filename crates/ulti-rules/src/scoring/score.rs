//! Scoring: the games won and lost at the end of a deal, and their payments (`RULES §6`, `§8`).

mod silent;

use enumset::EnumSet;

use crate::announcements::Announcements;
use crate::rule_set::Fold;
use crate::scoring::outcome::{Outcome, SilentHundredSide};
use crate::scoring::settlement::{Item, ScoredGame, Side};
use crate::{
    BookEntry, Card, CardSet, Game, Kontra, Play, Rank, RuleSet, Seat, Settlement, Stake, Suit, Trump,
};

/// The tricks and points that one side has won at the end of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tally {
    tricks: usize,
    /// Points for the aces and tens that the side won in tricks, and for the last trick.
    in_tricks: u32,
    /// The side's total points: `in_tricks` plus marriages and, for the defence, the points in the discarded
    /// cards.
    ///
    /// The total is 0 if the side won no trick, or if the rules require points in tricks and the side has
    /// none.
    total: u32,
    /// `true` if the side has only one marriage, worth 20 points. A marriage is the king and the over of one
    /// suit.
    one_twenty: bool,
}

/// The contract, the trump suit, the kontra levels and the outcome from which a deal's payments are computed.
pub(crate) struct Ended<'a> {
    pub(crate) entry: &'a BookEntry,
    pub(crate) rules: &'a RuleSet,
    pub(crate) declarer: Seat,
    pub(crate) trump: Trump,
    pub(crate) kontra: &'a Kontra,
    pub(crate) outcome: Outcome,
}

impl Ended<'_> {
    /// Computes the deal's payments.
    ///
    /// `window` is the number of points in the table's common pot before the deal.
    pub(crate) fn settlement(&self, window: i32) -> Settlement {
        let mut items = Vec::with_capacity(4);
        let mut parti_paid = 0;
        for game in self.entry.contract.games() {
            let (stake, made) = (self.entry.stake(game), self.outcome.made.contains(game));
            let spared = game == Game::Parti && self.spares_parti();
            if game == Game::Parti && !spared {
                parti_paid = if made { stake.won } else { -stake.lost };
            }
            self.game_items(game, made, if spared { Stake::default() } else { stake }, &mut items);
        }
        items.extend(self.silent_items(parti_paid));
        let contract = self.entry.contract;
        let takes_window =
            contract.is_hearts() && contract.has(Game::Ulti) && self.outcome.made.contains(Game::Ulti);
        Settlement::of(items, self.declarer, self.rules.window.then_some(window), takes_window)
    }

    /// Returns `true` if a silent ulti (an ulti that was not bid) cancels the payment for the parti.
    ///
    /// This happens if the silent ulti is made and the parti was bid alone and doubled.
    fn spares_parti(&self) -> bool {
        self.rules.silent_ulti_spares_parti
            && self.entry.silent_ulti
            && self.entry.contract.is_lone(Game::Parti)
            && self.kontra.highest_level() > 0
            && self.outcome.seven.is_some_and(|(_, won)| won)
    }

    /// Adds the payment for a game to `items`.
    ///
    /// If the kontra (doubling) levels of the two defenders differ, adds a separate payment for each
    /// defender.
    fn game_items(&self, game: Game, made: bool, stake: Stake, items: &mut Vec<Item>) {
        let [one, other] = self.declarer.others();
        let item = |against: &[Seat]| {
            let kontra = self.kontra.multiplier(game, against[0]);
            Item {
                game: ScoredGame::Game(game),
                side: Side::Declarer,
                seat: None,
                made,
                value: if made { stake.won } else { stake.lost },
                kontra,
                against: against.to_vec(),
                points: if made { stake.won * kontra } else { -stake.lost * kontra - stake.again },
            }
        };
        if self.kontra.level(game, one) == self.kontra.level(game, other) {
            items.push(item(&[one, other]));
        } else {
            items.extend([item(&[one]), item(&[other])]);
        }
    }
}

impl Play {
    /// Computes the payments at the end of the card play.
    ///
    /// `entry` contains the values of the contract. `window` is the number of points in the table's common
    /// pot before the deal.
    pub(crate) fn settle(&self, entry: &BookEntry, rules: &RuleSet, window: i32) -> Settlement {
        self.settle_outcome(self.outcome(rules), entry, rules, window)
    }

    /// Like [`settle`](Self::settle), but with the given result of the seven of trumps in the last trick
    /// (see [`Outcome::seven`]).
    pub(crate) fn settle_with_seven(
        &self,
        seven: Option<(Seat, bool)>,
        entry: &BookEntry,
        rules: &RuleSet,
        window: i32,
    ) -> Settlement {
        let mut outcome = Outcome { seven, ..self.outcome(rules) };
        outcome.made -= Game::Ulti;
        if self.contract.has(Game::Ulti) && seven == Some((self.declarer, true)) {
            outcome.made |= Game::Ulti;
        }
        self.settle_outcome(outcome, entry, rules, window)
    }

    /// Computes the payments for an outcome of the deal.
    pub(crate) fn settle_outcome(
        &self,
        outcome: Outcome,
        entry: &BookEntry,
        rules: &RuleSet,
        window: i32,
    ) -> Settlement {
        let (declarer, trump, kontra) = (self.declarer, self.trump, &self.kontra);
        Ended { entry, rules, declarer, trump, kontra, outcome }.settlement(window)
    }

    /// Determines which games of the contract the declarer won.
    ///
    /// Also determines the results that some rules pay without a bid, for example that a side reached 100
    /// points.
    pub(super) fn outcome(&self, rules: &RuleSet) -> Outcome {
        let tallies = [Side::Declarer, Side::Defence].map(|side| (side, self.tally(side, rules)));
        let [(_, declarer), (_, defence)] = tallies;
        let reached =
            |(side, tally): &(Side, Tally)| SilentHundredSide { side: *side, one_twenty: tally.one_twenty };
        let games = self.contract.games().iter();
        Outcome {
            made: games.filter(|game| self.made(*game, declarer, defence)).collect(),
            hundred: tallies.iter().find(|(_, tally)| tally.total >= 100).map(reached),
            seven: self.last_trick_seven(),
            tricks: self.all_tricks(),
            four_aces: Seat::ALL.into_iter().find(|seat| self.took_all(Rank::Ace, *seat)),
        }
    }

    /// Returns the side that won the first nine tricks.
    ///
    /// The boolean is `true` if that side also won the tenth trick. Returns `None` if each side won at least
    /// one of the first nine tricks, or if the tenth trick was not played.
    fn all_tricks(&self) -> Option<(Side, bool)> {
        let last = self.winners[9]? == self.declarer;
        match (self.tricks_by(self.declarer), last) {
            (10, _) => Some((Side::Declarer, true)),
            (0, _) => Some((Side::Defence, true)),
            (9, false) => Some((Side::Declarer, false)),
            (1, true) => Some((Side::Defence, false)),
            _ => None,
        }
    }

    fn made(&self, game: Game, declarer: Tally, defence: Tally) -> bool {
        let holds = |suits: EnumSet<Suit>| !(self.marriages[self.declarer] & suits).is_empty();
        let trump = self.trump.map_or(EnumSet::empty(), EnumSet::only);
        match game {
            Game::Parti => declarer.total > defence.total,
            Game::FortyHundred => holds(trump) && declarer.in_tricks >= 60,
            Game::TwentyHundred => holds(EnumSet::all() - trump) && declarer.in_tricks >= 80,
            Game::Ulti => self.last_trick_seven() == Some((self.declarer, true)),
            Game::Betli => declarer.tricks == 0,
            Game::Durchmars => declarer.tricks == self.tricks_taken(),
            Game::FourAces => self.took_all(Rank::Ace, self.declarer),
            Game::FourTens => self.took_all(Rank::Ten, self.declarer),
        }
    }

    /// Returns the seat that played the seven of trumps to the last trick.
    ///
    /// The boolean is `true` if the seven won the trick. Returns `None` if the seven was not played to the
    /// last trick.
    fn last_trick_seven(&self) -> Option<(Seat, bool)> {
        let seven = Card::new(self.trump?, Rank::Seven);
        let winner = self.winners[9]?;
        let (seat, _) = self.tricks[9].plays().find(|(_, card)| *card == seven)?;
        Some((seat, seat == winner))
    }

    /// Returns `true` if the seat won all four cards of the given rank in tricks.
    fn took_all(&self, rank: Rank, seat: Seat) -> bool {
        let taken = self.cards_won(|winner| winner == seat);
        Suit::ALL.into_iter().all(|suit| taken.contains(Card::new(suit, rank)))
    }

    /// Returns `true` if the marriages (king and over of one suit) of the seat score points (`RULES §6`).
    pub(crate) fn counts_marriages_of(&self, seat: Seat, rules: &RuleSet) -> bool {
        let has_trick = !rules.marriage_needs_trick || self.tricks_by(seat) > 0;
        self.announcements == Announcements::All && has_trick
    }

    fn is_of(&self, seat: Seat, side: Side) -> bool {
        (seat == self.declarer) == (side == Side::Declarer)
    }

    pub(super) fn cards_won(&self, by: impl Fn(Seat) -> bool) -> CardSet {
        let won = self.finished_tricks().filter(|(_, winner)| by(*winner));
        won.fold(CardSet::EMPTY, |cards, (trick, _)| cards | trick.cards())
    }

    fn tally(&self, side: Side, rules: &RuleSet) -> Tally {
        let tricks = self.finished_tricks().filter(|(_, winner)| self.is_of(*winner, side)).count();
        let last = self.winners[9].is_some_and(|winner| self.is_of(winner, side));
        let in_tricks =
            self.cards_won(|winner| self.is_of(winner, side)).points() + if last { 10 } else { 0 };
        let talon = if side == Side::Defence { self.talon.points() } else { 0 };
        let seats = Seat::ALL.into_iter().filter(|seat| self.is_of(*seat, side));
        let counts = |seat: &Seat| self.counts_marriages_of(*seat, rules);
        let marriages = seats.filter(counts).fold(EnumSet::empty(), |all, seat| all | self.marriages[seat]);
        let worth = |suit| if Some(suit) == self.trump { 40 } else { 20 };
        let declared: u32 = marriages.iter().map(worth).sum();
        let nothing = tricks == 0 || (rules.parti_needs_points && in_tricks == 0);
        let total = if nothing { 0 } else { in_tricks + talon + declared.min(rules.marriages_at_most) };
        Tally { tricks, in_tricks, total, one_twenty: declared == 20 }
    }
}

/// Computes the payments for a contract that the declarer folded (gave up) before the first card was led.
pub(crate) fn settle_fold(entry: &BookEntry, declarer: Seat, rules: &RuleSet) -> Settlement {
    let item = |game| {
        let (points, stake) = (entry.folded(game, rules.fold), entry.stake(game));
        let lost = rules.fold == Fold::KontraLost;
        Item {
            game: ScoredGame::Game(game),
            side: Side::Declarer,
            seat: None,
            made: false,
            value: if lost { stake.lost } else { stake.won },
            kontra: if points == 0 { 1 } else { 2 },
            against: declarer.others().to_vec(),
            points: -points,
        }
    };
    let games = entry.contract.games();
    Settlement::of(games.iter().map(item).collect(), declarer, None, false)
}
