//! Distribution of the window (the table's pot of points) at the end of an evening (`RULES §8`).

/// Returns each player's share of the window (the table's pot), in the order of `standings`.
///
/// `standings` contains each player's points before the distribution. The window is first divided equally
/// among all players. A remainder is split evenly among the players with the fewest points. Points that still
/// remain are given to those players one at a time, in order.
pub(crate) fn shares(window: i32, standings: &[i32]) -> Vec<i32> {
    let Ok(players) = i32::try_from(standings.len()) else { return Vec::new() };
    if players == 0 || window == 0 {
        return vec![0; standings.len()];
    }
    let mut shares = vec![window / players; standings.len()];
    let rest = window % players;
    let lowest = standings.iter().min().copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by_key(|place| standings[*place]);
    let lowest_count =
        i32::try_from(standings.iter().filter(|points| **points == lowest).count()).unwrap_or(1);
    // The remainder is split evenly among the lowest; odd points go one by one in seat order.
    let eligible = order.into_iter().take(usize::try_from(lowest_count).unwrap_or(1));
    for (turn, place) in (0..).zip(eligible) {
        shares[place] += rest / lowest_count + i32::from(turn < rest % lowest_count);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn players_with_fewest_points_get_remainder_of_pot() {
        assert_eq!(shares(12, &[5, 0, -5]), [4, 4, 4]);
        assert_eq!(shares(14, &[5, 0, -5]), [4, 4, 6]);
        assert_eq!(shares(14, &[10, -5, -5]), [4, 5, 5]);
        assert_eq!(shares(13, &[10, -5, -5]), [4, 5, 4]);
        assert_eq!(shares(0, &[1, -1, 0]), [0, 0, 0]);
    }

    #[test]
    fn pot_shares_add_up_to_whole_pot() {
        for window in 0..60 {
            for standings in [[0, 0, 0], [3, 1, -4], [9, -6, -3], [1, 1, -2]] {
                assert_eq!(shares(window, &standings).iter().sum::<i32>(), window);
            }
        }
    }
}
