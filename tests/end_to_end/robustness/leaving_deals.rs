//! Tests of players who leave during a deal.

use discord_sandbox::SimulatedUser;
use ulti::table::TableEvent;
use ulti_testkit::TestBot;
use ulti_testkit::game::{WEAKEST_BID, auction, to_first_lead};
use ulti_testkit::messages::{custom_id, private_reply, until_custom_id};

const fn got_up(event: &TableEvent) -> bool {
    matches!(event, TableEvent::GotUp { .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_without_confirmation_has_no_effect() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let bea = &users[1];
    for (locale, says) in [
        ("hu", ["Biztos?", "robot tartja a helyedet"]),
        ("en-US", ["Are you sure?", "a robot holds your seat"]),
    ] {
        bea.set_locale(locale);
        let asked = bot.assert_no_effect(bea, bea.command("ulti leave", []), &says).await;
        assert_eq!(asked.enabled_buttons().len(), 2);
        let cancel = asked.enabled_buttons()[1].to_owned();
        let back = bot.assert_no_effect(bea, bea.press(&asked, &cancel), &[]).await;
        assert!(back.text().starts_with("###"), "reply is not the hand: {}", back.text());
        let posted = until_custom_id(bea, ":show:hand").await;
        bot.assert_no_effect(bea, bea.press_raw(posted.id(), "u1:1:leave"), &says).await;
        // A confirmation with another price is not accepted.
        let agreed =
            asked.components().find_map(|part| part["custom_id"].as_str()?.strip_prefix("u1:1:leave:"));
        let (price, deal) = agreed.unwrap().split_once(':').unwrap();
        let (price, deal): (i32, u32) = (price.parse().unwrap(), deal.parse().unwrap());
        let prices =
            [0, -price, price - 1, price + 1, i32::MIN, i32::MAX].map(|other| format!("{other}:{deal}"));
        // So is one for another deal, and one of an earlier version, which does not name the deal.
        let others = [format!("{price}:{}", deal + 1), price.to_string()];
        for other in prices.into_iter().chain(others) {
            let button = format!("u1:1:leave:{other}");
            bot.assert_no_effect(bea, bea.press_raw(asked.id(), &button), &says).await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_ends_only_once_if_player_confirms_leaving_twice() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let csaba = &users[2];
    let asked = private_reply(csaba, csaba.command("ulti leave", []).await).await;
    let yes = custom_id(&asked, asked.enabled_buttons()[0]);
    let press = || csaba.press_raw(asked.id(), &yes);
    let (one, other) = tokio::join!(press(), press());
    private_reply(csaba, one).await;
    private_reply(csaba, other).await;
    assert_eq!(bot.count(got_up).await, 1);
    until_custom_id(&users[0], ":next").await;
    let sums: i64 = bot.query("SELECT COALESCE(SUM(points), 0) FROM results").await;
    let window: i64 = bot.query("SELECT COALESCE(SUM(gained), 0) FROM deals").await;
    assert_eq!(sums + window, 0);
    for command in ["pass", "ulti leave", "ulti start"] {
        bot.assert_no_effect(csaba, csaba.command(command, []), &["Nem ülsz ennél az asztalnál"]).await;
    }
    let last = bot.assert_no_effect(csaba, csaba.command("hand", []), &["Ennek az osztásnak már vége"]).await;
    assert!(!last.text().contains("· \n"), "incomplete title: {}", last.text());
    bot.end_without_leaks().await;
}

/// Returns a user's rating, or the initial rating of 25.
async fn rating(bot: &TestBot, user: &SimulatedUser) -> f64 {
    let found: Option<f64> = sqlx::query_scalar("SELECT rating FROM totals WHERE user_id = $1")
        .bind(user.id().0.cast_signed())
        .fetch_optional(&bot.pool)
        .await
        .unwrap();
    found.unwrap_or(25.0)
}

/// A player who leaves a losing deal gets a ranked loss, and nobody else does.
#[tokio::test(flavor = "multi_thread")]
async fn leaving_losing_deal_counts_as_ranked_loss() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    for _ in 0..4 {
        ulti_testkit::game::play_on(&users).await;
    }
    let leaver = bot.current_deal().await.turn(&users).clone();
    leaver.set_locale("en-US");
    let asked = private_reply(&leaver, leaver.command("ulti leave", []).await).await;
    assert!(
        asked.text().contains("leaving counts as a loss in the ratings"),
        "confirmation does not mention the ranked loss: {}",
        asked.text()
    );
    let yes = asked.enabled_buttons()[0].to_owned();
    private_reply(&leaver, leaver.press(&asked, &yes).await).await;
    until_custom_id(&users[0], ":next").await;
    for user in &users {
        let (rating, left) = (rating(&bot, user).await, user.id() == leaver.id());
        assert!(if left { rating < 24.0 } else { (rating - 25.0).abs() < 1e-9 }, "{rating} {left}");
    }
    let ranking: String = bot.query("SELECT ranking FROM deals").await;
    assert!(ranking.starts_with("deserted"), "{ranking}");
    let history = private_reply(&leaver, leaver.command("history", []).await).await;
    assert!(history.text().contains("left, a ranked loss"), "{}", history.text());
    bot.end_without_leaks().await;
}
