//! A parti by `ulti solve`, counted up from what its other answers say (`RULES §6`).

use std::io::Write;
use std::process::{Command, Stdio};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::plain::card::{Paper, SUITS, list};

/// A whole deal before the first lead; the declarer leads.
#[derive(Debug)]
struct Whole {
    trump: char,
    declarer: usize,
    hands: [Vec<Paper>; 3],
    talon: Vec<Paper>,
}

impl Whole {
    /// The declarer's longest suit is trumps. Half of the deals have two aces or tens in the talon.
    fn draw(dice: &mut Rng) -> Self {
        let mut deck = Paper::deck();
        dice.shuffle(&mut deck);
        if dice.bool() {
            deck.sort_by_key(|card| card.grease() == 0);
            dice.shuffle(&mut deck[2..]);
        }
        let mut hand = |count| deck.drain(..count).collect();
        let talon = hand(2);
        let hands: [Vec<Paper>; 3] = [hand(10), hand(10), hand(10)];
        let declarer = dice.usize(..3);
        let length = |suit: &char| hands[declarer].iter().filter(|card| card.suit == *suit).count();
        let trump = SUITS.into_iter().max_by_key(length).expect("a suit");
        Self { trump, declarer, hands, talon }
    }

    fn line(&self, question: &str, with_talon: bool) -> String {
        let cards = |cards: &[Paper]| cards.iter().map(Paper::to_string).collect::<Vec<_>>();
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

    fn marriages(&self, seat: usize) -> u32 {
        let held =
            |suit| ['K', 'O'].iter().all(|rank| self.hands[seat].contains(&Paper { suit, rank: *rank }));
        let worth = |suit| if suit == self.trump { 40 } else { 20 };
        SUITS.into_iter().filter(|suit| held(*suit)).map(worth).sum()
    }

    /// Whether this many points win against what the others have then.
    fn wins(&self, points: u32, every_trick: bool, talon: u32) -> bool {
        let [next, third] = [1, 2].map(|place| self.marriages((self.declarer + place) % 3));
        let in_talon: u32 = self.talon.iter().map(|card| card.grease()).sum();
        let others = 90 - in_talon - points + talon + next + third;
        let own = points + self.marriages(self.declarer);
        every_trick || (points > 0 && own > others)
    }
}

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

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|value| value.try_into().ok()).unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn a_parti_is_points_and_marriages_and_the_talon_is_the_defenders() {
    let mut dice = Rng::with_seed(20);
    let deals: Vec<Whole> = (0..200).map(|_| Whole::draw(&mut dice)).collect();
    let lines: Vec<String> =
        deals.iter().map(|deal| deal.line("points+durchmars+parti+four-aces", dice.bool())).collect();
    let answers = solve(&lines);
    assert_eq!(answers.len(), deals.len());
    let (mut made, mut by_talon) = (0, 0);
    for (deal, answer) in deals.iter().zip(&answers) {
        let value = |part: &str| number(&answer["value"][part]);
        let (points, every_trick) = (value("points"), value("durchmars") == 1);
        let talon = deal.talon.iter().map(|card| card.grease()).sum();
        let wanted = deal.wins(points, every_trick, talon);
        assert_eq!(value("parti") == 1, wanted, "{deal:?}: {answer}");
        let ace_down = deal.talon.iter().any(|card| card.rank == 'A');
        assert!(!ace_down || value("four-aces") == 0, "{deal:?}: {answer}");
        made += usize::from(wanted);
        by_talon += usize::from(!wanted && deal.wins(points, every_trick, 0));
    }
    assert!((30..170).contains(&made), "{made} made");
    assert!(by_talon > 0, "the talon decided none of them");
}

#[test]
fn defenders_without_a_trick_have_no_marriages() {
    // Seat 1 has marriages of sixty, which with the talon's twenty would be more than the rest.
    let hands = ["HAX9U87 AAXK BA", "HKO LKO B78K A789", "L789U AUO BXUO9"];
    let deal = Whole { trump: 'H', declarer: 0, hands: hands.map(list), talon: list("LAX") };
    assert_eq!(number(&solve(&[deal.line("parti", true)])[0]["value"]), 1);
}

#[test]
fn every_marriage_in_one_hand_is_refused() {
    let hands = ["AKO7 LKO7 HKO BKO", "AAXU98 LAXU98", "HAXU98 BAXU98"];
    let deal = Whole { trump: 'H', declarer: 0, hands: hands.map(list), talon: list("H7 B7") };
    let answer = &solve(&[deal.line("parti", false)])[0];
    assert!(answer["error"].as_str().unwrap().contains("ask for betli instead"), "{answer}");
}
