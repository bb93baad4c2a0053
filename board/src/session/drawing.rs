//! The board as SVG.

use std::fmt::Write as _;

use nanboku::types::{Color, Kind, Move, Piece, Square};
use nanboku_records::names;

use super::editor::Board;

/// Width and height of a square.
const SIDE: usize = 50;
/// Space for coordinates around the board.
const MARGIN: usize = 26;
/// Width of a stand for pieces in hand.
const STAND: usize = 70;

/// Draws a board with its hands; the squares of the last move are marked.
pub fn draw(board: &Board, last: Option<Move>, flipped: bool) -> String {
    let (left, top, length) = (STAND + MARGIN, MARGIN, 9 * SIDE);
    let (width, height) = (length + 2 * (STAND + MARGIN), length + 2 * MARGIN);
    let mut text = String::new();
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho',serif\" text-anchor=\"middle\">"
    );
    let _ = writeln!(text, "<title>{}</title>", board.sfen());
    let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    let _ = writeln!(
        text,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{length}\" height=\"{length}\" fill=\"#f0cf8f\" stroke=\"#3a2a10\" \
         stroke-width=\"2\"/>"
    );
    let corner = |square: Square| {
        let (file, rank) = (8 - square.file(), square.rank());
        let (column, row) = if flipped { (8 - file, 8 - rank) } else { (file, rank) };
        (left + column * SIDE, top + row * SIDE)
    };
    for square in last.into_iter().flat_map(|mv| [mv.from(), Some(mv.to())]).flatten() {
        let (x, y) = corner(square);
        let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#e3a94f\"/>");
    }
    let mut lines = String::new();
    for number in 1..9 {
        let (x, y) = (left + number * SIDE, top + number * SIDE);
        let _ = write!(lines, "M{x} {top}v{length}M{left} {y}h{length}");
    }
    let _ = writeln!(text, "<path d=\"{lines}\" stroke=\"#3a2a10\" fill=\"none\"/>");
    for number in 0..9 {
        let shown = if flipped { 8 - number } else { number };
        let (x, y) = (left + (8 - number) * SIDE + SIDE / 2, top + number * SIDE + SIDE / 2 + 5);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\" font-size=\"15\">{}</text>", top - 8, shown + 1);
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{y}\" font-size=\"15\">{}</text>",
            left + length + 13,
            names::number(shown + 1)
        );
    }
    for square in Square::all() {
        if let Some(piece) = board.squares[square.index()] {
            let (x, y) = corner(square);
            draw_piece(&mut text, piece, x + SIDE / 2, y + SIDE / 2, flipped);
        }
    }
    for color in Color::ALL {
        // Each stand is at its player's right hand.
        let at_bottom = (color == Color::Black) != flipped;
        let x = if at_bottom { left + length + MARGIN + STAND / 2 } else { STAND / 2 };
        for (place, kind) in board.hands[color].kinds().enumerate() {
            let y = if at_bottom { top + length - SIDE / 2 - place * SIDE } else { top + SIDE / 2 + place * SIDE };
            draw_piece(&mut text, Piece::new(color, kind), x, y, flipped);
            let count = board.hands[color].count(kind);
            if count > 1 {
                let _ = writeln!(text, "<text x=\"{}\" y=\"{}\" font-size=\"15\">{count}</text>", x + 27, y + 18);
            }
        }
    }
    text.push_str("</svg>\n");
    text
}

/// A five-sided piece around a middle.
fn draw_piece(text: &mut String, piece: Piece, x: usize, y: usize, flipped: bool) {
    let turn = if (piece.color() == Color::White) == flipped { 0 } else { 180 };
    let color = if piece.kind().unpromoted() == piece.kind() { "#111" } else { "#b3140b" };
    let _ = writeln!(
        text,
        "<g transform=\"translate({x} {y}) rotate({turn})\"><path d=\"M0-22L14-16L19 21H-19L-14-16Z\" fill=\"#fbe6b4\" \
         stroke=\"#6b4a1a\"/><text y=\"13\" font-size=\"27\" fill=\"{color}\">{}</text></g>",
        character(piece)
    );
}

/// The one character on a piece; the king of Black, who has the lower rank, is a 玉.
fn character(piece: Piece) -> char {
    match (piece.color(), piece.kind()) {
        (Color::White, Kind::King) => '王',
        (_, kind) => names::diagram(kind),
    }
}
