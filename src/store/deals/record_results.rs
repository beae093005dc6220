//! Writes newly finished deals to the database, and updates results, totals, statistics and ratings. Bulk
//! queries write the deals of several servers at once.

use std::collections::{BTreeMap, HashMap};

use super::ended_deal::EndedDeal;
use super::ranked::{self, Ranking};
use crate::rating::Rating;
use crate::store::people::names::{self, PendingDeletions};
use crate::store::seasons::marks::{kind, was_made};
use crate::store::seasons::tallies::{self, Marked};
use crate::store::seasons::totals::{self, Change, Changed};
use crate::store::seasons::{ratings, season};
use crate::store::sql::bulk::{Binding, BulkQuery};
use crate::store::sql::convert::seat_to_sql;
use crate::store::sql::{Connection, query_scalar};
use crate::store::{DealId, Result, SeasonId};
use crate::table::{FinishedDeal, PlayerId, ServerId, TableEvent, TableId, UnixMillis, UserId};
use ulti_rules::Seat;

/// A finished deal, the season in which it counts, and whether it is ranked.
pub(crate) struct SeasonOfDeal<'a> {
    pub(crate) ended: &'a EndedDeal,
    pub(crate) season: SeasonId,
    /// Day on which the deal ended in the season's time zone. See [`Season::day_of`](season::Season::day_of).
    pub(crate) day: i64,
    pub(crate) ranking: Ranking,
}

impl SeasonOfDeal<'_> {
    /// Iterates over the users who played the deal, together with their seats and the season.
    ///
    /// Robots are skipped.
    fn people(&self) -> impl Iterator<Item = (Seat, (SeasonId, UserId))> {
        let people = self.ended.deal.seats.iter().filter_map(|(seat, player)| Some((seat, player.user()?)));
        people.map(|(seat, user)| (seat, (self.season, user)))
    }

    /// Returns `true` if the player at this seat was the declarer.
    fn declared(&self, seat: Seat) -> bool {
        self.ended.deal.declarer == Some(seat)
    }

    /// Returns `true` if the player at this seat was the declarer and won every game of the contract.
    fn made(&self, seat: Seat) -> bool {
        self.declared(seat) && was_made(&self.ended.deal.record)
    }
}

/// Stores finished deals with the result of each seat, and updates the players' totals, statistics and
/// ratings.
///
/// Returns `false` if a deal with the same number is already stored for its table.
pub(crate) async fn keep(db: &mut Connection, ended: &[&EndedDeal]) -> Result<bool> {
    if ended.is_empty() {
        return Ok(true);
    }
    let going = PendingDeletions::now(db).await?;
    for round in rounds(ended) {
        if !keep_round(db, &going, &round).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Splits deals into groups that contain at most one deal per server.
///
/// Deals from the same server must be written one after the other, because each deal changes the ratings used
/// for the next one. Deals from different servers can be written together.
fn rounds<'a>(ended: &[&'a EndedDeal]) -> Vec<Vec<&'a EndedDeal>> {
    let mut rounds: Vec<Vec<&EndedDeal>> = Vec::new();
    let mut before: HashMap<ServerId, usize> = HashMap::new();
    for ended in ended {
        let round = before.entry(ended.deal.server).or_default();
        if rounds.len() == *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(ended);
        *round += 1;
    }
    rounds
}

async fn keep_round<'a>(
    db: &mut Connection,
    going: &PendingDeletions,
    round: &[&'a EndedDeal],
) -> Result<bool> {
    let servers: Vec<(ServerId, UnixMillis)> =
        round.iter().map(|ended| (ended.deal.server, ended.at)).collect();
    let seasons = season::current_of(db, &servers).await?;
    let day = |ended: &EndedDeal| seasons[&ended.deal.server].day_of(ended.at);
    let deals: Vec<(&FinishedDeal, i64)> = round.iter().map(|ended| (&ended.deal, day(ended))).collect();
    let rankings = ranked::decide(db, &deals).await?;
    let place = |(ended, ranking): (&&'a EndedDeal, Ranking)| SeasonOfDeal {
        ended,
        season: seasons[&ended.deal.server].id,
        day: day(ended),
        ranking,
    };
    let places: Vec<SeasonOfDeal> = round.iter().zip(rankings).map(place).collect();
    let Some(ids) = keep_deals(db, &places).await? else { return Ok(false) };
    count(db, going, &places).await?;
    let before = ratings_before(db, &places).await?;
    keep_results(db, &places, &ids, &before).await?;
    rate(db, &places, &before).await?;
    Ok(true)
}

pub(crate) const KEEP_DEALS: BulkQuery = BulkQuery {
    before: "INSERT INTO deals (table_id, number, server, season_id, played_at, contract, declarer, gained,
                                record, kind, ranking)",
    values: 11,
    after: "ON CONFLICT (table_id, number) DO NOTHING RETURNING table_id, number, id",
};

/// Inserts deals into the database and returns their ids.
///
/// Returns `None` if a deal with the same number is already stored for its table.
pub(crate) async fn keep_deals(
    db: &mut Connection,
    places: &[SeasonOfDeal<'_>],
) -> Result<Option<Vec<DealId>>> {
    let bind = |query: Binding, SeasonOfDeal { ended, season, ranking, .. }: &SeasonOfDeal| {
        let EndedDeal { table, at, deal, record, .. } = ended;
        query
            .bind(table)
            .bind(i64::from(deal.number))
            .bind(deal.server)
            .bind(season)
            .bind(at)
            .bind(deal.contract.map(|contract| contract.to_string()))
            .bind(deal.declarer.map(seat_to_sql))
            .bind(deal.window)
            .bind(record.as_str())
            .bind(deal.contract.map(kind))
            .bind(ranking.name())
    };
    let kept: Vec<(TableId, i64, DealId)> = KEEP_DEALS.fetch(db, places, bind).await?;
    let ids: HashMap<(TableId, i64), DealId> =
        kept.into_iter().map(|(table, number, id)| ((table, number), id)).collect();
    let id = |SeasonOfDeal { ended, .. }: &SeasonOfDeal| {
        ids.get(&(ended.table, i64::from(ended.deal.number))).copied()
    };
    Ok(places.iter().map(id).collect())
}

/// Updates the totals and statistics of the players in the given deals, and stores the players' display
/// names.
async fn count(db: &mut Connection, going: &PendingDeletions, places: &[SeasonOfDeal<'_>]) -> Result<()> {
    let (mut changes, mut names, mut marked) = (Vec::new(), Vec::new(), Vec::new());
    for place in places {
        let SeasonOfDeal { ended, ranking, .. } = place;
        let (points, day) = (ended.points(), place.day);
        for (seat, (season, user)) in place.people() {
            let (declared, made) = (place.declared(seat), place.made(seat));
            let change = Change::deal(points[seat], declared, made, ranking.is_ranked(), 1);
            changes.push(Changed { season, user, day, change });
            names.push((user, ended.deal.names[seat].as_str()));
            let own = ended.marks.iter().filter(|mark| mark.seat == seat);
            marked.extend(own.map(|mark| Marked { season, user, mark, times: 1 }));
        }
    }
    totals::change(db, going, &changes).await?;
    names::remember(db, &names).await?;
    tallies::count(db, going, &marked).await
}

/// The ratings of players, by season and user.
type Ratings = BTreeMap<(SeasonId, UserId), Rating>;

/// Returns the ratings of all players in the ranked deals among `places`, as they were before these deals.
/// Players without a stored rating have the initial rating.
async fn ratings_before(db: &mut Connection, places: &[SeasonOfDeal<'_>]) -> Result<Ratings> {
    let ranked = places.iter().filter(|place| place.ranking.is_ranked());
    let people: Vec<(SeasonId, UserId)> =
        ranked.flat_map(|place| place.people().map(|(_, person)| person)).collect();
    let mut before = totals::ratings(db, &people).await?;
    for person in people {
        before.entry(person).or_default();
    }
    Ok(before)
}

pub(crate) const KEEP_RESULTS: BulkQuery = BulkQuery {
    before: "INSERT INTO results (season_id, table_id, deal_id, seat, user_id, name, points, declared, made,
                                  server, kind, counted, state, rating, uncertainty)",
    values: 15,
    after: "",
};

/// Inserts one result row per seat for each deal.
pub(crate) async fn keep_results(
    db: &mut Connection,
    places: &[SeasonOfDeal<'_>],
    ids: &[DealId],
    before: &Ratings,
) -> Result<()> {
    let of_deal = |(place, id)| Seat::ALL.map(move |seat| (place, id, seat));
    let seats: Vec<(&SeasonOfDeal, &DealId, Seat)> = places.iter().zip(ids).flat_map(of_deal).collect();
    let bind = |query: Binding, (place, id, seat): &(&SeasonOfDeal, &DealId, Seat)| {
        let (deal, points) = (&place.ended.deal, place.ended.points()[*seat]);
        let user = deal.seats[*seat].user();
        let rating = user.filter(|_| place.ranking.is_ranked());
        let rating = rating.and_then(|user| before.get(&(place.season, user)));
        query
            .bind(place.season)
            .bind(place.ended.table)
            .bind(id)
            .bind(seat_to_sql(*seat))
            .bind(user)
            .bind(deal.names[*seat].as_str())
            .bind(points)
            .bind(i64::from(place.declared(*seat)))
            .bind(i64::from(place.made(*seat)))
            .bind(deal.server)
            .bind(deal.contract.map(kind))
            .bind(if place.ranking.counts() { points } else { 0 })
            .bind(0)
            .bind(rating.map(|rating| rating.value))
            .bind(rating.map(|rating| rating.uncertainty))
    };
    KEEP_RESULTS.run(db, &seats, bind).await.map(drop)
}

/// Updates the ratings of all players in the given ranked deals.
///
/// Each deal must be the most recent one in its season.
async fn rate(db: &mut Connection, places: &[SeasonOfDeal<'_>], before: &Ratings) -> Result<()> {
    let mut rated = Vec::new();
    for place in places {
        let own = |player: PlayerId| {
            player.user().and_then(|user| before.get(&(place.season, user))).copied().unwrap_or_default()
        };
        let deal = &place.ended.deal;
        let (points, before) = (place.ended.points(), deal.seats.map(own));
        if let Some(after) = ratings::after(place.ranking, deal.declarer, points, before) {
            rated.extend(place.people().map(|(seat, person)| (person, after[seat])));
        }
    }
    totals::set_ratings(db, &rated).await
}

pub(crate) const KEEP_SHARES: BulkQuery = BulkQuery {
    before: "INSERT INTO results (season_id, table_id, user_id, points, server, counted, state, name)",
    values: 8,
    after: "",
};

/// Stores each player's share of the window (the table's pot), which is paid out when the table is closed.
pub(crate) async fn keep_shares(
    db: &mut Connection,
    (table, server): (TableId, ServerId),
    shares: &[(PlayerId, i32)],
    at: UnixMillis,
) -> Result<()> {
    let shares: Vec<(PlayerId, i64)> = shares
        .iter()
        .map(|(player, points)| (*player, i64::from(*points)))
        .filter(|(_, points)| *points != 0)
        .collect();
    if shares.is_empty() {
        return Ok(()); // an evening without shares must not begin a season
    }
    let names = names_at(db, table).await?;
    let season = season::current(db, server, at).await?;
    let (season, day) = (season.id, season.day_of(at));
    let changed = |(player, points): &(PlayerId, i64)| {
        let change = Change::share(*points);
        Some(Changed { season, user: player.user()?, day, change })
    };
    let changes: Vec<Changed> = shares.iter().filter_map(changed).collect();
    let going = PendingDeletions::now(db).await?;
    totals::change(db, &going, &changes).await?;
    let bind = |query: Binding, (player, points): &(PlayerId, i64)| {
        let user = player.user();
        let query = query.bind(season).bind(table).bind(user).bind(*points);
        query.bind(server).bind(*points).bind(2).bind(names.get(player).map(String::as_str))
    };
    KEEP_SHARES.run(db, &shares, bind).await.map(drop)
}

/// Returns the most recent display names of a table's players, as recorded in its journal.
///
/// Events that can't be decoded are skipped.
async fn names_at(db: &mut Connection, table: TableId) -> Result<BTreeMap<PlayerId, String>> {
    let events: Vec<String> = query_scalar!(
        "SELECT event FROM journal WHERE table_id = $1 AND (event LIKE '%joined%' OR event LIKE '%renamed%') ORDER BY seq",
        [table]
    )
    .fetch_all(db)
    .await?;
    let joined = |json: String| match serde_json::from_str(&json) {
        Ok(TableEvent::Joined { player } | TableEvent::Renamed { player }) => Some((player.id, player.name)),
        _ => None,
    };
    Ok(events.into_iter().filter_map(joined).collect())
}
