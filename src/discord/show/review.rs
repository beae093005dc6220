//! What whoever manages a server may want to look at among its ranked deals.

use crate::store::{Account, Oddity, Season, Sign};
use crate::table::UserId;

use super::leaderboard::season_name;
use super::message::CONTENT;
use super::{Look, Message, name};

/// How many signs are told; who has more of them has seen enough.
const MOST: usize = 12;

/// What may be worth a look among the ranked deals of a season.
pub fn review(season: &Season, signs: &[Sign], look: impl Into<Look>) -> Message {
    let look = look.into();
    let title = look.with("review-title", &[("season", season_name(season, look).into())]);
    let mut lines = vec![format!("### {title}")];
    if signs.is_empty() {
        lines.push(look.say("review-nothing"));
    } else {
        lines.push(look.say("review-no-proof"));
        lines.extend(signs.iter().take(MOST).map(|sign| format!("- {}", look.told_of(sign))));
    }
    let mut text = String::new();
    for line in lines {
        // A line is told whole or not at all: a deal's number cut off would be another deal.
        if text.chars().count() + line.chars().count() < CONTENT {
            text.push_str(&line);
            text.push('\n');
        }
    }
    Message::text(text.trim_end())
}

impl Look {
    fn told_of(self, Sign { who, what, deals }: &Sign) -> String {
        let deals: Vec<String> = deals.iter().map(ToString::to_string).collect();
        let (who, deals) = (account(who), deals.join(", "));
        let common = [("who", who.into()), ("deals", deals.into())];
        let (key, more) = match what {
            Oddity::LosesTo { winner, lost, met, never_without } => (
                if *never_without { "review-loses-never-without" } else { "review-loses" },
                vec![("winner", account(winner).into()), ("lost", (*lost).into()), ("met", (*met).into())],
            ),
            Oddity::Leaves(times) => ("review-leaves", vec![("times", (*times).into())]),
            Oddity::New { days } => ("review-new", vec![("days", (*days).into())]),
        };
        let args: Vec<_> = common.into_iter().chain(more).collect();
        self.with(key, &args)
    }
}

/// With the account itself, since two can bear the same name.
fn account(Account { user: UserId(user), name: raw }: &Account) -> String {
    format!("{} (<@{user}>)", name(raw))
}
