//! Tests of deals that are declared void, and of their restoration.

use ulti::store::{BoardGroup, CountedThing, DealId, Filter, RankBy, SeasonId, StoreError};
use ulti::table::ServerId;
use ulti_testkit::store_fixture::{ANNA, BELA, NOW, SERVER, played};

use crate::ranks::{CILI, ranked, season};
use crate::support::standing;

#[tokio::test]
async fn void_deal_does_not_count_in_statistics() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = played(&fixture, 1, vec![ranked(1, [4, -8, 4]), ranked(2, [-6, 12, -6])]).await;
    let season = season(&fixture).await;
    let sums = async || {
        let mut all = Vec::new();
        for user in [ANNA, BELA, CILI] {
            all.push(store.place(SERVER, season, RankBy::Points, user).await.unwrap().unwrap());
            let stats = store.stats(SERVER, Some(season), user).await.unwrap().unwrap();
            assert_eq!(stats.form.iter().map(|day| day.points).sum::<i64>(), stats.all.points);
        }
        all
    };
    let before = sums().await;
    let [one, two] = store.deals_of_table(table).await.unwrap().try_into().unwrap();
    let elsewhere = store.void(ServerId(9), one.id, ANNA, "not mine", NOW).await;
    assert!(matches!(elsewhere, Err(StoreError::NoSuchDeal(id)) if id == one.id));
    assert!(matches!(store.void(SERVER, DealId(99), ANNA, "", NOW).await, Err(StoreError::NoSuchDeal(_))));
    assert!(matches!(store.unvoid(SERVER, one.id).await, Err(StoreError::NotVoid(_))));
    assert_eq!(sums().await, before);

    store.void(SERVER, one.id, ANNA, " cards were seen ", NOW).await.unwrap();
    assert!(matches!(store.void(SERVER, one.id, ANNA, "", NOW).await, Err(StoreError::AlreadyVoid(_))));
    let void = store.deal(SERVER, one.id).await.unwrap().unwrap().void.unwrap();
    assert_eq!((void.at, void.by, void.reason.as_str()), (NOW, Some(ANNA), "cards were seen"));
    let history = store.history(SERVER, &Filter::default(), None, 10).await.unwrap();
    assert_eq!(history.iter().map(|deal| deal.void.is_some()).collect::<Vec<_>>(), [false, true]);
    let after = sums().await;
    assert_eq!(after.iter().map(|(row, _)| row.ranked.points).collect::<Vec<_>>(), [-6, 12, -6]);
    assert_eq!(after.iter().map(|(row, _)| row.all.deals).collect::<Vec<_>>(), [1, 1, 1]);
    // The rating equals that after the second deal alone.
    let fresh = fixture!();
    played(&fresh, 1, vec![ranked(2, [-6, 12, -6])]).await;
    let (alone, _) = fresh.store.place(SERVER, SeasonId(1), RankBy::Rating, BELA).await.unwrap().unwrap();
    assert_eq!(after[1].0.rating, alone.rating);
    let stats = store.stats(SERVER, Some(season), BELA).await.unwrap().unwrap();
    assert_eq!((stats.best, stats.worst), (Some((two.id, 12)), Some((two.id, 12))));
    assert_eq!(stats.counts.iter().find(|count| count.what == CountedThing::Contract).unwrap().total, 1);

    store.unvoid(SERVER, one.id).await.unwrap();
    assert_eq!(sums().await, before);
    assert_eq!(store.deal(SERVER, one.id).await.unwrap(), Some(one));
}

#[tokio::test]
async fn pot_of_void_deal_is_split_among_players() {
    let fixture = fixture!();
    let store = &fixture.store;
    // All players pay into the window, and the next declarer takes it.
    let table = played(&fixture, 1, vec![ranked(1, [-2, -2, -2]), ranked(2, [-4, 14, -4])]).await;
    let counted = "SELECT COALESCE(SUM(counted), 0) FROM results";
    let deals = store.deals_of_table(table).await.unwrap();
    for deal in &deals {
        store.void(SERVER, deal.id, ANNA, "", NOW).await.unwrap();
        assert_eq!(fixture.count(counted).await, 0);
    }
    let season = store.season(SERVER).await.unwrap().unwrap().id;
    let (anna, place) = store.place(SERVER, season, RankBy::AllPoints, ANNA).await.unwrap().unwrap();
    assert_eq!((anna.all.points, anna.all.deals), (0, 0), "payment into the window was not returned");
    assert_eq!(place, None, "a player without a deal has a place");
    assert_eq!(
        store.board_people(SERVER, season, RankBy::AllPoints, BoardGroup::Established).await.unwrap(),
        0
    );
    for deal in &deals {
        store.unvoid(SERVER, deal.id).await.unwrap();
        assert_eq!(fixture.count(counted).await, 0);
    }
    assert_eq!(standing(store, SERVER, BELA).await.unwrap().1.all.points, 12);
}
