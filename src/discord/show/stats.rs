//! What someone has done on a server, in a season or in all of them.

use serenity::builder::CreateButton;

use crate::discord::custom_id::{CustomId, Span, StatsId};
use crate::render::Form;
use crate::rules::{Contract, Scored};
use crate::store::{Count, Counted, ESTABLISHED, LONGEST_FORM, Season, Stats};
use crate::table::UserId;
use crate::text::{self, signed};

use super::buttons::{button, cut, rows};
use super::message::CONTENT;
use super::{Look, Message, name};

/// No more kinds of a thing are listed than this.
const KINDS: usize = 8;

/// Whose numbers, and of what.
#[derive(Debug, Clone, PartialEq)]
pub struct StatsOf {
    /// Whose.
    pub user: UserId,
    /// The name, not escaped.
    pub name: String,
    /// Of which season; `None` for all of them.
    pub season: Option<Season>,
    /// The numbers.
    pub stats: Stats,
}

/// The numbers, and buttons for other spans of time.
pub fn stats(of: &StatsOf, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut lines = vec![format!("### {}", look.stats_title(of))];
    lines.extend(look.sums(&of.stats));
    lines.extend(look.rank(&of.stats));
    lines.extend(look.by_kind(&of.stats.counts));
    lines.extend(look.extremes(&of.stats));
    lines.extend(look.form(of));
    let text = cut(&lines.join("\n"), CONTENT);
    Message::text(text).with_rows(rows(&look.spans(of.user, of.season.as_ref())))
}

/// That someone has not played in a season, or on the server at all where there is none.
pub fn no_stats(user: UserId, own: bool, season: Option<&Season>, look: impl Into<Look>) -> Message {
    let look = look.into();
    let told = match (own, season) {
        (true, Some(_)) => look.say("stats-none-own"),
        (true, None) => look.say("stats-none-own-ever"),
        (false, Some(_)) => look.with("stats-none", &[("who", mention(user).into())]),
        (false, None) => look.with("stats-none-ever", &[("who", mention(user).into())]),
    };
    let others = if season.is_some() { look.spans(user, season) } else { Vec::new() };
    Message::text(told).with_rows(rows(&others))
}

/// That nobody else sees the numbers of someone who stays out of lists.
pub fn stats_hidden(user: UserId, look: impl Into<Look>) -> String {
    look.into().with("stats-hidden", &[("who", mention(user).into())])
}

/// The picture of someone's points from day to day.
pub fn form(of: &StatsOf, look: impl Into<Look>) -> Form {
    let days: Vec<(i64, i64)> = of.stats.form.iter().map(|day| (day.day, day.points)).collect();
    let shown: i64 = days.iter().map(|(_, points)| points).sum();
    Form {
        name: of.name.clone(),
        span: look.into().span(of.season.as_ref(), str::to_owned),
        before: of.stats.all.points.saturating_sub(shown),
        days,
    }
}

/// Someone whose name may not be known here; Discord shows it, and nobody is pinged.
fn mention(user: UserId) -> String {
    format!("<@{user}>")
}

impl Look {
    fn span(self, season: Option<&Season>, named: impl Fn(&str) -> String) -> String {
        let Some(season) = season else { return self.say("past-all-seasons") };
        text::month(self.lang, &season.name).unwrap_or_else(|| named(&season.name))
    }

    fn stats_title(self, of: &StatsOf) -> String {
        let span = self.span(of.season.as_ref(), name);
        self.with("stats-title", &[("name", name(&of.name).into()), ("span", span.into())])
    }

    fn sums(self, stats: &Stats) -> Vec<String> {
        let all = stats.all;
        let average = text::signed_decimal(self.lang, ratio(all.points, all.deals), 2);
        let deals = self.with(
            "stats-deals",
            &[
                ("deals", all.deals.into()),
                ("points", signed(all.points).into()),
                ("average", average.into()),
            ],
        );
        let defended = all.deals.saturating_sub(all.as_declarer);
        let key = if all.as_declarer == 0 { "stats-roles-never" } else { "stats-roles" };
        let percent = 100 * u64::from(all.made_as_declarer) / u64::from(all.as_declarer.max(1));
        let roles = [
            ("declared", all.as_declarer.into()),
            ("made", all.made_as_declarer.into()),
            ("percent", percent.to_string().into()),
            ("defended", defended.into()),
        ];
        vec![deals, self.with(key, &roles)]
    }

    fn rank(self, stats: &Stats) -> Vec<String> {
        let ranked = stats.ranked;
        if ranked.deals == 0 {
            return vec![self.say("stats-unranked")];
        }
        let points = signed(ranked.points);
        let deals = self.with("stats-ranked", &[("deals", ranked.deals.into()), ("points", points.into())]);
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
            format!("{rating} ({})", self.with("stats-provisional", &[("missing", missing.into())]))
        });
        std::iter::once(deals).chain(rating).collect()
    }

    /// A line for contracts, kontras, rekontras and silent games each.
    fn by_kind(self, counts: &[Count]) -> Vec<String> {
        let kinds = [
            (Counted::Contract, "stats-contracts"),
            (Counted::Kontra, "stats-kontras"),
            (Counted::Rekontra, "stats-rekontras"),
            (Counted::Silent, "stats-silent"),
        ];
        let line = |(what, key)| {
            let of_kind: Vec<&Count> = counts.iter().filter(|count| count.what == what).collect();
            let mut list: Vec<String> = of_kind.iter().take(KINDS).map(|count| self.count(count)).collect();
            if let Some(more) = of_kind.len().checked_sub(KINDS).filter(|more| *more > 0) {
                list.push(self.with("stats-more", &[("count", more.into())]));
            }
            (!list.is_empty()).then(|| self.with(key, &[("list", list.join(" · ").into())]))
        };
        kinds.into_iter().filter_map(line).collect()
    }

    fn count(self, count: &Count) -> String {
        let args =
            [("name", self.kind(count).into()), ("good", count.good.into()), ("total", count.total.into())];
        self.with("stats-count", &args)
    }

    /// What was counted, by its name; as it is kept where another version knew more of them.
    fn kind(self, count: &Count) -> String {
        let kept = || name(&count.name);
        match count.what {
            Counted::Contract => {
                let read: Option<Contract> = count.name.parse().ok();
                read.map_or_else(kept, |contract| text::contract(self, &contract))
            }
            Counted::Kontra | Counted::Rekontra | Counted::Silent => {
                Scored::named(&count.name).map_or_else(kept, |scored| text::scored(self.lang, scored))
            }
        }
    }

    fn extremes(self, stats: &Stats) -> Vec<String> {
        let told = |key, (deal, points): (crate::store::DealId, i64)| {
            self.with(key, &[("points", signed(points).into()), ("deal", deal.to_string().into())])
        };
        let best = stats.best.map(|best| told("stats-best", best));
        let worst = stats.worst.filter(|worst| stats.best != Some(*worst));
        best.into_iter().chain(worst.map(|worst| told("stats-worst", worst))).collect()
    }

    fn form(self, of: &StatsOf) -> Vec<String> {
        let form = form(of, self);
        let mut lines = form.told(self);
        if i64::try_from(form.days.len()).is_ok_and(|days| days >= LONGEST_FORM) {
            let args = [("days", LONGEST_FORM.into()), ("before", signed(form.before).into())];
            lines.push(self.with("stats-form-newest", &args));
        }
        lines
    }

    fn spans(self, user: UserId, season: Option<&Season>) -> Vec<CreateButton> {
        let to = |span, key| button(&CustomId::Stats(StatsId { user, span }), &self.say(key));
        let all = season.map(|_| to(Span::All, "stats-button-all"));
        let is_now = season.is_some_and(|season| season.ended.is_none());
        let now = (!is_now).then(|| to(Span::Now, "stats-button-now"));
        all.into_iter().chain(now).collect()
    }
}

#[allow(clippy::cast_precision_loss)] // two digits are shown
fn ratio(points: i64, deals: u32) -> f64 {
    points as f64 / f64::from(deals.max(1))
}
