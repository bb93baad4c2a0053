//! What exists only because the Tide is about to turn: the criterion by which `tests/data/tide_flips.jsonl` was found
//! (`examples/find_tide_positions.rs`) and is checked (`tests/tide.rs`).
//!
//! A position within six plies of a flip is solved twice by full search of checks and answers: as it is, and with the
//! direction of the side to move for ever (*frozen*). No engine is asked.
//!
//! - A *mate*: checks force mate in 1 or 3 plies; frozen, no checks force mate within 5 plies.
//! - A *rescue*: the side to move is in check, or would be mated by checks within 3 plies if it passed. It has at least four
//!   moves, and all but at most a quarter of them let the opponent force mate by checks within 3 plies. Frozen, each of these
//!   few would lose to such a mate or be illegal, while some other move would not: a player blind to the flip goes wrong. The
//!   moves that count are those of the few after which there is no mate within 5 plies either; there is at least one.

use nanboku::movegen::{has_legal_move, legal_moves};
use nanboku::position::Position;
use nanboku::types::Move;

/// How near the flip is, in plies, counting the one about to be played.
pub const NEAR: u32 = 6;

/// A mate or a rescue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Mate,
    Rescue,
}

/// What was found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub kind: Kind,
    /// Plies to the mate, or of the mates that threaten.
    pub plies: u32,
    /// The mating moves, or the moves that rescue.
    pub moves: Vec<Move>,
}

/// The case of this kind in a position, if there is one.
pub fn find(kind: Kind, position: &Position) -> Option<Case> {
    position.rules().plies_to_flip(position.ply()).filter(|&plies| plies <= NEAR)?;
    let frozen = frozen(position)?;
    let (plies, moves) = match kind {
        Kind::Mate => find_mate(position, &frozen),
        Kind::Rescue => find_rescue(position, &frozen),
    }?;
    Some(Case { kind, plies, moves })
}

/// The same position with the direction of the side to move for ever; `None` if it makes no sense then.
pub fn frozen(position: &Position) -> Option<Position> {
    let mut rules = *position.rules();
    rules.movement = position.movement(position.side_to_move());
    rules.tide = None;
    let frozen = Position::from_sfen(&position.sfen(), &rules).ok()?;
    let us = frozen.side_to_move();
    let king = frozen.king(!us)?;
    frozen.attackers(us, king, frozen.occupied()).is_empty().then_some(frozen)
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// Whether the opponent forces mate by checks within `plies`, an odd number, after this move.
pub fn loses(position: &Position, mv: Move, plies: u32) -> bool {
    has_mate(&after(position, mv), plies)
}

/// The checks by which the side to move forces mate within `plies`, an odd number.
pub fn mating_moves(position: &Position, plies: u32) -> Vec<Move> {
    let checks = legal_moves(position).into_iter().filter(|&mv| position.gives_check(mv));
    checks.filter(|&mv| is_lost(&after(position, mv), plies - 1)).collect()
}

/// Whether the side to move, in check, is mated within `plies`, an even number, whatever it answers.
fn is_lost(position: &Position, plies: u32) -> bool {
    if plies == 0 {
        return !has_legal_move(position);
    }
    legal_moves(position).into_iter().all(|mv| has_mate(&after(position, mv), plies - 1))
}

/// Whether checks force mate within `plies`, an odd number.
pub fn has_mate(position: &Position, plies: u32) -> bool {
    legal_moves(position).into_iter().any(|mv| position.gives_check(mv) && is_lost(&after(position, mv), plies - 1))
}

fn find_mate(position: &Position, frozen: &Position) -> Option<(u32, Vec<Move>)> {
    let plies = [1, 3].into_iter().find(|&plies| has_mate(position, plies))?;
    if has_mate(frozen, 5) {
        return None;
    }
    Some((plies, mating_moves(position, plies)))
}

fn find_rescue(position: &Position, frozen: &Position) -> Option<(u32, Vec<Move>)> {
    if !position.in_check() {
        // Without a threat most moves are safe.
        let mut passed = *position;
        passed.pass();
        if !has_mate(&passed, 3) {
            return None;
        }
    }
    let moves = legal_moves(position);
    if moves.len() < 4 {
        return None;
    }
    let saving: Vec<Move> = moves.iter().copied().filter(|&mv| !loses(position, mv, 3)).collect();
    if saving.is_empty() || saving.len() * 4 > moves.len() {
        return None;
    }
    let frozen_moves = legal_moves(frozen);
    let loses_frozen = |mv: &Move| !frozen_moves.contains(mv) || loses(frozen, *mv, 3);
    if !saving.iter().all(loses_frozen) {
        return None;
    }
    let tempting = moves.iter().any(|mv| !saving.contains(mv) && !loses_frozen(mv));
    let saving: Vec<Move> = saving.into_iter().filter(|&mv| !loses(position, mv, 5)).collect();
    (tempting && !saving.is_empty()).then_some((3, saving))
}
