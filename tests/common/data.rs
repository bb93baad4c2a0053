//! The truth files.

use std::path::Path;

use nanboku::rules::{DeadEnd, MovedNifu, NamedSet, NifuCheck, PawnDropMate, Rules, Variant};
use serde_json::Value;

/// A row of a truth file.
pub struct Row {
    pub file: &'static str,
    pub line: usize,
    value: Value,
}

/// All rows of `tests/data/<file>.jsonl`.
pub fn rows(file: &'static str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format!("{file}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Row> = (1..)
        .zip(text.lines())
        .map(|(line, text)| {
            let value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{file} line {line}: {error}"));
            Row { file, line, value }
        })
        .collect();
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}

impl Row {
    /// Where the row stands and what it says, for messages.
    pub fn context(&self) -> String {
        format!("{} line {}: {}", self.file, self.line, self.value)
    }

    pub fn has(&self, field: &str) -> bool {
        self.value.get(field).is_some()
    }

    fn field<T>(&self, field: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let value = self.value.get(field).filter(|value| !value.is_null())?;
        Some(read(value).unwrap_or_else(|| panic!("bad '{field}' in {}", self.context())))
    }

    /// A text, if the field is there and not null.
    pub fn text(&self, field: &str) -> Option<String> {
        self.field(field, |value| Some(value.as_str()?.to_owned()))
    }

    /// A truth value, if the field is there and not null.
    pub fn flag(&self, field: &str) -> Option<bool> {
        self.field(field, Value::as_bool)
    }

    /// A number, if the field is there and not null.
    pub fn number(&self, field: &str) -> Option<u64> {
        self.field(field, Value::as_u64)
    }

    /// A list of texts, sorted; empty if the field is not there.
    pub fn texts(&self, field: &str) -> Vec<String> {
        let read = |value: &Value| value.as_array()?.iter().map(|item| Some(item.as_str()?.to_owned())).collect();
        let mut texts: Vec<String> = self.field(field, read).unwrap_or_default();
        texts.sort();
        texts
    }

    /// A list of texts in the order of the file.
    pub fn sequence(&self, field: &str) -> Vec<String> {
        let read = |value: &Value| value.as_array()?.iter().map(|item| Some(item.as_str()?.to_owned())).collect();
        self.field(field, read).unwrap_or_default()
    }

    /// A list of numbers.
    pub fn numbers(&self, field: &str) -> Vec<u64> {
        self.field(field, |value| value.as_array()?.iter().map(Value::as_u64).collect()).unwrap_or_default()
    }

    pub fn sfen(&self) -> String {
        self.text("sfen").unwrap_or_else(|| panic!("no sfen in {}", self.context()))
    }

    /// The rules of a row with `preset`, whose single rules must be those that the row spells out.
    pub fn rules(&self) -> Rules {
        let spelt = self.value.get("rules").unwrap_or_else(|| panic!("no rules in {}", self.context()));
        let text = |field: &str| spelt.get(field).and_then(Value::as_str).unwrap_or_default();
        let variant: Variant = text("movement").parse().unwrap();
        let mut rules = Rules::new(variant, Some(NamedSet::App));
        rules.set.moved_nifu = text("sashi_nifu").parse().unwrap();
        rules.set.nifu_check = text("kiki_nifu").parse().unwrap();
        rules.set.dead_end = match text("dead_end") {
            "allowed" => DeadEnd::Allowed,
            "shogi" | "annboku" => DeadEnd::Forbidden,
            other => panic!("dead_end {other} in {}", self.context()),
        };
        rules.set.pawn_drop_mate = match text("uchifuzume") {
            "lishogi" => PawnDropMate::Front,
            other => other.parse().unwrap(),
        };
        if spelt.get("tide").and_then(Value::as_bool) == Some(true) {
            rules = rules.with_tide(spelt.get("tide_n").and_then(Value::as_u64).unwrap() as u32);
        }
        match self.text("preset").as_deref() {
            Some("custom") => rules,
            // On annan, unlike in the files of their own.
            Some(name) => {
                let named = preset(name);
                assert_eq!(single_rules(&named), single_rules(&rules), "{}", self.context());
                named
            }
            None => panic!("no preset in {}", self.context()),
        }
    }
}

fn single_rules(rules: &Rules) -> (Variant, Option<u32>, MovedNifu, NifuCheck, DeadEnd, PawnDropMate) {
    let set = rules.set;
    let tide = rules.tide.map(|tide| tide.period);
    (rules.variant, tide, set.moved_nifu, set.nifu_check, set.dead_end, set.pawn_drop_mate)
}

/// The rules that the files call by this name.
pub fn preset(name: &str) -> Rules {
    let on = |variant, set| Rules::new(variant, Some(set));
    match name {
        "annan" => on(Variant::Annan, NamedSet::App),
        "lishogi" => on(Variant::Annan, NamedSet::Lishogi),
        "mihara" => on(Variant::Annan, NamedSet::Mihara),
        "wfp" => on(Variant::Annan, NamedSet::Wfp),
        "shogitter" => on(Variant::Annan, NamedSet::Shogitter),
        "annboku" => on(Variant::Annboku, NamedSet::Wfp),
        "annboku_free" => on(Variant::Annboku, NamedSet::App),
        "tide" => on(Variant::Annan, NamedSet::of(Variant::Annan, true)).with_tide(10),
        other => Rules::new(other.parse().unwrap_or_else(|()| panic!("no preset {other}")), None),
    }
}
