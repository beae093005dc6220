//! Hundreds of deals by chance, every message of every moment.

use std::sync::Arc;

use super::check::{check, pressable, sent};
use crate::ai::Stop;
use crate::ai::analysis;
use crate::discord::custom_id::{CustomId, Grave};
use crate::discord::draft::Draft;
use crate::discord::show::fixtures::{ANNA, Dice, STRANGER, TestTable, drawn};
use crate::discord::show::{self, Message};
use crate::rules::{Action, Book, Card, CardSet, RuleSet, Seat};
use crate::table::{Command, Scene};
use crate::text::{Faces, Lang, Look, Signs};

const DEALS: u64 = 200;

/// One in how many moments of a deal is looked at, besides its first and its last one.
const SAMPLED: usize = 12;

/// House rules with the longest names and the largest numbers, and with every bid there can be.
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

/// Every preset, and house rules.
fn every_rules() -> Vec<Arc<Book>> {
    let presets = RuleSet::preset_names().map(|name| RuleSet::preset(name).unwrap());
    presets.chain([extreme()]).map(|rules| Arc::new(Book::new(rules))).collect()
}

/// Deals by chance, plain and with everything that makes messages long, by every preset and by house rules.
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

/// At moments of every deal by chance, the first and the last one among them.
pub(super) fn at_moments(mut look: impl FnMut(&TestTable, &Scene)) {
    let mut dice = Dice::new(3);
    for mut table in tables() {
        look(&table, &table.scene());
        while table.step() {
            if table.deal.turn().is_none() || dice.below(SAMPLED) == 0 {
                look(&table, &table.scene());
            }
        }
    }
}

/// Both languages, by turns with the faces of each deck, in signs, in small pictures and in words
/// alone; one of them with hints.
fn looks(table: &TestTable) -> [Look; 2] {
    let moment = table.deal.version() as usize + table.dice.clone().below(7);
    let faces = Faces::ALL[moment % Faces::ALL.len()];
    let signs = [Signs::Plain, drawn(), Signs::Words][moment / Faces::ALL.len() % 3];
    Lang::ALL.map(|lang| Look::new(lang, faces).with_hints(lang == Lang::Hu).with_signs(signs))
}

/// Everything that the public may see of a scene.
pub(super) fn public(scene: &Scene, look: Look) -> Vec<Message> {
    let deal = scene.deal.as_deref().unwrap();
    vec![
        show::table(scene, look),
        show::last_trick(scene, look),
        show::result(scene, deal, look),
        show::ended(scene, look),
        show::lobby(scene, look),
        show::more(scene, ANNA, look),
        show::more(scene, STRANGER, look),
        show::help(scene, None, look),
        show::bystander(scene, ANNA, look),
        show::awaited(scene, ANNA, look),
        show::played_for(scene, ANNA, true, look),
    ]
}

#[test]
fn every_public_message_keeps_to_the_limits() {
    at_moments(|table, scene| {
        for look in looks(table) {
            public(scene, look).iter().for_each(check);
        }
    });
}

#[test]
fn every_analysis_keeps_to_the_limits() {
    let players = ["*".repeat(32), "@everyone".to_owned(), String::new()];
    let mut analysed = 0;
    for seed in 0..25 {
        let table = TestTable::shuffled(seed).until(|deal| deal.turn().is_none());
        let Ok(analysis) = analysis::analyse(&table.deal.view(None), &Stop::new()) else { continue };
        analysed += 1;
        for look in looks(&table) {
            check(&show::analysis(u32::MAX, &players, &analysis, look));
        }
    }
    assert!(analysed > 5, "{analysed}");
}

#[test]
fn every_hand_keeps_to_the_limits() {
    let mut dice = Dice::new(7);
    at_moments(|table, scene| {
        for seat in Seat::ALL {
            let view = table.deal.view(Some(seat));
            let mut draft = Draft::default().at_page(u8::try_from(dice.below(4)).unwrap());
            for card in view.own_hand() {
                draft = if dice.below(4) == 0 { draft.pressed(card) } else { draft };
            }
            if !view.legal.bids.is_empty() && dice.below(2) == 0 {
                draft = draft.with_contract(view.legal.bids[dice.below(view.legal.bids.len())]);
            }
            for look in looks(table) {
                check(&show::hand(scene, &view, seat, look, None));
                check(&show::hand(scene, &view, seat, look, Some(&draft)));
                check(&show::help(scene, Some(&view), look));
            }
        }
    });
}

#[test]
fn a_hand_offers_what_is_legal_and_all_of_it() {
    at_moments(|table, scene| {
        for seat in Seat::ALL {
            let view = table.deal.view(Some(seat));
            let message = show::hand(scene, &view, seat, Lang::En, None);
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
                    // Judging a claim searches the whole rest of the deal, which takes its time.
                    CustomId::Sure { action: Grave::Claim, .. } => assert!(view.legal.claim),
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

/// Pressing one's way from nothing to a bid, as a person would.
#[test]
fn a_bid_can_be_put_together_by_pressing() {
    for table in tables().take(40) {
        let seat = table.deal.turn().unwrap();
        let (scene, view) = (table.scene(), table.deal.view(Some(seat)));
        let mut dice = Dice::new(table.deal.version().into());
        let mut draft = Draft::default();
        let bid = loop {
            let ids = pressable(&show::hand(&scene, &view, seat, Lang::Hu, Some(&draft)));
            let bid = ids.iter().find_map(|id| match id {
                CustomId::Ask {
                    command: Command::Act { action: action @ Action::Bid { .. }, .. }, ..
                } => Some(*action),
                _ => None,
            });
            if let Some(bid) = bid {
                break bid;
            }
            let drafts: Vec<Draft> = ids
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
fn every_bid_can_be_found_in_the_menu() {
    for book in every_rules() {
        let table = TestTable::written().by_rules(&book);
        let (scene, view) = (table.scene(), table.deal.view(Some(Seat::Zero)));
        let mut found = Vec::new();
        for page in 0..10 {
            let draft = Draft::default().at_page(page);
            for id in pressable(&show::hand(&scene, &view, Seat::Zero, Lang::En, Some(&draft))) {
                if let CustomId::Draft { draft: Draft { contract: Some(contract), .. }, .. } = id
                    && !found.contains(&contract)
                {
                    found.push(contract);
                }
            }
        }
        assert_eq!(found, view.legal.bids);
    }
}

/// Whether the card stands anywhere in the text, as a word or a custom id would show it.
fn shows(text: &str, card: Card, look: Look) -> bool {
    let whole = |shown: &str| {
        text.match_indices(shown).any(|(at, _)| {
            let next = text[at + shown.len()..].chars().next();
            !next.is_some_and(char::is_alphanumeric)
        })
    };
    whole(&crate::text::card_short(look, card))
        || whole(&crate::text::card(look, card))
        || whole(&format!(":{card}"))
}

#[test]
fn the_public_sees_no_hidden_card() {
    at_moments(|table, scene| {
        let view = table.deal.view(None);
        let on_the_table = view.board().map_or(CardSet::EMPTY, |board| {
            board.tricks.iter().fold(board.current.cards(), |seen, (trick, _)| seen | trick.cards())
        });
        let open = Seat::ALL.into_iter().filter_map(|seat| view.hands[seat].cards());
        let seen = open.fold(on_the_table, |seen, hand| seen | hand);
        if table.deal.turn().is_none() {
            return;
        }
        for look in looks(table) {
            // The rules give examples of cards, so help is not asked.
            let messages = public(scene, look).into_iter().enumerate().filter(|(place, _)| *place != 6);
            let text: String = messages.map(|(_, message)| sent(&message).to_string()).collect();
            for card in CardSet::DECK - seen {
                assert!(!shows(&text, card, look), "{card} in {text}");
            }
        }
    });
}

#[test]
fn the_test_for_hidden_cards_can_see() {
    let table = TestTable::written();
    let view = table.deal.view(Some(Seat::Zero));
    for look in Look::ALL {
        let hand = sent(&show::hand(&table.scene(), &view, Seat::Zero, look, None)).to_string();
        assert!(shows(&hand, "LA".parse().unwrap(), look));
        assert!(!shows(&hand, "L8".parse().unwrap(), look));
    }
}
