//! A position: making moves, checks and legality.

use crate::board::Board;
use crate::movement::Variant;
use crate::rules::{PawnDropMate, Rules};
use crate::types::{Color, Kind, Move, Square};

/// A board with hands, the side to move, the ply, and the rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    /// By colour, then by the order of [`Kind::HAND`].
    pub(crate) hands: [[u8; 7]; 2],
    pub(crate) side: Color,
    pub(crate) ply: u32,
}

impl Position {
    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<(Color, Kind)> {
        self.board.get(square)
    }

    /// How many pieces of a kind a side holds in hand.
    pub fn hand(&self, color: Color, kind: Kind) -> u32 {
        kind.hand_index().map_or(0, |index| u32::from(self.hands[color as usize][index]))
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The move number of the SFEN minus 1, plus the moves played since.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The kinds that the piece on the square moves as in the next move of its own colour: for the side to move at
    /// this ply, for the other side at the next one. Empty for an empty square.
    pub fn moves_as(&self, square: Square) -> Vec<Kind> {
        let waits = self.board.get(square).is_some_and(|(c, _)| c != self.side);
        let rule = self.rules.direction(self.ply + u32::from(waits));
        rule.moves_as(&self.board, square)
    }

    /// Whether the side to move is in check: could the opponent capture the king with its next move, after a pass?
    pub fn in_check(&self) -> bool {
        self.king_can_be_taken(self.side, self.ply + 1)
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        self.attackers_of_king(self.side, None)
    }

    /// The enemy pieces that pin the piece on a square: without it, and with all movement as it is, they could capture the
    /// king, and with it they cannot. Nothing pins a king.
    pub fn pinned_by(&self, square: Square) -> Vec<Square> {
        let Some((color, _)) = self.board.get(square).filter(|&(_, kind)| kind != Kind::King) else {
            return Vec::new();
        };
        let already = self.attackers_of_king(color, None);
        let mut pinning = self.attackers_of_king(color, Some(square));
        pinning.retain(|by| !already.contains(by));
        pinning
    }

    /// Whether the side to move could capture the enemy king, as no legal move allows it to.
    pub fn can_capture_king(&self) -> bool {
        !self.attackers_of_king(self.side.other(), None).is_empty()
    }

    /// The pieces that could capture the king of `owner` in the next move of their own colour, as if `absent` were empty.
    fn attackers_of_king(&self, owner: Color, absent: Option<Square>) -> Vec<Square> {
        let Some(king) = self.board.king(owner) else { return Vec::new() };
        let enemy = owner.other();
        let mut board = self.board.clone();
        if let Some(square) = absent {
            board.set(square, None);
        }
        let attacks = |&(from, kind): &(Square, Kind)| {
            let mut kinds = self.moves_as(from).into_iter();
            kinds.any(|as_kind| board.any_target(enemy, as_kind, from, |to| to == king))
                && !self.is_invalid_nifu_check(enemy, kind, from, king)
        };
        self.board.pieces(enemy).filter(attacks).map(|(from, _)| from).collect()
    }

    /// Whether the move leaves the opponent in check.
    pub fn gives_check(&self, m: Move) -> bool {
        self.make(m).in_check()
    }

    /// The position after a move. The move should be legal; if it is not, it is made all the same as far as it makes
    /// sense.
    pub fn make(&self, m: Move) -> Position {
        let mut next = self.clone();
        let hand = &mut next.hands[self.side as usize];
        match m {
            Move::Board { from, to, promote } => {
                if let Some((_, captured)) = self.board.get(to)
                    && let Some(index) = captured.unpromoted().hand_index()
                {
                    hand[index] += 1;
                }
                let piece = self.board.get(from).map(|(color, kind)| {
                    let promoted = kind.promoted().filter(|_| promote);
                    (color, promoted.unwrap_or(kind))
                });
                next.board.set(from, None);
                next.board.set(to, piece);
            }
            Move::Drop { kind, to } => {
                if let Some(index) = kind.hand_index() {
                    hand[index] = hand[index].saturating_sub(1);
                }
                next.board.set(to, Some((self.side, kind)));
            }
        }
        next.side = self.side.other();
        next.ply += 1;
        next
    }

    /// All legal moves, each once, in no promised order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        moves.retain(|&m| self.is_candidate_legal(m));
        moves
    }

    /// Whether there is any legal move.
    pub fn has_legal_move(&self) -> bool {
        // Pawn drops come last among the candidates, so the answer seldom has to look into their mates.
        let mut moves = self.candidates().into_iter();
        moves.any(|m| self.is_candidate_legal(m))
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        self.candidates().contains(&m) && self.is_candidate_legal(m)
    }

    /// The number of move sequences of this length. The end of a game by repetition, impasse or bare kings is not
    /// looked for.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => {
                let moves = self.legal_moves().into_iter();
                moves.map(|m| self.make(m).perft(depth - 1)).sum()
            }
        }
    }

    /// Could the other side, by the movement in force at this ply, capture the king of `owner`? Never, if there is no
    /// king.
    fn king_can_be_taken(&self, owner: Color, ply: u32) -> bool {
        let Some(king) = self.board.king(owner) else {
            return false;
        };
        let enemy = owner.other();
        let rule = self.rules.direction(ply);
        self.board.pieces(enemy).any(|(from, kind)| {
            let as_kinds = rule.moves_as(&self.board, from).into_iter();
            let mut hits = as_kinds.map(|as_kind| self.board.any_target(enemy, as_kind, from, |to| to == king));
            hits.any(|hit| hit) && !self.is_invalid_nifu_check(enemy, kind, from, king)
        })
    }

    /// Whether the capture of the king by this piece does not count because it would make nifu.
    fn is_invalid_nifu_check(&self, color: Color, kind: Kind, from: Square, king: Square) -> bool {
        let can_promote = color.is_zone(from) || color.is_zone(king);
        !self.rules.nifu_check_valid && !can_promote && self.is_moved_nifu(color, kind, from, king)
    }

    /// Whether a piece that goes there and stays unpromoted makes a nifu that is forbidden.
    fn is_moved_nifu(&self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        !self.rules.moved_nifu_allowed && kind == Kind::Pawn && self.board.file_has_pawn(color, to.file, Some(from))
    }

    /// Whether a candidate leaves the own king safe and is no forbidden mate by a pawn drop.
    fn is_candidate_legal(&self, m: Move) -> bool {
        let next = self.make(m);
        !next.king_can_be_taken(self.side, next.ply) && !self.is_pawn_drop_mate(m, &next)
    }

    /// Whether the move, which leads to `next`, is a pawn drop that is forbidden because it ends the game. What is
    /// legal among the replies can depend on the same question again; it ends, for the pawns in hand do.
    fn is_pawn_drop_mate(&self, m: Move, next: &Position) -> bool {
        let Move::Drop { kind: Kind::Pawn, to } = m else {
            return false;
        };
        let is_looked_at = match self.rules.pawn_drop_mate {
            PawnDropMate::Strict => next.in_check(),
            PawnDropMate::Front => {
                let ahead = to.offset(0, self.side.forward());
                ahead.and_then(|square| self.board.get(square)) == Some((next.side, Kind::King))
            }
        };
        is_looked_at && !next.has_legal_move()
    }

    /// All moves that keep every rule but the safety of the own king and the one on pawn drop mates. Pawn drops come
    /// last. Where the enemy king can be taken (never after a legal move, only when the SFEN is such), taking it is a
    /// move like any other.
    fn candidates(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        let rule = self.rules.direction(self.ply);
        for (from, kind) in self.board.pieces(self.side) {
            self.board_moves(rule, from, kind, &mut moves);
        }
        for kind in Kind::HAND {
            if self.hand(self.side, kind) > 0 {
                self.drops(kind, &mut moves);
            }
        }
        moves
    }

    /// Adds the moves of one piece on the board.
    fn board_moves(&self, rule: Variant, from: Square, kind: Kind, moves: &mut Vec<Move>) {
        // A piece with two movements may reach a square by both.
        let mut seen = [[false; 9]; 9];
        for as_kind in rule.moves_as(&self.board, from) {
            self.board.any_target(self.side, as_kind, from, |to| {
                let known = &mut seen[usize::from(to.file - 1)][usize::from(to.rank - 1)];
                let is_own = self.board.get(to).is_some_and(|(owner, _)| owner == self.side);
                if !*known && !is_own {
                    *known = true;
                    self.moves_to(from, to, kind, moves);
                }
                false
            });
        }
    }

    /// Adds the move of a piece to a square that it reaches, with and without promotion, as far as allowed.
    fn moves_to(&self, from: Square, to: Square, kind: Kind, moves: &mut Vec<Move>) {
        let side = self.side;
        let mut add = |promote| moves.push(Move::Board { from, to, promote });
        if !self.is_moved_nifu(side, kind, from, to) && !self.rules.is_dead_end(side, kind, to) {
            add(false);
        }
        if kind.promoted().is_some() && (side.is_zone(from) || side.is_zone(to)) {
            add(true);
        }
    }

    /// Adds the drops of one kind.
    fn drops(&self, kind: Kind, moves: &mut Vec<Move>) {
        for file in 1..=9 {
            if kind == Kind::Pawn && self.board.file_has_pawn(self.side, file, None) {
                continue;
            }
            for rank in 1..=9 {
                let to = Square { file, rank };
                let is_empty = self.board.get(to).is_none();
                if is_empty && !self.rules.is_dead_end(self.side, kind, to) {
                    moves.push(Move::Drop { kind, to });
                }
            }
        }
    }
}
