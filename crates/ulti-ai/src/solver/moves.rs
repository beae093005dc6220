//! Ordered lists of moves.

/// A list of up to twelve cards, in the order in which the search tries them.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    cards: [u8; 12],
    len: u8,
    next: u8,
}

impl Moves {
    /// Removes the cards in `group` from `rest` and appends the removed cards to this list of moves, lowest
    /// first.
    pub(super) fn rising(&mut self, rest: &mut u32, group: u32) {
        self.push(rest, group, u32::trailing_zeros);
    }

    /// Removes the cards in `group` from `rest` and appends the removed cards to this list of moves, highest
    /// first.
    pub(super) fn falling(&mut self, rest: &mut u32, group: u32) {
        self.push(rest, group, u32::ilog2);
    }

    fn push(&mut self, rest: &mut u32, group: u32, next: impl Fn(u32) -> u32) {
        let mut cards = *rest & group;
        *rest &= !group;
        while cards != 0 {
            let bit = next(cards);
            cards &= !(1 << bit);
            if let Some(place) = self.cards.get_mut(usize::from(self.len)) {
                *place = bit as u8;
                self.len += 1;
            }
        }
    }
}

impl Iterator for Moves {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.next == self.len {
            return None;
        }
        let bit = self.cards[usize::from(self.next)];
        self.next += 1;
        Some(1 << bit)
    }
}
