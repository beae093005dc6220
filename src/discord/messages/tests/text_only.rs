//! Tests of text-only messages: `/table` and `/hand` contain everything that a player may know.

use super::limits::check_text_only;
use super::positions::{ANNA_SITS, BELA_SITS, ULTI, anna_may_rekontra, bela_has_to_beat, hand};
use super::random_deals::{at_positions, public};
use super::snapshot::assert_snapshots;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::TestTable;
use crate::discord::messages::{self, Message, name};
use crate::table::{TableView, UserId};
use crate::text::{self, Appearance, DeckStyle, Lang};
use ulti_rules::{CardSet, Seat, Stage, View};

fn appearances() -> impl Iterator<Item = Appearance> {
    Appearance::ALL.into_iter().map(Appearance::text_only)
}

/// Returns everything that a screen reader reads: text, button labels and menu options.
fn readable_text(message: &Message) -> String {
    let sent = serde_json::to_value(message.create()).unwrap();
    let mut read = vec![sent["content"].as_str().unwrap().to_owned()];
    let fields = sent["embeds"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|embed| embed["fields"].as_array().into_iter().flatten());
    read.extend(fields.filter_map(|field| field["value"].as_str()).map(str::to_owned));
    read.extend(
        sent["embeds"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|embed| embed["description"].as_str())
            .map(str::to_owned),
    );
    for part in
        sent["components"].as_array().unwrap().iter().flat_map(|row| row["components"].as_array().unwrap())
    {
        read.extend(part["label"].as_str().map(str::to_owned));
        let options = part["options"].as_array().into_iter().flatten();
        read.extend(options.filter_map(|option| option["label"].as_str()).map(str::to_owned));
    }
    read.join("\n")
}

#[test]
fn text_only_messages_contain_no_emoji() {
    at_positions(|table, table_view| {
        let appearance = Appearance::ALL[table.deal.version() as usize % Appearance::ALL.len()]
            .text_only()
            .with_hints(true);
        public(table_view, appearance).iter().for_each(check_text_only);
        for seat in Seat::ALL {
            let view = table.player_view(seat);
            check_text_only(&messages::hand(table_view, &view, seat, appearance, None));
        }
    });
}

#[test]
fn text_only_hand_message_lists_playable_cards() {
    at_positions(|table, table_view| {
        for (appearance, seat) in appearances().zip(Seat::ALL.into_iter().cycle()) {
            let view = table.player_view(seat);
            let hand = messages::hand(table_view, &view, seat, appearance, None).content;
            if matches!(view.stage, Stage::Over { .. }) {
                continue;
            }
            for card in view.own_hand() | view.talon.unwrap_or_default() {
                assert!(
                    hand.contains(&text::card(appearance, card)),
                    "missing card {card} in message: {hand}"
                );
            }
            let (legal, own) = (view.legal.cards, view.own_hand());
            if !legal.is_empty() && legal != own {
                let playable = hand.lines().last().unwrap();
                let is_said = |card| playable.contains(&text::card(appearance, card));
                assert!(legal.iter().all(is_said), "{playable}");
                assert!(!(own - legal).iter().any(is_said), "{playable}");
            }
        }
    });
}

/// Tricks before the last one are not expected in the text, because they lie face down.
#[test]
fn text_only_messages_contain_all_public_information() {
    at_positions(|table, table_view| {
        for (appearance, seat) in appearances().zip(Seat::ALL.into_iter().cycle()) {
            let view = table.player_view(seat);
            let text = readable_text(&messages::table_alone(table_view, None, appearance))
                + "\n"
                + &readable_text(&messages::hand(table_view, &view, seat, appearance, None));
            for fact in facts(table_view, &view, appearance) {
                assert!(text.contains(&fact), "missing fact {fact:?} in message: {text}");
            }
        }
    });
}

fn facts(table_view: &TableView, view: &View, appearance: Appearance) -> Vec<String> {
    let deal = table_view.deal.as_deref().unwrap();
    let named = |seat: Seat| name(&deal.seats[seat].name);
    let mut facts: Vec<String> = table_view.standings.iter().map(|one| text::signed(one.points)).collect();
    facts.push(deal.number.to_string());
    facts.push(name(&deal.dealer.name));
    if let Some((declarer, contract)) = view.contract() {
        facts.extend([named(declarer), text::contract(appearance, &contract)]);
    }
    facts.extend(view.turn().filter(|turn| view.seat != Some(*turn)).map(named));
    if let Stage::Over { dealt, settlement, .. } = &view.stage {
        let talon = view.talon.unwrap_or_default();
        facts.extend(
            dealt.values().flat_map(|hand| hand.iter()).chain(talon).map(|card| text::card(appearance, card)),
        );
        facts.extend(settlement.items.iter().map(|item| text::scored(appearance.lang, item.game)));
    }
    let Stage::Play(board) = &view.stage else { return facts };
    facts.push(text::contract_with_trump(appearance, &board.contract, board.trump));
    let mut on_the_table: CardSet = board.current.cards();
    if let Some((trick, winner)) = board.tricks.last() {
        on_the_table |= trick.cards();
        facts.push(named(*winner));
    }
    for seat in Seat::ALL.into_iter().filter(|seat| board.open[*seat]) {
        on_the_table |= view.hands[seat].cards().unwrap_or_default();
    }
    facts.extend(on_the_table.iter().map(|card| text::card(appearance, card)));
    for seat in Seat::ALL {
        facts.extend(board.announced[seat].iter().map(|suit| text::suit(appearance, suit)));
        if !board.tricks.is_empty() {
            facts.push(format!("{}", board.tricks_by(seat)));
        }
    }
    for (game, levels) in board.kontra.doubled() {
        facts.push(text::game(appearance.lang, game));
        let said = |level: &u8| text::kontra_level(appearance.lang, view.book.rules(), *level);
        facts.extend(levels.values().filter(|level| **level > 0).map(said));
    }
    facts
}

#[test]
fn text_only_mode_spells_out_card_names() {
    let read = |lang, faces, card: &str| {
        text::card_short(Appearance::new(lang, faces).text_only(), card.parse().unwrap())
    };
    assert_eq!(read(Lang::En, DeckStyle::Hungarian, "H7"), "seven of hearts");
    assert_eq!(read(Lang::Hu, DeckStyle::Hungarian, "LU"), "zöld alsó");
    assert_eq!(read(Lang::En, DeckStyle::French, "LO"), "Queen of spades");
}

#[test]
fn text_only_messages_match_snapshots() {
    assert_snapshots("words_table", |appearance| {
        messages::table(&anna_may_rekontra().table_view(), appearance.text_only())
    });
    assert_snapshots("words_table_without_hand", |appearance| {
        let table_view = bela_has_to_beat().table_view();
        let people: Vec<UserId> = table_view.people().collect();
        messages::table_with(&table_view, &people, appearance.text_only())
    });
    assert_snapshots("words_hand", |appearance| {
        hand(&bela_has_to_beat(), BELA_SITS, appearance.text_only(), None)
    });
    let draft = BidDraft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    assert_snapshots("words_hand_twelve", |appearance| {
        hand(&TestTable::written(), ANNA_SITS, appearance.text_only(), Some(&draft))
    });
}
