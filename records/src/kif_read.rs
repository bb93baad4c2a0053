//! Reading KIF.
//!
//! The format is described at <http://kakinoki.o.oo7.jp/kif_format.html>. Annan games carry 安南将棋 as their 手合割, as
//! lishogi writes them.

use super::EndReason;
use super::names::{digit, kanji, kind_of_character, parse_number, split_kind, split_square};
use super::ruling::Ruling;
use super::setup::Setup;
use super::{Building, Contents, End, LineError};
use nanboku::position::Outcome;
use nanboku::rules::Variant;
use nanboku::types::{Color, Kind, Move, Piece, Square};

/// What a 手合割 says.
enum Handicap {
    /// The start position of a variant.
    Variant(Variant),
    /// Ordinary shogi without these pieces of White, who moves first.
    Without(&'static [(usize, usize)]),
    /// Whatever the diagram shows.
    Other,
}

/// Squares of White as file and rank: lances, knights, silvers, golds, rook, bishop.
fn handicap(name: &str) -> Option<Handicap> {
    const EIGHT: [(usize, usize); 8] = [(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)];
    const TEN: [(usize, usize); 10] = [(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)];
    Some(match name {
        "その他" => Handicap::Other,
        "香落ち" => Handicap::Without(&[(1, 1)]),
        "右香落ち" => Handicap::Without(&[(9, 1)]),
        "角落ち" => Handicap::Without(&[(2, 2)]),
        "飛車落ち" => Handicap::Without(&[(8, 2)]),
        "飛香落ち" => Handicap::Without(&[(8, 2), (1, 1)]),
        "二枚落ち" => Handicap::Without(&[(8, 2), (2, 2)]),
        "三枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (9, 1)]),
        "四枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (1, 1), (9, 1)]),
        "五枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
        "左五枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
        "六枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
        "左七枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)]),
        "右七枚落ち" => Handicap::Without(&[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)]),
        "八枚落ち" => Handicap::Without(&EIGHT),
        "十枚落ち" => Handicap::Without(&TEN),
        name => Handicap::Variant(Variant::of_record(name)?),
    })
}

/// Reads a text with any number of games.
pub fn read(text: &str, asked: Option<Ruling>) -> Contents {
    let mut reader = Reader { asked, contents: Contents::default(), current: None };
    for (index, line) in text.lines().enumerate() {
        if let Err(message) = reader.line(line.trim_end()) {
            reader.contents.errors.push(LineError { line: index + 1, message });
            if let Some(current) = &mut reader.current {
                current.building.broken = true;
            }
        }
    }
    reader.finish();
    reader.contents
}

struct Reader {
    asked: Option<Ruling>,
    contents: Contents,
    current: Option<Current>,
}

/// The game that is being read.
struct Current {
    building: Building,
    /// The diagram, if there is one, and how many of its ranks have been read.
    setup: Option<Setup>,
    ranks: usize,
    /// Whether the handicap was named.
    named: bool,
    /// Whether the moves have begun.
    moves: bool,
    /// Whether a variation is being read, which is passed over.
    variation: bool,
}

impl Reader {
    fn current(&mut self) -> &mut Current {
        let ruling = self.asked.unwrap_or(Ruling::of(Variant::Shogi));
        self.current.get_or_insert_with(|| Current {
            building: Building::new(ruling),
            setup: None,
            ranks: 0,
            named: false,
            moves: false,
            variation: false,
        })
    }

    fn finish(&mut self) {
        let Some(mut current) = self.current.take() else { return };
        if current.building.broken && !current.moves {
            // Without its beginning the game says nothing.
            return;
        }
        if !current.moves && current.begin_moves().is_err() {
            return;
        }
        self.contents.games.push(current.building.kifu);
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with(['#', '&']) {
            return Ok(());
        }
        if let Some(comment) = trimmed.strip_prefix('*') {
            if let Some(current) = self.current.as_mut().filter(|current| !current.variation) {
                current.building.comment(comment.trim());
            } else if self.current.is_none() {
                self.current().building.comment(comment.trim());
            }
            return Ok(());
        }
        if trimmed.starts_with("変化") {
            self.current().variation = true;
            return Ok(());
        }
        if trimmed.starts_with("まで") {
            return Ok(());
        }
        if let Some(rank) = trimmed.strip_prefix('|') {
            return self.headers().rank(rank);
        }
        if trimmed.starts_with('+') || is_file_numbers(trimmed) {
            return Ok(());
        }
        if trimmed.starts_with("手数-") {
            return self.headers().begin_moves();
        }
        if trimmed.starts_with("手数＝") || trimmed.starts_with("手数=") {
            let number: String = trimmed.chars().skip(3).take_while(|&c| digit(c).is_some()).collect();
            let ply = parse_number(&number).ok_or("手数 has no number")?;
            let setup = self.headers().setup();
            setup.ply = u32::try_from(ply).map_err(|error| error.to_string())?;
            return Ok(());
        }
        match trimmed {
            "後手番" | "上手番" => {
                self.headers().setup().side = Color::White;
                return Ok(());
            }
            "先手番" | "下手番" => {
                self.headers().setup().side = Color::Black;
                return Ok(());
            }
            _ => {}
        }
        if digit(trimmed.chars().next().unwrap_or_default()).is_some() && !is_header(trimmed) {
            let current = self.current();
            return if current.variation || current.building.broken { Ok(()) } else { current.numbered(trimmed) };
        }
        match split_header(trimmed) {
            Some((key, value)) => self.headers().header(key, value),
            None if self.current.as_ref().is_some_and(|current| current.variation || current.building.broken) => Ok(()),
            None => Err(format!("'{}' is not understood", short(trimmed))),
        }
    }

    /// The game whose headers are being read: a new one if the moves of the last one have begun.
    fn headers(&mut self) -> &mut Current {
        if self.current.as_ref().is_some_and(|current| current.moves) {
            self.finish();
        }
        self.current()
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Whether this is the line above a diagram: ９ ８ ７ ...
fn is_file_numbers(line: &str) -> bool {
    line.starts_with(['９', '9'])
        && line.contains(['１', '1'])
        && line.chars().all(|c| c.is_whitespace() || digit(c).is_some())
}

fn split_header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['：', ':'])?;
    Some((key.trim(), value.trim()))
}

/// Whether a line that begins with a digit is a header all the same; move lines have a space after the number.
fn is_header(line: &str) -> bool {
    let number = line.find(|c| digit(c).is_none()).unwrap_or(line.len());
    !line[number..].starts_with([' ', '　', '\t'])
}

impl Current {
    fn setup(&mut self) -> &mut Setup {
        self.setup.get_or_insert_default()
    }

    fn header(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "手合割" => {
                self.named = true;
                match handicap(value) {
                    Some(Handicap::Variant(Variant::Shogi)) if self.building.kifu.ruling.variant != Variant::Shogi => {
                        // The user knows better: programs without the variant call every game 平手.
                    }
                    Some(Handicap::Variant(variant)) => {
                        if self.building.kifu.ruling.variant != variant {
                            self.building.kifu.ruling = Ruling::of(variant);
                        }
                    }
                    Some(Handicap::Other) => {}
                    Some(Handicap::Without(squares)) => {
                        let mut setup = Setup::from_board(Variant::Shogi.start().split(' ').next().unwrap_or_default());
                        for &(file, rank) in squares {
                            if let Some(square) = Square::at(file - 1, rank - 1) {
                                setup.board[square.index()] = None;
                            }
                        }
                        setup.side = Color::White;
                        self.setup = Some(setup);
                    }
                    None => return Err(format!("the 手合割 '{}' is not known", short(value))),
                }
            }
            "先手" | "下手" => self.building.kifu.black = value.to_owned(),
            "後手" | "上手" => self.building.kifu.white = value.to_owned(),
            "先手の持駒" | "下手の持駒" => return self.hand(Color::Black, value),
            "後手の持駒" | "上手の持駒" => return self.hand(Color::White, value),
            _ => self.building.kifu.headers.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    fn hand(&mut self, color: Color, text: &str) -> Result<(), String> {
        let setup = self.setup();
        setup.hands[color] = nanboku::types::Hand::EMPTY;
        for word in text.split_whitespace() {
            let mut rest = word;
            while let Some(first) = rest.chars().next() {
                if word == "なし" {
                    break;
                }
                let kind = kind_of_character(first).ok_or_else(|| format!("'{first}' in a hand is no piece"))?;
                rest = &rest[first.len_utf8()..];
                let end = rest.find(|c| digit(c).is_none() && c != '十').unwrap_or(rest.len());
                let count = if end == 0 { 1 } else { parse_number(&rest[..end]).ok_or("a hand is too large")? };
                rest = &rest[end..];
                setup.hold(color, kind, count)?;
            }
        }
        Ok(())
    }

    /// A rank of the diagram, after its first bar.
    fn rank(&mut self, text: &str) -> Result<(), String> {
        let rank = self.ranks;
        self.ranks += 1;
        if rank >= 9 {
            return Err("the diagram has more than nine ranks".to_owned());
        }
        let row = text.split('|').next().unwrap_or_default();
        let mut files = 0;
        let mut color = Color::Black;
        let mut promoted = false;
        let setup = self.setup();
        for symbol in row.chars() {
            let piece = match symbol {
                ' ' | '　' | '\t' | '^' => continue,
                'v' | 'V' => {
                    color = Color::White;
                    continue;
                }
                '成' => {
                    promoted = true;
                    continue;
                }
                '・' | '·' | '.' => None,
                _ => {
                    let kind = kind_of_character(symbol)
                        .and_then(|kind| if promoted { kind.promoted() } else { Some(kind) })
                        .ok_or_else(|| format!("'{symbol}' in the diagram is no piece"))?;
                    Some(Piece::new(color, kind))
                }
            };
            let square = 8usize.checked_sub(files).and_then(|file| Square::at(file, rank));
            let square = square.ok_or("a rank of the diagram has more than nine squares")?;
            setup.board[square.index()] = piece;
            files += 1;
            color = Color::Black;
            promoted = false;
        }
        if files == 9 { Ok(()) } else { Err(format!("a rank of the diagram has {files} squares, not 9")) }
    }

    fn begin_moves(&mut self) -> Result<(), String> {
        if self.moves {
            return Ok(());
        }
        if let Some(setup) = &self.setup {
            if self.ranks > 0 && self.ranks < 9 {
                return Err(format!("the diagram has {} ranks, not 9", self.ranks));
            }
            let empty = setup.board.iter().all(Option::is_none);
            // Hands or a side to move without a diagram say nothing.
            if !empty {
                self.building.kifu.start = Some(setup.sfen());
            }
        }
        self.building.game()?;
        self.moves = true;
        Ok(())
    }

    /// A line that begins with a number: a move or the end.
    fn numbered(&mut self, line: &str) -> Result<(), String> {
        self.begin_moves()?;
        let number = line.find(|c| digit(c).is_none()).unwrap_or(line.len());
        let text = line[number..].trim_start();
        let side = self.building.game()?.position().side_to_move();
        let word = text.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
        if let Some(end) = self.end(word, side)? {
            self.building.kifu.end = Some(end);
            return Ok(());
        }
        let (mv, rest) = self.parse_move(text)?;
        self.building.push(mv).map_err(|error| {
            if self.named || self.building.kifu.ruling.variant != Variant::Shogi {
                return error;
            }
            format!("{error} (the record does not say 手合割, so it was read as ordinary shogi)")
        })?;
        if let Some(last) = self.building.kifu.moves.last_mut() {
            last.ms = spent(rest);
        }
        Ok(())
    }

    fn end(&mut self, word: &str, side: Color) -> Result<Option<End>, String> {
        let outcome = self.building.game()?.outcome();
        Ok(Some(match word {
            "投了" => End::lost_by(side, EndReason::Resignation),
            "詰み" | "詰" => End::of(outcome, side).unwrap_or(End::lost_by(side, EndReason::Checkmate)),
            "中断" | "不詰" | "不戦勝" | "不戦敗" | "封じ手" => End::ABANDONED,
            "千日手" => End::drawn(EndReason::Repetition),
            "持将棋" => End::drawn(EndReason::Impasse),
            "引き分け" => End::of(outcome, side).unwrap_or(End::drawn(EndReason::Abandoned)),
            "切れ負け" => End::lost_by(side, EndReason::Time),
            "反則負け" => match outcome {
                Outcome::Perpetual { loser } if loser == side => End::lost_by(side, EndReason::Perpetual),
                _ => End::lost_by(side, EndReason::IllegalMove),
            },
            "反則勝ち" => match outcome {
                Outcome::Perpetual { loser } if loser != side => End::lost_by(loser, EndReason::Perpetual),
                _ => End::lost_by(!side, EndReason::IllegalMove),
            },
            "入玉勝ち" | "入玉宣言" => End::lost_by(!side, EndReason::Impasse),
            "最大手数" => End::drawn(EndReason::MoveLimit),
            _ => return Ok(None),
        }))
    }

    /// A move such as ７六歩(77), 同　銀成(33), ５五角打, and what follows it.
    fn parse_move<'a>(&mut self, text: &'a str) -> Result<(Move, &'a str), String> {
        let wrong = || format!("'{}' is not a move", short(text));
        let position = *self.building.game()?.position();
        let body = text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
        let (to, rest) = match body.strip_prefix('同') {
            Some(rest) => {
                let last = self.building.kifu.moves.last().ok_or("同 without a move before")?;
                (last.mv.to(), rest.trim_start())
            }
            None => split_square(body).ok_or_else(wrong)?,
        };
        let (kind, rest) = split_kind(rest).ok_or_else(wrong)?;
        let (promotes, rest) = match (rest.strip_prefix("不成"), rest.strip_prefix('成')) {
            (Some(rest), _) => (false, rest),
            (None, Some(rest)) => (true, rest),
            (None, None) => (false, rest),
        };
        if let Some(rest) = rest.strip_prefix('打') {
            return match kind {
                Kind::King => Err(wrong()),
                kind if Kind::DROPPABLE.contains(&kind) && !promotes => Ok((Move::drop(kind, to), rest)),
                _ => Err(wrong()),
            };
        }
        let inner = rest.strip_prefix(['(', '（']).ok_or_else(wrong)?;
        let (from, inner) = split_square(inner.trim_start_matches('←')).ok_or_else(wrong)?;
        let rest = inner.strip_prefix([')', '）']).ok_or_else(wrong)?;
        if from == to {
            return Err(wrong());
        }
        match position.piece_at(from) {
            Some(piece) if piece.kind() == kind => Ok((Move::board(from, to, promotes), rest)),
            Some(piece) => {
                Err(format!("'{}': on {from} there is {}, not {}", short(text), kanji(piece.kind()), kanji(kind)))
            }
            None => Err(format!("'{}': there is nothing on {from}", short(text))),
        }
    }
}

/// The milliseconds in `( 0:16/00:00:16)`.
fn spent(text: &str) -> Option<u64> {
    let inner = text.trim_start().strip_prefix('(')?;
    let time = inner.split(['/', ')']).next()?.trim();
    let mut seconds = 0.0;
    for part in time.split(':') {
        seconds = seconds * 60.0 + part.trim().parse::<f64>().ok().filter(|part| (0.0..1e9).contains(part))?;
    }
    Some((seconds * 1000.0).round() as u64)
}
