//! Tests of warnings about contracts that cannot be made.

use super::positions::{ANNA_SITS, anna_names_trumps, bid, cards, hand};
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::TestTable;
use crate::text::{Appearance, DeckStyle, Lang};
use ulti_rules::{Action, Suit};

/// Returns the warnings in Anna's hand message for a contract and two discarded cards.
///
/// Anna is dealt L7 LA LX LK LO AA A7 HA H9 B8 B9 BK.
fn warnings(contract: &str, laid_down: &str, lang: Lang) -> Vec<String> {
    let contract = contract.parse().unwrap();
    let draft = BidDraft { contract: Some(contract), cards: cards(laid_down), page: 0 };
    let message =
        hand(&TestTable::written(), ANNA_SITS, Appearance::new(lang, DeckStyle::Hungarian), Some(&draft));
    let small = message.content.lines().filter_map(|line| line.strip_prefix("-# "));
    let aside = ["An Ace or ten in the talon", "A lerakott ász és tízes"];
    small
        .filter(|line| !aside.iter().any(|words| line.starts_with(words)))
        // The line with what the contract requires and pays.
        .filter(|line| !line.contains(" · "))
        .map(str::to_owned)
        .collect()
}

/// Contracts, the cards that Anna discards, and the warnings in English and Hungarian.
const WARNINGS: [(&str, &str, &str, &str); 11] = [
    ("ulti", "B8 B9", "", ""),
    ("40-100+ulti", "B8 B9", "", ""),
    ("betli", "B8 B9", "", ""),
    ("ulti", "L7 B9", "", ""),
    (
        "ulti",
        "L7 A7",
        "You discard the VII of acorns or leaves, so the ulti cannot be won.",
        "A makk vagy zöld hetes a talonba kerülne, ezért az ulti biztosan bukik.",
    ),
    (
        "hearts ulti",
        "B8 B9",
        "You do not hold the VII of hearts, so the ulti cannot be won.",
        "Nincs nálad piros hetes, ezért az ulti biztosan bukik.",
    ),
    (
        "hearts 40-100",
        "B8 B9",
        "You do not hold King and Over of hearts, so 40-100 cannot be won.",
        "Nincs nálad együtt a piros király és felső, ezért a 40-100 biztosan bukik.",
    ),
    (
        "20-100",
        "LO B9",
        "You discard King or Over of leaves, so 20-100 cannot be won.",
        "A zöld király vagy felső a talonba kerülne, ezért a 20-100 biztosan bukik.",
    ),
    ("20-100", "LA B9", "", ""),
    (
        "20-100",
        "LA AA",
        "With two aces or tens in the talon too few points are left, so 20-100 cannot be won.",
        "Ha két ász vagy tízes van a talonban, túl kevés pont marad, ezért a 20-100 biztosan bukik.",
    ),
    (
        "40-100+ulti",
        "L7 B9",
        "With your cards, no trump suit lets you win every part of this contract.",
        "Ezekkel a lapokkal egyik aduval sem nyerhető meg az egész bemondás.",
    ),
];

#[test]
fn player_is_warned_about_impossible_bid() {
    for (contract, laid_down, en, hu) in WARNINGS {
        let wanted = |said: &str| if said.is_empty() { vec![] } else { vec![said.to_owned()] };
        assert_eq!(warnings(contract, laid_down, Lang::En), wanted(en), "{contract} without {laid_down}");
        assert_eq!(warnings(contract, laid_down, Lang::Hu), wanted(hu), "{contract} without {laid_down}");
    }
}

/// Anna may name leaves, acorns or bells as trumps. She has no seven of bells, so the contract cannot be won
/// with bells.
#[test]
fn player_is_told_which_trump_suits_can_win_contract() {
    let mut table = anna_names_trumps();
    for (lang, wanted) in [
        (Lang::En, "With your cards, only acorns or leaves as trumps can win the whole contract."),
        (Lang::Hu, "Ezekkel a lapokkal csak makk vagy zöld aduval nyerhető meg az egész bemondás."),
    ] {
        let naming = hand(&table, ANNA_SITS, lang.into(), None);
        assert!(naming.content.contains(wanted), "{}", naming.content);
    }
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Bells)));
    assert!(!hand(&table, ANNA_SITS, Lang::En.into(), None).content.contains("can win the whole contract"));
}

#[test]
fn trump_warning_is_not_shown_if_every_suit_can_win() {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    for seat in [super::positions::BELA_SITS, super::positions::ROBOT_SITS] {
        table.act(seat, Action::Pass);
    }
    table.act(ANNA_SITS, Action::Pass);
    assert!(!hand(&table, ANNA_SITS, Lang::En.into(), None).content.contains("can win the whole contract"));
}
