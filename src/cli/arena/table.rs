//! Prints the report of an arena as text tables.

use std::io::{self, Write};

use super::contracts::ContractJson;
use super::defence::{Compared, DefenceJson};
use super::players::PlayersJson;
use super::report::Report;
use super::sample::Estimate;
use super::thinking::DecisionTimesJson;
use ulti_ai::Level;
use ulti_rules::RulesSpec;

/// Writes the arena report as text tables.
pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    head(report, out)?;
    if let Some(results) = &report.players {
        players(results, out)?;
    }
    if let Some(results) = &report.defence {
        defence(results, out)?;
    }
    contracts("declarer", &report.by_declarer, out)?;
    contracts("defenders", &report.by_defenders, out)?;
    report.thinking.as_deref().map_or(Ok(()), |times| thinking(times, out))
}

fn head(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let rules = match &report.rules {
        RulesSpec::Preset(name) => name.clone(),
        RulesSpec::House(different) => serde_json::to_string(different)?,
    };
    writeln!(out, "rules    {rules}")?;
    writeln!(out, "seed     {}", report.seed)?;
    writeln!(out, "deals    {} dealt, {} counted", report.dealt, report.counted)?;
    if !report.only.is_empty() {
        let only: Vec<&str> = report.only.iter().map(ulti_rules::Game::name).collect();
        writeln!(out, "only     {}", only.join(", "))?;
    }
    let auction = report.auction.map_or("by the players", Level::name);
    writeln!(out, "auction  {auction}")?;
    writeln!(out, "games    {}", report.games)
}

fn players(results: &PlayersJson, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nlevel     points a deal      se   declarer   points  made %   defender   points")?;
    for one in &results.levels {
        let (declarer, defender) = (&one.declarer, &one.defender);
        writeln!(
            out,
            "{:8} {:>14} {:>7} {:10} {:>8} {:>7} {:10} {:>8}",
            one.level,
            signed(Some(one.points.mean)),
            plain(one.points.se),
            declarer.times,
            signed(declarer.points),
            percent(one.made),
            defender.times,
            signed(defender.points),
        )?;
    }
    if !results.pairs.is_empty() {
        writeln!(out, "\npaired difference        points      se  sigmas")?;
    }
    for pair in &results.pairs {
        difference(pair.level, pair.against, &pair.points, 1.0, out)?;
    }
    Ok(())
}

fn defence(results: &DefenceJson, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\ndeclarer {}", results.declarer)?;
    compared("points of the declarer", &results.points, 1.0, out)?;
    compared("contracts made, %", &results.made, 100.0, out)?;
    for one in &results.games {
        compared(&format!("{} made, %", one.game), &one.made, 100.0, out)?;
    }
    Ok(())
}

/// Writes the declarer's results against each pair of defenders, followed by the differences between these
/// results.
///
/// All numbers are multiplied by `unit`, for example 100 for percentages.
fn compared(title: &str, results: &Compared, unit: f64, out: &mut impl Write) -> io::Result<()> {
    let deals = results.against.first().map_or(0, |first| first.value.deals);
    let title = format!("{title} ({deals} deal{})", if deals == 1 { "" } else { "s" });
    writeln!(out, "\n{title:32}      se  sigmas")?;
    for one in &results.against {
        let mean = format!("{:.2}", one.value.mean * unit);
        writeln!(out, "against {:15} {mean:>8} {:>7}", one.level, plain(one.value.se.map(|se| se * unit)))?;
    }
    for pair in &results.pairs {
        difference(pair.level, pair.against, &pair.by, unit, out)?;
    }
    Ok(())
}

fn difference(one: Level, other: Level, by: &Estimate, unit: f64, out: &mut impl Write) -> io::Result<()> {
    let who = format!("{one} - {other}");
    let (mean, se) = (signed(Some(by.mean * unit)), plain(by.se.map(|se| se * unit)));
    let sigmas = by.sigmas.map_or_else(|| "-".to_owned(), |sigmas| format!("{sigmas:+.1}"));
    writeln!(out, "{who:23} {mean:>8} {se:>7} {sigmas:>7}")
}

fn contracts(who: &str, results: &[ContractJson], out: &mut impl Write) -> io::Result<()> {
    let names =
        |one: &ContractJson| one.levels.iter().map(|level| level.name()).collect::<Vec<_>>().join("+");
    let width = results.iter().map(|one| one.contract.len()).max().unwrap_or_default().max("contract".len());
    let wide = results.iter().map(|one| names(one).len()).max().unwrap_or_default().max(who.len());
    writeln!(out, "\n{:width$}  {who:wide$}  played  made %  declarer's points", "contract")?;
    for one in results {
        writeln!(
            out,
            "{:width$}  {:wide$} {:7} {:>7} {:>18}",
            one.contract,
            names(one),
            one.played,
            percent(one.made),
            signed(one.points),
        )?;
    }
    Ok(())
}

fn thinking(results: &[DecisionTimesJson], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nlevel     decision        count  mean ms   p99 ms   max ms")?;
    for one in results {
        let (level, kind) = (one.level, one.kind.name());
        let (mean, p99, max) = (one.mean, one.p99, one.max);
        writeln!(out, "{level:8}  {kind:12} {:8} {mean:8.2} {p99:8.2} {max:8.2}", one.count)?;
    }
    Ok(())
}

fn signed(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:+.2}"))
}

fn plain(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share))
}
