//! The finished deals of a server, newest first.

use super::deal::{self, Row, seats};
use crate::store::sql::query;
use crate::store::{DealId, DealRow, Result, SeasonId, Store};
use crate::table::{ServerId, UserId};
use ulti_rules::Contract;

/// Maximum number of deals on a history page.
pub const LONGEST_PAGE: u32 = 50;

/// A filter for a server's deals. Fields that are `None` match all deals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    /// If set, matches only deals in which the user with this id played.
    pub person: Option<UserId>,
    /// Matches only deals with this contract, regardless of the suit.
    pub contract: Option<Contract>,
    /// Matches only deals from this season.
    pub season: Option<SeasonId>,
}

/// Expands to an SQL query for a page of a server's deals, with one row for each seat of each deal.
///
/// `$which` is a subquery that selects the ids of the page's deals as a column named `id`.
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

// $1 server, $2 id before which the page starts, $3 maximum number of deals, $4 season, $5 kind, $6 user.
// Each query checks the server, so that a season of another server yields no deals.
pub(crate) const ALL: &str =
    page!("SELECT id FROM deals WHERE server = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
pub(crate) const OF_KIND: &str =
    page!("SELECT id FROM deals WHERE server = $1 AND kind = $5 AND id < $2 ORDER BY id DESC LIMIT $3");
pub(crate) const OF_SEASON: &str = page!(
    "SELECT id FROM deals WHERE season_id = (SELECT id FROM seasons WHERE id = $4 AND server = $1) AND id < $2
     ORDER BY id DESC LIMIT $3"
);
pub(crate) const OF_SEASON_AND_KIND: &str = page!(
    "SELECT id FROM deals WHERE season_id = (SELECT id FROM seasons WHERE id = $4 AND server = $1)
            AND kind = $5 AND id < $2
     ORDER BY id DESC LIMIT $3"
);
pub(crate) const OF_PERSON: &str = page!(
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
    /// Returns a page of a server's finished deals, newest first. Only deals that match the filter are
    /// included.
    ///
    /// If `before` is set, the page contains only deals that are older than the given deal. A page has at
    /// most `limit` deals, and never more than [`LONGEST_PAGE`]. Void deals are included.
    pub async fn history(
        &self,
        server: ServerId,
        filter: &Filter,
        before: Option<DealId>,
        limit: u32,
    ) -> Result<Vec<DealRow>> {
        let rows: Vec<Row> = query!(
            filter.query(),
            [
                server,
                before.unwrap_or(DealId(i64::MAX)),
                i64::from(limit.min(LONGEST_PAGE)),
                filter.season,
                filter.contract.map(crate::store::seasons::marks::kind),
                filter.person
            ]
        )
        .fetch_all(&self.readers)
        .await?;
        deal::read(&rows)
    }
}
