//! How other threads steer a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::limits::Clock;

/// Shared between a search and whoever steers it: one for each search.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    hit: Mutex<Option<Ponderhit>>,
    changed: Condvar,
}

/// The moment at which the expected move was played.
#[derive(Clone, Copy, Debug)]
pub struct Ponderhit {
    /// When.
    pub at: Instant,
    /// The clocks at that moment, if they came along; else those of the search's limits hold.
    pub clock: Option<Clock>,
}

impl Control {
    /// For a search that begins on the opponent's time if `ponder` is set.
    pub fn new(ponder: bool) -> Self {
        Self { pondering: AtomicBool::new(ponder), ..Self::default() }
    }

    /// Ends the search: it answers with the best that it has.
    pub fn stop(&self) {
        let _guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// The opponent played the expected move: from now on the search is an ordinary one, with these clocks if given.
    /// Without effect on a search that is not pondering.
    pub fn ponderhit(&self, clock: Option<Clock>) {
        let mut hit = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        if self.pondering.load(Ordering::SeqCst) {
            *hit = Some(Ponderhit { at: Instant::now(), clock });
            self.pondering.store(false, Ordering::SeqCst);
            self.changed.notify_all();
        }
    }

    /// Whether [`Control::stop`] has been called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// What [`Control::stop`] sets, for searches that look at nothing else.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Whether the search runs on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// The ponderhit, if there was one.
    pub fn hit(&self) -> Option<Ponderhit> {
        *self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until an answer may be given: until the search is stopped if it is `infinite`, until it is stopped or no longer
    /// pondering otherwise.
    pub fn wait_for_release(&self, infinite: bool) {
        let mut guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped.load(Ordering::SeqCst) && (infinite || self.pondering.load(Ordering::SeqCst)) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
