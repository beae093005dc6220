//! Buttons that are old, somebody else's, or made up.

use std::collections::BTreeSet;

use ulti::discord::custom_id::CustomId;
use ulti::playground::{Message, Person};

use crate::evening::{Evening, LEAST, between, deal, lobby, play, play_on, told, until_public, until_said};

fn ids(message: &Message) -> Vec<String> {
    let values = |part: &serde_json::Value| -> Vec<String> {
        let options = part["options"].as_array().into_iter().flatten();
        let own = part["custom_id"].as_str().into_iter();
        own.chain(options.filter_map(|option| option["value"].as_str())).map(str::to_owned).collect()
    };
    message.components().flat_map(values).collect()
}

async fn hand(person: &Person) -> Message {
    told(person, person.command("hand", []).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_an_old_deal() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(&people);
    let old = hand(declarer).await;
    let buttons: Vec<String> = ids(&old).into_iter().filter(|id| id.contains(":play:")).collect();
    assert_eq!(buttons.len(), 10);
    told(declarer, declarer.command("fold", []).await).await;
    until_public(declarer, ":next").await;
    for (locale, says) in [("hu", "Közben történt valami"), ("en-US", "The table has moved on")] {
        declarer.speak(locale);
        for button in &buttons {
            evening.in_vain(declarer, declarer.press_raw(old.id(), button), &[says]).await;
        }
    }
    deal(&people).await;
    for button in &buttons {
        evening.in_vain(declarer, declarer.press_raw(old.id(), button), &["The table has moved on"]).await;
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_an_old_moment() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let first = evening.dealt().await;
    let declarer = first.turn(&people);
    let old = hand(declarer).await;
    let buttons: Vec<String> = ids(&old).into_iter().filter(|id| id.contains(":play:")).collect();
    for _ in 0..3 {
        play_on(&evening, &people).await;
    }
    declarer.speak("hu");
    for button in &buttons {
        evening.in_vain(declarer, declarer.press_raw(old.id(), button), &["Közben történt valami"]).await;
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_another_table() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(&people);
    let own = hand(declarer).await;
    let elsewhere = evening.person("Ed").in_channel("general");
    told(&elsewhere, elsewhere.command("ulti new", []).await).await;
    let other = until_public(&elsewhere, ":join").await;
    // From the other channel: nothing of this table is to be had, not even by who sits there.
    let there = declarer.in_channel("general");
    for button in ids(&own) {
        for (locale, says) in [("hu", "Ez a gomb egy másik asztalé"), ("en-US", "belongs to another table")]
        {
            there.speak(locale);
            let told = evening.in_vain(&there, there.press_raw(other.id(), &button), &[says]).await;
            assert!(!told.text().contains("###  "), "{}", told.text());
        }
    }
    // And from here: the other table's.
    for button in ids(&other) {
        evening.in_vain(declarer, declarer.press_raw(own.id(), &button), &["belongs to another table"]).await;
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_another_table_where_there_is_none() {
    let evening = Evening::begin().await;
    let people = lobby(&evening).await;
    let elsewhere = people[1].in_channel("general");
    let own = elsewhere.say("A message to press something on.").unwrap();
    for button in ["u1:1:start", "u1:1:show:hand", "u1:77:start", "nonsense"] {
        for (locale, says) in
            [("hu", "Ebben a csatornában nincs asztal"), ("en-US", "no table in this channel")]
        {
            elsewhere.speak(locale);
            evening.in_vain(&elsewhere, elsewhere.press_raw(own.id(), button), &[says, "/ulti new"]).await;
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_somebody_elses_hand() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    let (his, own) = (hand(turn).await, hand(other).await);
    let seen: BTreeSet<String> = ids(&own).into_iter().collect();
    other.speak("en-US");
    for button in ids(&his).iter().filter(|id| !seen.contains(*id) && !id.contains(":sure:")) {
        let told = evening.in_vain(other, other.press_raw(own.id(), button), &[]).await;
        let text = told.text();
        let refused = ["yours will come", "Only the declarer", "It is not your turn"]
            .iter()
            .any(|says| text.contains(says));
        assert!(refused, "{button}: {text}");
    }
    // Their cards, at one's own turn.
    for button in ids(&own).iter().filter(|id| id.contains(":play:")) {
        turn.speak("hu");
        evening.in_vain(turn, turn.press_raw(his.id(), button), &["Ez nincs a kezedben"]).await;
    }
    // Asking back about what is not one's own to do.
    for grave in ["fold", "open", "claim"] {
        let button = format!("u1:{}:sure:{}:{grave}", dealt.table, dealt.moment());
        evening.in_vain(other, other.press_raw(own.id(), &button), &[]).await;
    }
    // Ed, who does not sit there, presses them all.
    let ed = evening.person("Ed");
    let posted = until_said(&ed, "Anna").await;
    for button in ids(&his) {
        let told = evening.in_vain(&ed, ed.press_raw(posted.id(), &button), &[]).await;
        assert!(ids(&told).iter().all(|id| !id.contains(":play:")), "{}", told.text());
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bid_put_together_of_cards_of_others() {
    let evening = Evening::begin().await;
    let people = crate::evening::auction(&evening).await;
    let dealt = evening.dealt().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    let own = hand(turn).await;
    let theirs: Vec<String> = dealt.view(other).own_hand().iter().map(|card| card.to_string()).collect();
    let at = dealt.moment();
    for pair in theirs.chunks(2) {
        let cards = pair.concat();
        for page in [0, 7, 255] {
            let draft = format!("u1:1:draft:{at}:{page}:-:{cards}");
            let shown = evening.in_vain(turn, turn.press_raw(own.id(), &draft), &[]).await;
            assert!(ids(&shown).iter().all(|id| !id.contains(&pair[0])), "not taken in: {}", shown.text());
        }
        let bid = format!("u1:1:bid:{at}:01_:{cards}");
        evening.in_vain(turn, turn.press_raw(own.id(), &bid), &[]).await;
        let draft = format!("u1:1:draft:{at}:0:-:{cards}");
        evening.in_vain(other, other.press_raw(hand(other).await.id(), &draft), &[]).await;
    }
    evening.end().await;
}

/// A small generator of its own, so that a failure comes again.
struct Dice(u64);

impl Dice {
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
async fn hundreds_of_made_up_buttons() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let dori = evening.person("Dóri");
    told(&dori, dori.command("ulti join", []).await).await;
    let ed = evening.person("Ed");
    let posted = until_public(&ed, ":show:hand").await;
    let mut real = ids(&posted);
    for person in &people {
        real.extend(ids(&hand(person).await));
    }
    real.extend(
        ["u1:1:join", "u1:-:topic:kontra", "u1:-:book:1", "u1:-:board:3", "u1:-:house:page:1"]
            .map(str::to_owned),
    );
    let mut dice = Dice(0x0bad_5eed_0bad_5eed);
    let turn = dealt.turn(&people);
    let own = hand(turn).await;
    let kept = evening.kept().await;
    let mut unreadable = 0;
    for round in 0..400 {
        let id = dice.made_up(&real);
        let is_setting = id.contains(":lang:") || id.contains(":pings:");
        if id.is_empty() || is_setting {
            continue;
        }
        // Who sits nowhere can change nothing whatever is written; who sits there nothing by what
        // can't be read.
        let nobody = if round % 2 == 0 {
            ed.press_raw(posted.id(), &id).await
        } else {
            ed.select_raw(posted.id(), "u1:1:menu", &[&id]).await
        };
        told(&ed, nobody).await;
        if id.parse::<CustomId>().is_err() {
            unreadable += 1;
            let note = told(turn, turn.press_raw(own.id(), &id).await).await;
            assert!(!note.enabled().is_empty(), "the hand comes with it: {}", note.text());
        }
        assert_eq!(evening.kept().await, kept, "after {id:?}");
    }
    assert!(unreadable > 100, "{unreadable}");
    println!(
        "400 made-up buttons pressed by an outsider, {unreadable} of them by a player too: nothing changed"
    );
    let text = "u1:1:select";
    told(&ed, ed.select_raw(posted.id(), text, &[]).await).await;
    evening.end().await;
}

/// Of every kind that this program writes, one.
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

/// What can be read is what this program would have written itself, and within what Discord takes.
#[test]
fn a_hundred_thousand_made_up_ids_are_read_or_refused() {
    let real: Vec<String> = KINDS.map(str::to_owned).into();
    let known = real.iter().filter(|id| id.parse::<CustomId>().is_ok()).count();
    assert!(known >= 30, "only {known} are ids of this version");
    let mut dice = Dice(0x5eed_0bad_5eed_0bad);
    let mut read = 0;
    for _ in 0..100_000 {
        let id = dice.made_up(&real);
        if let Ok(found) = id.parse::<CustomId>() {
            read += 1;
            let written = found.to_string();
            assert_eq!(written.parse::<CustomId>().as_ref(), Ok(&found), "{id:?} is read as {written:?}");
            assert!(written.chars().count() <= 100, "{id:?}");
        }
    }
    assert!((1_000..90_000).contains(&read), "{read}");
    println!("100000 made-up ids: {read} read as what they say, {} refused, none panicked", 100_000 - read);
}

/// The menus of all phases, with values that they do not offer, more than one, or none.
#[tokio::test(flavor = "multi_thread")]
async fn values_outside_of_menus() {
    let evening = Evening::begin().await;
    let people = crate::evening::auction(&evening).await;
    let dealt = evening.dealt().await;
    let turn = dealt.turn(&people);
    let anna = &people[0];
    let mut shown = vec![(turn, hand(turn).await)];
    for command in ["rules page", "settings rules", "leaderboard", "season list", "history"] {
        shown.push((anna, told(anna, anna.command(command, []).await).await));
    }
    let high = "u1:1:draft:1.0:0:9999:-".to_owned();
    let outside = ["", "nonsense", "H7", "u1:1:menu", "u2:1:join", "\u{202e}", &high, &"x".repeat(100)];
    let mut tried = 0;
    for (person, message) in &shown {
        let menus = message.components().filter(|part| part["type"] == 3);
        let menus: Vec<String> = menus.map(|part| part["custom_id"].as_str().unwrap().to_owned()).collect();
        for menu in &menus {
            for value in outside {
                evening.in_vain(person, person.select_raw(message.id(), menu, &[value]), &[]).await;
            }
            evening.in_vain(person, person.select_raw(message.id(), menu, &[]), &[]).await;
            evening.in_vain(person, person.select_raw(message.id(), menu, &outside), &[]).await;
            tried += outside.len() + 2;
        }
    }
    assert!(tried >= 30, "{tried}");
    println!("{tried} values that no menu offered: each came to a sentence, nothing changed");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_an_evening_that_is_over() {
    let evening = Evening::begin().await;
    let people = between(&evening).await;
    let posted = until_public(&people[0], ":next").await;
    for person in &people {
        told(person, person.command("ulti end", []).await).await;
    }
    until_said(&people[0], "Megegyeztetek").await;
    for (locale, says) in [("hu", "Ez az asztal már bezárt"), ("en-US", "This table has closed")] {
        let person = &people[1];
        person.speak(locale);
        for what in ["next", "start", "join", "leave", "leave:12", "end", "robot:easy", "back", "show:hand"] {
            let button = format!("u1:1:{what}");
            evening.in_vain(person, person.press_raw(posted.id(), &button), &[says, "/ulti new"]).await;
        }
    }
    evening.end().await;
}
