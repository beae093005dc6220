//! The state machine of one deal, from the dealt hands to the payments.
//!
//! [`Deal::judge`] checks an action without changing the deal and returns the resulting events.
//! [`Deal::apply`] applies an event and can't fail. A deal is fully determined by its [`Start`] and its
//! events.

mod judge;
mod phase;

use std::sync::Arc;

use crate::auction::{Auction, Call, Discard};
use crate::claim::Claim;
use crate::scoring::departure::Departure;
use crate::scoring::score::settle_fold;
use crate::{
    Action, Book, BookEntry, BySeat, CardSet, Contract, Event, IllegalAction, InvalidDeal, Play, RuleSet,
    Seat, Settlement, Start, Trump, TrumpRule,
};
use judge::{judge_auction, judge_naming, judge_play};
pub use phase::DealEnd;
use phase::Over;
pub(crate) use phase::{Naming, Phase};

/// One deal of the game: its rules, the dealt hands, and everything that has been bid and played so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    pub(crate) book: Arc<Book>,
    pub(crate) start: Start,
    pub(crate) phase: Phase,
    /// All bids and passes of the auction. Empty until the auction is over.
    pub(crate) calls: Arc<[Call]>,
    /// The cards that were laid down for each bid. Empty until the auction is over.
    discards: Arc<[Discard]>,
    pub(crate) version: u32,
    ending: Option<DealEnd>,
}

impl Deal {
    /// Creates a deal that starts with the auction. The seat after the dealer bids first.
    ///
    /// # Errors
    /// Returns an error if the hands do not form a complete deal, or if the points in the window (the table's
    /// pot) are out of range.
    pub fn new(book: Arc<Book>, start: Start) -> Result<Self, InvalidDeal> {
        start.check()?;
        Ok(Self::unchecked(book, start))
    }

    /// Creates a deal without checking the hands. Used when only one seat's cards are known.
    pub(crate) fn unchecked(book: Arc<Book>, start: Start) -> Self {
        let phase = Phase::Auction(Auction::new(start.hands, start.dealer.next()));
        let (calls, discards): (Arc<[Call]>, Arc<[Discard]>) = (Arc::new([]), Arc::new([]));
        Self { book, start, phase, calls, discards, version: 0, ending: None }
    }

    /// Returns the deal's rules, together with the list of contracts that can be bid under them.
    pub const fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// Returns the start of the deal: the dealer, the dealt hands and the points in the window (the table's
    /// pot).
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the version of the deal, which is the number of events applied so far.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Returns the seat that must act next, or `None` if the deal is over.
    pub fn turn(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Auction(auction) => Some(auction.turn),
            Phase::Naming(naming) => Some(naming.declarer),
            Phase::Play(play) => Some(play.turn()),
            Phase::Over(_) => None,
        }
    }

    /// Returns the cards that each seat currently holds.
    pub(crate) fn hands(&self) -> BySeat<CardSet> {
        match &self.phase {
            Phase::Auction(auction) => auction.hands,
            Phase::Naming(naming) => naming.hands,
            Phase::Play(play) => play.hands,
            Phase::Over(over) => over.hands,
        }
    }

    /// Returns the payments of the deal, or `None` if the deal is not over.
    pub fn settlement(&self) -> Option<&Settlement> {
        match &self.phase {
            Phase::Over(over) => Some(&over.settlement),
            _ => None,
        }
    }

    /// Returns the declarer and the contract of the deal, or `None` during the auction.
    pub fn contract(&self) -> Option<(Seat, Contract)> {
        match &self.phase {
            Phase::Auction(_) => None,
            Phase::Naming(naming) => Some((naming.declarer, naming.contract)),
            Phase::Play(play) => Some((play.declarer, play.contract)),
            Phase::Over(over) => match &over.play {
                Some(play) => Some((play.declarer, play.contract)),
                None => self.calls.iter().rev().find_map(|call| Some((call.seat, call.bid?))),
            },
        }
    }

    /// Checks whether a seat may take an action, without changing the deal.
    ///
    /// Returns the event for the action, followed by all events that it triggers, such as the end of a trick.
    ///
    /// # Errors
    /// Returns an error that describes why the action is illegal.
    pub fn judge(&self, seat: Seat, action: Action) -> Result<Vec<Event>, IllegalAction> {
        self.after(seat, action).map(|(events, _)| events)
    }

    /// Like [`judge`](Self::judge), but also returns a copy of the deal with the resulting events applied.
    ///
    /// A caller that continues with the returned deal does not need to apply the events again.
    ///
    /// # Errors
    /// Returns an error that describes why the action is illegal.
    pub fn after(&self, seat: Seat, action: Action) -> Result<(Vec<Event>, Self), IllegalAction> {
        let claim = if action == Action::Claim { self.claim() } else { None };
        self.after_claim(seat, action, || claim.and_then(|claim| claim.proven()))
    }

    /// Like [`after`](Self::after), but a legal claim ends the deal with the payments that `decide` returns,
    /// or is rejected if it returns `None`.
    pub(crate) fn after_claim(
        &self,
        seat: Seat,
        action: Action,
        decide: impl FnOnce() -> Option<Settlement>,
    ) -> Result<(Vec<Event>, Self), IllegalAction> {
        let mut event = Some(self.judge_alone(seat, action)?);
        let mut next = self.clone();
        // At most one card, its announced marriages, its trick and three hands laid face up.
        let mut events = Vec::with_capacity(6);
        let settlement = if action == Action::Claim { decide() } else { None };
        let mut proven = settlement.map(|settlement| Event::Settled { settlement });
        while let Some(happened) = event {
            next.apply(&happened);
            events.push(happened);
            event = proven.take().or_else(|| next.consequence());
        }
        Ok((events, next))
    }

    /// Returns the claim of the remaining tricks that the declarer can make now.
    ///
    /// Returns `None` if no card may be played, or if claims do not end a deal under the rules.
    pub(crate) fn claim(&self) -> Option<Claim<'_>> {
        let Phase::Play(play) = &self.phase else { return None };
        let entry = self.book.find(&play.contract).filter(|_| self.rules().claim)?;
        Some(Claim { play, entry, rules: self.rules(), window: self.start.window })
    }

    /// Returns the payments if the declarer folds or concedes now.
    ///
    /// If the payments of a concession depend on cards that the declarer does not see, returns all payments
    /// that are possible as far as the declarer knows.
    ///
    /// # Errors
    /// Returns an error if the seat cannot fold.
    pub fn possible_folds(&self, seat: Seat) -> Result<Vec<Settlement>, IllegalAction> {
        let (_, folded) = self.after(seat, Action::Fold)?;
        match &self.phase {
            Phase::Play(play) if play.has_begun() => {
                let entry = self.book.find(&play.contract);
                let possible = |entry| play.possible_concessions(entry, self.rules(), self.start.window);
                Ok(entry.map(possible).unwrap_or_default())
            }
            _ => Ok(folded.settlement().cloned().into_iter().collect()),
        }
    }

    /// Returns the action that a recorded action stands for.
    ///
    /// Earlier versions allowed a claim under rules without claims. It only laid the hand open.
    pub(crate) fn recorded(&self, action: Action) -> Action {
        match action {
            Action::Claim if !self.rules().claim => Action::Open,
            action => action,
        }
    }

    fn rules(&self) -> &RuleSet {
        self.book.rules()
    }

    /// Like [`judge`](Self::judge), but returns only the event for the action itself.
    ///
    /// Events that the action triggers, such as the end of a trick, are omitted.
    pub(crate) fn judge_alone(&self, seat: Seat, action: Action) -> Result<Event, IllegalAction> {
        if action == Action::Leave {
            return if self.turn().is_some() {
                Ok(Event::Left { seat })
            } else {
                Err(IllegalAction::DealOver)
            };
        }
        match &self.phase {
            Phase::Over(_) => Err(IllegalAction::DealOver),
            Phase::Auction(auction) => judge_auction(auction, &self.book, seat, action),
            Phase::Naming(naming) => judge_naming(naming, &self.book, seat, action),
            Phase::Play(play) => judge_play(play, self.rules(), seat, action),
        }
    }

    /// Applies an event to the deal.
    ///
    /// The event should come from [`Deal::judge`] on the same deal. An event that cannot occur at this stage
    /// of the deal only increments the deal's version.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        match (event, &mut self.phase) {
            (Event::TalonTaken { .. }, Phase::Auction(auction)) => auction.apply_taken(),
            (Event::Bid { contract, discard, .. }, Phase::Auction(auction)) => {
                auction.apply_bid(*contract, *discard);
            }
            (Event::Passed { .. }, Phase::Auction(auction)) => auction.apply_passed(),
            (Event::AuctionClosed { declarer, contract }, _) => self.close_auction(*declarer, *contract),
            (Event::TrumpNamed { trump, .. }, Phase::Naming(_)) => self.begin_play(*trump),
            (Event::Kontra { seat, games }, Phase::Play(play)) => play.apply_kontra(*seat, *games),
            (Event::NoKontra { seat }, Phase::Play(play)) => play.apply_no_kontra(*seat),
            (Event::Played { seat, card }, Phase::Play(play)) => play.apply_played(*seat, *card),
            (Event::Announced { seat, suits }, Phase::Play(play)) => play.announced[*seat] = *suits,
            (Event::TrickTaken { seat }, Phase::Play(play)) => play.apply_trick_taken(*seat),
            (Event::Opened { seat }, Phase::Play(play)) => play.open[*seat] = true,
            (Event::Claimed { seat }, Phase::Play(play)) => {
                play.apply_claimed(*seat);
                self.ending = Some(DealEnd::Claimed);
            }
            (Event::Folded { .. }, Phase::Play(play)) if play.has_begun() => {
                self.ending = Some(DealEnd::Conceded);
            }
            (Event::Folded { .. }, _) => self.ending = Some(DealEnd::Folded),
            (Event::Left { seat }, _) => self.ending = Some(DealEnd::Left(*seat)),
            (Event::Settled { settlement }, _) => self.settle(settlement.clone()),
            _ => {}
        }
    }

    fn close_auction(&mut self, declarer: Seat, contract: Contract) {
        let Phase::Auction(auction) = &mut self.phase else { return };
        self.calls = std::mem::take(&mut auction.calls).into();
        self.discards = std::mem::take(&mut auction.discards).into();
        let naming = Naming { declarer, contract, hands: auction.hands, talon: auction.talon };
        self.phase = Phase::Naming(naming);
        if let Some(BookEntry { trump: TrumpRule::Fixed(trump), .. }) = self.book.find(&contract).copied() {
            self.begin_play(trump);
        }
    }

    fn begin_play(&mut self, trump: Trump) {
        let Phase::Naming(Naming { declarer, contract, hands, talon }) = &self.phase else { return };
        let Some(entry) = self.book.find(contract) else { return };
        let play = Play::new(*declarer, entry, trump, *hands, *talon, self.book.rules());
        self.phase = Phase::Play(play);
    }

    fn settle(&mut self, settlement: Settlement) {
        let hands = self.hands();
        let over = Over { settlement, hands, play: None, talon: CardSet::EMPTY, end: DealEnd::Played };
        let before = std::mem::replace(&mut self.phase, Phase::Over(over));
        let Phase::Over(over) = &mut self.phase else { return };
        let end = self.ending.unwrap_or(DealEnd::Played);
        // After a claim that was not proven, the cards decide.
        let finished = matches!(&before, Phase::Play(play) if play.is_over());
        over.end = if end == DealEnd::Claimed && finished { DealEnd::Played } else { end };
        match before {
            Phase::Auction(auction) => {
                over.talon = auction.talon;
                self.calls = auction.calls.into();
            }
            Phase::Naming(naming) => over.talon = naming.talon,
            Phase::Play(play) => {
                over.talon = play.talon;
                over.play = Some(play);
            }
            Phase::Over(_) => {}
        }
    }

    /// Returns the next event that happens automatically, such as the end of a trick.
    ///
    /// Returns `None` if a player must act or the deal is over.
    pub(crate) fn consequence(&self) -> Option<Event> {
        match (self.ending, &self.phase) {
            (_, Phase::Over(_)) => None,
            (Some(DealEnd::Left(seat)), _) => Some(Event::Settled { settlement: self.settle_left(seat) }),
            (Some(DealEnd::Folded), _) => {
                let (declarer, contract) = self.contract()?;
                let entry = self.book.find(&contract)?;
                Some(Event::Settled { settlement: settle_fold(entry, declarer, self.rules()) })
            }
            (_, Phase::Auction(auction)) => auction.consequence(&self.book),
            (Some(DealEnd::Conceded), Phase::Play(play)) => {
                let entry = self.book.find(&play.contract)?;
                let settlement = play.settle_conceded(entry, self.rules(), self.start.window);
                Some(Event::Settled { settlement })
            }
            (_, Phase::Play(play)) => play.consequence(self.rules()).or_else(|| {
                let entry = if play.is_over() { self.book.find(&play.contract) } else { None }?;
                let settlement = play.settle(entry, self.rules(), self.start.window);
                Some(Event::Settled { settlement })
            }),
            (_, Phase::Naming(_)) => None,
        }
    }

    /// Returns the payments for a deal that the player at `seat` left before it was over.
    ///
    /// If no contract has been bid yet, the payments are based on the weakest contract that can be bid.
    fn settle_left(&self, seat: Seat) -> Settlement {
        let bid = match &self.phase {
            Phase::Auction(auction) => auction.best(),
            _ => self.contract(),
        };
        let weakest = self.book.entries().first();
        let Some(entry) = bid.map_or(weakest, |(_, contract)| self.book.find(&contract)) else {
            return Settlement::default();
        };
        let play = match &self.phase {
            Phase::Play(play) => Some(play),
            _ => None,
        };
        let (declarer, window) = (bid.map(|(declarer, _)| declarer), self.start.window);
        Departure { left: seat, entry, declarer, play, discards: &self.discards, rules: self.rules(), window }
            .settlement()
    }
}
