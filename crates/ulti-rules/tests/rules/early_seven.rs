//! The trump seven of a bid ulti, played before the last trick.

use std::sync::Arc;

use ulti_rules::{Action, Book, Deal, Game, RuleSet, ScoredGame, Side, Stage, Suit};

use crate::random::{Dice, PlayStyle, play_out, start};

/// Playing the seven early is reported if and only if the declarer is not forced to, and loses the ulti.
#[test]
fn early_seven_is_reported_unless_forced_and_loses_ulti() {
    let (mut reported, mut forced) = (0, 0);
    for (name, seed) in RuleSet::preset_names().flat_map(|name| (0..600).map(move |seed| (name, seed))) {
        let mut dice = Dice(seed);
        let deal = Deal::new(Arc::new(Book::preset(name).unwrap()), start(&mut dice)).unwrap();
        let style = PlayStyle::plain(&mut dice);
        let mut is_early = false;
        let over = play_out(deal, style, &mut dice, |now, seat, action, _| {
            let (view, Action::Play(card)) = (now.view(Some(seat)), action) else { return };
            let board = view.board().unwrap();
            let is_seven = card.to_string() == format!("{}7", board.trump.map_or('-', Suit::letter));
            let is_ulti = board.contract.to_string().contains("ulti") && seat == board.declarer;
            let is_seven_of_ulti = is_seven && is_ulti && view.own_hand().len() > 1;
            let why = view.unwinnable(action);
            assert_eq!(
                why.is_some(),
                is_seven_of_ulti && view.legal.cards.len() > 1,
                "{name}, {seed}: {card}"
            );
            reported += u32::from(why.is_some());
            forced += u32::from(is_seven_of_ulti && why.is_none());
            is_early |= is_seven_of_ulti;
        });
        let Stage::Over { settlement, .. } = over.view(None).stage else { panic!("{name} {seed}: not over") };
        let is_ulti = |game, side| (game, side) == (ScoredGame::Game(Game::Ulti), Side::Declarer);
        let made = settlement.items.iter().any(|item| is_ulti(item.game, item.side) && item.made);
        assert!(!(is_early && made), "{name}, {seed}: an ulti was made after its seven was played");
    }
    assert!(reported > 20 && forced > 0, "{reported} reported, {forced} forced");
}
