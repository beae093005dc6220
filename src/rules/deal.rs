//! One deal from the cards in hand to the payments.
//!
//! Two verbs: [`Deal::judge`] decides and changes nothing, [`Deal::apply`] can't refuse. Play,
//! restart, replay and tests share `apply`: a deal is its [`Start`] and its events.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::auction::{Auction, Call};
use super::rule_set::Fold;
use super::score::{settle_fold, settle_leave};
use super::{
    Action, Book, BySeat, CardSet, Contract, Entry, Event, Game, Illegal, Play, Seat, Settlement, Trump,
    TrumpRule, claim,
};

/// How a deal begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Who dealt; forehand is the next seat.
    pub dealer: Seat,
    /// The cards as dealt: twelve for forehand, ten for each of the others.
    pub hands: BySeat<CardSet>,
    /// What lies in the window before the deal.
    #[serde(default)]
    pub window: i32,
}

/// Why cards are no deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotADeal {
    /// A hand of the wrong size.
    #[error("seat {seat} has {count} cards: forehand is dealt 12, the others 10")]
    HandSize {
        /// Whose.
        seat: Seat,
        /// How many it has.
        count: u32,
    },
    /// A card in two hands, so that another is missing.
    #[error("a card is in two hands; missing: {missing}")]
    NotTheDeck {
        /// The cards in no hand.
        missing: CardSet,
    },
    /// A window that holds less than nothing, or more than can be counted on.
    #[error("a window of {0}: it holds 0 to 1000000000")]
    Window(i32),
}

impl Start {
    /// The most that a window holds.
    pub const MOST_IN_WINDOW: i32 = 1_000_000_000;
}

/// The declarer is known and the trumps are not yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Naming {
    pub(super) declarer: Seat,
    pub(super) contract: Contract,
    pub(super) hands: BySeat<CardSet>,
    pub(super) talon: CardSet,
}

/// What the deal ended as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Over {
    pub(super) settlement: Settlement,
    /// The cards in hand when it ended.
    pub(super) hands: BySeat<CardSet>,
    /// The play as it stood, where there was one.
    pub(super) play: Option<Play>,
    pub(super) talon: CardSet,
    pub(super) end: End,
}

/// How a deal came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The cards decided.
    Played,
    /// A claim was proven.
    Claimed,
    /// The declarer folded.
    Folded,
    /// This seat left for good.
    Left(Seat),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Phase {
    Auction(Auction),
    Naming(Naming),
    Play(Play),
    Over(Over),
}

/// One deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    pub(super) book: Arc<Book>,
    pub(super) start: Start,
    pub(super) phase: Phase,
    /// Every call of the auction, kept to the end.
    pub(super) calls: Arc<[Call]>,
    pub(super) version: u32,
    ending: Option<End>,
}

impl Deal {
    /// A deal with these cards, forehand to bid.
    pub fn new(book: Arc<Book>, start: Start) -> Result<Self, NotADeal> {
        let forehand = start.dealer.next();
        for (seat, hand) in start.hands.iter() {
            if hand.len() != if seat == forehand { 12 } else { 10 } {
                return Err(NotADeal::HandSize { seat, count: hand.len() });
            }
        }
        let all = start.hands.values().fold(CardSet::EMPTY, |all, hand| all | *hand);
        if all != CardSet::DECK {
            return Err(NotADeal::NotTheDeck { missing: CardSet::DECK - all });
        }
        if !(0..=Start::MOST_IN_WINDOW).contains(&start.window) {
            return Err(NotADeal::Window(start.window));
        }
        Ok(Self::unchecked(book, start))
    }

    /// A deal whose cards nobody has counted, for one that is known from one seat only.
    pub(super) fn unchecked(book: Arc<Book>, start: Start) -> Self {
        let phase = Phase::Auction(Auction::new(start.hands, start.dealer.next()));
        Self { book, start, phase, calls: Arc::new([]), version: 0, ending: None }
    }

    /// The contracts and rules it is played by.
    pub const fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// How it began.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// How many events have been applied.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Whose turn it is, until the deal is over.
    pub fn turn(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Auction(auction) => Some(auction.turn),
            Phase::Naming(naming) => Some(naming.declarer),
            Phase::Play(play) => Some(play.turn()),
            Phase::Over(_) => None,
        }
    }

    /// What is paid, once the deal is over.
    pub fn settlement(&self) -> Option<&Settlement> {
        match &self.phase {
            Phase::Over(over) => Some(&over.settlement),
            _ => None,
        }
    }

    /// The declarer and the contract, once the auction is over.
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

    /// Decides about an action: the events it leads to, consequences included, or why it may not be.
    pub fn judge(&self, seat: Seat, action: Action) -> Result<Vec<Event>, Illegal> {
        let first = self.judge_alone(seat, action)?;
        let mut next = self.clone();
        // A card, what it makes known, its trick, three hands that are laid open.
        let mut events = Vec::with_capacity(6);
        let mut event = Some(first);
        if let (Action::Claim, Phase::Play(play)) = (action, &self.phase)
            && self.rules().claim
            && let Some(entry) = self.book.find(&play.contract)
            && let Some(settlement) = claim::proven(play, entry, self.rules(), self.start.window)
        {
            events.extend(event);
            events.push(Event::Settled { settlement });
            return Ok(events);
        }
        while let Some(happened) = event {
            next.apply(&happened);
            events.push(happened);
            event = next.consequence();
        }
        Ok(events)
    }

    fn rules(&self) -> &super::RuleSet {
        self.book.rules()
    }

    /// The event of the action itself.
    pub(super) fn judge_alone(&self, seat: Seat, action: Action) -> Result<Event, Illegal> {
        if action == Action::Leave {
            return if self.turn().is_some() { Ok(Event::Left { seat }) } else { Err(Illegal::DealOver) };
        }
        match &self.phase {
            Phase::Over(_) => Err(Illegal::DealOver),
            Phase::Auction(auction) => judge_auction(auction, &self.book, seat, action),
            Phase::Naming(naming) => self.judge_naming(naming, seat, action),
            Phase::Play(play) => self.judge_play(play, seat, action),
        }
    }

    fn judge_naming(&self, naming: &Naming, seat: Seat, action: Action) -> Result<Event, Illegal> {
        let rule = self.book.find(&naming.contract).map(|entry| entry.trump);
        match action {
            Action::Trump(_) | Action::Fold if seat != naming.declarer => {
                Err(Illegal::OnlyDeclarer { declarer: naming.declarer })
            }
            Action::Trump(trump) if rule.is_some_and(|rule| rule.allows(trump)) => {
                Ok(Event::TrumpNamed { seat, trump })
            }
            Action::Trump(_) => {
                Err(Illegal::NotAChoice { choices: rule.map(TrumpRule::choices).unwrap_or_default() })
            }
            Action::Fold => self.fold(seat),
            Action::Take | Action::Bid { .. } | Action::Pass => Err(Illegal::NotInAuction),
            _ => Err(Illegal::TrumpNotNamed),
        }
    }

    fn judge_play(&self, play: &Play, seat: Seat, action: Action) -> Result<Event, Illegal> {
        let rules = self.rules();
        let my_turn =
            || if play.turn() == seat { Ok(()) } else { Err(Illegal::NotYourTurn { turn: play.turn() }) };
        match action {
            Action::Play(card) => my_turn().and_then(|()| play.play(card, rules)),
            Action::Kontra(games) if play.turn() == seat => play.kontra(games),
            Action::Kontra(games) => Err(Illegal::CannotKontra { games, open: play.kontra_open(seat) }),
            Action::NoKontra => my_turn().and_then(|()| play.no_kontra()),
            Action::Fold | Action::Claim if seat != play.declarer => {
                Err(Illegal::OnlyDeclarer { declarer: play.declarer })
            }
            Action::Fold if play.has_begun() => Err(Illegal::TooLateToFold),
            Action::Fold => self.fold(seat),
            Action::Claim if play.may_claim(seat, rules) => Ok(Event::Claimed { seat }),
            Action::Open if play.may_open(seat, rules) => Ok(Event::Opened { seat }),
            Action::Claim | Action::Open => Err(Illegal::CannotOpen),
            Action::Trump(_) => Err(Illegal::TrumpSettled),
            Action::Take | Action::Bid { .. } | Action::Pass => Err(Illegal::NotInAuction),
            Action::Leave => Ok(Event::Left { seat }),
        }
    }

    fn fold(&self, seat: Seat) -> Result<Event, Illegal> {
        let plain_parti = self
            .contract()
            .is_some_and(|(_, contract)| contract.is_lone(Game::Parti) && !contract.is_hearts());
        match self.rules().fold {
            Fold::KontraLost | Fold::TwiceWon => Ok(Event::Folded { seat }),
            Fold::PlainParti if plain_parti => Ok(Event::Folded { seat }),
            Fold::PlainParti => Err(Illegal::OnlyPlainPartiFolds),
            Fold::Never => Err(Illegal::NoFolding),
        }
    }

    /// Takes an event in. Events come from [`Deal::judge`] on the same deal; one that does not fit
    /// the phase changes nothing but the version.
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
                self.ending = Some(End::Claimed);
            }
            (Event::Folded { .. }, _) => self.ending = Some(End::Folded),
            (Event::Left { seat }, _) => self.ending = Some(End::Left(*seat)),
            (Event::Settled { settlement }, _) => self.settle(settlement.clone()),
            _ => {}
        }
    }

    fn close_auction(&mut self, declarer: Seat, contract: Contract) {
        let Phase::Auction(auction) = &mut self.phase else { return };
        self.calls = std::mem::take(&mut auction.calls).into();
        let naming = Naming { declarer, contract, hands: auction.hands, talon: auction.talon };
        self.phase = Phase::Naming(naming);
        if let Some(Entry { trump: TrumpRule::Fixed(trump), .. }) = self.book.find(&contract).copied() {
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
        let over = Over { settlement, hands, play: None, talon: CardSet::EMPTY, end: End::Played };
        let before = std::mem::replace(&mut self.phase, Phase::Over(over));
        let Phase::Over(over) = &mut self.phase else { return };
        let end = self.ending.unwrap_or(End::Played);
        // A claim that was not proven leaves its mark; the cards decided all the same.
        let finished = matches!(&before, Phase::Play(play) if play.is_over());
        over.end = if end == End::Claimed && finished { End::Played } else { end };
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

    /// What follows by itself from where the deal stands.
    pub(super) fn consequence(&self) -> Option<Event> {
        match (self.ending, &self.phase) {
            (_, Phase::Over(_)) => None,
            (Some(End::Left(seat)), _) => Some(Event::Settled { settlement: self.settle_left(seat) }),
            (Some(End::Folded), _) => {
                let (declarer, contract) = self.contract()?;
                let entry = self.book.find(&contract)?;
                Some(Event::Settled { settlement: settle_fold(entry, declarer, self.rules()) })
            }
            (_, Phase::Auction(auction)) => auction.consequence(&self.book),
            (_, Phase::Play(play)) => play.consequence(self.rules()).or_else(|| {
                let entry = if play.is_over() { self.book.find(&play.contract) } else { None }?;
                let settlement = play.settle(entry, self.rules(), self.start.window);
                Some(Event::Settled { settlement })
            }),
            (_, Phase::Naming(_)) => None,
        }
    }

    /// Before the first bid the weakest contract of the book stands for the one not yet bid.
    fn settle_left(&self, seat: Seat) -> Settlement {
        let bid = match &self.phase {
            Phase::Auction(auction) => auction.best(),
            _ => self.contract(),
        };
        let weakest = self.book.entries().first();
        let kontra = |game| match &self.phase {
            Phase::Play(play) => play.kontra.highest_multiplier(game),
            _ => 1,
        };
        let declarer = bid.map(|(declarer, _)| declarer);
        match bid.map_or(weakest, |(_, contract)| self.book.find(&contract)) {
            Some(entry) => settle_leave(seat, entry, declarer, kontra, self.rules()),
            None => Settlement::default(),
        }
    }
}

fn judge_auction(auction: &Auction, book: &Book, seat: Seat, action: Action) -> Result<Event, Illegal> {
    let in_auction = matches!(action, Action::Take | Action::Bid { .. } | Action::Pass);
    if !in_auction {
        return Err(Illegal::NotInPlay);
    }
    if auction.turn != seat {
        return Err(Illegal::NotYourTurn { turn: auction.turn });
    }
    match action {
        Action::Take => auction.take(book),
        Action::Bid { contract, discard } => auction.bid(book, contract, discard),
        _ => auction.pass(),
    }
}
