//! Messages with small pictures: that each stands where it belongs.

use std::sync::OnceLock;

use super::look_at::look_at;
use super::moments::{
    ANNA_SITS, BELA_SITS, anna_may_rekontra, anna_names_trumps, bela_has_to_beat, french, hand,
};
use crate::discord::show;
use crate::text::{Emblem, EmblemOf, Emblems, Look, Signs};

/// Small pictures whose names say what is on them, `H7` or `leaves`, and of which deck.
fn drawn(look: Look) -> Look {
    static EMBLEMS: OnceLock<Emblems> = OnceLock::new();
    let emblem = |look: Look, of: EmblemOf| {
        let shows = match of {
            EmblemOf::Card(card) => card.to_string(),
            EmblemOf::Suit(suit) => suit.word().to_owned(),
        };
        let name = format!("{shows}_{}", &look.faces.code()[..2]);
        (look, of, Emblem { id: 1, inline: format!("<:{name}:1>"), name })
    };
    let all = || Look::ALL.into_iter().flat_map(|look| EmblemOf::all().map(move |of| emblem(look, of)));
    let signs = Signs::Drawn(EMBLEMS.get_or_init(|| all().collect()));
    if look.is_text_only() { look } else { look.with_signs(signs) }
}

#[test]
fn a_table_shows_the_cards_that_lie_there() {
    look_at("drawn_table", |look| show::table(&anna_may_rekontra().scene(), drawn(look)));
}

#[test]
fn a_hand_has_each_cards_own_face() {
    look_at("drawn_hand", |look| hand(&bela_has_to_beat(), BELA_SITS, drawn(look), None));
    look_at("drawn_french_hand", |look| hand(&bela_has_to_beat(), BELA_SITS, drawn(french(look)), None));
}

#[test]
fn trumps_are_chosen_by_their_own_suits() {
    look_at("drawn_naming", |look| hand(&anna_names_trumps(), ANNA_SITS, drawn(look), None));
}
