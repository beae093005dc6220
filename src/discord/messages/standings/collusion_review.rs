//! Signs of collusion in ranked deals, shown to server managers.

use crate::store::{Finding, PlayerAccount, Season, Signal};
use crate::table::UserId;
use crate::text::args;

use super::leaderboard::season_name;
use crate::discord::messages::message::CONTENT;
use crate::discord::messages::{Appearance, Message, name};

/// Maximum number of signs of collusion to list.
const MAX_SIGNS: usize = 12;

/// Creates the message that lists signs of collusion in a season's ranked deals.
pub fn review(season: &Season, signs: &[Signal], appearance: Appearance) -> Message {
    let title = appearance.with("review-title", args![season = season_name(season, appearance)]);
    let mut lines = vec![format!("### {title}")];
    if signs.is_empty() {
        lines.push(appearance.text("review-nothing"));
    } else {
        lines.push(appearance.text("review-no-proof"));
        lines.extend(signs.iter().take(MAX_SIGNS).map(|sign| format!("- {}", appearance.signal_line(sign))));
    }
    let mut text = String::new();
    for line in lines {
        // Lines are never truncated, because a truncated deal number would refer to another deal.
        if text.chars().count() + line.chars().count() < CONTENT {
            text.push_str(&line);
            text.push('\n');
        }
    }
    Message::text(text.trim_end())
}

impl Appearance {
    fn signal_line(self, Signal { who, what, deals }: &Signal) -> String {
        let deals: Vec<String> = deals.iter().map(ToString::to_string).collect();
        let (who, deals) = (account(who), deals.join(", "));
        let common = [("who", who.into()), ("deals", deals.into())];
        let (key, more) = match what {
            Finding::LosesTo { winner, lost, met, never_without } => (
                if *never_without { "review-loses-never-without" } else { "review-loses" },
                vec![("winner", account(winner).into()), ("lost", (*lost).into()), ("met", (*met).into())],
            ),
            Finding::Leaves(times) => ("review-leaves", vec![("times", (*times).into())]),
            Finding::New { days } => ("review-new", vec![("days", (*days).into())]),
            Finding::NotPlayed { others: [second, third], times, minutes } => (
                "review-not-played",
                vec![
                    ("second", account(second).into()),
                    ("third", account(third).into()),
                    ("times", (*times).into()),
                    ("minutes", (*minutes).into()),
                    // A number of minutes is easy to read only up to two hours.
                    ("hours", if *minutes > 120 { minutes.div_ceil(60) } else { 0 }.into()),
                ],
            ),
        };
        let args: Vec<_> = common.into_iter().chain(more).collect();
        self.with(key, &args)
    }
}

/// Formats an account as its name and a mention, because several accounts can have the same name.
fn account(PlayerAccount { user: UserId(user), name: raw }: &PlayerAccount) -> String {
    format!("{} (<@{user}>)", name(raw))
}
