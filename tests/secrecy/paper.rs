//! The files that people are given, and what is in them.

use serde_json::Value;
use ulti::playground::{Exchange, Message, Playground, Readers, Sender, Way};

/// How long after its message was made a file may have come into it.
const WRITTEN_WITHIN: u64 = 5_000;

/// A file that is no picture, and when it was there at the latest, in Unix milliseconds.
pub(crate) struct Paper {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) by: u64,
}

/// All that anybody was given.
pub(crate) fn papers(playground: &Playground) -> Vec<Paper> {
    let mut papers = Vec::new();
    for name in playground.people() {
        for message in playground.person(&name).in_channel("ulti").messages() {
            papers.extend(in_message(playground, &message));
        }
    }
    papers
}

fn in_message(playground: &Playground, message: &Message) -> Vec<Paper> {
    let files = message.attachments().iter().filter_map(|file| {
        let name = file["filename"].as_str()?;
        let bytes = playground.file(file["url"].as_str()?)?;
        let text = String::from_utf8(bytes).ok().filter(|_| file["content_type"] != "image/png")?;
        Some(Paper { name: name.to_owned(), text, by: message.id().made_at() + WRITTEN_WITHIN })
    });
    files.collect()
}

/// What in a file tells of a deal that is not over: hands without what came of them.
pub(crate) fn unfinished(text: &str) -> Vec<String> {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<Value>().map_while(Result::ok);
    let mut found = Vec::new();
    documents.for_each(|document| walk(&document, &mut found));
    found
}

fn walk(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let tells = ["hands", "start", "seed"].iter().any(|key| fields.contains_key(*key));
            let is_shuffle = fields.contains_key("commitment");
            if tells && !fields.contains_key("result") && !is_shuffle {
                found.push(value.to_string());
            }
            fields.values().for_each(|inner| walk(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
        _ => {}
    }
}

/// Whether anybody could read it, as the scan takes it.
pub(crate) fn is_read(exchange: &Exchange) -> bool {
    exchange.way == Way::Rest && exchange.from == Sender::Bot && exchange.readers != Readers::Nobody
}
