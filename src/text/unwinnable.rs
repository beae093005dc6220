//! The reason why a contract cannot be won.

use ulti_rules::{Card, Game, Rank, Suit, Trump, Unwinnable};

use super::{Appearance, Arg, args, either_trump, names};

/// Returns a sentence that says why a contract cannot be won, such as
/// `You do not hold the VII of acorns, so the ulti cannot be won.`
pub fn unwinnable(appearance: Appearance, why: &Unwinnable) -> String {
    let formatter = appearance.formatter();
    match why.lost.iter().next() {
        Some(Game::Ulti) => sentence(appearance, "unwinnable-ulti", why, &[Rank::Seven], &suits(why, false)),
        Some(Game::FortyHundred) => {
            sentence(appearance, "unwinnable-forty", why, &[Rank::King, Rank::Over], &suits(why, false))
        }
        Some(Game::TwentyHundred) if why.talon.points() > 10 => formatter.text("unwinnable-twenty-points"),
        Some(Game::TwentyHundred) => {
            sentence(appearance, "unwinnable-twenty", why, &[Rank::King, Rank::Over], &suits(why, true))
        }
        Some(Game::FourAces) => formatter.text("unwinnable-aces"),
        Some(Game::FourTens) => formatter.text("unwinnable-tens"),
        _ => formatter.text("unwinnable-together"),
    }
}

/// Returns the possible trump suits. If `side`, returns the suits that are a side suit with one of them.
fn suits(why: &Unwinnable, side: bool) -> Vec<Suit> {
    let is_trump = |suit: Suit| why.trumps.contains(&Some(suit));
    let counts = |suit: &Suit| if side { why.trumps != [Some(*suit)] } else { is_trump(*suit) };
    Suit::ALL.into_iter().filter(counts).collect()
}

/// Returns the sentence for a game that requires the cards of `ranks` in one of `suits`.
///
/// If the player lays down one of these cards, the sentence names the suits of the cards laid down.
fn sentence(appearance: Appearance, key: &str, why: &Unwinnable, ranks: &[Rank], suits: &[Suit]) -> String {
    let all = why.hand | why.talon;
    let had = |suit: &Suit| ranks.iter().all(|rank| all.contains(Card::new(*suit, *rank)));
    let laid: Vec<Suit> = suits.iter().copied().filter(had).collect();
    let trumps_only = laid.is_empty() && Suit::ALL.iter().any(had);
    let reason = match (laid.is_empty(), trumps_only) {
        (false, _) => "laid",
        (true, true) => "trumps",
        (true, false) => "missing",
    };
    let named: Vec<Trump> = if laid.is_empty() { suits } else { &laid }.iter().copied().map(Some).collect();
    let rank = |rank| Arg::from(names::rank(appearance.undrawn(), rank));
    let args = args![
        reason,
        suits = either_trump(appearance, &named),
        seven = rank(Rank::Seven),
        king = rank(Rank::King),
        over = rank(Rank::Over),
    ];
    appearance.formatter().with(key, args)
}
