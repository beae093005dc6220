//! The play of the cards, with kontra in the first trick (`RULES §5`, `§7`).

use enumset::EnumSet;

use super::rule_set::OpenHands;
use super::trick::Duty;
use super::{
    BySeat, Card, CardSet, Contract, Entry, Event, Game, Games, Illegal, Kontra, Rank, RuleSet, Seat, Suit,
    Trick, Trump,
};

/// A deal whose cards are being played. No heap: it is copied to look ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    pub(super) declarer: Seat,
    pub(super) contract: Contract,
    pub(super) trump: Trump,
    pub(super) talon: CardSet,
    pub(super) hands: BySeat<CardSet>,
    pub(super) kontra: Kontra,
    pub(super) marriages: BySeat<EnumSet<Suit>>,
    /// Whether marriages are announced and count.
    pub(super) marriages_count: bool,
    pub(super) announced: BySeat<EnumSet<Suit>>,
    pub(super) tricks: [Trick; 10],
    pub(super) winners: [Option<Seat>; 10],
    /// How many tricks each seat took.
    took: BySeat<u8>,
    pub(super) open: BySeat<bool>,
    /// How many tricks had been taken at the last claim: one claim a trick, since each is a search.
    pub(super) claimed_at: Option<usize>,
    /// Who is offered a raise while the first trick lies complete.
    pub(super) raising: Option<Seat>,
}

impl Play {
    /// A play that begins: the declarer leads, nothing is doubled yet.
    pub fn new(
        declarer: Seat,
        entry: &Entry,
        trump: Trump,
        hands: BySeat<CardSet>,
        talon: CardSet,
        rules: &RuleSet,
    ) -> Self {
        let contract = entry.contract;
        Self {
            declarer,
            contract,
            trump,
            talon,
            hands,
            kontra: Kontra::new(declarer, &contract, trump, rules),
            marriages: hands.map(CardSet::marriages),
            marriages_count: entry.counts_marriages(),
            announced: BySeat::default(),
            tricks: [Trick::new(declarer); 10],
            winners: [None; 10],
            took: BySeat::default(),
            open: BySeat::default(),
            claimed_at: None,
            raising: None,
        }
    }

    /// How many tricks have been taken: 0 to 10.
    pub fn tricks_taken(&self) -> usize {
        self.took.values().map(|took| usize::from(*took)).sum()
    }

    /// How many of them each seat took.
    pub fn tricks_by(&self, seat: Seat) -> usize {
        self.took[seat].into()
    }

    /// The tricks taken so far with their winners, first to last.
    pub fn finished_tricks(&self) -> impl DoubleEndedIterator<Item = (&Trick, Seat)> {
        self.tricks.iter().zip(self.winners).filter_map(|(trick, winner)| Some((trick, winner?)))
    }

    /// The trick that lies on the table, empty or not; the last one once all ten are taken.
    pub fn current(&self) -> &Trick {
        &self.tricks[self.tricks_taken().min(9)]
    }

    /// Whose turn it is: to answer a raise, or to play.
    pub fn turn(&self) -> Seat {
        self.raising.unwrap_or_else(|| self.current().turn())
    }

    /// Whether the declarer has led.
    pub fn has_begun(&self) -> bool {
        !self.tricks[0].is_empty()
    }

    /// The cards that the seat whose turn it is may play, and the duty that leaves only these; none
    /// while a raise is offered.
    pub fn playable(&self, rules: &RuleSet) -> (CardSet, Duty) {
        let trick = self.current();
        if trick.is_full() {
            return (CardSet::EMPTY, Duty::Free);
        }
        let seat = trick.turn();
        let (cards, duty) = trick.playable(self.hands[seat], self.trump, rules.must_beat);
        (cards - self.locked(seat, cards, rules), duty)
    }

    /// The trumps, or none.
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// Who plays alone.
    pub const fn declarer(&self) -> Seat {
        self.declarer
    }

    /// Whether the declarer has to keep the trump VII for the last trick (`RULES §5`).
    pub fn locks_seven(&self, rules: &RuleSet) -> bool {
        rules.ulti_seven_locked && self.contract.has(Game::Ulti)
    }

    /// The trump VII, where it has to be kept for the last trick and another card is left to play.
    fn locked(&self, seat: Seat, cards: CardSet, rules: &RuleSet) -> CardSet {
        let Some(trump) = self.trump else { return CardSet::EMPTY };
        let seven = CardSet::of(Card::new(trump, Rank::Seven));
        let held_back = self.locks_seven(rules) && seat == self.declarer;
        if held_back && cards != seven { seven } else { CardSet::EMPTY }
    }

    /// Plays a card for the seat whose turn it is and takes up the trick that it completes; says who
    /// took that.
    ///
    /// For looking ahead: the card is one of [`Play::playable`], and only cards are played. What can
    /// be doubled, laid open or made known stays as it is.
    pub fn advance(&mut self, card: Card) -> Option<Seat> {
        self.lay(self.current().turn(), card);
        if !self.current().is_full() {
            return None;
        }
        let (winner, _) = self.current().best(self.trump)?;
        self.apply_trick_taken(winner);
        Some(winner)
    }

    fn lay(&mut self, seat: Seat, card: Card) {
        let number = self.tricks_taken().min(9);
        self.hands[seat] -= card.into();
        self.tricks[number].push(card);
    }

    pub(super) fn play(&self, card: Card, rules: &RuleSet) -> Result<Event, Illegal> {
        let seat = self.turn();
        if let Some(seat) = self.raising {
            return Err(Illegal::RaiseOffered { seat });
        }
        if !self.hands[seat].contains(card) {
            return Err(Illegal::NotHeld { cards: card.into() });
        }
        let (instead, duty) = self.playable(rules);
        if instead.contains(card) {
            return Ok(Event::Played { seat, card });
        }
        Err(self.duty_refused(card, instead, duty))
    }

    fn duty_refused(&self, card: Card, instead: CardSet, duty: Duty) -> Illegal {
        let led = self.current().led().map(Card::suit);
        let best = self.current().best(self.trump).map(|(_, best)| best);
        match (duty, led, self.trump, best) {
            (Duty::Follow | Duty::Beat, Some(suit), _, _)
                if card.suit() != suit && !instead.of_suit(suit).is_empty() =>
            {
                Illegal::MustFollow { suit, instead }
            }
            (Duty::Trump | Duty::Beat, _, Some(trump), _)
                if card.suit() != trump && !instead.of_suit(trump).is_empty() =>
            {
                Illegal::MustTrump { trump, instead }
            }
            (Duty::Beat, _, _, Some(best)) => Illegal::MustBeat { best, instead },
            _ => Illegal::SevenLocked { instead },
        }
    }

    /// The games this seat may double now.
    pub fn kontra_open(&self, seat: Seat) -> Games {
        if self.turn() != seat || self.tricks_taken() > 0 {
            Games::empty()
        } else if self.raising.is_some() {
            self.kontra.raisable_by(seat)
        } else if self.has_begun() {
            self.kontra.open_to(seat)
        } else {
            Games::empty()
        }
    }

    pub(super) fn kontra(&self, games: Games) -> Result<Event, Illegal> {
        let seat = self.turn();
        let open = self.kontra_open(seat);
        if games.is_empty() || !open.is_superset(games) {
            Err(Illegal::CannotKontra { games, open })
        } else if self.kontra.whole_items(games, open) {
            Ok(Event::Kontra { seat, games })
        } else {
            Err(Illegal::SplitsItem)
        }
    }

    pub(super) fn no_kontra(&self) -> Result<Event, Illegal> {
        self.raising.map(|seat| Event::NoKontra { seat }).ok_or(Illegal::NothingOffered)
    }

    pub(super) fn may_open(&self, seat: Seat, rules: &RuleSet) -> bool {
        let others_may = rules.open_hands == OpenHands::DeclarerOthersMay && self.open[self.declarer];
        !self.open[seat] && (seat == self.declarer || others_may)
    }

    pub(super) fn may_claim(&self, seat: Seat, rules: &RuleSet) -> bool {
        let fresh = self.claimed_at != Some(self.tricks_taken());
        self.may_open(seat, rules) || (rules.claim && fresh)
    }

    pub(super) fn apply_claimed(&mut self, seat: Seat) {
        self.open[seat] = true;
        self.claimed_at = Some(self.tricks_taken());
    }

    pub(super) fn apply_kontra(&mut self, seat: Seat, games: Games) {
        if self.raising == Some(seat) {
            self.kontra.raise(seat, games);
            self.raising = self.kontra.next_to_raise(seat);
        } else {
            self.kontra.say(seat, games);
        }
    }

    pub(super) fn apply_no_kontra(&mut self, seat: Seat) {
        self.kontra.raise(seat, Games::empty());
        self.raising = self.kontra.next_to_raise(seat);
    }

    pub(super) fn apply_played(&mut self, seat: Seat, card: Card) {
        self.lay(seat, card);
        if self.tricks_taken() == 0 {
            self.kontra.let_go(seat);
            if self.tricks[0].is_full() {
                self.raising = self.kontra.next_to_raise(self.declarer.others()[1]);
            }
        }
    }

    pub(super) fn apply_trick_taken(&mut self, seat: Seat) {
        let number = self.tricks_taken();
        let Some(winner) = self.winners.get_mut(number) else { return };
        *winner = Some(seat);
        self.took[seat] += 1;
        if let Some(next) = self.tricks.get_mut(number + 1) {
            *next = Trick::new(seat);
        }
    }

    /// What follows by itself: marriages made known, a trick taken up, an open hand laid down.
    pub(super) fn consequence(&self, rules: &RuleSet) -> Option<Event> {
        let trick = self.current();
        if self.tricks_taken() == 0
            && self.marriages_count
            && let Some((seat, _)) = trick.plays().last()
            && self.announced[seat] != self.marriages[seat]
        {
            return Some(Event::Announced { seat, suits: self.marriages[seat] });
        }
        if trick.is_full() && self.raising.is_none() && self.tricks_taken() < 10 {
            return trick.best(self.trump).map(|(seat, _)| Event::TrickTaken { seat });
        }
        self.next_to_open(rules).map(|seat| Event::Opened { seat })
    }

    fn next_to_open(&self, rules: &RuleSet) -> Option<Seat> {
        if !self.contract.is_open() || self.tricks_taken() == 0 {
            return None;
        }
        self.declarer
            .round()
            .into_iter()
            .filter(|seat| *seat == self.declarer || rules.open_hands == OpenHands::All)
            .find(|seat| !self.open[*seat])
    }

    /// Whether nothing that could still be played matters (`RULES §5`).
    pub fn is_over(&self) -> bool {
        let tricks = self.tricks_taken();
        let declarers = self.tricks_by(self.declarer);
        tricks == 10
            || (self.contract.is_lone(Game::Betli) && declarers > 0)
            || (self.contract.is_lone(Game::Durchmars) && declarers < tricks)
    }
}
