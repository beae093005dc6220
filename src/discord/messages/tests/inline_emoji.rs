//! Snapshots of messages with application emoji.

use std::sync::OnceLock;

use super::positions::{
    ANNA_SITS, BELA_SITS, anna_may_rekontra, anna_names_trumps, bela_has_to_beat, french, hand,
};
use super::snapshot::assert_snapshots;
use crate::discord::messages;
use crate::text::{Appearance, InlineEmoji, InlineEmojis, Symbol, SymbolSet};

/// Returns an appearance with emoji whose names state symbol and deck, such as `H7_fr` or `leaves_hu`.
fn drawn(appearance: Appearance) -> Appearance {
    static EMOJI: OnceLock<InlineEmojis> = OnceLock::new();
    let emoji = |appearance: Appearance, of: Symbol| {
        let shows = match of {
            Symbol::Card(card) => card.to_string(),
            Symbol::Suit(suit) => suit.word().to_owned(),
        };
        let name = format!("{shows}_{}", &appearance.faces.code()[..2]);
        (appearance, of, InlineEmoji { id: 1, inline: format!("<:{name}:1>"), name })
    };
    let all = || {
        Appearance::ALL.into_iter().flat_map(|appearance| Symbol::all().map(move |of| emoji(appearance, of)))
    };
    let signs = SymbolSet::Drawn(EMOJI.get_or_init(|| all().collect()));
    if appearance.is_text_only() { appearance } else { appearance.with_signs(signs) }
}

#[test]
fn game_table_messages_with_emoji_match_snapshots() {
    assert_snapshots("drawn_table", |appearance| {
        messages::table(&anna_may_rekontra().table_view(), drawn(appearance))
    });
}

#[test]
fn hand_messages_with_emoji_match_snapshots() {
    assert_snapshots("drawn_hand", |appearance| {
        hand(&bela_has_to_beat(), BELA_SITS, drawn(appearance), None)
    });
    assert_snapshots("drawn_french_hand", |appearance| {
        hand(&bela_has_to_beat(), BELA_SITS, drawn(french(appearance)), None)
    });
}

#[test]
fn trump_choice_messages_with_emoji_match_snapshots() {
    assert_snapshots("drawn_naming", |appearance| {
        hand(&anna_names_trumps(), ANNA_SITS, drawn(appearance), None)
    });
}
