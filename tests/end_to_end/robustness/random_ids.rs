//! Tests of random custom ids and menu values.

use discord_sandbox::{Message, SimulatedUser};
use fastrand::Rng;
use ulti::discord::custom_id::CustomId;
use ulti_testkit::TestBot;
use ulti_testkit::game::{WEAKEST_BID, auction, to_first_lead};
use ulti_testkit::messages::{private_reply, until_custom_id};

use super::forged_buttons::{hand, ids};

/// Characters that are inserted into custom ids.
const SIGNS: &str = "u1:.-+09H7Ax é♥🔔\u{202e}\u{200b}@`*\n\u{0}\u{10ffff}";

/// Words of custom ids, valid and invalid. The last one is empty.
const WORDS: &str = "join play bid draft sure show topic book board 18446744073709551616 -1 9223372036854775807 \
                     4294967295.4294967295 0.0 H7H7 ff__co HX leave robot ";

/// Returns a custom id of random words, or a changed copy of one of `real`.
fn made_up(random: &mut Rng, real: &[String]) -> String {
    let sign = |random: &mut Rng| random.choice(SIGNS.chars().collect::<Vec<_>>()).unwrap();
    let mut id: Vec<char> = if random.u8(..4) == 0 {
        let words: Vec<&str> = WORDS.split(' ').collect();
        let words: Vec<&str> = (0..random.usize(..7)).map(|_| words[random.usize(..words.len())]).collect();
        format!("u1:{}", words.join(":")).chars().collect()
    } else {
        random.choice(real).unwrap().chars().collect()
    };
    for _ in 0..=random.u8(..3) {
        let at = random.usize(..=id.len());
        match random.u8(..4) {
            0 => id.insert(at, sign(random)),
            1 if at < id.len() => id[at] = sign(random),
            2 if at < id.len() => drop(id.remove(at)),
            3 => id.extend(random.choice(real).unwrap().chars().take(20)),
            _ => id.truncate(at),
        }
    }
    id.into_iter().take(100).collect()
}

/// Returns the custom ids of a public message and of the users' hands, and some others.
async fn valid_ids(users: &[SimulatedUser; 3], posted: &Message) -> Vec<String> {
    let mut real = ids(posted);
    for user in users {
        real.extend(ids(&hand(user).await));
    }
    real.extend(
        ["u1:1:join", "u1:-:topic:kontra", "u1:-:book:1", "u1:-:board:3", "u1:-:house:page:1"]
            .map(str::to_owned),
    );
    real
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_with_random_custom_ids_are_ignored() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let dori = bot.user("Dóri");
    private_reply(&dori, dori.command("ulti join", []).await).await;
    let ed = bot.user("Ed");
    let posted = until_custom_id(&ed, ":show:hand").await;
    let real = valid_ids(&users, &posted).await;
    let mut random = Rng::with_seed(1);
    let turn = dealt.turn(&users);
    let own = hand(turn).await;
    let kept = bot.stored_state().await;
    let mut unreadable = 0;
    for round in 0..400 {
        let id = made_up(&mut random, &real);
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
            assert!(!note.enabled_buttons().is_empty(), "reply lacks the hand: {}", note.text());
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
fn every_formatted_button_id_can_be_parsed_again() {
    let real: Vec<String> = KINDS.map(str::to_owned).into();
    let known = real.iter().filter(|id| id.parse::<CustomId>().is_ok()).count();
    assert!(known >= 30, "only {known} custom ids are valid");
    let mut random = Rng::with_seed(2);
    let mut read = 0;
    for _ in 0..100_000 {
        let id = made_up(&mut random, &real);
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
async fn forged_menu_selections_have_no_effect() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let dealt = bot.current_deal().await;
    let turn = dealt.turn(&users);
    let anna = &users[0];
    let mut shown = vec![(turn, hand(turn).await)];
    for command in ["rules page", "ulti-admin rules", "leaderboard", "season list", "history"] {
        shown.push((anna, private_reply(anna, anna.command(command, []).await).await));
    }
    let high = "u1:1:draft:1.0:0:9999:-".to_owned();
    let outside = ["", "nonsense", "H7", "u1:1:menu", "u2:1:join", "\u{202e}", &high, &"x".repeat(100)];
    let mut tried = 0;
    for (user, message) in &shown {
        let menus = message.components().filter(|part| part["type"] == 3);
        let menus: Vec<String> = menus.map(|part| part["custom_id"].as_str().unwrap().to_owned()).collect();
        for menu in &menus {
            for value in outside {
                bot.assert_no_effect(user, user.select_raw(message.id(), menu, &[value]), &[]).await;
            }
            bot.assert_no_effect(user, user.select_raw(message.id(), menu, &[]), &[]).await;
            bot.assert_no_effect(user, user.select_raw(message.id(), menu, &outside), &[]).await;
            tried += outside.len() + 2;
        }
    }
    assert!(tried >= 30, "{tried}");
    println!("{tried} values that no menu offered: each got a reply, nothing changed");
    bot.end_without_leaks().await;
}
