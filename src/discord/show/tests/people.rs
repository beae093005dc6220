//! Somebody's numbers and what is kept about them, as a person sees them.

use super::check::check;
use crate::discord::show::{self, Export, Message, StatsOf};
use crate::rating::Rating;
use crate::store::{Count, Counted, Day, DealId, LONGEST_FORM, Season, SeasonId, Stats, Tally};
use crate::table::{Millis, ServerId, UserId};
use crate::text::{Lang, Look};

use super::look_at::look_at;

const BELA: UserId = UserId(200_000_000_000_000_002);

fn season(ended: Option<Millis>) -> Season {
    Season {
        id: SeasonId(3),
        server: ServerId(1),
        name: "Őszi_szezon".to_owned(),
        started: Millis(1_793_491_200_000),
        ended,
        monthly: false,
    }
}

fn count(what: Counted, name: &str, good: u32, total: u32) -> Count {
    Count { what, name: name.to_owned(), total, good }
}

/// A season of forty-one deals, thirty of them ranked.
fn full() -> Stats {
    let contracts = [
        ("parti", 5, 7),
        ("ulti", 3, 5),
        ("betli", 1, 3),
        ("40-100", 2, 2),
        ("40-100+ulti", 0, 2),
        ("open-durchmars", 1, 1),
        ("20-100", 1, 1),
        ("durchmars", 0, 1),
        ("open-betli", 0, 1),
        ("colourless durchmars", 1, 1),
    ];
    let mut counts: Vec<Count> =
        contracts.map(|(name, good, total)| count(Counted::Contract, name, good, total)).into();
    counts.extend([
        count(Counted::Kontra, "ulti", 2, 3),
        count(Counted::Kontra, "betli", 0, 1),
        count(Counted::Rekontra, "parti", 1, 1),
        count(Counted::Silent, "silent-100", 2, 2),
        count(Counted::Silent, "silent-ulti", 1, 3),
    ]);
    let days = [(20_733, 12), (20_740, 31), (20_749, -8), (20_754, -70), (20_761, 64)];
    Stats {
        all: Tally { points: 29, deals: 41, as_declarer: 24, made_as_declarer: 14 },
        ranked: Tally { points: -12, deals: 30, as_declarer: 19, made_as_declarer: 11 },
        rating: Some(Rating { value: 26.91, uncertainty: 2.34 }),
        counts,
        best: Some((DealId(117), 48)),
        worst: Some((DealId(98), -22)),
        form: days.map(|(day, points)| Day { day, points, deals: 8 }).into(),
    }
}

/// One deal with robots.
fn slight() -> Stats {
    let once = Tally { points: -4, deals: 1, as_declarer: 0, made_as_declarer: 0 };
    Stats {
        all: once,
        ranked: Tally::default(),
        rating: Some(Rating::default()),
        counts: Vec::new(),
        best: Some((DealId(5), -4)),
        worst: Some((DealId(5), -4)),
        form: vec![Day { day: 20_778, points: -4, deals: 1 }],
    }
}

fn of(season: Option<Season>, stats: Stats) -> StatsOf {
    StatsOf { user: BELA, name: "Kovács *Béla*".to_owned(), season, stats }
}

#[test]
fn numbers() {
    look_at("stats", |look| show::stats(&of(Some(season(None)), full()), look));
    look_at("stats_archived", |look| show::stats(&of(Some(season(Some(Millis(1)))), full()), look));
    let all = Stats { rating: None, ..full() };
    look_at("stats_all", |look| show::stats(&of(None, all.clone()), look));
    look_at("stats_slight", |look| show::stats(&of(Some(season(None)), slight()), look));
    let mut few = full();
    few.ranked.deals = 19;
    look_at("stats_provisional", |look| show::stats(&of(Some(season(None)), few.clone()), look));
    let now = season(None);
    look_at("stats_none", |look| {
        let told = [(true, Some(&now)), (true, None), (false, Some(&now)), (false, None)];
        let told = told.map(|(own, season)| show::no_stats(BELA, own, season, look).content);
        Message::text(format!("{}\n{}", told.join("\n"), show::stats_hidden(BELA, look)))
    });
    look_at("stats_none_this_season", |look| show::no_stats(BELA, true, Some(&now), look));
}

#[test]
fn what_is_kept() {
    look_at("privacy", |look| show::privacy(false, look));
    look_at("privacy_hidden", |look| show::privacy(true, look));
    look_at("privacy_sure", |look| show::forget_sure(BELA, look));
    let keys = ["forgotten", "not-clean", "unknown", "not-yours"];
    look_at("privacy_said", |look| {
        Message::text(keys.map(|key| look.text().say(&format!("privacy-{key}"))).join("\n"))
    });
    for (name, export) in [
        ("privacy_export", Export::Whole(b"{}".to_vec())),
        ("privacy_export_short", Export::WithoutRecords(b"{}".to_vec())),
        ("privacy_export_too_long", Export::TooLong),
    ] {
        let words = |look| Message { files: Vec::new(), ..show::export(export.clone(), look) };
        look_at(name, words);
        let files = show::export(export.clone(), Lang::Hu).files.len();
        assert_eq!(files, usize::from(export != Export::TooLong));
    }
}

/// The picture says what the text says, and a season of a year has all its days.
#[test]
fn the_picture_and_the_text_have_the_same_numbers() {
    for lang in Lang::ALL {
        let of = of(Some(season(None)), full());
        let form = show::form(&of, lang);
        let text = show::stats(&of, lang).content;
        for told in form.told(lang.into()) {
            assert!(text.contains(&told), "{told} is not in {text}");
        }
        assert_eq!(form.outline().unwrap().last.points, of.stats.all.points);
    }
}

/// Whatever was played and however long, Discord takes the message.
#[test]
fn numbers_without_end() {
    let mut stats = full();
    let many = u32::MAX;
    stats.all = Tally { points: i64::MIN, deals: many, as_declarer: many, made_as_declarer: many };
    stats.ranked = stats.all;
    stats.counts = stats.counts.into_iter().map(|count| Count { total: many, good: many, ..count }).collect();
    stats.counts.push(count(Counted::Silent, "a-game-of-the-future", 1, 1));
    stats.best = Some((DealId(i64::MAX), i64::MAX));
    let days = (0..LONGEST_FORM).map(|day| Day { day: 20_000 + day, points: i64::MAX / 500, deals: many });
    stats.form = days.collect();
    let long = Season { name: "*".repeat(40), ..season(None) };
    let of = StatsOf { name: "_".repeat(90), ..of(Some(long), stats) };
    for look in Look::ALL {
        check(&show::stats(&of, look));
        show::form(&of, look).outline().unwrap();
    }
}
