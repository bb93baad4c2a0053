//! A quick look at which moves give check.

use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Kind, Move, Source, Square};

/// From where each way of moving attacks the king of the side that is not to move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    by_movement: [Bitboard; Kind::MOVEMENTS],
    /// Where a piece must go to check, or to lend to one that then checks.
    candidates: Bitboard,
}

impl CheckSquares {
    /// For a position.
    pub fn new(position: &Position) -> Self {
        let us = position.side_to_move();
        let by_movement = match position.king(!us) {
            Some(king) => attacks::by_movement(!us, king, position.occupied()),
            None => [Bitboard::EMPTY; Kind::MOVEMENTS],
        };
        let all = by_movement.into_iter().fold(Bitboard::EMPTY, |all, squares| all | squares);
        let movement = position.movement(us);
        let lending = match movement.lending() {
            Some(lending) => lending.givers_of(us, all & position.color(us)),
            None => movement.sources(position.boards(), all & position.color(us)),
        };
        Self { by_movement, candidates: all | lending }
    }

    /// Whether the moved piece checks from its new square, or lets the piece to which it then lends check. Lines that open,
    /// and movement that is lost or won where the piece came from, are not looked at. Where movement follows a law, such a
    /// move is played to see.
    pub fn hit_by(&self, position: &Position, mv: Move) -> bool {
        let to = mv.to();
        if !self.candidates.contains(to) {
            return false;
        }
        let us = position.side_to_move();
        let Some(lending) = position.movement(us).lending() else { return position.gives_check(mv) };
        let kind = match mv.source() {
            Source::Hand(kind) => Some(kind),
            Source::Board(from) => {
                let kind = position.piece_at(from).map(|piece| piece.kind());
                if mv.promotes() { kind.and_then(Kind::promoted) } else { kind }
            }
        };
        let Some(kind) = kind else { return false };
        let own_on = |index: usize| {
            let square = (index < Square::COUNT).then(|| Square::new(index))?;
            let piece = position.piece_at(square).filter(|piece| piece.color() == us)?;
            (mv.from() != Some(square)).then_some(piece.kind())
        };
        let kinds = lending.kinds(kind, own_on(lending.giver_index(us, to)));
        if kinds.into_iter().any(|kind| self.by_movement[kind as usize].contains(to)) {
            return true;
        }
        let borrower = lending.borrower_index(us, to);
        own_on(borrower).is_some_and(|own| {
            let square = Square::new(borrower);
            lending.kinds(own, Some(kind)).into_iter().any(|kind| self.by_movement[kind as usize].contains(square))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::movement::MovementRule;
    use crate::rules::{Rules, Variant};
    use crate::types::scramble;

    #[test]
    fn looking_at_candidates_alone_overlooks_nothing() {
        static BOTH: MovementRule = MovementRule::borrowing(-1, true);
        let mut checks = 0;
        for movement in [Variant::Annan.movement(), Variant::Annboku.movement(), Variant::Shogi.movement(), &BOTH] {
            for seed in 0..8 {
                let rules = Rules { movement, ..Rules::new(Variant::Shogi, None) };
                let mut position = Position::start(&rules);
                for ply in 0..120 {
                    let squares = CheckSquares::new(&position);
                    let everywhere = CheckSquares { candidates: Bitboard::ALL, ..squares };
                    let moves = legal_moves(&position);
                    for &mv in &moves {
                        let hits = squares.hit_by(&position, mv);
                        assert_eq!(hits, everywhere.hit_by(&position, mv), "{mv} in {position}");
                        checks += u32::from(hits);
                    }
                    let Some(&mv) = moves.get(scramble(seed << 32 | ply) as usize % moves.len().max(1)) else { break };
                    position.play(mv);
                }
            }
        }
        assert!(checks > 1000, "{checks}");
    }
}
