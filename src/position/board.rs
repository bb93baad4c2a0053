//! The position and what a move does to it.

use super::zobrist;
use crate::movement::{Boards, MovementRule, Movers};
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Hand, Kind, KindSet, Move, PerColor, Piece, Source, Square};

/// A position: board, hands, side to move, the ply, and the rules by which it is played.
///
/// A plain value of under a kilobyte without heap memory: copying is how a move is taken back. Mover boards, key and
/// checkers are kept up to date by every move; debug builds compare them with a computation from nothing.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) boards: Boards,
    pub(super) movers: PerColor<Movers>,
    /// Squares of which the mover boards are to be put right; only ever any in the middle of a move.
    pub(super) stale: Bitboard,
    /// By which rule each player's next move goes: the side to move at this ply, the other at the next.
    pub(super) movements: PerColor<&'static MovementRule>,
    hands: PerColor<Hand>,
    side: Color,
    ply: u32,
    key: u64,
    checkers: Bitboard,
    rules: Rules,
}

impl Position {
    /// The empty board with `side` to move at `ply`.
    pub(super) fn empty(rules: Rules, side: Color, ply: u32) -> Self {
        let mut movements = PerColor([rules.movement; 2]);
        movements[side] = rules.movement_at(ply);
        movements[!side] = rules.movement_at(ply.saturating_add(1));
        let mut position = Self {
            boards: Boards::empty(),
            movers: PerColor::default(),
            stale: Bitboard::EMPTY,
            movements,
            hands: PerColor::default(),
            side,
            ply,
            key: 0,
            checkers: Bitboard::EMPTY,
            rules,
        };
        position.key = position.side_key() ^ position.tide_key();
        position
    }

    /// What stands where.
    #[inline]
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.boards.piece_at(square)
    }

    /// Both players' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.boards.kind(kind)
    }

    /// A player's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.boards.pieces(color, kind)
    }

    /// A player's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.boards.color(color)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.boards.occupied()
    }

    /// A player's mover boards for that player's next move: of the side to move at this ply, of the other at the next.
    #[inline]
    pub fn movers(&self, color: Color) -> &Movers {
        &self.movers[color]
    }

    /// The movement rule by which a player's next move goes.
    #[inline]
    pub fn movement(&self, color: Color) -> &'static MovementRule {
        self.movements[color]
    }

    /// A player's king, if there is one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.boards.king(color)
    }

    /// A player's hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// The player to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Plies since move 1 of the game: the move number of the SFEN less one, plus the moves played since.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The Zobrist key of board, hands, side to move and, with Tide, direction and plies left.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Pieces of the opponent that could capture the king of the side to move if it passed.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The kinds that the piece on a square moves as; empty if there is no piece, or it cannot move at all.
    #[inline]
    pub fn moves_as(&self, square: Square) -> KindSet {
        let Some(piece) = self.piece_at(square) else { return KindSet::EMPTY };
        let movement = self.movements[piece.color()];
        match movement.lending() {
            Some(_) => movement.kinds(&self.boards, square),
            None => self.movers[piece.color()].kinds(square),
        }
    }

    /// Whether the piece on a square moves by what another lends.
    pub fn is_lent(&self, square: Square) -> bool {
        let piece = self.piece_at(square);
        piece.is_some_and(|piece| self.movements[piece.color()].is_lent(&self.boards, square))
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// May panic, or leave a position without meaning, if the move is not legal.
    pub fn play(&mut self, mv: Move) {
        let us = self.side;
        let to = mv.to();
        match mv.source() {
            Source::Hand(kind) => {
                let count = self.hands[us].count(kind);
                self.hands[us].remove(kind);
                self.key ^= zobrist::hand(us, kind, count) ^ zobrist::hand(us, kind, count - 1);
                self.put(us, kind, to);
            }
            Source::Board(from) => {
                let Some(piece) = self.piece_at(from) else { panic!("no piece on {from}") };
                let kind = piece.kind();
                if let Some(captured) = self.piece_at(to) {
                    self.take(!us, captured.kind(), to);
                    if captured.kind() != Kind::King {
                        self.give(us, captured.kind().unpromoted());
                    }
                }
                self.take(us, kind, from);
                let kind = if mv.promotes() { kind.promoted().unwrap_or(kind) } else { kind };
                self.put(us, kind, to);
            }
        }
        self.pass_turn();
    }

    /// Lets the side to move pass (null move).
    pub fn pass(&mut self) {
        self.pass_turn();
    }

    fn pass_turn(&mut self) {
        let us = self.side;
        self.side = !us;
        self.key ^= zobrist::WHITE_TO_MOVE;
        if self.rules.tide.is_some() {
            self.key ^= self.tide_key();
            self.ply += 1;
            self.key ^= self.tide_key();
            let movement = self.rules.movement_at(self.ply + 1);
            if !std::ptr::eq(movement, self.movements[us]) {
                self.movements[us] = movement;
                self.movers[us] = movement.derive(&self.boards, us);
            }
        } else {
            self.ply += 1;
        }
        if self.stale.any() {
            self.refresh_movers();
        }
        self.checkers = self.compute_checkers();
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// Adds a piece to the board: physical boards, mover boards and key.
    #[inline]
    pub(super) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        self.boards.put(color, kind, square);
        self.key ^= zobrist::piece(color, kind, square);
        self.update_movers(color, kind, square);
    }

    /// Takes a piece off the board: the inverse of [`Position::put`].
    #[inline]
    fn take(&mut self, color: Color, kind: Kind, square: Square) {
        self.boards.take(color, kind, square);
        self.key ^= zobrist::piece(color, kind, square);
        self.update_movers(color, kind, square);
    }

    /// Adds a piece to a hand.
    pub(super) fn give(&mut self, color: Color, kind: Kind) {
        let count = self.hands[color].count(kind);
        self.hands[color].add(kind);
        self.key ^= zobrist::hand(color, kind, count) ^ zobrist::hand(color, kind, count + 1);
    }

    /// Takes a piece out of a hand and out of the game.
    pub(crate) fn discard(&mut self, color: Color, kind: Kind) {
        let count = self.hands[color].count(kind);
        self.hands[color].remove(kind);
        self.key ^= zobrist::hand(color, kind, count) ^ zobrist::hand(color, kind, count - 1);
    }

    fn side_key(&self) -> u64 {
        if self.side == Color::White { zobrist::WHITE_TO_MOVE } else { 0 }
    }

    fn tide_key(&self) -> u64 {
        self.tide_key_of(self.ply)
    }

    /// What a ply adds to the key: with Tide, the place within two periods.
    #[inline]
    pub(super) fn tide_key_of(&self, ply: u32) -> u64 {
        self.rules.tide.map_or(0, |tide| zobrist::tide(ply % (2 * tide.period)))
    }

    /// Goes on without Tide: both sides move by `movement` from now on, as a player sees it who does not expect the flip.
    pub(super) fn freeze_direction(&mut self, movement: &'static MovementRule) {
        self.key ^= self.tide_key();
        self.rules.tide = None;
        self.rules.movement = movement;
        for color in Color::ALL {
            self.movements[color] = movement;
            self.movers[color] = movement.derive(&self.boards, color);
        }
        self.finish();
    }

    /// Completes a position whose pieces have been placed.
    pub(super) fn finish(&mut self) {
        self.refresh_movers();
        self.checkers = self.compute_checkers();
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// The key from nothing.
    pub fn computed_key(&self) -> u64 {
        let mut key = self.side_key() ^ self.tide_key();
        for color in Color::ALL {
            for square in self.color(color) {
                if let Some(piece) = self.piece_at(square) {
                    key ^= zobrist::piece(color, piece.kind(), square);
                }
            }
            for kind in Kind::DROPPABLE {
                key ^= zobrist::hand(color, kind, self.hands[color].count(kind));
            }
        }
        key
    }

    /// Compares everything that is kept up to date by moves with a computation from nothing.
    ///
    /// # Panics
    ///
    /// If they differ.
    pub fn assert_consistent(&self) {
        assert_eq!(self.key, self.computed_key(), "key");
        for color in Color::ALL {
            let ply = if color == self.side { self.ply } else { self.ply.saturating_add(1) };
            assert_eq!(self.movements[color].name, self.rules.movement_at(ply).name, "movement of {color}");
            let derived = self.movements[color].derive(&self.boards, color);
            assert_eq!(self.movers[color], derived, "mover boards of {color}");
            let mut pieces = Bitboard::EMPTY;
            for square in Square::all() {
                if let Some(piece) = self.piece_at(square).filter(|piece| piece.color() == color) {
                    pieces |= Bitboard::of(square);
                    assert!(self.pieces(color, piece.kind()).contains(square), "physical boards on {square}");
                }
            }
            assert_eq!(self.color(color), pieces, "pieces of {color}");
            assert_eq!(self.king(color), self.pieces(color, Kind::King).first(), "king of {color}");
        }
        assert!((self.color(Color::Black) & self.color(Color::White)).is_empty(), "two pieces on a square");
    }
}
