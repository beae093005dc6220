//! What a picture costs, as a ratio to bare resvg: reading, rendering and writing the same SVG.
//!
//! `cargo bench --bench pictures` prints a line for each kind of picture: bare, drawn from scratch
//! (layout, words and PNG, nothing kept but the cards' drawings), and asked for again.
#![allow(clippy::expect_used)] // a measurement may fail loudly

mod scenes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ulti::render::{Drawn, Motif, Picture, Pictures, png_of_svg};
use ulti::text::Look;

/// The ways are measured in turns, so that what slows the machine down slows all of them.
const ROUNDS: usize = 30;

fn draw(drawn: &Drawn, motif: Motif<'_>) -> Picture {
    let look = Look::default();
    let picture = match motif {
        Motif::Table(scene) => drawn.table(scene, look),
        Motif::Hand(view) => drawn.hand(view, look),
        Motif::Result(deal) => drawn.result(deal, look),
        Motif::Replay(still) => drawn.replay(still, look),
        Motif::Standings(scene) => drawn.standings(scene, look),
        Motif::Leaderboard(title, rows) => drawn.leaderboard(title, rows, look),
        Motif::Form(form) => drawn.form(form, look),
    };
    picture.expect("there is something to show")
}

fn timed<T>(what: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    black_box(what());
    began.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn measure(motif: Motif<'_>) {
    let svg = motif.svg(Look::default()).expect("there is something to show");
    let warm = Drawn::default();
    let picture = draw(&warm, motif);
    let [mut bare, mut scratch, mut again] = [(); 3].map(|()| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        bare.push(timed(|| png_of_svg(&svg).expect("the SVG is one")));
        let cold = Drawn::default();
        scratch.push(timed(|| draw(&cold, motif)));
        again.push(timed(|| draw(&warm, motif)));
    }
    let [bare, scratch, again] = [bare, scratch, again].map(median);
    println!(
        "| {:<11} | {bare:>7.2} | {scratch:>7.2} | {:>5.2} | {again:>6.2} | {:>5.2} | {:>6.1} |",
        motif.kind(),
        scratch / bare,
        again / bare,
        f64::from(u32::try_from(picture.bytes.len()).expect("small")) / 1e3,
    );
}

fn main() {
    let scenes = scenes::Scenes::new();
    println!("| picture     | bare ms | drawn   | ratio | again  | ratio | KB     |");
    println!("| ----------- | ------- | ------- | ----- | ------ | ----- | ------ |");
    for motif in scenes.motifs() {
        measure(motif);
    }
}
