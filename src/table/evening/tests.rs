//! Tests of the confirmations that bids, trumps and taking the talon require.
//!
//! Contracts that cannot be won are recomputed from the written form of contracts and cards, without the
//! functions of `ulti-rules`.

use std::collections::BTreeSet;

use super::judge::Judgement;
use super::standings::HIGHEST_STANDING;
use super::state::Evening;
use crate::table::shuffle::Seed;
use crate::table::{
    ChannelId, Command, ContractAction, Moment, PastDeal, Player, Refusal, ServerId, TableEvent, TableId,
    UnixMillis, UserId, WhyEnded,
};
use ulti_ai::{Cancellation, Level};
use ulti_rules::{Action, Card, CardSet, RuleSet, RulesSpec, Stage, Suit, Trump, View};

/// Number of deals per preset. `ULTI_UNWINNABLE_DEALS` overrides it.
const DEALS: u64 = 60;

/// A seeded random number generator (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn deals() -> u64 {
    std::env::var("ULTI_UNWINNABLE_DEALS").map_or(DEALS, |deals| deals.parse().unwrap())
}

/// Returns the events of a table of three people with the rules of the preset, before the first deal.
pub(super) fn lobby(preset: &str) -> Vec<TableEvent> {
    let rules = RulesSpec::of(&RuleSet::preset(preset).unwrap()).unwrap();
    let set_up = TableEvent::SetUp {
        server: ServerId(1),
        channel: ChannelId(1),
        host: UserId(1),
        rules,
        deals: None,
        follows: None,
    };
    let players = (1..=3).map(|user| Player::person(UserId(user), "P"));
    std::iter::once(set_up).chain(players.map(|player| TableEvent::Joined { player })).collect()
}

/// Returns a table of three people with a new deal of the preset.
fn dealt(preset: &str, number: u64) -> Evening {
    let lobby = Evening::from_events(&lobby(preset)).unwrap();
    let mut dice = Dice(number);
    let mut seeds = || Ok(Seed::from_bytes(std::array::from_fn(|_| u8::try_from(dice.below(256)).unwrap())));
    accepted(lobby.judge(UserId(1), "P", &Command::Start, &mut seeds, UnixMillis::default()))
        .expect("deal was not started")
}

/// Returns the state of the table after an accepted command, or `None` if it was refused or stale.
fn accepted(judged: Result<Judgement, Refusal>) -> Option<Evening> {
    match judged {
        Ok(Judgement::Change(change)) => Some(change.evening),
        _ => None,
    }
}

fn judge(evening: &Evening, user: UserId, command: &Command) -> Result<Judgement, Refusal> {
    evening.judge(user, "P", command, &mut || panic!("a card was dealt"), UnixMillis::default())
}

/// Returns the user whose turn it is, their view, and the point in the deal. Returns `None` after the auction
/// and the choice of trumps.
fn chooser(evening: &Evening) -> Option<(UserId, View, Moment)> {
    let (current, seat, player) = evening.turn()?;
    let view = current.deal.view(Some(seat));
    let is_choice = matches!(view.stage, Stage::Auction { .. } | Stage::Naming { .. });
    let at = Moment { deal: current.number, version: current.deal.version() };
    is_choice.then(|| (player.user().unwrap(), view, at))
}

/// Returns a random legal action. Bids are preferred, so that most auctions contain several.
fn random_choice(view: &View, dice: &mut Dice) -> Action {
    let legal = &view.legal;
    if !legal.trumps.is_empty() {
        return Action::Trump(dice.pick(&legal.trumps));
    }
    if !legal.bids.is_empty() && (!legal.pass || dice.below(2) == 0) {
        let weak = &legal.bids[..legal.bids.len().min(1 + dice.below(legal.bids.len()))];
        let mut cards: Vec<Card> = view.own_hand().iter().collect();
        let mut take = || cards.swap_remove(dice.below(cards.len()));
        let discard = legal.discard.then(|| [take(), take()].into_iter().collect());
        return Action::Bid { contract: dice.pick(weak), discard };
    }
    if legal.take && dice.below(2) == 0 { Action::Take } else { Action::Pass }
}

/// Returns `true` if a game of the contract is certain to be lost with the trump suit.
///
/// `contract` is in record notation, such as `hearts 40-100+ulti`.
fn is_lost(contract: &str, kept: &[String], laid: &[String], trump: Option<char>) -> bool {
    let games = contract.rsplit(' ').next().unwrap();
    let holds = |suit: char, rank: char| kept.contains(&format!("{suit}{rank}"));
    let married = |suit: char| holds(suit, 'K') && holds(suit, 'O');
    let laid_with = |rank: char| laid.iter().filter(|card| card.ends_with(rank)).count();
    games.split('+').any(|game| match game {
        "ulti" => !trump.is_some_and(|suit| holds(suit, '7')),
        "40-100" => !trump.is_some_and(married),
        "20-100" => {
            !"ALBH".chars().any(|suit| trump != Some(suit) && married(suit))
                || laid_with('A') + laid_with('X') == 2
        }
        "four-aces" => laid_with('A') > 0,
        "four-tens" => laid_with('X') > 0,
        _ => false,
    })
}

/// Returns the trump suits with which a contract in record notation may be played.
fn trumps_of(contract: &str) -> Vec<Option<char>> {
    let suits = [("acorns", 'A'), ("leaves", 'L'), ("bells", 'B'), ("hearts", 'H')];
    let named = suits.into_iter().find(|(name, _)| contract.split(' ').any(|word| word == *name));
    // Games without such a requirement may be played in any suit, or without trumps.
    named.map_or_else(|| vec![Some('A'), Some('L'), Some('B')], |(_, letter)| vec![Some(letter)])
}

fn written(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// Returns `true` if the action makes the contract impossible to win.
fn is_unwinnable(view: &View, action: Action) -> bool {
    let letter = |trump: Trump| trump.map(Suit::letter);
    match action {
        Action::Bid { contract, discard } => {
            let laid = written(discard.or(view.talon).unwrap_or_default());
            let mut kept = written(view.own_hand());
            kept.retain(|card| !laid.contains(card));
            let contract = contract.to_string();
            trumps_of(&contract).into_iter().all(|trump| is_lost(&contract, &kept, &laid, trump))
        }
        Action::Trump(trump) => {
            let (_, contract) = view.contract().unwrap();
            let (kept, laid) = (written(view.own_hand()), written(view.talon.unwrap_or_default()));
            let lost = |trump: Trump| is_lost(&contract.to_string(), &kept, &laid, letter(trump));
            lost(trump) && !view.legal.trumps.iter().all(|other| lost(*other))
        }
        _ => false,
    }
}

#[test]
fn unwinnable_bid_requires_confirmation() {
    for preset in RuleSet::preset_names() {
        let (mut confirmed, mut trumps, mut plain) = (0, 0, 0);
        for number in 0..deals() {
            let (mut evening, mut dice) = (dealt(preset, number), Dice(number));
            while let Some((user, view, at)) = chooser(&evening) {
                let action = random_choice(&view, &mut dice);
                if action == Action::Take {
                    evening = taken(&evening, user, at);
                    continue;
                }
                let act = judge(&evening, user, &Command::Act { action, at: Some(at) });
                evening = if is_unwinnable(&view, action) {
                    let Ok(Judgement::Unconfirmed(None, Refusal::Unconfirmed(asked))) = act else {
                        panic!("{preset} {number}: {action:?} was accepted without confirmation");
                    };
                    assert_eq!((asked.action.action(), asked.at), (action, at));
                    confirmed += u32::from(matches!(action, Action::Bid { .. }));
                    trumps += u32::from(matches!(action, Action::Trump(_)));
                    let anyway = Command::ActAnyway { action: asked.action, at };
                    accepted(judge(&evening, user, &anyway)).expect("confirmed action was refused")
                } else {
                    plain += 1;
                    accepted(act).unwrap_or_else(|| panic!("{preset} {number}: {action:?} was refused"))
                };
            }
        }
        assert!(confirmed > 20 && plain > 100, "{preset}: {confirmed} confirmed, {plain} others");
        println!("{preset}: {confirmed} bids and {trumps} trumps confirmed, {plain} other actions");
    }
}

/// Returns the table after the player has taken the talon, with a confirmation if it is required.
fn taken(evening: &Evening, user: UserId, at: Moment) -> Evening {
    match judge(evening, user, &Command::Act { action: Action::Take, at: Some(at) }) {
        Ok(Judgement::Unconfirmed(None, Refusal::ExpensiveTalon(asked))) => {
            assert_eq!(asked.at, at);
            accepted(judge(evening, user, &Command::TakeAnyway { at })).expect("confirmed action was refused")
        }
        judged => accepted(judged).expect("the talon was refused"),
    }
}

/// Returns the values of the contracts that the player may bid: points if won, and points if lost.
fn values(view: &View) -> Vec<(i32, i32)> {
    let entries = view.legal.bids.iter().map(|contract| view.book.find(contract).unwrap());
    entries.map(|entry| (entry.won(), entry.lost())).collect()
}

#[test]
fn talon_requires_confirmation_if_every_bid_is_expensive() {
    // Preset, smallest cost of a lost cheapest bid for which the table asks, and largest for which it does
    // not.
    let expected =
        [("4m", 11, 10), ("basic", 12, 10), ("pagat", 12, 10), ("rablo", 20, 10), ("szinlicit", 15, 10)];
    assert_eq!(RuleSet::preset_names().collect::<BTreeSet<_>>(), expected.map(|(preset, ..)| preset).into());
    for (preset, least_asked, most_free) in expected {
        let (mut asked_at, mut free_at) = (Vec::new(), Vec::new());
        for number in 0..deals() {
            let (mut evening, mut dice) = (dealt(preset, number), Dice(number));
            while let Some((user, view, at)) = chooser(&evening) {
                let action = random_choice(&view, &mut dice);
                if action != Action::Take {
                    let anyway = ContractAction::of(action).map(|action| Command::ActAnyway { action, at });
                    let command = anyway.unwrap_or(Command::Act { action, at: Some(at) });
                    evening = accepted(judge(&evening, user, &command)).unwrap();
                    continue;
                }
                let promised = view.talon_commitment().unwrap();
                let asks = judge(&evening, user, &Command::Act { action, at: None }).is_ok_and(|judged| {
                    matches!(judged, Judgement::Unconfirmed(None, Refusal::ExpensiveTalon(asked))
                        if asked.commitment == promised)
                });
                evening = taken(&evening, user, at);
                let now = chooser(&evening).unwrap().1;
                let lost = values(&now).into_iter().map(|(_, lost)| lost).min().unwrap();
                let at = now.legal.bids.iter().position(|contract| *contract == promised.cheapest);
                assert_eq!((promised.won, promised.lost), values(&now)[at.unwrap()], "{preset} {number}");
                assert_eq!(promised.lost, lost, "{preset} {number}");
                assert_eq!(Some(&promised.weakest), now.legal.bids.first(), "{preset} {number}");
                if asks { &mut asked_at } else { &mut free_at }.push(lost);
            }
        }
        let found = (asked_at.iter().min(), free_at.iter().max());
        assert_eq!(found, (Some(&least_asked), Some(&most_free)), "{preset}");
    }
}

#[test]
fn confirmation_of_expensive_talon_expires_with_next_action() {
    let mut dice = Dice(0);
    let (evening, user, at) = (0..)
        .find_map(|number| {
            let mut evening = dealt("4m", number);
            while let Some((user, view, at)) = chooser(&evening) {
                let is_expensive = view.talon_commitment().is_some_and(|commitment| commitment.is_expensive);
                if is_expensive {
                    return Some((evening, user, at));
                }
                let action = random_choice(&view, &mut dice);
                let anyway = ContractAction::of(action).map(|action| Command::ActAnyway { action, at });
                let command = anyway.unwrap_or(Command::Act { action, at: Some(at) });
                evening = accepted(judge(&evening, user, &command)).unwrap();
            }
            None
        })
        .unwrap();
    let after = accepted(judge(&evening, user, &Command::Act { action: Action::Pass, at: None })).unwrap();
    for command in [Command::TakeAnyway { at }, Command::Act { action: Action::Take, at: Some(at) }] {
        let again = judge(&after, user, &command);
        assert!(matches!(again, Ok(Judgement::Stale)), "{again:?}");
    }
}

#[test]
fn evening_ends_before_standings_exceed_their_range() {
    let (above, below) = (HIGHEST_STANDING + 10_000, HIGHEST_STANDING - 10_000);
    for (points, ended) in [(above, Some(WhyEnded::Score)), (below, None)] {
        let mut evening = dealt("4m", 3);
        evening.standings[0].points = i32::try_from(points).unwrap();
        let mut seed = 0;
        while let Some((current, seat, player)) = evening.turn() {
            seed += 1;
            let view = current.deal.view(Some(seat));
            let action = ulti_ai::robot(Level::Random, seed).act(&view, &Cancellation::new()).unwrap();
            evening = evening.judge_robot(player, action, None, UnixMillis::default()).unwrap().evening;
        }
        assert_eq!(evening.ended, ended, "{:?}", evening.standings);
    }
}

/// Plays three deals, and rebuilds the table at the end of each from all events.
#[test]
fn past_deals_are_rebuilt_from_events() {
    let (table, now) = (TableId(1), UnixMillis::default());
    let mut events = lobby("4m");
    let mut evening = Evening::from_events(&events).unwrap();
    let mut ends = Vec::new();
    for number in 1..=3_u8 {
        let command = if number == 1 { Command::Start } else { Command::NextDeal };
        let judged = evening.judge(UserId(1), "P", &command, &mut || Ok(Seed::from_bytes([number; 32])), now);
        let Ok(Judgement::Change(begun)) = judged else { panic!("deal {number} was not started") };
        events.extend(begun.events);
        evening = begun.evening;
        while let Some((current, seat, player)) = evening.turn() {
            let view = current.deal.view(Some(seat));
            let action = ulti_ai::robot(Level::Random, 1).act(&view, &Cancellation::new()).unwrap();
            let played = evening.judge_robot(player, action, None, now).unwrap();
            events.extend(played.events);
            evening = played.evening;
        }
        let running = &events[..events.len() - 1];
        assert_eq!(PastDeal::read(table, running, number.into()), None, "deal {number} is not over");
        ends.push(evening.table_view(table, None, None, false));
    }
    for (end, later_deals) in ends.into_iter().zip([2, 1, 0]) {
        let number = end.deal.as_ref().unwrap().number;
        let past = PastDeal { table_view: end, has_ended: false, later_deals };
        assert_eq!(PastDeal::read(table, &events, number), Some(past));
    }
    assert_eq!(PastDeal::read(table, &events, 4), None);
    assert_eq!(PastDeal::read(table, &events[1..], 1), None);
    events.push(TableEvent::Ended { why: WhyEnded::Agreed, shares: Vec::new() });
    assert!(PastDeal::read(table, &events, 1).unwrap().has_ended);
}

#[test]
fn confirmation_of_unwinnable_bid_expires_with_next_action() {
    let evening = dealt("4m", 1);
    let (user, view, at) = chooser(&evening).unwrap();
    let bid = ContractAction::of(random_choice(&view, &mut Dice(1))).unwrap();
    let after = accepted(judge(&evening, user, &Command::ActAnyway { action: bid, at })).unwrap();
    let again = judge(&after, user, &Command::ActAnyway { action: bid, at });
    assert!(matches!(again, Ok(Judgement::Stale)), "{again:?}");
}

#[test]
fn robots_never_choose_unwinnable_contract() {
    let levels = [(Level::Easy, deals()), (Level::Normal, deals()), (Level::Strong, deals() / 30)];
    for preset in RuleSet::preset_names() {
        for (level, deals) in levels {
            for number in 0..deals {
                let mut evening = dealt(preset, number);
                while let Some((user, view, at)) = chooser(&evening) {
                    let robot = ulti_ai::robot(level, number).act(&view, &Cancellation::new());
                    let action = robot.expect("no action on the robot's turn");
                    assert!(!is_unwinnable(&view, action), "{preset} {level} {number}: {action:?}");
                    let mut judged = judge(&evening, user, &Command::Act { action, at: Some(at) });
                    judged = match judged {
                        Ok(Judgement::Unconfirmed(_, Refusal::EarlyEnd(question))) => {
                            judge(&evening, user, &Command::EndEarly(question.end))
                        }
                        Ok(Judgement::Unconfirmed(_, Refusal::ExpensiveTalon(asked))) => {
                            judge(&evening, user, &Command::TakeAnyway { at: asked.at })
                        }
                        judged => judged,
                    };
                    evening = accepted(judged).expect("robot's action was refused");
                }
            }
        }
    }
}
