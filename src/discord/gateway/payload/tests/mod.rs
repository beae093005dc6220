//! Tests with a sample of each event that the bot handles, and with odd values in every place of each sample.

mod odd_values;

use serde_json::{Value, json};

use super::events::EventKind;
use super::*;
use poise::serenity_prelude::GatewayEvent;

/// Samples of all events, with all fields that Discord documents, and some that it does not.
const SAMPLES: &str = include_str!("samples.json");

/// An event from Discord.
#[derive(Debug, Clone, serde::Deserialize)]
struct Sample {
    #[serde(rename = "t")]
    name: String,
    #[serde(rename = "d")]
    data: Value,
}

fn samples() -> Vec<Sample> {
    serde_json::from_str(SAMPLES).unwrap()
}

/// Returns a sample of an interaction whose data contains `text`.
fn interaction(text: &str) -> Sample {
    let is_wanted = |sample: &Sample| {
        sample.name == "INTERACTION_CREATE" && sample.data["data"].to_string().contains(text)
    };
    samples().into_iter().find(is_wanted).unwrap()
}

/// Returns the frame that serenity receives.
fn frame(sample: &Sample) -> Rewritten {
    let frame = json!({"op": 0, "s": 7, "t": sample.name, "d": sample.data}).to_string();
    FrameRewriter::default().rewrite(&frame).unwrap()
}

/// Returns the name and data of the event that serenity receives, and checks that serenity can read it.
fn rewritten(sample: &Sample) -> (String, Value) {
    let rewritten = frame(sample);
    let mut frame: Value = serde_json::from_str(&rewritten.text).unwrap();
    assert_eq!((&frame["op"], &frame["s"]), (&json!(0), &json!(7)), "{frame}");
    assert_eq!(rewritten.is_ignored, frame["t"] == IGNORED_EVENT, "{frame}");
    assert!(serde_json::from_value::<GatewayEvent>(frame.clone()).is_ok(), "{frame}");
    let (name, data) = (frame["t"].as_str().unwrap().to_owned(), frame["d"].take());
    if let Some(kind) = EventKind::named(&name) {
        assert!((kind.check)(&data).is_ok(), "{name}: {data}");
    }
    (name, data)
}

#[test]
fn serenity_reads_all_samples_and_what_they_become() {
    for sample in samples() {
        let kind = EventKind::named(&sample.name).unwrap();
        let read = (kind.check)(&sample.data);
        assert!(read.is_ok(), "{}: {read:?}", sample.name);
        assert_eq!(rewritten(&sample).0, sample.name);
    }
}

#[test]
fn frames_keep_what_the_bot_reads() {
    let written = samples()
        .into_iter()
        .map(|sample| rewritten(&sample))
        .map(|(name, data)| format!("{name}\n{data:#}\n"));
    insta::assert_snapshot!("rewritten_events", written.collect::<Vec<_>>().concat());
}

#[test]
fn session_events_contain_the_url_for_resuming() {
    let [ready, resumed, other, ..] = &samples()[..] else { unreachable!() };
    let begun = |url: Option<&str>| Some(SessionEvent::Begun { resume_url: url.map(str::to_owned) });
    assert_eq!(frame(ready).session, begun(Some("wss://gateway-us-east1-b.discord.gg")));
    assert_eq!(frame(resumed).session, Some(SessionEvent::Resumed));
    assert_eq!(frame(other).session, None);
    for odd in [json!(""), json!("https://discord.com"), json!(null), json!(5)] {
        let mut ready = ready.clone();
        ready.data["resume_gateway_url"] = odd;
        assert_eq!((frame(&ready).session, rewritten(&ready).0), (begun(None), "READY".to_owned()));
    }
}

#[test]
fn events_that_the_bot_does_not_handle_are_emptied() {
    for name in ["GUILD_UPDATE", "TYPING_START", "SOMETHING_NEW", "channel_delete", ""] {
        let sample = Sample { name: name.to_owned(), data: json!({"id": 1e300, "list": [[[]]]}) };
        assert_eq!(rewritten(&sample), (IGNORED_EVENT.to_owned(), Value::Null), "{name}");
    }
}

#[test]
fn control_frames_are_rewritten() {
    let rewrite = |frame: Value| FrameRewriter::default().rewrite(&frame.to_string()).map(|frame| frame.text);
    let read = |frame: Value| -> GatewayEvent { serde_json::from_str(&rewrite(frame).unwrap()).unwrap() };
    for (interval, milliseconds) in [
        (json!(41_250), 41_250),
        (json!(41_250.5), 41_250),
        (json!(1e300), 3_600_000),
        (json!(1), 1_000),
        (json!(-5), HEARTBEAT_INTERVAL),
        (json!("soon"), HEARTBEAT_INTERVAL),
        (Value::Null, HEARTBEAT_INTERVAL),
    ] {
        let hello = json!({"op": 10, "d": {"heartbeat_interval": interval, "_trace": []}});
        assert!(matches!(read(hello), GatewayEvent::Hello(read) if read == milliseconds), "{interval}");
    }
    for (data, is_resumable) in
        [(json!(true), true), (json!(false), false), (Value::Null, false), (json!("x"), false)]
    {
        let invalid = json!({"op": 9, "d": data, "s": null, "t": null});
        assert!(
            matches!(read(invalid), GatewayEvent::InvalidateSession(read) if read == is_resumable),
            "{data}"
        );
    }
    assert!(matches!(read(json!({"op": 7, "d": {}})), GatewayEvent::Reconnect));
    assert!(matches!(read(json!({"op": 11})), GatewayEvent::HeartbeatAck));
    assert!(matches!(read(json!({"op": 1, "d": 5})), GatewayEvent::Heartbeat(..)));
    for unknown in
        [json!({"op": 99, "d": {}}), json!({"op": 1e9}), json!({"op": "hello"}), json!([]), json!({})]
    {
        assert_eq!(rewrite(unknown.clone()), None, "{unknown}");
    }
    for broken in ["", "{", "{\"op\":0}", "{\"op\":0,\"t\":\"READY\",\"d\":{}}"] {
        assert_eq!(FrameRewriter::default().rewrite(broken), None, "{broken}");
    }
}

/// The parser limits how deep values may be nested. Unused events may be deeper.
#[test]
fn deeply_nested_frames_do_not_stop_the_connection() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for name in ["READY", "SOMETHING_NEW"] {
        let frame = format!(r#"{{"op":0,"s":3,"t":"{name}","d":{{"x":{deep}}}}}"#);
        let rewritten = FrameRewriter::default().rewrite(&frame).unwrap();
        assert_eq!(rewritten.text, r#"{"op":0,"s":3,"t":"IGNORED","d":null}"#);
    }
}
