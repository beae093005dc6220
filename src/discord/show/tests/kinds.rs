//! Each kind of message in each language, as a person sees it.

use std::sync::Arc;

use super::check::{check, pressable};
use super::draw::draw;
use crate::ai::Stop;
use crate::ai::analysis::NotPlayed;
use crate::discord::custom_id::{CustomId, Grave, Page};
use crate::discord::draft::Draft;
use crate::discord::show::fixtures::{ANNA, BELA, CILI, TestTable};
use crate::discord::show::{self, Message, Ranked, ServerRules, Settings};
use crate::discord::sum::{DEFENDER, Happened, Sum};
use crate::rules::{Action, Book, Card, CardSet, Contract, Deal, Game, Illegal, RuleSet, Seat, Side, Suit};
use crate::table::{
    Command, IllegalHere, JournalError, Moment, PlayerId, Refused, Scene, SceneStage, TableId, UserId,
    WhyEnded,
};
use crate::text::{Faces, Lang, Look};

/// Compares a message in both languages with what was looked at before.
fn look_at(kind: &str, make: impl Fn(Lang) -> Message) {
    for lang in Lang::ALL {
        let message = make(lang);
        check(&message);
        insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!(format!("{kind}.{lang}"), draw(&message));
        });
    }
}

/// As someone sees it who has chosen the French deck.
const fn french(lang: Lang) -> Look {
    Look::new(lang, Faces::French)
}

fn cards(text: &str) -> CardSet {
    text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
}

fn bid(contract: &str, discard: &str) -> Action {
    Action::Bid { contract: contract.parse().unwrap(), discard: Some(cards(discard)) }
}

fn hand(table: &TestTable, seat: Seat, look: impl Into<Look>, draft: Option<&Draft>) -> Message {
    show::hand(&table.scene(), &table.deal.view(Some(seat)), seat, look, draft)
}

const ULTI: &str = "ulti";
const ANNA_SITS: Seat = Seat::Zero;
const BELA_SITS: Seat = Seat::One;
const ROBOT_SITS: Seat = Seat::Two;

/// Anna has bid a parti; it is up to Béla.
fn after_a_bid() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    table
}

/// Béla and the robot passed Anna's ulti.
fn anna_to_raise_or_pass() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid(ULTI, "B8 B9"));
    table.act(BELA_SITS, Action::Pass);
    table.act(ROBOT_SITS, Action::Pass);
    table
}

fn anna_names_trumps() -> TestTable {
    let mut table = anna_to_raise_or_pass();
    table.act(ANNA_SITS, Action::Pass);
    table
}

/// Leaves are trumps; Anna has led, and Béla may say kontra.
fn bela_may_kontra() -> TestTable {
    let mut table = anna_names_trumps();
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Leaves)));
    table.act(ANNA_SITS, Action::Play("LA".parse().unwrap()));
    table
}

/// The first trick lies complete, and Anna may say rekontra.
fn anna_may_rekontra() -> TestTable {
    let mut table = bela_may_kontra();
    table.act(BELA_SITS, Action::Kontra(Contract::games(&ULTI.parse().unwrap())));
    table.act(BELA_SITS, Action::Play("L8".parse().unwrap()));
    table.act(ROBOT_SITS, Action::Play("LU".parse().unwrap()));
    table
}

/// The second trick: Béla has to follow and to beat.
fn bela_has_to_beat() -> TestTable {
    let mut table = anna_may_rekontra();
    table.act(ANNA_SITS, Action::NoKontra);
    table.act(ANNA_SITS, Action::Play("H9".parse().unwrap()));
    table
}

fn over() -> TestTable {
    bela_has_to_beat().until(|deal: &Deal| deal.turn().is_none())
}

#[test]
fn lobby() {
    look_at("lobby_one", |lang| show::lobby(&TestTable::lobby(1), lang));
    look_at("lobby_four", |lang| show::lobby(&TestTable::lobby(4), lang));
    look_at("lobby_more", |lang| show::more(&TestTable::lobby(3), lang));
    let mut closed = TestTable::lobby(1);
    closed.stage = SceneStage::Ended(WhyEnded::Closed);
    look_at("lobby_closed", |lang| show::lobby(&closed, lang));
}

#[test]
fn house_rules() {
    let house =
        "rablo four_tens durchmars=7 kontra_limit=2 silent_ulti=sides window=true values.betli.plain=6";
    let rules = RuleSet::read(house, &RuleSet::preset("4m").unwrap()).unwrap();
    let mut lobby = TestTable::lobby(2);
    lobby.book = Arc::new(Book::new(rules.clone()));
    look_at("lobby_house_rules", |lang| show::lobby(&lobby, lang));
    let mut three = TestTable::lobby(3);
    let only_three = RuleSet::preset("4m").unwrap().with_rule("four_players", false.into()).unwrap();
    three.book = Arc::new(Book::new(only_three));
    look_at("lobby_only_three", |lang| show::lobby(&three, lang));
    let house = ServerRules { rules, chosen: true };
    let plain = ServerRules { rules: RuleSet::preset("4m").unwrap(), chosen: false };
    look_at("server_rules_unchosen", |lang| show::server_rules(&plain, Some(0), lang));
    look_at("server_rules_done", |lang| show::server_rules(&house, None, lang));
    for page in 1..5 {
        look_at(&format!("server_rules_{page}"), |lang| show::server_rules(&house, Some(page), lang));
    }
}

/// Whatever is changed, Discord takes the message.
#[test]
fn house_rules_without_end() {
    let mut rules = RuleSet::preset("szinlicit").unwrap();
    let others = RuleSet::preset("basic").unwrap();
    for (rule, value) in others.unlike(&rules) {
        rules = rules.with_rule(&rule, value).unwrap_or(rules);
    }
    rules.preset = "szinlicit".to_owned();
    for game in ["ulti", "betli", "parti", "40-100", "four-aces", "four-tens", "open-betli", "silent-100"] {
        rules = rules.with_rule(&format!("values.{game}.plain"), 999.into()).unwrap();
    }
    let server = ServerRules { rules, chosen: true };
    for lang in Lang::ALL {
        for page in (0..=5).chain([u8::MAX]) {
            check(&show::server_rules(&server, Some(page), lang));
        }
    }
}

#[test]
fn table() {
    look_at("table_auction_first", |lang| show::table(&TestTable::written().scene(), lang));
    let mut first = TestTable::written().with_four().scene();
    let mut deal = (**first.deal.as_ref().unwrap()).clone();
    deal.number = 1;
    first.deal = Some(std::sync::Arc::new(deal));
    first.draws = first.chairs.iter().map(|chair| chair.player.id).zip(cards("A9 LK H7 BX")).collect();
    look_at("table_first_deal", |lang| show::table(&first, lang));
    look_at("table_auction", |lang| show::table(&after_a_bid().scene(), lang));
    look_at("table_naming", |lang| show::table(&anna_names_trumps().scene(), lang));
    look_at("table_kontra", |lang| show::table(&anna_may_rekontra().scene(), lang));
    look_at("table_play", |lang| show::table(&bela_has_to_beat().scene(), lang));
    look_at("table_over", |lang| show::table(&over().scene(), lang));
    look_at("last_trick", |lang| show::last_trick(&bela_has_to_beat().scene(), lang));
    look_at("last_trick_none", |lang| show::last_trick(&after_a_bid().scene(), lang));
}

#[test]
fn table_with_more_to_tell() {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    for (seat, action) in [
        (BELA_SITS, Action::Pass),
        (ROBOT_SITS, Action::Pass),
        (ANNA_SITS, Action::Pass),
        (ANNA_SITS, Action::Trump(Some(Suit::Leaves))),
        (ANNA_SITS, Action::Play("A7".parse().unwrap())),
        (BELA_SITS, Action::Play("AX".parse().unwrap())),
    ] {
        table.act(seat, action);
    }
    table.act(ANNA_SITS, Action::Open);
    table.stood_in.push(table.seats[BELA_SITS].id);
    let table = table.with_four();
    look_at("table_open_hand", |lang| show::table(&table.scene(), lang));
}

#[test]
fn hand_in_the_auction() {
    let table = TestTable::written();
    look_at("hand_twelve", |lang| hand(&table, ANNA_SITS, lang, None));
    let draft = Draft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    look_at("hand_twelve_one_more", |lang| hand(&table, ANNA_SITS, lang, Some(&draft)));
    let draft = draft.pressed("B8".parse().unwrap()).at_page(1);
    look_at("hand_twelve_confirm", |lang| hand(&table, ANNA_SITS, lang, Some(&draft)));
    let betli = Draft::default().with_contract("betli".parse().unwrap());
    look_at("hand_twelve_betli", |lang| hand(&table, ANNA_SITS, lang, Some(&betli)));
    look_at("hand_to_call", |lang| hand(&after_a_bid(), BELA_SITS, lang, None));
    look_at("hand_waiting", |lang| hand(&after_a_bid(), ANNA_SITS, lang, None));
    look_at("hand_own_raise", |lang| hand(&anna_to_raise_or_pass(), ANNA_SITS, lang, None));
    look_at("hand_naming", |lang| hand(&anna_names_trumps(), ANNA_SITS, lang, None));
    look_at("hand_naming_waiting", |lang| hand(&anna_names_trumps(), BELA_SITS, lang, None));
}

#[test]
fn hand_in_play() {
    look_at("hand_may_kontra", |lang| hand(&bela_may_kontra(), BELA_SITS, lang, None));
    look_at("hand_may_rekontra", |lang| hand(&anna_may_rekontra(), ANNA_SITS, lang, None));
    look_at("hand_has_to_beat", |lang| hand(&bela_has_to_beat(), BELA_SITS, lang, None));
    look_at("hand_play_waiting", |lang| hand(&bela_has_to_beat(), ANNA_SITS, lang, None));
    look_at("hand_over", |lang| hand(&over(), BELA_SITS, lang, None));
    let mut held = bela_has_to_beat();
    held.stood_in.push(held.seats[BELA_SITS].id);
    look_at("hand_held_by_robot", |lang| hand(&held, BELA_SITS, lang, None));
    let four = after_a_bid().with_four();
    look_at("hand_sitting_out", |lang| show::bystander(&four.scene(), CILI, lang));
    look_at("hand_not_seated", |lang| show::bystander(&after_a_bid().scene(), CILI, lang));
}

#[test]
fn asking_back() {
    let table = anna_names_trumps();
    let view = table.deal.view(Some(ANNA_SITS));
    let at = Moment { deal: 3, version: table.deal.version() };
    look_at("sure_fold", |lang| show::sure(&table.scene(), &view, at, Grave::Fold, lang));
    look_at("sure_claim", |lang| show::sure(&table.scene(), &view, at, Grave::Claim, lang));
    look_at("sure_open", |lang| show::sure(&table.scene(), &view, at, Grave::Open, lang));
}

#[test]
fn after_the_deal() {
    let over = over();
    look_at("result", |lang| show::result(&over.scene(), &over.deal_scene(), lang));
    let mut agreed = over.scene();
    agreed.chairs[1].agrees_to_end = true;
    look_at("result_agreed", |lang| show::result(&agreed, &over.deal_scene(), lang));
    let mut folded = anna_names_trumps();
    folded.act(ANNA_SITS, Action::Fold);
    look_at("result_folded", |lang| show::result(&folded.scene(), &folded.deal_scene(), lang));
    let mut left = TestTable::written();
    left.act(BELA_SITS, Action::Leave);
    look_at("result_left", |lang| show::result(&left.scene(), &left.deal_scene(), lang));
    for why in [WhyEnded::Agreed, WhyEnded::Played, WhyEnded::Empty] {
        let mut ended = over.scene();
        ended.stage = SceneStage::Ended(why);
        look_at(&format!("ended_{why:?}").to_lowercase(), |lang| show::ended(&ended, lang));
    }
}

#[test]
fn short_messages() {
    let scene = bela_has_to_beat().scene();
    look_at("awaited", |lang| show::awaited(&scene, BELA, lang));
    look_at("played_for", |lang| show::played_for(&scene, BELA, false, lang));
    look_at("played_for_holds", |lang| show::played_for(&scene, BELA, true, lang));
    look_at("stale", |lang| {
        let view = bela_has_to_beat().deal.view(Some(ANNA_SITS));
        show::hand(&scene, &view, ANNA_SITS, lang, None).noted(&show::stale(lang))
    });
    let said =
        [Command::Join, Command::Leave { agreed: Some(2) }, Command::TakeBack, Command::End, Command::Look];
    look_at("done", |lang| {
        Message::text(
            said.iter().map(|command| show::done(command, &scene, lang)).collect::<Vec<_>>().join("\n"),
        )
    });
    let mut agreed = scene.clone();
    agreed.chairs.iter_mut().for_each(|chair| chair.agrees_to_end = true);
    look_at("done_all_agree", |lang| Message::text(show::done(&Command::End, &agreed, lang)));
    agreed.stage = SceneStage::Ended(WhyEnded::Closed);
    look_at("done_ended", |lang| Message::text(show::done(&Command::End, &agreed, lang)));
}

#[test]
fn help() {
    look_at("help_lobby", |lang| show::help(&TestTable::lobby(2), None, lang));
    let table = TestTable::written();
    let view = table.deal.view(Some(ANNA_SITS));
    look_at("help_discard", |lang| show::help(&table.scene(), Some(&view), lang));
    look_at("help_kontra", |lang| show::help(&bela_may_kontra().scene(), None, lang));
}

fn every_refusal() -> Vec<Refused> {
    let illegal =
        |reason| Refused::Illegal(Box::new(IllegalHere { reason, players: TestTable::written().seats }));
    vec![
        Refused::NoTable,
        Refused::TableExists(TableId(1)),
        Refused::AlreadySeated,
        Refused::Full { seats: 4 },
        Refused::Full { seats: 3 },
        Refused::NotSeated,
        Refused::SittingOut,
        Refused::TooFew(2),
        Refused::DealRunning,
        Refused::NoDeal,
        Refused::AlreadyStarted,
        Refused::NotStarted,
        Refused::NoRobot,
        Refused::SeatIsYours,
        Refused::LeavingCosts { cost: 10 },
        Refused::LeavingCosts { cost: 0 },
        Refused::AlreadyAgreed,
        Refused::Ended,
        illegal(Illegal::NotYourTurn { turn: BELA_SITS }),
        illegal(Illegal::MustFollow { suit: Suit::Leaves, instead: cards("L8 LX") }),
        Refused::NotKept(JournalError::Unavailable("the disk is full".to_owned())),
        Refused::Gone,
    ]
}

#[test]
fn refusals() {
    look_at("refused", |lang| {
        let sentences: Vec<String> = every_refusal().iter().map(|why| show::refused(why, lang)).collect();
        Message::text(sentences.join("\n").chars().take(2000).collect::<String>())
    });
    look_at("refusal_leaving", |lang| {
        show::refusal(&Refused::LeavingCosts { cost: 10 }, Some(TableId(17)), lang)
    });
}

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
    let row = |place, name: &str| Ranked {
        place,
        name: name.to_owned(),
        points: 30 - 20 * i64::from(place),
        deals: place,
    };
    let rows = [row(1, "Anna"), row(2, "Kovács_Béla")];
    look_at("leaderboard", |lang| show::leaderboard(Some("2026-11"), &rows, Some(&rows[1]), 0, 2, lang));
    look_at("leaderboard_empty", |lang| show::leaderboard(None, &[], None, 0, 1, lang));
    let wild: Vec<Ranked> = (0..25).map(|_| row(9999, &"*@".repeat(40))).collect();
    check(&show::leaderboard(None, &wild, None, 1, 3, Lang::Hu));
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
fn french_faces() {
    let table = TestTable::written();
    let draft = Draft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    look_at("french_one_more", |lang| hand(&table, ANNA_SITS, french(lang), Some(&draft)));
    look_at("french_naming", |lang| hand(&anna_names_trumps(), ANNA_SITS, french(lang), None));
    look_at("french_has_to_beat", |lang| hand(&bela_has_to_beat(), BELA_SITS, french(lang), None));
    look_at("french_table", |lang| show::table(&anna_may_rekontra().scene(), french(lang)));
}

#[test]
fn settings() {
    let plain = Settings { lang: None, faces: None, pings: true, hints: true, saved: false };
    look_at("settings", |lang| show::settings(&plain, lang));
    let chosen = Settings {
        lang: Some(Lang::Hu),
        faces: Some(Faces::French),
        pings: false,
        hints: false,
        saved: true,
    };
    look_at("settings_chosen", |lang| show::settings(&chosen, french(lang)));
}

#[test]
fn analyses() {
    let players = ["Anna", "Kovács_Béla", "Robot 1"].map(str::to_owned);
    let made = crate::ai::analysis::analyse(&over().deal.view(None), &Stop::new()).unwrap();
    look_at("analysis", |lang| show::analysis(3, &players, &made, lang));
    let mut unknown = made.clone();
    unknown.verdicts.iter_mut().for_each(|verdict| verdict.makeable = None);
    (unknown.complete, unknown.slips, unknown.line) = (false, Vec::new(), Vec::new());
    look_at("analysis_too_deep", |lang| show::analysis(3, &players, &unknown, french(lang)));
    for why in [NotPlayed::Running, NotPlayed::Folded, NotPlayed::Left, NotPlayed::NoCard] {
        for lang in Lang::ALL {
            check(&Message::text(show::not_analysed(why, lang)));
        }
    }
}

#[test]
fn hints() {
    let table = bela_has_to_beat();
    let hinted = |lang: Lang| Look::from(lang).with_hints(true);
    look_at("hand_with_hint", |lang| hand(&table, BELA_SITS, hinted(lang), None));
    look_at("hand_with_hint_not_ones_turn", |lang| hand(&table, ANNA_SITS, hinted(lang), None));
    look_at("hand_with_hint_twelve", |lang| hand(&TestTable::written(), ANNA_SITS, hinted(lang), None));
    let view = table.deal.view(Some(BELA_SITS));
    look_at("hint_play", |lang| show::hint(&view, Action::Play("HX".parse().unwrap()), lang));
    look_at("hint_bid", |lang| show::hint(&view, bid(ULTI, "B8 B9"), lang));
    look_at("hint_trump", |lang| show::hint(&view, Action::Trump(Some(Suit::Bells)), lang));
    let ulti = Action::Kontra(Contract::games(&ULTI.parse().unwrap()));
    look_at("hint_kontra", |lang| show::hint(&view, ulti, lang));
}

#[test]
fn who_gets_no_hint_hears_why() {
    use crate::table::{Answer, Outcome};
    let table = bela_has_to_beat();
    let told = |scene: Scene, seat: Option<Seat>, user| {
        let view = Some(std::sync::Arc::new(table.deal.view(seat)));
        let answer = Answer { outcome: Outcome::Done, scene: std::sync::Arc::new(scene), seat, view };
        show::no_hint(&answer, user, Lang::En)
    };
    assert_eq!(told(table.scene(), Some(BELA_SITS), BELA), None);
    let others = told(table.scene(), Some(ANNA_SITS), ANNA).unwrap();
    assert!(others.contains("Béla"), "{others}");
    assert!(told(table.scene(), None, UserId(999)).unwrap().contains("no seat"));
    let held = TestTable { stood_in: vec![PlayerId::User(BELA)], ..table.clone() };
    assert!(told(held.scene(), Some(BELA_SITS), BELA).unwrap().contains("robot holds"));
    let between = Scene { stage: SceneStage::Between, ..table.scene() };
    assert!(told(between, Some(BELA_SITS), BELA).unwrap().contains("no deal going on"));
    assert!(told(TestTable::lobby(3), None, ANNA).unwrap().contains("not begun"));
}

#[test]
fn answers() {
    use crate::table::{Answer, Outcome};
    let table = bela_has_to_beat();
    let answer = Answer {
        outcome: Outcome::Repeated,
        scene: std::sync::Arc::new(table.scene()),
        seat: Some(BELA_SITS),
        view: Some(std::sync::Arc::new(table.deal.view(Some(BELA_SITS)))),
    };
    look_at("answer_repeated", |lang| show::answer(&answer, ANNA, lang, None));
}
