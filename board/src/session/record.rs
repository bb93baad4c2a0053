//! Reading and writing positions and games.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use nanboku::position::{Position, SfenError};
use nanboku::types::Color;
use nanboku_records::ruling::{Ruling, SetChoice};
use nanboku_records::{Contents, Encoding, End, EndReason as RecordEnd, Format, GameResult, Kifu, KifuMove, Opening};

use super::command::{ExportFormat, TextEncoding};
use super::editor::{self, Board};
use super::setup::{Player, Setup};
use super::tree::LONGEST_COMMENT;
use super::values;
use super::{EndReason, Event, Export, GameEnd, Level, Notice, NoticeKey};
use super::{Session, rules, steps};

/// The longest text that is read, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

fn unreadable(detail: String) -> NoticeKey {
    NoticeKey::Unreadable { detail, line: None, partly: false, problems: Vec::new() }
}

impl Session {
    pub(super) fn load_bytes(&mut self, base64: &str) -> Result<(), NoticeKey> {
        let bytes = BASE64.decode(base64.trim()).map_err(|error| unreadable(format!("no base 64: {error}")))?;
        self.load(&nanboku_records::decode(&bytes))
    }

    pub(super) fn load(&mut self, text: &str) -> Result<(), NoticeKey> {
        if self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        if text.len() > LONGEST_TEXT {
            return Err(unreadable(format!("more than {LONGEST_TEXT} bytes")));
        }
        let text = text.trim();
        let format = format_of(text);
        let contents = read(text, format, self.ruling());
        let error = contents.errors.first().cloned();
        let Some(kifu) = contents.games.first().filter(|kifu| says_something(kifu, text)) else {
            let (detail, line) = match error {
                Some(error) => (error.message, Some(error.line)),
                None => ("it is neither SFEN nor USI nor KIF nor CSA".to_owned(), None),
            };
            let problems = position_problems(text, &self.rules);
            return Err(NoticeKey::Unreadable { detail, line, partly: false, problems });
        };
        let setup = setup_of(kifu, &self.setup);
        let rules = rules::rules(&setup).map_err(unreadable)?;
        let start = kifu.start_position().map_err(unreadable)?;
        let start = Position::from_sfen(&start.sfen(), &rules).map_err(|error| unreadable(error.to_string()))?;
        if let Some(problem) = editor::capturable_king(&start) {
            let detail = problem.detail.clone();
            return Err(NoticeKey::Unreadable { detail, line: None, partly: false, problems: vec![problem] });
        }
        let setup = steps::from_position(&setup, &start);
        self.begin_with(setup, rules, start);
        self.take_kifu(kifu);
        if let Some(error) = error {
            let (detail, line) = (error.message, Some(error.line));
            let key = NoticeKey::Unreadable { detail, line, partly: true, problems: Vec::new() };
            self.out.reply.push(Event::Notice(Notice { level: Level::Warning, key }));
        } else {
            let key = NoticeKey::Loaded { moves: kifu.moves.len(), games: contents.games.len() };
            self.out.reply.push(Event::Notice(Notice { level: Level::Info, key }));
        }
        Ok(())
    }

    /// Adds the moves of a record to the tree and shows the last.
    fn take_kifu(&mut self, kifu: &Kifu) {
        self.annotate(None, &kifu.comments);
        for KifuMove { mv, ms, comments } in &kifu.moves {
            if self.add_move(*mv).is_err() {
                break;
            }
            self.annotate(*ms, comments);
        }
        self.end = kifu.end.as_ref().map(end_of_record);
    }

    fn annotate(&mut self, ms: Option<u64>, comments: &[String]) {
        if let Some(node) = self.tree.get_mut(self.cursor) {
            node.ms = ms;
            node.comment = comments.join("\n").chars().take(LONGEST_COMMENT).collect();
        }
    }

    /// The game as records name it.
    fn ruling(&self) -> Ruling {
        Ruling {
            variant: self.rules.variant,
            rules: SetChoice(rules::named_set(&self.setup.rule_set).ok().flatten()),
            tide: self.rules.tide.is_some(),
            tide_period: self.setup.tide_period,
        }
    }

    /// The line through the position that is shown.
    fn kifu(&self) -> Kifu {
        let line = self.tree.line(self.cursor);
        let nodes = line.iter().filter_map(|&id| self.tree.get(id));
        let comments = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let start = self.tree.start().sfen();
        let is_end = self.play.as_ref().is_none_or(|play| line.last() == Some(&play.live));
        Kifu {
            ruling: self.ruling(),
            black: name_of(self.player(Color::Black)),
            white: name_of(self.player(Color::White)),
            headers: Vec::new(),
            start: (start != self.rules.variant.start()).then_some(start),
            comments: self.tree.get(super::ROOT).map(|root| comments(&root.comment)).unwrap_or_default(),
            moves: nodes
                .filter_map(|node| Some(KifuMove { mv: node.mv?, ms: node.ms, comments: comments(&node.comment) }))
                .collect(),
            end: self.end.filter(|_| is_end).map(record_end),
        }
    }

    pub(super) fn export(&mut self, format: ExportFormat, encoding: TextEncoding) -> Result<(), NoticeKey> {
        let encoding = match encoding {
            TextEncoding::Utf8 => Encoding::Utf8,
            TextEncoding::ShiftJis => Encoding::ShiftJis,
        };
        let write = |format| nanboku_records::write(&[self.kifu()], format, encoding);
        let (text, extension) = match format {
            ExportFormat::Sfen => (self.shown.position().sfen(), "sfen"),
            ExportFormat::Usi => (write(Format::Usi), "usi"),
            // The ending that other programs take for this encoding.
            ExportFormat::Kif => (write(Format::Kif), if encoding == Encoding::Utf8 { "kifu" } else { "kif" }),
            ExportFormat::Csa => (write(Format::Csa3), "csa"),
        };
        let base64 = (encoding != Encoding::Utf8).then(|| BASE64.encode(encoding.encode(&text)));
        let name = format!("nanboku.{extension}");
        self.out.reply.push(Event::Export(Export { format: Some(format), name, text, base64 }));
        Ok(())
    }

    pub(super) fn draw(&mut self, flipped: bool) {
        let board = match &self.edit {
            Some(edit) => edit.board.clone(),
            None => Board::of(self.shown.position()),
        };
        let last = self.tree.get(self.cursor).and_then(|node| node.mv).filter(|_| self.edit.is_none());
        let text = super::drawing::draw(&board, last, flipped);
        self.out.reply.push(Event::Export(Export { format: None, name: "nanboku.svg".to_owned(), text, base64: None }));
    }
}

/// The format of a text. An SFEN by itself is read as a USI position line.
fn format_of(text: &str) -> Format {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let is_board = |word: &str| word.matches('/').count() >= 3 && word.is_ascii();
    if first.split_whitespace().next().is_some_and(is_board) {
        return Format::Usi;
    }
    Format::guess(Path::new(""), text)
}

/// Reads a text as the game that is on the board, and, where that fails, as it would be read without a board, and as ordinary
/// shogi; what leaves the fewest errors and the most moves is taken.
fn read(text: &str, format: Format, ruling: Ruling) -> Contents {
    let mut best: Option<Contents> = None;
    let worth = |contents: &Contents| {
        let moves: usize = contents.games.iter().map(|game| game.moves.len()).sum();
        (!contents.errors.is_empty(), std::cmp::Reverse(moves))
    };
    for asked in [Some(ruling), None, Some(Ruling::of(nanboku::rules::Variant::Shogi))] {
        let contents = nanboku_records::read(text, format, asked);
        if contents.errors.is_empty() && !contents.games.is_empty() {
            return contents;
        }
        if best.as_ref().is_none_or(|best| worth(&contents) < worth(best)) {
            best = Some(contents);
        }
    }
    best.unwrap_or_default()
}

/// Whether there is anything of a game in what was read as one: any text can be taken for a KIF without moves.
fn says_something(kifu: &Kifu, text: &str) -> bool {
    let is_position = text.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("position") || line.starts_with("startpos") || line.starts_with("sfen") || line.contains('/')
    });
    let is_record = text.contains("手合割") || text.contains("手数") || text.lines().any(|line| line.starts_with("PI"));
    !kifu.moves.is_empty() || kifu.start.is_some() || is_position || is_record
}

/// What is wrong with the position of a USI line, in keys.
fn position_problems(text: &str, rules: &nanboku::rules::Rules) -> Vec<super::Problem> {
    let sfen = text.lines().find_map(|line| line.trim().parse::<Opening>().ok()?.sfen);
    match sfen.map(|sfen| Position::from_sfen(&sfen, rules)) {
        Some(Err(SfenError::Invalid(error))) => vec![editor::invalid(&error)],
        _ => Vec::new(),
    }
}

fn setup_of(kifu: &Kifu, before: &Setup) -> Setup {
    let ruling = &kifu.ruling;
    Setup {
        variant: ruling.variant.name().to_owned(),
        rule_set: ruling.rules.to_string(),
        tide: ruling.tide,
        tide_period: ruling.tide_period,
        black: Player::Human { name: kifu.black.clone() },
        white: Player::Human { name: kifu.white.clone() },
        clock: None,
        think_ms: before.think_ms,
        ..Setup::default()
    }
}

fn name_of(player: &Player) -> String {
    match player {
        Player::Human { name } => name.clone(),
        Player::Engine { level } => format!("Nanboku (level {level})"),
    }
}

/// The reasons in both directions; whatever else a record says is another end.
const REASONS: [(EndReason, RecordEnd); 11] = [
    (EndReason::Checkmate, RecordEnd::Checkmate),
    (EndReason::Stalemate, RecordEnd::Stalemate),
    (EndReason::Impasse, RecordEnd::Impasse),
    (EndReason::Repetition, RecordEnd::Repetition),
    (EndReason::Perpetual, RecordEnd::Perpetual),
    (EndReason::BareKings, RecordEnd::BareKings),
    (EndReason::Resignation, RecordEnd::Resignation),
    (EndReason::Time, RecordEnd::Time),
    (EndReason::IllegalMove, RecordEnd::IllegalMove),
    (EndReason::MoveLimit, RecordEnd::MoveLimit),
    (EndReason::Abandoned, RecordEnd::Abandoned),
];

fn end_of_record(end: &End) -> GameEnd {
    let reason = REASONS.iter().find(|(_, record)| *record == end.reason).map_or(EndReason::Other, |(own, _)| *own);
    let winner = match end.result {
        GameResult::Black => Some(values::Color(Color::Black)),
        GameResult::White => Some(values::Color(Color::White)),
        GameResult::Draw | GameResult::Void => None,
    };
    GameEnd { reason, winner }
}

fn record_end(end: GameEnd) -> End {
    let reason = REASONS.iter().find(|(own, _)| *own == end.reason).map_or(RecordEnd::Abandoned, |(_, record)| *record);
    match end.winner {
        Some(values::Color(winner)) => End::lost_by(!winner, reason),
        None if reason == RecordEnd::Abandoned => End::ABANDONED,
        None => End::drawn(reason),
    }
}
