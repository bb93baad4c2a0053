//! Mates and rescues that exist only because the Tide is about to turn (`tests/data/tide_flips.jsonl`): they are what they
//! claim to be, the engine finds them, and a player blind to the flip does not.

mod common;

use std::cmp::Ordering;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use common::convert::{slow_move, slow_rules};
use common::data::{Row, rows};
use nanboku::movegen::legal_moves;
use nanboku::position::{Game, Position};
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::search::{Control, Engine, Limits, Report};
use nanboku::types::Move;

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

/// The same position with the direction of this move for ever.
fn frozen(position: &Position) -> Position {
    let mut rules = *position.rules();
    rules.movement = position.movement(position.side_to_move());
    rules.tide = None;
    Position::from_sfen(&position.sfen(), &rules).unwrap()
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
        assert!(flip <= 6, "{}", case.row.context());
    }
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
        let position = frozen(&case.position);
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
        let lost = legal_moves(&case.position).into_iter().find(|mv| !case.moves.contains(mv)).unwrap();
        assert!(has_mate(&slow.make(slow_move(lost)), case.plies), "{lost} is safe: {}", case.row.context());
    });
}

/// The engine's move within `time`; ends early once it is one of `wanted`, with depth enough to have seen why.
fn choice(position: &Position, moves: &[Move], wanted: &[Move], mate: bool, time: Duration) -> Option<Move> {
    let mut engine = Engine::new();
    engine.resize_table(16);
    let limits = Limits { movetime: Some(time), moves: moves.to_vec(), ..Limits::default() };
    let control = Control::default();
    let game = Game::new(*position);
    let answer = engine.search(&game, &limits, &control, &mut |report| {
        if let Report::Line(line) = report
            && line.bound == Ordering::Equal
            && wanted.contains(&line.pv[0])
            && (line.depth >= 6 || mate && nanboku::types::score::is_mate(line.score) && line.score > 0)
        {
            control.stop();
        }
    });
    answer.best
}

#[test]
fn the_engine_finds_them_and_a_blind_one_does_not() {
    let cases = cases();
    let (seen, blind) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let limit = Duration::from_secs(2);
    for_each_case(&cases, |case| {
        let legal = legal_moves(&case.position);
        let found = choice(&case.position, &legal, &case.moves, case.mate, limit);
        if !found.is_some_and(|mv| case.moves.contains(&mv)) {
            seen.lock().unwrap().push(format!("{found:?} in {}", case.row.context()));
        }
        // The blind player knows which moves are legal now, but takes the direction for granted.
        let guess = choice(&frozen(&case.position), &legal, &[], false, limit / 4);
        if guess.is_some_and(|mv| case.moves.contains(&mv)) {
            blind.fetch_add(1, Relaxed);
        }
    });
    let (missed, blind) = (seen.into_inner().unwrap(), blind.into_inner());
    println!(
        "{} positions: the engine found {}, a player blind to the flip {blind}",
        cases.len(),
        cases.len() - missed.len()
    );
    assert!(missed.is_empty(), "missed: {missed:#?}");
    assert!(blind * 5 <= cases.len(), "the blind player found {blind}");
}
