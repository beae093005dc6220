//! Getting up in the middle of a deal.

use ulti::playground::Person;
use ulti::table::TableEvent;

use crate::evening::{Evening, LEAST, auction, play, told, until_public};

const fn got_up(event: &TableEvent) -> bool {
    matches!(event, TableEvent::GotUp { .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn without_being_sure() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let bea = &people[1];
    for (locale, says) in [
        ("hu", ["Biztos?", "robot tartja a helyedet"]),
        ("en-US", ["Are you sure?", "a robot holds your seat"]),
    ] {
        bea.speak(locale);
        let asked = evening.in_vain(bea, bea.command("ulti leave", []), &says).await;
        assert_eq!(asked.enabled().len(), 2);
        let cancel = asked.enabled()[1].to_owned();
        let back = evening.in_vain(bea, bea.press(&asked, &cancel), &[]).await;
        assert!(back.text().starts_with("###"), "the hand again: {}", back.text());
        let posted = until_public(bea, ":show:hand").await;
        evening.in_vain(bea, bea.press_raw(posted.id(), "u1:1:leave"), &says).await;
        // Agreeing to another price than the one that is asked is no agreement.
        let price =
            asked.components().find_map(|part| part["custom_id"].as_str()?.strip_prefix("u1:1:leave:"));
        let price: i32 = price.unwrap().parse().unwrap();
        for other in [0, -price, price - 1, price + 1, i32::MIN, i32::MAX] {
            let button = format!("u1:1:leave:{other}");
            evening.in_vain(bea, bea.press_raw(asked.id(), &button), &says).await;
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn being_sure_ends_the_deal_once() {
    let evening = Evening::begin().await;
    let people = auction(&evening).await;
    let csaba = &people[2];
    let asked = told(csaba, csaba.command("ulti leave", []).await).await;
    let yes = asked.enabled()[0].to_owned();
    let (one, other) = tokio::join!(csaba.press(&asked, &yes), csaba.press(&asked, &yes));
    told(csaba, one).await;
    told(csaba, other).await;
    assert_eq!(evening.count(got_up).await, 1);
    until_public(&people[0], ":next").await;
    let sums: i64 = sqlx::query_scalar("SELECT COALESCE(SUM(points), 0) FROM results")
        .fetch_one(&evening.eyes)
        .await
        .unwrap();
    let window: i64 = sqlx::query_scalar("SELECT COALESCE(SUM(gained), 0) FROM deals")
        .fetch_one(&evening.eyes)
        .await
        .unwrap();
    assert_eq!(sums + window, 0);
    for command in ["pass", "ulti leave", "ulti start"] {
        evening.in_vain(csaba, csaba.command(command, []), &["Nem ülsz ennél az asztalnál"]).await;
    }
    let last = evening.in_vain(csaba, csaba.command("hand", []), &["Ennek az osztásnak már vége"]).await;
    assert!(!last.text().contains("· \n"), "a title with nothing behind its dot: {}", last.text());
    evening.end().await;
}

/// The rating of a person, as the database has it; 25 for whoever has none.
async fn rating(evening: &Evening, person: &Person) -> f64 {
    let found: Option<f64> = sqlx::query_scalar("SELECT rating FROM totals WHERE user_id = $1")
        .bind(person.id().0.cast_signed())
        .fetch_optional(&evening.eyes)
        .await
        .unwrap();
    found.unwrap_or(25.0)
}

/// Whoever sees that they lose gains nothing by getting up: it is a ranked loss, of theirs alone.
#[tokio::test(flavor = "multi_thread")]
async fn when_losing_is_a_ranked_loss() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    for _ in 0..4 {
        crate::evening::play_on(&evening, &people).await;
    }
    let leaver = evening.dealt().await.turn(&people).clone();
    leaver.speak("en-US");
    let asked = told(&leaver, leaver.command("ulti leave", []).await).await;
    assert!(asked.text().contains("leaving is a ranked loss"), "it is said before: {}", asked.text());
    let yes = asked.enabled()[0].to_owned();
    told(&leaver, leaver.press(&asked, &yes).await).await;
    until_public(&people[0], ":next").await;
    for person in &people {
        let (rating, left) = (rating(&evening, person).await, person.id() == leaver.id());
        assert!(if left { rating < 24.0 } else { (rating - 25.0).abs() < 1e-9 }, "{rating} {left}");
    }
    let ranking: String =
        sqlx::query_scalar("SELECT ranking FROM deals").fetch_one(&evening.eyes).await.unwrap();
    assert!(ranking.starts_with("deserted"), "{ranking}");
    let history = told(&leaver, leaver.command("history", []).await).await;
    assert!(history.text().contains("left, a ranked loss"), "{}", history.text());
    evening.end().await;
}
