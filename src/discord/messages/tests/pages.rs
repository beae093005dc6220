//! Snapshots of rules pages, calculations, lists and settings.

use super::limits::{check, pressable};
use crate::discord::custom_id::calculation::{Calculation, DEFENDER, SilentResult};
use crate::discord::custom_id::{CustomId, RulesPage};
use crate::discord::messages::fixtures::TestTable;
use crate::discord::messages::{self, Message, PersonalSettings, PublicSettings};
use crate::store::{Season, SeasonId, TimeZone};
use crate::table::{ServerId, UnixMillis};
use crate::text::{DeckStyle, Lang};
use ulti_rules::{Book, Game, RuleSet, Side, Suit};

use super::positions::french;
use super::snapshot::assert_snapshots;

#[test]
fn rules_page_messages_match_snapshots() {
    let table_view = TestTable::written().table_view();
    let book = &table_view.book;
    assert_snapshots("rules_topic", |lang| messages::rules_page(&RulesPage::first("kontra"), book, lang));
    assert_snapshots("rules_shared", |lang| {
        messages::rules_shared(&RulesPage::first("kontra"), book, "An*na", lang)
    });
    assert_snapshots("rules_no_such_topic", |lang| {
        messages::rules_page(&RulesPage::first("poker"), book, lang)
    });
    assert_snapshots("book_text_only", |lang| {
        messages::rules_page(&RulesPage::first("book"), book, lang.text_only())
    });
    assert_snapshots("book", |lang| messages::rules_page(&RulesPage::first("book"), book, lang));
    let mut house = RuleSet::preset("rablo").unwrap();
    (house.four_tens, house.kontra_limit, house.values.ulti.plain) = (true, 3, 5);
    let house = Book::new(house);
    assert_snapshots("rules_house", |lang| messages::rules_page(&RulesPage::first("house"), &house, lang));
}

/// The next button visits every page once, in order. The back button visits the pages in reverse order.
#[test]
fn rules_page_buttons_visit_every_page_in_order() {
    let turn = |message: &Message, key: &str, lang: Lang| -> Option<RulesPage> {
        let label = crate::text::Text::new(lang).text(key);
        let sent = serde_json::to_value(message.create()).unwrap();
        let buttons = sent["components"][1]["components"].as_array().unwrap().clone();
        let button = buttons.into_iter().find(|button| button["label"] == label.as_str()).unwrap();
        let id: CustomId = button["custom_id"].as_str().unwrap().parse().unwrap();
        let CustomId::Page(page) = id else { panic!("unexpected custom id: {button}") };
        (button["disabled"] != true).then_some(page)
    };
    for (preset, lang) in [
        ("4m", Lang::Hu),
        ("4m", Lang::En),
        ("rablo", Lang::Hu),
        ("basic", Lang::En),
        ("szinlicit", Lang::Hu),
    ] {
        let book = Book::preset(preset).unwrap();
        let mut page = Some(RulesPage::first("overview"));
        let mut read: Vec<RulesPage> = Vec::new();
        while let Some(now) = page {
            let message = messages::rules_page(&now, &book, lang.into());
            check(&message);
            assert_eq!(turn(&message, "show-page-before", lang).as_ref(), read.last());
            if now.part == 0 {
                check(&messages::rules_shared(&now, &book, &"*".repeat(50), lang.into()));
            }
            page = turn(&message, "show-page-after", lang);
            read.push(now);
        }
        let topics: Vec<&str> = crate::text::topics(lang).into_iter().map(|(key, _)| key).collect();
        let mut seen: Vec<&str> = read.iter().map(|page| page.topic.as_str()).collect();
        seen.dedup();
        assert_eq!(seen, topics);
    }
}

#[test]
fn score_calculator_messages_match_snapshots() {
    let of = |preset: &str, contract: &str| {
        let book = Book::preset(preset).unwrap();
        let sum = Calculation::of(book.find(&contract.parse().unwrap()).unwrap());
        (book, sum)
    };
    let (book, sum) = of("4m", "ulti");
    assert_snapshots("score", |lang| messages::score(&sum, &book, lang));
    let lost = sum.with_turned(Game::Ulti).with_doubled(Game::Ulti.into(), 5);
    assert_snapshots("score_lost", |lang| messages::score(&lost, &book, lang));
    assert_snapshots("score_shared", |lang| messages::score_shared(&lost, &book, "Anna", lang));
    let (book, sum) = of("rablo", "parti");
    let seven = sum.with(SilentResult::Seven(DEFENDER, false));
    assert_snapshots("score_silent", |lang| messages::score(&seven, &book, lang));
    let both = sum.with(SilentResult::FourAces(DEFENDER)).with(SilentResult::Tricks(Side::Declarer, true));
    assert_snapshots("score_impossible", |lang| messages::score(&both, &book, lang));
    let (pagat, sum) = of("pagat", "open-durchmars");
    assert_snapshots("score_trumps", |lang| messages::score(&sum, &pagat, lang));
    assert_snapshots("score_of_other_rules", |lang| {
        messages::score(&of("rablo", "re-durchmars").1, &pagat, lang)
    });
}

/// Checks the messages for all contracts of all presets, and the messages that their buttons and menus lead
/// to.
#[test]
fn score_calculator_messages_fit_discord_limits() {
    for preset in RuleSet::preset_names() {
        let book = Book::preset(preset).unwrap();
        for entry in book.entries() {
            let message = messages::score(&Calculation::of(entry), &book, Lang::Hu.into());
            check(&message);
            assert!(!message.content.contains('⚠'), "{}", message.content);
            // Contracts that differ only in the suit differ only in numbers.
            if entry.contract.suit().is_some_and(|suit| suit != Suit::Hearts) {
                continue;
            }
            for id in pressable(&message) {
                if let CustomId::Score(sum) = id {
                    check(&messages::score(&sum, &book, Lang::En.into()));
                }
            }
        }
    }
}

#[test]
fn settings_messages_match_snapshots() {
    let plain = PersonalSettings {
        lang: None,
        faces: None,
        pings: true,
        hints: true,
        text_only: false,
        forced_cards: false,
        public: Lang::Hu.into(),
        saved: false,
    };
    assert_snapshots("settings", |lang| messages::settings(&plain, lang));
    let chosen = PersonalSettings {
        lang: Some(Lang::Hu),
        faces: Some(DeckStyle::French),
        pings: false,
        hints: false,
        text_only: true,
        forced_cards: true,
        public: french(Lang::En.into()),
        saved: true,
    };
    assert_snapshots("settings_chosen", |lang| messages::settings(&chosen, french(lang)));
}

/// Returns a season that ends with November in UTC.
fn monthly_season() -> Season {
    Season {
        id: SeasonId(12),
        server: ServerId(5),
        name: "2026-11".to_owned(),
        started: UnixMillis(1_793_900_000_000),
        ended: None,
        monthly: true,
        scheduled_end: Some(UnixMillis(1_796_083_200_000)),
        time_zone: TimeZone::UTC,
    }
}

#[test]
fn server_settings_messages_match_snapshots() {
    let settings = PublicSettings {
        lang: None,
        text_only: false,
        shown: Lang::Hu.into(),
        rules: RuleSet::preset("4m").unwrap(),
        time_zone: TimeZone::UTC,
        utc_offset: 0,
        earlier: None,
        manages: true,
        saved: false,
    };
    assert_snapshots("server_settings", |lang| messages::server_settings(&settings, lang));
    let chosen = PublicSettings {
        lang: Some(Lang::En),
        text_only: true,
        shown: french(Lang::En.into()).text_only(),
        saved: true,
        time_zone: TimeZone::named("Europe/Budapest").unwrap(),
        utc_offset: 60,
        earlier: Some(monthly_season()),
        ..settings.clone()
    };
    assert_snapshots("server_settings_chosen", |lang| messages::server_settings(&chosen, lang));
    let manual = Season { monthly: false, scheduled_end: None, ..monthly_season() };
    let manual = PublicSettings { earlier: Some(manual), ..chosen };
    assert_snapshots("server_settings_in_manual_season", |lang| messages::server_settings(&manual, lang));
    let foreign = PublicSettings { manages: false, ..settings.clone() };
    assert_snapshots("server_settings_of_others", |lang| messages::server_settings(&foreign, lang));
}

#[test]
fn private_pages_have_no_button_that_shares_them() {
    let book = Book::preset("4m").unwrap();
    assert_snapshots("rules_private", |lang| {
        messages::rules_page_in_private(&RulesPage::first("kontra"), &book, lang)
    });
    let sum = Calculation::of(&book.entries()[0]);
    assert_snapshots("score_private", |lang| messages::score_in_private(&sum, &book, lang));
}
