//! Reading CSA, versions 2.2 and 3.0.
//!
//! The format is described at <http://www2.computer-shogi.org/protocol/record_v3.html>. It has no name for the variant; a
//! comment line names it.

use super::EndReason;
use super::names::{kind_of_csa, split_square};
use super::ruling::Ruling;
use super::setup::Setup;
use super::{Building, Contents, End, LineError};
use nanboku::position::Outcome;
use nanboku::rules::Variant;
use nanboku::types::{Color, Kind, Move, Piece, Square};

/// Reads a text with any number of games.
pub fn read(text: &str, asked: Option<Ruling>) -> Contents {
    let mut reader = Reader { asked, contents: Contents::default(), current: None };
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line == "/" {
            reader.finish();
            continue;
        }
        // Moves and times may stand on one line; everything else may hold commas of its own.
        let several = line.starts_with(['+', '-', '%']);
        let parts: Vec<&str> = if several { line.split(',').collect() } else { vec![line] };
        for part in parts {
            if let Err(message) = reader.statement(part.trim()) {
                reader.contents.errors.push(LineError { line: index + 1, message });
                reader.current().building.broken = true;
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

struct Current {
    building: Building,
    setup: Setup,
    /// Whether the side to move was told, which ends the setup.
    moves: bool,
}

impl Reader {
    fn current(&mut self) -> &mut Current {
        let ruling = self.asked.unwrap_or(Ruling::of(Variant::Shogi));
        self.current.get_or_insert_with(|| Current {
            building: Building::new(ruling),
            setup: Setup::default(),
            moves: false,
        })
    }

    fn finish(&mut self) {
        // Without its beginning a game says nothing.
        let finished = self.current.take().filter(|current| current.moves);
        self.contents.games.extend(finished.map(|current| current.building.kifu));
    }

    fn statement(&mut self, text: &str) -> Result<(), String> {
        if text.is_empty() || text.starts_with('V') && !self.current.as_ref().is_some_and(|current| current.moves) {
            return Ok(());
        }
        if let Some(comment) = text.strip_prefix('\'') {
            if let Some(comment) = comment.strip_prefix('*') {
                self.current().building.comment(comment.trim());
            }
            return Ok(());
        }
        let current = self.current();
        if current.building.broken {
            return Ok(());
        }
        let wrong = || format!("'{}' is not understood", text.chars().take(40).collect::<String>());
        if let Some(name) = text.strip_prefix("N+") {
            current.building.kifu.black = name.to_owned();
        } else if let Some(name) = text.strip_prefix("N-") {
            current.building.kifu.white = name.to_owned();
        } else if let Some(information) = text.strip_prefix('$') {
            let (key, value) = information.split_once(':').ok_or_else(wrong)?;
            let key = kif_key(key).map_or_else(|| key.to_owned(), str::to_owned);
            current.building.kifu.headers.push((key, value.to_owned()));
        } else if let Some(place) = text.strip_prefix('P') {
            return current.place(place);
        } else if text == "+" || text == "-" {
            return current.begin_moves(if text == "+" { Color::Black } else { Color::White });
        } else if let Some(time) = text.strip_prefix('T') {
            let seconds: f64 = time.parse().map_err(|_| wrong())?;
            if let Some(last) = current.building.kifu.moves.last_mut().filter(|_| current.building.kifu.end.is_none()) {
                last.ms = Some((seconds.clamp(0.0, 1e9) * 1000.0).round() as u64);
            }
        } else if let Some(word) = text.strip_prefix('%') {
            let end = current.end(word)?.ok_or_else(wrong)?;
            current.building.kifu.end = Some(end);
        } else if text.starts_with(['+', '-']) {
            return current.play(text);
        } else {
            return Err(wrong());
        }
        Ok(())
    }
}

/// The KIF name of a piece of information.
fn kif_key(key: &str) -> Option<&'static str> {
    super::csa_write::KEYS.iter().find(|(_, csa)| *csa == key).map(|(kif, _)| *kif)
}

impl Current {
    /// A line of the setup, after its `P`.
    fn place(&mut self, text: &str) -> Result<(), String> {
        let mut symbols = text.chars();
        let wrong = || format!("'P{text}' is not understood");
        if !text.is_ascii() {
            return Err(wrong());
        }
        match symbols.next().ok_or_else(wrong)? {
            'I' => {
                self.setup = Setup::from_board(Variant::Shogi.start().split(' ').next().unwrap_or_default());
                for part in chunks(&text[1..], 4) {
                    let (square, _) = split_square(part).ok_or_else(wrong)?;
                    self.setup.board[square.index()] = None;
                }
            }
            digit @ '1'..='9' => {
                let rank = digit as usize - '1' as usize;
                let squares = chunks(&text[1..], 3);
                if squares.len() != 9 {
                    return Err(format!("rank {digit} has {} squares, not 9", squares.len()));
                }
                for (index, part) in squares.into_iter().enumerate() {
                    let piece = match part.split_at_checked(1) {
                        Some(("+", letters)) => Some(Piece::new(Color::Black, kind_of_csa(letters).ok_or_else(wrong)?)),
                        Some(("-", letters)) => Some(Piece::new(Color::White, kind_of_csa(letters).ok_or_else(wrong)?)),
                        _ if part.trim() == "*" || part.trim().is_empty() => None,
                        _ => return Err(wrong()),
                    };
                    if let Some(square) = Square::at(8 - index, rank) {
                        self.setup.board[square.index()] = piece;
                    }
                }
            }
            sign @ ('+' | '-') => {
                let color = if sign == '+' { Color::Black } else { Color::White };
                for part in chunks(&text[1..], 4) {
                    if part == "00AL" {
                        self.setup.hold_the_rest(color);
                        continue;
                    }
                    let (place, letters) = part.split_at_checked(2).ok_or_else(wrong)?;
                    let kind = kind_of_csa(letters).ok_or_else(wrong)?;
                    if place == "00" {
                        self.setup.hold(color, kind, 1)?;
                    } else {
                        let (square, _) = split_square(place).ok_or_else(wrong)?;
                        self.setup.board[square.index()] = Some(Piece::new(color, kind));
                    }
                }
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn begin_moves(&mut self, side: Color) -> Result<(), String> {
        if self.moves {
            return Err("the side to move is told twice".to_owned());
        }
        self.setup.side = side;
        // The comment with the number of the first move comes before.
        let comments = std::mem::take(&mut self.building.kifu.comments);
        for comment in comments {
            match comment.strip_prefix(super::csa_write::MOVE_NUMBER).map(str::parse::<u32>) {
                Some(Ok(number)) => self.setup.ply = number.saturating_sub(1),
                _ => self.building.kifu.comments.push(comment),
            }
        }
        let sfen = self.setup.sfen();
        self.building.kifu.start = (sfen != self.building.kifu.ruling.variant.start()).then_some(sfen);
        self.building.game()?;
        self.moves = true;
        Ok(())
    }

    /// A move such as `+7776FU`: the last two letters name what the piece is after the move.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("'{text}' is not a move");
        if !text.is_ascii() || text.len() != 7 {
            return Err(wrong());
        }
        let position = *self.building.game()?.position();
        if text.starts_with('+') != (position.side_to_move() == Color::Black) {
            return Err(format!("'{text}': it is {}'s turn", position.side_to_move()));
        }
        let (to, _) = split_square(&text[3..5]).ok_or_else(wrong)?;
        let kind = kind_of_csa(&text[5..]).ok_or_else(wrong)?;
        let mv = if &text[1..3] == "00" {
            if !Kind::DROPPABLE.contains(&kind) {
                return Err(wrong());
            }
            Move::drop(kind, to)
        } else {
            let (from, _) = split_square(&text[1..3]).ok_or_else(wrong)?;
            let before = position.piece_at(from).map(|piece| piece.kind());
            let promotes = match before {
                Some(before) if before == kind => false,
                Some(before) if before.promoted() == Some(kind) => true,
                _ => return Err(format!("'{text}': there is no such piece on {from}")),
            };
            if from == to {
                return Err(wrong());
            }
            Move::board(from, to, promotes)
        };
        self.building.push(mv)
    }

    fn end(&mut self, word: &str) -> Result<Option<End>, String> {
        let game = self.building.game()?;
        let (side, outcome) = (game.position().side_to_move(), game.outcome());
        let illegal = |loser: Color| match outcome {
            Outcome::Perpetual { loser: checker } if checker == loser => End::lost_by(loser, EndReason::Perpetual),
            _ => End::lost_by(loser, EndReason::IllegalMove),
        };
        Ok(Some(match word {
            "TORYO" => End::lost_by(side, EndReason::Resignation),
            "TSUMI" => End::of(outcome, side).unwrap_or(End::lost_by(side, EndReason::Checkmate)),
            "CHUDAN" | "MATTA" | "FUZUMI" | "ERROR" => End::ABANDONED,
            "SENNICHITE" => End::drawn(EndReason::Repetition),
            "JISHOGI" => End::drawn(EndReason::Impasse),
            "HIKIWAKE" => End::of(outcome, side).unwrap_or(End::drawn(EndReason::Abandoned)),
            "TIME_UP" => End::lost_by(side, EndReason::Time),
            "ILLEGAL_MOVE" => illegal(side),
            "+ILLEGAL_ACTION" => illegal(Color::Black),
            "-ILLEGAL_ACTION" => illegal(Color::White),
            "KACHI" => End::lost_by(!side, EndReason::Impasse),
            "MAX_MOVES" => End::drawn(EndReason::MoveLimit),
            _ => return Ok(None),
        }))
    }
}

/// The pieces of an ASCII text of this length; a shorter last one too.
fn chunks(text: &str, length: usize) -> Vec<&str> {
    (0..text.len()).step_by(length).map(|start| &text[start..text.len().min(start + length)]).collect()
}
