//! Looks through recorded traffic for a card that its reader may not know, or a seed before its time.
//!
//! Each exchange that people read is held against the journal as it stood at that moment: a person
//! may know the cards that were ever in their hand, everyone what was played or laid open, and all
//! of it once the deal is over. What a person named themself may be said back to them.
//!
//! Moments are compared by the clock, so the stand-in's clock must not be stopped or moved forward.
#![allow(unreachable_pub, clippy::unwrap_used)] // shared by test programs

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use ulti::discord::custom_id::{CustomId, Shown};
use ulti::playground::{Exchange, Id, Readers, Sender, Way};
use ulti::rules::{BySeat, Card, CardSet, Event};
use ulti::table::{PlayerId, TableEvent, TableId, UserId};
use ulti::text::{self, Faces};

use crate::emoji::Emojis;
use written::{RULES, code, each_string, marks, past, signs, titles, written};

#[path = "written.rs"]
mod written;

/// Two clocks started at different moments, each cut to whole milliseconds.
const SLACK: u64 = 3;
/// How long a message without any mark of its deal may be on its way when the next deal begins.
const ON_ITS_WAY: u64 = 2_000;
/// How much of a shuffle's seal the table message shows.
const SEAL: usize = 16;
/// What refusals give as examples of how a card is written.
const EXAMPLES: [&str; 9] = [
    "`hearts VII`",
    "`VII of hearts`",
    "`Ace of acorns`",
    "`piros hetes`",
    "`makk ász`",
    "`7 of hearts`",
    "`Ace of clubs`",
    "`kőr hetes`",
    "`treff ász`",
];
/// How the line begins that tells the draw for the first deal.
const DRAW: [&str; 2] = ["Drawing for the deal:", "Osztóhúzás:"];

/// A table's events, each with when it was written down, in Unix milliseconds.
#[derive(Debug, Clone)]
pub struct Journal {
    pub table: i64,
    pub channel: u64,
    pub events: Vec<(u64, TableEvent)>,
}

/// The journals of all tables in a database file.
pub async fn journals(file: &Path) -> Vec<Journal> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    let rows: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT table_id, at, event FROM journal ORDER BY table_id, seq")
            .fetch_all(&pool)
            .await
            .unwrap();
    pool.close().await;
    let mut journals: Vec<Journal> = Vec::new();
    for (table, at, event) in rows {
        let event: TableEvent = serde_json::from_str(&event).unwrap();
        if let TableEvent::SetUp { channel, .. } = &event {
            journals.push(Journal { table, channel: channel.0, events: Vec::new() });
        }
        journals.last_mut().unwrap().events.push((at.try_into().unwrap(), event));
    }
    journals
}

/// Every card and seed that came to the wrong eyes, or too early: a sentence each.
pub fn leaks(exchanges: &[Exchange], journals: &[Journal]) -> Vec<String> {
    let scan = Scan::new(exchanges, journals);
    let read = exchanges.iter().filter(|exchange| {
        exchange.way == Way::Rest && exchange.from == Sender::Bot && exchange.readers != Readers::Nobody
    });
    read.flat_map(|exchange| scan.look(exchange)).collect()
}

/// The table of a button that shows a last trick.
fn trick_of(data: &Value) -> Option<TableId> {
    match data["custom_id"].as_str()?.parse() {
        Ok(CustomId::Show { table, what: Shown::LastTrick }) => Some(table),
        _ => None,
    }
}

/// How many cards people were shown at all: a scan that sees none proves nothing.
pub fn cards_shown(exchanges: &[Exchange], journals: &[Journal]) -> usize {
    let scan = Scan::new(exchanges, journals);
    let read = exchanges.iter().filter(|exchange| exchange.readers != Readers::Nobody);
    read.map(|exchange| scan.cards(&exchange.body).len() as usize).sum()
}

/// What is known of one deal from one event on.
#[derive(Debug, Clone)]
struct Moment {
    at: u64,
    table: i64,
    number: u32,
    seats: BySeat<PlayerId>,
    /// Where the cards are.
    hands: BySeat<CardSet>,
    talon: CardSet,
    /// What each seat has ever held, and what everybody knows.
    known: BySeat<CardSet>,
    public: CardSet,
    /// What was played.
    played: CardSet,
    over: bool,
    seed: String,
    seal: String,
}

impl Moment {
    fn may_know(&self, reader: Option<UserId>) -> CardSet {
        if self.over {
            return Card::deck().collect();
        }
        let own = self.seats.iter().find(|(_, player)| player.user() == reader && reader.is_some());
        self.public | own.map(|(seat, _)| self.known[seat]).unwrap_or_default()
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::TalonTaken { seat } => {
                self.known[*seat] |= self.talon;
                self.hands[*seat] |= self.talon;
                self.talon = CardSet::EMPTY;
            }
            Event::Bid { seat, discard: Some(cards), .. } => {
                self.hands[*seat] -= *cards;
                self.talon = *cards;
            }
            Event::Played { seat, card } => {
                self.hands[*seat] -= CardSet::of(*card);
                self.public |= CardSet::of(*card);
                self.played |= CardSet::of(*card);
            }
            Event::Opened { seat } | Event::Claimed { seat } => self.public |= self.hands[*seat],
            Event::Settled { .. } => self.over = true,
            _ => {}
        }
    }
}

fn moments(journal: &Journal) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    for (at, event) in &journal.events {
        match event {
            TableEvent::DealBegan { number, seats, start, seed, commitment, .. } => moments.push(Moment {
                at: *at,
                table: journal.table,
                number: *number,
                seats: *seats,
                hands: start.hands,
                talon: CardSet::EMPTY,
                known: start.hands,
                public: CardSet::EMPTY,
                played: CardSet::EMPTY,
                over: false,
                seed: seed.to_string(),
                seal: commitment.to_string()[..SEAL].to_owned(),
            }),
            TableEvent::InDeal { event } => {
                let mut next = moments.last().unwrap().clone();
                next.at = *at;
                next.apply(event);
                moments.push(next);
            }
            _ => {}
        }
    }
    moments
}

/// Where an interaction happened, and which cards the person named in it.
struct Said {
    channel: u64,
    cards: CardSet,
    past: Option<Past>,
    /// The table whose last trick they asked for, by a button that may be of a table long gone.
    trick_of: Option<TableId>,
}

/// Which finished deal a person asked for.
enum Past {
    /// One of the history, where there is none but finished ones.
    Kept,
    /// One of a table, by its number there.
    Numbered(i64, u32),
}

/// Where something is shown.
#[derive(Default)]
struct Place<'a> {
    channel: u64,
    /// The cards that the reader named there.
    echo: CardSet,
    /// The finished deal that they asked for.
    past: Option<&'a Past>,
    /// The table whose last trick they asked for.
    trick_of: Option<TableId>,
}

struct Scan {
    /// By channel, in order.
    moments: HashMap<u64, Vec<Moment>>,
    /// By channel: the cards drawn for the first deal.
    drawn: HashMap<u64, CardSet>,
    /// Interactions by number and by token.
    said: HashMap<String, Said>,
    /// Unix milliseconds at the stand-in's start.
    born: u64,
    /// Each shuffle's seed, and when its deal was over.
    seeds: HashMap<String, Option<u64>>,
    /// How cards are written, in small letters, the longest first.
    signs: Vec<(String, Card)>,
    emojis: Emojis,
    /// What was found in which text: most are said again and again.
    found: RefCell<HashMap<String, CardSet>>,
}

impl Scan {
    fn new(exchanges: &[Exchange], journals: &[Journal]) -> Self {
        let mut scan = Self {
            moments: HashMap::new(),
            drawn: HashMap::new(),
            said: HashMap::new(),
            born: 0,
            seeds: HashMap::new(),
            signs: signs(),
            emojis: Emojis::told_in(exchanges),
            found: RefCell::default(),
        };
        for journal in journals {
            scan.moments.entry(journal.channel).or_default().extend(moments(journal));
            let draws = journal.events.iter().filter_map(|(_, event)| match event {
                TableEvent::Drew { draws, .. } => Some(draws.iter().map(|(_, card)| *card)),
                _ => None,
            });
            *scan.drawn.entry(journal.channel).or_default() |= draws.flatten().collect::<CardSet>();
        }
        for moment in scan.moments.values().flatten() {
            let over = scan.seeds.entry(moment.seed.clone()).or_default();
            *over = over.or(moment.over.then_some(moment.at));
        }
        let frames = exchanges.iter().filter(|one| one.way == Way::Gateway && one.from == Sender::Discord);
        for frame in frames.filter(|frame| frame.body["t"] == "INTERACTION_CREATE") {
            scan.hear(frame);
        }
        scan
    }

    fn hear(&mut self, frame: &Exchange) {
        let interaction = &frame.body["d"];
        let text = |key: &str| interaction[key].as_str().unwrap_or_default().to_owned();
        let id: Id = text("id").parse().unwrap();
        // The number is made before the frame is sent, so the latest start is the right one.
        self.born = self.born.max(id.made_at().saturating_sub(frame.at));
        let channel = text("channel_id").parse().unwrap();
        for key in ["id", "token"] {
            let data = &interaction["data"];
            let (cards, past, trick_of) = (self.named(data), past(data), trick_of(data));
            self.said.insert(text(key), Said { channel, cards, past, trick_of });
        }
    }

    fn look(&self, exchange: &Exchange) -> Vec<String> {
        let now = exchange.at + self.born + SLACK;
        let reader = match exchange.readers {
            Readers::Only(person) => Some(UserId(person.0)),
            Readers::Everyone | Readers::Nobody => None,
        };
        let mut found = self.early_seeds(exchange, now);
        let Place { channel, echo, past, trick_of } = self.place(exchange);
        if past.is_some_and(|past| self.is_over(past, now)) {
            return found;
        }
        let coded = |name: &str| written(&name.replace(|sign: char| !sign.is_alphanumeric(), ":"));
        let names = exchange.files.iter().map(|file| self.cards_in(&file.name) | coded(&file.name));
        let shown = names.fold(self.cards(&exchange.body), |all, cards| all | cards) - echo;
        let may = self.may_know(exchange, channel, reader, now);
        let is_picture_alone = exchange.body.as_object().is_some_and(|body| body.keys().eq(["attachments"]));
        let is_late = is_picture_alone && self.is_old_hand(shown, channel, reader, now);
        let is_trick = trick_of.is_some_and(|table| self.was_played(shown, table, now));
        if !is_late && !is_trick && !may.iter().any(|may| may.is_superset(shown)) {
            let hidden = may.last().map_or(shown, |may| shown - *may);
            found.push(format!("{hidden} shown to {:?} by {exchange:?}", exchange.readers));
        }
        found
    }

    /// Whether what was asked for is over, so that all of it may be told.
    fn is_over(&self, past: &Past, now: u64) -> bool {
        match past {
            Past::Kept => true,
            Past::Numbered(table, number) => self.moments.values().flatten().any(|moment| {
                (moment.table, moment.number) == (*table, *number) && moment.over && moment.at <= now
            }),
        }
    }

    /// Whether that is, card by card, what the reader themself held in a deal that is over: its picture follows
    /// an answer, and on a slow machine the next deal has begun by then.
    fn is_old_hand(&self, shown: CardSet, channel: u64, reader: Option<UserId>, now: u64) -> bool {
        let past = || self.moments.get(&channel).into_iter().flatten().filter(|moment| moment.at <= now);
        let is_over = |deal: &Moment| {
            past().any(|one| one.over && (one.table, one.number) == (deal.table, deal.number))
        };
        let is_held = |moment: &&Moment| {
            let own = moment.seats.iter().find(|(_, player)| reader.is_some() && player.user() == reader);
            own.is_some_and(|(seat, _)| moment.hands[seat] == shown)
        };
        past().filter(is_held).any(is_over)
    }

    /// Whether these are no more cards than a trick has, all played in the newest deal of this table.
    fn was_played(&self, shown: CardSet, table: TableId, now: u64) -> bool {
        let of_table = |moment: &&Moment| moment.table == table.0 && moment.at <= now;
        let newest = self.moments.values().flatten().filter(of_table).last();
        shown.len() <= 3 && newest.is_some_and(|newest| newest.played.is_superset(shown))
    }

    fn early_seeds(&self, exchange: &Exchange, now: u64) -> Vec<String> {
        let text = exchange.body.to_string();
        let is_early = |over: &Option<u64>| over.is_none_or(|at| at > now);
        let early = self.seeds.iter().filter(|(seed, over)| is_early(over) && text.contains(seed.as_str()));
        early.map(|(seed, _)| format!("the seed {seed} before its deal was over: {exchange:?}")).collect()
    }

    /// What the reader may know when this is shown: one set, or two where it can't be told of which
    /// deal the exchange is.
    fn may_know(&self, exchange: &Exchange, channel: u64, reader: Option<UserId>, now: u64) -> Vec<CardSet> {
        let past: Vec<&Moment> =
            self.moments.get(&channel).into_iter().flatten().filter(|moment| moment.at <= now).collect();
        let text = exchange.body.to_string();
        let marked = marks(&exchange.body);
        let is_analysed = |number| titles(number).iter().any(|title| text.contains(title));
        let is_meant = |moment: &&&Moment| {
            let is_marked = marked.contains(&(moment.table, moment.number)) || text.contains(&moment.seal);
            is_marked || (moment.over && is_analysed(moment.number))
        };
        if let Some(meant) = past.iter().rev().find(is_meant) {
            return vec![meant.may_know(reader)];
        }
        let Some(newest) = past.last() else { return vec![CardSet::EMPTY] };
        let began = |number| past.iter().find(|one| one.table == newest.table && one.number == number);
        let fresh = began(newest.number).is_some_and(|first| first.at + ON_ITS_WAY >= now);
        let previous = past.iter().rev().find(|one| one.table == newest.table && one.number < newest.number);
        let late = previous.filter(|_| fresh).map(|previous| previous.may_know(reader));
        late.into_iter().chain([newest.may_know(reader)]).collect()
    }

    /// In which channel it is shown, and what its reader said there themself.
    fn place(&self, exchange: &Exchange) -> Place<'_> {
        let path = exchange.path.as_deref().unwrap_or_default();
        let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
        let said = words.iter().find_map(|word| self.said.get(*word));
        match (said, words.as_slice()) {
            (Some(said), _) => Place {
                channel: said.channel,
                echo: said.cards,
                past: said.past.as_ref(),
                trick_of: said.trick_of,
            },
            (None, ["channels", channel, ..]) => {
                Place { channel: channel.parse().unwrap_or_default(), ..Place::default() }
            }
            _ => Place::default(),
        }
    }

    /// The cards that someone's own input names.
    fn named(&self, data: &Value) -> CardSet {
        let mut cards = self.cards(data);
        each_string(data, &mut |_, said| {
            cards |= said
                .parse()
                .or_else(|_| text::parse_card(Faces::default(), said))
                .map_or(CardSet::EMPTY, CardSet::of);
        });
        cards
    }

    fn cards(&self, body: &Value) -> CardSet {
        let mut cards = CardSet::EMPTY;
        each_string(body, &mut |key, text| {
            cards |= self.cards_in(text);
            cards |= match key {
                "custom_id" => written(text),
                "value" => code(text).map_or_else(|| written(text), CardSet::of),
                _ => CardSet::EMPTY,
            };
        });
        cards
    }

    /// The cards that a text names, by sign, in words or by emoji.
    fn cards_in(&self, text: &str) -> CardSet {
        if let Some(found) = self.found.borrow().get(text) {
            return *found;
        }
        let mut plain = text.to_owned();
        for example in EXAMPLES {
            plain = plain.replace(example, " ");
        }
        let lines = plain.lines().map(|line| {
            if RULES.contains(line) {
                return CardSet::EMPTY;
            }
            let cards = self.cards_in_line(&line.to_lowercase());
            let is_draw = DRAW.iter().any(|start| line.contains(start));
            let drawn = || self.drawn.values().any(|drawn| drawn.is_superset(cards));
            if is_draw && drawn() { CardSet::EMPTY } else { cards }
        });
        let found = lines.fold(CardSet::EMPTY, |all, cards| all | cards);
        self.found.borrow_mut().insert(text.to_owned(), found);
        found
    }

    fn cards_in_line(&self, line: &str) -> CardSet {
        let ends = |at: usize| !line[at..].starts_with(char::is_alphanumeric);
        let begins = |at: usize| !line[..at].ends_with(char::is_alphanumeric);
        let is_named =
            |sign: &str| line.match_indices(sign).any(|(at, _)| begins(at) && ends(at + sign.len()));
        let named: CardSet =
            self.signs.iter().filter(|(sign, _)| is_named(sign)).map(|(_, card)| *card).collect();
        named | self.emojis.cards_in(line)
    }
}
