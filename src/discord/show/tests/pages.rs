//! Pages of the rules, prices, lists and settings, as a person sees them.

use super::check::{check, pressable};
use crate::discord::custom_id::{CustomId, Page};
use crate::discord::show::fixtures::TestTable;
use crate::discord::show::{self, Message, Settings};
use crate::discord::sum::{DEFENDER, Happened, Sum};
use crate::rules::{Book, Game, RuleSet, Side, Suit};
use crate::text::{Faces, Lang};

use super::look_at::look_at;
use super::moments::french;

#[test]
fn rules_and_lists() {
    let scene = TestTable::written().scene();
    let book = &scene.book;
    look_at("rules_topic", |lang| show::rules_page(&Page::first("kontra"), book, lang));
    look_at("rules_shared", |lang| show::rules_shared(&Page::first("kontra"), book, "An*na", lang));
    look_at("rules_no_such_topic", |lang| show::rules_page(&Page::first("poker"), book, lang));
    look_at("book", |lang| show::rules_page(&Page::first("book"), book, lang));
    let mut house = RuleSet::preset("rablo").unwrap();
    (house.four_tens, house.kontra_limit, house.values.ulti.plain) = (true, 3, 5);
    let house = Book::new(house);
    look_at("rules_house", |lang| show::rules_page(&Page::first("house"), &house, lang));
}

/// Whoever goes on and on reads every page once, in order; and back again.
#[test]
fn every_page_leads_to_the_next() {
    let turn = |message: &Message, key: &str, lang: Lang| -> Option<Page> {
        let label = crate::text::Text::new(lang).say(key);
        let sent = serde_json::to_value(message.create()).unwrap();
        let buttons = sent["components"][1]["components"].as_array().unwrap().clone();
        let button = buttons.into_iter().find(|button| button["label"] == label.as_str()).unwrap();
        let id: CustomId = button["custom_id"].as_str().unwrap().parse().unwrap();
        let CustomId::Page(page) = id else { panic!("{button}") };
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
        let mut page = Some(Page::first("overview"));
        let mut read: Vec<Page> = Vec::new();
        while let Some(now) = page {
            let message = show::rules_page(&now, &book, lang);
            check(&message);
            assert_eq!(turn(&message, "show-page-before", lang).as_ref(), read.last());
            if now.part == 0 {
                check(&show::rules_shared(&now, &book, &"*".repeat(50), lang));
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
fn scores() {
    let of = |preset: &str, contract: &str| {
        let book = Book::preset(preset).unwrap();
        let sum = Sum::of(book.find(&contract.parse().unwrap()).unwrap());
        (book, sum)
    };
    let (book, sum) = of("4m", "ulti");
    look_at("score", |lang| show::score(&sum, &book, lang));
    let lost = sum.with_turned(Game::Ulti).with_doubled(Game::Ulti.into(), 5);
    look_at("score_lost", |lang| show::score(&lost, &book, lang));
    look_at("score_shared", |lang| show::score_shared(&lost, &book, "Anna", lang));
    let (book, sum) = of("rablo", "parti");
    let seven = sum.with(Happened::Seven(DEFENDER, false));
    look_at("score_silent", |lang| show::score(&seven, &book, lang));
    let both = sum.with(Happened::FourAces(DEFENDER)).with(Happened::Tricks(Side::Declarer, true));
    look_at("score_impossible", |lang| show::score(&both, &book, lang));
    let (pagat, sum) = of("pagat", "open-durchmars");
    look_at("score_trumps", |lang| show::score(&sum, &pagat, lang));
    look_at("score_of_other_rules", |lang| show::score(&of("rablo", "re-durchmars").1, &pagat, lang));
}

/// Every contract of every preset, and everything that its buttons and its menu lead to.
#[test]
fn every_score_can_be_shown() {
    for preset in RuleSet::preset_names() {
        let book = Book::preset(preset).unwrap();
        for entry in book.entries() {
            let message = show::score(&Sum::of(entry), &book, Lang::Hu);
            check(&message);
            assert!(!message.content.contains('⚠'), "{}", message.content);
            // The suits of a bid change nothing but numbers.
            if entry.contract.suit().is_some_and(|suit| suit != Suit::Hearts) {
                continue;
            }
            for id in pressable(&message) {
                if let CustomId::Score(sum) = id {
                    check(&show::score(&sum, &book, Lang::En));
                }
            }
        }
    }
}

#[test]
fn settings() {
    let plain =
        Settings { lang: None, faces: None, pings: true, hints: true, text_only: false, saved: false };
    look_at("settings", |lang| show::settings(&plain, lang));
    let chosen = Settings {
        lang: Some(Lang::Hu),
        faces: Some(Faces::French),
        pings: false,
        hints: false,
        text_only: true,
        saved: true,
    };
    look_at("settings_chosen", |lang| show::settings(&chosen, french(lang)));
}
