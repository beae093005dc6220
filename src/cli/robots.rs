//! Robots at the three seats of a deal.

use anyhow::{Context, bail, ensure};

use crate::ai::{Robot, Stop};
use crate::rules::{BySeat, Deal, Event};

/// No deal comes near; a deal that does not end is a fault in the program.
const MOST_ACTIONS: usize = 2_000;

/// Who acts at each seat.
pub(super) type Robots = BySeat<Box<dyn Robot>>;

/// Lets the robots act until the deal is over, or no longer what it should be; what happened.
///
/// # Errors
/// Where a robot does not answer, or answers with something illegal.
pub(super) fn play(
    deal: &mut Deal,
    robots: &mut Robots,
    goes_on: impl Fn(&Deal) -> bool,
) -> anyhow::Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut actions = 0;
    while let Some(seat) = deal.turn().filter(|_| goes_on(deal)) {
        let Some(action) = robots[seat].act(&deal.view(Some(seat)), &Stop::new()) else {
            bail!("the robot at seat {seat} does not answer");
        };
        let happened = deal
            .judge(seat, action)
            .with_context(|| format!("the robot at seat {seat} answered {action:?}"))?;
        for event in &happened {
            deal.apply(event);
        }
        events.extend(happened);
        actions += 1;
        ensure!(actions <= MOST_ACTIONS, "the deal does not end");
    }
    Ok(events)
}
