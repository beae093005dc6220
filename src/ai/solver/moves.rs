//! Cards in the order in which they are tried.

/// Up to ten cards, first to last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moves {
    cards: [u8; 12],
    len: u8,
    next: u8,
}

impl Moves {
    /// Adds these cards of what is left of `rest`, the lowest bit first, and takes them out of it.
    pub(super) fn rising(&mut self, rest: &mut u32, group: u32) {
        let mut cards = *rest & group;
        *rest &= !group;
        while cards != 0 {
            self.push(cards.trailing_zeros());
            cards &= cards - 1;
        }
    }

    /// The same, the highest bit first.
    pub(super) fn falling(&mut self, rest: &mut u32, group: u32) {
        let mut cards = *rest & group;
        *rest &= !group;
        while cards != 0 {
            let bit = 31 - cards.leading_zeros();
            self.push(bit);
            cards &= !(1 << bit);
        }
    }

    fn push(&mut self, bit: u32) {
        if let Some(place) = self.cards.get_mut(usize::from(self.len)) {
            *place = bit as u8;
            self.len += 1;
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
