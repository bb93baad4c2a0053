//! A mate at the root, looked for by the mate solver before the search begins.

use std::time::Instant;

use super::control::Control;
use super::engine::Settings;
use super::limits::Limits;
use super::params;
use super::root::FinishedLine;
use super::time::Timer;
use crate::mate::{self, Solver, Verdict};
use crate::movegen::Generator;
use crate::position::{Game, Position};
use crate::types::score;

/// Most nodes of the solver.
const MOST_NODES: u64 = 20_000;
/// Bytes for the solver's table.
pub const SOLVER_BYTES: usize = 8 << 20;

/// A mate that the side to move has, as the line of an answer, if one is found in a small share of the time or nodes that
/// there are, measured by the longest time that the move may take; as much again may go into making sure of the length of
/// one that was found. The mate is forced within as many plies as the score says.
pub fn find(
    solver: &mut Solver,
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    control: &Control,
    timer: &Timer,
) -> Option<FinishedLine> {
    let position = game.position();
    // What is asked for is something else than the best move.
    let asked_otherwise = settings.multi_pv > 1 || limits.depth.is_some() || !limits.moves.is_empty();
    #[cfg(feature = "tuning")]
    let asked_otherwise = asked_otherwise || settings.freeze_direction;
    let share = params::root_mate_share() as u32;
    if share == 0 || asked_otherwise || !has_check(position) {
        return None;
    }
    let time = timer.deadline(control).map(|deadline| deadline.saturating_duration_since(Instant::now()) / share);
    let nodes = limits.nodes.map_or(MOST_NODES, |nodes| (nodes / u64::from(share)).min(MOST_NODES));
    if let Some(time) = time {
        solver.set_grace(time);
    }
    let mut within = mate::Limits { nodes: Some(nodes), time, plies: None };
    let mut line = match solver.solve(game, &within, control.stop_flag(), &mut |_| {}) {
        Verdict::Mate(line) => line,
        _ => return None,
    };
    let plies = line.len();
    // A line is one way of play; that all others are no longer is a question of its own.
    within.plies = u32::try_from(plies).ok();
    match solver.solve(game, &within, control.stop_flag(), &mut |_| {}) {
        Verdict::Mate(found) => line = found,
        _ => return None,
    }
    let drawn_before =
        settings.max_moves.is_some_and(|limit| u64::from(position.ply()) + plies as u64 > u64::from(limit));
    (!drawn_before && plies < score::MAX_PLY).then(|| FinishedLine {
        depth: plies as i32,
        selective_depth: plies,
        score: score::mate_in(plies),
        pv: line,
    })
}

fn has_check(position: &Position) -> bool {
    Generator::new(position).checks(|_| std::ops::ControlFlow::Break(())).is_break()
}
