//! Collusion review: searches ranked deals for signs that they were arranged, for example between two
//! accounts of one person.
//!
//! A finding is not proof and has no automatic consequences. A server manager inspects the deals and may
//! declare them void.
//!
//! Discord does not reveal which accounts belong to the same person, so the review looks only at the deals.
//! It reports accounts that nearly always lose to the same opponent, players who leave repeatedly, accounts
//! created shortly before their first deal, and long series of deals in which no card was played. Findings
//! are computed on request and not stored.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sqlx::FromRow;

use super::season;
use crate::store::sql::convert::StoredSeat;
use crate::store::sql::query;
use crate::store::{DealId, Ranking, Result, SeasonId, Store, StoreError};
use crate::table::{ServerId, UnixMillis, UserId};
use ulti_rules::{BySeat, Seat};

/// Minimum number of decisive deals between two players. If they have played fewer, neither is reported for
/// losing too often to the other.
///
/// A deal is decisive if one of the two players lost points and the other won points.
const MEETINGS: u32 = 20;
/// Replaces [`MEETINGS`] if the losing player has a new account. Such players are reported after fewer deals.
const MEETINGS_OF_NEW: u32 = 8;
/// A player is reported for losing at least this many of every ten decisive deals to the same opponent.
///
/// Even a much stronger opponent wins only six or seven out of ten deals.
const ONE_WAY: u32 = 9;
/// A player is reported only after leaving at least this many ranked deals early.
const TIMES_LEFT: u32 = 3;
/// Minimum number of deals in a row that the same three players ended before a card was played. Shorter
/// series are not reported.
///
/// Robots fold up to 15 % of their deals, and never more than three in a row in 500 deals.
const NOT_PLAYED: usize = 12;
/// Accounts younger than this at their first ranked deal of the season are considered new.
const NEW: Duration = Duration::from_hours(14 * 24);
/// Maximum number of example deals in a [`Signal`].
const MAX_LISTED: usize = 3;

/// Suspicious behaviour of one player that may be collusion, with example deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    /// Account of the suspected player.
    pub who: PlayerAccount,
    /// The behaviour that suggests collusion.
    pub what: Finding,
    /// Examples of deals that show this behaviour, newest first.
    pub deals: Vec<DealId>,
}

/// Player behaviour that suggests collusion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The player nearly always loses to the same opponent.
    LosesTo {
        /// Opponent to whom the player nearly always loses.
        winner: PlayerAccount,
        /// Number of deals that the player lost to this opponent.
        lost: u32,
        /// Number of deals in which one of the two players lost to the other.
        met: u32,
        /// `true` if the opponent took part in all of the player's ranked deals.
        never_without: bool,
    },
    /// The player left the given number of ranked deals early.
    Leaves(u32),
    /// The player's account was created shortly before its first ranked deal of the season.
    New {
        /// Age of the account at its first ranked deal of the season, in days.
        days: u32,
    },
    /// The player and two others ended many deals in a row before a card was played.
    NotPlayed {
        /// The two other players.
        others: [PlayerAccount; 2],
        /// Number of deals in the series.
        times: u32,
        /// Time from the end of the first deal to the end of the last deal, in minutes, rounded up. At
        /// least 1.
        minutes: u32,
    },
}

/// A user's id and display name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerAccount {
    /// Id of the user.
    pub user: UserId,
    /// Most recent display name, or an empty string if unknown.
    pub name: String,
}

/// A database row for one seat in a deal of three people.
#[derive(FromRow)]
struct Row {
    deal_id: DealId,
    #[sqlx(try_from = "StoredSeat")]
    seat: Seat,
    user_id: Option<UserId>,
    points: i64,
    declared: bool,
    #[sqlx(try_from = "String")]
    ranking: Ranking,
    played_at: UnixMillis,
    /// `true` if the deal is ranked and not void.
    is_rated: bool,
    is_void: bool,
    /// `true` if the deal ended before a card was played. Always `false` for the other seats than the first.
    is_unplayed: bool,
}

// Deals that are not ranked are read because they end or continue a series of unplayed deals.
// $1 is the season, $2 the maximum number of rows.
pub(crate) const RANKED: &str =
    "SELECT r.deal_id, r.seat, r.user_id, r.points, r.declared = 1 AS declared, d.ranking, d.played_at,
            r.rating IS NOT NULL AND r.state = 0 AS is_rated, r.state <> 0 AS is_void,
            r.seat = 0 AND d.record NOT LIKE '%\"play\":%' AS is_unplayed
     FROM deals d JOIN results r ON r.deal_id = d.id
     WHERE d.season_id = $1
           AND (r.rating IS NOT NULL OR d.ranking IN ('not-played', 'stood-in', 'capped'))
     ORDER BY d.id DESC, r.seat LIMIT $2";
/// Maximum number of rows to read from the database.
///
/// This is enough for 20,000 deals, because each deal has one row per seat.
const MAX_SEATS: i64 = 60_000;

/// The ranked deals of one player.
#[derive(Debug, Default)]
struct PlayerHistory {
    /// All of the player's ranked deals, newest first.
    deals: Vec<DealId>,
    /// Ranked deals that the player left early, newest first.
    left: Vec<DealId>,
    /// Time of the player's first ranked deal.
    since: Option<UnixMillis>,
}

/// Maps each pair (loser, winner) to the deals that the first player lost to the second, newest first.
type Losses = BTreeMap<(UserId, UserId), Vec<DealId>>;

/// The deals of three players that ended one after another before a card was played, newest first.
#[derive(Debug, Default)]
struct NotPlayedSeries {
    /// The series that the oldest deal read so far belongs to.
    current: Vec<(DealId, UnixMillis)>,
    longest: Vec<(DealId, UnixMillis)>,
}

impl NotPlayedSeries {
    /// Ends the current series. Called for a deal that was played.
    fn end(&mut self) {
        let ended = std::mem::take(&mut self.current);
        if ended.len() > self.longest.len() {
            self.longest = ended;
        }
    }

    /// Returns a [`Signal`] if the longest series is long enough to report.
    fn signal(&self, [who, second, third]: [UserId; 3]) -> Option<Signal> {
        let longest = if self.current.len() > self.longest.len() { &self.current } else { &self.longest };
        let [(_, newest), .., (_, oldest)] = longest.as_slice() else { return None };
        let minutes = newest.since(*oldest).as_secs().div_ceil(60);
        let deals: Vec<DealId> = longest.iter().map(|(deal, _)| *deal).collect();
        let finding = Finding::NotPlayed {
            others: [second, third].map(|user| PlayerAccount { user, name: String::new() }),
            times: count(&deals),
            minutes: u32::try_from(minutes).unwrap_or(u32::MAX).max(1),
        };
        (deals.len() >= NOT_PLAYED).then(|| sign(who, finding, &deals))
    }
}

/// A season's ranked deals, grouped by player and by pair of players. They are searched for signs of
/// collusion.
#[derive(Debug, Default)]
struct Facts {
    /// The ranked deals of each player.
    people: BTreeMap<UserId, PlayerHistory>,
    /// The deals that each player lost to each opponent, newest first.
    losses: Losses,
    /// For each pair of players, the number of ranked deals that both played in.
    together: BTreeMap<(UserId, UserId), u32>,
    /// For each group of three players, sorted by id: their series of deals that were not played.
    not_played: BTreeMap<[UserId; 3], NotPlayedSeries>,
}

impl Store {
    /// Searches a season's ranked deals for signs of collusion.
    ///
    /// `born` returns the creation time of a user's account.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn review(
        &self,
        server: ServerId,
        season: SeasonId,
        born: impl Fn(UserId) -> UnixMillis + Send,
    ) -> Result<Vec<Signal>> {
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let rows: Vec<Row> = query!(RANKED, [season.id, MAX_SEATS]).fetch_all(&mut read).await?;
        drop(read);
        let mut facts = Facts::default();
        for deal in rows.chunk_by(|one, other| one.deal_id == other.deal_id) {
            facts.take(deal);
        }
        let mut signs = facts.signs(born);
        self.name(&mut signs).await?;
        Ok(signs)
    }

    /// Fills in the display names of all accounts in `signs`.
    async fn name(&self, signs: &mut [Signal]) -> Result<()> {
        for sign in signs {
            let others = match &mut sign.what {
                Finding::LosesTo { winner, .. } => std::slice::from_mut(winner),
                Finding::NotPlayed { others, .. } => others.as_mut_slice(),
                Finding::Leaves(_) | Finding::New { .. } => &mut [],
            };
            for account in others.iter_mut().chain([&mut sign.who]) {
                account.name = self.name_of(account.user).await?.unwrap_or_default();
            }
        }
        Ok(())
    }
}

impl Facts {
    /// Adds one deal to the statistics of the three players.
    ///
    /// `rows` must contain one row for each seat. Deals must be added from the newest to the oldest.
    fn take(&mut self, rows: &[Row]) {
        self.take_into_series(rows);
        let rated = || rows.iter().filter(|row| row.is_rated);
        let Some(first) = rated().next() else { return };
        let (deal, at) = (first.deal_id, first.played_at);
        let mut seats: BySeat<Option<(UserId, i64)>> = BySeat::default();
        let mut alone = None;
        for row in rated() {
            seats[row.seat] = row.user_id.map(|user| (user, row.points));
            if row.declared {
                alone = Some(row.seat);
            }
        }
        if let Ranking::Deserted(left) = first.ranking {
            alone = Some(left);
            if let Some((user, _)) = seats[left] {
                self.people.entry(user).or_default().left.push(deal);
            }
        }
        let there: Vec<UserId> = seats.values().flatten().map(|(user, _)| *user).collect();
        for user in &there {
            let past = self.people.entry(*user).or_default();
            past.deals.push(deal);
            past.since = Some(at);
            for other in there.iter().filter(|other| *other != user) {
                *self.together.entry((*user, *other)).or_default() += 1;
            }
        }
        if let Some(alone) = alone {
            self.meet(deal, &seats, alone);
        }
    }

    /// Adds one deal to the series of the three players, or ends the series if the deal was played.
    ///
    /// A deal that a robot played for an absent player ends a series. An unplayed deal that is void is
    /// skipped.
    fn take_into_series(&mut self, rows: &[Row]) {
        let Some(first) = rows.first() else { return };
        let users: Vec<UserId> = rows.iter().filter_map(|row| row.user_id).collect();
        let Ok(mut users) = <[UserId; 3]>::try_from(users) else { return };
        users.sort_unstable();
        let series = self.not_played.entry(users).or_default();
        if !first.is_unplayed || first.ranking == Ranking::StoodIn {
            series.end();
        } else if !first.is_void {
            series.current.push((first.deal_id, first.played_at));
        }
    }

    /// Records who lost the deal to whom.
    ///
    /// `alone` is the seat that played against the two others. A player loses to an opponent if the player
    /// lost points and the opponent won points.
    fn meet(&mut self, deal: DealId, seats: &BySeat<Option<(UserId, i64)>>, alone: Seat) {
        for other in alone.others() {
            if let (Some((one, points)), Some((two, theirs))) = (seats[alone], seats[other]) {
                match (points.signum(), theirs.signum()) {
                    (-1, 1) => self.losses.entry((one, two)).or_default().push(deal),
                    (1, -1) => self.losses.entry((two, one)).or_default().push(deal),
                    _ => {}
                }
            }
        }
    }

    /// Returns the signs of collusion found in the collected deals.
    fn signs(&self, born: impl Fn(UserId) -> UnixMillis) -> Vec<Signal> {
        let fresh: BTreeMap<UserId, Duration> = self
            .people
            .iter()
            .filter_map(|(user, past)| Some((*user, past.since?.since(born(*user)))))
            .filter(|(_, age)| *age < NEW)
            .collect();
        let is_new: BTreeSet<UserId> = fresh.keys().copied().collect();
        let mut signs: Vec<Signal> =
            self.losses.keys().filter_map(|pair| self.one_way(*pair, &is_new)).collect();
        signs.extend(self.not_played.iter().filter_map(|(users, series)| series.signal(*users)));
        for (user, past) in &self.people {
            let times = count(&past.left);
            if times >= TIMES_LEFT {
                signs.push(sign(*user, Finding::Leaves(times), &past.left));
            }
            if let Some(age) = fresh.get(user) {
                let days = u32::try_from(age.as_secs() / (24 * 60 * 60)).unwrap_or(u32::MAX);
                signs.push(sign(*user, Finding::New { days }, &past.deals));
            }
        }
        signs
    }

    /// Returns a [`Signal`] if `loser` nearly always loses to `winner`.
    fn one_way(&self, (loser, winner): (UserId, UserId), new: &BTreeSet<UserId>) -> Option<Signal> {
        let losses = self.losses.get(&(loser, winner))?;
        let lost = count(losses);
        let met = lost + self.losses.get(&(winner, loser)).map_or(0, |won| count(won));
        let enough = if new.contains(&loser) { MEETINGS_OF_NEW } else { MEETINGS };
        if met < enough || lost * 10 < met * ONE_WAY {
            return None;
        }
        let deals = self.people.get(&loser).map_or(0, |past| count(&past.deals));
        let never_without = self.together.get(&(loser, winner)) == Some(&deals);
        let winner = PlayerAccount { user: winner, name: String::new() };
        Some(sign(loser, Finding::LosesTo { winner, lost, met, never_without }, losses))
    }
}

fn sign(user: UserId, what: Finding, deals: &[DealId]) -> Signal {
    let who = PlayerAccount { user, name: String::new() };
    Signal { who, what, deals: deals.iter().copied().take(MAX_LISTED).collect() }
}

fn count(deals: &[DealId]) -> u32 {
    u32::try_from(deals.len()).unwrap_or(u32::MAX)
}
