//! Tests of the command list: context menus, direct messages, user installs, and settings of a server.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::{Value, json};
use ulti_testkit::TestBot;
use ulti_testkit::game::{fold_deal, play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, until_button};

/// Plays a folded deal and returns the players with the message that shows its result.
async fn after_a_deal(bot: &TestBot) -> ([SimulatedUser; 3], Message) {
    let users = seat_three(bot).await;
    let result = fold_deal(&users).await;
    (users, result)
}

#[tokio::test(flavor = "multi_thread")]
async fn context_menus_open_statistics_replay_and_analysis() {
    let bot = TestBot::start().await;
    let ([anna, bea, _], result) = after_a_deal(&bot).await;
    anna.set_locale("hu");
    let by_command = anna.command("stats", [("person", json!(bea.id().to_string()))]).await.unwrap();
    let by_menu = anna.user_menu("Ulti stats", bea.id()).await.unwrap();
    assert_eq!(private_text(&by_menu), private_text(&by_command));
    // The bot stores the id of the message after Discord has shown it.
    bot.idle().await;
    let by_menu = anna.message_menu("Replay", &result).await.unwrap();
    let by_button = anna.press(&result, "Visszajátszás").await.unwrap();
    assert_eq!(private_text(&by_menu), private_text(&by_button));
    // A folded deal has nothing to analyse, but the menu finds the deal.
    let analysed = anna.message_menu("Analyse", &result).await.unwrap();
    assert!(!analysed.text().contains("nincs befejezett osztás"), "{}", analysed.text());

    let other = bea.post("hello").unwrap();
    for entry in ["Replay", "Analyse"] {
        let refused = anna.message_menu(entry, &other).await.unwrap();
        assert!(private_text(&refused).contains("nincs befejezett osztás"), "{}", refused.text());
    }
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn message_of_running_deal_is_not_replayed() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    users[0].set_locale("hu");
    let table = until_button(&users[0], "Lapjaim").await;
    for entry in ["Replay", "Analyse"] {
        let chosen = users[0].message_menu(entry, &table);
        bot.assert_no_effect(&users[0], chosen, &["nincs befejezett osztás"]).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_and_own_statistics_work_in_direct_messages() {
    let bot = TestBot::start().await;
    let ([anna, bea, _], _) = after_a_deal(&bot).await;
    let direct = anna.in_dm();
    direct.set_locale("en-US");
    let stats = direct.command("stats", []).await.unwrap();
    let text = private_text(&stats);
    assert!(text.contains("All servers together") && text.contains("**One deal**"), "{text}");
    assert_eq!(stats.message.unwrap().components().count(), 0, "buttons need a server");
    let other = direct.command("stats", [("person", json!(bea.id().to_string()))]).await.unwrap();
    assert!(private_text(&other).contains("only your own numbers"), "{}", other.text());
    let nothing = bot.user("Ed").in_dm().command("stats", []).await.unwrap();
    assert!(private_text(&nothing).contains("not finished a deal yet"), "{}", nothing.text());

    let page = direct.command("rules page", []).await.unwrap().message.unwrap();
    assert!(!page.enabled_buttons().contains(&"Share"), "{:?}", page.enabled_buttons());
    let next = direct.press(&page, "Next page ▶").await.unwrap();
    assert!(next.updated && private_text(&next) != page.text(), "{}", next.text());
    for command in ["rules bids", "rules rating"] {
        private_reply(&direct, direct.command(command, []).await).await;
    }
    let score = direct.command("rules score", [("contract", json!("ulti"))]).await.unwrap().message.unwrap();
    assert!(!score.enabled_buttons().contains(&"Share"), "{:?}", score.enabled_buttons());
    private_reply(&direct, direct.press(&score, "Rules").await).await;
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_install_works_on_server_without_bot() {
    let bot = TestBot::start().await;
    let ([anna, ..], _) = after_a_deal(&bot).await;
    anna.set_locale("en-US");
    bot.sandbox.remove_bot();
    assert!(anna.command("hand", []).await.is_err(), "command needs the bot on the server");
    let stats = anna.command("stats", []).await.unwrap();
    assert!(private_text(&stats).contains("All servers together"), "{}", stats.text());
    let page = anna.command("rules page", []).await.unwrap();
    assert!(private_text(&page).contains("Ulti"), "{}", page.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_for_servers_if_user_installs_are_refused() {
    let mut bot = TestBot::builder().without_bot().await;
    bot.sandbox.fail_next(1, "PUT", "/applications/", discord_sandbox::Fault::Status(400));
    bot.start_bot().await;
    let commands = bot.sandbox.commands();
    let stats = commands.iter().find(|command| command["name"] == "stats").unwrap();
    assert_eq!(stats["integration_types"], json!([0]));
    private_text(&bot.user("Ed").command("stats", []).await.unwrap());
    bot.end_expecting(&["400"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_settings_are_changed_by_managers_alone() {
    let bot = TestBot::start().await;
    let (anna, ed) = (bot.user("Anna"), bot.user("Ed"));
    anna.set_locale("en-US");
    assert!(ed.command("ulti-admin settings", []).await.is_err(), "command is offered to a member");
    let panel = anna.command("ulti-admin settings", []).await.unwrap();
    assert!(private_text(&panel).contains("Language: magyar"), "{}", panel.text());
    let set = anna.press(panel.message.as_ref().unwrap(), "English").await.unwrap();
    assert!(set.updated && private_text(&set).contains("Language: English"), "{}", set.text());
    let typed = [("language", json!("hu")), ("deck", json!("french")), ("text-only", json!(true))];
    let set = anna.command("ulti-admin settings", typed).await.unwrap();
    let text = private_text(&set);
    assert!(text.contains("Language: magyar") && text.contains("no pictures"), "{text}");
    let house = anna.press(set.message.as_ref().unwrap(), "Rules of new tables…").await.unwrap();
    private_text(&house);

    // Buttons of an old message and a command that the server allows to everyone still need the permission.
    bot.sandbox.open_commands_to_all();
    let refused = ed.command("ulti-admin settings", [("language", json!("en"))]).await.unwrap();
    let message = refused.message.clone().unwrap();
    assert!(private_text(&refused).contains("**Manage Server**"), "{}", refused.text());
    for forged in ["u1:-:server:lang:en", "u1:-:server:text:off", "u1:-:house:page:0", "u1:-:season:end:1"] {
        let refused = ed.press_raw(message.id(), forged).await.unwrap();
        assert!(private_text(&refused).contains("**Manage Server**"), "{forged}: {}", refused.text());
    }
    let shown = ed.press_raw(message.id(), "u1:-:panel:server").await.unwrap();
    let text = private_text(&shown);
    assert!(text.contains("Language: magyar") && text.contains("**Manage Server**"), "{text}");
    let own = ed.press(shown.message.as_ref().unwrap(), "My own settings").await.unwrap();
    assert!(private_text(&own).contains("Your settings"), "{}", own.text());
    bot.end().await;
}

/// Returns the names of a registered command's options or subcommands in Hungarian.
fn hungarian(of: &Value) -> Vec<String> {
    let options = of["options"].as_array().into_iter().flatten();
    options.map(|option| option["name_localizations"]["hu"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn registered_commands_have_hungarian_names() {
    let bot = TestBot::start().await;
    let commands = bot.sandbox.commands();
    let named = |name: &str| commands.iter().find(|command| command["name"] == name).unwrap();
    assert_eq!(named("rules")["name_localizations"]["hu"], "szabályok");
    assert_eq!(
        hungarian(named("ulti")),
        ["új", "beülök", "meghívok", "felállok", "kezdjük", "robot", "beállítások", "vége"]
    );
    assert_eq!(hungarian(named("play")), ["lap"]);
    assert_eq!(named("Replay")["name_localizations"]["hu"], "Visszajátszás");
    let bits = named("ulti-admin")["default_member_permissions"].as_str().unwrap().to_owned();
    assert_eq!(bits, "32", "Manage Server");
    let hidden = commands.iter().filter(|command| !command["default_member_permissions"].is_null());
    assert_eq!(hidden.count(), 1);
    bot.end().await;
}
