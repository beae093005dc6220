//! The calculator: what a deal would pay.

use serenity::builder::{
    CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::custom_id::{CustomId, Menu, Page};
use crate::discord::sum::{DECLARER, Happened, Sum};
use crate::rules::{Book, Game, Games, Impossible, Scored, Seat, Side, Trump};
use crate::text;

use super::buttons::{button, cut, danger, primary, rows, success};
use super::{Look, Message, name};

const CONTENT: usize = 2000;
const OPTION: usize = 100;

/// What a deal would pay, with buttons that change what came of it.
pub fn score(sum: &Sum, book: &Book, look: impl Into<Look>) -> Message {
    let look = look.into();
    if book.find(&sum.contract).is_none() {
        return Message::text(look.impossible(&Impossible::NotInBook));
    }
    let mut lines = look.priced(sum, book);
    lines.push(format!("-# {}", look.say("score-how")));
    let mut all = rows(&look.made_buttons(sum));
    all.extend(rows(&look.kontra_buttons(sum, book)));
    all.extend(look.silent_menu(sum, book).map(CreateActionRow::SelectMenu));
    all.extend(rows(&look.trump_buttons(sum, book)));
    let last = [
        button(&CustomId::ShareScore(*sum), &look.say("show-button-share")),
        button(&CustomId::Page(Page::first("payment")), &look.say("button-rules")),
    ];
    all.extend(rows(&last));
    Message::text(cut(&lines.join("\n"), CONTENT)).with_rows(all)
}

/// The same for everybody, with a button behind which one calculates on alone.
pub fn score_shared(sum: &Sum, book: &Book, by: &str, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut lines = vec![look.with("score-shared", &[("name", name(by).into())])];
    lines.extend(look.priced(sum, book));
    let on = primary(&CustomId::Score(*sum), &look.say("score-button-on"));
    Message::text(cut(&lines.join("\n"), CONTENT)).with_rows(rows(&[on]))
}

impl Look {
    /// The contract, and who pays whom; or why no deal can come to this.
    fn priced(self, sum: &Sum, book: &Book) -> Vec<String> {
        let played = text::contract_with_trump(self, &sum.contract, sum.trump);
        let mut lines = vec![
            format!("### {}", self.with("score-title", &[("contract", played.into())])),
            format!("-# {}", self.rules(book)),
        ];
        match sum.settlement(book) {
            Ok(settlement) => {
                let names = |seat: Seat| self.seat(seat);
                lines.extend(text::results(self, &settlement, DECLARER, &names));
                if takes_window(sum, book) {
                    lines.push(self.say("score-window"));
                }
            }
            Err(why) => {
                // No line of a settlement says then what was chosen.
                let chosen = sum.happened().into_iter().map(|happened| self.happened(happened));
                lines.extend(chosen.map(|happened| format!("- {happened}")));
                let sign = if self.is_text_only() { "" } else { "⚠️ " };
                lines.push(format!("{sign}{}", self.impossible(&why)));
            }
        }
        lines
    }

    /// What a seat of no table is called.
    fn seat(self, seat: Seat) -> String {
        match seat {
            DECLARER => text::side(self.lang, Side::Declarer),
            Seat::One => self.with("score-defender", &[("number", 1.into())]),
            _ => self.with("score-defender", &[("number", 2.into())]),
        }
    }

    /// Why no deal can come to this.
    fn impossible(self, why: &Impossible) -> String {
        match why {
            Impossible::NotInBook => self.say("score-not-in-book"),
            Impossible::Trump { possible } => {
                let names: Vec<String> = possible.iter().map(|trump| text::trump(self, *trump)).collect();
                self.with("score-trump", &[("choices", names.join(", ").into())])
            }
            Impossible::TooHigh { limit } => self.with("score-too-high", &[("limit", (*limit).into())]),
            Impossible::SplitsItem => self.say("refusal-splits-item"),
            Impossible::NoSuchGame(game) => self.no_such(Scored::Game(*game)),
            Impossible::NoSuchSilentGame(game) => self.no_such(*game),
            Impossible::NotTogether(one, other) => {
                let [one, other] = [*one, *other].map(|game| text::scored(self.lang, game));
                self.with("score-not-together", &[("one", one.into()), ("other", other.into())])
            }
        }
    }

    fn no_such(self, game: Scored) -> String {
        self.with("score-no-such-game", &[("game", text::scored(self.lang, game).into())])
    }

    /// A button for each game: green where it is made, red where it is lost.
    fn made_buttons(self, sum: &Sum) -> Vec<CreateButton> {
        let one = |game: Game| {
            let made = sum.outcome.made.contains(game);
            let args = [("game", text::game(self.lang, game).into()), ("made", made.into())];
            let label = self.with("score-button-made", &args);
            let id = CustomId::Score(sum.with_turned(game));
            if made { success(&id, &label) } else { danger(&id, &label) }
        };
        in_order(sum.contract.games()).map(one).collect()
    }

    /// A button for each item that can be doubled: it says how far it is.
    fn kontra_buttons(self, sum: &Sum, book: &Book) -> Vec<CreateButton> {
        let limit = book.rules().kontra_limit;
        if limit == 0 {
            return Vec::new();
        }
        let one = |item: Games| {
            let level = sum.level(item);
            let said = match level {
                0 => text::kontra_level(self.lang, book.rules(), 0),
                level => format!("{} ×{}", text::kontra_level(self.lang, book.rules(), level), 1 << level),
            };
            let label = format!("{}: {said}", text::games(self.lang, item));
            let id = CustomId::Score(sum.with_doubled(item, limit));
            if level > 0 { primary(&id, &label) } else { button(&id, &label) }
        };
        sum.items(book).into_iter().map(one).collect()
    }

    /// What can have happened silently; `None` where nothing can.
    fn silent_menu(self, sum: &Sum, book: &Book) -> Option<CreateSelectMenu> {
        let option = |(happened, after): (Happened, Sum)| {
            let label = self.happened(happened);
            CreateSelectMenuOption::new(cut(&label, OPTION), CustomId::Score(after).to_string())
        };
        let options: Vec<_> = sum.silent(book).into_iter().map(option).collect();
        let id = CustomId::Menu(Menu::Silent).to_string();
        let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options: options.clone() });
        (!options.is_empty()).then(|| menu.placeholder(cut(&self.say("score-silent"), OPTION)))
    }

    fn happened(self, happened: Happened) -> String {
        let game = text::scored(self.lang, happened.game());
        let (who, key) = match happened {
            Happened::Hundred(reached) if reached.one_twenty => (side(reached.side), "score-happened-twenty"),
            Happened::Hundred(reached) => (side(reached.side), "score-happened-made"),
            Happened::Seven(seat, won) => (seat_key(seat), made_or_lost(won)),
            Happened::Tricks(of, all) => (side(of), made_or_lost(all)),
            Happened::FourAces(seat) => (seat_key(seat), "score-happened-made"),
            Happened::Not(_) => ("side-declarer", "score-happened-not"),
        };
        self.with(key, &[("game", game.into()), ("who", self.say(who).into())])
    }

    /// The trumps there are to choose from, where there is a choice.
    fn trump_buttons(self, sum: &Sum, book: &Book) -> Vec<CreateButton> {
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

/// Whether what lies in the window would be won.
fn takes_window(sum: &Sum, book: &Book) -> bool {
    book.rules().window && sum.contract.is_hearts() && sum.outcome.made.contains(Game::Ulti)
}
