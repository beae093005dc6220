//! Three simulated people at a table, who use the buttons of their hands.

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{ActionError, Message, Response, Sandbox, SimulatedUser, Snowflake};
use serde_json::{Value, json};
use ulti_testkit::enabled;

use crate::report::{Played, Report};
use crate::{channel, person};

/// Delay after an action before the public message is checked. It doubles with every further check.
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// Maximum delay between two checks of a public message.
const LONGEST_LOOK: Duration = Duration::from_secs(1);
/// Deadline for the update of a message after an action.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Time after which an action that was not answered is repeated while the tables are set up.
const RETRY: Duration = Duration::from_secs(2);

/// A card that was played.
#[derive(Debug)]
struct Acted {
    /// Time in milliseconds since 1970.
    at: i64,
    /// Deadline of the next turn in seconds since 1970, from the response. Messages with this deadline or a
    /// later one show the card.
    deadline: Option<u64>,
    /// The newest public message when the card was played, and its deadline.
    before: Option<(Snowflake, Option<u64>)>,
}

/// A table with three simulated people.
pub(crate) struct Table {
    people: Vec<SimulatedUser>,
    /// Message with the hand of each seat.
    hands: Vec<Option<Snowflake>>,
    report: Arc<Report>,
    /// The latest card that was played, until the public messages show it.
    acted: Option<Acted>,
    random: fastrand::Rng,
}

impl Table {
    /// Opens a table, lets three people join, and starts the first deal.
    pub(crate) async fn sit_down(sandbox: Arc<Sandbox>, report: Arc<Report>, place: usize) -> Self {
        let at = |seat| sandbox.user(&person(place, seat)).in_channel(&channel(place));
        let table = Self {
            people: (0..3).map(at).collect(),
            hands: vec![None; 3],
            report,
            acted: None,
            random: fastrand::Rng::with_seed(place as u64),
        };
        while table.newest_message().is_none() && table.people[0].command("ulti new", []).await.is_err() {
            tokio::time::sleep(RETRY).await;
        }
        for (seat, wanted, next) in [(1, "join", "start"), (2, "join", "start"), (2, "start", "show:hand")] {
            while table.press_public(seat, wanted, next).await.is_err() {
                tokio::time::sleep(RETRY).await;
            }
        }
        table
    }

    /// Waits for a button on a public message and presses the newest one. Does nothing if only the button
    /// `next` is left: an earlier press took effect although it was not answered.
    ///
    /// # Panics
    ///
    /// If neither button appears.
    async fn press_public(&self, seat: usize, wanted: &str, next: &str) -> Result<(), ActionError> {
        let person = &self.people[seat];
        let with = |messages: &[Message], button| {
            let mut public = messages.iter().rev().filter(|message| !message.is_ephemeral());
            public.find_map(|message| Some((message.clone(), enabled(message, button).next()?)))
        };
        let has_either = |messages: &[Message]| with(messages, wanted).or(with(messages, next)).is_some();
        let messages = person.wait_until(has_either, TIMEOUT).await.unwrap();
        let Some((message, button)) = with(&messages, wanted) else { return Ok(()) };
        self.timed(wanted_kind(wanted), person.press(&message, &button)).await.map(|_| ())
    }

    /// Runs an action and reports its response time.
    async fn timed(
        &self,
        kind: &'static str,
        act: impl Future<Output = Result<Response, ActionError>>,
    ) -> Result<Response, ActionError> {
        let began = Instant::now();
        let answer = act.await;
        self.report.took(kind, began.elapsed(), answer.is_ok());
        answer
    }

    /// Plays at the table until a point in time. `pace` is the mean time between actions.
    pub(crate) async fn play(&mut self, until: Instant, pace: Duration) {
        tokio::time::sleep(pace.mul_f64(self.random.f64())).await;
        while Instant::now() < until {
            // Usually a player can act. Otherwise the deal is over, or the messages are out of date because
            // the bot was down or a response was lost.
            if !self.act().await && !self.next_deal().await {
                self.dismiss_hands();
            }
            let pause = Instant::now() + pace.mul_f64(0.5 + self.random.f64());
            self.report_freshness(pause).await;
            tokio::time::sleep_until(pause.into()).await;
        }
    }

    /// Dismisses all messages with hands, so that they are requested again.
    fn dismiss_hands(&mut self) {
        for (person, hand) in self.people.iter().zip(&mut self.hands) {
            if let Some(hand) = hand.take() {
                let _ = person.dismiss(hand);
            }
        }
    }

    /// Reports how long the public messages took to show the latest card, watching them until `deadline`.
    async fn report_freshness(&mut self, deadline: Instant) {
        let Some(acted) = self.acted.take() else { return };
        let mut interval = FIRST_LOOK;
        loop {
            if let Some(message) = self.newest_message().filter(|message| acted.is_shown(message)) {
                let shown = changed_at(&message).unwrap_or(i64::MAX);
                let after = u64::try_from(shown - acted.at).unwrap_or(0);
                return self.report.shown(Some(Duration::from_millis(after)));
            }
            if Instant::now() >= deadline {
                return self.report.shown(None);
            }
            tokio::time::sleep_until(deadline.min(Instant::now() + interval).into()).await;
            interval = (2 * interval).min(LONGEST_LOOK);
        }
    }

    /// Returns the newest public message.
    fn newest_message(&self) -> Option<Message> {
        let messages = self.people[0].messages().into_iter();
        messages.filter(|message| !message.is_ephemeral()).max_by_key(Message::id)
    }

    /// Starts the next deal. Returns `true` if there was a button for it and the press was answered.
    async fn next_deal(&mut self) -> bool {
        let person = &self.people[0];
        let messages = person.messages();
        let newest = messages.iter().rev().filter(|message| !message.is_ephemeral()).take(2);
        let next = newest.into_iter().find_map(|message| Some((message, enabled(message, "next").next()?)));
        let Some((message, button)) = next else { return false };
        self.timed("next", person.press(message, &button)).await.is_ok()
    }

    /// Performs an action as the first player who can act. Returns `false` if no player can act.
    async fn act(&mut self) -> bool {
        for seat in 0..3 {
            if self.hand(seat).is_none() {
                self.show_hand(seat).await;
            }
            let Some(hand) = self.hand(seat) else { continue };
            if self.act_by(seat, &hand).await {
                return true;
            }
        }
        false
    }

    /// Stores the message with a seat's hand and dismisses the previous one.
    ///
    /// The response to a command is a new message, and the bot updates only the newest message.
    fn remember_hand(&mut self, seat: usize, answer: &Result<Response, ActionError>) {
        if let Ok(Response { message: Some(message), .. }) = answer
            && let Some(before) = self.hands[seat].replace(message.id())
            && before != message.id()
        {
            let _ = self.people[seat].dismiss(before);
        }
    }

    /// Returns the message with a seat's hand.
    fn hand(&self, seat: usize) -> Option<Message> {
        self.people[seat].message(self.hands[seat]?)
    }

    /// Requests the hand of a seat.
    async fn show_hand(&mut self, seat: usize) {
        let person = &self.people[seat];
        let messages = person.messages();
        let public = messages.iter().rev().filter(|message| !message.is_ephemeral());
        let Some((message, button)) =
            public.into_iter().find_map(|message| Some((message, enabled(message, "show:hand").next()?)))
        else {
            return;
        };
        let answer = self.timed("hand", person.press(message, &button)).await;
        self.remember_hand(seat, &answer);
    }

    /// Takes an action that a seat's hand offers. Returns `false` if there is none.
    async fn act_by(&mut self, seat: usize, hand: &Message) -> bool {
        let person = self.people[seat].clone();
        let cards: Vec<String> = enabled(hand, "play").collect();
        if let Some(button) = self.pick(&cards) {
            let mut parts = button.rsplit(':');
            let (card, moment) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let deal = moment.split('.').next().and_then(|deal| deal.parse().ok()).unwrap_or(0);
            let card = card.to_owned();
            let (at, before) = (now(), self.newest_message());
            let answer = self.timed("play", person.command("play", [("card", json!(card))])).await;
            self.acted = answer.as_ref().ok().map(|answer| Acted {
                at,
                deadline: answer.message.as_ref().and_then(deadline_of),
                before: before.map(|message| (message.id(), deadline_of(&message))),
            });
            self.remember_hand(seat, &answer);
            self.note(seat, deal, card, answer);
            return true;
        }
        for wanted in ["pass", "trump", "no-kontra"] {
            let offered: Vec<String> = enabled(hand, wanted).collect();
            if let Some(button) = self.pick(&offered) {
                let _ = self.timed("button", person.press_raw(hand.id(), &button)).await;
                return true;
            }
        }
        hand.components().any(|item| item["type"] == 3) && self.bid(seat, &person).await
    }

    /// Returns a random element of `offered`.
    fn pick(&self, offered: &[String]) -> Option<String> {
        let place = self.random.clone().usize(..offered.len().max(1));
        offered.get(place).cloned()
    }

    /// Records a played card. If it was acknowledged, it must be in the journal.
    fn note(&self, seat: usize, deal: u32, card: String, answer: Result<Response, ActionError>) {
        let text = answer.ok().and_then(|answer| answer.message).map(|message| message.text());
        if let Some(text) = text {
            let (channel, user) = (self.people[seat].channel(), self.people[seat].id());
            self.report.played(Played { channel, user, deal, card }, &text);
        }
    }

    /// Bids the weakest contract and lays down the first two cards that are offered.
    async fn bid(&mut self, seat: usize, person: &SimulatedUser) -> bool {
        let first = async |option: &str, given: Vec<(&'static str, Value)>| {
            let offered = person.autocomplete_with("bid", given, option, "").await.ok()?;
            offered.into_iter().next().map(|choice| choice.value)
        };
        let Some(contract) = first("contract", vec![]).await else { return false };
        let Some(one) = first("first", vec![]).await else { return false };
        let Some(other) = first("second", vec![("first", one.clone())]).await else { return false };
        let bid = [("contract", contract), ("first", one), ("second", other)];
        let answer = self.timed("bid", person.command("bid", bid)).await;
        self.remember_hand(seat, &answer);
        answer.is_ok()
    }
}

impl Acted {
    /// Returns `true` if the newest public message shows the card.
    fn is_shown(&self, newest: &Message) -> bool {
        let now = (newest.id(), deadline_of(newest));
        if self.before.is_some_and(|(before, _)| before != now.0) {
            return true; // the result of the deal
        }
        match (self.deadline, now.1) {
            (Some(expected), Some(shown)) => shown >= expected,
            _ => self.before != Some(now),
        }
    }
}

/// Returns the latest time in a message in seconds since 1970, which is the deadline of the next turn.
fn deadline_of(message: &Message) -> Option<u64> {
    let text = message.text();
    let times = text.split("<t:").skip(1).filter_map(|rest| rest.split(':').next()?.parse().ok());
    times.max()
}

/// Returns the current time in milliseconds since 1970.
fn now() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// Returns when a message was posted or last edited, in milliseconds since 1970.
fn changed_at(message: &Message) -> Option<i64> {
    let json = message.json();
    let text = json["edited_timestamp"].as_str().or(json["timestamp"].as_str())?;
    let time = time::OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339).ok()?;
    i64::try_from(time.unix_timestamp_nanos() / 1_000_000).ok()
}

/// Returns the kind of action under which a public button is reported.
const fn wanted_kind(wanted: &str) -> &'static str {
    match wanted.as_bytes() {
        b"join" => "join",
        b"start" => "start",
        _ => "button",
    }
}

/// Invokes the baseline command until a point in time. `pace` is the mean number of seconds between calls.
pub(crate) async fn invoke_bare(person: &SimulatedUser, report: &Report, until: Instant, pace: f64) {
    let mut random = fastrand::Rng::new();
    tokio::time::sleep(Duration::from_secs_f64(pace * random.f64())).await;
    while Instant::now() < until {
        let began = Instant::now();
        let answer = person.command("bare", []).await;
        report.took("bare", began.elapsed(), answer.is_ok());
        tokio::time::sleep(Duration::from_secs_f64(pace * (0.5 + random.f64()))).await;
    }
}
