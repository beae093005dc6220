//! Leaderboards of a server.

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::{BoardId, BoardPart, CustomId, RulesMenu, metric_word};
use crate::render::ChartRow;
use crate::store::{
    BoardGroup, DealTally, ESTABLISHED, LeaderboardPage, Place, RankBy, Season, SeasonStanding,
};
use crate::text::{self, args};

use crate::discord::messages::buttons::{button, menu, option, rows};
use crate::discord::messages::{Appearance, Message, name};

/// A leaderboard page, with the rank of the user who requested it.
#[derive(Debug, Clone)]
pub struct BoardPage {
    /// The rows of the page, the season and the total number of pages.
    pub board: LeaderboardPage,
    /// The metric by which players are ranked.
    pub metric: RankBy,
    /// The group of players listed on the page.
    pub group: BoardGroup,
    /// The requesting user's season totals, and their place within their group if they have one. `None` if
    /// the user has not played.
    pub own: Option<(SeasonStanding, Option<Place>)>,
    /// Number of players in the other [`BoardGroup`]. These players are not listed on this page.
    pub others: u32,
}

/// Returns the escaped name of a season. If the season is named after a month, the month is localised.
pub fn season_name(season: &Season, appearance: Appearance) -> String {
    text::month(appearance.lang, &season.name).unwrap_or_else(|| name(&season.name))
}

/// Returns the name of a season as plain text, such as for a menu option. If the season is named after a
/// month, the month is localised.
pub fn season_label(season: &str, appearance: Appearance) -> String {
    text::month(appearance.lang, season).unwrap_or_else(|| season.to_owned())
}

/// Creates the message that shows a page of a leaderboard. A page has at most ten rows, because its bar chart
/// has room for no more.
pub fn leaderboard(page: &BoardPage, appearance: Appearance) -> Message {
    let BoardPage { board, metric, .. } = page;
    let title = appearance.with("board-title", args![season = season_name(&board.season, appearance)]);
    let mut lines = vec![format!("### {title}"), page.heading(appearance)];
    if board.rows.is_empty() {
        let args = args![established = ESTABLISHED];
        lines.push(match page.group {
            BoardGroup::Established if *metric == RankBy::AllPoints => appearance.text("board-nobody-at-all"),
            BoardGroup::Established => appearance.with("board-nobody", args),
            BoardGroup::Provisional => appearance.with("board-nobody-provisional", args),
        });
    }
    lines.extend(
        board
            .rows
            .iter()
            .map(|(place, standing)| appearance.standing_line("board-row", *place, standing, *metric)),
    );
    lines.push(page.own_line(appearance));
    let about = appearance.text(&format!("board-about-{}", metric_word(*metric)));
    lines.push(format!("-# {about}"));
    let args = args![page = board.page, pages = board.pages, people = board.people];
    lines.push(format!("-# {}", appearance.with("board-page", args)));
    Message::lines(&lines).with_rows(page.rows(appearance))
}

/// Returns the chart title and chart rows for a page of a leaderboard.
pub fn board_chart(page: &BoardPage, appearance: Appearance) -> (String, Vec<ChartRow>) {
    let season = season_label(&page.board.season.name, appearance);
    let title = format!("{} · {season}", metric_name(page.metric, appearance));
    let row = |(place, standing): &(u32, SeasonStanding)| ChartRow {
        place: *place,
        name: standing.name.clone(),
        length: value(page.metric, standing),
        label: figure(page.metric, standing, appearance),
    };
    (title, page.board.rows.iter().map(row).collect())
}

/// Returns the localised name of a leaderboard metric.
pub fn metric_name(metric: RankBy, appearance: Appearance) -> String {
    appearance.text(&format!("board-by-{}", metric_word(metric)))
}

impl BoardPage {
    fn heading(&self, appearance: Appearance) -> String {
        let by = metric_name(self.metric, appearance);
        match self.group {
            BoardGroup::Established => format!("**{by}**"),
            BoardGroup::Provisional => {
                format!(
                    "**{by}** · {}",
                    appearance.with("board-provisional", args![established = ESTABLISHED])
                )
            }
        }
    }

    fn own_line(&self, appearance: Appearance) -> String {
        let Some((own, place)) = &self.own else { return appearance.text("board-own-none") };
        let Some(place) = place else {
            let counts_all = self.metric == RankBy::AllPoints;
            return appearance.text(if counts_all { "board-own-none" } else { "board-own-unranked" });
        };
        let key = match own.group(self.metric) {
            Some(BoardGroup::Provisional) => "board-own-provisional",
            Some(BoardGroup::Established) if self.group == BoardGroup::Provisional => "board-own-established",
            _ => "board-own",
        };
        let line = appearance.standing_line(key, place.place, own, self.metric);
        if own.hidden { format!("{line}\n-# {}", appearance.text("board-own-hidden")) } else { line }
    }

    fn id(&self, part: BoardPart) -> BoardId {
        BoardId { season: Some(self.board.season.id), metric: self.metric, group: self.group, part }
    }

    fn rows(&self, appearance: Appearance) -> Vec<CreateActionRow> {
        let mut rows = rows(&self.buttons(appearance));
        rows.push(self.menu(appearance));
        rows
    }

    fn buttons(&self, appearance: Appearance) -> Vec<CreateButton> {
        let page = self.board.page;
        let to = |page| CustomId::Board(self.id(BoardPart::Page(page)));
        let mut buttons = Vec::new();
        if page > 1 {
            buttons.push(button(&to(page - 1), &appearance.text("show-page-before")));
        }
        if page < self.board.pages {
            buttons.push(button(&to(page + 1), &appearance.text("show-page-after")));
        }
        let own_group = self.own.as_ref().and_then(|(own, _)| own.group(self.metric).filter(|_| !own.hidden));
        if let Some(group) = own_group
            && (self.board.pages > 1 || group != self.group)
        {
            let own = BoardId { group, ..self.id(BoardPart::Own) };
            buttons.push(button(&CustomId::Board(own), &appearance.text("board-button-own")));
        }
        buttons.extend(self.other_group(appearance));
        buttons
    }

    fn other_group(&self, appearance: Appearance) -> Option<CreateButton> {
        let (group, key) = match self.group {
            BoardGroup::Established => (BoardGroup::Provisional, "board-button-provisional"),
            BoardGroup::Provisional => (BoardGroup::Established, "board-button-established"),
        };
        let args = args![people = self.others, established = ESTABLISHED];
        let id = CustomId::Board(BoardId { group, ..self.id(BoardPart::Page(1)) });
        (self.others > 0).then(|| button(&id, &appearance.with(key, args)))
    }

    fn menu(&self, appearance: Appearance) -> CreateActionRow {
        let option = |metric: RankBy| {
            // Only one group exists for all points.
            let group = if metric == RankBy::AllPoints { BoardGroup::Established } else { self.group };
            let id = CustomId::Board(BoardId { metric, group, ..self.id(BoardPart::Page(1)) });
            option(&id, &metric_name(metric, appearance)).default_selection(metric == self.metric)
        };
        let options = RankBy::ALL.into_iter().map(option).collect();
        menu(&CustomId::Menu(RulesMenu::Metric), options, &appearance.text("board-menu"))
    }
}

impl Appearance {
    fn standing_line(self, key: &str, place: u32, standing: &SeasonStanding, metric: RankBy) -> String {
        let args = args![
            place,
            name = name(&standing.name),
            figure = figure(metric, standing, self),
            basis = basis(metric, standing, self)
        ];
        self.with(key, args)
    }
}

/// Returns the player's totals from all deals for [`RankBy::AllPoints`], or from ranked deals for other
/// metrics.
const fn tally(metric: RankBy, standing: &SeasonStanding) -> DealTally {
    match metric {
        RankBy::AllPoints => standing.all,
        _ => standing.ranked,
    }
}

/// Formats the number by which a player is ranked, such as `+34`, `+1.20`, `21.4` or `61 %`.
pub fn figure(metric: RankBy, standing: &SeasonStanding, appearance: Appearance) -> String {
    let lang = appearance.lang;
    let value = value(metric, standing);
    match metric {
        RankBy::Points | RankBy::AllPoints => text::signed_decimal(lang, value, 0),
        RankBy::PointsADeal => text::signed_decimal(lang, value, 2),
        RankBy::Rating => text::decimal(lang, value, 1),
        RankBy::WinRate if standing.ranked.as_declarer == 0 => "–".to_owned(),
        RankBy::WinRate => format!("{}\u{a0}%", text::decimal(lang, value, 0)),
    }
}

/// Returns the number by which a player is ranked, such as their points or their win rate in percent.
#[allow(clippy::cast_precision_loss)] // points are far below 2^52
fn value(metric: RankBy, standing: &SeasonStanding) -> f64 {
    let DealTally { points, deals, as_declarer, made_as_declarer } = tally(metric, standing);
    match metric {
        RankBy::Points | RankBy::AllPoints => points as f64,
        RankBy::PointsADeal => points as f64 / f64::from(deals.max(1)),
        RankBy::Rating => standing.rating.at_least(),
        RankBy::WinRate => 100.0 * f64::from(made_as_declarer) / f64::from(as_declarer.max(1)),
    }
}

/// Returns text that says how many deals or contracts the number returned by [`figure`] is based on.
fn basis(metric: RankBy, standing: &SeasonStanding, appearance: Appearance) -> String {
    let DealTally { deals, as_declarer, made_as_declarer, .. } = tally(metric, standing);
    match metric {
        RankBy::WinRate if as_declarer == 0 => appearance.text("board-no-contract"),
        RankBy::WinRate => {
            let args = [("made", made_as_declarer.into()), ("declared", as_declarer.into())];
            appearance.with("board-basis-contracts", &args)
        }
        RankBy::Rating => {
            let args = [
                ("value", text::decimal(appearance.lang, standing.rating.value, 1).into()),
                ("uncertainty", text::decimal(appearance.lang, standing.rating.uncertainty, 1).into()),
                ("deals", deals.into()),
            ];
            appearance.with("board-basis-rating", &args)
        }
        _ => appearance.with("board-basis-deals", args![count = deals]),
    }
}
