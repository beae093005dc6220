//! What people are answered: refusals, help, hints, analyses.

use super::check::check;
use crate::ai::Stop;
use crate::ai::analysis::NotPlayed;
use crate::discord::custom_id::Grave;
use crate::discord::show::fixtures::{ANNA, BELA, TestTable};
use crate::discord::show::{self, Message};
use crate::rules::{Action, Contract, Illegal, Seat, Suit};
use crate::table::{
    ChannelId, IllegalHere, JournalError, Moment, Of, PlayerId, Refused, Scene, SceneStage, TableId, TooMany,
    UserId,
};
use crate::text::{Lang, Look};

use super::look_at::look_at;
use super::moments::{
    ANNA_SITS, BELA_SITS, ULTI, anna_names_trumps, bela_has_to_beat, bela_may_kontra, bid, cards, french,
    hand, over,
};

#[test]
fn asking_back() {
    let table = anna_names_trumps();
    let view = table.deal.view(Some(ANNA_SITS));
    let at = Moment { deal: 3, version: table.deal.version() };
    look_at("sure_fold", |lang| show::sure(&table.scene(), &view, at, Grave::Fold, lang));
    look_at("sure_claim", |lang| show::sure(&table.scene(), &view, at, Grave::Claim, lang));
    look_at("sure_open", |lang| show::sure(&table.scene(), &view, at, Grave::Open, lang));
}

#[test]
fn help() {
    look_at("help_lobby", |lang| show::help(&TestTable::lobby(2), None, lang));
    let table = TestTable::written();
    let view = table.deal.view(Some(ANNA_SITS));
    look_at("help_discard", |lang| show::help(&table.scene(), Some(&view), lang));
    look_at("help_kontra", |lang| show::help(&bela_may_kontra().scene(), None, lang));
}

fn every_refusal() -> Vec<Refused> {
    let illegal =
        |reason| Refused::Illegal(Box::new(IllegalHere { reason, players: TestTable::written().seats }));
    vec![
        Refused::NoTable,
        Refused::TableExists(TableId(1)),
        Refused::TooMany(TooMany { of: Of::Person, most: 5, channels: vec![ChannelId(1), ChannelId(2)] }),
        Refused::TooMany(TooMany { of: Of::Server, most: 50, channels: vec![ChannelId(3)] }),
        Refused::AlreadySeated,
        Refused::Full { seats: 4 },
        Refused::Full { seats: 3 },
        Refused::NotSeated,
        Refused::SittingOut,
        Refused::TooFew(2),
        Refused::DealRunning,
        Refused::NoDeal,
        Refused::AlreadyStarted,
        Refused::NotStarted,
        Refused::NoRobot,
        Refused::SeatIsYours,
        Refused::LeavingCosts { cost: 10 },
        Refused::LeavingCosts { cost: 0 },
        Refused::AlreadyAgreed,
        Refused::Ended,
        illegal(Illegal::NotYourTurn { turn: BELA_SITS }),
        illegal(Illegal::MustFollow { suit: Suit::Leaves, instead: cards("L8 LX") }),
        Refused::NotKept(JournalError::Unavailable("the disk is full".to_owned())),
        Refused::Gone,
        Refused::Stopping,
    ]
}

#[test]
fn refusals() {
    look_at("refused", |lang| {
        let sentences: Vec<String> = every_refusal().iter().map(|why| show::refused(why, lang)).collect();
        Message::text(sentences.join("\n").chars().take(2000).collect::<String>())
    });
    look_at("refusal_leaving", |lang| {
        show::refusal(&Refused::LeavingCosts { cost: 10 }, Some(TableId(17)), lang)
    });
}

#[test]
fn analyses() {
    let players = ["Anna", "Kovács_Béla", "Robot 1"].map(str::to_owned);
    let made = crate::ai::analysis::analyse(&over().deal.view(None), &Stop::new()).unwrap();
    look_at("analysis", |lang| show::analysis(3, &players, &made, lang));
    let mut unknown = made.clone();
    unknown.verdicts.iter_mut().for_each(|verdict| verdict.makeable = None);
    (unknown.complete, unknown.slips, unknown.line) = (false, Vec::new(), Vec::new());
    look_at("analysis_too_deep", |lang| show::analysis(3, &players, &unknown, french(lang)));
    for why in [NotPlayed::Running, NotPlayed::Folded, NotPlayed::Left, NotPlayed::NoCard] {
        for lang in Lang::ALL {
            check(&Message::text(show::not_analysed(why, lang)));
        }
    }
}

#[test]
fn hints() {
    let table = bela_has_to_beat();
    let hinted = |look: Look| look.with_hints(true);
    look_at("hand_with_hint", |lang| hand(&table, BELA_SITS, hinted(lang), None));
    look_at("hand_with_hint_not_ones_turn", |lang| hand(&table, ANNA_SITS, hinted(lang), None));
    look_at("hand_with_hint_twelve", |lang| hand(&TestTable::written(), ANNA_SITS, hinted(lang), None));
    let view = table.deal.view(Some(BELA_SITS));
    look_at("hint_play", |lang| show::hint(&view, Action::Play("HX".parse().unwrap()), lang));
    look_at("hint_bid", |lang| show::hint(&view, bid(ULTI, "B8 B9"), lang));
    look_at("hint_trump", |lang| show::hint(&view, Action::Trump(Some(Suit::Bells)), lang));
    let ulti = Action::Kontra(Contract::games(&ULTI.parse().unwrap()));
    look_at("hint_kontra", |lang| show::hint(&view, ulti, lang));
}

#[test]
fn who_gets_no_hint_hears_why() {
    use crate::table::{Answer, Outcome};
    let table = bela_has_to_beat();
    let told = |scene: Scene, seat: Option<Seat>, user| {
        let view = Some(std::sync::Arc::new(table.deal.view(seat)));
        let answer = Answer { outcome: Outcome::Done, scene: std::sync::Arc::new(scene), seat, view };
        show::no_hint(&answer, user, Lang::En)
    };
    assert_eq!(told(table.scene(), Some(BELA_SITS), BELA), None);
    let others = told(table.scene(), Some(ANNA_SITS), ANNA).unwrap();
    assert!(others.contains("Béla"), "{others}");
    assert!(told(table.scene(), None, UserId(999)).unwrap().contains("no seat"));
    let held = TestTable { stood_in: vec![PlayerId::User(BELA)], ..table.clone() };
    assert!(told(held.scene(), Some(BELA_SITS), BELA).unwrap().contains("robot holds"));
    let between = Scene { stage: SceneStage::Between, ..table.scene() };
    assert!(told(between, Some(BELA_SITS), BELA).unwrap().contains("no deal going on"));
    assert!(told(TestTable::lobby(3), None, ANNA).unwrap().contains("not begun"));
}

#[test]
fn answers() {
    use crate::table::{Answer, Outcome};
    let table = bela_has_to_beat();
    let answer = Answer {
        outcome: Outcome::Repeated,
        scene: std::sync::Arc::new(table.scene()),
        seat: Some(BELA_SITS),
        view: Some(std::sync::Arc::new(table.deal.view(Some(BELA_SITS)))),
    };
    look_at("answer_repeated", |lang| show::answer(&answer, ANNA, lang, None));
}
