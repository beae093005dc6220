//! Many changes at once are few edits, and the newest state is what is seen.

use ulti::playground::Fault;

use crate::evening::{
    Evening, PATIENCE, newest, play_on, three_sit_down, told, until_changed, until_public, until_the_lead,
};

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_while_an_edit_is_on_its_way_is_one_edit_more() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    for round in 0..3 {
        let before = newest(&people[0]);
        let sent = evening.answers("PATCH", "/channels/").len();
        let hold = evening.playground.hold("PATCH", "/channels/");
        play_on(&people).await;
        tokio::time::timeout(PATIENCE, hold.arrived(1)).await.unwrap();
        for _ in 0..8 {
            play_on(&people).await;
        }
        assert_eq!(hold.count(), 1, "one at a time");
        hold.release();
        let both =
            |_: &ulti::playground::Playground| evening.answers("PATCH", "/channels/").len() >= sent + 2;
        evening.playground.until(both, PATIENCE).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        let edits = evening.answers("PATCH", "/channels/").len() - sent;
        assert_eq!(edits, 2, "round {round}: nine cards, two edits");
        // What is seen is what there is: posted anew, it says the same.
        let shown = newest(&people[0]);
        assert_ne!(shown.text(), before.text());
        told(&people[0].command("table", []).await.unwrap());
        let again = until_changed(&people[0], &shown).await;
        assert_eq!(again.text(), shown.text());
        println!("9 cards while an edit is in flight | round {round} | {edits} edits");
    }
    assert_eq!(evening.played().await, 27);
    evening.end().await;
}

/// A message is posted and its answer lost; before the bot asks again, the table has moved on. The same
/// nonce gives the message that there is, which says what was true then.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_answer_is_lost_is_brought_up_to_date() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    for _ in 0..3 {
        evening.quiet().await;
        let before = newest(&people[0]);
        evening.playground.fail_next(1, "POST", "/channels/", Fault::Cut);
        told(&people[0].command("table", []).await.unwrap());
        let posted = until_changed(&people[0], &before).await;
        play_on(&people).await;
        let after = until_changed(&people[0], &posted).await;
        assert_eq!(after.id(), posted.id(), "it is there once");
        // Posted anew, it says the same.
        told(&people[0].command("table", []).await.unwrap());
        let again = until_changed(&people[0], &after).await;
        assert_eq!(again.text(), after.text());
    }
    println!("new message, connection cut, the table moves on | 3 times | 1 message, up to date");
    evening.end().await;
}
