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
use crate::types::{Move, score};

/// Most nodes of the solver.
const MOST_NODES: u64 = 20_000;
/// Bytes for the solver's table.
pub const SOLVER_BYTES: usize = 8 << 20;

/// How much more of the time or nodes the solver may take where a mate has been announced.
const KEPT: u32 = 3;

/// A mate that the solver found and that was announced: there must be one after every reply.
#[derive(Debug)]
pub struct Promise {
    /// Key of the position after the announced move.
    after: u64,
    /// Within how many plies of the next move on there is mate, whatever the reply.
    plies: usize,
    /// Key of the position after the reply that was expected, and the line from there.
    expected: Option<(u64, Vec<Move>)>,
}

impl Promise {
    /// What follows from announcing this line; `None` if it is at its end or no mate.
    pub fn of(game: &Game, line: &FinishedLine) -> Option<Self> {
        let plies = usize::try_from(score::MATE - line.score).ok().filter(|&plies| plies > 2)?;
        let (&mv, rest) = line.pv.split_first().filter(|_| score::is_mate(line.score))?;
        let mut position = *game.position();
        position.play(mv);
        let after = position.key();
        let expected = rest.split_first().map(|(&reply, rest)| {
            position.play(reply);
            (position.key(), rest.to_vec())
        });
        Some(Self { after, plies: plies - 2, expected })
    }

    /// Whether the last move of the game was a reply to what was announced.
    fn is_replied_to(&self, game: &Game) -> bool {
        game.previous().is_some_and(|position| position.key() == self.after)
    }

    /// The line from the current position, if the reply was the expected one.
    fn rest(&self, position: &Position) -> Option<(Vec<Move>, usize)> {
        let (key, line) = self.expected.as_ref()?;
        (*key == position.key() && !line.is_empty()).then(|| (line.clone(), self.plies))
    }
}

/// A mate that the side to move has, as the line of an answer, if one is found in a small share of the time or nodes that
/// there are, measured by the longest time that the move may take; as much again may go into making sure of the length of
/// one that was found. The mate is forced within as many plies as the score says.
///
/// After a reply to one of the `promises` the share is larger, and if the reply was the expected one, the mate goes on as it
/// was announced where no shorter one is found.
pub fn find(
    solver: &mut Solver,
    game: &Game,
    promises: &[Promise],
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
    let promise = promises.iter().find(|promise| promise.is_replied_to(game));
    let (share, most_nodes) = match promise {
        Some(_) => (share.div_ceil(KEPT), MOST_NODES * u64::from(KEPT)),
        None => (share, MOST_NODES),
    };
    let time = timer.deadline(control).map(|deadline| deadline.saturating_duration_since(Instant::now()) / share);
    let nodes = limits.nodes.map_or(most_nodes, |nodes| (nodes / u64::from(share)).min(most_nodes));
    if let Some(time) = time {
        solver.set_grace(time);
    }
    let within = mate::Limits { nodes: Some(nodes), time, plies: None };
    let promised = promise.map(|promise| promise.plies);
    let found = prove(solver, game, within, control, promised);
    let (line, plies) = match promise.and_then(|promise| promise.rest(position)) {
        Some(rest) => found.filter(|(_, plies)| *plies <= rest.1).unwrap_or(rest),
        None => found?,
    };
    let drawn_before =
        settings.max_moves.is_some_and(|limit| u64::from(position.ply()) + plies as u64 > u64::from(limit));
    (!drawn_before && plies < score::MAX_PLY).then(|| FinishedLine {
        depth: plies as i32,
        selective_depth: plies,
        score: score::mate_in(plies),
        pv: line,
    })
}

/// A mate that the solver finds, and the number of plies within which it is forced. `promised`: the number known before.
fn prove(
    solver: &mut Solver,
    game: &Game,
    mut within: mate::Limits,
    control: &Control,
    promised: Option<usize>,
) -> Option<(Vec<Move>, usize)> {
    let Verdict::Mate(line) = solver.solve(game, &within, control.stop_flag(), &mut |_| {}) else { return None };
    // A line is one way of play; that all others are no longer is a question of its own.
    let plies = line.len();
    within.plies = u32::try_from(plies).ok();
    match solver.solve(game, &within, control.stop_flag(), &mut |_| {}) {
        Verdict::Mate(found) => Some((found, plies)),
        _ => promised.filter(|&promised| plies <= promised).map(|promised| (line, promised)),
    }
}

fn has_check(position: &Position) -> bool {
    Generator::new(position).checks(|_| std::ops::ControlFlow::Break(())).is_break()
}
