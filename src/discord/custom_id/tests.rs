mod invalid_ids;

use proptest::prelude::*;

use super::calculation::SilentResult;
use super::*;
use crate::store::{BoardGroup, DealId, Filter, RankBy, SeasonId};
use crate::table::shuffle::{Seed, commitment};
use crate::table::{AgreedCost, AgreedEnd, EarlyEnd, PointRange, RulesChoice, TableSetting, UserId};
use crate::text::{DeckStyle, Lang};
use ulti_ai::Level;
use ulti_rules::{Book, Card, CardSet, Game, Games, HouseRule, Rank, RuleSet, Suit};

const TABLE: TableId = TableId(i64::MIN);
const PANELS: [TablePanel; 6] = [
    TablePanel::Hand,
    TablePanel::LastTrick,
    TablePanel::Help,
    TablePanel::Hint,
    TablePanel::Settings,
    TablePanel::More,
];
const AT: Moment = Moment { deal: u32::MAX, version: u32::MAX };

/// Returns actions of every kind, with every card, suit and contract.
fn actions() -> Vec<Action> {
    let cards: CardSet = [Card::deck().next().unwrap(), Card::deck().last().unwrap()].into_iter().collect();
    let mut actions = vec![
        Action::Take,
        Action::Pass,
        Action::Trump(None),
        Action::Kontra(Games::only(Game::Ulti)),
        Action::Kontra(Games::all()),
        Action::NoKontra,
        Action::Fold,
        Action::Open,
        Action::Claim,
        Action::Leave,
    ];
    actions.extend(Suit::ALL.map(|suit| Action::Trump(Some(suit))));
    actions.extend(Card::deck().map(Action::Play));
    for entry in Book::preset("4m").unwrap().entries() {
        actions.push(Action::Bid { contract: entry.contract, discard: None });
        actions.push(Action::Bid { contract: entry.contract, discard: Some(cards) });
    }
    actions
}

fn commands() -> Vec<Command> {
    let acts = actions()
        .into_iter()
        .flat_map(|action| [Command::Act { action, at: Some(AT) }, Command::Act { action, at: None }]);
    let others = [
        Command::Look,
        Command::ActAnyway { action: ContractAction::Trump(Some(Suit::Bells)), at: AT },
        Command::ActAnyway { action: ContractAction::Trump(None), at: AT },
        Command::ActAnyway { action: ContractAction::Play(Card::new(Suit::Bells, Rank::Seven)), at: AT },
        Command::TakeAnyway { at: AT },
        Command::OpenHand { deal: u32::MAX },
        Command::ActAnyway {
            action: ContractAction::Bid {
                contract: "hearts open-durchmars+ulti".parse().unwrap(),
                discard: Some(["H7", "B8"].iter().map(|card| card.parse::<Card>().unwrap()).collect()),
            },
            at: AT,
        },
        Command::Join,
        Command::Leave { agreed: None },
        Command::Leave { agreed: Some(AgreedCost { points: 12, deal: 3 }) },
        Command::EndEarly(AgreedEnd { action: EarlyEnd::Claim, deal: u32::MAX, result: None }),
        Command::EndEarly(AgreedEnd {
            action: EarlyEnd::Fold,
            deal: u32::MAX,
            result: Some(PointRange { least: i32::MIN, most: i32::MAX }),
        }),
        Command::AddRobot(Level::Easy),
        Command::AddRobot(Level::Random),
        Command::RemoveRobot,
        Command::Invite(UserId(u64::MAX)),
        Command::Start,
        Command::NextDeal,
        Command::PassOn { at: Some(AT) },
        Command::StopPassing { deal: 3 },
        Command::TakeBack,
        Command::End,
        Command::Close { agreed: None },
        Command::Close { agreed: Some(u32::MAX) },
    ];
    acts.chain(others).chain(table_settings().into_iter().map(Command::Set)).collect()
}

/// Returns settings of every kind, with their lowest and highest values.
fn table_settings() -> Vec<TableSetting> {
    let presets = RuleSet::preset_names().map(|name| TableSetting::Rules(RulesChoice::Preset(name)));
    let settings = [
        TableSetting::Rules(RulesChoice::Opened),
        TableSetting::Deals(None),
        TableSetting::Deals(Some(*TableSetting::DEALS.end())),
        TableSetting::TimeLimit(0),
        TableSetting::TimeLimit(RuleSet::TIME_LIMIT),
        TableSetting::Robots(Level::Strong),
        TableSetting::Pause(None),
        TableSetting::Pause(Some(*TableSetting::PAUSES.end())),
    ];
    presets.chain(settings).collect()
}

/// Returns ids of rules and seasons, which do not name a table.
fn without_table() -> Vec<CustomId> {
    let rules = [
        CustomId::Page(RulesPage::first("silent-hundred")),
        CustomId::Page(RulesPage { topic: "house".to_owned(), part: u8::MAX }),
        CustomId::Page(RulesPage { topic: "book".to_owned(), part: 0 }),
        CustomId::Share(RulesPage::first("silent-hundred")),
        CustomId::Share(RulesPage { topic: "book".to_owned(), part: u8::MAX }),
    ];
    let seasons = [
        CustomId::Menu(RulesMenu::Topics),
        CustomId::Menu(RulesMenu::Silent),
        CustomId::Menu(RulesMenu::Metric),
        CustomId::Menu(RulesMenu::Season),
        CustomId::TableMenu(TableMenu::Rules),
        CustomId::TableMenu(TableMenu::Deals),
        CustomId::TableMenu(TableMenu::TimeLimit),
        CustomId::TableMenu(TableMenu::Robots),
        CustomId::TableMenu(TableMenu::Pause),
        CustomId::Seasons(SeasonsId::Show(SeasonId(i64::MAX))),
        CustomId::Seasons(SeasonsId::List(None)),
        CustomId::Seasons(SeasonsId::List(Some(SeasonId(1)))),
        CustomId::Seasons(SeasonsId::End(SeasonId(i64::MAX))),
        CustomId::Seasons(SeasonsId::Evening(TABLE)),
    ];
    rules.into_iter().chain(seasons).collect()
}

/// Returns ids of settings and panels, which do not name a table.
fn settings() -> Vec<CustomId> {
    vec![
        CustomId::Set(PersonalSetting::Pings(true)),
        CustomId::Set(PersonalSetting::Pings(false)),
        CustomId::Set(PersonalSetting::Hints(true)),
        CustomId::Set(PersonalSetting::Hints(false)),
        CustomId::Set(PersonalSetting::TextOnly(true)),
        CustomId::Set(PersonalSetting::TextOnly(false)),
        CustomId::Set(PersonalSetting::ForcedCards(true)),
        CustomId::Set(PersonalSetting::ForcedCards(false)),
        CustomId::Server(ServerChoice::Lang(None)),
        CustomId::Server(ServerChoice::Lang(Some(Lang::Hu))),
        CustomId::Server(ServerChoice::Faces(None)),
        CustomId::Server(ServerChoice::Faces(Some(DeckStyle::French))),
        CustomId::Server(ServerChoice::TextOnly(true)),
        CustomId::Panel(PanelId::OwnSettings),
        CustomId::Panel(PanelId::ServerSettings),
        CustomId::Panel(PanelId::HowItWorks),
        CustomId::Panel(PanelId::AgainstRobots),
        CustomId::Panel(PanelId::NewTable),
        CustomId::Set(PersonalSetting::Lang(None)),
        CustomId::Set(PersonalSetting::Lang(Some(Lang::Hu))),
        CustomId::Set(PersonalSetting::Lang(Some(Lang::En))),
        CustomId::Set(PersonalSetting::Faces(None)),
        CustomId::Set(PersonalSetting::Faces(Some(DeckStyle::Hungarian))),
        CustomId::Set(PersonalSetting::Faces(Some(DeckStyle::French))),
    ]
}

fn every_kind() -> Vec<CustomId> {
    let asks = commands().into_iter().map(|command| CustomId::Ask { table: TABLE, command });
    let shows = PANELS.map(|what| CustomId::Show { table: TABLE, what });
    let confirmations = [ConfirmedAction::Fold, ConfirmedAction::Open, ConfirmedAction::Claim];
    let confirmations = confirmations.map(|action| CustomId::Sure { table: TABLE, at: AT, action });
    let drafts = Book::preset("4m").unwrap().entries().iter().map(|entry| entry.contract).collect::<Vec<_>>();
    let drafts = drafts.into_iter().flat_map(|contract| {
        let draft = BidDraft { page: u8::MAX, contract: Some(contract), cards: CardSet::EMPTY };
        let draft = draft.pressed("H7".parse().unwrap()).pressed("B8".parse().unwrap());
        [CustomId::Draft { table: TABLE, at: AT, draft }, CustomId::DraftHint { table: TABLE, at: AT, draft }]
    });
    let analyse = [
        CustomId::Analyse { table: TABLE, deal: u32::MAX },
        CustomId::OwnDeal { table: TABLE, deal: u32::MAX },
        CustomId::SameAgain { table: TABLE },
        CustomId::Shuffle { table: TABLE, commitment: commitment(&Seed::from_bytes([7; 32]), 1) },
    ];
    let bare = CustomId::Draft { table: TABLE, at: AT, draft: BidDraft::default() };
    let global = without_table().into_iter().chain(settings()).chain(boards().map(CustomId::Board));
    let scores = calculations().into_iter().flat_map(|sum| [CustomId::Score(sum), CustomId::ShareScore(sum)]);
    let global = global.chain(scores);
    let all = asks.chain(shows).chain(confirmations).chain(drafts).chain([bare]).chain(analyse).chain(global);
    let played = played().into_iter().map(CustomId::Played);
    let all = all.chain(house().into_iter().map(CustomId::House)).chain(played);
    all.chain(stats()).chain(privacy()).collect()
}

fn privacy() -> impl Iterator<Item = CustomId> {
    let sure = [0, u64::MAX].map(|user| PrivacyId::Sure(UserId(user)));
    let others = [
        PrivacyId::About,
        PrivacyId::Export,
        PrivacyId::Delete,
        PrivacyId::Hide(true),
        PrivacyId::Hide(false),
    ];
    others.into_iter().chain(sure).map(CustomId::Privacy)
}

fn stats() -> Vec<CustomId> {
    let of = |user| {
        [StatsPeriod::All, StatsPeriod::Now].map(|span| CustomId::Stats(StatsId { user: UserId(user), span }))
    };
    [0, u64::MAX].into_iter().flat_map(of).collect()
}

fn boards() -> impl Iterator<Item = BoardId> {
    RankBy::ALL.into_iter().flat_map(|metric| {
        [
            (None, BoardGroup::Established, BoardPart::Page(1)),
            (Some(SeasonId(i64::MAX)), BoardGroup::Provisional, BoardPart::Page(u32::MAX)),
            (Some(SeasonId(3)), BoardGroup::Established, BoardPart::Own),
        ]
        .map(|(season, group, part)| BoardId { season, metric, group, part })
    })
}

fn played() -> Vec<HistoryId> {
    let deal = DealId(i64::MAX);
    let contract = Some("hearts 40-100+ulti".parse().unwrap());
    let widest = Filter { person: Some(UserId(u64::MAX)), contract, season: Some(SeasonId(i64::MAX)) };
    vec![
        HistoryId::History { filter: Filter::default(), before: None },
        HistoryId::History { filter: widest, before: Some(deal) },
        HistoryId::Menu,
        HistoryId::Open(deal),
        HistoryId::Turn(deal, ReplayStep::First),
        HistoryId::Turn(deal, ReplayStep::Back(u8::MAX)),
        HistoryId::Turn(deal, ReplayStep::On(u8::MAX)),
        HistoryId::Turn(deal, ReplayStep::Last),
        HistoryId::Analyse(deal),
        HistoryId::Export(deal),
        HistoryId::ExportEvening(deal),
        HistoryId::Verify(deal),
    ]
}

fn house() -> Vec<HouseRulesId> {
    let answers = |question: &HouseRule| {
        let question = HouseRule::named(question.name()).unwrap();
        let answers = question.answers().iter().map(move |answer| HouseRulesId::Answer(question, answer));
        answers.chain([HouseRulesId::Menu(question.name())])
    };
    let mut all: Vec<HouseRulesId> = HouseRule::ALL.iter().flat_map(answers).collect();
    all.extend(RuleSet::preset_names().map(HouseRulesId::Preset));
    all.extend([
        HouseRulesId::Page(0),
        HouseRulesId::Page(u8::MAX),
        HouseRulesId::Menu(HouseRulesId::PRESET),
        HouseRulesId::Reset,
        HouseRulesId::Done,
    ]);
    all
}

/// Returns a calculation for every contract, and calculations to which all silent results are added one by
/// one.
fn calculations() -> Vec<Calculation> {
    let book = Book::preset("rablo").unwrap();
    let mut sums: Vec<Calculation> = book.entries().iter().map(Calculation::of).collect();
    let mut full = sums[0];
    full.levels = [RuleSet::KONTRA_LIMIT; Game::ALL.len()];
    for happened in SilentResult::ALL {
        full = full.with(happened);
        sums.push(full);
    }
    sums
}

#[test]
fn button_ids_are_unique_and_can_be_parsed() {
    let mut seen = std::collections::HashSet::new();
    for id in every_kind() {
        let text = id.to_string();
        assert!(text.len() <= MAX_LENGTH, "{text}");
        assert_eq!(text.parse(), Ok(id), "{text}");
        assert!(seen.insert(text.clone()), "duplicate custom id: {text}");
    }
}

#[test]
fn old_robot_button_id_can_be_parsed() {
    let command = Command::AddRobot(Level::Easy);
    assert_eq!("u1:1:robot:plain".parse(), Ok(CustomId::Ask { table: TableId(1), command }));
    for invalid in ["u1:01:robot:plain", ":robot:plain", "u1:robot:plain", "u1:1:robot:plain:robot:plain"] {
        assert!(invalid.parse::<CustomId>().is_err(), "{invalid}");
    }
}

/// A cost without a deal is not agreed: the bot asks again.
#[test]
fn old_button_for_leaving_asks_again() {
    let command = Command::Leave { agreed: None };
    assert_eq!("u1:1:leave:12".parse(), Ok(CustomId::Ask { table: TableId(1), command }));
    for invalid in ["u1:1:leave:+12", "u1:1:leave:x", "u1:leave:12", ":leave:12", "u1:1:leave:12:"] {
        assert!(invalid.parse::<CustomId>().is_err(), "{invalid}");
    }
}

#[test]
fn bot_accepts_leaderboard_buttons_from_older_version() {
    let page = |part| {
        let (metric, group) = (RankBy::AllPoints, BoardGroup::Established);
        CustomId::Board(BoardId { season: None, metric, group, part: BoardPart::Page(part) })
    };
    assert_eq!("u1:-:board:0".parse(), Ok(page(1)));
    assert_eq!("u1:-:board:65535".parse(), Ok(page(65536)));
    for invalid in ["u1:-:board:01", "u1:-:board:+1", "u1:-:board:65536", "u1:-:board:", "u1:-:board:-1"] {
        assert!(invalid.parse::<CustomId>().is_err(), "{invalid}");
    }
}

proptest! {
    #[test]
    fn parsing_arbitrary_text_as_button_id_never_panics(text in "\\PC{0,120}") {
        let _ = text.parse::<CustomId>();
    }

    #[test]
    fn button_id_is_unchanged_by_parsing_and_formatting(
        text in "u1:(-|-?[0-9]{1,3}):(play|bid|played|replay|draft|kontra|trump|show|robot)(:[0-9a-zA-Z._+-]{0,5}){0,5}"
    ) {
        if let Ok(id) = text.parse::<CustomId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}
