//! Sharing what is left in the window at the end of an evening (`RULES §8`).

/// What each of the players gets, in their order: even shares, and what does not divide goes evenly
/// to the lowest standing, one point each from the lowest up where even that does not divide.
///
/// `standings` are the players' points before the sharing.
pub(super) fn shares(window: i32, standings: &[i32]) -> Vec<i32> {
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
    // The rest is split evenly among those who stand lowest; a last odd point goes in seat order.
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
    fn even_shares_and_the_rest_to_the_lowest() {
        assert_eq!(shares(12, &[5, 0, -5]), [4, 4, 4]);
        assert_eq!(shares(14, &[5, 0, -5]), [4, 4, 6]);
        assert_eq!(shares(14, &[10, -5, -5]), [4, 5, 5]);
        assert_eq!(shares(13, &[10, -5, -5]), [4, 5, 4]);
        assert_eq!(shares(0, &[1, -1, 0]), [0, 0, 0]);
    }

    #[test]
    fn all_of_it_is_shared() {
        for window in 0..60 {
            for standings in [[0, 0, 0], [3, 1, -4], [9, -6, -3], [1, 1, -2]] {
                assert_eq!(shares(window, &standings).iter().sum::<i32>(), window);
            }
        }
    }
}
