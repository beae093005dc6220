//! Snapshots of messages with application emoji.

use std::sync::OnceLock;

use super::positions::{
    ANNA_SITS, BELA_SITS, anna_may_rekontra, anna_names_trumps, bela_has_to_beat, french, hand,
};
use super::snapshot::assert_snapshots;
use crate::discord::messages;
use crate::text::{Appearance, InlineEmoji, InlineEmojis, Symbol, SymbolSet};

/// Returns an appearance with emoji whose names state symbol and deck, such as `H7_fr` or `leaves_hu`.
fn drawn(look: Appearance) -> Appearance {
    static EMOJI: OnceLock<InlineEmojis> = OnceLock::new();
    let emoji = |look: Appearance, of: Symbol| {
        let shows = match of {
            Symbol::Card(card) => card.to_string(),
            Symbol::Suit(suit) => suit.word().to_owned(),
        };
        let name = format!("{shows}_{}", &look.faces.code()[..2]);
        (look, of, InlineEmoji { id: 1, inline: format!("<:{name}:1>"), name })
    };
    let all = || Appearance::ALL.into_iter().flat_map(|look| Symbol::all().map(move |of| emoji(look, of)));
    let signs = SymbolSet::Drawn(EMOJI.get_or_init(|| all().collect()));
    if look.is_text_only() { look } else { look.with_signs(signs) }
}

#[test]
fn table_emoji_snapshots() {
    assert_snapshots("drawn_table", |look| messages::table(&anna_may_rekontra().scene(), drawn(look)));
}

#[test]
fn hand_emoji_snapshots() {
    assert_snapshots("drawn_hand", |look| hand(&bela_has_to_beat(), BELA_SITS, drawn(look), None));
    assert_snapshots("drawn_french_hand", |look| {
        hand(&bela_has_to_beat(), BELA_SITS, drawn(french(look)), None)
    });
}

#[test]
fn naming_emoji_snapshots() {
    assert_snapshots("drawn_naming", |look| hand(&anna_names_trumps(), ANNA_SITS, drawn(look), None));
}
