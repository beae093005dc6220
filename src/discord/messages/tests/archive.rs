//! Snapshots of messages about finished deals: history, replay, verification and void deals.

use super::limits::{check, pressable};
use super::positions::{ANNA_SITS, BELA_SITS, ROBOT_SITS, ULTI, after_a_bid, anna_names_trumps, bid, over};
use super::snapshot::assert_snapshots;
use crate::discord::custom_id::{CustomId, HistoryId, ReplayStep};
use crate::discord::messages::fixtures::{ANNA, BELA, TestTable, drawn};
use crate::discord::messages::{self, HistoryPage, ReplayPosition};
use crate::store::{DealId, DealRow, Filter, LONGEST_REASON, Ranking, SeasonId, SeatRow, Void};
use crate::table::shuffle::{self, Proof, Seed, ShuffleError};
use crate::table::{TableId, UnixMillis};
use crate::text::{Appearance, Lang};
use ulti_rules::{Action, BySeat, Record, Seat, Suit};

const NOON: UnixMillis = UnixMillis(1_795_262_400_000);

/// Returns the database row of a finished deal at the test table.
fn row(id: i64, table: &TestTable) -> DealRow {
    let view = table.deal.view(None);
    let contract = view.contract();
    let payments = table.deal.settlement().unwrap().payments;
    let seat = |seat| SeatRow {
        user: table.seats[seat].id.user(),
        name: Some(table.seats[seat].name.clone()),
        points: payments[seat],
    };
    DealRow {
        id: DealId(id),
        table: TableId(17),
        number: 3,
        season: SeasonId(1),
        played: NOON,
        contract: contract.map(|(_, contract)| contract),
        declarer: contract.map(|(declarer, _)| declarer),
        seats: BySeat::from_fn(seat),
        window: 0,
        ranking: Ranking::NotThreePeople,
        void: None,
    }
}

fn void(deal: DealRow) -> DealRow {
    let reason = "látszott a *talon*".to_owned();
    DealRow { void: Some(Void { at: NOON, by: Some(BELA), reason }), ..deal }
}

fn left() -> TestTable {
    let mut left = TestTable::written();
    left.act(BELA_SITS, Action::Leave);
    left
}

fn history_of(deals: &[DealRow]) -> HistoryPage<'_> {
    HistoryPage { filter: Filter::default(), season: None, viewer: ANNA, deals, before: None, more: false }
}

#[test]
fn history_messages_match_snapshots() {
    let deal = row(12, &over());
    let deals = [
        void(row(14, &over())),
        DealRow { void: Some(Void { at: NOON, by: None, reason: String::new() }), ..row(13, &over()) },
        DealRow { ranking: Ranking::Ranked, ..deal.clone() },
        row(11, &left()),
    ];
    let page = HistoryPage { more: true, ..history_of(&deals) };
    assert_snapshots("history", |appearance| messages::history(&page, appearance));
    let filter =
        Filter { person: Some(BELA), contract: Some("ulti".parse().unwrap()), season: Some(SeasonId(1)) };
    let page = HistoryPage {
        filter,
        season: Some("2026-11"),
        viewer: BELA,
        before: Some(DealId(15)),
        ..history_of(&deals[2..3])
    };
    assert_snapshots("history_filtered", |appearance| messages::history(&page, appearance));
    assert_snapshots("history_empty", |appearance| messages::history(&history_of(&[]), appearance));
    let beyond = HistoryPage { before: Some(DealId(1)), ..history_of(&[]) };
    assert_snapshots("history_beyond", |appearance| messages::history(&beyond, appearance));
    let others = [
        Ranking::Deserted(Seat::Two),
        Ranking::StoodIn,
        Ranking::Left,
        Ranking::NotPlayed,
        Ranking::Capped,
        Ranking::Older,
        Ranking::Imported,
    ];
    for ranking in others {
        let deals = [DealRow { ranking, ..deal.clone() }];
        for lang in Lang::ALL {
            check(&messages::history(&history_of(&deals), lang.into()));
        }
    }
}

/// Ten void deals with long names and reasons fit into one message.
#[test]
fn history_with_long_names_fits_discord_limits() {
    let wild = over().with_wild_names();
    let long = |id| {
        let mut deal = void(row(id, &wild));
        deal.contract = Some("hearts 40-100+ulti+four-aces".parse().unwrap());
        deal.void.as_mut().unwrap().reason = "*".repeat(200);
        deal
    };
    let deals: Vec<DealRow> = (0..10).map(|id| long(i64::MAX - id)).collect();
    for appearance in Appearance::ALL {
        let message = messages::history(
            &HistoryPage { more: true, ..history_of(&deals) },
            appearance.with_signs(drawn()),
        );
        check(&message);
        let text = serde_json::to_string(&message.create()).unwrap();
        assert!(text.contains(&(i64::MAX - 9).to_string()), "last deal missing in message: {text}");
    }
}

/// The mark of a void deal fits into a result with long names.
#[test]
fn void_result_with_long_names_fits_discord_limits() {
    let wild = over().with_wild_names();
    let void = Void { at: NOON, by: Some(BELA), reason: "*".repeat(LONGEST_REASON) };
    for appearance in Appearance::ALL {
        let appearance = appearance.with_signs(drawn());
        let message = messages::result(&wild.table_view(), &wild.deal_view(), Some(&void), appearance);
        check(&message);
        assert!(message.content.contains(&"\\*".repeat(LONGEST_REASON)), "{}", message.content);
    }
}

fn replayed(table: &TestTable) -> ReplayPosition {
    let names = table.seats.clone().map(|player| player.name);
    ReplayPosition { deal: row(12, table), names, frames: table.record().frames().unwrap() }
}

#[test]
fn replay_messages_match_snapshots() {
    let over = replayed(&over());
    for step in [0, 1, 2] {
        assert_snapshots(&format!("replay_{step}"), |appearance| messages::replay(&over, step, appearance));
    }
    assert_snapshots("replay_end", |appearance| messages::replay(&over, over.last(), appearance));
    let mut folded = anna_names_trumps();
    folded.act(ANNA_SITS, Action::Fold);
    let folded = ReplayPosition { deal: void(row(12, &folded)), ..replayed(&folded) };
    assert_snapshots("replay_folded", |appearance| messages::replay(&folded, folded.last(), appearance));
    let left = replayed(&left());
    assert_snapshots("replay_left", |appearance| messages::replay(&left, 1, appearance));
}

/// Returns a finished deal in which Béla has taken the talon after Anna's bid and has played a contract.
fn talon_taken() -> TestTable {
    let mut table = after_a_bid();
    table.act(BELA_SITS, Action::Take);
    table.act(BELA_SITS, bid(ULTI, "L9 B8"));
    for seat in [ROBOT_SITS, ANNA_SITS, BELA_SITS] {
        table.act(seat, Action::Pass);
    }
    table.act(BELA_SITS, Action::Trump(Some(Suit::Acorns)));
    table.until(|deal| deal.turn().is_none())
}

#[test]
fn own_deal_messages_match_snapshots() {
    let over = replayed(&over());
    assert_snapshots("own_deal", |appearance| messages::own_deal(&over, ANNA_SITS, appearance));
    assert_snapshots("own_deal_of_defender", |appearance| messages::own_deal(&over, BELA_SITS, appearance));
    let taken = replayed(&talon_taken());
    assert_snapshots("own_deal_talon_taken", |appearance| messages::own_deal(&taken, BELA_SITS, appearance));
    assert_snapshots("own_deal_outbid", |appearance| messages::own_deal(&taken, ANNA_SITS, appearance));
    let left = replayed(&left());
    assert_snapshots("own_deal_left", |appearance| messages::own_deal(&left, BELA_SITS, appearance));
}

/// The next button visits every step once. The back button visits the steps in reverse order.
#[test]
fn replay_buttons_visit_every_step_in_order() {
    for seed in 0..30 {
        let table = TestTable::shuffled(seed).with_wild_names().until(|deal| deal.turn().is_none());
        let replayed = replayed(&table);
        let turns = |step| -> Vec<ReplayStep> {
            let message = messages::replay(&replayed, step, Appearance::default().with_signs(drawn()));
            check(&message);
            let turn = |id| match id {
                CustomId::Played(HistoryId::Turn(_, turn)) => Some(turn),
                _ => None,
            };
            pressable(&message).into_iter().filter_map(turn).collect()
        };
        for step in 0..=replayed.last() {
            let mut expected = Vec::new();
            if step > 0 {
                expected.extend([ReplayStep::First, ReplayStep::Back(step - 1)]);
            }
            if step < replayed.last() {
                expected.extend([ReplayStep::On(step + 1), ReplayStep::Last]);
            }
            assert_eq!(turns(step), expected);
        }
        assert_eq!(
            replayed.step(ReplayStep::On(u8::MAX)),
            replayed.last(),
            "step beyond the end is not limited to the last one"
        );
    }
}

/// Returns the test table's record with the shuffle of another deal.
fn record_with_seed(seed: u8) -> Record {
    let mut record = over().record();
    record.shuffle = Some(shuffle::note(&Seed::from_bytes([seed; 32]), 3));
    record
}

#[test]
fn shuffle_verification_messages_match_snapshots() {
    let commitment = shuffle::commitment(&Seed::from_bytes([7; 32]), 3);
    assert_snapshots("fair_shuffle", |appearance| messages::fair_shuffle(3, &commitment, appearance));
    let deal = row(12, &over());
    let mut fair = record_with_seed(7);
    fair.hands = shuffle::deal(&Seed::from_bytes([7; 32]), fair.dealer);
    let proof = Proof::of(&fair).unwrap().unwrap();
    let posted = Some(proof.computed);
    assert_snapshots("verified_fair", |appearance| {
        messages::verified(&deal, Some(&proof), posted, appearance)
    });
    assert_snapshots("verified_by_record_alone", |appearance| {
        messages::verified(&deal, Some(&proof), None, appearance)
    });
    let unlike = Proof::of(&record_with_seed(7)).unwrap().unwrap();
    let other = Some(shuffle::commitment(&Seed::from_bytes([8; 32]), 3));
    assert_snapshots("verified_unfair", |appearance| {
        messages::verified(&deal, Some(&unlike), other, appearance)
    });
    assert_snapshots("verified_no_seed", |appearance| messages::verified(&deal, None, posted, appearance));
    let mut broken = record_with_seed(7);
    broken.shuffle.as_mut().unwrap().seed.pop();
    let why = Proof::of(&broken).unwrap_err();
    assert_snapshots("verified_broken", |appearance| messages::unverifiable(&deal, &why, appearance));
    let why = ShuffleError::Commitment(shuffle::NotHex("x".to_owned()));
    for lang in Lang::ALL {
        check(&messages::unverifiable(&deal, &why, lang.into()));
    }
}

#[test]
fn messages_about_void_deals_match_snapshots() {
    let deal = row(12, &over());
    assert_snapshots("void", |appearance| messages::voided(&void(deal.clone()), BELA, appearance));
    let table = over();
    for (name, void) in [
        ("result_void", Void { at: NOON, by: Some(BELA), reason: "látszott a *talon*".to_owned() }),
        ("result_void_by_operator", Void { at: NOON, by: None, reason: String::new() }),
    ] {
        assert_snapshots(name, |appearance| {
            messages::result(&table.table_view(), &table.deal_view(), Some(&void), appearance)
        });
    }
    assert_snapshots("void_undone", |appearance| messages::voided(&deal, BELA, appearance));
}
