//! How much late moves are reduced.

use super::params;

/// Depths and move numbers up to this are told apart.
const SIZE: usize = 64;

/// Reductions by depth and number of the move, in 1024ths of a ply.
#[derive(Clone, Debug)]
pub struct Reductions(Vec<[i32; SIZE]>);

impl Reductions {
    /// By the parameters of the moment.
    pub fn new() -> Self {
        let slope = f64::from(params::reduction_slope());
        let base = if slope > 0.0 { f64::from(params::reduction_base()) } else { f64::from(-(1 << 20)) };
        let log = |number: usize| (number.max(1) as f64).ln();
        let row = |depth| std::array::from_fn(|count| (base + slope * log(depth) * log(count)) as i32);
        Self((0..SIZE).map(row).collect())
    }

    /// The reduction of the move with this number, from 1, at this depth.
    #[inline]
    pub fn get(&self, depth: i32, count: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(SIZE - 1)][count.min(SIZE - 1)]
    }
}
