//! Tests of house rules: chosen by menus for a server, or typed for a table.

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::json;
use ulti_testkit::game::{close_auction, play_on, play_to_first_lead, start_deal};
use ulti_testkit::messages::{
    private_reply, private_text, public, until_button, until_newest, until_private, until_text,
};
use ulti_testkit::{TestBot, fold};

/// Returns the values of a message's selected menu options.
fn chosen(message: &Message) -> Vec<String> {
    let options =
        message.components().flat_map(|part| part["options"].as_array().cloned().unwrap_or_default());
    let chosen = options.filter(|option| option["default"] == true);
    chosen.map(|option| option["value"].as_str().unwrap().to_owned()).collect()
}

async fn choose(user: &SimulatedUser, message: &Message, menu: &str, answer: &str) -> Response {
    let menu = format!("u1:-:house:menu:{menu}");
    user.select(message, &menu, &[&format!("u1:-:house:{answer}")]).await.unwrap()
}

/// Waits for a private message with the server's rules that contains this text.
async fn own_rules(user: &SimulatedUser, with: &str) -> Message {
    until_private(user, |message| message.text().contains(with)).await
}

/// Opens a table, returns the text of its lobby and closes the table.
async fn lobby_of(host: &SimulatedUser, rules: Option<&str>) -> String {
    let opened = host.command("ulti new", rules.map(|rules| ("rules", json!(rules)))).await;
    private_reply(host, opened).await;
    let lobby = until_button(host, "Beülök").await;
    let text = lobby.text();
    private_text(&host.command("ulti end", []).await.unwrap());
    let closed =
        |messages: &[Message]| public(messages).last().is_some_and(|lobby| lobby.buttons().is_empty());
    host.wait_until(closed, ulti_testkit::TIMEOUT).await.unwrap();
    text
}

/// Chooses a preset and two house rules by the menus of a message with the server's rules. Returns the page
/// with the menus.
async fn choose_house_rules(anna: &SimulatedUser, message: &Message) -> Message {
    choose(anna, message, "preset", "from:rablo").await;
    let rablo = own_rules(anna, "Rablóulti").await;
    anna.press(&rablo, "Next").await.unwrap();
    let values = own_rules(anna, "bids and values").await;
    choose(anna, &values, "four_tens", "set:four_tens:true").await;
    let values = own_rules(anna, "Four tens can be bid").await;
    choose(anna, &values, "durchmars", "set:durchmars:7").await;
    own_rules(anna, "Durchmars is worth 7").await
}

#[tokio::test(flavor = "multi_thread")]
async fn server_house_rules_apply_to_new_game_tables() {
    let mut bot = TestBot::start().await;
    let (anna, ed) = (bot.user("Anna"), bot.user("Ed"));
    anna.set_locale("en-US");
    assert!(lobby_of(&anna, None).await.contains("4M ulti"));
    let first = anna.command("ulti-admin rules", []).await.unwrap();
    assert!(private_text(&first).contains("Nobody has changed the rules here yet"), "{}", first.text());
    let old = first.message.unwrap();
    assert_eq!(chosen(&old), ["u1:-:house:from:4m"]);
    let values = choose_house_rules(&anna, &old).await;
    let now = chosen(&values);
    for answer in ["durchmars:7", "20-100:8", "four_aces:true", "four_tens:true"] {
        assert!(now.contains(&format!("u1:-:house:set:{answer}")), "{now:?}");
    }
    // The choice and the button survive a restart.
    bot.stop_bot().await;
    bot.start_bot().await;
    anna.press(&values, "Done").await.unwrap();
    let done = own_rules(&anna, "Durchmars is worth 7").await;
    assert!(done.text().contains("Four tens"), "{}", done.text());

    let lobby = lobby_of(&anna, None).await;
    for said in ["rablóulti, házi szabályokkal", "Durchmars: 7 pont", "A négy tízes bemondható"] {
        assert!(lobby.contains(said), "{lobby}");
    }
    assert!(!lobby_of(&anna, Some("4m")).await.contains("Durchmars"));
    let more = lobby_of(&anna, Some("server window=true")).await;
    assert!(more.contains("Durchmars: 7 pont") && more.contains("ablakba"), "{more}");

    // An old button changes only its own setting.
    let again = anna.command("ulti-admin rules", []).await.unwrap().message.unwrap();
    let set = "u1:-:house:set:silent_ulti:sides";
    anna.select_raw(again.id(), "u1:-:house:menu:silent_ulti", &[set]).await.unwrap();
    let rules = own_rules(&anna, "paid between the sides").await;
    assert!(rules.text().contains("Four tens can be bid"), "{}", rules.text());
    let book = ed.command("rules page", [("topic", json!("payment"))]).await.unwrap();
    private_text(&book);

    anna.press(&rules, "Reset").await.unwrap();
    own_rules(&anna, "Nobody has changed the rules here yet").await;
    assert!(lobby_of(&anna, None).await.contains("4M ulti"));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_house_rules_requires_manage_server_permission() {
    let bot = TestBot::start().await;
    let (anna, ed) = (bot.user("Anna"), bot.user("Ed"));
    assert!(ed.command("ulti-admin rules", []).await.is_err(), "command is offered to a member");
    bot.sandbox.open_commands_to_all();
    for (locale, permission) in [("hu", "Szerver kezelése"), ("en-US", "Manage Server")] {
        ed.set_locale(locale);
        let refused = ed.command("ulti-admin rules", []).await.unwrap();
        assert!(private_text(&refused).contains(permission), "{}", refused.text());
        let own = refused.message.unwrap();
        for forged in ["set:four_tens:true", "from:rablo", "reset", "page:1", "done", "menu:window"] {
            let forged = format!("u1:-:house:{forged}");
            assert!(private_text(&ed.press_raw(own.id(), &forged).await.unwrap()).contains(permission));
        }
    }
    anna.set_locale("en-US");
    let unchanged = anna.command("ulti-admin rules", []).await.unwrap();
    assert!(
        private_text(&unchanged).contains("Nobody has changed the rules here yet"),
        "{}",
        unchanged.text()
    );
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn selecting_invalid_house_rule_has_no_effect() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    let own = anna.command("ulti-admin rules", []).await.unwrap().message.unwrap();
    let long = "x".repeat(80);
    for made_up in [
        "set:four_tens:maybe",
        "set:renonsz:false",
        "set:durchmars:5",
        "set:kontra_limit:07",
        "from:nothing",
        "from:",
        "menu:nothing",
        "page:-1",
        "page:300",
        "page",
        "",
        &long,
    ] {
        let made_up = format!("u1:-:house:{made_up}");
        let answer = anna.press_raw(own.id(), &made_up).await.unwrap();
        assert!(!private_text(&answer).contains("Saved"), "{made_up}: {}", answer.text());
    }
    private_text(&anna.press_raw(own.id(), "u1:-:house:page:255").await.unwrap());
    let refused = anna.press_raw(own.id(), "u1:-:house:set:silent_hundred:table").await.unwrap();
    assert!(private_text(&refused).contains("contradict each other"), "{}", refused.text());
    let unchanged = anna.command("ulti-admin rules", []).await.unwrap();
    assert!(
        private_text(&unchanged).contains("Nobody has changed the rules here yet"),
        "{}",
        unchanged.text()
    );
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_game_command_accepts_house_rules() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    for typed in [
        "rablo four_tens=true durchmars=7",
        "Rablóulti, four-tens = true, durchmars = 7",
        "{ preset = \"rablo\", four_tens = true, durchmars = 7 }",
    ] {
        let lobby = lobby_of(&anna, Some(typed)).await;
        assert!(lobby.contains("Durchmars: 7 pont · A négy tízes bemondható"), "{typed}: {lobby}");
    }
    let offered = anna.autocomplete("ulti new", "rules", "").await.unwrap();
    assert_eq!(offered.len(), 6, "expected five presets and the server's rules");
    let more = anna.autocomplete("ulti new", "rules", "rablo four_t").await.unwrap();
    assert_eq!(more[0].value, json!("rablo four_tens=true"), "{more:?}");
    for (locale, typed, says) in [
        ("en-US", "rabl", "Did you mean `rablo`?"),
        ("hu", "rablo four_ace=true", "Erre gondoltál: `four_aces`?"),
        ("en-US", "kontra_limit=16", "from 0 to 15"),
        ("hu", "silent_ulti=sdes", "`alone`, `sides`"),
        ("en-US", "4m silent_hundred=table", "contradict each other"),
        ("hu", "{ preset = ", "nem tudom elolvasni"),
        ("en-US", "`@everyone` <@1>", "There are no rules called"),
    ] {
        anna.set_locale(locale);
        let refused = anna.command("ulti new", [("rules", json!(typed))]).await.unwrap();
        let said = private_text(&refused);
        assert!(said.contains(says) && !said.contains("@everyone"), "{typed}: {said}");
    }
    assert!(private_text(&anna.command("hand", []).await.unwrap()).contains("/ulti new"), "table was opened");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_can_replace_invalid_saved_house_rules() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    let unknown = serde_json::from_value(json!({"preset": "rablo", "four_ace": true})).unwrap();
    bot.store().set_server_rules(bot.server(), Some(&unknown)).await.unwrap();
    let refused = anna.command("ulti new", []).await.unwrap();
    let said = private_text(&refused);
    assert!(said.contains("`four_aces`") && said.contains("/ulti-admin rules"), "{said}");
    assert!(lobby_of(&anna, Some("pagat")).await.contains("nemzetközi ulti"));
    let shown = anna.command("ulti-admin rules", []).await.unwrap();
    assert!(private_text(&shown).contains("`four_aces`"), "{}", shown.text());
    choose(&anna, &shown.message.unwrap(), "preset", "from:rablo").await;
    own_rules(&anna, "Saved").await;
    assert!(lobby_of(&anna, None).await.contains("rablóulti"));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fourth_player_cannot_join_game_table_for_three_players() {
    let bot = TestBot::start().await;
    let [anna, bea, csaba, ed] = ["Anna", "Bea", "Csaba", "Ed"].map(|name| bot.user(name));
    private_reply(&anna, anna.command("ulti new", [("rules", json!("four_players=false"))]).await).await;
    for user in [&bea, &csaba] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    ed.set_locale("en-US");
    let refused = ed.command("ulti join", []).await.unwrap();
    assert!(private_text(&refused).contains("all three seats are taken"), "{}", refused.text());
    let robot = anna.command("ulti robot", []).await.unwrap();
    assert!(
        private_text(&robot).contains("három") || private_text(&robot).contains("three"),
        "{}",
        robot.text()
    );
    bot.end().await;
}

/// Seats three users at a table with house rules and plays the first trick of the weakest contract. Returns
/// the users and the place of the declarer.
async fn after_first_trick(bot: &TestBot, rules: &str) -> ([SimulatedUser; 3], usize) {
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    private_reply(&users[0], users[0].command("ulti new", [("rules", json!(rules))]).await).await;
    until_button(&users[0], "Beülök").await;
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    start_deal(&users).await;
    let declarer = play_to_first_lead(&users).await.id();
    for _ in 0..3 {
        play_on(&users).await;
    }
    let place = users.iter().position(|user| user.id() == declarer).unwrap();
    (users, place)
}

#[tokio::test(flavor = "multi_thread")]
async fn declarer_concedes_by_button_if_house_rule_allows_it() {
    let bot = TestBot::start().await;
    let (users, place) = after_first_trick(&bot, "4m concede=true").await;
    let declarer = &users[place];
    declarer.set_locale("en-US");
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let asked = declarer.press(&hand, "Concede").await.unwrap();
    assert!(private_text(&asked).contains("The defenders win all remaining tricks"), "{}", asked.text());
    declarer.press(&asked.message.unwrap(), "Yes, concede").await.unwrap();
    let result = until_text(&users[0], "feladta").await;
    assert!(result.text().contains("védők"), "{}", result.text());
    let record: String = bot.query("SELECT record FROM deals").await;
    let replayed = ulti_rules::Record::from_json(&record).unwrap().replay().unwrap();
    assert!(replayed.settlement().unwrap().payments.values().any(|paid| *paid < 0));
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fold_command_asks_before_concession() {
    let bot = TestBot::start().await;
    let (users, place) = after_first_trick(&bot, "4m concede=true").await;
    let declarer = &users[place];
    declarer.set_locale("en-US");
    let asked = declarer.command("fold", []).await.unwrap();
    assert!(private_text(&asked).contains("The defenders win all remaining tricks"), "{}", asked.text());
    assert_eq!(bot.query::<i64>("SELECT count(*) FROM deals").await, 0);
    declarer.press(&asked.message.unwrap(), "Yes, concede").await.unwrap();
    until_text(&users[0], "feladta").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folding_in_mid_play_is_refused_without_house_rule() {
    let bot = TestBot::start().await;
    let (users, place) = after_first_trick(&bot, "4m").await;
    let refused = users[place].command("fold", []).await.unwrap();
    assert!(private_text(&refused).contains("csak az első hívás előtt"), "{}", refused.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn last_trick_button_refuses_after_next_lead_if_house_rule_says_so() {
    let bot = TestBot::start().await;
    let (users, _) = after_first_trick(&bot, "4m last_trick_hidden=true").await;
    let is_ready = |message: &Message| message.enabled_buttons().contains(&"Előző ütés");
    let table = until_newest(&users[0], is_ready).await;
    let shown = users[0].press(&table, "Előző ütés").await.unwrap();
    assert!(!private_text(&shown).contains("csak a következő hívásig"), "{}", shown.text());
    play_on(&users).await;
    let hidden = users[2].press(&table, "Előző ütés").await.unwrap();
    assert!(private_text(&hidden).contains("csak a következő hívásig"), "{}", hidden.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_ends_at_score_limit_shown_in_lobby() {
    let bot = TestBot::start().await;
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    let rules = json!("4m score_limit=1 time_limit=90");
    private_reply(&users[0], users[0].command("ulti new", [("rules", rules)]).await).await;
    let lobby = until_button(&users[0], "Beülök").await;
    for said in ["±1 pontot", "90 perc"] {
        assert!(lobby.text().contains(said), "{}", lobby.text());
    }
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    users[1].set_locale("en-US");
    let page = users[1].command("rules page", [("topic", json!("leaving"))]).await.unwrap();
    assert!(private_text(&page).contains("90 minutes"), "{}", page.text());
    start_deal(&users).await;
    let declarer = close_auction(&users, "betli").await;
    private_text(&fold(declarer).await);
    until_text(&users[0], "elérte a megbeszélt pontszámot").await;
    bot.end().await;
}
