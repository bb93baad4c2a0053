//! The examples of `docs/board.md` are messages of the session.

use nanboku_board::session::{Command, Event};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../docs/board.md");

/// The JSON blocks with this word behind the language.
fn blocks(sort: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in DOCUMENT.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                assert!(!info.starts_with("json") || ["json command", "json event"].contains(&info), "{info}");
                open = Some((info == format!("json {sort}"), String::new()));
            }
            (Some((wanted, text)), Some(_)) => {
                if *wanted {
                    found.push(std::mem::take(text));
                }
                open = None;
            }
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

/// Whether everything that `written` says is said by `whole`, in which defaults may come on top.
fn contains(whole: &Value, written: &Value) -> bool {
    match (whole, written) {
        (Value::Object(whole), Value::Object(written)) => {
            let says_nothing = |value: &Value| value.is_null() || value == "";
            written
                .iter()
                .all(|(key, value)| whole.get(key).map_or(says_nothing(value), |there| contains(there, value)))
        }
        (Value::Array(whole), Value::Array(written)) => {
            whole.len() == written.len() && whole.iter().zip(written).all(|(whole, written)| contains(whole, written))
        }
        _ => whole == written,
    }
}

fn check<T: DeserializeOwned + Serialize>(sort: &str) -> Vec<String> {
    let mut tags = Vec::new();
    for block in blocks(sort) {
        let message: T = serde_json::from_str(&block).unwrap_or_else(|error| panic!("{error}: {block}"));
        let written: Value = serde_json::from_str(&block).unwrap();
        let whole = serde_json::to_value(&message).unwrap();
        assert!(contains(&whole, &written), "{block} was read as {whole}");
        let tag = written.get("do").or(written.get("type")).and_then(Value::as_str).unwrap();
        tags.push(tag.to_owned());
    }
    tags
}

/// The names of all values of a tagged enum, from the error about a name that it has not.
fn names<T: DeserializeOwned>(tag: &str) -> Vec<String> {
    let error = serde_json::from_str::<T>(&format!("{{\"{tag}\": \"?\"}}")).err().unwrap().to_string();
    let (_, list) = error.split_once("expected one of ").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_command_of_the_document_is_understood_and_every_command_is_there() {
    let shown = check::<Command>("command");
    for name in names::<Command>("do") {
        assert!(shown.contains(&name), "{name} has no example");
    }
}

#[test]
fn every_event_of_the_document_is_understood_and_every_event_is_there() {
    let shown = check::<Event>("event");
    for name in names::<Event>("type") {
        assert!(shown.contains(&name), "{name} has no example");
    }
}
