//! Mates and rescues that exist only because the Tide is about to turn (`tests/data/tide_flips.jsonl`): they are what they
//! claim to be, the engine finds them, and a player blind to the flip does not.
//!
//! Every row meets the criterion told in `common/flips.rs`. They are the first 62 and the first 3 that two runs of
//! `cargo run --release --example find_tide_positions` printed (`-- 40 30 2026` and `-- 0 24 2027`), in that order: none was
//! left out or put in because of what an engine makes of it.

mod common;

use std::cmp::Ordering;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::convert::{slow_move, slow_rules};
use common::data::{Row, rows};
use common::flips::{self, Kind, frozen};
use nanboku::movegen::legal_moves;
use nanboku::position::{Game, Position};
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::search::{Control, Engine, Limits, Line, Report};
use nanboku::types::{Move, score};

/// Nodes that the engine may spend on a row: fewer than two seconds give it on any machine of today. Not a time, so that the
/// result is the same whatever else the machine does.
const NODES: u64 = 1_000_000;
/// Nodes of the player who is blind to the flip, for whom more of them do not change much.
const BLIND_NODES: u64 = 200_000;

struct Case {
    row: Row,
    mate: bool,
    plies: u32,
    position: Position,
    moves: Vec<Move>,
}

fn cases() -> Vec<Case> {
    let read = |row: Row| {
        let text = |field| row.text(field).unwrap();
        let number = |field| row.number(field).unwrap() as u32;
        let variant: Variant = text("variant").parse().unwrap();
        let rules = Rules::new(variant, Some(NamedSet::App)).with_tide(number("period"));
        let position = Position::from_sfen(&row.sfen(), &rules).unwrap();
        let moves = row.texts("moves").iter().map(|text| text.parse().unwrap()).collect();
        Case { mate: text("kind") == "mate", plies: number("plies"), position, moves, row }
    };
    rows("tide_flips").into_iter().map(read).collect()
}

/// Runs `work` on every case, on as many threads as there are processors.
fn for_each_case(cases: &[Case], work: impl Fn(&Case) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Relaxed)) {
                    work(case);
                }
            });
        }
    });
}

#[test]
fn the_set_is_large_and_has_both_directions() {
    let cases = cases();
    assert!(cases.len() >= 60);
    let count = |mate: bool, now: &str| {
        cases
            .iter()
            .filter(|case| case.mate == mate && case.position.movement(case.position.side_to_move()).name == now)
            .count()
    };
    assert!(count(false, "annan") + count(false, "annboku") >= 20);
    for mate in [true, false] {
        for now in ["annan", "annboku"] {
            assert!(count(mate, now) >= 8, "mate {mate}, {now}: {}", count(mate, now));
        }
    }
    for case in &cases {
        let flip = case.position.rules().plies_to_flip(case.position.ply()).unwrap();
        assert!(flip <= flips::NEAR, "{}", case.row.context());
        assert_eq!(u64::from(flip), case.row.number("flip").unwrap(), "{}", case.row.context());
    }
}

#[test]
fn every_row_meets_the_criterion() {
    for_each_case(&cases(), |case| {
        let kind = if case.mate { Kind::Mate } else { Kind::Rescue };
        let found = flips::find(kind, &case.position).unwrap_or_else(|| panic!("no case: {}", case.row.context()));
        let moves = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<std::collections::BTreeSet<String>>();
        assert_eq!(found.plies, case.plies, "{}", case.row.context());
        assert_eq!(moves(&found.moves), moves(&case.moves), "{}", case.row.context());
    });
}

/// By the slow rules: whether checks force mate within `plies`, an odd number.
fn has_mate(position: &mailbox::Position, plies: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| position.gives_check(mv) && is_lost(&position.make(mv), plies - 1))
}

fn is_lost(position: &mailbox::Position, plies: u32) -> bool {
    if plies == 0 {
        return !position.has_legal_move();
    }
    position.legal_moves().into_iter().all(|mv| has_mate(&position.make(mv), plies - 1))
}

#[test]
fn the_slow_rules_confirm_the_mates() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.mate).collect();
    for_each_case(&cases, |case| {
        let context = case.row.context();
        let slow = mailbox::Position::from_sfen(&case.position.sfen(), &slow_rules(case.position.rules())).unwrap();
        for &mv in &case.moves {
            assert!(slow.gives_check(slow_move(mv)), "{mv} gives no check: {context}");
            assert!(is_lost(&slow.make(slow_move(mv)), case.plies - 1), "{mv} does not mate: {context}");
        }
        let position = frozen(&case.position).unwrap();
        let slow = mailbox::Position::from_sfen(&position.sfen(), &slow_rules(position.rules())).unwrap();
        assert!(!has_mate(&slow, case.plies), "mate without the flip, too: {context}");
    });
}

#[test]
fn the_slow_rules_confirm_that_only_the_rescues_rescue() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| !case.mate).collect();
    for_each_case(&cases, |case| {
        let slow = mailbox::Position::from_sfen(&case.position.sfen(), &slow_rules(case.position.rules())).unwrap();
        // All of them take minutes; mates in one and a few of the others do.
        for mv in legal_moves(&case.position) {
            let next = slow.make(slow_move(mv));
            if case.moves.contains(&mv) {
                assert!(!has_mate(&next, 1), "{mv} is mated at once: {}", case.row.context());
            }
        }
        let lost = legal_moves(&case.position).into_iter().find(|&mv| flips::loses(&case.position, mv, 3)).unwrap();
        assert!(has_mate(&slow.make(slow_move(lost)), case.plies), "{lost} is safe: {}", case.row.context());
    });
}

/// The engine's move after so many nodes; `is_enough` ends the search early. `blind`: it takes the direction of this move for that
/// of all that follow, but knows which moves are legal now.
fn choice(case: &Case, blind: bool, nodes: u64, is_enough: impl Fn(&Line<'_>) -> bool) -> Option<Move> {
    let mut engine = Engine::new();
    engine.resize_table(16);
    #[cfg(feature = "tuning")]
    let position = {
        engine.settings.freeze_direction = blind;
        case.position
    };
    #[cfg(not(feature = "tuning"))]
    let position = if blind { frozen(&case.position).unwrap() } else { case.position };
    let moves = if blind { legal_moves(&case.position) } else { Vec::new() };
    let limits = Limits { nodes: Some(nodes), moves, ..Limits::default() };
    let control = Control::default();
    let answer = engine.search(&Game::new(position), &limits, &control, &mut |report| {
        if let Report::Line(line) = report
            && line.bound == Ordering::Equal
            && is_enough(&line)
        {
            control.stop();
        }
    });
    answer.best
}

/// Whether this line chooses a right move and is deep enough to have seen why.
fn is_convinced(case: &Case, line: &Line<'_>) -> bool {
    let sees_mate = case.mate && score::is_mate(line.score) && line.score > 0;
    case.moves.contains(&line.pv[0]) && (line.depth >= 6 || sees_mate)
}

/// Lets the engine and a player blind to the flip look at all rows. `stops_early`: the engine need not think on when it is
/// convinced of a right move.
fn search_all(stops_early: bool) {
    let cases = cases();
    let (missed, blind) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let is_right = |case: &Case, mv: Option<Move>| mv.is_some_and(|mv| case.moves.contains(&mv));
    for_each_case(&cases, |case| {
        let found = choice(case, false, NODES, |line| stops_early && is_convinced(case, line));
        if !is_right(case, found) {
            println!("not found: {found:?} in {}", case.row.context());
            missed.lock().unwrap().push(case.row.line);
        }
        if is_right(case, choice(case, true, BLIND_NODES, |_| false)) {
            blind.fetch_add(1, Relaxed);
        }
    });
    let (missed, blind) = (missed.into_inner().unwrap(), blind.into_inner());
    let found = cases.len() - missed.len();
    println!("{} positions: the engine found {found}, a player blind to the flip {blind}", cases.len());
    assert!(missed.is_empty(), "missed: lines {missed:?}");
    assert!(blind * 5 <= cases.len(), "the blind player found {blind}");
}

#[test]
fn the_engine_finds_them_and_a_blind_one_does_not() {
    search_all(true);
}

/// `cargo test --release --test tide -- --ignored --nocapture`
#[test]
#[ignore = "a second or two for every row"]
fn the_engine_stays_with_what_it_found() {
    search_all(false);
}
