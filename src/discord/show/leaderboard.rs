//! The leaderboards of a server.

use serenity::builder::{
    CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::custom_id::{BoardId, CustomId, Menu, Part, metric_word};
use crate::render::ChartRow;
use crate::store::{Board, ESTABLISHED, Group, Metric, Season, Standing, Tally};
use crate::text;

use super::buttons::{button, cut};
use super::message::CONTENT;
use super::{Look, Message, name};

/// A page of a leaderboard.
#[derive(Debug, Clone)]
pub struct BoardPage {
    /// The page.
    pub board: Board,
    /// By what.
    pub metric: Metric,
    /// Of whom.
    pub group: Group,
    /// What whoever asks has come to, and their place in their own group.
    pub own: Option<(Standing, Option<u32>)>,
    /// How many people are in the other group.
    pub others: u32,
}

/// What a season is called: a month by its name, a name of its own as it is, escaped.
pub fn season_name(season: &Season, look: impl Into<Look>) -> String {
    text::month(look.into().lang, &season.name).unwrap_or_else(|| name(&season.name))
}

/// The same where formatting means nothing.
pub fn season_label(season: &str, look: impl Into<Look>) -> String {
    text::month(look.into().lang, season).unwrap_or_else(|| season.to_owned())
}

/// A page of a leaderboard, at most ten lines of it so that its chart shows them all.
pub fn leaderboard(page: &BoardPage, look: impl Into<Look>) -> Message {
    let look = look.into();
    let BoardPage { board, metric, .. } = page;
    let title = look.with("board-title", &[("season", season_name(&board.season, look).into())]);
    let mut lines = vec![format!("### {title}"), page.heading(look)];
    if board.rows.is_empty() {
        let args = [("established", ESTABLISHED.into())];
        lines.push(match page.group {
            Group::Established if *metric == Metric::AllPoints => look.say("board-nobody-at-all"),
            Group::Established => look.with("board-nobody", &args),
            Group::Provisional => look.with("board-nobody-provisional", &args),
        });
    }
    lines.extend(
        board.rows.iter().map(|(place, standing)| look.standing_line("board-row", *place, standing, *metric)),
    );
    lines.push(page.own_line(look));
    let about = look.say(&format!("board-about-{}", metric_word(*metric)));
    lines.push(format!("-# {about}"));
    let args = [("page", board.page.into()), ("pages", board.pages.into()), ("people", board.people.into())];
    lines.push(format!("-# {}", look.with("board-page", &args)));
    Message::text(cut(&lines.join("\n"), CONTENT)).with_rows(page.rows(look))
}

/// The lines of a page as its chart has them: the same numbers.
pub fn board_chart(page: &BoardPage, look: impl Into<Look>) -> (String, Vec<ChartRow>) {
    let look = look.into();
    let season = season_label(&page.board.season.name, look);
    let title = format!("{} · {season}", metric_name(page.metric, look));
    let row = |(place, standing): &(u32, Standing)| ChartRow {
        place: *place,
        name: standing.name.clone(),
        length: length(page.metric, standing),
        label: figure(page.metric, standing, look),
    };
    (title, page.board.rows.iter().map(row).collect())
}

/// What a leaderboard goes by, in words.
pub fn metric_name(metric: Metric, look: impl Into<Look>) -> String {
    look.into().say(&format!("board-by-{}", metric_word(metric)))
}

impl BoardPage {
    fn heading(&self, look: Look) -> String {
        let by = metric_name(self.metric, look);
        match self.group {
            Group::Established => format!("**{by}**"),
            Group::Provisional => {
                let args = [("established", ESTABLISHED.into())];
                format!("**{by}** · {}", look.with("board-provisional", &args))
            }
        }
    }

    fn own_line(&self, look: Look) -> String {
        let Some((own, place)) = &self.own else { return look.say("board-own-none") };
        let Some(place) = place else { return look.say("board-own-unranked") };
        let key = match own.group(self.metric) {
            Some(Group::Provisional) => "board-own-provisional",
            Some(Group::Established) if self.group == Group::Provisional => "board-own-established",
            _ => "board-own",
        };
        let line = look.standing_line(key, *place, own, self.metric);
        if own.hidden { format!("{line}\n-# {}", look.say("board-own-hidden")) } else { line }
    }

    fn id(&self, part: Part) -> BoardId {
        BoardId { season: Some(self.board.season.id), metric: self.metric, group: self.group, part }
    }

    fn rows(&self, look: Look) -> Vec<CreateActionRow> {
        let mut rows = vec![CreateActionRow::SelectMenu(self.menu(look))];
        let buttons = self.buttons(look);
        if !buttons.is_empty() {
            rows.insert(0, CreateActionRow::Buttons(buttons));
        }
        rows
    }

    fn buttons(&self, look: Look) -> Vec<CreateButton> {
        let page = self.board.page;
        let to = |page| CustomId::Board(self.id(Part::Page(page)));
        let mut buttons = Vec::new();
        if page > 1 {
            buttons.push(button(&to(page - 1), &look.say("show-page-before")));
        }
        if page < self.board.pages {
            buttons.push(button(&to(page + 1), &look.say("show-page-after")));
        }
        let own_group = self.own.as_ref().and_then(|(own, _)| own.group(self.metric).filter(|_| !own.hidden));
        if let Some(group) = own_group
            && (self.board.pages > 1 || group != self.group)
        {
            let own = BoardId { group, ..self.id(Part::Own) };
            buttons.push(button(&CustomId::Board(own), &look.say("board-button-own")));
        }
        buttons.extend(self.other_group(look));
        buttons
    }

    fn other_group(&self, look: Look) -> Option<CreateButton> {
        let (group, key) = match self.group {
            Group::Established => (Group::Provisional, "board-button-provisional"),
            Group::Provisional => (Group::Established, "board-button-established"),
        };
        let args = [("people", self.others.into()), ("established", ESTABLISHED.into())];
        let id = CustomId::Board(BoardId { group, ..self.id(Part::Page(1)) });
        (self.others > 0).then(|| button(&id, &look.with(key, &args)))
    }

    fn menu(&self, look: Look) -> CreateSelectMenu {
        let option = |metric: Metric| {
            // Of all points there is one group.
            let group = if metric == Metric::AllPoints { Group::Established } else { self.group };
            let id = CustomId::Board(BoardId { metric, group, ..self.id(Part::Page(1)) });
            CreateSelectMenuOption::new(metric_name(metric, look), id.to_string())
                .default_selection(metric == self.metric)
        };
        let options = Metric::ALL.into_iter().map(option).collect();
        let kind = CreateSelectMenuKind::String { options };
        CreateSelectMenu::new(CustomId::Menu(Menu::Metric).to_string(), kind)
            .placeholder(look.say("board-menu"))
    }
}

impl Look {
    fn standing_line(self, key: &str, place: u32, standing: &Standing, metric: Metric) -> String {
        let args = [
            ("place", place.into()),
            ("name", name(&standing.name).into()),
            ("figure", figure(metric, standing, self).into()),
            ("basis", basis(metric, standing, self).into()),
        ];
        self.with(key, &args)
    }
}

/// The deals that a metric counts.
const fn tally(metric: Metric, standing: &Standing) -> Tally {
    match metric {
        Metric::AllPoints => standing.all,
        _ => standing.ranked,
    }
}

/// What a leaderboard goes by, as it is said: `+34`, `+1.2`, `21.4`, `61 %`.
pub fn figure(metric: Metric, standing: &Standing, look: impl Into<Look>) -> String {
    let lang = look.into().lang;
    let length = length(metric, standing);
    match metric {
        Metric::Points | Metric::AllPoints => text::signed_decimal(lang, length, 0),
        Metric::PointsADeal => text::signed_decimal(lang, length, 2),
        Metric::Rating => text::decimal(lang, length, 1),
        Metric::WinRate if standing.ranked.as_declarer == 0 => "–".to_owned(),
        Metric::WinRate => format!("{}\u{a0}%", text::decimal(lang, length, 0)),
    }
}

/// The same as a number.
#[allow(clippy::cast_precision_loss)] // points are far below 2^52
fn length(metric: Metric, standing: &Standing) -> f64 {
    let Tally { points, deals, as_declarer, made_as_declarer } = tally(metric, standing);
    match metric {
        Metric::Points | Metric::AllPoints => points as f64,
        Metric::PointsADeal => points as f64 / f64::from(deals.max(1)),
        Metric::Rating => standing.rating.at_least(),
        Metric::WinRate => 100.0 * f64::from(made_as_declarer) / f64::from(as_declarer.max(1)),
    }
}

/// What it rests on: how many deals, or how many contracts.
fn basis(metric: Metric, standing: &Standing, look: Look) -> String {
    let Tally { deals, as_declarer, made_as_declarer, .. } = tally(metric, standing);
    match metric {
        Metric::WinRate if as_declarer == 0 => look.say("board-no-contract"),
        Metric::WinRate => {
            let args = [("made", made_as_declarer.into()), ("declared", as_declarer.into())];
            look.with("board-basis-contracts", &args)
        }
        Metric::Rating => {
            let args = [
                ("value", text::decimal(look.lang, standing.rating.value, 1).into()),
                ("uncertainty", text::decimal(look.lang, standing.rating.uncertainty, 1).into()),
                ("deals", deals.into()),
            ];
            look.with("board-basis-rating", &args)
        }
        _ => look.with("board-basis-deals", &[("count", deals.into())]),
    }
}
