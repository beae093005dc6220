//! Tables for tests, with real deals that are played by legal actions.

use std::sync::{Arc, OnceLock};

use crate::table::shuffle::Seed;
use crate::table::{
    Chair, ChannelId, DealView, Player, PlayerId, PlayerView, ServerId, Standing, TableId, TableStage,
    TableView, UnixMillis, UserId,
};
use crate::text::{Appearance, InlineEmoji, InlineEmojis, Symbol, SymbolSet};
use ulti_ai::Level;
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, Event, IllegalAction, Record, Seat, Start};

/// A deterministic pseudorandom number generator.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a pseudorandom number below `bound`, generated with splitmix64.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A test table with one deal. Anna has seat 0, Béla has seat 1, and a robot has seat 2.
#[derive(Debug, Clone)]
pub(crate) struct TestTable {
    pub(crate) deal: Deal,
    /// Events of the deal so far.
    pub(crate) events: Vec<Event>,
    /// Players by seat.
    pub(crate) seats: BySeat<Player>,
    /// The fourth player, who deals and sits out.
    pub(crate) sitting_out: Option<Player>,
    /// Players who are currently replaced by a robot.
    pub(crate) stood_in: Vec<PlayerId>,
    pub(crate) dice: Dice,
}

pub(crate) const ANNA: UserId = UserId(101);
pub(crate) const BELA: UserId = UserId(102);
/// A user without a seat.
pub(crate) const STRANGER: UserId = UserId(999);
pub(crate) const CILI: UserId = UserId(104);
/// Deadline that tests use for the player whose turn it is.
pub(crate) const DEADLINE: UnixMillis = UnixMillis(1_800_000_000_000);

impl TestTable {
    /// Creates a table with randomly dealt cards. Forehand bids first.
    pub(crate) fn shuffled(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut deck: Vec<Card> = Card::deck().collect();
        for last in (1..deck.len()).rev() {
            deck.swap(last, dice.below(last + 1));
        }
        let hand = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
        let dealer = dice.pick(&Seat::ALL);
        let mut hands = BySeat::default();
        hands[dealer.next()] = hand(&deck[..12]);
        hands[dealer.next().next()] = hand(&deck[12..22]);
        hands[dealer] = hand(&deck[22..]);
        Self::dealt(Start { dealer, hands, window: 4 }, dice)
    }

    /// Creates a table with fixed cards. Seat 0 is forehand and can make an ulti in leaves.
    pub(crate) fn written() -> Self {
        let hands = [
            "L7 LA LX LK LO AA A7 HA H9 B8 B9 BK",
            "L8 L9 AX AK AU H7 HX HO BA BX",
            "LU A8 A9 AO HK HU H8 B7 BU BO",
        ];
        Self::with_hands(hands, 4)
    }

    /// Creates a table with the given hands and points in the window. Seat 0 is forehand.
    pub(crate) fn with_hands(hands: [&str; 3], window: i32) -> Self {
        let hand = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
        Self::dealt(Start { dealer: Seat::Two, hands: BySeat(hands).map(hand), window }, Dice::new(1))
    }

    fn dealt(start: Start, dice: Dice) -> Self {
        let book = Arc::new(Book::preset("4m").unwrap());
        let seats = BySeat([
            Player::person(ANNA, "Anna"),
            Player::person(BELA, "Kovács_Béla"),
            Player::robot(1, "Robot 1", Level::Easy),
        ]);
        let deal = Deal::new(book, start).unwrap();
        Self { deal, events: Vec::new(), seats, sitting_out: None, stood_in: Vec::new(), dice }
    }

    /// Gives all players very long names full of Markdown.
    pub(crate) fn with_wild_names(mut self) -> Self {
        for player in &mut self.seats.0 {
            player.name = "*_~@everyone<@1>`|".repeat(3);
        }
        self
    }

    /// Restarts the deal with the same cards under different rules.
    pub(crate) fn by_rules(mut self, book: &Arc<Book>) -> Self {
        self.deal = Deal::new(Arc::clone(book), self.deal.start().clone()).unwrap();
        self.events.clear();
        self
    }

    /// Adds Cili as a fourth player, who deals and sits out.
    pub(crate) fn with_four(mut self) -> Self {
        self.sitting_out = Some(Player::person(CILI, "Cili"));
        self
    }

    /// Takes an action for the given seat. Panics if the action is illegal.
    pub(crate) fn act(&mut self, seat: Seat, action: Action) {
        self.try_to(seat, action).unwrap();
    }

    pub(crate) fn try_to(&mut self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        for event in self.deal.judge(seat, action)? {
            self.deal.apply(&event);
            self.events.push(event);
        }
        Ok(())
    }

    /// Takes a random legal action. Returns `false` if the deal is over.
    pub(crate) fn step(&mut self) -> bool {
        let Some(seat) = self.deal.turn() else { return false };
        let action = self.some_action(seat);
        self.act(seat, action);
        true
    }

    /// Takes random actions until the condition holds or the deal is over.
    pub(crate) fn until(mut self, reached: impl Fn(&Deal) -> bool) -> Self {
        while !reached(&self.deal) && self.step() {}
        self
    }

    fn some_action(&mut self, seat: Seat) -> Action {
        let legal = self.deal.legal(seat);
        let chance = |dice: &mut Dice, one_in: usize| dice.below(one_in) == 0;
        if legal.take && chance(&mut self.dice, 4) {
            return Action::Take;
        }
        if legal.pass {
            return Action::Pass;
        }
        if !legal.bids.is_empty() {
            // Mostly weak bids, so that auctions get long.
            let near = legal.bids.len().min(6);
            let reach = if chance(&mut self.dice, 5) { legal.bids.len() } else { near };
            let contract = legal.bids[self.dice.below(reach)];
            return Action::Bid { contract, discard: legal.discard.then(|| self.two_cards(seat)) };
        }
        if !legal.trumps.is_empty() {
            return Action::Trump(self.dice.pick(&legal.trumps));
        }
        if !legal.kontra.is_empty() && chance(&mut self.dice, 2) {
            return Action::Kontra(legal.kontra);
        }
        if legal.no_kontra {
            return Action::NoKontra;
        }
        if legal.open && chance(&mut self.dice, 40) {
            return Action::Open;
        }
        if legal.fold && chance(&mut self.dice, 20) {
            return Action::Fold;
        }
        let cards: Vec<Card> = legal.cards.iter().collect();
        Action::Play(self.dice.pick(&cards))
    }

    fn two_cards(&mut self, seat: Seat) -> CardSet {
        let mut cards: Vec<Card> = self.deal.view(Some(seat)).own_hand().iter().collect();
        let first = cards.swap_remove(self.dice.below(cards.len()));
        [first, self.dice.pick(&cards)].into_iter().collect()
    }

    /// Returns the record of the finished deal.
    pub(crate) fn record(&self) -> Record {
        let names = self.seats.clone().map(|player| player.name).0;
        Record::of(self.deal.book(), self.deal.start(), &self.events, names).unwrap()
    }

    /// Returns a seat's view of the deal. The player does not pass for the rest of the auction.
    pub(crate) fn player_view(&self, seat: Seat) -> PlayerView {
        self.deal.view(Some(seat)).into()
    }

    /// Returns the public view of the deal.
    pub(crate) fn deal_view(&self) -> DealView {
        let view = self.deal.view(None);
        let over = self.deal.turn().is_none();
        let dealer = self.sitting_out.clone().unwrap_or_else(|| self.seats[view.dealer].clone());
        DealView {
            number: 3,
            dealer,
            seats: self.seats.clone(),
            view,
            commitment: crate::table::shuffle::commitment(&Seed::from_bytes([0xcd; 32]), 3),
            seed: over.then_some(Seed::from_bytes([0xcd; 32])),
            standings: if over { self.standings() } else { Vec::new() },
            window: 4,
        }
    }

    /// Returns the public view of the table.
    pub(crate) fn table_view(&self) -> TableView {
        let over = self.deal.turn().is_none();
        TableView {
            table: TableId(17),
            server: ServerId(1),
            channel: ChannelId(2),
            version: 40,
            host: ANNA,
            book: Arc::clone(self.deal.book()),
            opened: Arc::clone(self.deal.book()),
            deals: Some(12),
            pause: None,
            follows: None,
            invited: Vec::new(),
            invitees: Vec::new(),
            seat_changes: Vec::new(),
            chairs: self.chairs(),
            standings: self.standings(),
            window: 4,
            shares: Vec::new(),
            draws: Vec::new(),
            stage: if over { TableStage::Between } else { TableStage::Dealing },
            deal: Some(Arc::new(self.deal_view())),
            previous: None,
            time_left: None,
            deadline: (!over).then_some(DEADLINE),
            next_deal: None,
        }
    }

    /// Returns a lobby with the given number of players. They are seated in the order Anna, Béla, the robot,
    /// Cili.
    pub(crate) fn lobby(players: usize) -> TableView {
        let mut table_view = Self::written().with_four().table_view();
        table_view.chairs.truncate(players);
        table_view.stage = TableStage::Lobby;
        table_view.deal = None;
        table_view.standings = Vec::new();
        table_view.window = 0;
        table_view.deadline = None;
        table_view
    }

    fn chairs(&self) -> Vec<Chair> {
        let players = self.seats.values().chain(&self.sitting_out);
        let chair = |player: &Player| Chair {
            player: player.clone(),
            stood_in: self.stood_in.contains(&player.id),
            agrees_to_end: false,
        };
        players.map(chair).collect()
    }

    fn standings(&self) -> Vec<Standing> {
        let players = self.seats.values().chain(&self.sitting_out).cloned();
        players.zip([12, -8, -8, 0]).map(|(player, points)| Standing { player, points, deals: 2 }).collect()
    }
}

/// Returns application emoji for every symbol, with names and ids of maximum length.
pub(crate) fn drawn() -> SymbolSet {
    static EMOJI: OnceLock<InlineEmojis> = OnceLock::new();
    let emoji = |appearance: Appearance, of: Symbol, number: usize| {
        let name = format!("{:_<32}", format!("{number}_{}", appearance.faces.code().replace('-', "_")));
        let id = u64::MAX - number as u64;
        (appearance, of, InlineEmoji { id, inline: format!("<:{name}:{id}>"), name })
    };
    SymbolSet::Drawn(EMOJI.get_or_init(|| {
        let all =
            Appearance::ALL.into_iter().flat_map(|appearance| Symbol::all().map(move |of| (appearance, of)));
        all.enumerate().map(|(number, (appearance, of))| emoji(appearance, of, number)).collect()
    }))
}
