//! Custom ids for setting the house rules of a server.

use std::fmt;

use super::field_encoding::Words;
use ulti_rules::{HouseRule, RuleSet};

/// A request to show or change a server's house rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseRulesId {
    /// Shows the given page of house-rule menus. Pages are numbered from 0.
    Page(u8),
    /// The select menu for the house rule with the given name. The name [`HouseRulesId::PRESET`] stands for
    /// the menu of presets.
    Menu(&'static str),
    /// Replaces the server's rules with the named preset.
    Preset(&'static str),
    /// Sets the given house rule to the given value.
    Answer(&'static HouseRule, &'static str),
    /// Removes the server's own rules, which restores the default rules.
    Reset,
    /// Closes the house-rule menus.
    Done,
}

impl HouseRulesId {
    /// Name of the menu that lists the presets.
    pub const PRESET: &'static str = "preset";
}

impl Words for HouseRulesId {
    fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["page", page] => Self::Page(page.parse().ok()?),
            ["menu", Self::PRESET] => Self::Menu(Self::PRESET),
            ["menu", name] => Self::Menu(HouseRule::named(name)?.name()),
            ["from", wanted] => Self::Preset(RuleSet::preset_names().find(|name| name == wanted)?),
            ["set", name, wanted] => {
                let question = HouseRule::named(name)?;
                Self::Answer(question, question.answers().iter().copied().find(|answer| answer == wanted)?)
            }
            ["reset"] => Self::Reset,
            ["done"] => Self::Done,
            _ => return None,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "page:{page}"),
            Self::Menu(name) => write!(f, "menu:{name}"),
            Self::Preset(name) => write!(f, "from:{name}"),
            Self::Answer(question, answer) => write!(f, "set:{}:{answer}", question.name()),
            Self::Reset => f.write_str("reset"),
            Self::Done => f.write_str("done"),
        }
    }
}
