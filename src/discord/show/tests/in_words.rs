//! In words alone: what `/table` and `/hand` say is all that a player may see, and nothing else is
//! needed to know it.

use super::check::check_words;
use super::look_at::look_at;
use super::moments::{ANNA_SITS, BELA_SITS, ULTI, anna_may_rekontra, bela_has_to_beat, hand};
use super::random_deals::{at_moments, public};
use crate::discord::draft::Draft;
use crate::discord::show::fixtures::TestTable;
use crate::discord::show::{self, Message, name};
use crate::rules::{CardSet, Seat, Stage, View};
use crate::table::Scene;
use crate::text::{self, Faces, Lang, Look};

fn looks() -> impl Iterator<Item = Look> {
    Look::ALL.into_iter().map(Look::text_only)
}

/// The text, and what stands on buttons and in menus: what a screen reader reads.
fn read(message: &Message) -> String {
    let sent = serde_json::to_value(message.create()).unwrap();
    let mut read = vec![sent["content"].as_str().unwrap().to_owned()];
    let fields =
        sent["embeds"].as_array().unwrap().iter().flat_map(|embed| embed["fields"].as_array().unwrap());
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
fn nothing_shown_has_an_emoji_or_a_picture() {
    at_moments(|table, scene| {
        let look = Look::ALL[table.deal.version() as usize % Look::ALL.len()].text_only().with_hints(true);
        public(scene, look).iter().for_each(check_words);
        for seat in Seat::ALL {
            let view = table.deal.view(Some(seat));
            check_words(&show::hand(scene, &view, seat, look, None));
        }
    });
}

#[test]
fn the_hand_says_every_card_that_its_player_holds_and_may_play() {
    at_moments(|table, scene| {
        for (look, seat) in looks().zip(Seat::ALL.into_iter().cycle()) {
            let view = table.deal.view(Some(seat));
            let hand = show::hand(scene, &view, seat, look, None).content;
            if matches!(view.stage, Stage::Over { .. }) {
                continue;
            }
            for card in view.own_hand() | view.talon.unwrap_or_default() {
                assert!(hand.contains(&text::card(look, card)), "{card} is not in {hand}");
            }
            let (legal, own) = (view.legal.cards, view.own_hand());
            if !legal.is_empty() && legal != own {
                let playable = hand.lines().last().unwrap();
                let is_said = |card| playable.contains(&text::card(look, card));
                assert!(legal.iter().all(is_said), "{playable}");
                assert!(!(own - legal).iter().any(is_said), "{playable}");
            }
        }
    });
}

/// Earlier tricks than the last are face down on the table: nobody is told of them.
#[test]
fn the_table_says_every_fact_of_the_deal() {
    at_moments(|table, scene| {
        for (look, seat) in looks().zip(Seat::ALL.into_iter().cycle()) {
            let view = table.deal.view(Some(seat));
            let said = read(&show::table_alone(scene, look))
                + "\n"
                + &read(&show::hand(scene, &view, seat, look, None));
            for fact in facts(scene, &view, look) {
                assert!(said.contains(&fact), "{fact:?} is not in {said}");
            }
        }
    });
}

fn facts(scene: &Scene, view: &View, look: Look) -> Vec<String> {
    let deal = scene.deal.as_deref().unwrap();
    let named = |seat: Seat| name(&deal.seats[seat].name);
    let mut facts: Vec<String> = scene.standings.iter().map(|one| text::signed(one.points)).collect();
    facts.push(deal.number.to_string());
    facts.push(name(&deal.dealer.name));
    if let Some((declarer, contract)) = view.contract() {
        facts.extend([named(declarer), text::contract(look, &contract)]);
    }
    facts.extend(view.turn().filter(|turn| view.seat != Some(*turn)).map(named));
    if let Stage::Over { dealt, settlement, .. } = &view.stage {
        let talon = view.talon.unwrap_or_default();
        facts.extend(
            dealt.values().flat_map(|hand| hand.iter()).chain(talon).map(|card| text::card(look, card)),
        );
        facts.extend(settlement.items.iter().map(|item| text::scored(look.lang, item.game)));
    }
    let Stage::Play(board) = &view.stage else { return facts };
    facts.push(text::contract_with_trump(look, &board.contract, board.trump));
    let mut on_the_table: CardSet = board.current.cards();
    if let Some((trick, winner)) = board.tricks.last() {
        on_the_table |= trick.cards();
        facts.push(named(*winner));
    }
    for seat in Seat::ALL.into_iter().filter(|seat| board.open[*seat]) {
        on_the_table |= view.hands[seat].cards().unwrap_or_default();
    }
    facts.extend(on_the_table.iter().map(|card| text::card(look, card)));
    for seat in Seat::ALL {
        facts.extend(board.announced[seat].iter().map(|suit| text::suit(look, suit)));
        if !board.tricks.is_empty() {
            facts.push(format!("{}", board.tricks_by(seat)));
        }
    }
    for (game, levels) in board.kontra.doubled() {
        facts.push(text::game(look.lang, game));
        let said = |level: &u8| text::kontra_level(look.lang, view.book.rules(), *level);
        facts.extend(levels.values().filter(|level| **level > 0).map(said));
    }
    facts
}

#[test]
fn ranks_are_words_that_can_be_read() {
    let read =
        |lang, faces, card: &str| text::card_short(Look::new(lang, faces).text_only(), card.parse().unwrap());
    assert_eq!(read(Lang::En, Faces::Hungarian, "H7"), "seven of hearts");
    assert_eq!(read(Lang::Hu, Faces::Hungarian, "LU"), "zöld alsó");
    assert_eq!(read(Lang::En, Faces::French, "LO"), "Queen of spades");
}

#[test]
fn as_a_person_reads_them() {
    look_at("words_table", |look| show::table(&anna_may_rekontra().scene(), look.text_only()));
    look_at("words_hand", |look| hand(&bela_has_to_beat(), BELA_SITS, look.text_only(), None));
    let draft = Draft::default().with_contract(ULTI.parse().unwrap()).pressed("AA".parse().unwrap());
    look_at("words_hand_twelve", |look| {
        hand(&TestTable::written(), ANNA_SITS, look.text_only(), Some(&draft))
    });
}
