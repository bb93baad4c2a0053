//! Antouzai and anki: a piece moves as the friends beside it, or a knight's leap away.

use super::{Boards, Circle, DeadEnds, Example, Law, MovementRule, Movements, lent, own};
use crate::types::{Bitboard, Color, KindSet, Piece, Square};

/// Each piece moves as the friends directly to its left and right, if there are any.
pub const ANTOUZAI: MovementRule = rule(&Companions { places: beside }).explained(
    "a piece moves as the friends on the squares directly left and right of it, as both together if there are two",
    Example { sfen: "9/9/9/9/3SPN3/9/9/9/8K b - 1", square: "5e" },
);
/// Each piece moves as the friends a knight's leap away in any of the eight directions, if there are any.
pub const ANKI: MovementRule = rule(&Companions { places: leaps }).explained(
    "a piece moves as all friends together that stand a knight's leap away in any of the eight directions",
    Example { sfen: "9/9/5N3/9/4P4/6S2/9/9/8K b - 1", square: "5e" },
);

const fn rule(companions: &'static Companions) -> MovementRule {
    MovementRule::following(companions, Circle::Friends, Movements::Any, DeadEnds::NONE)
}

fn beside(set: Bitboard) -> Bitboard {
    set.left() | set.right()
}

fn leaps(set: Bitboard) -> Bitboard {
    let (near, far) = (set.left() | set.right(), set.left().left() | set.right().right());
    near.ahead(Color::Black, 2) | near.ahead(Color::White, 2) | far.north() | far.south()
}

struct Companions {
    /// The squares on which the companions of pieces on these squares stand.
    places: fn(Bitboard) -> Bitboard,
}

impl Law for Companions {
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        let friends = (self.places)(Bitboard::of(square)) & boards.color(piece.color());
        let mut kinds = KindSet::EMPTY;
        for friend in friends {
            if let Some(friend) = boards.piece_at(friend) {
                kinds = kinds.with(lent(friend.kind()));
            }
        }
        if kinds.is_empty() { own(piece) } else { kinds }
    }

    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        (self.places)(Bitboard::of(square)) & boards.occupied()
    }

    fn sources(&self, _boards: &Boards, square: Square) -> Bitboard {
        (self.places)(Bitboard::of(square))
    }

    fn givers(&self, boards: &Boards, color: Color) -> Bitboard {
        let own = boards.color(color);
        own & (self.places)(own)
    }
}
