//! Finds the positions in `tests/data/tide_flips.jsonl`: mates and rescues that exist only because the Tide is about to
//! turn. `cargo run --release --example find_tide_positions -- MATES RESCUES SEED` prints them, one JSON object a
//! line.
//!
//! Games are played by a player that looks one move ahead and is often distracted. Near a flip each position is solved twice
//! by full search of checks and answers: as it is, and with the direction frozen.
//!
//! - A *mate*: checks force mate in 1 or 3 plies; with the direction frozen no checks force mate within 5 plies.
//! - A *rescue*: every move but a few lets the opponent force mate by checks within 3 plies. With the direction frozen each
//!   of these few would lose to such a mate (as it is, none of them loses to a mate within 5 plies), while some other
//!   move would not: a player blind to the flip goes wrong.

use nanboku::eval::evaluate;
use nanboku::movegen::{has_legal_move, legal_moves};
use nanboku::position::Position;
use nanboku::rules::{Rules, Variant};
use nanboku::types::{Color, Move};

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// The checks by which the side to move forces mate within `plies`, an odd number.
fn mating_moves(position: &Position, plies: u32) -> Vec<Move> {
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

fn has_mate(position: &Position, plies: u32) -> bool {
    legal_moves(position).into_iter().any(|mv| position.gives_check(mv) && is_lost(&after(position, mv), plies - 1))
}

/// Looks for a case in a position, given the same one with the direction frozen: its plies and moves.
type Search = fn(&Position, &Position) -> Option<(u32, Vec<Move>)>;

/// The same position with the direction of the side to move for ever; `None` if it makes no sense then.
fn frozen(position: &Position) -> Option<Position> {
    let mut rules = *position.rules();
    rules.movement = position.movement(position.side_to_move());
    rules.tide = None;
    let frozen = Position::from_sfen(&position.sfen(), &rules).ok()?;
    let us = frozen.side_to_move();
    let king = frozen.king(!us)?;
    frozen.attackers(us, king, frozen.occupied()).is_empty().then_some(frozen)
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
    let saving: Vec<Move> = moves.iter().copied().filter(|&mv| !has_mate(&after(position, mv), 3)).collect();
    if saving.is_empty() || saving.len() * 4 > moves.len() {
        return None;
    }
    let frozen_moves = legal_moves(frozen);
    let loses_frozen = |mv: &Move| !frozen_moves.contains(mv) || has_mate(&after(frozen, *mv), 3);
    if !saving.iter().all(loses_frozen) {
        return None;
    }
    let tempting = moves.iter().any(|mv| !saving.contains(mv) && !loses_frozen(mv));
    let saving: Vec<Move> = saving.into_iter().filter(|&mv| !has_mate(&after(position, mv), 5)).collect();
    (tempting && !saving.is_empty()).then_some((3, saving))
}

fn print(kind: &str, position: &Position, plies: u32, moves: &[Move]) {
    let moves: Vec<String> = moves.iter().map(|mv| format!("\"{mv}\"")).collect();
    let rules = position.rules();
    println!(
        "{{\"kind\": \"{kind}\", \"variant\": \"{}\", \"period\": {}, \"sfen\": \"{position}\", \"plies\": {plies}, \
         \"now\": \"{}\", \"flip\": {}, \"moves\": [{}]}}",
        rules.variant,
        rules.tide.map_or(0, |tide| tide.period),
        position.movement(position.side_to_move()).name,
        rules.plies_to_flip(position.ply()).unwrap_or(0),
        moves.join(", ")
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let (mates, rescues) = (arguments.next().unwrap_or(40), arguments.next().unwrap_or(30));
    let mut random = Random(arguments.next().unwrap_or(1) as u64);
    // For each direction that holds at the position.
    let mut found = std::collections::HashMap::<(&str, &str), usize>::new();
    let wanted = |kind: &str| if kind == "mate" { mates.div_ceil(2) } else { rescues.div_ceil(2) };
    while found.values().sum::<usize>() < wanted("mate") * 2 + wanted("rescue") * 2 {
        let variant = if random.below(2) == 0 { Variant::Annan } else { Variant::Annboku };
        let rules = Rules::new(variant, Some(nanboku::rules::NamedSet::App)).with_tide(10);
        let mut position = Position::start(&rules);
        let mut kept = 0;
        while position.ply() < 160 && has_legal_move(&position) {
            let near = rules.plies_to_flip(position.ply()).is_some_and(|plies| plies <= 6);
            if near
                && position.ply() > 20
                && kept < 2
                && position.king(Color::Black).is_some()
                && let Some(frozen) = frozen(&position)
            {
                let direction = position.movement(position.side_to_move()).name;
                let searches: [(&str, Search); 2] = [("mate", find_mate), ("rescue", find_rescue)];
                for (kind, search) in searches {
                    let count = found.entry((kind, direction)).or_default();
                    if *count < wanted(kind)
                        && let Some((plies, moves)) = search(&position, &frozen)
                    {
                        *count += 1;
                        kept += 1;
                        print(kind, &position, plies, &moves);
                    }
                }
            }
            let moves = legal_moves(&position);
            let mv = if random.below(6) == 0 {
                moves[random.below(moves.len() as u64) as usize]
            } else {
                let mut best = (i64::MIN, moves[0]);
                for mv in moves {
                    let value = i64::from(-evaluate(&after(&position, mv))) + random.below(150) as i64;
                    if value > best.0 {
                        best = (value, mv);
                    }
                }
                best.1
            };
            position.play(mv);
        }
    }
}
