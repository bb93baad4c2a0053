//! What a search may not get wrong, whatever its strength.

use std::time::Duration;

use nanboku::position::{Game, Position};
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::search::{Answer, Clock, Control, Engine, Limits, Report};
use nanboku::types::{PerColor, Score, score};

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

/// The moves and scores that answer a position to which a game has come by these moves: for Black to move first, and for
/// the same with the colours exchanged and the board turned round, the answer turned back.
fn both_colors(board: &str, hand: &str, moves: &str) -> [(String, Score); 2] {
    let turned_board: String = board.chars().rev().map(swap_case).collect();
    let turned_hand: String = hand.chars().map(swap_case).collect();
    let turned_moves: Vec<String> = moves.split_whitespace().map(turn).collect();
    let answer = |sfen: &str, moves: &str| {
        let (answer, _) = search(&mut Engine::new(), &game(sfen, moves, &Rules::default()), &depth(4));
        (answer.best.unwrap().to_string(), answer.score.unwrap())
    };
    let black = answer(&format!("{board} b {hand} 1"), moves);
    let (mv, score) = answer(&format!("{turned_board} w {turned_hand} 1"), &turned_moves.join(" "));
    [black, (turn(&mv), score)]
}

fn swap_case(letter: char) -> char {
    if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// A move on the board as it is when the board is turned round.
fn turn(mv: &str) -> String {
    let turned = |letter: char| match letter {
        '1'..='9' => char::from(b'1' + b'9' - letter as u8),
        'a'..='i' => char::from(b'a' + b'i' - letter as u8),
        other => other,
    };
    match mv.split_once('*') {
        Some((kind, to)) => format!("{kind}*{}", to.chars().map(turned).collect::<String>()),
        None => mv.chars().map(turned).collect(),
    }
}

const LONE_KING: &str = "k8/9/9/9/9/9/9/8R/4K4";
const CHECKED_KING: &str = "k8/8R/9/9/9/9/9/9/4K4";
const TWO_KINGS: &str = "4k4/9/9/9/9/9/9/9/4K4";

#[test]
fn a_fourth_occurrence_by_checks_is_avoided() {
    // The checking rook stands to lose the game by the next check.
    let moves = "1h1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a";
    for (mv, score) in both_colors(LONE_KING, "G", moves) {
        assert!(mv != "1b1a" && score > 0, "{mv} {score}");
    }
}

#[test]
fn a_check_whose_answer_is_the_fourth_occurrence_is_avoided() {
    // The first occurrence is the position that the game began with.
    let moves = "1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a 1b1a 9a9b";
    for (mv, score) in both_colors(CHECKED_KING, "G", moves) {
        assert!(mv != "1a1b" && score > 0, "{mv} {score}");
    }
}

#[test]
fn the_side_in_check_wins_by_the_fourth_occurrence() {
    let moves = "1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b";
    for (mv, score) in both_colors(CHECKED_KING, "G", moves) {
        assert!(mv == "9b9a" && score > 10_000, "{mv} {score}");
    }
}

#[test]
fn a_draw_by_repetition_is_taken_by_the_side_behind_and_no_other() {
    let moves = "5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i";
    for (mv, score) in both_colors(TWO_KINGS, "2R2G", moves) {
        assert!(mv == "5b5a" && score.abs() <= 1, "{mv} {score}");
    }
    for (mv, score) in both_colors(TWO_KINGS, "2r2g", moves) {
        assert!(mv != "5b5a" && score > 1, "{mv} {score}");
    }
}

#[test]
fn checks_with_a_break_are_a_draw_worth_taking() {
    let broken = "1h1a 9a9b 1a1c 9b9a 1c1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a";
    for (mv, score) in both_colors(LONE_KING, "2b4g", broken) {
        assert!(mv == "1b1a" && score.abs() <= 1, "{mv} {score}");
    }
    // Without the break the same last move loses.
    let unbroken = "1h1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a";
    for (mv, score) in both_colors(LONE_KING, "2b4g", unbroken) {
        assert!(mv != "1b1a" && score < -1, "{mv} {score}");
    }
}

#[test]
fn the_same_position_ends_nothing_where_repetition_does_not() {
    let app = Rules::new(Variant::Annan, Some(NamedSet::App));
    let moves = "1h1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a 1b1a 9a9b 1a1b 9b9a";
    let game = game(&format!("{LONE_KING} b G 1"), moves, &app);
    let (answer, _) = search(&mut Engine::new(), &game, &Limits { moves: vec!["1b1a".parse().unwrap()], ..depth(4) });
    assert!(answer.score.unwrap() > -10_000, "{answer:?}");
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
    let game = Game::start(&Rules::default());
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

#[test]
fn a_mate_that_the_solver_finds_is_played() {
    // A mate in 3 that a search of many plies overlooks, since its first move is a quiet one among many.
    let sfen = "l1sg1g1nl/3P2s2/p2p1pp1p/1pPk5/2p2PPp1/7b1/P1p1SGS1N/L3Kb+n2/1N5RL b Rg4p 101";
    let game = game(sfen, "", &Rules::new(Variant::Annan, Some(NamedSet::App)));
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let (answer, nodes) = search(&mut Engine::new(), &game, &limits);
    assert_eq!(answer.score, Some(score::mate_in(3)), "{answer:?}");
    assert_eq!(nodes, 0);
}

#[test]
fn the_solver_leaves_other_questions_alone() {
    let game = game("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "", &Rules::default());
    let few = Limits { moves: vec!["5i5h".parse().unwrap()], nodes: Some(10_000), ..Limits::default() };
    assert_eq!(search(&mut Engine::new(), &game, &few).0.best.unwrap().to_string(), "5i5h");
}
