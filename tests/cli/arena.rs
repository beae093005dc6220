//! Tests of `ulti arena`.

use serde_json::{Value, json};

use crate::{stdout, ulti};

#[test]
fn arena_result_does_not_depend_on_thread_count() {
    let small = ["arena", "--players", "easy,easy,random", "--deals", "12"];
    let run = |more: &[&str]| stdout(&ulti(&[&small[..], more].concat()));
    assert_eq!(run(&["--duplicate"]), run(&["--duplicate", "--jobs", "3"]));
    assert_eq!(run(&["--json"]), run(&["--json"]));
    assert_ne!(run(&[]), run(&["--seed", "4"]));
}

#[test]
fn arena_plays_each_deal_three_times_in_duplicate_mode() {
    let arguments = ["arena", "--players", "easy,easy,random", "--deals", "10", "--duplicate", "--json"];
    let report: Value = serde_json::from_str(&stdout(&ulti(&arguments))).unwrap();
    assert_eq!((&report["counted"], &report["games"]), (&json!(10), &json!(30)));
    let mean = |of: &Value| of["points"]["mean"].as_f64().unwrap();
    let (levels, pair) = (&report["levels"], &report["pairs"][0]);
    assert_eq!((&pair["level"], &pair["against"]), (&json!("easy"), &json!("random")));
    assert!((mean(&levels[0]) - mean(&levels[1]) - mean(pair)).abs() < 1e-9);
    let times = |role: &str| -> Vec<u64> {
        levels.as_array().unwrap().iter().map(|level| level[role]["times"].as_u64().unwrap()).collect()
    };
    assert_eq!(times("declarer").iter().sum::<u64>(), 30);
    assert_eq!(
        (times("declarer")[0] + times("defender")[0], times("defender")[1]),
        (60, 30 - times("declarer")[1])
    );
    let played = |by: &str| -> u64 {
        report[by].as_array().unwrap().iter().map(|one| one["played"].as_u64().unwrap()).sum()
    };
    assert_eq!((played("by_declarer"), played("by_defenders")), (30, 30));
}

#[test]
fn arena_tests_all_defenders_with_same_contracts() {
    let arguments = ["--declarer", "easy", "--only", "betli,ulti", "--deals", "60", "--json", "--time"];
    let report = stdout(&ulti(&[&["arena", "--defence", "easy,random"][..], &arguments].concat()));
    let report: Value = serde_json::from_str(&report).unwrap();
    let counted = report["counted"].as_u64().unwrap();
    assert!(0 < counted && counted < 60 && report["games"] == json!(2 * counted), "{report}");
    let played_against = |levels: Value| -> Vec<(Value, Value)> {
        let all = report["by_defenders"].as_array().unwrap().iter();
        all.filter(|one| one["levels"] == levels)
            .map(|one| (one["contract"].clone(), one["played"].clone()))
            .collect()
    };
    assert_eq!(played_against(json!(["easy", "easy"])), played_against(json!(["random", "random"])));
    let games = report["defence"]["games"].as_array().unwrap();
    assert!(games.iter().any(|one| one["game"] == "betli" && one["made"]["pairs"][0]["against"] == "random"));
    assert!(report["thinking"].as_array().unwrap().iter().any(|one| one["kind"] == "play"));
}

#[test]
fn arena_explains_how_to_correct_invalid_argument() {
    for (arguments, wanted) in [
        (vec!["--players", "easy"], "--players needs three"),
        (vec!["--players", "easy,string,easy"], "use one of random, easy, normal, blind, strong"),
        (vec!["--only", "betli"], "add --auction strong"),
        (vec!["--auction", "easy", "--only", "four-aces"], "use --only with parti, 20-100"),
        (vec!["--defence", "easy,easy"], "names easy twice"),
    ] {
        let refused = ulti(&[&["arena", "--deals", "1"][..], &arguments].concat());
        let message = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && message.contains(wanted), "{message}");
    }
}
