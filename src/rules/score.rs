//! Which games were won and lost once the cards are down (`RULES §6`, `§8`).

use enumset::EnumSet;

use super::rule_set::{SilentDurchmars, SilentHundred, SilentUlti, Value};
use super::settlement::{Item, Scored, Side};
use super::{Card, CardSet, Contract, Game, Play, Rank, RuleSet, Seat, Settlement, Suit};

/// What a side has at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tally {
    tricks: usize,
    /// Aces and tens in tricks, and the last trick.
    in_tricks: u32,
    /// The same with marriages and, for the defence, the talon; 0 without a trick.
    total: u32,
    /// Whether its only marriage is one twenty.
    one_twenty: bool,
}

impl Play {
    /// The settlement of a deal whose play is over; `window` is what lies in the window.
    pub(super) fn settle(&self, rules: &RuleSet, window: i32) -> Settlement {
        let mut items: Vec<Item> =
            self.contract.games().iter().flat_map(|game| self.game_items(game, rules)).collect();
        items.extend(self.silent_hundred(rules));
        items.extend(self.silent_ulti(rules));
        items.extend(self.silent_durchmars(rules));
        let takes_window =
            self.contract.is_hearts() && self.contract.has(Game::Ulti) && self.made(Game::Ulti);
        Settlement::of(items, self.declarer, rules.window.then_some(window), takes_window)
    }

    /// One item for a game, or two where the defenders' kontra differs.
    fn game_items(&self, game: Game, rules: &RuleSet) -> Vec<Item> {
        let [one, other] = self.declarer.others();
        let value = rules.value(game, &self.contract).unwrap_or_default();
        let made = self.made(game);
        let item = |against: &[Seat]| {
            let kontra = self.kontra.multiplier(game, against[0]);
            let again = if !made && game == Game::Ulti && rules.lost_ulti_again { value } else { 0 };
            let points = if made { value * kontra } else { -value * kontra - again };
            Item {
                game: Scored::Game(game),
                side: Side::Declarer,
                seat: None,
                made,
                value,
                kontra,
                against: against.to_vec(),
                points,
            }
        };
        if self.kontra.level(game, one) == self.kontra.level(game, other) {
            vec![item(&[one, other])]
        } else {
            vec![item(&[one]), item(&[other])]
        }
    }

    fn made(&self, game: Game) -> bool {
        let declarer = self.tally(Side::Declarer);
        let holds = |suits: EnumSet<Suit>| !(self.marriages[self.declarer] & suits).is_empty();
        let trump = self.trump.map_or(EnumSet::empty(), EnumSet::only);
        match game {
            Game::Parti => declarer.total > self.tally(Side::Defence).total,
            Game::FortyHundred => holds(trump) && declarer.in_tricks >= 60,
            Game::TwentyHundred => holds(EnumSet::all() - trump) && declarer.in_tricks >= 80,
            Game::Ulti => self.last_trick_seven() == Some((self.declarer, true)),
            Game::Betli => declarer.tricks == 0,
            Game::Durchmars => declarer.tricks == self.tricks_taken(),
            Game::FourAces => self.took_all(Rank::Ace),
            Game::FourTens => self.took_all(Rank::Ten),
        }
    }

    /// Who played the trump VII to the tenth trick, and whether it won.
    fn last_trick_seven(&self) -> Option<(Seat, bool)> {
        let seven = Card::new(self.trump?, Rank::Seven);
        let winner = self.winners[9]?;
        let (seat, _) = self.tricks[9].plays().find(|(_, card)| *card == seven)?;
        Some((seat, seat == winner))
    }

    fn took_all(&self, rank: Rank) -> bool {
        let taken = self.cards_of(Side::Declarer);
        Suit::ALL.into_iter().all(|suit| taken.contains(Card::new(suit, rank)))
    }

    fn is_of(&self, seat: Seat, side: Side) -> bool {
        (seat == self.declarer) == (side == Side::Declarer)
    }

    fn cards_of(&self, side: Side) -> CardSet {
        let won = self.finished_tricks().filter(|(_, winner)| self.is_of(*winner, side));
        won.fold(CardSet::EMPTY, |cards, (trick, _)| cards | trick.cards())
    }

    fn tally(&self, side: Side) -> Tally {
        let tricks = self.finished_tricks().filter(|(_, winner)| self.is_of(*winner, side)).count();
        let last = self.winners[9].is_some_and(|winner| self.is_of(winner, side));
        let in_tricks = self.cards_of(side).points() + if last { 10 } else { 0 };
        let talon = if side == Side::Defence { self.talon.points() } else { 0 };
        let seats = Seat::ALL.into_iter().filter(|seat| self.is_of(*seat, side));
        let marriages = if self.contract.has(Game::Parti) {
            seats.fold(EnumSet::empty(), |all, seat| all | self.marriages[seat])
        } else {
            EnumSet::empty()
        };
        let worth = |suit| if Some(suit) == self.trump { 40 } else { 20 };
        let declared: u32 = marriages.iter().map(worth).sum();
        let total = if tricks == 0 { 0 } else { in_tricks + talon + declared };
        Tally { tricks, in_tricks, total, one_twenty: declared == 20 }
    }

    fn silent_hundred(&self, rules: &RuleSet) -> Option<Item> {
        let SilentHundred::Beside { value, one_twenty } = rules.silent_hundred else { return None };
        if !self.contract.has(Game::Parti) {
            return None;
        }
        let (side, tally) = [Side::Declarer, Side::Defence]
            .map(|side| (side, self.tally(side)))
            .into_iter()
            .find(|(_, tally)| tally.total >= 100)?;
        let worth = if tally.one_twenty { one_twenty } else { value };
        Some(self.silent(Scored::SilentHundred, side, worth))
    }

    fn silent_durchmars(&self, rules: &RuleSet) -> Option<Item> {
        let SilentDurchmars::Beside { value } = rules.silent_durchmars else { return None };
        if self.contract.has(Game::Betli) || self.contract.has(Game::Durchmars) {
            return None;
        }
        match self.tricks_by(self.declarer) {
            10 => Some(self.silent(Scored::SilentDurchmars, Side::Declarer, value)),
            0 => Some(self.silent(Scored::SilentDurchmars, Side::Defence, value)),
            _ => None,
        }
    }

    /// A silent game that a side made, paid between the declarer and each defender.
    fn silent(&self, game: Scored, side: Side, value: Value) -> Item {
        let value = value.of(self.contract.is_hearts());
        let points = if side == Side::Declarer { value } else { -value };
        Item {
            game,
            side,
            seat: None,
            made: true,
            value,
            kontra: 1,
            against: self.declarer.others().to_vec(),
            points,
        }
    }

    fn silent_ulti(&self, rules: &RuleSet) -> Option<Item> {
        let SilentUlti::Alone { made, lost } = rules.silent_ulti else { return None };
        if self.contract.has(Game::Ulti) {
            return None;
        }
        let (player, won) = self.last_trick_seven()?;
        let hearts = self.contract.is_hearts();
        let value = if won { made } else { lost }.of(hearts);
        let declarer = player == self.declarer;
        Some(Item {
            game: Scored::SilentUlti,
            side: if declarer { Side::Declarer } else { Side::Defence },
            seat: (!declarer).then_some(player),
            made: won,
            value,
            kontra: 1,
            against: player.others().to_vec(),
            points: if won { value } else { -value },
        })
    }
}

/// What folding a contract before the first lead costs.
pub(super) fn settle_fold(contract: Contract, declarer: Seat, rules: &RuleSet) -> Settlement {
    let lone_parti = contract.is_lone(Game::Parti);
    let item = |game| {
        let value = rules.value(game, &contract).unwrap_or_default();
        let again = if game == Game::Ulti && rules.lost_ulti_again { value } else { 0 };
        Item {
            game: Scored::Game(game),
            side: Side::Declarer,
            seat: None,
            made: false,
            value,
            kontra: if lone_parti { 1 } else { 2 },
            against: declarer.others().to_vec(),
            points: if lone_parti { 0 } else { -2 * value - again },
        }
    };
    Settlement::of(contract.games().iter().map(item).collect(), declarer, None, false)
}

/// What leaving for good costs: to each of the others twice the contract's full value, each game at
/// the highest kontra that anyone has brought it to.
pub(super) fn settle_leave(
    left: Seat,
    contract: Contract,
    declarer: Option<Seat>,
    kontra: impl Fn(Game) -> i32,
    rules: &RuleSet,
) -> Settlement {
    if !rules.renonsz {
        return Settlement::default();
    }
    let item = |game| {
        let (value, kontra) = (rules.value(game, &contract).unwrap_or_default(), kontra(game));
        Item {
            game: Scored::Renonsz,
            side: if declarer.is_none_or(|declarer| declarer == left) {
                Side::Declarer
            } else {
                Side::Defence
            },
            seat: Some(left),
            made: false,
            value,
            kontra,
            against: left.others().to_vec(),
            points: -2 * value * kontra,
        }
    };
    Settlement::of(contract.games().iter().map(item).collect(), left, None, false)
}
