//! Tests of outdated, foreign and made-up buttons.

use std::collections::BTreeSet;

use discord_sandbox::{Message, SimulatedUser};
use ulti::discord::custom_id::CustomId;
use ulti_testkit::TestBot;
use ulti_testkit::game::{WEAKEST_BID, lobby, play_on, start_deal, to_first_lead, to_next_deal};
use ulti_testkit::messages::{private_reply, until_custom_id, until_said};

fn ids(message: &Message) -> Vec<String> {
    let values = |part: &serde_json::Value| -> Vec<String> {
        let options = part["options"].as_array().into_iter().flatten();
        let own = part["custom_id"].as_str().into_iter();
        own.chain(options.filter_map(|option| option["value"].as_str())).map(str::to_owned).collect()
    };
    message.components().flat_map(values).collect()
}

async fn hand(person: &SimulatedUser) -> Message {
    private_reply(person, person.command("hand", []).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn button_of_old_deal_is_rejected() {
    let bot = TestBot::start().await;
    let people = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(&people);
    let old = hand(declarer).await;
    let buttons: Vec<String> = ids(&old).into_iter().filter(|id| id.contains(":play:")).collect();
    assert_eq!(buttons.len(), 10);
    private_reply(declarer, declarer.command("fold", []).await).await;
    until_custom_id(declarer, ":next").await;
    for (locale, says) in [("hu", "Közben történt valami"), ("en-US", "The table has moved on")] {
        declarer.speak(locale);
        for button in &buttons {
            bot.assert_no_effect(declarer, declarer.press_raw(old.id(), button), &[says]).await;
        }
    }
    start_deal(&people).await;
    for button in &buttons {
        bot.assert_no_effect(declarer, declarer.press_raw(old.id(), button), &["The table has moved on"])
            .await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_of_old_moment_is_rejected() {
    let bot = TestBot::start().await;
    let people = to_first_lead(&bot, WEAKEST_BID).await;
    let first = bot.current_deal().await;
    let declarer = first.turn(&people);
    let old = hand(declarer).await;
    let buttons: Vec<String> = ids(&old).into_iter().filter(|id| id.contains(":play:")).collect();
    for _ in 0..3 {
        play_on(&people).await;
    }
    declarer.speak("hu");
    for button in &buttons {
        bot.assert_no_effect(declarer, declarer.press_raw(old.id(), button), &["Közben történt valami"])
            .await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_of_other_table_is_rejected() {
    let bot = TestBot::start().await;
    let people = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(&people);
    let own = hand(declarer).await;
    let elsewhere = bot.person("Ed").in_channel("general");
    private_reply(&elsewhere, elsewhere.command("ulti new", []).await).await;
    let other = until_custom_id(&elsewhere, ":join").await;
    // Buttons of this table do not work from another channel, even for its players.
    let there = declarer.in_channel("general");
    for button in ids(&own) {
        for (locale, says) in [("hu", "Ez a gomb egy másik asztalé"), ("en-US", "belongs to another table")]
        {
            there.speak(locale);
            let told = bot.assert_no_effect(&there, there.press_raw(other.id(), &button), &[says]).await;
            assert!(!told.text().contains("###  "), "{}", told.text());
        }
    }
    // Buttons of the other table do not work in this channel.
    for button in ids(&other) {
        bot.assert_no_effect(declarer, declarer.press_raw(own.id(), &button), &["belongs to another table"])
            .await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_in_channel_without_table_is_rejected() {
    let bot = TestBot::start().await;
    let people = lobby(&bot).await;
    let elsewhere = people[1].in_channel("general");
    let own = elsewhere.say("A message to press something on.").unwrap();
    for button in ["u1:1:start", "u1:1:show:hand", "u1:77:start", "nonsense"] {
        for (locale, says) in
            [("hu", "Ebben a csatornában nincs asztal"), ("en-US", "no table in this channel")]
        {
            elsewhere.speak(locale);
            bot.assert_no_effect(&elsewhere, elsewhere.press_raw(own.id(), button), &[says, "/ulti new"])
                .await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_of_other_hand_is_rejected() {
    let bot = TestBot::start().await;
    let people = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    let (his, own) = (hand(turn).await, hand(other).await);
    let seen: BTreeSet<String> = ids(&own).into_iter().collect();
    other.speak("en-US");
    for button in ids(&his).iter().filter(|id| !seen.contains(*id) && !id.contains(":sure:")) {
        let told = bot.assert_no_effect(other, other.press_raw(own.id(), button), &[]).await;
        let text = told.text();
        let refused = ["yours will come", "Only the declarer", "It is not your turn"]
            .iter()
            .any(|says| text.contains(says));
        assert!(refused, "{button}: {text}");
    }
    // The other player's card buttons, pressed on the player's own turn.
    for button in ids(&own).iter().filter(|id| id.contains(":play:")) {
        turn.speak("hu");
        bot.assert_no_effect(turn, turn.press_raw(his.id(), button), &["Ez nincs a kezedben"]).await;
    }
    // Confirmation dialogs for another player's actions.
    for grave in ["fold", "open", "claim"] {
        let button = format!("u1:{}:sure:{}:{grave}", dealt.table.0, dealt.moment_code());
        bot.assert_no_effect(other, other.press_raw(own.id(), &button), &[]).await;
    }
    // Ed, who has no seat, presses all buttons.
    let ed = bot.person("Ed");
    let posted = until_said(&ed, "Anna").await;
    for button in ids(&his) {
        let told = bot.assert_no_effect(&ed, ed.press_raw(posted.id(), &button), &[]).await;
        assert!(ids(&told).iter().all(|id| !id.contains(":play:")), "{}", told.text());
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bid_with_cards_of_others_is_rejected() {
    let bot = TestBot::start().await;
    let people = ulti_testkit::game::auction(&bot).await;
    let dealt = bot.current_deal().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    let own = hand(turn).await;
    let theirs: Vec<String> = dealt.view(other).own_hand().iter().map(|card| card.to_string()).collect();
    let at = dealt.moment_code();
    for pair in theirs.chunks(2) {
        let cards = pair.concat();
        for page in [0, 7, 255] {
            let draft = format!("u1:1:draft:{at}:{page}:-:{cards}");
            let shown = bot.assert_no_effect(turn, turn.press_raw(own.id(), &draft), &[]).await;
            assert!(
                ids(&shown).iter().all(|id| !id.contains(&pair[0])),
                "card of another player was accepted: {}",
                shown.text()
            );
        }
        let bid = format!("u1:1:bid:{at}:01_:{cards}");
        bot.assert_no_effect(turn, turn.press_raw(own.id(), &bid), &[]).await;
        let draft = format!("u1:1:draft:{at}:0:-:{cards}");
        bot.assert_no_effect(other, other.press_raw(hand(other).await.id(), &draft), &[]).await;
    }
    bot.end_without_leaks().await;
}

/// A random number generator with a fixed seed, for reproducible failures.
struct IdGenerator(u64);

impl IdGenerator {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }

    fn made_up(&mut self, real: &[String]) -> String {
        const SIGNS: [char; 24] = [
            'u',
            '1',
            ':',
            '.',
            '-',
            '+',
            '0',
            '9',
            'H',
            '7',
            'A',
            'x',
            ' ',
            'é',
            '♥',
            '🔔',
            '\u{202e}',
            '\u{200b}',
            '@',
            '`',
            '*',
            '\n',
            '\u{0}',
            '\u{10ffff}',
        ];
        const WORDS: [&str; 20] = [
            "join",
            "play",
            "bid",
            "draft",
            "sure",
            "show",
            "topic",
            "book",
            "board",
            "18446744073709551616",
            "-1",
            "9223372036854775807",
            "4294967295.4294967295",
            "0.0",
            "H7H7",
            "ff__co",
            "HX",
            "leave",
            "robot",
            "",
        ];
        let mut id: Vec<char> = if self.roll(4) == 0 {
            let words: Vec<&str> = (0..self.roll(7)).map(|_| *self.pick(&WORDS)).collect();
            format!("u1:{}", words.join(":")).chars().collect()
        } else {
            self.pick(real).chars().collect()
        };
        for _ in 0..=self.roll(3) {
            let at = self.roll(id.len() + 1);
            match self.roll(4) {
                0 => id.insert(at, *self.pick(&SIGNS)),
                1 if at < id.len() => id[at] = *self.pick(&SIGNS),
                2 if at < id.len() => drop(id.remove(at)),
                3 => id.extend(self.pick(real).chars().take(20)),
                _ => id.truncate(at),
            }
        }
        id.into_iter().take(100).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_buttons_change_nothing() {
    let bot = TestBot::start().await;
    let people = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let dori = bot.person("Dóri");
    private_reply(&dori, dori.command("ulti join", []).await).await;
    let ed = bot.person("Ed");
    let posted = until_custom_id(&ed, ":show:hand").await;
    let mut real = ids(&posted);
    for person in &people {
        real.extend(ids(&hand(person).await));
    }
    real.extend(
        ["u1:1:join", "u1:-:topic:kontra", "u1:-:book:1", "u1:-:board:3", "u1:-:house:page:1"]
            .map(str::to_owned),
    );
    let mut generator = IdGenerator(0x0bad_5eed_0bad_5eed);
    let turn = dealt.turn(&people);
    let own = hand(turn).await;
    let kept = bot.stored_state().await;
    let mut unreadable = 0;
    for round in 0..400 {
        let id = generator.made_up(&real);
        let is_setting = id.contains(":lang:") || id.contains(":pings:");
        if id.is_empty() || is_setting {
            continue;
        }
        // An outsider changes nothing with any id, a player nothing with an invalid one.
        let nobody = if round % 2 == 0 {
            ed.press_raw(posted.id(), &id).await
        } else {
            ed.select_raw(posted.id(), "u1:1:menu", &[&id]).await
        };
        private_reply(&ed, nobody).await;
        if id.parse::<CustomId>().is_err() {
            unreadable += 1;
            let note = private_reply(turn, turn.press_raw(own.id(), &id).await).await;
            assert!(!note.enabled().is_empty(), "reply lacks the hand: {}", note.text());
        }
        assert_eq!(bot.stored_state().await, kept, "after {id:?}");
    }
    assert!(unreadable > 100, "{unreadable}");
    println!(
        "400 random buttons pressed by an outsider, {unreadable} of them also by a player: nothing changed"
    );
    let text = "u1:1:select";
    private_reply(&ed, ed.select_raw(posted.id(), text, &[]).await).await;
    bot.end_without_leaks().await;
}

/// One custom id of each kind.
const KINDS: [&str; 34] = [
    "u1:17:join",
    "u1:17:leave:12",
    "u1:17:robot:strong",
    "u1:17:start",
    "u1:17:next",
    "u1:17:back",
    "u1:17:end",
    "u1:17:play:3.42:H7",
    "u1:17:pass:3.42",
    "u1:17:take:3.42",
    "u1:17:kontra:3.42:01",
    "u1:17:draft:3.42:1:-:H7HX",
    "u1:17:sure:3.42:fold",
    "u1:17:show:hand",
    "u1:17:show:hint",
    "u1:17:analyse:3",
    "u1:17:replay:3",
    "u1:-:topic:kontra",
    "u1:-:share:book:1",
    "u1:-:score:menu",
    "u1:-:board:menu",
    "u1:-:board:3:points:e:1",
    "u1:-:board:3:all:p:own",
    "u1:-:season:show:3",
    "u1:-:season:end:3",
    "u1:-:season:evening:17",
    "u1:-:lang:hu",
    "u1:-:pings:on",
    "u1:-:house:page:1",
    "u1:-:privacy:sure:123456789012345678",
    "u1:-:stats:123456789012345678:all",
    "u1:-:played:history:-:-:-:9",
    "u1:-:played:deal:9:on:12",
    "u1:-:played:deal:9:evening",
];

/// Every id that parses can be written again, and stays within Discord's limit of 100 characters.
#[test]
fn random_custom_ids_parse_or_fail() {
    let real: Vec<String> = KINDS.map(str::to_owned).into();
    let known = real.iter().filter(|id| id.parse::<CustomId>().is_ok()).count();
    assert!(known >= 30, "only {known} custom ids are valid");
    let mut generator = IdGenerator(0x5eed_0bad_5eed_0bad);
    let mut read = 0;
    for _ in 0..100_000 {
        let id = generator.made_up(&real);
        if let Ok(found) = id.parse::<CustomId>() {
            read += 1;
            let written = found.to_string();
            assert_eq!(written.parse::<CustomId>().as_ref(), Ok(&found), "{id:?} was parsed as {written:?}");
            assert!(written.chars().count() <= 100, "{id:?}");
        }
    }
    assert!((1_000..90_000).contains(&read), "{read}");
    println!("100000 random ids: {read} parsed, {} rejected, none panicked", 100_000 - read);
}

/// Menus of all phases get foreign values, several values or none.
#[tokio::test(flavor = "multi_thread")]
async fn values_outside_menus_change_nothing() {
    let bot = TestBot::start().await;
    let people = ulti_testkit::game::auction(&bot).await;
    let dealt = bot.current_deal().await;
    let turn = dealt.turn(&people);
    let anna = &people[0];
    let mut shown = vec![(turn, hand(turn).await)];
    for command in ["rules page", "settings rules", "leaderboard", "season list", "history"] {
        shown.push((anna, private_reply(anna, anna.command(command, []).await).await));
    }
    let high = "u1:1:draft:1.0:0:9999:-".to_owned();
    let outside = ["", "nonsense", "H7", "u1:1:menu", "u2:1:join", "\u{202e}", &high, &"x".repeat(100)];
    let mut tried = 0;
    for (person, message) in &shown {
        let menus = message.components().filter(|part| part["type"] == 3);
        let menus: Vec<String> = menus.map(|part| part["custom_id"].as_str().unwrap().to_owned()).collect();
        for menu in &menus {
            for value in outside {
                bot.assert_no_effect(person, person.select_raw(message.id(), menu, &[value]), &[]).await;
            }
            bot.assert_no_effect(person, person.select_raw(message.id(), menu, &[]), &[]).await;
            bot.assert_no_effect(person, person.select_raw(message.id(), menu, &outside), &[]).await;
            tried += outside.len() + 2;
        }
    }
    assert!(tried >= 30, "{tried}");
    println!("{tried} values that no menu offered: each got a reply, nothing changed");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_closed_table_are_rejected() {
    let bot = TestBot::start().await;
    let people = to_next_deal(&bot).await;
    let posted = until_custom_id(&people[0], ":next").await;
    for person in &people {
        private_reply(person, person.command("ulti end", []).await).await;
    }
    until_said(&people[0], "Megegyeztetek").await;
    for (locale, says) in [("hu", "Ez az asztal már bezárt"), ("en-US", "This table has closed")] {
        let person = &people[1];
        person.speak(locale);
        for what in ["next", "start", "join", "leave", "leave:12", "end", "robot:easy", "back", "show:hand"] {
            let button = format!("u1:1:{what}");
            bot.assert_no_effect(person, person.press_raw(posted.id(), &button), &[says, "/ulti new"]).await;
        }
    }
    bot.end_without_leaks().await;
}
