//! The message at the end of an evening, which is a series of deals at one table.

use crate::table::{Standing, TableStage, TableView, WhyEnded};
use crate::text::{self, args};

use super::deal_lines::bold;
use crate::discord::custom_id::CustomId;
use crate::discord::messages::buttons::{primary, rows};
use crate::discord::messages::{Appearance, Message};

/// Creates the message with the final standings of an evening (a session of deals), and a button for
/// repeating the evening.
pub fn ended(table_view: &TableView, appearance: Appearance) -> Message {
    let mut lines = vec![format!("### {}", appearance.text("evening-over"))];
    if table_view.stage == TableStage::Ended(WhyEnded::Closed) {
        return Message::text(appearance.text("lobby-closed"));
    }
    lines.extend(appearance.reason(table_view));
    let deals = table_view.deal.as_deref().map_or(0, |deal| deal.number - u32::from(!deal.is_over()));
    lines.push(appearance.with("evening-deals", args![deals]));
    lines.extend(Standing::final_ranking(&table_view.standings).into_iter().map(|(place, standing)| {
        let line = appearance.final_standing(table_view, standing);
        // A loss wins no medal.
        let medal = medal(place).filter(|_| standing.points > 0 && !appearance.is_text_only());
        // Escaped, because Discord would indent the line as part of a list.
        let medal = medal.map_or_else(|| format!("{place}\\."), str::to_owned);
        format!("{medal} {}", if place == 1 { bold(&line) } else { line })
    }));
    lines.push(appearance.text("evening-thanks"));
    let again = CustomId::SameAgain { table: table_view.table };
    Message::text(lines.join("\n")).with_rows(rows(&[
        primary(&again, &appearance.text("button-same-again")),
        appearance.leaderboard_button(),
    ]))
}

impl Appearance {
    /// Formats a player's name, points and share of the window (the common pot).
    fn final_standing(self, table_view: &TableView, standing: &Standing) -> String {
        let line = self.standing(standing);
        let share = table_view.shares.iter().find(|(player, _)| *player == standing.player.id);
        share.map_or_else(
            || line.clone(),
            |(_, share)| {
                self.with("evening-share", args![standing = line.as_str(), points = text::signed(*share)])
            },
        )
    }

    fn reason(self, table_view: &TableView) -> Option<String> {
        match table_view.stage {
            TableStage::Ended(WhyEnded::Agreed) => Some(self.text("show-ended-agreed")),
            TableStage::Ended(WhyEnded::Played) => Some(self.text("show-ended-played")),
            TableStage::Ended(WhyEnded::Score) => Some(self.text("show-ended-score")),
            TableStage::Ended(WhyEnded::Time) => Some(self.text("show-ended-time")),
            TableStage::Ended(WhyEnded::Empty) => Some(self.text("show-ended-empty")),
            TableStage::Ended(WhyEnded::Manager) => Some(self.text("show-ended-manager")),
            TableStage::Ended(WhyEnded::Abandoned) => Some(self.text("show-ended-abandoned")),
            _ => None,
        }
    }
}

const fn medal(place: usize) -> Option<&'static str> {
    match place {
        1 => Some("🥇"),
        2 => Some("🥈"),
        3 => Some("🥉"),
        _ => None,
    }
}
