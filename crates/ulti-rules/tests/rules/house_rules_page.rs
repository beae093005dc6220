//! Checks `docs/house-rules.md` against the engine.

use ulti_rules::{Game, RuleSet};

const PAGE: &str = include_str!("../../../../docs/house-rules.md");

/// Returns the examples on the page that consist of a name and a value, such as `durchmars=7`.
fn examples() -> Vec<&'static str> {
    let code = PAGE.split('`').skip(1).step_by(2);
    let words = code.flat_map(str::split_whitespace);
    words.filter(|word| word.contains('=') && !word.contains(['"', '{']) && *word != "=").collect()
}

#[test]
fn every_example_on_house_rules_page_is_accepted_and_changes_rules() {
    let examples = examples();
    assert!(examples.len() > 10, "{examples:?}");
    for example in &examples {
        let changes = RuleSet::preset_names().filter(|preset| {
            let preset = RuleSet::preset(preset).expect("known preset");
            let rules = RuleSet::read(example, &preset);
            rules.unwrap_or_else(|error| panic!("{example}: {error}")) != preset
        });
        assert!(changes.count() > 0, "{example} changes no preset");
    }
    for game in Game::ALL {
        let begin = format!("{game}=");
        assert!(examples.iter().any(|example| example.starts_with(&begin)), "no example for {game}");
    }
}
