//! Moves as texts of the protocol.

use nanboku::position::Position;
use nanboku::types::Move;
use nanboku_records::notation;

use super::MoveText;
use super::values;

/// The most moves of a line that are told.
const LONGEST_LINE: usize = 24;

/// A legal move as text; `last` is the move before it.
pub fn text(position: &Position, last: Option<Move>, mv: Move) -> MoveText {
    MoveText {
        color: values::Color(position.side_to_move()),
        usi: values::Usi(mv),
        ja: notation::japanese(position, mv, last.map(Move::to)),
        en: notation::western(position, mv),
    }
}

/// A line of legal moves as texts, up to a length that can be read.
pub fn line(position: &Position, last: Option<Move>, moves: &[Move]) -> Vec<MoveText> {
    whole_line(position, last, &moves[..moves.len().min(LONGEST_LINE)])
}

/// A line of legal moves as texts, to its end.
pub fn whole_line(position: &Position, last: Option<Move>, moves: &[Move]) -> Vec<MoveText> {
    let mut position = *position;
    let mut last = last;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(text(&position, last, mv));
        position.play(mv);
        last = Some(mv);
    }
    texts
}
