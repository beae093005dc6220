//! Tests of the command line: simulations, arenas, robots, the solver, replays and forged records.

#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy does not recognize helpers as test code
#[allow(dead_code)] // shared with the tests of the solver
#[path = "../../crates/ulti-ai/tests/solver/plain/card.rs"]
mod paper;
mod past;
mod solve;
mod tokens;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use ulti::store::{Store, UserSetting};
use ulti::table::shuffle::{self, Seed};
use ulti_rules::{AnswerLine, Book, Deal, Seat, SeatAction, SeatDocument, Start};

/// Runs the program.
fn ulti(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ulti")).args(arguments).output().unwrap()
}

/// Returns the standard output of a successful run.
fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Simulates deals into a file and returns the records.
fn simulate(file: &Path, robots: &str, deals: u32) -> Vec<Value> {
    let deals = deals.to_string();
    let file_name = file.to_str().unwrap();
    let arguments = ["simulate", "--rules", "4m", "--deals", &deals, "--seed", "7", "--robots", robots];
    let summary = stdout(&ulti(&[&arguments[..], &["--records", file_name]].concat()));
    assert!(summary.contains(&format!("deals   {deals}\n")), "{summary}");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs the program with the given text as its standard input.
fn feed(arguments: &[&str], text: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    program.wait_with_output().unwrap()
}

/// Replays a document and returns the answer as JSON and the exit code.
fn replay(document: &Value) -> (Value, Option<i32>) {
    let output = feed(&["replay", "--json", "-"], &document.to_string());
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

/// Solves positions, one per line, and returns the answers and the exit code.
fn solve(lines: &str) -> (Vec<Value>, Option<i32>) {
    let output = feed(&["solve", "-"], lines);
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), output.status.code())
}

/// Replays a document that must be rejected. Returns the output as JSON.
fn refusal(document: &Value) -> Value {
    let (answer, code) = replay(document);
    assert_eq!((answer["accepted"].as_bool(), code), (Some(false), Some(1)), "{answer}");
    answer
}

#[test]
fn simulated_deals_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    for (robots, deals) in [("random,random,random", 200), ("easy,easy,random", 30)] {
        let (one, other) = (folder.path().join("one.jsonl"), folder.path().join("other.jsonl"));
        assert_eq!(simulate(&one, robots, deals).len(), deals as usize);
        simulate(&other, robots, deals);
        assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap());
        let answer = stdout(&ulti(&["replay", one.to_str().unwrap()]));
        assert!(answer.ends_with(&format!("{deals} accepted, 0 refused\n")), "{answer}");
    }
}

#[test]
fn pot_carries_over_to_next_deal() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = 0;
    for record in simulate(&folder.path().join("deals.jsonl"), "random,random,random", 200) {
        assert_eq!(record["window"].as_i64().unwrap_or(0), window);
        window += record["result"]["window"].as_i64().unwrap();
    }
}

#[test]
fn replay_command_warns_about_wrong_claim_of_earlier_version() {
    let text = include_str!("../../crates/ulti-rules/tests/rules/data/claim_with_shared_limits.json");
    let warning = "action 26: an earlier version accepted the claim with payments 42, -84, 42; \
                   the correct payments are 40, -80, 40";
    let (answer, code) = replay(&serde_json::from_str(text).unwrap());
    assert_eq!((&answer["accepted"], &answer["warnings"], code), (&json!(true), &json!([warning]), Some(0)));
    let answer = stdout(&feed(&["replay", "-"], text));
    assert!(answer.ends_with(&format!("  warning: {warning}\n1 accepted, 0 refused\n")), "{answer}");
}

#[test]
fn replay_command_explains_why_it_rejects_deal_record() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "random,random,random", 20);
    let played = |record: &&Value| record["actions"].as_array().unwrap().len() > 25;
    let record = records.iter().find(played).unwrap();
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut copy = record.clone();
        change(&mut copy);
        refusal(&copy)
    };

    let swapped = forged(&|copy| {
        let card = copy["hands"][0][0].take();
        copy["hands"][0][0] = copy["hands"][1][0].take();
        copy["hands"][1][0] = card;
    });
    assert!(!swapped["reason"].as_str().unwrap().is_empty());
    let doubled = forged(&|copy| copy["hands"][0][0] = copy["hands"][1][0].clone());
    assert!(doubled["reason"].as_str().unwrap().starts_with("invalid deal"), "{doubled}");
    let repeated = forged(&|copy| {
        let hand = copy["hands"][0].as_array_mut().unwrap();
        hand.push(hand[0].clone());
    });
    assert!(repeated["reason"].as_str().unwrap().contains("hands[0]: the card "), "{repeated}");
    let paid = forged(&|copy| copy["result"]["payments"] = json!([1, 1, -2]));
    assert!(paid["reason"].as_str().unwrap().contains("payments"), "{paid}");
    let last = record["actions"].as_array().unwrap().len() - 1;
    let stopped = forged(&|copy| drop(copy["actions"].as_array_mut().unwrap().remove(last)));
    assert!(stopped["reason"].as_str().unwrap().contains("not over"), "{stopped}");
    let dropped = forged(&|copy| drop(copy["actions"].as_array_mut().unwrap().remove(0)));
    assert_eq!(dropped["action"], 1, "{dropped}");
    let other_format = forged(&|copy| copy["format"] = json!("ulti-record/2"));
    assert!(other_format["reason"].as_str().unwrap().contains("unknown format"));
}

#[test]
fn deal_record_with_altered_shuffle_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 2);
    let mut number = records[0].clone();
    number["shuffle"]["number"] = json!(99);
    assert!(refusal(&number)["reason"].as_str().unwrap().contains("commitment does not match"));
    let mut other = records[0].clone();
    other["shuffle"] = records[1]["shuffle"].clone();
    assert!(refusal(&other)["reason"].as_str().unwrap().contains("does not match the seed"));
}

#[test]
fn pretty_printed_deal_record_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 1);
    let pretty = folder.path().join("pretty.json");
    std::fs::write(&pretty, format!("{:#}", records[0])).unwrap();
    let answer = stdout(&ulti(&["replay", pretty.to_str().unwrap()]));
    assert!(answer.ends_with("1 accepted, 0 refused\n"), "{answer}");
}

#[test]
fn replay_error_includes_file_name_and_line_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let mut records = simulate(&file, "easy,easy,easy", 3);
    records[1]["actions"].as_array_mut().unwrap().remove(0);
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let output = ulti(&["replay", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("deals.jsonl:2: refused: action 1, "), "{text}");
    assert!(text.ends_with("2 accepted, 1 refused\n"), "{text}");
}

#[test]
fn rules_command_lists_contracts() {
    let text = stdout(&ulti(&["rules"]));
    assert!(text.lines().any(|line| line.contains("hearts 40-100+ulti") && line.contains("16")), "{text}");
    let book: Value = serde_json::from_str(&stdout(&ulti(&["rules", "4m", "--json"]))).unwrap();
    assert_eq!(book["contracts"][0]["contract"], "parti");
    assert_eq!(book["contracts"][0]["games"][0]["won"], 1);
    assert_eq!(book["contracts"][0]["trumps"], serde_json::json!(["acorns", "leaves", "bells"]));
    let unknown = ulti(&["rules", "5m"]);
    assert!(!unknown.status.success());
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("did you mean '4m'"));
}

#[test]
fn simulate_command_records_house_rules() {
    let folder = tempfile::tempdir().unwrap();
    let (records, house) = (folder.path().join("deals.jsonl"), folder.path().join("house.toml"));
    std::fs::write(&house, "preset = \"rablo\"\nfour_tens = true\ndurchmars = 7\n").unwrap();
    for rules in [
        "rablo four_tens=true durchmars=7",
        "{ preset = \"rablo\", four_tens = true, durchmars = 7 }",
        house.to_str().unwrap(),
    ] {
        let file = records.to_str().unwrap();
        stdout(&ulti(&["simulate", "--rules", rules, "--deals", "5", "--records", file]));
        assert!(stdout(&ulti(&["replay", file])).ends_with("5 accepted, 0 refused\n"));
        let text = std::fs::read_to_string(&records).unwrap();
        let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(record["rules"]["preset"], "rablo");
        assert_eq!(record["rules"]["four_tens"], true);
        assert_eq!(record["rules"]["values"]["durchmars"], json!({"plain": 7, "hearts": 14}));
        record["rules"]["four_ace"] = json!(true);
        let reason = refusal(&record)["reason"].as_str().unwrap().to_owned();
        assert_eq!(reason, "unknown rule 'four_ace': did you mean 'four_aces'?");
        record["rules"] = json!("rabloulti");
        assert!(refusal(&record)["reason"].as_str().unwrap().contains("did you mean 'rablo'?"));
    }
}

#[test]
fn error_about_invalid_house_rule_suggests_correction() {
    for (rules, wanted) in [
        ("rablo four_ace=true", "unknown rule 'four_ace': did you mean 'four_aces'?"),
        ("4m kontra_limit=16", "rule 'kontra_limit' is 16: use a number from 0 to 15"),
        ("4m silent_ulti=sdes", "did you mean 'sides'?"),
        ("4m silent_hundred=table", "silent_table"),
    ] {
        for arguments in [vec!["simulate", "--rules", rules], vec!["rules", rules]] {
            let refused = ulti(&arguments);
            assert!(!refused.status.success());
            let message = String::from_utf8(refused.stderr).unwrap();
            assert!(message.contains(wanted), "{message}");
        }
    }
}

#[test]
fn config_check_command_rejects_invalid_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let check = |text: &str, rules: Option<&str>| {
        std::fs::write(&file, text).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"));
        program.args(["config", "check", "--config", file.to_str().unwrap()]);
        program.envs(rules.map(|rules| ("ULTI_RULES", rules))).output().unwrap()
    };
    let good = stdout(&check("rules = { preset = \"rablo\", four_tens = true }", None));
    assert!(good.contains("rules          rablo, with house rules"), "{good}");
    let error = |output: Output| {
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let wrong = error(check("rules = { preset = \"rablo\", four_ace = true }", None));
    assert!(wrong.contains("config.toml") && wrong.contains("did you mean 'four_aces'?"), "{wrong}");
    let wrong = error(check("rules = { four_tens = true }", None));
    assert!(wrong.contains("begin with preset"), "{wrong}");
    let good = stdout(&check("rules = \"4m\"", Some("pagat durchmars=7")));
    assert!(good.contains("rules          pagat, with house rules"), "{good}");
    let good = stdout(&check("", Some("{preset=basic, must_beat=true}")));
    assert!(good.contains("rules          basic, with house rules"), "{good}");
    let wrong = error(check("", Some("rabl")));
    assert!(wrong.contains("ULTI_") && wrong.contains("did you mean 'rablo'?"), "{wrong}");
}

#[test]
fn rules_command_prints_toml_and_markdown() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.toml");
    std::fs::write(&house, "preset = \"rablo\"\nmust_beat = false\n").unwrap();
    let house = house.to_str().unwrap();
    let whole = stdout(&ulti(&["rules", house, "--toml"]));
    assert!(whole.contains("must_beat = false") && whole.contains("[values.ulti]"), "{whole}");
    let copy = folder.path().join("copy.toml");
    std::fs::write(&copy, &whole).unwrap();
    assert_eq!(stdout(&ulti(&["rules", copy.to_str().unwrap(), "--toml"])), whole);
    let page = stdout(&ulti(&["rules", house, "--markdown", "--lang", "hu"]));
    assert!(page.contains("## Házi szabályok\n") && page.contains("- A felülütés nem kötelező\n"), "{page}");
    assert!(!ulti(&["rules", "--markdown", "--json"]).status.success(), "two output formats were accepted");
    assert!(!ulti(&["rules", "--markdown", "--lang", "de"]).status.success());
}

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

/// A running `ulti robot` process.
struct Robot {
    program: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Robot {
    fn new(level: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .args(["robot", "--level", level, "--seed", "5"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (program.stdin.take(), BufReader::new(program.stdout.take().unwrap()));
        Self { program, input, output }
    }

    /// Writes a line and returns the line with the answer.
    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer.trim_end().to_owned()
    }

    /// Writes a line that must be rejected and returns the error.
    fn refusal(&mut self, line: &str) -> String {
        let answer: Value = serde_json::from_str(&self.ask(line)).unwrap();
        answer["error"].as_str().unwrap_or_else(|| panic!("expected an error: {answer}")).to_owned()
    }

    /// Closes standard input and returns the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.program.wait().unwrap().code()
    }
}

/// Returns a deal before the first action. The number determines the dealer and the cards.
fn new_deal(rules: &str, number: u8) -> Deal {
    let dealer = Seat::ALL[usize::from(number % 3)];
    let hands = shuffle::deal(&Seed::from_bytes([number; 32]), dealer);
    Deal::new(Arc::new(Book::preset(rules).unwrap()), Start { dealer, hands, window: 0 }).unwrap()
}

#[test]
fn robot_command_can_play_complete_deals() {
    for (level, rules, deals) in [("random", "rablo", 6), ("random", "4m", 6), ("easy", "4m", 2)] {
        let mut robot = Robot::new(level);
        for number in 0..deals {
            let (mut deal, mut steps) = (new_deal(rules, number), Vec::new());
            while let Some(seat) = deal.turn() {
                let seen = SeatDocument::of(&deal.view(Some(seat)), steps.iter().copied()).unwrap().unwrap();
                let line = seen.to_json().unwrap();
                let answer = robot.ask(&line);
                assert_eq!(robot.ask(&line), answer, "answer depends on earlier lines");
                let AnswerLine(action) = serde_json::from_str(&answer)
                    .unwrap_or_else(|_| panic!("invalid answer {answer} to {line}"));
                for event in deal.judge(seat, action).unwrap() {
                    deal.apply(&event);
                }
                steps.push(SeatAction { seat, action });
            }
        }
        assert_eq!(robot.end(), Some(0));
    }
}

#[test]
fn robot_command_help_contains_valid_example() {
    let help = stdout(&ulti(&["robot", "--help"]));
    let (_, rest) = help.split_once("(here over several):\n").unwrap();
    let (example, rest) = rest.split_once("and a line out:\n").unwrap();
    let line = example.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let mut robot = Robot::new("easy");
    let answer: Value = serde_json::from_str(&robot.ask(&line)).unwrap();
    let shown: Value = serde_json::from_str(rest.lines().next().unwrap()).unwrap();
    let legal = &serde_json::from_str::<Value>(&line).unwrap()["legal"];
    for answer in [answer, shown] {
        let card = |card: &Value| legal["play"].as_array().unwrap().contains(card);
        assert!(answer["kontra"].is_array() || card(&answer["play"]), "{answer}");
    }
    assert_eq!(robot.end(), Some(0));
}

#[test]
fn robot_command_continues_after_invalid_input() {
    let mut robot = Robot::new("easy");
    assert!(robot.refusal("{").contains("`ulti robot --help` shows a line that works"));
    assert!(robot.refusal("[]").contains("failed to parse seat document"));
    assert!(robot.refusal("{\"format\": \"ulti-record/1\"}").contains("this program reads ulti-seat/1"));
    let deal = new_deal("4m", 0);
    let line = |seat| SeatDocument::of(&deal.view(Some(seat)), []).unwrap().unwrap().to_json().unwrap();
    let waiting = robot.refusal(&line(Seat::Zero));
    assert_eq!(waiting, "it is seat 1's turn, and seat 0 has nothing to decide: ask for seat 1");
    let wrong = robot.refusal(&line(Seat::One).replace("\"discard\":true", "\"discard\":false"));
    assert!(wrong.starts_with("legal must be {\"bid\":["), "{wrong}");
    assert!(robot.ask(&line(Seat::One)).starts_with("{\"bid\":"));
    assert_eq!(robot.end(), Some(1));
    assert_eq!(Robot::new("easy").end(), Some(0));
}

#[test]
fn robot_command_accepts_output_of_replay_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let records = simulate(&file, "easy,easy,easy", 2);
    let acted = |record: &Value| {
        record["actions"].as_array().unwrap().iter().filter(|step| step["seat"] == 1).count()
    };
    let lines = stdout(&ulti(&["replay", "--seen-by", "1", file.to_str().unwrap()]));
    assert_eq!(lines.lines().count(), records.iter().map(acted).sum::<usize>());
    let mut robot = Robot::new("easy");
    for line in lines.lines() {
        let answer = robot.ask(line);
        assert!(serde_json::from_str::<AnswerLine>(&answer).is_ok(), "{answer}");
    }
    assert_eq!(robot.end(), Some(0));
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

#[test]
fn analyse_command_reports_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let records = simulate(&file, "easy,random,easy", 12);
    let file = file.to_str().unwrap();
    let json = stdout(&ulti(&["analyse", "--json", file]));
    let answers: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), records.len());
    let analysed: Vec<&Value> = answers.iter().filter(|answer| answer["analysed"] == json!(true)).collect();
    assert!(analysed.len() > 3, "{json}");
    for answer in &analysed {
        assert_eq!(answer["complete"], json!(true), "{answer}");
        assert!(answer["games"].as_array().unwrap().iter().all(|game| game["makeable"].is_boolean()));
        for slip in answer["slips"].as_array().unwrap() {
            assert_ne!(slip["card"], slip["better"]);
            assert!(slip["points"].as_u64().unwrap() > 0 || slip["games"] != json!([]), "{slip}");
        }
    }
    assert_eq!(stdout(&ulti(&["analyse", "--json", file])), json, "second run differs");

    let text = stdout(&ulti(&["analyse", file]));
    assert!(text.contains("Best play of all three for") && text.contains("could "), "{text}");
    assert!(!text.contains("**") && !text.contains('⟨'), "{text}");
    let hungarian = stdout(&ulti(&["analyse", "--lang", "hu", file]));
    assert!(hungarian.contains("Ha mindenki a legjobbat játssza"), "{hungarian}");
}

#[test]
fn analyse_command_rejects_invalid_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let mut records = simulate(&file, "easy,easy,easy", 2);
    records[0]["actions"].as_array_mut().unwrap().remove(0);
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let output = ulti(&["analyse", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("deals.jsonl:1: refused: action 1, "), "{text}");
    assert!(text.contains("deals.jsonl:2: "), "second record was not analysed: {text}");
    let missing = ulti(&["analyse", "nowhere.jsonl"]);
    assert!(String::from_utf8(missing.stderr).unwrap().contains("failed to read nowhere.jsonl"));
}

#[test]
fn cli_exports_and_deletes_user_data() {
    let folder = tempfile::tempdir().unwrap();
    let (config, data) = (folder.path().join("config.toml"), folder.path().join("ulti.db"));
    std::fs::write(&config, format!("[store]\npath = {data:?}\n")).unwrap();
    let config = config.to_str().unwrap();
    let nowhere = ulti(&["person", "export", "5", "--config", config]);
    let message = String::from_utf8(nowhere.stderr).unwrap();
    assert!(message.contains("no database at"), "{message}");

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&data).await.unwrap();
        store.set_user(ulti::table::UserId(5), UserSetting::Language(Some("hu"))).await.unwrap();
        store.close().await;
    });
    let export = || -> Value {
        serde_json::from_str(&stdout(&ulti(&["person", "export", "5", "--config", config]))).unwrap()
    };
    assert_eq!(export()["settings"]["lines"][0]["language"], "hu");
    let forgotten = stdout(&ulti(&["person", "forget", "5", "--config", config]));
    assert!(forgotten.starts_with("5 is forgotten."), "{forgotten}");
    assert_eq!(export()["settings"]["lines"], json!([]));
    assert_eq!(stdout(&ulti(&["records", "7", "--config", config])), "");
    let unknown = ulti(&["records", "7", "--season", "2026-11", "--config", config]);
    let message = String::from_utf8(unknown.stderr).unwrap();
    assert!(message.contains("server 7 has no season called '2026-11'"), "{message}");
}

/// Exceeding the limit on file sizes (`ulimit -f`) is reported as an error. The process is not killed.
#[cfg(target_os = "linux")]
#[test]
fn bot_reports_error_if_file_size_limit_is_exceeded() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 16; exec \"$0\" run", env!("CARGO_BIN_EXE_ulti")])
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", "token")
        .env("ULTI_DISCORD__API", "http://127.0.0.1:9")
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{}: {message}", output.status);
    assert!(message.contains("database"), "{message}");
}
