//! Tests of privacy: deleting a user's data, exporting a user's data, and deleting the data of servers that
//! the bot has left.

mod deletion;
mod export;
mod left_servers;
mod unfinished_deletion;

use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, TableEvent, TableId, UserId, WhyEnded,
};
use ulti_rules::BySeat;
use ulti_testkit::store_fixture::{Fixture, NOW, batch, joined, paying, set_up};

/// User id that is as long as Discord's ids.
const DORA: UserId = UserId(0x1234_5678_9abc_def1);
const EDE: UserId = UserId(0x1234_5678_9abc_def2);
const FANNI: UserId = UserId(0x1234_5678_9abc_def3);

fn deal(number: u32, payments: [i32; 3]) -> FinishedDeal {
    let names = ["Dóra Kovács", "Ede", "Fanni"].map(str::to_owned);
    let mut deal = FinishedDeal {
        seats: BySeat([DORA, EDE, FANNI].map(PlayerId::User)),
        names: BySeat(names.clone()),
        ..paying(number, payments)
    };
    deal.record.players = names.into();
    deal
}

/// Returns the events by which all three players join.
fn sit_down() -> Vec<TableEvent> {
    vec![joined(DORA, "Dóra Kovács"), joined(EDE, "Ede"), joined(FANNI, "Fanni")]
}

/// Plays two deals at a table.
///
/// If `over` is `true`, the points in the window (the pot) are shared out and the table is closed.
async fn evening(fixture: &Fixture, server: ServerId, channel: u64, over: bool) -> TableId {
    let store = &fixture.store;
    let channel = ChannelId(channel);
    let TableEvent::SetUp { rules, .. } = set_up(server, channel) else { panic!() };
    let opening = TableEvent::SetUp { server, channel, host: DORA, rules, deals: None, follows: None };
    let table = store.open(channel, vec![opening], None, NOW).await.unwrap();
    store.append(batch(table, 1, sit_down())).await.unwrap();
    for (number, payments) in [(1, [2, 2, -7]), (2, [-4, -4, 8])] {
        let finished = Some(FinishedDeal { server, ..deal(number, payments) });
        let missed = vec![TableEvent::Missed { player: PlayerId::User(DORA) }];
        store.append(Batch { finished, ..batch(table, 3 + number, missed) }).await.unwrap();
    }
    if over {
        let shares = vec![(PlayerId::User(DORA), 2), (PlayerId::User(EDE), 1)];
        let ended = TableEvent::Ended { why: WhyEnded::Agreed, shares: shares.clone() };
        store.append(Batch { closed: Some(shares), ..batch(table, 6, vec![ended]) }).await.unwrap();
    }
    table
}

/// Returns `true` if the database contains the user's id or name.
async fn contains_person(fixture: &Fixture, user: UserId, name: &str) -> bool {
    let needles = [user.0.to_be_bytes().to_vec(), user.to_string().into_bytes(), name.as_bytes().to_vec()];
    for needle in needles {
        if fixture.contains(&needle).await {
            return true;
        }
    }
    false
}
