//! Deals that have just ended: they are written down with all that they change, those of a group together.

use std::collections::{BTreeMap, HashMap};

use sqlx::SqliteConnection;

use super::ids::{seat_to_sql, to_sql};
use super::people::{self, Going};
use super::ranking::{self, Ranking};
use super::rows::{Binding, Rows};
use super::tallies::{self, Mark, Marked, kind, was_made};
use super::totals::{self, Change, Changed};
use super::{DealId, SeasonId, StoreError, calendar, ratings, seasons};
use crate::rating::Rating;
use crate::rules::{BySeat, Seat};
use crate::table::{FinishedDeal, Millis, PlayerId, ServerId, TableEvent, TableId, UserId};

/// A deal that has ended, as it is written. Made by whoever hands it in.
#[derive(Debug)]
pub(super) struct Ended {
    table: TableId,
    at: Millis,
    deal: FinishedDeal,
    /// In the open notation.
    record: String,
    marks: Vec<Mark>,
}

impl Ended {
    pub(super) fn of(table: TableId, deal: FinishedDeal, at: Millis) -> Result<Self, StoreError> {
        let record = deal.record.to_json().map_err(|error| StoreError::Record(error.to_string()))?;
        let marks = tallies::marks(&deal.record, deal.declarer, deal.contract);
        Ok(Self { table, at, deal, record, marks })
    }

    fn points(&self) -> BySeat<i64> {
        self.deal.payments.map(i64::from)
    }
}

/// Where an ended deal counts.
pub(super) struct Place<'a> {
    pub(super) ended: &'a Ended,
    pub(super) season: SeasonId,
    pub(super) ranking: Ranking,
}

impl Place<'_> {
    /// The people who played it, where they stand in the season.
    fn people(&self) -> impl Iterator<Item = (Seat, (SeasonId, UserId))> {
        let people = self.ended.deal.seats.iter().filter_map(|(seat, player)| Some((seat, player.user()?)));
        people.map(|(seat, user)| (seat, (self.season, user)))
    }

    fn declared(&self, seat: Seat) -> bool {
        self.ended.deal.declarer == Some(seat)
    }

    fn made(&self, seat: Seat) -> bool {
        self.declared(seat) && was_made(&self.ended.deal.record)
    }
}

/// Writes deals down with their results and all they change; `false` where one of their tables has one
/// of its number.
pub(super) async fn keep(connection: &mut SqliteConnection, ended: &[&Ended]) -> Result<bool, StoreError> {
    if ended.is_empty() {
        return Ok(true);
    }
    let going = Going::now(connection).await?;
    for round in rounds(ended) {
        if !keep_round(connection, &going, &round).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deals of one server come one after the other, because each begins with what the one before has
/// changed; those of different servers touch nothing in common but people's names.
fn rounds<'a>(ended: &[&'a Ended]) -> Vec<Vec<&'a Ended>> {
    let mut rounds: Vec<Vec<&Ended>> = Vec::new();
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
    connection: &mut SqliteConnection,
    going: &Going,
    round: &[&'a Ended],
) -> Result<bool, StoreError> {
    let servers: Vec<(ServerId, Millis)> = round.iter().map(|ended| (ended.deal.server, ended.at)).collect();
    let seasons = seasons::current_of(connection, &servers).await?;
    let deals: Vec<(&FinishedDeal, Millis)> = round.iter().map(|ended| (&ended.deal, ended.at)).collect();
    let rankings = ranking::decide(connection, &deals).await?;
    let place = |(ended, ranking): (&&'a Ended, Ranking)| Place {
        ended,
        season: seasons[&ended.deal.server],
        ranking,
    };
    let places: Vec<Place> = round.iter().zip(rankings).map(place).collect();
    let Some(ids) = keep_deals(connection, &places).await? else { return Ok(false) };
    count(connection, going, &places).await?;
    let before = ratings_before(connection, &places).await?;
    keep_results(connection, &places, &ids, &before).await?;
    rate(connection, &places, &before).await?;
    Ok(true)
}

pub(super) const KEEP_DEALS: Rows = Rows {
    before: "INSERT INTO deals (table_id, number, server, season_id, played_at, contract, declarer, gained,
                                record, kind, ranking)",
    values: 11,
    after: "ON CONFLICT (table_id, number) DO NOTHING RETURNING table_id, number, id",
};

/// Writes the deals themselves down; `None` where one of their tables has one of its number.
pub(super) async fn keep_deals(
    connection: &mut SqliteConnection,
    places: &[Place<'_>],
) -> Result<Option<Vec<DealId>>, StoreError> {
    let bind = |query: Binding, Place { ended, season, ranking }: &Place| {
        let Ended { table, at, deal, record, .. } = ended;
        query
            .bind(table.0)
            .bind(i64::from(deal.number))
            .bind(to_sql(deal.server.0))
            .bind(season.0)
            .bind(at.0)
            .bind(deal.contract.map(|contract| contract.to_string()))
            .bind(deal.declarer.map(seat_to_sql))
            .bind(deal.window)
            .bind(record.as_str())
            .bind(deal.contract.map(kind))
            .bind(ranking.name())
    };
    let kept: Vec<(i64, i64, i64)> = KEEP_DEALS.fetch(connection, places, bind).await?;
    let ids: HashMap<(i64, i64), i64> =
        kept.into_iter().map(|(table, number, id)| ((table, number), id)).collect();
    let id = |Place { ended, .. }: &Place| {
        ids.get(&(ended.table.0, i64::from(ended.deal.number))).copied().map(DealId)
    };
    Ok(places.iter().map(id).collect())
}

/// Counts what the deals brought to whom, and notes what everyone is called.
async fn count(
    connection: &mut SqliteConnection,
    going: &Going,
    places: &[Place<'_>],
) -> Result<(), StoreError> {
    let (mut changes, mut names, mut marked) = (Vec::new(), Vec::new(), Vec::new());
    for place in places {
        let Place { ended, ranking, .. } = place;
        let (points, day) = (ended.points(), calendar::day_of(ended.at));
        for (seat, (season, user)) in place.people() {
            let (declared, made) = (place.declared(seat), place.made(seat));
            let change = Change::deal(points[seat], declared, made, ranking.is_ranked(), 1);
            changes.push(Changed { season, user, day, change });
            names.push((user, ended.deal.names[seat].as_str()));
            let own = ended.marks.iter().filter(|mark| mark.seat == seat);
            marked.extend(own.map(|mark| Marked { season, user, mark, times: 1 }));
        }
    }
    totals::change(connection, going, &changes).await?;
    people::remember(connection, &names).await?;
    tallies::count(connection, going, marked).await
}

/// People's ratings in a season.
type Ratings = BTreeMap<(SeasonId, UserId), Rating>;

/// The ratings of those who have played a ranked deal, as they were before it.
async fn ratings_before(
    connection: &mut SqliteConnection,
    places: &[Place<'_>],
) -> Result<Ratings, StoreError> {
    let ranked = places.iter().filter(|place| place.ranking.is_ranked());
    let people: Vec<(SeasonId, UserId)> =
        ranked.flat_map(|place| place.people().map(|(_, person)| person)).collect();
    let mut before = totals::ratings(connection, &people).await?;
    for person in people {
        before.entry(person).or_default();
    }
    Ok(before)
}

pub(super) const KEEP_RESULTS: Rows = Rows {
    before: "INSERT INTO results (season_id, table_id, deal_id, seat, user_id, name, points, declared, made,
                                  server, kind, counted, state, rating, uncertainty)",
    values: 15,
    after: "",
};

/// Writes down what the deals brought each seat.
pub(super) async fn keep_results(
    connection: &mut SqliteConnection,
    places: &[Place<'_>],
    ids: &[DealId],
    before: &Ratings,
) -> Result<(), StoreError> {
    let of_deal = |(place, id)| Seat::ALL.map(move |seat| (place, id, seat));
    let seats: Vec<(&Place, &DealId, Seat)> = places.iter().zip(ids).flat_map(of_deal).collect();
    let bind = |query: Binding, (place, id, seat): &(&Place, &DealId, Seat)| {
        let (deal, points) = (&place.ended.deal, place.ended.points()[*seat]);
        let user = deal.seats[*seat].user();
        let rating = user.filter(|_| place.ranking.is_ranked());
        let rating = rating.and_then(|user| before.get(&(place.season, user)));
        query
            .bind(place.season.0)
            .bind(place.ended.table.0)
            .bind(id.0)
            .bind(seat_to_sql(*seat))
            .bind(user.map(|user| to_sql(user.0)))
            .bind(deal.names[*seat].as_str())
            .bind(points)
            .bind(i64::from(place.declared(*seat)))
            .bind(i64::from(place.made(*seat)))
            .bind(to_sql(deal.server.0))
            .bind(deal.contract.map(kind))
            .bind(if place.ranking.counts() { points } else { 0 })
            .bind(0)
            .bind(rating.map(|rating| rating.value))
            .bind(rating.map(|rating| rating.uncertainty))
    };
    KEEP_RESULTS.run(connection, &seats, bind).await?;
    Ok(())
}

/// Rates those who have played a ranked deal. Nothing has come after it yet.
async fn rate(
    connection: &mut SqliteConnection,
    places: &[Place<'_>],
    before: &Ratings,
) -> Result<(), StoreError> {
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
    totals::set_ratings(connection, &rated).await
}

pub(super) const KEEP_SHARES: Rows = Rows {
    before: "INSERT INTO results (season_id, table_id, user_id, points, server, counted, state, name)",
    values: 8,
    after: "",
};

/// Writes down what everyone got of the window at the evening's end.
pub(super) async fn keep_shares(
    connection: &mut SqliteConnection,
    (table, server): (TableId, ServerId),
    shares: &[(PlayerId, i32)],
    at: Millis,
) -> Result<(), StoreError> {
    let shares: Vec<(PlayerId, i64)> = shares
        .iter()
        .map(|(player, points)| (*player, i64::from(*points)))
        .filter(|(_, points)| *points != 0)
        .collect();
    if shares.is_empty() {
        return Ok(()); // an evening that leaves nothing in the window, or closes in the lobby, begins no season
    }
    let names = names_at(connection, table).await?;
    let season = seasons::current(connection, server, at).await?;
    let changed = |(player, points): &(PlayerId, i64)| {
        let change = Change::share(*points);
        Some(Changed { season, user: player.user()?, day: calendar::day_of(at), change })
    };
    let changes: Vec<Changed> = shares.iter().filter_map(changed).collect();
    let going = Going::now(connection).await?;
    totals::change(connection, &going, &changes).await?;
    let bind = |query: Binding, (player, points): &(PlayerId, i64)| {
        let user = player.user().map(|user| to_sql(user.0));
        let query = query.bind(season.0).bind(table.0).bind(user).bind(*points);
        query.bind(to_sql(server.0)).bind(*points).bind(2).bind(names.get(player).map(String::as_str))
    };
    KEEP_SHARES.run(connection, &shares, bind).await?;
    Ok(())
}

/// What everyone who has sat at a table was called there, by its journal; what can't be read of it
/// names nobody.
async fn names_at(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<BTreeMap<PlayerId, String>, StoreError> {
    let events: Vec<String> = sqlx::query_scalar(
        "SELECT event FROM journal WHERE table_id = $1 AND event LIKE '%joined%' ORDER BY seq",
    )
    .bind(table.0)
    .fetch_all(connection)
    .await?;
    let joined = |json: String| match serde_json::from_str(&json) {
        Ok(TableEvent::Joined { player }) => Some((player.id, player.name)),
        _ => None,
    };
    Ok(events.into_iter().filter_map(joined).collect())
}
