//! Settings of a server, with buttons for server managers.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{CustomId, HouseRulesId, PanelId, ServerChoice};
use crate::store::{Season, TimeZone};
use crate::text::{self, DeckStyle, Lang, args};
use ulti_rules::RuleSet;

use super::buttons::button;
use super::settings::own_name;
use super::standings::season::moment;
use super::{Appearance, Message};

/// The settings of a server, as shown to one user.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicSettings {
    /// Chosen language of public messages. `None` means the server's language on Discord.
    pub lang: Option<Lang>,
    /// `true` if public messages are sent without pictures and emoji.
    pub text_only: bool,
    /// Appearance of public messages that follows from the settings.
    pub shown: Appearance,
    /// Time zone of the next season.
    pub time_zone: TimeZone,
    /// Current difference of `time_zone` from UTC, in minutes.
    pub utc_offset: i32,
    /// The running season if it has another time zone.
    pub earlier: Option<Season>,
    /// Rules of new tables.
    pub rules: RuleSet,
    /// `true` if the user may change the settings.
    pub manages: bool,
    /// `true` if a setting was just changed. In that case, the message confirms the change.
    pub saved: bool,
}

/// Creates the message that shows a server's settings.
///
/// Server managers get buttons for changing them. Other users are told who can change them.
pub fn server_settings(settings: &PublicSettings, appearance: Appearance) -> Message {
    let shown = settings.shown;
    let mut lines = vec![
        format!("### {}", appearance.text("server-title")),
        appearance.with("server-language", args![language = own_name(shown.lang)]),
        appearance.with("server-deck", args![faces = text::faces_in(appearance, shown.faces)]),
        appearance.with("server-text", args![on = settings.text_only]),
        appearance.with("server-rules", args![rules = text::rules(appearance.lang, &settings.rules)]),
    ];
    lines.extend(appearance.time_zone_lines(settings));
    if settings.manages {
        lines.push(appearance.text("server-time-zone-how"));
    } else {
        let permission = appearance.text("permission-manage-server");
        lines.push(appearance.with("admin-only", args![permission]));
    }
    if settings.saved {
        lines.push(appearance.text("settings-saved"));
    }
    let own = button(&CustomId::Panel(PanelId::OwnSettings), &appearance.text("server-button-own"));
    let rows = if settings.manages { appearance.server_buttons(settings, own) } else { vec![vec![own]] };
    let rows = rows.into_iter().map(CreateActionRow::Buttons).collect();
    Message::text(lines.join("\n")).with_rows(rows)
}

impl Appearance {
    /// Returns the time zone of the seasons, or those of the running and of the next season if they differ.
    fn time_zone_lines(self, settings: &PublicSettings) -> Vec<String> {
        let (zone, offset) = (settings.time_zone.name(), text::utc_offset(settings.utc_offset));
        let zone =
            if zone == offset { offset } else { self.with("server-time-zone-now", args![zone, offset]) };
        let Some(season) = &settings.earlier else {
            return vec![self.with("server-time-zone", args![zone])];
        };
        let earlier = ("zone", season.time_zone.name().to_owned().into());
        let running = match season.ends() {
            Some(end) => self.with("server-time-zone-until", &[earlier, ("when", moment(end).into())]),
            None => self.with("server-time-zone-running", &[earlier]),
        };
        vec![running, self.with("season-next-zone", args![zone])]
    }

    fn server_buttons(self, settings: &PublicSettings, own: CreateButton) -> Vec<Vec<CreateButton>> {
        let choice = |choice, label: &str, is_chosen: bool| {
            button(&CustomId::Server(choice), label).disabled(is_chosen)
        };
        let languages = Lang::ALL.map(|lang| (Some(lang), own_name(lang)));
        let languages = languages.into_iter().chain([(None, self.text("server-language-auto"))]);
        let decks = DeckStyle::ALL.map(|faces| (Some(faces), text::faces_in(self, faces)));
        let text_key = if settings.text_only { "show-text-off" } else { "show-text-on" };
        vec![
            languages
                .map(|(lang, label)| choice(ServerChoice::Lang(lang), &label, lang == settings.lang))
                .collect(),
            decks
                .into_iter()
                .map(|(faces, label)| {
                    let is_shown = faces == Some(settings.shown.faces);
                    choice(ServerChoice::Faces(faces), &label, is_shown)
                })
                .collect(),
            vec![
                choice(ServerChoice::TextOnly(!settings.text_only), &self.text(text_key), false),
                button(&CustomId::House(HouseRulesId::Page(0)), &self.text("server-button-rules")),
                own,
            ],
        ]
    }
}
