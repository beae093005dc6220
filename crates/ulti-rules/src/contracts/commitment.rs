//! The bids that are left to a player who takes the talon (`RULES §3.2`).

use crate::{BookEntry, Contract, Stage, View};

/// Multiple of the value of the weakest contract. Taking the talon has to be confirmed if losing each of the
/// bids that are left costs more.
///
/// In the presets, this begins after a betli in hearts (`szinlicit`: in leaves).
const EXPENSIVE_MULTIPLE: i32 = 10;

/// The bids that are left to a player who takes the talon, and who must then bid a stronger contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TalonCommitment {
    /// The weakest of these contracts.
    pub weakest: Contract,
    /// The contract among them that costs the fewest points if it is lost. Of several such contracts, the
    /// weakest.
    pub cheapest: Contract,
    /// Points that each defender pays if the declarer wins every game of the cheapest contract.
    pub won: i32,
    /// Points that each defender receives if the declarer loses every game of the cheapest contract.
    pub lost: i32,
    /// `true` if losing the cheapest contract costs more than ten times the value of the weakest contract of
    /// the book.
    pub is_expensive: bool,
}

impl View {
    /// Returns the bids that are left to the viewer after taking the talon, or `None` if the viewer cannot
    /// take it now.
    ///
    /// The amounts do not include kontra and silent games.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ulti_rules::{Action, Book, BySeat, Card, Deal, Seat, Start};
    ///
    /// let deck: Vec<Card> = Card::deck().collect();
    /// let hand = |cards: &[Card]| cards.iter().copied().collect();
    /// let hands = BySeat([hand(&deck[..12]), hand(&deck[12..22]), hand(&deck[22..])]);
    /// let start = Start { dealer: Seat::Two, hands, window: 0 };
    /// let deal = Deal::new(Arc::new(Book::preset("4m")?), start)?;
    /// let after = |contract: &str| {
    ///     let contract = contract.parse().unwrap();
    ///     let bid = Action::Bid { contract, discard: Some(hand(&deck[..2])) };
    ///     let (_, deal) = deal.after(Seat::Zero, bid).unwrap();
    ///     deal.view(Some(Seat::One)).talon_commitment().unwrap()
    /// };
    /// // A lost ulti in hearts costs 18 points, a lost betli in hearts 10.
    /// let left = after("20-100");
    /// assert_eq!(left.weakest, "hearts ulti".parse()?);
    /// assert_eq!((left.cheapest, left.lost), ("hearts betli".parse()?, 10));
    /// assert!(!left.is_expensive);
    /// assert!(after("open-betli").is_expensive);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn talon_commitment(&self) -> Option<TalonCommitment> {
        let Stage::Auction { best, .. } = &self.stage else { return None };
        if !self.legal.take {
            return None;
        }
        let left = || self.book.overcalling(best.map(|(_, contract)| contract));
        let weakest = left().next()?.contract;
        // Of several cheapest entries, `min_by_key` returns the first, which is the weakest.
        let cheapest = left().min_by_key(|entry| entry.lost())?;
        let unit = self.book.entries().iter().map(BookEntry::won).min()?.max(1);
        Some(TalonCommitment {
            weakest,
            cheapest: cheapest.contract,
            won: cheapest.won(),
            lost: cheapest.lost(),
            is_expensive: cheapest.lost() > EXPENSIVE_MULTIPLE.saturating_mul(unit),
        })
    }
}
