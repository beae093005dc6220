//! Tests of the house rule `last_trick_hidden`: after the next lead, nothing shows the last trick.

use std::sync::Arc;

use super::limits::sent;
use super::random_deals::{contains_card, public};
use crate::discord::messages::fixtures::{TestTable, drawn};
use crate::discord::messages::{self, HelpPlace};
use crate::render::Subject;
use crate::text::{Appearance, SymbolSet};
use ulti_rules::{Book, Card, CardSet, Rank, RuleSet, Seat};

const DEALS: u64 = 40;

/// Place of the lobby message among the public messages. Its rules mention example cards.
const LOBBY: usize = 6;

/// Returns all languages, decks and symbol sets, with and without pictures.
fn appearances() -> Vec<Appearance> {
    let signs = [SymbolSet::Plain, drawn(), SymbolSet::Words];
    let drawn = signs.into_iter().flat_map(|signs| Appearance::ALL.map(|one| one.with_signs(signs)));
    drawn.chain(Appearance::ALL.map(Appearance::text_only)).collect()
}

/// Returns a table with random cards and a preset's rules with the house rule.
fn table(seed: u64) -> TestTable {
    let presets: Vec<&str> = RuleSet::preset_names().collect();
    let preset = presets[usize::try_from(seed).unwrap() % presets.len()];
    let rules = RuleSet::preset(preset).unwrap().with_rule("last_trick_hidden", true.into()).unwrap();
    TestTable::shuffled(seed).by_rules(&Arc::new(Book::new(rules)))
}

/// Returns the cards of the last trick if a card has been led to the next one. The seven of trumps is left
/// out, because the goal of an ulti names it.
fn hidden_trick(table: &TestTable) -> CardSet {
    let view = table.deal.view(None);
    let last = view.board().filter(|_| view.hides_last_trick()).and_then(|board| {
        let seven = board.trump.map(|suit| Card::new(suit, Rank::Seven));
        Some(board.tricks.last()?.0.cards() - seven.into_iter().collect())
    });
    last.unwrap_or_default()
}

/// Returns the texts of all messages to everyone and to each player.
fn texts(table: &TestTable, appearance: Appearance) -> Vec<String> {
    let table_view = table.table_view();
    let everyone = public(&table_view, appearance).into_iter().enumerate();
    let mut all: Vec<_> = everyone.filter(|(place, _)| *place != LOBBY).map(|(_, message)| message).collect();
    for seat in Seat::ALL {
        let view = table.player_view(seat);
        all.push(messages::hand(&table_view, &view, seat, appearance, None));
        all.push(messages::hand(&table_view, &view, seat, appearance.with_hints(true), None));
        let user = table_view.host;
        let own = HelpPlace::Table { table_view: &table_view, user, seat: Some(seat), view: Some(&view) };
        all.push(messages::help(own, true, appearance));
    }
    all.iter().map(|message| sent(message).to_string()).collect()
}

/// Returns the names of the cards in each picture, and its alt text.
fn pictures(table: &TestTable, appearance: Appearance) -> Vec<(String, String)> {
    let deal = Arc::new(table.deal_view());
    let hands = Seat::ALL.map(|seat| Subject::Hand {
        view: table.deal.view(Some(seat)).into(),
        deal: Arc::clone(&deal),
        hint: None,
        marks: None,
    });
    let subjects = hands.into_iter().chain([Subject::Table(table.table_view().into())]);
    subjects.filter_map(|subject| subject.layout(appearance)).collect()
}

#[test]
fn no_message_or_picture_shows_last_trick_after_next_lead() {
    let (appearances, mut positions, mut seen_before) = (appearances(), 0, 0);
    for seed in 0..DEALS {
        let mut table = table(seed);
        while table.step() {
            let appearance = appearances[table.deal.version() as usize % appearances.len()];
            let hidden = hidden_trick(&table);
            let in_picture = |card: Card, layout: &str| layout.contains(&format!("/{card}\""));
            let shows = |card: Card| {
                let text =
                    texts(&table, appearance).into_iter().find(|text| contains_card(text, card, appearance));
                let picture = pictures(&table, appearance)
                    .into_iter()
                    .find(|(layout, alt)| in_picture(card, layout) || contains_card(alt, card, appearance));
                text.or_else(|| picture.map(|(layout, alt)| format!("{alt}\n{layout}")))
            };
            for card in hidden {
                positions += 1;
                if let Some(shown) = shows(card) {
                    panic!("{card} of the last trick is shown (deal {seed}, {appearance:?}): {shown}");
                }
            }
            let between = table.deal.view(None);
            let trick = between
                .board()
                .filter(|board| board.current.is_empty())
                .and_then(|board| board.tricks.last());
            if let Some(card) = trick.and_then(|(trick, _)| trick.cards().iter().next()) {
                seen_before += usize::from(shows(card).is_some());
            }
        }
    }
    assert!(positions > 200 && seen_before > 50, "{positions} {seen_before}");
}
