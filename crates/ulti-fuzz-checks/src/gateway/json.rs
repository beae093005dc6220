//! Mutates JSON documents such that the result is valid JSON.

use serde_json::{Map, Value, json};

/// Parts of custom ids, options and events, and unusual texts.
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

/// A small random number generator.
pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u32) -> Self {
        Self(u64::from(seed) * 2 + 1)
    }

    /// Returns a random number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let end = u64::try_from(end.max(1)).expect("range is too long");
        usize::try_from(self.0 % end).expect("number is too large")
    }
}

/// Makes one to four random changes to a document.
///
/// `mutate` changes a text.
pub(super) fn change(document: &mut Value, rng: &mut Rng, mutate: &mut dyn FnMut(&str) -> String) {
    for _ in 0..=rng.below(4) {
        let mut places = Vec::new();
        walk(document, String::new(), &mut places);
        let place = places[rng.below(places.len())].clone();
        let other = document.pointer(&places[rng.below(places.len())]).cloned().unwrap_or_default();
        match rng.below(8) {
            0 => remove(document, &place),
            1 => set(document, &place, other),
            2 => set(document, &place, strange(rng)),
            3 => double(document, &place, rng),
            _ => {
                let Some(Value::String(text)) = document.pointer(&place) else { continue };
                let changed =
                    if text.contains(':') && rng.below(3) > 0 { one_word(text, rng) } else { mutate(text) };
                set(document, &place, changed.into());
            }
        }
    }
}

/// Collects the JSON pointers of all values.
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

/// Replaces the value at a JSON pointer.
fn set(document: &mut Value, place: &str, value: Value) {
    if let Some(found) = document.pointer_mut(place) {
        *found = value;
    }
}

/// Removes the value at a JSON pointer.
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

/// Appends copies of the first item of an array.
fn double(document: &mut Value, place: &str, rng: &mut Rng) {
    if let Some(Value::Array(items)) = document.pointer_mut(place)
        && let Some(item) = items.first().cloned()
    {
        let more = [1, 2, 26][rng.below(3)];
        items.extend(std::iter::repeat_n(item, more));
    }
}

/// Returns a random value that programs do not expect.
fn strange(rng: &mut Rng) -> Value {
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
        json!(WORDS[rng.below(WORDS.len())]),
        json!(rng.below(12)),
    ];
    values[rng.below(values.len())].clone()
}

/// Replaces one part of a text whose parts are separated by colons, such as a custom id.
fn one_word(text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<String> = text.split(':').map(str::to_owned).collect();
    let place = rng.below(words.len());
    words[place] = match words[place].parse::<u64>() {
        Ok(number) if rng.below(2) > 0 => number.wrapping_add([1, u64::MAX][rng.below(2)]).to_string(),
        _ => WORDS[rng.below(WORDS.len())].to_owned(),
    };
    words.join(":")
}
