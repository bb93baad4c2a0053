//! The parameters of the search: one table of `name = value, range`.
//!
//! An ordinary build has them as constants. With the feature `tuning` each can be set while the program runs, by the option
//! `Tuning_` and its name, so that matches can compare values without a build for each.

use std::ops::RangeInclusive;

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value in an ordinary build.
    pub default: i32,
    /// The values that make sense.
    pub range: RangeInclusive<i32>,
}

/// Declares for each parameter a function of its name that returns its value.
macro_rules! parameters {
    ($($(#[$doc:meta])+ $name:ident = $value:expr, $range:expr;)+) => {
        $(
            $(#[$doc])+
            #[inline]
            pub fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                return cells::$name.load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tuning"))]
                return $value;
            }
        )+

        /// Every parameter.
        pub const TABLE: &[Parameter] =
            &[$(Parameter { name: stringify!($name), default: $value, range: $range }),+];

        #[cfg(feature = "tuning")]
        mod cells {
            use std::sync::atomic::AtomicI32;
            $(
                #[allow(non_upper_case_globals)]
                pub static $name: AtomicI32 = AtomicI32::new($value);
            )+
        }

        /// Sets a parameter, from the next search on. Values outside the range are moved to its nearer end. Returns whether
        /// there is a parameter of this name.
        #[cfg(feature = "tuning")]
        pub fn set(name: &str, value: i32) -> bool {
            let Some(parameter) = TABLE.iter().find(|parameter| parameter.name == name) else { return false };
            let value = value.clamp(*parameter.range.start(), *parameter.range.end());
            match name {
                $(stringify!($name) => cells::$name.store(value, std::sync::atomic::Ordering::Relaxed),)+
                _ => {}
            }
            true
        }
    };
}

parameters! {
    /// What a safe check is worth in the order of quiet moves, in units of the histories.
    check_bonus = 16384, 0..=65_536;
    /// What a quiet move is worth in the order that cut off at this ply before (killer move), in the same units.
    killer_bonus = 8192, 0..=65_536;
    /// ... and one that was the last answer to the opponent's move that cut off.
    answer_bonus = 4096, 0..=65_536;

    /// Reverse futility pruning up to this depth.
    reverse_futility_depth = 8, 0..=16;
    /// Centipawns a ply.
    reverse_futility_margin = 80, 10..=300;

    /// Razoring up to this depth.
    razoring_depth = 3, 0..=10;
    /// Centipawns a ply.
    razoring_margin = 300, 50..=800;

    /// Late moves are reduced by this, in 1024ths of a ply, ...
    reduction_base = 512, -1024..=3072;
    /// ... and by ln(depth) ln(number of the move) times this; 0 reduces nothing.
    reduction_slope = 410, 0..=1200;
    /// More outside the principal variation.
    reduction_not_pv = 1024, 0..=4096;
    /// More where the evaluation does not improve.
    reduction_not_improving = 1024, 0..=4096;
    /// More where a cut is expected.
    reduction_cut_node = 2048, 0..=5120;
    /// Less for checks.
    reduction_check = 1024, 0..=4096;
    /// Less for captures.
    reduction_capture = 1024, 0..=4096;
    /// A history of this changes the reduction by a ply.
    reduction_history = 8192, 1024..=65_536;
    /// Less for a supported drop near the enemy king.
    reduction_drop_near_king = 1024, 0..=4096;

    /// Late move pruning up to this depth.
    late_move_depth = 8, 0..=16;
    /// ... after so many moves and the square of the depth.
    late_move_base = 5, 0..=40;

    /// Futility pruning up to this reduced depth.
    futility_depth = 8, -1..=16;
    /// Centipawns.
    futility_base = 150, 0..=600;
    /// Centipawns a ply.
    futility_margin = 100, 10..=400;
    /// Histories of this move the margin by a centipawn.
    futility_history = 128, 16..=2048;

    /// Quiet moves that lose exchanges are pruned up to this reduced depth.
    exchange_quiet_depth = 8, -1..=16;
    /// ... if they lose more than this times the square of the depth, in centipawns.
    exchange_quiet_margin = 15, 1..=100;
    /// Captures that lose exchanges are pruned up to this depth.
    exchange_capture_depth = 6, 0..=16;
    /// ... if they lose more than this times the depth, in centipawns.
    exchange_capture_margin = 90, 10..=300;

    /// Quiet moves with a bad history are pruned up to this reduced depth.
    history_pruning_depth = 4, -1..=16;
    /// ... below minus this times the depth.
    history_pruning_margin = 4097, 500..=16_384;

    /// Singular extension from this depth on.
    singular_depth = 6, 3..=100;
    /// The others must fall short of the table's value by so many centipawns for three plies of depth.
    singular_margin = 4, 1..=20;
    /// ... and by this more to extend twice.
    singular_double = 20, 0..=200;

    /// Weight of the corrections of the evaluation, in 256ths each: by king and generals, ...
    correction_generals = 128, 0..=512;
    /// ... by the hands, ...
    correction_hands = 128, 0..=512;
    /// ... by knights, lances and majors, ...
    correction_others = 128, 0..=512;
    /// ... and by who borrows from whom.
    correction_borrowing = 128, 0..=512;

    /// The planned time is stretched, in percent, by so much ...
    time_nodes_base = 165, 50..=300;
    /// ... less so much for the whole of the nodes spent on the best move, ...
    time_nodes_slope = 100, 0..=300;
    /// ... and by so much more for a score that has fallen by a hundred centipawns.
    time_falling = 50, 0..=200;

    /// The mate solver takes one part in so many of the time or nodes for a move before the search begins; 0: none.
    root_mate_share = 16, 0..=100;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_in_its_range() {
        for parameter in TABLE {
            assert!(parameter.range.contains(&parameter.default), "{}", parameter.name);
        }
    }
}
