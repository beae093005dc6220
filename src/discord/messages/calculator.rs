//! Messages of the payment calculator (`/rules score`).

use serenity::builder::{CreateActionRow, CreateButton};

use crate::discord::custom_id::calculation::{Calculation, DECLARER, SilentResult};
use crate::discord::custom_id::{CustomId, RulesMenu, RulesPage};
use crate::text::{self, args};
use ulti_rules::{Book, Game, Games, PriceError, ScoredGame, Seat, Side, Trump};

use super::buttons::{button, danger, menu, option, primary, rows, success};
use super::{Appearance, Message, name};

/// Creates the message that shows the payments for a hypothetical deal, with buttons for changing its
/// outcome.
pub fn score(sum: &Calculation, book: &Book, appearance: Appearance) -> Message {
    calculator(sum, book, true, appearance)
}

/// Creates the message that shows the payments for a hypothetical deal in a direct message. In contrast to
/// [`score`], the message has no button that shares the payments in a channel.
pub fn score_in_private(sum: &Calculation, book: &Book, appearance: Appearance) -> Message {
    calculator(sum, book, false, appearance)
}

fn calculator(sum: &Calculation, book: &Book, can_share: bool, appearance: Appearance) -> Message {
    if book.find(&sum.contract).is_none() {
        return Message::text(appearance.impossible(&PriceError::NotInBook));
    }
    let mut lines = appearance.priced(sum, book);
    lines.push(format!("-# {}", appearance.text("score-how")));
    let mut all = rows(&appearance.made_buttons(sum));
    all.extend(rows(&appearance.kontra_buttons(sum, book)));
    all.extend(appearance.silent_menu(sum, book));
    all.extend(rows(&appearance.trump_buttons(sum, book)));
    let share = can_share.then(|| button(&CustomId::ShareScore(*sum), &appearance.text("show-button-share")));
    let rules = button(&CustomId::Page(RulesPage::first("payment")), &appearance.text("button-rules"));
    let last: Vec<_> = share.into_iter().chain([rules]).collect();
    all.extend(rows(&last));
    Message::lines(&lines).with_rows(all)
}

/// Creates the public message that shows the payments for a hypothetical deal.
///
/// A button lets each reader open a private copy of the calculation.
pub fn score_shared(sum: &Calculation, book: &Book, by: &str, appearance: Appearance) -> Message {
    let mut lines = vec![appearance.with("score-shared", args![name = name(by)])];
    lines.extend(appearance.priced(sum, book));
    let on = primary(&CustomId::Score(*sum), &appearance.text("score-button-on"));
    Message::lines(&lines).with_rows(rows(&[on]))
}

impl Appearance {
    /// Returns the contract and its payments as lines of text. If the outcome is impossible, returns the
    /// reason instead of the payments.
    fn priced(self, sum: &Calculation, book: &Book) -> Vec<String> {
        let played = text::contract_with_trump(self, &sum.contract, sum.trump);
        let mut lines = vec![
            format!("### {}", self.with("score-title", args![contract = played])),
            format!("-# {}", self.rules(book)),
        ];
        match sum.settlement(book) {
            Ok(settlement) => {
                let names = |seat: Seat| self.seat(seat);
                lines.extend(text::results(self, &settlement, DECLARER, &names));
                if takes_window(sum, book) {
                    lines.push(self.text("score-window"));
                }
            }
            Err(why) => {
                // There is no settlement that would list the chosen results.
                let chosen = sum.happened().into_iter().map(|happened| self.happened(happened));
                lines.extend(chosen.map(|happened| format!("- {happened}")));
                let sign = if self.is_text_only() { "" } else { "⚠️ " };
                lines.push(format!("{sign}{}", self.impossible(&why)));
            }
        }
        lines
    }

    /// Returns a label for a seat: the declarer, or a numbered defender. A calculation has no players, so the
    /// label cannot be a player name.
    fn seat(self, seat: Seat) -> String {
        match seat {
            DECLARER => text::side(self.lang, Side::Declarer),
            Seat::One => self.with("score-defender", args![number = 1]),
            _ => self.with("score-defender", args![number = 2]),
        }
    }

    /// Returns the text that explains why the outcome is impossible.
    fn impossible(self, why: &PriceError) -> String {
        match why {
            PriceError::NotInBook => self.text("score-not-in-book"),
            PriceError::Trump { possible } => {
                let names: Vec<String> = possible.iter().map(|trump| text::trump(self, *trump)).collect();
                self.with("score-trump", args![choices = names.join(", ")])
            }
            PriceError::TooHigh { limit } => self.with("score-too-high", args![limit = *limit]),
            PriceError::SplitsItem => self.text("refusal-splits-item"),
            PriceError::NoSuchGame(game) => self.no_such(ScoredGame::Game(*game)),
            PriceError::NoSuchSilentGame(game) => self.no_such(*game),
            PriceError::NotTogether(one, other) => {
                let [one, other] = [*one, *other].map(|game| text::scored(self.lang, game));
                self.with("score-not-together", args![one, other])
            }
        }
    }

    fn no_such(self, game: ScoredGame) -> String {
        self.with("score-no-such-game", args![game = text::scored(self.lang, game)])
    }

    /// Returns one button per game in the contract. The button is green if the game is won and red if it is
    /// lost.
    fn made_buttons(self, sum: &Calculation) -> Vec<CreateButton> {
        let one = |game: Game| {
            let made = sum.outcome.made.contains(game);
            let label = self.with("score-button-made", args![game = text::game(self.lang, game), made]);
            let id = CustomId::Score(sum.with_turned(game));
            if made { success(&id, &label) } else { danger(&id, &label) }
        };
        in_order(sum.contract.games()).map(one).collect()
    }

    /// Returns one button for each game or group of games that a kontra can double. Each label shows the
    /// current kontra level.
    fn kontra_buttons(self, sum: &Calculation, book: &Book) -> Vec<CreateButton> {
        let limit = book.rules().kontra_limit;
        if limit == 0 {
            return Vec::new();
        }
        let one = |item: Games| {
            let level = sum.level(item);
            let name = match level {
                0 => text::kontra_level(self.lang, book.rules(), 0),
                level => format!("{} ×{}", text::kontra_level(self.lang, book.rules(), level), 1 << level),
            };
            let label = format!("{}: {name}", text::games(self.lang, item));
            let id = CustomId::Score(sum.with_doubled(item, limit));
            if level > 0 { primary(&id, &label) } else { button(&id, &label) }
        };
        sum.items(book).into_iter().map(one).collect()
    }

    /// Returns the menu for setting the results of silent games, or `None` if there is nothing to choose.
    fn silent_menu(self, sum: &Calculation, book: &Book) -> Option<CreateActionRow> {
        let option = |(happened, after)| option(&CustomId::Score(after), &self.happened(happened));
        let options: Vec<_> = sum.silent(book).into_iter().map(option).collect();
        let id = CustomId::Menu(RulesMenu::Silent);
        (!options.is_empty()).then(|| menu(&id, options, &self.text("score-silent")))
    }

    fn happened(self, happened: SilentResult) -> String {
        let game = text::scored(self.lang, happened.game());
        let (who, key) = match happened {
            SilentResult::Hundred(reached) if reached.one_twenty => {
                (side(reached.side), "score-happened-twenty")
            }
            SilentResult::Hundred(reached) => (side(reached.side), "score-happened-made"),
            SilentResult::Seven(seat, won) => (seat_key(seat), made_or_lost(won)),
            SilentResult::Tricks(of, all) => (side(of), made_or_lost(all)),
            SilentResult::FourAces(seat) => (seat_key(seat), "score-happened-made"),
            SilentResult::Not(_) => ("side-declarer", "score-happened-not"),
        };
        self.with(key, args![game, who = self.text(who)])
    }

    /// Returns one button for each possible trump suit, or an empty list if only one is possible.
    fn trump_buttons(self, sum: &Calculation, book: &Book) -> Vec<CreateButton> {
        let possible = book.find(&sum.contract).map(|entry| entry.trump.possible()).unwrap_or_default();
        if possible.len() < 2 {
            return Vec::new();
        }
        let one = |trump: Trump| {
            let label = self.trump_label(trump.map(|suit| text::suit(self, suit)));
            let id = CustomId::Score(sum.with_trump(trump, book));
            if trump == sum.trump { primary(&id, &label).disabled(true) } else { button(&id, &label) }
        };
        possible.into_iter().map(one).collect()
    }
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::Declarer => "side-declarer",
        Side::Defence => "side-defence",
    }
}

fn seat_key(seat: Seat) -> &'static str {
    if seat == DECLARER { "side-declarer" } else { "score-a-defender" }
}

const fn made_or_lost(made: bool) -> &'static str {
    if made { "score-happened-made" } else { "score-happened-lost" }
}

fn in_order(games: Games) -> impl Iterator<Item = Game> {
    Game::ALL.into_iter().filter(move |game| games.contains(*game))
}

/// Returns `true` if the declarer wins the window, the table's common pot (`RULES §8`).
fn takes_window(sum: &Calculation, book: &Book) -> bool {
    book.rules().window && sum.contract.is_hearts() && sum.outcome.made.contains(Game::Ulti)
}
