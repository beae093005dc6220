//! Leaderboards, which list the players of a season ordered by a metric.

use sqlx::{FromRow, SqliteConnection};

use super::totals::{DealTally, TotalsRow};
use super::{season, totals};
use crate::rating::Rating;
use crate::store::sql::convert::small;
use crate::store::{Season, SeasonId, Store, StoreError};
use crate::table::{ServerId, UserId};

/// Maximum number of rows on a page of a leaderboard.
pub const LONGEST_PAGE: u32 = 50;

/// The metric by which a leaderboard is ordered. All metrics except [`RankBy::AllPoints`] include only ranked
/// deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RankBy {
    /// Total points won in ranked deals.
    Points,
    /// Average points per ranked deal.
    PointsADeal,
    /// Lower bound of the player's rating: its value minus three times its uncertainty.
    Rating,
    /// Proportion of contracts that the player won as declarer in ranked deals. Players who were never
    /// declarer come last.
    WinRate,
    /// Total points of all deals, including deals with robots. Shares of the window (the table's pot) are
    /// included.
    AllPoints,
}

/// The group of players that a leaderboard lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardGroup {
    /// Players with at least [`ESTABLISHED`](totals::ESTABLISHED) ranked deals. In leaderboards ordered by
    /// [`RankBy::AllPoints`], all players belong to this group.
    Established,
    /// Players with at least one but fewer than [`ESTABLISHED`](totals::ESTABLISHED) ranked deals. In
    /// leaderboards ordered by [`RankBy::AllPoints`], no player belongs to this group.
    Provisional,
}

/// The row of one player in the leaderboard by points of all deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// Place of the player in the leaderboard, starting at 1. Among players with equal points, the one with
    /// fewer deals comes first, then the one with the smaller user id. Places are therefore unique.
    pub place: u32,
    /// Id of the player's Discord user.
    pub user: UserId,
    /// Most recent display name of the player, or an empty string if unknown.
    pub name: String,
    /// Points that the player won, or lost if negative. Shares of the window (the table's pot) are included.
    pub points: i64,
    /// Number of deals that the player has played.
    pub deals: u32,
    /// Number of deals in which the player was the declarer.
    pub as_declarer: u32,
    /// Number of deals in which the player was the declarer and won every game of the contract.
    pub made_as_declarer: u32,
}

/// The totals and the rating of one player in a season.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonStanding {
    /// Id of the player's Discord user.
    pub user: UserId,
    /// Most recent display name of the player, or an empty string if unknown.
    pub name: String,
    /// Totals of all deals that are counted. Shares of the window (the table's pot) are included.
    pub all: DealTally,
    /// Totals of the player's ranked deals.
    pub ranked: DealTally,
    /// The player's rating in the season.
    pub rating: Rating,
    /// `true` if the player is hidden from leaderboards.
    pub hidden: bool,
}

/// A page of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardPage {
    /// Season to which the leaderboard belongs.
    pub season: Season,
    /// Rows of the page, each with its place in the leaderboard, starting at 1. Among players with equal
    /// results, the one with the smaller user id comes first. In the leaderboard by [`RankBy::AllPoints`],
    /// the number of deals is compared before the user id, and fewer deals come first.
    pub rows: Vec<(u32, SeasonStanding)>,
    /// Number of the page, starting at 1.
    pub page: u32,
    /// Number of pages of the leaderboard. There is at least one page.
    pub pages: u32,
    /// Number of players in the leaderboard.
    pub people: u32,
}

impl SeasonStanding {
    /// Returns the group in which leaderboards ordered by `metric` list this player. Returns `None` if the
    /// player has no ranked deals and is therefore not listed.
    pub fn group(&self, metric: RankBy) -> Option<BoardGroup> {
        match (metric, self.ranked.deals) {
            (RankBy::AllPoints, _) => Some(BoardGroup::Established),
            (_, 0) => None,
            (_, deals) if i64::from(deals) >= totals::ESTABLISHED => Some(BoardGroup::Established),
            _ => Some(BoardGroup::Provisional),
        }
    }
}

/// A row of the database table `totals`, together with the player's name.
#[derive(FromRow)]
pub(crate) struct Row {
    user_id: UserId,
    name: Option<String>,
    #[sqlx(flatten)]
    sums: TotalsRow,
    rating: f64,
    uncertainty: f64,
    hidden: i64,
}

impl TryFrom<Row> for SeasonStanding {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let (all, ranked) = row.sums.tallies()?;
        Ok(Self {
            user: row.user_id,
            name: row.name.unwrap_or_default(),
            all,
            ranked,
            rating: Rating { value: row.rating, uncertainty: row.uncertainty },
            hidden: row.hidden == 1,
        })
    }
}

/// Expands to a query for the columns of `Row` without conditions. The result is a string literal for
/// `concat!`.
macro_rules! standings {
    () => {
        "SELECT t.user_id, p.name, t.points, t.deals, t.declared, t.made, t.ranked_points, t.ranked,
                t.ranked_declared, t.ranked_made, t.rating, t.uncertainty, t.hidden
         FROM totals t LEFT JOIN people p ON p.user_id = t.user_id "
    };
}

/// The queries for one leaderboard. In each query, $1 is the season and $2 the group of players.
pub(crate) struct Queries {
    /// Query for the rows of a page, best player first. $3 is the number of rows and $4 the offset.
    pub(crate) page: &'static str,
    /// Query for the number of players in the leaderboard.
    pub(crate) people: &'static str,
    /// Query for the number of players who are ahead of user $3.
    pub(crate) ahead: &'static str,
}

/// Expands to the queries for the leaderboard of one metric. The metric is stored in the database column
/// `$column`.
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

/// Queries for the leaderboard by [`RankBy::AllPoints`]. All its players belong to group 0.
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

/// Query for the row of one player. $1 is the season and $2 the user.
pub(crate) const STANDING: &str = concat!(standings!(), "WHERE t.season_id = $1 AND t.user_id = $2");

impl RankBy {
    /// All metrics by which leaderboards can be ordered.
    pub const ALL: [Self; 5] =
        [Self::Points, Self::PointsADeal, Self::Rating, Self::WinRate, Self::AllPoints];

    /// Returns the database queries for the leaderboard that is ordered by this metric.
    pub(crate) const fn queries(self) -> Queries {
        match self {
            Self::Points => queries!("ranked_points"),
            Self::PointsADeal => queries!("a_deal"),
            Self::Rating => queries!("at_least"),
            Self::WinRate => queries!("win_rate"),
            Self::AllPoints => ALL_POINTS,
        }
    }
}

impl BoardGroup {
    /// Returns the number of this group in the database column `totals.standing`.
    const fn standing(self) -> i64 {
        match self {
            Self::Established => 0,
            Self::Provisional => 1,
        }
    }
}

impl Store {
    /// Returns a page of a season's leaderboard. The first page is number 1.
    ///
    /// Players who are hidden from leaderboards are omitted.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season, or [`StoreError::NoSuchPage`]
    /// if the page does not exist.
    pub async fn board(
        &self,
        server: ServerId,
        season: SeasonId,
        (metric, group): (RankBy, BoardGroup),
        page: u32,
        length: u32,
    ) -> Result<LeaderboardPage, StoreError> {
        let length = length.clamp(1, LONGEST_PAGE);
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let people = people(&mut read, season.id, metric, group).await?;
        let pages = people.div_ceil(length).max(1);
        if page == 0 || page > pages {
            return Err(StoreError::NoSuchPage { page, pages });
        }
        let after = (page - 1) * length;
        let rows = lines(&mut read, season.id, (metric, group), length, after).await?;
        Ok(LeaderboardPage { season, rows: (after + 1..).zip(rows).collect(), page, pages, people })
    }

    /// Returns the number of players in a season's leaderboard.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn board_people(
        &self,
        server: ServerId,
        season: SeasonId,
        metric: RankBy,
        group: BoardGroup,
    ) -> Result<u32, StoreError> {
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        people(&mut read, season.id, metric, group).await
    }

    /// Returns a player's totals in a season, and the player's place by the given metric.
    ///
    /// Returns `None` if the player has not played in the season. The place is the one among the players of
    /// the same group. It is `None` if the player belongs to no group. A hidden player gets the place that
    /// they would have if they were listed.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn place(
        &self,
        server: ServerId,
        season: SeasonId,
        metric: RankBy,
        user: UserId,
    ) -> Result<Option<(SeasonStanding, Option<u32>)>, StoreError> {
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let Some(own) = own(&mut read, season.id, user).await? else { return Ok(None) };
        let place = match own.group(metric) {
            Some(group) => Some(place(&mut read, season.id, (metric, group), user).await?),
            None => None,
        };
        Ok(Some((own, place)))
    }

    /// Returns players of the running season, ordered by points of all deals, best first. The result is empty
    /// if no season is running.
    pub async fn leaderboard(
        &self,
        server: ServerId,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        let mut read = self.read().await?;
        let Some(season) = season::running(&mut read, server).await? else { return Ok(Vec::new()) };
        let board = (RankBy::AllPoints, BoardGroup::Established);
        let rows = lines(&mut read, season.id, board, limit, offset).await?;
        Ok((offset.saturating_add(1)..).zip(rows).map(LeaderboardRow::from).collect())
    }

    /// Returns a player's row in the leaderboard of the running season by points of all deals. Returns `None`
    /// if no season is running or the player has not played in it.
    pub async fn standing_of(
        &self,
        server: ServerId,
        user: UserId,
    ) -> Result<Option<LeaderboardRow>, StoreError> {
        let mut read = self.read().await?;
        let Some(season) = season::running(&mut read, server).await? else { return Ok(None) };
        let Some(own) = own(&mut read, season.id, user).await? else { return Ok(None) };
        let place = place(&mut read, season.id, (RankBy::AllPoints, BoardGroup::Established), user).await?;
        Ok(Some((place, own).into()))
    }
}

impl From<(u32, SeasonStanding)> for LeaderboardRow {
    fn from((place, standing): (u32, SeasonStanding)) -> Self {
        let SeasonStanding { user, name, all, .. } = standing;
        let DealTally { points, deals, as_declarer, made_as_declarer } = all;
        Self { place, user, name, points, deals, as_declarer, made_as_declarer }
    }
}

/// Counts the players in a leaderboard.
async fn people(
    connection: &mut SqliteConnection,
    season: SeasonId,
    metric: RankBy,
    group: BoardGroup,
) -> Result<u32, StoreError> {
    let people = sqlx::query_scalar(metric.queries().people).bind(season).bind(group.standing());
    small(people.fetch_one(connection).await?)
}

/// Reads rows of a leaderboard, best player first.
pub(crate) async fn lines(
    connection: &mut SqliteConnection,
    season: SeasonId,
    (metric, group): (RankBy, BoardGroup),
    limit: u32,
    offset: u32,
) -> Result<Vec<SeasonStanding>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(metric.queries().page)
        .bind(season)
        .bind(group.standing())
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(connection)
        .await?;
    rows.into_iter().map(SeasonStanding::try_from).collect()
}

/// Reads the totals of one player in a season. Returns `None` if the player has not played in the season.
pub(crate) async fn own(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
) -> Result<Option<SeasonStanding>, StoreError> {
    let row: Option<Row> =
        sqlx::query_as(STANDING).bind(season).bind(user).fetch_optional(connection).await?;
    row.map(SeasonStanding::try_from).transpose()
}

/// Returns the place of one player in a leaderboard.
async fn place(
    connection: &mut SqliteConnection,
    season: SeasonId,
    (metric, group): (RankBy, BoardGroup),
    user: UserId,
) -> Result<u32, StoreError> {
    let ahead: i64 = sqlx::query_scalar(metric.queries().ahead)
        .bind(season)
        .bind(group.standing())
        .bind(user)
        .fetch_one(connection)
        .await?;
    Ok(small(ahead)? + 1)
}
