//! The `ulti rules` command, which prints a rule set as a table, as JSON, as TOML or as Markdown.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde_json::{Value, json};

use crate::text::{self, Lang};
use ulti_rules::{Book, BookEntry, Game, RuleSet, Trump};

/// List all contracts of a rule set, weakest first
///
/// A contract overcalls every contract with a lower number in the column "order". Contracts with the same
/// number do not overcall each other. The column "won" shows how much each defender pays if all games of the
/// contract are won. The column "lost" shows how much each defender receives if all games are lost. These
/// amounts do not include kontra or silent games.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Rules {
    /// Rules to print: a preset name, house rules such as `rablo four_tens=true`, or a .toml file.
    #[arg(default_value = RuleSet::USUAL)]
    preset: String,
    /// Print the rules and all contracts as one JSON document.
    #[arg(long, group = "form")]
    json: bool,
    /// Print all rule settings as TOML. The output can serve as a template for house rules.
    #[arg(long, group = "form")]
    toml: bool,
    /// Print the rules as a Markdown page.
    #[arg(long, group = "form")]
    markdown: bool,
    /// Language of the Markdown page: hu or en.
    #[arg(long, default_value = "en", value_name = "LANGUAGE", value_parser = language)]
    lang: Lang,
    /// Write the Markdown pages of all presets, in all languages, to this directory.
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
struct ContractLine {
    order: usize,
    contract: String,
    points: i32,
    won: i32,
    lost: i32,
    trumps: Vec<String>,
    games: Vec<Value>,
    silent_games: Vec<&'static str>,
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
            let document = json!({"rules": book.rules(), "contracts": lines(&book)});
            writeln!(out, "{document:#}")?;
        } else {
            table(&book, out)?;
        }
        Ok(())
    }
}

/// Parses a language code from the command line.
pub(super) fn language(code: &str) -> Result<Lang, String> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).ok_or_else(|| "use hu or en".to_owned())
}

fn table(book: &Book, out: &mut impl Write) -> anyhow::Result<()> {
    let lines = lines(book);
    let width = lines.iter().map(|line| line.contract.len()).max().unwrap_or_default();
    let trumps = |line: &ContractLine| line.trumps.join(" or ");
    let wide = lines.iter().map(|line| trumps(line).len()).max().unwrap_or_default();
    writeln!(out, "order  points  won  lost  {:width$}  {:wide$}  silent games", "contract", "trumps")?;
    for line in lines {
        let (trumps, silent) = (trumps(&line), line.silent_games.join(", "));
        let ContractLine { order, contract, points, won, lost, .. } = line;
        let row =
            format!("{order:5}  {points:6}  {won:3}  {lost:4}  {contract:width$}  {trumps:wide$}  {silent}");
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// Returns the file name and text of each preset's Markdown page, in every language.
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
    std::fs::create_dir_all(folder).with_context(|| format!("failed to create {}", folder.display()))?;
    for (name, page) in pages()? {
        let path = folder.join(name);
        std::fs::write(&path, page).with_context(|| format!("failed to write {}", path.display()))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Loads a rule set.
///
/// `name` is a preset name, house rules as text, or the path of a `.toml` file.
pub(super) fn named(name: &str) -> anyhow::Result<RuleSet> {
    let is_file = Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if !is_file {
        return Ok(RuleSet::read(name, &RuleSet::preset(RuleSet::USUAL)?)?);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("failed to read {name}"))?;
    RuleSet::from_toml(&text).with_context(|| name.to_owned())
}

fn lines(book: &Book) -> Vec<ContractLine> {
    let line = |(order, entry): (usize, &BookEntry)| ContractLine {
        order,
        contract: entry.contract.to_string(),
        points: entry.points,
        won: entry.won(),
        lost: entry.lost(),
        trumps: entry.trump.possible().into_iter().map(name).collect(),
        games: entry.contract.games().iter().map(|game| payments(entry, game)).collect(),
        silent_games: text::signs(book, entry).into_iter().map(text::SilentGameMark::name).collect(),
    };
    text::orders(book).into_iter().map(line).collect()
}

/// Returns a JSON object with the amounts that each defender pays or receives for one game of a contract,
/// without any kontra (doubling).
///
/// The field `lost_again` is an additional payment for a lost game. It is not multiplied by a kontra.
fn payments(entry: &BookEntry, game: Game) -> Value {
    let stake = entry.stake(game);
    json!({"game": game.name(), "won": stake.won, "lost": stake.lost, "lost_again": stake.again})
}

/// Returns the name of the trump suit, or `none` if there are no trumps.
pub(super) fn name(trump: Trump) -> String {
    trump.map_or_else(|| "none".to_owned(), |suit| suit.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equally_strong_contracts_have_same_rank() {
        let lines = lines(&Book::preset("4m").unwrap());
        let order = |contract: &str| lines.iter().find(|line| line.contract == contract).unwrap().order;
        assert_eq!(order("parti"), 1);
        assert_eq!(order("20-100"), order("hearts 40-100"));
        assert!(order("betli") > order("ulti"));
    }

    #[test]
    fn rule_set_round_trips_through_toml() {
        for preset in RuleSet::preset_names() {
            let rules = RuleSet::preset(preset).unwrap();
            assert_eq!(RuleSet::from_toml(&rules.to_toml()).unwrap(), rules, "{preset}");
        }
    }

    /// Checks that the files in `docs/rules` are up to date.
    ///
    /// Run `ulti rules --all docs/rules` to regenerate them.
    #[test]
    fn rule_preset_documentation_is_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules");
        let mut files: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let mut pages = pages().unwrap();
        pages.sort();
        assert_eq!(files, pages.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        for (name, page) in pages {
            let kept = std::fs::read_to_string(folder.join(&name)).unwrap();
            assert!(kept == page, "{name} is out of date: run `ulti rules --all docs/rules`");
        }
    }
}
