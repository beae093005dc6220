//! Random house rules without contradictions.

use serde_json::{Map, Value, json};

use super::book::Book;
use super::rules::{PRESETS, Rules};
use crate::random::Dice;

/// Rule fields whose value is one of a fixed list of words.
const WORDS: [(&str, &[&str]); 14] = [
    ("tie_break", &["fewer_games", "over_parti"]),
    ("self_raise", &["take_talon", "may_leave_talon"]),
    ("bid_suits", &["hearts", "all"]),
    ("hearts_open", &["synonym", "bid", "never"]),
    ("lone_durchmars_trump", &["none", "chosen", "bid"]),
    ("re_durchmars", &["none", "synonym", "bid"]),
    ("open_hands", &["declarer", "all", "declarer_others_may"]),
    ("kontra_items", &["each_game", "ulti_and_rest"]),
    ("individual_kontra", &["betli_and_durchmars", "no_trump_games", "never"]),
    ("lost", &["value", "double"]),
    ("fold", &["kontra_lost", "twice_won", "plain_parti", "never"]),
    ("silent_hundred", &["none", "item", "doubles_parti", "table"]),
    ("silent_ulti", &["none", "alone", "sides"]),
    ("silent_durchmars", &["none", "item", "triples_parti"]),
];

/// Names of the rule fields that contain a Boolean value.
const FLAGS: [&str; 21] = [
    "re_betli",
    "concede",
    "four_players",
    "four_aces",
    "four_tens",
    "must_beat",
    "ulti_seven_locked",
    "claim",
    "marriage_needs_trick",
    "hundred_announced",
    "parti_needs_points",
    "lost_ulti_again",
    "window",
    "renonsz",
    "renonsz_partner",
    "renonsz_lost",
    "renonsz_certain",
    "lost_silent_ulti_again",
    "silent_ulti_spares_parti",
    "silent_durchmars_lost",
    "silent_four_aces",
];

/// Keys of the `values` table of a rule set, which contains the value of each game.
const VALUES: [&str; 18] = [
    "parti",
    "40-100",
    "20-100",
    "ulti",
    "four-aces",
    "four-tens",
    "betli",
    "open-betli",
    "durchmars",
    "open-durchmars",
    "re-durchmars",
    "colourless-durchmars",
    "colourless-open-durchmars",
    "silent-100",
    "silent-20-100",
    "silent-ulti",
    "silent-durchmars",
    "silent-four-aces",
];

/// Returns a preset with some of its fields changed at random.
pub(crate) fn house(dice: &mut Dice) -> Map<String, Value> {
    let mut own = Map::new();
    own.insert("preset".to_owned(), Value::from(dice.pick(&PRESETS)));
    let chance = dice.pick(&[5, 20, 50]);
    for (field, words) in WORDS {
        if dice.percent(chance) {
            own.insert(field.to_owned(), Value::from(dice.pick(words)));
        }
    }
    for field in FLAGS {
        if dice.percent(chance) {
            own.insert(field.to_owned(), Value::from(dice.percent(50)));
        }
    }
    numbers(&mut own, chance, dice);
    values(&mut own, chance, dice);
    suit_factors(&mut own, dice);
    if dice.percent(chance) {
        let table = silent_table(&own, dice);
        own.insert("silent_table".to_owned(), table);
    }
    let rules = Rules::read(&Value::Object(own.clone())).expect("valid house rules");
    if rules.is("silent_hundred", "table") && rules.rows().is_empty() {
        own.insert("silent_hundred".to_owned(), Value::from("item"));
    }
    own
}

fn numbers(own: &mut Map<String, Value>, chance: usize, dice: &mut Dice) {
    if dice.percent(chance) {
        own.insert("marriages_at_most".to_owned(), Value::from(dice.pick(&[0, 20, 40, 60, 80, 100])));
    }
    if dice.percent(chance) {
        let limit = dice.below(10);
        let names: Vec<String> = (1..=limit).map(|level| format!("kontra {level}")).collect();
        own.insert("kontra_limit".to_owned(), Value::from(limit));
        own.insert("kontra_names".to_owned(), json!(names));
    }
    if dice.percent(chance) {
        own.insert("silent_kontra".to_owned(), Value::from(dice.pick(&["never", "highest"])));
    }
}

/// Changes some of the preset's game values at random. Values that the preset lacks are set to 13 or more.
fn values(own: &mut Map<String, Value>, chance: usize, dice: &mut Dice) {
    let known = Rules::read(&own["preset"]).expect("known preset").fields()["values"].clone();
    let mut values = Map::new();
    for name in VALUES {
        if known.get(name).is_none() || dice.percent(chance / 2) {
            let plain = if known.get(name).is_none() { 13 } else { 1 } + dice.below(12);
            let value = json!({"plain": plain, "hearts": plain + dice.below(13)});
            values.insert(name.to_owned(), value);
        }
    }
    own.insert("values".to_owned(), Value::Object(values));
}

/// Sets factors other than 1 only if bids can name every suit.
fn suit_factors(own: &mut Map<String, Value>, dice: &mut Dice) {
    let all = Rules::read(&Value::Object(own.clone())).expect("valid house rules").all_suits();
    let mut factor = || if all { 1 + dice.below(4) } else { 1 };
    let (acorns, leaves, bells, hearts) = (factor(), factor(), factor(), factor());
    let factors = json!({"acorns": acorns, "leaves": leaves, "bells": bells, "hearts": hearts});
    own.insert("suit_factors".to_owned(), factors);
}

/// Returns a table with random rows. Each bid is in at most one row.
fn silent_table(own: &Map<String, Value>, dice: &mut Dice) -> Value {
    let rules = Rules::read(&Value::Object(own.clone())).expect("valid house rules");
    let mut rows: Vec<(Vec<String>, Value)> = Vec::new();
    for hundred in ["none", "parti", "max"].iter().take(dice.below(4)) {
        let row = json!({"hundred": hundred, "ulti": dice.percent(50), "durchmars": dice.percent(50)});
        rows.push((Vec::new(), row));
    }
    let mut texts: Vec<String> = Vec::new();
    for entry in Book::new(&rules).entries {
        let mut bid = entry.bid;
        bid.suit = if rules.all_suits() { None } else { bid.suit };
        if !bid.games.contains(&"four-tens".to_owned()) && !texts.contains(&bid.text()) {
            texts.push(bid.text());
        }
    }
    for text in texts {
        let place = dice.below(rows.len() + 1);
        // Only a bid with a parti can have its parti doubled.
        let row = rows.get_mut(place).filter(|(_, row)| row["hundred"] != "parti" || has_parti(&text));
        if let Some((bids, _)) = row {
            bids.push(text.clone());
        }
    }
    let listed = rows.into_iter().filter(|(bids, _)| !bids.is_empty()).map(|(bids, mut row)| {
        row["bids"] = json!(bids);
        row
    });
    Value::Array(listed.collect())
}

fn has_parti(text: &str) -> bool {
    super::bid::Bid::read(text).expect("bid was made").has("parti")
}
