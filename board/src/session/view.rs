//! What a position looks like: pieces with their badges and pins, checks, targets.

use nanboku::attacks;
use nanboku::movegen;
use nanboku::position::{Game, Outcome, Position};
use nanboku::rules::Repetition;
use nanboku::types::{Color, Kind, KindSet, Move, Source, Square};

use super::editor::Board;
use super::values;
use super::{
    Check, EndReason, GameEnd, Held, LastMove, PieceView, Pin, PositionView, Sides, Target, Targets, TideView,
};

/// The position of a game; `last` is the move that led to it.
pub fn position(game: &Game, last: Option<Move>) -> PositionView {
    let position = game.position();
    let rules = position.rules();
    let mut view = still(position);
    view.last_move = last.map(|mv| last_move(game, mv));
    view.outcome = end_of(game.outcome(), position.side_to_move());
    view.occurrences = (rules.set.repetition != Repetition::None).then(|| occurrences(game));
    view
}

/// A position without its past.
pub fn still(position: &Position) -> PositionView {
    let rules = position.rules();
    let side = position.side_to_move();
    let board = Board::of(position);
    let check = position
        .king(side)
        .filter(|_| position.in_check())
        .map(|king| Check { king: values::Square(king), by: position.checkers().map(values::Square).collect() });
    PositionView {
        sfen: position.sfen(),
        move_number: position.ply() + 1,
        side: values::Color(side),
        pieces: pieces(position),
        hands: hands(&board),
        check,
        last_move: None,
        movement: Sides {
            black: position.movement(Color::Black).name.to_owned(),
            white: position.movement(Color::White).name.to_owned(),
        },
        tide: rules.plies_to_flip(position.ply()).zip(rules.tide).map(|(plies_left, tide)| TideView {
            now: rules.movement_at(position.ply()).name.to_owned(),
            next: rules.movement_at(position.ply() + plies_left).name.to_owned(),
            plies_left,
            period: tide.period,
        }),
        outcome: None,
        occurrences: None,
    }
}

/// A board that is no position: pieces and hands, and nothing that follows from rules.
pub fn bare(board: &Board) -> PositionView {
    let pieces = Square::all().filter_map(|square| {
        let piece = board.squares[square.index()]?;
        let moves_as = KindSet::only(piece.kind().movement());
        Some(piece_view(square, piece.color(), piece.kind(), moves_as))
    });
    PositionView {
        sfen: board.sfen(),
        move_number: board.ply + 1,
        side: values::Color(board.side),
        pieces: pieces.collect(),
        hands: hands(board),
        check: None,
        last_move: None,
        movement: Sides::default(),
        tide: None,
        outcome: None,
        occurrences: None,
    }
}

fn piece_view(square: Square, color: Color, kind: Kind, moves_as: KindSet) -> PieceView {
    let kinds: Vec<values::Kind> = moves_as.map(values::Kind).collect();
    let borrowed = moves_as != KindSet::only(kind.movement());
    PieceView {
        square: values::Square(square),
        color: values::Color(color),
        kind: values::Kind(kind),
        badge: borrowed.then(|| kinds.clone()),
        moves_as: kinds,
        givers: Vec::new(),
        pins: Vec::new(),
    }
}

fn pieces(position: &Position) -> Vec<PieceView> {
    let pinned: Vec<(Square, Pin)> = Color::ALL.into_iter().flat_map(|color| pins(position, color)).collect();
    let view = |square: Square| {
        let piece = position.piece_at(square)?;
        let movement = position.movement(piece.color());
        let mut view = piece_view(square, piece.color(), piece.kind(), position.moves_as(square));
        view.givers = movement.lenders(position.boards(), square).map(values::Square).collect();
        view.pins = pinned.iter().filter(|(pinned, _)| *pinned == square).map(|(_, pin)| pin.clone()).collect();
        Some(view)
    };
    Square::all().filter_map(view).collect()
}

/// The pinned pieces of a player and what pins them.
fn pins(position: &Position, color: Color) -> Vec<(Square, Pin)> {
    let Some(king) = position.king(color) else { return Vec::new() };
    let pin = |(pinned, by): (Square, Square)| {
        let pin = Pin {
            by: values::Square(by),
            kind: values::Kind(position.piece_at(by)?.kind()),
            moves_as: position.moves_as(by).map(values::Kind).collect(),
            king: values::Square(king),
            line: attacks::between(king, by).map(values::Square).collect(),
        };
        Some((pinned, pin))
    };
    position.pins(color).into_iter().filter_map(pin).collect()
}

fn hands(board: &Board) -> Sides<Vec<Held>> {
    let held = |color: Color| {
        let kinds = Kind::DROPPABLE.into_iter().rev();
        let held = kinds.map(|kind| Held { kind: values::Kind(kind), count: board.hands[color].count(kind) });
        held.filter(|held| held.count > 0).collect()
    };
    Sides { black: held(Color::Black), white: held(Color::White) }
}

fn last_move(game: &Game, mv: Move) -> LastMove {
    let position = game.position();
    let before = game.previous();
    let flipped = position.ply() > 0 && {
        let rules = position.rules();
        rules.movement_at(position.ply()) != rules.movement_at(position.ply() - 1)
    };
    LastMove {
        usi: values::Usi(mv),
        from: mv.from().map(values::Square),
        to: values::Square(mv.to()),
        captured: before.and_then(|before| before.piece_at(mv.to())).map(|piece| values::Kind(piece.kind())),
        flipped,
    }
}

/// How often the position has occurred in the game.
fn occurrences(game: &Game) -> usize {
    let key = game.position().key();
    let mut game = game.clone();
    let mut count = 1;
    while game.played() > 0 {
        game.unmake();
        count += usize::from(game.position().key() == key);
    }
    count
}

/// What the rules say of the end.
pub fn end_of(outcome: Outcome, side: Color) -> Option<GameEnd> {
    let won = |reason, winner: Color| Some(GameEnd { reason, winner: Some(values::Color(winner)) });
    let drawn = |reason| Some(GameEnd { reason, winner: None });
    match outcome {
        Outcome::Ongoing => None,
        Outcome::Checkmate => won(EndReason::Checkmate, !side),
        Outcome::Stalemate => won(EndReason::Stalemate, !side),
        Outcome::Impasse { winner } => won(EndReason::Impasse, winner),
        Outcome::RepetitionDraw => drawn(EndReason::Repetition),
        Outcome::Perpetual { loser } => won(EndReason::Perpetual, !loser),
        Outcome::BareKings => drawn(EndReason::BareKings),
    }
}

/// The legal moves, by where they come from.
pub fn targets(position: &Position) -> Vec<Targets> {
    let mut moves = movegen::legal_moves(position);
    moves.sort_unstable();
    let mut all: Vec<(usize, Targets)> = Vec::new();
    for mv in moves {
        let source = mv.source_index();
        let place = all.iter().position(|(index, _)| *index == source).unwrap_or_else(|| {
            let from = match mv.source() {
                Source::Board(square) => square.to_string(),
                Source::Hand(kind) => format!("{}*", kind.letters()),
            };
            all.push((source, Targets { from, to: Vec::new() }));
            all.len() - 1
        });
        let square = values::Square(mv.to());
        let to = &mut all[place].1.to;
        let at = to.iter().position(|target| target.square == square).unwrap_or_else(|| {
            let capture = position.piece_at(mv.to()).is_some();
            to.push(Target { square, capture, plain: false, promote: false });
            to.len() - 1
        });
        if mv.promotes() {
            to[at].promote = true;
        } else {
            to[at].plain = true;
        }
    }
    all.into_iter().map(|(_, targets)| targets).collect()
}

/// A piece with which the side to move could capture the enemy king: one that would give check if it were the other side's
/// turn, and its own moves went by the rule of this ply.
pub fn capturer_of_king(position: &Position) -> Option<Square> {
    let period = position.rules().tide.map_or(0, |tide| tide.period);
    let mut turned = Board::of(position);
    turned.side = !turned.side;
    turned.ply = turned.ply.checked_sub(1).unwrap_or((2 * period).saturating_sub(1));
    Position::from_sfen(&turned.sfen(), position.rules()).ok()?.checkers().first()
}
