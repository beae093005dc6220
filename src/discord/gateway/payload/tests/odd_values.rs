//! Odd values in every place of every event: unknown fields, unknown values of enumerations, large numbers,
//! and values of other types.

use std::collections::BTreeSet;

use super::*;

/// The largest flag of a user that Discord has sent so far does not fit into 32 bits.
const LARGE_FLAG: u64 = 1 << 44;

/// A place in a JSON value.
type Path = Vec<Step>;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Field(String),
    Element(usize),
}

fn odd_values() -> Vec<Value> {
    vec![
        json!(LARGE_FLAG),
        json!(300),
        json!("unknown"),
        json!(null),
        json!([{"new": 1}]),
        json!({"new": {"id": 1e30}}),
        json!(u64::MAX),
        json!(1e30),
        json!(-1),
        json!(2.5),
        json!(""),
        json!(true),
        json!([]),
        json!({}),
    ]
}

/// Returns all places in a value, except the value itself.
fn places(value: &Value) -> Vec<Path> {
    let inner: Vec<(Step, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (Step::Field(name.clone()), value)).collect()
        }
        Value::Array(elements) => {
            elements.iter().enumerate().map(|(position, value)| (Step::Element(position), value)).collect()
        }
        _ => Vec::new(),
    };
    let with_inner = |(step, value): (Step, &Value)| {
        let deeper = places(value).into_iter().map({
            let step = step.clone();
            move |path| [vec![step.clone()], path].concat()
        });
        [vec![vec![step]], deeper.collect()].concat()
    };
    inner.into_iter().flat_map(with_inner).collect()
}

fn at<'a>(value: &'a mut Value, path: &[Step]) -> &'a mut Value {
    path.iter().fold(value, |value, step| match step {
        Step::Field(name) => &mut value[name.as_str()],
        Step::Element(position) => &mut value[*position],
    })
}

/// Returns the sample with another value at a place.
fn with(sample: &Sample, path: &[Step], value: Value) -> Sample {
    let mut changed = sample.clone();
    *at(&mut changed.data, path) = value;
    changed
}

/// Returns the sample without the value at a place.
fn without(sample: &Sample, path: &[Step]) -> Sample {
    let mut changed = sample.clone();
    let (last, parent) = path.split_last().unwrap();
    match (last, at(&mut changed.data, parent)) {
        (Step::Field(name), Value::Object(fields)) => drop(fields.shift_remove(name)),
        (Step::Element(position), Value::Array(elements)) => drop(elements.remove(*position)),
        _ => unreachable!(),
    }
    changed
}

/// Removing a value that the bot does not read changes nothing, and neither does any odd value in its place.
/// Odd values in the places that the bot reads never lead to a frame that serenity cannot read.
#[test]
fn odd_values_in_unused_places_change_nothing() {
    let (mut unused, mut used, mut tried) = (0, 0, BTreeSet::new());
    for sample in samples() {
        let expected = frame(&sample);
        for path in places(&sample.data) {
            if !tried.insert(format!("{} {path:?}", sample.name)) {
                continue; // in another sample
            }
            let is_unused = frame(&without(&sample, &path)) == expected;
            *(if is_unused { &mut unused } else { &mut used }) += 1;
            let values = odd_values();
            // Most values of unused places have no effect at all.
            for value in &values[..if is_unused { 6 } else { values.len() }] {
                let changed = with(&sample, &path, value.clone());
                if is_unused {
                    assert_eq!(frame(&changed), expected, "{} {path:?} = {value}", sample.name);
                } else {
                    rewritten(&changed);
                }
            }
        }
    }
    assert!(used > 0 && unused > used, "{used} and {unused}");
}

#[test]
fn unknown_fields_change_nothing() {
    for sample in samples() {
        let expected = rewritten(&sample);
        let mut objects = places(&sample.data);
        objects.push(Vec::new());
        objects.retain(|path| at(&mut sample.data.clone(), path).is_object());
        for path in objects {
            let mut changed = sample.clone();
            // The ids of resolved objects are the names of their fields.
            at(&mut changed.data, &path)["new"] =
                json!({"flags": LARGE_FLAG, "type": 1e30, "list": [null, {}]});
            assert_eq!(rewritten(&changed), expected, "{} {path:?}", sample.name);
        }
    }
}

/// The events that were lost: serenity reads user flags as `u32`, and image hashes of two forms only.
#[test]
fn users_with_new_flags_and_images_are_read() {
    for (field, value) in [
        ("flags", json!(LARGE_FLAG)),
        ("public_flags", json!(LARGE_FLAG)),
        ("avatar", json!("a2_0123")),
        ("banner", json!("https://cdn.discordapp.com/banner")),
        ("premium_type", json!(300)),
        ("accent_color", json!(LARGE_FLAG)),
        ("discriminator", json!("100000")),
        ("primary_guild", json!("DISC")),
        ("collectibles", json!([1])),
    ] {
        for sample in samples() {
            let users: Vec<Path> = places(&sample.data)
                .into_iter()
                .filter(|path| at(&mut sample.data.clone(), path).get("username").is_some())
                .collect();
            for mut path in users {
                path.push(Step::Field(field.to_owned()));
                let changed = with(&sample, &path, value.clone());
                assert_eq!(rewritten(&changed), rewritten(&sample), "{} {path:?}", sample.name);
            }
        }
    }
    let kind = EventKind::named("READY").unwrap();
    let ready = &samples()[0];
    let flags = [Step::Field("user".to_owned()), Step::Field("flags".to_owned())];
    assert!(
        (kind.check)(&with(ready, &flags, json!(LARGE_FLAG)).data).is_err(),
        "the test has become pointless"
    );
}

/// An interaction whose content cannot be read is answered like a command that no longer exists.
#[test]
fn unreadable_interactions_become_nameless_commands() {
    let field = |name: &str| Step::Field(name.to_owned());
    for (sample, path) in [
        (interaction("settings"), vec![field("data"), field("name")]),
        (interaction("settings"), vec![field("data")]),
        (interaction("settings"), vec![field("data"), field("options"), Step::Element(0), field("type")]),
        (interaction("u1:start"), vec![field("data"), field("custom_id")]),
        (interaction("u1:start"), vec![field("message")]),
        (interaction("u1:start"), vec![field("message"), field("id")]),
    ] {
        let (name, data) = rewritten(&with(&sample, &path, json!(["odd"])));
        assert_eq!(name, "INTERACTION_CREATE", "{path:?}");
        assert_eq!((&data["type"], &data["data"]["name"]), (&json!(2), &json!("")), "{path:?}");
        assert_eq!((&data["token"], &data["user"]["id"]), (&sample.data["token"], &json!("101")), "{path:?}");
    }
    // Type 1 is a row of buttons, which nobody can press. serenity refuses it.
    let row = [field("data"), field("component_type")];
    assert_eq!(rewritten(&with(&interaction("u1:start"), &row, json!(1))).1["data"]["name"], json!(""));
    // Without these values, the sender is not known.
    for (sample, path) in [
        (interaction("settings"), vec![field("token")]),
        (interaction("settings"), vec![field("id")]),
        (interaction("settings"), vec![field("member"), field("user"), field("id")]),
        (interaction("settings"), vec![field("member")]),
        (interaction("settings"), vec![field("guild_id")]),
        (interaction("focused\":true"), vec![field("data")]),
    ] {
        assert_eq!(rewritten(&with(&sample, &path, json!(["odd"]))).0, IGNORED_EVENT, "{path:?}");
    }
}

/// An odd value must not look like the absence of a server, which would close its tables, or of an outage.
#[test]
fn unreadable_servers_are_not_mistaken_for_servers_that_the_bot_has_left() {
    let sample = |name: &str| samples().into_iter().find(|sample| sample.name == name).unwrap();
    let guilds = Step::Field("guilds".to_owned());
    for (sample, path) in [
        (sample("READY"), vec![guilds.clone()]),
        (sample("READY"), vec![guilds.clone(), Step::Element(0)]),
        (sample("READY"), vec![guilds, Step::Element(0), Step::Field("id".to_owned())]),
        (sample("GUILD_DELETE"), vec![Step::Field("unavailable".to_owned())]),
    ] {
        for odd in [json!("odd"), json!(1e30), json!({})] {
            assert_eq!(rewritten(&with(&sample, &path, odd)).0, IGNORED_EVENT, "{path:?}");
        }
    }
}

/// Otherwise, the hand in a private message could be shown in a public one.
#[test]
fn unreadable_flags_leave_message_public() {
    let path = [Step::Field("message".to_owned()), Step::Field("flags".to_owned())];
    let sample = interaction("u1:start");
    assert_eq!(rewritten(&sample).1["message"]["flags"], json!(64));
    for odd in [json!(1e30), json!(-1), json!("64"), json!(null)] {
        let data = rewritten(&with(&sample, &path, odd.clone())).1;
        assert_eq!(data["message"].get("flags"), None, "{odd}");
    }
}
