//! Picture benchmark: the cost of drawing pictures, as a ratio to plain resvg.
//!
//! `cargo bench --bench pictures` prints a line for each kind of picture with three times: plain resvg
//! (parsing, rendering and encoding the same SVG), drawing with an empty cache (layout, text and PNG), and a
//! cache hit.
#![allow(clippy::expect_used)] // a measurement may fail loudly

mod scenes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ulti::render::{CachedPictures, Picture, Pictures as _, Subject, png_of_svg};
use ulti::text::Appearance;

/// Number of rounds of the benchmark.
///
/// Each round measures plain resvg, an empty cache and a cache hit, so that other load on the machine affects
/// all three.
const ROUNDS: usize = 30;

/// Draws a picture through a cache.
fn draw(cache: &CachedPictures, subject: &Subject) -> Picture {
    cache.draw(subject, Appearance::default()).expect("nothing to draw")
}

/// Returns the duration of a function call.
fn timed<T>(what: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    black_box(what());
    began.elapsed()
}

/// Returns the median of durations, in milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// Measures one kind of picture and prints the result on one line.
fn measure(subject: &Subject) {
    let svg = subject.svg(Appearance::default()).expect("nothing to draw");
    let warm = CachedPictures::default();
    let picture = draw(&warm, subject);
    let [mut bare, mut scratch, mut again] = [(); 3].map(|()| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        bare.push(timed(|| png_of_svg(&svg).expect("invalid SVG")));
        let cold = CachedPictures::default();
        scratch.push(timed(|| draw(&cold, subject)));
        again.push(timed(|| draw(&warm, subject)));
    }
    let [bare, scratch, again] = [bare, scratch, again].map(median);
    println!(
        "| {:<11} | {bare:>7.2} | {scratch:>7.2} | {:>5.2} | {again:>6.2} | {:>5.2} | {:>6.1} |",
        subject.kind(),
        scratch / bare,
        again / bare,
        f64::from(u32::try_from(picture.bytes.len()).expect("picture is too large")) / 1e3,
    );
}

fn main() {
    let scenes = scenes::Scenes::new();
    println!("| picture     | bare ms | drawn   | ratio | again  | ratio | KB     |");
    println!("| ----------- | ------- | ------- | ----- | ------ | ----- | ------ |");
    for subject in scenes.subjects() {
        measure(&subject);
    }
}
