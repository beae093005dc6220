//! Snapshots of the messages about closing a table.

use super::positions::{ANNA_SITS, BELA_SITS, bela_has_to_beat};
use super::snapshot::assert_snapshots;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::{ANNA, BELA, TestTable};
use crate::discord::messages::{self, HelpPlace, Message};
use crate::table::{Command, Player, Refusal, TableId, TableStage, WhyEnded};

#[test]
fn messages_about_closing_match_snapshots() {
    for (name, deal) in [("close_question", 0), ("close_question_deal", 3)] {
        assert_snapshots(name, |lang| {
            messages::refusal(&Refusal::CloseTable { deal }, Some(TableId(17)), lang)
        });
    }
    let host = Refusal::OnlyHostCloses(Box::new(Player::person(ANNA, "Anna")));
    for (name, refusal) in [("close_only_host", host), ("close_leave_first", Refusal::PlaysInDeal)] {
        assert_snapshots(name, |lang| messages::refusal(&refusal, Some(TableId(17)), lang));
    }
    let closing = Command::Close { agreed: Some(3) };
    let table_view = bela_has_to_beat().table_view();
    assert_snapshots("close_done", |lang| Message::text(messages::done(&closing, &table_view, lang)));
}

#[test]
fn messages_of_closed_table_match_snapshots() {
    let mut table_view = bela_has_to_beat().table_view();
    table_view.stage = TableStage::Ended(WhyEnded::Manager);
    assert_snapshots("table_discarded", |lang| messages::table(&table_view, lang));
    let view = bela_has_to_beat().deal.view(Some(BELA_SITS));
    let place =
        HelpPlace::Table { table_view: &table_view, user: BELA, seat: Some(BELA_SITS), view: Some(&view) };
    assert_snapshots("help_discarded", |lang| messages::help(place, false, lang));
    assert_snapshots("done_last_vote", |lang| {
        Message::text(messages::done(&Command::End, &table_view, lang))
    });
    assert_snapshots("evening_closed", |lang| messages::ended(&table_view, lang));
}

/// Neither a hand nor a draft of a bid has buttons after the table was closed.
#[test]
fn hands_of_closed_table_say_that_deal_was_discarded() {
    let table = TestTable::written();
    let mut table_view = table.table_view();
    table_view.stage = TableStage::Ended(WhyEnded::Manager);
    let view = table.player_view(ANNA_SITS);
    for draft in [None, Some(BidDraft::default())] {
        assert_snapshots("hand_discarded", |lang| {
            messages::hand(&table_view, &view, ANNA_SITS, lang, draft.as_ref())
        });
    }
}

#[test]
fn only_host_can_close_lobby() {
    let lobby = TestTable::lobby(3);
    assert_snapshots("lobby_more_for_another_player", |lang| messages::more(&lobby, BELA, lang));
}

#[test]
fn button_to_end_evening_shows_votes() {
    let mut table_view = bela_has_to_beat().table_view();
    table_view.chairs[0].agrees_to_end = true;
    assert_snapshots("more_with_votes", |lang| messages::more(&table_view, ANNA, lang));
    table_view.chairs[1].stood_in = true;
    table_view.chairs[2].stood_in = true;
    assert_snapshots("more_alone", |lang| messages::more(&table_view, ANNA, lang));
}
