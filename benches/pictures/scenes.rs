//! Inputs of the picture benchmark, from a random deal that is stopped within a trick and at its end.

use std::sync::Arc;

use fastrand::Rng;
use ulti::render::{ChartRow, FormCurve, Subject};
use ulti::table::shuffle::{self, Seed};
use ulti::table::{ChannelId, DealView, Player, ServerId, Standing, TableId, TableStage, TableView, UserId};
use ulti_rules::{Action, Book, BySeat, Deal, Legal, Seat, Start, View};

const SEED: u64 = 7;
const NAMES: [&str; 3] = ["Anna", "Kovács Béla", "Őrült Űrhajós"];

/// Inputs of all kinds of pictures.
pub(crate) struct Scenes {
    playing: TableView,
    hand: View,
    over: DealView,
    rows: Vec<ChartRow>,
    form: FormCurve,
}

impl Scenes {
    pub(crate) fn new() -> Self {
        let mut rng = Rng::with_seed(SEED);
        let mut deal = dealt();
        while !in_a_trick(&deal) {
            step(&mut deal, &mut rng);
        }
        let hand = deal.view(deal.turn());
        let playing = scene(&deal);
        while deal.turn().is_some() {
            step(&mut deal, &mut rng);
        }
        let row = |(place, points)| ChartRow {
            place,
            name: format!("Person {place}"),
            length: f64::from(points),
            label: ulti::text::signed(points),
        };
        let rows = (1..).zip([212, 148, 96, 40, 12, 0, -8, -35, -120, -345]).map(row).collect();
        let days = (20_700..20_790).map(|day| (day, day * 37 % 61 - 29)).collect();
        let form = FormCurve { name: "Anna".to_owned(), span: "2026".to_owned(), before: 0, days };
        Self { playing, hand, over: deal_scene(&deal), rows, form }
    }

    pub(crate) fn subjects(&self) -> [Subject; 6] {
        [
            Subject::Table(self.playing.clone().into()),
            Subject::Hand {
                view: self.hand.clone().into(),
                deal: self.playing.deal.clone().expect("the scene is in play"),
                hint: None,
                marks: None,
            },
            Subject::Result(self.over.clone().into()),
            Subject::Standings(self.playing.clone().into()),
            Subject::Leaderboard("Ulti".to_owned(), self.rows.clone()),
            Subject::Form(self.form.clone()),
        ]
    }
}

/// Returns a deal before the first action.
fn dealt() -> Deal {
    let dealer = Seat::Two;
    let hands = shuffle::deal(&Seed::from_bytes([7; 32]), dealer);
    let book = Arc::new(Book::preset("4m").expect("unknown preset"));
    Deal::new(book, Start { dealer, hands, window: 4 }).expect("invalid deal")
}

/// Returns `true` if two cards of the current trick have been played, or if the deal is over.
fn in_a_trick(deal: &Deal) -> bool {
    let view = deal.view(None);
    view.board().is_some_and(|board| board.current.len() == 2) || deal.turn().is_none()
}

/// Performs an action for the seat whose turn it is.
fn step(deal: &mut Deal, rng: &mut Rng) {
    let Some(seat) = deal.turn() else { return };
    let action = choose(&deal.legal(seat), &deal.view(Some(seat)), rng);
    for event in deal.judge(seat, action).expect("illegal action") {
        deal.apply(&event);
    }
}

/// Chooses a simple action: a pass, the lowest bid or a random card.
fn choose(legal: &Legal, view: &View, rng: &mut Rng) -> Action {
    if legal.pass {
        return Action::Pass;
    }
    if let Some(contract) = legal.bids.first() {
        let discard = legal.discard.then(|| view.own_hand().iter().take(2).collect());
        return Action::Bid { contract: *contract, discard };
    }
    if let Some(trump) = legal.trumps.first() {
        return Action::Trump(*trump);
    }
    if legal.no_kontra {
        return Action::NoKontra;
    }
    let cards: Vec<_> = legal.cards.iter().collect();
    Action::Play(cards[rng.usize(..cards.len())])
}

fn players() -> BySeat<Player> {
    let player = |(number, name)| Player::person(UserId(number), name);
    let [one, two, three] = [(1, NAMES[0]), (2, NAMES[1]), (3, NAMES[2])].map(player);
    BySeat([one, two, three])
}

fn standings() -> Vec<Standing> {
    let points = [12, -4, -8];
    players()
        .0
        .into_iter()
        .zip(points)
        .map(|(player, points)| Standing { player, points, deals: 2 })
        .collect()
}

fn deal_scene(deal: &Deal) -> DealView {
    let (view, seats) = (deal.view(None), players());
    let dealer = seats[view.dealer].clone();
    let commitment = shuffle::commitment(&Seed::from_bytes([7; 32]), 3);
    DealView { number: 3, dealer, seats, view, commitment, seed: None, standings: standings(), window: 4 }
}

fn scene(deal: &Deal) -> TableView {
    TableView {
        table: TableId(1),
        server: ServerId(1),
        channel: ChannelId(1),
        version: 1,
        host: UserId(1),
        book: Arc::clone(deal.book()),
        opened: Arc::clone(deal.book()),
        deals: Some(12),
        pause: None,
        follows: None,
        invited: Vec::new(),
        invitees: Vec::new(),
        seat_changes: Vec::new(),
        chairs: Vec::new(),
        standings: standings(),
        window: 4,
        shares: Vec::new(),
        draws: Vec::new(),
        stage: TableStage::Dealing,
        deal: Some(Arc::new(deal_scene(deal))),
        previous: None,
        time_left: None,
        deadline: None,
        next_deal: None,
    }
}
