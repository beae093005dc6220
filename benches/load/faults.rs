//! What goes wrong meanwhile, at random: the bot is killed every minute, and Discord misbehaves.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ulti::playground::{Fault, Playground};

use crate::Plan;
use crate::bot::Bot;

/// How often the bot is killed.
const KILLED_EVERY: Duration = Duration::from_mins(1);
/// How often something else goes wrong.
const FAULT_EVERY: Duration = Duration::from_secs(2);

/// Waits until the time is over, with what the plan has go wrong, and says every minute how much memory
/// the bot takes.
pub(crate) async fn happen(playground: &Playground, bot: &mut Bot, until: Instant, plan: Plan) {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut kills, mut others) = (0, BTreeMap::<_, usize>::new());
    let mut kill_at = Instant::now() + KILLED_EVERY;
    while Instant::now() < until {
        tokio::time::sleep(FAULT_EVERY.min(until.saturating_duration_since(Instant::now()))).await;
        if Instant::now() >= kill_at {
            println!("memory of the bot: {} MiB", bot.memory() >> 20);
            kill_at += KILLED_EVERY;
            if plan.kills {
                bot.kill().await;
                kills += 1;
            }
        } else if plan.faults {
            *others.entry(one(playground, &mut random)).or_default() += 1;
        }
    }
    if plan.faults || plan.kills {
        println!("{kills} kills, {} other faults: {others:?}", others.values().sum::<usize>());
    }
}

/// Something goes wrong; says what.
fn one(playground: &Playground, random: &mut fastrand::Rng) -> &'static str {
    let route = ["/interactions/", "/webhooks/", "/channels/"][random.usize(..3)];
    let times = random.usize(1..20);
    let fail = |fault| playground.fail_next(times, "*", route, fault);
    match random.u8(..12) {
        0 => {
            fail(Fault::Status(500));
            "500"
        }
        1 => {
            fail(Fault::Status(502));
            "502"
        }
        2 => {
            fail(Fault::TooManyRequests { retry_after: Some(0.3) });
            "429 with a wait"
        }
        3 => {
            fail(Fault::TooManyRequests { retry_after: None });
            "429 without"
        }
        4 => {
            fail(Fault::Delay(Duration::from_millis(800)));
            "slow"
        }
        5 => {
            playground.drop_gateway();
            "dropped socket"
        }
        6 => {
            playground.deliver_next_twice();
            "delivered twice"
        }
        7 => {
            playground.deliver_next_late(Duration::from_secs(2));
            "delivered late"
        }
        8 => {
            fail(Fault::Cut);
            "cut before the answer"
        }
        9 => {
            fail(Fault::CutShort);
            "cut within the answer"
        }
        10 => {
            playground.refuse_resume(1);
            playground.drop_gateway();
            "resume refused"
        }
        _ => {
            playground.ask_reconnect();
            "asked to reconnect"
        }
    }
}
