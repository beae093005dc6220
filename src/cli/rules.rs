//! `ulti rules`: the book of a rule set.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;

use crate::rules::{Book, Entry, RuleSet, Trump, TrumpRule};

/// List every contract that can be bid, weakest first.
///
/// A contract of a higher order overcalls one of a lower; contracts that share an order do not
/// overcall each other.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Rules {
    /// A preset's name, house rules such as `rablo four_tens=true`, or a file that ends in .toml.
    #[arg(default_value = "4m")]
    preset: String,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ulti rules
  ulti rules 4m --json
  ulti rules 'rablo four_tens=true durchmars=7'
  ulti rules our-house.toml";

#[derive(Debug, Serialize)]
struct Line {
    order: usize,
    contract: String,
    points: i32,
    trumps: String,
}

impl Rules {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let book = Book::new(named(&self.preset)?);
        let lines = lines(&book);
        if self.json {
            let document = serde_json::json!({"rules": book.rules(), "contracts": lines});
            writeln!(out, "{document:#}")?;
            return Ok(());
        }
        let width = lines.iter().map(|line| line.contract.len()).max().unwrap_or_default();
        writeln!(out, "order  points  {:width$}  trumps", "contract")?;
        for Line { order, contract, points, trumps } in lines {
            writeln!(out, "{order:5}  {points:6}  {contract:width$}  {trumps}")?;
        }
        Ok(())
    }
}

/// The rules of a preset's name, of house rules in words, or of a TOML file.
pub(super) fn named(name: &str) -> anyhow::Result<RuleSet> {
    let is_file = std::path::Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if !is_file {
        return Ok(RuleSet::read(name, &RuleSet::preset(RuleSet::USUAL)?)?);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("can't read {name}"))?;
    RuleSet::from_toml(&text).with_context(|| name.to_owned())
}

fn lines(book: &Book) -> Vec<Line> {
    let mut order = 0;
    let mut before: Option<&Entry> = None;
    let mut lines = Vec::new();
    for entry in book.entries() {
        if before.is_none_or(|before| book.overcalls(&entry.contract, &before.contract)) {
            order += 1;
        }
        before = Some(entry);
        let trumps = trumps(entry.trump);
        lines.push(Line { order, contract: entry.contract.to_string(), points: entry.points, trumps });
    }
    lines
}

fn trumps(rule: TrumpRule) -> String {
    match rule {
        TrumpRule::Fixed(trump) => name(trump),
        TrumpRule::Named { .. } => rule.choices().into_iter().map(name).collect::<Vec<_>>().join(" or "),
    }
}

/// A suit's word, or `none`.
pub(super) fn name(trump: Trump) -> String {
    trump.map_or_else(|| "none".to_owned(), |suit| suit.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_that_do_not_overcall_each_other_share_an_order() {
        let lines = lines(&Book::preset("4m").unwrap());
        let order = |contract: &str| lines.iter().find(|line| line.contract == contract).unwrap().order;
        assert_eq!(order("parti"), 1);
        assert_eq!(order("20-100"), order("hearts 40-100"));
        assert!(order("betli") > order("ulti"));
    }
}
