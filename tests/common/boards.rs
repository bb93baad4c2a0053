//! Random rules and random boards.

use nanboku::rules::{
    DeadEnd, Impasse, MovedNifu, NamedSet, NifuCheck, PawnDropMate, Repetition, RuleSet, Rules, Variant,
};
use nanboku::types::{Bitboard, Color, Kind, Piece, Square};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::TestRng;

/// A variant with a named set or any mixture of single rules, with or without Tide.
pub fn random_rules(rng: &mut TestRng) -> Rules {
    let variants = [Variant::Annan, Variant::Annan, Variant::Annboku, Variant::Shogi];
    let variant = variants[rng.random_range(0..variants.len())];
    let mut rules = match rng.random_range(0..4) {
        0 => Rules::new(variant, None),
        1 | 2 => {
            let set = NamedSet::NAMES[rng.random_range(0..NamedSet::NAMES.len())];
            Rules::new(variant, set.parse().ok())
        }
        _ => Rules { set: mixed_rules(rng), ..Rules::new(variant, None) },
    };
    if rng.random_bool(0.4) {
        rules = rules.with_tide([1, 2, 3, 5, 7, 10, 40][rng.random_range(0..7)]);
    }
    rules
}

fn mixed_rules(rng: &mut TestRng) -> RuleSet {
    RuleSet {
        moved_nifu: if rng.random() { MovedNifu::Allowed } else { MovedNifu::Forbidden },
        nifu_check: if rng.random() { NifuCheck::Valid } else { NifuCheck::Invalid },
        dead_end: if rng.random() { DeadEnd::Allowed } else { DeadEnd::Forbidden },
        pawn_drop_mate: if rng.random() { PawnDropMate::Strict } else { PawnDropMate::Front },
        repetition: if rng.random() { Repetition::None } else { Repetition::Fourfold },
        impasse: if rng.random() { Impasse::None } else { Impasse::Points27 },
        bare_kings_draw: rng.random(),
    }
}

/// A start position, with a move number that need not be 1.
pub fn start(rules: &Rules, rng: &mut TestRng) -> String {
    let starts = [rules.variant.start(), Variant::Annan.start(), Variant::Shogi.start()];
    let start = starts.choose(rng).unwrap().strip_suffix('1').unwrap();
    format!("{start}{}", if rng.random() { 1 } else { rng.random_range(1..100) })
}

/// A board in the making.
struct Sketch {
    board: [Option<Piece>; Square::COUNT],
    hands: [[u32; Kind::HAND]; 2],
}

impl Sketch {
    fn empty() -> Self {
        Self { board: [None; Square::COUNT], hands: [[0; Kind::HAND]; 2] }
    }

    fn empty_squares(&self, within: Bitboard) -> Vec<Square> {
        within.filter(|square| self.board[square.index()].is_none()).collect()
    }

    /// Puts a piece on a random empty square of `within`, if there is one.
    fn put(&mut self, color: Color, kind: Kind, within: Bitboard, rng: &mut TestRng) -> Option<Square> {
        let square = *self.empty_squares(within).choose(rng)?;
        self.board[square.index()] = Some(Piece::new(color, kind));
        Some(square)
    }

    /// The SFEN with a random side and move number.
    fn sfen(&self, rng: &mut TestRng) -> String {
        let mut text = String::new();
        for rank in 0..9 {
            for file in (0..9).rev() {
                match self.board[9 * file + rank] {
                    Some(piece) => text += &piece.to_string(),
                    None => text.push('1'),
                }
            }
            text.push(if rank < 8 { '/' } else { ' ' });
        }
        text += if rng.random() { "b " } else { "w " };
        let before = text.len();
        for color in Color::ALL {
            for kind in Kind::DROPPABLE {
                let count = self.hands[color as usize][kind as usize];
                if count > 0 {
                    text += &format!("{count}{}", Piece::new(color, kind));
                }
            }
        }
        if text.len() == before {
            text.push('-');
        }
        format!("{text} {}", rng.random_range(1..50))
    }
}

fn random_color(rng: &mut TestRng) -> Color {
    if rng.random() { Color::Black } else { Color::White }
}

/// Every piece of a shogi set but the kings, in random order.
fn shuffled_set(rng: &mut TestRng) -> Vec<Kind> {
    let mut set: Vec<Kind> = Vec::new();
    for (kind, count) in Kind::DROPPABLE.into_iter().zip(Kind::SET) {
        set.extend(std::iter::repeat_n(kind, count.into()));
    }
    set.shuffle(rng);
    set
}

/// Maybe promoted.
fn grown(kind: Kind, rng: &mut TestRng) -> Kind {
    kind.promoted().filter(|_| rng.random_bool(0.3)).unwrap_or(kind)
}

/// Squares at most this many king steps away.
fn around(center: Square, distance: usize) -> Bitboard {
    Square::all().filter(|square| square.distance(center) <= distance).collect()
}

/// Pieces anywhere, many of them near a king or in columns, and most of the others in hand. Sometimes a king is missing,
/// sometimes the side to move can capture one.
pub fn scattered(rng: &mut TestRng) -> String {
    let mut sketch = Sketch::empty();
    let mut kings = Vec::new();
    let kingless = if rng.random_bool(0.06) { Some(random_color(rng)) } else { None };
    for color in Color::ALL {
        if kingless != Some(color) {
            kings.extend(sketch.put(color, Kind::King, Bitboard::ALL, rng));
        }
    }
    let set = shuffled_set(rng);
    let on_board = rng.random_range(2..=30);
    let left_out = if rng.random() { rng.random_range(0..=10) } else { 0 };
    let mut last = kings[0];
    for (i, kind) in set.into_iter().skip(left_out).enumerate() {
        let color = random_color(rng);
        if i < on_board {
            let within = match rng.random_range(0..4) {
                0 => Bitboard::ALL,
                1 => around(*kings.choose(rng).unwrap(), 2),
                2 => around(last, 1) & Bitboard::file(last.file()),
                _ => around(last, 2),
            };
            last = sketch.put(color, grown(kind, rng), within, rng).unwrap_or(last);
        } else {
            sketch.hands[color as usize][kind as usize] += 1;
        }
    }
    sketch.sfen(rng)
}

/// A mate problem, or what looks like one: the king of the side that is to be mated, often at an edge, with pieces of both
/// sides around it, some of them in columns, and few in hand. The other king is mostly missing. Black moves.
pub fn problem(rng: &mut TestRng) -> String {
    let mut sketch = Sketch::empty();
    let edge = Bitboard::rank(0) | Bitboard::rank(1) | Bitboard::file(0) | Bitboard::file(8);
    let within = if rng.random_bool(0.7) { edge } else { Bitboard::ALL };
    let Some(king) = sketch.put(Color::White, Kind::King, within, rng) else { unreachable!("the board is empty") };
    if rng.random_bool(0.3) {
        sketch.put(Color::Black, Kind::King, Bitboard::ALL, rng);
    }
    let mut set = shuffled_set(rng);
    let mut last = king;
    for _ in 0..rng.random_range(3..=9) {
        let Some(kind) = set.pop() else { break };
        let color = if rng.random_bool(0.6) { Color::Black } else { Color::White };
        let within = match rng.random_range(0..3) {
            0 => around(last, 1) & Bitboard::file(last.file()),
            1 => around(king, 2),
            _ => around(king, 4),
        };
        last = sketch.put(color, grown(kind, rng), within, rng).unwrap_or(last);
    }
    for color in [Color::Black, Color::White] {
        for _ in 0..rng.random_range(0..=3) {
            // Pawns more often than their share: the rules know them best.
            let pawn = if rng.random_bool(0.4) { set.iter().position(|&kind| kind == Kind::Pawn) } else { None };
            let kind = set.swap_remove(pawn.unwrap_or(set.len() - 1));
            sketch.hands[color as usize][kind as usize] += 1;
        }
    }
    let sfen = sketch.sfen(rng);
    sfen.replace(" w ", " b ")
}

/// Two kings and few pieces, most of them of one side, with empty hands: here games repeat, and checks do.
pub fn tiny(rng: &mut TestRng) -> String {
    let mut sketch = Sketch::empty();
    for color in Color::ALL {
        // Kings in corners are easily checked again and again.
        let corner = [0, 8, 72, 80].map(Square::new)[rng.random_range(0..4)];
        let within = if rng.random() { around(corner, 2) } else { Bitboard::ALL };
        sketch.put(color, Kind::King, within, rng);
    }
    let (pieces, armed) = (rng.random_range(0..=4), random_color(rng));
    let (pawn, lance, silver) = (Kind::Pawn, Kind::Lance, Kind::Silver);
    let mut sharp = [pawn, lance, silver, Kind::Gold, Kind::Gold, Kind::Bishop, Kind::Bishop, Kind::Rook, Kind::Rook];
    sharp.shuffle(rng);
    for &kind in sharp.iter().take(pieces) {
        let color = if rng.random_bool(0.8) { armed } else { !armed };
        sketch.put(color, grown(kind, rng), Bitboard::ALL, rng);
    }
    sketch.sfen(rng)
}

/// Kings in the enemy camp with about as many pieces and points as the impasse rule asks for.
pub fn entered(rng: &mut TestRng) -> String {
    let mut sketch = Sketch::empty();
    let mut set = shuffled_set(rng);
    // Away from the middle, so that neither king is in check too often.
    for color in Color::ALL {
        sketch.put(color, Kind::King, Bitboard::far_ranks(color, if rng.random_bool(0.9) { 3 } else { 4 }), rng);
        let inside = rng.random_range(8..=13);
        let pieces = set.split_off(set.len() - inside);
        for kind in pieces {
            let within = if rng.random_bool(0.97) { Bitboard::far_ranks(color, 3) } else { Bitboard::ALL };
            sketch.put(color, grown(kind, rng), within, rng);
        }
    }
    let one_sided = rng.random();
    for kind in set {
        let color = if one_sided { Color::White } else { random_color(rng) };
        sketch.hands[color as usize][kind as usize] += 1;
    }
    sketch.sfen(rng)
}
