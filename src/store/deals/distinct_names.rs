//! Display names in results, with numbers for names that look alike.

use crate::player_names::Numbers;
use crate::store::ANONYMOUS;
use crate::table::UserId;

/// Identity of a player in results: `true` for a player without a user id, the user id, the name of a player
/// without a user id, and how many seats of the deal before this one have the same name without a user id.
type Identity = (bool, Option<UserId>, Option<String>, usize);

/// A player in the results of one or more deals.
#[derive(Debug, Clone)]
pub(crate) struct ResultPlayer<'a> {
    identity: Identity,
    /// `None` if the name is unknown or the player's data was deleted.
    name: Option<&'a str>,
}

impl<'a> ResultPlayer<'a> {
    /// Identifies a player. `namesakes` is the number of seats of the deal before this one that have the same
    /// name and no user id either. Robots of one table have different names, imported players need not.
    pub(crate) fn new(user: Option<UserId>, name: Option<&'a str>, namesakes: usize) -> Self {
        let name = name.filter(|name| *name != ANONYMOUS);
        let own = name.filter(|_| user.is_none()).map(str::to_owned);
        Self { identity: (user.is_none(), user, own, namesakes), name }
    }
}

/// Numbers for the names of different players that look alike.
#[derive(Debug)]
pub(crate) struct DistinctNames(Numbers<Identity>);

impl DistinctNames {
    /// Compares the names of the given players.
    pub(crate) fn of<'a>(players: impl IntoIterator<Item = ResultPlayer<'a>>) -> Self {
        let named = players.into_iter().filter_map(|player| Some((player.identity, player.name?)));
        Self(Numbers::of(named))
    }

    /// Returns the name of a player, with a number if necessary. Returns `None` if the name is unknown or the
    /// player's data was deleted.
    pub(crate) fn name(&self, player: &ResultPlayer<'_>) -> Option<String> {
        player.name.map(|name| self.0.name(&player.identity, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_users_robots_and_imported_players_are_distinct() {
        let [one, other] = [Some(UserId(1)), Some(UserId(2))];
        let players = [
            (None, Some("Robot Borka"), 0),
            (other, Some("Anna"), 0),
            (one, Some("Bea"), 0),
            (one, Some("ANNA"), 0),
            (Some(UserId(3)), Some("Robot Borka"), 0),
            (None, Some("Cili"), 0),
            (None, Some("Cili"), 1),
            (None, Some(ANONYMOUS), 0),
            (None, None, 0),
        ]
        .map(|(user, name, namesakes)| ResultPlayer::new(user, name, namesakes));
        let names = DistinctNames::of(players.clone());
        let shown: Vec<Option<String>> = players.iter().map(|player| names.name(player)).collect();
        let expected = ["Robot Borka (2)", "Anna (2)", "Bea", "ANNA", "Robot Borka", "Cili", "Cili (2)"];
        let expected = expected.map(|name| Some(name.to_owned()));
        assert_eq!(shown, [&expected[..], &[None, None]].concat());
    }
}
