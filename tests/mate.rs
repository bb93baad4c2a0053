//! The mate solver against known problems and against a full-width search by the slow rules.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::TestRng;
use common::boards::{problem, random_rules};
use common::compare::read;
use common::data::{Row, preset, rows};
use common::full_width::{FullWidth, Width};
use nanboku::mate::{Analysis, AnalysisOptions, Certainty, Interpositions, Limits, Solver, Verdict};
use nanboku::movegen::is_legal;
use nanboku::position::{Game, Outcome, Position};
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::types::Move;
use rand::{RngExt, SeedableRng};

fn game(sfen: &str, rules: &Rules) -> Game {
    Game::new(Position::from_sfen(sfen, rules).unwrap_or_else(|error| panic!("{sfen}: {error}")))
}

fn solve(solver: &mut Solver, game: &Game, limits: Limits) -> Verdict {
    solver.solve(game, &limits, &AtomicBool::new(false), &mut |_| {})
}

fn analyse(solver: &mut Solver, game: &Game, options: AnalysisOptions, limits: Limits) -> Option<Analysis> {
    solver.analyse(game, &options, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// The attacker checks with every move, every move is legal, the end is mate.
fn assert_mates(game: &Game, line: &[Move]) {
    let mut game = game.clone();
    for (index, &mv) in line.iter().enumerate() {
        assert!(is_legal(game.position(), mv), "{mv} in {}", game.position());
        game.make(mv);
        assert!(index % 2 == 1 || game.position().in_check(), "{mv} gives no check");
    }
    assert_eq!(game.outcome(), Outcome::Checkmate, "{line:?}");
}

/// The rows of a file: exact lengths and sets of first moves, and no mate where none was found by a full-width search.
fn known_rows(file: &'static str, rules: impl Fn(&Row) -> Rules) {
    let mut solver = Solver::new(16 << 20);
    for row in rows(file) {
        let game = game(&row.sfen(), &rules(&row));
        let analysis = analyse(&mut solver, &game, AnalysisOptions::default(), Limits::default());
        let analysis = analysis.unwrap_or_else(|| panic!("no answer: {}", row.context()));
        assert_eq!(analysis.certainty, Certainty::Shortest, "{}", row.context());
        match row.number("mate") {
            Some(length) => {
                assert_eq!(analysis.length, Some(length as u32), "{}", row.context());
                let first: Vec<String> = analysis.first.iter().map(Move::to_string).collect();
                assert_eq!(first, row.texts("first"), "{}", row.context());
                assert_eq!(analysis.line.len(), length as usize, "{}", row.context());
            }
            None => {
                let searched = row.number("searched").unwrap() as u32;
                assert!(analysis.length.is_none_or(|length| length > searched), "{}", row.context());
            }
        }
        if analysis.length.is_some() {
            assert_mates(&game, &analysis.line);
        }
    }
}

#[test]
fn annan_problems() {
    known_rows("annan_mates", |_| preset("annan"));
}

#[test]
fn annboku_problems() {
    known_rows("annboku_mates", |_| preset("annboku"));
}

#[test]
fn problems_of_laws() {
    known_rows("movement_mates", |row| preset(&row.text("rule").unwrap()));
}

/// Mates that exist only because the direction is about to turn.
#[test]
fn tide_problems() {
    let mut solver = Solver::new(1 << 20);
    for row in rows("tide_flips").into_iter().filter(|row| row.text("kind").as_deref() == Some("mate")) {
        let variant: Variant = row.text("variant").unwrap().parse().unwrap();
        let rules = Rules::new(variant, Some(NamedSet::App)).with_tide(row.number("period").unwrap() as u32);
        let game = game(&row.sfen(), &rules);
        let analysis = analyse(&mut solver, &game, AnalysisOptions::default(), Limits::default()).unwrap();
        assert_eq!(analysis.length, row.number("plies").map(|plies| plies as u32), "{}", row.context());
        let first: Vec<String> = analysis.first.iter().map(Move::to_string).collect();
        assert_eq!(first, row.texts("moves"), "{}", row.context());
        assert_mates(&game, &analysis.line);
    }
}

/// Solves as many of the classic problems as have at most so many plies.
fn classics(at_most: u64, at_least: u32, limits: Limits) {
    let rules = Rules::new(Variant::Shogi, None);
    let mut solved = 0;
    for row in rows("shogi_mates") {
        let Some(plies) = row.number("plies") else { continue };
        if plies > at_most {
            continue;
        }
        solved += 1;
        let game = game(&row.sfen(), &rules);
        let mut solver = Solver::new(256 << 20);
        let started = Instant::now();
        match solve(&mut solver, &game, limits) {
            Verdict::Mate(line) => {
                assert_mates(&game, &line);
                println!("{}: {} plies in {:.1?}", row.text("source").unwrap(), line.len(), started.elapsed());
            }
            verdict => panic!("{verdict:?}: {}", row.context()),
        }
    }
    assert!(solved >= at_least, "{solved}");
}

#[test]
fn short_classic_problems() {
    classics(21, 3, Limits { nodes: Some(300_000), ..Limits::default() });
}

/// `cargo test --release --test mate -- --ignored --nocapture classic`
#[test]
#[ignore = "takes many minutes"]
fn all_classic_problems() {
    classics(u64::MAX, 30, Limits { time: Some(Duration::from_secs(600)), ..Limits::default() });
}

/// Compares the solver with the full-width search until so many problems are decided; that search gives up after `nodes`.
fn compare_random(seed: u64, wanted: u32, nodes: u32) {
    let mut rng = TestRng::seed_from_u64(seed);
    let (mut decided, mut without_mate, mut compared) = (0, 0, [0; 3]);
    let mut tried = 0;
    while decided < wanted {
        let rules = random_rules(&mut rng);
        let sfen = problem(&mut rng);
        tried += 1;
        let (fast, slow) = read(&sfen, &rules);
        let game = Game::new(fast);
        // Small on purpose: what is forgotten must not matter.
        let mut solver = Solver::new(1 << 20);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let width = FullWidth::search(&slow, 7, nodes);
        let context = || format!("{sfen} under {rules:?}, seed {seed}: full width says {width:?}");
        match solve(&mut solver, &game, limits) {
            Verdict::Unknown => continue,
            Verdict::NoMate => {
                assert!(!matches!(width, Width::Mate(_)), "no mate: {}", context());
                without_mate += 1;
            }
            Verdict::Mate(line) => {
                assert_mates(&game, &line);
                assert_ne!(width, Width::NoMate, "{line:?}: {}", context());
                let analysis = analyse(&mut solver, &game, AnalysisOptions::default(), Limits::default());
                let shortest = analysis.and_then(|analysis| analysis.length).unwrap();
                match width {
                    Width::Mate(length) => assert_eq!(shortest, length, "{}", context()),
                    Width::NoneWithin => assert!(shortest > 7, "{shortest}: {}", context()),
                    Width::NoMate | Width::GaveUp => {}
                }
            }
        }
        decided += 1;
        match width {
            Width::Mate(_) => compared[0] += 1,
            Width::NoMate => compared[1] += 1,
            Width::NoneWithin => compared[2] += 1,
            Width::GaveUp => {}
        }
    }
    println!("{tried} positions, {decided} decided, {without_mate} of them without mate");
    println!("full width: {} mates, {} without, {} none within seven plies", compared[0], compared[1], compared[2]);
    assert!(compared[0] > wanted / 20 && compared[1] > wanted / 10, "{compared:?}");
}

#[test]
fn random_problems_as_a_full_width_search_sees_them() {
    compare_random(1, 400, 1_000);
}

/// `NANBOKU_POSITIONS=6000 cargo test --release --test mate -- --ignored --nocapture many`
#[test]
#[ignore = "takes minutes"]
fn many_random_problems() {
    let wanted = std::env::var("NANBOKU_POSITIONS").map_or(2_000, |text| text.parse().expect("a number"));
    compare_random(2, wanted, 4_000);
}

#[test]
fn limits_end_a_search() {
    let rules = preset("annan");
    let mut solver = Solver::new(1 << 20);
    // Far from a mate, with many checks.
    let game = game("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", &rules);
    for limits in
        [Limits { nodes: Some(1), ..Limits::default() }, Limits { time: Some(Duration::ZERO), ..Limits::default() }]
    {
        assert_eq!(solve(&mut solver, &game, limits), Verdict::Unknown);
    }
    let stop = AtomicBool::new(true);
    assert_eq!(solver.solve(&game, &Limits::default(), &stop, &mut |_| {}), Verdict::Unknown);
}

#[test]
fn longest_mate_that_is_looked_for() {
    let rules = preset("annan");
    let row = rows("annan_mates").into_iter().find(|row| row.number("mate") == Some(5)).unwrap();
    let game = game(&row.sfen(), &rules);
    let mut solver = Solver::new(1 << 20);
    let within = |plies| Limits { plies: Some(plies), ..Limits::default() };
    for (plies, mates) in [(1, false), (3, false), (4, false), (5, true), (6, true), (100, true), (4, false)] {
        let verdict = solve(&mut solver, &game, within(plies));
        assert_eq!(matches!(verdict, Verdict::Mate(_)), mates, "{plies}: {verdict:?}");
        assert!(mates || verdict == Verdict::NoMate, "{plies}: {verdict:?}");
    }
}

#[test]
fn threads_agree() {
    let rules = preset("annan");
    for row in rows("annan_mates").into_iter().step_by(7) {
        let game = game(&row.sfen(), &rules);
        let mut alone = Solver::new(1 << 20);
        let mut together = Solver::new(1 << 20);
        together.set_threads(3);
        let (alone, together) =
            (solve(&mut alone, &game, Limits::default()), solve(&mut together, &game, Limits::default()));
        assert_eq!(std::mem::discriminant(&alone), std::mem::discriminant(&together), "{}", row.context());
    }
}

/// A rook that checks from afar: whatever is dropped in between is taken, if the rook is safe where it takes.
#[test]
fn futile_interpositions_count_or_not() {
    let rules = Rules::new(Variant::Shogi, None);
    let lengths = |sfen: &str| {
        let game = game(sfen, &rules);
        let mut solver = Solver::new(1 << 20);
        let mut length = |interpositions| {
            let options = AnalysisOptions { interpositions, longer: false };
            let analysis = analyse(&mut solver, &game, options, Limits::default()).unwrap();
            assert_eq!(analysis.length, (!analysis.line.is_empty()).then_some(analysis.line.len() as u32));
            analysis.length
        };
        (length(Interpositions::Count), length(Interpositions::SkipFutile))
    };
    // 9a with the rook; a pawn on 6a, 7a or 8a is taken at once.
    assert_eq!(lengths("4k4/9/4G4/9/9/9/9/9/R2L5 b p 1"), (Some(3), Some(1)));
    // A second pawn cannot be dropped on the same file, but on another: two delays.
    assert_eq!(lengths("4k4/9/4G4/9/9/9/9/9/R2L5 b 2p 1"), (Some(5), Some(1)));
    // Without the lance the rook is lost on 6a.
    assert_eq!(lengths("4k4/9/4G4/9/9/9/9/9/R8 b p 1"), (None, None));
    // The pawn that is won is used: on 6a it is no use, but a gold is.
    assert_eq!(lengths("4k4/9/4P4/9/9/9/9/9/R2L5 b g 1").0, lengths("4k4/9/4P4/9/9/9/9/9/R2L5 b g 1").1);
}

/// Without futile interpositions a mate is never longer, and its line is as long as is said.
#[test]
fn lengths_without_futile_interpositions() {
    let mut solver = Solver::new(1 << 20);
    let mut shorter = 0;
    for (file, rules) in [("annan_mates", preset("annan")), ("annboku_mates", preset("annboku"))] {
        for row in rows(file).into_iter().filter(|row| row.number("mate").is_some()) {
            let game = game(&row.sfen(), &rules);
            let options = AnalysisOptions { interpositions: Interpositions::SkipFutile, longer: false };
            let analysis = analyse(&mut solver, &game, options, Limits::default()).unwrap();
            let (length, counted) = (u64::from(analysis.length.unwrap()), row.number("mate").unwrap());
            assert!(length <= counted, "{length}: {}", row.context());
            assert_eq!(analysis.line.len() as u64, length, "{}", row.context());
            assert_eq!(analysis.attack.len() as u64, length / 2 + 1, "{}", row.context());
            shorter += u32::from(length < counted);
        }
    }
    println!("{shorter} are shorter");
}

/// A way to mate that leads through a position of which the game has seen three is none under fourfold repetition.
#[test]
fn a_position_that_would_end_the_game_is_no_way_to_mate() {
    let rules = Rules::new(Variant::Shogi, None);
    let cycle = ["5a4b", "9a9c", "4b5a", "9c9a"];
    let mut rng = TestRng::seed_from_u64(3);
    let mut found = 0;
    for _ in 0..20_000 {
        if found == 6 {
            break;
        }
        // The dragon checks on 9a, the king goes to 4b, and back both; some pieces more that may make it a mate.
        let mut board = [["1"; 9]; 9];
        (board[0][0], board[0][4], board[2][3]) = ("+R", "k", "G");
        for _ in 0..3 {
            let (rank, file) = (rng.random_range(1..6), rng.random_range(3..9));
            if board[rank][file] == "1" && (rank, file) != (1, 5) {
                board[rank][file] = ["G", "S", "N", "P", "+P"][rng.random_range(0..5)];
            }
        }
        let ranks: Vec<String> = board.iter().map(|rank| rank.concat()).collect();
        let Ok(start) = Position::from_sfen(&format!("{} w - 1", ranks.join("/")), &rules) else { continue };
        let mut with_history = Game::new(start);
        let moves = cycle.iter().chain(&cycle).chain(&cycle[..3]);
        let played = moves.clone().all(|text| {
            let mv: Move = text.parse().unwrap();
            let legal = is_legal(with_history.position(), mv);
            if legal {
                with_history.make(mv);
            }
            legal
        });
        if !played || with_history.position().in_check() {
            continue;
        }
        let check: Move = "9c9a".parse().unwrap();
        let without = Game::new(*with_history.position());
        let mut solver = Solver::new(1 << 20);
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let Verdict::Mate(line) = solve(&mut solver, &without, limits) else { continue };
        if line[0] != check || line.len() < 3 {
            continue;
        }
        found += 1;
        // The same solver, so that what it remembers is put to the test as well.
        match solve(&mut solver, &with_history, limits) {
            Verdict::Mate(line) => assert_ne!(line[0], check, "{start}"),
            Verdict::NoMate | Verdict::Unknown => {}
        }
    }
    assert!(found > 5, "{found}");
}
