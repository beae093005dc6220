//! Consistency check of the results in an outcome.

use enumset::EnumSet;

use crate::outcome::Outcome;
use crate::settlement::{ScoredGame, Side};
use crate::{Contract, Game, Seat};

/// Returns two results of the outcome that can't occur in the same deal, or `None` if the outcome is
/// consistent.
pub(super) fn contradiction(
    outcome: Outcome,
    contract: Contract,
    declarer: Seat,
) -> Option<(ScoredGame, ScoredGame)> {
    let implications: Vec<Implied> = outcome.implications(&contract, declarer).collect();
    for (place, one) in implications.iter().enumerate() {
        for other in &implications[place + 1..] {
            if one.excludes(*other) {
                return Some((one.game, other.game));
            }
        }
    }
    None
}

impl Outcome {
    /// Returns each result of the outcome with the facts that follow from it about tricks, points and aces.
    fn implications(&self, contract: &Contract, declarer: Seat) -> impl Iterator<Item = Implied> {
        let won = |game| self.made.contains(game);
        let side_of = |seat| if seat == declarer { Side::Declarer } else { Side::Defence };
        let game = |game, implies: EnumSet<Implication>| Implied { game: ScoredGame::Game(game), implies };
        let games = contract.games().iter().map(move |of| match of {
            Game::Parti if won(of) => game(of, Implication::PointsDeclarer.into()),
            Game::Parti => game(of, Implication::PointsDefence.into()),
            Game::Ulti if won(of) => game(of, Implication::LastDeclarer | Implication::SomeDeclarer),
            Game::Betli if won(of) => game(of, Implication::LastDefence | Implication::AllDefence),
            Game::Durchmars if won(of) => game(of, Implication::LastDeclarer | Implication::AllDeclarer),
            Game::Durchmars => game(of, Implication::SomeDefence.into()),
            Game::TwentyHundred | Game::FortyHundred | Game::FourAces | Game::FourTens | Game::Betli
                if won(of) || of == Game::Betli =>
            {
                game(of, Implication::SomeDeclarer.into())
            }
            _ => game(of, EnumSet::empty()),
        });
        let hundred = self.hundred.map(|reached| Implied {
            game: ScoredGame::SilentHundred,
            implies: match reached.side {
                Side::Declarer => Implication::PointsDeclarer | Implication::SomeDeclarer,
                Side::Defence => Implication::PointsDefence | Implication::SomeDefence,
            },
        });
        let seven = self.seven.filter(|(_, won)| *won).map(|(seat, _)| Implied {
            game: ScoredGame::SilentUlti,
            implies: match side_of(seat) {
                Side::Declarer => Implication::LastDeclarer | Implication::SomeDeclarer,
                Side::Defence => Implication::LastDefence | Implication::SomeDefence,
            },
        });
        // If the declarer's VII loses, a defender wins the trick. If a defender's VII loses, either side
        // may win.
        let lost_seven = self.seven.filter(|(seat, won)| !won && *seat == declarer).map(|_| Implied {
            game: ScoredGame::SilentUlti,
            implies: Implication::LastDefence | Implication::SomeDefence,
        });
        let tricks = self.tricks.map(|(side, all)| Implied {
            game: ScoredGame::SilentDurchmars,
            implies: match (side, all) {
                (Side::Declarer, true) => {
                    Implication::AllDeclarer | Implication::LastDeclarer | Implication::PointsDeclarer
                }
                (Side::Declarer, false) => {
                    Implication::LastDefence | Implication::SomeDeclarer | Implication::SomeDefence
                }
                (Side::Defence, true) => {
                    Implication::AllDefence | Implication::LastDefence | Implication::PointsDefence
                }
                (Side::Defence, false) => {
                    Implication::LastDeclarer | Implication::SomeDeclarer | Implication::SomeDefence
                }
            },
        });
        let four_aces = self.four_aces.map(|seat| Implied {
            game: ScoredGame::SilentFourAces,
            implies: match side_of(seat) {
                Side::Declarer => Implication::SomeDeclarer | Implication::AcesDeclarer,
                Side::Defence => Implication::SomeDefence | Implication::AcesDefence,
            },
        });
        let aces = won(Game::FourAces).then(|| Implied {
            game: ScoredGame::Game(Game::FourAces),
            implies: Implication::AcesDeclarer.into(),
        });
        let silent = [hundred, seven, lost_seven, tricks, four_aces, aces];
        games.chain(silent.into_iter().flatten())
    }
}

/// A result of a deal with the facts that follow from it.
#[derive(Debug, Clone, Copy)]
struct Implied {
    game: ScoredGame,
    implies: EnumSet<Implication>,
}

/// A fact that follows from a result of a deal, such as which side won the last trick.
#[derive(Debug, enumset::EnumSetType)]
enum Implication {
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

impl Implied {
    fn excludes(self, other: Self) -> bool {
        let conflicts = |one: Implication, two: Implication| {
            (self.implies.contains(one) && other.implies.contains(two))
                || (self.implies.contains(two) && other.implies.contains(one))
        };
        [
            (Implication::LastDeclarer, Implication::LastDefence),
            (Implication::AllDeclarer, Implication::SomeDefence),
            (Implication::AllDefence, Implication::SomeDeclarer),
            (Implication::AllDeclarer, Implication::AllDefence),
            (Implication::PointsDeclarer, Implication::PointsDefence),
            (Implication::PointsDeclarer, Implication::AllDefence),
            (Implication::PointsDefence, Implication::AllDeclarer),
            (Implication::AcesDeclarer, Implication::AcesDefence),
        ]
        .into_iter()
        .any(|(one, two)| conflicts(one, two))
    }
}
