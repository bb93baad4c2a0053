//! The position and what a move does to it.

use super::movers::Movers;
use super::zobrist;
use crate::rules::{MovementRule, Rules};
use crate::types::{Bitboard, Color, Hand, Kind, KindSet, Move, PerColor, Piece, Source, Square};

/// A position: board, hands, side to move, the ply, and the rules by which it is played.
///
/// A plain value of under a kilobyte without heap memory: copying is how a move is taken back. Mover boards, key and
/// checkers are kept up to date by every move; debug builds compare them with a computation from nothing.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// One entry more than there are squares, always empty, for "no square" in the maps of [`MovementRule`].
    board: [Option<Piece>; Square::COUNT + 1],
    kinds: [Bitboard; Kind::COUNT],
    colors: PerColor<Bitboard>,
    movers: PerColor<Movers>,
    /// By which rule each player's next move goes: the side to move at this ply, the other at the next.
    movements: PerColor<&'static MovementRule>,
    kings: PerColor<Option<Square>>,
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
            board: [None; Square::COUNT + 1],
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            colors: PerColor::default(),
            movers: PerColor::default(),
            movements,
            kings: PerColor::default(),
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

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Both players' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// A player's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.kinds[kind as usize] & self.colors[color]
    }

    /// A player's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors.0[0] | self.colors.0[1]
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
        self.kings[color]
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

    /// The kinds that the piece on a square moves as; empty if there is no piece.
    #[inline]
    pub fn moves_as(&self, square: Square) -> KindSet {
        match self.board[square.index()] {
            Some(piece) => {
                let color = piece.color();
                let giver = self.giver_kind(color, square);
                self.movements[color].kinds(piece.kind(), giver)
            }
            None => KindSet::EMPTY,
        }
    }

    /// The kind of the friendly piece from which a piece of `color` on `square` borrows.
    #[inline]
    pub fn giver_kind(&self, color: Color, square: Square) -> Option<Kind> {
        self.own_kind(color, self.movements[color].giver_index(color, square))
    }

    /// The kind of the player's piece on the square with this number (81: none), if there is one.
    #[inline]
    fn own_kind(&self, color: Color, index: usize) -> Option<Kind> {
        match self.board[index] {
            Some(piece) if piece.color() == color => Some(piece.kind()),
            _ => None,
        }
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
                let Some(piece) = self.board[from.index()] else { panic!("no piece on {from}") };
                let kind = piece.kind();
                if let Some(captured) = self.board[to.index()] {
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
                self.movers[us] = self.derive_movers(us);
            }
        } else {
            self.ply += 1;
        }
        self.checkers = self.compute_checkers();
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// Adds a piece to the board: physical boards, mover boards and key.
    #[inline]
    pub(super) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        let bit = Bitboard::of(square);
        self.board[square.index()] = Some(Piece::new(color, kind));
        self.kinds[kind as usize] ^= bit;
        self.colors[color] ^= bit;
        self.key ^= zobrist::piece(color, kind, square);
        if kind == Kind::King {
            self.kings[color] = Some(square);
        }
        self.update_movers(color, kind, square);
    }

    /// Takes a piece off the board: the inverse of [`Position::put`].
    #[inline]
    fn take(&mut self, color: Color, kind: Kind, square: Square) {
        self.update_movers(color, kind, square);
        let bit = Bitboard::of(square);
        self.board[square.index()] = None;
        self.kinds[kind as usize] ^= bit;
        self.colors[color] ^= bit;
        self.key ^= zobrist::piece(color, kind, square);
        if kind == Kind::King {
            self.kings[color] = None;
        }
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

    /// What a piece that comes to or goes from `square` changes in the mover boards: its own movement, and that of the
    /// friendly piece to which it lends.
    #[inline]
    fn update_movers(&mut self, color: Color, kind: Kind, square: Square) {
        let movement = self.movements[color];
        let giver = self.own_kind(color, movement.giver_index(color, square));
        self.movers[color].toggle(square, movement.kinds(kind, giver));
        let borrower_index = movement.borrower_index(color, square);
        if let Some(borrower) = self.own_kind(color, borrower_index) {
            let (alone, lent) = (movement.kinds(borrower, None), movement.kinds(borrower, Some(kind)));
            self.movers[color].toggle(Square::new(borrower_index), KindSet(alone.0 ^ lent.0));
        }
    }

    /// The mover boards of a player from nothing.
    fn derive_movers(&self, color: Color) -> Movers {
        let mut movers = Movers::default();
        for square in self.colors[color] {
            movers.toggle(square, self.moves_as(square));
        }
        movers
    }

    /// The mover boards of the side to move as they would be after this move, when the opponent answers by the same
    /// movement rule, and the occupancy then.
    pub(super) fn movers_after(&self, mv: Move) -> (Movers, Bitboard) {
        let us = self.side;
        let movement = self.movements[us];
        let to = mv.to();
        let (from, moved) = match mv.source() {
            Source::Hand(kind) => (None, Some(kind)),
            Source::Board(from) => {
                let kind = self.own_kind(us, from.index());
                (Some(from), if mv.promotes() { kind.and_then(Kind::promoted) } else { kind })
            }
        };
        let kind_on = |index: usize| {
            if index == to.index() {
                moved
            } else if from.is_some_and(|from| from.index() == index) {
                None
            } else {
                self.own_kind(us, index)
            }
        };
        let mut movers = self.movers[us];
        let mut changed = Bitboard::EMPTY;
        for square in [Some(to), from].into_iter().flatten() {
            changed |= Bitboard::of(square);
            let borrower = movement.borrower_index(us, square);
            if borrower < Square::COUNT {
                changed |= Bitboard::of(Square::new(borrower));
            }
        }
        movers.clear(changed);
        for square in changed {
            if let Some(kind) = kind_on(square.index()) {
                movers.toggle(square, movement.kinds(kind, kind_on(movement.giver_index(us, square))));
            }
        }
        let left = from.map_or(Bitboard::EMPTY, Bitboard::of);
        (movers, self.occupied().without(left) | Bitboard::of(to))
    }

    /// The mover boards of the opponent as they would be after the capture of its piece on `square`.
    pub(crate) fn movers_after_capture(&self, square: Square) -> Movers {
        let them = !self.side;
        let mut movers = self.movers[them];
        movers.clear(Bitboard::of(square));
        let movement = self.movements[them];
        let index = movement.borrower_index(them, square);
        if let (Some(borrower), Some(captured)) = (self.own_kind(them, index), self.own_kind(them, square.index())) {
            let (alone, lent) = (movement.kinds(borrower, None), movement.kinds(borrower, Some(captured)));
            movers.toggle(Square::new(index), KindSet(alone.0 ^ lent.0));
        }
        movers
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
            self.movers[color] = self.derive_movers(color);
        }
        self.finish();
    }

    /// Completes a position whose pieces have been placed.
    pub(super) fn finish(&mut self) {
        self.checkers = self.compute_checkers();
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// The key from nothing.
    pub fn computed_key(&self) -> u64 {
        let mut key = self.side_key() ^ self.tide_key();
        for color in Color::ALL {
            for square in self.colors[color] {
                if let Some(piece) = self.board[square.index()] {
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
            assert_eq!(self.movers[color], self.derive_movers(color), "mover boards of {color}");
            let mut pieces = Bitboard::EMPTY;
            for square in Square::all() {
                if let Some(piece) = self.board[square.index()].filter(|piece| piece.color() == color) {
                    pieces |= Bitboard::of(square);
                    assert!(self.pieces(color, piece.kind()).contains(square), "physical boards on {square}");
                }
            }
            assert_eq!(self.colors[color], pieces, "pieces of {color}");
            assert_eq!(self.kings[color], self.pieces(color, Kind::King).first(), "king of {color}");
        }
        assert!((self.colors.0[0] & self.colors.0[1]).is_empty(), "two pieces on a square");
    }
}
