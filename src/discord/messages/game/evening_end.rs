//! The message at the end of an evening.

use crate::table::{Standing, TableStage, TableView, WhyEnded};
use crate::text::args;

use super::deal_lines::bold;
use crate::discord::messages::{Appearance, Message};

/// Creates the message with the final standings of an evening. It has no buttons.
pub fn ended(scene: &TableView, look: Appearance) -> Message {
    let mut lines = vec![format!("### {}", look.say("evening-over"))];
    if scene.stage == TableStage::Ended(WhyEnded::Closed) {
        return Message::text(look.say("lobby-closed"));
    }
    lines.extend(look.reason(scene));
    let deals = scene.deal.as_deref().map_or(0, |deal| deal.number - u32::from(!deal.is_over()));
    lines.push(look.with("evening-deals", args![deals]));
    lines.extend(Standing::ranked(&scene.standings).into_iter().map(|(place, standing)| {
        let line = look.standing(standing);
        let medal = if look.is_text_only() { format!("{place}.") } else { medal(place).to_owned() };
        format!("{medal} {}", if place == 1 { bold(&line) } else { line })
    }));
    lines.push(look.say("evening-thanks"));
    Message::text(lines.join("\n"))
}

impl Appearance {
    fn reason(self, scene: &TableView) -> Option<String> {
        match scene.stage {
            TableStage::Ended(WhyEnded::Agreed) => Some(self.say("show-ended-agreed")),
            TableStage::Ended(WhyEnded::Played) => Some(self.say("show-ended-played")),
            TableStage::Ended(WhyEnded::Empty) => Some(self.say("show-ended-empty")),
            _ => None,
        }
    }
}

const fn medal(place: usize) -> &'static str {
    match place {
        1 => "🥇",
        2 => "🥈",
        3 => "🥉",
        _ => "▫️",
    }
}
