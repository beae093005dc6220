//! The payments that are certain before the deal is finished (`RULES §8`).

use std::ops::ControlFlow;

use super::goal::Goal;
use super::layouts::{Layouts, Viewer};
use super::search::Search;
use super::{Claim, SearchVersion};

/// Maximum number of positions in the search for one amount.
///
/// The limit counts positions rather than time, so the result is the same on every machine. Replaying a
/// record repeats the search. A change of the limit or of the search therefore needs a new revision of the
/// presets.
const BUDGET: u32 = 500_000;

impl Claim<'_> {
    /// Returns the largest amount that is certain from the view of a player.
    ///
    /// An amount is certain if, in every layout of the cards that the player does not see, the side that
    /// wants it reaches it with the best play, whatever the other side plays. If there are too many layouts
    /// to search all of them, an amount is certain only if every end of the deal reaches it.
    ///
    /// Returns `None` if no amount above `more_than` is certain, or if the first trick is not complete.
    pub(crate) fn certain(&self, viewer: Viewer, goal: Goal, more_than: i32) -> Option<i32> {
        if self.play.tricks_taken() == 0 || self.play.is_over() {
            return None;
        }
        let layouts = Layouts::of(self.play, viewer, self.rules);
        match self.least(&layouts, goal, more_than) {
            // There is a layout in every legal deal.
            ControlFlow::Continue(least) => Some(least).filter(|least| *least < i32::MAX),
            ControlFlow::Break(Stopped::NotMore) => None,
            ControlFlow::Break(Stopped::LimitReached) => {
                Some(self.at_every_end(&layouts, goal)).filter(|least| *least > more_than)
            }
        }
    }

    /// Returns the least amount of all layouts under the best play.
    fn least(&self, layouts: &Layouts, goal: Goal, more_than: i32) -> ControlFlow<Stopped, i32> {
        let mut search = Search::new(self, SearchVersion::AllCardsKnown, goal, BUDGET);
        let mut least = i32::MAX;
        for talon in layouts.talons() {
            search.forget();
            layouts.each(talon, &mut |layout| {
                let Some(amount) = search.value(layout, more_than, least) else {
                    return ControlFlow::Break(Stopped::LimitReached);
                };
                least = least.min(amount);
                if least <= more_than {
                    ControlFlow::Break(Stopped::NotMore)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(least)
    }

    /// Returns the least amount of all layouts and all ways to play, or a lower amount if finding it would
    /// need a search.
    fn at_every_end(&self, layouts: &Layouts, goal: Goal) -> i32 {
        let lowest = |talon| {
            let mut layout = layouts.first(talon)?;
            let remaining = self.remaining(&layout, layouts.possible(talon));
            // Contracts that do not announce marriages can have layouts with different ones.
            let ends = layouts.marriages(layout.declarer, talon).map(|marriages| {
                layout.marriages[layout.declarer] = marriages;
                let bounds = self.bounds(&layout, self.taken(&layout), remaining);
                goal.limits(bounds.low, bounds.high).0
            });
            ends.into_iter().min()
        };
        layouts.talons().into_iter().filter_map(lowest).min().unwrap_or(i32::MIN)
    }
}

/// The reason why the search does not find an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stopped {
    /// In one of the layouts, the amount is not more than `more_than`.
    NotMore,
    /// The search has reached its limit.
    LimitReached,
}
