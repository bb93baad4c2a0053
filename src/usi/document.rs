//! The description of the options in `engine-options.md`.

use std::fmt::Write as _;

use super::row::{Kind, Row};
use super::table::TABLE;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use crate::search::skill::{Beyond, LEVELS};
use crate::types::{Bitboard, Square};

const BEGIN: &str = "<!-- options: written by `cargo run --example write_options` -->\n";
const END: &str = "<!-- end of options -->";

/// The document with its part between the two markers written anew from the table of options; `None` if the markers are
/// missing.
pub fn options_document(document: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{}{END}{after}", description()))
}

/// The options that the document tells of: all but those for measuring the search, which no player ever sees.
fn documented() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().filter(|row| !row.name.starts_with("Tuning_"))
}

/// A table of all documented options, and a section on each.
fn description() -> String {
    let mut text = String::from("\n| name | type | default | values | what it does |\n|---|---|---|---|---|\n");
    for row in documented() {
        let default = match row.kind {
            Kind::Button => String::new(),
            Kind::File => format!("`{}` (none)", row.kind.default_text()),
            _ => row.kind.default_text(),
        };
        let _ = writeln!(
            text,
            "| [{name}](#{anchor}) | {kind} | {default} | {values} | {summary} |",
            name = row.name,
            anchor = row.name.to_lowercase(),
            kind = type_name(&row.kind),
            values = values(&row.kind),
            summary = row.summary,
        );
    }
    for row in documented() {
        section(row, &mut text);
    }
    text.push('\n');
    text
}

fn section(row: &Row, text: &mut String) {
    let _ = write!(text, "\n### {}\n\n{}\n\n", row.name, row.advice);
    if row.name == super::table::SKILL_LEVEL {
        levels(text);
    }
    if row.name == super::table::VARIANT {
        variants(text);
    }
    if !row.aliases.is_empty() {
        let aliases: Vec<String> = row.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        let _ = write!(text, "Also accepted: {}.\n\n", aliases.join(", "));
    }
    let example = match row.kind {
        Kind::Button => format!("setoption name {}", row.name),
        _ => format!("setoption name {} value {}", row.name, row.example),
    };
    let _ = writeln!(text, "    {example}");
}

/// What each level can do and what it misses, in figures.
fn levels(text: &mut String) {
    text.push_str(
        "| level | reads, in plies | at most nodes | beyond that | borrowed movement overlooked | drops forgotten | judges by | \
         taste, in centipawns | sees mates within | sees the Tide turn |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let limit = |limit: Option<u64>| limit.map_or_else(|| "no limit".to_owned(), |limit| limit.to_string());
    for (number, level) in (1..).zip(&LEVELS) {
        let weaknesses = &level.weaknesses;
        let _ = writeln!(
            text,
            "| {number} | {} | {} | {} | {} % | {} % | {} | {} | {} | {} |",
            limit(level.depth.map(u64::from)),
            limit(level.nodes),
            match weaknesses.beyond {
                Beyond::Nothing => "nothing",
                Beyond::FirstExchange => "the first exchange",
                Beyond::Captures => "everything",
            },
            weaknesses.overlooks_borrowing,
            weaknesses.forgets_drops,
            if weaknesses.counts_pieces { "counting pieces" } else { "everything" },
            weaknesses.taste,
            weaknesses.longest_mate.map_or_else(
                || "no limit".to_owned(),
                |plies| format!("{plies} pl{}", if plies == 1 { "y" } else { "ies" })
            ),
            if weaknesses.ignores_flips { "no" } else { "yes" },
        );
    }
    text.push('\n');
}

/// How pieces move in each variant, in a sentence and a diagram.
fn variants(text: &mut String) {
    text.push_str(
        "In the diagrams capital letters are Black's pieces, who plays upwards; `*` marks the squares to which the piece in \
         brackets may go.\n\n",
    );
    for variant in Variant::ALL {
        let rule = variant.movement();
        let (name, japanese, sentence) = (variant.name(), variant.japanese(), rule.sentence);
        let _ = write!(text, "**{name}** ({japanese}): {sentence}.\n\n{}\n", diagram(variant).unwrap_or_default());
    }
}

/// The squares around the piece of a rule's example.
fn diagram(variant: Variant) -> Option<String> {
    let example = variant.movement().example;
    let position = Position::from_sfen(example.sfen, &Rules::new(variant, None)).ok()?;
    let shown: Square = example.square.parse().ok()?;
    let from_there = legal_moves(&position).into_iter().filter(|mv| mv.from() == Some(shown));
    let targets: Bitboard = from_there.map(|mv| mv.to()).collect();
    let mut text = String::new();
    for rank in shown.rank().saturating_sub(2)..(shown.rank() + 3).min(9) {
        text.push_str("    ");
        for file in (shown.file().saturating_sub(2)..(shown.file() + 3).min(9)).rev() {
            let square = Square::at(file, rank)?;
            let piece = position.piece_at(square).map_or_else(|| ".".to_owned(), |piece| piece.to_string());
            let cell = match (square == shown, targets.contains(square)) {
                (true, _) => format!("[{piece}]"),
                (_, true) if piece == "." => " * ".to_owned(),
                (_, true) => format!(" {piece}*"),
                _ => format!(" {piece} "),
            };
            text.push_str(&cell);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    Some(text)
}

fn type_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Spin { .. } | Kind::Level { .. } => "spin",
        Kind::Check { .. } => "check",
        Kind::Combo { .. } => "combo",
        Kind::File => "filename",
        Kind::Button => "button",
    }
}

fn values(kind: &Kind) -> String {
    match kind {
        Kind::Spin { min, max, .. } | Kind::Level { min, max, .. } => format!("{min} to {max}"),
        Kind::Check { .. } => "true, false".to_owned(),
        Kind::Combo { .. } => kind.words().join(", "),
        Kind::File => "a file name".to_owned(),
        Kind::Button => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_up_to_date() {
        let document = include_str!("../../engine-options.md");
        let written = options_document(document).expect("both markers");
        assert!(written == document, "run `cargo run --example write_options`");
    }

    #[test]
    fn every_example_is_accepted() {
        for row in TABLE {
            let value = (!matches!(row.kind, Kind::Button)).then_some(row.example);
            let mut options = super::super::options::Options::default();
            assert!(options.set(row.name, value).is_ok(), "{}", row.name);
        }
    }
}
