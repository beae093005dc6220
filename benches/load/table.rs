//! Three people at a table: they look at their own hands and do what these offer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ulti::playground::{Answer, Failure, Id, Message, Person, Playground};

use crate::report::{Played, Report};
use crate::{channel, person};

/// How long the bot may take to show something that follows from an answer.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Table {
    people: Vec<Person>,
    /// The message with each one's hand.
    hands: Vec<Option<Id>>,
    report: Arc<Report>,
    random: fastrand::Rng,
}

/// The verb of a custom id such as `u1:1:play:2.17:H7`.
fn verb(custom_id: &str) -> &str {
    let rest = custom_id.splitn(3, ':').nth(2).unwrap_or_default();
    if rest.starts_with("show:") { rest } else { rest.split(':').next().unwrap_or_default() }
}

fn enabled<'a>(message: &'a Message, wanted: &'a str) -> impl Iterator<Item = String> + 'a {
    let pressable = message.components().filter(|item| item["type"] == 2 && item["disabled"] != true);
    let ids = pressable.filter_map(|item| item["custom_id"].as_str());
    ids.filter(move |id| verb(id) == wanted).map(str::to_owned)
}

impl Table {
    /// Opens a table, has three people sit down, and begins.
    pub(crate) async fn sit_down(playground: Arc<Playground>, report: Arc<Report>, place: usize) -> Self {
        let at = |seat| playground.person(&person(place, seat)).in_channel(&channel(place));
        let table = Self {
            people: (0..3).map(at).collect(),
            hands: vec![None; 3],
            report,
            random: fastrand::Rng::with_seed(place as u64),
        };
        table.people[0].command("ulti new", []).await.unwrap();
        for (seat, wanted) in [(1, "join"), (2, "join"), (2, "start")] {
            table.press_public(seat, wanted).await.unwrap();
        }
        table
    }

    /// Waits for a button of the newest public message that has it, and presses it.
    async fn press_public(&self, seat: usize, wanted: &str) -> Result<Answer, Failure> {
        let person = &self.people[seat];
        let with = |messages: &[Message]| {
            let mut public = messages.iter().rev().filter(|message| !message.is_ephemeral());
            public.find_map(|message| Some((message.clone(), enabled(message, wanted).next()?)))
        };
        let messages = person.until(|messages| with(messages).is_some(), PATIENCE).await?;
        let Some((message, button)) = with(&messages) else { return Err(Failure::NoAnswer) };
        self.timed(wanted_kind(wanted), person.press(&message, &button)).await
    }

    async fn timed(
        &self,
        kind: &'static str,
        act: impl Future<Output = Result<Answer, Failure>>,
    ) -> Result<Answer, Failure> {
        let began = Instant::now();
        let answer = act.await;
        self.report.took(kind, began.elapsed(), answer.is_ok());
        answer
    }

    /// Plays on, at this pace, until the time is over.
    pub(crate) async fn play(&mut self, until: Instant, pace: Duration) {
        tokio::time::sleep(pace.mul_f64(self.random.f64())).await;
        while Instant::now() < until {
            // Somebody is asked to do something, as a rule; otherwise the deal is over, or what they look at
            // is out of date: the bot was away, or an answer was lost.
            if !self.act().await && !self.next_deal().await {
                self.put_hands_away();
            }
            tokio::time::sleep(pace.mul_f64(0.5 + self.random.f64())).await;
        }
    }

    fn put_hands_away(&mut self) {
        for (person, hand) in self.people.iter().zip(&mut self.hands) {
            if let Some(hand) = hand.take() {
                let _ = person.dismiss(hand);
            }
        }
    }

    /// Whether there was a button for it that was answered.
    async fn next_deal(&mut self) -> bool {
        let person = &self.people[0];
        let messages = person.messages();
        let newest = messages.iter().rev().filter(|message| !message.is_ephemeral()).take(2);
        let next = newest.into_iter().find_map(|message| Some((message, enabled(message, "next").next()?)));
        let Some((message, button)) = next else { return false };
        self.timed("next", person.press(message, &button)).await.is_ok()
    }

    /// One action of whoever is asked for one; false where nobody is.
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

    /// A command is answered by a new message with the hand, which is the one that is kept up to date. The
    /// one before is put away, as people do.
    fn hold(&mut self, seat: usize, answer: &Result<Answer, Failure>) {
        if let Ok(Answer { message: Some(message), .. }) = answer
            && let Some(before) = self.hands[seat].replace(message.id())
            && before != message.id()
        {
            let _ = self.people[seat].dismiss(before);
        }
    }

    fn hand(&self, seat: usize) -> Option<Message> {
        self.people[seat].message(self.hands[seat]?)
    }

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
        self.hold(seat, &answer);
    }

    async fn act_by(&mut self, seat: usize, hand: &Message) -> bool {
        let person = self.people[seat].clone();
        let cards: Vec<String> = enabled(hand, "play").collect();
        if let Some(button) = self.pick(&cards) {
            let mut parts = button.rsplit(':');
            let (card, moment) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let deal = moment.split('.').next().and_then(|deal| deal.parse().ok()).unwrap_or(0);
            let card = card.to_owned();
            let answer = self.timed("play", person.command("play", [("card", json!(card))])).await;
            self.hold(seat, &answer);
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

    fn pick(&self, offered: &[String]) -> Option<String> {
        let place = self.random.clone().usize(..offered.len().max(1));
        offered.get(place).cloned()
    }

    /// A card that the bot has acknowledged has to be in the journal, once.
    fn note(&self, seat: usize, deal: u32, card: String, answer: Result<Answer, Failure>) {
        let said = answer.ok().and_then(|answer| answer.message).map(|message| message.text());
        if let Some(said) = said {
            let (channel, user) = (self.people[seat].channel(), self.people[seat].id());
            self.report.played(Played { channel, user, deal, card }, &said);
        }
    }

    /// The weakest contract, with the first two cards that may be laid away.
    async fn bid(&mut self, seat: usize, person: &Person) -> bool {
        let first = async |option: &str, given: Vec<(&'static str, Value)>| {
            let offered = person.autocomplete_with("bid", given, option, "").await.ok()?;
            offered.into_iter().next().map(|choice| choice.value)
        };
        let Some(contract) = first("contract", vec![]).await else { return false };
        let Some(one) = first("first", vec![]).await else { return false };
        let Some(other) = first("second", vec![("first", one.clone())]).await else { return false };
        let bid = [("contract", contract), ("first", one), ("second", other)];
        let answer = self.timed("bid", person.command("bid", bid)).await;
        self.hold(seat, &answer);
        answer.is_ok()
    }
}

const fn wanted_kind(wanted: &str) -> &'static str {
    match wanted.as_bytes() {
        b"join" => "join",
        b"start" => "start",
        _ => "button",
    }
}

/// Invokes the bare command at this pace, in seconds.
pub(crate) async fn invoke_bare(person: &Person, report: &Report, until: Instant, pace: f64) {
    let mut random = fastrand::Rng::new();
    tokio::time::sleep(Duration::from_secs_f64(pace * random.f64())).await;
    while Instant::now() < until {
        let began = Instant::now();
        let answer = person.command("bare", []).await;
        report.took("bare", began.elapsed(), answer.is_ok());
        tokio::time::sleep(Duration::from_secs_f64(pace * (0.5 + random.f64()))).await;
    }
}
