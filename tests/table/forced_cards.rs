//! Tests of forced cards, which are played automatically for players who want this.

use std::collections::HashMap;
use std::time::Duration;

use ulti::table::{Command, Shard, TableStage, UserId};
use ulti_ai::{self, Cancellation, Level};
use ulti_rules::{Action, Card, View};

use crate::support::TestTable;

/// Time that the players take for each action.
const TIME: Duration = Duration::from_secs(2);
/// Shortest and longest delay of a forced card after such times.
const DELAYS: [Duration; 2] = [Duration::from_millis(1_600), Duration::from_millis(2_400)];
const TICK: Duration = Duration::from_millis(10);
/// Number of own times from which forced cards are played automatically.
const MIN_TIMES: u32 = 3;

/// Three people who play deals. The forced cards of users 1 and 2 are played automatically.
struct Players {
    table: TestTable,
    seed: u64,
    /// Number of times that each user has followed a lead with a card chosen among several.
    chosen: HashMap<u64, u32>,
}

/// A turn of a user.
struct Turn {
    user: u64,
    view: View,
}

impl Turn {
    fn forced_card(&self) -> Option<Card> {
        self.view.legal.forced_card()
    }

    /// Returns `true` if the user follows a lead and may choose a card.
    fn is_choice(&self) -> bool {
        let follows = self.view.board().is_some_and(|board| !board.current.is_empty());
        follows && self.view.legal.cards.len() > 1
    }
}

impl Players {
    async fn new() -> Self {
        let table = TestTable::three().await;
        for user in [1, 2] {
            table.registry.set_forced_cards(UserId(user), true);
        }
        Self { table, seed: 0, chosen: HashMap::new() }
    }

    /// Returns the next turn. Begins a deal if none is in progress.
    async fn turn(&self) -> Turn {
        if self.table.look(1).await.table_view.stage == TableStage::Between {
            self.table.ask(3, Command::NextDeal).await.unwrap();
        }
        let user = self.table.awaited().await.unwrap();
        let view = self.table.look(user).await.player_view.unwrap();
        Turn { user, view: View::clone(&view) }
    }

    /// Returns `true` if a forced card of a user is played automatically, unless the user has missed a turn.
    fn expects_automatic(&self, turn: &Turn) -> bool {
        let times = self.chosen.get(&turn.user).copied().unwrap_or_default();
        turn.forced_card().is_some() && turn.user != 3 && times >= MIN_TIMES
    }

    /// Returns the deal and the number of its events.
    async fn moment(&self) -> (u32, u32) {
        let view = self.table.look(1).await.table_view;
        let deal = view.deal.as_ref().unwrap();
        (deal.number, deal.view.version)
    }

    /// Acts after [`TIME`] as the user whose turn it is.
    async fn act(&mut self, turn: Turn) {
        tokio::time::sleep(TIME).await; // on the paused clock
        self.seed += 1;
        let action = ulti_ai::robot(Level::Random, self.seed).act(&turn.view, &Cancellation::new()).unwrap();
        if turn.is_choice() && matches!(action, Action::Play(_)) {
            *self.chosen.entry(turn.user).or_default() += 1;
        }
        self.table.act(turn.user, action).await.unwrap();
    }

    /// Waits until a forced card is played automatically, which must happen within [`DELAYS`].
    async fn until_played(&self) {
        let before = self.moment().await;
        tokio::time::sleep(DELAYS[0]).await; // on the paused clock
        assert_eq!(self.moment().await, before, "played too early");
        let mut waited = DELAYS[0];
        while self.moment().await == before {
            assert!(waited < DELAYS[1], "the forced card was not played");
            tokio::time::sleep(TICK).await; // on the paused clock
            waited += TICK;
        }
    }

    /// Asserts that nobody acts for some time.
    async fn assert_nothing_happens(&self) {
        let before = self.moment().await;
        tokio::time::sleep(5 * TIME).await; // on the paused clock
        assert_eq!(self.moment().await, before);
    }

    /// Acts in a turn, or waits until a forced card is played.
    async fn go_on(&mut self, turn: Turn) {
        if self.expects_automatic(&turn) {
            self.until_played().await;
        } else {
            self.act(turn).await;
        }
    }

    /// Plays until a forced card is about to be played automatically. Returns its turn.
    async fn until_automatic(&mut self) -> Turn {
        for _ in 0..500 {
            let turn = self.turn().await;
            if self.expects_automatic(&turn) {
                return turn;
            }
            self.act(turn).await;
        }
        panic!("no forced card")
    }
}

#[tokio::test(start_paused = true)]
async fn forced_card_is_played_in_players_usual_time() {
    let mut players = Players::new().await;
    let (mut automatic, mut by_hand, mut kontras) = (0, 0, 0);
    for _ in 0..1_000 {
        let turn = players.turn().await;
        if players.expects_automatic(&turn) {
            players.until_played().await;
            let hand = players.table.look(turn.user).await.player_view.unwrap().own_hand();
            assert!(!hand.contains(turn.forced_card().unwrap()));
            automatic += 1;
            continue;
        }
        by_hand += u32::from(turn.forced_card().is_some() && turn.user == 3);
        if turn.view.legal.cards.len() == 1 && turn.forced_card().is_none() {
            players.assert_nothing_happens().await;
            kontras += 1;
        }
        players.act(turn).await;
    }
    assert!(automatic >= 30 && by_hand >= 10 && kontras >= 3, "{automatic} {by_hand} {kontras}");
    let updates = players.table.announcer.updates.lock().unwrap();
    assert!(updates.iter().all(|update| update.notice.is_none()));
}

#[tokio::test(start_paused = true)]
async fn player_can_play_forced_card_before() {
    let mut players = Players::new().await;
    let turn = players.until_automatic().await;
    tokio::time::sleep(TIME / 2).await; // on the paused clock
    players.table.act(turn.user, Action::Play(turn.forced_card().unwrap())).await.unwrap();
    let after = players.moment().await;
    // The card would have been played in this time.
    tokio::time::sleep(TIME / 2 + TIME / 4).await; // on the paused clock
    assert_eq!(players.moment().await, after);
}

/// A robot takes the seat of a player who is away, which forced cards must not delay.
#[tokio::test(start_paused = true)]
async fn forced_card_is_not_played_for_player_who_missed_a_turn() {
    let mut players = Players::new().await;
    let mut has_missed = false;
    for _ in 0..2_000 {
        let turn = players.turn().await;
        if turn.user != 1 && players.expects_automatic(&turn) {
            // The turn may have begun before the test has noticed that user 1 has missed one.
            tokio::time::sleep(2 * TIME).await; // on the paused clock
        } else if turn.user != 1 {
            players.act(turn).await;
        } else if has_missed && players.expects_automatic(&turn) {
            players.assert_nothing_happens().await;
            return;
        } else if has_missed || turn.forced_card().is_some() {
            players.go_on(turn).await;
            has_missed = false;
        } else {
            tokio::time::sleep(Duration::from_secs(301)).await; // on the paused clock
            has_missed = true;
        }
    }
    panic!("no forced card after a missed turn");
}

#[tokio::test(start_paused = true)]
async fn forced_card_waits_for_connection() {
    let mut players = Players::new().await;
    players.until_automatic().await;
    players.table.registry.stop_clock(Shard::SINGLE);
    players.assert_nothing_happens().await;
    players.table.registry.start_clock(Shard::SINGLE);
    players.until_played().await;
}

/// A card that appears as soon as the journal works again would be recognized as forced.
#[tokio::test(start_paused = true)]
async fn player_plays_forced_card_after_outage_of_journal() {
    let mut players = Players::new().await;
    let turn = players.until_automatic().await;
    players.table.journal.set_broken(true);
    players.assert_nothing_happens().await;
    players.table.journal.set_broken(false);
    tokio::time::sleep(Duration::from_mins(1)).await; // on the paused clock
    players.assert_nothing_happens().await;
    players.table.act(turn.user, Action::Play(turn.forced_card().unwrap())).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn forced_cards_are_not_played_after_player_has_switched_them_off() {
    let mut players = Players::new().await;
    let turn = players.until_automatic().await;
    players.table.registry.set_forced_cards(UserId(turn.user), false);
    players.assert_nothing_happens().await;
}

#[tokio::test(start_paused = true)]
async fn forced_cards_are_not_played_after_restart_until_times_are_known() {
    let mut players = Players::new().await;
    players.until_automatic().await;
    players.table.registry.shutdown().await;
    players.table.restart().await;
    players.table.registry.set_forced_cards(UserId(1), true);
    players.table.registry.set_forced_cards(UserId(2), true);
    players.assert_nothing_happens().await;
}
