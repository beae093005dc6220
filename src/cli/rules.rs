//! `ulti rules`: a rule set to read, for people and for programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::rules::{Book, Entry, Game, RuleSet, Trump, TrumpRule};
use crate::text::{self, Lang};

/// List every contract that can be bid, weakest first.
///
/// A contract of a higher order overcalls one of a lower; contracts that share an order do not
/// overcall each other. Won and lost is what each defender pays, or gets, when all of its games are
/// won, or all lost, without kontra and without silent games.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Rules {
    /// A preset's name, house rules such as `rablo four_tens=true`, or a file that ends in .toml.
    #[arg(default_value = RuleSet::USUAL)]
    preset: String,
    /// Print one JSON document: the rules and all contracts.
    #[arg(long, group = "form")]
    json: bool,
    /// Print the rules as TOML, every field, to be changed and read again.
    #[arg(long, group = "form")]
    toml: bool,
    /// Print the rules as a page to read, in Markdown.
    #[arg(long, group = "form")]
    markdown: bool,
    /// The language of the page: hu or en.
    #[arg(long, default_value = "en", value_name = "LANGUAGE", value_parser = language)]
    lang: Lang,
    /// Write the pages of all presets in all languages into a folder.
    #[arg(long, group = "form", value_name = "DIR")]
    all: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  ulti rules
  ulti rules 4m --json
  ulti rules 'rablo four_tens=true durchmars=7'
  ulti rules rablo --markdown --lang hu
  ulti rules basic --toml > our-house.toml
  ulti rules our-house.toml";

#[derive(Debug, Serialize)]
struct Line {
    order: usize,
    contract: String,
    points: i32,
    won: i32,
    lost: i32,
    trumps: Vec<String>,
    games: Vec<Played>,
    silent_games: Vec<&'static str>,
}

/// What one game of a contract pays each way, before any kontra.
#[derive(Debug, Serialize)]
struct Played {
    game: &'static str,
    won: i32,
    lost: i32,
    /// Comes on top of what is lost, whatever the kontra.
    lost_again: i32,
}

impl Rules {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(folder) = &self.all {
            return write_all(folder, out);
        }
        let book = Book::new(named(&self.preset)?);
        if self.toml {
            write!(out, "{}", book.rules().to_toml())?;
        } else if self.markdown {
            let command = format!("ulti rules {} --markdown --lang {}", self.preset, self.lang);
            write!(out, "{}", text::document(self.lang, &book, &command))?;
        } else if self.json {
            let document = serde_json::json!({"rules": book.rules(), "contracts": lines(&book)});
            writeln!(out, "{document:#}")?;
        } else {
            table(&book, out)?;
        }
        Ok(())
    }
}

/// A language by its code, and no other.
pub(super) fn language(code: &str) -> Result<Lang, String> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).ok_or_else(|| "it is hu or en".to_owned())
}

fn table(book: &Book, out: &mut impl Write) -> anyhow::Result<()> {
    let lines = lines(book);
    let width = lines.iter().map(|line| line.contract.len()).max().unwrap_or_default();
    let trumps = |line: &Line| line.trumps.join(" or ");
    let wide = lines.iter().map(|line| trumps(line).len()).max().unwrap_or_default();
    writeln!(out, "order  points  won  lost  {:width$}  {:wide$}  silent games", "contract", "trumps")?;
    for line in lines {
        let (trumps, silent) = (trumps(&line), line.silent_games.join(", "));
        let Line { order, contract, points, won, lost, .. } = line;
        let row =
            format!("{order:5}  {points:6}  {won:3}  {lost:4}  {contract:width$}  {trumps:wide$}  {silent}");
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// The pages of all presets: name of the file and text.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    let mut pages = Vec::new();
    for preset in RuleSet::preset_names() {
        let book = Book::preset(preset)?;
        for lang in Lang::ALL {
            let command = format!("ulti rules {preset} --markdown --lang {lang}");
            pages.push((format!("{preset}.{lang}.md"), text::document(lang, &book, &command)));
        }
    }
    Ok(pages)
}

fn write_all(folder: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
    for (name, page) in pages()? {
        let path = folder.join(name);
        std::fs::write(&path, page).with_context(|| format!("can't write {}", path.display()))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// The rules of a preset's name, of house rules in words, or of a TOML file.
pub(super) fn named(name: &str) -> anyhow::Result<RuleSet> {
    let is_file = Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if !is_file {
        return Ok(RuleSet::read(name, &RuleSet::preset(RuleSet::USUAL)?)?);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("can't read {name}"))?;
    RuleSet::from_toml(&text).with_context(|| name.to_owned())
}

fn lines(book: &Book) -> Vec<Line> {
    let line = |(order, entry): (usize, &Entry)| Line {
        order,
        contract: entry.contract.to_string(),
        points: entry.points,
        won: entry.won(),
        lost: entry.lost(),
        trumps: trumps(entry.trump),
        games: entry.contract.games().iter().map(|game| played(entry, game)).collect(),
        silent_games: text::signs(book, entry).into_iter().map(text::Sign::name).collect(),
    };
    text::orders(book).into_iter().map(line).collect()
}

fn played(entry: &Entry, game: Game) -> Played {
    let stake = entry.stake(game);
    Played { game: game.name(), won: stake.won, lost: stake.lost, lost_again: stake.again }
}

fn trumps(rule: TrumpRule) -> Vec<String> {
    rule.possible().into_iter().map(name).collect()
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

    #[test]
    fn a_rule_set_written_as_toml_reads_back() {
        for preset in RuleSet::preset_names() {
            let rules = RuleSet::preset(preset).unwrap();
            assert_eq!(RuleSet::from_toml(&rules.to_toml()).unwrap(), rules, "{preset}");
        }
    }

    /// `docs/rules` holds what the program says now: `ulti rules --all docs/rules` writes it again.
    #[test]
    fn the_pages_in_the_documentation_are_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules");
        let mut there: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        let mut pages = pages().unwrap();
        pages.sort();
        assert_eq!(there, pages.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        for (name, page) in pages {
            let kept = std::fs::read_to_string(folder.join(&name)).unwrap();
            assert!(kept == page, "{name} is out of date: `ulti rules --all docs/rules` writes it again");
        }
    }
}
