//! Snapshots of replies: refusals, help, hints and analyses.

use super::limits::check;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::{ANNA, BELA, CILI, TestTable};
use crate::discord::messages::{self, HelpPlace, Message};
use crate::table::{
    AgreedEnd, Chair, ChannelId, ContractAction, EarlyEnd, EarlyEndQuestion, IllegalHere, JournalError,
    LeavingCosts, LimitScope, Moment, NextAction, Player, PlayerId, PointRange, Refusal, TableId, TableStage,
    TableView, TooManyTables, Unconfirmed, UserId,
};
use crate::text::{Appearance, Lang};
use ulti_ai::Cancellation;
use ulti_ai::analysis::AnalysisError;
use ulti_rules::{
    Action, BySeat, Contract, Game, IllegalAction, Item, ScoredGame, Seat, Settlement, Side, Suit,
};

use super::positions::{
    ANNA_SITS, BELA_SITS, ULTI, after_a_bid, anna_leads_in_ulti, anna_names_trumps, bela_has_to_beat,
    bela_may_kontra, bid, cards, french, hand, over,
};
use super::snapshot::assert_snapshots;

#[test]
fn confirmation_messages_match_snapshots() {
    let why = Refusal::OpenHand { deal: 3 };
    assert_snapshots("sure_open", |lang| messages::refusal(&why, Some(TableId(17)), lang));
    let table = with_first_trick("concede");
    assert_snapshots("hand_may_concede", |lang| hand(&table, ANNA_SITS, lang, None));
}

#[test]
fn prompts_before_early_end_match_snapshots() {
    let exactly = |points| Some(PointRange { least: points, most: points });
    let question = |action, result| EarlyEndQuestion {
        end: AgreedEnd { action, deal: 3, result },
        concedes: false,
        is_open: false,
        has_changed: false,
    };
    let (fold, claim) = (EarlyEnd::Fold, EarlyEnd::Claim);
    let concede = |result| EarlyEndQuestion { concedes: true, ..question(fold, result) };
    let range = Some(PointRange { least: -16, most: -8 });
    for (name, question) in [
        ("fold_free", question(fold, exactly(0))),
        ("fold", question(fold, exactly(-28))),
        ("concede", concede(exactly(-1))),
        ("concede_range", concede(range)),
        ("claim", question(claim, exactly(8))),
        ("claim_lost", EarlyEndQuestion { is_open: true, has_changed: true, ..question(claim, exactly(-4)) }),
        ("claim_uncertain", EarlyEndQuestion { has_changed: true, ..question(claim, None) }),
        ("claim_uncertain_open", EarlyEndQuestion { is_open: true, ..question(claim, None) }),
    ] {
        let why = Refusal::EarlyEnd(Box::new(question));
        assert_snapshots(&format!("early_end_{name}"), |lang| {
            messages::refusal(&why, Some(TableId(17)), lang)
        });
    }
}

/// Returns the refusal of an action that the player to move has not confirmed.
fn unconfirmed(table: &TestTable, action: Action) -> Refusal {
    let view = table.deal.view(table.deal.turn());
    let why = view.unwinnable(action).expect("the contract can be won");
    let at = Moment { deal: 3, version: table.deal.version() };
    Refusal::Unconfirmed(Box::new(Unconfirmed { action: ContractAction::of(action).unwrap(), at, why }))
}

#[test]
fn prompts_for_unwinnable_contracts_match_snapshots() {
    let prompt = |table: &TestTable, action, lang| {
        messages::refusal(&unconfirmed(table, action), Some(TableId(17)), lang)
    };
    for (name, contract, laid) in [
        ("ulti", "hearts ulti", "B8 B9"),
        ("ulti_laid", "ulti", "L7 A7"),
        ("forty", "hearts 40-100", "B8 B9"),
        ("forty_laid", "40-100+ulti", "LO B9"),
        ("twenty", "20-100", "LO B9"),
        ("twenty_points", "20-100", "LA AA"),
        ("together", "40-100+ulti", "L7 B9"),
    ] {
        let bidding = TestTable::written();
        assert_snapshots(&format!("unwinnable_{name}"), |lang| prompt(&bidding, bid(contract, laid), lang));
    }
    let naming = anna_names_trumps();
    assert_snapshots("unwinnable_trump", |lang| prompt(&naming, Action::Trump(Some(Suit::Bells)), lang));
    let leading = anna_leads_in_ulti();
    let seven = Action::Play("L7".parse().unwrap());
    assert_snapshots("unwinnable_seven", |lang| prompt(&leading, seven, lang));
}

/// Returns the question before Anna leaves, with these payments of the deal. If `certain` is `true`, they
/// contain certain points.
fn leaving(payments: [i32; 3], window: i32, certain: bool) -> Refusal {
    let item = Item {
        game: if certain { ScoredGame::RenonszSupplement } else { ScoredGame::Renonsz },
        side: Side::Defence,
        seat: Some(ANNA_SITS),
        made: false,
        value: 4,
        kontra: 1,
        against: ANNA_SITS.others().to_vec(),
        points: -4,
    };
    let settlement = Settlement { payments: BySeat(payments), window, items: vec![item] };
    let players = TestTable::written().seats;
    Refusal::LeavingCosts(Box::new(LeavingCosts { deal: 3, seat: ANNA_SITS, settlement, players }))
}

/// Returns a table with one house rule that has the value `true`, after the first trick of a parti.
fn with_first_trick(rule: &str) -> TestTable {
    let rules = ulti_rules::RuleSet::preset("4m").unwrap().with_rule(rule, true.into()).unwrap();
    let mut table = TestTable::written().by_rules(&std::sync::Arc::new(ulti_rules::Book::new(rules)));
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    for seat in [BELA_SITS, Seat::Two, ANNA_SITS] {
        table.act(seat, Action::Pass);
    }
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Leaves)));
    for (seat, card) in [(ANNA_SITS, "AA"), (BELA_SITS, "AX"), (Seat::Two, "A8")] {
        table.act(seat, Action::Play(card.parse().unwrap()));
    }
    table
}

#[test]
fn last_trick_is_hidden_after_next_lead_if_house_rule_says_so() {
    let mut table = with_first_trick("last_trick_hidden");
    for lang in Lang::ALL {
        assert!(messages::last_trick(&table.table_view(), lang.into()).content.contains("🌰"));
    }
    table.act(ANNA_SITS, Action::Play("HA".parse().unwrap()));
    for lang in Lang::ALL {
        assert!(!messages::last_trick(&table.table_view(), lang.into()).content.contains("🌰"));
    }
    assert_snapshots("last_trick_hidden", |lang| messages::last_trick(&table.table_view(), lang));
    assert_snapshots("table_last_trick_hidden", |lang| messages::table(&table.table_view(), lang));
}

#[test]
fn help_messages_match_snapshots() {
    let elsewhere = [("help_direct", HelpPlace::Direct(ANNA)), ("help_no_table", HelpPlace::NoTable)];
    for (name, place) in elsewhere {
        assert_snapshots(name, |lang| messages::help(place, false, lang));
    }
    assert_snapshots("help_no_table_manager", |lang| messages::help(HelpPlace::NoTable, true, lang));
    assert_snapshots("welcome", messages::welcome);
    assert_snapshots("welcome_direct", |lang| messages::welcome_in_private(ANNA, lang));
    let lobby = TestTable::lobby(2);
    for (name, user) in [("help_lobby", UserId(999)), ("help_lobby_seated", BELA), ("help_lobby_host", ANNA)]
    {
        let in_lobby = HelpPlace::Table { table_view: &lobby, user, seat: None, view: None };
        assert_snapshots(name, |lang| messages::help(in_lobby, false, lang));
    }
    let full = TestTable::lobby(4);
    let outside = HelpPlace::Table { table_view: &full, user: UserId(999), seat: None, view: None };
    assert_snapshots("help_lobby_full", |lang| messages::help(outside, false, lang));
    let table = TestTable::written();
    let (view, table_view) = (table.deal.view(Some(ANNA_SITS)), table.table_view());
    let own =
        HelpPlace::Table { table_view: &table_view, user: ANNA, seat: Some(ANNA_SITS), view: Some(&view) };
    assert_snapshots("help_discard", |lang| messages::help(own, false, lang));
    assert_snapshots("help_manager", |lang| messages::help(own, true, lang));
    let table = bela_may_kontra();
    let (view, table_view) = (table.deal.view(Some(ANNA_SITS)), table.table_view());
    let waiting =
        HelpPlace::Table { table_view: &table_view, user: ANNA, seat: Some(ANNA_SITS), view: Some(&view) };
    assert_snapshots("help_kontra", |lang| messages::help(waiting, false, lang));
    let watching = HelpPlace::Table { table_view: &table_view, user: UserId(999), seat: None, view: None };
    assert_snapshots("help_watching", |lang| messages::help(watching, false, lang));
    let mut full = table_view.clone();
    full.chairs.push(Chair { player: Player::person(CILI, "Zita"), ..full.chairs[0].clone() });
    let watching = HelpPlace::Table { table_view: &full, user: UserId(999), seat: None, view: None };
    assert_snapshots("help_watching_full", |lang| messages::help(watching, false, lang));
    let sitting_out = HelpPlace::Table { table_view: &full, user: CILI, seat: None, view: None };
    assert_snapshots("help_sitting_out", |lang| messages::help(sitting_out, false, lang));
    let over = over().table_view();
    let over = HelpPlace::Table { table_view: &over, user: ANNA, seat: Some(ANNA_SITS), view: None };
    assert_snapshots("help_over", |lang| messages::help(over, false, lang));
}

fn every_refusal() -> Vec<Refusal> {
    let illegal = |reason| {
        let (players, next) = (TestTable::written().seats, NextAction::RaiseOrPass);
        Refusal::Illegal(Box::new(IllegalHere { reason, players, next }))
    };
    vec![
        Refusal::NoTable,
        Refusal::TableExists(TableId(1)),
        Refusal::TooMany(TooManyTables {
            of: LimitScope::Person,
            most: 5,
            channels: vec![ChannelId(1), ChannelId(2)],
        }),
        Refusal::TooMany(TooManyTables { of: LimitScope::Server, most: 50, channels: vec![ChannelId(3)] }),
        Refusal::AlreadySeated,
        Refusal::Full { seats: 4 },
        Refusal::Full { seats: 3 },
        Refusal::NotSeated,
        Refusal::NoSeatFree { seats: 4, robot: false },
        Refusal::NoSeatFree { seats: 3, robot: true },
        Refusal::SittingOut,
        Refusal::TooFew(2),
        Refusal::DealRunning,
        Refusal::NoDeal,
        Refusal::AlreadyStarted,
        Refusal::NotStarted,
        Refusal::EnoughPlayers,
        Refusal::NoRobot,
        Refusal::NotPassingOn,
        Refusal::SeatIsYours,
        leaving([-20, 10, 10], 0, false),
        leaving([0, 0, 0], 0, false),
        Refusal::AlreadyAgreed,
        Refusal::Busy,
        Refusal::Ended,
        illegal(IllegalAction::NotYourTurn { turn: BELA_SITS }),
        illegal(IllegalAction::MustFollow { suit: Suit::Leaves, instead: cards("L8 LX") }),
        Refusal::NotKept(JournalError::Unavailable("the disk is full".to_owned())),
        Refusal::Gone,
        Refusal::Stopping,
    ]
}

#[test]
fn rejection_messages_match_snapshots() {
    let all = every_refusal();
    for (name, refusals) in [("refused", &all[..13]), ("refused_more", &all[13..])] {
        assert_snapshots(name, |lang| {
            let sentences: Vec<String> = refusals.iter().map(|why| messages::refused(why, lang)).collect();
            Message::text(sentences.join("\n"))
        });
    }
    for (name, why) in [
        ("refusal_not_seated", Refusal::NotSeated),
        ("refusal_no_seat_free", Refusal::NoSeatFree { seats: 4, robot: false }),
        ("refusal_no_seat_free_robot", Refusal::NoSeatFree { seats: 3, robot: true }),
    ] {
        assert_snapshots(name, |lang| messages::refusal(&why, Some(TableId(17)), lang));
    }
    for (name, why) in [
        ("refusal_leaving", leaving([-20, 10, 10], 0, false)),
        ("refusal_leaving_with_partner", leaving([-8, 16, -8], 0, false)),
        ("refusal_leaving_certain_points", leaving([-21, 4, 17], 0, true)),
        ("refusal_leaving_window", leaving([-144, 172, 72], -100, false)),
    ] {
        assert_snapshots(name, |lang| messages::refusal(&why, Some(TableId(17)), lang));
    }
}

#[test]
fn refusals_say_what_is_possible_now() {
    let next = [
        NextAction::Bid,
        NextAction::Pass,
        NextAction::TakeOrPass,
        NextAction::RaiseOrPass,
        NextAction::RaiseAnyWayOrPass,
        NextAction::NameTrumps,
        NextAction::AnswerKontra,
        NextAction::Play,
        NextAction::KontraOrPlay,
        NextAction::Wait(BELA_SITS),
        NextAction::NextDeal,
    ];
    assert_snapshots("refused_at_the_wrong_time", |appearance| {
        let sentence = |next| {
            let (reason, players) = (IllegalAction::NotInPlay, TestTable::written().seats);
            messages::refused(&Refusal::Illegal(Box::new(IllegalHere { reason, players, next })), appearance)
        };
        Message::text(next.map(sentence).join("\n"))
    });
}

#[test]
fn analysis_messages_match_snapshots() {
    let players = ["Anna", "Kovács_Béla", "Robot 1"].map(str::to_owned);
    let made = ulti_ai::analysis::analyse(&over().deal.view(None), &Cancellation::new()).unwrap();
    assert_snapshots("analysis", |lang| messages::analysis(3, &players, &made, lang));
    let mut open = made.clone();
    for verdict in open.verdicts.iter_mut().filter(|verdict| verdict.game == Game::Parti) {
        (verdict.makeable, verdict.needs, verdict.best) = (None, None, Some(60));
    }
    assert_snapshots("analysis_marriage_open", |lang| messages::analysis(3, &players, &open, lang));
    let mut unknown = made.clone();
    unknown.verdicts.iter_mut().for_each(|verdict| (verdict.makeable, verdict.best) = (None, None));
    (unknown.complete, unknown.slips, unknown.line) = (false, Vec::new(), Vec::new());
    assert_snapshots("analysis_too_deep", |lang| messages::analysis(3, &players, &unknown, french(lang)));
    for why in [AnalysisError::Running, AnalysisError::Folded, AnalysisError::Left, AnalysisError::NoCard] {
        for lang in Lang::ALL {
            check(&Message::text(messages::not_analysed(why, lang.into())));
        }
    }
}

#[test]
fn hint_messages_match_snapshots() {
    let table = bela_has_to_beat();
    let hinted = |appearance: Appearance| appearance.with_hints(true);
    assert_snapshots("hand_with_hint", |lang| hand(&table, BELA_SITS, hinted(lang), None));
    assert_snapshots("hand_with_hint_not_ones_turn", |lang| hand(&table, ANNA_SITS, hinted(lang), None));
    assert_snapshots("hand_with_hint_twelve", |lang| {
        hand(&TestTable::written(), ANNA_SITS, hinted(lang), None)
    });
    let bidding = after_a_bid();
    let advised = |action, lang| {
        let view = bidding.player_view(BELA_SITS);
        messages::hinted_hand(&bidding.table_view(), &view, BELA_SITS, hinted(lang), (action, None))
    };
    assert_snapshots("hand_with_hint_to_take", |lang| advised(Action::Take, lang));
    assert_snapshots("hand_with_hint_to_pass", |lang| advised(Action::Pass, lang));
    let view = table.deal.view(Some(BELA_SITS));
    assert_snapshots("hint_play", |lang| messages::hint(&view, Action::Play("HX".parse().unwrap()), lang));
    assert_snapshots("hint_bid", |lang| messages::hint(&view, bid(ULTI, "B8 B9"), lang));
    let opening = TestTable::written();
    let draft = BidDraft::default().with_contract("parti".parse().unwrap()).pressed("B9".parse().unwrap());
    assert_snapshots("hand_with_draft", |lang| hand(&opening, ANNA_SITS, hinted(lang), Some(&draft)));
    assert_snapshots("hand_with_hint_beside_draft", |lang| {
        let (table_view, view) = (opening.table_view(), opening.player_view(ANNA_SITS));
        let advice = (bid(ULTI, "B8 B9"), Some(draft));
        messages::hinted_hand(&table_view, &view, ANNA_SITS, hinted(lang), advice)
    });
    let bidding = TestTable::written().deal.view(Some(ANNA_SITS));
    assert_snapshots("hint_bid_trumps", |lang| messages::hint(&bidding, bid(ULTI, "B8 B9"), lang));
    assert_snapshots("hint_trump", |lang| messages::hint(&view, Action::Trump(Some(Suit::Bells)), lang));
    let ulti = Action::Kontra(Contract::games(&ULTI.parse().unwrap()));
    assert_snapshots("hint_kontra", |lang| messages::hint(&view, ulti, lang));
}

#[test]
fn message_explains_why_hint_is_unavailable() {
    use crate::table::{CommandOutcome, TableReply};
    let table = bela_has_to_beat();
    let told = |table_view: TableView, seat: Option<Seat>, user| {
        let view = Some(table.deal.view(seat).into());
        let answer = TableReply {
            outcome: CommandOutcome::Done,
            table_view: std::sync::Arc::new(table_view),
            seat,
            player_view: view,
        };
        messages::no_hint(&answer, user, Lang::En.into()).map(|message| message.content)
    };
    assert_eq!(told(table.table_view(), Some(BELA_SITS), BELA), None);
    let others = told(table.table_view(), Some(ANNA_SITS), ANNA).unwrap();
    assert!(others.contains("Béla"), "{others}");
    assert!(told(table.table_view(), None, UserId(999)).unwrap().contains("no seat"));
    let held = TestTable { stood_in: vec![PlayerId::User(BELA)], ..table.clone() };
    assert!(told(held.table_view(), Some(BELA_SITS), BELA).unwrap().contains("robot holds"));
    let between = TableView { stage: TableStage::Between, ..table.table_view() };
    assert!(told(between, Some(BELA_SITS), BELA).unwrap().contains("no deal going on"));
    assert!(told(TestTable::lobby(3), None, ANNA).unwrap().contains("not begun"));
}

#[test]
fn reply_to_repeated_command_matches_snapshots() {
    use crate::table::{CommandOutcome, TableReply};
    let table = bela_has_to_beat();
    let answer = TableReply {
        outcome: CommandOutcome::Repeated,
        table_view: std::sync::Arc::new(table.table_view()),
        seat: Some(BELA_SITS),
        player_view: Some(table.deal.view(Some(BELA_SITS)).into()),
    };
    assert_snapshots("answer_repeated", |lang| messages::own_view(&answer, ANNA, lang));
}
