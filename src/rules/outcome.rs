//! What a deal came to, before anything is paid: the facts that a settlement is made of. A finished
//! play yields them, and anyone can ask what others would have paid (`/rules score`).

use enumset::EnumSet;

use super::rule_set::SilentDurchmars;
use super::settlement::{Scored, Side};
use super::{Book, Contract, Game, Games, Hundred, Kontra, Seat, Settlement, Start, Trump, score};

/// The facts of a deal that was played out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The games of the contract that were made.
    pub made: Games,
    /// The side that has 100 points or more.
    pub hundred: Option<Reached>,
    /// Who played the trump VII to the tenth trick, and whether it won.
    pub seven: Option<(Seat, bool)>,
    /// The side that took all ten tricks, or (false) the first nine and not the tenth.
    pub tricks: Option<(Side, bool)>,
    /// Who has all four aces in the own tricks.
    pub four_aces: Option<Seat>,
}

/// A side with 100 points or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// Which.
    pub side: Side,
    /// Whether its only marriage is one twenty.
    pub one_twenty: bool,
}

/// A deal that was never played, to be priced: what its contract, doubling and outcome would pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Who plays alone.
    pub declarer: Seat,
    /// What is played.
    pub contract: Contract,
    /// The trumps it is played with.
    pub trump: Trump,
    /// How often each game was doubled, towards both defenders; 0 for those not named.
    pub levels: Vec<(Game, u8)>,
    /// What came of it.
    pub outcome: Outcome,
    /// What lies in the window, from nothing to the most that one holds.
    pub window: i32,
}

/// Why no deal can come to this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// The contract is not in the book.
    #[error("no such contract in these rules")]
    NotInBook,
    /// The contract is not played with these trumps.
    #[error("the contract is not played with these trumps")]
    Trump {
        /// Those it can be played with.
        possible: Vec<Trump>,
    },
    /// A game that the contract does not have.
    #[error("the contract has no {0}")]
    NoSuchGame(Game),
    /// More doublings than the rules know.
    #[error("a game can be doubled {limit} times")]
    TooHigh {
        /// How often.
        limit: u8,
    },
    /// The ulti apart, all games are doubled alike.
    #[error("the ulti is doubled by itself, all the rest together")]
    SplitsItem,
    /// The contract has no such silent game by these rules.
    #[error("the contract has no {}", .0.name())]
    NoSuchSilentGame(Scored),
    /// Two things that can't both be.
    #[error("{} and {} can't both be so", .0.name(), .1.name())]
    NotTogether(Scored, Scored),
}

impl Book {
    /// What a deal would pay, by the very code that settles one that was played.
    ///
    /// # Errors
    /// Why no deal can come to this.
    pub fn price(&self, question: &Question) -> Result<Settlement, Impossible> {
        let entry = self.find(&question.contract).ok_or(Impossible::NotInBook)?;
        let possible = entry.trump.possible();
        if !possible.contains(&question.trump) {
            return Err(Impossible::Trump { possible });
        }
        let kontra = self.doubled(question)?;
        let silent = self.silent_games(&entry.contract, question.trump);
        question.outcome.check(entry.contract, question.declarer, &silent)?;
        let at = score::Ended {
            entry,
            rules: self.rules(),
            declarer: question.declarer,
            trump: question.trump,
            kontra: &kontra,
            outcome: question.outcome,
        };
        Ok(at.settlement(question.window.clamp(0, Start::MOST_IN_WINDOW)))
    }

    /// The silent games that a contract can end in when played with these trumps.
    pub fn silent_games(&self, contract: &Contract, trump: Trump) -> Vec<Scored> {
        let Some(entry) = self.find(contract) else { return Vec::new() };
        let four_aces = self.rules().silent_four_aces && trump.is_some();
        [
            (Scored::SilentHundred, entry.silent_hundred != Hundred::None && trump.is_some()),
            (Scored::SilentUlti, entry.silent_ulti && trump.is_some()),
            (Scored::SilentDurchmars, entry.silent_durchmars != SilentDurchmars::None),
            (Scored::SilentFourAces, four_aces),
        ]
        .into_iter()
        .filter_map(|(game, possible)| possible.then_some(game))
        .collect()
    }

    fn doubled(&self, question: &Question) -> Result<Kontra, Impossible> {
        let limit = self.rules().kontra_limit;
        let games = question.contract.games();
        if let Some((game, _)) = question.levels.iter().find(|(game, _)| !games.contains(*game)) {
            return Err(Impossible::NoSuchGame(*game));
        }
        if question.levels.iter().any(|(_, level)| *level > limit) {
            return Err(Impossible::TooHigh { limit });
        }
        let level = |game| question.levels.iter().find(|(of, _)| *of == game).map_or(0, |(_, level)| *level);
        let kontra = Kontra::at(question.declarer, question.contract, question.trump, self.rules(), level);
        let split = kontra.items_of(games).any(|item| {
            let mut levels = item.iter().map(level);
            let first = levels.next();
            levels.any(|other| Some(other) != first)
        });
        if split { Err(Impossible::SplitsItem) } else { Ok(kontra) }
    }
}

impl Outcome {
    /// Whether a deal can come to this at all.
    fn check(self, contract: Contract, declarer: Seat, possible: &[Scored]) -> Result<(), Impossible> {
        if let Some(game) = self.made.iter().find(|game| !contract.has(*game)) {
            return Err(Impossible::NoSuchGame(game));
        }
        let said = [
            (Scored::SilentHundred, self.hundred.is_some()),
            (Scored::SilentUlti, self.seven.is_some()),
            (Scored::SilentDurchmars, self.tricks.is_some()),
            (Scored::SilentFourAces, self.four_aces.is_some()),
        ];
        if let Some((game, _)) = said.into_iter().find(|(game, said)| *said && !possible.contains(game)) {
            return Err(Impossible::NoSuchSilentGame(game));
        }
        let claims: Vec<Claim> = self.claims(&contract, declarer).collect();
        for (place, one) in claims.iter().enumerate() {
            for other in &claims[place + 1..] {
                if one.excludes(*other) {
                    return Err(Impossible::NotTogether(one.game, other.game));
                }
            }
        }
        Ok(())
    }

    /// What each fact says about the tricks and the points.
    fn claims(&self, contract: &Contract, declarer: Seat) -> impl Iterator<Item = Claim> {
        let won = |game| self.made.contains(game);
        let side_of = |seat| if seat == declarer { Side::Declarer } else { Side::Defence };
        let game = |game, says: EnumSet<Says>| Claim { game: Scored::Game(game), says };
        let games = contract.games().iter().map(move |of| match of {
            Game::Parti if won(of) => game(of, Says::PointsDeclarer.into()),
            Game::Parti => game(of, Says::PointsDefence.into()),
            Game::Ulti if won(of) => game(of, Says::LastDeclarer | Says::SomeDeclarer),
            Game::Betli if won(of) => game(of, Says::LastDefence | Says::AllDefence),
            Game::Durchmars if won(of) => game(of, Says::LastDeclarer | Says::AllDeclarer),
            Game::Durchmars => game(of, Says::SomeDefence.into()),
            Game::TwentyHundred | Game::FortyHundred | Game::FourAces | Game::FourTens | Game::Betli
                if won(of) || of == Game::Betli =>
            {
                game(of, Says::SomeDeclarer.into())
            }
            _ => game(of, EnumSet::empty()),
        });
        let hundred = self.hundred.map(|reached| Claim {
            game: Scored::SilentHundred,
            says: match reached.side {
                Side::Declarer => Says::PointsDeclarer | Says::SomeDeclarer,
                Side::Defence => Says::PointsDefence | Says::SomeDefence,
            },
        });
        let seven = self.seven.filter(|(_, won)| *won).map(|(seat, _)| Claim {
            game: Scored::SilentUlti,
            says: match side_of(seat) {
                Side::Declarer => Says::LastDeclarer | Says::SomeDeclarer,
                Side::Defence => Says::LastDefence | Says::SomeDefence,
            },
        });
        // The declarer's VII is lost to the defence; a defender's to either of the two others.
        let lost_seven = self
            .seven
            .filter(|(seat, won)| !won && *seat == declarer)
            .map(|_| Claim { game: Scored::SilentUlti, says: Says::LastDefence | Says::SomeDefence });
        let tricks = self.tricks.map(|(side, all)| Claim {
            game: Scored::SilentDurchmars,
            says: match (side, all) {
                (Side::Declarer, true) => Says::AllDeclarer | Says::LastDeclarer | Says::PointsDeclarer,
                (Side::Declarer, false) => Says::LastDefence | Says::SomeDeclarer | Says::SomeDefence,
                (Side::Defence, true) => Says::AllDefence | Says::LastDefence | Says::PointsDefence,
                (Side::Defence, false) => Says::LastDeclarer | Says::SomeDeclarer | Says::SomeDefence,
            },
        });
        let four_aces = self.four_aces.map(|seat| Claim {
            game: Scored::SilentFourAces,
            says: match side_of(seat) {
                Side::Declarer => Says::SomeDeclarer | Says::AcesDeclarer,
                Side::Defence => Says::SomeDefence | Says::AcesDefence,
            },
        });
        let aces = won(Game::FourAces)
            .then(|| Claim { game: Scored::Game(Game::FourAces), says: Says::AcesDeclarer.into() });
        let silent = [hundred, seven, lost_seven, tricks, four_aces, aces];
        games.chain(silent.into_iter().flatten())
    }
}

/// What one fact says.
#[derive(Debug, Clone, Copy)]
struct Claim {
    game: Scored,
    says: EnumSet<Says>,
}

/// What can be said of a deal; half of it excludes the other half.
#[derive(Debug, enumset::EnumSetType)]
enum Says {
    LastDeclarer,
    LastDefence,
    AllDeclarer,
    AllDefence,
    SomeDeclarer,
    SomeDefence,
    PointsDeclarer,
    PointsDefence,
    AcesDeclarer,
    AcesDefence,
}

impl Claim {
    fn excludes(self, other: Self) -> bool {
        let clash = |one: Says, two: Says| {
            (self.says.contains(one) && other.says.contains(two))
                || (self.says.contains(two) && other.says.contains(one))
        };
        [
            (Says::LastDeclarer, Says::LastDefence),
            (Says::AllDeclarer, Says::SomeDefence),
            (Says::AllDefence, Says::SomeDeclarer),
            (Says::AllDeclarer, Says::AllDefence),
            (Says::PointsDeclarer, Says::PointsDefence),
            (Says::PointsDeclarer, Says::AllDefence),
            (Says::PointsDefence, Says::AllDeclarer),
            (Says::AcesDeclarer, Says::AcesDefence),
        ]
        .into_iter()
        .any(|(one, two)| clash(one, two))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(preset: &str, contract: &str, change: impl FnOnce(&mut Question)) -> Result<i32, Impossible> {
        let book = Book::preset(preset).unwrap();
        let contract: Contract = contract.parse().unwrap();
        let trump = book.find(&contract).ok_or(Impossible::NotInBook)?.trump.possible()[0];
        let (outcome, levels, window) = (Outcome::default(), Vec::new(), 0);
        let mut question = Question { declarer: Seat::Zero, contract, trump, levels, outcome, window };
        change(&mut question);
        book.price(&question).map(|settlement| settlement.payments[Seat::One])
    }

    #[test]
    fn an_ulti_made_with_its_parti() {
        let both = |question: &mut Question| question.outcome.made = Game::Ulti | Game::Parti;
        assert_eq!(price("4m", "ulti", both), Ok(-5));
        assert_eq!(price("rablo", "hearts ulti", both), Ok(-10));
        assert_eq!(price("szinlicit", "bells ulti", both), Ok(-15));
    }

    #[test]
    fn a_lost_ulti_costs_its_value_once_more() {
        let rekontra = |question: &mut Question| {
            question.outcome.made = Game::Parti.into();
            question.levels = vec![(Game::Ulti, 2)];
        };
        assert_eq!(price("rablo", "ulti", rekontra), Ok(20 - 1));
        assert_eq!(price("basic", "ulti", rekontra), Ok(16 - 1));
    }

    #[test]
    fn what_can_not_be_is_refused() {
        let hundred = |side| Some(Reached { side, one_twenty: false });
        let lost_with_a_hundred =
            |question: &mut Question| question.outcome.hundred = hundred(Side::Declarer);
        assert_eq!(
            price("4m", "parti", lost_with_a_hundred),
            Err(Impossible::NotTogether(Scored::Game(Game::Parti), Scored::SilentHundred))
        );
        let in_betli = |question: &mut Question| question.outcome.hundred = hundred(Side::Defence);
        assert_eq!(price("4m", "betli", in_betli), Err(Impossible::NoSuchSilentGame(Scored::SilentHundred)));
        let too_high = |question: &mut Question| question.levels = vec![(Game::Parti, 3)];
        assert_eq!(price("basic", "parti", too_high), Err(Impossible::TooHigh { limit: 2 }));
        let split = |question: &mut Question| question.levels = vec![(Game::Durchmars, 1)];
        assert_eq!(price("pagat", "40-100+durchmars", split), Err(Impossible::SplitsItem));
        assert_eq!(price("4m", "four-aces", |_| ()), Err(Impossible::NotInBook));
    }

    /// Facts of a deal, one a word: `100:d` a hundred of the defence, `vii:D+` the declarer's VII won,
    /// `all:D` all ten tricks the declarer's, `nine:d` nine of the defence and not the tenth, `aces:1`
    /// seat 1's four aces; any other word is a game that was made. Seat 0 is the declarer.
    fn outcome(facts: &str) -> Outcome {
        let side = |letter: &str| if letter.starts_with('D') { Side::Declarer } else { Side::Defence };
        let seat = |letter: &str| if letter.starts_with('D') { Seat::Zero } else { Seat::One };
        let mut outcome = Outcome::default();
        for fact in facts.split_whitespace() {
            match fact.split_once(':') {
                Some(("100", of)) => outcome.hundred = Some(Reached { side: side(of), one_twenty: false }),
                Some(("vii", of)) => outcome.seven = Some((seat(of), of.ends_with('+'))),
                Some(("all", of)) => outcome.tricks = Some((side(of), true)),
                Some(("nine", of)) => outcome.tricks = Some((side(of), false)),
                Some(("aces", of)) => outcome.four_aces = Some(seat(of)),
                _ => outcome.made |= fact.parse::<Game>().unwrap(),
            }
        }
        outcome
    }

    #[test]
    fn what_can_be_and_what_can_not() {
        let cases = [
            ("4m", "parti", "parti 100:D", true),
            ("4m", "parti", "parti 100:d", false),
            ("4m", "parti", "100:D", false),
            ("4m", "parti", "100:d", true),
            ("4m", "parti", "parti all:D", true),
            ("4m", "parti", "parti all:d", false),
            ("4m", "parti", "all:D", false),
            ("4m", "parti", "all:d", true),
            ("4m", "parti", "parti all:D vii:d+", false),
            ("4m", "parti", "parti all:D vii:D-", false),
            ("4m", "parti", "parti all:D vii:D+", true),
            ("4m", "parti", "parti all:D vii:d-", true),
            ("4m", "parti", "all:d vii:d+", true),
            ("4m", "parti", "all:d vii:D-", true),
            ("4m", "parti", "all:d vii:D+", false),
            ("4m", "parti", "all:d 100:D", false),
            ("4m", "parti", "parti all:D 100:d", false),
            ("4m", "ulti", "ulti parti", true),
            ("4m", "ulti", "ulti all:d", false),
            ("4m", "ulti", "ulti 100:d", true),
            ("4m", "40-100", "40-100 all:d", false),
            ("4m", "40-100", "40-100 vii:d+", true),
            ("4m", "40-100", "vii:D- 40-100", true),
            ("4m", "40-100+ulti", "ulti all:d", false),
            ("4m", "40-100+ulti", "40-100 all:d", false),
            ("4m", "40-100+durchmars", "40-100 durchmars vii:D+", true),
            ("4m", "40-100+durchmars", "40-100 durchmars vii:D-", false),
            ("4m", "40-100+durchmars", "40-100 durchmars vii:d+", false),
            ("4m", "40-100+durchmars", "40-100 durchmars vii:d-", true),
            ("4m", "40-100+durchmars", "40-100 vii:d+", true),
            ("rablo", "parti", "parti nine:D", true),
            ("rablo", "parti", "parti nine:D vii:D+", false),
            ("rablo", "parti", "parti nine:D vii:d+", true),
            ("rablo", "parti", "nine:d vii:d+", false),
            ("rablo", "parti", "nine:d vii:D+", true),
            ("rablo", "parti", "parti aces:D", true),
            ("rablo", "parti", "parti aces:d", true),
            ("rablo", "parti", "parti all:D aces:d", false),
            ("rablo", "parti", "all:d aces:D", false),
            ("rablo", "four-aces", "four-aces parti", true),
            ("rablo", "four-aces", "four-aces parti aces:d", false),
            ("rablo", "four-aces", "parti aces:d", true),
            ("rablo", "40-100+four-aces", "40-100 four-aces vii:d+", true),
            ("rablo", "hearts ulti+durchmars", "ulti durchmars 100:d", false),
            ("rablo", "hearts ulti+durchmars", "ulti 100:d", true),
            ("rablo", "durchmars", "durchmars vii:D+", true),
            ("rablo", "durchmars", "durchmars aces:d", false),
        ];
        for (preset, contract, facts, possible) in cases {
            let answer = price(preset, contract, |question| question.outcome = outcome(facts));
            assert_eq!(answer.is_ok(), possible, "{preset}, {contract}: {facts}: {answer:?}");
        }
    }

    #[test]
    fn silent_games_are_those_of_the_bid_and_its_trumps() {
        let names = |preset: &str, contract: &str, trump| {
            let book = Book::preset(preset).unwrap();
            let games = book.silent_games(&contract.parse().unwrap(), trump);
            games.iter().map(|game| game.name()).collect::<Vec<_>>().join(" ")
        };
        let leaves = Some(crate::rules::Suit::Leaves);
        assert_eq!(names("4m", "parti", leaves), "silent-100 silent-ulti silent-durchmars");
        assert_eq!(names("4m", "40-100", leaves), "silent-ulti silent-durchmars");
        assert_eq!(names("4m", "ulti", leaves), "silent-100 silent-durchmars");
        assert_eq!(names("4m", "betli", None), "");
        assert_eq!(names("4m", "durchmars", None), "");
        assert_eq!(names("pagat", "durchmars", leaves), "silent-ulti");
        assert_eq!(names("pagat", "durchmars", None), "");
        assert_eq!(names("rablo", "ulti+four-aces", leaves), "silent-100 silent-four-aces");
        assert_eq!(names("rablo", "colourless durchmars", None), "");
    }
}
