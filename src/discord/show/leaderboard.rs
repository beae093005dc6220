//! The leaderboard of a server.

use crate::discord::custom_id::CustomId;

use super::buttons::{button, cut, rows};
use super::message::CONTENT;
use super::{Look, Message, name};

/// A person's place in a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    /// From 1.
    pub place: u32,
    /// The name, not escaped.
    pub name: String,
    /// What was won or lost.
    pub points: i64,
    /// In how many deals.
    pub deals: u32,
}

/// A page of the leaderboard: at most 25 rows, so that it fits whatever the names.
///
/// `own` is the place of whoever asks; `page` counts from 0.
pub fn leaderboard(
    season: Option<&str>,
    ranked: &[Ranked],
    own: Option<&Ranked>,
    page: u16,
    pages: u16,
    look: impl Into<Look>,
) -> Message {
    let look = look.into();
    let title = match season {
        Some(season) => look.with("leaderboard-season", &[("season", name(season).into())]),
        None => look.say("leaderboard-title"),
    };
    let mut lines = vec![format!("### {title}")];
    if ranked.is_empty() {
        lines.push(look.say("leaderboard-empty"));
    }
    lines.extend(ranked.iter().take(25).map(|row| look.row("leaderboard-row", row)));
    if !ranked.is_empty() {
        lines.push(match own {
            Some(own) => look.row("leaderboard-own", own),
            None => look.say("leaderboard-none-of-yours"),
        });
    }
    if pages > 1 {
        let args = [("page", (i64::from(page) + 1).into()), ("pages", i64::from(pages).into())];
        lines.push(format!("-# {}", look.with("leaderboard-page", &args)));
    }
    Message::text(cut(&lines.join("\n"), CONTENT)).with_rows(rows(&look.turning(page, pages)))
}

impl Look {
    fn row(self, key: &str, row: &Ranked) -> String {
        let args = [
            ("place", row.place.into()),
            ("name", name(&row.name).into()),
            ("points", signed(row.points).into()),
            ("deals", row.deals.into()),
        ];
        self.with(key, &args)
    }

    fn turning(self, page: u16, pages: u16) -> Vec<serenity::builder::CreateButton> {
        let mut buttons = Vec::new();
        if page > 0 {
            buttons.push(button(&CustomId::Leaderboard(page - 1), &self.say("show-page-before")));
        }
        if page.saturating_add(1) < pages {
            buttons.push(button(&CustomId::Leaderboard(page + 1), &self.say("show-page-after")));
        }
        buttons
    }
}

fn signed(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", points.unsigned_abs()),
    }
}
