//! Tests of invitations to a table.

use ulti::table::{Command, Notice, Refusal, UserId};

use crate::support::{TestTable, opening};

const INVITED: UserId = UserId(7);

fn notices(table: &TestTable) -> Vec<Notice> {
    table.announcer.updates.lock().unwrap().iter().filter_map(|update| update.notice).collect()
}

#[tokio::test(start_paused = true)]
async fn person_is_invited_once() {
    let mut table = TestTable::open(opening(0, None)).await;
    let invited = table.ask(1, Command::Invite(INVITED)).await.unwrap();
    assert_eq!(invited.table_view.invitees, [INVITED]);
    assert_eq!(notices(&table), [Notice::Invited { user: INVITED, by: UserId(1) }]);
    table.ask(2, Command::Join).await.unwrap();
    table.restart().await;
    let again = table.ask(2, Command::Invite(INVITED)).await;
    assert!(matches!(again, Err(Refusal::InvitedAlready(INVITED))), "{again:?}");
    assert_eq!(notices(&table).len(), 1);

    let joined = table.ask(INVITED.0, Command::Join).await.unwrap();
    assert_eq!(joined.table_view.invitees, []);
    let seated = table.ask(2, Command::Invite(INVITED)).await;
    assert!(matches!(seated, Err(Refusal::InvitedPlayer(INVITED))), "{seated:?}");
}

#[tokio::test(start_paused = true)]
async fn only_players_invite_and_only_to_free_seats() {
    let table = TestTable::three().await;
    let stranger = table.ask(9, Command::Invite(INVITED)).await;
    assert!(matches!(stranger, Err(Refusal::NotSeated)), "{stranger:?}");
    // The fourth seat is free during a deal, too.
    table.ask(2, Command::Invite(INVITED)).await.unwrap();
    table.ask(INVITED.0, Command::Join).await.unwrap();
    let full = table.ask(2, Command::Invite(UserId(8))).await;
    assert!(matches!(full, Err(Refusal::Full { seats: 4 })), "{full:?}");
}

#[tokio::test(start_paused = true)]
async fn number_of_invitations_is_limited() {
    let table = TestTable::open(opening(0, None)).await;
    for user in 10..20 {
        table.ask(1, Command::Invite(UserId(user))).await.unwrap();
    }
    let refused = table.ask(1, Command::Invite(INVITED)).await;
    assert!(matches!(refused, Err(Refusal::TooManyInvited { most: 10 })), "{refused:?}");
    assert_eq!(notices(&table).len(), 10);
}
