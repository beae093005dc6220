//! What a screen reader and weak eyes meet on the page, as axe-core judges it.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::evening::{ANNA_BEGINS, evening};
use crate::page::Page;
use crate::{DESK, PHONE, demanded, play};

/// Where `.ci/run` puts it; `ULTI_AXE` names another file.
const PLACE: &str = "target/tools/node_modules/axe-core/axe.min.js";

/// All that is not one of these is advice.
const GRAVE: [&str; 2] = ["serious", "critical"];

#[derive(Debug, Deserialize)]
struct Verdict {
    /// How many rules found something to agree with.
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

/// The text of axe-core; without it the test is skipped, or fails where the browser's tests are demanded.
fn axe() -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(PLACE);
    let path = std::env::var_os("ULTI_AXE").map_or(here, PathBuf::from);
    match std::fs::read_to_string(&path) {
        Ok(script) => Some(script),
        Err(error) => {
            let path = path.display();
            assert!(!demanded(), "ULTI_REQUIRE_BROWSER=1, and there is no axe-core: {path}: {error}");
            eprintln!("skipped: there is no axe-core at {path}; `.ci/run` says how it gets there");
            None
        }
    }
}

/// Nothing on the page as it is now is gravely wrong.
async fn is_fine(page: &Page, scene: &str) {
    let script = "
        const done = arguments[arguments.length - 1];
        const place = (node) => [node.target.join(' '), node.failureSummary];
        axe.run(document, { resultTypes: ['violations'] }).then(({ passes, violations }) => done({
            passed: passes.length,
            findings: violations.map(({ id, impact, help, nodes }) => ({ rule: id, impact, help, places: nodes.map(place) })),
        }));";
    let verdict = page.client.execute_async(script, Vec::new()).await.unwrap();
    let verdict: Verdict = serde_json::from_value(verdict).unwrap();
    assert!(verdict.passed > 10, "{scene}: only {} rules were looked at", verdict.passed);
    let grave = |finding: &&Finding| finding.impact.as_deref().is_some_and(|impact| GRAVE.contains(&impact));
    let grave: Vec<&Finding> = verdict.findings.iter().filter(grave).collect();
    assert!(grave.is_empty(), "{scene}: {grave:#?}");
}

async fn nothing_grave(size: (u32, u32)) {
    let Some(axe) = axe() else { return };
    play(ANNA_BEGINS, size, async |page| {
        let _: Value = page.ask(&format!("{axe}; return null"), json!([])).await;
        evening(page, async |scene| is_fine(page, scene).await).await;
    })
    .await;
}

#[tokio::test]
async fn nothing_grave_at_a_desk() {
    nothing_grave(DESK).await;
}

#[tokio::test]
async fn nothing_grave_on_a_telephone() {
    nothing_grave(PHONE).await;
}
