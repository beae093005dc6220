//! Snapshots of table and hand messages in each language.

use std::sync::Arc;

use super::limits::check;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::{ANNA, BELA, CILI, DEADLINE, STRANGER, TestTable};
use crate::discord::messages::{self, Message, ServerRules};
use crate::table::{Chair, Command, Player, SeatChange, TableId, TableStage, TimeLeft, UserId, WhyEnded};
use crate::text::Lang;
use ulti_ai::Level;
use ulti_rules::{Action, Book, RuleSet, Suit};

use super::positions::{
    ANNA_SITS, BELA_SITS, ROBOT_SITS, ULTI, after_a_bid, anna_may_rekontra, anna_may_rekontra_betli,
    anna_names_trumps, anna_plays_open_betli, anna_to_raise_or_pass, bela_has_to_beat, bela_may_kontra,
    bela_may_szubkontra, bid, cards, forty_hundred_led, french, hand, left_before_ulti, left_for_certain,
    left_with_partner, over,
};
use super::snapshot::assert_snapshots;

#[test]
fn lobby_messages_match_snapshots() {
    assert_snapshots("lobby_one", |lang| messages::lobby(&TestTable::lobby(1), lang));
    assert_snapshots("lobby_three", |lang| messages::lobby(&TestTable::lobby(3), lang));
    assert_snapshots("lobby_four", |lang| messages::lobby(&TestTable::lobby(4), lang));
    assert_snapshots("lobby_more", |lang| messages::more(&TestTable::lobby(3), ANNA, lang));
    assert_snapshots("lobby_more_for_a_stranger", |lang| {
        messages::more(&TestTable::lobby(2), STRANGER, lang)
    });
    let mut again = TestTable::lobby(1);
    again.invited = TestTable::lobby(4).chairs.into_iter().map(|chair| chair.player).collect();
    again.invited.retain(|player| player.id.user().is_some_and(|user| user != ANNA));
    assert_snapshots("lobby_again", |lang| messages::lobby(&again, lang));
    let mut closed = TestTable::lobby(1);
    closed.stage = TableStage::Ended(WhyEnded::Closed);
    assert_snapshots("lobby_closed", |lang| messages::lobby(&closed, lang));
}

#[test]
fn messages_about_house_rules_match_snapshots() {
    let house =
        "rablo four_tens durchmars=7 kontra_limit=2 silent_ulti=sides window=true values.betli.plain=6";
    let rules = RuleSet::read(house, &RuleSet::preset("4m").unwrap()).unwrap();
    let mut lobby = TestTable::lobby(2);
    lobby.book = Arc::new(Book::new(rules.clone()));
    assert_snapshots("lobby_house_rules", |lang| messages::lobby(&lobby, lang));
    let mut three = TestTable::lobby(3);
    let only_three = RuleSet::preset("4m").unwrap().with_rule("four_players", false.into()).unwrap();
    three.book = Arc::new(Book::new(only_three));
    assert_snapshots("lobby_only_three", |lang| messages::lobby(&three, lang));
    let house = ServerRules { rules, chosen: true };
    let plain = ServerRules { rules: RuleSet::preset("4m").unwrap(), chosen: false };
    assert_snapshots("server_rules_unchosen", |lang| messages::server_rules(&plain, Some(0), lang));
    assert_snapshots("server_rules_done", |lang| messages::server_rules(&house, None, lang));
    for page in 1..6 {
        assert_snapshots(&format!("server_rules_{page}"), |lang| {
            messages::server_rules(&house, Some(page), lang)
        });
    }
    let evening = "4m score_limit=100 time_limit=90 concede last_trick_hidden re_betli=false kontra_limit=15";
    let evening = RuleSet::read(evening, &RuleSet::preset("4m").unwrap()).unwrap();
    let mut limited = TestTable::lobby(2);
    limited.book = Arc::new(Book::new(evening.clone()));
    limited.deals = None;
    assert_snapshots("lobby_limits", |lang| messages::lobby(&limited, lang));
    let evening = ServerRules { rules: evening, chosen: true };
    for page in [4, 5] {
        assert_snapshots(&format!("server_rules_evening_{page}"), |lang| {
            messages::server_rules(&evening, Some(page), lang)
        });
    }
}

/// Changes as many rules as possible and checks Discord's limits.
#[test]
fn long_server_rules_messages_fit_discord_limits() {
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
            check(&messages::server_rules(&server, Some(page), lang.into()));
        }
    }
}

#[test]
fn messages_about_game_table_match_snapshots() {
    assert_snapshots("table_auction_first", |lang| messages::table(&TestTable::written().table_view(), lang));
    let mut first = TestTable::written().with_four().table_view();
    let mut deal = (**first.deal.as_ref().unwrap()).clone();
    deal.number = 1;
    first.deal = Some(std::sync::Arc::new(deal));
    first.draws = first.chairs.iter().map(|chair| chair.player.id).zip(cards("A9 LK H7 BX")).collect();
    assert_snapshots("table_first_deal", |lang| messages::table(&first, lang));
    assert_snapshots("table_auction", |lang| messages::table(&after_a_bid().table_view(), lang));
    let without_hand = after_a_bid().table_view();
    let people: Vec<UserId> = without_hand.people().collect();
    assert_snapshots("table_one_without_hand", |lang| {
        messages::table_with(&without_hand, &people[..1], lang)
    });
    assert_snapshots("table_all_without_hand", |lang| messages::table_with(&without_hand, &people, lang));
    assert_snapshots("table_naming", |lang| messages::table(&anna_names_trumps().table_view(), lang));
    assert_snapshots("table_kontra", |lang| messages::table(&anna_may_rekontra().table_view(), lang));
    let [announced, missing] = [Suit::Leaves, Suit::Acorns].map(forty_hundred_led);
    assert_snapshots("table_marriage_announced", |lang| messages::table(&announced.table_view(), lang));
    assert_snapshots("table_marriage_missing", |lang| messages::table(&missing.table_view(), lang));
    assert_snapshots("table_play", |lang| messages::table(&bela_has_to_beat().table_view(), lang));
    assert_snapshots("table_over", |lang| messages::table(&over().table_view(), lang));
    assert_snapshots("last_trick", |lang| messages::last_trick(&bela_has_to_beat().table_view(), lang));
    assert_snapshots("last_trick_none", |lang| messages::last_trick(&after_a_bid().table_view(), lang));
}

#[test]
fn messages_near_time_limit_match_snapshots() {
    let mut dealing = bela_has_to_beat().table_view();
    dealing.time_left = Some(TimeLeft::Until(DEADLINE));
    assert_snapshots("table_time_left", |lang| messages::table(&dealing, lang));
    dealing.time_left = Some(TimeLeft::Up);
    assert_snapshots("table_time_up", |lang| messages::table(&dealing, lang));
    let mut between = over().table_view();
    between.time_left = Some(TimeLeft::Until(DEADLINE));
    assert_snapshots("result_time_left", |lang| messages::result(&between, &over().deal_view(), None, lang));
}

#[test]
fn game_table_message_with_open_hand_matches_snapshots() {
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
    assert_snapshots("table_open_hand", |lang| messages::table(&table.table_view(), lang));
}

#[test]
fn messages_about_changed_seats_match_snapshots() {
    let four = |table: TestTable, changes: &[SeatChange]| {
        let mut table_view = table.with_four().table_view();
        let left = |chair: &Chair| changes.contains(&SeatChange::Left(chair.player.clone()));
        table_view.chairs.retain(|chair| !left(chair));
        table_view.seat_changes = changes.to_vec();
        table_view
    };
    let [anna, bela, cili] =
        [(ANNA, "Anna"), (BELA, "Kovács_Béla"), (CILI, "Cili")].map(|(id, name)| Player::person(id, name));
    let robot = Player::robot(2, "Robot Borka", Level::Normal);
    let dealing = four(after_a_bid(), &[SeatChange::Left(cili.clone())]);
    assert_snapshots("table_freed_seat", |lang| messages::table(&dealing, lang));
    assert_snapshots("more_for_a_stranger", |lang| messages::more(&dealing, STRANGER, lang));
    assert_snapshots("watching_freed_seat", |lang| messages::bystander(&dealing, STRANGER, lang));
    let joined = four(after_a_bid(), &[SeatChange::Joined(cili.clone())]);
    assert_snapshots("table_joined", |lang| messages::table(&joined, lang));
    assert_snapshots("watching_full_table", |lang| messages::bystander(&joined, STRANGER, lang));
    let result = |changes: &[SeatChange]| {
        let table_view = four(over(), changes);
        move |lang| messages::result(&table_view, &over().deal_view(), None, lang)
    };
    assert_snapshots("result_two_left", result(&[SeatChange::Left(anna), SeatChange::Left(bela.clone())]));
    assert_snapshots("result_replaced", result(&[SeatChange::Left(bela), SeatChange::Joined(robot)]));
    let said = [Command::Join, Command::AddRobot(Level::Normal)];
    assert_snapshots("done_between_deals", |lang| {
        let said: Vec<String> = said.iter().map(|command| messages::done(command, &dealing, lang)).collect();
        Message::text(said.join("\n"))
    });
}

#[test]
fn hand_messages_during_auction_match_snapshots() {
    let table = TestTable::written();
    assert_snapshots("hand_twelve", |lang| hand(&table, ANNA_SITS, lang, None));
    let draft = BidDraft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    assert_snapshots("hand_twelve_one_more", |lang| hand(&table, ANNA_SITS, lang, Some(&draft)));
    let draft = draft.pressed("B8".parse().unwrap()).at_page(1);
    assert_snapshots("hand_twelve_confirm", |lang| hand(&table, ANNA_SITS, lang, Some(&draft)));
    let betli = BidDraft::default().with_contract("betli".parse().unwrap());
    assert_snapshots("hand_twelve_betli", |lang| hand(&table, ANNA_SITS, lang, Some(&betli)));
    assert_snapshots("hand_to_call", |lang| hand(&after_a_bid(), BELA_SITS, lang, None));
    assert_snapshots("hand_waiting", |lang| hand(&after_a_bid(), ANNA_SITS, lang, None));
    let (table, mut view) = (after_a_bid(), after_a_bid().player_view(ANNA_SITS));
    view.passes_on = true;
    assert_snapshots("hand_passes_on", |lang| {
        messages::hand(&table.table_view(), &view, ANNA_SITS, lang, None)
    });
    assert_snapshots("hand_own_raise", |lang| hand(&anna_to_raise_or_pass(), ANNA_SITS, lang, None));
    assert_snapshots("hand_naming", |lang| hand(&anna_names_trumps(), ANNA_SITS, lang, None));
    assert_snapshots("hand_naming_waiting", |lang| hand(&anna_names_trumps(), BELA_SITS, lang, None));
}

#[test]
fn hand_messages_during_play_match_snapshots() {
    assert_snapshots("hand_may_kontra", |lang| hand(&bela_may_kontra(), BELA_SITS, lang, None));
    let missing = forty_hundred_led(Suit::Acorns);
    assert_snapshots("hand_marriage_missing", |lang| hand(&missing, BELA_SITS, lang, None));
    assert_snapshots("hand_may_rekontra", |lang| hand(&anna_may_rekontra(), ANNA_SITS, lang, None));
    assert_snapshots("hand_may_szubkontra", |lang| hand(&bela_may_szubkontra(), BELA_SITS, lang, None));
    let betli = anna_may_rekontra_betli();
    assert_snapshots("hand_may_rekontra_betli", |lang| hand(&betli, ANNA_SITS, lang, None));
    assert_snapshots("hand_has_to_beat", |lang| hand(&bela_has_to_beat(), BELA_SITS, lang, None));
    assert_snapshots("hand_play_waiting", |lang| hand(&bela_has_to_beat(), ANNA_SITS, lang, None));
    assert_snapshots("hand_over", |lang| hand(&over(), BELA_SITS, lang, None));
    assert_snapshots("hand_expires", |lang| {
        hand(&bela_has_to_beat(), BELA_SITS, lang, None).noted(&lang.text("hand-expires"))
    });
    assert_snapshots("hand_replaced", |lang| messages::replaced_hand(TableId(1), lang));
    let mut held = bela_has_to_beat();
    held.stood_in.push(held.seats[BELA_SITS].id);
    assert_snapshots("hand_held_by_robot", |lang| hand(&held, BELA_SITS, lang, None));
    let four = after_a_bid().with_four();
    assert_snapshots("hand_sitting_out", |lang| messages::bystander(&four.table_view(), CILI, lang));
    assert_snapshots("hand_not_seated", |lang| messages::bystander(&after_a_bid().table_view(), CILI, lang));
}

#[test]
fn result_messages_match_snapshots() {
    let over = over();
    assert_snapshots("result", |lang| messages::result(&over.table_view(), &over.deal_view(), None, lang));
    let mut agreed = over.table_view();
    agreed.chairs[1].agrees_to_end = true;
    assert_snapshots("result_agreed", |lang| messages::result(&agreed, &over.deal_view(), None, lang));
    let mut folded = anna_names_trumps();
    folded.act(ANNA_SITS, Action::Fold);
    let open = anna_plays_open_betli().until(|deal| deal.turn().is_none());
    assert_snapshots("result_open_betli", |lang| {
        messages::result(&open.table_view(), &open.deal_view(), None, lang)
    });
    assert_snapshots("result_folded", |lang| {
        messages::result(&folded.table_view(), &folded.deal_view(), None, lang)
    });
    let mut left = TestTable::written();
    left.act(BELA_SITS, Action::Leave);
    assert_snapshots("result_left", |lang| {
        messages::result(&left.table_view(), &left.deal_view(), None, lang)
    });
    for (name, left) in [
        ("result_left_certain", left_for_certain()),
        ("result_left_window", left_before_ulti()),
        ("result_left_with_partner", left_with_partner()),
    ] {
        assert_snapshots(name, |lang| messages::result(&left.table_view(), &left.deal_view(), None, lang));
    }
    let mut shared = over.table_view();
    shared.stage = TableStage::Ended(WhyEnded::Agreed);
    shared.window = 0;
    shared.shares = shared.chairs.iter().map(|chair| chair.player.id).zip([2, 1]).collect();
    assert_snapshots("ended_shares", |lang| messages::ended(&shared, lang));
    for why in [WhyEnded::Agreed, WhyEnded::Played, WhyEnded::Score, WhyEnded::Time, WhyEnded::Empty] {
        let mut ended = over.table_view();
        ended.stage = TableStage::Ended(why);
        assert_snapshots(&format!("ended_{why:?}").to_lowercase(), |lang| messages::ended(&ended, lang));
    }
}

#[test]
fn turn_reminders_and_confirmations_match_snapshots() {
    let table_view = bela_has_to_beat().table_view();
    assert_snapshots("awaited", |lang| messages::awaited(&table_view, BELA, lang));
    assert_snapshots("played_for", |lang| messages::played_for(&table_view, BELA, false, lang));
    assert_snapshots("played_for_holds", |lang| messages::played_for(&table_view, BELA, true, lang));
    assert_snapshots("stale", |lang| {
        let view = bela_has_to_beat().player_view(ANNA_SITS);
        messages::hand(&table_view, &view, ANNA_SITS, lang, None).noted(&messages::stale(lang))
    });
    let said =
        [Command::Join, Command::Leave { agreed: None }, Command::TakeBack, Command::End, Command::Look];
    assert_snapshots("done", |lang| {
        Message::text(
            said.iter()
                .map(|command| messages::done(command, &table_view, lang))
                .collect::<Vec<_>>()
                .join("\n"),
        )
    });
    let mut agreed = table_view.clone();
    agreed.chairs.iter_mut().for_each(|chair| chair.agrees_to_end = true);
    assert_snapshots("done_all_agree", |lang| Message::text(messages::done(&Command::End, &agreed, lang)));
    let mut alone = agreed.clone();
    alone.chairs.retain(|chair| chair.player.is_robot() || chair.player.id.user() == Some(ANNA));
    assert_snapshots("done_only_robots", |lang| Message::text(messages::done(&Command::End, &alone, lang)));
    agreed.stage = TableStage::Ended(WhyEnded::Closed);
    assert_snapshots("done_ended", |lang| Message::text(messages::done(&Command::End, &agreed, lang)));
}

#[test]
fn messages_with_french_cards_match_snapshots() {
    let table = TestTable::written();
    let draft = BidDraft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    assert_snapshots("french_one_more", |lang| hand(&table, ANNA_SITS, french(lang), Some(&draft)));
    assert_snapshots("french_naming", |lang| hand(&anna_names_trumps(), ANNA_SITS, french(lang), None));
    assert_snapshots("french_has_to_beat", |lang| hand(&bela_has_to_beat(), BELA_SITS, french(lang), None));
    assert_snapshots("french_table", |lang| messages::table(&anna_may_rekontra().table_view(), french(lang)));
}
