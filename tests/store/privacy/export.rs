//! Tests of exporting a user's data.

use serde_json::{Value, json};
use ulti::store::{ANONYMOUS, DealId, EXPORT_FORMAT, UserSetting};
use ulti::table::UserId;
use ulti_rules::Record;
use ulti_testkit::store_fixture::{NOW, SERVER};

use super::{DORA, FANNI, evening};

#[tokio::test]
async fn data_export_omits_names_of_other_players() {
    let fixture = fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    store.set_user(DORA, UserSetting::Pings(false)).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    let document = store.export_person(DORA, true).await.unwrap();
    assert_eq!(document["format"], EXPORT_FORMAT);
    assert_eq!((&document["user"], &document["name"]), (&json!(DORA.to_string()), &json!("Dóra Kovács")));
    let lines = |part: &str| document[part]["lines"].as_array().unwrap().clone();
    assert_eq!(lines("settings")[0]["pings"], false);
    assert_eq!(lines("seasons")[0]["server"], SERVER.to_string());
    assert_eq!(lines("voided")[0]["void_reason"], "dull");
    assert_eq!(lines("tables")[0]["channel"], "1");
    let deals = lines("deals");
    assert_eq!(deals.len(), 3, "two deals and a share of the window");
    assert_eq!(deals[1]["record"]["players"], json!(["Dóra Kovács", ANONYMOUS, ANONYMOUS]));
    Record::from_json(&deals[1]["record"].to_string()).unwrap().replay().unwrap();
    assert_eq!(deals[2]["record"], Value::Null);
    let text = document.to_string();
    assert!(!text.contains("Fanni") && !text.contains(&FANNI.to_string()), "{text}");
    let brief = store.export_person(DORA, false).await.unwrap();
    assert_eq!(brief["deals"]["lines"][1]["record"], Value::Null);
    let nobody = store.export_person(UserId(77), true).await.unwrap();
    assert_eq!(nobody["deals"]["lines"], json!([]));

    // Every database table with user ids must be part of the export.
    let numbered = "SELECT COUNT(*) FROM pragma_table_list t JOIN pragma_table_info(t.name) c
                    WHERE t.schema = 'main' AND c.name IN ('user_id', 'voided_by')";
    // Exported: totals, tallies, days, results, sitters, user_settings, deals.voided_by, and people for the
    // name. The table forgetting is empty. The table trios only covers deals of the current day.
    if fixture.is_file() {
        assert_eq!(fixture.count(numbered).await, 9);
    }
}
