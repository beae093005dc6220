//! Changes a JSON document as a document, so that it stays one.

use serde_json::{Map, Value, json};

/// What custom ids, options and events are made of.
const WORDS: [&str; 40] = [
    "u1",
    "-",
    "1",
    "0",
    "18446744073709551615",
    "-1",
    "1.1",
    "1.14",
    "4294967295.4294967295",
    "show",
    "hand",
    "play",
    "bid",
    "draft",
    "sure",
    "claim",
    "kontra",
    "pass",
    "take",
    "leave",
    "house",
    "played",
    "board",
    "stats",
    "season",
    "privacy",
    "analyse",
    "replay",
    "H7",
    "HULK",
    "ulti",
    "durchmars+hearts",
    "hu",
    "en-US",
    "INTERACTION_CREATE",
    "GUILD_DELETE",
    "\u{202e}",
    "𝕌\u{0}",
    "``` @everyone",
    "LA",
];

/// A small generator: the fuzzer gives the seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u32) -> Self {
        Self(u64::from(seed) * 2 + 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Changes one to four things.
pub fn change(document: &mut Value, dice: &mut Dice, mutate: &mut dyn FnMut(&str) -> String) {
    for _ in 0..=dice.below(4) {
        let mut places = Vec::new();
        walk(document, String::new(), &mut places);
        let place = places[dice.below(places.len())].clone();
        let other = document.pointer(&places[dice.below(places.len())]).cloned().unwrap_or_default();
        match dice.below(8) {
            0 => remove(document, &place),
            1 => set(document, &place, other),
            2 => set(document, &place, strange(dice)),
            3 => double(document, &place, dice),
            _ => {
                let Some(Value::String(text)) = document.pointer(&place) else { continue };
                let changed =
                    if text.contains(':') && dice.below(3) > 0 { one_word(text, dice) } else { mutate(text) };
                set(document, &place, changed.into());
            }
        }
    }
}

fn walk(value: &Value, here: String, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(place, item)| walk(item, format!("{here}/{place}"), places));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, item)| {
            walk(item, format!("{here}/{}", key.replace('~', "~0").replace('/', "~1")), places);
        }),
        _ => {}
    }
    places.push(here);
}

fn set(document: &mut Value, place: &str, value: Value) {
    if let Some(found) = document.pointer_mut(place) {
        *found = value;
    }
}

fn remove(document: &mut Value, place: &str) {
    let Some((above, key)) = place.rsplit_once('/') else { return };
    match document.pointer_mut(above) {
        Some(Value::Object(fields)) => drop(fields.shift_remove(&key.replace("~1", "/").replace("~0", "~"))),
        Some(Value::Array(items)) => {
            if let Some(place) = key.parse().ok().filter(|place| *place < items.len()) {
                items.remove(place);
            }
        }
        _ => {}
    }
}

fn double(document: &mut Value, place: &str, dice: &mut Dice) {
    if let Some(Value::Array(items)) = document.pointer_mut(place)
        && let Some(item) = items.first().cloned()
    {
        let more = [1, 2, 26][dice.below(3)];
        items.extend(std::iter::repeat_n(item, more));
    }
}

fn strange(dice: &mut Dice) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("0"),
        json!("18446744073709551615"),
        json!([]),
        Value::Object(Map::new()),
        json!("á".repeat(6000)),
        json!(WORDS[dice.below(WORDS.len())]),
        json!(dice.below(12)),
    ];
    values[dice.below(values.len())].clone()
}

fn one_word(text: &str, dice: &mut Dice) -> String {
    let mut words: Vec<String> = text.split(':').map(str::to_owned).collect();
    let place = dice.below(words.len());
    words[place] = match words[place].parse::<u64>() {
        Ok(number) if dice.below(2) > 0 => number.wrapping_add([1, u64::MAX][dice.below(2)]).to_string(),
        _ => WORDS[dice.below(WORDS.len())].to_owned(),
    };
    words.join(":")
}
