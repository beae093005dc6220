//! Tests of the question before an action that ends a deal early: folding, conceding, or a claim.

use ulti::table::{AgreedEnd, Command, CommandOutcome, EarlyEnd, EarlyEndQuestion, Refusal, TableStage};
use ulti_rules::{Action, RuleSet};

use crate::support::{TestTable, opening};

/// Asks for an action that ends the deal, and returns the question.
async fn question(table: &TestTable, user: u64, end: EarlyEnd) -> EarlyEndQuestion {
    match table.ask(user, Command::Act { action: end.action(), at: None }).await {
        Err(Refusal::EarlyEnd(question)) => *question,
        other => panic!("expected a question: {other:?}"),
    }
}

/// Returns the user who may end the deal early, and the actions that this user may take.
async fn ends(table: &TestTable) -> Option<(u64, Vec<EarlyEnd>)> {
    for user in 1..=3 {
        let Some(view) = table.look(user).await.player_view else { continue };
        let legal = [(view.legal.fold, EarlyEnd::Fold), (view.legal.claim, EarlyEnd::Claim)];
        let ends: Vec<EarlyEnd> = legal.into_iter().filter_map(|(may, end)| may.then_some(end)).collect();
        if !ends.is_empty() {
            return Some((user, ends));
        }
    }
    None
}

/// Returns the points that a user has received in the deals that are over.
async fn points(table: &TestTable, user: u64) -> i32 {
    let scene = table.look(user).await.table_view;
    let line = scene.standings.iter().find(|line| line.player.name == format!("P{user}"));
    line.map_or(0, |line| line.points)
}

/// A table with three people, the given rules, and a started deal.
async fn three(rules: RuleSet) -> TestTable {
    let table = TestTable::open(ulti::table::Opening { rules, ..opening(0, None) }).await;
    table.sit_down_and_start().await;
    table
}

/// The outcomes of the confirmations of early ends.
#[derive(Debug, Default)]
struct Confirmations {
    /// Results that were charged: of folding or conceding, and of claims.
    charged: [usize; 2],
    /// Questions that were asked again with another result.
    changed: usize,
    /// Claims that were rejected.
    rejected: usize,
}

impl Confirmations {
    /// Confirms the end of an earlier question, checks the answer and counts it.
    async fn confirm(&mut self, table: &TestTable, user: u64, asked: &EarlyEndQuestion, end: EarlyEnd) {
        let had = points(table, user).await;
        match table.ask(user, Command::EndEarly(asked.end)).await {
            Ok(answer) if asked.end.result.is_none() => {
                assert_eq!(answer.outcome, CommandOutcome::Done);
                assert_eq!(answer.table_view.stage, TableStage::Dealing, "the claim ended the deal");
                self.rejected += 1;
            }
            Ok(answer) => {
                let received = points(table, user).await - had;
                let result = asked.end.result.unwrap();
                assert!((result.least..=result.most).contains(&received), "{asked:?}: {received}");
                assert_ne!(answer.table_view.stage, TableStage::Dealing, "{asked:?}");
                self.charged[usize::from(end == EarlyEnd::Claim)] += 1;
            }
            Err(Refusal::EarlyEnd(again)) => {
                assert!(again.has_changed && again.end != asked.end, "{asked:?}: {again:?}");
                self.changed += 1;
            }
            // The deal is over, or only one trick is left.
            Err(refused) => {
                assert!(matches!(refused, Refusal::Illegal(_) | Refusal::NoDeal), "{refused}");
            }
        }
    }
}

/// In random deals with all ways to end a deal, asks at many positions, continues the deal for some steps,
/// and then confirms the old question.
#[tokio::test(start_paused = true)]
async fn confirmed_result_is_charged_or_asked_again() {
    let rules = RuleSet { concede: true, window: true, ..RuleSet::preset("4m").unwrap() };
    let table = three(rules).await;
    let mut confirmations = Confirmations::default();
    for step in 0..1_500 {
        if table.look(1).await.table_view.stage != TableStage::Dealing {
            table.ask(1, Command::NextDeal).await.unwrap();
        }
        if let Some((user, ends)) = ends(&table).await
            && step % 5 == 0
        {
            let end = ends[(step / 5) as usize % ends.len()];
            let before = table.look(user).await.table_view.version;
            let asked = question(&table, user, end).await;
            assert_eq!(table.look(user).await.table_view.version, before, "a question changed the table");
            for later in 0..step % 3 {
                table.step(step + later).await;
            }
            confirmations.confirm(&table, user, &asked, end).await;
        } else {
            table.step(step).await;
        }
    }
    let Confirmations { charged, changed, rejected } = confirmations;
    assert!(charged[0] > 20 && charged[1] > 2, "{charged:?} charged");
    assert!(changed > 3 && rejected > 10, "{changed} changed, {rejected} rejected");
}

#[tokio::test(start_paused = true)]
async fn confirmation_of_another_deal_has_no_effect() {
    let table = three(RuleSet::preset("4m").unwrap()).await;
    let mut step = 0;
    let asked = loop {
        if let Some((user, ends)) = ends(&table).await
            && ends.contains(&EarlyEnd::Fold)
        {
            break (user, question(&table, user, EarlyEnd::Fold).await);
        }
        step += 1;
        assert!(table.step(step).await);
    };
    let (user, asked) = asked;
    let end = AgreedEnd { deal: asked.end.deal + 1, ..asked.end };
    assert_eq!(table.ask(user, Command::EndEarly(end)).await.unwrap().outcome, CommandOutcome::Stale);
    let other = 1 + user % 3;
    let refused = table.ask(other, Command::EndEarly(asked.end)).await.unwrap_err();
    assert!(matches!(refused, Refusal::Illegal(_)), "{refused}");
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Dealing);
    table.ask(user, Command::EndEarly(asked.end)).await.unwrap();
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Between);
    let folded = table.ask(user, Command::Act { action: Action::Fold, at: None }).await.unwrap_err();
    assert!(matches!(folded, Refusal::NoDeal), "{folded}");
}
