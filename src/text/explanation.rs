//! Text for the explanation of a result: one line per game and one sentence per payment.

use ulti_rules::{
    Card, ClaimedPoints, Contract, Decided, ExplainedGame, ExplainedPayment, Explanation, Factor, Game,
    PaymentTerm, Rank, Reason, RuleSet, ScoredGame, Seat, Seven, Side, View, WindowPayments,
};

use super::{Appearance, Arg, args, cards, names};

/// Formats the explanation of a finished deal.
#[derive(Clone, Copy)]
pub struct ExplanationText<'a> {
    appearance: Appearance,
    rules: &'a RuleSet,
    contract: Option<(Seat, Contract)>,
    declarer: Option<Seat>,
    name: &'a dyn Fn(Seat) -> String,
}

impl<'a> ExplanationText<'a> {
    /// Creates a formatter for a deal. `name` returns the name of the player at a seat.
    pub fn new(appearance: Appearance, view: &'a View, name: &'a dyn Fn(Seat) -> String) -> Self {
        let contract = view.contract();
        let declarer = contract.map(|(seat, _)| seat);
        Self { appearance, rules: view.book.rules(), contract, declarer, name }
    }

    /// Returns all lines: one per game, one per payment, and one for the window (the table's pot).
    pub fn lines(self, explanation: &Explanation) -> Vec<String> {
        let mut lines: Vec<String> = explanation.games.iter().map(|game| self.marked(game)).collect();
        lines.extend(self.payments(explanation));
        lines
    }

    /// Returns the line of a game with a mark that says if the game was won.
    fn marked(self, game: &ExplainedGame) -> String {
        let line = self.game(game);
        self.with("explain-marked", args![made = game.made, line])
    }

    /// Returns the line of a game: its result, and the facts that decided it.
    pub fn game(self, game: &ExplainedGame) -> String {
        let name = self.scored(game.game);
        let reason = self.reason(game);
        if matches!(game.reason, Reason::Left(_)) {
            return self.left(game, &reason);
        }
        let who = match game.seat {
            seat if seat == self.declarer => String::new(),
            Some(seat) => (self.name)(seat),
            None => names::side(self.appearance.lang, Side::Defence),
        };
        let has_name = !who.is_empty();
        let line = self.with("explain", args![game = name, made = game.made, has_name, who, reason]);
        let is_silent = matches!(
            game.game,
            ScoredGame::SilentHundred
                | ScoredGame::SilentUlti
                | ScoredGame::SilentDurchmars
                | ScoredGame::SilentFourAces
        );
        match (game.paid, game.reason) {
            (true, _) if is_silent => self.with("explain-silent", args![line]),
            (true, _) => line,
            (false, Reason::Folded) => self.with("explain-free", args![line]),
            (false, _) => self.with("explain-unpaid", args![line]),
        }
    }

    fn reason(self, game: &ExplainedGame) -> String {
        let trick = match game.decided {
            Decided::Trick(trick) => trick,
            Decided::BeforePlay | Decided::WithoutPlay => 0,
        };
        match game.reason {
            Reason::Parti { empty: Some(side), .. } => self.empty_side(side),
            Reason::Parti { declarer, total, needed, .. } => {
                self.decided(trick, &self.with("explain-parti", args![points = declarer, total, needed]))
            }
            Reason::Hundred { holds_marriage: false, .. } => self.no_marriage(game.game),
            Reason::Hundred { points, needed, .. } => {
                self.decided(trick, &self.with("explain-hundred", args![points, needed]))
            }
            Reason::SilentHundred { points, marriages } => {
                self.decided(trick, &self.silent_hundred(points, marriages))
            }
            Reason::Seven(fate) => self.seven(fate, trick),
            Reason::AllTricks => self.text("explain-all-tricks"),
            Reason::NoTrick => self.text("explain-no-trick"),
            Reason::Trick { winner, card } => {
                self.with("explain-trick", args![name = (self.name)(winner), card = self.card(card), trick])
            }
            Reason::AllFour(rank) => {
                let rank = if rank == Rank::Ace { "aces" } else { "tens" };
                self.decided(trick, &self.with("explain-all-four", args![rank]))
            }
            Reason::MissedCard { card, winner: Some(seat) } => {
                self.with("explain-missed", args![name = (self.name)(seat), card = self.card(card), trick])
            }
            Reason::MissedCard { card, winner: None } => {
                self.with("explain-laid-down", args![card = self.card(card)])
            }
            Reason::Claimed { tricks, points } => self.claimed(tricks, points),
            Reason::Conceded { tricks } => self.with("explain-conceded", args![tricks]),
            Reason::Folded => self.text("explain-folded"),
            Reason::Left(seat) => (self.name)(seat),
        }
    }

    fn empty_side(self, side: Side) -> String {
        let side = if side == Side::Declarer { "declarer" } else { "defence" };
        self.with("explain-parti-empty", args![side])
    }

    fn silent_hundred(self, points: u32, marriages: u32) -> String {
        let [king, over] = [Rank::King, Rank::Over].map(|rank| self.rank(rank));
        self.with("explain-silent-hundred", args![points, marriages, king, over])
    }

    fn claimed(self, tricks: u8, points: Option<ClaimedPoints>) -> String {
        let Some(ClaimedPoints { declarer, total, needed }) = points else {
            return self.with("explain-claimed", args![tricks]);
        };
        self.with("explain-claimed-parti", args![tricks, points = declarer, total, needed])
    }

    /// Returns the line of a penalty. `left` is the name of the player who left.
    fn left(self, game: &ExplainedGame, left: &str) -> String {
        let args = args![game = self.scored(game.game), name = left];
        match (game.game, game.reason, game.seat) {
            (ScoredGame::RenonszSupplement, ..) => self.with("explain-left-certain", args),
            (_, Reason::Left(left), Some(partner)) if left != partner => {
                let args = args![partner = (self.name)(partner)];
                self.with("explain-left-partner", args)
            }
            _ => self.with("explain-left", args),
        }
    }

    /// Adds the number of the trick that decided a game to its reason. Does nothing if it was not a trick.
    fn decided(self, trick: u8, reason: &str) -> String {
        if trick == 0 { reason.to_owned() } else { self.with("explain-decided", args![reason, trick]) }
    }

    fn no_marriage(self, game: ScoredGame) -> String {
        let game = if game == ScoredGame::Game(Game::FortyHundred) { "forty" } else { "twenty" };
        self.with(
            "explain-no-marriage",
            args![game, king = self.rank(Rank::King), over = self.rank(Rank::Over)],
        )
    }

    fn rank(self, rank: Rank) -> String {
        names::rank(self.appearance.undrawn(), rank)
    }

    fn seven(self, fate: Seven, trick: u8) -> String {
        match fate {
            Seven::Won(seven) => self.with("explain-seven-won", args![seven = self.card(seven)]),
            Seven::Beaten { seven, by, winner } => {
                let args = args![seven = self.card(seven), card = self.card(by), name = (self.name)(winner)];
                self.with("explain-seven-beaten", args)
            }
            Seven::PlayedEarly(seven) => {
                self.with("explain-seven-early", args![seven = self.card(seven), trick])
            }
            Seven::NotHeld(seven) => self.with("explain-seven-missing", args![seven = self.card(seven)]),
        }
    }

    /// Returns one sentence per payment, and sentences about the window (the table's pot).
    pub fn payments(self, explanation: &Explanation) -> Vec<String> {
        let mut lines: Vec<String> =
            explanation.payments.iter().map(|payment| self.payment(payment)).collect();
        if lines.is_empty() {
            lines.push(self.text("pay-nobody"));
        }
        let WindowPayments { each_pays, declarer_takes, player_left } = explanation.window;
        if each_pays > 0 {
            lines.push(self.with("result-window-in", args![points = each_pays]));
        }
        if declarer_takes > 0 {
            let name = self.declarer.map(self.name).unwrap_or_default();
            let key = if player_left { "result-window-left" } else { "result-window-out" };
            lines.push(self.with(key, args![points = declarer_takes, name]));
        }
        lines
    }

    fn payment(self, payment: &ExplainedPayment) -> String {
        let terms = self.terms(payment);
        if payment.points == 0 {
            return self.with("pay-even", args![terms]);
        }
        let kind = |seats: &[Seat]| match seats {
            [_] => "one",
            both if self.declarer.is_some_and(|declarer| !both.contains(&declarer)) => "defenders",
            _ => "others",
        };
        let name = |seats: &[Seat]| match seats {
            [seat] => (self.name)(*seat),
            _ => String::new(),
        };
        let (from, to) = (kind(&payment.from), kind(&payment.to));
        let (payer, payee) = (name(&payment.from), name(&payment.to));
        self.with("pay", args![from, to, payer, payee, points = payment.points, terms])
    }

    /// Returns the calculation of a payment.
    fn terms(self, payment: &ExplainedPayment) -> String {
        if let [only] = payment.terms.as_slice() {
            let game = self.object(only.game);
            return match self.calculation(only) {
                Some(calculation) => self.with("pay-single-calculated", args![game, calculation]),
                None => self.with("pay-single", args![game]),
            };
        }
        let mut terms = payment.terms.iter().map(|term| self.term(term));
        let first = terms.next().unwrap_or_default();
        let all = terms.fold(first, |first, last| self.with("pay-and", args![first, last]));
        self.with("pay-terms", args![terms = all])
    }

    fn term(self, term: &PaymentTerm) -> String {
        let args = args![points = term.points.abs(), game = self.object(term.game)];
        let what = self.with("pay-term", args);
        let what = match self.calculation(term) {
            Some(calculation) => self.with("pay-calculated", args![what, calculation]),
            None => what,
        };
        if term.points < 0 { self.with("pay-less", args![what]) } else { what }
    }

    /// Returns the calculation of a term such as `8, doubled by kontra, plus 8 for a lost ulti`. Returns
    /// `None` if the points are the value of the game.
    fn calculation(self, term: &PaymentTerm) -> Option<String> {
        if term.factor == Factor::One && term.again == 0 {
            return None;
        }
        let kontra = |level: u8| {
            let name = names::kontra_level(self.appearance.lang, self.rules, level);
            self.with("pay-kontra", args![level, name, times = 1_i32 << level])
        };
        let mut parts = vec![term.value.to_string()];
        match term.factor {
            Factor::One => {}
            Factor::Kontra(level) => parts.push(kontra(level)),
            Factor::Fold => parts.push(self.text("pay-fold")),
            Factor::Leave(level) => {
                parts.push(self.text("pay-leave"));
                parts.extend((level > 0).then(|| kontra(level)));
            }
        }
        if term.again > 0 {
            parts.push(self.with("pay-again", args![points = term.again]));
        }
        Some(parts.concat())
    }

    /// Returns the name of what a payment is for, such as `open betli`.
    fn scored(self, game: ScoredGame) -> String {
        let lang = self.appearance.lang;
        self.contract
            .map_or_else(|| names::scored(lang, game), |(_, contract)| names::scored_in(lang, contract, game))
    }

    /// Returns the name of a game with its article, for use after "for". In Hungarian, the name without it.
    fn object(self, game: ScoredGame) -> String {
        self.with("pay-game", args![game = self.scored(game)])
    }

    fn card(self, card: Card) -> String {
        cards::card_short(self.appearance, card)
    }

    fn text(self, key: &str) -> String {
        self.appearance.formatter().text(key)
    }

    fn with(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
        self.appearance.formatter().with(key, args)
    }
}
