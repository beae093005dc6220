//! What the buttons and menus of a server's rules ask for.

use std::fmt;

use crate::rules::{HouseRule, RuleSet};

/// A step in the choice of a server's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum House {
    /// To see a page, from 0.
    Page(u8),
    /// A menu itself, by the question that its options answer; [`House::PRESET`] for the preset's.
    Menu(&'static str),
    /// To start from a preset.
    Preset(&'static str),
    /// To answer a question.
    Answer(&'static HouseRule, &'static str),
    /// To take all choices back.
    Reset,
    /// To put the menus away.
    Done,
}

impl House {
    /// The name of the menu of presets.
    pub const PRESET: &'static str = "preset";

    pub(super) fn read(words: &[&str]) -> Option<Self> {
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
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
