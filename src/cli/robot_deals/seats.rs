//! Lets three robots play a deal.

use anyhow::{Context, bail, ensure};

use ulti_ai::{Cancellation, Robot};
use ulti_rules::{BySeat, Deal, Event};

/// Maximum number of actions in a deal.
///
/// No real deal has this many actions, so exceeding the limit indicates a bug.
const MAX_ACTIONS: usize = 2_000;

/// The robots that play a deal, one per seat.
pub(crate) type SeatRobots = BySeat<Box<dyn Robot>>;

/// Lets the robots act until the deal is over or `goes_on` returns `false`. Returns the resulting events.
///
/// # Errors
/// Returns an error if a robot returns no action or an illegal action, or if the deal does not end.
pub(crate) fn play(
    deal: &mut Deal,
    robots: &mut SeatRobots,
    goes_on: impl Fn(&Deal) -> bool,
) -> anyhow::Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut actions = 0;
    while let Some(seat) = deal.turn().filter(|_| goes_on(deal)) {
        let Some(action) = robots[seat].act(&deal.view(Some(seat)), &Cancellation::new()) else {
            bail!("the robot at seat {seat} returned no action");
        };
        let happened = deal
            .judge(seat, action)
            .with_context(|| format!("illegal action {action:?} of the robot at seat {seat}"))?;
        for event in &happened {
            deal.apply(event);
        }
        events.extend(happened);
        actions += 1;
        ensure!(actions <= MAX_ACTIONS, "the deal did not end after {MAX_ACTIONS} actions");
    }
    Ok(events)
}
