//! The protocol: USI on standard input and output. The only place that reads or prints it.
//!
//! | module | |
//! |---|---|
//! | `parse`, `go` | from a line to a command |
//! | `error` | what can be wrong with a line |
//! | `table`, `row`, `options`, `document` | the options: declared once, their types, their values, their description |
//! | `session` | which line is obeyed when |
//! | `worker` | the thread that searches |
//! | `mate` | `go mate` |
//! | `report`, `output` | from what a search reports to lines, and the log |

mod document;
mod error;
mod go;
mod mate;
mod options;
mod output;
mod parse;
mod report;
mod row;
mod session;
mod table;
mod worker;

use std::io::{self, BufRead};
use std::panic;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

use output::Output;
use session::{Event, Session};

pub use document::options_document;

/// Talks USI on standard input and output until `quit` or the end of the input.
///
/// # Errors
///
/// If no thread can be had.
pub fn run() -> io::Result<()> {
    let (session, events) = start()?;
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(&events))?;
    session.run();
    Ok(())
}

/// Obeys one command, as if it were a line of the protocol, to its end, and prints what it prints.
///
/// # Errors
///
/// If no thread can be had.
pub fn run_command(line: &str) -> io::Result<()> {
    let (session, _events) = start()?;
    session.run_one(line);
    Ok(())
}

fn start() -> io::Result<(Session, Sender<Event>)> {
    // Panics are caught where they do no harm; standard error stays empty unless diagnostics are asked for.
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    let (events, heard) = channel();
    let output = Output::new(Box::new(io::stdout()));
    let jobs = worker::start(output.clone(), events.clone())?;
    Ok((Session::new(output, jobs, heard), events))
}

/// Passes on what comes in, until it ends. Whatever is not UTF-8 is replaced.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
                if events.send(Event::Line(line, Instant::now())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("input: {error}");
                break;
            }
        }
    }
    // The session may have ended by itself.
    let _ = events.send(Event::EndOfInput);
}
