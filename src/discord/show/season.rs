//! Seasons: how they stand, how they ended, and the archive.

use serenity::builder::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::discord::custom_id::{BoardId, CustomId, Menu, Part, SeasonsId, metric_word};
use crate::store::{Group, Metric, Podium, Season, SeasonId, Standing, Summary};
use crate::table::Millis;
use crate::text;

use super::buttons::{button, cut, danger, rows};
use super::leaderboard::{figure, season_label, season_name};
use super::message::CONTENT;
use super::{Look, Message, name};

/// The longest label of the option of a menu.
const OPTION: usize = 100;

/// A moment as Discord shows it to everyone in their own time: the date.
pub(super) fn date(at: Millis) -> String {
    format!("<t:{}:D>", at.seconds())
}

/// The same with the time of the day.
pub(super) fn moment(at: Millis) -> String {
    format!("<t:{}:f>", at.seconds())
}

/// How a season stands, or how it ended.
pub fn season(summary: &Summary, look: impl Into<Look>) -> Message {
    let look = look.into();
    let named = season_name(&summary.season, look);
    let title = look.with("season-title", &[("season", named.into())]);
    told(summary, &title, look).with_rows(rows(&look.buttons_of(summary)))
}

/// The same to everybody when it has ended.
pub fn season_over(summary: &Summary, look: impl Into<Look>) -> Message {
    let look = look.into();
    let named = season_name(&summary.season, look);
    let title = look.with("season-over", &[("season", named.into())]);
    told(summary, &title, look).with_rows(rows(&look.buttons_of(summary)))
}

fn told(summary: &Summary, title: &str, look: Look) -> Message {
    let mut lines = vec![format!("### {title}"), look.when(&summary.season)];
    if summary.deals == 0 && summary.people == 0 {
        lines.push(look.say("season-nothing"));
        return Message::text(cut(&lines.join("\n"), CONTENT));
    }
    let args = [("deals", summary.deals.into()), ("people", summary.people.into())];
    lines.push(look.with("season-deals", &args));
    if summary.void > 0 {
        lines.push(look.with("season-void", &[("void", summary.void.into())]));
    }
    lines.extend(summary.podiums.iter().flat_map(|podium| look.podium(podium)));
    if let Some(best) = &summary.best {
        let args = [
            ("name", name(&best.name).into()),
            ("points", text::signed(best.points).into()),
            ("deal", best.deal.to_string().into()),
        ];
        lines.push(look.with("season-best", &args));
    }
    Message::text(cut(&lines.join("\n"), CONTENT))
}

/// The seasons of a server, a page of them, newest first; `before` is the one they all began before.
pub fn seasons(seasons: &[Season], before: Option<SeasonId>, more: bool, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut lines = vec![format!("### {}", look.say("season-list-title"))];
    if seasons.is_empty() {
        lines.push(look.say("season-list-empty"));
    }
    lines.extend(seasons.iter().map(|season| {
        let args = [("season", season_name(season, look).into()), ("when", look.when(season).into())];
        look.with("season-list-row", &args)
    }));
    let mut message = Message::text(cut(&lines.join("\n"), CONTENT));
    let mut buttons = Vec::new();
    if before.is_some() {
        let newest = CustomId::Seasons(SeasonsId::List(None));
        buttons.push(button(&newest, &look.say("season-button-newest")));
    }
    if let Some(last) = seasons.last().filter(|_| more) {
        let older = CustomId::Seasons(SeasonsId::List(Some(last.id)));
        buttons.push(button(&older, &look.say("season-button-older")));
    }
    message.rows = rows(&buttons);
    if !seasons.is_empty() {
        message.rows.insert(0, CreateActionRow::SelectMenu(look.season_menu(seasons)));
    }
    message
}

/// Asks back before a season is ended.
pub fn end_season(season: &Season, look: impl Into<Look>) -> Message {
    let look = look.into();
    let sure = look.with("season-end-sure", &[("season", season_name(season, look).into())]);
    let end = CustomId::Seasons(SeasonsId::End(season.id));
    Message::text(sure).with_rows(rows(&[danger(&end, &look.say("season-button-end"))]))
}

/// That somebody has started a season, and which one that ended.
pub fn season_started(by: &str, season: &Season, ended: Option<&Season>, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut args = vec![("name", name(by).into()), ("season", season_name(season, look).into())];
    let key = match ended {
        Some(ended) => {
            args.push(("ended", season_name(ended, look).into()));
            "season-started-after"
        }
        None => "season-started",
    };
    Message::text(look.with(key, &args))
}

/// That somebody has ended a season, with what came of it where that is told here.
pub fn season_ended(by: &str, season: &Season, summary: Option<&Summary>, look: impl Into<Look>) -> Message {
    let look = look.into();
    let args = [("name", name(by).into()), ("season", season_name(season, look).into())];
    let said = look.with("season-ended", &args);
    match summary {
        Some(summary) => season_over(summary, look).with_room_for(said.chars().count() + 1).noted(&said),
        None => Message::text(said),
    }
}

/// That somebody has given a season another name.
pub fn season_renamed(by: &str, before: &Season, after: &Season, look: impl Into<Look>) -> Message {
    let look = look.into();
    let args = [
        ("name", name(by).into()),
        ("before", season_name(before, look).into()),
        ("season", season_name(after, look).into()),
    ];
    Message::text(look.with("season-renamed", &args))
}

impl Look {
    /// From when to when a season ran, or runs.
    fn when(self, season: &Season) -> String {
        let from = ("from", date(season.started).into());
        match (season.ended, season.ends()) {
            (Some(ended), _) => self.with("season-ran", &[from, ("until", date(ended).into())]),
            (None, Some(end)) => self.with("season-runs-month", &[from, ("until", relative(end).into())]),
            (None, None) => self.with("season-runs", &[from]),
        }
    }

    fn podium(self, podium: &Podium) -> Vec<String> {
        let Podium { metric, group, standings } = podium;
        let mut title = format!("**{}**", self.say(&format!("season-podium-{}", metric_word(*metric))));
        if *group == Group::Provisional {
            title = format!("{title} {}", self.say("season-podium-provisional"));
        }
        let line = |(place, standing): (usize, &Standing)| {
            format!("{place}. {} · {}", name(&standing.name), figure(*metric, standing, self))
        };
        let lines = (1..).zip(standings).map(line);
        std::iter::once(title).chain(lines).collect()
    }

    /// The leaderboard opens as the command would: by points where somebody stands in that.
    fn buttons_of(self, summary: &Summary) -> Vec<serenity::builder::CreateButton> {
        let by_points = summary.podiums.iter().find(|podium| podium.metric == Metric::Points);
        let (metric, group) =
            by_points.map_or((Metric::AllPoints, Group::Established), |podium| (podium.metric, podium.group));
        let board = BoardId { season: Some(summary.season.id), metric, group, part: Part::Page(1) };
        vec![
            button(&CustomId::Board(board), &self.say("season-button-board")),
            button(&CustomId::Seasons(SeasonsId::List(None)), &self.say("season-button-list")),
        ]
    }

    fn season_menu(self, seasons: &[Season]) -> CreateSelectMenu {
        let option = |season: &Season| {
            let label = season_label(&season.name, self);
            let id = CustomId::Seasons(SeasonsId::Show(season.id));
            CreateSelectMenuOption::new(cut(&label, OPTION), id.to_string())
        };
        let kind = CreateSelectMenuKind::String { options: seasons.iter().take(25).map(option).collect() };
        CreateSelectMenu::new(CustomId::Menu(Menu::Season).to_string(), kind)
            .placeholder(self.say("season-menu"))
    }
}

/// A moment as Discord shows it: how long until then.
fn relative(at: Millis) -> String {
    format!("<t:{}:R>", at.seconds())
}
