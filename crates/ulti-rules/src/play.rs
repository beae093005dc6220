//! The card play and the kontra (doubling) during the first trick (`RULES §5`, `§7`).

use enumset::EnumSet;
use strum::IntoEnumIterator;

use crate::announcements::{Announcements, required_suits};
use crate::playable::Duty;
use crate::rule_set::OpenHands;
use crate::{
    BookEntry, BySeat, Card, CardSet, Contract, Event, Game, Games, IllegalAction, Kontra, KontraRefusal,
    Rank, RuleSet, Seat, Suit, Trick, Trump,
};

/// The hands, tricks and kontra (doubling) levels of a deal during card play.
///
/// Contains no heap-allocated data, so searches can copy it cheaply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    pub(crate) declarer: Seat,
    pub(crate) contract: Contract,
    pub(crate) trump: Trump,
    pub(crate) talon: CardSet,
    pub(crate) hands: BySeat<CardSet>,
    pub(crate) kontra: Kontra,
    pub(crate) marriages: BySeat<EnumSet<Suit>>,
    pub(crate) announcements: Announcements,
    pub(crate) announced: BySeat<EnumSet<Suit>>,
    pub(crate) tricks: [Trick; 10],
    pub(crate) winners: [Option<Seat>; 10],
    /// Number of tricks that each seat has won.
    took: BySeat<u8>,
    pub(crate) open: BySeat<bool>,
    /// Number of tricks completed when the declarer last claimed the remaining tricks, or `None` if there was
    /// no claim.
    ///
    /// Only one claim per trick is allowed, because verifying a claim requires an expensive search.
    pub(crate) claimed_at: Option<usize>,
    /// Seat that must answer a kontra (doubling) after the third card of the first trick. `None` if no answer
    /// is pending.
    pub(crate) raising: Option<Seat>,
}

impl Play {
    /// Creates the position before the first card is played. The declarer leads, and no games are doubled.
    pub fn new(
        declarer: Seat,
        entry: &BookEntry,
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
            announcements: Announcements::of(entry, rules),
            announced: BySeat::default(),
            tricks: [Trick::new(declarer); 10],
            winners: [None; 10],
            took: BySeat::default(),
            open: BySeat::default(),
            claimed_at: None,
            raising: None,
        }
    }

    /// Returns a copy without the cards that the declarer does not see, and without marriages that have not
    /// been announced.
    pub(crate) fn seen_by_declarer(&self) -> Self {
        let mut play = *self;
        for seat in self.declarer.others() {
            play.marriages[seat] = self.announced[seat];
            if !self.open[seat] {
                play.hands[seat] = CardSet::EMPTY;
            }
        }
        play
    }

    /// Returns the number of completed tricks, from 0 to 10.
    pub fn tricks_taken(&self) -> usize {
        self.took.values().map(|took| usize::from(*took)).sum()
    }

    /// Returns the number of tricks that a seat has won.
    pub fn tricks_by(&self, seat: Seat) -> usize {
        self.took[seat].into()
    }

    /// Returns the completed tricks and their winners, in order of play.
    pub fn finished_tricks(&self) -> impl DoubleEndedIterator<Item = (&Trick, Seat)> {
        self.tricks.iter().zip(self.winners).filter_map(|(trick, winner)| Some((trick, winner?)))
    }

    /// Returns the current trick, or the tenth trick if all ten are complete.
    pub fn current(&self) -> &Trick {
        &self.tricks[self.tricks_taken().min(9)]
    }

    /// Returns the seat that must act next, either by playing a card or by answering a kontra (doubling).
    pub fn turn(&self) -> Seat {
        self.raising.unwrap_or_else(|| self.current().turn())
    }

    /// Returns `true` if at least one card has been played.
    pub fn has_begun(&self) -> bool {
        !self.tricks[0].is_empty()
    }

    /// Returns the legal cards for the seat whose turn it is, and the duty that restricts them (such as
    /// following suit).
    ///
    /// No cards are legal while a kontra (doubling) is waiting for an answer.
    pub fn playable(&self, rules: &RuleSet) -> (CardSet, Duty) {
        let trick = self.current();
        if trick.is_full() {
            return (CardSet::EMPTY, Duty::Free);
        }
        let seat = trick.turn();
        let (cards, duty) = trick.playable(self.hands[seat], self.trump, rules.must_beat);
        (cards - self.locked(seat, cards, rules), duty)
    }

    /// Returns the trump suit, or `None` if there are no trumps.
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// Returns the declarer's seat.
    pub const fn declarer(&self) -> Seat {
        self.declarer
    }

    /// Returns `true` if the declarer must keep the seven of trumps for the last trick (`RULES §5`).
    pub fn locks_seven(&self, rules: &RuleSet) -> bool {
        rules.ulti_seven_locked && self.contract.has(Game::Ulti)
    }

    /// Returns the seven of trumps if the seat must not play it before the last trick. Otherwise, returns an
    /// empty set.
    fn locked(&self, seat: Seat, cards: CardSet, rules: &RuleSet) -> CardSet {
        let Some(trump) = self.trump else { return CardSet::EMPTY };
        let seven = CardSet::of(Card::new(trump, Rank::Seven));
        let held_back = self.locks_seven(rules) && seat == self.declarer;
        if held_back && cards != seven { seven } else { CardSet::EMPTY }
    }

    /// Plays a card. Returns the winner of the trick if the card completes the trick.
    ///
    /// Intended for searches. The card must be one of those returned by [`Play::playable`]. Kontras
    /// (doublings), open hands and announced marriages are not updated.
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

    /// Returns a copy in which `taker` has won all remaining tricks.
    ///
    /// Each seat plays its cards in an arbitrary order, without regard to the rules of play.
    pub(crate) fn finished_by(&self, taker: Seat) -> Self {
        let mut play = *self;
        while play.tricks_taken() < 10 {
            while !play.current().is_full() {
                let seat = play.current().turn();
                let Some(card) = play.hands[seat].iter().next() else { return play };
                play.lay(seat, card);
            }
            play.apply_trick_taken(taker);
        }
        play
    }

    pub(crate) fn play(&self, card: Card, rules: &RuleSet) -> Result<Event, IllegalAction> {
        let seat = self.turn();
        if let Some(seat) = self.raising {
            return Err(IllegalAction::RaiseOffered { seat });
        }
        if !self.hands[seat].contains(card) {
            return Err(IllegalAction::NotHeld { cards: card.into() });
        }
        let (instead, duty) = self.playable(rules);
        if instead.contains(card) {
            return Ok(Event::Played { seat, card });
        }
        Err(self.duty_refused(card, instead, duty))
    }

    fn duty_refused(&self, card: Card, instead: CardSet, duty: Duty) -> IllegalAction {
        let led = self.current().led().map(Card::suit);
        let best = self.current().best(self.trump).map(|(_, best)| best);
        match (duty, led, self.trump, best) {
            (Duty::Follow | Duty::Beat, Some(suit), _, _)
                if card.suit() != suit && !instead.of_suit(suit).is_empty() =>
            {
                IllegalAction::MustFollow { suit, instead }
            }
            (Duty::Trump | Duty::Beat, _, Some(trump), _)
                if card.suit() != trump && !instead.of_suit(trump).is_empty() =>
            {
                IllegalAction::MustTrump { trump, instead }
            }
            (Duty::Beat, _, _, Some(best)) => IllegalAction::MustBeat { best, instead },
            _ => IllegalAction::SevenLocked { instead },
        }
    }

    /// Returns the games that a seat may double now.
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

    pub(crate) fn kontra(&self, seat: Seat, games: Games) -> Result<Event, IllegalAction> {
        let open = self.kontra_open(seat);
        if games.is_empty() || !open.is_superset(games) {
            Err(self.refuse_kontra(seat, games, open))
        } else if self.kontra.whole_items(games, open) {
            Ok(Event::Kontra { seat, games })
        } else {
            Err(IllegalAction::SplitsItem)
        }
    }

    /// Returns the reason why the seat cannot double `games`, of which it may double only those in `open`.
    ///
    /// If there are several reasons, returns the one that [`KontraRefusal`] lists first, with the games to
    /// which it applies.
    fn refuse_kontra(&self, seat: Seat, games: Games, open: Games) -> IllegalAction {
        let asked = if games.is_empty() { self.contract.games() } else { games - open };
        let refused: Vec<(Game, KontraRefusal)> =
            asked.iter().map(|game| (game, self.kontra_refusal(seat, game))).collect();
        let reason = KontraRefusal::iter().find(|first| refused.iter().any(|(_, reason)| reason == first));
        let reason = reason.unwrap_or(KontraRefusal::NotYet);
        let games = refused.iter().filter(|(_, other)| *other == reason).map(|(game, _)| *game).collect();
        IllegalAction::CannotKontra { games, reason, open }
    }

    /// Returns the reason why the seat cannot double a game that is not in [`Play::kontra_open`].
    fn kontra_refusal(&self, seat: Seat, game: Game) -> KontraRefusal {
        let is_declarer = seat == self.declarer;
        let level = self.kontra.level_for(game, seat);
        if !self.contract.has(game) {
            KontraRefusal::NotInContract
        } else if level >= self.kontra.limit() {
            KontraRefusal::LimitReached
        } else if is_declarer && level == 0 {
            KontraRefusal::NotDoubled
        } else if self.tricks_taken() == 0 && level > 0 && level.is_multiple_of(2) == is_declarer {
            KontraRefusal::AlreadyDoubled
        } else if self.kontra.has_declined(game, seat) || self.tricks_taken() > 0 {
            KontraRefusal::TooLate
        } else {
            KontraRefusal::NotYet
        }
    }

    pub(crate) fn no_kontra(&self) -> Result<Event, IllegalAction> {
        self.raising.map(|seat| Event::NoKontra { seat }).ok_or(IllegalAction::NothingOffered)
    }

    pub(crate) fn may_open(&self, seat: Seat, rules: &RuleSet) -> bool {
        let others_may = rules.open_hands == OpenHands::DeclarerOthersMay && self.open[self.declarer];
        !self.open[seat] && (seat == self.declarer || others_may)
    }

    /// Returns `true` if the declarer has not claimed since the last trick was completed.
    pub(crate) fn may_claim(&self) -> bool {
        self.claimed_at != Some(self.tricks_taken())
    }

    pub(crate) fn apply_claimed(&mut self, seat: Seat) {
        self.open[seat] = true;
        self.claimed_at = Some(self.tricks_taken());
    }

    pub(crate) fn apply_kontra(&mut self, seat: Seat, games: Games) {
        if self.raising == Some(seat) {
            self.kontra.raise(seat, games);
            self.raising = self.kontra.next_to_raise(seat);
        } else {
            self.kontra.announce(seat, games);
        }
    }

    pub(crate) fn apply_no_kontra(&mut self, seat: Seat) {
        self.kontra.raise(seat, Games::empty());
        self.raising = self.kontra.next_to_raise(seat);
    }

    pub(crate) fn apply_played(&mut self, seat: Seat, card: Card) {
        self.lay(seat, card);
        if self.tricks_taken() == 0 {
            self.kontra.waive(seat);
            if self.tricks[0].is_full() {
                self.raising = self.kontra.next_to_raise(self.declarer.others()[1]);
            }
        }
    }

    pub(crate) fn apply_trick_taken(&mut self, seat: Seat) {
        let number = self.tricks_taken();
        let Some(winner) = self.winners.get_mut(number) else { return };
        *winner = Some(seat);
        self.took[seat] += 1;
        if let Some(next) = self.tricks.get_mut(number + 1) {
            *next = Trick::new(seat);
        }
    }

    /// Returns the suits of the marriages that the seat announces with its first card.
    pub(crate) fn announcement_by(&self, seat: Seat) -> EnumSet<Suit> {
        let is_declarer = seat == self.declarer;
        self.announcements.made_by(is_declarer, self.marriages[seat], (self.contract, self.trump))
    }

    /// Returns the suits in which the announcements prove that the seat has no marriage. The seat must have
    /// played its first card.
    ///
    /// Of several marriages that fulfil the condition of a 20-100, the first one is announced. An
    /// announcement therefore rules out only earlier suits.
    pub(crate) fn ruled_out_marriages(&self, seat: Seat) -> EnumSet<Suit> {
        let announced = self.announced[seat];
        match self.announcements {
            Announcements::All => !announced,
            Announcements::Required if seat == self.declarer => {
                let needed = required_suits(self.contract, self.trump);
                needed.iter().take_while(|suit| !announced.contains(*suit)).collect()
            }
            Announcements::Required | Announcements::None => EnumSet::empty(),
        }
    }

    /// Returns the next event that happens without an action by a player, or `None` if there is none.
    ///
    /// Such events occur when marriages are announced, when a trick ends, or when a hand is laid face up.
    pub(crate) fn consequence(&self, rules: &RuleSet) -> Option<Event> {
        let trick = self.current();
        if self.tricks_taken() == 0
            && let Some((seat, _)) = trick.plays().last()
            && self.announced[seat] != self.announcement_by(seat)
        {
            return Some(Event::Announced { seat, suits: self.announcement_by(seat) });
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

    /// Returns `true` if all tricks have been played, or if a *betli* or *durchmars* bid alone is already
    /// lost (`RULES §5`).
    pub fn is_over(&self) -> bool {
        let tricks = self.tricks_taken();
        let declarers = self.tricks_by(self.declarer);
        tricks == 10
            || (self.contract.is_lone(Game::Betli) && declarers > 0)
            || (self.contract.is_lone(Game::Durchmars) && declarers < tricks)
    }
}
