//! Comparison of the alert rules with the documentation.

use std::fs;
use std::path::Path;

/// Every expression of the alert rules is documented, and uses a metric that is documented.
#[test]
fn alert_rules_are_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let documented = read("docs/operating.md").replace("\\|", "|");
    let rules = read("deploy/alerts.yml");
    let expressions: Vec<&str> =
        rules.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).collect();
    assert!(expressions.len() > 10, "{expressions:?}");
    for expression in expressions {
        assert!(documented.contains(&format!("`{expression}`")), "not in docs/operating.md: {expression}");
    }
}
