//! Random faults during the measurement: killed processes and misbehaviour of Discord.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use discord_sandbox::{Fault, Sandbox};

use crate::Plan;
use crate::bot::Bot;

/// Interval between kills of the bot.
const KILL_INTERVAL: Duration = Duration::from_mins(1);
/// Interval between random faults other than kills.
const FAULT_INTERVAL: Duration = Duration::from_secs(2);

/// Injects the planned faults until a point in time, and prints the memory of the bot every minute.
pub(crate) async fn inject(sandbox: &Sandbox, bot: &mut Bot, until: Instant, plan: Plan) {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut kills, mut others) = (0, BTreeMap::<_, usize>::new());
    let mut kill_at = Instant::now() + KILL_INTERVAL;
    while Instant::now() < until {
        tokio::time::sleep(FAULT_INTERVAL.min(until.saturating_duration_since(Instant::now()))).await;
        if Instant::now() >= kill_at {
            println!("memory of the bot: {} MiB", bot.memory() >> 20);
            kill_at += KILL_INTERVAL;
            if plan.kills {
                bot.kill().await;
                kills += 1;
            }
        } else if plan.faults {
            *others.entry(inject_one(sandbox, &mut random)).or_default() += 1;
        }
    }
    if plan.faults || plan.kills {
        println!("{kills} kills, {} other faults: {others:?}", others.values().sum::<usize>());
    }
}

/// Injects a random fault and returns its name.
fn inject_one(sandbox: &Sandbox, random: &mut fastrand::Rng) -> &'static str {
    let route = ["/interactions/", "/webhooks/", "/channels/"][random.usize(..3)];
    let times = random.usize(1..20);
    let number = random.u8(..12);
    match request_fault(number) {
        Some((fault, name)) => {
            sandbox.fail_next(times, "*", route, fault);
            name
        }
        None => disturb_gateway(sandbox, number),
    }
}

/// Returns the fault of requests that has this number, and its name. Other numbers stand for faults of the
/// gateway.
fn request_fault(number: u8) -> Option<(Fault, &'static str)> {
    let fault = match number {
        0 => (Fault::Status(500), "500"),
        1 => (Fault::Status(502), "502"),
        2 => (Fault::TooManyRequests { retry_after: Some(0.3) }, "429 with a wait"),
        3 => (Fault::TooManyRequests { retry_after: None }, "429 without"),
        4 => (Fault::Delay(Duration::from_millis(800)), "slow"),
        8 => (Fault::NoResponse, "cut before the answer"),
        9 => (Fault::TruncatedResponse, "cut within the answer"),
        _ => return None,
    };
    Some(fault)
}

/// Causes the fault of the gateway that has this number, and returns its name.
fn disturb_gateway(sandbox: &Sandbox, number: u8) -> &'static str {
    match number {
        5 => {
            sandbox.drop_gateway();
            "dropped socket"
        }
        6 => {
            sandbox.deliver_next_twice();
            "delivered twice"
        }
        7 => {
            sandbox.deliver_next_late(Duration::from_secs(2));
            "delivered late"
        }
        10 => {
            sandbox.refuse_resume(1);
            sandbox.drop_gateway();
            "resume refused"
        }
        _ => {
            sandbox.request_reconnect();
            "asked to reconnect"
        }
    }
}
