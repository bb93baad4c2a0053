//! A session at work: it hears its pages and its engine one after the other.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::{self, Receiver, Sender, UnboundedReceiver};

use crate::seat::{Factory, Seat};
use crate::session::{Command, Event, Level, Notice, NoticeKey, Output, Report, Session};

/// How many messages may wait for the session.
const WAITING_INPUT: usize = 32;
/// How many messages may wait for a page that does not read them.
pub const WAITING_OUTPUT: usize = 64;

/// How long after its last page has gone a session stops what only pages want. A page that is reloaded is back by then.
const LEFT_ALONE: Duration = Duration::from_secs(10);

/// What a session hears.
pub enum Input {
    /// A page has come.
    Join {
        /// Its number.
        page: u64,
        /// Where to send what it is told; when this is dropped, the page is to be closed.
        to: Sender<Utf8Bytes>,
    },
    /// A page has sent something.
    Said {
        /// Its number.
        page: u64,
        /// What.
        text: Utf8Bytes,
    },
    /// A page has gone.
    Leave {
        /// Its number.
        page: u64,
    },
}

/// Starts a session; it ends when nobody can send to it any more.
///
/// # Errors
///
/// If there is no thread for its engine.
pub fn start(searchers: &Factory) -> io::Result<Sender<Input>> {
    let (input, received) = mpsc::channel(WAITING_INPUT);
    let (report, reports) = mpsc::unbounded_channel();
    let seat = Seat::new(searchers.clone(), move |id, told| {
        // A session that has ended needs no reports.
        let _ = report.send((id, told));
    })?;
    let board = Board { session: Session::new(), seat, pages: HashMap::new(), alone: None, began: Instant::now() };
    tokio::spawn(board.work(received, reports));
    Ok(input)
}

struct Board {
    session: Session,
    seat: Seat,
    pages: HashMap<u64, Sender<Utf8Bytes>>,
    /// When it is to stop what only pages want, since there are none.
    alone: Option<Instant>,
    began: Instant,
}

impl Board {
    async fn work(mut self, mut input: Receiver<Input>, mut reports: UnboundedReceiver<(u64, Report)>) {
        loop {
            let wake = self.session.next_wake().map(|wake| self.began + Duration::from_millis(wake));
            let wake = [wake, self.alone].into_iter().flatten().min();
            let sleep = async {
                match wake {
                    Some(wake) => tokio::time::sleep_until(wake.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                heard = input.recv() => match heard {
                    Some(heard) => self.hear(heard),
                    None => break,
                },
                Some((id, report)) = reports.recv() => {
                    let output = self.session.report(id, report, self.now());
                    self.tell(None, output);
                }
                () = sleep => {
                    let now = self.now();
                    let alone = self.alone.take_if(|alone| *alone <= Instant::now()).is_some();
                    let output = if alone { self.session.leave(now) } else { self.session.tick(now) };
                    self.tell(None, output);
                }
            }
        }
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }

    fn hear(&mut self, input: Input) {
        let now = self.now();
        match input {
            Input::Join { page, to } => {
                self.pages.insert(page, to);
                self.alone = None;
                for event in self.session.join(now) {
                    self.send(page, &event);
                }
            }
            Input::Said { page, text } => match serde_json::from_str::<Command>(&text) {
                Ok(command) => {
                    let output = self.session.handle(command, now);
                    self.tell(Some(page), output);
                }
                Err(error) => {
                    let key = NoticeKey::BadMessage { detail: error.to_string() };
                    self.send(page, &Event::Notice(Notice { level: Level::Warning, key }));
                }
            },
            Input::Leave { page } => {
                self.pages.remove(&page);
                if self.pages.is_empty() {
                    self.alone = Some(Instant::now() + LEFT_ALONE);
                }
            }
        }
    }

    /// Passes on what the session has to say.
    fn tell(&mut self, page: Option<u64>, output: Output) {
        for request in output.requests {
            self.seat.obey(request);
        }
        for event in &output.all {
            if let Some(text) = text(event) {
                self.pages.retain(|_, to| to.try_send(text.clone()).is_ok());
            }
        }
        if let Some(page) = page {
            for event in &output.reply {
                self.send(page, event);
            }
        }
    }

    fn send(&mut self, page: u64, event: &Event) {
        let sent = self.pages.get(&page).zip(text(event)).is_some_and(|(to, text)| to.try_send(text).is_ok());
        if !sent {
            // It does not read what it is told, or has gone.
            self.pages.remove(&page);
        }
    }
}

/// An event as JSON.
fn text(event: &Event) -> Option<Utf8Bytes> {
    // Events have no keys that JSON could not hold.
    serde_json::to_string(event).ok().map(Utf8Bytes::from)
}
