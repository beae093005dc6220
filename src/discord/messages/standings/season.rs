//! Seasons: current standings, final results and the list of past seasons.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{BoardId, BoardPart, CustomId, RulesMenu, SeasonsId, metric_word};
use crate::store::{BoardGroup, Podium, RankBy, Season, SeasonId, SeasonStanding, SeasonSummary, TimeZone};
use crate::table::UnixMillis;
use crate::text::{self, args};

use super::leaderboard::{figure, season_label, season_name};
use crate::discord::messages::buttons::{OPTIONS, button, danger, menu, option, rows};
use crate::discord::messages::{Appearance, Message, name};

/// Formats a timestamp as a date, which Discord shows in each reader's time zone.
pub(crate) fn date(at: UnixMillis) -> String {
    format!("<t:{}:D>", at.seconds())
}

/// Formats a timestamp as a date in digits, which Discord shows in each reader's time zone.
pub(crate) fn short_date(at: UnixMillis) -> String {
    format!("<t:{}:d>", at.seconds())
}

/// Formats a timestamp as a date and time, which Discord shows in each reader's time zone.
pub(crate) fn moment(at: UnixMillis) -> String {
    format!("<t:{}:f>", at.seconds())
}

/// Creates the message with the standings of a running or finished season.
///
/// `next` is the time zone of the next season. The message names it if the season is the running one and has
/// another time zone.
pub fn season(summary: &SeasonSummary, next: &TimeZone, appearance: Appearance) -> Message {
    let season = &summary.season;
    let is_changing = season.ended.is_none() && season.time_zone != *next;
    let note = is_changing.then(|| appearance.with("season-next-zone", args![zone = next.name().to_owned()]));
    summary_message(summary, "season-title", note, appearance)
}

/// Creates the public message with the final standings of a season.
pub fn season_over(summary: &SeasonSummary, appearance: Appearance) -> Message {
    summary_message(summary, "season-over", None, appearance)
}

fn summary_message(
    summary: &SeasonSummary,
    title: &str,
    note: Option<String>,
    appearance: Appearance,
) -> Message {
    let title = appearance.with(title, args![season = season_name(&summary.season, appearance)]);
    let mut lines = vec![format!("### {title}"), appearance.period(&summary.season)];
    lines.extend(note);
    if summary.deals == 0 && summary.people == 0 {
        lines.push(appearance.text("season-nothing"));
    } else {
        lines.extend(appearance.summary(summary));
    }
    Message::lines(&lines).with_rows(rows(&appearance.season_buttons(summary)))
}
/// Creates a page of the season list, newest first.
///
/// The page lists seasons older than `before`, or the newest seasons if `before` is `None`. `more` is `true`
/// if older seasons remain after this page.
pub fn seasons(seasons: &[Season], before: Option<SeasonId>, more: bool, appearance: Appearance) -> Message {
    let mut lines = vec![format!("### {}", appearance.text("season-list-title"))];
    if seasons.is_empty() {
        lines.push(appearance.text("season-list-empty"));
    }
    lines.extend(seasons.iter().map(|season| {
        appearance.with(
            "season-list-row",
            args![season = season_name(season, appearance), when = appearance.period(season)],
        )
    }));
    let mut message = Message::lines(&lines);
    let mut buttons = Vec::new();
    if before.is_some() {
        let newest = CustomId::Seasons(SeasonsId::List(None));
        buttons.push(button(&newest, &appearance.text("season-button-newest")));
    }
    if let Some(last) = seasons.last().filter(|_| more) {
        let older = CustomId::Seasons(SeasonsId::List(Some(last.id)));
        buttons.push(button(&older, &appearance.text("season-button-older")));
    }
    message.rows = rows(&buttons);
    if !seasons.is_empty() {
        message.rows.insert(0, appearance.season_menu(seasons));
    }
    message
}

/// Creates the confirmation prompt for ending a season.
pub fn end_season(season: &Season, appearance: Appearance) -> Message {
    let sure = appearance.with("season-end-sure", args![season = season_name(season, appearance)]);
    let end = CustomId::Seasons(SeasonsId::End(season.id));
    Message::text(sure).with_rows(rows(&[danger(&end, &appearance.text("season-button-end"))]))
}

/// Creates the announcement of a new season. If the new season replaced a running one, the announcement names
/// both.
pub fn season_started(by: &str, season: &Season, ended: Option<&Season>, appearance: Appearance) -> Message {
    let mut args = vec![("name", name(by).into()), ("season", season_name(season, appearance).into())];
    let key = match ended {
        Some(ended) => {
            args.push(("ended", season_name(ended, appearance).into()));
            "season-started-after"
        }
        None => "season-started",
    };
    Message::text(appearance.with(key, &args))
}

/// Creates the announcement that a season was ended. If `summary` is given, the message includes the final
/// standings.
pub fn season_ended(
    by: &str,
    season: &Season,
    summary: Option<&SeasonSummary>,
    appearance: Appearance,
) -> Message {
    let note =
        appearance.with("season-ended", args![name = name(by), season = season_name(season, appearance)]);
    match summary {
        Some(summary) => {
            season_over(summary, appearance).with_room_for(note.chars().count() + 1).noted(&note)
        }
        None => Message::text(note),
    }
}

/// Creates the announcement that a season was renamed.
pub fn season_renamed(by: &str, before: &Season, after: &Season, appearance: Appearance) -> Message {
    let args = args![
        name = name(by),
        before = season_name(before, appearance),
        season = season_name(after, appearance)
    ];
    Message::text(appearance.with("season-renamed", args))
}

impl Appearance {
    /// Formats a season's start date and, if there is one, its past or scheduled end.
    ///
    /// A season that ended with the month ended on the last day of the month, not on the next one.
    fn period(self, season: &Season) -> String {
        let from = ("from", date(season.started).into());
        match (season.ended, season.ends()) {
            (Some(ended), end) => {
                let last = if end == Some(ended) { UnixMillis(ended.0 - 1000) } else { ended };
                self.with("season-ran", &[from, ("until", date(last).into())])
            }
            (None, Some(end)) => {
                let zone = ("zone", season.time_zone.name().to_owned().into());
                let args = [from, zone, ("at", moment(end).into()), ("until", relative(end).into())];
                self.with("season-runs-month", &args)
            }
            (None, None) => self.with("season-runs", &[from]),
        }
    }

    fn summary(self, summary: &SeasonSummary) -> Vec<String> {
        let args = [("deals", summary.deals.into()), ("people", summary.people.into())];
        let mut lines = vec![self.with("season-deals", &args)];
        if summary.void > 0 {
            lines.push(self.with("season-void", args![void = summary.void]));
        }
        lines.extend(summary.podiums.iter().flat_map(|podium| self.podium(podium)));
        if let Some(best) = &summary.best {
            let args = args![
                name = name(&best.name),
                points = text::signed(best.points),
                deal = best.deal.to_string()
            ];
            lines.push(self.with("season-best", args));
        }
        lines
    }

    fn podium(self, podium: &Podium) -> Vec<String> {
        let Podium { metric, group, standings, has_more } = podium;
        let mut title = format!("**{}**", self.text(&format!("season-podium-{}", metric_word(*metric))));
        if *group == BoardGroup::Provisional {
            title = format!("{title} {}", self.text("season-podium-provisional"));
        }
        let line = |(place, standing): &(u32, SeasonStanding)| {
            format!("{place}\\. {} · {}", name(&standing.name), figure(*metric, standing, self))
        };
        let more = has_more.then(|| self.text("season-podium-more"));
        std::iter::once(title).chain(standings.iter().map(line)).chain(more).collect()
    }

    /// Returns buttons that open the leaderboard and the list of seasons.
    ///
    /// The leaderboard is sorted by points in ranked deals. If no players are listed in that ranking, it is
    /// sorted by points in all deals instead.
    fn season_buttons(self, summary: &SeasonSummary) -> Vec<CreateButton> {
        let by_points = summary.podiums.iter().find(|podium| podium.metric == RankBy::Points);
        let (metric, group) = by_points
            .map_or((RankBy::AllPoints, BoardGroup::Established), |podium| (podium.metric, podium.group));
        let board = BoardId { season: Some(summary.season.id), metric, group, part: BoardPart::Page(1) };
        vec![
            button(&CustomId::Board(board), &self.text("season-button-board")),
            button(&CustomId::Seasons(SeasonsId::List(None)), &self.text("season-button-list")),
        ]
    }

    fn season_menu(self, seasons: &[Season]) -> CreateActionRow {
        let option = |season: &Season| {
            option(&CustomId::Seasons(SeasonsId::Show(season.id)), &season_label(&season.name, self))
        };
        let options = seasons.iter().take(OPTIONS).map(option).collect();
        menu(&CustomId::Menu(RulesMenu::Season), options, &self.text("season-menu"))
    }
}

/// Formats a timestamp as a relative time, such as "in 3 days".
fn relative(at: UnixMillis) -> String {
    format!("<t:{}:R>", at.seconds())
}
