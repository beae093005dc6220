//! What was played: lists, steps, proofs, and deals that count no more.

use super::check::{check, pressable};
use super::look_at::look_at;
use super::moments::{ANNA_SITS, BELA_SITS, anna_names_trumps, over};
use crate::discord::custom_id::{CustomId, Played, Turn};
use crate::discord::show::fixtures::{ANNA, BELA, TestTable, drawn};
use crate::discord::show::{self, History, Replayed};
use crate::rules::{Action, BySeat, Record, Seat};
use crate::store::{DealId, DealRow, Filter, Ranking, SeasonId, SeatRow, Void};
use crate::table::shuffle::{self, Proof, Seed, ShuffleError};
use crate::table::{Millis, TableId};
use crate::text::{Lang, Look};

const NOON: Millis = Millis(1_795_262_400_000);

/// How the store lists a deal of the test table.
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

fn history_of(deals: &[DealRow]) -> History<'_> {
    History { filter: Filter::default(), season: None, eyes: ANNA, deals, before: None, more: false }
}

#[test]
fn history() {
    let deal = row(12, &over());
    let deals = [
        void(row(14, &over())),
        DealRow { void: Some(Void { at: NOON, by: None, reason: String::new() }), ..row(13, &over()) },
        DealRow { ranking: Ranking::Ranked, ..deal.clone() },
        row(11, &left()),
    ];
    let page = History { more: true, ..history_of(&deals) };
    look_at("history", |look| show::history(&page, look));
    let filter =
        Filter { person: Some(BELA), contract: Some("ulti".parse().unwrap()), season: Some(SeasonId(1)) };
    let page = History {
        filter,
        season: Some("2026-11"),
        eyes: BELA,
        before: Some(DealId(15)),
        ..history_of(&deals[2..3])
    };
    look_at("history_filtered", |look| show::history(&page, look));
    look_at("history_empty", |look| show::history(&history_of(&[]), look));
    let beyond = History { before: Some(DealId(1)), ..history_of(&[]) };
    look_at("history_beyond", |look| show::history(&beyond, look));
    let others = [
        Ranking::Deserted(Seat::Two),
        Ranking::StoodIn,
        Ranking::Left,
        Ranking::Capped,
        Ranking::Older,
        Ranking::Imported,
    ];
    for ranking in others {
        let deals = [DealRow { ranking, ..deal.clone() }];
        for lang in Lang::ALL {
            check(&show::history(&history_of(&deals), lang));
        }
    }
}

/// Ten deals of people with the wildest names, all void for the longest reason.
#[test]
fn a_page_of_wild_names_fits() {
    let wild = over().with_wild_names();
    let long = |id| {
        let mut deal = void(row(id, &wild));
        deal.contract = Some("hearts 40-100+ulti+four-aces".parse().unwrap());
        deal.void.as_mut().unwrap().reason = "*".repeat(200);
        deal
    };
    let deals: Vec<DealRow> = (0..10).map(|id| long(i64::MAX - id)).collect();
    for look in Look::ALL {
        let message = show::history(&History { more: true, ..history_of(&deals) }, look.with_signs(drawn()));
        check(&message);
        let text = serde_json::to_string(&message.create()).unwrap();
        assert!(text.contains(&(i64::MAX - 9).to_string()), "the last deal is still in it: {text}");
    }
}

fn replayed(table: &TestTable) -> Replayed {
    let names = table.seats.clone().map(|player| player.name);
    Replayed { deal: row(12, table), names, frames: table.record().frames().unwrap() }
}

#[test]
fn replay() {
    let over = replayed(&over());
    for step in [0, 1, 2] {
        look_at(&format!("replay_{step}"), |look| show::replay(&over, step, look));
    }
    look_at("replay_end", |look| show::replay(&over, over.last(), look));
    let mut folded = anna_names_trumps();
    folded.act(ANNA_SITS, Action::Fold);
    let folded = Replayed { deal: void(row(12, &folded)), ..replayed(&folded) };
    look_at("replay_folded", |look| show::replay(&folded, folded.last(), look));
    let left = replayed(&left());
    look_at("replay_left", |look| show::replay(&left, 1, look));
}

/// Whoever goes on and on sees every step once, and comes back the same way.
#[test]
fn every_step_leads_to_the_next() {
    for seed in 0..30 {
        let table = TestTable::shuffled(seed).with_wild_names().until(|deal| deal.turn().is_none());
        let replayed = replayed(&table);
        let turns = |step| -> Vec<Turn> {
            let message = show::replay(&replayed, step, Look::default().with_signs(drawn()));
            check(&message);
            let turn = |id| match id {
                CustomId::Played(Played::Turn(_, turn)) => Some(turn),
                _ => None,
            };
            pressable(&message).into_iter().filter_map(turn).collect()
        };
        for step in 0..=replayed.last() {
            let mut expected = Vec::new();
            if step > 0 {
                expected.extend([Turn::First, Turn::Back(step - 1)]);
            }
            if step < replayed.last() {
                expected.extend([Turn::On(step + 1), Turn::Last]);
            }
            assert_eq!(turns(step), expected);
        }
        assert_eq!(replayed.step(Turn::On(u8::MAX)), replayed.last(), "a made-up step is the last one");
    }
}

/// The test table's record with the shuffle of another deal in it.
fn noted(seed: u8) -> Record {
    let mut record = over().record();
    record.shuffle = Some(shuffle::note(&Seed::from_bytes([seed; 32]), 3));
    record
}

#[test]
fn verified() {
    let deal = row(12, &over());
    let mut fair = noted(7);
    fair.hands = shuffle::deal(&Seed::from_bytes([7; 32]), fair.dealer);
    let proof = Proof::of(&fair).unwrap().unwrap();
    let posted = Some(proof.computed);
    look_at("verified_fair", |look| show::verified(&deal, Some(&proof), posted, look));
    look_at("verified_by_record_alone", |look| show::verified(&deal, Some(&proof), None, look));
    let unlike = Proof::of(&noted(7)).unwrap().unwrap();
    let other = Some(shuffle::commitment(&Seed::from_bytes([8; 32]), 3));
    look_at("verified_unfair", |look| show::verified(&deal, Some(&unlike), other, look));
    look_at("verified_no_seed", |look| show::verified(&deal, None, posted, look));
    let mut broken = noted(7);
    broken.shuffle.as_mut().unwrap().seed.pop();
    let why = Proof::of(&broken).unwrap_err();
    look_at("verified_broken", |look| show::unverifiable(&deal, &why, look));
    let why = ShuffleError::Commitment(shuffle::NotHex("x".to_owned()));
    for lang in Lang::ALL {
        check(&show::unverifiable(&deal, &why, lang));
    }
}

#[test]
fn voided() {
    let deal = row(12, &over());
    look_at("void", |look| show::voided(&void(deal.clone()), BELA, look));
    look_at("void_undone", |look| show::voided(&deal, BELA, look));
}
