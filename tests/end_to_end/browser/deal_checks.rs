//! Checks that a deal was played to its end.

use serde_json::json;

use super::hand::Step;
use super::page::Page;

/// Asserts that ten cards were played and that the newest public message shows standings other than zero.
pub(crate) async fn assert_whole_deal(page: &Page, steps: &[Step]) {
    let played = steps.iter().filter(|step| matches!(step, Step::Play(_))).count();
    assert_eq!(played, 10, "{steps:?}");
    let script = r"
        const last = messages().filter((each) => !each.dataset.ephemeral && /Állás: |Standings: /.test(said(each))).at(-1);
        const line = last && said(last).match(/(?:Állás|Standings): (.+? (?:[+−]\d+|0)(?: \([+−]\d+\))?(?: · .+? (?:[+−]\d+|0)(?: \([+−]\d+\))?){2})/u)?.[1];
        return line ? line.split(' · ').map((each) => Number(each.replace(/ \(.*/, '').split(' ').at(-1).replace('−', '-'))) : null";
    let standings: Vec<i32> = page.wait_until("the result is posted", script, json!([])).await;
    assert!(standings.len() == 3 && standings.iter().any(|points| *points != 0), "{standings:?}");
    assert!(standings.is_sorted_by(|one, other| one >= other), "{standings:?}");
}
