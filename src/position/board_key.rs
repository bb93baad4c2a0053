//! The key after a move not yet played; and keys without the hands, for tables that compare hands piece by piece.

use super::board::Position;
use super::zobrist;
use crate::types::{Color, Kind, Move, Source};

impl Position {
    /// The key of board, side to move and, with Tide, direction and plies left: [`Position::key`] without the hands.
    pub fn board_key(&self) -> u64 {
        let mut key = self.key();
        for color in Color::ALL {
            let hand = self.hand(color);
            for kind in Kind::DROPPABLE {
                key ^= zobrist::hand(color, kind, hand.count(kind));
            }
        }
        key
    }

    /// What [`Position::key`] will be after a legal move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move();
        // One piece more or less in hand, from `count` to `count + 1` or back.
        let step = |kind, count| zobrist::hand(us, kind, count) ^ zobrist::hand(us, kind, count + 1);
        let hand = self.hand(us);
        let hands = match mv.source() {
            Source::Hand(kind) => step(kind, hand.count(kind) - 1),
            Source::Board(_) => match self.piece_at(mv.to()).map(|captured| captured.kind()) {
                Some(kind) if kind != Kind::King => step(kind.unpromoted(), hand.count(kind.unpromoted())),
                _ => 0,
            },
        };
        self.board_key_after(self.key(), mv) ^ hands
    }

    /// What [`Position::board_key`] will be after a legal move, given what it is now.
    #[inline]
    pub fn board_key_after(&self, board_key: u64, mv: Move) -> u64 {
        let us = self.side_to_move();
        let to = mv.to();
        let mut key =
            board_key ^ zobrist::WHITE_TO_MOVE ^ self.tide_key_of(self.ply()) ^ self.tide_key_of(self.ply() + 1);
        match mv.source() {
            Source::Hand(kind) => key ^= zobrist::piece(us, kind, to),
            Source::Board(from) => {
                if let Some(captured) = self.piece_at(to) {
                    key ^= zobrist::piece(!us, captured.kind(), to);
                }
                if let Some(piece) = self.piece_at(from) {
                    let kind = piece.kind();
                    let kind_after = if mv.promotes() { kind.promoted().unwrap_or(kind) } else { kind };
                    key ^= zobrist::piece(us, kind, from) ^ zobrist::piece(us, kind_after, to);
                }
            }
        }
        key
    }
}
