//! What a player of some level sees of a position.

use super::Weaknesses;
use crate::attacks;
use crate::eval::{self, values};
use crate::position::Position;
use crate::types::{Color, Kind, Move, Score, Source, score, scramble};

/// The eyes of a player for the length of one move. Chance decides what they miss; it is drawn from a seed and the
/// position, so that the same game goes the same way, and it does not change while the player thinks.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// What may be missed.
    pub weaknesses: Weaknesses,
    us: Color,
    seed: u64,
}

/// Who counts pieces weighs the rest of the evaluation by one part in so many.
const REST: Score = 50;

/// What the pieces of the side to move are worth, less those of the other.
fn count(position: &Position) -> Score {
    let of = |color: Color| -> Score {
        let board = Kind::ALL.into_iter().map(|kind| values::board(kind) * position.pieces(color, kind).len() as Score);
        let hand = position.hand(color);
        let hand = Kind::DROPPABLE.into_iter().map(|kind| values::hand(kind) * Score::from(hand.count(kind)));
        board.sum::<Score>() + hand.sum::<Score>()
    };
    of(position.side_to_move()) - of(!position.side_to_move())
}

/// What chance decides about.
#[derive(Clone, Copy)]
enum Matter {
    Piece,
    Drop,
    Taste,
}

impl Sight {
    /// The eyes of the side to move at `root`.
    pub fn new(weaknesses: Weaknesses, seed: u64, root: &Position) -> Self {
        let seed = scramble(scramble(seed ^ root.key()) ^ u64::from(root.ply()));
        Self { weaknesses, us: root.side_to_move(), seed }
    }

    /// A number that is as good as random, always the same for the same thing.
    fn chance(&self, matter: Matter, thing: usize) -> u64 {
        scramble(self.seed ^ scramble((matter as u64) << 32 | thing as u64))
    }

    fn strikes(&self, percent: u32, matter: Matter, thing: usize) -> bool {
        percent > 0 && self.chance(matter, thing) % 100 < u64::from(percent)
    }

    /// Whether the player thinks of this legal move, its own or the opponent's.
    pub fn sees(&self, position: &Position, mv: Move) -> bool {
        let mover = position.side_to_move();
        match mv.source() {
            Source::Hand(kind) => {
                let thing = kind as usize * 2 + mover as usize;
                !self.strikes(self.weaknesses.forgets_drops, Matter::Drop, thing)
            }
            Source::Board(_) if mover == self.us || self.weaknesses.overlooks_borrowing == 0 => true,
            Source::Board(from) => {
                let Some(piece) = position.piece_at(from) else { return true };
                attacks::of(piece.kind(), mover, from, position.occupied()).contains(mv.to())
                    || !self.strikes(
                        self.weaknesses.overlooks_borrowing,
                        Matter::Piece,
                        from.index() * 16 + piece.kind() as usize,
                    )
            }
        }
    }

    /// How the player judges the position for the side to move.
    pub fn judge(&self, position: &Position) -> Score {
        let value = eval::evaluate(position);
        if !self.weaknesses.counts_pieces {
            return value;
        }
        let counted = count(position);
        counted + (value - counted) / REST
    }

    /// Whether a mate so many plies away is seen.
    pub fn reaches_mate(&self, plies: usize) -> bool {
        self.weaknesses.longest_mate.is_none_or(|longest| plies <= longest)
    }

    /// A score of a move as the player's taste has it. Mates are no matter of taste.
    pub fn tasted(&self, mv: Move, score: Score) -> Score {
        let taste = self.weaknesses.taste;
        if taste == 0 || score::is_mate(score) {
            return score;
        }
        let amount = self.chance(Matter::Taste, usize::from(mv.bits())) % (taste as u64 + 1);
        score + amount as Score - taste / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::rules::Rules;

    fn sight(weaknesses: Weaknesses, seed: u64) -> (Sight, Position) {
        let position = Position::start(&Rules::default());
        (Sight::new(weaknesses, seed, &position), position)
    }

    #[test]
    fn pieces_are_misread_as_often_as_the_level_says() {
        // White to move, so that Black looks at the moves of an opponent.
        let (_, mut position) = sight(Weaknesses::NONE, 0);
        position.pass();
        let borrowed: Vec<Move> = legal_moves(&position)
            .into_iter()
            .filter(|mv| {
                let piece = mv.from().and_then(|from| Some((from, position.piece_at(from)?.kind())));
                piece.is_some_and(|(from, kind)| {
                    !attacks::of(kind, Color::White, from, position.occupied()).contains(mv.to())
                })
            })
            .collect();
        assert_eq!(borrowed.len(), 4, "{borrowed:?}");
        let mut missed = 0;
        for seed in 0..1000 {
            let (sight, _) = sight(Weaknesses { overlooks_borrowing: 40, ..Weaknesses::NONE }, seed);
            missed += borrowed.iter().filter(|&&mv| !sight.sees(&position, mv)).count();
            for mv in legal_moves(&position) {
                assert!(borrowed.contains(&mv) || sight.sees(&position, mv), "{mv}");
            }
        }
        assert!((1400..1800).contains(&missed), "{missed}");
    }

    #[test]
    fn taste_is_bounded_and_leaves_mates_alone() {
        for seed in 0..100 {
            let (sight, position) = sight(Weaknesses { taste: 80, ..Weaknesses::NONE }, seed);
            for mv in legal_moves(&position) {
                assert!((sight.tasted(mv, 10) - 10).abs() <= 40);
                assert_eq!(sight.tasted(mv, score::mate_in(3)), score::mate_in(3));
            }
        }
    }
}
