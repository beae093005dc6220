//! A player's statistics on a server, for one season or all seasons.

use serenity::builder::CreateButton;

use crate::discord::custom_id::{CustomId, StatsId, StatsPeriod};
use crate::render::FormCurve;
use crate::store::{Count, CountedThing, ESTABLISHED, LONGEST_FORM, Season, Stats, TimeZone};
use crate::table::UserId;
use crate::text::{self, args, signed};
use ulti_rules::{Contract, ScoredGame};

use super::season::short_date;
use crate::discord::messages::buttons::{button, rows};
use crate::discord::messages::{Appearance, Message, name};

/// Maximum number of contracts or games listed per category.
const KINDS: usize = 8;

/// The period and the servers that statistics cover.
#[derive(Debug, Clone, PartialEq)]
pub enum StatsOfPeriod {
    /// One season of one server.
    Season(Season),
    /// All seasons of one server.
    AllSeasons,
    /// All seasons of all servers. Such statistics are shown only to the player.
    Everywhere,
}

impl StatsOfPeriod {
    const fn season(&self) -> Option<&Season> {
        match self {
            Self::Season(season) => Some(season),
            Self::AllSeasons | Self::Everywhere => None,
        }
    }
}

/// A player's statistics over a period.
#[derive(Debug, Clone, PartialEq)]
pub struct StatsOf {
    /// The player.
    pub user: UserId,
    /// The player's name, without Markdown escaping.
    pub name: String,
    /// The period that the statistics cover.
    pub period: StatsOfPeriod,
    /// Time zone of the days in the statistics.
    pub time_zone: TimeZone,
    /// The statistics.
    pub stats: Stats,
}

/// Creates the message that shows a player's statistics, with buttons for other periods.
pub fn stats(of: &StatsOf, appearance: Appearance) -> Message {
    let mut lines = vec![format!("### {}", appearance.stats_title(of))];
    lines.extend(appearance.sums(&of.stats));
    lines.extend(appearance.rank(&of.stats));
    lines.extend(appearance.by_kind(&of.stats.counts));
    lines.extend(appearance.extremes(&of.stats));
    lines.extend(appearance.form(of));
    let others = match &of.period {
        StatsOfPeriod::Everywhere => Vec::new(),
        period => appearance.spans(of.user, period.season()),
    };
    Message::lines(&lines).with_rows(rows(&others))
}

/// Creates the message for a user who has no statistics in a season.
///
/// `season` is `None` if the user has never played on the server.
pub fn no_stats(user: UserId, own: bool, season: Option<&Season>, appearance: Appearance) -> Message {
    let period = |season: &Season| if season.ended.is_some() { "earlier" } else { "running" };
    let content = match (own, season) {
        (true, Some(season)) => appearance.with("stats-none-own", args![season = period(season)]),
        (true, None) => appearance.text("stats-none-own-ever"),
        (false, Some(season)) => {
            appearance.with("stats-none", args![who = mention(user), season = period(season)])
        }
        (false, None) => appearance.with("stats-none-ever", args![who = mention(user)]),
    };
    let others = if season.is_some() { appearance.spans(user, season) } else { Vec::new() };
    Message::text(content).with_rows(rows(&others))
}

/// Returns the text shown if a user has hidden their statistics.
pub fn stats_hidden(user: UserId, appearance: Appearance) -> String {
    appearance.with("stats-hidden", args![who = mention(user)])
}

/// Returns the chart of a player's points by day.
pub fn form(of: &StatsOf, appearance: Appearance) -> FormCurve {
    let days: Vec<(i64, i64)> = of.stats.form.iter().map(|day| (day.day, day.points)).collect();
    let shown: i64 = days.iter().map(|(_, points)| points).sum();
    FormCurve {
        name: of.name.clone(),
        span: appearance.span(&of.period, str::to_owned),
        before: of.stats.all.points.saturating_sub(shown),
        days,
    }
}

/// Returns a user mention that does not ping. Discord shows the user's name even if the bot does not know it.
fn mention(user: UserId) -> String {
    format!("<@{user}>")
}

impl Appearance {
    fn span(self, period: &StatsOfPeriod, named: impl Fn(&str) -> String) -> String {
        let season = match period {
            StatsOfPeriod::Season(season) => season,
            StatsOfPeriod::AllSeasons => return self.text("past-all-seasons"),
            StatsOfPeriod::Everywhere => return self.text("stats-everywhere"),
        };
        text::month(self.lang, &season.name).unwrap_or_else(|| named(&season.name))
    }

    fn stats_title(self, of: &StatsOf) -> String {
        let span = self.span(&of.period, name);
        self.with("stats-title", args![name = name(&of.name), span])
    }

    fn sums(self, stats: &Stats) -> Vec<String> {
        let all = stats.all;
        let average = text::signed_decimal(self.lang, ratio(all.points, all.deals), 2);
        let deals = self.with("stats-deals", args![deals = all.deals, points = signed(all.points), average]);
        let defended = all.deals.saturating_sub(all.as_declarer);
        let key = if all.as_declarer == 0 { "stats-roles-never" } else { "stats-roles" };
        let percent = 100 * u64::from(all.made_as_declarer) / u64::from(all.as_declarer.max(1));
        let roles = args![
            declared = all.as_declarer,
            made = all.made_as_declarer,
            percent = percent.to_string(),
            defended
        ];
        vec![deals, self.with(key, roles)]
    }

    fn rank(self, stats: &Stats) -> Vec<String> {
        let ranked = stats.ranked;
        if ranked.deals == 0 {
            return vec![self.text("stats-unranked")];
        }
        let points = signed(ranked.points);
        let deals = self.with("stats-ranked", args![deals = ranked.deals, points]);
        let missing = ESTABLISHED - i64::from(ranked.deals);
        let rating = stats.rating.map(|rating| {
            let decimal = |number| text::decimal(self.lang, number, 1);
            let args = [
                ("value", decimal(rating.value).into()),
                ("uncertainty", decimal(rating.uncertainty).into()),
                ("least", decimal(rating.at_least()).into()),
            ];
            let rating = self.with("stats-rating", &args);
            if missing <= 0 {
                return rating;
            }
            format!("{rating} ({})", self.with("stats-provisional", args![missing]))
        });
        std::iter::once(deals).chain(rating).collect()
    }

    /// Formats the counts of contracts, kontras, rekontras and silent games, one line per category.
    fn by_kind(self, counts: &[Count]) -> Vec<String> {
        let kinds = [
            (CountedThing::Contract, "stats-contracts"),
            (CountedThing::Kontra, "stats-kontras"),
            (CountedThing::Rekontra, "stats-rekontras"),
            (CountedThing::Silent, "stats-silent"),
        ];
        let line = |(what, key)| {
            let of_kind: Vec<&Count> = counts.iter().filter(|count| count.what == what).collect();
            let mut list: Vec<String> = of_kind.iter().take(KINDS).map(|count| self.count(count)).collect();
            if let Some(more) = of_kind.len().checked_sub(KINDS).filter(|more| *more > 0) {
                list.push(self.with("stats-more", args![count = more]));
            }
            (!list.is_empty()).then(|| self.with(key, args![list = list.join(" · ")]))
        };
        kinds.into_iter().filter_map(line).collect()
    }

    fn count(self, count: &Count) -> String {
        let args =
            [("name", self.kind(count).into()), ("good", count.good.into()), ("total", count.total.into())];
        self.with("stats-count", &args)
    }

    /// Returns the localised name of the contract or game that is counted.
    ///
    /// Names unknown to this version are returned as stored.
    fn kind(self, count: &Count) -> String {
        let stored = || name(&count.name);
        match count.what {
            CountedThing::Contract => {
                let read: Option<Contract> = count.name.parse().ok();
                read.map_or_else(stored, |contract| text::contract(self, &contract))
            }
            CountedThing::Kontra | CountedThing::Rekontra | CountedThing::Silent => count
                .name
                .parse()
                .map_or_else(|_| stored(), |scored: ScoredGame| text::scored(self.lang, scored)),
        }
    }

    fn extremes(self, stats: &Stats) -> Vec<String> {
        let line = |key, (deal, points): (crate::store::DealId, i64)| {
            self.with(key, args![points = signed(points), deal = deal.to_string()])
        };
        // A lost deal is nobody's best one, and a won deal nobody's worst one.
        let best = stats.best.filter(|(_, points)| *points > 0).map(|best| line("stats-best", best));
        let worst = stats.worst.filter(|(_, points)| *points < 0);
        best.into_iter().chain(worst.map(|worst| line("stats-worst", worst))).collect()
    }

    fn form(self, of: &StatsOf) -> Vec<String> {
        let form = form(of, self);
        let day = |day| short_date(of.time_zone.noon(day));
        let mut lines = form.told(self, day);
        if i64::try_from(form.days.len()).is_ok_and(|days| days >= LONGEST_FORM) {
            let args = args![days = LONGEST_FORM, before = signed(form.before)];
            lines.push(self.with("stats-form-newest", args));
        }
        lines
    }

    fn spans(self, user: UserId, season: Option<&Season>) -> Vec<CreateButton> {
        let to = |span, key| button(&CustomId::Stats(StatsId { user, span }), &self.text(key));
        let all = season.map(|_| to(StatsPeriod::All, "stats-button-all"));
        let is_now = season.is_some_and(|season| season.ended.is_none());
        let now = (!is_now).then(|| to(StatsPeriod::Now, "stats-button-now"));
        all.into_iter().chain(now).collect()
    }
}

#[allow(clippy::cast_precision_loss)] // only two decimal places are shown
fn ratio(points: i64, deals: u32) -> f64 {
    points as f64 / f64::from(deals.max(1))
}
