//! A server's house rules, and the menus for changing them.

use serenity::builder::{CreateActionRow, CreateSelectMenuOption};

use crate::discord::custom_id::{CustomId, HouseRulesId};
use crate::text::{self, args};
use ulti_rules::{HouseRule, RuleSet};

use super::buttons::{button, cut, menu, option, success};
use super::{Appearance, Message};

/// Pages of house-rule menus, each with its topic and the names of its menus. A page has room for four menus
/// and one row of buttons.
const PAGES: [(&str, &[&str]); 7] = [
    ("preset", &[HouseRulesId::PRESET]),
    ("values", &["durchmars", "20-100", "four_aces", "four_tens"]),
    ("silent", &["silent_hundred", "silent_ulti", "silent_durchmars", "silent_four_aces"]),
    ("play", &["individual_kontra", "kontra_limit", "must_beat", "open_hands"]),
    ("table", &["fold", "concede", "window", "four_players"]),
    ("evening", &["score_limit", "time_limit", "last_trick_hidden", "re_betli"]),
    ("marriages", &["marriage_needs_trick", "hundred_announced"]),
];

/// Maximum number of house rules to list on a page.
const LISTED: usize = 16;
/// Maximum number of house rules to list in the lobby.
const LISTED_SHORT: usize = 4;
/// Maximum length of a listed house rule, in characters.
const PHRASE: usize = 80;

/// The rules for new tables on a server.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerRules {
    /// Rules that apply to new tables.
    pub rules: RuleSet,
    /// `true` if a server manager chose the rules, or `false` if they are the default rules.
    pub chosen: bool,
}

/// Returns the index of the page with the given menu, or 0 if the menu is unknown.
pub fn page_of(menu: &str) -> u8 {
    let page = PAGES.iter().position(|(_, menus)| menus.contains(&menu));
    u8::try_from(page.unwrap_or_default()).unwrap_or_default()
}

/// Creates an overview of a server's rules and how they differ from their preset.
///
/// If `page` is given, the message also includes the menus of that page. Pages are numbered from 0.
pub fn server_rules(server: &ServerRules, page: Option<u8>, appearance: Appearance) -> Message {
    let ServerRules { rules, chosen } = server;
    let name = text::preset(appearance.lang, &rules.preset);
    let different = appearance.different(rules, LISTED);
    let key = if different.is_empty() { "house-plain" } else { "house-changed" };
    let mut lines = vec![format!("### {}", appearance.text("house-title"))];
    if !chosen {
        lines.push(appearance.text("house-unchosen"));
    }
    lines.push(appearance.with(key, args![rules = name]));
    lines.extend(different.iter().map(|phrase| format!("- {phrase}")));
    lines.push(format!("-# {}", appearance.text("house-running")));
    let Some(page) = page else { return Message::text(lines.join("\n")) };
    let page = usize::from(page).min(PAGES.len() - 1);
    let (topic, menus) = PAGES[page];
    let topic = appearance.text(&format!("house-topic-{topic}"));
    let step = [("page", (page + 1).into()), ("pages", PAGES.len().into()), ("topic", topic.into())];
    lines.push(format!("**{}**", appearance.with("house-step", &step)));
    let mut rows: Vec<_> = menus.iter().filter_map(|menu| appearance.house_menu(menu, rules)).collect();
    rows.push(appearance.house_buttons(page));
    Message::text(lines.join("\n")).with_rows(rows)
}

impl Appearance {
    /// Formats the house rules for the lobby as one line. Returns `None` if the rules match their preset.
    pub(super) fn house(self, rules: &RuleSet) -> Option<String> {
        let phrases = self.different(rules, LISTED_SHORT);
        (!phrases.is_empty()).then(|| format!("-# {}", phrases.join(" · ")))
    }

    /// Returns descriptions of at most `most` house rules. If some are omitted, the last line says how many.
    fn different(self, rules: &RuleSet, most: usize) -> Vec<String> {
        let all = text::house_rules(self, rules);
        let more = all.len().saturating_sub(most);
        let mut listed: Vec<String> = all.iter().take(most).map(|phrase| cut(phrase, PHRASE)).collect();
        if more > 0 {
            listed.push(self.with("house-more", args![count = more]));
        }
        listed
    }

    fn house_menu(self, name: &str, rules: &RuleSet) -> Option<CreateActionRow> {
        let (name, title, options) = match HouseRule::named(name) {
            None => (HouseRulesId::PRESET, self.text("house-preset"), self.presets(rules)),
            Some(question) => {
                let title = text::house_question(self.lang, question);
                (question.name(), title, self.answers(question, rules)?)
            }
        };
        Some(menu(&CustomId::House(HouseRulesId::Menu(name)), options, &title))
    }

    fn presets(self, rules: &RuleSet) -> Vec<CreateSelectMenuOption> {
        let option = |name: &'static str| {
            let id = CustomId::House(HouseRulesId::Preset(name));
            option(&id, &text::preset(self.lang, name))
                .description(text::about_preset(self.lang, name))
                .default_selection(rules.preset == name)
        };
        RuleSet::preset_names().map(option).collect()
    }

    fn answers(self, question: &'static HouseRule, rules: &RuleSet) -> Option<Vec<CreateSelectMenuOption>> {
        let now = question.answered(rules);
        let usual = RuleSet::preset(&rules.preset).ok().and_then(|preset| question.answered(&preset));
        let option = |answer: &'static str| {
            let id = CustomId::House(HouseRulesId::Answer(question, answer));
            let option = option(&id, &text::house_answer(self.lang, question, answer))
                .default_selection(now.as_deref() == Some(answer));
            if usual.as_deref() == Some(answer) {
                option.description(self.text("house-usual"))
            } else {
                option
            }
        };
        let options: Vec<CreateSelectMenuOption> = question.possible(rules).into_iter().map(option).collect();
        (!options.is_empty()).then_some(options)
    }

    /// Returns the buttons for moving to the previous or next page, resetting the rules and closing the
    /// menus.
    ///
    /// Paging wraps around at both ends.
    fn house_buttons(self, page: usize) -> CreateActionRow {
        let to = |page: usize| {
            CustomId::House(HouseRulesId::Page(u8::try_from(page % PAGES.len()).unwrap_or_default()))
        };
        CreateActionRow::Buttons(vec![
            button(&to(page + PAGES.len() - 1), &self.text("house-button-back")),
            button(&to(page + 1), &self.text("house-button-next")),
            button(&CustomId::House(HouseRulesId::Reset), &self.text("house-button-reset")),
            success(&CustomId::House(HouseRulesId::Done), &self.text("house-button-done")),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_rule_appears_on_exactly_one_settings_page() {
        for question in HouseRule::ALL {
            let menus = PAGES.iter().flat_map(|(_, menus)| menus.iter());
            assert_eq!(menus.filter(|menu| **menu == question.name()).count(), 1, "{}", question.name());
        }
        assert!(PAGES.iter().all(|(_, menus)| menus.len() <= 4));
        assert_eq!((page_of(HouseRulesId::PRESET), page_of("window")), (0, 4));
    }
}
