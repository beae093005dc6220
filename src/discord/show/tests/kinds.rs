//! Each kind of message about a table in each language, as a person sees it.

use std::sync::Arc;

use super::check::check;
use crate::discord::draft::Draft;
use crate::discord::show::fixtures::{ANNA, BELA, CILI, STRANGER, TestTable};
use crate::discord::show::{self, Message, ServerRules};
use crate::rules::{Action, Book, RuleSet, Suit};
use crate::table::{Command, SceneStage, WhyEnded};
use crate::text::Lang;

use super::look_at::look_at;
use super::moments::{
    ANNA_SITS, BELA_SITS, ROBOT_SITS, ULTI, after_a_bid, anna_may_rekontra, anna_names_trumps,
    anna_to_raise_or_pass, bela_has_to_beat, bela_may_kontra, bid, cards, french, hand, over,
};

#[test]
fn lobby() {
    look_at("lobby_one", |lang| show::lobby(&TestTable::lobby(1), lang));
    look_at("lobby_four", |lang| show::lobby(&TestTable::lobby(4), lang));
    look_at("lobby_more", |lang| show::more(&TestTable::lobby(3), ANNA, lang));
    look_at("lobby_more_for_a_stranger", |lang| show::more(&TestTable::lobby(2), STRANGER, lang));
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
fn french_faces() {
    let table = TestTable::written();
    let draft = Draft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    look_at("french_one_more", |lang| hand(&table, ANNA_SITS, french(lang), Some(&draft)));
    look_at("french_naming", |lang| hand(&anna_names_trumps(), ANNA_SITS, french(lang), None));
    look_at("french_has_to_beat", |lang| hand(&bela_has_to_beat(), BELA_SITS, french(lang), None));
    look_at("french_table", |lang| show::table(&anna_may_rekontra().scene(), french(lang)));
}
