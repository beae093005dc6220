//! Snapshots of a table's settings, and of messages about deals that begin by themselves.

use std::sync::Arc;

use super::positions::{ANNA_SITS, over};
use super::snapshot::assert_snapshots;
use crate::discord::messages::fixtures::{ANNA, BELA, DEADLINE, STRANGER, TestTable};
use crate::discord::messages::{self, Message};
use crate::table::{Command, Player, Refusal, TableId, TableSetting, TableStage, TableView, WhyEnded};
use ulti_rules::{Book, RuleSet};

fn rules(typed: &str) -> Arc<Book> {
    let usual = RuleSet::preset("4m").unwrap();
    Arc::new(Book::new(RuleSet::read(typed, &usual).unwrap()))
}

/// Returns a table whose next deal begins by itself.
fn with_pause(table_view: TableView) -> TableView {
    let next_deal = (table_view.stage == TableStage::Between).then_some(DEADLINE);
    TableView { pause: Some(20), next_deal, ..table_view }
}

#[test]
fn table_settings_match_snapshots() {
    let settings = |name: &str, table_view: &TableView, user| {
        assert_snapshots(name, |lang| messages::table_settings(table_view, user, lang));
    };
    let lobby = TestTable::lobby(2);
    settings("table_settings", &lobby, ANNA);
    settings("table_settings_other_player", &lobby, BELA);
    settings("table_settings_stranger", &lobby, STRANGER);
    let mut own = with_pause(TestTable::lobby(3));
    own.deals = Some(7);
    own.opened = rules("rablo four_tens durchmars=7 time_limit=45");
    own.book = Arc::clone(&own.opened);
    settings("table_settings_own_rules", &own, ANNA);
    // The rules are neither a preset nor those with which the table was opened.
    own.book = rules("4m window=false");
    settings("table_settings_other_rules", &own, ANNA);
    let playing = with_pause(TestTable::written().table_view());
    settings("table_settings_playing", &playing, BELA);
    let ended = TableView { stage: TableStage::Ended(WhyEnded::Agreed), ..playing };
    settings("table_settings_ended", &ended, BELA);
}

#[test]
fn refused_settings_match_snapshots() {
    let host = Refusal::OnlyHostSets(Box::new(Player::person(ANNA, "Anna")));
    for (name, refusal) in [
        ("table_settings_only_host", host),
        ("table_settings_too_many", Refusal::TooManyForRules { seats: 3 }),
    ] {
        assert_snapshots(name, |lang| messages::refusal(&refusal, Some(TableId(17)), lang));
    }
    let command = Command::Set(TableSetting::Deals(None));
    let lobby = TestTable::lobby(2);
    assert_snapshots("table_settings_done", |lang| Message::text(messages::done(&command, &lobby, lang)));
}

#[test]
fn messages_about_automatic_deals_match_snapshots() {
    let lobby = with_pause(TestTable::lobby(2));
    assert_snapshots("lobby_pause", |lang| messages::lobby(&lobby, lang));
    let over = over();
    let table_view = with_pause(over.table_view());
    let deal = table_view.deal.clone().unwrap();
    assert_snapshots("result_pause", |lang| messages::result(&table_view, &deal, None, lang));
    let waiting = TableView { next_deal: None, ..table_view.clone() };
    assert_snapshots("result_pause_waits", |lang| messages::result(&waiting, &deal, None, lang));
    assert_snapshots("join_in_pause", |lang| {
        Message::text(messages::done(&Command::Join, &table_view, lang))
    });
    let view = over.player_view(ANNA_SITS);
    assert_snapshots("hand_over_pause", |lang| messages::hand(&table_view, &view, ANNA_SITS, lang, None));
}
