//! Tests of the parti question of `ulti solve`.
//!
//! The answer is compared with one that is computed from the answers to other questions (`RULES §6`).

use std::io::Write;
use std::process::{Command, Stdio};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::paper::{SUITS, TextCard, list};

/// A complete deal before the first card is led. The declarer leads.
#[derive(Debug)]
struct FullDeal {
    trump: char,
    declarer: usize,
    hands: [Vec<TextCard>; 3],
    talon: Vec<TextCard>,
}

impl FullDeal {
    /// Creates a random deal.
    ///
    /// The declarer's longest suit is trumps. In about half of the deals, two aces or tens have been laid
    /// aside.
    fn draw(rng: &mut Rng) -> Self {
        let mut deck = TextCard::deck();
        rng.shuffle(&mut deck);
        if rng.bool() {
            deck.sort_by_key(|card| card.points() == 0);
            rng.shuffle(&mut deck[2..]);
        }
        let mut hand = |count| deck.drain(..count).collect();
        let talon = hand(2);
        let hands: [Vec<TextCard>; 3] = [hand(10), hand(10), hand(10)];
        let declarer = rng.usize(..3);
        let length = |suit: &char| hands[declarer].iter().filter(|card| card.suit == *suit).count();
        let trump = SUITS.into_iter().max_by_key(length).expect("no suit");
        Self { trump, declarer, hands, talon }
    }

    /// Returns the position as a line of input for `ulti solve`.
    fn line(&self, question: &str, with_talon: bool) -> String {
        let cards = |cards: &[TextCard]| cards.iter().map(TextCard::to_string).collect::<Vec<_>>();
        let [zero, one, two] = &self.hands;
        let mut line = json!({
            "trump": self.trump, "hands": [cards(zero), cards(one), cards(two)],
            "declarer": self.declarer, "lead": self.declarer, "trick": [], "question": question,
        });
        if with_talon {
            line["talon"] = json!(cards(&self.talon));
        }
        line.to_string()
    }

    /// Returns the points for the marriages (king and over of a suit) of a seat.
    fn marriages(&self, seat: usize) -> u32 {
        let is_held =
            |suit| ['K', 'O'].iter().all(|rank| self.hands[seat].contains(&TextCard { suit, rank: *rank }));
        let worth = |suit| if suit == self.trump { 40 } else { 20 };
        SUITS.into_iter().filter(|suit| is_held(*suit)).map(worth).sum()
    }

    /// Returns `true` if the declarer wins the parti with the given number of points in tricks.
    fn wins(&self, points: u32, every_trick: bool, talon: u32) -> bool {
        let [next, third] = [1, 2].map(|place| self.marriages((self.declarer + place) % 3));
        let in_talon: u32 = self.talon.iter().map(|card| card.points()).sum();
        let others = 90 - in_talon - points + talon + next + third;
        let own = points + self.marriages(self.declarer);
        every_trick || (points > 0 && own > others)
    }
}

/// Runs `ulti solve` on the lines and returns the answers.
fn solve(lines: &[String]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, text) = (program.stdin.take().unwrap(), lines.join("\n"));
    let feeder = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = program.wait_with_output().unwrap();
    feeder.join().unwrap();
    output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// Returns the value of a JSON number.
fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|value| value.try_into().ok()).unwrap_or_else(|| panic!("not a number: {value}"))
}

#[test]
fn parti_result_counts_marriages_and_discarded_cards() {
    let mut rng = Rng::with_seed(20);
    let deals: Vec<FullDeal> = (0..200).map(|_| FullDeal::draw(&mut rng)).collect();
    let lines: Vec<String> =
        deals.iter().map(|deal| deal.line("points+durchmars+parti+four-aces", rng.bool())).collect();
    let answers = solve(&lines);
    assert_eq!(answers.len(), deals.len());
    let (mut made, mut by_talon) = (0, 0);
    for (deal, answer) in deals.iter().zip(&answers) {
        let value = |part: &str| number(&answer["value"][part]);
        let (points, every_trick) = (value("points"), value("durchmars") == 1);
        let talon = deal.talon.iter().map(|card| card.points()).sum();
        let wanted = deal.wins(points, every_trick, talon);
        assert_eq!(value("parti") == 1, wanted, "{deal:?}: {answer}");
        let ace_in_talon = deal.talon.iter().any(|card| card.rank == 'A');
        assert!(!ace_in_talon || value("four-aces") == 0, "{deal:?}: {answer}");
        made += usize::from(wanted);
        by_talon += usize::from(!wanted && deal.wins(points, every_trick, 0));
    }
    assert!((30..170).contains(&made), "{made} of 200 partis were made");
    assert!(by_talon > 0, "the talon decided no deal");
}

#[test]
fn defenders_without_tricks_score_no_marriages() {
    // Seat 1 has marriages worth 60, which together with 20 points in the talon would beat the declarer.
    let hands = ["HAX9U87 AAXK BA", "HKO LKO B78K A789", "L789U AUO BXUO9"];
    let deal = FullDeal { trump: 'H', declarer: 0, hands: hands.map(list), talon: list("LAX") };
    assert_eq!(number(&solve(&[deal.line("parti", true)])[0]["value"]), 1);
}

#[test]
fn solve_command_rejects_hand_with_all_marriages() {
    let hands = ["AKO7 LKO7 HKO BKO", "AAXU98 LAXU98", "HAXU98 BAXU98"];
    let deal = FullDeal { trump: 'H', declarer: 0, hands: hands.map(list), talon: list("H7 B7") };
    let answer = &solve(&[deal.line("parti", false)])[0];
    assert!(answer["error"].as_str().unwrap().contains("ask for betli instead"), "{answer}");
}
