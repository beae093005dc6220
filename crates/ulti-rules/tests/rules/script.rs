//! Runs the script of a test case on a deal.
//!
//! A line of a script is one of
//!
//! - an action (see [`crate::notation`]), which must be legal;
//! - an action, `!`, and the name of the expected error with any of its fields: `1 play L7 ! MustBeat
//!   best=L9`;
//! - `: LA L7 L8`: the players play these cards in turn;
//! - `plays ulti L`: a complete auction. Forehand bids and lays down the deal's talon, the others pass, and
//!   trumps are named;
//! - `rest`: the players play the remaining cards of the deal in order and decline all further doubling;
//! - `? …`: a condition on the current state (see [`Run::expect`]).

use std::collections::BTreeSet;
use std::sync::Arc;

use ulti_rules::{
    Action, Book, Card, CardSet, Deal, DealEnd, IllegalAction, Seat, Settlement, Stage, Start, Suit,
};

use crate::notation::{Outcome, card_list, cards, contract, games, seat, step, trump};

/// A deal on which a test script runs, with the cards that the script's commands use.
pub(crate) struct Run<'a> {
    deal: Deal,
    talon: CardSet,
    line: &'a [Card],
}

impl<'a> Run<'a> {
    /// Prepares a deal for a test script.
    ///
    /// The script command `rest` plays the cards of `line` in order. The command `plays` lays down the cards
    /// of `talon`.
    pub(crate) fn new(book: Arc<Book>, start: Start, talon: CardSet, line: &'a [Card]) -> Outcome<Self> {
        let deal = Deal::new(book, start).map_err(|reason| reason.to_string())?;
        Ok(Self { deal, talon, line })
    }

    /// Executes all lines of a test script. An error message quotes the line that failed.
    pub(crate) fn script(&mut self, text: &str) -> Outcome {
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            self.line(line).map_err(|wrong| format!("at `{line}`: {wrong}"))?;
        }
        Ok(())
    }

    pub(crate) fn settlement(&self) -> Option<&Settlement> {
        self.deal.settlement()
    }

    fn line(&mut self, line: &str) -> Outcome {
        if let Some(question) = line.strip_prefix('?') {
            let words: Vec<&str> = question.split_whitespace().collect();
            return self.expect(&words);
        }
        if let Some(played) = line.strip_prefix(':') {
            return card_list(played)?.into_iter().try_for_each(|card| self.play(card));
        }
        if let Some(bid) = line.strip_prefix("plays ") {
            return self.whole_auction(bid);
        }
        if line == "rest" {
            return self.rest();
        }
        match line.split_once('!') {
            Some((action, refusal)) => self.refused(action, refusal),
            None => step(line).and_then(|(seat, action)| self.act(seat, action)),
        }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Outcome {
        let events = self.deal.judge(seat, action).map_err(|reason| format!("rejected: {reason:?}"))?;
        for event in &events {
            self.deal.apply(event);
        }
        Ok(())
    }

    fn turn(&self) -> Outcome<Seat> {
        self.deal.turn().ok_or_else(|| "the deal is over".to_owned())
    }

    fn play(&mut self, card: Card) -> Outcome {
        let seat = self.turn()?;
        self.act(seat, Action::Play(card)).map_err(|wrong| format!("{card} by seat {seat} {wrong}"))
    }

    fn whole_auction(&mut self, text: &str) -> Outcome {
        let (bid, named) = match text.rsplit_once(' ') {
            Some((bid, last)) if trump(last).is_ok() => (bid, Some(trump(last)?)),
            _ => (text, None),
        };
        let bid = Action::Bid { contract: contract(bid)?, discard: Some(self.talon) };
        self.act(self.turn()?, bid)?;
        while matches!(self.deal.view(None).stage, Stage::Auction { .. }) {
            self.act(self.turn()?, Action::Pass)?;
        }
        match named {
            Some(trump) => self.act(self.turn()?, Action::Trump(trump)),
            None => Ok(()),
        }
    }

    /// Plays the first trick of the line of play with the given kontras (doublings).
    ///
    /// Seat 1 doubles before playing. The declarer and seat 1 then double again alternately.
    pub(crate) fn raises(&mut self, kontra: &[String]) -> Outcome {
        let [first, raises @ ..] = kontra else { return Ok(()) };
        let [lead, second, third, ..] = *self.line else { return Err("missing line of play".to_owned()) };
        self.play(lead)?;
        self.act(Seat::One, Action::Kontra(games(first.split_whitespace())?))?;
        self.play(second)?;
        self.play(third)?;
        for (raise, seat) in raises.iter().zip([Seat::Zero, Seat::One].into_iter().cycle()) {
            self.act(seat, Action::Kontra(games(raise.split_whitespace())?))?;
        }
        Ok(())
    }

    fn rest(&mut self) -> Outcome {
        let played = self.deal.view(None).board().map_or(0, |board| {
            board.tricks.iter().map(|(trick, _)| trick.len()).sum::<usize>() + board.current.len()
        });
        self.decline_raises()?;
        // `played` includes the first trick, even if its raises are still pending.
        for card in &self.line[played..] {
            if self.deal.turn().is_none() {
                return Ok(());
            }
            self.play(*card)?;
            self.decline_raises()?;
        }
        Ok(())
    }

    fn decline_raises(&mut self) -> Outcome {
        while let Some(seat) = self.deal.turn().filter(|seat| self.deal.legal(*seat).no_kontra) {
            self.act(seat, Action::NoKontra)?;
        }
        Ok(())
    }

    fn refused(&self, action: &str, refusal: &str) -> Outcome {
        let (seat, action) = step(action)?;
        let before = self.deal.clone();
        let reason = self.deal.judge(seat, action).err().ok_or("accepted, expected an error")?;
        if before != self.deal {
            return Err("rejected action changed the deal".to_owned());
        }
        let mut words = refusal.split_whitespace();
        let name = words.next().ok_or("missing name of the expected error")?;
        if name_of(&reason) != name {
            return Err(format!("rejected with {reason:?}, expected {name}"));
        }
        words.try_for_each(|field| has_field(&reason, field))
    }

    /// Checks a condition:
    ///
    /// - `turn 1`, or `turn -` if the deal is over;
    /// - `cards 1 LXA`: the cards that seat 1 may play;
    /// - `kontra 1 ulti`: the games that seat 1 may double;
    /// - `may 1 take pass`: all other actions of seat 1;
    /// - `trumps LBA`: the trumps that may be named;
    /// - `lowest 1 betli`: the weakest bid of seat 1;
    /// - `declarer 1 ulti`, `trump L`, `over folded`, `tricks 0 3`, `level 1 ulti 2`, `announced 1 LH`;
    /// - `public 0 LXA` or `public 0 hidden`, `talon 0 B8 L7` or `talon 0 hidden`.
    fn expect(&self, words: &[&str]) -> Outcome {
        let [what, rest @ ..] = words else { return Err("empty condition".to_owned()) };
        match *what {
            "turn" => same(self.deal.turn().map_or("-".to_owned(), |turn| turn.to_string()), rest.join(" ")),
            "over" => same(end_name(&self.deal)?, rest.join(" ")),
            "trumps" => self.expect_trumps(rest),
            "trump" => same(self.board()?.trump, trump(&rest.join(" "))?),
            _ => match rest {
                [who, rest @ ..] => self.expect_of(what, seat(who)?, rest),
                [] => Err(format!("missing seat of '{what}'")),
            },
        }
    }

    fn expect_of(&self, what: &str, who: Seat, rest: &[&str]) -> Outcome {
        let legal = self.deal.legal(who);
        let text = rest.join(" ");
        match what {
            "cards" => same(legal.cards, cards(&text)?),
            "kontra" => same(legal.kontra, games(rest.iter().copied())?),
            "may" => same(open_to(&self.deal, who), rest.iter().map(|word| (*word).to_owned()).collect()),
            "lowest" => same(legal.bids.first().copied(), Some(contract(&text)?)),
            "declarer" => same(self.deal.contract(), Some((who, contract(&text)?))),
            "public" => same(self.deal.view(None).hands[who].cards(), hidden_or_cards(&text)?),
            "talon" => same(self.deal.view(Some(who)).talon, hidden_or_cards(&text)?),
            "announced" => {
                let suits: String = self.board()?.announced[who].iter().map(Suit::letter).collect();
                same(suits, text)
            }
            "tricks" => same(self.board()?.tricks_by(who).to_string(), text),
            "level" => match rest {
                [game, level] => {
                    let game = game.parse().map_err(|reason| format!("{reason}"))?;
                    same(self.board()?.kontra.level(game, who).to_string(), (*level).to_owned())
                }
                _ => Err("expected a game and its level".to_owned()),
            },
            _ => Err(format!("unknown condition '{what}'")),
        }
    }

    fn expect_trumps(&self, rest: &[&str]) -> Outcome {
        let turn = self.turn()?;
        let letter = |trump: &Option<Suit>| trump.map_or('-', Suit::letter);
        let choices: BTreeSet<char> = self.deal.legal(turn).trumps.iter().map(letter).collect();
        same(choices, rest.concat().chars().collect())
    }

    fn board(&self) -> Outcome<ulti_rules::Board> {
        self.deal.view(None).board().cloned().ok_or_else(|| "play has not begun".to_owned())
    }
}

/// Returns an error unless both values are equal.
#[allow(clippy::needless_pass_by_value)] // calls read better with values
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(found: T, wanted: T) -> Outcome {
    if found == wanted { Ok(()) } else { Err(format!("found {found:?}, expected {wanted:?}")) }
}

fn hidden_or_cards(text: &str) -> Outcome<Option<CardSet>> {
    if text == "hidden" { Ok(None) } else { cards(text).map(Some) }
}

/// Returns the names of the actions that a seat may take, such as `bid` or `play`, without their arguments.
fn open_to(deal: &Deal, seat: Seat) -> BTreeSet<String> {
    let legal = deal.legal(seat);
    let words = [
        ("take", legal.take),
        ("pass", legal.pass),
        ("bid", !legal.bids.is_empty()),
        ("trump", !legal.trumps.is_empty()),
        ("kontra", !legal.kontra.is_empty()),
        ("no-kontra", legal.no_kontra),
        ("play", !legal.cards.is_empty()),
        ("fold", legal.fold),
        ("open", legal.open),
        ("claim", legal.claim),
    ];
    words.into_iter().filter(|(_, may)| *may).map(|(word, _)| word.to_owned()).collect()
}

fn end_name(deal: &Deal) -> Outcome<String> {
    match deal.view(None).stage {
        Stage::Over { end, .. } => Ok(match end {
            DealEnd::Played => "played",
            DealEnd::Claimed => "claimed",
            DealEnd::Folded => "folded",
            DealEnd::Conceded => "conceded",
            DealEnd::Left(_) => "left",
        }
        .to_owned()),
        _ => Err("the deal is not over".to_owned()),
    }
}

fn name_of(reason: &IllegalAction) -> String {
    format!("{reason:?}").split([' ', '{']).next().unwrap_or_default().to_owned()
}

/// Checks that a field of an error has the expected value, such as `best=L9`, `open=ulti+parti` or `count=3`.
fn has_field(reason: &IllegalAction, field: &str) -> Outcome {
    let (name, value) = field.split_once('=').ok_or_else(|| format!("invalid field '{field}'"))?;
    let value = match name {
        "instead" | "cards" => format!("{:?}", cards(value)?),
        "turn" | "seat" | "declarer" => format!("{:?}", seat(value)?),
        "suit" | "trump" => format!("{:?}", trump(value)?.ok_or("expected a suit")?),
        "open" | "games" => format!("{:?}", games(value.split('+').filter(|word| !word.is_empty()))?),
        _ => value.to_owned(),
    };
    let wanted = format!("{name}: {value}");
    let found = format!("{reason:?}");
    if found.contains(&wanted) { Ok(()) } else { Err(format!("expected {wanted} in {found}")) }
}
