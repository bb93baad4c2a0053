//! Between the library's types and those of the slow rules.

use nanboku::rules::{DeadEnd, Impasse, MovedNifu, NifuCheck, PawnDropMate, Repetition, Rules};
use nanboku::types::{Color, Kind, KindSet, Move, Source, Square};

/// The same rules for the mailbox, translated rule by rule, so that a wrong named set is not copied.
pub fn slow_rules(rules: &Rules) -> mailbox::Rules {
    let name = rules.movement.name;
    mailbox::Rules {
        variant: mailbox::Variant::from_name(name).unwrap_or_else(|| panic!("the mailbox has no movement {name}")),
        moved_nifu_allowed: rules.set.moved_nifu == MovedNifu::Allowed,
        nifu_check_valid: rules.set.nifu_check == NifuCheck::Valid,
        dead_end_allowed: rules.set.dead_end == DeadEnd::Allowed,
        pawn_drop_mate: match rules.set.pawn_drop_mate {
            PawnDropMate::Strict => mailbox::PawnDropMate::Strict,
            PawnDropMate::Front => mailbox::PawnDropMate::Front,
        },
        fourfold: rules.set.repetition == Repetition::Fourfold,
        impasse27: rules.set.impasse == Impasse::Points27,
        bare_kings_draw: rules.set.bare_kings_draw,
        tide_period: rules.tide.map(|tide| tide.period),
    }
}

pub fn slow_color(color: Color) -> mailbox::Color {
    match color {
        Color::Black => mailbox::Color::Black,
        Color::White => mailbox::Color::White,
    }
}

pub fn slow_square(square: Square) -> mailbox::Square {
    mailbox::Square { file: square.file() as u8 + 1, rank: square.rank() as u8 + 1 }
}

pub fn slow_kind(kind: Kind) -> mailbox::Kind {
    match kind {
        Kind::Pawn => mailbox::Kind::Pawn,
        Kind::Lance => mailbox::Kind::Lance,
        Kind::Knight => mailbox::Kind::Knight,
        Kind::Silver => mailbox::Kind::Silver,
        Kind::Gold => mailbox::Kind::Gold,
        Kind::Bishop => mailbox::Kind::Bishop,
        Kind::Rook => mailbox::Kind::Rook,
        Kind::King => mailbox::Kind::King,
        Kind::Horse => mailbox::Kind::Horse,
        Kind::Dragon => mailbox::Kind::Dragon,
        Kind::ProPawn => mailbox::Kind::ProPawn,
        Kind::ProLance => mailbox::Kind::ProLance,
        Kind::ProKnight => mailbox::Kind::ProKnight,
        Kind::ProSilver => mailbox::Kind::ProSilver,
    }
}

/// The movements that the mailbox names, as the library counts them: promoted small pieces move as golds.
pub fn movements(kinds: &[mailbox::Kind]) -> KindSet {
    let of = |kind: &mailbox::Kind| Kind::ALL.into_iter().find(|&known| slow_kind(known) == *kind).unwrap();
    kinds.iter().map(of).fold(KindSet::EMPTY, |set, kind| set.with(KindSet::only(kind.movement())))
}

pub fn slow_move(mv: Move) -> mailbox::Move {
    let to = slow_square(mv.to());
    match mv.source() {
        Source::Board(from) => mailbox::Move::Board { from: slow_square(from), to, promote: mv.promotes() },
        Source::Hand(kind) => mailbox::Move::Drop { kind: slow_kind(kind), to },
    }
}

pub fn fast_move(mv: mailbox::Move) -> Move {
    let square = |square: mailbox::Square| Square::at(square.file as usize - 1, square.rank as usize - 1).unwrap();
    match mv {
        mailbox::Move::Board { from, to, promote } => Move::board(square(from), square(to), promote),
        mailbox::Move::Drop { kind, to } => {
            let kind = Kind::DROPPABLE.into_iter().find(|&known| slow_kind(known) == kind).unwrap();
            Move::drop(kind, square(to))
        }
    }
}

/// The moves as texts, sorted.
pub fn texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}
