//! Tests of user settings, server settings and message ids.

use ulti::store::{MessageKind, ServerSetting, ServerSettings, Store, TimeZone, UserSetting, UserSettings};
use ulti::table::{ChannelId, TableId};
use ulti_rules::{RuleSet, RulesSpec};
use ulti_testkit::store_fixture::{ANNA, BELA, CHANNEL, SERVER};

/// Changes all settings of Anna. Béla goes back to the defaults.
async fn choose_user_settings(store: &Store) {
    for setting in [
        UserSetting::Pings(false),
        UserSetting::Hints(false),
        UserSetting::Language(Some("hu")),
        UserSetting::TextOnly(true),
        UserSetting::ForcedCards(true),
    ] {
        store.set_user(ANNA, setting).await.unwrap();
    }
    store.set_user(ANNA, UserSetting::Faces(Some("french"))).await.unwrap();
    for setting in [UserSetting::Language, UserSetting::Faces] {
        store.set_user(BELA, setting(Some("hu"))).await.unwrap();
        store.set_user(BELA, setting(None)).await.unwrap();
    }
}

#[tokio::test]
async fn settings_are_kept_after_reopening_database() {
    let fixture = fixture!();
    let store = &fixture.store;
    assert_eq!(store.user_settings(ANNA).await.unwrap(), UserSettings::default());
    assert!(UserSettings::default().pings);
    choose_user_settings(store).await;
    assert_eq!(store.server_settings(SERVER).await.unwrap(), ServerSettings::default());
    store.set_server(SERVER, ServerSetting::Language(Some("en"))).await.unwrap();
    store.set_server(SERVER, ServerSetting::Language(Some("hu"))).await.unwrap();
    store.set_server(SERVER, ServerSetting::Faces(Some("french"))).await.unwrap();
    store.set_server(SERVER, ServerSetting::TextOnly(true)).await.unwrap();
    let house = RuleSet::read("rablo four_tens durchmars=7", &RuleSet::preset("4m").unwrap());
    let house = RulesSpec::of(&house.unwrap()).unwrap();
    assert_eq!(store.server_rules(SERVER).await.unwrap(), None);
    store.set_server_rules(SERVER, Some(&RulesSpec::Preset("pagat".to_owned()))).await.unwrap();
    store.set_server_rules(SERVER, Some(&house)).await.unwrap();

    let fixture = fixture.reopened().await;
    let store = &fixture.store;
    let (hungarian, french) = (Some("hu".to_owned()), Some("french".to_owned()));
    let (language, faces) = (hungarian.clone(), french.clone());
    let chosen =
        UserSettings { language, faces, pings: false, hints: false, text_only: true, forced_cards: true };
    assert_eq!(store.user_settings(ANNA).await.unwrap(), chosen);
    assert_eq!(store.user_settings(BELA).await.unwrap(), UserSettings::default());
    assert_eq!(
        store.server_settings(SERVER).await.unwrap(),
        ServerSettings { language: hungarian, faces: french, text_only: true, time_zone: TimeZone::UTC }
    );
    assert_eq!(store.server_rules(SERVER).await.unwrap(), Some(house));
    store.set_server_rules(SERVER, None).await.unwrap();
    assert_eq!(store.server_rules(SERVER).await.unwrap(), None);
    store.set_server(SERVER, ServerSetting::Faces(None)).await.unwrap();
    assert_eq!(store.server_settings(SERVER).await.unwrap().faces, None);
}

#[tokio::test]
async fn message_ids_are_kept_after_reopening_database() {
    let fixture = fixture!();
    let table = fixture.table().await;
    let kinds = [MessageKind::Lobby, MessageKind::Table, MessageKind::Result, MessageKind::Ended];
    for (number, kind) in (1..).zip(kinds) {
        for deal in [0, 1] {
            assert_eq!(fixture.store.message(table, deal, kind).await.unwrap(), None);
            let message = u64::MAX - 10 * number - u64::from(deal);
            fixture.store.put_message(table, deal, kind, CHANNEL, message).await.unwrap();
        }
    }
    fixture.store.put_message(table, 1, MessageKind::Table, ChannelId(4), 5).await.unwrap();

    let fixture = fixture.reopened().await;
    for (number, kind) in (1..).zip(kinds) {
        let found = fixture.store.message(table, 0, kind).await.unwrap();
        assert_eq!(found, Some((CHANNEL, u64::MAX - 10 * number)));
    }
    let moved = fixture.store.message(table, 1, MessageKind::Table).await.unwrap();
    assert_eq!(moved, Some((ChannelId(4), 5)));
    let deals = [(ChannelId(4), 5), (CHANNEL, 5), (CHANNEL, u64::MAX - 31), (CHANNEL, u64::MAX - 11)];
    let mut shown = Vec::new();
    for (channel, message) in deals {
        shown.push(fixture.store.deal_of_message(channel, message).await.unwrap());
    }
    assert_eq!(shown, [Some((table, 1)), None, Some((table, 1)), None]);
    let nowhere = fixture.store.put_message(TableId(9), 0, MessageKind::Lobby, CHANNEL, 1).await;
    assert_eq!(nowhere.unwrap_err().to_string(), "table 9 does not exist");
}
