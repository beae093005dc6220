//! Tests of the input and output lines of `ulti solve`.

use serde_json::{Value, json};

use crate::{feed, stdout, ulti};

/// Solves positions, one per line, and returns the answers and the exit code.
fn solve(lines: &str) -> (Vec<Value>, Option<i32>) {
    let output = feed(&["solve", "-"], lines);
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), output.status.code())
}

#[test]
fn example_in_solve_command_help_is_correct() {
    let help = stdout(&ulti(&["solve", "--help"]));
    let shown = |begin: &str| help.lines().map(str::trim).find(|line| line.starts_with(begin)).unwrap();
    let wanted: Value = serde_json::from_str(shown("{\"value\"")).unwrap();
    let (answers, code) = solve(shown("{\"trump\""));
    assert_eq!(code, Some(0));
    assert_eq!(answers.len(), 1);
    assert_eq!((&answers[0]["value"], &answers[0]["best"]), (&wanted["value"], &wanted["best"]));
    assert!(answers[0]["nodes"].as_u64().unwrap() > 0);
}

/// Returns a position with changed fields.
///
/// The leader holds the seven and ace of trumps, the next player the ten.
fn position(changes: &Value) -> Value {
    let mut line = json!({
        "trump": "L", "hands": [["LA", "L7"], ["LX", "A8"], ["H9", "HA"]], "declarer": 0, "lead": 0,
        "trick": [], "question": "points",
    });
    line.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    line
}

#[test]
fn solve_command_prints_one_answer_per_input_line() {
    let ask = |changes: Value| {
        let (answers, code) = solve(&position(&changes).to_string());
        assert_eq!(code, Some(0), "{answers:?}");
        (answers[0]["value"].clone(), answers[0]["best"].clone())
    };
    assert_eq!(ask(json!({"question": "ulti"})), (json!(1), json!(["LA"])));
    assert_eq!(ask(json!({"question": "durchmars"})), (json!(1), json!(["LA"])));
    assert_eq!(ask(json!({"question": "betli", "trump": "none"})), (json!(1), json!(["L7"])));
    assert_eq!(ask(json!({"question": "four-aces"})).0, 1);
    assert_eq!(ask(json!({"question": "four-aces", "talon": ["BA", "B7"]})), (json!(0), json!(["L7", "LA"])));
    assert_eq!(ask(json!({"question": "four-tens", "talon": ["BA", "B7"]})).0, 1);
    let parts = ask(json!({"question": "40-100+ulti", "my own note": "any"}));
    assert_eq!(parts.0, json!({"40-100": 0, "ulti": 1}));
    assert_eq!(parts.1, json!({"40-100": ["L7", "LA"], "ulti": ["LA"]}));
    let open_trick = json!({"hands": [["LA"], ["LX", "A8"], ["H9", "HA"]], "trick": ["L7"]});
    assert_eq!(ask(open_trick), (json!(20), json!(["LX"])));
    let with_must_beat = |must_beat: bool| {
        let hands = json!([["LA", "A7"], ["A8"], ["LX", "L9"]]);
        ask(json!({"hands": hands, "lead": 1, "trick": ["LU"], "must_beat": must_beat}))
    };
    assert_eq!(with_must_beat(true), (json!(20), json!(["LX"])));
    assert_eq!(with_must_beat(false), (json!(10), json!(["L9"])));
    let with_seven_locked = |locked: bool| {
        let hands = json!([["L7", "A7"], ["LX", "A8"], ["LA", "A9"]]);
        ask(json!({"hands": hands, "question": "betli", "seven_locked": locked}))
    };
    assert_eq!(with_seven_locked(false), (json!(1), json!(["A7", "L7"])));
    assert_eq!(with_seven_locked(true), (json!(1), json!(["A7"])));
}

#[test]
fn solve_command_explains_invalid_input_lines() {
    let wrong = |changes: Value| position(&changes).to_string();
    let twice = json!([["A7", "A7"], ["LX", "A8"], ["H9", "HA"]]);
    let cases = [
        (r#"{"trump": "#.to_owned(), "not valid JSON"),
        ("[]".to_owned(), "not a JSON object"),
        ("\u{fffd}".to_owned(), "not valid JSON"),
        ("{}".to_owned(), "missing field hands: it is three lists of cards"),
        (wrong(json!({"trump": "leaves"})), "A, L, H, B or none"),
        (wrong(json!({"trump": null})), "missing field trump: it is a suit's letter"),
        (wrong(json!({"declarer": 3})), "declarer: unknown seat 3: use 0, 1 or 2"),
        (wrong(json!({"lead": "Anna"})), "lead is a seat, 0, 1 or 2"),
        (wrong(json!({"hands": [["LA"], ["LX"]]})), "expected three hands, of seats 0, 1 and 2, but found 2"),
        (wrong(json!({"hands": [["LA"], ["LX", "A8"], ["H9", "HA"]]})), "seat 1 has 2 cards"),
        (wrong(json!({"hands": [["LA", "QA"], [], []]})), "hands[0][1]: 'QA' is not a card"),
        (wrong(json!({"hands": [[], [], []]})), "all hands are empty"),
        (wrong(json!({"hands": twice})), "A7 occurs twice"),
        (wrong(json!({"talon": ["LA", "B7"]})), "LA occurs twice"),
        (wrong(json!({"talon": ["B7"]})), "the talon has 1 cards: give two"),
        (wrong(json!({"trick": ["B7", "B8", "B9"]})), "the trick has 3 cards: 0, 1 or 2"),
        (wrong(json!({"question": "durchmasr"})), "did you mean 'durchmars'?"),
        (wrong(json!({"question": "ulti+"})), "unknown question ''"),
        (wrong(json!({"question": "ulti+ulti"})), "question ulti occurs twice"),
        (wrong(json!({"question": "ulti", "trump": "none"})), "ulti is played with trumps"),
        (wrong(json!({"question": "parti"})), "complete hands, ten cards each"),
        (wrong(json!({"must_bet": true})), "did you mean 'must_beat'?"),
    ];
    for (line, wanted) in cases {
        let (answers, code) = solve(&format!("{line}\n\n{}\n", position(&json!({}))));
        assert_eq!((answers.len(), code), (2, Some(1)), "{line}");
        assert!(answers[0]["error"].as_str().unwrap().contains(wanted), "{line}: {}", answers[0]);
        assert_eq!(answers[1]["value"], 40, "no answer to the line after {line}");
    }
    let missing = ulti(&["solve", "no such file"]);
    assert!(!missing.status.success());
    assert!(String::from_utf8(missing.stderr).unwrap().contains("failed to read no such file"));
}
