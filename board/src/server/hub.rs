//! The sessions by their names, and the pages that look at them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};

use super::board::{self, Input};
use crate::seat::Factory;

/// The most sessions at once.
const MOST_SESSIONS: usize = 16;
/// The most pages at once.
const MOST_PAGES: usize = 64;
/// The longest name of a session, in bytes.
const LONGEST_NAME: usize = 32;

/// All sessions.
pub struct Hub {
    searchers: Factory,
    boards: Mutex<HashMap<String, Entry>>,
    places: Arc<Semaphore>,
    /// Number of pages.
    pages: watch::Sender<usize>,
    next_page: AtomicU64,
}

struct Entry {
    board: mpsc::Sender<Input>,
    pages: usize,
    /// When the last page left.
    left: Instant,
}

/// A page that looks at a session; when it goes, everybody is told.
pub struct Visit {
    hub: Arc<Hub>,
    name: String,
    /// Its number.
    pub page: u64,
    /// The board that it looks at.
    pub board: mpsc::Sender<Input>,
    _place: OwnedSemaphorePermit,
}

impl Hub {
    /// Without any session.
    pub fn new(searchers: Factory) -> Self {
        Self {
            searchers,
            boards: Mutex::default(),
            places: Arc::new(Semaphore::new(MOST_PAGES)),
            pages: watch::Sender::new(0),
            next_page: AtomicU64::new(0),
        }
    }

    fn boards(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a page look at the session of this name, which begins if there is none. `None` if there is no room.
    pub fn visit(self: &Arc<Self>, name: &str) -> Option<Visit> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let mut boards = self.boards();
        if !boards.contains_key(name) && boards.len() >= MOST_SESSIONS {
            // The one that nobody has looked at for the longest time makes room.
            let idle = boards.iter().filter(|(_, entry)| entry.pages == 0).min_by_key(|(_, entry)| entry.left);
            let idle = idle.map(|(name, _)| name.clone())?;
            boards.remove(&idle);
        }
        let entry = match boards.get_mut(name) {
            Some(entry) => entry,
            None => {
                let board = board::start(&self.searchers).ok()?;
                boards.entry(name.to_owned()).or_insert(Entry { board, pages: 0, left: Instant::now() })
            }
        };
        entry.pages += 1;
        let board = entry.board.clone();
        drop(boards);
        self.pages.send_modify(|pages| *pages += 1);
        let page = self.next_page.fetch_add(1, Ordering::Relaxed);
        Some(Visit { hub: Arc::clone(self), name: name.to_owned(), page, board, _place: place })
    }

    /// Waits until there was a page and has been none for so long.
    pub async fn deserted(&self, linger: Duration) {
        let mut pages = self.pages.subscribe();
        // The sender lives as long as `self`.
        let _ = pages.wait_for(|&pages| pages > 0).await;
        loop {
            let _ = pages.wait_for(|&pages| pages == 0).await;
            let again = pages.wait_for(|&pages| pages > 0);
            if tokio::time::timeout(linger, again).await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        // A board that has ended has forgotten its pages.
        let (board, page) = (self.board.clone(), self.page);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { board.send(Input::Leave { page }).await });
        }
        if let Some(entry) = self.hub.boards().get_mut(&self.name) {
            entry.pages = entry.pages.saturating_sub(1);
            entry.left = Instant::now();
        }
        self.hub.pages.send_modify(|pages| *pages -= 1);
    }
}

/// Whether this may be the name of a session.
pub fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
