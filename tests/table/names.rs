//! Tests of the players' display names: changed names, and names that look alike.

use ulti::table::{Command, Player, Refusal, Request, SeatChange, TableEvent, TableReply, TableView, UserId};
use ulti_rules::Action;

use crate::support::{TestTable, opening, request};

/// Sends a command of a user with the given display name.
async fn ask_as(table: &TestTable, user: u64, name: &str, command: Command) -> Result<TableReply, Refusal> {
    table.registry.ask(table.id, Request { name: name.to_owned(), ..request(user, command) }).await
}

/// Returns all names that a view contains for a user.
fn names_of(view: &TableView, user: u64) -> Vec<&str> {
    let seated = view.chairs.iter().map(|chair| &chair.player);
    let changes = view.seat_changes.iter().map(SeatChange::player);
    let deals = || view.deal.iter().chain(&view.previous);
    let in_deals = deals().flat_map(|deal| deal.seats.values().chain([&deal.dealer]));
    let standings = view.standings.iter().chain(deals().flat_map(|deal| &deal.standings));
    let players = seated.chain(changes).chain(in_deals).chain(standings.map(|standing| &standing.player));
    let own = players.filter(|player| player.id.user() == Some(UserId(user)));
    own.map(|player| player.name.as_str()).collect()
}

fn assert_named(view: &TableView, user: u64, name: &str) {
    let names = names_of(view, user);
    assert!(!names.is_empty() && names.iter().all(|shown| *shown == name), "{user}: {names:?}");
}

/// Returns a table at which two deals have begun and the first one has ended.
async fn in_second_deal() -> TestTable {
    let table = TestTable::three().await;
    table.play_deal(5).await;
    table.ask(1, Command::NextDeal).await.unwrap();
    table
}

#[tokio::test(start_paused = true)]
async fn changed_name_replaces_previous_one_everywhere() {
    let mut table = in_second_deal().await;
    assert_named(&table.look(1).await.table_view, 2, "P2");
    let updates = table.announcer.updates.lock().unwrap().len();
    let reply = ask_as(&table, 2, "Bea", Command::Look).await.unwrap();
    assert_named(&reply.table_view, 2, "Bea");
    assert_named(&reply.table_view, 1, "P1");
    let announced = table.announcer.updates.lock().unwrap()[updates..].to_vec();
    assert_eq!(announced.len(), 1, "public messages are not updated");
    assert_named(&announced[0].table_view, 2, "Bea");

    table.restart().await;
    let renamed = |event: &&TableEvent| matches!(event, TableEvent::Renamed { .. });
    assert_eq!(table.journal.events(table.id).iter().filter(renamed).count(), 1);
    let reply = ask_as(&table, 2, "Bea", Command::Look).await.unwrap();
    assert_named(&reply.table_view, 2, "Bea");
    assert_eq!(table.journal.events(table.id).iter().filter(renamed).count(), 1, "unchanged name was stored");
}

#[tokio::test(start_paused = true)]
async fn changed_name_is_shown_if_command_is_refused() {
    let table = in_second_deal().await;
    let turn = table.awaited().await;
    let waiting = (1..=3).find(|user| Some(*user) != turn).unwrap();
    let refused = ask_as(&table, waiting, "New", Command::Act { action: Action::Pass, at: None }).await;
    assert!(matches!(refused, Err(Refusal::Illegal(_))), "{refused:?}");
    let last = table.announcer.updates.lock().unwrap().last().cloned().unwrap();
    assert_named(&last.table_view, waiting, "New");
}

#[tokio::test(start_paused = true)]
async fn command_is_performed_although_new_name_cannot_be_stored() {
    let table = in_second_deal().await;
    table.journal.set_broken(true);
    let reply = ask_as(&table, 2, "Bea", Command::Look).await.unwrap();
    assert_named(&reply.table_view, 2, "P2");
    table.journal.set_broken(false);
    // The name is stored after the journal has accepted an action.
    table.step(1).await;
    assert_named(&ask_as(&table, 2, "Bea", Command::Look).await.unwrap().table_view, 2, "Bea");
}

#[tokio::test(start_paused = true)]
async fn name_of_user_without_seat_is_not_stored() {
    let table = TestTable::three().await;
    let events = table.journal.events(table.id).len();
    ask_as(&table, 9, "Spectator", Command::Look).await.unwrap();
    assert_eq!(table.journal.events(table.id).len(), events);
}

#[tokio::test(start_paused = true)]
async fn equal_names_have_numbers_in_views_but_not_in_results() {
    let table = TestTable::open(opening(0, None)).await;
    for (user, command) in [(3, Command::Join), (2, Command::Join), (1, Command::Start)] {
        ask_as(&table, user, "Anna", command).await.unwrap();
    }
    for (user, name) in [(1, "Anna"), (2, "Anna (2)"), (3, "Anna (3)")] {
        assert_named(&ask_as(&table, 1, "Anna", Command::Look).await.unwrap().table_view, user, name);
    }
    while let Some(user) = turn(&table).await {
        let view = ask_as(&table, user, "Anna", Command::Look).await.unwrap().player_view.unwrap();
        let action =
            ulti_ai::robot(ulti_ai::Level::Random, 1).act(&view, &ulti_ai::Cancellation::new()).unwrap();
        match ask_as(&table, user, "Anna", Command::Act { action, at: None }).await {
            Err(Refusal::Unconfirmed(asked)) => {
                let anyway = Command::ActAnyway { action: asked.action, at: asked.at };
                ask_as(&table, user, "Anna", anyway).await.unwrap();
            }
            Err(Refusal::ExpensiveTalon(asked)) => {
                ask_as(&table, user, "Anna", Command::TakeAnyway { at: asked.at }).await.unwrap();
            }
            answer => drop(answer.unwrap()),
        }
    }
    let finished = table.journal.batches().into_iter().find_map(|batch| batch.finished).unwrap();
    assert_eq!(finished.names.0, ["Anna"; 3]);
    assert_eq!(finished.record.players, ["Anna"; 3]);
}

async fn turn(table: &TestTable) -> Option<u64> {
    let view = ask_as(table, 1, "Anna", Command::Look).await.unwrap().table_view;
    Some(view.deal.as_ref()?.turn()?.id.user()?.0)
}

#[tokio::test(start_paused = true)]
async fn equal_names_have_numbers_in_refusals() {
    let table = TestTable::open(opening(0, None)).await;
    for (user, command) in [(2, Command::Join), (3, Command::Join), (1, Command::Start)] {
        ask_as(&table, user, "Anna", command).await.unwrap();
    }
    let sorted = |players: ulti_rules::BySeat<Player>| {
        let mut names = players.map(|player| player.name).0;
        names.sort();
        names
    };
    let Err(Refusal::LeavingCosts(costs)) = ask_as(&table, 1, "Anna", Command::Leave { agreed: None }).await
    else {
        panic!("leaving costs nothing")
    };
    assert_eq!(sorted(costs.players), ["Anna", "Anna (2)", "Anna (3)"]);
    let turn = turn(&table).await;
    let waiting = (1..=3).find(|user| Some(*user) != turn).unwrap();
    let pass = Command::Act { action: Action::Pass, at: None };
    let Err(Refusal::Illegal(here)) = ask_as(&table, waiting, "Anna", pass).await else {
        panic!("pass out of turn was accepted")
    };
    assert_eq!(sorted(here.players), ["Anna", "Anna (2)", "Anna (3)"]);
}

#[tokio::test(start_paused = true)]
async fn player_who_returns_with_another_name_has_it_in_standings() {
    let table = TestTable::three().await;
    table.play_deal(5).await;
    table.ask(2, Command::Leave { agreed: None }).await.unwrap();
    let reply = ask_as(&table, 2, "Bea", Command::Join).await.unwrap();
    assert_named(&reply.table_view, 2, "Bea");
}
