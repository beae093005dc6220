//! A second implementation of play, doubling and payment for `4m`, made of lists and letters, written
//! from `RULES` §1 and §5 to §8 alone. It is slow and plain on purpose.

use std::collections::{BTreeMap, BTreeSet};

/// A card as two letters: suit and rank.
pub(crate) type Paper = (char, char);

const DEFENDERS_OF: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
const LIMIT: u32 = 5;

fn strength(card: Paper, trump: Option<char>) -> Option<usize> {
    let order = if trump.is_some() { "789UOKXA" } else { "789XUOKA" };
    order.find(card.1)
}

fn beats(new: Paper, old: Paper, trump: Option<char>) -> bool {
    if new.0 == old.0 { strength(new, trump) > strength(old, trump) } else { Some(new.0) == trump }
}

/// The place in the trick of its best card.
pub(crate) fn best_place(trick: &[Paper], trump: Option<char>) -> usize {
    (1..trick.len()).fold(0, |best, place| if beats(trick[place], trick[best], trump) { place } else { best })
}

/// §5: follow suit, else trump, else anything; and beat the best card where that is possible.
pub(crate) fn playable(hand: &[Paper], trick: &[Paper], trump: Option<char>) -> Vec<Paper> {
    let Some(led) = trick.first() else { return hand.to_vec() };
    let of = |suit: char| hand.iter().copied().filter(|card| card.0 == suit).collect::<Vec<_>>();
    let mut duty = of(led.0);
    if duty.is_empty() {
        duty = trump.map(of).unwrap_or_default();
    }
    if duty.is_empty() {
        return hand.to_vec();
    }
    let best = trick[best_place(trick, trump)];
    let beating: Vec<Paper> = duty.iter().copied().filter(|card| beats(*card, best, trump)).collect();
    if beating.is_empty() { duty } else { beating }
}

/// What was bid.
#[derive(Debug, Clone)]
pub(crate) struct Bid {
    /// The names of its games, an understood parti included.
    pub(crate) games: Vec<String>,
    hearts: bool,
    open: bool,
}

impl Bid {
    /// From the canonical text.
    pub(crate) fn read(text: &str) -> Self {
        let hearts = text.starts_with("hearts ");
        let text = text.trim_start_matches("hearts ");
        let mut games: Vec<String> =
            text.split('+').map(|game| game.trim_start_matches("open-").to_owned()).collect();
        if text == "ulti" {
            games.push("parti".to_owned());
        }
        Self { games, hearts, open: text.contains("open-") }
    }

    fn has(&self, game: &str) -> bool {
        self.games.iter().any(|own| own == game)
    }

    fn value(&self, game: &str) -> i32 {
        let plain = match game {
            "parti" => 1,
            "40-100" | "ulti" => 4,
            "betli" if self.open => return 20,
            "betli" => 5,
            "durchmars" if self.open => return 28,
            "durchmars" => 7,
            "20-100" => 8,
            other => panic!("no game of 4m: {other}"),
        };
        if self.hearts { 2 * plain } else { plain }
    }
}

/// §7: how far each game is doubled, seen by each defender, and who may go on.
#[derive(Debug, Clone)]
pub(crate) struct Doubling {
    declarer: usize,
    games: Vec<String>,
    level: BTreeMap<(String, usize), u32>,
    out: BTreeSet<(String, usize)>,
}

impl Doubling {
    pub(crate) fn new(declarer: usize, bid: &Bid) -> Self {
        Self { declarer, games: bid.games.clone(), level: BTreeMap::new(), out: BTreeSet::new() }
    }

    fn level(&self, game: &str, defender: usize) -> u32 {
        self.level.get(&(game.to_owned(), defender)).copied().unwrap_or(0)
    }

    /// The defenders whose own line this seat could raise now.
    fn lines(&self, game: &str, seat: usize, first_trick: bool) -> Vec<usize> {
        let mut lines = Vec::new();
        if self.out.contains(&(game.to_owned(), seat)) {
            return lines;
        }
        for defender in DEFENDERS_OF[self.declarer] {
            let level = self.level(game, defender);
            let right_step = if seat == self.declarer {
                level % 2 == 1
            } else {
                seat == defender && level.is_multiple_of(2) && (level == 0) == first_trick
            };
            if right_step && level < LIMIT {
                lines.push(defender);
            }
        }
        lines
    }

    /// What the seat may double; `first_trick` is a defender's turn to play to it.
    pub(crate) fn open_to(&self, seat: usize, first_trick: bool) -> Vec<String> {
        let open = self.games.iter().filter(|game| !self.lines(game, seat, first_trick).is_empty());
        open.cloned().collect()
    }

    pub(crate) fn say(&mut self, seat: usize, games: &[String], first_trick: bool) {
        for game in games {
            let lines = if game == "betli" || game == "durchmars" {
                self.lines(game, seat, first_trick)
            } else {
                DEFENDERS_OF[self.declarer].to_vec()
            };
            for line in lines {
                *self.level.entry((game.clone(), line)).or_insert(0) += 1;
            }
        }
    }

    /// The seat has had its chance: whatever is still open to it is lost.
    pub(crate) fn let_go(&mut self, seat: usize, first_trick: bool) {
        for game in self.open_to(seat, first_trick) {
            self.out.insert((game, seat));
        }
    }

    /// Who is offered a raise next, after this seat.
    pub(crate) fn next_offer(&self, after: usize) -> Option<usize> {
        (1..=3).map(|step| (after + step) % 3).find(|seat| !self.open_to(*seat, false).is_empty())
    }
}

/// A deal played to its end.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) declarer: usize,
    pub(crate) bid: Bid,
    pub(crate) trump: Option<char>,
    /// The hands when play began.
    pub(crate) held: [Vec<Paper>; 3],
    pub(crate) talon: Vec<Paper>,
    /// Winner, and the cards with who played them.
    pub(crate) tricks: Vec<(usize, Vec<(usize, Paper)>)>,
    pub(crate) doubling: Doubling,
    pub(crate) window: i32,
}

fn grease(card: Paper) -> i32 {
    if card.1 == 'A' || card.1 == 'X' { 10 } else { 0 }
}

impl Sheet {
    pub(crate) fn marriages(&self, seat: usize) -> Vec<char> {
        let holds = |card: Paper| self.held[seat].contains(&card);
        "ALHB".chars().filter(|suit| holds((*suit, 'K')) && holds((*suit, 'O'))).collect()
    }

    fn side(&self, declarers: bool) -> Vec<usize> {
        if declarers { vec![self.declarer] } else { DEFENDERS_OF[self.declarer].to_vec() }
    }

    fn tricks_of(&self, seats: &[usize]) -> usize {
        self.tricks.iter().filter(|(winner, _)| seats.contains(winner)).count()
    }

    /// A and X in tricks, and the last trick.
    fn trick_points(&self, seats: &[usize]) -> i32 {
        let mut points = 0;
        for (number, (winner, cards)) in self.tricks.iter().enumerate() {
            if seats.contains(winner) {
                points += cards.iter().map(|(_, card)| grease(*card)).sum::<i32>();
                points += if number == 9 { 10 } else { 0 };
            }
        }
        points
    }

    fn side_marriages(&self, seats: &[usize]) -> Vec<i32> {
        let worth = |suit: char| if Some(suit) == self.trump { 40 } else { 20 };
        seats.iter().flat_map(|seat| self.marriages(*seat)).map(worth).collect()
    }

    /// §6.
    fn points(&self, declarers: bool) -> i32 {
        let seats = self.side(declarers);
        if self.tricks_of(&seats) == 0 {
            return 0;
        }
        let talon: i32 = self.talon.iter().map(|card| grease(*card)).sum();
        let marriages: i32 = self.side_marriages(&seats).iter().sum();
        self.trick_points(&seats) + marriages + if declarers { 0 } else { talon }
    }

    /// Who played the trump VII to the last trick, and whether it won.
    fn last_seven(&self) -> Option<(usize, bool)> {
        let (winner, cards) = self.tricks.get(9)?;
        let seven = (self.trump?, '7');
        let (seat, _) = cards.iter().find(|(_, card)| *card == seven)?;
        Some((*seat, seat == winner))
    }

    fn made(&self, game: &str) -> bool {
        let own = [self.declarer];
        let (married, points) = (self.marriages(self.declarer), self.trick_points(&own));
        match game {
            "parti" => self.points(true) > self.points(false),
            "40-100" => married.iter().any(|suit| Some(*suit) == self.trump) && points >= 60,
            "20-100" => married.iter().any(|suit| Some(*suit) != self.trump) && points >= 80,
            "ulti" => self.last_seven() == Some((self.declarer, true)),
            "betli" => self.tricks_of(&own) == 0,
            "durchmars" => self.tricks_of(&own) == 10,
            other => panic!("no game of 4m: {other}"),
        }
    }

    /// What the declarer gets from this defender, for the bid games.
    fn bid_amounts(&self, defender: usize) -> Vec<i32> {
        let mut amounts = Vec::new();
        for game in &self.bid.games {
            let value = self.bid.value(game);
            let doubled = value * 2_i32.pow(self.doubling.level(game, defender));
            amounts.push(match (self.made(game), game.as_str()) {
                (true, _) => doubled,
                (false, "ulti") => -(doubled + value),
                (false, _) => -doubled,
            });
        }
        amounts
    }

    /// What the declarer gets from each defender for silent games of a side.
    fn silent_amounts(&self) -> Vec<i32> {
        let mut amounts = Vec::new();
        let hearts = self.trump == Some('H');
        for declarers in [true, false] {
            let sign = if declarers { 1 } else { -1 };
            let seats = self.side(declarers);
            if self.bid.has("parti") && self.points(declarers) >= 100 {
                let only_twenty = self.side_marriages(&seats) == [20];
                let plain = if only_twenty { 4 } else { 2 };
                amounts.push(sign * if hearts { 2 * plain } else { plain });
            }
            let silent_march = !self.bid.has("betli") && !self.bid.has("durchmars");
            if silent_march && self.tricks_of(&seats) == 10 {
                amounts.push(sign * if hearts { 7 } else { 4 });
            }
        }
        amounts
    }

    /// The one seat that made or lost a silent ulti, and what it gets from each of the others.
    fn silent_ulti(&self) -> Option<(usize, i32)> {
        if self.bid.has("ulti") {
            return None;
        }
        let (seat, won) = self.last_seven()?;
        let plain = if won { 2 } else { -4 };
        Some((seat, if self.trump == Some('H') { 2 * plain } else { plain }))
    }

    /// What each seat gets, and what the window gets.
    pub(crate) fn settle(&self) -> ([i32; 3], i32) {
        let mut paid = [0; 3];
        let mut winnings = 0;
        let mut anything = false;
        for defender in DEFENDERS_OF[self.declarer] {
            let amounts = [self.bid_amounts(defender), self.silent_amounts()].concat();
            let total: i32 = amounts.iter().sum();
            paid[self.declarer] += total;
            paid[defender] -= total;
            winnings = amounts.iter().filter(|amount| **amount > 0).sum();
            anything |= !amounts.is_empty();
        }
        if let Some((alone, amount)) = self.silent_ulti() {
            (0..3).for_each(|seat| paid[seat] += if seat == alone { 2 * amount } else { -amount });
            winnings += if alone == self.declarer { amount.max(0) } else { (-amount).max(0) };
            anything = true;
        }
        let mut window = 0;
        if anything && paid == [0; 3] {
            paid = [-winnings; 3];
            window = 3 * winnings;
        }
        if self.bid.hearts && self.bid.has("ulti") && self.made("ulti") {
            paid[self.declarer] += self.window;
            window -= self.window;
        }
        (paid, window)
    }
}
