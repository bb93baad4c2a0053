//! The engine as a user interface holds it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::control::Control;
use super::limits::Limits;
use super::root::{FinishedLine, RootMove, line_without_search, report_lines};
use super::root_mate::{self, Promise, SOLVER_BYTES};
use super::skill::{Level, Reader, Sight, Skill};
use super::table::{Bound, Table};
use super::time::Timer;
use super::worker::{Memory, Shared, Worker};
use crate::mate::Solver;
use crate::movegen;
use crate::position::{Game, Position};
use crate::rules::Rules;
use crate::types::{Move, Score, score};

/// What a user may set, beyond the limits of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of lines to search and report, at least 1.
    pub multi_pv: usize,
    /// Held back from every planned time for the way to the other end.
    pub network_delay: Duration,
    /// Held back when the last second of the clock, or byoyomi, is used up to its end.
    pub network_delay2: Duration,
    /// Shortest time for a move when playing by the clock.
    pub minimum_thinking_time: Duration,
    /// Percent of the planned time that is used.
    pub slow_mover: u32,
    /// The ply at which a game is drawn, if there is one.
    pub max_moves: Option<u32>,
    /// How well to play.
    pub skill: Skill,
    /// The score below which the game is given up, if there is one.
    pub resignation: Option<Score>,
    /// Whether the search takes the direction of the root for that of the whole tree, blind to the flips of Tide.
    #[cfg(feature = "tuning")]
    pub freeze_direction: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            network_delay: Duration::from_millis(120),
            network_delay2: Duration::from_millis(300),
            minimum_thinking_time: Duration::ZERO,
            slow_mover: 100,
            max_moves: None,
            skill: Skill::FULL,
            resignation: None,
            #[cfg(feature = "tuning")]
            freeze_direction: false,
        }
    }
}

/// One line of thought.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Longest line that was looked at, in plies.
    pub selective_depth: u32,
    /// Rank among the lines, from 1.
    pub rank: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Whether the score is a lower (`Greater`) or upper (`Less`) bound, or exact (`Equal`).
    pub bound: std::cmp::Ordering,
    /// Moves made so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// The line; at least one move, all legal.
    pub pv: &'a [Move],
}

/// What a search tells while it runs. The last reports before it ends are the lines of the answer, rank 1 first, each
/// with an exact score (none if there is no legal move).
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// A line of thought.
    Line(Line<'a>),
    /// The root move that is looked at, and its number in the order of search, from 1. Not told in the first seconds.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number.
        number: usize,
    },
    /// Something that a user should know.
    Message(&'a str),
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, legal after `best`.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move; `None` if there is no legal move.
    pub score: Option<Score>,
    /// Whether the game is given up: there is no legal move, or the score is below [`Settings::resignation`] and, at a weak
    /// level, a reading without weaknesses says so too.
    pub resigns: bool,
    /// Moves made by all threads.
    pub nodes: u64,
}

/// More threads than this for each core are of no use and answer late.
const MOST_THREADS_PER_CORE: usize = 16;

/// Stack of a search thread, in bytes: the search is recursive.
pub const STACK: usize = 64 << 20;

/// How many announced mates are remembered.
const PROMISES: usize = 4;

/// A search with its memory. Lives as long as the program; used by one thread at a time.
#[derive(Debug)]
pub struct Engine {
    /// Used by the next search.
    pub settings: Settings,
    table: Table,
    /// What each search thread remembers; as many as there are threads.
    memories: Vec<Memory>,
    /// All search threads but the first, which is the caller's; kept alive between searches.
    helpers: Option<ThreadPool>,
    /// Looks for a mate before each search.
    solver: Solver,
    /// Mates that were announced last, the latest first: pondering announces some that the game does not come to.
    promises: Vec<Promise>,
    /// The rules of the last search: what the table knows holds under them alone.
    rules: Option<Rules>,
    /// Decides where weaknesses strike in this game, if nobody asked for a certain seed.
    chance: u64,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            table: Table::new(1),
            memories: vec![Memory::new()],
            helpers: None,
            solver: Solver::new(SOLVER_BYTES),
            promises: Vec::new(),
            rules: None,
            chance: chance(),
        }
    }
}

impl Engine {
    /// An engine with a small table; see [`Engine::resize_table`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything learned from earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.solver.clear();
        self.promises.clear();
        self.chance = chance();
        for memory in &mut self.memories {
            *memory = Memory::new();
        }
    }

    /// Searches with so many threads from now on, at least 1, or with as many as the system has room for, at most 16 for each
    /// core: with more the one that watches the clock would have to wait for its turn too long. Returns the number.
    pub fn resize_threads(&mut self, threads: usize) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut helpers = threads.clamp(1, MOST_THREADS_PER_CORE * cores) - 1;
        if helpers + 1 != self.memories.len() {
            self.helpers = None;
            while helpers > 0 {
                let pool = ThreadPoolBuilder::new()
                    .num_threads(helpers)
                    .stack_size(STACK)
                    .thread_name(|i| format!("search {}", i + 1))
                    .build();
                match pool {
                    Ok(pool) => {
                        self.helpers = Some(pool);
                        break;
                    }
                    Err(error) => {
                        log::warn!("{helpers} search threads: {error}");
                        helpers /= 2;
                    }
                }
            }
            self.memories.resize_with(helpers + 1, Memory::new);
        }
        self.memories.len()
    }

    /// Number of threads that search.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Makes the table `mebibytes` large, or as large as memory allows, and empties it. Returns the size that it has now.
    /// Without effect if it has this size already.
    pub fn resize_table(&mut self, mebibytes: usize) -> usize {
        if self.table.mebibytes() != mebibytes.max(1) {
            // The old one first, so that both need not fit.
            self.table = Table::new(1);
            self.table = Table::new(mebibytes);
        }
        self.table.mebibytes()
    }

    /// Takes the memory of the table from the system now rather than bit by bit during the next searches. Takes about a
    /// second for every few gibibytes.
    pub fn warm_table(&mut self) {
        self.table.warm();
    }

    /// Searches until a limit is reached or `control` stops it, and answers when the limits allow it (see
    /// [`Limits::infinite`] and [`Limits::ponder`]).
    ///
    /// A search thread that panics costs its thread, not the answer: what the last finished iteration found, or any legal
    /// move, is still given, and a [`Report::Message`] says so.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Answer {
        let position = game.position();
        let timer = Timer::new(limits, position.side_to_move(), position.ply(), &self.settings);
        let mut root_moves = movegen::legal_moves(position);
        if root_moves.iter().any(|mv| limits.moves.contains(mv)) {
            root_moves.retain(|mv| limits.moves.contains(mv));
        }
        if root_moves.is_empty() {
            control.wait_for_release(limits.infinite);
            return Answer { best: None, ponder: None, score: None, resigns: true, nodes: 0 };
        }
        let lines = self.settings.multi_pv.clamp(1, root_moves.len());
        let rules = self.rules_below(position);
        if self.rules.replace(rules).is_some_and(|earlier| earlier != rules) {
            self.new_game();
        }
        self.table.new_search();
        let level = self.settings.skill.weak_level();
        let sight = level.map(|level| Sight::new(level.weaknesses, self.seed(), position));
        let within = level.map(|level| level.limits(limits));
        let mate = panic::catch_unwind(AssertUnwindSafe(|| match level {
            Some(_) => None,
            None => root_mate::find(&mut self.solver, game, &self.promises, limits, &self.settings, control, &timer),
        }));
        let mate = mate.unwrap_or_else(|_| {
            self.solver = Solver::new(SOLVER_BYTES);
            None
        });
        // The solver knows only mates by checks. Where the table has a shorter one, announced before perhaps, the search is to
        // find it again, and the solver's serves if it does not.
        let (mate, longer_mate) = match mate {
            Some(line) if self.knows_better_than(position, line.score) => (None, Some(line)),
            mate => (mate, None),
        };
        let shared = Shared {
            table: &self.table,
            limits: within.as_ref().unwrap_or(limits),
            settings: &self.settings,
            control,
            timer,
            abort: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            finished: self.memories.iter().map(|_| Mutex::default()).collect(),
        };
        let mut reports = Reports { report, told: Vec::new() };
        let work = |id: usize, memory: &mut Memory, report: &mut dyn FnMut(Report<'_>)| {
            // All may be over before the system has let this thread begin.
            if id > 0 && shared.abort.load(Ordering::Relaxed) {
                return true;
            }
            let run = panic::catch_unwind(AssertUnwindSafe(|| {
                let root_moves = root_moves.iter().copied().map(RootMove::new).collect();
                let mut worker = Worker::new(&shared, id, game.clone(), root_moves, memory, report);
                match sight {
                    Some(sight) => Reader::new(&mut worker, sight).read_on(),
                    None => worker.iterate(),
                }
                worker.count_nodes();
            }));
            run.is_ok()
        };
        let (first, others) = self.memories.split_first_mut().expect("there is at least one thread");
        let mut whole = true;
        // The first thread reports and watches the time; when it is done, all are.
        let mut lead = || {
            whole = work(0, first, &mut |event| reports.tell(event));
            shared.abort.store(true, Ordering::Relaxed);
        };
        let failed = AtomicBool::new(false);
        match &self.helpers {
            // A mate that is found is played.
            _ if mate.is_some() => {}
            // A weak level uses one thread.
            Some(helpers) if level.is_none() => helpers.in_place_scope(|scope| {
                for (i, memory) in others.iter_mut().enumerate() {
                    let (work, failed) = (&work, &failed);
                    scope.spawn(move |_| {
                        if !work(i + 1, memory, &mut |_| {}) {
                            failed.store(true, Ordering::Relaxed);
                        }
                    });
                }
                lead();
            }),
            _ => lead(),
        }
        if !whole || failed.load(Ordering::Relaxed) {
            reports.tell(Report::Message("a search thread failed; the answer is what was found until then"));
            for memory in &mut self.memories {
                *memory = Memory::new();
            }
        }
        let found: Vec<Vec<FinishedLine>> =
            shared.finished.iter().map(|lines| std::mem::take(&mut *lock(lines))).collect();
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let chosen = if lines == 1 && limits.depth.is_none() { elect(&found) } else { 0 };
        let mut solved = mate.is_some();
        let mut finished = match mate {
            Some(line) => vec![line],
            None => found.into_iter().nth(chosen).unwrap_or_default(),
        };
        if let Some(line) = longer_mate
            && finished.first().is_none_or(|best| best.score < line.score)
        {
            finished = vec![line];
            solved = true;
        }
        if let Some(promise) = finished.first().filter(|_| solved).and_then(|line| Promise::of(game, line)) {
            self.promises.insert(0, promise);
            self.promises.truncate(PROMISES);
        }
        if finished.len() < lines {
            // Not even the first iteration came to its end.
            finished = root_moves.iter().map(|&mv| line_without_search(game, mv)).collect();
            finished.sort_by_key(|line| -line.score);
            finished.truncate(lines);
        }
        if reports.told != finished {
            let (time, hashfull) = (shared.timer.elapsed(), self.table.hashfull());
            report_lines(&finished, nodes, time, hashfull, &mut |event| reports.tell(event));
        }
        if limits.depth.is_none() && limits.nodes.is_none() {
            // A search that has nothing left to find out may still be too early.
            while !shared.timer.is_minimum_reached(control) && !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let score = finished.first().map(|line| line.score);
        let mut resigns = self.settings.resignation.zip(score).is_some_and(|(limit, score)| score < limit);
        // A level that thinks itself lost, short of a mate that it has read out, looks again.
        if resigns && level.is_some() && !score.is_some_and(score::is_mate) {
            resigns = self.is_lost_with_open_eyes(game, root_moves);
        }
        control.wait_for_release(limits.infinite);
        let best = finished.first().and_then(|line| line.pv.first().copied());
        let ponder = finished.first().and_then(|line| line.pv.get(1).copied());
        let ponder = ponder.or_else(|| best.and_then(|best| self.expected_reply(game, best)));
        Answer { best, ponder, score, resigns, nodes }
    }

    /// What decides where weaknesses strike.
    fn seed(&self) -> u64 {
        match self.settings.skill.seed {
            0 => self.chance,
            seed => u64::from(seed),
        }
    }

    /// Whether a short reading without any weakness finds the score below that at which the game is given up, too.
    fn is_lost_with_open_eyes(&mut self, game: &Game, root_moves: Vec<Move>) -> bool {
        let limits = Level::with_open_eyes().limits(&Limits::default());
        let settings = Settings { multi_pv: 1, ..self.settings.clone() };
        let position = game.position();
        let shared = Shared {
            table: &self.table,
            limits: &limits,
            settings: &settings,
            control: &Control::default(),
            timer: Timer::new(&limits, position.side_to_move(), position.ply(), &settings),
            abort: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            finished: vec![Mutex::default()],
        };
        let root_moves = root_moves.into_iter().map(RootMove::new).collect();
        let memory = &mut self.memories[0];
        let read = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut silent = |_: Report<'_>| {};
            let mut worker = Worker::new(&shared, 0, game.clone(), root_moves, memory, &mut silent);
            let sight = Sight::new(Level::with_open_eyes().weaknesses, 0, position);
            Reader::new(&mut worker, sight).read_on();
        }));
        // Without an answer the game goes on.
        let value = lock(&shared.finished[0]).first().map(|line| line.score);
        read.is_ok() && settings.resignation.zip(value).is_some_and(|(limit, value)| value < limit)
    }

    /// The rules by which the tree below this position is searched.
    fn rules_below(&self, position: &Position) -> Rules {
        #[cfg(feature = "tuning")]
        if self.settings.freeze_direction {
            return Rules { movement: position.movement(position.side_to_move()), tide: None, ..*position.rules() };
        }
        *position.rules()
    }

    /// Whether the table says that the side to move has a better score than this.
    fn knows_better_than(&self, position: &Position, value: Score) -> bool {
        let entry = self.table.probe(position.key(), 0);
        entry.is_some_and(|entry| {
            matches!(entry.bound, Bound::Lower | Bound::Exact) && entry.value != score::NONE && entry.value > value
        })
    }

    /// The reply to `best` that the table knows, if it is legal.
    fn expected_reply(&self, game: &Game, best: Move) -> Option<Move> {
        let mut next = *game.position();
        next.play(best);
        let reply = self.table.probe(next.key(), 0)?.mv?;
        movegen::is_legal(&next, reply).then_some(reply)
    }
}

/// A number that nobody can foresee.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Locks, also after another thread has panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Which thread's line is the answer: every thread votes for its move, the more the deeper and the better it found it to be.
/// A mate is taken over votes, the shorter the better.
fn elect(found: &[Vec<FinishedLine>]) -> usize {
    let lines: Vec<(usize, &FinishedLine)> =
        found.iter().enumerate().filter_map(|(i, lines)| Some((i, lines.first()?))).collect();
    let least = lines.iter().map(|(_, line)| line.score).min().unwrap_or(0);
    let votes = |mv: Option<&Move>| -> i64 {
        let voters = lines.iter().filter(|(_, line)| line.pv.first() == mv);
        voters.map(|(_, line)| i64::from(line.score - least + 14) * i64::from(line.depth)).sum()
    };
    // Strictly better ones only, so that the first thread wins ties.
    let rank = |line: &FinishedLine| {
        let mate = if score::is_mate(line.score) && line.score > 0 { line.score } else { 0 };
        (mate, votes(line.pv.first()))
    };
    let mut best: Option<(usize, &FinishedLine)> = None;
    for &(i, line) in &lines {
        if best.is_none_or(|(_, chosen)| rank(line) > rank(chosen)) {
            best = Some((i, line));
        }
    }
    best.map_or(0, |(i, _)| i)
}

/// Passes reports on and knows which lines were told last, so that none is told twice and none is missing at the end.
struct Reports<'a> {
    report: &'a mut dyn FnMut(Report<'_>),
    /// The exact lines told since anything else was.
    told: Vec<FinishedLine>,
}

impl Reports<'_> {
    fn tell(&mut self, event: Report<'_>) {
        match event {
            Report::Line(line) if line.bound == std::cmp::Ordering::Equal => {
                if line.rank == 1 {
                    self.told.clear();
                }
                self.told.push(FinishedLine {
                    depth: line.depth as i32,
                    selective_depth: line.selective_depth as usize,
                    score: line.score,
                    pv: line.pv.to_vec(),
                });
            }
            _ => self.told.clear(),
        }
        (self.report)(event);
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Entry;
    use super::*;

    #[test]
    fn a_table_that_promises_a_shorter_mate_does_not_lose_the_solvers() {
        // Mate in 3 by checks, and none in 1.
        let sfen = "1n3g+Rn1/1r1p1g1bl/l1ps4+P/p1p1p4/1P1P1P1PK/2B1k3L/P1PnN1S2/2g2Ss2/L+p7 w G2P3p 108";
        let rules = Rules::default();
        let game = Game::new(Position::from_sfen(sfen, &rules).unwrap());
        let limits = Limits { nodes: Some(8_000), ..Limits::default() };
        for value in [score::MATE - 1, score::MATE - 3, score::MATE - 5, score::NONE] {
            let mut engine = Engine::new();
            engine.rules = Some(rules);
            let entry = Entry { mv: None, value, eval: score::NONE, depth: 1, bound: Bound::Exact };
            engine.table.store(game.position().key(), 0, entry);
            let answer = engine.search(&game, &limits, &Control::default(), &mut |_| {});
            assert_eq!(answer.score, Some(score::mate_in(3)), "{value}");
            // The search that such a promise brings about is the only one that makes moves.
            assert_eq!(answer.nodes > 0, value == score::MATE - 1, "{value}");
        }
    }

    #[test]
    fn an_announced_mate_is_carried_through() {
        // Mate in 13 by checks; the reply to the first is the expected one.
        let sfen = "ln1g3nl/3s1ks2/p1ppppp+R1/8p/4P4/B1PP4P/P+p2PgP1N/3K5/L5s1L b RB2GSPn2p 45";
        let mut game = Game::new(Position::from_sfen(sfen, &Rules::default()).unwrap());
        let search = |engine: &mut Engine, game: &Game, nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut pv = Vec::new();
            let answer = engine.search(game, &limits, &Control::default(), &mut |report| {
                if let Report::Line(line) = report {
                    pv = line.pv.to_vec();
                }
            });
            (answer.score, pv)
        };
        let mut engine = Engine::new();
        let (score, pv) = search(&mut engine, &game, 300_000);
        let announced = (score::MATE - score.unwrap()) as usize;
        assert!(announced <= 13 && pv.len() >= 3, "{announced} {pv:?}");
        game.make(pv[0]);
        game.make(pv[1]);
        // Without that memory neither the solver nor the search finds it with so few nodes.
        assert!(search(&mut Engine::new(), &game, 200).0.is_some_and(|score| !score::is_mate(score)));
        let (score, rest) = search(&mut engine, &game, 200);
        assert!(score >= Some(score::mate_in(announced - 2)), "{score:?}");
        assert_eq!(rest.first(), pv.get(2));
        // Other replies: more effort than usual goes into finding it again.
        game.unmake();
        for reply in movegen::legal_moves(game.position()) {
            game.make(reply);
            let (score, _) = search(&mut engine, &game, 100_000);
            assert!(score >= Some(score::mate_in(announced - 2)), "{reply}: {score:?}");
            game.unmake();
        }
    }
}
