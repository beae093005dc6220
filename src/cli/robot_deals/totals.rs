//! Total results of a simulation.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::ensure;

use ulti_ai::Level;
use ulti_rules::{BySeat, Contract, Deal, DealEnd, Event, ScoredGame, Seat, Settlement, Stage};

/// Counts of wins and losses.
#[derive(Debug, Clone, Copy, Default)]
struct Outcomes {
    made: u64,
    lost: u64,
}

impl Outcomes {
    const fn add(&mut self, made: bool) {
        *(if made { &mut self.made } else { &mut self.lost }) += 1;
    }

    const fn all(self) -> u64 {
        self.made + self.lost
    }
}

/// Points, contracts won and lost, and other counts over all deals of a simulation so far.
#[derive(Default)]
pub(crate) struct SimulationTotals {
    deals: u64,
    /// Points in the window (the table's pot) after the last deal.
    pub(crate) window: i32,
    points: BySeat<i64>,
    declared: BySeat<Outcomes>,
    /// Number of times that each contract was won and lost.
    ///
    /// Each key consists of the points that the contract is worth and the contract's name.
    contracts: BTreeMap<(i32, String), Outcomes>,
    silent: BTreeMap<&'static str, Outcomes>,
    kontras: u64,
    kontrad_deals: u64,
    folds: u64,
    claims: u64,
}

impl SimulationTotals {
    /// Adds the results of a finished deal to the totals.
    ///
    /// # Errors
    /// Returns an error if the deal is not over, or if the points of all seats and of the window (the table's
    /// pot) do not sum to zero.
    pub(crate) fn count(&mut self, deal: &Deal, events: &[Event]) -> anyhow::Result<()> {
        let (Some((declarer, contract)), Some(settlement)) = (deal.contract(), deal.settlement()) else {
            anyhow::bail!("the deal is not over");
        };
        self.deals += 1;
        self.add_points(settlement);
        let balance = self.points.values().sum::<i64>() + i64::from(self.window);
        ensure!(balance == 0, "standings and window sum to {balance}, not to zero: {settlement:?}");
        self.add_contract(deal, declarer, contract, settlement);
        self.add_silent(settlement);
        let kontras = events.iter().filter(|event| matches!(event, Event::Kontra { .. })).count() as u64;
        self.kontras += kontras;
        self.kontrad_deals += u64::from(kontras > 0);
        if let Stage::Over { end, .. } = deal.view(None).stage {
            self.folds += u64::from(end == DealEnd::Folded);
            self.claims += u64::from(end == DealEnd::Claimed);
        }
        Ok(())
    }

    fn add_points(&mut self, settlement: &Settlement) {
        self.window += settlement.window;
        for (seat, points) in settlement.payments.iter() {
            self.points[seat] += i64::from(*points);
        }
    }

    /// Adds the result of a contract to the totals. A contract is won if all its games are won.
    fn add_contract(&mut self, deal: &Deal, declarer: Seat, contract: Contract, settlement: &Settlement) {
        let mut games = settlement.items.iter().filter(|item| matches!(item.game, ScoredGame::Game(_)));
        let made = games.all(|item| item.made);
        let points = deal.book().find(&contract).map_or(0, |entry| entry.points);
        self.contracts.entry((points, contract.to_string())).or_default().add(made);
        self.declared[declarer].add(made);
    }

    fn add_silent(&mut self, settlement: &Settlement) {
        for item in &settlement.items {
            if !matches!(item.game, ScoredGame::Game(_)) {
                self.silent.entry(item.game.name()).or_default().add(item.made);
            }
        }
    }

    /// Writes the totals as text tables. `levels` contains the robot level at each seat.
    pub(crate) fn write(&self, levels: [Level; 3], out: &mut impl Write) -> io::Result<()> {
        self.write_robots(levels, out)?;
        self.write_contracts(out)?;
        writeln!(out, "\nsilent game           made    lost")?;
        for (name, outcomes) in &self.silent {
            writeln!(out, "{name:18} {:7} {:7}", outcomes.made, outcomes.lost)?;
        }
        writeln!(out)?;
        let share = percent(self.kontrad_deals, self.deals);
        writeln!(out, "deals   {}", self.deals)?;
        writeln!(out, "kontras {} in {} deals ({share} %)", self.kontras, self.kontrad_deals)?;
        writeln!(out, "folds   {}", self.folds)?;
        writeln!(out, "claims  {}", self.claims)?;
        writeln!(out, "window  {}", self.window)
    }

    fn write_robots(&self, levels: [Level; 3], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "seat  robot      points  a deal  declared  made %")?;
        for (seat, points) in self.points.iter() {
            let (level, declared) = (levels[seat.index()], self.declared[seat]);
            #[allow(clippy::cast_precision_loss)] // precise enough for a displayed average
            let average = *points as f64 / self.deals.max(1) as f64;
            let made = percent(declared.made, declared.all());
            writeln!(out, "{seat:4}  {level:8} {points:+8} {average:+7.2} {:9} {made:>7}", declared.all())?;
        }
        Ok(())
    }

    fn write_contracts(&self, out: &mut impl Write) -> io::Result<()> {
        let longest = self.contracts.keys().map(|(_, contract)| contract.len()).max();
        let width = longest.unwrap_or_default().max("contract".len());
        writeln!(out, "\n{:width$}  points  played    made    lost  made %", "contract")?;
        for ((points, contract), outcomes) in &self.contracts {
            let Outcomes { made, lost } = outcomes;
            let share = percent(*made, outcomes.all());
            writeln!(out, "{contract:width$} {points:7} {:7} {made:7} {lost:7} {share:>7}", outcomes.all())?;
        }
        Ok(())
    }
}

fn percent(part: u64, whole: u64) -> String {
    (100 * part).checked_div(whole).map_or_else(|| "-".to_owned(), |share| share.to_string())
}
