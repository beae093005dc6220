//! The private message with a player's cards, and the next step that it offers.

use serde::Deserialize;
use serde_json::json;

use super::page::Page;

/// Script that returns the newest private message with buttons or menus.
const HAND: &str = "
    const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1);
    if (!own || own.querySelector('[aria-busy]')) return null;
    const parts = [...own.querySelectorAll('[data-custom-id]')].map((part) => ({
        id: part.dataset.customId,
        label: said(part).trim(),
        free: !part.disabled,
        menu: 'menu' in part.dataset,
        face: part.querySelector('img.custom') !== null,
        chosen: 'menu' in part.dataset && !part.querySelector('.placeholder'),
        style: [...part.classList].at(-1),
    }));
    return { message: own.dataset.messageId, text: said(own), parts };";

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Hand {
    pub(crate) message: String,
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
}

/// A button or a menu of a message.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Part {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) free: bool,
    pub(crate) menu: bool,
    /// `true` if the component shows one of the bot's emoji, as a card with a drawn face does.
    pub(crate) face: bool,
    /// `true` if an option of the menu is selected.
    pub(crate) chosen: bool,
    pub(crate) style: String,
}

/// Button labels in one language.
pub(crate) struct Labels {
    pub(crate) pass: &'static str,
    /// Start of the label of the button that plays the own bid after both others have passed.
    pub(crate) play_own: &'static str,
    pub(crate) no_kontra: &'static str,
    pub(crate) trumps: &'static str,
    pub(crate) next_deal: &'static str,
    pub(crate) join: &'static str,
    pub(crate) start: &'static str,
    pub(crate) own_cards: &'static str,
}

pub(crate) const HUNGARIAN: Labels = Labels {
    pass: "Passz (mehet)",
    play_own: "Lejátszom: ",
    no_kontra: "Maradjon így",
    trumps: "Adu:",
    next_deal: "Következő osztás",
    join: "Beülök",
    start: "Kezdjük",
    own_cards: "Lapjaim",
};

pub(crate) const ENGLISH: Labels = Labels {
    pass: "Pass",
    play_own: "Play ",
    no_kontra: "No more doubling",
    trumps: "Trumps:",
    next_deal: "Next deal",
    join: "Join",
    start: "Start",
    own_cards: "My cards",
};

/// The next input that a hand asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Choose(Part),
    LayDown(Part),
    Confirm(Part),
    NoKontra(Part),
    Pass(Part),
    Trumps(Part),
    Play(Part),
}

/// Suit signs with which the labels of cards begin.
pub(crate) const SUITS: [char; 4] = ['🌰', '🍃', '♥', '🔔'];

impl Part {
    pub(crate) fn is_card(&self) -> bool {
        !self.menu && (self.face || self.bare().starts_with(SUITS))
    }

    /// Returns the label without its check mark.
    fn bare(&self) -> &str {
        self.label.trim_start_matches("✓ ")
    }
}

impl Step {
    pub(crate) fn part(&self) -> &Part {
        match self {
            Self::Choose(part)
            | Self::LayDown(part)
            | Self::Confirm(part)
            | Self::NoKontra(part)
            | Self::Pass(part)
            | Self::Trumps(part)
            | Self::Play(part) => part,
        }
    }
}

impl Hand {
    /// Returns the current user's hand once none of its components is loading.
    pub(crate) async fn of(page: &Page) -> Self {
        page.wait_until("there is a hand", HAND, json!([])).await
    }

    /// Returns the current user's hand once the pictures of table and hand have loaded.
    pub(crate) async fn drawn(page: &Page) -> Self {
        let all = "return [...document.querySelectorAll('#messages .picture img')].filter((each) => each.complete).length >= 2";
        let _: bool = page.wait_until("table and hand have their pictures", all, json!([])).await;
        Self::of(page).await
    }

    /// Returns the labels of the visible cards.
    pub(crate) fn cards(&self) -> Vec<String> {
        let cards = self.parts.iter().filter(|part| part.is_card());
        cards.map(|card| card.bare().to_owned()).collect()
    }

    fn free(&self, wanted: impl Fn(&Part) -> bool) -> Option<Part> {
        self.parts.iter().find(|part| part.free && wanted(part)).cloned()
    }

    /// Returns the next step, or `None` if it is another player's turn.
    pub(crate) fn step(&self, labels: &Labels) -> Option<Step> {
        if let Some(menu) = self.free(|part| part.menu) {
            let confirm = self.free(|part| part.style == "success" && !part.is_card());
            return match confirm {
                Some(confirm) => Some(Step::Confirm(confirm)),
                None if !menu.chosen => Some(Step::Choose(menu)),
                None => {
                    let unchosen = |part: &&Part| part.free && part.is_card() && part.style != "success";
                    self.parts.iter().rfind(unchosen).cloned().map(Step::LayDown)
                }
            };
        }
        self.free(|part| part.label == labels.no_kontra)
            .map(Step::NoKontra)
            .or_else(|| self.free(|part| part.label == labels.pass).map(Step::Pass))
            .or_else(|| self.free(|part| part.label.starts_with(labels.play_own)).map(Step::Pass))
            .or_else(|| self.free(|part| part.label.contains(labels.trumps)).map(Step::Trumps))
            .or_else(|| self.free(Part::is_card).map(Step::Play))
    }
}
