//! Who is ahead in a season of a server, by what one likes to go by.

use sqlx::{FromRow, SqliteConnection};

use super::ids::{from_sql, small, to_sql};
use super::totals::Sums;
use super::{Season, SeasonId, Store, StoreError, seasons, totals};
use crate::rating::Rating;
use crate::table::{ServerId, UserId};

/// The most lines that a page of a leaderboard has.
pub const LONGEST_PAGE: u32 = 50;

/// What a leaderboard goes by. All but [`Metric::AllPoints`] count ranked deals alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Points won in ranked deals.
    Points,
    /// Points won a ranked deal.
    PointsADeal,
    /// The rating, less three times its uncertainty.
    Rating,
    /// Contracts made of those declared, in ranked deals. Whoever has declared none comes last.
    WinRate,
    /// Points of all deals, those with robots too, and what came of the window.
    AllPoints,
}

/// Who stands in a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Whoever has [`totals::ESTABLISHED`] ranked deals; of all points, everyone.
    Established,
    /// Whoever has fewer, and one at least; of all points, nobody.
    Provisional,
}

/// A person's line of a leaderboard that goes by all points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// From 1. Nobody shares a place: of equal points the one with fewer deals is ahead, then the
    /// one with the smaller id.
    pub place: u32,
    /// Who.
    pub user: UserId,
    /// The newest name; empty where none was ever heard.
    pub name: String,
    /// What was won or lost, the shares of the window included.
    pub points: i64,
    /// In how many deals.
    pub deals: u32,
    /// In how many of them alone.
    pub as_declarer: u32,
    /// In how many of those with every game of the contract made.
    pub made_as_declarer: u32,
}

/// What someone has come to in a season.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Who.
    pub user: UserId,
    /// The newest name; empty where none was ever heard.
    pub name: String,
    /// All deals that count, and shares of the window.
    pub all: Tally,
    /// The ranked deals alone.
    pub ranked: Tally,
    /// The rating of this season.
    pub rating: Rating,
    /// Whether this person stays out of leaderboards.
    pub hidden: bool,
}

/// Sums over deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// What was won or lost.
    pub points: i64,
    /// In how many deals.
    pub deals: u32,
    /// In how many of them alone.
    pub as_declarer: u32,
    /// In how many of those with every game of the contract made.
    pub made_as_declarer: u32,
}

/// A page of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Of which season.
    pub season: Season,
    /// The lines, with their places from 1. Of equals the one with the smaller id is ahead.
    pub rows: Vec<(u32, Standing)>,
    /// Which page, from 1.
    pub page: u32,
    /// How many there are; 1 where there is nobody.
    pub pages: u32,
    /// How many people stand in it.
    pub people: u32,
}

impl Standing {
    /// In which group of leaderboards by this metric; `None` in neither, without a ranked deal.
    pub fn group(&self, metric: Metric) -> Option<Group> {
        match (metric, self.ranked.deals) {
            (Metric::AllPoints, _) => Some(Group::Established),
            (_, 0) => None,
            (_, deals) if i64::from(deals) >= totals::ESTABLISHED => Some(Group::Established),
            _ => Some(Group::Provisional),
        }
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    user_id: i64,
    name: Option<String>,
    #[sqlx(flatten)]
    sums: Sums,
    rating: f64,
    uncertainty: f64,
    hidden: i64,
}

impl TryFrom<Row> for Standing {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let (all, ranked) = row.sums.tallies()?;
        Ok(Self {
            user: UserId(from_sql(row.user_id)),
            name: row.name.unwrap_or_default(),
            all,
            ranked,
            rating: Rating { value: row.rating, uncertainty: row.uncertainty },
            hidden: row.hidden == 1,
        })
    }
}

/// What is read of a person's totals. A macro, because a query is a literal.
macro_rules! standings {
    () => {
        "SELECT t.user_id, p.name, t.points, t.deals, t.declared, t.made, t.ranked_points, t.ranked,
                t.ranked_declared, t.ranked_made, t.rating, t.uncertainty, t.hidden
         FROM totals t LEFT JOIN people p ON p.user_id = t.user_id "
    };
}

/// The queries of a metric. $1 is the season and $2 the standing.
pub(super) struct Queries {
    /// Its lines in order: $3 how many, $4 after how many.
    pub(super) page: &'static str,
    /// How many there are.
    pub(super) people: &'static str,
    /// How many are ahead of the person $3.
    pub(super) ahead: &'static str,
}

macro_rules! queries {
    ($column:literal) => {
        Queries {
            page: concat!(
                standings!(),
                "WHERE t.season_id = $1 AND t.hidden = 0 AND t.standing = $2
                 ORDER BY t.",
                $column,
                " DESC, t.user_id LIMIT $3 OFFSET $4"
            ),
            people: "SELECT COUNT(*) FROM totals WHERE season_id = $1 AND hidden = 0 AND standing = $2",
            ahead: concat!(
                "SELECT COUNT(*) FROM totals own JOIN totals t ON t.season_id = own.season_id
                 WHERE own.season_id = $1 AND own.user_id = $3 AND t.hidden = 0 AND t.standing = $2
                   AND t.",
                $column,
                " >= own.",
                $column,
                "
                   AND (t.",
                $column,
                " > own.",
                $column,
                " OR t.user_id < own.user_id)"
            ),
        }
    };
}

/// All points know one group.
const ALL_POINTS: Queries = Queries {
    page: concat!(
        standings!(),
        "WHERE t.season_id = $1 AND t.hidden = 0 AND $2 = 0
         ORDER BY t.points DESC, t.deals, t.user_id LIMIT $3 OFFSET $4"
    ),
    people: "SELECT COUNT(*) FROM totals WHERE season_id = $1 AND hidden = 0 AND $2 = 0",
    ahead: "SELECT COUNT(*) FROM totals own JOIN totals t ON t.season_id = own.season_id
            WHERE own.season_id = $1 AND own.user_id = $3 AND t.hidden = 0 AND $2 = 0
              AND t.points >= own.points
              AND (t.points > own.points OR t.deals < own.deals
                   OR (t.deals = own.deals AND t.user_id < own.user_id))",
};

/// One person's line: $1 season, $2 who.
pub(super) const STANDING: &str = concat!(standings!(), "WHERE t.season_id = $1 AND t.user_id = $2");

impl Metric {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Points, Self::PointsADeal, Self::Rating, Self::WinRate, Self::AllPoints];

    pub(super) const fn queries(self) -> Queries {
        match self {
            Self::Points => queries!("ranked_points"),
            Self::PointsADeal => queries!("a_deal"),
            Self::Rating => queries!("at_least"),
            Self::WinRate => queries!("win_rate"),
            Self::AllPoints => ALL_POINTS,
        }
    }
}

impl Group {
    /// As the totals have it.
    const fn standing(self) -> i64 {
        match self {
            Self::Established => 0,
            Self::Provisional => 1,
        }
    }
}

impl Store {
    /// A page, from 1, of a season's leaderboard. Whoever wants to stay out of leaderboards is not in it.
    ///
    /// # Errors
    /// Where the server has no such season, or the board fewer pages.
    pub async fn board(
        &self,
        server: ServerId,
        season: SeasonId,
        (metric, group): (Metric, Group),
        page: u32,
        length: u32,
    ) -> Result<Board, StoreError> {
        let length = length.clamp(1, LONGEST_PAGE);
        let mut read = self.read().await?;
        let season = seasons::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let people = people(&mut read, season.id, metric, group).await?;
        let pages = people.div_ceil(length).max(1);
        if page == 0 || page > pages {
            return Err(StoreError::NoSuchPage { page, pages });
        }
        let after = (page - 1) * length;
        let rows = lines(&mut read, season.id, (metric, group), length, after).await?;
        Ok(Board { season, rows: (after + 1..).zip(rows).collect(), page, pages, people })
    }

    /// How many people stand in a season's leaderboard.
    ///
    /// # Errors
    /// Where the server has no such season.
    pub async fn board_people(
        &self,
        server: ServerId,
        season: SeasonId,
        metric: Metric,
        group: Group,
    ) -> Result<u32, StoreError> {
        let mut read = self.read().await?;
        let season = seasons::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        people(&mut read, season.id, metric, group).await
    }

    /// What a person has come to in a season, and the place by this metric in the person's group: the
    /// place they would have where they stay out of leaderboards, `None` where they are in neither
    /// group. `None` for whoever has not played in it.
    pub async fn place(
        &self,
        server: ServerId,
        season: SeasonId,
        metric: Metric,
        user: UserId,
    ) -> Result<Option<(Standing, Option<u32>)>, StoreError> {
        let mut read = self.read().await?;
        let season = seasons::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let Some(own) = own(&mut read, season.id, user).await? else { return Ok(None) };
        let place = match own.group(metric) {
            Some(group) => Some(place(&mut read, season.id, (metric, group), user).await?),
            None => None,
        };
        Ok(Some((own, place)))
    }

    /// The running season's people by all points, best first; nobody where no season runs.
    pub async fn leaderboard(
        &self,
        server: ServerId,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        let mut read = self.read().await?;
        let Some(season) = seasons::running(&mut read, server).await? else { return Ok(Vec::new()) };
        let board = (Metric::AllPoints, Group::Established);
        let rows = lines(&mut read, season.id, board, limit, offset).await?;
        Ok((offset.saturating_add(1)..).zip(rows).map(LeaderboardRow::from).collect())
    }

    /// Where a person stands by all points in the running season; `None` for one who has not played
    /// in it.
    pub async fn standing_of(
        &self,
        server: ServerId,
        user: UserId,
    ) -> Result<Option<LeaderboardRow>, StoreError> {
        let mut read = self.read().await?;
        let Some(season) = seasons::running(&mut read, server).await? else { return Ok(None) };
        let Some(own) = own(&mut read, season.id, user).await? else { return Ok(None) };
        let place = place(&mut read, season.id, (Metric::AllPoints, Group::Established), user).await?;
        Ok(Some((place, own).into()))
    }
}

impl From<(u32, Standing)> for LeaderboardRow {
    fn from((place, standing): (u32, Standing)) -> Self {
        let Standing { user, name, all, .. } = standing;
        let Tally { points, deals, as_declarer, made_as_declarer } = all;
        Self { place, user, name, points, deals, as_declarer, made_as_declarer }
    }
}

async fn people(
    connection: &mut SqliteConnection,
    season: SeasonId,
    metric: Metric,
    group: Group,
) -> Result<u32, StoreError> {
    let people = sqlx::query_scalar(metric.queries().people).bind(season.0).bind(group.standing());
    small(people.fetch_one(connection).await?)
}

pub(super) async fn lines(
    connection: &mut SqliteConnection,
    season: SeasonId,
    (metric, group): (Metric, Group),
    limit: u32,
    offset: u32,
) -> Result<Vec<Standing>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(metric.queries().page)
        .bind(season.0)
        .bind(group.standing())
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(connection)
        .await?;
    rows.into_iter().map(Standing::try_from).collect()
}

pub(super) async fn own(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
) -> Result<Option<Standing>, StoreError> {
    let row: Option<Row> =
        sqlx::query_as(STANDING).bind(season.0).bind(to_sql(user.0)).fetch_optional(connection).await?;
    row.map(Standing::try_from).transpose()
}

async fn place(
    connection: &mut SqliteConnection,
    season: SeasonId,
    (metric, group): (Metric, Group),
    user: UserId,
) -> Result<u32, StoreError> {
    let ahead: i64 = sqlx::query_scalar(metric.queries().ahead)
        .bind(season.0)
        .bind(group.standing())
        .bind(to_sql(user.0))
        .fetch_one(connection)
        .await?;
    Ok(small(ahead)? + 1)
}
