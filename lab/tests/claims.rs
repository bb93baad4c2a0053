//! What the lab says of announced mates and of clocks in recorded games.

use nanboku::position::{Game, Position};
use nanboku::search::{Control, Engine, Limits};
use nanboku::types::score;
use nanboku_lab::claims::{self, Exact, Verdict};
use nanboku_lab::client::Score;
use nanboku_lab::clock::Limit;
use nanboku_lab::judge::JudgeKind;
use nanboku_lab::player::PlayerSpec;
use nanboku_lab::record::{GameRecord, Header, MoveRecord};
use nanboku_lab::timing::{self, Timing};
use nanboku_lab::tournament::Plan;
use nanboku_records::ruling::Ruling;
use nanboku_records::{EndReason, GameResult};

/// A row of the known mates: 5g5f 5e5f 6g5f, and no shorter mate.
const MATE_IN_3: &str = "+PP+P3p2/+N3lG+SP1/4pg+N1l/2Ppp3b/1N1kr3L/4s2p1/3KBPP2/1+l1GGSP1+s/ppp2R1np b P 141";
/// A row with a quiet first move.
const MATE_IN_1: &str = "2s+P1+NP+P1/lr2g1G+P1/1Pr6/g1P6/4pbSk1/p1sP4p/Pp1SKPP1L/lB1p1g+p2/1N1nlN1p1 w p 140";

fn header(limit: &Limit) -> Header {
    Header {
        version: 1,
        program: String::new(),
        started: String::new(),
        names: vec![String::new(); 2],
        plan: Plan {
            players: vec![PlayerSpec::new("a"), PlayerSpec::new("b")],
            limits: vec![limit.clone(); 2],
            ruling: Ruling::default(),
            games: 2,
            max_plies: 512,
            seed: 1,
            source: String::new(),
            openings: Vec::new(),
            judge: JudgeKind::Library,
            margin: 0,
            patience: 0,
            restart: false,
            adjudication: None,
            sprt: None,
        },
    }
}

/// A game of moves with scores and milliseconds.
fn game(sfen: &str, moves: &[(&str, Option<i32>, u64)], result: GameResult, reason: EndReason) -> GameRecord {
    let moves = moves.iter().map(|&(text, mate, ms)| MoveRecord {
        text: text.to_owned(),
        ms,
        score: mate.map(Score::Mate),
        depth: None,
        nodes: None,
    });
    GameRecord {
        number: 0,
        black: 0,
        white: 1,
        opening: format!("sfen {sfen}"),
        seed: 0,
        result,
        reason,
        fault: None,
        detail: String::new(),
        ms: 0,
        moves: moves.collect(),
    }
}

fn verdicts(game: GameRecord, exact: u32) -> Vec<Verdict> {
    let claims = claims::judge(&header(&Limit::default()), &[game], exact, || {}).unwrap();
    claims.into_iter().map(|claim| claim.verdict).collect()
}

#[test]
fn short_announcements_are_searched() {
    let (black, mate) = (GameResult::Black, EndReason::Checkmate);
    let line = |first| game(MATE_IN_3, &[("5g5f", first, 0), ("5e5f", Some(-2), 0), ("6g5f", Some(1), 0)], black, mate);
    assert_eq!(verdicts(line(Some(3)), 5), [Verdict::Proved; 3]);
    // There is none in 1, there is one within 5, and Black is not mated.
    assert_eq!(verdicts(line(Some(1)), 5)[0], Verdict::Refuted);
    assert_eq!(verdicts(line(Some(5)), 5)[0], Verdict::Proved);
    assert_eq!(verdicts(line(Some(-2)), 5)[0], Verdict::Refuted);
    // Another first move than the one that was played may be the mating one.
    let other = game(MATE_IN_1, &[("3e3f", Some(1), 0)], GameResult::Draw, EndReason::MoveLimit);
    assert!(verdicts(other, 5).iter().all(|&verdict| verdict == Verdict::Proved));
}

#[test]
fn long_announcements_are_held_against_the_game() {
    let moves = |first| [("5g5f", first, 0), ("5e5f", None, 0), ("6g5f", None, 0)];
    let after = |mate, result, reason| verdicts(game(MATE_IN_3, &moves(Some(mate)), result, reason), 0)[0];
    let (black, white) = (GameResult::Black, GameResult::White);
    assert_eq!(after(3, black, EndReason::Checkmate), Verdict::BorneOut);
    assert_eq!(after(9, black, EndReason::Checkmate), Verdict::BorneOut);
    assert_eq!(after(1, black, EndReason::Checkmate), Verdict::Contradicted);
    assert_eq!(after(9, white, EndReason::Checkmate), Verdict::Contradicted);
    assert_eq!(after(9, GameResult::Draw, EndReason::Repetition), Verdict::Contradicted);
    assert_eq!(after(9, black, EndReason::Adjudication), Verdict::Open);
    assert_eq!(after(9, white, EndReason::Time), Verdict::Open);
    assert_eq!(after(1, white, EndReason::Time), Verdict::Contradicted);
    assert_eq!(after(-4, white, EndReason::Checkmate), Verdict::BorneOut);
    assert_eq!(after(-2, black, EndReason::Checkmate), Verdict::Missed);
}

#[test]
fn clocks_are_replayed_and_drawn() {
    let mut limit = Limit { clock: Some(1000), inc: Some(100), ..Limit::default() };
    let played = game(
        MATE_IN_3,
        &[("5g5f", None, 300), ("5e5f", None, 950), ("6g5f", None, 200)],
        GameResult::Black,
        EndReason::Checkmate,
    );
    let timing = Timing::of(&header(&limit), std::slice::from_ref(&played)).unwrap();
    assert_eq!(timing.clocks, [vec![1.0, 0.8, 0.7], vec![1.0, 0.15]]);
    assert_eq!(timing.taken, [vec![0.3, 0.2], vec![0.95]]);
    assert!((timing.least_margin - 0.05).abs() < 1e-9);
    assert_eq!(timing.medians(), [1.0, 0.8, 0.7]);
    assert!(timing::svg(&[timing.clone(), timing]).unwrap().starts_with("<svg"));
    limit = Limit { nodes: Some(5), ..Limit::default() };
    assert!(Timing::of(&header(&limit), &[played]).unwrap_err().contains("clock"));
}

/// Positions in which the first move to be tried is mated, and others are not: once announced to be lost, by searches that
/// ended before they had come to the others.
const NOT_MATED: [&str; 4] = [
    "3gkg1n1/3s1s1+P1/2n1ppp2/1b5p1/1pP4P1/3P1P3/2+pKP1P2/s1L5R/2G3GN1 b RB2L2Psnl3p 45",
    "3+R4+N/2p1k4/2+Lpl1psp/1p1pp2p1/9/1P5P1/+p2PLGP1P/1+r1S3S1/+p1P1KG1NL w 2GSN2P2bn 74",
    "8+R/5p1gl/6s2/3N2n2/4L2P1/3PG2Pk/3+rPnP+b+p/1P1G2S2/4K1L2 b NPbg2sl9p 137",
    "2sgk1+Nn+R/5l3/2p1p2gg/+b8/9/7P1/6NLP/2+p3+b1K/5l3 b R5Pg3snl8p 149",
];

#[test]
fn what_the_engine_announces_holds_wherever_it_is_cut_off() {
    for sfen in NOT_MATED {
        let position = Position::from_sfen(sfen, &Ruling::default().rules()).unwrap();
        for nodes in (3_000..18_000).step_by(1_500) {
            let mut engine = Engine::new();
            engine.resize_table(16);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let answer = engine.search(&Game::new(position), &limits, &Control::default(), &mut |_| {});
            let (Some(best), Some(value)) = (answer.best, answer.score) else { panic!("no answer in {sfen}") };
            let plies = score::MATE - value.abs();
            if score::is_mate(value) && plies <= 5 {
                let verdict = Exact::new(100_000_000).judge(&position, plies * value.signum(), best);
                assert_eq!(verdict, Verdict::Proved, "mate {} after {nodes} nodes in {sfen}", plies * value.signum());
            }
        }
    }
}
