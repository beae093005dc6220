//! Random play with a check for leaks: no hidden card may appear in messages, log, metrics, health checks,
//! exported files or the output of the command line.
//!
//! The bot runs as a process, and users play over real sockets. The journal tells what each user may know
//! at each time. Environment variables:
//!
//! - `ULTI_SECRECY_DEALS`: number of deals
//! - `ULTI_SECRECY_SEED`: first seed
//! - `ULTI_SECRECY_TWINS`: number of deals compared without sockets
//! - `ULTI_SECRECY_TRAFFIC`: file to which the traffic is written

mod attached_files;
mod hidden_card_swaps;
mod last_trick_hidden;
mod leak_check;
mod leak_detection;
mod random_inputs;
mod random_session;
mod session_inputs;

use futures::future::join_all;
use random_session::{MessageStyle, RandomSession};

/// Maximum number of deals played with one bot.
const DEALS_PER_BOT: usize = 40;

/// Maximum number of bots that run at the same time.
const MAX_BOTS: usize = 3;

/// Reads a number from an environment variable, or returns `default`.
fn env_number(name: &str, default: usize) -> usize {
    std::env::var(name)
        .ok()
        .map_or(default, |said| said.parse().expect("environment variable is not a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn random_games_do_not_reveal_hidden_cards() {
    let (deals, first) = (env_number("ULTI_SECRECY_DEALS", 18), env_number("ULTI_SECRECY_SEED", 1));
    let deals_per_bot = DEALS_PER_BOT.min(deals.div_ceil(3)).max(1);
    let rounds: Vec<usize> = (0..deals.div_ceil(deals_per_bot)).collect();
    // Several sandboxes would mix their lines in one file.
    let at_once = if std::env::var_os("ULTI_SECRECY_TRAFFIC").is_some() { 1 } else { MAX_BOTS };
    let mut sum = leak_check::Totals::default();
    for rounds in rounds.chunks(at_once) {
        // The sessions mostly wait for the time limits of inactive players. A check would block the others.
        let sessions = rounds.iter().map(async |round| {
            let style = MessageStyle::ALL[round % MessageStyle::ALL.len()];
            let mut session = RandomSession::start((first + round) as u64, style).await;
            session.play(deals_per_bot.min(deals - round * deals_per_bot)).await;
            leak_check::stop(session).await
        });
        for session in join_all(sessions).await {
            sum += leak_check::check_for_leaks(session).await;
            eprintln!("{sum:?}");
        }
    }
    assert!(sum.cards > 50 * sum.deals, "scan sees hardly any cards: {sum:?}");
    assert!(sum.messages > 20 * sum.deals, "{sum:?}");
    assert!(sum.same_again > 0, "no evening was continued by its button: {sum:?}");
    let events_by_kind = sum.events_by_kind;
    assert!(
        events_by_kind.missed > 0 && events_by_kind.stood_in > 0 && events_by_kind.took_back > 0,
        "no robot stood in: {sum:?}"
    );
}
