//! A recount of seasons from exported records, with which `comparison` compares the store's totals.
//!
//! The recount shares no code with the store: records are read as plain JSON, and ratings follow the formulas
//! of Weng and Lin's paper.

use std::collections::BTreeMap;

use serde_json::Value;
use ulti::store::{CountedThing, DAILY_RANKED, DealId, DealTally, Filter, SeasonId, Store, TimeZone};
use ulti::table::{ServerId, TableId, UnixMillis, UserId};

/// One day in milliseconds.
const DAY: i64 = 86_400_000;

/// Facts that the records do not contain: substitute robots, shares of windows (pots) and deleted users.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Deals in which a robot helped seat 2, by table and number.
    pub(crate) helped: Vec<(TableId, u32)>,
    /// Deals in which a robot held seat 2 from the start, by table and number.
    pub(crate) away: Vec<(TableId, u32)>,
    pub(crate) shares: Vec<Share>,
    /// Seats whose user was deleted, by deal and seat.
    pub(crate) forgotten: BTreeMap<(DealId, usize), ForgottenSeat>,
}

/// A seat whose user was deleted after the deal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ForgottenSeat {
    pub(crate) user: UserId,
    /// The person's rating and uncertainty in the deal, which no longer change. `None` if the deal is not
    /// ranked.
    pub(crate) rating: Option<(f64, f64)>,
}

/// A share of a window (a table's pot), paid when the table is closed.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) server: ServerId,
    pub(crate) season: SeasonId,
    pub(crate) user: UserId,
    pub(crate) points: i64,
    pub(crate) at: UnixMillis,
}

/// An exported deal.
struct ExportedDeal {
    id: DealId,
    season: SeasonId,
    day: i64,
    users: [Option<UserId>; 3],
    forgotten: [Option<ForgottenSeat>; 3],
    void: bool,
    helped: bool,
    away: bool,
    record: Value,
}

/// The recounted totals of a person in a season.
#[derive(Debug, Clone, Default)]
pub(crate) struct Person {
    pub(crate) all: DealTally,
    pub(crate) ranked: DealTally,
    pub(crate) rating: (f64, f64),
    pub(crate) counts: BTreeMap<(CountedThing, String), (u32, u32)>,
    pub(crate) deals: Vec<(i64, DealId)>,
    pub(crate) days: BTreeMap<i64, (i64, u32)>,
}

pub(crate) type Counts = BTreeMap<(SeasonId, UserId), Person>;

/// Returns the time zone of each season of a server.
async fn zones(store: &Store, server: ServerId) -> BTreeMap<SeasonId, TimeZone> {
    let seasons = store.seasons(server, None, u32::MAX).await.unwrap();
    seasons.into_iter().map(|season| (season.id, season.time_zone)).collect()
}

/// Returns the day of the given time in a time zone, as the number of days since 1970-01-01.
fn day(zone: &TimeZone, at: UnixMillis) -> i64 {
    (at.0 + i64::from(zone.offset_minutes(at)) * 60_000).div_euclid(DAY)
}

/// Returns all deals of a server, oldest first.
async fn export(store: &Store, server: ServerId, notes: &Notes) -> Vec<ExportedDeal> {
    let zones = zones(store, server).await;
    let mut deals = Vec::new();
    let mut before = None;
    loop {
        let page = store.history(server, &Filter::default(), before, 50).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.id);
        for deal in page {
            let record = store.record_of(server, deal.id).await.unwrap().unwrap().to_json().unwrap();
            deals.push(ExportedDeal {
                id: deal.id,
                season: deal.season,
                day: day(&zones[&deal.season], deal.played),
                users: deal.seats.0.map(|seat| seat.user),
                forgotten: [0, 1, 2].map(|seat| notes.forgotten.get(&(deal.id, seat)).copied()),
                void: deal.void.is_some(),
                helped: notes.helped.contains(&(deal.table, deal.number)),
                away: notes.away.contains(&(deal.table, deal.number)),
                record: serde_json::from_str(&record).unwrap(),
            });
        }
    }
    deals.reverse();
    deals
}

impl ExportedDeal {
    fn actions(&self) -> &Vec<Value> {
        self.record["actions"].as_array().unwrap()
    }

    fn items(&self) -> &Vec<Value> {
        self.record["result"]["items"].as_array().unwrap()
    }

    fn points(&self) -> [i64; 3] {
        [0, 1, 2].map(|seat| self.record["result"]["payments"][seat].as_i64().unwrap())
    }

    /// Returns the seat of the last bid and the contract without its suit.
    fn bid(&self) -> Option<(usize, String)> {
        let bid = self.actions().iter().rev().find(|action| action.get("bid").is_some())?;
        let words: Vec<&str> = bid["bid"].as_str().unwrap().split(' ').collect();
        let suited = ["acorns", "leaves", "hearts", "bells"].contains(&words[0]);
        let seat = usize::try_from(bid["seat"].as_u64().unwrap()).unwrap();
        Some((seat, words[usize::from(suited)..].join(" ")))
    }

    /// Returns `true` if the declarer won a game of the contract, or every game if `game` is `None`.
    ///
    /// Returns `None` if no game was scored.
    fn made(&self, game: Option<&str>) -> Option<bool> {
        let of_contract = |item: &&Value| {
            let name = item["game"].as_str().unwrap();
            let contract = !name.starts_with("silent-") && name != "renonsz" && item.get("seat").is_none();
            contract && game.is_none_or(|game| game == name)
        };
        let games: Vec<bool> =
            self.items().iter().filter(of_contract).map(|item| item["made"].as_bool().unwrap()).collect();
        (!games.is_empty()).then(|| games.iter().all(|made| *made))
    }

    /// Returns the three users of the deal in order of their ids if the deal may be ranked.
    fn could_be_ranked(&self) -> Option<[UserId; 3]> {
        let who = |seat: usize| self.users[seat].or(self.forgotten[seat].map(|forgotten| forgotten.user));
        let [one, two, three] = [0, 1, 2].map(who);
        let mut trio = [one?, two?, three?];
        trio.sort();
        let apart = trio[0] != trio[1] && trio[1] != trio[2];
        let saved = self.helped && self.points()[2] >= 0;
        (apart && (self.left().is_some() || !(self.away || saved))).then_some(trio)
    }

    /// Returns the seat whose player left the deal.
    fn left(&self) -> Option<usize> {
        let last = self.actions().last().filter(|action| action["leave"] == true)?;
        last["seat"].as_u64().map(|seat| usize::try_from(seat).unwrap())
    }

    /// Returns the counted contracts, doublings and silent games.
    ///
    /// Each item contains the seat, the category, the name and `true` if it succeeded.
    fn marks(&self) -> Vec<(usize, CountedThing, String, bool)> {
        let Some((declarer, kind)) = self.bid() else { return Vec::new() };
        let mut marks = vec![(declarer, CountedThing::Contract, kind, self.made(None) == Some(true))];
        for action in self.actions() {
            for game in action.get("kontra").and_then(Value::as_array).into_iter().flatten() {
                let (seat, game) =
                    (usize::try_from(action["seat"].as_u64().unwrap()).unwrap(), game.as_str().unwrap());
                let made = self.made(Some(game));
                let (what, good) = if seat == declarer {
                    (CountedThing::Rekontra, made == Some(true))
                } else {
                    (CountedThing::Kontra, made == Some(false))
                };
                marks.push((seat, what, game.to_owned(), good));
            }
        }
        for item in self.items() {
            let name = item["game"].as_str().unwrap();
            let seats: Vec<usize> = match item.get("seat").and_then(Value::as_u64) {
                _ if !name.starts_with("silent-") => vec![],
                Some(seat) => vec![usize::try_from(seat).unwrap()],
                None if item["side"] == "declarer" => vec![declarer],
                None => (0..3).filter(|seat| *seat != declarer).collect(),
            };
            let good = item["made"].as_bool().unwrap();
            marks.extend(seats.into_iter().map(|seat| (seat, CountedThing::Silent, name.to_owned(), good)));
        }
        marks
    }
}

/// Returns the ratings after Weng and Lin's update (Bradley–Terry, full pairs) for two sides of two
/// players.
fn update(sides: [[(f64, f64); 2]; 2], score: f64) -> [[(f64, f64); 2]; 2] {
    let beta: f64 = 25.0 / 6.0;
    let mean = sides.map(|side| side[0].0 + side[1].0);
    let square = sides.map(|side| side[0].1.powi(2) + side[1].1.powi(2));
    let c = (square[0] + square[1] + 2.0 * beta * beta).sqrt();
    let wins = 1.0 / (1.0 + ((mean[1] - mean[0]) / c).exp());
    let mut after = sides;
    for (place, (score, wins)) in [(score, wins), (1.0 - score, 1.0 - wins)].into_iter().enumerate() {
        let omega = square[place] / c * (score - wins);
        let delta = square[place].sqrt() / c * (square[place] / (c * c)) * wins * (1.0 - wins);
        for player in &mut after[place] {
            let share = player.1.powi(2) / square[place];
            player.0 += share * omega;
            player.1 *= (1.0 - share * delta).max(1e-6).sqrt();
        }
    }
    after
}

/// Updates the ratings after a ranked deal.
fn rate(counts: &mut Counts, deal: &ExportedDeal) {
    let left = deal.left();
    let declarer = left.unwrap_or_else(|| deal.bid().unwrap().0);
    let [one, two] = [(declarer + 1) % 3, (declarer + 2) % 3];
    let rating = |seat: usize| match (deal.users[seat], deal.forgotten[seat]) {
        (Some(user), _) => counts[&(deal.season, user)].rating,
        (None, forgotten) => forgotten.and_then(|forgotten| forgotten.rating).unwrap(),
    };
    let points = deal.points();
    let partner = (f64::midpoint(rating(one).0, rating(two).0), 0.0);
    let score = match (2 * points[declarer]).cmp(&(points[one] + points[two])) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    // A player who leaves loses, and no other rating changes.
    let score = if left.is_some() { 0.0 } else { score };
    let [[alone, _], defenders] = update([[rating(declarer), partner], [rating(one), rating(two)]], score);
    for (seat, rating) in [(declarer, alone), (one, defenders[0]), (two, defenders[1])] {
        if let Some(user) = deal.users[seat].filter(|_| left.is_none_or(|left| left == seat)) {
            counts.get_mut(&(deal.season, user)).unwrap().rating = rating;
        }
    }
}

/// Adds a deal to the totals of its players.
fn count(counts: &mut Counts, deal: &ExportedDeal, ranked: bool) {
    let gained = deal.record["result"]["window"].as_i64().unwrap();
    for (seat, user) in deal.users.iter().enumerate() {
        let Some(user) = user else { continue };
        let person = person(counts, deal.season, *user);
        let day = person.days.entry(deal.day).or_default();
        if deal.void {
            // The first seats bear the remainder.
            let rest = i64::from(i64::try_from(seat).unwrap() < (-gained).rem_euclid(3));
            let share = (-gained).div_euclid(3) + rest;
            day.0 += share;
            person.all.points += share;
            continue;
        }
        let points = deal.points()[seat];
        (day.0, day.1) = (day.0 + points, day.1 + 1);
        person.deals.push((points, deal.id));
        let alone = deal.bid().is_some_and(|(declarer, _)| declarer == seat);
        let made = alone && deal.made(None) == Some(true);
        let mut tallies = vec![&mut person.all];
        if ranked {
            tallies.push(&mut person.ranked);
        }
        for tally in tallies {
            tally.points += points;
            tally.deals += 1;
            tally.as_declarer += u32::from(alone);
            tally.made_as_declarer += u32::from(made);
        }
    }
    for (seat, what, name, good) in deal.marks() {
        if let (Some(user), false) = (deal.users[seat], deal.void) {
            let count = person(counts, deal.season, user).counts.entry((what, name)).or_default();
            *count = (count.0 + 1, count.1 + u32::from(good));
        }
    }
}

/// Returns a user's totals in a season. New totals contain the initial rating.
fn person(counts: &mut Counts, season: SeasonId, user: UserId) -> &mut Person {
    let new = Person { rating: (25.0, 25.0 / 3.0), ..Person::default() };
    counts.entry((season, user)).or_insert(new)
}

/// Recounts all seasons of a server.
pub(crate) async fn recount(store: &Store, server: ServerId, notes: &Notes) -> Counts {
    let mut counts = Counts::new();
    let mut today: BTreeMap<([UserId; 3], i64), i64> = BTreeMap::new();
    for deal in export(store, server, notes).await {
        let ranked = deal.could_be_ranked().is_some_and(|trio| {
            let deals = today.entry((trio, deal.day)).or_default();
            *deals += 1;
            *deals <= DAILY_RANKED
        });
        count(&mut counts, &deal, ranked);
        if ranked && !deal.void {
            rate(&mut counts, &deal);
        }
    }
    let zones = zones(store, server).await;
    for share in notes.shares.iter().filter(|share| share.server == server && share.points != 0) {
        let person = person(&mut counts, share.season, share.user);
        person.all.points += share.points;
        person.days.entry(day(&zones[&share.season], share.at)).or_default().0 += share.points;
    }
    counts
}
