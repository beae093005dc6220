//! Solver benchmark: nodes and speed on hands that robots bid on.
//!
//! `cargo bench --bench solver` prints a table. Every hand is solved with an empty transposition table. The
//! last column is the ratio of solver nodes per second to cards per second of the rules engine in random
//! play. It depends less on the machine than the rate itself.
//!
//! Options, with their defaults: `-- --seed 7 --hands 300 --robots strong` selects the deals, the number
//! of hands per question and the level of the bidding robots.
#![allow(clippy::expect_used)] // a measurement may fail loudly
#![allow(clippy::cast_precision_loss)] // and is no more precise than that

mod hands;

use std::hint::black_box;
use std::time::{Duration, Instant};

use fastrand::Rng;
use ulti_ai::Level;
use ulti_ai::solver::{Question, Solver, TableSize};

use crate::hands::{Hand, Row, gather};

/// Duration of the random play by the rules engine before each question.
const SLICE: Duration = Duration::from_millis(300);

/// Command-line options.
struct Options {
    seed: u64,
    hands: usize,
    robots: Level,
}

impl Options {
    fn read() -> Self {
        let mut options = Self { seed: 7, hands: 300, robots: Level::Strong };
        let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_default();
            match word.as_str() {
                "--seed" => options.seed = value.parse().expect("--seed takes a number"),
                "--hands" => options.hands = value.parse().expect("--hands takes a number"),
                "--robots" => options.robots = value.parse().expect("--robots takes a level"),
                _ => panic!("unknown option '{word}': --seed, --hands or --robots"),
            }
        }
        options
    }
}

/// The total cost of one question over all hands.
struct Cost {
    nodes: Vec<u64>,
    made: usize,
    time: Duration,
}

impl Cost {
    fn of<'a>(asked: impl Iterator<Item = (&'a Hand, Question)>) -> Self {
        let mut cost = Self { nodes: Vec::new(), made: 0, time: Duration::ZERO };
        for (hand, question) in asked {
            let mut solver = Solver::new(TableSize::LARGE);
            let began = Instant::now();
            let value = black_box(solver.value(&hand.position, question));
            cost.time += began.elapsed();
            cost.nodes.push(solver.nodes());
            cost.made += usize::from(value > 0);
        }
        cost.nodes.sort_unstable();
        cost
    }

    fn total(&self) -> f64 {
        self.nodes.iter().sum::<u64>() as f64
    }

    fn percentile(&self, percent: usize) -> u64 {
        let place = (self.nodes.len() * percent).div_ceil(100).max(1) - 1;
        self.nodes.get(place).copied().unwrap_or_default()
    }
}

/// Returns the number of cards per second that the rules engine plays at random.
fn engine(hands: &[Hand]) -> f64 {
    let (mut rng, mut laid, began) = (Rng::with_seed(1), 0, Instant::now());
    for hand in hands.iter().cycle() {
        laid += black_box(hand.play_out(&mut rng));
        if began.elapsed() > SLICE {
            break;
        }
    }
    laid as f64 / began.elapsed().as_secs_f64()
}

fn main() {
    let options = Options::read();
    let hands = gather(options.seed, options.robots, options.hands);
    println!("{} deals bid by {} robots, seed {}", hands.len(), options.robots, options.seed);
    let header = ["question", "hands", "made", "mean", "99th", "most", "a second", "engine"];
    let [question, count, made, mean, high, most, rate, share] = header;
    println!("{question:<14} {count:>6} {made:>6} {mean:>9} {high:>9} {most:>9} {rate:>12} {share:>8}");
    for row in Row::ALL {
        let laid = engine(&hands);
        let cost = Cost::of(row.of(&hands).take(options.hands));
        let count = cost.nodes.len();
        let mean = cost.total() / count.max(1) as f64;
        let rate = cost.total() / cost.time.as_secs_f64().max(f64::EPSILON);
        let (name, made, high, most) = (row.name(), cost.made, cost.percentile(99), cost.percentile(100));
        println!(
            "{name:<14} {count:>6} {made:>6} {mean:>9.0} {high:>9} {most:>9} {rate:>12.0} {:>7.2}×",
            rate / laid
        );
    }
}
