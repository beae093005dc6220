//! Consistency of a table and of the views of its deal.

use ulti::table::{TableReply, TableStage};
use ulti_rules::{CardSet, Hand, Stage, View};

/// Asserts that points sum to zero, no player sits twice, and a running deal has every card once.
pub(super) fn check_table(answer: &TableReply) {
    let scene = &answer.table_view;
    let points: i64 = scene.standings.iter().map(|one| i64::from(one.points)).sum();
    assert_eq!(points + i64::from(scene.window), 0, "{scene:?}");
    let mut seated: Vec<_> = scene.chairs.iter().map(|chair| chair.player.id).collect();
    seated.sort_unstable();
    seated.dedup();
    assert_eq!(seated.len(), scene.chairs.len(), "{:?}", scene.chairs);
    assert!(scene.chairs.len() <= scene.book.rules().most_players());
    if let Some(deal) = &scene.deal {
        let seats = deal.seats.clone().0.map(|player| player.id);
        assert!(seats[0] != seats[1] && seats[1] != seats[2] && seats[0] != seats[2], "{seats:?}");
        check_cards(&deal.view);
        assert!(scene.stage != TableStage::Dealing || !deal.is_over());
    }
    if let Some(view) = &answer.player_view {
        check_cards(view);
        assert!(view.turn() != view.seat || view.turn().is_none() || view.legal.is_turn(), "{view:?}");
    }
}

/// Asserts that a view of a running deal accounts for all 32 cards.
fn check_cards(view: &View) {
    if matches!(view.stage, Stage::Over { .. }) {
        return;
    }
    let hands: u32 = view.hands.values().map(|hand| hand.len()).sum();
    let open = view.hands.values().filter_map(|hand| hand.cards());
    let mut known = open.chain(view.talon).map(|cards| (cards, cards.len())).collect::<Vec<_>>();
    let mut played = 0;
    if let Some(board) = view.board() {
        for trick in board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]) {
            let length = u32::try_from(trick.len()).expect("trick is too long");
            known.push((trick.cards(), length));
            played += length;
        }
    }
    let talon = match view.stage {
        Stage::Auction { holding, best, .. } => 2 * u32::from(!holding && best.is_some()),
        _ => 2,
    };
    assert_eq!(hands + played + talon, 32, "{view:?}");
    let counted: u32 = known.iter().map(|(_, count)| count).sum();
    let all = known.iter().fold(CardSet::default(), |all, (cards, _)| all | *cards);
    assert_eq!(CardSet::len(all), counted, "a card is in two places: {view:?}");
    assert!(matches!(view.hands.values().next(), Some(Hand::Known(_) | Hand::Hidden(_))));
}
