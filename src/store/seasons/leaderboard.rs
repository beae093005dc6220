//! Leaderboards, which list the players of a season ordered by a metric.

use sqlx::{AssertSqlSafe, FromRow};

use super::totals::{DealTally, TotalsRow};
use super::{season, totals};
use crate::player_names::Numbers;
use crate::rating::Rating;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Result, Season, SeasonId, Store, StoreError};
use crate::table::{ServerId, UserId};

/// Maximum number of rows on a leaderboard page.
pub const LONGEST_PAGE: u32 = 50;

/// The metric by which a leaderboard is sorted.
///
/// All metrics except [`RankBy::AllPoints`] include only ranked deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RankBy {
    /// Total points from ranked deals.
    Points,
    /// Average points per ranked deal.
    PointsADeal,
    /// Lower bound of the player's rating, which is the rating minus three times its uncertainty.
    Rating,
    /// Proportion of contracts that the player won as declarer in ranked deals.
    ///
    /// Players who have never been declarer are listed last.
    WinRate,
    /// Total points from all deals, including deals with robots and shares of the window (the table's pot).
    AllPoints,
}

/// A group of players on a leaderboard, defined by their number of ranked deals.
///
/// The discriminants are the values of the database column `totals.standing`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardGroup {
    /// Players with at least [`ESTABLISHED`](totals::ESTABLISHED) ranked deals.
    ///
    /// In leaderboards sorted by [`RankBy::AllPoints`], this group contains all players with a deal or
    /// points.
    Established = 0,
    /// Players with at least one but fewer than [`ESTABLISHED`](totals::ESTABLISHED) ranked deals.
    ///
    /// Leaderboards sorted by [`RankBy::AllPoints`] do not use this group.
    Provisional = 1,
}

/// A player's totals and rating in a season.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonStanding {
    /// Discord user id of the player.
    pub user: UserId,
    /// Most recent display name of the player, or an empty string if unknown. Names on a page of a
    /// leaderboard that look alike have numbers, such as `Anna (2)`.
    pub name: String,
    /// Totals of all deals that affect points, ranked or not.
    ///
    /// Includes shares of the window (the table's pot).
    pub all: DealTally,
    /// Totals of the player's ranked deals.
    pub ranked: DealTally,
    /// The player's rating in this season.
    pub rating: Rating,
    /// `true` if the player is hidden from leaderboards.
    pub hidden: bool,
}

/// A page of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardPage {
    /// Season covered by the leaderboard.
    pub season: Season,
    /// Rows of the page, each with the player's place in the leaderboard, starting at 1. Players with equal
    /// scores have the same place.
    ///
    /// Players with equal scores are ordered by user id. With [`RankBy::AllPoints`], they are ordered by
    /// number of deals, lowest first, and then by user id.
    pub rows: Vec<(u32, SeasonStanding)>,
    /// Page number, starting at 1.
    pub page: u32,
    /// Total number of pages, which is at least one.
    pub pages: u32,
    /// Number of players in the leaderboard, on all pages.
    pub people: u32,
}

/// A player's place in a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// One more than the number of players with a better score. Players with equal scores have the same
    /// place.
    pub place: u32,
    /// Number of the player's row in the leaderboard, starting at 1.
    pub row: u32,
}

impl SeasonStanding {
    /// Returns the group in which this player is listed on leaderboards sorted by `metric`.
    ///
    /// Returns `None` if the player has no ranked deals and is therefore not listed. Leaderboards sorted by
    /// [`RankBy::AllPoints`] omit players who have neither a deal nor points.
    pub fn group(&self, metric: RankBy) -> Option<BoardGroup> {
        match (metric, self.ranked.deals) {
            (RankBy::AllPoints, _) if self.all.deals == 0 && self.all.points == 0 => None,
            (RankBy::AllPoints, _) => Some(BoardGroup::Established),
            (_, 0) => None,
            (_, deals) if i64::from(deals) >= totals::ESTABLISHED => Some(BoardGroup::Established),
            _ => Some(BoardGroup::Provisional),
        }
    }
}

/// A row of the database table `totals`, joined with the player's name.
#[derive(FromRow)]
pub(crate) struct Row {
    user_id: UserId,
    name: Option<String>,
    #[sqlx(flatten)]
    sums: TotalsRow,
    rating: f64,
    uncertainty: f64,
    hidden: bool,
}

impl From<Row> for SeasonStanding {
    fn from(row: Row) -> Self {
        let (all, ranked) = row.sums.tallies();
        Self {
            user: row.user_id,
            name: row.name.unwrap_or_default(),
            all,
            ranked,
            rating: Rating { value: row.rating, uncertainty: row.uncertainty },
            hidden: row.hidden,
        }
    }
}

/// A row of the database table `totals` with the score by which a leaderboard is sorted.
#[derive(FromRow)]
struct ScoredRow {
    score: f64,
    #[sqlx(flatten)]
    row: Row,
}

/// Expands to the columns of `Row`, with the tables from which a `SELECT` statement reads them.
///
/// The text is a string literal, so it can be used in `concat!`.
macro_rules! standings {
    () => {
        "t.user_id, p.name, t.points, t.deals, t.declared, t.made, t.ranked_points, t.ranked,
                t.ranked_declared, t.ranked_made, t.rating, t.uncertainty, t.hidden = 1 AS hidden
         FROM totals t LEFT JOIN people p ON p.user_id = t.user_id "
    };
}

/// The SQL queries that read one leaderboard.
///
/// In each query, $1 is the season and $2 is the number of the [`BoardGroup`].
pub(crate) struct Queries {
    /// Query for the rows of a page with their scores, best player first. $3 is the maximum number of rows
    /// and $4 is the offset.
    pub(crate) page: String,
    /// Query for the number of players in the leaderboard.
    pub(crate) people: &'static str,
    /// Query for the number of players with a better score than user $3, and the number of players whose row
    /// is above the user's.
    pub(crate) ahead: String,
}

impl Queries {
    /// Returns the queries for a leaderboard that is sorted by the given column of `totals`.
    fn by(column: &str) -> Self {
        Self {
            page: format!(
                "SELECT CAST(t.{column} AS DOUBLE PRECISION) AS score, {}
                 WHERE t.season_id = $1 AND t.hidden = 0 AND t.standing = $2
                 ORDER BY t.{column} DESC, t.user_id LIMIT $3 OFFSET $4",
                standings!()
            ),
            people: "SELECT COUNT(*) FROM totals WHERE season_id = $1 AND hidden = 0 AND standing = $2",
            ahead: format!(
                "SELECT COUNT(CASE WHEN t.{column} > own.{column} THEN 1 END), COUNT(*)
                 FROM totals own JOIN totals t ON t.season_id = own.season_id
                 WHERE own.season_id = $1 AND own.user_id = $3 AND t.hidden = 0 AND t.standing = $2
                   AND t.{column} >= own.{column}
                   AND (t.{column} > own.{column} OR t.user_id < own.user_id)"
            ),
        }
    }

    /// Returns the queries for the leaderboard sorted by [`RankBy::AllPoints`].
    ///
    /// All players with a deal or with points are listed in group 0 ([`BoardGroup::Established`]). Group 1 is
    /// empty. A share of the window remains even if the player's only deal is void.
    fn by_all_points() -> Self {
        Self {
            page: concat!(
                "SELECT CAST(t.points AS DOUBLE PRECISION) AS score, ",
                standings!(),
                "WHERE t.season_id = $1 AND t.hidden = 0 AND $2 = 0 AND (t.deals > 0 OR t.points <> 0)
                 ORDER BY t.points DESC, t.deals, t.user_id LIMIT $3 OFFSET $4"
            )
            .to_owned(),
            people: "SELECT COUNT(*) FROM totals WHERE season_id = $1 AND hidden = 0 AND $2 = 0
                       AND (deals > 0 OR points <> 0)",
            ahead: "SELECT COUNT(CASE WHEN t.points > own.points THEN 1 END), COUNT(*)
                    FROM totals own JOIN totals t ON t.season_id = own.season_id
                    WHERE own.season_id = $1 AND own.user_id = $3 AND t.hidden = 0 AND $2 = 0
                      AND (t.deals > 0 OR t.points <> 0) AND t.points >= own.points
                      AND (t.points > own.points OR t.deals < own.deals
                           OR (t.deals = own.deals AND t.user_id < own.user_id))"
                .to_owned(),
        }
    }
}

/// Query for a player's totals. $1 is the season and $2 is the user.
pub(crate) const STANDING: &str =
    concat!("SELECT ", standings!(), "WHERE t.season_id = $1 AND t.user_id = $2");

impl RankBy {
    /// All metrics by which a leaderboard can be sorted.
    pub const ALL: [Self; 5] =
        [Self::Points, Self::PointsADeal, Self::Rating, Self::WinRate, Self::AllPoints];

    /// Returns the database queries for the leaderboard sorted by this metric.
    pub(crate) fn queries(self) -> Queries {
        match self {
            Self::Points => Queries::by("ranked_points"),
            Self::PointsADeal => Queries::by("a_deal"),
            Self::Rating => Queries::by("at_least"),
            Self::WinRate => Queries::by("win_rate"),
            Self::AllPoints => Queries::by_all_points(),
        }
    }
}

impl Store {
    /// Returns a page of a season's leaderboard. Page numbers start at 1.
    ///
    /// Hidden players are omitted.
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
    ) -> Result<LeaderboardPage> {
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
        Ok(LeaderboardPage { season, rows, page, pages, people })
    }

    /// Returns the number of players listed in a season's leaderboard.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn board_people(
        &self,
        server: ServerId,
        season: SeasonId,
        metric: RankBy,
        group: BoardGroup,
    ) -> Result<u32> {
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        people(&mut read, season.id, metric, group).await
    }

    /// Returns a player's totals in a season and the player's place in the leaderboard.
    ///
    /// The place is counted within the player's [`BoardGroup`]. It is `None` if the player belongs to no
    /// group. For a hidden player, it is the place that the player would have if listed.
    ///
    /// Returns `None` if the player has not played in the season.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn place(
        &self,
        server: ServerId,
        season: SeasonId,
        metric: RankBy,
        user: UserId,
    ) -> Result<Option<(SeasonStanding, Option<Place>)>> {
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let Some(own) = own(&mut read, season.id, user).await? else { return Ok(None) };
        let place = match own.group(metric) {
            Some(group) => Some(place(&mut read, season.id, (metric, group), user).await?),
            None => None,
        };
        Ok(Some((own, place)))
    }
}

/// Returns the number of players listed in a leaderboard.
async fn people(db: &mut Connection, season: SeasonId, metric: RankBy, group: BoardGroup) -> Result<u32> {
    let people: i64 = query_scalar!(metric.queries().people, [season, group as i64]).fetch_one(db).await?;
    Ok(u32::try_from(people).unwrap_or(u32::MAX))
}

/// Reads a range of rows from a leaderboard with their places, best player first.
pub(crate) async fn lines(
    db: &mut Connection,
    season: SeasonId,
    (metric, group): (RankBy, BoardGroup),
    limit: u32,
    offset: u32,
) -> Result<Vec<(u32, SeasonStanding)>> {
    let page = AssertSqlSafe(metric.queries().page);
    let rows: Vec<ScoredRow> =
        query!(page, [season, group as i64, limit, offset]).fetch_all(&mut *db).await?;
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let mut last = (place(db, season, (metric, group), first.row.user_id).await?.place, first.score);
    let placed = (offset + 1..).zip(rows).map(|(number, ScoredRow { score, row })| {
        if score < last.1 {
            last = (number, score);
        }
        (last.0, row.into())
    });
    let mut standings: Vec<(u32, SeasonStanding)> = placed.collect();
    number_names(&mut standings);
    Ok(standings)
}

/// Adds numbers to names that look alike.
fn number_names(standings: &mut [(u32, SeasonStanding)]) {
    let numbers = Numbers::of(standings.iter().map(|(_, row)| (row.user, row.name.as_str())));
    for (_, standing) in standings {
        standing.name = numbers.name(&standing.user, &standing.name);
    }
}

/// Reads a player's totals in a season, or returns `None` if the player has not played in it.
pub(crate) async fn own(
    db: &mut Connection,
    season: SeasonId,
    user: UserId,
) -> Result<Option<SeasonStanding>> {
    let row: Option<Row> = query!(STANDING, [season, user]).fetch_optional(db).await?;
    Ok(row.map(SeasonStanding::from))
}

/// Returns a player's place in a leaderboard.
async fn place(
    db: &mut Connection,
    season: SeasonId,
    (metric, group): (RankBy, BoardGroup),
    user: UserId,
) -> Result<Place> {
    let ahead = AssertSqlSafe(metric.queries().ahead);
    let (better, above): (i64, i64) = query!(ahead, [season, group as i64, user]).fetch_one(db).await?;
    let number = |ahead: i64| u32::try_from(ahead + 1).unwrap_or(u32::MAX);
    Ok(Place { place: number(better), row: number(above) })
}
