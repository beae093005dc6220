//! The end of an evening.

use crate::table::{Scene, SceneStage, Standing, WhyEnded};

use super::board::bold;
use super::{Look, Message};

/// The final standings. Nothing can be pressed any more.
pub fn ended(scene: &Scene, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut lines = vec![format!("### {}", look.say("evening-over"))];
    if scene.stage == SceneStage::Ended(WhyEnded::Closed) {
        return Message::text(look.say("lobby-closed"));
    }
    lines.extend(look.why(scene));
    let deals = scene.deal.as_deref().map_or(0, |deal| deal.number - u32::from(!deal.is_over()));
    lines.push(look.with("evening-deals", &[("deals", deals.into())]));
    lines.extend(Standing::ranked(&scene.standings).into_iter().map(|(place, standing)| {
        let line = look.standing(standing);
        let medal = if look.is_text_only() { format!("{place}.") } else { medal(place).to_owned() };
        format!("{medal} {}", if place == 1 { bold(&line) } else { line })
    }));
    lines.push(look.say("evening-thanks"));
    Message::text(lines.join("\n"))
}

impl Look {
    fn why(self, scene: &Scene) -> Option<String> {
        match scene.stage {
            SceneStage::Ended(WhyEnded::Agreed) => Some(self.say("show-ended-agreed")),
            SceneStage::Ended(WhyEnded::Played) => Some(self.say("show-ended-played")),
            SceneStage::Ended(WhyEnded::Empty) => Some(self.say("show-ended-empty")),
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
