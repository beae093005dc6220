//! Tests of all messages in hundreds of random deals.

use std::sync::Arc;

use super::limits::{check, pressable, sent};
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::custom_id::{ConfirmedAction, CustomId};
use crate::discord::messages::fixtures::{ANNA, Dice, STRANGER, TestTable, drawn};
use crate::discord::messages::{self, HelpPlace, Message};
use crate::table::{Command, SeatChange, TableView};
use crate::text::{Appearance, DeckStyle, Lang, SymbolSet};
use ulti_ai::Cancellation;
use ulti_ai::analysis;
use ulti_rules::{Action, Book, Card, CardSet, Contract, RuleSet, Seat};

const DEALS: u64 = 200;

/// Average number of actions between sampled positions. The first and last ones are always sampled.
const SAMPLE_INTERVAL: usize = 12;

/// Returns house rules with maximum name lengths, large values and all possible bids.
fn extreme() -> RuleSet {
    let mut rules = RuleSet::read(
        "szinlicit kontra_limit=7 four_tens kontra_items=ulti_and_rest window=true fold=kontra_lost \
         individual_kontra=never suit_factors.acorns=10 suit_factors.leaves=10 suit_factors.bells=10 \
         suit_factors.hearts=10 values.parti.plain=1000",
        &RuleSet::preset("4m").unwrap(),
    )
    .unwrap();
    rules.kontra_names = vec!["W".repeat(32); 7];
    RuleSet::from_toml(&rules.to_toml()).unwrap()
}

/// Returns the books of all presets and of extreme house rules.
fn every_rules() -> Vec<Arc<Book>> {
    let presets = RuleSet::preset_names().map(|name| RuleSet::preset(name).unwrap());
    presets.chain([extreme()]).map(|rules| Arc::new(Book::new(rules))).collect()
}

/// Returns tables with random deals for all rule sets, some with four players and long names.
fn tables() -> impl Iterator<Item = TestTable> {
    (0..DEALS).zip(every_rules().into_iter().cycle()).map(|(seed, book)| {
        let table = TestTable::shuffled(seed).by_rules(&book);
        match seed / 6 % 3 {
            0 => table.with_four(),
            1 => table.with_four().with_wild_names(),
            _ => table,
        }
    })
}

/// Calls `check` at sampled positions of all random deals, including the first and the last one.
pub(super) fn at_positions(mut check: impl FnMut(&TestTable, &TableView)) {
    let mut dice = Dice::new(3);
    for mut table in tables() {
        check(&table, &table.table_view());
        while table.step() {
            if table.deal.turn().is_none() || dice.below(SAMPLE_INTERVAL) == 0 {
                check(&table, &table.table_view());
            }
        }
    }
}

/// Returns one appearance per language. Hints are enabled only in Hungarian.
///
/// Deck style and symbol set vary with the position in the deal.
fn appearances(table: &TestTable) -> [Appearance; 2] {
    let index = table.deal.version() as usize + table.dice.clone().below(7);
    let faces = DeckStyle::ALL[index % DeckStyle::ALL.len()];
    let signs = [SymbolSet::Plain, drawn(), SymbolSet::Words][index / DeckStyle::ALL.len() % 3];
    Lang::ALL.map(|lang| Appearance::new(lang, faces).with_hints(lang == Lang::Hu).with_signs(signs))
}

/// Returns all public messages of a table.
pub(super) fn public(table_view: &TableView, appearance: Appearance) -> Vec<Message> {
    let deal = table_view.deal.as_deref().unwrap();
    let mut changed = table_view.clone();
    let players = || table_view.chairs.iter().map(|chair| chair.player.clone());
    changed.seat_changes = players().map(SeatChange::Left).chain(players().map(SeatChange::Joined)).collect();
    changed.chairs.truncate(2);
    vec![
        messages::table(&changed, appearance),
        messages::result(&changed, deal, None, appearance),
        messages::table(table_view, appearance),
        messages::last_trick(table_view, appearance),
        messages::result(table_view, deal, None, appearance),
        messages::ended(table_view, appearance),
        messages::lobby(table_view, appearance),
        messages::more(table_view, ANNA, appearance),
        messages::more(table_view, STRANGER, appearance),
        messages::help(
            HelpPlace::Table { table_view, user: STRANGER, seat: None, view: None },
            true,
            appearance,
        ),
        messages::bystander(table_view, ANNA, appearance),
        messages::awaited(table_view, ANNA, appearance),
        messages::played_for(table_view, ANNA, true, appearance),
    ]
}

#[test]
fn public_messages_fit_discord_limits() {
    at_positions(|table, table_view| {
        for appearance in appearances(table) {
            public(table_view, appearance).iter().for_each(check);
        }
    });
}

#[test]
fn analysis_messages_fit_discord_limits() {
    let players = ["*".repeat(32), "@everyone".to_owned(), String::new()];
    let mut analysed = 0;
    for seed in 0..25 {
        let table = TestTable::shuffled(seed).until(|deal| deal.turn().is_none());
        let Ok(analysis) = analysis::analyse(&table.deal.view(None), &Cancellation::new()) else { continue };
        analysed += 1;
        for appearance in appearances(&table) {
            check(&messages::analysis(u32::MAX, &players, &analysis, appearance));
        }
    }
    assert!(analysed > 5, "{analysed}");
}

#[test]
fn hand_messages_fit_discord_limits() {
    let mut dice = Dice::new(7);
    at_positions(|table, table_view| {
        for seat in Seat::ALL {
            let view = table.player_view(seat);
            let mut draft = BidDraft::default().at_page(u8::try_from(dice.below(4)).unwrap());
            for card in view.own_hand() {
                draft = if dice.below(4) == 0 { draft.pressed(card) } else { draft };
            }
            if !view.legal.bids.is_empty() && dice.below(2) == 0 {
                draft = draft.with_contract(view.legal.bids[dice.below(view.legal.bids.len())]);
            }
            for appearance in appearances(table) {
                check(&messages::hand(table_view, &view, seat, appearance, None));
                check(&messages::hand(table_view, &view, seat, appearance, Some(&draft)));
                let own = HelpPlace::Table { table_view, user: ANNA, seat: Some(seat), view: Some(&view) };
                check(&messages::help(own, true, appearance));
            }
        }
    });
}

#[test]
fn player_is_offered_exactly_the_legal_actions() {
    at_positions(|table, table_view| {
        for seat in Seat::ALL {
            let view = table.player_view(seat);
            let message = messages::hand(table_view, &view, seat, Lang::En.into(), None);
            let mut playable = CardSet::EMPTY;
            for id in pressable(&message) {
                match id {
                    CustomId::Ask { command: Command::Act { action, at }, .. } => {
                        assert_eq!(at.unwrap().version, table.deal.version());
                        table.deal.judge(seat, action).unwrap();
                        if let Action::Play(card) = action {
                            playable |= card.into();
                        }
                    }
                    // Checked without `judge`, which would search the whole rest of the deal.
                    CustomId::Sure { action: ConfirmedAction::Claim, .. } => assert!(view.legal.claim),
                    CustomId::Sure { action, .. } => {
                        table.deal.judge(seat, action.action()).unwrap();
                    }
                    _ => {}
                }
            }
            assert_eq!(playable, view.legal.cards);
        }
    });
}

/// Builds a bid from an empty draft by pressing buttons.
#[test]
fn bid_can_be_made_using_only_buttons() {
    for table in tables().take(40) {
        let seat = table.deal.turn().unwrap();
        let (table_view, view) = (table.table_view(), table.player_view(seat));
        let mut dice = Dice::new(table.deal.version().into());
        let mut draft = BidDraft::default();
        let bid = loop {
            let ids = pressable(&messages::hand(&table_view, &view, seat, Lang::Hu.into(), Some(&draft)));
            let bid = ids.iter().find_map(|id| match id {
                CustomId::Ask {
                    command: Command::Act { action: action @ Action::Bid { .. }, .. }, ..
                } => Some(*action),
                _ => None,
            });
            if let Some(bid) = bid {
                break bid;
            }
            let drafts: Vec<BidDraft> = ids
                .into_iter()
                .filter_map(|id| match id {
                    CustomId::Draft { draft, .. } => Some(draft),
                    _ => None,
                })
                .collect();
            draft = drafts[dice.below(drafts.len())];
        };
        table.deal.judge(seat, bid).unwrap();
    }
}

#[test]
fn bid_menu_contains_every_legal_bid() {
    for book in every_rules() {
        let table = TestTable::written().by_rules(&book);
        let (table_view, view) = (table.table_view(), table.player_view(Seat::Zero));
        let mut found = Vec::new();
        for page in 0..10 {
            let draft = BidDraft::default().at_page(page);
            for id in
                pressable(&messages::hand(&table_view, &view, Seat::Zero, Lang::En.into(), Some(&draft)))
            {
                if let CustomId::Draft { draft: BidDraft { contract: Some(contract), .. }, .. } = id
                    && !found.contains(&contract)
                {
                    found.push(contract);
                }
            }
        }
        let offered: Vec<Contract> = view.offered_bids().iter().map(|bid| bid.entry.contract).collect();
        assert_eq!(found, offered);
        found.sort_by_key(|contract| view.legal.bids.iter().position(|bid| bid == contract));
        assert_eq!(found, view.legal.bids);
    }
}

/// Returns `true` if the text contains the card, either as text or in a custom id.
pub(super) fn contains_card(text: &str, card: Card, appearance: Appearance) -> bool {
    let whole = |shown: &str| {
        text.match_indices(shown).any(|(at, _)| {
            let [before, next] = [text[..at].chars().next_back(), text[at + shown.len()..].chars().next()];
            let continues = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
            // “X of leaves” is a part of “IX of leaves”. An escaped line break ends with a letter.
            let is_part = shown.starts_with(char::is_alphanumeric) && continues(before);
            !continues(next) && (!is_part || text[..at].ends_with("\\n"))
        })
    };
    whole(&crate::text::card_short(appearance, card))
        || whole(&crate::text::card(appearance, card))
        || whole(&format!(":{card}"))
}

#[test]
fn public_messages_show_no_hidden_cards() {
    at_positions(|table, table_view| {
        let view = table.deal.view(None);
        let on_the_table = view.board().map_or(CardSet::EMPTY, |board| {
            board.tricks.iter().fold(board.current.cards(), |seen, (trick, _)| seen | trick.cards())
        });
        let open = Seat::ALL.into_iter().filter_map(|seat| view.hands[seat].cards());
        let seen = open.fold(on_the_table, |seen, hand| seen | hand);
        if table.deal.turn().is_none() {
            return;
        }
        for appearance in appearances(table) {
            // Help messages are left out, because the rules mention example cards.
            let messages =
                public(table_view, appearance).into_iter().enumerate().filter(|(place, _)| *place != 6);
            let text: String = messages.map(|(_, message)| sent(&message).to_string()).collect();
            for card in CardSet::DECK - seen {
                assert!(!contains_card(&text, card, appearance), "hidden card {card} in message: {text}");
            }
        }
    });
}

#[test]
fn hand_message_hides_cards_of_other_players() {
    let table = TestTable::written();
    let view = table.player_view(Seat::Zero);
    for appearance in Appearance::ALL {
        let hand =
            sent(&messages::hand(&table.table_view(), &view, Seat::Zero, appearance, None)).to_string();
        assert!(contains_card(&hand, "LA".parse().unwrap(), appearance));
        assert!(!contains_card(&hand, "L8".parse().unwrap(), appearance));
    }
}
