//! The position as a diagram for the `d` command.

use std::fmt;

use super::board::Position;
use crate::movegen::Generator;
use crate::types::{Bitboard, Color, Kind, Square};

/// Prints a position as text: board, borrowed movements, pinned pieces, hands and what is known of it.
///
/// ```
/// use nanboku::position::{Diagram, Position};
/// use nanboku::rules::Rules;
///
/// let text = Diagram(&Position::start(&Rules::default())).to_string();
/// assert!(text.contains("side to move: black"));
/// ```
pub struct Diagram<'a>(pub &'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let pinned = Color::ALL.iter().fold(Bitboard::EMPTY, |all, &color| all | position.pinned(color));
        writeln!(f, "     9     8     7     6     5     4     3     2     1")?;
        for rank in 0..9 {
            f.write_str("  ")?;
            for file in (0..9).rev() {
                let Some(square) = Square::at(file, rank) else { continue };
                write!(f, "|{:<5}", cell(position, square, pinned))?;
            }
            writeln!(f, "| {}", (b'a' + rank as u8) as char)?;
        }
        writeln!(
            f,
            "a piece that borrows is followed by = and the kinds that it moves as (- for none), a pinned one by !"
        )?;
        for color in Color::ALL {
            write!(f, "hand of {color}:")?;
            let hand = position.hand(color);
            for kind in hand.kinds() {
                write!(f, " {}x{}", kind.letters(), hand.count(kind))?;
            }
            writeln!(f, "{}", if hand.is_empty() { " -" } else { "" })?;
        }
        writeln!(f, "sfen: {position}")?;
        writeln!(f, "key: {:016x}", position.key())?;
        writeln!(f, "side to move: {}", position.side_to_move())?;
        write!(f, "checkers:")?;
        for square in position.checkers() {
            write!(f, " {square}")?;
        }
        writeln!(f, "{}", if position.in_check() { "" } else { " -" })?;
        let rules = position.rules();
        let set = rules.set;
        writeln!(
            f,
            "rules: {} MovedNifu {} NifuCheck {} DeadEnd {} PawnDropMate {} Repetition {} Impasse {} BareKings {}",
            rules.variant,
            set.moved_nifu,
            set.nifu_check,
            set.dead_end,
            set.pawn_drop_mate,
            set.repetition,
            set.impasse,
            if set.bare_kings_draw { "draw" } else { "none" }
        )?;
        if let Some(plies) = rules.plies_to_flip(position.ply()) {
            let direction = rules.movement_at(position.ply()).name;
            writeln!(f, "tide: {direction}, flips after {plies} plies")?;
        }
        writeln!(f, "legal moves: {}", Generator::new(position).count())
    }
}

/// `+p=R!`: piece, borrowed movement, pin.
fn cell(position: &Position, square: Square, pinned: Bitboard) -> String {
    let Some(piece) = position.piece_at(square) else { return String::new() };
    let mut text = piece.to_string();
    let kinds = position.moves_as(square);
    if kinds != crate::types::KindSet::only(piece.kind().movement()) {
        text.push('=');
        for kind in kinds {
            text.push_str(kind_symbol(kind));
        }
        if kinds.is_empty() {
            text.push('-');
        }
    } else if position.is_lent(square) {
        text.push('=');
        text.push_str(kind_symbol(piece.kind().movement()));
    }
    if pinned.contains(square) {
        text.push('!');
    }
    text
}

fn kind_symbol(kind: Kind) -> &'static str {
    kind.letters()
}
