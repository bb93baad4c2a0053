//! What the evaluation looks at: each term of a position, by the weight that it counts with.

use super::layout::{
    ATTACKED, ATTACKED_GIVER, ENEMY_KING, FILE, FIRST_IN_HAND, HAND, HANGING, KING_SQUARE, MOBILITY, MOST_ATTACKS,
    MOST_DROPPERS, MOST_OPEN, OWN_KING, PIECE, RANK, RING_ATTACKS, RING_DROPS, RING_HOLES, TEMPO, around, place,
};
use super::reach::Reach;
use crate::attacks;
use crate::position::Position;
use crate::types::{Color, Kind, PerColor, Square};

/// The movements, the one that a piece gains most by first.
const DEAREST_FIRST: [Kind; Kind::MOVEMENTS] = [
    Kind::Dragon,
    Kind::Horse,
    Kind::Rook,
    Kind::Bishop,
    Kind::King,
    Kind::Gold,
    Kind::Silver,
    Kind::Lance,
    Kind::Knight,
    Kind::Pawn,
];

/// Receives the terms of a position.
pub trait Sink {
    /// The weight with this index counts `times` times for `color`.
    fn add(&mut self, color: Color, index: usize, times: i32);

    /// There is a piece of this kind that moves as that kind: its worth, and what its square makes of it. `rank` and `file`
    /// are those of [`place`].
    #[inline(always)]
    fn add_piece(&mut self, color: Color, kind: Kind, movement: Kind, (rank, file): (usize, usize)) {
        self.add(color, PIECE.at(kind as usize, movement as usize), 1);
        self.add(color, RANK.at(kind as usize, rank), 1);
        self.add(color, FILE.at(kind as usize, file), 1);
    }
}

/// Shows every term of a position.
#[inline(always)]
pub fn visit(position: &Position, sink: &mut impl Sink) {
    let reach = PerColor(Color::ALL.map(|color| Reach::of(position, color)));
    // Written out for each player, so that each copy adds to a sum that is known.
    visit_player(position, Color::Black, &reach, sink);
    visit_player(position, Color::White, &reach, sink);
    sink.add(position.side_to_move(), TEMPO.at(0, 0), 1);
}

#[inline(always)]
fn visit_player(position: &Position, color: Color, reach: &PerColor<Reach>, sink: &mut impl Sink) {
    pieces(position, color, sink);
    hand(position, color, sink);
    let own = &reach[color];
    for (i, reached) in [own.steps, own.lances, own.bishops, own.rooks].into_iter().enumerate() {
        sink.add(color, MOBILITY.at(0, i), reached as i32);
    }
    king(position, color, reach, sink);
    threats(position, color, reach, sink);
}

#[inline(always)]
fn pieces(position: &Position, color: Color, sink: &mut impl Sink) {
    let around_own = position.king(color).map(|king| around(color, king));
    let around_enemy = position.king(!color).map(|king| around(!color, king));
    let mut add = |square: Square, movement: Kind| {
        let Some(piece) = position.piece_at(square) else { return };
        sink.add_piece(color, piece.kind(), movement, place(color, square));
        if let Some(around) = around_enemy {
            sink.add(color, ENEMY_KING.at(movement as usize, usize::from(around[square.index()])), 1);
        }
        if let Some(around) = around_own {
            sink.add(color, OWN_KING.at(movement as usize, usize::from(around[square.index()])), 1);
        }
    };
    let movers = position.movers(color);
    if !position.movement(color).is_single() {
        // What a piece is worth counts once, however many movements it has: with the dearest of them. One that cannot move
        // now keeps the worth of its own movement: what it lacks is in the mobility.
        for square in position.color(color) {
            let Some(piece) = position.piece_at(square) else { continue };
            let dearest = DEAREST_FIRST.into_iter().find(|&kind| movers[kind].contains(square));
            add(square, dearest.unwrap_or(piece.kind().movement()));
        }
        return;
    }
    for movement in Kind::ALL.into_iter().take(Kind::MOVEMENTS) {
        for square in movers[movement] {
            add(square, movement);
        }
    }
}

#[inline(always)]
fn hand(position: &Position, color: Color, sink: &mut impl Sink) {
    let hand = position.hand(color);
    for kind in hand.kinds() {
        sink.add(color, HAND.at(0, kind as usize), i32::from(hand.count(kind)));
        sink.add(color, FIRST_IN_HAND.at(0, kind as usize), 1);
    }
}

#[inline(always)]
fn king(position: &Position, color: Color, reach: &PerColor<Reach>, sink: &mut impl Sink) {
    let Some(king) = position.king(color) else { return };
    let (rank, file) = place(color, king);
    sink.add(color, KING_SQUARE.at(rank, file), 1);
    let ring = attacks::king(king);
    let (own, enemy) = (&reach[color], &reach[!color]);
    sink.add(color, RING_ATTACKS.at(0, (enemy.ring_attacks as usize).min(MOST_ATTACKS)), 1);
    let holes = (ring & enemy.attacked).without(own.defended).len();
    sink.add(color, RING_HOLES.at(0, holes as usize), 1);
    let hand = position.hand(!color);
    let droppers = hand.len() as usize - usize::from(hand.count(Kind::Pawn));
    let open = ring.without(position.occupied() | own.defended).len() as usize;
    sink.add(color, RING_DROPS.at(droppers.min(MOST_DROPPERS), open.min(MOST_OPEN)), 1);
}

#[inline(always)]
fn threats(position: &Position, color: Color, reach: &PerColor<Reach>, sink: &mut impl Sink) {
    let attacked = position.color(color) & reach[!color].attacked;
    let givers = position.movement(color).givers(position.boards(), color);
    for square in attacked {
        let Some(kind) = position.piece_at(square).map(|piece| piece.kind()) else { continue };
        let block = if reach[color].attacked.contains(square) { ATTACKED } else { HANGING };
        sink.add(color, block.at(0, kind as usize), 1);
        if givers.contains(square) {
            sink.add(color, ATTACKED_GIVER.at(0, kind.movement() as usize), 1);
        }
    }
}
