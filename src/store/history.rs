//! What has been played on a server, newest first.

use super::deals::{self, Row, seats};
use super::ids::to_sql;
use super::{DealId, DealRow, SeasonId, Store, StoreError};
use crate::rules::Contract;
use crate::table::{ServerId, UserId};

/// The most deals that a page of a history has.
pub const LONGEST_PAGE: u32 = 50;

/// Which deals of a server; everything that is `None` is left open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    /// In which this person played.
    pub person: Option<UserId>,
    /// In which this was played, in whatever suit.
    pub contract: Option<Contract>,
    /// Of this season.
    pub season: Option<SeasonId>,
}

/// The deals of a page, which `$which` lists as `page (id)`.
macro_rules! page {
    ($which:literal) => {
        concat!(
            "WITH page AS (",
            $which,
            ") ",
            seats!(),
            "FROM page JOIN deals d ON d.id = page.id JOIN results r ON r.deal_id = d.id
             ORDER BY d.id DESC, r.seat"
        )
    };
}

// $1 server, $2 before which deal, $3 how many, $4 season, $5 kind, $6 person. A season of another
// server has no deal of this one, so the server is asked for in each.
pub(super) const ALL: &str =
    page!("SELECT id FROM deals WHERE server = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
pub(super) const OF_KIND: &str =
    page!("SELECT id FROM deals WHERE server = $1 AND kind = $5 AND id < $2 ORDER BY id DESC LIMIT $3");
pub(super) const OF_SEASON: &str = page!(
    "SELECT id FROM deals WHERE season_id = (SELECT id FROM seasons WHERE id = $4 AND server = $1) AND id < $2
     ORDER BY id DESC LIMIT $3"
);
pub(super) const OF_SEASON_AND_KIND: &str = page!(
    "SELECT id FROM deals WHERE season_id = (SELECT id FROM seasons WHERE id = $4 AND server = $1)
            AND kind = $5 AND id < $2
     ORDER BY id DESC LIMIT $3"
);
pub(super) const OF_PERSON: &str = page!(
    "SELECT deal_id AS id FROM results WHERE user_id = $6 AND server = $1 AND deal_id < $2
            AND ($4 IS NULL OR season_id = $4) AND ($5 IS NULL OR kind = $5)
     ORDER BY deal_id DESC LIMIT $3"
);

impl Filter {
    const fn query(&self) -> &'static str {
        match (self.person, self.contract, self.season) {
            (Some(_), _, _) => OF_PERSON,
            (None, None, None) => ALL,
            (None, Some(_), None) => OF_KIND,
            (None, None, Some(_)) => OF_SEASON,
            (None, Some(_), Some(_)) => OF_SEASON_AND_KIND,
        }
    }
}

impl Store {
    /// The deals of this server that the filter lets through, newest first, from before one of them;
    /// `None` for the newest. At most [`LONGEST_PAGE`]. Void ones are among them.
    pub async fn history(
        &self,
        server: ServerId,
        filter: &Filter,
        before: Option<DealId>,
        limit: u32,
    ) -> Result<Vec<DealRow>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(filter.query())
            .bind(to_sql(server.0))
            .bind(before.map_or(i64::MAX, |deal| deal.0))
            .bind(i64::from(limit.min(LONGEST_PAGE)))
            .bind(filter.season.map(|season| season.0))
            .bind(filter.contract.map(super::tallies::kind))
            .bind(filter.person.map(|user| to_sql(user.0)))
            .fetch_all(&self.readers)
            .await?;
        deals::read(&rows)
    }
}
