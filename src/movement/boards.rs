//! Physical boards: what stands where.

use crate::attacks;
use crate::types::{Bitboard, Color, Kind, Move, PerColor, Piece, Source, Square};

/// What stands where, of both players. Movement rules make mover boards of it.
#[derive(Clone, Copy, Debug)]
pub struct Boards {
    /// One entry more than there are squares, always empty, for "no square" in maps of squares.
    squares: [Option<Piece>; Square::COUNT + 1],
    kinds: [Bitboard; Kind::COUNT],
    colors: PerColor<Bitboard>,
    kings: PerColor<Option<Square>>,
}

impl Boards {
    /// Without any piece.
    pub(crate) fn empty() -> Self {
        Self {
            squares: [None; Square::COUNT + 1],
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            colors: PerColor::default(),
            kings: PerColor::default(),
        }
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
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

    /// A player's king, if there is one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color]
    }

    /// The kind of the player's piece on the square with this number (81: none), if there is one.
    #[inline]
    pub(crate) fn own_kind(&self, color: Color, index: usize) -> Option<Kind> {
        match self.squares[index] {
            Some(piece) if piece.color() == color => Some(piece.kind()),
            _ => None,
        }
    }

    /// Adds a piece.
    #[inline]
    pub(crate) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        let bit = Bitboard::of(square);
        self.squares[square.index()] = Some(Piece::new(color, kind));
        self.kinds[kind as usize] ^= bit;
        self.colors[color] ^= bit;
        if kind == Kind::King {
            self.kings[color] = Some(square);
        }
    }

    /// Takes a piece away: the inverse of [`Boards::put`].
    #[inline]
    pub(crate) fn take(&mut self, color: Color, kind: Kind, square: Square) {
        let bit = Bitboard::of(square);
        self.squares[square.index()] = None;
        self.kinds[kind as usize] ^= bit;
        self.colors[color] ^= bit;
        if kind == Kind::King {
            self.kings[color] = None;
        }
    }

    /// Plays a move of `us`. `changed` is told of each square right after something came to it or left it.
    pub(crate) fn play(&mut self, us: Color, mv: Move, mut changed: impl FnMut(&Self, Square)) {
        let to = mv.to();
        let kind = match mv.source() {
            Source::Hand(kind) => kind,
            Source::Board(from) => {
                if let Some(captured) = self.piece_at(to) {
                    self.take(captured.color(), captured.kind(), to);
                    changed(self, to);
                }
                let Some(piece) = self.piece_at(from) else { return };
                let kind = piece.kind();
                self.take(us, kind, from);
                changed(self, from);
                if mv.promotes() { kind.promoted().unwrap_or(kind) } else { kind }
            }
        };
        self.put(us, kind, to);
        changed(self, to);
    }

    /// The pieces of `by` that attack `square`, each moving as itself.
    pub fn native_attackers(&self, by: Color, square: Square) -> Bitboard {
        let occupied = self.occupied();
        let on_empty = self.native_attackers_on_empty(by, square);
        let near = on_empty & (attacks::king(square) | attacks::knight(!by, square));
        let mut attackers = near;
        for sniper in on_empty.without(near) {
            if (attacks::between(square, sniper) & occupied).is_empty() {
                attackers |= Bitboard::of(sniper);
            }
        }
        attackers
    }

    /// The pieces of `by` that would attack `square` on an empty board if each moved as itself.
    pub fn native_attackers_on_empty(&self, by: Color, square: Square) -> Bitboard {
        let from = !by;
        let (horses, dragons) = (self.kind(Kind::Horse), self.kind(Kind::Dragon));
        let golds = self.kind(Kind::Gold)
            | self.kind(Kind::ProPawn)
            | self.kind(Kind::ProLance)
            | self.kind(Kind::ProKnight)
            | self.kind(Kind::ProSilver);
        (attacks::pawn(from, square) & self.kind(Kind::Pawn)
            | attacks::knight(from, square) & self.kind(Kind::Knight)
            | attacks::silver(from, square) & self.kind(Kind::Silver)
            | attacks::gold(from, square) & golds
            | attacks::king(square) & (self.kind(Kind::King) | horses | dragons)
            | attacks::lance_rays(from, square) & self.kind(Kind::Lance)
            | attacks::bishop_rays(square) & (self.kind(Kind::Bishop) | horses)
            | attacks::rook_rays(square) & (self.kind(Kind::Rook) | dragons))
            & self.color(by)
    }
}
