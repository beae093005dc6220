//! Claims (`RULES §5`): proofs, checked by exhaustive search of the last tricks, and their outcome in
//! records.

use std::sync::Arc;

use serde_json::{Value, json};
use ulti_rules::{
    Action, Book, BySeat, Card, Deal, DealEnd, Event, Record, RuleSet, Seat, Settlement, Stage, Start,
};

use crate::notation::cards;
use crate::random::{Dice, PlayStyle, play_out, start};
use crate::reference::replay::BookCache;

const DEALS: u64 = 2400;

fn after(deal: &Deal, seat: Seat, action: Action) -> Deal {
    let mut next = deal.clone();
    deal.judge(seat, action).expect("legal action").iter().for_each(|event| next.apply(event));
    next
}

fn paid(settlement: &Settlement) -> ([i32; 3], i32) {
    (settlement.payments.0, settlement.window)
}

/// Returns the deals that result from playing each legal card.
fn next_positions(deal: &Deal, seat: Seat) -> impl Iterator<Item = Deal> {
    deal.legal(seat).cards.iter().map(move |card| after(deal, seat, Action::Play(card)))
}

/// Returns `true` if the declarer can force this result against every defence.
fn can_force(deal: &Deal, declarer: Seat, wanted: ([i32; 3], i32)) -> bool {
    let Some(turn) = deal.turn() else { return deal.settlement().map(paid) == Some(wanted) };
    let mut next = next_positions(deal, turn).map(|deal| can_force(&deal, declarer, wanted));
    if turn == declarer { next.any(|can| can) } else { next.all(|can| can) }
}

/// Checks a claim in this position. Returns `true` if the claim was proven.
fn check_claim(deal: &Deal) -> bool {
    let (declarer, _) = deal.contract().expect("deal is in play");
    let claimed = after(deal, declarer, Action::Claim);
    if let Some(settlement) = claimed.settlement() {
        assert!(
            can_force(deal, declarer, paid(settlement)),
            "result is not forced: {settlement:?} in {deal:#?}"
        );
        return true;
    }
    false
}

/// Returns the books (lists of legal contracts) of all presets, and of a rule set that pays for collecting
/// all four aces or tens.
fn books() -> Vec<Arc<Book>> {
    let presets = RuleSet::preset_names().map(|name| RuleSet::preset(name).expect("known preset"));
    let rablo = RuleSet::preset("rablo").expect("known preset");
    let with_tens = rablo.with_rule("four_tens", true.into()).expect("valid house rules");
    presets.chain([with_tens]).map(|rules| Arc::new(Book::new(rules))).collect()
}

#[test]
fn claim_ends_deal_only_if_declarer_can_force_result() {
    let (mut proven, mut open) = (0, 0);
    let books = books();
    for seed in 0..DEALS {
        let mut dice = Dice(seed);
        let book = &books[usize::try_from(seed).expect("number fits") % books.len()];
        let deal = Deal::new(Arc::clone(book), start(&mut dice)).expect("valid deal");
        let style = PlayStyle::plain(&mut dice);
        play_out(deal, style, &mut dice, |deal, _, _, events| {
            let late = deal.view(None).board().is_some_and(|board| board.tricks.len() >= 7);
            if late && events.iter().any(|event| matches!(event, Event::Played { .. })) {
                *(if check_claim(deal) { &mut proven } else { &mut open }) += 1;
            }
        });
    }
    assert!(proven > 100 && open > 100, "too few claims: {proven} proven, {open} not proven");
}

/// A durchmars with all eight trumps, after its first trick. Version 0.1.0 cannot prove a claim here.
struct EightTrumps {
    deal: Deal,
    events: Vec<Event>,
}

impl EightTrumps {
    fn new() -> Self {
        let hands = ["AA L789XUOKA HA B78", "A789XU H789XU", "AOK HOK B9XUOKA"];
        let hands = BySeat(hands.map(|hand| cards(hand).expect("valid cards")));
        let book = Arc::new(Book::preset("rablo").expect("known preset"));
        let start = Start { dealer: Seat::Two, hands, window: 0 };
        let deal = Deal::new(book, start).expect("valid deal");
        let mut this = Self { deal, events: Vec::new() };
        let contract = "durchmars".parse().expect("valid contract");
        this.act(Seat::Zero, Action::Bid { contract, discard: Some(cards("B78").expect("valid cards")) });
        for seat in [Seat::One, Seat::Two, Seat::Zero] {
            this.act(seat, Action::Pass);
        }
        this.act(Seat::Zero, Action::Trump(Some(ulti_rules::Suit::Leaves)));
        for (seat, card) in [(Seat::Zero, "LA"), (Seat::One, "A7"), (Seat::Two, "AO")] {
            this.act(seat, Action::Play(card.parse().expect("valid card")));
        }
        this
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let (events, after) = self.deal.after(seat, action).expect("legal action");
        self.events.extend(events);
        self.deal = after;
    }

    /// Plays the first legal card of each seat until the deal is over.
    fn play_on(&mut self) {
        while let Some(seat) = self.deal.turn() {
            // The VII of trumps is kept for the last trick, because it sorts before the other trumps.
            let card: Card = self.deal.legal(seat).cards.iter().last().expect("legal card");
            self.act(seat, Action::Play(card));
        }
    }

    fn record(&self) -> Value {
        let names = ["a", "b", "c"].map(str::to_owned);
        let record =
            Record::of(self.deal.book(), self.deal.start(), &self.events, names).expect("finished deal");
        serde_json::to_value(record).expect("valid JSON")
    }
}

fn replay(record: &Value) -> Result<Deal, String> {
    let record = Record::from_json(&record.to_string()).map_err(|error| error.to_string())?;
    let deal = record.replay().map_err(|error| error.to_string())?;
    let frames = record.frames().map_err(|error| error.to_string())?;
    assert_eq!(frames.last().and_then(ulti_rules::ReplayFrame::settlement), deal.settlement());
    Ok(deal)
}

/// Returns the action of a record that is a claim.
fn claim_of(record: &mut Value) -> &mut serde_json::Map<String, Value> {
    let actions = record["actions"].as_array_mut().expect("list of actions");
    let claim = actions.iter_mut().find(|action| action.get("claim").is_some());
    claim.and_then(Value::as_object_mut).expect("claim")
}

#[test]
fn record_states_accepted_claim() {
    let mut game = EightTrumps::new();
    game.act(Seat::Zero, Action::Claim);
    let mut record = game.record();
    assert_eq!(claim_of(&mut record)["accepted"], json!(true));
    let deal = replay(&record).expect("valid record");
    assert_eq!(deal.settlement(), game.deal.settlement());
    assert!(matches!(deal.view(None).stage, Stage::Over { end: DealEnd::Claimed, .. }));
    BookCache::default().replay(&record).expect("valid for the reference implementation");
    // Version 0.1.0 would not have proven the claim, so a record of its time would go on.
    claim_of(&mut record).remove("accepted");
    assert_eq!(replay(&record).unwrap_err(), "the deal is not over after 9 actions");
}

/// A journal of version 0.1.0 contains a claim without a settlement, because its search could not prove it.
#[test]
fn rejected_claim_of_older_version_stays_rejected() {
    let mut game = EightTrumps::new();
    let claimed = Event::Claimed { seat: Seat::Zero };
    assert!(game.deal.fits(&claimed));
    game.deal.apply(&claimed);
    game.events.push(claimed);
    assert!(game.deal.is_complete());
    game.play_on();
    let mut record = game.record();
    assert_eq!(claim_of(&mut record)["accepted"], json!(false));
    for _ in 0..2 {
        let deal = replay(&record).expect("valid record");
        assert_eq!(deal.settlement(), game.deal.settlement());
        assert!(matches!(deal.view(None).stage, Stage::Over { end: DealEnd::Played, .. }));
        BookCache::default().replay(&record).expect("valid for the reference implementation");
        // A record of version 0.1.0 does not state the outcome.
        claim_of(&mut record).remove("accepted");
    }
}

#[test]
fn accepted_claim_with_wrong_result_is_refused() {
    let mut game = EightTrumps::new();
    game.act(Seat::Zero, Action::Claim);
    let record = game.record();
    let refusal = "action 9: the claim does not force the recorded result";
    let mut forged = record.clone();
    forged["result"]["payments"] = json!([32, -16, -16]);
    assert_eq!(replay(&forged).unwrap_err(), refusal);
    // Frames are for records that were verified before, so they do not repeat the search.
    assert!(Record::from_json(&forged.to_string()).unwrap().frames().is_ok());
    // A lost durchmars is an outcome of the contract, but the declarer can force a better one.
    let lost = json!({"game": "durchmars", "side": "declarer", "made": false, "value": 12, "kontra": 1,
        "against": [1, 2], "points": -12});
    forged["result"] = json!({"payments": [-24, 12, 12], "window": 0, "items": [lost]});
    assert_eq!(replay(&forged).unwrap_err(), refusal);
    let mut early = record.clone();
    let actions = early["actions"].as_array_mut().expect("list of actions");
    actions.drain(5..8);
    assert_eq!(replay(&early).unwrap_err(), "action 6: the claim does not force the recorded result");
    let mut without = record;
    without["rules"] = json!({"preset": "rablo", "claim": false});
    assert_eq!(replay(&without).unwrap_err(), refusal);
}

/// An earlier version accepted this claim with payments for silent four aces, although the declarer keeps the
/// ace of bells.
#[test]
fn claim_with_wrong_result_of_earlier_version_is_replayed_with_warning() {
    let text = include_str!("data/claim_with_shared_limits.json");
    let record = Record::from_json(text).expect("valid JSON");
    let replayed = record.replay_with_warnings().expect("valid record");
    assert_eq!(replayed.deal.settlement(), Some(&record.result));
    let warnings: Vec<String> = replayed.warnings.iter().map(ToString::to_string).collect();
    let warning = "action 26: an earlier version accepted the claim with payments 42, -84, 42; \
                   the correct payments are 40, -80, 40";
    assert_eq!(warnings, [warning]);
    assert_eq!(
        record.frames().expect("valid record").last().and_then(|frame| frame.settlement()),
        Some(&record.result)
    );
    let (before, claim) = record.positions().expect("valid record").pop().expect("action");
    let (_, again) = before.after(claim.seat, claim.action).expect("legal claim");
    assert_eq!(again.settlement().map(paid), Some(([40, -80, 40], 0)));

    // A made 40-100 is an outcome of the contract, but the declarer cannot force it.
    let mut forged: Value = serde_json::from_str(text).expect("valid JSON");
    forged["result"] = serde_json::to_value(again.settlement()).expect("valid JSON");
    assert!(replay(&forged).is_ok());
    forged["result"]["payments"] = json!([24, -48, 24]);
    forged["result"]["items"][0]["made"] = json!(true);
    forged["result"]["items"][0]["points"] = json!(8);
    assert_eq!(replay(&forged).unwrap_err(), "action 26: the claim does not force the recorded result");
}

/// In both records the declarer has seen the same cards, with two tricks left in a betli. In one of them only
/// discarding the VIII of bells avoids a trick, in the other only the VIII of hearts. An earlier version
/// accepted both claims, because it searched with all cards known.
#[test]
fn claim_that_needs_guess_is_rejected() {
    for text in [include_str!("data/claim_guess_bells.json"), include_str!("data/claim_guess_hearts.json")] {
        let record = Record::from_json(text).expect("valid JSON");
        let replayed = record.replay_with_warnings().expect("valid record");
        assert_eq!(replayed.deal.settlement(), Some(&record.result));
        let warnings: Vec<String> = replayed.warnings.iter().map(ToString::to_string).collect();
        let warning = "action 30: an earlier version accepted the claim with payments 10, -5, -5; \
                       it would be rejected now";
        assert_eq!(warnings, [warning]);
        let (before, claim) = record.positions().expect("valid record").pop().expect("action");
        let (events, again) = before.after(claim.seat, claim.action).expect("legal claim");
        assert_eq!(events, [Event::Claimed { seat: claim.seat }]);
        assert!(again.turn().is_some());
    }
}

#[test]
fn records_of_random_claims_replay_with_and_without_outcome() {
    let (mut stated, mut early) = (0, 0);
    for preset in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(preset).expect("known preset"));
        for seed in 0..60 {
            let mut dice = Dice(7_000_000 + seed);
            let begin = start(&mut dice);
            let deal = Deal::new(Arc::clone(&book), begin.clone()).expect("valid deal");
            let (style, mut events) = (PlayStyle::any(&mut dice), Vec::new());
            let over = play_out(deal, style, &mut dice, |_, _, _, all| events.extend_from_slice(all));
            let names = ["a", "b", "c"].map(str::to_owned);
            let record = Record::of(&book, &begin, &events, names).expect("finished deal");
            let mut document = serde_json::to_value(&record).expect("valid JSON");
            let replayed = replay(&document).expect("valid record");
            assert_eq!((replayed.settlement(), replayed.version()), (over.settlement(), over.version()));
            let actions = document["actions"].as_array_mut().expect("list of actions");
            let claims = actions.iter_mut().filter(|action| action.get("claim").is_some());
            let removed = claims.filter_map(|claim| claim.as_object_mut()?.remove("accepted")).count();
            stated += removed;
            // Late claims have the same outcome in both searches.
            early += usize::from(removed > 0 && replay(&document).is_ok());
        }
    }
    assert!(stated > 30 && early > 10, "{stated} claims, {early} of them also proven early");
}
