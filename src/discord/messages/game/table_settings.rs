//! The settings of a table, with menus for changing them.

use std::collections::BTreeSet;

use serenity::builder::{CreateActionRow, CreateSelectMenuOption};

use crate::discord::custom_id::{CustomId, TableMenu};
use crate::discord::messages::buttons::{ask, menu, option};
use crate::discord::messages::{Appearance, Message};
use crate::table::{Command, PlayerId, RulesChoice, TableSetting, TableStage, TableView, UserId};
use crate::text::{self, args};
use ulti_ai::Level;
use ulti_rules::{HouseRule, RuleSet};

/// Numbers of deals that the menu offers. With these, each of three players deals equally often.
const OFFERED_DEALS: [u32; 7] = [3, 6, 9, 12, 18, 24, 36];
/// Pauses between deals that the menu offers, in seconds.
const OFFERED_PAUSES: [u32; 5] = [10, 20, 30, 60, 120];

/// Creates the message that shows a table's settings, with a menu for each setting that the user can change.
pub fn table_settings(table_view: &TableView, user: UserId, appearance: Appearance) -> Message {
    if matches!(table_view.stage, TableStage::Ended(_)) {
        return Message::text(appearance.text("notice-table-ended"));
    }
    let mut lines = vec![format!("### {}", appearance.text("table-settings-title"))];
    lines.push(appearance.about(table_view));
    lines.extend(appearance.house(table_view.book.rules()));
    lines.push(format!("-# {}", appearance.setting_label(TableSetting::Pause(table_view.pause))));
    lines.extend(appearance.who_changes_settings(table_view, user));
    let menus = changeable(table_view, user).into_iter();
    let rows = menus.map(|menu| appearance.setting_menu(menu, table_view)).collect();
    Message::text(lines.join("\n")).with_rows(rows)
}

/// Returns the menus of the settings that the user can change now.
fn changeable(table_view: &TableView, user: UserId) -> Vec<TableMenu> {
    if !table_view.is_seated(user) {
        return Vec::new();
    }
    let mut menus = Vec::new();
    if table_view.stage == TableStage::Lobby && table_view.manages_lobby(user) {
        menus.extend([TableMenu::Rules, TableMenu::Deals, TableMenu::TimeLimit]);
        let has_robots = table_view.chairs.iter().any(|chair| chair.player.is_robot());
        menus.extend(has_robots.then_some(TableMenu::Robots));
    }
    menus.push(TableMenu::Pause);
    menus
}

impl Appearance {
    /// Returns the sentence that says why the user cannot change all settings, or `None` if the user can.
    fn who_changes_settings(self, table_view: &TableView, user: UserId) -> Option<String> {
        let host = table_view.chair(PlayerId::User(table_view.host));
        match table_view.stage {
            TableStage::Ended(_) => None,
            _ if !table_view.is_seated(user) => Some(self.text("table-settings-watch")),
            TableStage::Lobby if table_view.manages_lobby(user) => None,
            TableStage::Lobby => {
                let name = self.player(&host?.player);
                Some(self.with("table-settings-host", args![name]))
            }
            TableStage::Dealing | TableStage::Between => Some(self.text("table-settings-playing")),
        }
    }

    fn setting_menu(self, of: TableMenu, table_view: &TableView) -> CreateActionRow {
        let (settings, now) = match of {
            TableMenu::Rules => rules(table_view),
            TableMenu::Deals => numbers(&OFFERED_DEALS, table_view.deals, TableSetting::Deals),
            TableMenu::TimeLimit => time_limits(table_view.book.rules().time_limit),
            TableMenu::Robots => robots(table_view),
            TableMenu::Pause => numbers(&OFFERED_PAUSES, table_view.pause, TableSetting::Pause),
        };
        let option = |setting: TableSetting| {
            let id = ask(table_view.table, Command::Set(setting));
            let label = match setting {
                TableSetting::Rules(RulesChoice::Opened) => self.rules_when_opened(table_view),
                setting => self.setting_label(setting),
            };
            let option = option(&id, &label).default_selection(Some(setting) == now);
            match setting {
                TableSetting::Rules(RulesChoice::Preset(name)) => {
                    option.description(text::about_preset(self.lang, name))
                }
                _ => option,
            }
        };
        let options: Vec<CreateSelectMenuOption> = settings.into_iter().map(option).collect();
        menu(&CustomId::TableMenu(of), options, &self.text(title(of)))
    }

    fn rules_when_opened(self, table_view: &TableView) -> String {
        let rules = text::rules(self.lang, table_view.opened.rules());
        self.with("table-settings-opened", args![rules])
    }

    /// Returns the label of a setting.
    pub(super) fn setting_label(self, setting: TableSetting) -> String {
        match setting {
            TableSetting::Rules(RulesChoice::Preset(name)) => {
                self.with("lobby-rules", args![rules = text::preset(self.lang, name)])
            }
            TableSetting::Rules(RulesChoice::Opened) => self.text("table-settings-rules"),
            TableSetting::Deals(deals) => {
                self.with("table-settings-deals-n", args![deals = deals.unwrap_or(0)])
            }
            TableSetting::TimeLimit(minutes) => self.with("house-time_limit-n", args![n = minutes]),
            TableSetting::Robots(level) => {
                let level = self.text(&format!("lobby-level-{}", level.name()));
                self.with("table-settings-robots-level", args![level])
            }
            TableSetting::Pause(seconds) => {
                self.with("table-settings-pause-n", args![seconds = seconds.unwrap_or(0)])
            }
        }
    }
}

/// Returns the locale key of a menu's placeholder.
const fn title(menu: TableMenu) -> &'static str {
    match menu {
        TableMenu::Rules => "table-settings-rules",
        TableMenu::Deals => "table-settings-deals",
        TableMenu::TimeLimit => "table-settings-time",
        TableMenu::Robots => "table-settings-robots",
        TableMenu::Pause => "table-settings-pause",
    }
}

/// The settings that a menu offers, and the current one unless the menu does not contain it.
type Offered = (Vec<TableSetting>, Option<TableSetting>);

/// Returns the rule sets that the menu offers. The rules with which the table was opened are one of them if
/// they are not a preset.
fn rules(table_view: &TableView) -> Offered {
    let (now, opened) = (table_view.book.rules(), table_view.opened.rules());
    // The time limit has a menu of its own.
    let is_same =
        |one: &RuleSet, other: &RuleSet| *one == RuleSet { time_limit: one.time_limit, ..other.clone() };
    let is_preset = |rules: &RuleSet, name| RuleSet::preset(name).is_ok_and(|preset| is_same(rules, &preset));
    let presets = || RuleSet::preset_names();
    let own = (!presets().any(|name| is_preset(opened, name))).then_some(RulesChoice::Opened);
    let chosen = own.filter(|_| is_same(now, opened));
    let chosen = chosen.or_else(|| presets().find(|name| is_preset(now, name)).map(RulesChoice::Preset));
    let offered = own.into_iter().chain(presets().map(RulesChoice::Preset));
    (offered.map(TableSetting::Rules).collect(), chosen.map(TableSetting::Rules))
}

/// Returns `None` and the numbers that the menu offers, among them the current one.
fn numbers(offered: &[u32], now: Option<u32>, setting: impl Fn(Option<u32>) -> TableSetting) -> Offered {
    let all: BTreeSet<u32> = offered.iter().copied().chain(now).collect();
    let settings = [None].into_iter().chain(all.into_iter().map(Some)).map(&setting).collect();
    (settings, Some(setting(now)))
}

/// Returns the time limits that the menu of house rules offers, and the current one.
fn time_limits(now: u32) -> Offered {
    let answers = HouseRule::named("time_limit").map(HouseRule::answers).unwrap_or_default();
    let all: BTreeSet<u32> = answers.iter().filter_map(|answer| answer.parse().ok()).chain([now]).collect();
    (all.into_iter().map(TableSetting::TimeLimit).collect(), Some(TableSetting::TimeLimit(now)))
}

/// Returns the levels of robots. The current level is unknown if the robots have different ones.
fn robots(table_view: &TableView) -> Offered {
    let levels: Vec<Level> = table_view.chairs.iter().filter_map(|chair| chair.player.level).collect();
    let now = levels.first().filter(|first| levels.iter().all(|level| level == *first)).copied();
    (Level::AT_TABLES.into_iter().map(TableSetting::Robots).collect(), now.map(TableSetting::Robots))
}
