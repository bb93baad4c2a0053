//! What a search may not get wrong, whatever its strength.

use std::time::Duration;

use nanboku::position::{Game, Position};
use nanboku::rules::{Rules, Variant};
use nanboku::search::{Answer, Clock, Control, Engine, Limits, Report};
use nanboku::types::PerColor;

fn game(sfen: &str, moves: &str, rules: &Rules) -> Game {
    let mut game = Game::new(Position::from_sfen(sfen, rules).unwrap());
    for text in moves.split_whitespace() {
        game.make(text.parse().unwrap());
    }
    game
}

/// The answer, and the nodes that it took.
fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> (Answer, u64) {
    let mut nodes = 0;
    let answer = engine.search(game, limits, &Control::default(), &mut |report| {
        if let Report::Line(line) = report {
            nodes = line.nodes;
        }
    });
    (answer, nodes)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

const MIDDLE_GAME: &str = "ln3g3/1r2g1s1l/3pkp1b1/1psp2p2/p1pP3P1/BP2P1S1p/P1GP1PP1P/2SNK3L/lNP1G2N1 b R 55";

#[test]
fn the_same_search_takes_the_same_nodes() {
    let game = game(MIDDLE_GAME, "", &Rules::default());
    let first = search(&mut Engine::new(), &game, &depth(6));
    assert_eq!(search(&mut Engine::new(), &game, &depth(6)), first);
}

#[test]
fn one_repeated_check_decides_nothing() {
    // Black has checked twice and the position has come back once; nothing makes Black go on.
    let moves = "1h1a 9a9b 1a1b 9b9a 1b1a";
    let game = game("k8/9/9/9/9/9/9/8R/4K4 b G 1", moves, &Rules::default());
    let (answer, _) = search(&mut Engine::new(), &game, &depth(6));
    assert!(answer.score.unwrap() < 0, "{answer:?}");
}

#[test]
fn a_fourth_occurrence_by_checks_is_avoided() {
    // The checking rook stands to lose the game by the next repetition.
    let moves = "1h1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a";
    let game = game("k8/9/9/9/9/9/9/8R/4K4 b G 1", moves, &Rules::default());
    let (answer, _) = search(&mut Engine::new(), &game, &depth(4));
    assert_ne!(answer.best.unwrap().to_string(), "1b1a");
    assert!(answer.score.unwrap() > 0, "{answer:?}");
}

#[test]
fn other_rules_are_searched_afresh() {
    let sfen = "9/9/5k3/9/9/5l3/4+Sp+P1+b/6K+n1/5RpLg b RLPgp 1";
    let annan = game(sfen, "", &Rules::default());
    let shogi = game(sfen, "", &Rules::new(Variant::Shogi, None));
    let mut engine = Engine::new();
    search(&mut engine, &annan, &depth(4));
    assert_eq!(search(&mut engine, &shogi, &depth(4)), search(&mut Engine::new(), &shogi, &depth(4)));
}

#[test]
fn a_search_of_some_moves_says_nothing_of_the_position() {
    let rules = Rules::default();
    let mut engine = Engine::new();
    let few = Limits { moves: vec!["9f9e".parse().unwrap()], ..depth(6) };
    let (answer, _) = search(&mut engine, &game(MIDDLE_GAME, "R*5g 5c4d", &rules), &few);
    assert_eq!(answer.best.unwrap().to_string(), "9f9e");
    let (answer, _) = search(&mut engine, &game(MIDDLE_GAME, "", &rules), &depth(5));
    assert_eq!(answer.best.unwrap().to_string(), "R*5g", "{answer:?}");
}

#[test]
fn mate_comes_before_the_move_limit() {
    let mut engine = Engine::new();
    engine.settings.max_moves = Some(320);
    let game = game("4k4/9/4G4/9/9/9/9/9/4K4 b G 320", "", &Rules::default());
    let (answer, _) = search(&mut engine, &game, &depth(4));
    assert_eq!(answer.best.unwrap().to_string(), "G*5b");
}

#[test]
fn a_shortest_thinking_time_holds_for_a_mate_too() {
    let mut engine = Engine::new();
    engine.settings.minimum_thinking_time = Duration::from_millis(300);
    let clock = Clock { left: PerColor([Some(Duration::from_secs(60)); 2]), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let game = game("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "", &Rules::default());
    let start = std::time::Instant::now();
    search(&mut engine, &game, &limits);
    assert!(start.elapsed() >= Duration::from_millis(290));
}

#[test]
fn several_threads_find_the_same_mate() {
    let game = game("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "", &Rules::default());
    let mut engine = Engine::new();
    for threads in [4, 1, 3] {
        assert_eq!(engine.resize_threads(threads), threads);
        let (answer, _) = search(&mut engine, &game, &depth(6));
        assert_eq!(answer.best.unwrap().to_string(), "G*5b", "{threads} threads");
    }
}

#[test]
fn a_node_limit_holds_for_all_threads_together() {
    let game = game(MIDDLE_GAME, "", &Rules::default());
    let mut engine = Engine::new();
    engine.resize_threads(4);
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let (answer, _) = search(&mut engine, &game, &limits);
    // Each thread tells the others of its nodes after every 1024.
    assert!((50_000..60_000).contains(&answer.nodes), "{answer:?}");
}

#[test]
fn a_new_game_forgets_the_last_one() {
    let game = game(MIDDLE_GAME, "", &Rules::default());
    let mut engine = Engine::new();
    let first = search(&mut engine, &game, &depth(8));
    engine.new_game();
    assert_eq!(search(&mut engine, &game, &depth(8)), first);
}
