//! Scans recorded traffic for leaked cards and seeds.
//!
//! Each message is compared with the journal at the time when the message was sent. Users may know all cards
//! that they have ever held. Everyone may know the cards that were played or laid open. When the deal is
//! over, all cards are public. A reply may repeat cards that the user named.
//!
//! The scan compares timestamps, so the sandbox's clock must show the time of the bot's wall clock, and move
//! between two events of a table.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use discord_sandbox::{Audience, Exchange, Protocol, Sender, Snowflake};
use serde_json::Value;
use ulti::discord::custom_id::{CustomId, TablePanel};
use ulti::table::{TableEvent, TableId, UserId};
use ulti::text::{self, DeckStyle};
use ulti_rules::{Card, CardSet};

use super::Journal;
use super::card_notation::{
    FinishedDeal, ListedSuit, RULES_PAGE_LINES, WELCOME_TEXTS, analysis_titles, card_names,
    cards_in_custom_id, code, each_string, finished_deal, referenced_deals, without_absent_cards,
};
use super::deal_knowledge::{DealKnowledge, deal_knowledge};
use super::emoji::Emojis;

/// Tolerance, in milliseconds, for comparing two clocks that are truncated to milliseconds.
const CLOCK_TOLERANCE: u64 = 3;
/// Time after the start of a deal during which messages may still show the previous deal, if clocks are real.
pub const IN_FLIGHT: Duration = Duration::from_secs(2);
/// Card names used as examples in error messages.
const CARD_EXAMPLES: [&str; 9] = [
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
/// Start of the line that lists the cards drawn to choose the first dealer, in each language.
const DRAW_PREFIXES: [&str; 2] = ["Drawing for the deal:", "Osztóhúzás:"];

/// Time between two readings of a wall clock that ticks. It exceeds the tolerance of the scan.
pub(crate) const TICK: Duration = Duration::from_millis(CLOCK_TOLERANCE + 1);
/// Time after the start of a deal during which messages may still show the previous deal, if the wall clock
/// ticks: ten ticks.
pub const IN_FLIGHT_TICKS: Duration = Duration::from_millis(10 * (CLOCK_TOLERANCE + 1));

/// Returns a description of each message that shows a card or seed to a user who must not know it.
pub fn leaks(exchanges: &[Exchange], journals: &[Journal]) -> Vec<String> {
    leaks_within(exchanges, journals, IN_FLIGHT)
}

/// Returns the same descriptions as [`leaks`]. `in_flight` is the time during which messages may still show
/// the previous deal.
pub fn leaks_within(exchanges: &[Exchange], journals: &[Journal], in_flight: Duration) -> Vec<String> {
    let in_flight = u64::try_from(in_flight.as_millis()).unwrap();
    let scan = Scan { in_flight, ..Scan::new(exchanges, journals) };
    let read = exchanges.iter().filter(|exchange| {
        exchange.protocol == Protocol::Rest
            && exchange.from == Sender::Bot
            && exchange.audience != Audience::Nobody
    });
    read.flat_map(|exchange| scan.check(exchange)).collect()
}

/// Returns the table if the interaction is a request to see the table's last trick. Otherwise, returns
/// `None`.
fn trick_of(data: &Value) -> Option<TableId> {
    match data["custom_id"].as_str()?.parse() {
        Ok(CustomId::Show { table, what: TablePanel::LastTrick }) => Some(table),
        _ => None,
    }
}

/// Returns the number of cards that the leak scan finds in content shown to users.
///
/// Tests use this number to verify that the scan recognizes cards at all.
pub fn cards_shown(exchanges: &[Exchange], journals: &[Journal]) -> usize {
    let scan = Scan::new(exchanges, journals);
    let read = exchanges.iter().filter(|exchange| exchange.audience != Audience::Nobody);
    read.map(|exchange| scan.cards(&exchange.body).len() as usize).sum()
}

/// Returns the cards that a message shows in its texts, alt texts, buttons and menus. `exchanges` contain the
/// emoji of the cards.
pub fn cards_in(message: &Value, exchanges: &[Exchange]) -> CardSet {
    Scan::new(exchanges, &[]).cards(message)
}

/// A user's interaction, with the cards that it names and the deal or trick that it requests.
struct Interaction {
    channel: u64,
    cards: CardSet,
    past: Option<FinishedDeal>,
    /// Set if the user pressed the "Previous trick" button of this table.
    trick_of: Option<TableId>,
}

/// The context of a message: its channel, and what the user named or requested in the interaction that the
/// message answers.
#[derive(Default)]
struct Place<'a> {
    channel: u64,
    /// Cards that the user named in the interaction. The bot may repeat them in its response.
    echo: CardSet,
    /// Finished deal that the user requested, if any.
    past: Option<&'a FinishedDeal>,
    /// Table whose last trick the user requested, if any.
    trick_of: Option<TableId>,
}

struct Scan {
    /// Time after the start of a deal, in milliseconds, during which messages may still show the previous
    /// deal.
    in_flight: u64,
    /// For each channel, the cards that players may know after each event, oldest event first.
    knowledge: HashMap<u64, Vec<DealKnowledge>>,
    /// The cards that players drew to choose the first dealer, keyed by channel.
    drawn: HashMap<u64, CardSet>,
    /// Recorded interactions, keyed by both their id and their token.
    interactions: HashMap<String, Interaction>,
    /// Time at which the sandbox started, in Unix milliseconds.
    sandbox_start: u64,
    /// Maps each seed to the time at which its deal ended, in Unix milliseconds. The time is `None` while the
    /// deal is still running.
    seeds: HashMap<String, Option<u64>>,
    /// All card names in lowercase, each with its card.
    names: Vec<(String, Card)>,
    /// The suits of lists that name each suit once.
    suits: Vec<ListedSuit>,
    emojis: Emojis,
    /// Cache of the cards found in each scanned text.
    found: RefCell<HashMap<String, CardSet>>,
}

impl Scan {
    fn new(exchanges: &[Exchange], journals: &[Journal]) -> Self {
        let mut scan = Self {
            in_flight: 0,
            knowledge: HashMap::new(),
            drawn: HashMap::new(),
            interactions: HashMap::new(),
            sandbox_start: 0,
            seeds: HashMap::new(),
            names: card_names().into_iter().map(|(name, card)| (name.to_lowercase(), card)).collect(),
            suits: ListedSuit::all(),
            emojis: Emojis::from_traffic(exchanges),
            found: RefCell::default(),
        };
        for journal in journals {
            scan.knowledge.entry(journal.channel).or_default().extend(deal_knowledge(journal));
            let draws = journal.events.iter().filter_map(|(_, event)| match event {
                TableEvent::Drew { draws, .. } => Some(draws.iter().map(|(_, card)| *card)),
                _ => None,
            });
            *scan.drawn.entry(journal.channel).or_default() |= draws.flatten().collect::<CardSet>();
        }
        for moment in scan.knowledge.values().flatten() {
            let over = scan.seeds.entry(moment.seed.clone()).or_default();
            *over = over.or(moment.over.then_some(moment.at));
        }
        let frames =
            exchanges.iter().filter(|one| one.protocol == Protocol::Gateway && one.from == Sender::Discord);
        for frame in frames.filter(|frame| frame.body["t"] == "INTERACTION_CREATE") {
            scan.record_interaction(frame);
        }
        scan
    }

    fn record_interaction(&mut self, frame: &Exchange) {
        let interaction = &frame.body["d"];
        let text = |key: &str| interaction[key].as_str().unwrap_or_default().to_owned();
        let id: Snowflake = text("id").parse().unwrap();
        // The id is created before the frame is sent, so the latest estimate is the best.
        self.sandbox_start = self.sandbox_start.max(id.created_at().saturating_sub(frame.at));
        let channel = text("channel_id").parse().unwrap();
        for key in ["id", "token"] {
            let data = &interaction["data"];
            let (cards, past, trick_of) = (self.named(data), finished_deal(data), trick_of(data));
            self.interactions.insert(text(key), Interaction { channel, cards, past, trick_of });
        }
    }

    fn check(&self, exchange: &Exchange) -> Vec<String> {
        let now = exchange.at + self.sandbox_start + CLOCK_TOLERANCE;
        let reader = match exchange.audience {
            Audience::Only(user) => Some(UserId(user.0)),
            Audience::Everyone | Audience::Nobody => None,
        };
        let mut found = self.early_seeds(exchange, now);
        let Place { channel, echo, past, trick_of } = self.place(exchange);
        let is_welcome = || WELCOME_TEXTS.iter().any(|text| exchange.body["content"] == **text);
        if past.is_some_and(|past| self.is_over(past, now)) || is_welcome() {
            return found;
        }
        let coded = |name: &str| cards_in_custom_id(&name.replace(|sign: char| !sign.is_alphanumeric(), ":"));
        let names = exchange.files.iter().map(|file| self.cards_in(&file.name) | coded(&file.name));
        let shown = names.fold(self.cards(&exchange.body), |all, cards| all | cards) - echo;
        let may = self.may_know(exchange, channel, reader, now);
        let is_of_picture = |key: &String| ["attachments", "content"].contains(&key.as_str());
        let is_picture_alone = exchange.body.as_object().is_some_and(|body| body.keys().all(is_of_picture));
        // Texts show the newest trick at most, pictures also earlier ones.
        let beside = |old: &DealKnowledge| if is_picture_alone { old.played } else { old.trick };
        let is_late = self.is_old_hand(shown, channel, reader, now, beside);
        let is_trick = trick_of.is_some_and(|table| self.was_played(shown, table, now));
        if !is_late && !is_trick && !may.iter().any(|may| may.is_superset(shown)) {
            let hidden = may.last().map_or(shown, |may| shown - *may);
            found.push(format!("{hidden} shown to {:?} by {exchange:?}", exchange.audience));
        }
        found
    }

    /// Returns `true` if the requested deal was over at the time `now`.
    fn is_over(&self, past: &FinishedDeal, now: u64) -> bool {
        match past {
            FinishedDeal::Kept => true,
            FinishedDeal::Numbered(table, number) => self.knowledge.values().flatten().any(|moment| {
                (moment.table, moment.number) == (*table, *number) && moment.over && moment.at <= now
            }),
        }
    }

    /// Returns `true` if `shown` is a hand that the reader held in a finished deal, perhaps with cards from
    /// `beside`, which had been played.
    ///
    /// Such a hand is not a leak: on a slow machine, it may be sent after the next deal has begun.
    fn is_old_hand(
        &self,
        shown: CardSet,
        channel: u64,
        reader: Option<UserId>,
        now: u64,
        beside: impl Fn(&DealKnowledge) -> CardSet,
    ) -> bool {
        let past = || self.knowledge.get(&channel).into_iter().flatten().filter(|moment| moment.at <= now);
        let is_over = |deal: &DealKnowledge| {
            past().any(|one| one.over && (one.table, one.number) == (deal.table, deal.number))
        };
        let is_held = |moment: &&DealKnowledge| {
            let own = moment.seats.iter().find(|(_, player)| reader.is_some() && player.user() == reader);
            own.is_some_and(|(seat, _)| {
                shown.is_superset(moment.hands[seat])
                    && beside(moment).is_superset(shown - moment.hands[seat])
            })
        };
        past().filter(is_held).any(is_over)
    }

    /// Returns `true` if `shown` has at most three cards and all of them were played in the table's newest
    /// deal.
    fn was_played(&self, shown: CardSet, table: TableId, now: u64) -> bool {
        let of_table = |moment: &&DealKnowledge| moment.table == table.0 && moment.at <= now;
        let newest = self.knowledge.values().flatten().filter(of_table).last();
        shown.len() <= 3 && newest.is_some_and(|newest| newest.played.is_superset(shown))
    }

    fn early_seeds(&self, exchange: &Exchange, now: u64) -> Vec<String> {
        let text = exchange.body.to_string();
        let is_early = |over: &Option<u64>| over.is_none_or(|at| at > now);
        let early = self.seeds.iter().filter(|(seed, over)| is_early(over) && text.contains(seed.as_str()));
        early.map(|(seed, _)| format!("the seed {seed} before its deal was over: {exchange:?}")).collect()
    }

    /// Returns the sets of cards that the reader may know at the time `now`.
    ///
    /// There are two sets if the message may refer to either the current or the previous deal.
    fn may_know(&self, exchange: &Exchange, channel: u64, reader: Option<UserId>, now: u64) -> Vec<CardSet> {
        let past: Vec<&DealKnowledge> =
            self.knowledge.get(&channel).into_iter().flatten().filter(|moment| moment.at <= now).collect();
        let text = exchange.body.to_string();
        let marked = referenced_deals(&exchange.body);
        let is_analysed = |number| analysis_titles(number).iter().any(|title| text.contains(title));
        let is_meant = |moment: &&&DealKnowledge| {
            let is_marked =
                marked.contains(&(moment.table, moment.number)) || text.contains(&moment.commitment);
            is_marked || (moment.over && is_analysed(moment.number))
        };
        if let Some(meant) = past.iter().rev().find(is_meant) {
            return vec![meant.may_know(reader)];
        }
        let Some(newest) = past.last() else { return vec![CardSet::EMPTY] };
        let began = |number| past.iter().find(|one| one.table == newest.table && one.number == number);
        let fresh = began(newest.number).is_some_and(|first| first.at + self.in_flight >= now);
        let previous = past.iter().rev().find(|one| one.table == newest.table && one.number < newest.number);
        let late = previous.filter(|_| fresh).map(|previous| previous.may_know(reader));
        late.into_iter().chain([newest.may_know(reader)]).collect()
    }

    /// Returns the context of a message: its channel, and what the user named or requested in the interaction
    /// that the message answers.
    fn place(&self, exchange: &Exchange) -> Place<'_> {
        let path = exchange.path.as_deref().unwrap_or_default();
        let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
        let said = words.iter().find_map(|word| self.interactions.get(*word));
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

    /// Returns the cards named in a user's input.
    fn named(&self, data: &Value) -> CardSet {
        let mut cards = self.cards(data);
        each_string(data, &mut |_, said| {
            cards |= said
                .parse()
                .or_else(|_| text::parse_card(DeckStyle::default(), said))
                .map_or(CardSet::EMPTY, CardSet::of);
        });
        cards
    }

    fn cards(&self, body: &Value) -> CardSet {
        let mut cards = CardSet::EMPTY;
        each_string(body, &mut |key, text| {
            cards |= self.cards_in(text);
            cards |= match key {
                "custom_id" => cards_in_custom_id(text),
                "value" => code(text).map_or_else(|| cards_in_custom_id(text), CardSet::of),
                _ => CardSet::EMPTY,
            };
        });
        cards
    }

    /// Returns the cards that appear in a text as names, abbreviations or emoji.
    fn cards_in(&self, text: &str) -> CardSet {
        if let Some(found) = self.found.borrow().get(text) {
            return *found;
        }
        let mut plain = without_absent_cards(text);
        for example in CARD_EXAMPLES {
            plain = plain.replace(example, " ");
        }
        let lines = plain.lines().map(|line| {
            if RULES_PAGE_LINES.contains(line) {
                return CardSet::EMPTY;
            }
            let cards = self.cards_in_line(&line.to_lowercase());
            let is_draw = DRAW_PREFIXES.iter().any(|start| line.contains(start));
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
            |name: &str| line.match_indices(name).any(|(at, _)| begins(at) && ends(at + name.len()));
        let named: CardSet =
            self.names.iter().filter(|(name, _)| is_named(name)).map(|(_, card)| *card).collect();
        let listed = self.suits.iter().map(|suit| suit.cards_in(line));
        listed.fold(named | self.emojis.cards_in(line), |all, cards| all | cards)
    }
}

#[cfg(test)]
mod tests;
