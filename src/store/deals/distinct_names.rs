//! Display names in results, with numbers for names that look alike.

use std::collections::BTreeMap;

use crate::player_names;
use crate::store::ANONYMOUS;
use crate::table::UserId;

/// A user id and a display name, as results contain them. Robots have no user id.
pub(crate) type ResultPlayer<'a> = (Option<UserId>, Option<&'a str>);

/// A player in the results of a table: `true` for a robot, the user id, and the name. Robots come last.
type Named<'a> = (bool, Option<UserId>, &'a str);

/// Numbers for names of different players that look alike in the results of one table.
///
/// A user who has changed names has several names.
#[derive(Debug, Default)]
pub(crate) struct DistinctNames<'a>(BTreeMap<Named<'a>, String>);

impl<'a> DistinctNames<'a> {
    /// Compares the names of the given players.
    pub(crate) fn of(players: impl IntoIterator<Item = ResultPlayer<'a>>) -> Self {
        let named = players.into_iter().filter_map(|(user, name)| named(user, name));
        Self(player_names::numbered(named.map(|player| (player, player.2))))
    }

    /// Returns the name of a player, with a number if necessary. Returns `None` if the name is unknown or the
    /// player's data was deleted.
    pub(crate) fn name(&self, user: Option<UserId>, name: Option<&'a str>) -> Option<String> {
        let player = named(user, name)?;
        Some(self.0.get(&player).map_or_else(|| player.2.to_owned(), String::clone))
    }
}

fn named(user: Option<UserId>, name: Option<&str>) -> Option<Named<'_>> {
    name.filter(|name| *name != ANONYMOUS).map(|name| (user.is_none(), user, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_users_and_robots_are_distinct() {
        let [one, other] = [Some(UserId(1)), Some(UserId(2))];
        let players = [
            (None, Some("Robot Borka")),
            (other, Some("Anna")),
            (one, Some("Bea")),
            (one, Some("ANNA")),
            (Some(UserId(3)), Some("Robot Borka")),
            (None, Some(ANONYMOUS)),
            (None, None),
        ];
        let names = DistinctNames::of(players);
        let shown: Vec<Option<String>> =
            players.into_iter().map(|(user, name)| names.name(user, name)).collect();
        let expected =
            ["Robot Borka (2)", "Anna (2)", "Bea", "ANNA", "Robot Borka"].map(|name| Some(name.to_owned()));
        assert_eq!(shown, [&expected[..], &[None, None]].concat());
    }
}
