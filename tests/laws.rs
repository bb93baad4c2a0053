//! The rules that follow a law (taimen, haimen, tenjiku, tenkyo, madrasi, neko and their kin): every row of their truth
//! data, what a law says of the squares that matter, and legal moves against plain making and testing.

mod common;

use common::TestRng;
use common::boards::{scattered, tiny};
use common::convert::texts;
use common::data::{Row, rows};
use nanboku::eval::{layout, terms};
use nanboku::movegen::{is_legal, legal_moves, perft};
use nanboku::position::{Game, Outcome, Position};
use nanboku::rules::{Rules, Variant};
use nanboku::search::{Control, Engine, Limits, see};
use nanboku::types::{Bitboard, Color, Kind, KindSet, Move, Square};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The variants whose movement follows a law.
fn variants() -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|variant| variant.movement().lending().is_none())
}

fn position(row: &Row) -> Position {
    let variant: Variant = row.text("rule").unwrap().parse().unwrap();
    Position::from_sfen(&row.sfen(), &Rules::new(variant, None)).unwrap()
}

#[test]
fn moves() {
    for row in rows("movement_moves") {
        let position = position(&row);
        assert_eq!(texts(&legal_moves(&position)), row.texts("legal"), "{}", row.context());
        assert_eq!(Some(position.in_check()), row.flag("check"), "{}", row.context());
    }
}

#[test]
fn leaves() {
    for row in rows("movement_perft") {
        let position = position(&row);
        for (depth, leaves) in (1..).zip(row.numbers("perft")) {
            assert_eq!(perft(&position, depth), leaves, "depth {depth} of {}", row.context());
        }
    }
}

/// Leaves from the start position, by rule.
const START: [(&str, [u64; 4]); 12] = [
    ("taimen", [30, 900, 25_470, 719_930]),
    ("haimen", [30, 900, 25_470, 719_780]),
    ("tenjiku", [30, 900, 25_470, 719_756]),
    ("tenkyo", [30, 900, 25_438, 716_743]),
    ("madrasi", [30, 900, 25_462, 719_547]),
    ("kmadrasi", [30, 900, 25_462, 719_547]),
    ("neko", [28, 784, 19_818, 500_040]),
    ("nekoneko", [28, 784, 19_818, 500_274]),
    ("yokoneko", [30, 900, 23_760, 626_210]),
    ("yokonekoneko", [30, 900, 23_760, 627_302]),
    ("antouzai", [32, 1_024, 30_528, 908_792]),
    ("anki", [38, 1_445, 57_164, 2_272_871]),
];

#[test]
fn leaves_from_the_start() {
    assert_eq!(START.map(|(name, _)| name.to_owned()).to_vec(), variants().map(|v| v.to_string()).collect::<Vec<_>>());
    let deepest = if cfg!(debug_assertions) { 3 } else { 4 };
    for (name, expected) in START {
        let start = Position::start(&Rules::new(name.parse().unwrap(), None));
        for (depth, leaves) in (1..=deepest).zip(expected) {
            assert_eq!(perft(&start, depth), leaves, "{name}, depth {depth}");
        }
    }
}

#[test]
fn facts() {
    for row in rows("movement_facts") {
        let position = position(&row);
        let context = row.context();
        assert_eq!(row.rules(), Rules::new(position.rules().variant, None), "{context}");
        let mut facts = 0;
        if let Some(text) = row.text("move") {
            let mv = text.parse().unwrap();
            assert_eq!(Some(is_legal(&position, mv)), row.flag("legal"), "{context}");
            assert_eq!(Some(legal_moves(&position).contains(&mv)), row.flag("legal"), "{context}");
            facts += 1;
        }
        if let Some(check) = row.flag("check") {
            assert_eq!(position.in_check(), check, "{context}");
            facts += 1;
        }
        if let Some(piece) = row.text("piece") {
            let from = piece.parse().ok();
            let of_piece = legal_moves(&position).into_iter().filter(|mv| mv.from() == from);
            let mut targets: Vec<String> = of_piece.map(|mv| mv.to().to_string()).collect();
            targets.sort();
            targets.dedup();
            assert_eq!(targets.join(" "), row.text("dests").unwrap(), "{context}");
            facts += 1;
        }
        if row.has("result") {
            let outcome = Game::new(position).outcome().to_string();
            let lost = Some(outcome).filter(|outcome| outcome == "checkmate" || outcome == "stalemate");
            assert_eq!(lost, row.text("result"), "{context}");
            facts += 1;
        }
        assert_eq!(facts, 1, "facts in {context}");
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

fn checks(position: &Position) -> Vec<Move> {
    legal_moves(position).into_iter().filter(|&mv| after(position, mv).in_check()).collect()
}

/// Whether this check mates within so many plies, itself included.
fn mates_by(position: &Position, mv: Move, plies: u64) -> bool {
    let next = after(position, mv);
    let mates = |position: &Position| checks(position).into_iter().any(|mv| mates_by(position, mv, plies - 2));
    let replies = legal_moves(&next);
    replies.is_empty() || plies > 1 && replies.into_iter().all(|reply| mates(&after(&next, reply)))
}

#[test]
fn mates() {
    for row in rows("movement_mates") {
        let position = position(&row);
        let length = row.number("mate").unwrap();
        let first = checks(&position).into_iter().filter(|&mv| mates_by(&position, mv, length));
        assert_eq!(texts(&first.collect::<Vec<_>>()), row.texts("first"), "{}", row.context());
        let mut game = Game::new(position);
        for text in row.sequence("line") {
            let mv = text.parse().unwrap();
            assert!(is_legal(game.position(), mv), "{text} in {}", row.context());
            game.make(mv);
        }
        assert_eq!(game.outcome().to_string(), "checkmate", "{}", row.context());
    }
}

/// Random positions of a rule: starts, scattered pieces, few pieces, and what random moves make of them.
fn each_position(variant: Variant, count: usize, mut visit: impl FnMut(&Position, &mut TestRng)) {
    let rng = &mut TestRng::seed_from_u64(variant as u64);
    let rules = Rules::new(variant, None);
    let mut visited = 0;
    while visited < count {
        let sfen = match rng.random_range(0..3) {
            0 => variant.start().to_owned(),
            1 => scattered(rng),
            _ => tiny(rng),
        };
        let Ok(mut position) = Position::from_sfen(&sfen, &rules) else { continue };
        for _ in 0..60 {
            visit(&position, rng);
            visited += 1;
            let Some(&mv) = legal_moves(&position).choose(rng) else { break };
            position.play(mv);
        }
    }
}

const POSITIONS: usize = if cfg!(debug_assertions) { 60 } else { 3_000 };

/// What a piece moves as, everywhere.
fn movement(position: &Position) -> Vec<KindSet> {
    let of = |color: Color, square: Square| position.movement(color).kinds(position.boards(), square);
    Square::all()
        .map(|square| position.piece_at(square).map_or(KindSet::EMPTY, |piece| of(piece.color(), square)))
        .collect()
}

/// Nothing changes but what a law names: by the squares that a move touches, and by the squares on which pieces depend.
#[test]
fn a_law_names_all_that_a_move_changes() {
    let mut changes = 0;
    for variant in variants() {
        let rule = variant.movement();
        each_position(variant, POSITIONS / 4, |position, rng| {
            let before = movement(position);
            let moves = legal_moves(position);
            for &mv in moves.sample(rng, 12) {
                let next = after(position, mv);
                let touched = mv.from().map_or(Bitboard::EMPTY, Bitboard::of) | Bitboard::of(mv.to());
                let later = movement(&next);
                let changed = Square::all().filter(|square| before[square.index()] != later[square.index()]);
                let changed = changed.fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square)).without(touched);
                let dependents =
                    touched.fold(Bitboard::EMPTY, |all, square| all | rule.dependents(position.boards(), square));
                assert!(changed.without(dependents).is_empty(), "{variant}: {mv} in {position}");
                for square in changed {
                    let mut sources = rule.sources(position.boards(), Bitboard::of(square));
                    if !rule.touches_enemies() {
                        let color = position.piece_at(square).unwrap().color();
                        let of_friends = touched & (position.color(color) | !position.occupied());
                        sources &= if color == position.side_to_move() { Bitboard::ALL } else { of_friends };
                    }
                    assert!((sources & touched).any(), "{variant}: {mv} and {square} in {position}");
                    changes += 1;
                }
            }
        });
    }
    assert!(changes > 1000, "{changes}");
}

/// Every move that mover boards reach, each made and tested.
#[test]
fn legal_moves_are_those_that_leave_the_king_safe() {
    for variant in variants() {
        each_position(variant, POSITIONS, |position, _| {
            let us = position.side_to_move();
            // Without a king nothing is unsafe, and the same boards with the turn passed give what attacks it.
            let safe = |mv: &Move| {
                let mut next = after(position, *mv);
                next.pass();
                !next.in_check()
            };
            let legal = legal_moves(position);
            for mv in &legal {
                assert!(safe(mv), "{variant}: {mv} in {position}");
            }
            if position.king(us).is_none() {
                return;
            }
            for from in position.color(us) {
                for kind in position.moves_as(from) {
                    let reached = nanboku::attacks::of(kind, us, from, position.occupied());
                    for to in reached.without(position.color(us)) {
                        // A promotable piece may always promote in the zone, and any other may stay.
                        let promotes = position.piece_at(from).is_some_and(|piece| piece.kind().is_promotable())
                            && (Bitboard::of(from) | Bitboard::of(to)) & Bitboard::promotion_zone(us)
                                != Bitboard::EMPTY;
                        let mv = Move::board(from, to, promotes);
                        let is_pawn =
                            position.piece_at(from).is_some_and(|piece| piece.kind() == nanboku::types::Kind::Pawn);
                        if promotes || !is_pawn {
                            let stays_dead = !promotes && !is_legal(position, mv) && {
                                let kind = position.piece_at(from).unwrap().kind();
                                Bitboard::far_ranks(us, position.rules().dead_ranks(kind)).contains(to)
                            };
                            assert_eq!(
                                is_legal(position, mv),
                                safe(&mv) && !stays_dead,
                                "{variant}: {mv} in {position}"
                            );
                        }
                    }
                }
            }
            for kind in position.hand(us).kinds().filter(|&kind| kind != nanboku::types::Kind::Pawn) {
                let dead = Bitboard::far_ranks(us, position.rules().dead_ranks(kind));
                for to in (!position.occupied()).without(dead) {
                    let mv = Move::drop(kind, to);
                    assert_eq!(is_legal(position, mv), safe(&mv), "{variant}: {mv} in {position}");
                }
            }
        });
    }
}

/// The search at full strength, its quiescence, exchanges and pruning included, plays on in every rule.
#[test]
fn games_are_played_to_their_end() {
    let plies = if cfg!(debug_assertions) { 12 } else { 160 };
    for variant in variants() {
        let mut engine = Engine::new();
        let mut game = Game::start(&Rules::new(variant, None));
        for _ in 0..plies {
            if game.outcome() != Outcome::Ongoing {
                break;
            }
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let answer = engine.search(&game, &limits, &Control::default(), &mut |_| {});
            let mv = answer.best.expect("a move");
            assert!(legal_moves(game.position()).contains(&mv), "{variant}: {mv} in {}", game.position());
            game.make(mv);
        }
    }
}

/// Exchanges count who can take with the movement that pieces have: none, one or several.
#[test]
fn exchanges_go_by_movement() {
    let gains = |variant: Variant, sfen: &str, mv: &str| {
        let position = Position::from_sfen(sfen, &Rules::new(variant, None)).unwrap();
        let mv = mv.parse().unwrap();
        assert!(is_legal(&position, mv), "{variant}: {mv} in {sfen}");
        see::gains_at_least(&position, mv, 1)
    };
    // The silver takes a pawn that a rook guards; a rook that another paralyses guards nothing.
    let sfen = "k8/9/9/4r4/9/4p4/3S5/9/K8 b - 1";
    assert!(!gains(Variant::Madrasi, sfen, "6g5f"));
    let sfen = "k8/9/9/4r3R/9/4p4/3S5/9/K8 b - 1";
    assert!(gains(Variant::Madrasi, sfen, "6g5f"));
    assert!(!gains(Variant::Shogi, sfen, "6g5f"));
    // A pawn between a silver and a knight moves as both, and so guards the gold as a knight does.
    let sfen = "k8/9/9/3spn3/9/3g5/9/9/K2R5 b - 1";
    assert!(gains(Variant::Shogi, sfen, "6i6f"));
    assert!(!gains(Variant::Antouzai, sfen, "6i6f"));
    let position = Position::from_sfen(sfen, &Rules::new(Variant::Antouzai, None)).unwrap();
    let both = KindSet::only(Kind::Silver).with(KindSet::only(Kind::Knight));
    assert_eq!(position.moves_as("5d".parse().unwrap()), both);
}

/// What a piece is worth counts once, on however many mover boards it stands.
#[test]
fn worth_counts_once() {
    #[derive(Default)]
    struct Pieces(u32);
    impl terms::Sink for Pieces {
        fn add(&mut self, _: Color, index: usize, times: i32) {
            let block = layout::PIECE;
            self.0 += if (block.begin..block.begin + block.len).contains(&index) { times as u32 } else { 0 };
        }
    }
    for variant in Variant::ALL {
        each_position(variant, 300, |position, _| {
            let mut pieces = Pieces::default();
            terms::visit(position, &mut pieces);
            assert_eq!(pieces.0, position.occupied().len(), "{variant}: {position}");
        });
    }
}
