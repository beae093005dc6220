//! The payments of a deal that ended because a player left it for good (`RULES §8`).

use crate::auction::Discard;
use crate::claim::{Claim, Goal, Viewer};
use crate::scoring::settlement::{Item, ScoredGame, Side};
use crate::{BookEntry, BySeat, Game, Play, RuleSet, Seat, Settlement, Stake};

/// A deal that a player has left.
pub(crate) struct Departure<'a> {
    /// The seat of the player who left.
    pub(crate) left: Seat,
    /// The contract, or the highest bid so far. The weakest contract of the book before the first bid.
    pub(crate) entry: &'a BookEntry,
    /// The seat that made the bid, or `None` before the first bid.
    pub(crate) declarer: Option<Seat>,
    /// The card play, or `None` if it has not begun.
    pub(crate) play: Option<&'a Play>,
    /// The cards that were laid down for each bid.
    pub(crate) discards: &'a [Discard],
    pub(crate) rules: &'a RuleSet,
    /// Points in the window (the table's pot) before the deal.
    pub(crate) window: i32,
}

impl Departure<'_> {
    /// Computes the payments.
    ///
    /// The player pays the penalty. If another seat was certain of more, the player also pays the difference.
    /// The player's total is at least the loss that was certain.
    pub(crate) fn settlement(&self) -> Settlement {
        if !self.rules.renonsz {
            return Settlement::default();
        }
        let mut settlement = Settlement::of(self.penalty(), self.left, None, false);
        if let Some(play) = self.play.filter(|_| self.rules.renonsz_certain) {
            self.add_supplement(play, &mut settlement);
        }
        settlement
    }

    /// Returns the penalty: for each game of the contract, the player pays each of the others twice its value
    /// or its cost, multiplied by its highest kontra (doubling) factor.
    ///
    /// If a defender leaves, some rules make the other defender pay the same amount. In that case, the
    /// payments between the two defenders cancel out.
    fn penalty(&self) -> Vec<Item> {
        let partner = self.partner().filter(|_| self.rules.renonsz_partner);
        let payers = [Some(self.left), partner].into_iter().flatten();
        let games = self.entry.contract.games();
        payers.flat_map(|seat| games.iter().map(move |game| self.penalty_item(seat, game))).collect()
    }

    fn penalty_item(&self, seat: Seat, game: Game) -> Item {
        let kontra = self.play.map_or(1, |play| play.kontra.highest_multiplier(game));
        let Stake { won, lost, again } = self.entry.stake(game);
        let costs = self.rules.renonsz_lost && self.declarer == Some(self.left);
        let (value, again) = if costs { (lost, again) } else { (won, 0) };
        Item {
            game: ScoredGame::Renonsz,
            side: self.side(),
            seat: Some(seat),
            made: false,
            value,
            kontra,
            against: seat.others().to_vec(),
            points: -2 * (value * kontra + again),
        }
    }

    /// Returns the other defender if a defender left, or `None` if the declarer left or if there is no bid.
    fn partner(&self) -> Option<Seat> {
        let declarer = self.declarer.filter(|declarer| *declarer != self.left)?;
        self.left.others().into_iter().find(|seat| *seat != declarer)
    }

    fn side(&self) -> Side {
        match self.declarer {
            Some(declarer) if declarer != self.left => Side::Defence,
            _ => Side::Declarer,
        }
    }

    /// Raises the penalty to the payments that were certain.
    fn add_supplement(&self, play: &Play, settlement: &mut Settlement) {
        let viewer = Viewer { seat: self.left, discards: self.discards };
        let certain = |window, goal, more_than| {
            Claim { play, entry: self.entry, rules: self.rules, window }.certain(viewer, goal, more_than)
        };
        let mut supplement = BySeat::default();
        let mut from_window = 0;
        for seat in self.left.others() {
            let (goal, penalty) = (Goal::ReceivedBy(seat), settlement.payments[seat]);
            let Some(due) = certain(self.window, goal, penalty) else { continue };
            supplement[seat] = due - penalty;
            if self.window > 0 && seat == play.declarer {
                // The points in the window are paid out of the window.
                supplement[seat] = certain(0, goal, penalty).map_or(0, |due| due - penalty);
                from_window = due - penalty - supplement[seat];
            }
        }
        let paid = supplement.values().sum::<i32>() - settlement.payments[self.left];
        if let Some(due) = certain(self.window, Goal::PaidBy(self.left), paid) {
            // The player's loss can be certain although its receiver is not, for example if either of the
            // defenders makes a silent ulti that is paid alone.
            for seat in self.left.others() {
                supplement[seat] += (due - paid + 1) / 2;
            }
        }
        settlement.payments[play.declarer] += from_window;
        settlement.window -= from_window;
        self.pay(supplement, settlement);
    }

    /// Adds payments from the player who left to the other seats.
    fn pay(&self, points: BySeat<i32>, settlement: &mut Settlement) {
        let [one, other] = self.left.others();
        let payments = if points[one] == points[other] {
            vec![(vec![one, other], points[one])]
        } else {
            vec![(vec![one], points[one]), (vec![other], points[other])]
        };
        for (against, points) in payments.into_iter().filter(|(_, points)| *points != 0) {
            for seat in &against {
                settlement.payments[*seat] += points;
                settlement.payments[self.left] -= points;
            }
            settlement.items.push(Item {
                game: ScoredGame::RenonszSupplement,
                side: self.side(),
                seat: Some(self.left),
                made: false,
                value: points,
                kontra: 1,
                against,
                points: -points,
            });
        }
    }
}
