//! Accessibility checks of the channel page with axe-core.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use super::page::Page;
use super::scenes::{ANNA_BEGINS, play_scenes};
use super::{DESKTOP, PHONE, browser_required, with_sandbox};

/// Default path of axe-core, where `.ci/run` installs it. `ULTI_AXE` overrides it.
const DEFAULT_PATH: &str = "target/tools/node_modules/axe-core/axe.min.js";

/// axe-core impact levels that fail a test. Lower levels are ignored.
const FAILING_IMPACTS: [&str; 2] = ["serious", "critical"];

#[derive(Debug, Deserialize)]
struct Report {
    /// Number of rules that passed.
    passed: usize,
    findings: Vec<Finding>,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "printed when the test fails")]
struct Finding {
    rule: String,
    impact: Option<String>,
    help: String,
    places: Vec<Value>,
}

/// Reads axe-core's source.
///
/// Returns `None` if the file is missing, which skips the test, unless `ULTI_REQUIRE_BROWSER` is set.
fn axe() -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(DEFAULT_PATH);
    let path = std::env::var_os("ULTI_AXE").map_or(here, PathBuf::from);
    match std::fs::read_to_string(&path) {
        Ok(script) => Some(script),
        Err(error) => {
            let path = path.display();
            assert!(
                !browser_required(),
                "ULTI_REQUIRE_BROWSER=1, but axe-core is missing at {path}: {error}"
            );
            eprintln!("skipped: axe-core is missing at {path}; `.ci/run` installs it");
            None
        }
    }
}

/// Asserts that axe-core finds no serious violation on the current page.
async fn assert_accessible(page: &Page, scene: &str) {
    let script = "
        const done = arguments[arguments.length - 1];
        const place = (node) => [node.target.join(' '), node.failureSummary];
        axe.run(document, { resultTypes: ['violations'] }).then(({ passes, violations }) => done({
            passed: passes.length,
            findings: violations.map(({ id, impact, help, nodes }) => ({ rule: id, impact, help, places: nodes.map(place) })),
        }));";
    let report = page.client.execute_async(script, Vec::new()).await.unwrap();
    let report: Report = serde_json::from_value(report).unwrap();
    assert!(report.passed > 10, "{scene}: only {} rules passed", report.passed);
    let serious = |finding: &&Finding| {
        finding.impact.as_deref().is_some_and(|impact| FAILING_IMPACTS.contains(&impact))
    };
    let serious: Vec<&Finding> = report.findings.iter().filter(serious).collect();
    assert!(serious.is_empty(), "serious violations in {scene}: {serious:#?}");
}

async fn check_accessibility(size: (u32, u32)) {
    let Some(axe) = axe() else { return };
    with_sandbox(ANNA_BEGINS, size, async |page| {
        let _: Value = page.ask(&format!("{axe}; return null"), json!([])).await;
        play_scenes(page, async |scene| assert_accessible(page, scene).await).await;
    })
    .await;
}

#[tokio::test]
async fn desktop_page_has_no_serious_accessibility_violations() {
    check_accessibility(DESKTOP).await;
}

#[tokio::test]
async fn mobile_page_has_no_serious_accessibility_violations() {
    check_accessibility(PHONE).await;
}
