//! Signs that ranked deals may have been arranged: two accounts of one person, say. They prove nothing and
//! change nothing; whoever manages the server looks at the deals, and declares them void or does not.
//!
//! Discord does not tell whose account is whose, so what is looked at is what the deals say: one account
//! that nearly always loses to the same other one, people who leave again and again, accounts that were
//! made only just before. It is worked out from the deals when somebody asks, and nothing of it is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sqlx::FromRow;

use super::ids::{from_sql, seat};
use super::{DealId, Ranking, SeasonId, Store, StoreError, seasons};
use crate::rules::{BySeat, Seat};
use crate::table::{Millis, ServerId, UserId};

/// How often two people meet on different sides before it says something; strangers in a season of a
/// circle of friends meet more often.
const MEETINGS: u32 = 20;
/// The same where the one who loses has a new account.
const MEETINGS_OF_NEW: u32 = 8;
/// Of ten meetings so many have gone the same way. Much better players win six or seven of ten.
const ONE_WAY: u32 = 9;
/// How often somebody leaves before it says something.
const TIMES_LEFT: u32 = 3;
/// An account that was made less than this before is new.
const NEW: Duration = Duration::from_hours(14 * 24);
/// The newest deals of a sign that are named.
const NAMED: usize = 3;

/// Something that may be worth a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// Whom it is about.
    pub who: Account,
    /// What.
    pub what: Oddity,
    /// Some of the deals, the newest first.
    pub deals: Vec<DealId>,
}

/// What may be worth a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Oddity {
    /// They nearly always lose to the same other person.
    LosesTo {
        /// To whom.
        winner: Account,
        /// How often.
        lost: u32,
        /// How often those two have been on different sides, and one of them won from the other.
        met: u32,
        /// Whether they had no ranked deal without that person.
        never_without: bool,
    },
    /// They left so many ranked deals.
    Leaves(u32),
    /// Their account was made only so many days before their first ranked deal here.
    New {
        /// How many.
        days: u32,
    },
}

/// An account that plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Which.
    pub user: UserId,
    /// The newest name; empty where none was ever heard.
    pub name: String,
}

/// A seat of a ranked deal that counts.
#[derive(FromRow)]
struct Row {
    deal_id: i64,
    seat: i64,
    user_id: Option<i64>,
    points: i64,
    declared: i64,
    ranking: String,
    played_at: i64,
}

// $1 is the season, $2 how many lines.
pub(super) const RANKED: &str =
    "SELECT r.deal_id, r.seat, r.user_id, r.points, r.declared, d.ranking, d.played_at
     FROM deals d JOIN results r ON r.deal_id = d.id
     WHERE d.season_id = $1 AND r.rating IS NOT NULL AND r.state = 0
     ORDER BY d.id DESC, r.seat LIMIT $2";
/// As many seats are looked at: twenty thousand deals, the newest.
const LOOKED_AT: i64 = 60_000;

/// What the deals say of somebody.
#[derive(Debug, Default)]
struct Past {
    /// Newest first.
    deals: Vec<DealId>,
    left: Vec<DealId>,
    /// Of the first deal.
    since: Option<Millis>,
}

/// What the deals say of two people: those that the one lost to the other, newest first.
type Losses = BTreeMap<(UserId, UserId), Vec<DealId>>;

#[derive(Debug, Default)]
struct Facts {
    people: BTreeMap<UserId, Past>,
    losses: Losses,
    together: BTreeMap<(UserId, UserId), u32>,
}

impl Store {
    /// What may be worth a look among the ranked deals of a season of this server that count. `born` says
    /// when an account was made.
    ///
    /// # Errors
    /// Where the server has no such season.
    pub async fn review(
        &self,
        server: ServerId,
        season: SeasonId,
        born: impl Fn(UserId) -> Millis + Send,
    ) -> Result<Vec<Sign>, StoreError> {
        let mut read = self.read().await?;
        let season = seasons::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let rows: Vec<Row> =
            sqlx::query_as(RANKED).bind(season.id.0).bind(LOOKED_AT).fetch_all(&mut *read).await?;
        drop(read);
        let mut facts = Facts::default();
        for deal in rows.chunk_by(|one, other| one.deal_id == other.deal_id) {
            facts.take(deal)?;
        }
        let mut signs = facts.signs(born);
        self.name(&mut signs).await?;
        Ok(signs)
    }

    async fn name(&self, signs: &mut [Sign]) -> Result<(), StoreError> {
        for sign in signs {
            let other = match &mut sign.what {
                Oddity::LosesTo { winner, .. } => Some(winner),
                Oddity::Leaves(_) | Oddity::New { .. } => None,
            };
            for account in [Some(&mut sign.who), other].into_iter().flatten() {
                account.name = self.name_of(account.user).await?.unwrap_or_default();
            }
        }
        Ok(())
    }
}

impl Facts {
    fn take(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let Some(first) = rows.first() else { return Ok(()) };
        let (deal, at) = (DealId(first.deal_id), Millis(first.played_at));
        let mut seats: BySeat<Option<(UserId, i64)>> = BySeat::default();
        let mut alone = None;
        for row in rows {
            let user = row.user_id.map(|user| UserId(from_sql(user)));
            seats[seat(row.seat)?] = user.map(|user| (user, row.points));
            if row.declared == 1 {
                alone = Some(seat(row.seat)?);
            }
        }
        if let Ranking::Deserted(left) = Ranking::from_name(&first.ranking)? {
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
        Ok(())
    }

    /// One against two: who of them won from whom.
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

    fn signs(&self, born: impl Fn(UserId) -> Millis) -> Vec<Sign> {
        let fresh: BTreeMap<UserId, Duration> = self
            .people
            .iter()
            .filter_map(|(user, past)| Some((*user, past.since?.since(born(*user)))))
            .filter(|(_, age)| *age < NEW)
            .collect();
        let is_new: BTreeSet<UserId> = fresh.keys().copied().collect();
        let mut signs: Vec<Sign> =
            self.losses.keys().filter_map(|pair| self.one_way(*pair, &is_new)).collect();
        for (user, past) in &self.people {
            let times = count(&past.left);
            if times >= TIMES_LEFT {
                signs.push(sign(*user, Oddity::Leaves(times), &past.left));
            }
            if let Some(age) = fresh.get(user) {
                let days = u32::try_from(age.as_secs() / (24 * 60 * 60)).unwrap_or(u32::MAX);
                signs.push(sign(*user, Oddity::New { days }, &past.deals));
            }
        }
        signs
    }

    /// That the one nearly always loses to the other.
    fn one_way(&self, (loser, winner): (UserId, UserId), new: &BTreeSet<UserId>) -> Option<Sign> {
        let losses = self.losses.get(&(loser, winner))?;
        let lost = count(losses);
        let met = lost + self.losses.get(&(winner, loser)).map_or(0, |won| count(won));
        let enough = if new.contains(&loser) { MEETINGS_OF_NEW } else { MEETINGS };
        if met < enough || lost * 10 < met * ONE_WAY {
            return None;
        }
        let deals = self.people.get(&loser).map_or(0, |past| count(&past.deals));
        let never_without = self.together.get(&(loser, winner)) == Some(&deals);
        let winner = Account { user: winner, name: String::new() };
        Some(sign(loser, Oddity::LosesTo { winner, lost, met, never_without }, losses))
    }
}

fn sign(user: UserId, what: Oddity, deals: &[DealId]) -> Sign {
    let who = Account { user, name: String::new() };
    Sign { who, what, deals: deals.iter().copied().take(NAMED).collect() }
}

fn count(deals: &[DealId]) -> u32 {
    u32::try_from(deals.len()).unwrap_or(u32::MAX)
}
