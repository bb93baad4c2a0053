//! Scores in centipawns, with mates counted in plies.

/// A score in centipawns from the point of view of the side to move; see [`MATE`] for mates.
pub type Score = i32;

/// The side to move mates now. A mate in `n` plies scores `MATE - n`, being mated in `n` plies `n - MATE`.
pub const MATE: Score = 32_000;
/// Greater than every score.
pub const INFINITE: Score = 32_001;
/// No score.
pub const NONE: Score = 32_002;
/// Longest line of play that the search follows, in plies.
pub const MAX_PLY: usize = 246;
/// Scores from here up say that a mate has been found.
pub const MATE_IN_MAX: Score = MATE - MAX_PLY as Score;
/// The evaluation keeps within plus and minus this.
pub const MAX_EVAL: Score = 30_000;
/// A draw.
pub const DRAW: Score = 0;

/// The score of being mated in `ply` plies.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The score of mating in `ply` plies.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether the score is a mate for either side.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score >= MATE_IN_MAX || score <= -MATE_IN_MAX
}
